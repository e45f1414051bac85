//! Which row pays for what is wrong in the same way in cases of several rows.
//!
//! A display, such as the list of the armies to move, shows the state of the game. If it is wrong in one row's cases only, what that row
//! is about has changed the state wrongly, and the row of the case pays. If cases of the row that claims the display show the same fault,
//! too, the display itself is wrong, and that row pays wherever it shows. The same holds for any part that is right nowhere: the
//! fact that it should show was never shown, and the row that owns it pays, once. What is blamed on a broken rule stays in that rule's row.

use std::collections::{BTreeMap, BTreeSet};

use super::deductions;
use super::{Deduction, Judgement, Penalised, Verdict};
use crate::cases::{Award, Case, Row, Suite};
use crate::comparison::{Detail, Part, Track};

/// A part that is wrong in fewer cases is not told from what these cases are about.
const FEWEST_CASES: usize = 3;

/// A display that is wrong in fewer of its row's own cases need not be at fault: in one case it may be what the case is about.
const FEWEST_OWN: usize = 2;

/// Gives every fault of a display, and every part that is right nowhere, to the row to which it belongs.
pub(crate) fn settle<'j>(suite: &Suite, judged: impl Iterator<Item = (&'j Case, &'j mut Judgement)>) {
    let mut judged: Vec<(&Case, &mut Judgement)> = judged.collect();
    let owners =
        Owners { of_displays: of_displays(suite, &judged), of_parts: of_parts_never_right(suite, &judged) };
    for (case, judgement) in &mut judged {
        settle_case(suite, &owners, case, judgement);
    }
}

/// Who pays, whatever case shows it.
struct Owners<'s> {
    of_displays: BTreeMap<Part, &'s Row>,
    of_parts: BTreeMap<Part, &'s Row>,
}

impl<'s> Owners<'s> {
    fn of(&self, penalised: &Penalised) -> Option<&'s Row> {
        let part = &penalised.difference.part;
        let of_part = || self.of_parts.get(part).filter(|_| is_printed(penalised));
        self.of_displays.get(part).or_else(of_part).copied()
    }
}

/// Returns the displays that are wrong in cases of the rows that claim them.
fn of_displays<'s>(suite: &'s Suite, judged: &[(&Case, &mut Judgement)]) -> BTreeMap<Part, &'s Row> {
    let mut shown: BTreeMap<Part, (&Row, BTreeSet<&str>)> = BTreeMap::new();
    for (case, judgement) in judged {
        let Some(owner) = suite.row(&case.row) else { continue };
        let roots = judgement.deductions.costing().map(|deduction| &deduction.root);
        for root in roots.filter(|root| root.row == owner.name && root.rule.is_none()) {
            let part = root.difference.part;
            if owner.displays.is_match(part.label()) {
                shown.entry(part).or_insert((owner, BTreeSet::new())).1.insert(&case.id);
            }
        }
    }
    let often = shown.into_iter().filter(|(_, (_, cases))| cases.len() >= FEWEST_OWN);
    often.map(|(part, (owner, _))| (part, owner)).collect()
}

/// Returns the parts that are wrong in some cases and right in none, with the rows that own them.
fn of_parts_never_right<'s>(suite: &'s Suite, judged: &[(&Case, &mut Judgement)]) -> BTreeMap<Part, &'s Row> {
    let mut wrong: BTreeMap<Part, BTreeSet<&str>> = BTreeMap::new();
    for (case, judgement) in judged {
        let roots = judgement.deductions.costing().map(|deduction| &deduction.root);
        for root in roots.filter(|root| is_printed(root) && root.rule.is_none()) {
            wrong.entry(root.difference.part).or_default().insert(&case.id);
        }
    }
    let is_right = |part: &Part| judged.iter().any(|(_, judgement)| judgement.right.contains(part));
    let never = wrong.into_iter().filter(|(part, cases)| cases.len() >= FEWEST_CASES && !is_right(part));
    let owner = |part: Part| suite.owner(part.label()).filter(|row| row.award != Award::Count);
    never.filter_map(|(part, _)| Some((part, owner(part)?))).collect()
}

/// Returns whether a difference is about a line that the game prints, and not about dice, errors or the end of the program.
fn is_printed(penalised: &Penalised) -> bool {
    let is_other = matches!(
        penalised.difference.detail,
        Detail::Dice(_) | Detail::MissingThrow | Detail::Error(_) | Detail::ExitStatus | Detail::SuddenEnd(_)
    );
    penalised.slip.is_none() && penalised.difference.expected.is_some() && !is_other
}

fn settle_case(suite: &Suite, owners: &Owners<'_>, case: &Case, judgement: &mut Judgement) {
    let (mut any, mut is_lost) = (false, false);
    let is_free = |deduction: &&mut Deduction| deduction.root.costs() && deduction.root.rule.is_none();
    for deduction in judgement.deductions.all.iter_mut().filter(is_free) {
        let root = &mut deduction.root;
        let Some(owner) = owners.of(root).filter(|owner| owner.name != root.row) else { continue };
        judgement.wrong.change(root.difference.part, |rows| {
            rows.remove(&root.row);
            rows.insert(owner.name.clone());
        });
        root.row.clone_from(&owner.name);
        any = true;
        // What else is wrong may follow from what was typed for another display.
        let part = root.difference.part;
        let is_displayed = |part: Part| owner.displays.is_match(part.label());
        let is_same = |follower: &Penalised| {
            let of_follower = follower.difference.part;
            !follower.costs() || of_follower == part || is_displayed(part) && is_displayed(of_follower)
        };
        is_lost |= root.difference.track == Track::OtherStep || !deduction.followers.iter().all(is_same);
    }
    let Some(row) = suite.row(&case.row).filter(|row| any && !row.only_parts) else { return };
    let is_own = judgement.deductions.costing().any(|deduction| deduction.root.row == row.name);
    let is_over = !matches!(judgement.verdict, Verdict::Passed | Verdict::Presentation | Verdict::Wrong);
    let shows_nothing = judgement.right.is_empty();
    judgement.share = match (is_own, is_lost || is_over || shows_nothing) {
        (true, _) => deductions::share(row, &judgement.deductions, is_over),
        (false, true) => None,
        (false, false) => Some(1.0),
    };
}
