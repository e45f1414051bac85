//! What a recording holds of small programs, good and bad.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::path::{Path, PathBuf};
use std::time::Duration;

use harness::limits::Limits;
use harness::recording::{Exit, Reason, Recording, What};
use harness::running::typist::ListTypist;
use harness::running::{Launch, find_program, run};
use reference::Typed;

/// Runs a program with `lines` typed, within `limits`.
fn run_with(program: PathBuf, arguments: &[&str], lines: &[&str], limits: Limits) -> Recording {
    let folder = tempfile::tempdir().unwrap();
    let arguments = arguments.iter().map(ToString::to_string).collect();
    let launch = Launch { program, arguments, folder: folder.path().to_path_buf(), ..Launch::default() };
    let lines = lines.iter().map(|line| match *line {
        "<<EOF>>" => Typed::EndOfInput,
        line => Typed::Line(line.to_string()),
    });
    run(&launch, limits, &mut ListTypist::new(lines)).unwrap()
}

/// Runs a Python program.
fn python(text: &str, lines: &[&str]) -> Recording {
    run_with(find_program("python3").unwrap(), &["-c", text], lines, Limits::default())
}

/// Runs a shell program.
fn shell(text: &str, lines: &[&str]) -> Recording {
    run_with(find_program("sh").unwrap(), &["-c", text], lines, Limits::default())
}

fn limits(wall: Duration, output: usize) -> Limits {
    Limits { wall, output, ..Limits::default() }
}

/// Returns what happened in one line: output and error output as they are, `<typed>`, and the end.
fn told(recording: &Recording) -> String {
    let events = recording.events.iter().map(|event| match &event.what {
        What::Output(bytes) | What::Error(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        What::Typed(line) => format!("<{line}>"),
        What::EndOfInput => "<EOF>".to_string(),
        What::Exit(Exit::Status(status)) => format!("[exit {status}]"),
        What::Exit(Exit::Signal(signal)) => format!("[signal {signal}]"),
        What::Stopped(reason) => format!("[{reason:?}]"),
        What::NotStarted(reason) => format!("[not started: {reason}]"),
        What::Withheld(bytes) => format!("(withheld: {})", String::from_utf8_lossy(bytes)),
        What::Wait | What::Consumed(_) | What::PlayedOn(_) => String::new(),
    });
    events.collect()
}

#[test]
fn a_line_is_typed_where_the_program_waits() {
    let recording =
        shell("printf 'name? '; read x; printf 'hi %s\\nage? ' $x; read y; echo old", &["Ann", "9"]);
    assert_eq!(told(&recording), "name? <Ann>hi Ann\nage? <9>old\n[exit 0]");
}

#[test]
fn python_prompts_are_seen_before_the_line_is_typed() {
    let recording =
        python("x = input('name? ')\nprint('hi', x)\nprint('age? ', end='')\ny = input()", &["Ann", "9"]);
    assert_eq!(told(&recording), "name? <Ann>hi Ann\nage? <9>[exit 0]");
}

#[test]
fn a_c_program_shows_its_prompt_as_at_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("ask.c");
    let text = "#include <stdio.h>\nint main(void) { char line[80]; printf(\"name? \"); fgets(line, 80, stdin); printf(\"hi %s\", line); printf(\"age? \"); fgets(line, 80, stdin); puts(\"old\"); return 0; }\n";
    std::fs::write(&source, text).unwrap();
    let program = folder.path().join("ask");
    let compiled = std::process::Command::new("cc").args(["-o"]).arg(&program).arg(&source).status().unwrap();
    assert!(compiled.success());
    let recording = run_with(program, &[], &["Ann", "9"], Limits::default());
    assert_eq!(told(&recording), "name? <Ann>hi Ann\nage? <9>old\n[exit 0]");
}

#[test]
fn the_run_ends_where_nothing_is_left_to_type() {
    assert_eq!(told(&shell("echo a; read x; echo b", &[])), "a\n[NothingToType]");
}

#[test]
fn input_ends_only_where_it_is_said() {
    let text = "import sys\nprint('lines:', len(sys.stdin.read().split()))";
    assert_eq!(told(&python(text, &["a", "b", "<<EOF>>"])), "<a><b><EOF>lines: 2\n[exit 0]");
}

