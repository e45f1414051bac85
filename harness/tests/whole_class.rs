//! A whole class is marked at once: everybody has a row, nobody gets other marks than alone, and nothing is lost, whatever ends it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use support::class::{CASES, Class, Line, lines, results, told};

/// Returns these columns of each line, joined by `|`.
fn columns(lines: &[Line], wanted: &[&str]) -> Vec<String> {
    let line = |line: &Line| wanted.iter().map(|name| line[*name].clone()).collect::<Vec<_>>().join("|");
    lines.iter().map(line).collect()
}

/// Returns a class of twelve whose programs get more and more wrong, and its list.
fn twelve() -> Class {
    let class = Class::new();
    let mut roster = vec!["id,name".to_string()];
    for number in 0..12 {
        class.hand_in(&format!("student{number:02}"), CASES - number);
        roster.push(format!("student{number:02},Student {number}"));
    }
    class.write("roster.csv", &roster.join("\n"));
    class
}

/// Begins to mark a class, and returns when a tenth of what is left is done, or all of it.
fn marking_a_tenth(class: &Class, out: &str) -> Child {
    let roster = class.path("roster.csv");
    let arguments = ["--roster", roster.to_str().unwrap(), "--jobs", "2"];
    let mut command = class.marking("submissions", out, &arguments);
    let mut marking = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(marking.stderr.as_mut().unwrap()).lines();
    while lines.next().is_some_and(|line| !line.unwrap().contains(" runs; now ")) {}
    marking
}

