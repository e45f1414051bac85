//! What is right nowhere, though no mistake tells of it.
//!
//! What comes after a difference in its case is taken to follow from it. Of a part that no conversation shows right, this is told all the same
//! where the difference before it is only of a line, such as a wrong number: what is wrong everywhere need not follow from that.

use std::collections::{BTreeMap, BTreeSet};

use crate::cases::Case;
use crate::comparison::{Detail, Difference, Part};
use crate::judging::{Judgement, Penalised};
use crate::mistakes::Slips;

/// A place where a part is wrong.
type UntoldPlace<'a> = (&'a Case, &'a Penalised);

/// Fewer cases show nothing that is wrong everywhere.
const FEWEST: usize = 2;

/// Returns for each part that is right nowhere, and not `told`, the places of what most conversations show of it.
pub(super) fn never_right<'a>(
    judged: &[(&'a Case, &'a Judgement)],
    told: &BTreeSet<&str>,
    slips: &Slips,
) -> Vec<UntoldPlace<'a>> {
    let right: BTreeSet<Part> = judged.iter().flat_map(|(_, judgement)| &judgement.right).copied().collect();
    let is_untold =
        |part: Part| part != Part::UNKNOWN && !told.contains(part.label()) && !right.contains(&part);
    let mut untold: BTreeMap<Part, BTreeMap<String, Vec<UntoldPlace<'a>>>> = BTreeMap::new();
    for (case, judgement) in judged {
        let of_a_line = judgement.deductions.costing().filter(|deduction| {
            let root = &deduction.root.difference;
            root.track.is_version() && !is_failure(root)
        });
        let followers = of_a_line.flat_map(|deduction| &deduction.followers);
        for follower in followers.filter(|it| counts(it) && is_untold(it.difference.part)) {
            let of_part = untold.entry(follower.difference.part).or_default();
            of_part.entry(slips.key(&follower.difference)).or_default().push((*case, follower));
        }
    }
    let usual = untold.into_values().filter_map(|of_part| {
        let all: Vec<UntoldPlace<'a>> = of_part.values().flatten().copied().collect();
        let most = of_part.into_values().rev().max_by_key(|places| cases(places))?;
        (cases(&all) >= FEWEST).then_some(most)
    });
    usual.flatten().collect()
}

/// Returns whether a difference is that a program ended, or went on for ever.
pub(super) fn is_failure(difference: &Difference) -> bool {
    matches!(difference.part.label(), "crash" | "hang")
}

/// Returns whether a difference is of something that is due and did not come as it should.
fn counts(penalised: &Penalised) -> bool {
    let Difference { expected, detail, .. } = &penalised.difference;
    penalised.costs()
        && penalised.slip.is_none()
        && penalised.rule.is_none()
        && expected.is_some()
        && *detail != Detail::MissingRest
}

fn cases(places: &[UntoldPlace<'_>]) -> usize {
    places.iter().map(|(case, _)| &case.id).collect::<BTreeSet<_>>().len()
}
