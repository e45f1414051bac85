//! The mark sheet: what each row of the assignment's marking table is worth, and what was awarded.

mod about;
pub(crate) mod alike;
mod charged;
pub mod deduct;
pub mod files;
pub(crate) mod hundredths;
pub(crate) mod list;
mod listed;
pub mod mistake;
mod never_right;
pub(crate) mod places;
pub(crate) mod precursors;
pub mod prices;
pub(crate) mod same_exception;
mod spelling;
pub(crate) mod unanswered;
pub mod unit_tests;
mod weights;

use std::collections::{BTreeMap, BTreeSet};

use crate::amounts::amount;
use crate::cases::{Award, By, Case, Row, Suite};
use crate::comparison::Part;
use crate::fairness::UnfairFinding;
use crate::judging::{Judgement, Listed, THROW, Verdict, never_begins};
use crate::marks::files::FileMark;
use crate::marks::unit_tests::{TestMark, judge_tests};
use crate::unit_tests::ObservedTests;

/// The part of a broken rule that shows in no case of its row.
pub(crate) const RULE: Part = Part::new("rule");

/// The mark sheet of one submission.
#[derive(Debug, Clone, PartialEq)]
pub struct MarkSheet {
    /// The rows, in the order of the suite.
    pub rows: Vec<MarkedRow>,
}

/// A row of a mark sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct MarkedRow {
    /// Its short name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The marks it is worth.
    pub out_of: f64,
    /// The marks that were awarded.
    pub awarded: f64,
    /// The marks that were awarded before slips and unfair dice were deducted.
    pub(crate) by_rules: f64,
    /// Who awarded them.
    pub by: Marker,
    /// Whether it is awarded for cases and none of them is in the suite, as where only public ones are.
    pub is_without_cases: bool,
    /// What a tutor's marks are a multiple of, if of anything.
    pub step: Option<f64>,
    /// The files for which they were awarded; empty for a row that is awarded for cases.
    pub files: Vec<FileMark>,
    /// The unit tests for which they were awarded; empty for a row that is awarded for anything else.
    pub tests: Vec<TestMark>,
    /// What is wrong with the dice of all runs, if it costs the row marks.
    pub dice: Vec<String>,
}

/// Who has awarded a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marker {
    /// This program.
    Harness,
    /// Nobody yet: it is a tutor's, not all of its cases were run and could be judged, or its files or unit tests were not found.
    Pending,
}

impl MarkSheet {
    /// Returns the mark sheet that follows from the judged cases.
    pub fn new(suite: &Suite, judged: &[(&Case, &Judgement)]) -> Self {
        Self { rows: suite.rows.iter().map(|row| mark(suite, row, judged)).collect() }
    }

    /// Awards the row called `name` for files instead of cases.
    pub fn award_files(&mut self, name: &str, files: Vec<FileMark>) {
        let Some(row) = self.rows.iter_mut().find(|row| row.name == name) else { return };
        row.awarded = files.iter().map(|file| file.awarded).sum::<f64>().min(row.out_of);
        row.by = Marker::Harness;
        row.files = files;
    }

    /// Awards each row of the suite that is awarded for unit tests, by what was seen of them, by the names of the rows. A row of
    /// which nothing was seen stays as it is: pending.
    pub fn award_tests(&mut self, suite: &Suite, observed: &BTreeMap<String, ObservedTests>) {
        for (row, marked) in suite.rows.iter().zip(&mut self.rows) {
            let observed = row.tests.as_ref().zip(observed.get(&row.name));
            let Some(tests) = observed.and_then(|(requested, observed)| judge_tests(requested, observed))
            else {
                continue;
            };
            marked.awarded = tests.iter().map(|test| test.awarded).sum::<f64>().min(row.out_of);
            marked.by = Marker::Harness;
            marked.tests = tests;
        }
    }

