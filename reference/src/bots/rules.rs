//! What can be bent in Battle of the Sexes.

use super::SIDES;
use super::category::Category;
use super::command::{self, Command};
use super::scoreboard::BotsPlayer;
use crate::bends::{Bend, exchanged};

/// The rules as the text has them, unless they are bent.
#[derive(Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one sentence of the text, which holds or does not"
)]
pub(crate) struct BotsRules {
    /// "The game consists of 9 rounds", in each of which both players have a turn.
    pub(super) turns: usize,
    /// "Each die has only 4 values".
    pub(super) sides: u8,
    /// "Each player can roll the dice up to three (3) times".
    pub(super) rolls: usize,
    /// The same: whether a command is asked for after the last one, too, which does nothing.
    pub(super) asks_after_last_roll: bool,
    /// "Its corresponding Category Scores": whether those of the first roll are shown after each.
    pub(super) shows_first_scores_again: bool,
    /// The same: whether they count the dice of all rolls of the turn.
    pub(super) counts_earlier_rolls: bool,
    /// The same: whether they sum the last five dice only.
    pub(super) sums_last_dice: bool,
    /// "The dice combination and its corresponding Category Scores": up to which roll they are shown.
    pub(super) scored_rolls: usize,
    /// "In each round, the players take turns": whose turn each one is.
    pub(super) turn_of: fn(turn: usize, turns: usize) -> BotsPlayer,
    /// "The game also secretly supports the cheat command": up to which roll.
    pub(super) cheat_until: usize,
    /// "The game will proceed to the selection of scoring category": whether the scores are shown again before.
    pub(super) scores_after_save: bool,
    /// "The Category Scores table is followed by Input Options": when they are shown.
    pub(super) options: ShownOptions,
    /// What a Band scores.
    pub(super) band: u32,
    /// What a Band scores where the course says that it scores `setting`.
    pub(super) band_of: fn(setting: u32) -> u32,
    /// "Each die … has Four (4) values only": the highest that counts where dice are alike or sequential.
    pub(super) highest_counted: u8,
    /// "At least three dice the same".
    pub(super) trio: fn(alike: usize) -> bool,
    /// "At least four dice the same".
    pub(super) quartet: fn(alike: usize) -> bool,
    /// "Sum of ALL dice".
    pub(super) alike_sums: Sums,
    /// "Three of one number and two of the other": how many dice the same are a Band, too.
    pub(super) alike_are_a_band: fn(alike: usize) -> bool,
    /// "Five dice the same".
    pub(super) orchestra: fn(alike: usize) -> bool,
    /// "Four sequential dice (1-2-3-4)", in any order.
    pub(super) doremi: fn(dice: &[u8], highest: u8) -> bool,
    /// What a Doremi scores.
    pub(super) doremi_scores: u32,
    /// What an Orchestra scores.
    pub(super) orchestra_scores: u32,
    /// "The scores the dice combination would contribute for each scoring category": whose score a category has.
    pub(super) scored_as: fn(Category) -> Category,
    /// The same, of the table that shows them only.
    pub(super) shown_as: fn(Category) -> Category,
    /// "Sum of dice with number 1": what a die adds.
    pub(super) numbers: fn(face: u8) -> u32,
    /// The commands SAVE, ROLL and CHEAT, as they are typed.
    pub(super) parse: fn(line: &str) -> Option<Command>,
    /// "ROLL d1 ... dn :- Re-roll specified dice only." By bent rules those count, too, that were rolled `before` by the ROLL before, of the same turn.
    pub(super) rerolled: fn(named: &[usize], before: &[usize]) -> Vec<usize>,
    /// "Re-roll specified dice only": where the other ones lie then.
    pub(super) kept: KeptDice,
    /// What a player may still do after "ERROR: Invalid input."
    pub(super) refused: RefusedCommand,
    /// "No other commands are allowed after executing the cheat command."
    pub(super) cheat: Cheat,
    /// "A list of 5 random integers, each indicating the value of each die": in the order of the dice.
    pub(super) order: fn(dice: Vec<u8>) -> Vec<u8>,
    /// "The player can only use a scoring category once."
    pub(super) used: Used,
    /// "The players' scores for each scoring category": whose row a score is entered in.
    pub(super) entered_for: fn(player: BotsPlayer) -> &'static [BotsPlayer],
    /// Whether both players use categories of their own, but the scores of both are those of player 1.
    pub(super) player_1_has_all_scores: bool,
    /// "The total scores the player has accumulated": whose total a score is added to.
    pub(super) counted_for: fn(player: BotsPlayer) -> &'static [BotsPlayer],
    /// "The total scores the player has accumulated": whether a score is added to those before.
    pub(super) adds_up: bool,
    /// "The players' scores for each scoring category that has been used": whether a 0 is entered.
    pub(super) enters_zero: bool,
    /// "The total scores the player has accumulated": whether a total is the sum of the scores in his row as it is shown.
    pub(super) totals_of_rows: bool,
    /// "The total scores the player has accumulated": whether the score of a category counts, by its place from 0.
    pub(super) totalled: fn(at: usize) -> bool,
    /// "The total scores": whose total stands beside a player.
    pub(super) total_of: fn(player: BotsPlayer) -> BotsPlayer,
    /// "The players' scores for each scoring category": what the cell of one shows that has not been used.
    pub(super) unused: &'static str,
    /// "The current player".
    pub(super) announced: fn(player: BotsPlayer) -> BotsPlayer,
    /// "The player is asked to press the Enter key for the first roll": before which rolls it is waited for.
    pub(super) enter: AskedEnter,
    /// "The roll number is either 2 (the second roll), or 3 (the third roll)": what is told of each.
    pub(super) roll_number: fn(roll: usize) -> usize,
    /// The same: whether the next turn counts on from the last roll of one.
    pub(super) counts_rolls_on: fn(cheated: bool) -> bool,
    /// Whether rolls of earlier turns, where they are counted, end a turn, too.
    pub(super) counted_rolls_end_turns: bool,
    /// Whether the scoreboard is shown while player 1 has no score.
    pub(super) shows_empty_scoreboard: bool,
    /// "After 9 rounds, the game ends, showing the Game Title, Scoreboard, and Players' Total."
    pub(super) ending: ShownAtTheEnd,
    /// "Enter the name of his desired scoring category": in any letter case.
    pub(super) category: fn(reply: &str) -> Option<Category>,
    /// Whether a category that was typed so is looked for among those that have been used.
    pub(super) looked_up: fn(typed: &str, category: Category) -> bool,
    /// What is said of a category that has been used.
    pub(super) used_reason: &'static str,
    /// "Keep asking" for a category: whether after one that has been used, or that does not exist.
    pub(super) asks_for_category_again: fn(exists: bool) -> bool,
    /// "The player who has the highest score wins."
    pub(super) winner: Winner,
    /// "If both players have the same score, it is considered a tie."
    pub(super) tie: TiedTotals,
}

