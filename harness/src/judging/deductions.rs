//! What differences mean for the marks: each deduction with the differences that follow from it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::claims::{Claim, claim, of_end_at_start};
use super::flood::EndlessLines;
use super::{Judgement, WrongParts, is_hint};
use crate::cases::{Award, Case, Cause, Penalty, Row, Suite};
use crate::comparison::{Detail, Difference, Part, Reply, Setting, SuddenEnd, Track};
use crate::recording::{Recording, Turn};

/// How strictly presentation is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strictness {
    /// As the suite says.
    #[default]
    AsTheSuiteSays,
    /// Whatever costs less than the case fails it.
    Strict,
    /// What only concerns presentation costs one step less: half instead of all, nothing instead of a part.
    Lenient,
}

/// A difference and its penalty.
#[derive(Debug, Clone, PartialEq)]
pub struct Penalised {
    /// Its place among all differences of the case, counted from 0 in the order of the conversation.
    pub number: usize,
    /// The difference.
    pub difference: Difference,
    /// The row that pays for it.
    pub row: String,
    /// What it would cost its case alone.
    pub penalty: Penalty,
    /// The slip of the whole submission that it is a place of, by its index; such a place costs its case nothing.
    pub slip: Option<usize>,
    /// The broken rule of the whole submission from which it follows, by its index.
    pub rule: Option<usize>,
}

impl Penalised {
    /// Returns whether it costs anything, be it by itself or with the difference from which it follows.
    pub fn costs(&self) -> bool {
        self.penalty != Penalty::Forgiven
    }
}

/// A difference that a row pays for, and what follows from it.
#[derive(Debug, Clone, PartialEq)]
pub struct Deduction {
    /// The difference for which the row pays.
    pub root: Penalised,
    /// The differences that follow from it or repeat it; they cost nothing more.
    pub followers: Vec<Penalised>,
}

impl Deduction {
    /// Returns the deduction for a difference from which nothing follows.
    pub(crate) fn alone(root: Penalised) -> Self {
        Self { root, followers: Vec::new() }
    }
}

/// All deductions of a case.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Deductions {
    /// They, in the order of their roots in the conversation; one for a sudden end comes last.
    pub all: Vec<Deduction>,
}

impl Deductions {
    /// Returns the deductions that cost something.
    pub fn costing(&self) -> impl Iterator<Item = &Deduction> {
        self.all.iter().filter(|deduction| deduction.root.costs())
    }

    /// Returns all differences in the order of the conversation.
    pub fn differences(&self) -> Vec<Listed<'_>> {
        let mut all: Vec<(&Penalised, Option<usize>)> = Vec::new();
        for Deduction { root, followers } in &self.all {
            all.push((root, None));
            all.extend(followers.iter().map(|follower| (follower, Some(root.number))));
        }
        all.sort_by_key(|(penalised, _)| penalised.number);
        let place = |number: usize| all.binary_search_by_key(&number, |(penalised, _)| penalised.number).ok();
        all.iter().map(|(penalised, root)| Listed { penalised, root: root.and_then(place) }).collect()
    }

    /// Returns all differences, each deduction's together.
    pub(crate) fn differences_mut(&mut self) -> impl Iterator<Item = &mut Penalised> {
        self.all.iter_mut().flat_map(|Deduction { root, followers }| std::iter::once(root).chain(followers))
    }

    /// Numbers the differences anew, by their places in the conversation; at one place their order stays.
    pub(crate) fn renumber(&mut self) {
        let mut all: Vec<&mut Penalised> = self.differences_mut().collect();
        all.sort_by_key(|it| (it.difference.turn, it.difference.line, it.number));
        all.into_iter().enumerate().for_each(|(number, penalised)| penalised.number = number);
        self.all.sort_by_key(|deduction| deduction.root.number);
    }

    /// Returns the parts that differ, each with the rows that lose marks for it.
    pub fn wrong_parts(&self) -> WrongParts {
        let mut parts: BTreeMap<Part, BTreeSet<String>> = BTreeMap::new();
        for Listed { penalised, root } in self.differences() {
            let rows = parts.entry(penalised.difference.part).or_default();
            rows.extend((root.is_none() && penalised.costs()).then(|| penalised.row.clone()));
        }
        parts.into()
    }
}

