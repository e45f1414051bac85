//! Gekitai as a program of its own: `gekitai [N [P [L]]]`.

use std::process::ExitCode;

fn main() -> ExitCode {
    reference::terminal::run("gekitai")
}
