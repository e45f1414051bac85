//! Little Battle as a program of its own: `little_battle CONFIG`.

use std::process::ExitCode;

fn main() -> ExitCode {
    reference::terminal::run("little_battle")
}