#[test]
fn every_student_and_every_submission_has_a_row_with_a_status() {
    let class = Class::new();
    class.hand_in("ann", CASES);
    class.hand_in("ben", 6);
    class.write("submissions/cat/readme.txt", "I could not finish it.");
    class.write("submissions/dan/one.sh", "#!/bin/sh\necho one\n");
    class.write("submissions/dan/two.sh", "#!/bin/sh\necho two\n");
    class.write("submissions/eve/program.sh", "#!/bin/sh\necho x\n");
    std::os::unix::fs::symlink("/etc/passwd", class.path("submissions/eve/answers")).unwrap();
    class.write("submissions/fay/program.c", "int main(void) { return }\n");
    class.hand_in("gus", CASES);
    class.hand_in("gus-again", CASES - 1);
    class.hand_in("=1+1 \u{1f600}\u{1b}[31m", CASES);
    class.write("roster.csv", "\u{feff}login;name\nann;Ann Lee\nben;Ben O'Neil\ncat;Cat\ndan;Dan\neve;Eve\nfay;Fay\ngus;Gus\nhal;Hal\n");
    let roster = class.path("roster.csv");
    let output = class.mark("submissions", "run", &["--roster", roster.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    let lines = lines(&class.gradebook("run"));
    let rows = columns(&lines, &["id", "name", "status", "even", "odd", "style", "total", "pending"]);
    assert_eq!(
        rows,
        [
            "ann|Ann Lee|marked|6|6||12|2",
            "ben|Ben O'Neil|marked|3|3||6|2",
            "cat|Cat|cannot start|||||",
            "dan|Dan|two programs|||||",
            "eve|Eve|unreadable|||||",
            "fay|Fay|cannot start|0|0||0|2",
            "gus|Gus|two programs|||||",
            "hal|Hal|not handed in|||||",
            "|'=1+1 \u{1f600} [31m|marked|6|6||12|2",
        ],
        "{}",
        told(&output)
    );
    let notes = columns(&lines, &["note"]);
    assert!(notes[3].contains("holds several programs: one.sh, two.sh"), "{notes:?}");
    assert!(notes[4].contains("`answers` in it is a link"), "{notes:?}");
    assert!(notes[6].contains("there are several submissions"), "{notes:?}");
    assert!(notes[8].contains("it names nobody of the roster"), "{notes:?}");
    let told = told(&output);
    assert!(
        told.contains(
            "small: 9 rows: 3 marked, 1 not handed in, 2 cannot start, 2 two programs, 1 unreadable\n"
        ),
        "{told}"
    );
    assert!(!told.contains('\u{1b}'), "names cannot speak to the terminal: {told:?}");
}

#[test]
fn a_class_that_is_killed_again_and_again_ends_with_the_same_bytes() {
    let class = twelve();
    let roster = class.path("roster.csv");
    let arguments = ["--roster", roster.to_str().unwrap()];
    assert_eq!(class.mark("submissions", "whole", &arguments).status.code(), Some(0));
    for _ in 0..10 {
        let mut marking = marking_a_tenth(&class, "killed");
        marking.kill().unwrap();
        marking.wait().unwrap();
    }
    let output = class.mark("submissions", "killed", &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    assert_eq!(class.gradebook("killed"), class.gradebook("whole"));
    assert_eq!(without_times(&class, "killed"), without_times(&class, "whole"));
    assert!(!class.path("killed").join("class.sqlite-wal").exists(), "the log is gone when nobody writes");
}

#[test]
fn a_disk_that_is_full_ends_the_run_and_loses_nothing() {
    let class = twelve();
    let roster = class.path("roster.csv");
    let arguments = ["--roster", roster.to_str().unwrap()];
    assert_eq!(class.mark("submissions", "whole", &arguments).status.code(), Some(0));
    // No file may be larger than 200 KiB: the first run that does not fit is refused by the system, as on a full disk.
    let whole = class.marking("submissions", "full", &arguments);
    let limited = std::process::Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 400; exec \"$@\"", "sh"])
        .arg(whole.get_program())
        .args(whole.get_args())
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    assert_eq!(limited.status.code(), Some(70), "{}", told(&limited));
    assert!(told(&limited).contains("failed to keep what was done of the class"), "{}", told(&limited));
    let left = class.mark("submissions", "full", &arguments);
    assert!(!told(&left).contains(" 144 runs\n"), "what was done is kept: {}", told(&left));
    assert_eq!(class.gradebook("full"), class.gradebook("whole"));
    assert_eq!(without_times(&class, "full"), without_times(&class, "whole"));
}

/// Returns all results without what may differ from run to run.
fn without_times(class: &Class, out: &str) -> Vec<Value> {
    let mut all: Vec<Value> = results(&class.path(out)).into_values().collect();
    for case in all.iter_mut().flat_map(|results| results["cases"].as_array_mut().unwrap()) {
        case["seconds"] = Value::Null;
    }
    all
}

#[test]
fn who_is_interrupted_goes_on_and_has_no_mark_before() {
    let class = twelve();
    let suite = std::fs::read_to_string(class.path("cases/small/suite.yaml")).unwrap();
    class.write("cases/small/suite.yaml", &format!("{suite}limits: {{wall: 3000}}\n"));
    class.write("submissions/student11/program.sh", "#!/bin/sh\nsleep 2999\n");
    let marking = marking_a_tenth(&class, "run");
    kill_process(Pid::from_child(&marking), Signal::INT).unwrap();
    let output = marking.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(4), "{}", told(&output));
    for line in lines(&class.gradebook("run")) {
        assert!(
            line["status"] == "marked" || (line["status"] == "incomplete" && line["total"].is_empty()),
            "{line:?}"
        );
    }
    let status = |out: &str| {
        let output = support::harness().arg("class").arg("--status").arg(class.path(out)).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, text) = status("run");
    assert!(
        code == Some(4) && text.contains(" incomplete\n") && text.contains(" of 12 cases were run"),
        "{text}"
    );
    class.hand_in("student11", 1);
    let roster = class.path("roster.csv");
    class.mark("submissions", "run", &["--roster", roster.to_str().unwrap()]);
    let (code, text) = status("run");
    assert!(code == Some(0) && text.starts_with("small: 12 rows: 12 marked\n"), "{text}");
}

