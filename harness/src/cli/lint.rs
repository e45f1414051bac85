//! `harness lint`: tells everything that is wrong with the suites, and what a single slip costs in those that are valid.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use reference::Ending;

use super::{Status, Trouble, print};
use crate::amounts::{amount, often};
use crate::cases::problem::{Problem, nearest};
use crate::cases::source::SuiteSource;
use crate::cases::{Award, By, Case, Chance, Conversation, Occasion, Reference, Suite, select};
use crate::expected::from_reference;
use crate::expected::keeping::fits;
use crate::judging::{Strictness, judge, unexpected_error};
use crate::marks::prices::{Ownership, Prices};
use crate::recording::Recording;
use crate::running::{Fault, default_jobs};
use crate::solution;
use crate::strength::{self, NotTried, Noticed};

/// Checks one suite, or all.
pub(super) fn lint(name: Option<&str>, cases: Option<&Path>) -> Result<Status, Trouble> {
    let source = SuiteSource::find(cases)?;
    let names = source.wanted(name);
    let mut problems = Vec::new();
    if names.is_empty() {
        let problem = Problem::of_file("harness", "there are no suites here");
        problems.push(problem.help("name the folder that holds one folder for each suite with --cases"));
    }
    let mut prices = String::new();
    for name in &names {
        match select::suite(&source, name) {
            Ok(suite) => {
                let ownership = Ownership::of(&suite);
                problems.extend(check(&source.prefix(name), &suite, &ownership)?);
                prices += &table(name, &ownership);
            }
            Err(more) => problems.extend(more),
        }
    }
    print(&prices)?;
    if problems.is_empty() { Ok(Status::Good) } else { Err(problems.into()) }
}

fn check(prefix: &str, suite: &Suite, ownership: &Ownership<'_>) -> Result<Vec<Problem>, Fault> {
    let mut problems = unused(prefix, suite);
    problems.extend(check_bends(prefix, suite));
    problems.extend(check_solutions(prefix, suite)?);
    problems.extend(without_owner(prefix, ownership));
    problems.extend(never_full(prefix, ownership));
    for case in &suite.cases {
        problems.extend(check_case(&format!("{prefix}{}", case.file()), suite, case));
    }
    Ok(problems)
}

/// In a suite that tells of bends, every one of the game needs a meaning, and a case that notices it.
fn check_bends(prefix: &str, suite: &Suite) -> Vec<Problem> {
    let Some(game) = strength::bendable(suite).filter(|_| !suite.bends.is_empty()) else { return Vec::new() };
    let file = format!("{prefix}suite.yaml");
    let untold = game.all_bends().into_iter().filter(|bend| !suite.bends.contains_key(*bend)).map(|bend| {
        Problem::of_file(&file, format!("nothing says what the bend `{bend}` of the game means")).help(
            "add it to `bends`, with its sentence, its hint, the rule that it breaks and the row that pays",
        )
    });
    let unnoticed = strength::unnoticed(suite).into_iter().map(|bend| no_case_notices(&file, bend, "game"));
    untold.chain(unnoticed).collect()
}

/// Each bend of a course's own solution must be one that can be built, and that a case notices. Nothing else starts a solution here.
fn check_solutions(prefix: &str, suite: &Suite) -> Result<Vec<Problem>, Fault> {
    if suite.bends.is_empty() || !matches!(suite.reference, Reference::Command { .. }) {
        return Ok(Vec::new());
    }
    let file = format!("{prefix}suite.yaml");
    let lacks = suite.lacks_bent_transcripts().then(|| {
        let message = "what the solution says with its bends was not recorded since the suite was changed";
        Problem::of_file(&file, message).help(format!("run `harness regen --suite {}`", suite.name))
    });
    let strength = match strength::strength(suite, &file, default_jobs()) {
        Ok(strength) => strength,
        Err(NotTried::Problems(problems)) => return Ok(problems),
        Err(NotTried::Fault(fault)) => return Err(fault),
    };
    let bends = strength.into_iter().flat_map(|strength| strength.bends);
    let unnoticed = bends.filter(|bend| bend.noticed() == Noticed::Never);
    Ok(lacks.into_iter().chain(unnoticed.map(|bend| no_case_notices(&file, bend.name, "solution"))).collect())
}

fn no_case_notices(file: &str, bend: &str, of: &str) -> Problem {
    Problem::of_file(file, format!("no case notices the bend `{bend}` of the {of}"))
        .help("write a case in which a program that gets this rule wrong says something else")
}

