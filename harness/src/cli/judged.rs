//! Judges recordings, be they fresh or kept, and writes the reports.

use std::borrow::Cow;
use std::path::Path;

use super::{Outcome, RunArgs, Trouble, print, strictness, tell};
use crate::cases::problem::Problem;
use crate::cases::{Case, Suite};
use crate::fairness::{self, Evidence, Finding};
use crate::judging::{Strictness, judge};
use crate::marks::MarkSheet;
use crate::marks::files::mark_files;
use crate::recording_store::{RecordingStore, Tested};
use crate::reports::awards::Awards;
use crate::reports::judged::Judged;
use crate::reports::results::Results;
use crate::reports::{Audience, Report, build_failure, screen, write};
use crate::running::in_parallel;

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
    /// Where the recordings are.
    pub(super) store: &'a RecordingStore,
    /// What is wrong with the dice of all runs, if a row asks for it.
    pub(super) unfair: Vec<Finding>,
    /// The folder with the submission's other files, if there is one.
    pub(super) submission: Option<&'a Path>,
    /// Where results and recordings are written.
    pub(super) reports: &'a Path,
}

impl Run<'_> {
    /// Judges what was recorded and writes every report that is asked for.
    pub(super) fn judge_and_report(&self, cases: &[&Case]) -> Result<Outcome, Trouble> {
        let judged = self.judged(cases)?;
        let unfair = self.unfair_as_judged(&judged);
        let results = self.results(judged, unfair)?;
        write(self.reports, &results, self.store).map_err(Trouble::writing)?;
        let report = Report::new(&results, self.reports);
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

    /// Judges the recorded cases, with as many recordings in memory as there are workers.
    fn judged<'c>(&self, cases: &[&'c Case]) -> Result<Vec<Judged<'c>>, Problem> {
        let strictness = strictness(self.args.strict, self.args.lenient);
        let one = |case: &&'c Case| {
            let recording = self.store.read(case)?.unwrap_or_default();
            let judgement = judge(self.suite, case, &recording, strictness);
            Ok(Judged::new(case, &recording, judgement))
        };
        in_parallel(cases, self.args.jobs(), one)
    }

    /// Returns the results as their readers may see them, with what tutors have awarded.
    fn results(&self, judged: Vec<Judged<'_>>, unfair: &[Finding]) -> Result<Results, Trouble> {
        let judgements: Vec<_> = judged.iter().map(|judged| (judged.case, &judged.judgement)).collect();
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
        let mut wrong = judged.iter().flat_map(|judged| judged.judgement.wrong.keys());
        let is_misdrawn = wrong.any(|part| parts.contains(&part.as_str()));
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

/// Returns what is wrong with the dice of all recorded `cases`, if a row of the suite asks for it.
pub(super) fn unfair_dice(
    suite: &Suite,
    store: &RecordingStore,
    cases: &[&Case],
) -> Result<Vec<Finding>, Problem> {
    if suite.rows.iter().all(|row| row.fair_dice.is_none()) {
        return Ok(Vec::new());
    }
    let mut evidence = Evidence::new(suite);
    for (index, case) in cases.iter().enumerate() {
        let again = if index == 0 { store.read_again(case)? } else { None };
        for recording in store.read(case)?.into_iter().chain(again) {
            evidence.add(case, &recording);
        }
    }
    Ok(fairness::examine(&evidence.into_runs()))
}
