//! What can be bent in Rats!

use super::points;
use crate::bends::Bend;
use crate::unread::Reads;

/// The rules as the text has them, unless they are bent.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one sentence of the text, which holds or does not"
)]
pub(crate) struct RatsRules {
    /// "If a negative number is entered, display an error message and reprompt the user.": how many players a number stands for, if it is not refused.
    pub(super) taken_as: fn(number: i32) -> Option<i32>,
    /// "Bad value": the line that tells of a reply that is no number.
    pub(super) told_of: fn(reply: &str) -> String,
    /// "If a negative number is entered, display an error message": whether it is that of what is no integer.
    pub(super) is_no_integer: fn(number: i32) -> bool,
    /// "The names of each player": how many of so many are asked for, and become players.
    pub(super) named: fn(players: i32) -> i32,
    /// "Player 1": the number of the first player who is asked for a name.
    pub(super) first_player: i32,
    /// "The application requests from the user the names of each player": a line is a name.
    pub(super) names: Names,
    /// How the answers to the question whether to give up are read: each is a line.
    pub(super) giving_up: Reads,
    /// How the answers to the question whether to play again are read: each is a line.
    pub(super) again: Reads,
    /// Whether anybody waits for them; if not, there is no other game.
    pub(super) waits_for_again: bool,
    /// "Each player": what one whom nobody has named does after the last of them.
    pub(super) nameless: NamelessOne,
    /// "If only one player …, create a human player and a computer player": which of the two players of the game is the computer.
    pub(super) computer: Computer,
    /// "If only one player …, create a human player and a computer player."
    pub(super) with_computer: fn(players: i32) -> bool,
    /// "The player with the highest roll goes first": which of the throws is the best.
    pub(super) best: fn(sums: &[i64]) -> Option<i64>,
    /// "In case of two or more players rolling the same highest number, all players rethrow the dice".
    pub(super) tie: TiedThrows,
    /// "All players rethrow the dice": whether those do, too, who have not thrown the highest.
    pub(super) all_rethrow: bool,
    /// "All players rethrow the dice": what becomes of the highest throw before.
    pub(super) highest_before: HighestBefore,
    /// "The player with the highest roll goes first": who really begins.
    pub(super) begins: fn(highest: usize, players: usize) -> usize,
    /// The points with which a turn begins, where the one before it left these.
    pub(super) turn_begins_with: fn(left: i64) -> i64,
    /// What ends that a turn would begin with points.
    pub(super) leftover: Leftover,
    /// Whether these are the points of the player's own last turn.
    pub(super) is_left_to_each: bool,
    /// "RATS! total": what is said before the total.
    pub(super) rats_announced: &'static str,
    /// "Add points of dice roll to the turn points": what the turn has before a throw, and after it.
    pub(super) adds_up: fn(turn: i64, dice: i64) -> i64,
    /// The total that is announced with each throw.
    pub(super) announced_total: fn(total: i64, turn: i64, dice: [u8; 2]) -> i64,
    /// The points of the turn that are shown with a throw.
    pub(super) shown_turn: fn(turn: i64, dice: [u8; 2]) -> i64,
    /// The same: whether each of the two numbers stands where the other one should.
    pub(super) exchanges_turn_and_total: bool,
    /// "Turn points + accumulated points", which end the turn if they reach 100.
    pub(super) running_total: fn(total: i64, turn: i64, dice: [u8; 2]) -> i64,
    /// "Repeat step 6 for the each subsequent player."
    pub(super) next_player: fn(player: usize, players: usize) -> usize,
    /// "`RatsEyes`": two ones.
    pub(super) is_rats: fn(dice: [u8; 2]) -> bool,
    /// "`RatsEyes` are rolled. All accumulated points are lost."
    pub(super) rats: Rats,
    /// "Boxcars": two sixes.
    pub(super) is_boxcars: fn(dice: [u8; 2]) -> bool,
    /// "Boxcars are rolled": the turn ends, and its points count.
    pub(super) boxcars: Boxcars,
    /// "Reach or exceed 100".
    pub(super) goal: i64,
    /// The same: which points have to reach it when a turn has ended.
    pub(super) reached: fn(total: i64, turn: i64) -> i64,
    /// "The turn ends when turn points + accumulated points reach or exceed 100 for this player."
    pub(super) ends_turn_at: Option<i64>,
    /// The same: which points have to reach it, of the total with the turn, the turn, and the throw.
    pub(super) ends_turn_by: fn(total: i64, turn: i64, dice: [u8; 2]) -> i64,
    /// "If the player is the computer player, continue to throw until: … reach or exceed 100": whether that ends its turn, too.
    pub(super) ends_turn_of_hal: bool,
    /// "Turn points are added to the accumulated points" where Boxcars or 100 points end the turn.
    pub(super) total_of_ended_turn: fn(total: i64, turn: i64, boxcars: bool) -> i64,
    /// The same where the player gives up the dice.
    pub(super) total_of_turn_given_up: fn(total: i64, turn: i64) -> i64,
    /// Whether what one player wins or loses is the total of the player of this other name, too.
    pub(super) shares_total: fn(name: &str, other: &str) -> bool,
    /// "If the first player reaches 100 points, the second player does not get a turn."
    pub(super) won: Won,
    /// "If the player is the human player, ask if they want to throw again."
    pub(super) asks: Asks,
    /// What the points that make the computer content are: "in this turn".
    pub(super) hal_counts: fn(total: i64, turn: i64) -> i64,
    /// "Continue to throw until the computer accumulates more than 20 points in this turn."
    pub(super) hal_is_content_above: i64,
    /// "Y or yes or any variant of these".
    pub(super) means_yes: fn(reply: &str) -> bool,
    /// "You will have one of these lines for each player": which player comes first.
    pub(super) first_with_points: fn(winner: usize) -> usize,
    /// "%s WINS!": of which of so many players it is said.
    pub(super) named_winner: fn(winner: usize, starter: usize, players: usize) -> usize,
    /// The same: whether they come before the winner.
    pub(super) points_first: bool,
    /// The same: whether they are sorted by their points.
    pub(super) most_points_first: bool,
    /// "You will have one of these lines for each player": whether a player has one.
    pub(super) has_points: fn(player: usize, winner: usize) -> bool,
    /// "Announce … who is going first", "the winner".
    pub(super) announces: Announced,
    /// The same: what the winner has at the end, of the total and the points of the last turn.
    pub(super) winners_points: fn(total: i64, turn: i64) -> i64,
    /// "You will have one of these lines for each player": whose points stand in a player's line.
    pub(super) points_of: fn(player: usize, winner: usize) -> usize,
    /// "If yes or y (ignoring case), play again."
    pub(super) plays_again: fn(reply: &str) -> bool,
    /// "Reset all points totals to zero for both players.": whether that of a player is reset.
    pub(super) resets_total_of: fn(player: usize, after: ResetAfter) -> bool,
    /// "Play rotates among the players between each game."
    pub(super) next_starter: Starter,
    /// What is as somebody else's program shows it.
    pub(super) as_shown: RatsShown,
}

