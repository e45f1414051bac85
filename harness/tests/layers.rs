//! Dependencies point one way: each module uses only modules of lower layers, and no files of a folder use each other in a
//! circle.

#[path = "layers/graph.rs"]
mod graph;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use graph::Graph;

/// The layers of the crate from the lowest on. Modules of one layer do not know each other.
const LAYERS: [&[&str]; 15] = [
    &["amounts", "cluster", "digest", "leftovers", "limits", "own_files", "submitted_files", "text"],
    &["recording"],
    &["cases", "running"],
    &["matching", "observing", "target", "doctor", "export"],
    &["expected", "recording_store"],
    &["comparison", "playing"],
    &["by_evidence"],
    &["diagnosis", "mistakes"],
    &["fairness", "judging"],
    &["solution", "unit_tests"],
    &["marks"],
    &["reports"],
    &["marking"],
    &["class", "strength"],
    &["cli"],
];

/// Modules that only compute: they know no file, no clock, no other process, no thread, and nothing of their surroundings.
const PURE: [&str; 12] = [
    "amounts",
    "by_evidence",
    "comparison",
    "diagnosis",
    "expected",
    "fairness",
    "judging",
    "marks",
    "matching",
    "mistakes",
    "observing",
    "text",
];

/// The modules of the standard library through which the world is reached.
const WORLD: [&str; 7] = ["env", "fs", "io", "net", "process", "thread", "time"];

/// Which folders or files may use a crate. `reference`, `serde`, `serde_json` and `thiserror` belong to all.
const OWNERS: [(&str, &[&str]); 29] = [
    ("aho_corasick", &["class/publishing/secrets"]),
    ("anstream", &["cli", "reports"]), // Standard output is the command line's, but a form may be written to it.
    ("anstyle", &["reports"]),
    ("base64", &["text/base64"]),
    ("clap", &["cli"]),
    ("clap_complete", &["cli"]),
    ("clap_mangen", &["cli/manual"]),
    ("csv", &["class/table"]),
    ("diffy", &["cases/check_patch"]),
    ("flate2", &["class/store/packed", "target/archive", "target/bundle"]),
    ("globset", &["cases"]),
    ("indicatif", &["cli/class_progress", "cli/progress"]),
    ("libc", &["running/sandbox"]),
    ("regex_automata", &["class/naming/pattern", "matching"]),
    ("rusqlite", &["class/store"]),
    // Processes; folders that are locked, or change places; files that may be anything; the width of a terminal.
    (
        "rustix",
        &["running", "leftovers", "reports/draft", "submitted_files", "reports/look", "target/beneath"],
    ),
    ("schemars", &["cases"]),
    ("serde_saphyr", &["cases/yaml"]),
    ("sha2", &["digest"]),
    ("shlex", &["target"]),
    ("signal_hook", &["running/interruption"]),
    ("similar", &["text/hunks"]),
    ("strsim", &["cases/problem", "mistakes/groups", "unit_tests/names"]),
    ("tar", &["target/archive", "target/bundle", "target/kept"]),
    // Folders and files that go with their process; files written whole.
    ("tempfile", &["leftovers", "recording_store/unnamed", "reports/store", "target/bundle"]),
    ("unicode_normalization", &["class/identity"]),
    ("unicode_width", &["reports/visible"]),
    // Each of them takes links, and what cannot be read, in another way.
    (
        "walkdir",
        &[
            "cli/which_suite",
            "cases/source",
            "reports/draft",
            "reports/sources",
            "running/sandbox/hidden",
            "running/sandbox/root",
            "target/bundle",
            "target/folder",
            "unit_tests/submitted",
        ],
    ),
    ("zip", &["class/publishing/feedback", "export", "target/archive", "target/bundle"]), // Two pack, the others read what nobody trusts.
];