/// Returns a class of two, of whom one breaks a rule and misspells a question, and the command that marks it into `out`.
fn faulty_pizzas(class: &Class) -> impl Fn(&str) -> Command + '_ {
    let faithful = std::fs::read_to_string(support::submissions("pizza").join("faithful.py")).unwrap();
    let faulty = faithful.replace("more pizzas", "more pizza").replace(".lower() == 'n'", " == 'n'");
    assert_ne!(faulty, faithful);
    class.write("pizzas/faithful/pizza.py", &faithful);
    class.write("pizzas/faulty/pizza.py", &faulty);
    |out| {
        let mut command = Command::new(support::program());
        command.arg("class").arg(class.path("pizzas")).args(["--suite", "pizza", "--jobs", "2"]);
        command.arg("--cases").arg(support::root().join("cases")).arg("--out").arg(class.path(out));
        command.env("NO_COLOR", "1").stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

#[test]
fn who_is_ended_while_programs_are_judged_goes_on_to_the_same_bytes() {
    let class = Class::new();
    let marking = faulty_pizzas(&class);
    let whole = marking("whole").output().unwrap();
    assert_eq!(whole.status.code(), Some(0), "{}", told(&whole));
    let mut codes = Vec::new();
    for out in ["one", "two", "three"] {
        let mut child = marking(out).spawn().unwrap();
        // All cases have run, and some program is judged now.
        let mut lines = BufReader::new(child.stderr.as_mut().unwrap()).lines();
        while lines.next().is_some_and(|line| !line.unwrap().starts_with("82 of 82 runs")) {}
        kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
        let ended = child.wait_with_output().unwrap();
        let text = told(&ended);
        codes.push(ended.status.code());
        assert!(matches!(ended.status.code(), Some(0 | 4)), "{text}");
        for line in support::class::lines(&class.gradebook(out)) {
            let is_judged = line["status"] == "marked" && !line["total"].is_empty();
            let note = "all 41 cases were run, and are not judged yet";
            let is_left = line["status"] == "incomplete" && line["total"].is_empty() && line["note"] == note;
            assert!(is_judged || is_left, "{line:?}");
        }
        let again = marking(out).output().unwrap();
        assert_eq!(again.status.code(), Some(0), "{}", told(&again));
        assert!(!told(&again).contains(" 82 runs"), "what was run is kept: {}", told(&again));
        assert_eq!(class.gradebook(out), class.gradebook("whole"));
        assert_eq!(without_times(&class, out), without_times(&class, "whole"));
    }
    assert!(codes.contains(&Some(4)), "somebody was judged when the end was wanted: {codes:?}");
}

/// Waits until a process has begun to listen to requests to end.
fn listens_to_signals(process: &Child) {
    let is_caught = |line: &str| {
        let caught = line.strip_prefix("SigCgt:").map(|mask| u64::from_str_radix(mask.trim(), 16).unwrap());
        caught.is_some_and(|mask| mask & (1 << (Signal::TERM.as_raw() - 1)) != 0)
    };
    let status = format!("/proc/{}/status", process.id());
    while !std::fs::read_to_string(&status).unwrap().lines().any(is_caught) {
        std::thread::yield_now();
    }
}

#[test]
fn who_is_ended_while_submissions_are_read_has_marked_nothing() {
    let class = Class::new();
    let pipe = class.path("submissions.tgz");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut command = class.marking("submissions.tgz", "run", &[]);
    let marking = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    listens_to_signals(&marking);
    kill_process(Pid::from_child(&marking), Signal::TERM).unwrap();
    // Only now the archive begins, and it would never end.
    let mut archive = flate2::write::GzEncoder::new(
        std::fs::OpenOptions::new().write(true).open(&pipe).unwrap(),
        flate2::Compression::none(),
    );
    while archive.write_all(&[0; 4096]).is_ok() {}
    let output = marking.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(4), "{}", told(&output));
    assert!(told(&output).contains("interrupted before anything was done"), "{}", told(&output));
    assert!(!class.path("run").exists());
}