/// Which dice a Trio or a Quartet sums.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sums {
    AllDice,
    DiceAlike,
    ForATrioThreeDice,
}

/// Where dice lie that are not re-rolled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum KeptDice {
    WhereTheyAre,
    BeforeTheOthers,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RefusedCommand {
    AsksAgain,
    UsesARoll,
    ShowsTheDiceAsTheNextRoll,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cheat {
    EndsTheRolls,
    RollsOn,
    /// Without its options.
    AsksForACommandAgain,
    /// The same, and nothing but SAVE is accepted.
    WaitsForSave,
    LeavesTheDice,
    OnlyShowsScores,
    ShowsNoScores,
    /// They are shown as the roll that they replace.
    ShowsTheDiceAsThisRoll,
    /// They are shown as the next roll, and are the last one.
    ShowsTheDiceAsTheLastRoll,
    /// They are shown as the next roll, which is not the last one for it.
    ShowsTheDiceAsTheNextRoll,
}

/// What is shown at the end, before the winner.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ShownAtTheEnd {
    TitleScoreboardAndTotals,
    Totals,
    TheWinnerOnly,
}

/// Before which rolls Enter is waited for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AskedEnter {
    BeforeTheFirstRoll,
    BeforeEachRoll,
    NotWaitedFor,
}

