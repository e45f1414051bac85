//! What games that are made up start with: what public cases start with.

use std::collections::BTreeSet;

use reference::author::Policy;

use crate::cases::{Case, JudgedBy, Suite, Typing, Visibility};

/// Returns the public cases that start with something of their own, as fresh ones can.
pub(super) fn setups(suite: &Suite) -> Vec<&Case> {
    let is_played = |case: &Case| suite.judge == JudgedBy::Transcript || plays(case).is_some();
    let public = suite.cases.iter().filter(|case| case.visible == Visibility::Public);
    let mut known = BTreeSet::new();
    public
        .filter(|case| goes_on(case) && is_played(case))
        .filter(|case| known.insert((&case.args, &case.files, &case.checks)))
        .collect()
}

/// Returns whether the program starts and goes on in a case, as it does in every case that is made up.
pub(super) fn goes_on(case: &Case) -> bool {
    case.errors.is_empty() && case.exit.is_none()
}

/// Returns the policy by which a case is played, if it is.
pub(super) fn plays(case: &Case) -> Option<&Policy> {
    match &case.typing {
        Some(Typing::Play(policy)) => Some(policy),
        _ => None,
    }
}
