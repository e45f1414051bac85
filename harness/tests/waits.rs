//! Waits are seen where they are, whatever a program does around them, and in the same places whether the kernel tells of them or
//! they are looked for: each of these tests runs both ways, as root and as an ordinary user.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::path::PathBuf;
use std::process::Command;

use harness::limits::Limits;
use harness::recording::{Exit, Recording, What};
use harness::running::typist::ListTypist;
use harness::running::{Launch, find_program, run};
use reference::Typed;

fn recorded(program: PathBuf, arguments: &[&str], lines: &[&str]) -> Recording {
    let folder = tempfile::tempdir().unwrap();
    let arguments = arguments.iter().map(ToString::to_string).collect();
    let launch = Launch { program, arguments, folder: folder.path().to_path_buf(), ..Launch::default() };
    let lines = lines.iter().map(|line| match *line {
        "<<EOF>>" => Typed::EndOfInput,
        line => Typed::Line(line.to_string()),
    });
    run(&launch, Limits::default(), &mut ListTypist::new(lines)).unwrap()
}

/// Returns what happened in one line: output as it is, `!error output!`, `<typed>`, `~` for a wait, and the
/// end.
fn told(recording: &Recording) -> String {
    let events = recording.events.iter().map(|event| match &event.what {
        What::Output(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        What::Error(bytes) => format!("!{}!", String::from_utf8_lossy(bytes)),
        What::Typed(line) => format!("<{line}>"),
        What::EndOfInput => "<EOF>".to_string(),
        What::Exit(Exit::Status(status)) => format!("[exit {status}]"),
        What::Exit(Exit::Signal(signal)) => format!("[signal {signal}]"),
        What::Stopped(reason) => format!("[{reason:?}]"),
        What::NotStarted(reason) => format!("[not started: {reason}]"),
        What::Withheld(bytes) => format!("(withheld: {})", String::from_utf8_lossy(bytes)),
        What::Wait => "~".to_string(),
        What::Consumed(_) | What::PlayedOn(_) => String::new(),
    });
    events.collect()
}

/// Checks what happens when lines are typed to a Python program.
#[track_caller]
fn python(text: &str, lines: &[&str], expected: &str) {
    let recording = recorded(find_program("python3").unwrap(), &["-c", text], lines);
    assert_eq!(told(&recording), expected, "{text}");
}

/// The same, to a shell program.
#[track_caller]
fn shell(text: &str, lines: &[&str], expected: &str) {
    assert_eq!(told(&recorded(find_program("sh").unwrap(), &["-c", text], lines)), expected, "{text}");
}

/// The same, to a C program.
#[track_caller]
fn c(text: &str, lines: &[&str], expected: &str) {
    let folder = tempfile::tempdir().unwrap();
    let (source, program) = (folder.path().join("program.c"), folder.path().join("program"));
    std::fs::write(&source, text).unwrap();
    let compiled = Command::new("cc").args(["-pthread", "-o"]).arg(&program).arg(&source).status().unwrap();
    assert!(compiled.success());
    assert_eq!(told(&recorded(program, &[], lines)), expected, "{text}");
}

#[test]
fn a_line_is_typed_at_each_read_that_finds_nothing() {
    shell("printf a; read x; printf b; read y; echo $x$y", &["1", "2"], "a~<1>b~<2>12\n[exit 0]");
    shell("printf a; read x; printf b; read y; echo $x$y", &["1"], "a~<1>b~[NothingToType]");
    shell("read x; echo $?", &["<<EOF>>"], "~<EOF>1\n[exit 0]");
}

#[test]
fn a_read_of_no_bytes_is_no_wait() {
    python(
        "import os\nos.read(0, 0)\nos.readv(0, [])\nos.write(1, b'? ')\nprint(os.read(0, 9))",
        &["a"],
        "? ~<a>b'a\\n'\n[exit 0]",
    );
}

#[test]
fn a_line_that_is_read_byte_by_byte_is_typed_once() {
    python(
        "import os\nprint([os.read(0, 1) for _ in range(6)])",
        &["abc", "d"],
        "~<abc>~<d>[b'a', b'b', b'c', b'\\n', b'd', b'\\n']\n[exit 0]",
    );
}

#[test]
fn a_read_into_several_places_waits() {
    python(
        "import os\nroom = [bytearray(1), bytearray(9)]\nprint(os.readv(0, room), room[0])",
        &["ab"],
        "~<ab>3 bytearray(b'a')\n[exit 0]",
    );
    python(
        "import os\nroom = [bytearray(), bytearray()]\nprint(os.readv(0, room))\nprint(os.read(0, 9))",
        &["ab"],
        "0\n~<ab>b'ab\\n'\n[exit 0]",
    );
}

#[test]
fn what_the_kernel_refuses_at_once_is_no_wait() {
    let text = "import ctypes, os
read = ctypes.CDLL(None).read
read.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t]
print(read(0, 0xffff800000000000, 9), read(0, 2 ** 64 - 1, 9), end=' ')
print(os.read(0, 9))";
    python(text, &["a"], "-1 -1 ~<a>b'a\\n'\n[exit 0]");
}

