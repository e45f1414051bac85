//! The list of a submission's mistakes, which costs together what its mark sheet lacks.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::deduct::{LeftOver, deductions, left_over, owner_of_form, owner_of_slip};
use super::hundredths::in_hundredths;
use super::never_right::{is_failure, never_right};
use super::places::left_over_key;
use super::spelling::names_odd_word;
use super::weights::{Blame, weights};
use super::{MarkSheet, MarkedRow, Marker, round};
use crate::cases::{BentRule, Case, Cause, Row, Suite, Visibility};
use crate::comparison::{Detail, Difference, Setting, SuddenEnd, of_moved_line};
use crate::diagnosis::BrokenRule;
use crate::expected::part_of_line;
use crate::judging::{Judgement, Listed, Penalised, Strictness, Verdict};
use crate::mistakes::{Kind, Slip, Slips};
use crate::text::tokens::words;

/// What a tutor would write down once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mistake {
    /// What it is called, the same for the same mistake of another submission; empty if the reader may not know it.
    pub key: String,
    /// Its kind.
    pub kind: Kind,
    /// The smallest cause that explains it; none if the reader may not know it, or if only a verdict tells it.
    pub cause: Option<Cause>,
    /// The part of the conversation.
    pub part: String,
    /// The row that it costs most.
    pub row: String,
    /// The other rows that it costs something, the one that it costs most first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_rows: Vec<String>,
    /// The marks that it costs, in whole hundredths.
    pub lost: f64,
    /// The marks that it costs each row, in results for staff.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub by_row: BTreeMap<String, f64>,
    /// What is wrong.
    pub sentence: String,
    /// How the program ended, or was stopped, in the best example, if that is the mistake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_by: Option<SuddenEnd>,
    /// The expected line of the best example.
    pub expected: Option<String>,
    /// Whether that is a description, because the words of the line are free.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_described: bool,
    /// The printed line of the best example.
    #[serde(rename = "got")]
    pub actual: Option<String>,
    /// In how many cases it shows.
    pub cases: usize,
    /// At how many places it shows.
    pub places: usize,
    /// The case of the best example, by its id; none if the reader may not see one.
    pub example: Option<String>,
    /// The sentence of the specification that is about it, if the suite names one; that of a broken rule stands with the rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The rule that is broken, if all of it follows from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<BrokenRuleText>,
    /// The mistakes after which alone it shows, if there are such: it may be nothing but their consequence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precursors: Option<Precursors>,
    /// What staff say to all who made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// The mistakes after which another one shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Precursors {
    /// Their keys, the costliest first.
    pub mistakes: Vec<String>,
    /// In how many of the conversations that show the other one it stands after one of these.
    pub after: usize,
    /// How many conversations show the other one.
    pub of: usize,
}

/// A broken rule in the words of the suite.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrokenRuleText {
    /// The sentence of the text that is broken.
    pub text: String,
    /// What to look at.
    pub hint: String,
}

/// The mistakes of a submission, and where differences find theirs.
#[derive(Debug, Default)]
pub struct MistakeList {
    /// The mistakes, the costliest first.
    pub mistakes: Vec<Mistake>,
    /// The keys of the broken rules, by the indices that differences hold.
    pub rules: Vec<String>,
    /// For each case, in the order of the judged ones, and each of its differences: the mistake of which it is a place, by its index.
    pub places: Vec<Vec<Option<usize>>>,
}

/// The longest list. What costs less than these is told together, row by row.
const MOST: usize = 100;

