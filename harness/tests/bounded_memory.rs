//! A run needs no more memory for many cases than for few, but for what is told of each.

mod support;

use std::path::Path;
use std::process::Command;

use support::script;

const SUITE: &str = "title: Loud
reference: {command: [sh, '{suite}/reference.sh']}
rules: {says: It says something.}
marks:
  - {row: says, title: Says, out_of: 4, by: harness, award: share}
";

/// A program that prints 600,000 bytes, most of them on one line.
const LOUD: &str = "#!/bin/sh\nhead -c 580000 /dev/zero | tr '\\0' x\nyes a line | head -c 20000\n";

/// Runs a program and prints the largest number of kilobytes that it or a process below it has held in memory.
const PEAK: &str = "import resource, subprocess, sys\nstatus = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode\nassert status == 1, status\nprint(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n";

fn write_suite(cases: &Path, number: u32) {
    let suite = cases.join("loud");
    std::fs::create_dir_all(&suite).expect("made");
    std::fs::write(suite.join("suite.yaml"), SUITE).expect("written");
    std::fs::write(suite.join("reference.sh"), "exit 0\n").expect("written");
    for case in 0..number {
        let text = format!(
            "why: It speaks.\nrule: says\nrow: says\nvisible: public\ntranscript: |2+\n  hello {case}\n"
        );
        std::fs::write(suite.join(format!("case_{case}.yaml")), text).expect("written");
    }
}

/// Returns the kilobytes that a run of so many cases takes at its peak, with all its reports.
fn peak(folder: &Path, cases: u32) -> u64 {
    let program = script(folder, "program", LOUD);
    let folder = folder.join(cases.to_string());
    write_suite(&folder.join("cases"), cases);
    let mut command = Command::new("python3");
    command.args(["-c", PEAK, env!("CARGO_BIN_EXE_harness"), "--suite", "loud", "--jobs", "1", "--quiet"]);
    command.arg("--cases").arg(folder.join("cases")).arg("--target").arg(program);
    command.arg("--reports").arg(folder.join("reports"));
    for form in ["html", "junit", "markdown", "csv", "gradescope"] {
        command.args(["--report", form]);
    }
    let output = command.output().expect("python3 runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().parse().expect("a number")
}

#[test]
fn recordings_are_not_held_in_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let (few, many) = (peak(folder.path(), 4), peak(folder.path(), 24));
    let (recorded, more) = (20 * 600, many.saturating_sub(few));
    assert!(more < recorded / 2, "{more} kB more for {recorded} kB more of recordings: {few} and {many}");
}
