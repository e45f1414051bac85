//! What in a case follows from a broken rule, and which row pays for it.

use std::collections::BTreeSet;

use crate::cases::Penalty;
use crate::comparison::Detail;
use crate::judging::{Deduction, Judgement, Penalised, Verdict};

/// Where a difference stands, and whether something is missing there.
type DifferingPlace = (usize, usize, bool);

fn place(penalised: &Penalised) -> DifferingPlace {
    let difference = &penalised.difference;
    (difference.turn, difference.line, difference.actual.is_none())
}

/// Returns the places that cost something.
fn places(judgement: &Judgement) -> BTreeSet<DifferingPlace> {
    let differences = judgement.deductions.differences();
    differences.iter().filter(|it| it.penalised.costs()).map(|it| place(it.penalised)).collect()
}

/// Blames a rule for what differs, but not by the rules `all` of the submission.
pub(super) fn blame(judgement: &mut Judgement, all: &Judgement, (rule, row): (usize, &str)) {
    let left = places(all);
    let is_right = all.verdict == Verdict::Passed;
    for Deduction { root, followers } in &mut judgement.deductions.all {
        for penalised in std::iter::once(root).chain(followers) {
            let counts = penalised.costs() || penalised.slip.is_none();
            let follows = counts && (is_right || !left.contains(&place(penalised)));
            if follows {
                penalised.rule = Some(rule);
                penalised.row = row.to_string();
            }
        }
    }
    judgement.wrong = judgement.deductions.wrong_parts();
}

/// What differs where all rules of the submission are bent but one, and where all are.
#[derive(Clone, Copy)]
pub(super) struct OneRuleLeft<'a> {
    pub(super) but_one: &'a Judgement,
    pub(super) all: &'a Judgement,
}

impl<'a> OneRuleLeft<'a> {
    /// Returns what costs something by that one rule alone.
    fn alone(self) -> Vec<&'a Penalised> {
        let left = places(self.all);
        let differences = self.but_one.deductions.differences();
        let costing = differences.iter().map(|listed| listed.penalised).filter(|it| it.costs());
        costing.filter(|it| !left.contains(&place(it))).collect()
    }
}

/// Blames another rule than the first one for what differs by that other one alone. Where the first one hides that, it stands beside what
/// the first one is blamed for.
pub(super) fn blame_instead(
    judgement: &mut Judgement,
    one_left: OneRuleLeft<'_>,
    (first, other): (usize, usize),
) {
    let of_part = |penalised: &Penalised| (place(penalised), penalised.difference.part);
    let alone = one_left.alone();
    let by_other: BTreeSet<_> = alone.iter().map(|penalised| of_part(penalised)).collect();
    let mut is_told = false;
    for penalised in judgement.deductions.differences_mut() {
        if penalised.rule == Some(first) && by_other.contains(&of_part(penalised)) {
            penalised.rule = Some(other);
            is_told = true;
        }
    }
    let row = judgement.deductions.differences_mut().find(|it| it.rule == Some(first));
    let row = row.map(|it| it.row.clone());
    if let (false, Some(hidden), Some(row)) = (is_told, alone.first(), row) {
        let root = Penalised { rule: Some(other), row, ..(*hidden).clone() };
        judgement.deductions.all.push(Deduction { root, followers: Vec::new() });
        judgement.deductions.renumber();
    }
}

/// Lets a case count nowhere whose program was stopped because its game has no end, if all that it said until then is what the broken rules
/// lead to: the rule pays for it.
pub(super) fn forgive_endless_game(judgement: &mut Judgement, (rule, row): (usize, &str)) {
    let is_the_stop = |penalised: &Penalised| matches!(penalised.difference.detail, Detail::SuddenEnd(_));
    let differences = judgement.deductions.differences();
    let mut costing = differences.iter().filter(|listed| listed.penalised.costs());
    if !was_stopped(judgement) || !costing.all(|listed| is_the_stop(listed.penalised)) {
        return;
    }
    for penalised in judgement.deductions.differences_mut().filter(|penalised| is_the_stop(penalised)) {
        (penalised.rule, penalised.penalty) = (Some(rule), Penalty::Forgiven);
        penalised.row = row.to_string();
    }
    judgement.share = None;
    judgement.wrong = judgement.deductions.wrong_parts();
}

/// Returns whether the program was stopped while it went on and on.
fn was_stopped(judgement: &Judgement) -> bool {
    matches!(judgement.verdict, Verdict::TooMuchOutput | Verdict::TimedOut)
}

/// Adds what differs from the text, but follows from a broken rule of another row: it costs nothing. Returns whether there is anything.
pub(super) fn tell_what_follows(
    judgement: &mut Judgement,
    without: &Judgement,
    (rule, row): (usize, &str),
) -> bool {
    let left = places(judgement);
    let first = judgement.deductions.differences().len();
    let differences = without.deductions.differences();
    let explained = differences.iter().map(|listed| listed.penalised).filter(|penalised| {
        penalised.costs() && penalised.slip.is_none() && !left.contains(&place(penalised))
    });
    let free = |(index, penalised): (usize, &Penalised)| Penalised {
        number: first + index,
        row: row.to_string(),
        penalty: Penalty::Forgiven,
        rule: Some(rule),
        ..penalised.clone()
    };
    let mut explained = explained.enumerate().map(free);
    let root = explained.next();
    let is_told = root.is_some();
    if let Some(root) = root {
        judgement.deductions.all.push(Deduction { root, followers: explained.collect() });
    }
    judgement.deductions.renumber();
    if was_stopped(judgement) {
        // Where output was cut off says nothing of its presentation.
        let cut = judgement.deductions.differences_mut().filter(|it| it.slip.is_none() && !it.costs());
        cut.for_each(|it| it.rule = Some(rule));
    }
    is_told
}

/// Adds the first place at which a broken rule of another row shows, where rules of the case's own row are blamed for all that differs from the text: it
/// costs nothing there.
pub(super) fn tell_beside(
    judgement: &mut Judgement,
    without: &Judgement,
    one_left: OneRuleLeft<'_>,
    (rule, row): (usize, &str),
) {
    let Some(first) = one_left.alone().first().copied() else { return };
    let differences = without.deductions.differences();
    let mut by_text = differences.iter().map(|listed| listed.penalised);
    let told = by_text.find(|it| place(it) == place(first)).unwrap_or(first);
    let (penalty, rule) = (Penalty::Forgiven, Some(rule));
    let root = Penalised { row: row.to_string(), penalty, rule, ..told.clone() };
    judgement.deductions.all.push(Deduction { root, followers: Vec::new() });
    judgement.deductions.renumber();
}
