//! A class whose parts are marked on several machines, and merged, is the class that one machine has marked; and nothing else is merged.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use support::class::{CASES, Class, lines, told};

/// How many different submissions of the class have a program that can be built; one has a program that cannot.
const BUILT: usize = 5;

/// Returns a class with right and wrong programs, two that are the same, one that cannot be built, one that says something else each time from its
/// tenth case on where `is_unstable`, and what is no program.
fn class(is_unstable: bool) -> Class {
    let class = Class::new();
    for (name, wrong) in [("ann", CASES), ("ben", 6), ("cat", 0), ("dan", CASES)] {
        class.hand_in(name, wrong);
    }
    let random = if is_unstable { "date +%N; cat /proc/sys/kernel/random/uuid" } else { "echo no" };
    let text = format!("#!/bin/sh\nif [ \"$1\" -lt 10 ]; then echo \"number $1\"; else {random}; fi\n");
    class.write("submissions/eve/program.sh", &text);
    class.write("submissions/fay/program.c", "int main(void) { return }\n");
    class.write("submissions/gus/readme.txt", "I could not finish it.");
    class.write("submissions/hal/program.sh", "#!/bin/sh\n[ \"$1\" -lt 3 ] && echo \"number $1\"\nexit 3\n");
    class
}

/// Runs a command, and returns what it said.
fn harness(arguments: &[&str], paths: &[&Path]) -> Output {
    let mut command = Command::new(support::program());
    command.args(arguments).args(paths).env("NO_COLOR", "1").env("SLURMD_NODENAME", "node7");
    command.output().unwrap()
}

#[track_caller]
fn ends_with(output: &Output, status: i32) -> String {
    assert_eq!(output.status.code(), Some(status), "{}", told(output));
    told(output)
}

/// Plans the class, and returns its folder.
fn planned(class: &Class, out: &str) -> PathBuf {
    let arguments = ["plan", "--suite", "small", "--out"];
    let run = class.path(out);
    let (cases, submissions) = (class.path("cases"), class.path("submissions"));
    let output = harness(&arguments, &[&run, Path::new("--cases"), &cases, &submissions]);
    ends_with(&output, 0);
    run
}

#[track_caller]
fn mark(run: &Path, partition: &str) -> String {
    ends_with(&harness(&["mark", "--quiet", "--jobs", "2", "--partition", partition], &[run]), 0)
}