/// Returns the mistakes, the costliest first.
pub(crate) fn mistakes(
    suite: &Suite,
    judged: &[(&Case, &Judgement)],
    Found { slips, rules }: Found<'_>,
    sheet: &MarkSheet,
    strictness: Strictness,
) -> Vec<Mistake> {
    let left = left_over(judged, slips);
    let costs = deductions(suite, &slips.all, &left, sheet, strictness);
    let is_strict = strictness == Strictness::Strict;
    let costs: Vec<f64> = costs.iter().map(|cost| if is_strict { 0.0 } else { cost.lost }).collect();
    let mut list = List { rules: rules.iter().map(|rule| of_rule(suite, rule)).collect(), ..List::default() };
    for (slip, lost) in slips.all.iter().zip(&costs) {
        list.add_slip(suite, slip, *lost);
    }
    for (left, lost) in left.iter().zip(&costs[slips.all.len()..]) {
        list.add_left(suite, left, slips.family(left.part), *lost);
    }
    for row in &suite.rows {
        let Some(marked) = sheet.rows.iter().find(|marked| marked.name == row.name) else { continue };
        if marked.by != Marker::Harness {
            continue;
        }
        if row.awarded_for().is_some() {
            list.add_pieces(marked);
            continue;
        }
        list.add_dice(marked, list.lost_in(&row.name));
        list.add_rules(row, marked, judged, slips);
    }
    list.seen(judged, slips);
    let mut mistakes = list.finish(&|mistake, shown| text_about(suite, judged, mistake, shown));
    for mistake in mistakes.iter_mut().filter(|mistake| mistake.rule.is_none()) {
        if names_odd_word(&mistake.sentence, &suite.odd_spellings) {
            mistake.sentence.push_str(SPELT_SO);
        }
    }
    mistakes
}

/// Finds the sentence of the specification that is about a mistake.
type AboutMistake<'a> = dyn Fn(&Mistake, &ShownMistake<'_>) -> Option<String> + 'a;

/// Where a mistake shows, and how.
struct ShownMistake<'a> {
    cases: &'a BTreeSet<String>,
    /// The line that should stand in the place of its best example, also where that is only known from what stands beside it.
    due: Option<&'a str>,
    /// The turn of its best example, from 1.
    turn: usize,
}

/// Returns the sentence of the specification that is about a mistake: where its best example fails by what it checks, and the row that
/// pays does not claim the part in which that shows, the rule that such cases check; else the one that tells what its part says, and of a
/// program that fails in all cases of one rule that one. What shows long before the end of its case, in a part that another row claims, is
/// not what the case checks. Where the program asks something instead of what is due, it is about that; where it answers something of
/// another part, about its answer.
fn text_about(
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

/// What was found out about a submission, beyond its cases.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found<'a> {
    /// Its slips.
    pub(crate) slips: &'a Slips,
    /// The rules that it breaks and pays for.
    pub(crate) rules: &'a [BrokenRule],
}

/// The mistakes by their keys, and what each costs each row.
#[derive(Debug, Default)]
struct List {
    /// The broken rules, by their indices.
    rules: Vec<Mistake>,
    found: BTreeMap<String, ListedMistake>,
}

#[derive(Debug)]
struct ListedMistake {
    mistake: Mistake,
    rows: BTreeMap<String, f64>,
    shows_in: BTreeSet<String>,
    ease: Ease,
    /// The lines that are shown of the best example, which may be more than its difference has.
    shown: [Option<String>; 2],
    /// Whether nothing is told of the best example but that a line is missing.
    is_only_missing: bool,
}

/// How good an example is; less is better: whether the case is not public, whether its row does not pay for the broken rule and its rule is another
/// one or, of other mistakes, whether nothing is known but that a line is missing or too much, the turn, where in it the line stands,
/// how long it is unless the rule is told, what was typed before it, the shortest first, and the id of the case.
type Ease = (bool, usize, usize, usize, usize, (usize, String), String);

impl List {
    fn lost_in(&self, row: &str) -> f64 {
        self.found.values().filter_map(|found| found.rows.get(row)).sum()
    }

    fn add(&mut self, mistake: Mistake, row: &str, lost: f64) -> &mut ListedMistake {
        let key = mistake.key.clone();
        let typed = (usize::MAX, String::new());
        let ease = (true, usize::MAX, usize::MAX, usize::MAX, usize::MAX, typed, String::new());
        let (rows, shows_in, shown) = (BTreeMap::new(), BTreeSet::new(), [None, None]);
        let new = || ListedMistake { mistake, rows, shows_in, ease, shown, is_only_missing: false };
        let found = self.found.entry(key).or_insert_with(new);
        *found.rows.entry(row.to_string()).or_default() += lost;
        found
    }