#[test]
fn what_a_program_keeps_back_is_asked_for_when_the_case_is_over() {
    let text = "import sys\nprint('lines:', len(sys.stdin.read().split()))";
    assert_eq!(told(&python(text, &["a", "b"])), "<a><b>[NothingToType](withheld: lines: 2\n)");
    let endless = python("import sys\nsys.stdin.read()\nwhile True: print('x')", &["a"]);
    assert_eq!(endless.stopped(), Some(Reason::NothingToType));
    assert_eq!(endless.withheld().len(), 16 * 1024);
}

#[test]
fn a_program_whose_prompt_is_visible_is_not_told_that_its_input_is_over() {
    let text = "try:\n  input('? ')\nexcept EOFError:\n  print('over')";
    assert_eq!(told(&python(text, &[])), "? [NothingToType]");
}

#[test]
fn a_reader_in_another_process_of_the_tree_is_found() {
    let recording = shell("echo one; sh -c 'read x; echo got $x' | cat; echo done", &["a"]);
    assert_eq!(told(&recording), "one\n<a>got a\ndone\n[exit 0]");
}

#[test]
fn a_busy_thread_does_not_keep_the_line_back() {
    let text = "import threading\ndef spin():\n  while True: pass\nthreading.Thread(target=spin, daemon=True).start()\nprint(input('? '))";
    assert_eq!(told(&python(text, &["a"])), "? <a>a\n[exit 0]");
}

#[test]
fn a_program_that_waits_for_several_things_is_typed_to() {
    let text = "import select, sys\nprint('? ', end='', flush=True)\nselect.select([sys.stdin], [], [])\nprint(sys.stdin.readline())";
    assert_eq!(told(&python(text, &["a"])), "? <a>a\n\n[exit 0]");
}

#[test]
fn a_program_that_polls_its_input_is_typed_to() {
    let select = "import select, sys
print('? ', end='', flush=True)
while not select.select([sys.stdin], [], [], 0.005)[0]: pass
print(sys.stdin.readline())";
    let without_blocking = "import os, time
os.set_blocking(0, False)
print('? ', end='', flush=True)
while True:
    try:
        line = os.read(0, 100)
        break
    except BlockingIOError:
        time.sleep(0.01)
print(line.decode())";
    for text in [select, without_blocking] {
        assert_eq!(told(&python(text, &["a"])), "? <a>a\n\n[exit 0]", "{text}");
    }
}

#[test]
fn a_program_that_polls_in_a_way_that_nobody_sees_is_typed_to() {
    let head = "import array, fcntl, os, select, sys, termios, time
def count():
    found = array.array('i', [0])
    fcntl.ioctl(0, termios.FIONREAD, found)
    return found[0]
print('? ', end='', flush=True)
";
    let pausing = "while not count(): time.sleep(0.01)\n";
    let selecting = "while not select.select([0], [], [], 0)[0]: time.sleep(0.01)\n";
    let counting = "while not count(): pass\n";
    let spinning = "while not select.select([0], [], [], 0)[0]: pass\n";
    let reading = "os.set_blocking(0, False)
line = None
while not line:
    try: line = os.read(0, 100)
    except BlockingIOError: pass
os.set_blocking(0, True)
print(line.decode().strip())
";
    // One that spins is stopped when it was silent for half of its wall time.
    let short = limits(Duration::from_secs(4), 1000);
    let python =
        |text: &str, lines: &[&str]| run_with(find_program("python3").unwrap(), &["-c", text], lines, short);
    for polling in [pausing, selecting, counting, spinning] {
        let text = format!("{head}{polling}print(sys.stdin.readline().strip())");
        assert_eq!(told(&python(&text, &["a"])), "? <a>a\n[exit 0]", "{polling}");
        assert_eq!(told(&python(&text, &[])), "? [NothingToType]", "{polling}");
    }
    assert_eq!(told(&python(&format!("{head}{reading}"), &["a"])), "? <a>a\n[exit 0]");
}

