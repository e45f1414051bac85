//! What attacks while it is built gets no further than what attacks while it runs.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use harness::running::{Tier, tier};
use support::{Marked, harness, mark};

const SUITE: &str = "title: A line\nreference: {command: [\"true\"]}\nrules: {line: One line.}\n\
                     marks: [{row: line, title: Line, out_of: 1, by: harness}]\n\
                     start: {c: {build: [make, -s, -C, \"{folder}\", \"BUILD={build}\"], run: [\"{build}/program\"]}}\n";

const CASE: &str = "why: one line\nrule: line\nrow: line\nvisible: public\ntranscript: |2+\n  contained\n";

/// Stands in files that no compiler may read.
const SECRET: &str = "the_word_that_nobody_may_know";

/// A makefile as it should be.
const COMPILE: &str = "all:\n\tgcc -o $(BUILD)/program program.c\n";

const PROGRAM: &str = "#include <stdio.h>\nint main(void) { puts(\"contained\"); return 0; }\n";

/// A submission that is built by its own makefile, beside a course with a secret.
struct Attack {
    folder: tempfile::TempDir,
}

impl Attack {
    /// `SECRET` in the texts stands for the path of the secret, `CASES` for the folder of the cases.
    fn new(makefile: &str, source: &str) -> Self {
        let attack = Self { folder: tempfile::tempdir().unwrap() };
        let cases = attack.path("cases").display().to_string();
        let fill =
            |text: &str| text.replace("SECRET", &format!("{cases}/line/secret.h")).replace("CASES", &cases);
        attack.write("cases/line/suite.yaml", SUITE);
        attack.write("cases/line/line.yaml", CASE);
        attack.write("cases/line/secret.h", &format!("{SECRET}\n"));
        attack.write("it/Makefile", &fill(makefile));
        attack.write("it/program.c", &fill(source));
        attack
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn mark(&self) -> Marked {
        mark(&self.path("it"), "line", &["--cases", self.path("cases").to_str().unwrap()])
    }
}

/// The source of what is built ends with a failure that has these words.
#[track_caller]
fn is_not_built(source: &str, words: &str) {
    fails(&Attack::new(COMPILE, source), words);
}

#[track_caller]
fn fails(attack: &Attack, words: &str) {
    let marked = attack.mark();
    assert_eq!((marked.status, marked.verdict()), (1, "not-started"), "{}", marked.screen);
    assert!(marked.screen.contains(words), "{words} is not told in {}", marked.screen);
    assert!(!marked.screen.contains(SECRET) && !marked.results.to_string().contains(SECRET));
}

/// The `attack` must fail where files are kept from programs. Where this machine cannot do that, every result must say so.
#[track_caller]
fn is_held_off_or_warned_of(attack: impl FnOnce()) {
    if tier() != Tier::Limits {
        return attack();
    }
    let marked = Attack::new(COMPILE, PROGRAM).mark();
    assert!(marked.screen.contains("WARNING: programs were not fully contained"), "{}", marked.screen);
    assert!(marked.results["sandbox"]["missing"].as_array().unwrap().contains(&"files".into()));
}

#[test]
fn a_source_without_an_end_is_given_up() {
    is_not_built("#include \"/dev/zero\"\nint main(void) { return 0; }\n", "memory");
}

#[test]
fn a_source_that_includes_itself_twice_is_given_up() {
    is_not_built("#include __FILE__\n#include __FILE__\nint main(void) {}\n", "said more than 1048576 bytes");
}

#[test]
fn a_program_larger_than_a_file_may_be_is_not_kept() {
    is_not_built("char room[1 << 29] = {1};\nint main(void) { return 0; }\n", "cannot be compiled");
}

#[test]
fn a_source_cannot_show_other_files() {
    is_held_off_or_warned_of(|| {
        is_not_built("#include \"SECRET\"\nint main(void) { return 0; }\n", "secret.h");
        is_not_built("__asm__(\".incbin \\\"SECRET\\\"\");\nint main(void) { return 0; }\n", "secret.h");
    });
}

#[test]
fn commands_of_a_build_file_find_nothing() {
    let nosy = "all:\n\t! cat SECRET\n\t! ls CASES\n\t! echo more >CASES/line/more.yaml\n\t! cat /etc/shadow\n\
                \t! ls /root\n\t! env | grep HARNESS\n\t! echo x >/usr/bin/gcc\n";
    is_held_off_or_warned_of(|| {
        let attack = Attack::new(&format!("{nosy}{}", &COMPILE[5..]), PROGRAM);
        let marked = attack.mark();
        assert_eq!((marked.status, marked.verdict()), (0, "passed"), "{}", marked.screen);
        assert!(!attack.path("cases/line/more.yaml").exists());
    });
}

#[test]
fn a_build_file_changes_no_modes_and_times_of_other_files() {
    let changes = "all:\n\tchmod 777 SECRET || true\n\ttouch -c -d 2001-01-01 SECRET || true\n";
    let attack = Attack::new(&format!("{changes}{}", &COMPILE[5..]), PROGRAM);
    let secret = attack.path("cases/line/secret.h");
    let before = secret.metadata().unwrap();
    for tier in ["T1", "T2", "T3"] {
        let mut harness = harness();
        harness
            .env("HARNESS_SANDBOX_AT_MOST", tier)
            .args(["--suite", "line", "--cases"])
            .arg(attack.path("cases"));
        harness.arg("--reports").arg(attack.path("reports")).arg("--target").arg(attack.path("it"));
        harness.assert().success();
    }
    let after = secret.metadata().unwrap();
    assert_eq!((before.mode(), before.mtime()), (after.mode(), after.mtime()));
}

#[test]
fn what_cannot_be_kept_of_a_build_is_left_out() {
    let nest = |place: &str, name: &str, count: u32| {
        format!(
            "{COMPILE}\tpython3 -c \"import os; os.chdir('{place}'); \
             [(os.mkdir('{name}'), os.chdir('{name}')) for _ in range({count})]\"\n"
        )
    };
    let long = "n".repeat(200);
    let closed = format!("{COMPILE}\tumask 777; mkdir $(BUILD)/closed\n");
    let makefiles = [nest("$(BUILD)", &long, 30), nest(".", &long, 30), nest("$(BUILD)", "n", 1200), closed];
    for makefile in makefiles {
        let attack = Attack::new(&makefile, PROGRAM);
        for tier in ["T1", "T2", "T3", "T4"] {
            let mut harness = harness();
            harness.env("HARNESS_SANDBOX_AT_MOST", tier).args(["--suite", "line", "--cases"]);
            harness.arg(attack.path("cases")).arg("--target").arg(attack.path("it"));
            let status = harness.arg("--reports").arg(attack.path("reports")).assert().get_output().status;
            assert!(matches!(status.code(), Some(0 | 1)), "{tier} {status} {makefile}");
        }
    }
}

#[test]
fn what_a_build_file_links_to_is_not_taken_for_the_program() {
    is_held_off_or_warned_of(|| {
        fails(&Attack::new("all:\n\tln -s SECRET $(BUILD)/program\n", PROGRAM), "building made no program");
    });
}

#[test]
fn a_build_file_that_floods_is_given_up() {
    fails(&Attack::new("all:\n\tyes\n", PROGRAM), "said more than 1048576 bytes");
}

#[test]
fn what_a_build_file_leaves_running_is_ended() {
    let token = format!("2976.5{}", std::process::id());
    let attack = Attack::new(&format!("all:\n\tsetsid sleep {token} &\n{}", &COMPILE[5..]), PROGRAM);
    let marked = attack.mark();
    assert_eq!((marked.status, marked.verdict()), (0, "passed"), "{}", marked.screen);
    let has_token = |path: &Path| {
        String::from_utf8_lossy(&std::fs::read(path.join("cmdline")).unwrap_or_default()).contains(&token)
    };
    let mut processes = std::fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    assert!(!processes.any(|path| has_token(&path)));
}
