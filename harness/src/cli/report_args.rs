//! The options that say which reports are made, and how they look.

use clap::Args;

use super::progress::ProgressDisplay;
use super::tell;
use crate::cases::problem::Problem;
use crate::reports::Audience;
use crate::reports::forms::{self, Request};
use crate::reports::look::{Amount, Look, Voice};

#[derive(Debug, Clone, Args)]
pub(super) struct ReportArgs {
    #[arg(long = "report", value_name = "FORMAT[=PATH]", value_parser = Request::parse, help = forms::help())]
    pub(super) requests: Vec<Request>,
    /// Show every mistake and every failed case in full, not only the worst mistake
    #[arg(long, conflicts_with = "quiet")]
    all: bool,
    /// Show the mistake of this number in full instead of the worst one
    #[arg(long, value_name = "N", conflicts_with_all = ["quiet", "all"], value_parser = clap::value_parser!(u32).range(1..))]
    mistake: Option<u32>,
    /// Show only one line: cases and marks
    #[arg(long)]
    quiet: bool,
    /// Lay the report out for screen readers: words instead of signs, columns and colours
    #[arg(long)]
    plain: bool,
}

impl ReportArgs {
    /// Makes sure that what is asked for can be written, and tells of what is shown to students although it is made for staff.
    pub(super) fn prepare(&self, audience: Audience) -> Result<(), Problem> {
        for request in
            self.requests.iter().filter(|it| it.is_shown_to_students() && audience == Audience::Staff)
        {
            let name = request.name();
            tell(&format!(
                "note: {name} shows its results to the student, and these are for staff and tell of hidden cases; add --audience student\n"
            ));
        }
        self.requests.iter().try_for_each(Request::prepare)
    }

    /// Returns how progress is shown.
    pub(super) fn progress(&self) -> ProgressDisplay {
        match (self.quiet, self.plain) {
            (true, _) => ProgressDisplay::Nothing,
            (_, true) => ProgressDisplay::Lines,
            _ => ProgressDisplay::Bar,
        }
    }

    /// Returns how the report looks on this terminal.
    pub(super) fn look(&self) -> Look {
        let voice = if self.plain { Voice::Words } else { Voice::Signs };
        let amount = match (self.quiet, self.all, self.mistake) {
            (true, ..) => Amount::Least,
            (_, true, _) => Amount::All,
            (.., Some(number)) => Amount::Mistake(usize::try_from(number).unwrap_or(usize::MAX)),
            _ => Amount::First,
        };
        Look::of_terminal(voice, amount)
    }
}