#[test]
fn a_program_that_moves_its_input_without_reading_it_is_typed_to() {
    let text = "import os
print('? ', end='', flush=True)
inside, outside = os.pipe()
count = os.splice(0, outside, 100)
print(os.read(inside, count).decode().strip())";
    assert_eq!(told(&python(text, &["a"])), "? <a>a\n[exit 0]");
}

#[test]
fn a_program_that_looks_again_and_again_what_it_could_move_is_typed_to() {
    let head = "import ctypes, os, time
library = ctypes.CDLL(None, use_errno=True)
inside, outside = os.pipe()
print('? ', end='', flush=True)
line = b''
";
    let copying = "while library.tee(0, outside, 100, 2) <= 0: time.sleep(0.002)
line = os.read(0, 100)
";
    let reading = "room = bytearray(100)
count = 0
while count <= 0:
    try: count = os.preadv(0, [room], -1, os.RWF_NOWAIT)
    except OSError: time.sleep(0.002)
line = bytes(room[:count])
";
    for polling in [copying, reading] {
        let text = format!("{head}{polling}print(line.decode().strip())");
        assert_eq!(told(&python(&text, &["a"])), "? <a>a\n[exit 0]", "{polling}");
        assert_eq!(told(&python(&text, &[])), "? [NothingToType]", "{polling}");
    }
}

#[test]
fn a_java_program_that_asks_whether_input_is_ready_is_typed_to() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("Ask.java");
    let text = "class Ask { public static void main(String[] a) throws Exception {
        var in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
        System.out.print(\"? \");
        while (!in.ready()) Thread.sleep(20);
        System.out.println(in.readLine());
    } }";
    std::fs::write(&source, text).unwrap();
    let compiled = std::process::Command::new("javac").arg("-d").arg(folder.path()).arg(&source).status();
    assert!(compiled.unwrap().success());
    let launch = Launch {
        program: find_program("java").unwrap(),
        arguments: ["-cp", ".", "Ask"].map(String::from).to_vec(),
        folder: folder.path().to_path_buf(),
        ..Launch::default()
    };
    let lines = [Typed::Line("a".to_string())];
    let recording = run(&launch, Limits::default(), &mut ListTypist::new(lines)).unwrap();
    assert_eq!(told(&recording), "? <a>a\n[exit 0]");
}

#[test]
fn a_pause_before_the_last_words_is_no_wait() {
    let sleeping = "time.sleep(1.5)";
    let watching_the_clock = "end = time.process_time() + 1.5\nwhile time.process_time() < end: pass";
    for pause in [sleeping, watching_the_clock] {
        let text = format!("import time\nprint(input('? '))\n{pause}\nprint('bye')");
        assert_eq!(told(&python(&text, &["a"])), "? <a>a\nbye\n[exit 0]", "{pause}");
    }
}

#[test]
fn a_program_that_could_poll_and_only_sleeps_is_not_taken_for_waiting() {
    let text = "import os, time
os.set_blocking(0, False)
print('a')
time.sleep(0.4)
print('b')
os.set_blocking(0, True)
input()
print('c')";
    assert_eq!(told(&python(text, &["x"])), "a\nb\n<x>c\n[exit 0]");
}

#[test]
fn a_program_that_only_sleeps_is_not_taken_for_waiting() {
    let text = "import time\nprint('a')\ntime.sleep(0.4)\nprint('b')\ninput()\nprint('c')";
    assert_eq!(told(&python(text, &["x"])), "a\nb\n<x>c\n[exit 0]");
}

#[test]
fn what_a_program_prints_after_many_short_pauses_comes_before_the_next_line() {
    // Where waits are only looked for, nobody knows whether a line was read before something was printed, or after it.
    let is_told = std::env::var_os("HARNESS_WAITS").is_none_or(|waits| waits != "looked");
    let ordered = |text: &str, typed: &str| if is_told { text.to_string() } else { text.replace(typed, "") };
    let check = |text: &str, line: &str, expected: &str| {
        let typed = format!("<{}>", line.trim_matches(['<', '>']));
        let told = told(&python(text, &[line]));
        assert_eq!(ordered(&told, &typed), ordered(expected, &typed), "{text}");
    };
    let pauses = "import sys, time\nprint('a')\nfor _ in range(40): time.sleep(0.01)";
    check(&format!("{pauses}\nprint(input('? '))"), "x", "a\n? <x>x\n[exit 0]");
    check(&format!("{pauses}\nprint('? ')\nprint(sys.stdin.read())"), "<<EOF>>", "a\n? \n<EOF>\n[exit 0]");
}