#[test]
fn a_read_into_nowhere_waits_and_loses_nothing() {
    let text = "import ctypes, os
print(ctypes.CDLL(None).read(0, None, 9), end=' ')
print(os.read(0, 9))";
    python(text, &["a"], "~<a>-1 b'a\\n'\n[exit 0]");
}

#[test]
fn what_is_not_our_pipe_is_not_waited_for() {
    shell(
        "printf 'a\\nb\\n' > f; while read x; do printf $x; done < f; printf '? '; read y; echo $y",
        &["1"],
        "ab? ~<1>1\n[exit 0]",
    );
    shell("printf 'a\\n' | sed s/a/b/; read y; echo $y", &["1"], "b\n~<1>1\n[exit 0]");
}

#[test]
fn input_is_found_by_any_number() {
    for text in [
        "fd = os.dup(0)",
        "fd = os.dup(0); os.close(0); assert os.open('/dev/null', os.O_RDONLY) == 0",
        "fd = os.dup(0); os.close(0); os.dup2(fd, 0); fd = 0",
        "fd = os.open('/dev/stdin', os.O_RDONLY)",
        "fd = os.open('/dev/stdin', os.O_RDONLY); os.dup2(fd, 0); fd = 0",
    ] {
        let text = format!("import os\n{text}\nos.write(1, b'? ')\nprint(os.read(fd, 9))");
        python(&text, &["a"], "? ~<a>b'a\\n'\n[exit 0]");
    }
}

#[test]
fn a_reader_may_be_a_child_or_another_program() {
    shell("printf a; sh -c 'read x; printf $x'; read y; echo $y", &["1", "2"], "a~<1>1~<2>2\n[exit 0]");
    shell("printf a; read x; exec sh -c 'printf b; read y; echo $y'", &["1", "2"], "a~<1>b~<2>2\n[exit 0]");
    python(
        "import os\nif os.fork() == 0:\n  print(os.read(0, 9))\n  os._exit(0)\nos.wait()\nprint(os.read(0, 9))",
        &["1", "2"],
        "~<1>b'1\\n'\n~<2>b'2\\n'\n[exit 0]",
    );
}

#[test]
fn a_reader_may_stand_before_others_in_a_pipe() {
    let recording = recorded(find_program("sh").unwrap(), &["-c", "cat | sed s/1/one/"], &["1", "<<EOF>>"]);
    // Nobody knows which comes first: what the second one prints, or that the first one reads again.
    let printed: Vec<_> = told(&recording).split(['~', '\n']).map(str::to_string).collect();
    assert_eq!(printed.concat().replace("<EOF>", ""), "<1>one[exit 0]");
}

#[test]
fn a_reader_may_be_one_of_several_threads() {
    let text = "import os, threading
def ask(): print(os.read(0, 9), flush=True)
for _ in range(3):
  thread = threading.Thread(target=ask)
  thread.start()
  thread.join()
ask()";
    python(text, &["1", "2", "3", "4"], "~<1>b'1\\n'\n~<2>b'2\\n'\n~<3>b'3\\n'\n~<4>b'4\\n'\n[exit 0]");
}

