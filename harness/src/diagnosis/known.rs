//! What a search knows: the runs of a submission as the game sees them with the bends that are named so far.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use super::attempt::Attempt;
use super::run::PlayedRun;
use super::said::SaidByGame;
use crate::cases::Suite;
use crate::expected::BentReference;

/// After so many replayed turns nothing is named: the submission is not worth it.
pub(super) const MOST_TURNS: usize = 1_500_000;

/// A submission before its diagnosis.
pub(crate) struct Scene<'a> {
    /// The suite.
    pub(crate) suite: &'a Suite,
    /// What it takes for right, unbent.
    pub(crate) game: &'a BentReference,
    /// The names of the bends that have a meaning in the suite, in the order of the game's table.
    pub(crate) bends: &'a [&'a str],
    /// The names of those that are tried where none of these explains what is left.
    pub(crate) following: &'a [&'a str],
    /// The runs that are not right.
    pub(crate) runs: &'a [PlayedRun<'a>],
    /// An example of each kind of line that the program never prints, whatever values are due in it.
    pub(crate) never_shown: &'a [String],
    /// Whether one run is enough to name a bend that explains it wholly.
    pub(crate) one_is_enough: bool,
    /// Returns in how many of the runs that are right two games say different things; it stops at so many.
    pub(crate) against: &'a dyn Fn(&BentReference, &BentReference, usize) -> usize,
    /// Whether nobody waits for what is found any longer.
    pub(crate) is_over: &'a dyn Fn() -> bool,
}

/// A run as the game with the bends that are named so far sees it.
#[derive(Debug)]
pub(super) struct LookedRun {
    /// What the game says in it.
    pub(super) said: SaidByGame,
    /// How far from that each turn is.
    pub(super) distances: Vec<usize>,
}

impl LookedRun {
    fn of(scene: &Scene<'_>, run: &PlayedRun<'_>, game: &BentReference) -> Option<Self> {
        let said = SaidByGame::of(scene.suite, run, game, None)?;
        let distances = said.distances(run, None);
        Some(Self { said, distances })
    }

    pub(super) fn distance(&self) -> usize {
        self.distances.iter().sum()
    }

    /// Returns the first turn that is wrong.
    pub(super) fn first_wrong(&self) -> Option<usize> {
        first_wrong(&self.distances)
    }
}

/// The bends that were named, and those that were tried beside them.
type AttemptedBends<'a> = (BTreeSet<&'a str>, Vec<&'a str>);

/// A search, with what it knows so far.
pub(super) struct BendSearch<'a> {
    /// The submission.
    pub(super) scene: &'a Scene<'a>,
    /// The bends that are named so far.
    pub(super) named: Vec<&'a str>,
    /// The game with them.
    pub(super) game: BentReference,
    /// Each run, as this game sees it.
    pub(super) looked: Vec<Option<LookedRun>>,
    /// How many turns may still be replayed.
    pub(super) left: Cell<usize>,
    /// The attempts so far.
    pub(super) attempts: RefCell<BTreeMap<AttemptedBends<'a>, Attempt<'a>>>,
}

impl<'a> BendSearch<'a> {
    /// Begins a search, in which nothing is named.
    pub(super) fn new(scene: &'a Scene<'a>) -> Self {
        let mut search = Self {
            scene,
            named: Vec::new(),
            game: scene.game.clone(),
            looked: Vec::new(),
            left: Cell::new(MOST_TURNS),
            attempts: RefCell::default(),
        };
        search.look();
        search
    }

    fn look(&mut self) {
        self.looked = self.scene.runs.iter().map(|run| LookedRun::of(self.scene, run, &self.game)).collect();
    }

    /// Returns whether a run is wrong that the named bends do not explain.
    pub(super) fn is_wrong(&self) -> bool {
        self.looked.iter().flatten().any(|looked| looked.distance() > 0)
    }

    /// Returns whether nothing more may be replayed.
    pub(super) fn is_over(&self) -> bool {
        self.left.get() == 0 || (self.scene.is_over)()
    }

    /// Counts turns that are replayed.
    pub(super) fn spend(&self, turns: usize) {
        self.left.set(self.left.get().saturating_sub(turns));
    }

    /// Looks at the runs anew, as the game with these bends sees them.
    pub(super) fn know(&mut self, named: Vec<&'a str>) {
        self.game = self.bent(&named);
        self.named = named;
        self.look();
    }

    /// Returns the named bends, and these.
    pub(super) fn with(&self, names: &[&'a str]) -> Vec<&'a str> {
        [&self.named, names].concat()
    }

    /// Returns the game with these bends, whatever is named.
    pub(super) fn bent(&self, names: &[&'a str]) -> BentReference {
        self.scene.game.with(names.iter().copied())
    }

    /// Returns the first turn of a run that is wrong.
    pub(super) fn first_wrong(&self, run: usize) -> Option<usize> {
        self.looked[run].as_ref().and_then(LookedRun::first_wrong)
    }

    /// Returns in how many turns each run is right before it goes astray, if that is known.
    pub(super) fn right_turns(&self) -> Vec<Option<usize>> {
        let right = |looked: &LookedRun| looked.first_wrong().unwrap_or(looked.distances.len());
        self.looked.iter().map(|looked| looked.as_ref().map(right)).collect()
    }
}

/// Returns the bends without one of them.
pub(super) fn all_but<'a>(name: &str, names: &[&'a str]) -> Vec<&'a str> {
    names.iter().copied().filter(|other| *other != name).collect()
}

/// Returns the first turn that is wrong.
pub(super) fn first_wrong(distances: &[usize]) -> Option<usize> {
    distances.iter().position(|distance| *distance > 0)
}