#[test]
fn a_program_that_never_ends_is_stopped() {
    let quick = limits(Duration::from_millis(300), 1000);
    for text in [
        "while :; do :; done",
        "sleep 1000",
        "trap '' TERM INT HUP; sleep 1000",
        "kill -STOP $$",
        "exec <&-; sleep 1000",
    ] {
        let recording = run_with(find_program("sh").unwrap(), &["-c", text], &[], quick);
        assert_eq!(told(&recording), "[WallTime]", "{text}");
    }
}

#[test]
fn a_program_that_leaves_its_process_group_is_stopped_too() {
    let text = "import os, time\nos.setpgid(0, os.getpgid(os.getppid()))\ntime.sleep(1000)";
    let quick = limits(Duration::from_millis(500), 1000);
    let recording = run_with(find_program("python3").unwrap(), &["-c", text], &[], quick);
    assert_eq!(told(&recording), "[WallTime]");
}

#[test]
fn a_program_that_reads_ahead_in_a_thread_is_not_stopped_while_it_still_prints() {
    let text = "import os, sys, threading, time\nthreading.Thread(target=lambda: sys.stdin.readline(), daemon=True).start()\ntime.sleep(0.4)\nprint('late')\nfor x in range(3): sum(range(10**6)); print(x)\nos._exit(0)";
    assert_eq!(told(&python(text, &[])), "late\n0\n1\n2\n[exit 0]");
}

#[test]
fn output_is_limited_to_the_byte_on_each_stream() {
    let run_printing = |bytes: usize, stream: u8| {
        let text = format!("head -c {bytes} /dev/zero | tr '\\0' x >&{stream}");
        run_with(find_program("sh").unwrap(), &["-c", &text], &[], limits(Duration::from_secs(10), 100_000))
    };
    for stream in [1, 2] {
        for bytes in [99_999, 100_000] {
            let recording = run_printing(bytes, stream);
            assert_eq!(recording.exit(), Some(Exit::Status(0)), "{bytes} bytes on {stream}");
            let printed = recording.turns()[0].output.len() + recording.error_output().len();
            assert_eq!(printed, bytes);
        }
        let recording = run_printing(100_001, stream);
        assert_eq!(recording.stopped(), Some(Reason::TooMuchOutput), "on {stream}");
        assert_eq!(recording.turns()[0].output.len() + recording.error_output().len(), 100_000);
    }
}

#[test]
fn an_endless_flood_is_stopped() {
    for text in ["yes", "yes >&2", "tr '\\0' x </dev/zero"] {
        let recording = shell(text, &[]);
        assert_eq!(recording.stopped(), Some(Reason::TooMuchOutput), "{text}");
    }
}

#[test]
fn a_program_is_found_that_was_not_there_before_and_one_that_has_changed() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("late.sh");
    let run = || told(&run_with(program.clone(), &[], &[], Limits::default()));
    assert!(run().contains("[not started: "), "{}", run());
    for says in ["one", "two"] {
        support::script(folder.path(), "late.sh", &format!("#!/bin/sh\necho {says}\n"));
        assert_eq!(run(), format!("{says}\n[exit 0]"));
    }
}

#[test]
fn the_end_of_a_program_is_told() {
    assert_eq!(told(&shell("exit 3", &["never typed"])), "[exit 3]");
    assert_eq!(told(&shell("kill -SEGV $$", &[])), "[signal 11]");
    assert_eq!(told(&python("raise SystemExit(2)", &[])), "[exit 2]");
}

#[test]
fn a_process_that_is_left_behind_neither_hangs_the_run_nor_survives_it() {
    let mark = format!("{}.5", 10_000 + std::process::id());
    let recording = shell(&format!("sleep {mark} & echo started"), &[]);
    assert_eq!(told(&recording), "started\n[exit 0]");
    let alive = || {
        std::fs::read_dir("/proc").unwrap().flatten().any(|entry| {
            let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).contains(&mark)
        })
    };
    // The kernel takes a moment to end a process that was killed.
    while alive() {
        std::thread::yield_now();
    }
}