/// The modules of the crate, read once for all tests.
static CRATE: LazyLock<Graph> =
    LazyLock::new(|| Graph::of_crate(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")));

#[test]
fn every_module_uses_lower_layers_only() {
    let layer = |module: &str| {
        LAYERS
            .iter()
            .position(|layer| layer.contains(&module))
            .unwrap_or_else(|| panic!("`{module}` has no layer"))
    };
    let mut wrong = Vec::new();
    for (module, used) in CRATE.siblings(&[]) {
        let upwards = used.iter().filter(|used| layer(used) >= layer(&module));
        wrong.extend(upwards.map(|used| format!("`{module}` uses `{used}`")));
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn no_files_of_a_folder_use_each_other_in_a_circle() {
    let graph = &*CRATE;
    let circles = graph.modules().filter_map(|folder| {
        let circle = circle(&graph.siblings(folder))?;
        Some(format!("{}: {}", folder.join("/"), circle.into_iter().collect::<Vec<_>>().join(", ")))
    });
    assert_eq!(circles.collect::<Vec<_>>(), [""; 0]);
}

/// Returns the modules that are left when those are taken away, again and again, that use none of the others.
fn circle(uses: &BTreeMap<String, BTreeSet<String>>) -> Option<BTreeSet<String>> {
    let mut left: BTreeSet<String> = uses.keys().cloned().collect();
    loop {
        let free = |module: &String| uses[module].is_disjoint(&left);
        let (gone, rest): (BTreeSet<_>, BTreeSet<_>) = left.clone().into_iter().partition(free);
        if gone.is_empty() {
            return Some(rest).filter(|rest| !rest.is_empty());
        }
        left = rest;
    }
}

#[test]
fn what_only_computes_knows_nothing_of_the_world() {
    let graph = &*CRATE;
    let is_pure = |module: &&Vec<String>| module.first().is_some_and(|name| PURE.contains(&name.as_str()));
    let reaches =
        |path: &Vec<String>| path[0] == "std" && WORLD.contains(&path.get(1).map_or("", |name| name));
    for module in graph.modules().filter(is_pure) {
        let paths: Vec<_> = graph.paths_of(module).iter().filter(|path| reaches(path)).collect();
        assert!(paths.is_empty(), "{}: {paths:?}", module.join("/"));
    }
}

/// What starts processes: the sandbox, which starts all programs that are marked, and what asks the scheduler of a cluster.
const STARTERS: [&str; 2] = ["running/sandbox/pool", "cluster/slurm"];

#[test]
fn processes_are_started_in_two_places_only() {
    let graph = &*CRATE;
    let starts = |path: &Vec<String>| path.join("::") == "std::process::Command";
    let starters = graph.modules().filter(|module| graph.paths_of(module).iter().any(starts));
    let mut starters: Vec<String> = starters.map(|module| module.join("/")).collect();
    starters.sort();
    let mut expected = STARTERS.map(str::to_string);
    expected.sort();
    assert_eq!(starters, expected);
}

#[test]
fn each_crate_is_used_by_its_owners_only() {
    let graph = &*CRATE;
    for module in graph.modules() {
        let file = module.join("/");
        for (name, owners) in OWNERS {
            let uses = graph.paths_of(module).iter().any(|path| path[0] == name);
            assert!(
                !uses || owners.iter().any(|owner| file.starts_with(owner)),
                "{file} uses {name}: who owns it?"
            );
        }
    }
}

#[test]
fn each_crate_of_the_manifest_has_owners_and_each_owner_uses_it() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let manifest = std::fs::read_to_string(manifest).expect("a manifest");
    let (_, rest) = manifest.split_once("[dependencies]\n").expect("there are dependencies");
    let listed = rest.lines().take_while(|line| !line.is_empty());
    let mut names: BTreeSet<String> =
        listed.filter_map(|line| Some(line.split_once(' ')?.0.replace('-', "_"))).collect();
    for shared in ["reference", "serde", "serde_json", "thiserror"] {
        assert!(names.remove(shared), "{shared} is in the manifest");
    }
    assert_eq!(names, OWNERS.iter().map(|(name, _)| (*name).to_string()).collect());
    let graph = &*CRATE;
    for (name, owners) in OWNERS {
        for owner in owners {
            let uses = |module: &Vec<String>| graph.paths_of(module).iter().any(|path| path[0] == name);
            let is_used = graph.modules().any(|module| module.join("/").starts_with(owner) && uses(module));
            assert!(is_used, "{owner} does not use {name}");
        }
    }
}
