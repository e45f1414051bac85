//! Judges recordings, be they fresh or kept, and writes the reports.

use std::borrow::Cow;
use std::path::Path;

use super::{Outcome, RunArgs, Trouble, print, strictness, tell};
use crate::cases::{Case, Suite};
use crate::collection::Tested;
use crate::fairness::{self, Finding};
use crate::file_marks::mark_files;
use crate::judging::{Charge, Strictness, judge};
use crate::marks::MarkSheet;
use crate::recording::Recording;
use crate::reports::awards::Awards;
use crate::reports::results::{Judged, Results};
use crate::reports::{Audience, Report, build_failure, screen, write};

/// What was run, and how it is judged.
pub(super) struct Run<'a> {
    /// What the command line says.
    pub(super) args: &'a RunArgs,
    /// The folder of suites, if one was named.
    pub(super) cases: Option<&'a Path>,
    /// The suite.
    pub(super) suite: &'a Suite,
    /// What was run.
    pub(super) tested: &'a Tested,
    /// What is wrong with the dice of all runs, if a row asks for it.
    pub(super) unfair: Vec<Finding>,
    /// The folder with the submission's other files, if there is one.
    pub(super) submission: Option<&'a Path>,
    /// Where results and recordings are written.
    pub(super) reports: &'a Path,
}

impl Run<'_> {
    /// Judges what was recorded and writes every report that is asked for.
    pub(super) fn judge_and_report(&self, recordings: Vec<(&Case, Recording)>) -> Result<Outcome, Trouble> {
        let strictness = strictness(self.args.strict, self.args.lenient);
        let judged: Vec<Judged<'_>> = recordings
            .into_iter()
            .map(|(case, recording)| {
                let judgement = judge(self.suite, case, &recording, strictness);
                Judged { case, recording, judgement }
            })
            .collect();
        let unfair = self.unfair_as_judged(&judged);
        let results = self.results(&judged, unfair)?;
        write(self.reports, &results, &judged).map_err(Trouble::writing)?;
        let report = Report::of_run(&results, &judged);
        let mut text = Vec::new();
        if let Some(failure) = self.tested.failure() {
            build_failure::write(&mut text, &failure).map_err(Trouble::writing)?;
        }
        screen::write(&mut text, &report, self.args.report.look()).map_err(Trouble::writing)?;
        print(&String::from_utf8_lossy(&text))?;
        for request in &self.args.report.requests {
            request.write(&report, self.reports).map_err(Trouble::writing)?;
        }
        let all = results.summary.passed == results.summary.cases && unfair.is_empty();
        Ok(if all { Outcome::Good } else { Outcome::NotAll })
    }

    /// Returns the results as their readers may see them, with what tutors have awarded.
    fn results(&self, judged: &[Judged<'_>], unfair: &[Finding]) -> Result<Results, Trouble> {
        let judgements: Vec<_> =
            judged.iter().map(|judged| (judged.case, judged.judgement.clone())).collect();
        let mut sheet = MarkSheet::new(self.suite, &judgements);
        if let Some(submission) = self.submission {
            mark_files(self.suite, submission, &mut sheet);
        }
        sheet.charge_dice(self.suite, unfair, judged.len() == self.suite.cases.len());
        let results = Results::new(self.suite, self.tested, judged, &sheet)
            .repeated_by(self.command())
            .for_audience(self.suite, self.args.audience);
        let awards = Awards::read(self.reports)?;
        if awards.are_for_others(&results) {
            tell("note: awards.json holds awards for other submissions only; none is used\n");
        }
        Ok(awards.apply(results))
    }

    /// Returns what is wrong with the dice of all runs: of dice that are not shown as they fell nobody knows how they
    /// fell.
    fn unfair_as_judged(&self, judged: &[Judged<'_>]) -> &[Finding] {
        let parts = ["pictures/pips", "dice/faces", "dice/face", "dice/count", "dice/order"];
        let misdrawn = |charge: &Charge| parts.contains(&charge.difference.part.as_str());
        let is_misdrawn = judged.iter().flat_map(|judged| &judged.judgement.charges).any(misdrawn);
        if is_misdrawn { &[] } else { &self.unfair }
    }

    /// Returns the command line that does the same again, but for where reports go.
    fn command(&self) -> String {
        let mut words = vec!["harness", "--target", &self.tested.target];
        if self.tested.target_command {
            words.push("--target-command");
        }
        words.extend(["--suite", &self.suite.name]);
        let cases = self.cases.map(|folder| folder.display().to_string());
        words.extend(cases.iter().flat_map(|folder| ["--cases", folder]));
        match strictness(self.args.strict, self.args.lenient) {
            Strictness::Strict => words.push("--strict"),
            Strictness::Lenient => words.push("--lenient"),
            Strictness::AsTheSuiteSays => {}
        }
        if self.args.audience == Audience::Staff {
            words.extend(["--audience", "staff"]);
        }
        let quoted =
            |word: &&str| shlex::try_quote(word).map_or_else(|_| (*word).to_string(), Cow::into_owned);
        words.iter().map(quoted).collect::<Vec<_>>().join(" ")
    }
}

/// Returns what is wrong with the dice of all `runs`, if a row of the suite asks for it.
pub(super) fn unfair_dice<'a>(
    suite: &Suite,
    runs: impl Iterator<Item = (&'a Case, &'a Recording)>,
) -> Vec<Finding> {
    let is_asked_for = suite.rows.iter().any(|row| row.fair_dice.is_some());
    if is_asked_for { fairness::examine(&fairness::runs(suite, runs)) } else { Vec::new() }
}