    /// Takes marks from the rows that ask for fair dice, if `findings` say that they are not. A row without cases of its own is
    /// awarded for fair dice alone, once every case was run.
    pub fn deduct_for_dice(&mut self, suite: &Suite, findings: &[UnfairFinding], complete: bool) {
        for (row, marked) in suite.rows.iter().zip(&mut self.rows) {
            let Some(marks) = row.fair_dice else { continue };
            let alone = suite.cases.iter().all(|case| case.row != row.name);
            if alone && complete {
                marked.by = Marker::Harness;
                (marked.awarded, marked.by_rules) = (row.out_of, row.out_of);
            }
            if marked.by == Marker::Harness && !findings.is_empty() {
                marked.awarded = (marked.awarded - marks).max(0.0);
            }
            marked.dice = findings.iter().map(|finding| finding.sentence.clone()).collect();
        }
    }

    /// Returns the sum of what this program has awarded.
    pub fn automatic(&self) -> f64 {
        self.rows.iter().filter(|row| row.by == Marker::Harness).map(|row| row.awarded).sum()
    }

    /// Lets these rows win so much by their rules, if they were awarded anything.
    pub(crate) fn keep(&mut self, kept: &BTreeMap<String, f64>) {
        for row in self.rows.iter_mut().filter(|row| row.by == Marker::Harness) {
            let kept = kept.get(&row.name).copied().unwrap_or_default();
            if row.by_rules < kept {
                (row.awarded, row.by_rules) = (kept, kept);
            }
        }
    }

    /// Lets no row but these win less by its rules than on another sheet, and all rows together at least `more` marks more than are awarded on it.
    pub(crate) fn raise_to(&mut self, least: &Self, but: &BTreeSet<String>, more: f64) {
        let is_less = |(row, least): &(&mut MarkedRow, &MarkedRow)| row.by_rules < least.by_rules;
        let less = self.rows.iter_mut().zip(&least.rows).filter(is_less);
        let (dearer, others): (Vec<_>, Vec<_>) = less.partition(|(row, _)| but.contains(&row.name));
        for (row, least) in others {
            (row.awarded, row.by_rules) = (least.by_rules, least.by_rules);
        }
        if dearer.is_empty() {
            return;
        }
        let lacks: f64 = dearer.iter().map(|(row, least)| least.by_rules - row.by_rules).sum();
        let wanted = least.more_than(self, |least, row| least.awarded - row.by_rules) + more;
        let share = (wanted / lacks).clamp(0.0, 1.0);
        for (row, least) in self.rows.iter_mut().zip(&least.rows).filter(is_less) {
            row.by_rules += share * (least.by_rules - row.by_rules);
            row.awarded = row.by_rules;
        }
    }

    /// Returns the names of the rows that lose more than they do by another sheet.
    pub(crate) fn dearer_than<'s>(&'s self, other: &'s Self) -> impl Iterator<Item = &'s str> {
        let rows = self.rows.iter().zip(&other.rows);
        // Where nothing is won, a person who decides can only give more.
        let is_dearer = |(row, other): &(&MarkedRow, &MarkedRow)| row.awarded < other.awarded - 1e-9;
        rows.filter(is_dearer).map(|(row, _)| row.name.as_str())
    }

    /// Returns how many marks more the rows have than on another sheet, all together. Rows that are pending on either do not count: what
    /// is decided on one only makes it neither better nor worse.
    pub(crate) fn more_than(&self, other: &Self, more: fn(&MarkedRow, &MarkedRow) -> f64) -> f64 {
        let rows = self.rows.iter().zip(&other.rows);
        let decided = rows.filter(|(row, other)| row.by == Marker::Harness && other.by == Marker::Harness);
        decided.map(|(row, other)| more(row, other)).sum()
    }

    /// Returns what the rows are worth that nobody has awarded yet.
    pub fn pending(&self) -> f64 {
        self.rows.iter().filter(|row| row.by == Marker::Pending).map(|row| row.out_of).sum()
    }

    /// Returns what all rows are worth.
    pub fn out_of(&self) -> f64 {
        self.rows.iter().map(|row| row.out_of).sum()
    }
}

