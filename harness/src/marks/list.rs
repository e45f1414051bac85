//! The list of a submission's mistakes, which costs together what its mark sheet lacks.

use std::collections::{BTreeMap, BTreeSet};

use super::about::text_about;
use super::deduct::{LeftOver, deductions, left_over, owner_of_form, owner_of_slip};
use super::hundredths::round_by_row;
use super::listed::{AboutMistake, ListedMistake};
use super::mistake::{Mistake, SPELT_SO, of_difference, of_row, of_rule, of_slip};
use super::never_right::{is_failure, never_right};
use super::places::left_over_key;
use super::spelling::names_odd_word;
use super::weights::{Blame, weights};
use super::{MarkSheet, MarkedRow, Marker};
use crate::cases::{Case, Cause, Row, Suite};
use crate::comparison::{Detail, Difference, of_moved_line};
use crate::diagnosis::BrokenRule;
use crate::judging::{Judgement, Listed, Penalised, Strictness, Verdict};
use crate::mistakes::{Kind, Slip, Slips};

/// The longest list. What costs less than these is told together, row by row.
const MOST: usize = 100;

/// What was found out about a submission, beyond its cases.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found<'a> {
    /// Its slips.
    pub(crate) slips: &'a Slips,
    /// The rules that it breaks and pays for.
    pub(crate) rules: &'a [BrokenRule],
}

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

/// The mistakes by their keys, and what each costs each row.
#[derive(Debug, Default)]
struct List {
    /// The broken rules, by their indices.
    rules: Vec<Mistake>,
    found: BTreeMap<String, ListedMistake>,
}

impl List {
    fn lost_in(&self, row: &str) -> f64 {
        self.found.values().filter_map(|found| found.rows.get(row)).sum()
    }

    fn add(&mut self, mistake: Mistake, row: &str, lost: f64) -> &mut ListedMistake {
        let key = mistake.key.clone();
        let found = self.found.entry(key).or_insert_with(|| ListedMistake::new(mistake));
        *found.rows.entry(row.to_string()).or_default() += lost;
        found
    }

    fn add_slip(&mut self, suite: &Suite, slip: &Slip, lost: f64) {
        let row = owner_of_slip(suite, slip).map_or("", |row| &row.name);
        self.add(of_slip(slip, row), row, lost).keep_example(&slip.cases);
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

/// Returns the sentence of a case without what a compiler said, which stands in the case.
fn in_short(sentence: &str, verdict: Verdict) -> &str {
    let head = sentence.split_once(": ").filter(|_| verdict == Verdict::NotStarted);
    head.map_or(sentence, |(head, _)| head)
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