/// A difference in the list of all differences of a case.
#[derive(Debug, Clone, Copy)]
pub struct Listed<'a> {
    /// The difference, and its penalty.
    pub penalised: &'a Penalised,
    /// The index in the list of the difference from which it follows, or that it repeats.
    pub root: Option<usize>,
}

/// Finds out for every difference which row it costs, what, and whether it follows from another one.
pub(super) fn deduct(
    suite: &Suite,
    case: &Case,
    differences: Vec<Difference>,
    strictness: Strictness,
) -> Deductions {
    let mut ledger = Ledger::default();
    let repeated = repeated(&differences);
    for (number, (difference, repeated)) in differences.into_iter().zip(repeated).enumerate() {
        let is_content = !difference.cause.is_presentation() && !is_hint(&difference);
        let claim = claim(suite, case, &difference);
        let is_lost =
            |at: &usize| is_content && !is_fact_beside(&ledger.deductions[*at], &claim, case, &difference);
        let root = repeated
            .map(|earlier| ledger.deduction_of[earlier])
            .or_else(|| ledger.cause_of(suite, difference.part).filter(|_| is_content))
            .or(ledger.lost_at.filter(is_lost));
        let mut penalty = penalty(suite, &difference, strictness);
        let row = match (root, &claim) {
            (Some(root), _) => ledger.deductions[root].root.row.as_str(),
            (None, Claim::Part(row) | Claim::Misplaced(row) | Claim::Answer(row)) => &row.name,
            (None, Claim::Case | Claim::Nobody) => &case.row,
        };
        let row = row.to_string();
        if root.is_none() && matches!(claim, Claim::Nobody) {
            penalty = Penalty::Forgiven;
        }
        let loses_track = is_content && loses_track(&claim, case, &difference);
        ledger.add(Penalised { number, difference, row, penalty, slip: None, rule: None }, root, loses_track);
    }
    Deductions { all: ledger.deductions }
}

/// Returns whether a difference is about what the case is about, in a line that is there beside others of its turn that are missing: it does not follow from
/// these.
fn is_fact_beside(lost: &Deduction, claim: &Claim<'_>, case: &Case, difference: &Difference) -> bool {
    let missing = &lost.root.difference;
    let is_own = matches!(claim, Claim::Part(row) if row.name == case.row);
    let is_beside = missing.turn == difference.turn && missing.actual.is_none();
    is_own && is_beside && difference.track.is_version()
}

/// Returns whether a program that differs so may have lost track of the conversation: whatever else is wrong in it
/// follows.
fn loses_track(claim: &Claim<'_>, case: &Case, difference: &Difference) -> bool {
    match claim {
        _ if difference.setting == Setting::Twice => false,
        Claim::Part(row) => row.name == case.row && row.award != Award::Count,
        Claim::Misplaced(_) | Claim::Answer(_) => difference.track.is_lost(),
        Claim::Case | Claim::Nobody => true,
    }
}

/// What is known of the differences so far.
#[derive(Default)]
struct Ledger {
    deductions: Vec<Deduction>,
    /// For each difference the deduction to which it belongs.
    deduction_of: Vec<usize>,
    /// The parts whose content is wrong, each with the deduction of its first difference.
    wrong_parts: Vec<(Part, usize)>,
    /// The deduction with which the program lost track.
    lost_at: Option<usize>,
}

