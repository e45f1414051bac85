//! Another bend in the place of one that is named: what comes nearest first may be a neighbour of the broken rule.

use super::attempt::Attempt;
use super::known::{BendSearch, MOST_TURNS, all_but};

/// So many bends are tried in the place of a named one.
const MOST_EXCHANGED: usize = 3;

/// How much is explained; what is more, is greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Explained {
    /// How many runs are explained wholly.
    wholly: usize,
    /// In how many turns all runs are right before they go astray.
    turns: usize,
}

impl<'a> BendSearch<'a> {
    /// Names another bend in the place of one, if more is explained then: what comes nearest first may be a neighbour of the broken rule, beside
    /// which the next one is not found. As many turns are replayed for it as were before, at most. These are
    /// the single bends, as the runs told of them when nothing was named.
    pub(super) fn exchange(&mut self, first: &[Attempt<'a>]) {
        let left = self.left.get();
        self.left.set(left.min(MOST_TURNS - left));
        for name in self.named.clone() {
            if !self.is_wrong() || self.is_over() {
                break;
            }
            let (explained, named) = (self.explained(), self.named.clone());
            let better =
                self.others_in_the_place_of(name, &named, first).filter(|(others, _)| *others > explained);
            self.know(better.map_or(named, |(_, others)| others));
        }
        self.left.set(left);
    }

    /// Returns what is named with another bend in the place of one, and how much is explained then: the most of those that are tried.
    fn others_in_the_place_of(
        &mut self,
        name: &str,
        named: &[&'a str],
        first: &[Attempt<'a>],
    ) -> Option<(Explained, Vec<&'a str>)> {
        let kept = all_but(name, named);
        self.know(kept.clone());
        let mut singles = if kept.is_empty() { first.to_vec() } else { self.singles() };
        singles.retain(|single| single.names != [name]);
        let mut others = Vec::new();
        while let Some(other) = self.best(&singles).filter(|_| others.len() < MOST_EXCHANGED) {
            singles.retain(|single| single.names != other);
            others.push(other);
        }
        let mut best: Option<(Explained, Vec<&'a str>)> = None;
        for other in others {
            self.know([&kept[..], &other].concat());
            let singles = self.singles();
            self.name_from(singles);
            let is_more = best.as_ref().is_none_or(|(explained, _)| self.explained() > *explained);
            if is_more && self.named.len() <= named.len() + 1 && !self.is_over() {
                best = Some((self.explained(), self.named.clone()));
            }
        }
        best
    }

    /// Returns how much is explained.
    fn explained(&self) -> Explained {
        let wholly = self.looked.iter().flatten().filter(|looked| looked.distance() == 0).count();
        Explained { wholly, turns: self.right_turns().into_iter().flatten().sum() }
    }
}
