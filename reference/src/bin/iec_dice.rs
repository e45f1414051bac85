//! The IEC dice game as a program of its own: `iec_dice`.

use std::process::ExitCode;

fn main() -> ExitCode {
    reference::terminal::run("iec_dice")
}