/// What a reset of the totals before a game may wrongly depend on.
#[derive(Clone, Copy)]
pub(super) struct ResetAfter {
    /// The last player.
    pub(super) last: usize,
    /// Who begins the game.
    pub(super) starter: usize,
    /// Who has won the one before.
    pub(super) winner: usize,
}

/// What one whom nobody has named does, as the place after the last one in a list may.
#[derive(Clone, Copy, Default)]
pub(super) struct NamelessOne {
    pub(super) throws_for_the_start: bool,
    pub(super) has_turns: bool,
    pub(super) has_points: bool,
}

/// Which of them are announced.
#[derive(Clone, Copy)]
pub(super) struct Announced {
    pub(super) starter: bool,
    pub(super) winner: bool,
}

/// What is as somebody else's program shows it.
#[derive(Default)]
pub(super) struct RatsShown {
    /// The points of a turn, and the total.
    pub(super) points: ShownPoints,
    /// Who has the next turn.
    pub(super) player: bool,
    /// Who goes first.
    pub(super) starter: bool,
}

/// Whether points are as they are shown.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum ShownPoints {
    #[default]
    No,
    OfTheThrow,
    /// Whether a throw is RATS, Boxcars or neither is as shown, too.
    OfOtherThrows,
}

/// Which of two players is the computer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Computer {
    Second,
    First,
    /// HAL is asked like a human.
    PlaysForTheHuman,
}

/// What a player's name is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    Lines,
    Words,
    /// What comes behind the first blank is dropped.
    FirstWords,
    /// Of the first player what is left of the line with the number of players: nothing.
    FirstIsNotRead,
    /// The computer's is asked for, too, and dropped.
    OfTheComputerToo,
}

impl Names {
    /// Returns how names are read.
    pub(super) fn reads(self) -> Reads {
        if self == Self::Words { Reads::Word } else { Reads::Line }
    }
}

/// What ends the points that are left of a turn.
#[derive(PartialEq, Eq)]
pub(super) enum Leftover {
    Stays,
    /// Two ones do, and a new game.
    EndsWithRats,
    /// Whatever ends a turn but two ones.
    EndsUnlessWithRats,
    /// Whatever ends a turn but two sixes.
    EndsUnlessWithBoxcars,
}

impl Leftover {
    /// Returns whether two ones end it.
    pub(super) fn ends_with_rats(&self) -> bool {
        matches!(self, Self::EndsWithRats | Self::EndsUnlessWithBoxcars)
    }

    /// Returns whether it ends where a turn does, other than with two ones.
    pub(super) fn ends_with_other_throws(&self, boxcars: bool) -> bool {
        match self {
            Self::Stays | Self::EndsWithRats => false,
            Self::EndsUnlessWithRats => true,
            Self::EndsUnlessWithBoxcars => !boxcars,
        }
    }
}