    fn add_slip(&mut self, suite: &Suite, slip: &Slip, lost: f64) {
        let row = owner_of_slip(suite, slip).map_or("", |row| &row.name);
        let mistake = Mistake {
            key: slip.key.clone(),
            kind: slip.kind,
            cause: Some(slip.cause),
            part: slip.part.to_string(),
            row: row.to_string(),
            other_rows: Vec::new(),
            lost: 0.0,
            by_row: BTreeMap::new(),
            sentence: slip.sentence.clone(),
            ended_by: None,
            expected: slip.expected.clone(),
            is_described: false,
            actual: slip.actual.clone(),
            cases: 0,
            places: slip.places,
            example: Some(slip.example.clone()),
            text: None,
            rule: None,
            precursors: None,
            comment: None,
        };
        let found = self.add(mistake, row, lost);
        found.shows_in.extend(slip.cases.iter().cloned());
        found.ease.0 = false;
        found.ease.1 = 0;
        found.ease.2 = 0;
    }

    fn add_left(&mut self, suite: &Suite, left: &LeftOver<'_>, family: &str, lost: f64) {
        let row = owner_of_form(suite, left.part.label(), left.places.iter().map(|(case, _)| &case.id));
        let row = row.map_or(String::new(), |row| row.name.clone());
        for (index, (case, penalised)) in left.places.iter().enumerate() {
            let key = left_over_key(left.cause, family);
            let mistake = of_difference(key, Kind::Presentation, &penalised.difference, &row);
            let found = self.add(mistake, &row, if index == 0 { lost } else { 0.0 });
            found.mistake.places += 1;
            found.show(case, false, &penalised.difference);
        }
    }

    /// Adds what files and unit tests lack for which a row is awarded.
    fn add_pieces(&mut self, marked: &MarkedRow) {
        let files = marked.files.iter().map(|it| ("file", &it.name, it.out_of - it.awarded, &it.sentence));
        let tests = marked.tests.iter().map(|it| ("test", &it.name, it.out_of - it.awarded, &it.sentence));
        for (what, name, lost, sentence) in files.chain(tests).filter(|(_, _, lost, _)| *lost > 0.0) {
            let mistake = Mistake {
                sentence: format!("{name}: {sentence}"),
                ..of_row(format!("{what} {name}"), format!("{what}s/{name}"), &marked.name)
            };
            self.add(mistake, &marked.name, lost).mistake.places = 1;
        }
    }

    fn add_dice(&mut self, marked: &MarkedRow, slips: f64) {
        let lost = marked.by_rules - slips - marked.awarded;
        if let Some(sentence) = marked.dice.first().filter(|_| lost > 1e-9) {
            let mistake = of_row("unfair dice".to_string(), "dice/fair".to_string(), &marked.name);
            let mistake = Mistake { sentence: sentence.clone(), ..mistake };
            self.add(mistake, &marked.name, lost).mistake.places = 1;
        }
    }

    /// Divides what the rules of a row have cost it among what went wrong in its cases.
    fn add_rules(&mut self, row: &Row, marked: &MarkedRow, judged: &[(&Case, &Judgement)], slips: &Slips) {
        let lost = marked.out_of - marked.by_rules;
        if lost <= 1e-9 {
            return;
        }
        let weights = weights(row, judged, slips);
        let all: f64 = weights.iter().map(|(_, weight)| weight).sum();
        for (blame, weight) in &weights {
            let share = if all > 0.0 { lost * weight / all } else { 0.0 };
            self.blame(blame, judged, slips, &row.name, share);
        }
    }

