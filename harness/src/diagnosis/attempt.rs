//! Bends that are tried together, and what the runs tell of them.

use super::evidence::{BendEvidence, Objection};

/// Bends that are tried together, and what they make of the runs.
#[derive(Clone)]
pub(super) struct Attempt<'a> {
    /// The bends.
    pub(super) names: Vec<&'a str>,
    /// What the runs tell of them.
    pub(super) evidence: BendEvidence,
    /// How many words nearer the first wrong turns are that are not reproduced.
    pub(super) nearer: usize,
    /// In how many runs they are nearer.
    pub(super) nearer_in: usize,
    /// How many runs have their turn, and go so far astray after it that they do not count as told.
    pub(super) astray: usize,
}

impl Attempt<'_> {
    /// Returns whether other bends may be needed beside these: they have the first wrong turns, but explain too little of what comes later,
    /// or lead astray there, or nearly all of these turns are nearer by them, but not reproduced.
    pub(super) fn is_begun(&self) -> bool {
        self.evidence.objection() == Objection::ExplainsTooLittle
            || self.leads_astray()
            || self.is_mostly_nearer()
    }

    /// Returns whether the bends have the first wrong turns of nearly all runs, but lead too far astray in some of them.
    fn leads_astray(&self) -> bool {
        self.astray > 0 && self.evidence.would_be_promising(self.astray)
    }

    /// Returns whether nearly all first wrong turns are nearer, and some of them not reproduced.
    pub(super) fn is_mostly_nearer(&self) -> bool {
        let BendEvidence { told, missed, .. } = &self.evidence;
        let missed = missed.saturating_sub(self.nearer_in);
        self.nearer_in > 0 && missed * 10 <= told.len() + self.nearer_in
    }
}
