//! What the players have scored, and how title, scoreboard and totals show it (First Interface).

use std::fmt;

use crate::console::{Console, Play, Replies};

use super::category::Category;
use super::rules::{BotsRules, TiedTotals, Used, Winner};
use super::table::{self, Row};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BotsPlayer {
    One,
    Two,
}

impl BotsPlayer {
    pub(super) const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// Returns a list of this player only.
    pub(super) fn alone(self) -> &'static [Self] {
        &Self::BOTH[self as usize..=self as usize]
    }

    pub(super) fn other(self) -> Self {
        Self::BOTH[1 - self as usize]
    }

    fn name(self) -> &'static str {
        ["Player 1", "Player 2"][self as usize]
    }
}

impl fmt::Display for BotsPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The labels of what is shown at the beginning of a turn, or at the end of the game.
pub(super) struct Parts {
    title: &'static str,
    frame: &'static str,
    scores: &'static str,
    totals: &'static str,
}

pub(super) const FIRST_INTERFACE: Parts =
    Parts { title: "title", frame: "scoreboard/frame", scores: "scoreboard/scores", totals: "totals" };

pub(super) const ENDING: Parts = Parts {
    title: "ending/title",
    frame: "ending/scoreboard/frame",
    scores: "ending/scoreboard/scores",
    totals: "ending/totals",
};

/// What the players have scored.
pub(super) struct Scoreboard {
    /// The score of each used category, for each player.
    scores: [[Option<u32>; 9]; 2],
    /// What counts for the total of each player, of what each has scored: all of his own, if no rule is bent.
    counted: [[[u32; 9]; 2]; 2],
    used: Used,
}

impl Scoreboard {
    pub(super) fn new(used: Used) -> Self {
        Self { scores: [[None; 9]; 2], counted: [[[0; 9]; 2]; 2], used }
    }

    pub(super) fn has_used(&self, player: BotsPlayer, category: Category) -> bool {
        let score = |player: BotsPlayer| self.scores[player as usize][category as usize];
        match self.used {
            Used::ByPlayer => score(player).is_some(),
            Used::ByAnyPlayer => BotsPlayer::BOTH.into_iter().any(|player| score(player).is_some()),
            Used::ByFirstPlayer => score(BotsPlayer::One).is_some(),
            Used::ByTheOtherPlayer => score(player.other()).is_some(),
            Used::UnlessZero => score(player).is_some_and(|score| score > 0),
            Used::Never => false,
        }
    }

    pub(super) fn enter(&mut self, player: BotsPlayer, category: Category, score: u32, rules: &BotsRules) {
        if rules.player_1_has_all_scores {
            self.enter_for_player_1(player, category, score);
            return;
        }
        for entered in (rules.entered_for)(player) {
            self.scores[*entered as usize][category as usize] =
                Some(score).filter(|score| *score > 0 || rules.enters_zero);
        }
        for counted in (rules.counted_for)(player) {
            let counted = &mut self.counted[*counted as usize];
            if !rules.adds_up {
                *counted = [[0; 9]; 2];
            }
            counted[player as usize][category as usize] = score;
        }
    }

    /// Enters what `player` has scored for player 1, in whose row it shows as soon as he has used the category, too.
    fn enter_for_player_1(&mut self, player: BotsPlayer, category: Category, score: u32) {
        self.scores[player as usize][category as usize].get_or_insert(0);
        if let Some(shown) = &mut self.scores[BotsPlayer::One as usize][category as usize] {
            *shown = score;
        }
        self.counted[BotsPlayer::One as usize][BotsPlayer::One as usize][category as usize] = score;
    }

    /// Returns who has the higher total; nobody if it is a tie.
    pub(super) fn winner(&self, rules: &BotsRules) -> Option<BotsPlayer> {
        let [first, second] = BotsPlayer::BOTH.map(|player| self.total(player, rules));
        let first_has_won = match rules.winner {
            Winner::HigherTotal => first > second,
            Winner::LowerTotal => first < second,
        };
        match (first == second, rules.tie) {
            (true, TiedTotals::IsTold | TiedTotals::IsToldUnlessSecondPlayerWins) => None,
            (true, TiedTotals::FirstPlayerWins) => Some(BotsPlayer::One),
            (true, TiedTotals::SecondPlayerWins) => Some(BotsPlayer::Two),
            (false, _) => Some(if first_has_won { BotsPlayer::One } else { BotsPlayer::Two }),
        }
    }

    fn total(&self, player: BotsPlayer, rules: &BotsRules) -> u32 {
        if rules.totals_of_rows {
            return self.scores[player as usize].iter().flatten().sum();
        }
        let counted = self.counted[player as usize].iter();
        let totalled = |scores: &[u32; 9]| -> u32 {
            scores.iter().enumerate().filter(|(at, _)| (rules.totalled)(*at)).map(|(_, score)| score).sum()
        };
        counted.map(totalled).sum()
    }

    /// Shows title, scoreboard and totals (Interface a to c).
    pub(super) fn show(&self, parts: &Parts, rules: &BotsRules, console: &mut dyn Console) -> Play {
        console.about(parts.title);
        console.say(&format!("{:=^80}\n", " Battle of the Sexes (B.O.T.S) "))?;
        let has_scores = self.scores[BotsPlayer::One as usize].iter().any(Option::is_some);
        if has_scores || rules.shows_empty_scoreboard {
            console.about(parts.frame);
            console.say("Scoreboard\n")?;
            let rows = BotsPlayer::BOTH.map(|player| self.row(player, parts, rules));
            table::draw(parts.frame, &rows, console)?;
        }
        self.show_totals(parts, rules, console)
    }

    /// Shows the totals (Interface c).
    pub(super) fn show_totals(&self, parts: &Parts, rules: &BotsRules, console: &mut dyn Console) -> Play {
        console.about(parts.totals);
        for player in BotsPlayer::BOTH {
            console.say(&format!("{player}: {}\n", self.total((rules.total_of)(player), rules)))?;
        }
        console.say("\n")
    }

    /// A category that has not been used is an empty cell; a used one shows its score, be it 0.
    fn row(&self, player: BotsPlayer, parts: &Parts, rules: &BotsRules) -> Row<'static> {
        let text =
            |score: Option<u32>| score.map_or_else(|| rules.unused.to_string(), |score| score.to_string());
        let cells = self.scores[player as usize].map(|score| (parts.scores, text(score)));
        Row { name: Some(player.name()), cells }
    }

    /// Returns what may be typed when `player` is asked for a category.
    pub(super) fn category_replies(&self, player: BotsPlayer) -> Replies {
        let (used, unused): (Vec<_>, Vec<_>) =
            Category::ALL.into_iter().partition(|category| self.has_used(player, *category));
        let names = |categories: Vec<Category>| {
            categories.into_iter().flat_map(|category| {
                let name = category.name();
                [name.to_string(), name.to_lowercase(), name.to_uppercase()]
            })
        };
        let wrong = ["", "tri", "Ones", "5S", "Trio Band", "SAVE", "3"].map(String::from);
        Replies {
            accepted: names(unused).collect(),
            refused: names(used).chain(wrong).collect(),
            ..Replies::default()
        }
    }
}
