//! What containment costs: runs of `/bin/true` in the sandbox against bare ones, in the same pass, as a ratio of medians;
//! and by how much a flood, a hoard and a spinning program go beyond their limits. `cargo bench -p harness --bench containment`

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement for people")]

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use harness::cases::Limits;
use harness::running::typist::ListTypist;
use harness::running::{Launch, find_program, run, tier};

/// How many runs are measured of each kind.
const RUNS: usize = 500;

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let launch = |name: &str, arguments: &[&str]| Launch {
        program: find_program(name).unwrap(),
        arguments: arguments.iter().map(ToString::to_string).collect(),
        folder: folder.path().to_path_buf(),
        ..Launch::default()
    };
    let program = launch("true", &[]);
    let (mut contained, mut bare) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        contained.push(time(|| drop(run(&program, Limits::default(), &mut ListTypist::new([])).unwrap())));
        bare.push(time(|| spawn(&program.program)));
    }
    let (contained, bare) = (median(contained), median(bare));
    let ratio = contained.as_secs_f64() / bare.as_secs_f64();
    println!("{}: contained {contained:?}, bare {bare:?}, ratio {ratio:.2}", tier().name());
    let limits = Limits { cpu: Duration::from_millis(500), memory: 64 << 20, ..Limits::default() };
    let hoard = "x = []\nwhile True: x.append(bytearray(1 << 20))";
    for (name, program) in [
        ("flood", launch("yes", &[])),
        ("hoard", launch("python3", &["-c", hoard])),
        ("spin", launch("sh", &["-c", "while :; do :; done"])),
    ] {
        let mut reason = None;
        let taken = time(|| reason = run(&program, limits, &mut ListTypist::new([])).unwrap().stopped());
        println!("{name}: stopped for {reason:?} after {taken:?}");
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    println!("{}", status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default());
}

/// Runs a program with pipes as the floor: without a sandbox, and without looking at what it does.
fn spawn(program: &PathBuf) {
    let mut command = Command::new(program);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap().wait_with_output().unwrap();
}

fn time(work: impl FnOnce()) -> Duration {
    let started = Instant::now();
    work();
    started.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