/// Returns the files that attempts have left in the folder of a class.
fn attempts(run: &Path) -> Vec<PathBuf> {
    let plans = std::fs::read_dir(run.join("plan")).unwrap().map(|entry| entry.unwrap().path());
    let files = plans.flat_map(|plan| std::fs::read_dir(plan.join("attempts")).unwrap());
    let mut files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn copied(from: &Path, to: &Path) {
    let copied = Command::new("cp").arg("-r").args([from, to]).status().unwrap();
    assert!(copied.success());
}

#[test]
fn parts_that_machines_have_marked_are_the_class_that_one_machine_has_marked() {
    let class = class(false);
    let local = class.mark("submissions", "local", &[]);
    ends_with(&local, 1);
    let run = planned(&class, "run");
    // Machines have nothing but the folder of the class; one has its own copy of it.
    let away = class.path("away");
    copied(&run, &away);
    std::fs::rename(class.path("submissions"), class.path("gone")).unwrap();
    std::fs::rename(class.path("cases"), class.path("cases-gone")).unwrap();
    for partition in ["slice:1/3", "slice:3/3"] {
        mark(&run, partition);
    }
    let text = mark(&away, "slice:2/3");
    assert!(text.contains("slice:2/3: ") && text.contains(" runs; kept in "), "{text}");
    let text = ends_with(&harness(&["merge", "--quiet"], &[&run, &away]), 1);
    let all = BUILT * CASES;
    assert!(text.contains(&format!("{all} runs taken from 3 parts")), "{text}");
    assert!(text.contains(&format!("node7: {all} runs; sandbox ")), "{text}");
    assert_eq!(class.gradebook("run"), class.gradebook("local"));

    // Nothing is left to be done, also for one machine.
    std::fs::rename(class.path("gone"), class.path("submissions")).unwrap();
    std::fs::rename(class.path("cases-gone"), class.path("cases")).unwrap();
    let text = ends_with(&class.mark("submissions", "run", &[]), 1);
    assert!(text.contains("0 submissions to work on, 0 runs"), "{text}");
    assert_eq!(class.gradebook("run"), class.gradebook("local"));
}

#[test]
fn what_nobody_has_marked_is_told_and_has_no_mark() {
    let class = class(false);
    let run = planned(&class, "run");
    let text = ends_with(&harness(&["merge", "--quiet"], &[&run]), 3);
    let all = (BUILT + 1) * CASES;
    assert!(text.contains(&format!("{all} runs are missing; nothing was marked yet")), "{text}");
    mark(&run, "slice:2/4");
    let text = ends_with(&harness(&["merge", "--quiet"], &[&run]), 3);
    assert!(text.contains("runs are missing; mark slice:1/4, slice:3/4, slice:4/4 again"), "{text}");
    assert!(text.contains(" incomplete"), "{text}");
    let marked = lines(&class.gradebook("run")).iter().filter(|line| !line["total"].is_empty()).count();
    assert!(marked < BUILT, "{marked}");
    // One machine may do the rest.
    ends_with(&class.mark("submissions", "local", &[]), 1);
    ends_with(&class.mark("submissions", "run", &[]), 1);
    assert_eq!(class.gradebook("run"), class.gradebook("local"));
}

#[test]
fn runs_that_agree_are_one_and_runs_that_do_not_are_made_again() {
    let class = class(true);
    let run = planned(&class, "run");
    mark(&run, "slice:1/1");
    mark(&run, "hash:1/2");
    mark(&run, "hash:2/2");
    let text = ends_with(&harness(&["merge"], &[&run]), 1);
    for case in ["all/case_10", "all/case_11"] {
        let line =
            format!("unstable, and run again here: eve: {case}: not the same each time, last on node7");
        assert!(text.contains(&line), "{text}");
    }
    assert_eq!(text.matches("unstable").count(), 2, "{text}");
    let all = BUILT * CASES - 2;
    assert!(text.contains(&format!("{all} runs taken from 3 parts")), "{text}");
    // What was settled stays so, until somebody comes with something else.
    let text = ends_with(&harness(&["merge"], &[&run]), 1);
    assert!(text.contains("0 runs taken from 0 parts") && !text.contains("unstable"), "{text}");
    mark(&run, "slice:1/1");
    let text = ends_with(&harness(&["merge"], &[&run]), 1);
    assert_eq!(text.matches("unstable").count(), 2, "{text}");
}

#[test]
fn nothing_is_merged_that_belongs_to_another_plan_or_is_not_whole() {
    let class = class(false);
    let run = planned(&class, "run");
    mark(&run, "slice:1/1");
    // A part of a file, and one that is being written.
    let [whole] = &attempts(&run)[..] else { panic!("one attempt") };
    let bytes = std::fs::read(whole).unwrap();
    std::fs::write(whole.with_file_name("slice-1-1.n.1.1.attempt"), &bytes[..bytes.len() / 3]).unwrap();
    std::fs::write(whole.with_file_name(".tmp1234"), &bytes[..bytes.len() / 2]).unwrap();
    let text = ends_with(&harness(&["merge"], &[&run]), 1);
    assert!(text.contains("left out: ") && text.contains("slice-1-1.n.1.1.attempt"), "{text}");
    assert!(text.contains(&format!("{} runs taken from 1 part that", BUILT * CASES)), "{text}");

    class.hand_in("ida", 4);
    let other = planned(&class, "other");
    mark(&other, "slice:1/1");
    let before = class.gradebook("run");
    for folder in [&other, &other.join("plan")] {
        let text = ends_with(&harness(&["merge"], &[&run, folder]), 2);
        assert!(text.contains("holds results of the plan ") && text.contains("  help: "), "{text}");
    }
    assert_eq!(class.gradebook("run"), before);
    // Who marks by a plan that is not there any more is told so.
    planned(&class, "run");
    let text =
        ends_with(&harness(&["mark", "--partition", "slice:1/1", "--plan", "0123456789ab"], &[&run]), 2);
    assert!(text.contains("not 0123456789ab"), "{text}");
}

#[test]
fn a_class_that_is_planned_again_has_only_what_is_missing() {
    let class = class(false);
    let run = planned(&class, "run");
    mark(&run, "slice:1/1");
    ends_with(&harness(&["merge", "--quiet"], &[&run]), 1);
    class.hand_in("ida", 4);
    planned(&class, "run");
    let text = mark(&run, "slice:1/1");
    assert!(text.contains(&format!("slice:1/1: {CASES} runs")), "{text}");
    ends_with(&harness(&["merge", "--quiet"], &[&run]), 1);
    ends_with(&class.mark("submissions", "local", &[]), 1);
    assert_eq!(class.gradebook("run"), class.gradebook("local"));
}

#[test]
fn a_machine_that_may_not_mark_leaves_a_note_and_no_result() {
    let class = class(false);
    let run = planned(&class, "run");
    let mut command = Command::new(support::program());
    command.arg("mark").arg(&run).args(["--partition", "slice:1/1", "--require-sandbox", "landlock"]);
    let output = command.env("HARNESS_SANDBOX_AT_MOST", "T4").env("NO_COLOR", "1").output().unwrap();
    ends_with(&output, 5);
    let [note] = &attempts(&run)[..] else { panic!("one note") };
    assert!(std::fs::read_to_string(note).unwrap().contains("the sandbox of this machine is T4"));
    ends_with(&harness(&["merge", "--quiet"], &[&run]), 3);
}

#[test]
fn results_tell_of_the_weakest_machine_that_has_run_a_submission() {
    let class = class(false);
    let run = planned(&class, "run");
    mark(&run, "slice:1/2");
    let mut command = Command::new(support::program());
    command.arg("mark").arg(&run).args(["--partition", "slice:2/2"]);
    let output = command.env("HARNESS_SANDBOX_AT_MOST", "T4").output().unwrap();
    ends_with(&output, 0);
    ends_with(&harness(&["merge", "--quiet"], &[&run]), 1);
    let tiers: Vec<String> = support::class::results(&run)
        .values()
        .map(|results| results["sandbox"]["tier"].as_str().unwrap().to_string())
        .collect();
    assert!(tiers.iter().any(|tier| tier == "T4") && tiers.iter().any(|tier| tier != "T4"), "{tiers:?}");
}

/// Returns the commands of the page about many machines that mark a part, each with what its service would put into it for the first part.
fn documented() -> Vec<String> {
    let page = std::fs::read_to_string(support::root().join("docs/many-machines.md")).unwrap();
    let mut is_code = false;
    let mut commands = Vec::new();
    for line in page.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        }
        let Some(at) = line.find("harness mark").filter(|_| is_code && line.contains("\"$RUN\"")) else {
            continue;
        };
        let command = line[at..].trim_end_matches("']").replace("${{ matrix.part }}", "1").replace("{}", "1");
        commands.push(command.split(" ::: ").next().unwrap().to_string());
    }
    commands
}

