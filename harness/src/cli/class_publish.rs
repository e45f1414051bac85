//! `harness publish RUN`: makes of a class what students and platforms get.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{Status, Trouble, print, tell};
use crate::cases::select;
use crate::cases::source::SuiteSource;
use crate::class::{PublishRequest, class_state, publish as publish_class};
use crate::reports::safe_line;

#[derive(Debug, Args)]
pub(super) struct PublishArgs {
    /// The folder of the class
    #[arg(value_name = "RUN")]
    folder: PathBuf,
    /// A table of grades to be filled, as the platform exports it: Moodle's grading worksheet, Canvas's or Gradescope's grades; may be given
    /// several times
    #[arg(long = "grades", value_name = "FILE")]
    tables: Vec<PathBuf>,
    /// Let nobody's marks in the tables be lower than in this earlier run of the class
    #[arg(long, value_name = "RUN-A")]
    keep: Option<PathBuf>,
    /// How the assignment is called in Canvas's grades, or its number there [default: the title of the suite]
    #[arg(long, value_name = "TITLE")]
    assignment: Option<String>,
}

/// Publishes a class.
pub(super) fn publish(args: &PublishArgs, cases: Option<&Path>) -> Result<Status, Trouble> {
    let state = class_state(&args.folder)?;
    let suite = select::suite(&SuiteSource::find(cases)?, &state.suite)?;
    let request = PublishRequest {
        folder: &args.folder,
        suite: &suite,
        tables: &args.tables,
        keep: args.keep.as_deref(),
        assignment: args.assignment.as_deref(),
    };
    let published = publish_class(&request)?;
    for note in &published.notes {
        tell(&format!("note: {}\n", safe_line(note)));
    }
    let mut text = format!("{}:\n", published.folder.display());
    text.extend(published.made.iter().map(|line| format!("  {}\n", safe_line(line))));
    print(&text)?;
    Ok(if published.notes.is_empty() { Status::Good } else { Status::NotAll })
}