impl Ledger {
    /// Adds the next difference to the deduction from which it follows, or else makes it the root of one.
    fn add(&mut self, penalised: Penalised, follows: Option<usize>, loses_track: bool) {
        let Difference { cause, part, .. } = penalised.difference;
        let deduction = follows.unwrap_or(self.deductions.len());
        let is_known = self.wrong_parts.iter().any(|(known, _)| *known == part);
        if !cause.is_presentation() && penalised.costs() && !is_known {
            self.wrong_parts.push((part, deduction));
        }
        self.deduction_of.push(deduction);
        if follows.is_some() {
            self.deductions[deduction].followers.push(penalised);
            return;
        }
        self.lost_at = self.lost_at.or(Some(deduction).filter(|_| loses_track));
        self.deductions.push(Deduction::alone(penalised));
    }

    /// Returns the deduction of which a difference in this part is a consequence by the suite's own words.
    fn cause_of(&self, suite: &Suite, part: Part) -> Option<usize> {
        let causes =
            |earlier: Part| suite.follows.iter().any(|rule| rule.says(part.label(), earlier.label()));
        self.wrong_parts.iter().find(|(earlier, _)| causes(*earlier)).map(|(_, deduction)| *deduction)
    }
}

/// Returns for each difference the first one before it that is the same slip, if there is one.
fn repeated(differences: &[Difference]) -> Vec<Option<usize>> {
    let mut first = HashMap::new();
    let slips = differences.iter().map(slip).enumerate();
    slips.map(|(index, slip)| Some(*first.entry(slip).or_insert(index)).filter(|it| *it < index)).collect()
}

/// What two differences have in common if they are the same slip: the same values in any part, the same form in one
/// part, or the same lines in one part.
type SlipKey<'a> = (Cause, Option<&'a Detail>, Option<Part>, [Option<&'a str>; 2]);

fn slip(difference: &Difference) -> SlipKey<'_> {
    let Difference { cause, part, detail, expected, actual, .. } = difference;
    match cause {
        Cause::WrongValue if *detail == Detail::OtherOrder => {
            (*cause, Some(detail), Some(*part), [None, None])
        }
        Cause::WrongValue => (*cause, Some(detail), None, [None, None]),
        cause if cause.is_presentation() => (*cause, None, Some(*part), [None, None]),
        _ => (*cause, None, Some(*part), [expected.as_deref(), actual.as_deref()]),
    }
}

/// Returns what a difference costs its case. Presentation costs no case anything: it is deducted once for the submission.
fn penalty(suite: &Suite, difference: &Difference, strictness: Strictness) -> Penalty {
    if is_hint(difference) || difference.cause.is_presentation() {
        return Penalty::Forgiven;
    }
    match (strictness, suite_penalty(suite, difference.cause, difference.part)) {
        (Strictness::Strict, _) => Penalty::Fails,
        (Strictness::Lenient, Penalty::Part(_)) => Penalty::Forgiven,
        (_, penalty) => penalty,
    }
}

/// Returns the penalty that a suite sets for a cause in a part.
fn suite_penalty(suite: &Suite, cause: Cause, part: Part) -> Penalty {
    match suite.causes.get(&cause) {
        Some(rule) if !rule.except.is_match(part.label()) => rule.penalty,
        _ => Penalty::Fails,
    }
}

/// Returns the share, from 0 to 1, of its usual deduction that a slip of this cause in this part costs.
pub(crate) fn rate(suite: &Suite, cause: Cause, part: Part, strictness: Strictness) -> f64 {
    match (suite_penalty(suite, cause, part), strictness) {
        (Penalty::Forgiven, _) | (Penalty::Part(_), Strictness::Lenient) => 0.0,
        (Penalty::Fails, Strictness::Lenient) if cause.is_presentation() => 0.5,
        (Penalty::Part(share), _) => share,
        (Penalty::Fails, _) => 1.0,
    }
}

