//! Faulty programs lose exactly the marks that follow from their fault, and are told its name.
//!
//! Each is a patch of at most 15 lines on a faithful program; `patches.yaml` beside it says which sentence it
//! breaks and what it costs.

mod support;

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

#[derive(Deserialize)]
struct Faulty {
    patch: String,
    breaks: String,
    row: String,
    cause: String,
    lost: BTreeMap<String, f64>,
}

fn faulty_programs(suite: &str) -> Vec<Faulty> {
    let text =
        std::fs::read_to_string(support::submissions(suite).join("patches.yaml")).expect("the list is there");
    serde_yaml::from_str(&text).expect("the list is well formed")
}

/// Returns the faithful program with a patch applied, and the number of lines that the patch changes.
fn patched(suite: &str, name: &str) -> (String, usize) {
    let folder = support::submissions(suite);
    let text =
        std::fs::read_to_string(folder.join(format!("patches/{name}.patch"))).expect("the patch is there");
    let patch = diffy::Patch::from_str(&text).expect("the patch is a unified diff");
    let faithful =
        std::fs::read_to_string(folder.join("faithful.py")).expect("the faithful program is there");
    let changed = |line: &diffy::Line<'_, str>| !matches!(line, diffy::Line::Context(_));
    let count = patch.hunks().iter().flat_map(diffy::Hunk::lines).filter(|line| changed(line)).count();
    (diffy::apply(&faithful, &patch).expect("the patch applies"), count)
}

#[test]
fn every_faulty_little_battle_loses_the_marks_of_its_fault_and_no_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut wrong = Vec::new();
    for Faulty { patch, row, cause, lost, .. } in faulty_programs("little_battle") {
        let path = folder.path().join(format!("{patch}.py"));
        std::fs::write(&path, patched("little_battle", &patch).0).expect("written");
        let marked = support::mark(&path, "little_battle", &[]);
        if marked.status != 1 || marked.lost() != lost {
            wrong.push(format!(
                "{patch}: status {}, lost {:?} instead of {lost:?}",
                marked.status,
                marked.lost()
            ));
        }
        if !marked.faults().contains(&(row.clone(), cause.clone())) {
            wrong.push(format!("{patch}: `{cause}` is not told in row `{row}`: {:?}", marked.faults()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_two_faulty_programs_share_row_and_cause_and_each_is_small() {
    let programs = faulty_programs("little_battle");
    assert!(programs.len() >= 15, "only {}", programs.len());
    let kinds: BTreeSet<(&str, &str)> =
        programs.iter().map(|program| (program.row.as_str(), program.cause.as_str())).collect();
    assert_eq!(kinds.len(), programs.len(), "two share row and cause");
    for Faulty { patch, breaks, row, lost, .. } in &programs {
        assert!(!breaks.is_empty() && lost.contains_key(row), "{patch} costs its row");
        let (_, count) = patched("little_battle", patch);
        assert!((1..=15).contains(&count), "{patch} changes {count} lines");
    }
}
