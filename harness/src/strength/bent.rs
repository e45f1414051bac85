//! What is recorded of the suite's game with a rule bent, and which cases notice it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::num::NonZeroUsize;

use reference::Game;

use super::simulated::{Manner, simulate};
use crate::cases::problem::Problem;
use crate::cases::{Case, Suite};
use crate::judging::{Deductions, Penalised, Strictness, Verdict};
use crate::marking::{HiddenMistakes, Options, Sleepers, judge_by_the_text};
use crate::recording::Recording;
use crate::reports::judged::Judged;

/// A game with one rule bent.
pub(super) struct BentGame {
    /// The bend's name.
    pub(super) name: &'static str,
    pub(super) game: Game,
    /// What is recorded of it where that is not what is recorded of the right game, by the places of the cases in the suite.
    changed: BTreeMap<usize, Recording>,
    /// The places of the cases that it does not pass, or in which it loses marks.
    pub(super) noticed_by: BTreeSet<usize>,
}

impl BentGame {
    /// Lets the suite's game with a bend play all cases, and judges it where it says something else than the right game does.
    pub(super) fn record(
        suite: &Suite,
        game: &Game,
        bend: &'static str,
        right: &[Recording],
    ) -> Result<Self, Problem> {
        let game = game.bent(bend).expect("it is a bend of this game");
        let all = record_all(suite, &game).into_iter().zip(right).enumerate();
        let changed: BTreeMap<usize, Recording> =
            all.filter(|(_, (bent, right))| bent != *right).map(|(place, (bent, _))| (place, bent)).collect();
        let noticed_by = failed(suite, &changed, NonZeroUsize::MIN)?;
        Ok(Self { name: bend, game, changed, noticed_by })
    }

    /// Returns what is recorded of it in a case, of which the right game's recording is `right`.
    pub(super) fn recording<'a>(&'a self, place: usize, right: &'a [Recording]) -> &'a Recording {
        self.changed.get(&place).unwrap_or(&right[place])
    }
}

/// Returns what is recorded of a program that is this game, case by case.
pub(super) fn record_all(suite: &Suite, game: &Game) -> Vec<Recording> {
    suite.cases.iter().map(|case| record(suite, case, game)).collect()
}

/// Returns what is recorded in a case of a program that is this game.
pub(super) fn record(suite: &Suite, case: &Case, game: &Game) -> Recording {
    let mut first = |texts: &[&str]| texts.first().copied().unwrap_or_default().to_string();
    let manner = Manner { print: &mut |printing| printing.text(), choose: &mut first };
    simulate(suite, case, game, manner).expect("the suite's reference is a game")
}

/// Returns the places of the cases that a program does not pass, or in which it loses marks, of which this is recorded, and which passes all others.
pub(super) fn failed(
    suite: &Suite,
    recorded: &BTreeMap<usize, Recording>,
    jobs: NonZeroUsize,
) -> Result<BTreeSet<usize>, Problem> {
    let cases: Vec<&Case> = recorded.keys().map(|place| &suite.cases[*place]).collect();
    let places: HashMap<&str, usize> =
        recorded.keys().map(|place| (suite.cases[*place].id.as_str(), *place)).collect();
    let read = |case: &Case| Ok(recorded.get(&places[case.id.as_str()]).cloned());
    let options = Options {
        strictness: Strictness::AsTheSuiteSays,
        jobs,
        sleepers: Sleepers::KeepTheirPlace,
        hidden: HiddenMistakes::Shown,
    };
    let judged = judge_by_the_text(suite, &cases, &read, options)?.judged;
    // Some errors look like slips of wording wherever they show: such cases pass, and cost marks all the same.
    let costs = |it: &Penalised| it.costs() || it.slip.is_some();
    let loses = |it: &Deductions| it.differences().iter().any(|listed| costs(listed.penalised));
    let failed = judged.iter().filter(|Judged { judgement, .. }| {
        judgement.verdict != Verdict::Passed || loses(&judgement.deductions)
    });
    Ok(failed.map(|judged| places[judged.case.id.as_str()]).collect())
}
