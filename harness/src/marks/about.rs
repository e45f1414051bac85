//! The sentence of the specification that is about a mistake.

use std::collections::BTreeSet;

use super::mistake::Mistake;
use crate::cases::{Case, Cause, Suite};
use crate::expected::part_of_line;
use crate::judging::{Judgement, Verdict};
use crate::mistakes::Kind;
use crate::text::tokens::words;

/// Where a mistake shows, and how.
pub(super) struct ShownMistake<'a> {
    /// The cases, by their ids.
    pub(super) cases: &'a BTreeSet<String>,
    /// The line that should stand in the place of its best example, also where that is only known from what stands beside it.
    pub(super) due: Option<&'a str>,
    /// The turn of its best example, from 1.
    pub(super) turn: usize,
}

/// Returns the sentence of the specification that is about a mistake: where its best example fails by what it checks, and the row that
/// pays does not claim the part in which that shows, the rule that such cases check; else the one that tells what its part says, and of a
/// program that fails in all cases of one rule that one. What shows long before the end of its case, in a part that another row claims, is
/// not what the case checks. Where the program asks something instead of what is due, it is about that; where it answers something of
/// another part, about its answer.
pub(super) fn text_about(
    suite: &Suite,
    judged: &[(&Case, &Judgement)],
    mistake: &Mistake,
    shown: &ShownMistake<'_>,
) -> Option<String> {
    if mistake.rule.is_some() {
        return None;
    }
    if let Some(text) = text_against(suite, mistake, shown) {
        return Some(text.to_string());
    }
    if mistake.cause == Some(Cause::ExtraPrompt) {
        let of_due = shown.due.and_then(|due| suite.text_about(part_of_line(suite, due)?, Some(due)));
        if of_due.is_some() {
            return of_due.map(str::to_string);
        }
    }
    let fails = |case: &Case, judgement: &Judgement| {
        mistake.kind == Kind::Behaviour && case.row == mistake.row && judgement.verdict == Verdict::Wrong
    };
    let failed = judged.iter().filter(|(case, it)| shown.cases.contains(&case.id) && fails(case, it));
    let failed: Vec<&Case> = failed.map(|(case, _)| *case).collect();
    let example = mistake.example.as_ref().and_then(|id| failed.iter().find(|case| case.id == *id));
    let is_of_part = mistake.expected.is_some();
    let claims_part =
        suite.row(&mistake.row).is_some_and(|row| is_of_part && row.parts.is_match(&mistake.part));
    let line = mistake.expected.as_deref().or(mistake.actual.as_deref());
    let part = match (&mistake.expected, &mistake.actual) {
        // What is too much stands in the part of what is printed before it.
        (None, Some(line)) if mistake.cause != Some(Cause::WrongValue) => part_of_line(suite, line),
        _ => Some(mistake.part.as_str()),
    };
    let of_part = || suite.text_about(part?, line).map(str::to_string);
    let is_of_due =
        || of_part().zip(mistake.expected.as_ref()).is_some_and(|(text, due)| quotes_line(&text, due));
    let of_printed = || of_answer(suite, mistake).filter(|_| !is_of_due()).map(str::to_string);
    let of_cases = || suite.rules.get(usual_rule(example?, &failed)).cloned();
    if let (None, None, Some(line), Some(text)) = (&mistake.expected, shown.due, &mistake.actual, of_part())
        && quotes_line(&text, line)
    {
        return Some(text);
    }
    let is_before_the_end = example.is_some_and(|case| is_before_the_end(case, shown.turn));
    let is_beside = is_of_part && is_before_the_end && suite.owner(&mistake.part).is_some();
    if claims_part || is_beside {
        of_part().or_else(of_cases)
    } else {
        let of_failures = || of_failures(suite, judged, mistake, shown);
        let of_failed_case = || of_failed_case(suite, judged, mistake, shown.turn);
        of_cases().or_else(of_printed).or_else(of_part).or_else(of_failures).or_else(of_failed_case)
    }
}

/// Returns whether a turn, counted from 1, stands long before the end of a case.
fn is_before_the_end(case: &Case, turn: usize) -> bool {
    case.conversation().is_some_and(|it| turn + 1 < it.turns.len())
}