/// How a program ended that should not have.
pub(super) struct EndOfConversation<'a> {
    /// The part by which a row claims it.
    pub(super) part: Part,
    /// What ended it.
    pub(super) ended_by: &'a SuddenEnd,
    /// What was typed before it.
    pub(super) reply: Reply,
    /// The rows that pay for it.
    pub(super) rows: Vec<&'a Row>,
    /// What is known of its place.
    pub(super) setting: Setting,
}

/// Deducts a sudden end from the rows that claim it, else from the row of the first line that is missing then. What is missing
/// from then on, and what follows from that, follows from it.
pub(super) fn deduct_sudden_end(
    (suite, case): (&Suite, &Case),
    recording: &Recording,
    end: EndOfConversation<'_>,
    deductions: &mut Deductions,
) {
    let turns = recording.turns();
    let EndOfConversation { part, ended_by, reply, rows, setting } = end;
    let mut rows: Vec<String> = rows.into_iter().map(|row| row.name.clone()).collect();
    let last_turn = turns.last().map(Turn::text);
    let cut = last_turn.as_ref().and_then(|text| text.rsplit('\n').next());
    let without_end = last_turn.as_ref().filter(|_| part.label() == "hang");
    let repeated = without_end.map(|text| EndlessLines::of(text)).unwrap_or_default();
    let rest = take_rest(&turns, deductions, |difference| {
        let is_repeated = difference.actual.as_ref().is_some_and(|line| repeated.holds(line));
        is_repeated || cut.is_some_and(|line| is_beginning(line, difference))
    });
    if rows.is_empty() {
        let first = rest.iter().find(|penalised| penalised.costs());
        rows.extend(first.map(|first| row_of_rest((suite, case), &turns, first)));
    }
    if rows.is_empty() && (part.label() == "hang" || setting != Setting::Usual) {
        // A program that never comes to an end, or passes over a question, may print all that is due.
        rows.push(case.row.to_string());
    }
    let line = turns.last().map_or(0, |turn| turn.output.split(|byte| *byte == b'\n').count());
    let end = Difference::new(Cause::MissingOutput, part, Detail::SuddenEnd(Box::new(ended_by.clone())));
    let end = end.at(turns.len(), line).on(Track::Version).after(reply);
    let difference = Difference { setting, ..end };
    let first = deductions.differences().len() + rest.len();
    let ends = rows.into_iter().enumerate().map(|(index, row)| {
        let (number, difference) = (first + index, difference.clone());
        Deduction::alone(Penalised {
            number,
            difference,
            row,
            penalty: Penalty::Fails,
            slip: None,
            rule: None,
        })
    });
    let mut ends: Vec<Deduction> = ends.collect();
    match ends.first_mut() {
        Some(root) => root.followers = rest,
        None => deductions.all.extend(rest.into_iter().map(Deduction::alone)),
    }
    deductions.all.extend(ends);
}

/// Makes what is missing from the end of a program on one deduction: that of its first line.
pub(super) fn join_rest((suite, case): (&Suite, &Case), recording: &Recording, deductions: &mut Deductions) {
    let turns = recording.turns();
    let mut rest = take_rest(&turns, deductions, |_| false);
    let Some(first) = rest.iter().position(Penalised::costs) else {
        deductions.all.extend(rest.into_iter().map(Deduction::alone));
        return;
    };
    let mut root = rest.remove(first);
    root.row = row_of_rest((suite, case), &turns, &root);
    deductions.all.push(Deduction { root, followers: rest });
    deductions.all.sort_by_key(|deduction| deduction.root.number);
}

/// Returns whether a program ended without a word of the game, for which another row than the case's own pays.
pub(crate) fn never_begins(suite: &Suite, case: &Case, judgement: &Judgement) -> bool {
    let starting = of_end_at_start(suite, case);
    let ends = |it: &Deduction| it.root.difference.turn <= 1 && it.root.row == starting;
    let is_wordless = judgement.right.is_empty() && judgement.share.is_none();
    starting != case.row && is_wordless && judgement.deductions.costing().any(ends)
}