#[test]
fn a_long_line_reaches_a_slow_reader() {
    let line = "x".repeat(200_000);
    let recording = python("line = input()\nprint(len(line))", &[&line]);
    assert!(told(&recording).ends_with("200000\n[exit 0]"));
}

#[test]
fn a_program_that_closes_its_input_is_not_waited_for() {
    let recording = shell("read x; exec <&-; echo $x; exit 0", &["a", "b"]);
    assert_eq!(told(&recording), "<a>a\n[exit 0]");
}

#[test]
fn what_is_consumed_is_counted() {
    let recording = shell("read x; read y; exit 0", &["one", "three"]);
    let consumed: Vec<u64> = recording
        .events
        .iter()
        .filter_map(|event| match event.what {
            What::Consumed(bytes) => Some(bytes),
            _ => None,
        })
        .collect();
    assert_eq!(consumed, [4, 6]);
}

#[test]
fn what_cannot_be_started_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let check = |name: &str, text: &str, words: &str| {
        let path = support::script(folder.path(), name, text);
        let recording = run_with(path, &[], &[], Limits::default());
        let reason = recording.not_started().unwrap_or_else(|| panic!("{name} was started")).to_string();
        assert!(reason.contains(words), "{reason}");
    };
    check("bad_interpreter", "#!/no/such/thing\n", "interpreter that its first line names");
    check("no_program", "\x7fELF nonsense", "no program of this machine");
    check("empty", "", "no program of this machine");
}

#[test]
fn the_environment_is_built_from_nothing() {
    // This process has variables that the program must not see.
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
    let recording = shell("env | sort | cut -d= -f1", &[]);
    let names = told(&recording);
    assert!(names.contains("PATH\n") && names.contains("HOME\n"), "{names}");
    assert!(!names.contains("CARGO") && !names.contains("USER"), "{names}");
}

#[test]
fn the_program_runs_in_its_own_folder() {
    let folder = tempfile::tempdir().unwrap();
    let launch = Launch {
        program: find_program("pwd").unwrap(),
        arguments: Vec::new(),
        folder: folder.path().to_path_buf(),
        ..Launch::default()
    };
    let recording = run(&launch, Limits::default(), &mut ListTypist::new([])).unwrap();
    let printed = told(&recording);
    assert_eq!(Path::new(printed.trim_end_matches("\n[exit 0]")), folder.path().canonicalize().unwrap());
}

#[test]
fn programs_in_one_folder_find_what_is_there_for_them_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let note = folder.path().join("note");
    let listed = |scratch, processes| {
        let launch = Launch {
            program: find_program("ls").unwrap(),
            arguments: Vec::new(),
            folder: folder.path().to_path_buf(),
            ..Launch::default()
        };
        let limits = Limits { scratch, processes, ..Limits::default() };
        told(&run(&launch, limits, &mut ListTypist::new([])).unwrap())
    };
    for (scratch, processes, holds_a_note) in [
        (1 << 20, 8, false),
        (1 << 20, 9, false),
        (1 << 20, 9, true),
        (1 << 20, 9, false),
        (2 << 20, 9, false),
        (2 << 20, 9, false),
        (2 << 20, 9, true),
        (1 << 20, 8, true),
        (1 << 20, 8, false),
    ] {
        if holds_a_note {
            std::fs::write(&note, "text").unwrap();
        }
        let expected = if holds_a_note { "note\n[exit 0]" } else { "[exit 0]" };
        assert_eq!(listed(scratch, processes), expected);
        let _ = std::fs::remove_file(&note);
    }
}

#[test]
fn all_of_it_holds_for_an_ordinary_user() {
    support::once_more_as_an_ordinary_user("all_of_it_holds");
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn all_of_it_holds_where_waits_are_only_looked_for() {
    support::once_more_looking_for_waits("all_of_it_holds");
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn all_of_it_holds_for_an_ordinary_user_where_waits_are_only_looked_for() {
    support::once_more_looking_as_an_ordinary_user("all_of_it_holds");
}