/// When the options are shown that a player has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ShownOptions {
    WithEachTable,
    /// The same, also with that of the third roll.
    WithTheLastTableToo,
    BeforeEachCategoryToo,
    WithTheFirstTable,
    AfterRefusalsToo,
}

/// What a category is that somebody has scored in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Used {
    ByPlayer,
    ByAnyPlayer,
    ByFirstPlayer,
    ByTheOtherPlayer,
    UnlessZero,
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Winner {
    HigherTotal,
    LowerTotal,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TiedTotals {
    IsTold,
    FirstPlayerWins,
    SecondPlayerWins,
    /// So it is, and so are victories of the first player.
    IsToldUnlessSecondPlayerWins,
}

impl Default for BotsRules {
    fn default() -> Self {
        Self {
            turns: 18,
            sides: SIDES,
            rolls: 3,
            asks_after_last_roll: false,
            shows_first_scores_again: false,
            counts_earlier_rolls: false,
            sums_last_dice: false,
            orchestra: |alike| alike >= 5,
            scored_rolls: 3,
            scores_after_save: false,
            options: ShownOptions::WithEachTable,
            turn_of: |turn, _| BotsPlayer::BOTH[turn % 2],
            cheat_until: 3,
            band: 30,
            band_of: |setting| setting,
            highest_counted: u8::MAX,
            trio: |alike| alike >= 3,
            quartet: |alike| alike >= 4,
            alike_sums: Sums::AllDice,
            alike_are_a_band: |_| false,
            doremi: |dice, highest| (1..=highest.min(4)).all(|face| dice.contains(&face)),
            doremi_scores: 20,
            orchestra_scores: 40,
            scored_as: |category| category,
            shown_as: |category| category,
            numbers: u32::from,
            parse: Command::parse,
            rerolled: |named, _| named.to_vec(),
            kept: KeptDice::WhereTheyAre,
            refused: RefusedCommand::AsksAgain,
            cheat: Cheat::EndsTheRolls,
            order: |dice| dice,
            used: Used::ByPlayer,
            entered_for: BotsPlayer::alone,
            player_1_has_all_scores: false,
            counted_for: BotsPlayer::alone,
            adds_up: true,
            enters_zero: true,
            totalled: |_| true,
            totals_of_rows: false,
            total_of: |player| player,
            unused: "",
            announced: |player| player,
            enter: AskedEnter::BeforeTheFirstRoll,
            roll_number: |roll| roll,
            counts_rolls_on: |_| false,
            counted_rolls_end_turns: false,
            shows_empty_scoreboard: true,
            ending: ShownAtTheEnd::TitleScoreboardAndTotals,
            looked_up: |_, _| true,
            used_reason: "has been used",
            asks_for_category_again: |_| true,
            category: Category::named,
            winner: Winner::HigherTotal,
            tie: TiedTotals::IsTold,
        }
    }
}

/// Returns whether all dice are rolled again, as ROLL alone does.
fn are_all(named: &[usize]) -> bool {
    *named == [0, 1, 2, 3, 4]
}

/// Returns the positions behind those that are named; behind the last one is no die.
fn next_ones(named: &[usize]) -> Vec<usize> {
    named.iter().map(|position| position + 1).collect()
}

/// Returns the command of a line, but none of this kind whose `word` is not typed in capital letters.
fn in_capitals(line: &str, word: &str, is_meant: fn(&Command) -> bool) -> Option<Command> {
    Command::parse(line).filter(|command| !is_meant(command) || line.trim_start().starts_with(word))
}

/// How beginners get the rules wrong.
pub(crate) const BENDS: &[Bend<BotsRules>] = &[
    Bend::new("one-round-less", |rules| rules.turns = 16),
    Bend::new("nine-turns-in-all", |rules| rules.turns = 9),
    Bend::new("rounds-go-on", |rules| rules.turns = usize::MAX),
    Bend::new("only-one-roll", |rules| rules.rolls = 1),
    Bend::new("only-two-rolls", |rules| rules.rolls = 2),
    Bend::new("four-rolls", |rules| (rules.rolls, rules.scored_rolls) = (4, 4)),
    Bend::new("command-asked-after-third-roll", |rules| rules.asks_after_last_roll = true),
    Bend::new("scores-of-the-first-roll-shown-again", |rules| rules.shows_first_scores_again = true),
    Bend::new("dice-of-earlier-rolls-counted", |rules| rules.counts_earlier_rolls = true),
    Bend::new("dice-of-earlier-rolls-counted-not-summed", |rules| {
        (rules.counts_earlier_rolls, rules.sums_last_dice) = (true, true);
    }),
    Bend::new("dice-of-earlier-rolls-counted-not-summed-five-an-orchestra", |rules| {
        (rules.counts_earlier_rolls, rules.sums_last_dice) = (true, true);
        rules.orchestra = |alike| alike == 5;
    }),
    Bend::new("no-scores-after-third-roll", |rules| rules.scored_rolls = 2),
    Bend::new("scores-after-first-roll-only", |rules| rules.scored_rolls = 1),
    Bend::new("options-after-third-roll", |rules| rules.options = ShownOptions::WithTheLastTableToo),
    Bend::new("options-before-each-category", |rules| rules.options = ShownOptions::BeforeEachCategoryToo),
    Bend::new("options-once-a-turn", |rules| rules.options = ShownOptions::WithTheFirstTable),
    Bend::new("options-after-a-refusal", |rules| rules.options = ShownOptions::AfterRefusalsToo),
    Bend::new("all-turns-of-player-1-first", |rules| {
        rules.turn_of = |turn, turns| BotsPlayer::BOTH[usize::from(turn >= turns / 2)];
    }),
    Bend::new("player-2-begins", |rules| rules.turn_of = |turn, _| BotsPlayer::BOTH[1 - turn % 2]),
    Bend::new("enter-before-each-roll", |rules| rules.enter = AskedEnter::BeforeEachRoll),
    Bend::new("enter-not-waited-for", |rules| rules.enter = AskedEnter::NotWaitedFor),
    Bend::new("players-begin-in-turns", |rules| {
        rules.turn_of = |turn, _| BotsPlayer::BOTH[(turn + turn / 2) % 2];
    }),
    Bend::new("trio-is-exactly-three", |rules| rules.trio = |alike| alike == 3),
    Bend::new("quartet-is-exactly-four", |rules| rules.quartet = |alike| alike == 4),
    Bend::new("only-dice-alike-summed", |rules| rules.alike_sums = Sums::DiceAlike),
    Bend::new("trio-sums-three-dice", |rules| rules.alike_sums = Sums::ForATrioThreeDice),
    Bend::new("band-scores-25", |rules| rules.band_of = |_| 25),
    Bend::new("band-scores-20", |rules| rules.band_of = |_| 20),
    Bend::new("band-scores-35", |rules| rules.band_of = |_| 35),
    Bend::new("doremi-scores-30", |rules| rules.doremi_scores = 30),
    Bend::new("doremi-scores-25", |rules| rules.doremi_scores = 25),
    Bend::new("orchestra-scores-50", |rules| rules.orchestra_scores = 50),
    Bend::new("orchestra-scores-30", |rules| rules.orchestra_scores = 30),
    Bend::new("three-alike-are-a-band", |rules| rules.alike_are_a_band = |alike| alike == 3),
    Bend::new("three-or-more-alike-are-a-band", |rules| rules.alike_are_a_band = |alike| alike >= 3),
    Bend::new("five-alike-are-a-band", |rules| rules.alike_are_a_band = |alike| alike == 5),
    Bend::new("four-alike-are-a-band", |rules| rules.alike_are_a_band = |alike| alike == 4),
    Bend::new("doremi-never", |rules| rules.doremi = |_, _| false),
    Bend::new("doremi-in-order-only", |rules| {
        rules.doremi = |dice, _| dice.windows(4).any(|four| four == [1, 2, 3, 4]);
    }),
    Bend::new("doremi-in-the-lowest-four-only", |rules| {
        rules.doremi = |dice, _| in_order(dice).starts_with(&[1, 2, 3, 4]);
    }),
    Bend::new("doremi-at-either-end-only", |rules| {
        rules.doremi = |dice, _| {
            let dice = in_order(dice);
            dice.starts_with(&[1, 2, 3, 4]) || dice.ends_with(&[1, 2, 3, 4])
        };
    }),
    Bend::new("fours-not-counted", |rules| rules.highest_counted = 3),
    Bend::new("threes-and-fours-not-counted", |rules| rules.highest_counted = 2),
    Bend::new("band-and-doremi-swapped", |rules| {
        rules.scored_as = |category| exchanged(category, [Category::Band, Category::Doremi]);
    }),
    Bend::new("band-and-doremi-swapped-in-table", |rules| {
        rules.shown_as = |category| exchanged(category, [Category::Band, Category::Doremi]);
    }),
    Bend::new("trio-and-quartet-swapped", |rules| {
        rules.scored_as = |category| exchanged(category, [Category::Trio, Category::Quartet]);
    }),
    Bend::new("numbers-count-dice", |rules| rules.numbers = |_| 1),
    Bend::new("upper-case-only", |rules| {
        rules.parse =
            |line| Command::parse(line).filter(|_| !line.contains(|sign: char| sign.is_lowercase()));
    }),
    Bend::new("lower-case-only", |rules| {
        rules.parse =
            |line| Command::parse(line).filter(|_| !line.contains(|sign: char| sign.is_uppercase()));
    }),
    Bend::new("mixed-letter-case-refused", |rules| {
        rules.parse = |line| {
            let word = line.split_whitespace().next().unwrap_or_default();
            Command::parse(line).filter(|_| word == word.to_uppercase() || word == word.to_lowercase())
        };
    }),
    Bend::new("roll-in-upper-case-only", |rules| {
        rules.parse = |line| in_capitals(line, "ROLL", |command| matches!(command, Command::Roll(_)));
    }),
    Bend::new("cheat-in-upper-case-only", |rules| {
        rules.parse = |line| in_capitals(line, "CHEAT", |command| matches!(command, Command::Cheat(_)));
    }),
    Bend::new("save-shows-the-scores-again", |rules| rules.scores_after_save = true),
    Bend::new("save-in-upper-case-only", |rules| {
        rules.parse = |line| in_capitals(line, "SAVE", |command| matches!(command, Command::Save));
    }),
    Bend::new("positions-from-0", |rules| rules.parse = command::parse_from_0),
    Bend::new("position-1-refused", |rules| rules.parse = |line| command::parse_without(line, 0)),
    Bend::new("position-5-refused", |rules| rules.parse = |line| command::parse_without(line, 4)),
    Bend::new("duplicate-positions-refused", |rules| rules.parse = command::parse_without_duplicates),
    Bend::new("unsorted-positions-refused", |rules| rules.parse = command::parse_sorted),
    Bend::new("more-than-five-positions-refused", |rules| rules.parse = command::parse_at_most_five),
    Bend::new("cheat-after-first-roll-only", |rules| rules.cheat_until = 1),
    Bend::new("cheat-unknown", |rules| {
        rules.parse = |line| Command::parse(line).filter(|command| !matches!(command, Command::Cheat(_)));
    }),
    Bend::new("cheat-with-any-face", |rules| rules.parse = |line| command::parse_faces(line, &(0..=u8::MAX))),
    Bend::new("cheat-refuses-4", |rules| rules.parse = |line| command::parse_faces(line, &(1..=SIDES - 1))),
    Bend::new("six-faces", |rules| {
        rules.sides = 6;
        rules.parse = |line| command::parse_faces(line, &(1..=6));
    }),
    Bend::new("cheat-above-4", |rules| rules.parse = |line| command::parse_faces(line, &(1..=u8::MAX))),
    Bend::new("cheat-below-1", |rules| rules.parse = |line| command::parse_faces(line, &(0..=SIDES))),
    Bend::new("empty-line-rolls", |rules| rules.parse = |line| command::parse_empty_as(line, "ROLL")),
    Bend::new("empty-line-saves", |rules| rules.parse = |line| command::parse_empty_as(line, "SAVE")),
    Bend::new("cheat-with-fewer-dice", |rules| rules.parse = command::parse_fewer_dice),
    Bend::new("rolls-all-always", |rules| rules.rerolled = |_, _| vec![0, 1, 2, 3, 4]),
    Bend::new("rolls-the-others", |rules| {
        rules.rerolled = |named, _| {
            let others: Vec<usize> = (0..5).filter(|position| !named.contains(position)).collect();
            if others.is_empty() { named.to_vec() } else { others }
        };
    }),
    Bend::new("rolls-the-next-ones", |rules| {
        rules.rerolled = |named, _| if are_all(named) { named.to_vec() } else { next_ones(named) };
    }),
    Bend::new("rolls-the-next-ones-always", |rules| rules.rerolled = |named, _| next_ones(named)),
    Bend::new("rolls-earlier-ones-again", |rules| {
        rules.rerolled = |named, before| {
            (0..5).filter(|position| named.contains(position) || before.contains(position)).collect()
        };
    }),
    Bend::new("rolls-only-earlier-ones-again", |rules| {
        rules.rerolled = |named, before| {
            let is_alone = are_all(named) && !before.is_empty();
            if is_alone { before.to_vec() } else { named.to_vec() }
        };
    }),
    Bend::new("never-rolls-again", |rules| rules.rerolled = |_, _| Vec::new()),
    Bend::new("kept-dice-come-first", |rules| rules.kept = KeptDice::BeforeTheOthers),
    Bend::new("refused-uses-a-roll", |rules| rules.refused = RefusedCommand::UsesARoll),
    Bend::new("refused-counts-as-the-next-roll", |rules| {
        rules.refused = RefusedCommand::ShowsTheDiceAsTheNextRoll;
    }),
    Bend::new("cheat-leaves-the-dice", |rules| rules.cheat = Cheat::LeavesTheDice),
    Bend::new("cheat-saves-the-rolled-dice", |rules| rules.cheat = Cheat::OnlyShowsScores),
    Bend::new("cheat-waits-for-save", |rules| rules.cheat = Cheat::WaitsForSave),
    Bend::new("cheat-shown-as-a-roll", |rules| rules.cheat = Cheat::ShowsTheDiceAsTheLastRoll),
    Bend::new("cheat-shown-as-the-roll-again", |rules| rules.cheat = Cheat::ShowsTheDiceAsThisRoll),
    Bend::new("cheat-shows-no-scores", |rules| rules.cheat = Cheat::ShowsNoScores),
    Bend::new("cheat-counts-as-the-next-roll", |rules| {
        rules.cheat = Cheat::ShowsTheDiceAsTheNextRoll;
    }),
    Bend::new("cheat-rolls-on", |rules| rules.cheat = Cheat::RollsOn),
    Bend::new("cheat-asks-for-a-command-again", |rules| rules.cheat = Cheat::AsksForACommandAgain),
    Bend::new("dice-sorted", |rules| {
        rules.order = |mut dice| {
            dice.sort_unstable();
            dice
        };
    }),
    Bend::new("categories-used-by-both", |rules| rules.used = Used::ByAnyPlayer),
    Bend::new("categories-used-by-player-1", |rules| rules.used = Used::ByFirstPlayer),
    Bend::new("categories-used-by-the-other-player", |rules| rules.used = Used::ByTheOtherPlayer),
    Bend::new("scores-entered-for-player-1", |rules| {
        rules.entered_for = |_| BotsPlayer::One.alone();
        rules.totals_of_rows = true;
    }),
    Bend::new("scores-entered-for-player-1-and-0-for-player-2", |rules| {
        rules.player_1_has_all_scores = true;
    }),
    Bend::new("one-scoreboard-for-both", |rules| {
        rules.entered_for = |_| &BotsPlayer::BOTH;
        rules.counted_for = |_| &BotsPlayer::BOTH;
    }),
    Bend::new("one-scoreboard-but-two-totals", |rules| rules.entered_for = |_| &BotsPlayer::BOTH),
    Bend::new("zero-leaves-unused", |rules| rules.used = Used::UnlessZero),
    Bend::new("zero-leaves-unused-and-empty", |rules| rules.enters_zero = false),
    Bend::new("categories-never-used", |rules| rules.used = Used::Never),
    Bend::new("categories-case-sensitive", |rules| {
        rules.category = |reply| Category::named(reply).filter(|category| category.name() == reply.trim());
    }),
    Bend::new("categories-in-small-letters-only", |rules| {
        rules.category = |reply| Category::named(reply).filter(|_| reply == reply.to_lowercase());
    }),
    Bend::new("used-categories-in-other-letters-accepted", |rules| {
        rules.looked_up = |typed, category| typed.trim() == category.name();
    }),
    Bend::new("used-categories-do-not-exist", |rules| rules.used_reason = "does not exist"),
    Bend::new("refused-category-ends-turn", |rules| rules.asks_for_category_again = |_| false),
    Bend::new("unknown-category-ends-turn", |rules| rules.asks_for_category_again = |exists| exists),
    Bend::new("used-category-ends-turn", |rules| rules.asks_for_category_again = |exists| !exists),
    Bend::new("all-points-for-player-1", |rules| rules.counted_for = |_| BotsPlayer::One.alone()),
    Bend::new("total-is-last-score", |rules| rules.adds_up = false),
    Bend::new("last-category-not-in-totals", |rules| rules.totalled = |at| at + 1 < Category::ALL.len()),
    Bend::new("first-category-not-in-totals", |rules| rules.totalled = |at| at > 0),
    Bend::new("total-of-player-1-for-both", |rules| rules.total_of = |_| BotsPlayer::One),
    Bend::new("totals-exchanged", |rules| rules.total_of = BotsPlayer::other),
    Bend::new("unused-categories-show-0", |rules| rules.unused = "0"),
    Bend::new("player-1-always-announced", |rules| rules.announced = |_| BotsPlayer::One),
    Bend::new("lower-total-wins", |rules| rules.winner = Winner::LowerTotal),
    Bend::new("player-1-wins-ties", |rules| rules.tie = TiedTotals::FirstPlayerWins),
    Bend::new("roll-number-always-1", |rules| rules.roll_number = |_| 1),
    Bend::new("rolls-again-numbered-from-1", |rules| rules.roll_number = |roll| (roll - 1).max(1)),
    Bend::new("rolls-numbered-from-0", |rules| rules.roll_number = |roll| roll - 1),
    Bend::new("rolls-counted-on-in-the-next-turn", |rules| rules.counts_rolls_on = |_| true),
    Bend::new("rolls-counted-on-after-cheat", |rules| rules.counts_rolls_on = |cheated| cheated),
    Bend::new("rolls-counted-on-end-turns", |rules| {
        (rules.counts_rolls_on, rules.counted_rolls_end_turns) = (|_| true, true);
    }),
    Bend::new("no-scoreboard-without-scores", |rules| rules.shows_empty_scoreboard = false),
    Bend::new("no-scoreboard-at-the-end", |rules| rules.ending = ShownAtTheEnd::Totals),
    Bend::new("only-the-winner-at-the-end", |rules| rules.ending = ShownAtTheEnd::TheWinnerOnly),
    Bend::new("tie-unless-player-2-wins", |rules| rules.tie = TiedTotals::IsToldUnlessSecondPlayerWins),
    Bend::new("player-2-wins-ties", |rules| rules.tie = TiedTotals::SecondPlayerWins),
];

/// Returns the dice from the lowest to the highest.
fn in_order(dice: &[u8]) -> Vec<u8> {
    let mut dice = dice.to_vec();
    dice.sort_unstable();
    dice
}