/// Returns what one case of each row is worth: the row's marks, shared by its cases.
pub fn worth_of_a_case(suite: &Suite) -> BTreeMap<&str, f64> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for case in &suite.cases {
        *counts.entry(&case.row).or_default() += 1;
    }
    let rows = suite
        .rows
        .iter()
        .filter_map(|row| Some((row.name.as_str(), row.out_of, *counts.get(row.name.as_str())?)));
    rows.map(|(name, out_of, count)| (name, out_of / amount(count))).collect()
}

/// Returns marks with four decimals at most.
pub(crate) fn round(marks: f64) -> f64 {
    // The sum of no marks is -0.0.
    (marks * 10_000.0).round() / 10_000.0 + 0.0
}

fn mark(suite: &Suite, row: &Row, judged: &[(&Case, &Judgement)]) -> MarkedRow {
    let own = |case: &Case| case.row == row.name;
    let all = suite.cases.iter().filter(|case| own(case)).count();
    let own_judged = || judged.iter().filter(|(case, _)| own(case));
    let shares: Vec<f64> = own_judged().filter_map(|(_, judgement)| judgement.share).collect();
    let undecided =
        judged.iter().any(|(case, judgement)| own(case) && judgement.verdict == Verdict::Undecided);
    // Nobody knows what comes after throws that are never shown, or what a program does with what it cannot load, if it can do anything.
    let hides_throws = || own_judged().any(|(_, judgement)| hides_a_throw(judgement));
    let begins_nowhere = || own_judged().all(|(case, judgement)| never_begins(suite, case, judgement));
    let does_anything = || judged.iter().any(|(_, judgement)| judgement.verdict == Verdict::Passed);
    // Nor what the game would say if no game by the broken rules can come to it, unless this row pays for them.
    let is_out_of_reach = || {
        own_judged().any(|(_, judgement)| is_hidden_by_a_rule(judgement))
            && !judged.iter().any(|(_, judgement)| pays_for_a_rule(row, judgement))
    };
    let unknown =
        shares.is_empty() && (hides_throws() || begins_nowhere() && does_anything() || is_out_of_reach());
    let complete = row.by == By::Harness && all > 0 && own_judged().count() == all && !undecided && !unknown;
    let awarded = if complete { award(row, &shares, &Parts::of(row, judged)) } else { 0.0 };
    MarkedRow {
        name: row.name.clone(),
        title: row.title.clone(),
        out_of: row.out_of,
        awarded,
        by_rules: awarded,
        by: if complete { Marker::Harness } else { Marker::Pending },
        is_without_cases: row.by == By::Harness && all == 0 && row.files.is_none() && row.tests.is_none(),
        step: row.step,
        files: Vec::new(),
        tests: Vec::new(),
        dice: Vec::new(),
    }
}

fn hides_a_throw(judgement: &Judgement) -> bool {
    judgement.deductions.all.iter().any(|deduction| deduction.root.difference.part == THROW)
}

fn is_hidden_by_a_rule(judgement: &Judgement) -> bool {
    judgement.deductions.differences().iter().any(|listed| listed.penalised.rule.is_some())
}

fn pays_for_a_rule(row: &Row, judgement: &Judgement) -> bool {
    judgement.deductions.differences().iter().any(|Listed { penalised, .. }| {
        penalised.rule.is_some() && penalised.row == row.name && penalised.costs()
    })
}

/// Returns whether a case of another row shows a broken rule that no case of this row shows.
pub(crate) fn pays_as_a_case(row: &str, judgement: &Judgement) -> bool {
    judgement.wrong.iter().any(|(part, rows)| part == RULE && rows.iter().any(|paying| paying == row))
}

/// The parts of the conversations that a row claims.
#[derive(Debug, Default)]
struct Parts<'a> {
    /// Those whose differences cost the row, in whatever case they showed.
    penalised: BTreeSet<&'a str>,
    /// Those that were printed right somewhere.
    right: BTreeSet<&'a str>,
    /// How many broken rules the row pays for that none of its cases shows.
    rules: usize,
}