/// Returns the rule that the best example of a failure checks, if it feeds the row that pays, and the program fails at its end.
fn of_failed_case(
    suite: &Suite,
    judged: &[(&Case, &Judgement)],
    mistake: &Mistake,
    turn: usize,
) -> Option<String> {
    let id = mistake.example.as_ref().filter(|_| mistake.kind == Kind::Failure)?;
    let (case, _) = judged.iter().find(|(case, _)| case.id == *id)?;
    let is_what_it_checks = case.row == mistake.row && !is_before_the_end(case, turn);
    suite.rules.get(case.rule.as_str()).filter(|_| is_what_it_checks).cloned()
}

/// Returns the rule that all cases check in which a program fails, if it fails in each case that checks it.
fn of_failures(
    suite: &Suite,
    judged: &[(&Case, &Judgement)],
    mistake: &Mistake,
    shown: &ShownMistake<'_>,
) -> Option<String> {
    let has_failed = |case: &Case| shown.cases.contains(&case.id);
    let mut failed = judged.iter().map(|(case, _)| case).filter(|case| has_failed(case));
    let rule = &failed.next().filter(|_| mistake.kind == Kind::Failure)?.rule;
    let is_of_it = |case: &Case| case.rule == *rule;
    let is_its_own = judged.iter().all(|(case, _)| is_of_it(case) == has_failed(case));
    suite.rules.get(rule.as_str()).filter(|_| is_its_own).cloned()
}

/// Returns the sentence that forbids what is printed in the place of what is due.
fn text_against<'s>(suite: &'s Suite, mistake: &Mistake, shown: &ShownMistake<'_>) -> Option<&'s str> {
    let due = part_of_line(suite, mistake.expected.as_deref().or(shown.due)?)?;
    let printed = part_of_line(suite, mistake.actual.as_deref()?)?;
    suite.text_against(&mistake.row, due, printed)
}

/// Returns whether a text has at least half of the words of a line.
fn quotes_line(text: &str, line: &str) -> bool {
    let small = |text: &str| words(text).map(str::to_lowercase).collect::<BTreeSet<_>>();
    let (text, line) = (small(text), small(line));
    !line.is_empty() && text.intersection(&line).count() * 2 >= line.len()
}

/// Returns the sentence that is about what a program answers where something of another part is due, and it asks nothing.
fn of_answer<'s>(suite: &'s Suite, mistake: &Mistake) -> Option<&'s str> {
    let (expected, actual) = mistake.expected.as_deref().zip(mistake.actual.as_deref())?;
    let is_other = mistake.kind == Kind::Behaviour && mistake.cause == Some(Cause::WrongText);
    let asks = actual.ends_with([' ', ':', '?', '>']);
    let part = part_of_line(suite, actual).filter(|_| is_other && !asks)?;
    let is_of_another_part = part != mistake.part && Some(part) != part_of_line(suite, expected);
    suite.text_about(part, Some(actual)).filter(|_| is_of_another_part)
}

/// Returns the rule that most of the failed cases check which are as public as the example, and of equal ones the rule that most of all
/// failed cases check, so that a special case does not stand for all of them; the example's own where others are no more frequent. A fresh
/// example checks none: its rule is that of most failed cases, public or not.
fn usual_rule<'a>(example: &'a Case, failed: &[&'a Case]) -> &'a str {
    let count = |rule: &str| {
        let cases = || failed.iter().filter(|case| case.rule == rule);
        (cases().filter(|case| case.visible == example.visible).count(), cases().count())
    };
    let is_fresh = example.rule.is_empty();
    let own = if is_fresh { (0, 0) } else { count(&example.rule) };
    let counted = failed.iter().filter(|case| is_fresh || case.visible == example.visible);
    let rules: BTreeSet<&'a str> =
        counted.map(|case| case.rule.as_str()).filter(|rule| !rule.is_empty()).collect();
    let most = rules.into_iter().map(|rule| (count(rule), rule)).rev().max_by_key(|(count, _)| *count);
    most.filter(|(count, _)| *count > own).map_or(&example.rule, |(_, rule)| rule)
}
