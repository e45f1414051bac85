//! Players, the four kinds of army, what they cost, and who beats whom.

use super::board::Position;

/// The price list, as it is displayed.
pub(super) const PRICES: &str = "\
Recruit Prices:
  Spearman (S) - 1W, 1F
  Archer (A) - 1W, 1G
  Knight (K) - 1F, 1G
  Scout (T) - 1W, 1F, 1G
";

/// One of the two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BattlePlayer {
    One,
    Two,
}

impl BattlePlayer {
    /// Both, in the order of their turns.
    pub(super) const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// The number by which the game calls the player.
    pub(super) fn number(self) -> usize {
        self as usize + 1
    }

    pub(super) fn enemy(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}

/// A kind of resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Resource {
    Wood,
    Food,
    Gold,
}

impl Resource {
    /// All of them, in the order of the text.
    pub(super) const ALL: [Self; 3] = [Self::Wood, Self::Food, Self::Gold];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Wood => "Wood",
            Self::Food => "Food",
            Self::Gold => "Gold",
        }
    }

    /// Returns a list of this resource only.
    pub(super) fn alone(self) -> &'static [Self] {
        match self {
            Self::Wood => &[Self::Wood],
            Self::Food => &[Self::Food],
            Self::Gold => &[Self::Gold],
        }
    }
}

/// A kind of army.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArmyKind {
    Spearman,
    Archer,
    Knight,
    Scout,
}

impl ArmyKind {
    /// All kinds, in the order of the price list.
    pub(super) const ALL: [Self; 4] = [Self::Spearman, Self::Archer, Self::Knight, Self::Scout];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Spearman => "Spearman",
            Self::Archer => "Archer",
            Self::Knight => "Knight",
            Self::Scout => "Scout",
        }
    }

    /// The letter by which it is recruited and shown on the map.
    pub(super) fn letter(self) -> &'static str {
        match self {
            Self::Spearman => "S",
            Self::Archer => "A",
            Self::Knight => "K",
            Self::Scout => "T",
        }
    }

    pub(super) fn from_letter(letter: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// What it costs: one of each of these.
    pub(super) fn cost(self) -> &'static [Resource] {
        use Resource::{Food, Gold, Wood};
        match self {
            Self::Spearman => &[Wood, Food],
            Self::Archer => &[Wood, Gold],
            Self::Knight => &[Food, Gold],
            Self::Scout => &[Wood, Food, Gold],
        }
    }

    /// Returns whether this kind makes `other` disappear: spearmen counter knights, knights counter
    /// archers, archers counter spearmen, and all of them counter scouts.
    pub(super) fn counters(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Spearman, Self::Knight)
                | (Self::Knight, Self::Archer)
                | (Self::Archer, Self::Spearman)
                | (Self::Spearman | Self::Archer | Self::Knight, Self::Scout)
        )
    }
}

/// One army on the map.
#[derive(Debug, Clone, Copy)]
pub(super) struct Army {
    pub(super) kind: ArmyKind,
    pub(super) owner: BattlePlayer,
    pub(super) at: Position,
    /// Whether it has moved in this stage.
    pub(super) moved: bool,
    /// Whether it is what an army has left behind: it stands there, and never moves. Only by bent rules there is such a thing.
    pub(super) is_shadow: bool,
    /// Whether it was defeated, and is listed all the same, though it is not on the map; only by bent rules there is such a thing, too.
    pub(super) is_beaten: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_different_kinds_exactly_one_counters_the_other() {
        for one in ArmyKind::ALL {
            for other in ArmyKind::ALL {
                let winners = usize::from(one.counters(other)) + usize::from(other.counters(one));
                assert_eq!(winners, usize::from(one != other), "{one:?} against {other:?}");
            }
        }
    }
}