    fn blame(&mut self, blame: &Blame, judged: &[(&Case, &Judgement)], slips: &Slips, row: &str, lost: f64) {
        match blame {
            Blame::Slip(slip) => {
                let key = slips.all[*slip].key.clone();
                if let Some(found) = self.found.get_mut(&key) {
                    *found.rows.entry(row.to_string()).or_default() += lost;
                }
            }
            Blame::Difference(case, index) => {
                let (case, judgement) = &judged[*case];
                let differences = judgement.deductions.differences();
                let penalised = differences[*index].penalised;
                let mistake = self.mistake(penalised, slips, row);
                self.add(mistake, row, lost).show(case, judgement.played.is_some(), &penalised.difference);
            }
            Blame::Verdict(case) => {
                let (case, judgement) = &judged[*case];
                // What ended the program is one mistake, whichever cases it costs.
                let differences = judgement.deductions.differences();
                let failure = differences.iter().find(|it| is_failure(&it.penalised.difference));
                if let Some(Listed { penalised, .. }) = failure {
                    let mistake = self.mistake(penalised, slips, row);
                    self.add(mistake, row, lost).show(
                        case,
                        judgement.played.is_some(),
                        &penalised.difference,
                    );
                    return;
                }
                let mistake = of_row(judgement.verdict.name().to_string(), String::new(), row);
                let kind = if judgement.verdict == Verdict::Wrong { Kind::Behaviour } else { Kind::Failure };
                let sentence = in_short(&judgement.sentence, judgement.verdict).to_string();
                let ended_by = judgement.ended_by.as_deref().cloned();
                let mistake = Mistake {
                    kind,
                    cause: None,
                    sentence: sentence.clone(),
                    ended_by: ended_by.clone(),
                    ..mistake
                };
                let found = self.add(mistake, row, lost);
                found.mistake.places += 1;
                found.show_case(case, sentence, ended_by);
            }
        }
    }

    /// Returns the mistake of which a difference is a place, as nobody has seen it before.
    fn mistake(&self, penalised: &Penalised, slips: &Slips, row: &str) -> Mistake {
        if let Some(rule) = penalised.rule.and_then(|rule| self.rules.get(rule)) {
            return rule.clone();
        }
        let difference = &penalised.difference;
        let kind = if is_failure(difference) { Kind::Failure } else { Kind::Behaviour };
        let key = self.key_of_same(difference).unwrap_or_else(|| slips.key(difference));
        of_difference(key, kind, difference, row)
    }

    /// Returns the key of the mistake that was found of another fact, if all that is told of this one is the same: no picture of a die shows
    /// neither three dice, nor pips, nor which die is red.
    fn key_of_same(&self, difference: &Difference) -> Option<String> {
        let Detail::Fact(sentence) = &difference.detail else { return None };
        if sentence.contains(|ch: char| ch.is_ascii_digit()) {
            // It is about one throw.
            return None;
        }
        let is_same =
            |found: &&ListedMistake| found.mistake.is_described && found.mistake.sentence == *sentence;
        self.found.values().find(is_same).map(|found| found.mistake.key.clone())
    }

    /// Counts the places of what costs its cases something, also where it follows from something else.
    fn seen(&mut self, judged: &[(&Case, &Judgement)], slips: &Slips) {
        for (case, judgement) in judged {
            let differences = judgement.deductions.differences();
            let behaviour = |it: &&Listed<'_>| {
                it.penalised.rule.is_some() || it.penalised.slip.is_none() && it.penalised.costs()
            };
            for Listed { penalised, root } in differences.iter().filter(behaviour) {
                let mistake = self.mistake(penalised, slips, &penalised.row);
                let key = mistake.key.clone();
                if (root.is_none() || penalised.rule.is_some()) && !self.found.contains_key(&key) {
                    self.add(mistake, &penalised.row, 0.0);
                }
                if let Some(found) = self.found.get_mut(&key) {
                    found.mistake.places += 1;
                    if root.is_none() || penalised.rule.is_some() {
                        found.show(case, judgement.played.is_some(), &penalised.difference);
                    } else {
                        // What follows from something else is no example of it.
                        found.shows_in.insert(case.id.clone());
                    }
                }
            }
        }
        self.seen_free_ends(judged, slips);
        let told = self.found.values().map(|it| it.mistake.part.as_str()).collect();
        for (case, penalised) in never_right(judged, &told, slips) {
            let mistake = self.mistake(penalised, slips, &penalised.row);
            let found = self.add(mistake, &penalised.row, 0.0);
            found.mistake.places += 1;
            found.show(case, false, &penalised.difference);
        }
    }

    /// Counts the cases that a crash, or a stop, has ended, too, though cases of another row pay for it.
    fn seen_free_ends(&mut self, judged: &[(&Case, &Judgement)], slips: &Slips) {
        for (case, judgement) in judged {
            let is_free =
                |end: &&Penalised| is_failure(&end.difference) && end.rule.is_none() && !end.costs();
            let ends = judgement.deductions.all.iter().map(|deduction| &deduction.root).find(is_free);
            if let Some((end, found)) =
                ends.and_then(|end| Some((end, self.found.get_mut(&slips.key(&end.difference))?)))
            {
                found.mistake.places += 1;
                found.show(case, judgement.played.is_some(), &end.difference);
            }
        }
    }

    fn finish(self, about: &AboutMistake<'_>) -> Vec<Mistake> {
        let only_missing = self.found.iter().filter(|(_, found)| found.is_only_missing);
        let only_missing: BTreeSet<String> = only_missing.map(|(key, _)| key.clone()).collect();
        let mut mistakes: Vec<(Mistake, f64)> = self.found.into_values().map(|it| it.finish(about)).collect();
        tell_of_moved_lines(&mut mistakes, &only_missing);
        mistakes.sort_by(|(one, left), (other, right)| {
            right.total_cmp(left).then_with(|| (one.kind, &one.key).cmp(&(other.kind, &other.key)))
        });
        rounded(together(mistakes))
    }
}

