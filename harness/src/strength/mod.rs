//! How strong the cases of a suite are: which of the ways to get a rule wrong they notice.
//!
//! Each bend of the reference's game is a program that is right but for one rule. It is marked like any other program.

pub mod simulated;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use reference::Game;

use crate::cases::problem::Problem;
use crate::cases::{Case, Reference, Suite, Typing, Visibility};
use crate::judging::{Strictness, Verdict};
use crate::marking::{Options, judge_all};
use crate::recording::Recording;
use simulated::{Manner, simulate};

/// What the cases of a suite notice.
#[derive(Debug)]
pub struct Strength<'a> {
    /// The bends of its game, in the order of the game's table.
    pub bends: Vec<NoticedBend<'a>>,
    /// Bends that say the same in every case.
    pub twins: Vec<(&'static str, &'static str)>,
}

/// A bend, and which cases notice it.
#[derive(Debug)]
pub struct NoticedBend<'a> {
    /// The bend's name.
    pub name: &'static str,
    /// The cases that a program with this bend does not pass.
    pub noticed_by: Vec<&'a Case>,
}

impl NoticedBend<'_> {
    /// Returns how many of the cases that notice it everybody may see.
    pub fn public(&self) -> usize {
        self.count(|case| case.visible == Visibility::Public)
    }

    /// Returns how many of the cases that notice it are written by hand, and not by a seed.
    pub fn by_hand(&self) -> usize {
        self.count(|case| !matches!(case.typing, Some(Typing::Random(_))))
    }

    /// Returns how many of the cases that notice it feed the row.
    pub fn in_row(&self, row: &str) -> usize {
        self.count(|case| case.row == row)
    }

    fn count(&self, is: impl Fn(&Case) -> bool) -> usize {
        self.noticed_by.iter().filter(|case| is(case)).count()
    }
}

/// Returns what the cases of a suite notice; nothing if its reference is no game with bends.
///
/// # Errors
/// Whatever ends judging.
pub fn strength(suite: &Suite, jobs: NonZeroUsize) -> Result<Option<Strength<'_>>, Problem> {
    let Some(game) = bendable(suite) else { return Ok(None) };
    let right = record(suite, game);
    let mut recorded: Vec<(&'static str, Vec<Option<Recording>>)> = Vec::new();
    let mut bends = Vec::new();
    for (name, bent) in game.bends().into_iter().filter_map(|name| Some((name, game.bent(name)?))) {
        let recordings = record(suite, &bent);
        let noticed_by = if recordings == right { Vec::new() } else { noticed_by(suite, &recordings, jobs)? };
        bends.push(NoticedBend { name, noticed_by });
        recorded.push((name, recordings));
    }
    let pairs = recorded.iter().enumerate().flat_map(|(index, one)| {
        recorded[index + 1..].iter().filter(|other| other.1 == one.1).map(|other| (one.0, other.0))
    });
    let twins = pairs.collect();
    Ok(Some(Strength { bends, twins }))
}

/// Returns the bends with which every case comes out the same, which no case can notice.
pub fn unnoticed(suite: &Suite) -> Vec<&'static str> {
    let Some(game) = bendable(suite) else { return Vec::new() };
    let right = record(suite, game);
    let is_noticed = |name: &str| game.bent(name).is_some_and(|bent| record(suite, &bent) != right);
    game.bends().into_iter().filter(|name| !is_noticed(name)).collect()
}

/// Returns the suite's game, if its rules can be bent.
pub fn bendable(suite: &Suite) -> Option<&'static Game> {
    let Reference::Game { name, .. } = &suite.reference else { return None };
    reference::game(name).filter(|game| !game.bends().is_empty())
}

/// Returns what is recorded of a program that is this game, case by case.
fn record(suite: &Suite, game: &Game) -> Vec<Option<Recording>> {
    let mut first = |texts: &[&str]| texts.first().copied().unwrap_or_default().to_string();
    let mut one = |case| {
        simulate(suite, case, game, Manner { print: &mut |printing| printing.text(), choose: &mut first })
    };
    suite.cases.iter().map(&mut one).collect()
}

fn noticed_by<'a>(
    suite: &'a Suite,
    recordings: &[Option<Recording>],
    jobs: NonZeroUsize,
) -> Result<Vec<&'a Case>, Problem> {
    let cases: Vec<&Case> = suite.cases.iter().collect();
    let ids = suite.cases.iter().map(|case| case.id.as_str());
    let by_id: BTreeMap<&str, &Option<Recording>> = ids.zip(recordings).collect();
    let read = |case: &Case| Ok(by_id.get(case.id.as_str()).and_then(|recording| (*recording).clone()));
    let options = Options { strictness: Strictness::AsTheSuiteSays, jobs };
    let judged = judge_all(suite, &cases, &read, options)?.judged.into_iter();
    let failed = judged.filter(|judged| judged.judgement.verdict != Verdict::Passed);
    Ok(failed.map(|judged| judged.case).collect())
}