#[test]
fn what_is_written_of_other_services_marks_their_first_part() {
    let class = class(false);
    let run = planned(&class, "run");
    let commands = documented();
    assert_eq!(commands.len(), 6, "{commands:?}");
    let program = support::program();
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let index =
        [("SGE_TASK_ID", "1"), ("JOB_COMPLETION_INDEX", "0"), ("CI_NODE_INDEX", "1"), ("CI_NODE_TOTAL", "8")];
    for command in commands {
        let mut shell = Command::new("sh");
        let output =
            shell.args(["-c", &command]).env("PATH", &path).env("RUN", &run).envs(index).output().unwrap();
        let text = ends_with(&output, 0);
        assert!(text.contains("slice:1/8: ") || text.contains("slice:1/24: "), "{command}: {text}");
    }
    // One machine with nothing but a shell marks all of it.
    let all = "seq 8 | xargs -P 2 -I{} harness mark \"$RUN\" --partition slice:{}/8 --jobs 1";
    assert!(std::fs::read_to_string(support::root().join("docs/many-machines.md")).unwrap().contains(all));
    let output = Command::new("sh").args(["-c", all]).env("PATH", &path).env("RUN", &run).output().unwrap();
    ends_with(&output, 0);
    ends_with(&harness(&["merge", "--quiet"], &[&run]), 1);
}