/// Says of a line that is missing, and too much in another place, that it is printed there, where no more is told of it.
fn tell_of_moved_lines(mistakes: &mut [(Mistake, f64)], only_missing: &BTreeSet<String>) {
    let is_too_much = |it: &Mistake| it.cause == Some(Cause::ExtraOutput) && it.expected.is_none();
    let line = |line: &Option<String>| line.as_deref().map(str::trim).map(str::to_string);
    let extra: BTreeSet<String> =
        mistakes.iter().filter(|(it, _)| is_too_much(it)).filter_map(|(it, _)| line(&it.actual)).collect();
    for (mistake, _) in mistakes {
        let is_missing = only_missing.contains(&mistake.key) && mistake.actual.is_none();
        if is_missing && line(&mistake.expected).is_some_and(|line| extra.contains(&line)) {
            mistake.sentence = of_moved_line(mistake.expected.as_deref());
        }
    }
}

/// With what the part of a broken rule begins, before the name of the rule.
const OF_RULE: &str = "rule/";

/// What is less costs a row nothing that anybody would see.
const LEAST: f64 = 0.005;

impl ListedMistake {
    fn show(&mut self, case: &Case, is_typed_otherwise: bool, difference: &Difference) {
        let is_hidden = case.visible != Visibility::Public;
        let reply = if difference.is_answer() { difference.reply.line.trim() } else { "" };
        let typed = (reply.len(), reply.to_string());
        // A case about something else seldom tells what is wrong as plainly.
        let is_elsewhere = usize::from(case.row != self.mistake.row);
        // Neither does another conversation than that of the case, which nobody finds in it.
        let is_strange = 3 * usize::from(is_typed_otherwise) + is_elsewhere;
        let ease = if self.mistake.rule.is_some() {
            let of_rule = self.mistake.part.strip_prefix(OF_RULE) == Some(&*case.rule);
            let strangeness = is_strange + usize::from(!of_rule);
            (is_hidden, strangeness, difference.turn, difference.line, 0, typed, case.id.clone())
        } else {
            let length = difference.actual.as_ref().or(difference.expected.as_ref()).map_or(0, String::len);
            (
                is_hidden,
                2 * usize::from(is_bare(difference)) + is_strange,
                difference.turn,
                difference.line,
                length,
                typed,
                case.id.clone(),
            )
        };
        if self.mistake.example.is_none() || ease < self.ease {
            self.mistake.expected.clone_from(&difference.expected);
            self.mistake.actual.clone_from(&difference.actual);
            self.shown = difference.shown_lines();
            self.is_only_missing = is_only_missing(difference);
            if self.mistake.rule.is_none() {
                self.mistake.sentence = difference.sentence();
                self.mistake.ended_by = difference.ended_by().cloned();
            }
            self.mistake.example = Some(case.id.clone());
            self.ease = ease;
        }
        self.shows_in.insert(case.id.clone());
    }

    fn show_case(&mut self, case: &Case, sentence: String, ended_by: Option<SuddenEnd>) {
        let typed = (0, String::new());
        let ease = (case.visible != Visibility::Public, 0, 0, 0, 0, typed, case.id.clone());
        if self.mistake.example.is_none() || ease < self.ease {
            // The sentence of another case may tell what is not public.
            self.mistake.sentence = sentence;
            self.mistake.ended_by = ended_by;
            self.is_only_missing = false;
            self.mistake.example = Some(case.id.clone());
            self.ease = ease;
        }
        self.shows_in.insert(case.id.clone());
    }

