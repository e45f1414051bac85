//! How strong the cases of a suite are: which of the ways to get a rule wrong they notice, and which they tell apart.
//!
//! Each bend of the reference's game is a program that is right but for one rule. It is marked like any other program. Pairs of
//! bends are compared by what is recorded of them.

mod bent;
mod blind_spot;
mod pairs;
pub mod simulated;
mod solutions;
mod untried;

use std::num::NonZeroUsize;

use reference::Game;

use crate::cases::problem::Problem;
use crate::cases::{Case, Suite, Typing, Visibility};
pub(crate) use crate::expected::bendable;
use crate::recording::Recording;
use crate::running::{Fault, in_parallel};
use bent::{BentGame, record, record_all};
pub use blind_spot::BlindSpot;
pub use pairs::BendPair;
pub use untried::UntriedGame;

/// What the cases of a suite notice.
#[derive(Debug)]
pub struct Strength<'a> {
    /// The bends of its game, those that fewest cases notice first.
    pub bends: Vec<NoticedBend<'a>>,
    /// How many pairs of bends there are.
    pub pairs: usize,
    /// The pairs of which the cases show less than there is to see, the worst first.
    pub unclear: Vec<BendPair<'a>>,
}

/// A bend, and which cases notice it.
#[derive(Debug)]
pub struct NoticedBend<'a> {
    /// The bend's name.
    pub name: &'a str,
    /// The cases that a program with this bend does not pass, or in which it loses marks.
    pub noticed_by: Vec<&'a Case>,
}

/// How well a bend is noticed, from worse to better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Noticed {
    /// By no case.
    Never,
    /// Only by cases that are written by a seed.
    AtRandom,
    /// Only by cases that students do not see before they hand in.
    InHiding,
    /// By a public case, and by one that is written by hand.
    Openly,
}

impl NoticedBend<'_> {
    /// Returns how well it is noticed.
    pub fn noticed(&self) -> Noticed {
        match (self.noticed_by.len(), self.by_hand(), self.public()) {
            (0, ..) => Noticed::Never,
            (_, 0, _) => Noticed::AtRandom,
            (.., 0) => Noticed::InHiding,
            _ => Noticed::Openly,
        }
    }

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

/// Returns what the cases of a suite notice; nothing if its reference has no bends. A solution of the course is started, once for
/// each bend and case; `file` is the suite's file in messages.
///
/// # Errors
/// Whatever ends judging, a bent solution that cannot be built, and what the harness itself could not do.
pub fn strength<'a>(
    suite: &'a Suite,
    file: &str,
    jobs: NonZeroUsize,
) -> Result<Option<Strength<'a>>, NotTried> {
    let Some(game) = bendable(suite) else {
        let has_bends = !suite.bends.is_empty();
        return has_bends.then(|| solutions::strength(suite, file, jobs)).transpose();
    };
    let right = record_all(suite, game);
    let games = in_parallel(&game.bends(), jobs, |bend| BentGame::record(suite, game, bend, &right))?;
    let unclear = pairs::unclear(suite, &right, &games, jobs);
    let pairs = games.len() * games.len().saturating_sub(1) / 2;
    let noticed_by = |game: &BentGame| game.noticed_by.iter().map(|place| &suite.cases[*place]).collect();
    let mut bends: Vec<NoticedBend<'_>> =
        games.iter().map(|game| NoticedBend { name: game.name, noticed_by: noticed_by(game) }).collect();
    sort(&mut bends);
    Ok(Some(Strength { bends, pairs, unclear }))
}

/// Puts the bends that are noticed worst first.
fn sort(bends: &mut [NoticedBend<'_>]) {
    bends.sort_by_key(|bend| (bend.noticed(), bend.noticed_by.len()));
}

/// Why the cases of a suite could not be tried.
#[derive(Debug, thiserror::Error)]
pub enum NotTried {
    /// Something is wrong with the suite.
    #[error("the bent solutions cannot be tried")]
    Problems(Vec<Problem>),
    /// The harness could not do its work.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<Problem> for NotTried {
    fn from(problem: Problem) -> Self {
        Self::Problems(vec![problem])
    }
}

/// Returns the bends with which every case comes out the same, which no case can notice.
pub fn unnoticed(suite: &Suite) -> Vec<&'static str> {
    let Some(game) = bendable(suite) else { return Vec::new() };
    let right = record_all(suite, game);
    let differs = |bent: &Game, (case, right): (&Case, &Recording)| record(suite, case, bent) != *right;
    let is_noticed = |name: &str| {
        let cases = || suite.cases.iter().zip(&right);
        game.bent(name).is_some_and(|bent| cases().any(|case| differs(&bent, case)))
    };
    game.bends().into_iter().filter(|name| !is_noticed(name)).collect()
}
