//! What is found in a recording of each faithful and each faulty program of the tests stays as it is written down.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::{any_case, suite};
use crate::by_evidence::HeardRun;
use crate::cases::facts::DICE_FACTS;
use crate::recording::from_json;

/// If this variable is set, the findings are written instead of compared.
const WRITE: &str = "FINDINGS_WRITE";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/findings/iec_dice")
}

/// Returns what is found in a recording: how often each fact holds, where it does not, and why it cannot be told.
fn findings(recording: &Path) -> String {
    let text = std::fs::read_to_string(recording).expect("readable");
    let recording = from_json(&text).expect("a recording");
    let ledger =
        HeardRun::new(suite(), any_case(), &recording).facts(reference::game("iec_dice").expect("a game"));
    let mut found = format!("rolls {}\n", ledger.rolls);
    for entry in DICE_FACTS.iter().map(|row| (row.name, ledger.entry(row.name))) {
        let (fact, entry) = entry;
        if entry.held > 0 {
            let _ = writeln!(found, "{fact} holds {}", entry.held);
        }
        for wrong in &entry.wrong {
            let _ = writeln!(found, "{fact} is wrong at {}:{}: {}", wrong.turn, wrong.line, wrong.sentence());
        }
        if let Some(unread) = &entry.unread {
            let _ = writeln!(found, "{fact} cannot be told: {}", unread.why);
        }
    }
    found
}

#[test]
fn findings_are_those_that_were_written_down() {
    let mut recordings: Vec<PathBuf> =
        std::fs::read_dir(folder()).expect("there").map(|entry| entry.expect("readable").path()).collect();
    recordings.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    recordings.sort();
    assert!(recordings.len() >= 58, "{}", recordings.len());
    for recording in recordings {
        let (found, written) = (findings(&recording), recording.with_extension("txt"));
        if std::env::var_os(WRITE).is_some() {
            std::fs::write(&written, found).expect("writable");
        } else {
            let before = std::fs::read_to_string(&written).expect("written with FINDINGS_WRITE=1");
            assert_eq!(found, before, "{}: see `harness explain --recording`", recording.display());
        }
    }
}