    fn finish(self, about: &AboutMistake<'_>) -> (Mistake, f64) {
        let lost = self.rows.values().sum();
        let is_own = |row: &String| *row == self.mistake.row;
        let worse = |one: (&String, &f64), other: (&String, &f64)| {
            one.1.total_cmp(other.1).then(is_own(one.0).cmp(&is_own(other.0)))
        };
        let most = self.rows.iter().max_by(|one, other| worse(*one, *other));
        let row = most.map_or(self.mistake.row.clone(), |(row, _)| row.clone());
        let mut others: Vec<(&String, &f64)> =
            self.rows.iter().filter(|it| *it.0 != row && *it.1 >= LEAST).collect();
        others.sort_by(|one, other| other.1.total_cmp(one.1).then_with(|| one.0.cmp(other.0)));
        let other_rows = others.into_iter().map(|(row, _)| row.clone()).collect();
        let by_row =
            self.rows.into_iter().map(|(row, lost)| (row, round(lost))).filter(|(_, lost)| *lost > 0.0);
        let by_row = by_row.collect();
        let mistake = Mistake { row, other_rows, by_row, cases: self.shows_in.len(), ..self.mistake };
        let shown = ShownMistake { cases: &self.shows_in, due: self.shown[0].as_deref(), turn: self.ease.2 };
        let text = about(&mistake, &shown);
        let [expected, actual] = self.shown;
        let [expected, actual] = [expected.or(mistake.expected), actual.or(mistake.actual)];
        (Mistake { expected, actual, text, ..mistake }, lost)
    }
}

/// What is said where the specification has the very words that the program should print.
pub(crate) const SPELT_SO: &str = " (the text spells it so)";

/// Returns the key of the mistake of breaking a rule.
pub(crate) fn rule_key(rule: &BrokenRule) -> String {
    format!("rule {}", rule.names.join("|"))
}

/// How the sentence begins that tells of a broken rule, and of several that nobody can tell apart.
const ONE: &str = "Wrong in the program: ";
const ONE_OF: &str = "One of these is wrong in the program: ";

/// Returns what is done wrong, of a sentence that tells of a broken rule.
pub(crate) fn broken(sentence: &str) -> Option<&str> {
    [ONE, ONE_OF].into_iter().find_map(|beginning| sentence.strip_prefix(beginning))
}

/// Returns what may be done wrong, of a sentence that tells of several rules of which one is broken.
pub(crate) fn guesses(sentence: &str) -> Option<&str> {
    sentence.strip_prefix(ONE_OF)
}

/// Returns the mistake of breaking a rule.
fn of_rule(suite: &Suite, rule: &BrokenRule) -> Mistake {
    let bends: Vec<&BentRule> = rule.names.iter().filter_map(|name| suite.bends.get(name)).collect();
    // One that says what another one does, and more, is one of those that nobody can tell apart from it.
    let mut sentences: Vec<&str> = Vec::new();
    for bend in &bends {
        let is_told = bends.iter().any(|other| {
            other.sentence.len() < bend.sentence.len() && bend.sentence.starts_with(&other.sentence)
        });
        if !is_told && !sentences.contains(&&*bend.sentence) {
            sentences.push(&bend.sentence);
        }
    }
    let which = if sentences.len() > 1 { ONE_OF } else { ONE };
    let first = bends.first();
    let mistake = of_row(
        rule_key(rule),
        first.map(|bend| format!("{OF_RULE}{}", bend.rule)).unwrap_or_default(),
        first.map(|bend| bend.row.as_str()).unwrap_or_default(),
    );
    let text = first.and_then(|bend| suite.rules.get(&bend.rule)).cloned().unwrap_or_default();
    let hint = first.map(|bend| bend.hint.clone()).unwrap_or_default();
    Mistake {
        cause: None,
        sentence: which.to_string() + &sentences.join("; or "),
        rule: Some(BrokenRuleText { text, hint }),
        ..mistake
    }
}

