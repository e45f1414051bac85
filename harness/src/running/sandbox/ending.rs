//! Ends processes that must be searched for, because nothing but their parents tells whose they are.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, kill_process, wait};

/// How long ending all processes may take.
pub(super) const ENDING: Duration = Duration::from_secs(30);

/// How long dying processes are left alone between two signals.
pub(super) const DYING: Duration = Duration::from_micros(200);

/// How often processes are searched for before those that were found are killed.
const ROUNDS: usize = 50;

/// Kills the processes that `find` finds. Those that are stopped do not multiply while the others are searched for.
pub(super) fn kill(find: impl Fn() -> Vec<Pid>) {
    let mut before = Vec::new();
    for _ in 0..ROUNDS {
        let now = find();
        signal(&now, Signal::STOP);
        if now.len() <= before.len() {
            break;
        }
        before = now;
    }
    signal(&find(), Signal::KILL);
}

/// Kills the processes that `find` finds, and those that come up meanwhile, until none is found. Returns whether it came
/// to an end.
pub(super) fn kill_all(find: impl Fn() -> Vec<Pid>) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < ENDING {
        while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
        if find().is_empty() {
            return true;
        }
        kill(&find);
        std::thread::sleep(DYING);
    }
    false
}

/// One that is gone meanwhile needs no signal.
fn signal(processes: &[Pid], signal: Signal) {
    for id in processes {
        let _ = kill_process(*id, signal);
    }
}
