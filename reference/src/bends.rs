//! Rules that are bent the way beginners get them wrong.
//!
//! A game keeps what can be bent in its `Rules`: plain data and small functions, whose default is what the text says. Its
//! table of bends names the ways to get one of them wrong. A bent game is played, replayed and observed like any other, so
//! what a program says can be compared with what the reference says that makes the same error.

/// One way to get a rule of a game wrong.
pub(crate) struct Bend<R> {
    name: &'static str,
    change: fn(&mut R),
    kind: BendKind,
}

/// What shows of a bend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BendKind {
    /// What the game says.
    Rule,
    /// The game goes on from what somebody else's program shows.
    Following,
    /// Nothing but that the game fails.
    Failing,
}

impl<R: Default> Bend<R> {
    /// Returns the way called `name`, which changes the rules as `change` does.
    pub(crate) const fn new(name: &'static str, change: fn(&mut R)) -> Self {
        Self { name, change, kind: BendKind::Rule }
    }

    /// Returns the way called `name`, by which the game goes on from what somebody else's program shows, whatever led to it. Where nothing is
    /// shown, it is played by the text.
    pub(crate) const fn following(name: &'static str, change: fn(&mut R)) -> Self {
        Self { name, change, kind: BendKind::Following }
    }

    /// Returns the way called `name`, of which nothing shows but that the game fails: what it tells is where.
    pub(crate) const fn failing(name: &'static str, change: fn(&mut R)) -> Self {
        Self { name, change, kind: BendKind::Failing }
    }
}

/// A bend of a game, whatever its rules are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BendName {
    pub(crate) name: &'static str,
    pub(crate) kind: BendKind,
}

/// Returns the names of a game's bends, in the order of its table.
pub(crate) fn names<R>(table: &'static [Bend<R>]) -> Vec<BendName> {
    table.iter().map(|bend| BendName { name: bend.name, kind: bend.kind }).collect()
}

/// Returns the rules of a game, bent in these ways.
pub(crate) fn bent<R: Default>(table: &[Bend<R>], bends: Bends) -> R {
    let mut rules = R::default();
    for index in bends.indices() {
        (table[index].change)(&mut rules);
    }
    rules
}

/// Returns the other one of two things, and each thing that is neither of them itself.
pub(crate) fn exchanged<T: PartialEq>(thing: T, [one, other]: [T; 2]) -> T {
    match thing {
        thing if thing == one => other,
        thing if thing == other => one,
        thing => thing,
    }
}

/// Some of a game's bends, by their places in its table; by default none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Bends([u128; 2]);

impl Bends {
    /// No bend.
    pub(crate) const NONE: Self = Self([0; 2]);

    /// The most bends that a game may have.
    pub(crate) const MOST: usize = 256;

    /// Returns the same bends and the one at `index`, which is less than [`Self::MOST`].
    #[must_use]
    pub(crate) fn and(self, index: usize) -> Self {
        assert!(index < Self::MOST, "a game has more than {} bends", Self::MOST);
        let [mut low, mut high] = self.0;
        *if index < 128 { &mut low } else { &mut high } |= 1 << (index % 128);
        Self([low, high])
    }

    fn indices(self) -> impl Iterator<Item = usize> {
        (0..Self::MOST).filter(move |index| self.0[index / 128] >> (index % 128) & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Eq)]
    struct FewRules {
        dice: u8,
        rounds: u8,
    }

    impl Default for FewRules {
        fn default() -> Self {
            Self { dice: 5, rounds: 9 }
        }
    }

    const BENDS: &[Bend<FewRules>] = &[
        Bend::new("one-die-less", |rules| rules.dice -= 1),
        Bend::new("one-round-more", |rules| rules.rounds += 1),
    ];

    #[test]
    fn only_the_bends_that_are_asked_for_change_the_rules() {
        assert_eq!(
            names(BENDS).iter().map(|bend| bend.name).collect::<Vec<_>>(),
            ["one-die-less", "one-round-more"]
        );
        assert_eq!(bent(BENDS, Bends::default()), FewRules::default());
        assert_eq!(bent(BENDS, Bends::default().and(1)), FewRules { dice: 5, rounds: 10 });
        assert_eq!(bent(BENDS, Bends::default().and(1).and(0)), FewRules { dice: 4, rounds: 10 });
    }

    #[test]
    fn the_last_bend_that_a_game_may_have_is_no_other_one() {
        let last = Bends::MOST - 1;
        assert_eq!(Bends::default().and(last).indices().collect::<Vec<_>>(), [last]);
    }
}
