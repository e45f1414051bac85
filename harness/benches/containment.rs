//! What containment costs: runs of `/bin/true` in the sandbox against bare ones, in the same pass, as ratios of medians: bare ones
//! as they are, and bare ones with the environment that programs get, in which a library is loaded that is no containment;
//! and by how much a flood, a hoard and a spinning program go beyond their limits. `cargo bench -p harness --bench containment`

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement for people")]

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use harness::limits::Limits;
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
    let environment = environment(&launch("env", &[]));
    let (mut contained, mut bare, mut equal) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..RUNS {
        contained.push(time(|| drop(run(&program, Limits::default(), &mut ListTypist::new([])).unwrap())));
        bare.push(time(|| spawn(&mut Command::new(&program.program))));
        let mut command = Command::new(&program.program);
        equal.push(time(|| spawn(command.env_clear().envs(environment.iter().map(|(a, b)| (a, b))))));
    }
    let (contained, bare, equal) = (median(contained), median(bare), median(equal));
    let ratio = |floor: Duration| contained.as_secs_f64() / floor.as_secs_f64();
    println!("{}: contained {contained:?}", tier().name());
    println!("bare {bare:?}, ratio {:.2}", ratio(bare));
    println!("bare with the same environment {equal:?}, ratio {:.2}", ratio(equal));
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

/// Returns the environment of contained programs, as `env` tells it.
fn environment(env: &Launch) -> Vec<(String, String)> {
    let recording = run(env, Limits::default(), &mut ListTypist::new([])).unwrap();
    let output: Vec<u8> = recording.turns().into_iter().flat_map(|turn| turn.output).collect();
    let text = String::from_utf8(output).unwrap();
    text.lines()
        .filter_map(|line| line.split_once('='))
        .map(|(a, b)| (a.to_string(), b.to_string()))
        .collect()
}

/// Runs a program with pipes as the floor: without a sandbox, and without looking at what it does.
fn spawn(command: &mut Command) {
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
