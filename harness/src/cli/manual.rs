//! `harness completions SHELL` and `harness manual [COMMAND]`: what the definitions of the command line tell shells and readers of
//! manual pages.

use clap::{Command, CommandFactory};
use clap_complete::Shell;

use super::{Cli, Status, Trouble, print};
use crate::cases::problem::{Problem, nearest};

/// What a page tells of where it comes from.
const VERSION: &str = concat!("harness ", env!("CARGO_PKG_VERSION"));

/// Writes the script by which a shell completes the command.
pub(super) fn completions(shell: Shell) -> Result<Status, Trouble> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "harness", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(Status::Good)
}

/// Writes the manual page of `harness`, or of one of its commands.
pub(super) fn manual(command: Option<&str>) -> Result<Status, Trouble> {
    // The commands of `harness` have no version of their own.
    let page = clap_mangen::Man::new(described(command)?).source(VERSION);
    let mut text = Vec::new();
    page.render(&mut text).map_err(Trouble::writing)?;
    print(&String::from_utf8_lossy(&text))?;
    Ok(Status::Good)
}

fn described(name: Option<&str>) -> Result<Command, Problem> {
    let mut all = Cli::command();
    all.build();
    let Some(name) = name else { return Ok(all) };
    if let Some(command) = all.find_subcommand(name) {
        return Ok(command.clone());
    }
    let problem = Problem::of_file(name, "`harness` has no command of this name");
    Err(match nearest(name, all.get_subcommands().map(Command::get_name)) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None => problem.help("see harness --help"),
    })
}
