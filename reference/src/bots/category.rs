//! The nine scoring categories (Problem Description 5 and 6).

use super::rules::{BotsRules, Sums};

/// A scoring category, in the order of the tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Category {
    Ones,
    Twos,
    Threes,
    Fours,
    Trio,
    Quartet,
    Band,
    Doremi,
    Orchestra,
}

impl Category {
    pub(super) const ALL: [Self; 9] = [
        Self::Ones,
        Self::Twos,
        Self::Threes,
        Self::Fours,
        Self::Trio,
        Self::Quartet,
        Self::Band,
        Self::Doremi,
        Self::Orchestra,
    ];

    /// Returns the name by which tables show it and players choose it.
    pub(super) fn name(self) -> &'static str {
        ["1S", "2S", "3S", "4S", "Trio", "Quartet", "Band", "Doremi", "Orchestra"][self as usize]
    }

    /// Returns the category called `name` in any letter case; blanks around the name do not count.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|category| category.name().eq_ignore_ascii_case(name.trim()))
    }

    /// Returns the label of its cell in the table of category scores.
    pub(super) fn part(self) -> &'static str {
        [
            "category-scores/1s",
            "category-scores/2s",
            "category-scores/3s",
            "category-scores/4s",
            "category-scores/trio",
            "category-scores/quartet",
            "category-scores/band",
            "category-scores/doremi",
            "category-scores/orchestra",
        ][self as usize]
    }

    /// Returns what `dice` score in it.
    pub(super) fn score(self, dice: &[u8], rules: &BotsRules) -> u32 {
        let number =
            |face: u8| dice.iter().filter(|die| **die == face).map(|die| (rules.numbers)(*die)).sum();
        let of_alike = || dice.iter().copied().filter(|die| alike(dice, *die) >= 3);
        let sum = || match rules.alike_sums {
            Sums::ForATrioThreeDice if self == Self::Trio => of_alike().take(3).map(u32::from).sum(),
            Sums::DiceAlike => of_alike().map(u32::from).sum(),
            _ if rules.sums_last_dice => dice.iter().rev().take(5).copied().map(u32::from).sum(),
            Sums::AllDice | Sums::ForATrioThreeDice => dice.iter().copied().map(u32::from).sum(),
        };
        let counted: Vec<u8> = dice.iter().copied().filter(|die| *die <= rules.highest_counted).collect();
        let most_alike = most_alike(&counted);
        let is_band = is_band(&counted) || (rules.alike_are_a_band)(most_alike);
        let is_orchestra = || counted.iter().any(|die| (rules.orchestra)(alike(&counted, *die)));
        match (rules.scored_as)(self) {
            Self::Ones => number(1),
            Self::Twos => number(2),
            Self::Threes => number(3),
            Self::Fours => number(4),
            Self::Trio if (rules.trio)(most_alike) => sum(),
            Self::Quartet if (rules.quartet)(most_alike) => sum(),
            Self::Band if is_band => rules.band,
            Self::Doremi if (rules.doremi)(dice, rules.highest_counted) => rules.doremi_scores,
            Self::Orchestra if is_orchestra() => rules.orchestra_scores,
            _ => 0,
        }
    }
}

/// Returns how many dice show the most frequent face.
fn most_alike(dice: &[u8]) -> usize {
    dice.iter().map(|die| alike(dice, *die)).max().unwrap_or(0)
}

/// "Three of one number and two of the other".
fn is_band(dice: &[u8]) -> bool {
    [3, 2].iter().all(|count| dice.iter().any(|die| alike(dice, *die) == *count))
}

fn alike(dice: &[u8], face: u8) -> usize {
    dice.iter().map(|die| usize::from(*die == face)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the scores of all categories, in the order of the table.
    fn check(dice: [u8; 5], expected: [u32; 9]) {
        assert_eq!(
            Category::ALL.map(|category| category.score(&dice, &BotsRules::default())),
            expected,
            "{dice:?}"
        );
    }

    #[test]
    fn the_tables_of_the_text_are_scored_as_shown() {
        check([1, 2, 3, 1, 2], [2, 4, 3, 0, 0, 0, 0, 0, 0]);
        check([3, 1, 3, 1, 1], [3, 0, 6, 0, 9, 0, 30, 0, 0]);
        check([4, 4, 2, 4, 4], [0, 2, 0, 16, 18, 18, 0, 0, 0]);
        check([1, 2, 2, 3, 2], [1, 6, 3, 0, 10, 0, 0, 0, 0]);
        check([1, 1, 1, 1, 1], [5, 0, 0, 0, 5, 5, 0, 0, 40]);
    }

    #[test]
    fn the_numbers_sum_only_the_dice_that_show_them() {
        check([1, 1, 2, 4, 1], [3, 2, 0, 4, 9, 0, 0, 0, 0]);
        check([2, 2, 4, 4, 3], [0, 4, 3, 8, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn trio_and_quartet_sum_all_dice() {
        check([2, 2, 2, 1, 4], [1, 6, 0, 4, 11, 0, 0, 0, 0]);
        check([3, 4, 3, 3, 3], [0, 0, 12, 4, 16, 16, 0, 0, 0]);
    }

    #[test]
    fn doremi_is_one_to_four_in_any_order() {
        check([1, 4, 3, 3, 2], [1, 2, 6, 4, 0, 0, 0, 20, 0]);
        check([4, 3, 2, 1, 1], [2, 2, 3, 4, 0, 0, 0, 20, 0]);
        check([1, 2, 3, 3, 1], [2, 2, 6, 0, 0, 0, 0, 0, 0]);
        check([2, 3, 4, 4, 2], [0, 4, 3, 8, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn a_band_is_three_and_two() {
        check([2, 4, 2, 4, 4], [0, 4, 0, 12, 16, 0, 30, 0, 0]);
        check([3, 3, 1, 1, 2], [2, 2, 6, 0, 0, 0, 0, 0, 0]);
        check([3, 3, 3, 1, 2], [1, 2, 9, 0, 12, 0, 0, 0, 0]);
        check([3, 3, 3, 3, 2], [0, 2, 12, 0, 14, 14, 0, 0, 0]);
    }

    #[test]
    fn five_alike_are_trio_quartet_and_orchestra_but_no_band() {
        check([4, 4, 4, 4, 4], [0, 0, 0, 20, 20, 20, 0, 0, 40]);
    }

    #[test]
    fn faces_that_no_die_has_are_summed_without_harm() {
        check([0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 40]);
        check([255, 255, 255, 255, 1], [1, 0, 0, 0, 1021, 1021, 0, 0, 0]);
    }

    #[test]
    fn a_course_chooses_what_a_band_scores() {
        assert_eq!(
            Category::Band.score(&[1, 1, 2, 2, 2], &BotsRules { band: 25, ..BotsRules::default() }),
            25
        );
    }

    #[test]
    fn names_are_found_in_any_letter_case_and_only_whole() {
        assert_eq!(Category::named("tRiO"), Some(Category::Trio));
        assert_eq!(Category::named("4s"), Some(Category::Fours));
        for wrong in ["tri", "trios", "Ones", "5s", "", "Trio Band"] {
            assert_eq!(Category::named(wrong), None, "{wrong}");
        }
    }
}