impl<'a> Parts<'a> {
    fn of(row: &Row, judged: &[(&Case, &'a Judgement)]) -> Self {
        let wrong = judged.iter().flat_map(|(_, judgement)| judgement.wrong.iter());
        let counts =
            |part: &str| row.award != Award::Count || row.parts.is_match(part) || part == RULE.label();
        let penalised = wrong.filter(|(part, rows)| rows.contains(&row.name) && counts(part.label()));
        let right = judged.iter().flat_map(|(_, judgement)| &judgement.right).map(|part| part.label());
        Self {
            penalised: penalised.map(|(part, _)| part.label()).collect(),
            right: right.filter(|part| row.parts.is_match(part)).collect(),
            rules: judged.iter().filter(|(_, judgement)| pays_as_a_case(&row.name, judgement)).count(),
        }
    }

    /// Returns how many parts were printed right wherever they were printed, less those that were not.
    ///
    /// A row with more parts than marks, as one for each score and one for the table around them, has marks for the
    /// parts that are scores, and loses one for each part that is wrong.
    fn count(&self, out_of: f64) -> f64 {
        let always_right = self.right.difference(&self.penalised).count();
        let never_wrong = out_of - amount(self.penalised.len());
        never_wrong.min(amount(always_right)).max(0.0)
    }
}

/// Returns the marks of a row from the shares of its own cases and the parts that it claims.
///
/// Wrong behaviour that shows only in the cases of other rows counts as one failed case of this row, each broken rule as one more.
fn award(row: &Row, shares: &[f64], parts: &Parts<'_>) -> f64 {
    if shares.is_empty() {
        // No case came to the fact that it is about.
        return 0.0;
    }
    let count = amount(shares.len());
    let won: f64 = shares.iter().sum();
    let other = usize::from(won >= count && !parts.penalised.is_empty());
    let share = (won - amount(other.max(parts.rules))).max(0.0) / count;
    match row.award {
        Award::Share => row.out_of * share,
        Award::All | Award::Steps { .. } if share >= 1.0 => row.out_of,
        Award::All => 0.0,
        Award::Count => parts.count(row.out_of),
        Award::Steps { half_above, .. } if share > half_above => row.out_of / 2.0,
        Award::Steps { otherwise, .. } => otherwise,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::select;
    use crate::cases::source::SuiteSource;
    use crate::judging::Deductions;

    #[track_caller]
    fn check(award_by: Award, shares: &[f64], (penalised, rules): (&[&str], usize), expected: f64) {
        let row = Row {
            name: "r".to_string(),
            title: String::new(),
            out_of: 4.0,
            by: By::Harness,
            parts: globset::GlobSet::empty(),
            forms: globset::GlobSet::empty(),
            lines: globset::GlobSet::empty(),
            after: globset::GlobSet::empty(),
            asked: globset::GlobSet::empty(),
            displays: globset::GlobSet::empty(),
            only_parts: false,
            award: award_by,
            step: None,
            files: None,
            tests: None,
            fair_dice: None,
        };
        let right = ["a", "b", "c", "d", "e"].into_iter().collect();
        let parts = Parts { penalised: penalised.iter().copied().collect(), right, rules };
        let actual = award(&row, shares, &parts);
        assert!((actual - expected).abs() < 1e-9, "{actual} instead of {expected}");
    }

    #[test]
    fn a_row_is_awarded_by_its_own_way() {
        let steps = Award::Steps { half_above: 0.5, otherwise: 1.0 };
        check(Award::Share, &[1.0, 0.5, 0.0, 0.5], (&["a"], 0), 2.0);
        check(Award::All, &[1.0, 1.0], (&[], 0), 4.0);
        check(Award::All, &[1.0, 0.9], (&["a"], 0), 0.0);
        check(Award::Count, &[1.0, 0.0], (&["a", "b"], 0), 2.0);
        check(steps, &[1.0, 1.0], (&[], 0), 4.0);
        check(steps, &[1.0, 1.0, 0.0], (&["a"], 0), 2.0);
        check(steps, &[1.0, 0.0], (&["a"], 0), 1.0);
    }

    #[test]
    fn each_broken_rule_that_no_case_of_its_row_shows_costs_as_much_as_a_case() {
        check(Award::Share, &[1.0, 1.0, 1.0, 1.0], (&["rule"], 1), 3.0);
        check(Award::Share, &[1.0, 1.0, 1.0, 1.0], (&["rule"], 2), 2.0);
        check(Award::Share, &[1.0, 0.0, 0.5, 1.0], (&["rule"], 1), 1.5);
        check(Award::Share, &[0.0, 0.5], (&["rule"], 1), 0.0);
    }

    #[test]
    fn a_row_keeps_what_no_broken_rule_may_take() {
        let row = |name: &str, by_rules: f64, by| MarkedRow {
            name: name.to_string(),
            title: String::new(),
            out_of: 10.0,
            awarded: by_rules,
            by_rules,
            by,
            is_without_cases: false,
            step: None,
            files: Vec::new(),
            tests: Vec::new(),
            dice: Vec::new(),
        };
        let rows = [("a", 1.0, Marker::Harness), ("b", 8.0, Marker::Harness), ("c", 0.0, Marker::Pending)];
        let rows = rows.map(|(name, by_rules, by)| row(name, by_rules, by));
        let mut sheet = MarkSheet { rows: rows.to_vec() };
        sheet.keep(&["a", "b", "c"].map(|name| (name.to_string(), 6.0)).into());
        let awarded: Vec<f64> = sheet.rows.iter().map(|row| row.awarded).collect();
        assert_eq!(awarded, [6.0, 8.0, 0.0]);
    }

    #[test]
    fn a_row_of_which_no_case_is_public_waits_for_cases_and_not_for_a_person() {
        let suite = select::suite(&SuiteSource::Inside, "gekitai").expect("it is valid");
        let waits = |name| mark(&suite, suite.row(name).expect("a row"), &[]).is_without_cases;
        assert_eq!(["repel", "turns", "design"].map(waits), [false, true, false]);
    }

    #[test]
    fn what_is_no_part_of_a_row_that_counts_takes_no_unit_of_it() {
        let suite = select::suite(&SuiteSource::Inside, "bots").expect("it is valid");
        let row = suite.row("category-scores").expect("a row");
        let case = suite.cases.first().expect("a case");
        let charged = |part| (Part::new(part), BTreeSet::from([row.name.clone()]));
        let judgement = Judgement {
            wrong: BTreeMap::from(["options", "category-scores/band"].map(charged)).into(),
            ..Judgement::new((Verdict::Wrong, "".into()), Deductions::default(), Some(0.0), BTreeSet::new())
        };
        let judged = [(case, &judgement)];
        assert_eq!(Parts::of(row, &judged).penalised, BTreeSet::from(["category-scores/band"]));
    }

    #[test]
    fn parts_that_were_never_printed_right_are_not_counted() {
        let parts = |penalised: &[&'static str], right: &[&'static str]| Parts {
            penalised: penalised.iter().copied().collect(),
            right: right.iter().copied().collect(),
            rules: 0,
        };
        for (penalised, right, expected) in [
            (&[][..], &["a", "b", "c", "frame"][..], 3.0),
            (&["frame"], &["a", "b", "c"], 2.0),
            (&["a"], &["a", "b", "c", "frame"], 2.0),
            (&["a"], &["a"], 0.0),
            (&[], &["a", "b"], 2.0),
            (&[], &[], 0.0),
        ] {
            let actual = parts(penalised, right).count(3.0);
            assert!((actual - expected).abs() < 1e-9, "{penalised:?}, {right:?}: {actual}");
        }
    }

    #[test]
    fn a_fault_that_shows_only_elsewhere_counts_as_one_failed_case() {
        check(Award::Share, &[1.0, 1.0, 1.0, 1.0], (&["title"], 0), 3.0);
        check(Award::All, &[1.0, 1.0], (&["title"], 0), 0.0);
        check(Award::Share, &[1.0, 1.0, 1.0, 0.0], (&["title"], 0), 3.0);
    }
}
