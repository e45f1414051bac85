//! Pizza orders as a program of its own: `pizza`.

use std::process::ExitCode;

fn main() -> ExitCode {
    reference::terminal::run("pizza")
}