/// Returns whether nothing is told of a place but that a line is missing there.
fn is_only_missing(difference: &Difference) -> bool {
    let is_answer = |is_answer: bool| is_answer && !difference.reply.line.trim().is_empty();
    match &difference.setting {
        Setting::Usual => difference.detail == Detail::MissingLine,
        Setting::Parting { is_answer: answers, beside: None, .. } => {
            difference.actual.is_none() && !is_answer(*answers)
        }
        _ => false,
    }
}

/// Returns whether nothing is known of a place but that a line is missing there, or too much.
fn is_bare(difference: &Difference) -> bool {
    matches!(difference.detail, Detail::ExtraLine | Detail::MissingLine)
        && difference.setting == Setting::Usual
}

fn of_difference(key: String, kind: Kind, difference: &Difference, row: &str) -> Mistake {
    Mistake {
        key,
        kind,
        cause: Some(difference.cause),
        part: difference.part.to_string(),
        row: row.to_string(),
        other_rows: Vec::new(),
        lost: 0.0,
        by_row: BTreeMap::new(),
        sentence: difference.sentence(),
        ended_by: difference.ended_by().cloned(),
        expected: None,
        is_described: difference.detail.is_described(),
        actual: None,
        cases: 0,
        places: 0,
        example: None,
        text: None,
        rule: None,
        precursors: None,
        comment: None,
    }
}

/// Returns the sentence of a case without what a compiler said, which stands in the case.
fn in_short(sentence: &str, verdict: Verdict) -> &str {
    let head = sentence.split_once(": ").filter(|_| verdict == Verdict::NotStarted);
    head.map_or(sentence, |(head, _)| head)
}

fn of_row(key: String, part: String, row: &str) -> Mistake {
    Mistake {
        key,
        kind: Kind::Behaviour,
        cause: Some(Cause::WrongValue),
        part,
        row: row.to_string(),
        other_rows: Vec::new(),
        lost: 0.0,
        by_row: BTreeMap::new(),
        sentence: String::new(),
        ended_by: None,
        expected: None,
        is_described: false,
        actual: None,
        cases: 0,
        places: 0,
        example: None,
        text: None,
        rule: None,
        precursors: None,
        comment: None,
    }
}

/// Tells what is beyond the longest list together, row by row.
fn together(mut mistakes: Vec<(Mistake, f64)>) -> Vec<(Mistake, f64)> {
    if mistakes.len() <= MOST {
        return mistakes;
    }
    let mut rows: BTreeMap<String, (Mistake, f64)> = BTreeMap::new();
    for (mistake, lost) in mistakes.split_off(MOST) {
        let row = mistake.row.clone();
        let (rest, sum) = rows.entry(row.clone()).or_insert_with(|| {
            let rest = of_row(format!("more in {row}"), String::new(), &row);
            (
                Mistake {
                    cause: None,
                    sentence: "there is more that differs in this row".to_string(),
                    ..rest
                },
                0.0,
            )
        });
        rest.places += mistake.places;
        rest.cases = rest.cases.max(mistake.cases);
        for (row, lost) in mistake.by_row {
            *rest.by_row.entry(row).or_default() += lost;
        }
        *sum += lost;
    }
    mistakes.extend(rows.into_values());
    mistakes
}

/// Gives every mistake whole hundredths of marks of each row, so that they sum to what the row loses.
fn rounded(mistakes: Vec<(Mistake, f64)>) -> Vec<Mistake> {
    let mut mistakes: Vec<Mistake> = mistakes.into_iter().map(|(mistake, _)| mistake).collect();
    round_by_row(&mut mistakes);
    mistakes
}

/// Rounds what mistakes cost to whole hundredths of marks, row by row.
pub(crate) fn round_by_row(mistakes: &mut [Mistake]) {
    let rows: BTreeSet<String> = mistakes.iter().flat_map(|mistake| mistake.by_row.keys().cloned()).collect();
    for row in rows {
        let shares: Vec<&mut f64> =
            mistakes.iter_mut().filter_map(|mistake| mistake.by_row.get_mut(&row)).collect();
        let exact: Vec<f64> = shares.iter().map(|share| **share).collect();
        shares.into_iter().zip(in_hundredths(&exact)).for_each(|(share, rounded)| *share = rounded);
    }
    for mistake in mistakes {
        mistake.by_row.retain(|_, lost| *lost > 0.0);
        mistake.lost = round(mistake.by_row.values().sum());
    }
}
