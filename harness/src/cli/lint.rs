//! `harness lint`: tells everything that is wrong with the suites.

use std::collections::BTreeSet;
use std::path::Path;

use reference::Ending;

use super::{Status, Trouble};
use crate::cases::problem::Problem;
use crate::cases::source::SuiteSource;
use crate::cases::{By, Case, Conversation, Suite, select};
use crate::expected::from_reference;
use crate::expected::keeping::fits;
use crate::judging::unexpected_error;
use crate::solution;

/// Checks one suite, or all.
pub(super) fn lint(name: Option<&str>, cases: Option<&Path>) -> Result<Status, Trouble> {
    let source = SuiteSource::find(cases)?;
    let names = name.map_or_else(|| source.suites(), |name| vec![name.to_string()]);
    let mut problems = Vec::new();
    if names.is_empty() {
        let problem = Problem::of_file("harness", "there are no suites here");
        problems.push(problem.help("name the folder that holds one folder for each suite with --cases"));
    }
    for name in &names {
        match select::suite(&source, name) {
            Ok(suite) => problems.extend(check(&source.prefix(name), &suite)),
            Err(more) => problems.extend(more),
        }
    }
    if problems.is_empty() { Ok(Status::Good) } else { Err(problems.into()) }
}

fn check(prefix: &str, suite: &Suite) -> Vec<Problem> {
    let mut problems = unused(prefix, suite);
    for case in &suite.cases {
        problems.extend(check_case(&format!("{prefix}{}", case.file), suite, case));
    }
    problems
}

/// Every rule and every row of this program needs a case.
fn unused(prefix: &str, suite: &Suite) -> Vec<Problem> {
    let file = format!("{prefix}suite.yaml");
    let used: BTreeSet<&str> = suite.cases.iter().map(|case| case.rule.as_str()).collect();
    let rules = suite.rules.keys().filter(|rule| !used.contains(rule.as_str()));
    let rules = rules.map(|rule| format!("the rule `{rule}` has no case"));
    let fed: BTreeSet<&str> = suite.cases.iter().map(|case| case.row.as_str()).collect();
    let rows = suite
        .rows
        .iter()
        .filter(|row| row.by == By::Harness && row.files.is_none() && row.fair_dice.is_none());
    let rows = rows.filter(|row| !fed.contains(row.name.as_str()));
    let rows = rows.map(|row| format!("the row `{}` has no case", row.name));
    rules
        .chain(rows)
        .map(|message| Problem::of_file(&file, message).help("write a case that checks it"))
        .collect()
}

fn check_case(file: &str, suite: &Suite, case: &Case) -> Vec<Problem> {
    let mut problems = Vec::new();
    let regen = format!("run `harness regen --suite {}` and read what it changes", suite.name);
    let replayed = from_reference(suite, case);
    match (&case.transcript, &replayed) {
        (None, _) => problems.push(Problem::of_file(file, "the transcript is not written yet").help(regen)),
        (Some(transcript), None) if transcript.typed() != solution::typed(case) => {
            problems
                .push(Problem::of_file(file, "the transcript does not hold what `type` says").help(regen));
        }
        (Some(transcript), Some((conversation, _))) if !fits(transcript, conversation) => {
            problems
                .push(Problem::of_file(file, "the transcript is not what the reference says").help(regen));
        }
        _ => {}
    }
    if let Some(replayed) = &replayed {
        problems.extend(check_ending(file, suite, case, replayed));
    }
    problems.extend(check_row(file, suite, case));
    problems
}

/// Checks that the game can be replayed and ends as the case says.
fn check_ending(file: &str, suite: &Suite, case: &Case, replayed: &(Conversation, Ending)) -> Vec<Problem> {
    let mut problems = Vec::new();
    if from_reference(suite, case).as_ref() != Some(replayed) {
        problems.push(Problem::of_file(file, "two replays of the reference do not agree"));
    }
    let ending = &replayed.1;
    if *ending == Ending::Endless {
        let problem = Problem::of_file(file, "the reference goes on printing without ever asking again");
        problems.push(problem.help("end the conversation earlier, or take another seed"));
    }
    if let Some(error) = unexpected_error(case, ending) {
        let problem = Problem::of_file(file, format!("the reference fails here with `{error}`"));
        problems.push(problem.help("write this error under the key `error`"));
    }
    if !case.errors.is_empty() && !matches!(ending, Ending::Raised(_)) {
        problems
            .push(Problem::of_file(file, "the reference does not fail here, but the case expects an error"));
    }
    problems
}

/// Only a row that is awarded for cases can be fed by one.
fn check_row(file: &str, suite: &Suite, case: &Case) -> Option<Problem> {
    let row = suite.row(&case.row)?;
    let why = match (row.by, &row.files) {
        (By::Tutor, _) => "is a tutor's",
        (By::Harness, Some(_)) => "is awarded for files",
        (By::Harness, None) => return None,
    };
    let message = format!("the row `{}` {why} and cannot be fed by a case", case.row);
    Some(Problem::of_file(file, message).help("use a row that is awarded by harness for its cases"))
}