#[test]
fn who_still_prints_while_another_thread_reads_is_not_stopped() {
    let text = "import os, threading, time
def speak():
  for word in b'abcde': time.sleep(0.01); os.write(1, bytes([word]))
threading.Thread(target=speak).start()
os.read(0, 9)";
    let recording = recorded(find_program("python3").unwrap(), &["-c", text], &[]);
    let printed = recording.events.iter().map(|event| match &event.what {
        What::Output(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        _ => String::new(),
    });
    assert_eq!(printed.collect::<String>(), "abcde");
}

#[test]
fn signals_disturb_no_wait() {
    let text = "import signal
signal.signal(signal.SIGALRM, lambda *_: None)
signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
for i in range(5): print(input('? '))
signal.setitimer(signal.ITIMER_REAL, 0)";
    python(text, &["1", "2", "3", "4", "5"], "? ~<1>1\n? ~<2>2\n? ~<3>3\n? ~<4>4\n? ~<5>5\n[exit 0]");
}

#[test]
fn who_reads_without_blocking_is_typed_to_and_never_before_it_has_polled() {
    for unblocks in [
        "os.set_blocking(0, False)",
        "fcntl.ioctl(0, 0x5421, b'\\x01\\0\\0\\0')",
        "os.dup2(os.open('/dev/stdin', os.O_RDONLY | os.O_NONBLOCK), 0)",
    ] {
        let text = format!(
            "import fcntl, os, time
{unblocks}
polls = 0
while True:
  try: line = os.read(0, 9)
  except BlockingIOError:
    polls += 1
    time.sleep(0.002)
    continue
  print(polls > 0, line)
  break"
        );
        python(&text, &["a"], "~<a>True b'a\\n'\n[exit 0]");
    }
}

#[test]
fn a_flood_of_reads_neither_stops_nor_hides_a_wait() {
    // One thread reads another pipe as fast as it can while the other waits for input by a number that nobody is told of.
    let text = "#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static atomic_int done;
static void *floods(void *unused) { char byte; while (!done) if (read(0, &byte, 1) != 0) break; return unused; }
int main(void) {
  int input = dup(0), ends[2];
  char line[9] = {0};
  pthread_t thread;
  if (pipe(ends) || dup2(ends[0], 0) != 0) return 1;
  close(ends[0]);
  close(ends[1]);
  pthread_create(&thread, NULL, floods, NULL);
  for (int round = 0; round < 3; round++) {
    write(1, \"? \", 2);
    memset(line, 0, sizeof line);
    if (read(input, line, 8) <= 0) return 2;
    write(1, line, strlen(line));
  }
  done = 1;
  pthread_join(thread, NULL);
  return 0;
}";
    c(text, &["1", "2", "3"], "? ~<1>1\n? ~<2>2\n? ~<3>3\n[exit 0]");
}

#[test]
fn what_is_complained_of_stands_before_the_wait_that_follows_it() {
    let text = "import os\nfor word in (b'one', b'two', b'three'):\n  os.write(2, word)\n  os.read(0, 9)";
    python(text, &["1", "2"], "!one!~<1>!two!~<2>!three!~[NothingToType]");
}

#[test]
fn what_is_printed_stands_before_the_wait_however_much_it_is() {
    let text = "import os\nfor i in range(3):\n  os.write(1, b'x' * 300000)\n  os.read(0, 9)";
    let recording = recorded(find_program("python3").unwrap(), &["-c", text], &["1", "2"]);
    let text = told(&recording).replace(&"x".repeat(300_000), "X");
    assert_eq!(text, "X~<1>X~<2>X~[NothingToType]");
}

#[test]
fn a_program_has_all_processors_and_its_own_filters() {
    let here = rustix::thread::sched_getaffinity(None).unwrap().count();
    python("import os\nprint(len(os.sched_getaffinity(0)))", &[], &format!("{here}\n[exit 0]"));
    let text = "#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
  struct sock_filter all[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog program = {1, all};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
  int set = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
  char line[9] = {0};
  printf(\"%d? \", set);
  fgets(line, 9, stdin);
  printf(\"%s\", line);
  return 0;
}";
    c(text, &["a"], "0? ~<a>a\n[exit 0]");
}

#[test]
fn all_of_it_holds_where_the_kernel_must_tell_of_waits() {
    support::once_more_told_of_waits("all_of_it_holds");
}

#[test]
fn all_of_it_holds_where_waits_are_only_looked_for() {
    support::once_more_looking_for_waits("all_of_it_holds");
}

#[test]
fn all_of_it_holds_for_an_ordinary_user_where_waits_are_only_looked_for() {
    support::once_more_looking_as_an_ordinary_user("all_of_it_holds");
}
