//! Which row pays for what is wrong in the same way in cases of several rows.
//!
//! A display, such as the list of the armies to move, shows the state of the game. If it is wrong in one row's cases only, what that row
//! is about has changed the state wrongly, and the row of the case pays. If cases of the row that claims the display show the same fault,
//! too, the display itself is wrong, and that row pays wherever it shows. The same holds for any part that is right nowhere: the
//! fact that it should show was never shown, and the row that owns it pays, once; and for what is wrong before anything is typed, or in nearly
//! all cases, whatever they are about. What is blamed on a broken rule stays in that rule's row.

use std::collections::{BTreeMap, BTreeSet};

use super::deductions;
use super::independent::KeyOf;
use super::{Deduction, Judgement, Penalised, Verdict};
use crate::cases::{Award, Case, Row, Suite};
use crate::comparison::{Detail, Part, Track};

/// A part that is wrong in fewer cases is not told from what these cases are about.
const FEWEST_CASES: usize = 3;

/// A display that is wrong in fewer of its row's own cases need not be at fault: in one case it may be what the case is about.
const FEWEST_OWN: usize = 2;

/// What is wrong in cases of fewer rows may be what these rows are about.
const FEWEST_ROWS: usize = 3;

/// Of 20 cases in which a part is due, it is wrong in so many at least if that has nothing to do with what they are about,
const NEARLY_ALL_OF_20: usize = 18;

/// or it is not there in so many at least: what is printed elsewhere is seldom left out because of what a case is about.
const MOST_OF_20: usize = 15;

/// Gives every fault of a display, every part that is right nowhere, and what is wrong whatever a case is about, to the row to which it belongs.
pub(crate) fn settle<'j>(
    suite: &Suite,
    judged: impl Iterator<Item = (&'j Case, &'j mut Judgement)>,
    key_of: &KeyOf<'_>,
) {
    let mut judged: Vec<(&Case, &mut Judgement)> = judged.collect();
    let owners = Owners {
        of_displays: of_displays(suite, &judged),
        of_parts: of_parts(suite, &judged),
        at_start: at_start(&judged, key_of),
        key_of,
        suite,
    };
    for (case, judgement) in &mut judged {
        settle_case(suite, &owners, case, judgement);
    }
}

/// Who pays, whatever case shows it.
struct Owners<'s> {
    of_displays: BTreeMap<Part, &'s Row>,
    of_parts: BTreeMap<Part, &'s Row>,
    /// The keys of what the owner of its part pays for.
    at_start: BTreeSet<String>,
    key_of: &'s KeyOf<'s>,
    suite: &'s Suite,
}

impl<'s> Owners<'s> {
    fn of(&self, penalised: &Penalised) -> Option<&'s Row> {
        let Penalised { difference, .. } = penalised;
        let of_display = self.of_displays.get(&difference.part).copied();
        let of_part = || self.of_parts.get(&difference.part).copied();
        let is_at_start = || !self.at_start.is_empty() && self.at_start.contains(&(self.key_of)(difference));
        let of_start = || if is_at_start() { owner(self.suite, difference.part) } else { None };
        let is_printed = is_printed(penalised);
        of_display.or_else(|| if is_printed { of_part().or_else(of_start) } else { None })
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

/// Returns what is wrong before anything is typed, in cases of several rows, by its key: nothing that one of these cases is about has happened
/// yet.
fn at_start(judged: &[(&Case, &mut Judgement)], key_of: &KeyOf<'_>) -> BTreeSet<String> {
    let mut rows_of: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (case, judgement) in judged {
        let differences = judgement.deductions.differences().into_iter().map(|listed| listed.penalised);
        let first = differences.take_while(|it| it.difference.turn <= 1);
        for Penalised { difference, .. } in first.filter(|it| counts(it)) {
            rows_of.entry(key_of(difference)).or_default().insert(&case.row);
        }
    }
    rows_of.into_iter().filter(|(_, rows)| rows.len() >= FEWEST_ROWS).map(|(key, _)| key).collect()
}

/// The rows of cases, by the names of the cases.
type RowsOfCases<'j> = BTreeMap<&'j str, &'j str>;

/// Returns the parts that are wrong in some cases and right in none, and those that are wrong in nearly all cases of several rows, or not there in
/// most of them, with the rows that own them.
fn of_parts<'s>(suite: &'s Suite, judged: &[(&Case, &mut Judgement)]) -> BTreeMap<Part, &'s Row> {
    let mut wrong: BTreeMap<Part, RowsOfCases<'_>> = BTreeMap::new();
    let mut missing: BTreeMap<Part, RowsOfCases<'_>> = BTreeMap::new();
    for (case, judgement) in judged {
        let roots = judgement.deductions.costing().map(|deduction| &deduction.root);
        for root in roots.filter(|root| counts(root)) {
            wrong.entry(root.difference.part).or_default().insert(&case.id, &case.row);
        }
        for part in left_out(judgement) {
            missing.entry(part).or_default().insert(&case.id, &case.row);
        }
    }
    let is_right = |part: &Part| judged.iter().any(|(_, judgement)| judgement.right.contains(part));
    let is_everywhere = |part: &Part, wrong: &RowsOfCases<'_>, of_20: usize| {
        let is_due = |(case, judgement): &&(&Case, &mut Judgement)| {
            judgement.right.contains(part) || wrong.contains_key(case.id.as_str())
        };
        let due = judged.iter().filter(is_due).count();
        let rows: BTreeSet<&str> = wrong.values().copied().collect();
        rows.len() >= FEWEST_ROWS && wrong.len() * 20 >= due * of_20
    };
    let is_wrong = |(part, wrong): &(&Part, &RowsOfCases<'_>)| {
        wrong.len() >= FEWEST_CASES && (!is_right(part) || is_everywhere(part, wrong, NEARLY_ALL_OF_20))
    };
    let is_missing = |(part, missing): &(&Part, &RowsOfCases<'_>)| is_everywhere(part, missing, MOST_OF_20);
    let at_fault = wrong.iter().filter(is_wrong).chain(missing.iter().filter(is_missing));
    at_fault.filter_map(|(part, _)| Some((*part, owner(suite, *part)?))).collect()
}