/// What counts as a tie of the starting throws.
#[derive(PartialEq, Eq)]
pub(super) enum TiedThrows {
    OfTheHighest,
    OfAny,
    /// Of two that were the highest when they were thrown, though a higher one came later.
    OfTheHighestUntilThen,
    Never,
    /// There is none: the last one who threw the highest begins.
    LastOneBegins,
}

/// What becomes of the highest throw when all players throw again: if it is kept, it is that of the first or last of the players who had it.
#[derive(PartialEq, Eq)]
pub(super) enum HighestBefore {
    Forgotten,
    OfTheFirst,
    OfTheLast,
    /// They throw until it is beaten.
    ToBeat,
}

/// What is lost by two ones.
#[derive(PartialEq, Eq)]
pub(super) enum Rats {
    LoseTurn,
    LoseAll,
    /// The total is shown as it was.
    LoseAllUnsaid,
    KeepTurn,
    /// The total is shown without the points of the turn.
    KeepTurnUnsaid,
    AddTurnAndTheirPoints,
    /// The total is shown without any of them.
    AddTurnAndTheirPointsUnsaid,
    /// The total is shown with the points of the turn.
    LoseTurnUnsaid,
    GoOn,
    LoseTurnAndThrowOn,
    /// The turn goes on without its points, as after any other throw.
    LoseTurnAndAsk,
    /// The player is asked whether to give up the dice, but the turn ends whatever the answer.
    LoseTurnAfterAQuestion,
}

/// What follows when a player has reached the goal.
#[derive(PartialEq, Eq)]
pub(super) enum Won {
    EndsTheGame,
    FinishesTheRound,
    /// Then the player with the most points wins,
    FinishesTheRoundForTheMostPoints,
    /// or the last one who has reached it.
    FinishesTheRoundForTheLastToReachTheGoal,
}

/// Who is asked whether to throw again.
#[derive(PartialEq, Eq)]
pub(super) enum Asks {
    Humans,
    EveryPlayer,
    /// The computer reads the question, too, and nobody waits for its answer.
    HumansButAllReadIt,
    /// All throw on like the computer.
    Nobody,
    HumansWhoHaveWon,
    /// Whoever has as many points in a turn as make the computer content is not, and has ended it.
    HumansUpTo20,
    HumansBeforeTheFirstThrow,
    /// Nobody waits for an answer of human players, who may see the question all the same: they always give up the dice, or never do.
    NobodyReads {
        is_question_shown: bool,
        gives_up: bool,
    },
}

/// What two sixes do.
#[derive(PartialEq, Eq)]
pub(super) enum Boxcars {
    EndTheTurn,
    EndItWithTheGoal,
    GoOn,
    /// The turn goes on with the question, even if the goal is reached.
    GoOnBeyondTheGoal,
    /// The same player throws on, without a question.
    GoOnUnasked,
    /// The player is asked whether to give up the dice, but the turn ends whatever the answer.
    EndTheTurnAfterAQuestion,
    EndTheTurnAfterAQuestionWhoeverHasWon,
}

/// Who begins the next game.
#[derive(PartialEq, Eq)]
pub(super) enum Starter {
    Rotates,
    /// Behind the last player comes nobody.
    CountsOn,
    Stays,
    IsTheFirstEntered,
    IsWinner,
    FollowsWinner,
    IsThrownFor,
    /// Whatever the answer to the question whether they play again.
    IsThrownForBeforeTheQuestion,
}

impl RatsRules {
    /// Lets the answers to all questions but the names be read so.
    fn read_answers(&mut self, reads: Reads) {
        (self.giving_up, self.again) = (reads, reads);
    }
}

impl Default for RatsRules {
    fn default() -> Self {
        Self {
            taken_as: |number| (number > 0).then_some(number),
            told_of: |reply| format!("Bad value {}\n", reply.trim()),
            is_no_integer: |_| false,
            named: |players| players,
            first_player: 1,
            names: Names::Lines,
            giving_up: Reads::Line,
            again: Reads::Line,
            waits_for_again: true,
            nameless: NamelessOne::default(),
            computer: Computer::Second,
            with_computer: |players| players == 1,
            best: |sums| sums.iter().max().copied(),
            tie: TiedThrows::OfTheHighest,
            all_rethrow: true,
            highest_before: HighestBefore::Forgotten,
            begins: |highest, _| highest,
            turn_begins_with: |_| 0,
            leftover: Leftover::Stays,
            is_left_to_each: false,
            rats_announced: "RATS! ",
            adds_up: |turn, dice| turn + dice,
            announced_total: |total, turn, _| total + turn,
            shown_turn: |turn, _| turn,
            exchanges_turn_and_total: false,
            running_total: |total, turn, _| total + turn,
            next_player: |player, players| (player + 1) % players,
            is_rats: |dice| dice == [1, 1],
            rats: Rats::LoseTurn,
            is_boxcars: |dice| dice == [6, 6],
            boxcars: Boxcars::EndTheTurn,
            goal: 100,
            reached: |total, _| total,
            ends_turn_at: Some(100),
            ends_turn_by: |total, _, _| total,
            ends_turn_of_hal: true,
            total_of_ended_turn: |total, turn, _| total + turn,
            total_of_turn_given_up: |total, turn| total + turn,
            shares_total: |_, _| false,
            won: Won::EndsTheGame,
            asks: Asks::Humans,
            hal_counts: |_, turn| turn,
            hal_is_content_above: 20,
            means_yes: is_yes,
            first_with_points: |_| 0,
            points_first: false,
            most_points_first: false,
            named_winner: |winner, _, _| winner,
            has_points: |_, _| true,
            announces: Announced { starter: true, winner: true },
            winners_points: |total, _| total,
            points_of: |player, _| player,
            plays_again,
            resets_total_of: |_, _| true,
            next_starter: Starter::Rotates,
            as_shown: RatsShown::default(),
        }
    }
}

