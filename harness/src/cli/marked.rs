//! Writes what was marked: results, recordings, reports, and the report on the screen.

use std::path::{Path, PathBuf};

use super::repeat::Repeat;
use super::{RunArgs, Status, Trouble, print, tell};
use crate::cases::Suite;
use crate::cases::problem::Problem;
use crate::marking::{Completeness, Marked};
use crate::recording_store::Tested;
use crate::reports::awards::Awards;
use crate::reports::results::Results;
use crate::reports::{Draft, Report, read, screen, were};
use crate::running::Fault;

/// The folder in a folder of reports for the results of a run that was cut short.
const CUT_SHORT: &str = "cut-short";

/// The folder in a folder of reports for the results of cases that were chosen.
const SOME_CASES: &str = "some-cases";

/// What was asked for.
pub(super) struct Marking<'a> {
    /// What the command line says.
    pub(super) args: &'a RunArgs,
    /// The folder of suites, if one was named.
    pub(super) cases: Option<&'a Path>,
    /// The suite.
    pub(super) suite: &'a Suite,
    /// Where results and recordings are written.
    pub(super) reports: &'a Path,
    /// How many cases were selected.
    pub(super) selected: usize,
    /// Whether only public cases are run, and others may show more.
    pub(super) only_public: bool,
}

impl Marking<'_> {
    /// Writes every report that is asked for, and returns what came of it all.
    pub(super) fn report(&self, marked: Marked) -> Result<Status, Trouble> {
        let status = if marked.is_all_right() { Status::Good } else { Status::NotAll };
        let count = marked.results.cases.len();
        let is_cut_short = matches!(
            marked.end,
            Completeness::Interrupted | Completeness::NotJudged | Completeness::Fault(_)
        );
        if count > 0 || !is_cut_short {
            let place = self.place(count, is_cut_short, &marked.tested);
            let results = self.for_readers(marked.results, &marked.tested)?;
            let draft = Draft::write(&place, &results, &marked.store).map_err(Trouble::writing)?;
            self.write_beside(&report_of(&results, draft.path(), &marked.tested), draft.path())?;
            draft.publish().map_err(Trouble::writing)?;
            self.show(&report_of(&results, &place, &marked.tested), &self.repeat(&marked.tested).here())?;
        }
        self.tell_of_the_rest(count, &marked.end);
        match marked.end {
            Completeness::AllDone => Ok(status),
            Completeness::Interrupted | Completeness::NotJudged if count == 0 => {
                Err(Fault::interruption().into())
            }
            Completeness::NotRecorded | Completeness::Interrupted | Completeness::NotJudged => {
                Ok(Status::Incomplete)
            }
            Completeness::Fault(fault) => Err(fault.into()),
        }
    }

    /// Returns the folder for the results of `count` cases. A run that was cut short, or of chosen cases, does not replace the results of more
    /// cases: of any, or of the same program.
    fn place(&self, count: usize, is_cut_short: bool, tested: &Tested) -> PathBuf {
        let here = || self.reports.to_path_buf();
        let is_chosen = self.args.case.is_some();
        let Some(earlier) = (is_cut_short || is_chosen).then(|| read(self.reports).ok()).flatten() else {
            return here();
        };
        let replaces = count >= earlier.summary.cases
            || !is_cut_short && earlier.target != self.repeat(tested).target_for_readers();
        if replaces {
            return here();
        }
        let place = self.reports.join(if is_cut_short { CUT_SHORT } else { SOME_CASES });
        let (there, here, earlier) = (self.reports.display(), place.display(), earlier.summary.cases);
        tell(&format!(
            "note: {there} holds the results of {earlier} cases and is left as it is; those of this run are in {here}\n"
        ));
        place
    }

    fn tell_of_the_rest(&self, count: usize, end: &Completeness) {
        let all = self.selected;
        let left = all - count;
        let note = match end {
            Completeness::AllDone => return,
            Completeness::NotRecorded => format!("{count} of {all} cases are recorded"),
            Completeness::NotJudged => {
                format!("interrupted: {left} of {all} cases may show mistakes, and were not judged")
            }
            Completeness::Interrupted => format!("interrupted: {count} of {all} cases {} run", were(count)),
            Completeness::Fault(_) => format!("{count} of {all} cases {} run", were(count)),
        };
        tell(&format!("note: {note}; the others feed no row\n"));
    }

    /// Returns the results as their readers may see them, with what tutors have awarded.
    fn for_readers(&self, results: Results, tested: &Tested) -> Result<Results, Problem> {
        let repeat = self.repeat(tested);
        let results = Results {
            target: repeat.target_for_readers(),
            command: repeat.for_readers(),
            only_public: self.only_public,
            ..results
        };
        let results = results.for_audience(self.suite, self.args.audience);
        let awards = Awards::read(self.reports)?;
        if awards.are_for_others(&results) {
            tell("note: awards.json holds awards for other submissions only; none is used\n");
        }
        Ok(awards.apply(results))
    }

    fn write_beside(&self, report: &Report<'_>, draft: &Path) -> Result<(), Trouble> {
        let mut requests = self.args.report.requests.iter().filter(|request| request.is_beside());
        requests.try_for_each(|request| request.write(report, draft)).map_err(Trouble::writing)
    }

    fn repeat<'b>(&'b self, tested: &'b Tested) -> Repeat<'b> {
        Repeat { args: self.args, cases: self.cases, suite: &self.suite.name, tested }
    }

    /// Shows the report on the screen, on which cases are run again by `command`, and writes those that stand elsewhere.
    fn show(&self, report: &Report<'_>, command: &str) -> Result<(), Trouble> {
        let mut text = Vec::new();
        let here = report.clone().repeated_by(command);
        screen::write(&mut text, &here, self.args.report.look()).map_err(Trouble::writing)?;
        print(&String::from_utf8_lossy(&text))?;
        let mut requests = self.args.report.requests.iter().filter(|request| !request.is_beside());
        requests.try_for_each(|request| request.write(report, self.reports)).map_err(Trouble::writing)
    }
}

/// Returns the report of results that are kept in `folder`, with what they do not hold.
fn report_of<'a>(results: &'a Results, folder: &'a Path, tested: &'a Tested) -> Report<'a> {
    Report::new(results, folder).with_failure(tested.failure()).of_submission(&tested.target)
}