/// Returns the row that pays for what is missing from the end of a program on, by its first line.
fn row_of_rest((suite, case): (&Suite, &Case), turns: &[Turn], first: &Penalised) -> String {
    if turns.len() > 1 { first.row.clone() } else { of_end_at_start(suite, case).to_string() }
}

/// Returns whether a difference is that only the beginning of a line is printed, and that this is `line`.
fn is_beginning(line: &str, Difference { expected, actual, .. }: &Difference) -> bool {
    let lines = expected.as_deref().zip(actual.as_deref());
    let begins = |(expected, actual): (&str, &str)| {
        actual.trim_end() == line.trim_end() && expected.starts_with(actual.trim_end())
    };
    !line.trim().is_empty() && lines.is_some_and(begins)
}

/// Takes out what is missing from the last turn of a program on, and what follows from that, unless it follows from what came before; with it
/// what `is_of_end` in that turn.
/// Whole turns that are missing before a last one without a word are missing from there on, too: a blank line stands beside any turn.
fn take_rest(
    turns: &[Turn],
    deductions: &mut Deductions,
    is_of_end: impl Fn(&Difference) -> bool,
) -> Vec<Penalised> {
    let last = turns.len();
    let is_wordless = turns.last().is_some_and(|turn| turn.output.iter().all(u8::is_ascii_whitespace));
    let is_rest = |Penalised { difference, .. }: &Penalised| {
        let is_turn_before =
            is_wordless && difference.detail == Detail::MissingTurn && difference.turn + 1 == last;
        let is_missing = difference.actual.is_none() && (difference.turn >= last || is_turn_before);
        is_missing || difference.turn == last && is_of_end(difference)
    };
    let mut rest = take(deductions, is_rest);
    if rest.iter().any(Penalised::costs) {
        // A program that ends where it should go on has hardly the right exit status.
        rest.extend(take(deductions, |it| it.difference.detail == Detail::ExitStatus));
    }
    // A turn that never came is told where the program ended, before what is missing of the turn that it was in.
    let rank = |detail: &Detail| match detail {
        Detail::MissingRest => 1,
        Detail::ExitStatus => 2,
        _ => 0,
    };
    rest.sort_by_key(|penalised| (rank(&penalised.difference.detail), penalised.number));
    rest
}

/// Takes out the deductions with such roots.
fn take(deductions: &mut Deductions, is_taken: impl Fn(&Penalised) -> bool) -> Vec<Penalised> {
    let taken = deductions.all.extract_if(.., |deduction| is_taken(&deduction.root));
    taken.flat_map(|Deduction { root, followers }| std::iter::once(root).chain(followers)).collect()
}

/// Returns the share of the case that is left after the differences that cost its own row; nothing if the fact
/// that it is about could not show, through the fault of what another row pays for.
pub(super) fn share(row: &Row, deductions: &Deductions, is_over: bool) -> Option<f64> {
    let own = deductions.costing().filter(|deduction| deduction.root.row == row.name);
    let lost: f64 = own
        .map(|deduction| match deduction.root.penalty {
            Penalty::Forgiven => 0.0,
            Penalty::Part(part) => part,
            Penalty::Fails => 1.0,
        })
        .sum();
    let lost_track = |deduction: &Deduction| {
        let Difference { cause, track, .. } = &deduction.root.difference;
        let is_sudden = is_over && track.is_version() && *cause == Cause::MissingOutput;
        let is_form = cause.is_presentation() || *cause == Cause::LineOrder;
        deduction.root.row != row.name && !is_form && (is_sudden || track.is_lost())
    };
    if lost == 0.0 && deductions.costing().any(lost_track) {
        return row.only_parts.then_some(1.0);
    }
    Some(if is_over && lost == 0.0 { 0.0 } else { (1.0 - lost).max(0.0) })
}
