//! Battle of the Sexes as a program of its own: `bots`.

use std::process::ExitCode;

fn main() -> ExitCode {
    reference::terminal::run("bots")
}
