//! The guide to a new assignment works when its commands are pasted one by one.

mod support;

use std::path::Path;
use std::process::Command;

use support::root;

/// A block of commands, and what the guide says that they print.
struct Step {
    line: usize,
    commands: String,
    printed: Vec<String>,
}

/// Returns the steps of a guide: each block `sh`, with the blocks `text` that follow it.
fn steps(guide: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut lines = guide.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(language) = line.strip_prefix("```") else { continue };
        let inner = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```");
        let block = inner
            .flat_map(|line| {
                [
                    line, "
",
                ]
            })
            .collect::<String>();
        match (language, steps.last_mut()) {
            ("sh", _) => steps.push(Step { line: number + 1, commands: block, printed: Vec::new() }),
            ("text", Some(step)) => step.printed.push(block),
            _ => {
                panic!("line {} begins a block that is neither `sh` nor what a block `sh` prints", number + 1)
            }
        }
    }
    steps
}

/// Pastes all steps into one shell in `folder`; returns what each has printed.
fn paste(steps: &[Step], folder: &Path) -> Vec<String> {
    const MARK: &str = "@@@ next step\n";
    const TELL: &str = "echo '@@@ next step'\n";
    let script: String = steps.iter().flat_map(|step| [&step.commands, TELL]).collect();
    let bin = Path::new(env!("CARGO_BIN_EXE_harness")).parent().expect("a folder");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").expect("there is a PATH"));
    let output = Command::new("bash")
        .args(["-c", &format!("exec 2>&1\n{script}")])
        .current_dir(folder)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .output()
        .expect("bash runs");
    let text = String::from_utf8(output.stdout).expect("text");
    text.split(MARK).map(str::to_string).collect()
}

#[test]
fn every_command_of_the_guide_prints_what_the_guide_says() {
    let guide = std::fs::read_to_string(root().join("docs/new-assignment.md")).expect("it is there");
    let steps = steps(&guide);
    assert!(steps.len() >= 9, "the blocks are found");
    let folder = tempfile::tempdir().expect("a folder");
    let outputs = paste(&steps, folder.path());
    assert_eq!(outputs.len(), steps.len() + 1, "every step was reached: {outputs:#?}");
    for (step, got) in steps.iter().zip(outputs) {
        for printed in &step.printed {
            assert!(got.contains(printed), "line {} prints:\n{got}\nand not:\n{printed}", step.line);
        }
        assert!(!step.printed.is_empty() || got.is_empty(), "line {} prints:\n{got}", step.line);
        assert!(!got.contains("error"), "line {} prints:\n{got}", step.line);
    }
    let results = folder.path().join("corner/reports/shop/results.json");
    let results = std::fs::read_to_string(results).expect("marks were written");
    assert!(results.contains("\"automatic\": 3.81"), "{results}");
}
