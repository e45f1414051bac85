//! Rats! as a program of its own: `rats SEED`.

use std::process::ExitCode;

fn main() -> ExitCode {
    reference::terminal::run("rats")
}