#[test]
fn neither_workers_nor_the_kind_of_the_export_change_a_byte() {
    let class = twelve();
    let roster = class.path("roster.csv");
    let arguments = |jobs: &'static str| {
        ["--roster".to_string(), roster.display().to_string(), "--jobs".into(), jobs.into()]
    };
    let packed = std::fs::File::create(class.path("class.zip")).unwrap();
    let mut zip = zip::ZipWriter::new(packed);
    for number in (0..12).rev() {
        let name = format!("student{number:02}/program.sh");
        zip.start_file(&name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(&std::fs::read(class.path(&format!("submissions/{name}"))).unwrap()).unwrap();
    }
    zip.finish().unwrap();
    let mut gradebooks = Vec::new();
    for (submissions, out, jobs) in
        [("submissions", "one", "1"), ("submissions", "four", "4"), ("class.zip", "zip", "3")]
    {
        let arguments = arguments(jobs);
        let output = class.mark(submissions, out, &arguments.each_ref().map(String::as_str));
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        gradebooks.push(class.gradebook(out));
    }
    assert_eq!(gradebooks[0], gradebooks[1]);
    assert_eq!(gradebooks[0], gradebooks[2]);
}

#[test]
fn a_mark_that_is_not_so_any_more_does_not_stand_in_the_gradebook_after_a_kill() {
    let class = Class::new();
    class.hand_in("ann", CASES);
    class.hand_in("ben", CASES - 1);
    class.mark("submissions", "run", &[]);
    let rows = || columns(&lines(&class.gradebook("run")), &["name", "status", "total"]);
    assert_eq!(rows(), ["ann|marked|12", "ben|marked|11"]);
    class.write("submissions/ann/program.sh", "#!/bin/sh\nsleep 5\necho \"number $1\"\n");
    std::fs::remove_dir_all(class.path("submissions/ben")).unwrap();
    let mut marking = class.marking("submissions", "run", &[]);
    let mut marking = marking.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let mut told = BufReader::new(marking.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(told.any(|line| line.contains("1 submissions to work on, 12 runs")));
    marking.kill().unwrap();
    marking.wait().unwrap();
    assert_eq!(rows(), ["ann|incomplete|"]);
    assert!(!std::fs::read_to_string(class.path("run/class.html")).unwrap().contains("ben"));
}

#[test]
fn lateness_comes_from_the_roster_where_the_export_does_not_tell() {
    let class = Class::new();
    for name in ["Ann Lee_1", "Bo Chen_2"] {
        class.hand_in(&format!("{name}_assignsubmission_file"), CASES);
    }
    let roster = "Identifier,Full name,Status\nParticipant 1,Ann Lee,Submitted for grading - 2 days late\nParticipant 2,Bo Chen,Submitted for grading\nParticipant 3,Cy Ode,No submission\n";
    class.write("roster.csv", roster);
    let list = class.path("roster.csv");
    class.mark("submissions", "run", &["--roster", list.to_str().unwrap()]);
    let rows = columns(&lines(&class.gradebook("run")), &["id", "status", "late"]);
    assert_eq!(rows, ["1|marked|late", "2|marked|on time", "3|not handed in|"]);
    // The worksheet of another assignment counts other participants: nobody gets another student's marks.
    class.write(
        "roster.csv",
        "Identifier,Full name,ID number\nParticipant 1,Bo Lee,s1\nParticipant 9,Bo Chen,s2\n",
    );
    let output = class.mark("submissions", "run", &["--roster", list.to_str().unwrap()]);
    let rows = columns(&lines(&class.gradebook("run")), &["id", "name", "status"]);
    assert_eq!(rows, ["s1|Bo Lee|not handed in", "s2|Bo Chen|marked", "1|Ann Lee|marked"]);
    assert!(told(&output).contains("its number means Bo Lee, but it is called Ann Lee"), "{}", told(&output));
}

#[test]
fn only_what_has_changed_is_run_again() {
    let class = twelve();
    let work = |expected: &str| {
        let output = class.mark("submissions", "run", &[]);
        assert!(told(&output).contains(expected), "{expected}: {}", told(&output));
    };
    let replace = |file: &str, from: &str, to: &str| {
        let text = std::fs::read_to_string(class.path(file)).unwrap();
        assert!(text.contains(from), "{file} holds {from}");
        class.write(file, &text.replace(from, to));
    };
    work("12 submissions to work on, 144 runs\n");
    work("0 submissions to work on, 0 runs\n");
    class.hand_in("student03", 0);
    work("1 submissions to work on, 12 runs\n");
    class.hand_in("another", 0);
    work("0 submissions to work on, 0 runs\n");
    replace(
        "cases/small/suite.yaml",
        "out_of: 6, by: harness}\n  - {row: odd",
        "out_of: 3, by: harness}\n  - {row: odd",
    );
    work("12 submissions to work on, 0 runs\n");
    assert_eq!(columns(&lines(&class.gradebook("run")), &["name", "even"])[0], "another|0");
    assert_eq!(columns(&lines(&class.gradebook("run")), &["name", "even"])[1], "student00|3");
    replace(
        "cases/small/all/case_04.yaml",
        "why: it says its number",
        "limits: {wall: 9}\nwhy: it says its number",
    );
    work("12 submissions to work on, 12 runs\n");
}

#[test]
fn nothing_of_one_student_is_visible_to_anothers_program() {
    let class = Class::new();
    class.write("submissions/ann/program.sh", "#!/bin/sh\necho \"number $1\"\n");
    class.write("submissions/ann/answer_of_ann.txt", "42\n");
    // `/usr` and `/sys` are the system's; to walk through them would take longer than a case may on a busy machine.
    let look = "find / -path /usr -prune -o -path /sys -prune -o -name 'answer_of_ann*' -print";
    let spy = format!(
        "#!/bin/sh\nif {look} 2>/dev/null | grep -q .; then echo found; else echo \"number $1\"; fi\n"
    );
    class.write("submissions/spy/program.sh", &spy);
    let output = class.mark("submissions", "run", &["--jobs", "2"]);
    let rows = columns(&lines(&class.gradebook("run")), &["name", "status", "total"]);
    assert_eq!(rows, ["ann|marked|12", "spy|marked|12"], "{}", told(&output));
}

#[test]
fn what_times_out_beside_others_is_run_again_alone_until_three_in_a_row_do_so() {
    let class = Class::new();
    let suite = std::fs::read_to_string(class.path("cases/small/suite.yaml")).unwrap();
    class.write("cases/small/suite.yaml", &format!("{suite}limits: {{wall: 1}}\n"));
    class.hand_in("ann", CASES);
    class.write(
        "submissions/eve/program.sh",
        "#!/bin/sh\nif [ \"$1\" -lt 5 ]; then sleep 99; fi\necho \"number $1\"\n",
    );
    let output = class.mark("submissions", "run", &[]);
    let rows = columns(&lines(&class.gradebook("run")), &["name", "status", "total"]);
    assert_eq!(rows, ["ann|marked|12", "eve|marked|7"], "{}", told(&output));
    let connection = rusqlite::Connection::open(class.path("run").join("class.sqlite")).unwrap();
    let count = |state: &str| -> i64 {
        let sql = "SELECT count(*) FROM recording WHERE state = ?1";
        connection.query_row(sql, [state], |row| row.get(0)).unwrap()
    };
    assert_eq!(["counts", "slow", "again", "believed"].map(count), [19, 0, 3, 2]);
}

#[test]
fn a_submission_gets_the_same_results_in_a_class_as_alone() {
    let class = twelve();
    class.mark("submissions", "run", &[]);
    let together = results(&class.path("run"));
    for name in ["student00", "student05", "student11"] {
        let mut command = support::harness();
        command.args(["--suite", "small", "--audience", "staff", "--target"]);
        command.arg(class.path(&format!("submissions/{name}"))).arg("--cases").arg(class.path("cases"));
        command.arg("--reports").arg(class.path("alone")).output().unwrap();
        let text = std::fs::read_to_string(class.path("alone/results.json")).unwrap();
        let mut alone: Value = serde_json::from_str(&text).unwrap();
        let mut marked = together[name].clone();
        for results in [&mut alone, &mut marked] {
            for told in ["target", "command"] {
                results[told] = Value::Null;
            }
            for case in results["cases"].as_array_mut().unwrap() {
                case["seconds"] = Value::Null;
            }
        }
        assert_eq!(alone, marked, "{name}");
    }
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn the_sample_class_shows_every_status_and_marks_real_faults() {
    let out = tempfile::tempdir().unwrap();
    let mut command = support::harness();
    command.args([
        "class",
        "samples/class",
        "--suite",
        "little_battle",
        "--roster",
        "samples/class-roster.csv",
        "--out",
    ]);
    let output = command.arg(out.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    let gradebook = std::fs::read(out.path().join("gradebook.csv")).unwrap();
    let rows = columns(
        &lines(&gradebook),
        &["id", "name", "status", "start", "turns", "fights", "scout", "winning", "games"],
    );
    // What a fault costs stands in `submissions/little_battle/patches.yaml`.
    for expected in [
        "s510001|Ada Brandt|marked|1|1|1.5|1|1|1",
        "s510002|Ben Okafor|marked|1|1|1.33|1|1|1",
        "s510003|Chloe Marsh|marked|0.88|1|1.5|1|0.75|1",
        "s510004|Dev Anand|marked|1|1|1.5|0.94|1|1",
        "s510007|Grace Lin|marked|1|0.94|1.5|1|1|1",
        "s510009|Igor Petrov|cannot start|0|0|0|0|0|0",
        "s510011|Kira Vogel|two programs||||||",
        "s510012|Liam Byrne|cannot start||||||",
        "s510013|Mona Haddad|not handed in||||||",
    ] {
        assert!(rows.iter().any(|row| row == expected), "{expected}: {rows:#?}");
    }
    assert_eq!(rows.len(), 13);
    let alone = support::mark(
        &support::root().join("samples/class/Ben Okafor_4102_assignsubmission_file"),
        "little_battle",
        &[],
    );
    let together = &results(out.path())["Ben Okafor_4102_assignsubmission_file"];
    for what in ["summary", "mistakes", "mark_sheet", "target_digest"] {
        assert_eq!(alone.results[what], together[what], "{what}");
    }
}

#[test]
fn what_cannot_be_used_is_refused_before_anything_is_run() {
    let class = twelve();
    class.write("wrong.csv", "grade\n1\n");
    let wrong = class.path("wrong.csv");
    let inside = class.path("submissions/run");
    for (submissions, arguments, words) in [
        ("nowhere", vec![], "there is no such folder or archive"),
        ("submissions", vec!["--roster", wrong.to_str().unwrap()], "does not say whose its lines are"),
        ("submissions", vec!["--pattern", "("], "is no regular expression"),
        ("submissions", vec!["--out", inside.to_str().unwrap()], "stands among the submissions"),
    ] {
        let mut command = class.marking(submissions, "run", &[]);
        if arguments.first() == Some(&"--out") {
            command = std::process::Command::new(support::program());
            command
                .arg("class")
                .arg(class.path(submissions))
                .args(["--suite", "small", "--cases"])
                .arg(class.path("cases"));
        }
        let output = command.args(&arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{words}: {}", told(&output));
        assert!(told(&output).contains(words), "{words}: {}", told(&output));
    }
    class.write("other/class.sqlite", "no database");
    let output = class.mark("submissions", "other", &[]);
    assert!(matches!(output.status.code(), Some(2 | 70)), "{}", told(&output));
    assert_eq!(std::fs::read_to_string(class.path("other/class.sqlite")).unwrap(), "no database");
}