/// "Y or yes or any variant of these".
pub(super) fn is_yes(reply: &str) -> bool {
    reply.starts_with(['y', 'Y'])
}

/// "If yes or y (ignoring case)".
fn plays_again(reply: &str) -> bool {
    ["y", "yes"].iter().any(|yes| reply.eq_ignore_ascii_case(yes))
}

/// Returns what a turn had before its last throw; with Boxcars, what it has.
fn before_the_throw(turn: i64, dice: [u8; 2]) -> i64 {
    if dice == [6, 6] { turn } else { turn - points(dice) }
}

/// Returns what a turn had before its last throw with Boxcars; otherwise what it has.
fn without_boxcars(turn: i64, dice: [u8; 2]) -> i64 {
    if dice == [6, 6] { turn - points(dice) } else { turn }
}

/// How beginners get the rules wrong.
pub(crate) const BENDS: &[Bend<RatsRules>] = &[
    Bend::new("any-number-of-players", |rules| rules.taken_as = |number| Some(number.max(1))),
    Bend::new("negative-numbers-are-no-integers", |rules| {
        rules.is_no_integer = |number| number < 0;
    }),
    Bend::new("0-and-negative-numbers-are-no-integers", |rules| {
        rules.is_no_integer = |number| number <= 0;
    }),
    Bend::new("no-players-accepted", |rules| {
        rules.taken_as = |number| (number >= 0).then_some(number);
    }),
    Bend::new("one-player-refused", |rules| {
        rules.taken_as = |number| (number > 1).then_some(number);
    }),
    Bend::new("bad-values-told-as-0", |rules| rules.told_of = |_| "Bad value 0\n".to_string()),
    Bend::new("bad-values-not-repeated", |rules| rules.told_of = |_| "Bad value\n".to_string()),
    Bend::new("bad-values-not-told", |rules| rules.told_of = |_| String::new()),
    Bend::new("players-numbered-from-0", |rules| rules.first_player = 0),
    Bend::new("names-without-what-is-behind-a-blank", |rules| rules.names = Names::FirstWords),
    Bend::new("names-end-at-blanks", |rules| {
        rules.names = Names::Words;
        rules.read_answers(Reads::Word);
    }),
    Bend::new("names-are-words-answers-lines", |rules| {
        rules.names = Names::Words;
        rules.read_answers(Reads::RestOfLine);
    }),
    Bend::new("answers-are-single-signs", |rules| rules.read_answers(Reads::AnySign)),
    Bend::new("giving-up-is-a-word-again-a-line", |rules| {
        (rules.giving_up, rules.again) = (Reads::Word, Reads::RestOfLine);
    }),
    Bend::new("again-answer-not-read", |rules| rules.waits_for_again = false),
    Bend::new("last-name-not-asked", |rules| rules.named = |players| players - 1),
    Bend::new("computer-asked-for-a-name", |rules| rules.names = Names::OfTheComputerToo),
    Bend::new("first-name-not-read", |rules| rules.names = Names::FirstIsNotRead),
    Bend::new("hal-plays-with-two", |rules| rules.with_computer = |players| players <= 2),
    Bend::new("hal-plays-with-exactly-two", |rules| rules.with_computer = |players| players == 2),
    Bend::new("hal-plays-with-several", |rules| rules.with_computer = |players| players > 1),
    Bend::new("hal-always-plays", |rules| rules.with_computer = |_| true),
    Bend::new("human-and-computer-swapped", |rules| rules.computer = Computer::PlaysForTheHuman),
    Bend::new("computer-is-the-first-player", |rules| rules.computer = Computer::First),
    Bend::new("hal-never-plays", |rules| rules.with_computer = |_| false),
    Bend::new("lowest-throw-starts", |rules| rules.best = |sums| sums.iter().min().copied()),
    Bend::new("any-tie-rethrown", |rules| rules.tie = TiedThrows::OfAny),
    Bend::new("ties-stay-though-a-higher-throw-follows", |rules| {
        rules.tie = TiedThrows::OfTheHighestUntilThen;
    }),
    Bend::new("ties-overlooked", |rules| rules.tie = TiedThrows::Never),
    Bend::new("ties-overlooked-last-one-begins", |rules| rules.tie = TiedThrows::LastOneBegins),
    Bend::new("only-the-highest-throw-again", |rules| rules.all_rethrow = false),
    Bend::new("nameless-one-throws-for-the-start", |rules| rules.nameless.throws_for_the_start = true),
    Bend::new("highest-throw-kept", |rules| rules.highest_before = HighestBefore::OfTheFirst),
    Bend::new("highest-throw-kept-last-one-begins", |rules| {
        rules.highest_before = HighestBefore::OfTheLast;
    }),
    Bend::new("highest-throw-to-beat", |rules| rules.highest_before = HighestBefore::ToBeat),
    Bend::new("first-entered-begins", |rules| rules.begins = |_, _| 0),
    Bend::new("next-one-begins", |rules| rules.begins = |starter, players| (starter + 1) % players),
    Bend::new("first-entered-begins-each-game", |rules| {
        rules.begins = |_, _| 0;
        rules.next_starter = Starter::IsTheFirstEntered;
    }),
    Bend::new("throws-count-one-more", |rules| rules.adds_up = |turn, dice| turn + dice + 1),
    Bend::new("throws-count-two-more", |rules| rules.adds_up = |turn, dice| turn + dice + 2),
    Bend::new("throws-count-one-less", |rules| rules.adds_up = |turn, dice| turn + dice - 1),
    Bend::new("only-last-throw-counts", |rules| rules.adds_up = |_, dice| dice),
    Bend::new("boxcars-count-alone", |rules| {
        rules.adds_up = |turn, dice| if dice == 12 { dice } else { turn + dice };
    }),
    Bend::new("boxcars-not-counted", |rules| {
        rules.adds_up = |turn, dice| if dice == 12 { turn } else { turn + dice };
    }),
    Bend::new("turn-points-kept", |rules| rules.turn_begins_with = |left| left),
    Bend::new("turn-points-kept-until-rats", |rules| {
        rules.turn_begins_with = |left| left;
        rules.leftover = Leftover::EndsWithRats;
    }),
    Bend::new("turn-points-kept-by-each-player", |rules| {
        rules.turn_begins_with = |left| left;
        (rules.leftover, rules.is_left_to_each) = (Leftover::EndsWithRats, true);
    }),
    Bend::new("turn-points-kept-by-each-player-to-win", |rules| {
        rules.turn_begins_with = |left| left;
        (rules.leftover, rules.is_left_to_each) = (Leftover::EndsWithRats, true);
        rules.reached = |total, turn| total + turn;
    }),
    Bend::new("totals-shared", |rules| rules.shares_total = |_, _| true),
    Bend::new("totals-shared-by-players-of-one-name", |rules| {
        rules.shares_total = |name, other| name == other;
    }),
    Bend::new("turn-points-come-back-after-rats", |rules| {
        rules.turn_begins_with = |left| left;
        rules.leftover = Leftover::EndsUnlessWithRats;
    }),
    Bend::new("turn-points-kept-after-boxcars", |rules| {
        rules.turn_begins_with = |left| left;
        rules.leftover = Leftover::EndsUnlessWithBoxcars;
    }),
    Bend::new("turn-and-total-exchanged", |rules| rules.exchanges_turn_and_total = true),
    Bend::new("turn-shows-the-throw-only", |rules| {
        rules.shown_turn = |turn, dice| if dice == [6, 6] { turn } else { points(dice) };
    }),
    Bend::new("turn-shows-the-throw-only-with-boxcars-too", |rules| {
        rules.shown_turn = |_, dice| points(dice);
    }),
    Bend::new("turn-shown-before-the-throw-is-added", |rules| {
        rules.shown_turn = before_the_throw;
        rules.announced_total = |total, turn, dice| total + before_the_throw(turn, dice);
    }),
    Bend::new("boxcars-shown-without-their-points", |rules| {
        rules.shown_turn = without_boxcars;
        rules.announced_total = |total, turn, dice| total + without_boxcars(turn, dice);
    }),
    Bend::new("total-of-earlier-turns-shown", |rules| rules.announced_total = |total, _, _| total),
    Bend::new("total-of-earlier-turns-shown-but-for-boxcars", |rules| {
        rules.announced_total = |total, turn, dice| if dice == [6, 6] { total + turn } else { total };
    }),
    Bend::new("total-of-earlier-turns-shown-with-boxcars", |rules| {
        rules.announced_total = |total, turn, dice| if dice == [6, 6] { total } else { total + turn };
    }),
    Bend::new("turn-taken-off-shown-total", |rules| rules.announced_total = |total, turn, _| total - turn),
    Bend::new("turn-taken-off-running-total", |rules| {
        (rules.announced_total, rules.running_total) =
            (|total, turn, _| total - turn, |total, turn, _| total - turn);
    }),
    Bend::new("total-adds-the-throw-only", |rules| {
        (rules.announced_total, rules.running_total) =
            (|total, _, dice| total + points(dice), |total, _, dice| total + points(dice));
    }),
    Bend::new("points-added-with-each-throw-and-at-the-end", |rules| {
        let twice: fn(i64, i64, [u8; 2]) -> i64 = |total, turn, _| total + 2 * turn;
        (rules.announced_total, rules.running_total) = (twice, twice);
        rules.total_of_ended_turn = |total, turn, _| total + 2 * turn;
        rules.total_of_turn_given_up = |total, turn| total + 2 * turn;
        rules.rats = Rats::KeepTurn;
    }),
    Bend::new("players-in-reverse", |rules| {
        rules.next_player = |player, players| (player + players - 1) % players;
    }),
    Bend::new("last-player-passed-over", |rules| {
        rules.next_player = |player, players| if player + 2 >= players { 0 } else { player + 1 };
    }),
    Bend::failing("nobody-throws-after-the-last-player", |rules| rules.next_player = |player, _| player + 1),
    Bend::new("nameless-one-has-turns", |rules| rules.nameless.has_turns = true),
    Bend::new("same-player-throws", |rules| rules.next_player = |player, _| player),
    Bend::new("rats-unknown", |rules| rules.is_rats = |_| false),
    Bend::new("one-one-is-rats", |rules| rules.is_rats = |dice| dice.contains(&1)),
    Bend::new("one-of-the-first-die-is-rats", |rules| rules.is_rats = |dice| dice[0] == 1),
    Bend::new("one-of-the-second-die-is-rats", |rules| rules.is_rats = |dice| dice[1] == 1),
    Bend::new("all-but-two-ones-are-rats", |rules| rules.is_rats = |dice| dice != [1, 1]),
    Bend::new("rats-lose-everything", |rules| rules.rats = Rats::LoseAll),
    Bend::new("rats-lose-everything-unsaid", |rules| rules.rats = Rats::LoseAllUnsaid),
    Bend::new("rats-keep-the-turn", |rules| rules.rats = Rats::KeepTurn),
    Bend::new("rats-add-the-turn-and-their-points", |rules| rules.rats = Rats::AddTurnAndTheirPoints),
    Bend::new("rats-add-the-turn-and-their-points-unsaid", |rules| {
        rules.rats = Rats::AddTurnAndTheirPointsUnsaid;
    }),
    Bend::new("rats-keep-the-turn-unsaid", |rules| rules.rats = Rats::KeepTurnUnsaid),
    Bend::new("rats-show-the-lost-turn", |rules| rules.rats = Rats::LoseTurnUnsaid),
    Bend::new("rats-show-turn-0", |rules| rules.rats_announced = "RATS! turn 0 "),
    Bend::new("rats-go-on", |rules| rules.rats = Rats::GoOn),
    Bend::new("rats-throw-on", |rules| rules.rats = Rats::LoseTurnAndThrowOn),
    Bend::new("rats-ask-and-go-on", |rules| rules.rats = Rats::LoseTurnAndAsk),
    Bend::new("rats-ask-in-vain", |rules| rules.rats = Rats::LoseTurnAfterAQuestion),
    Bend::new("boxcars-ask-in-vain", |rules| rules.boxcars = Boxcars::EndTheTurnAfterAQuestion),
    Bend::new("boxcars-ask-in-vain-with-100-too", |rules| {
        rules.boxcars = Boxcars::EndTheTurnAfterAQuestionWhoeverHasWon;
    }),
    Bend::new("boxcars-go-on", |rules| rules.boxcars = Boxcars::GoOn),
    Bend::new("boxcars-go-on-beyond-100", |rules| rules.boxcars = Boxcars::GoOnBeyondTheGoal),
    Bend::new("boxcars-throw-on", |rules| rules.boxcars = Boxcars::GoOnUnasked),
    Bend::new("ends-with-boxcars-and-100", |rules| rules.boxcars = Boxcars::EndItWithTheGoal),
    Bend::new("boxcars-unknown", |rules| rules.is_boxcars = |_| false),
    Bend::new("one-six-is-boxcars", |rules| rules.is_boxcars = |dice| dice.contains(&6)),
    Bend::new("six-of-the-first-die-is-boxcars", |rules| rules.is_boxcars = |dice| dice[0] == 6),
    Bend::new("six-of-the-second-die-is-boxcars", |rules| rules.is_boxcars = |dice| dice[1] == 6),
    Bend::new("eleven-is-boxcars", |rules| rules.is_boxcars = |dice| points(dice) >= 11),
    Bend::new("all-doubles-are-boxcars", |rules| rules.is_boxcars = |dice| dice[0] == dice[1]),
    Bend::new("all-but-two-sixes-are-boxcars", |rules| rules.is_boxcars = |dice| dice != [6, 6]),
    Bend::new("ended-turns-are-taken-off", |rules| rules.total_of_ended_turn = |total, turn, _| total - turn),
    Bend::new("boxcars-points-lost", |rules| {
        rules.total_of_ended_turn = |total, turn, boxcars| if boxcars { total } else { total + turn };
    }),
    Bend::new("boxcars-count-twice", |rules| {
        rules.total_of_ended_turn = |total, turn, boxcars| total + if boxcars { 2 * turn } else { turn };
    }),
    Bend::new("boxcars-own-points-lost", |rules| {
        rules.total_of_ended_turn =
            |total, turn, boxcars| if boxcars { total + turn - points([6, 6]) } else { total + turn };
    }),
    Bend::new("more-than-100-wins", |rules| {
        (rules.goal, rules.ends_turn_at) = (101, Some(101));
    }),
    Bend::new("wins-above-100-only", |rules| rules.goal = 101),
    Bend::new("nobody-wins", |rules| rules.goal = i64::MAX),
    Bend::new("nobody-wins-and-turns-go-on", |rules| (rules.goal, rules.ends_turn_at) = (i64::MAX, None)),
    Bend::new("goes-on-at-exactly-100", |rules| rules.ends_turn_at = Some(101)),
    Bend::new("goes-on-above-100", |rules| {
        rules.ends_turn_by = |total, _, _| if total > 100 { 0 } else { total };
    }),
    Bend::new("turns-end-with-100-by-the-last-throw", |rules| {
        rules.ends_turn_by = |total, turn, dice| total - turn + points(dice);
    }),
    Bend::new("turns-end-with-100-of-their-own", |rules| rules.ends_turn_by = |_, turn, _| turn),
    Bend::new("wins-with-last-turn-counted-twice", |rules| {
        rules.leftover = Leftover::EndsWithRats;
        rules.reached = |total, turn| total + turn;
    }),
    Bend::new("wins-with-50", |rules| (rules.goal, rules.ends_turn_at) = (50, Some(50))),
    Bend::new("wins-when-giving-up", |rules| rules.ends_turn_at = None),
    Bend::new("asks-who-has-won", |rules| rules.asks = Asks::HumansWhoHaveWon),
    Bend::new("round-is-finished", |rules| rules.won = Won::FinishesTheRound),
    Bend::new("round-is-finished-and-most-points-win", |rules| {
        rules.won = Won::FinishesTheRoundForTheMostPoints;
    }),
    Bend::new("round-is-finished-and-last-to-reach-the-goal-wins", |rules| {
        rules.won = Won::FinishesTheRoundForTheLastToReachTheGoal;
    }),
    Bend::new("winner-first-with-points", |rules| rules.first_with_points = |winner| winner),
    Bend::new("starter-named-as-winner", |rules| rules.named_winner = |_, starter, _| starter),
    Bend::new("next-player-named-as-winner", |rules| {
        rules.named_winner = |winner, _, players| (winner + 1) % players;
    }),
    Bend::new("points-before-the-winner", |rules| rules.points_first = true),
    Bend::new("most-points-first", |rules| rules.most_points_first = true),
    Bend::new("starter-not-announced", |rules| rules.announces.starter = false),
    Bend::new("winner-not-announced", |rules| rules.announces.winner = false),
    Bend::new("nameless-one-has-points", |rules| rules.nameless.has_points = true),
    Bend::new("no-points-at-the-end", |rules| rules.has_points = |_, _| false),
    Bend::new("points-of-the-winner-only", |rules| rules.has_points = |player, winner| player == winner),
    Bend::new("last-turn-not-in-the-winners-points", |rules| {
        rules.winners_points = |total, turn| total - turn;
    }),
    Bend::new("points-of-the-winner-for-all", |rules| rules.points_of = |_, winner| winner),
    Bend::new("asks-before-the-first-throw", |rules| rules.asks = Asks::HumansBeforeTheFirstThrow),
    Bend::new("hal-is-asked", |rules| rules.asks = Asks::EveryPlayer),
    Bend::new("hal-reads-the-question", |rules| rules.asks = Asks::HumansButAllReadIt),
    Bend::new("all-play-like-hal", |rules| rules.asks = Asks::Nobody),
    Bend::new("answer-not-read-goes-on", |rules| {
        rules.asks = Asks::NobodyReads { is_question_shown: true, gives_up: false };
    }),
    Bend::new("answer-not-read-gives-up", |rules| {
        rules.asks = Asks::NobodyReads { is_question_shown: true, gives_up: true };
    }),
    Bend::new("nobody-asked-goes-on", |rules| {
        rules.asks = Asks::NobodyReads { is_question_shown: false, gives_up: false };
    }),
    Bend::new("nobody-asked-gives-up", |rules| {
        rules.asks = Asks::NobodyReads { is_question_shown: false, gives_up: true };
    }),
    Bend::new("all-stop-above-20", |rules| rules.asks = Asks::HumansUpTo20),
    Bend::new("hal-never-gives-up", |rules| rules.hal_is_content_above = i64::MAX),
    Bend::new("hal-stops-above-10", |rules| rules.hal_is_content_above = 10),
    Bend::new("hal-stops-at-20", |rules| rules.hal_is_content_above = 19),
    Bend::new("hal-stops-above-25", |rules| rules.hal_is_content_above = 25),
    Bend::new("hal-stops-at-25", |rules| rules.hal_is_content_above = 24),
    Bend::new("hal-stops-above-15", |rules| rules.hal_is_content_above = 15),
    Bend::new("hal-counts-total", |rules| rules.hal_counts = |total, turn| total + turn),
    Bend::new("hal-goes-on-with-100", |rules| rules.ends_turn_of_hal = false),
    Bend::new("hal-throws-once", |rules| rules.hal_is_content_above = 0),
    Bend::new("never-gives-up", |rules| rules.means_yes = |_| false),
    Bend::new("any-answer-gives-up", |rules| rules.means_yes = |_| true),
    Bend::new("all-but-yes-give-up", |rules| rules.means_yes = |reply| reply != "yes"),
    Bend::new("no-gives-up", |rules| rules.means_yes = |reply| !is_yes(reply)),
    Bend::new("small-letters-give-up", |rules| rules.means_yes = |reply| ["y", "yes"].contains(&reply)),
    Bend::new("only-y-gives-up", |rules| rules.means_yes = |reply| reply.eq_ignore_ascii_case("y")),
    Bend::new("only-yes-gives-up", |rules| rules.means_yes = |reply| reply.eq_ignore_ascii_case("yes")),
    Bend::new("only-small-y-gives-up", |rules| rules.means_yes = |reply| reply == "y"),
    Bend::new("only-y-Y-and-yes-give-up", |rules| {
        rules.means_yes = |reply| ["y", "Y", "yes"].contains(&reply);
    }),
    Bend::new("only-y-Y-yes-and-Yes-give-up", |rules| {
        rules.means_yes = |reply| ["y", "Y", "yes", "Yes"].contains(&reply);
    }),
    Bend::new("only-y-and-yes-give-up", |rules| rules.means_yes = plays_again),
    Bend::new("no-plays-again", |rules| rules.plays_again = |reply| !plays_again(reply)),
    Bend::new("any-answer-plays-again", |rules| rules.plays_again = |_| true),
    Bend::new("never-plays-again", |rules| rules.plays_again = |_| false),
    Bend::new("only-y-plays-again", |rules| rules.plays_again = |reply| reply.eq_ignore_ascii_case("y")),
    Bend::new("only-small-y-plays-again", |rules| rules.plays_again = |reply| reply == "y"),
    Bend::new("only-yes-plays-again", |rules| rules.plays_again = |reply| reply.eq_ignore_ascii_case("yes")),
    Bend::new("small-letters-play-again", |rules| rules.plays_again = |reply| ["y", "yes"].contains(&reply)),
    Bend::new("totals-kept", |rules| rules.resets_total_of = |_, _| false),
    Bend::new("only-starters-total-reset", |rules| {
        rules.resets_total_of = |player, after| player == after.starter;
    }),
    Bend::new("only-winners-total-reset", |rules| {
        rules.resets_total_of = |player, after| player == after.winner;
    }),
    Bend::new("winners-total-kept", |rules| rules.resets_total_of = |player, after| player != after.winner),
    Bend::new("last-players-total-kept", |rules| {
        rules.resets_total_of = |player, after| player != after.last;
    }),
    Bend::new("first-players-total-kept", |rules| rules.resets_total_of = |player, _| player != 0),
    Bend::failing("nobody-after-the-last-player-starts", |rules| rules.next_starter = Starter::CountsOn),
    Bend::new("same-starter-again", |rules| rules.next_starter = Starter::Stays),
    Bend::new("starter-thrown-for-again", |rules| rules.next_starter = Starter::IsThrownFor),
    Bend::new("starter-thrown-for-before-the-question", |rules| {
        rules.next_starter = Starter::IsThrownForBeforeTheQuestion;
    }),
    Bend::new("first-entered-starts", |rules| rules.next_starter = Starter::IsTheFirstEntered),
    Bend::new("winner-starts", |rules| rules.next_starter = Starter::IsWinner),
    Bend::new("player-after-winner-starts", |rules| rules.next_starter = Starter::FollowsWinner),
    Bend::following("other-player-goes-first", |rules| rules.as_shown.starter = true),
    Bend::following("other-player-throws", |rules| rules.as_shown.player = true),
    Bend::following("points-counted-otherwise", |rules| rules.as_shown.points = ShownPoints::OfTheThrow),
    Bend::following("other-throws-counted", |rules| {
        rules.as_shown = RatsShown { points: ShownPoints::OfOtherThrows, starter: true, player: false };
    }),
];