/// Every part that is printed needs a row that pays for its slips.
fn without_owner(prefix: &str, ownership: &Ownership<'_>) -> impl Iterator<Item = Problem> {
    let file = format!("{prefix}suite.yaml");
    ownership.without_owner.iter().map(move |part| {
        Problem::of_file(&file, format!("no row owns the part `{part}`")).help(
            "claim it in `parts`, `forms` or `lines` of the row that pays for its presentation and wording",
        )
    })
}

/// A row that counts parts needs as many as it has marks, or nobody wins them all.
fn never_full(prefix: &str, ownership: &Ownership<'_>) -> impl Iterator<Item = Problem> {
    let file = format!("{prefix}suite.yaml");
    let counting = ownership.rows.iter().filter(|prices| prices.row.award == Award::Count);
    counting.filter(|prices| !prices.parts.is_empty()).filter_map(move |Prices { row, parts, .. }| {
        let count = parts.iter().filter(|part| row.parts.is_match(part)).count();
        let marks = row.out_of;
        (amount(count) < marks).then(|| {
            let name = &row.name;
            Problem::of_file(
                &file,
                format!("the row `{name}` is worth {marks} marks, but counts {count} parts"),
            )
            .help("claim more in its `parts`, or let it be worth as many marks as it has parts")
        })
    })
}

/// Returns what a single slip costs at most in each row of a suite; nothing for a suite whose parts are not known.
fn table(name: &str, ownership: &Ownership<'_>) -> String {
    let (owning, others): (Vec<&Prices<'_>>, Vec<&Prices<'_>>) =
        ownership.rows.iter().partition(|prices| !prices.parts.is_empty());
    if owning.is_empty() {
        return String::new();
    }
    let mut text = format!("{name}: what a single slip costs at most, in the row that owns its part\n");
    let _ = writeln!(text, "  {:<22}{:>8}{:>14}{:>10}", "row", "marks", "presentation", "wording");
    for Prices { row, presentation, wording, .. } in owning {
        let _ = writeln!(text, "  {:<22}{:>8}{presentation:>14.3}{wording:>10.3}", row.name, row.out_of);
    }
    if !others.is_empty() {
        let names: Vec<&str> = others.iter().map(|prices| prices.row.name.as_str()).collect();
        let _ = writeln!(text, "  rows that own no part: {}", names.join(", "));
    }
    text
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
        .filter(|row| row.by == By::Harness && row.awarded_for().is_none() && row.fair_dice.is_none());
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
    match (&case.conversation(), &replayed) {
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
    problems.extend(check_chance(file, suite, case));
    problems.extend(check_row(file, suite, case));
    problems
}

/// A rule must have its chances in the transcript, or programs that follow it would be run again in vain.
fn check_chance(file: &str, suite: &Suite, case: &Case) -> Option<Problem> {
    let Chance { occasion, times, .. } = case.chance.as_deref()?;
    let turns = case.conversation().into_iter().flat_map(|conversation| conversation.turns);
    let recording = turns.fold(Recording::default(), |recording, turn| {
        let printed = recording.prints(&turn.output);
        turn.typed.iter().fold(printed, Recording::reads)
    });
    let judgement = judge(suite, case, &recording.exits(0), Strictness::AsTheSuiteSays);
    let count = judgement.chances.get(occasion).copied().unwrap_or_default();
    if count >= *times {
        return None;
    }
    let Occasion { shown, text } = occasion;
    let with = text.as_ref().map(|text| format!(" with `{text}`")).unwrap_or_default();
    let (times, count) = (often(*times), often(count));
    let message = format!("`{shown}`{with} should come up {times} in the transcript, and comes up {count}");
    let parts = judgement.right.iter().map(|part| part.label()).filter(|part| !part.is_empty());
    let help = match nearest(shown, parts) {
        Some(near) if near != shown => format!("did you mean `{near}`?"),
        _ => "take another seed, or a smaller number".to_string(),
    };
    Some(Problem::of_file(file, message).help(help))
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
    let why = match (row.by, row.awarded_for()) {
        (By::Tutor, _) => "is a tutor's".to_string(),
        (By::Harness, Some(other)) => format!("is awarded for {other}"),
        (By::Harness, None) => return None,
    };
    let message = format!("the row `{}` {why} and cannot be fed by a case", case.row);
    Some(Problem::of_file(file, message).help("use a row that is awarded by harness for its cases"))
}