/// Returns the parts that are not there in turns in which nothing else is wrong but what is not there.
fn left_out(judgement: &Judgement) -> BTreeSet<Part> {
    let differences = judgement.deductions.differences();
    let costing = || differences.iter().map(|listed| listed.penalised).filter(|it| it.costs());
    let is_left_out = |it: &Penalised| {
        counts(it) && it.difference.actual.is_none() && it.difference.track != Track::OtherStep
    };
    let others: BTreeSet<usize> =
        costing().filter(|it| !is_left_out(it)).map(|it| it.difference.turn).collect();
    let left_out = costing().filter(|it| !others.contains(&it.difference.turn));
    left_out.map(|it| it.difference.part).collect()
}

/// Returns the row that owns a part, unless it counts what is wrong.
fn owner(suite: &Suite, part: Part) -> Option<&Row> {
    suite.owner(part.label()).filter(|row| row.award != Award::Count)
}

/// Returns whether a difference is about a printed line, costs something, and follows from no broken rule.
fn counts(penalised: &Penalised) -> bool {
    is_printed(penalised) && penalised.costs() && penalised.rule.is_none()
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
    let (mut is_known, mut is_given, mut is_lost) = (false, false, false);
    let is_free = |deduction: &&mut Deduction| deduction.root.costs() && deduction.root.rule.is_none();
    for deduction in judgement.deductions.all.iter_mut().filter(is_free) {
        let root = &mut deduction.root;
        let Some(owner) = owners.of(root).filter(|owner| [&owner.name, &root.row] != [&case.row; 2]) else {
            continue;
        };
        is_known = true;
        if owner.name != root.row {
            judgement.wrong.change(root.difference.part, |rows| {
                rows.remove(&root.row);
                rows.insert(owner.name.clone());
            });
            root.row.clone_from(&owner.name);
            is_given = true;
        }
        // What else is wrong may follow from what was typed for another display.
        let part = root.difference.part;
        let is_displayed = |part: Part| owner.displays.is_match(part.label());
        let is_same = |follower: &Penalised| {
            let of_follower = follower.difference.part;
            let is_displayed_too = || is_displayed(part) && is_displayed(of_follower);
            let is_other_fault = || owners.of(follower).is_some();
            !follower.costs() || of_follower == part || is_displayed_too() || is_other_fault()
        };
        is_lost |= root.difference.track == Track::OtherStep || !deduction.followers.iter().all(is_same);
    }
    let Some(row) = suite.row(&case.row).filter(|row| is_known && !row.only_parts) else { return };
    let is_own = judgement.deductions.costing().any(|deduction| deduction.root.row == row.name);
    let is_over = !matches!(judgement.verdict, Verdict::Passed | Verdict::Presentation | Verdict::Wrong);
    let shows_nothing = judgement.right.is_empty();
    match (is_own, is_lost || is_over || shows_nothing) {
        (true, _) if is_given => judgement.share = deductions::share(row, &judgement.deductions, is_over),
        (false, true) if is_given => judgement.share = None,
        (false, false) => judgement.share = Some(1.0),
        _ => {}
    }
}
