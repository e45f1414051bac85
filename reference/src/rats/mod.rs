//! Rats!: players throw two dice and add up what they show, until somebody has 100 points.
//!
//! - A turn goes on until the player gives up the dice; its points are added to his total.
//! - Two ones are RATS: the turn ends and its points are lost. Two sixes are BOXCARS: they count, and
//!   the turn ends.
//! - Whoever reaches 100 points with the turn's points wins at once; nobody plays after him.
//! - A player alone plays against HAL, who gives up once a turn holds more than 20 points.
//! - The highest of one throw each starts the first game. Who starts rotates from game to game.
//!
//! Started with one argument, the seed of the dice. Setting `dice`: `classic` dice are thrown once
//! before the game begins, `plain` ones are not.

mod rules;
mod shown;
#[cfg(test)]
mod tests;

use crate::bends::{Bends, bent};
use crate::console::{Console, Play, Question, Replies, Stop, Throw};
use crate::dice::{Dialect, Dice};
use crate::setup::Setup;
use crate::unread::Unread;

pub(crate) use rules::BENDS;
use rules::{
    Asks, Boxcars, Computer, HighestBefore, Leftover, Names, Rats, RatsRules, ResetAfter, ShownPoints,
    Starter, TiedThrows, Won, is_yes,
};
use shown::{ShownStart, shown_kind, shown_points, shown_rats, shown_start, shown_thrower};

struct Player {
    name: String,
    is_computer: bool,
    /// Below zero only by bent rules.
    total: i64,
    /// The points of the last turn, which matter by bent rules only.
    left: i64,
}

impl Player {
    fn new(name: String, is_computer: bool) -> Self {
        Self { name, is_computer, total: 0, left: 0 }
    }
}

/// What goes on from one turn or answer to the next; only by bent rules anything does.
#[derive(Default)]
struct Carried {
    /// The points of the last turn.
    turn: i64,
    /// Who has won the last game.
    winner: usize,
    /// What was left of a line of which a word was read.
    unread: Unread,
}

/// Returns the dice of the program's seed, as they are when the game begins.
pub(crate) fn dice(setup: &Setup) -> Box<dyn Dice> {
    let mut dice = Dialect::Java.dice(seed(setup).unwrap_or(0));
    if setup.settings.get("dice").is_none_or(|version| version != "plain") {
        dice.skip(6, 2);
    }
    dice
}

fn seed(setup: &Setup) -> Option<i64> {
    let [seed] = setup.arguments.as_slice() else { return None };
    seed.parse().ok()
}

/// Plays games until the players have had enough (Application Behavior 1 to 12).
pub(crate) fn play(setup: &Setup, bends: Bends, console: &mut dyn Console) -> Play {
    let rules = bent(BENDS, bends);
    if seed(setup).is_none() {
        console.about("usage");
        return console.say("Usage: rats SEED\n");
    }
    console.about("welcome");
    console.say("Welcome to the game of Rat\n\n")?;
    let mut carried = Carried::default();
    let mut players = gather_players(&rules, &mut carried, console)?;
    let count = players.len();
    // Only by bent rules this one throws, has turns or has points.
    players.push(Player::new(String::new(), false));
    let throwing = count + usize::from(rules.nameless.throws_for_the_start);
    let highest = determine_who_starts(&players[..throwing], &rules, console)?;
    let mut starter = (rules.begins)(highest, count);
    loop {
        let winner = play_game(&mut players, starter, &rules, &mut carried, console)?;
        carried.winner = winner;
        let thrown_for = match rules.next_starter {
            Starter::IsThrownForBeforeTheQuestion => {
                determine_who_starts(&players[..throwing], &rules, console)?
            }
            _ => starter,
        };
        if !play_again(&rules, &mut carried, console)? {
            console.about("goodbye");
            return console.say("Thanks for playing RATS! Good bye\n");
        }
        starter = match rules.next_starter {
            Starter::Rotates => (starter + 1) % count,
            Starter::CountsOn => seat(starter + 1, count)?,
            Starter::Stays => starter,
            Starter::IsTheFirstEntered => 0,
            Starter::IsWinner => winner,
            Starter::FollowsWinner => (winner + 1) % count,
            Starter::IsThrownFor => determine_who_starts(&players[..throwing], &rules, console)?,
            Starter::IsThrownForBeforeTheQuestion => thrown_for,
        };
    }
}

/// Returns the position of one of so many players, unless there is none; only by bent rules there is not.
fn seat(position: usize, players: usize) -> Play<usize> {
    if position < players { Ok(position) } else { Err(Stop::outside_a_list()) }
}

/// Behavior 2 and 3.
fn gather_players(rules: &RatsRules, carried: &mut Carried, console: &mut dyn Console) -> Play<Vec<Player>> {
    let count = ask_number_of_players(rules, console)?;
    if count == 0 {
        // Only by bent rules; how a program goes on then is its own affair.
        return Err(Stop::raised("ValueError", "no players"));
    }
    let mut players: Vec<Player> = Vec::new();
    for number in 1..=(rules.named)(count) {
        let name = ask_name(number, rules, carried, console)?;
        players.push(Player::new(name, false));
    }
    if (rules.with_computer)((rules.named)(count)) {
        let is_computer = rules.computer != Computer::PlaysForTheHuman;
        for human in &mut players {
            human.is_computer = !is_computer;
        }
        if rules.names == Names::OfTheComputerToo {
            ask_name(count + 1, rules, carried, console)?;
        }
        let place = if rules.computer == Computer::First { 0 } else { players.len() };
        players.insert(place, Player::new("HAL".to_string(), is_computer));
    }
    if players.is_empty() {
        return Err(Stop::outside_a_list());
    }
    Ok(players)
}

/// Behavior 2.
fn ask_number_of_players(rules: &RatsRules, console: &mut dyn Console) -> Play<i32> {
    let replies = || Replies {
        refused: ["abc", "2.5", "two", "1x", "0", "-1", "-3"].map(String::from).to_vec(),
        ..Replies::accepting(["1", "2", "3"])
    };
    let question = Question { name: "players", prompt: "How many players today? ", replies: &replies };
    loop {
        console.about("players/question");
        let reply = console.ask(&question)?;
        console.say("\n")?;
        let refusal = match reply.trim().parse::<i32>() {
            Ok(number) => match (rules.taken_as)(number) {
                Some(count) => return Ok(count),
                None if (rules.is_no_integer)(number) => not_an_integer(rules, &reply),
                None => "Please enter a positve number. Try again.\n".to_string(),
            },
            Err(_) => not_an_integer(rules, &reply),
        };
        console.about("players/refusal");
        console.say(&refusal)?;
    }
}

/// What is said of a reply that is no integer.
fn not_an_integer(rules: &RatsRules, reply: &str) -> String {
    format!("{}This is not an integer.  Try again.\n", (rules.told_of)(reply))
}

/// Behavior 3; any line is a name. Only by bent rules a word is one.
fn ask_name(
    number: i32,
    rules: &RatsRules,
    carried: &mut Carried,
    console: &mut dyn Console,
) -> Play<String> {
    console.about("names");
    let replies = || Replies::accepting(["Dave", "Jane", "Henry", "Mary Ann", "yes"]);
    let shown = number - 1 + rules.first_player;
    let prompt = format!("What is the name of player {shown}: ");
    if rules.names == Names::FirstIsNotRead && number == 1 {
        console.say(&format!("{prompt}\n"))?;
        return Ok(String::new());
    }
    let question = Question { name: "name", prompt: &prompt, replies: &replies };
    let name = carried.unread.ask(rules.names.reads(), &question, console)?;
    console.say("\n")?;
    let first_word = || name.split_whitespace().next().unwrap_or_default().to_string();
    Ok(if rules.names == Names::FirstWords { first_word() } else { name })
}

/// Behavior 5; returns the position of the first game's starter.
fn determine_who_starts(players: &[Player], rules: &RatsRules, console: &mut dyn Console) -> Play<usize> {
    let mut kept: Option<BestThrow> = None;
    let mut throwing: Vec<usize> = (0..players.len()).collect();
    loop {
        let mut sums = vec![0; players.len()];
        for player in &throwing {
            console.about("starter/throw");
            sums[*player] = points(throw_dice(&players[*player], console)?);
            console.say("\n")?;
        }
        let best = BestThrow::of(&sums, rules);
        let is_beaten = |kept: &&BestThrow| match rules.highest_before {
            HighestBefore::ToBeat => kept.sum < best.sum,
            _ => kept.sum <= best.sum,
        };
        let before = kept.as_ref().filter(|kept| !is_beaten(kept));
        let by_the_throws = match (&rules.highest_before, before) {
            (HighestBefore::OfTheFirst, Some(before)) => Some(before.first),
            (HighestBefore::OfTheLast, Some(before)) => Some(before.last),
            (HighestBefore::ToBeat, Some(_)) => None,
            _ if rules.tie == TiedThrows::LastOneBegins => Some(best.last),
            _ => Some(best.first).filter(|_| !best.is_tie),
        };
        let shown = if rules.as_shown.starter { shown_start(players, console) } else { None };
        let starter = match shown {
            Some(ShownStart::First(starter)) => Some(starter),
            Some(ShownStart::AllThrowAgain) => None,
            None => by_the_throws,
        };
        if let Some(starter) = starter {
            console.about("starter/first");
            if rules.announces.starter {
                console.say(&format!("{} goes first\n", players[starter].name))?;
            }
            return Ok(starter);
        }
        console.about("starter/tie");
        console.say("TIE throw again\n")?;
        if !rules.all_rethrow {
            throwing.retain(|player| sums[*player] == best.sum);
        }
        kept = kept.filter(|kept| kept.sum > best.sum).or(Some(best));
    }
}

/// The best of one throw of each player.
struct BestThrow {
    sum: i64,
    /// The positions of the first and the last player who threw it.
    first: usize,
    last: usize,
    is_tie: bool,
}

impl BestThrow {
    fn of(sums: &[i64], rules: &RatsRules) -> Self {
        let sum = (rules.best)(sums).unwrap_or(0);
        let positions: Vec<usize> = (0..sums.len()).filter(|position| sums[*position] == sum).collect();
        let is_tie = match rules.tie {
            TiedThrows::OfTheHighest => positions.len() > 1,
            TiedThrows::OfAny => (1..sums.len()).any(|position| sums[..position].contains(&sums[position])),
            TiedThrows::OfTheHighestUntilThen => {
                (1..sums.len()).any(|position| sums[..position].iter().max() == Some(&sums[position]))
            }
            TiedThrows::Never | TiedThrows::LastOneBegins => false,
        };
        let [first, last] = [positions.first(), positions.last()].map(|at| at.copied().unwrap_or(0));
        Self { sum, first, last, is_tie }
    }
}

/// Shows who throws what, without ending the line.
fn throw_dice(player: &Player, console: &mut dyn Console) -> Play<[u8; 2]> {
    let throw = Throw { sides: 6, before: None, rerolled: &[0, 1] };
    let dice = console.roll(&throw, &|dice| format!("{} rolls {}-{}", player.name, dice[0], dice[1]))?;
    Ok([dice[0], dice[1]])
}

fn points(dice: [u8; 2]) -> i64 {
    dice.into_iter().map(i64::from).sum()
}

/// Behavior 7 to 9: the players take turns, beginning with the starter, until one of them has won, whose position is
/// returned. The last one is the nameless one.
fn play_game(
    players: &mut [Player],
    starter: usize,
    rules: &RatsRules,
    carried: &mut Carried,
    console: &mut dyn Console,
) -> Play<usize> {
    // The last one has no name.
    let last = players.len() - 2;
    let after = ResetAfter { last, starter, winner: carried.winner };
    let is_reset = |at: usize| (rules.resets_total_of)(at, after);
    players.iter_mut().enumerate().filter(|(at, _)| is_reset(*at)).for_each(|(_, player)| player.total = 0);
    if rules.leftover == Leftover::EndsWithRats {
        carried.turn = 0;
        for player in players.iter_mut() {
            player.left = 0;
        }
    }
    let count = players.len() - usize::from(!rules.nameless.has_turns);
    let mut turn = starter;
    loop {
        if rules.is_left_to_each {
            carried.turn = players[turn].left;
        }
        let total = take_turn(&mut players[turn], rules, carried, console)?;
        players[turn].left = carried.turn;
        for at in 0..players.len() {
            if (rules.shares_total)(&players[turn].name, &players[at].name) {
                players[at].total = total;
            }
        }
        if (rules.reached)(total, carried.turn) >= rules.goal {
            break;
        }
        let shown = if rules.as_shown.player { shown_thrower(&players[..count], console) } else { None };
        turn = seat(shown.unwrap_or_else(|| (rules.next_player)(turn, count)), count)?;
    }
    if rules.won != Won::EndsTheGame {
        for later in (turn + 1..turn + count).map(|at| at % count).take_while(|at| *at != starter) {
            take_turn(&mut players[later], rules, carried, console)?;
        }
    }
    let mut turns = (starter..count).chain(0..starter);
    match rules.won {
        Won::EndsTheGame | Won::FinishesTheRound => {}
        // Of equal ones the first in the order of turns.
        Won::FinishesTheRoundForTheMostPoints => {
            let most =
                |best: usize, at: usize| if players[at].total > players[best].total { at } else { best };
            turn = turns.fold(starter, most);
        }
        Won::FinishesTheRoundForTheLastToReachTheGoal => {
            turn = turns.rfind(|at| players[*at].total >= rules.goal).unwrap_or(turn);
        }
    }
    players[turn].total = (rules.winners_points)(players[turn].total, carried.turn);
    if rules.points_first {
        show_points(players, turn, rules, console)?;
    }
    console.about("winning/winner");
    let named = (rules.named_winner)(turn, starter, count);
    if rules.announces.winner {
        console.say(&format!("\n{} WINS!\n", players[named].name))?;
    }
    if !rules.points_first {
        show_points(players, turn, rules, console)?;
    }
    Ok(turn)
}

/// Behavior 9: the points of all players.
fn show_points(players: &[Player], winner: usize, rules: &RatsRules, console: &mut dyn Console) -> Play {
    console.about("winning/points");
    let first = (rules.first_with_points)(winner);
    let count = players.len() - usize::from(!rules.nameless.has_points);
    let mut lines: Vec<usize> = (first..count).chain(0..first.min(count)).collect();
    if rules.most_points_first {
        lines.sort_by_key(|at| std::cmp::Reverse(players[*at].total));
    }
    for at in lines.into_iter().filter(|at| (rules.has_points)(*at, winner)) {
        let total = players[(rules.points_of)(at, winner)].total;
        console.say(&format!("\t{} points {total}\n", players[at].name))?;
    }
    Ok(())
}

/// Behavior 6; returns the player's total after the turn.
fn take_turn(
    player: &mut Player,
    rules: &RatsRules,
    carried: &mut Carried,
    console: &mut dyn Console,
) -> Play<i64> {
    carried.turn = (rules.turn_begins_with)(carried.turn);
    // Which answers give up is as the text says: a turn in which nobody ever throws is no way to play.
    if rules.asks == Asks::HumansBeforeTheFirstThrow
        && !player.is_computer
        && is_yes(&ask_to_give_up(rules, carried, console)?)
    {
        return Ok(player.total);
    }
    loop {
        console.about("turn/throw");
        let dice = throw_dice(player, console)?;
        let kind = kind_of(dice, rules, console);
        if kind == ThrowKind::Rats {
            let earlier = player.total;
            let with_turn = earlier + carried.turn;
            let (total, announced) = match rules.rats {
                Rats::LoseTurn
                | Rats::GoOn
                | Rats::LoseTurnAndThrowOn
                | Rats::LoseTurnAndAsk
                | Rats::LoseTurnAfterAQuestion => (earlier, earlier),
                Rats::LoseTurnUnsaid => (earlier, with_turn),
                Rats::LoseAll => (0, 0),
                Rats::LoseAllUnsaid => (0, earlier),
                Rats::KeepTurn => (with_turn, with_turn),
                Rats::KeepTurnUnsaid => (with_turn, earlier),
                Rats::AddTurnAndTheirPoints => (with_turn + points(dice), with_turn + points(dice)),
                Rats::AddTurnAndTheirPointsUnsaid => (with_turn + points(dice), earlier),
            };
            let shown = if rules.as_shown.points == ShownPoints::No { None } else { shown_rats(console) };
            let announced = shown.unwrap_or(announced);
            player.total = shown.unwrap_or(total);
            console.about("turn/rats");
            console.say(&format!(" - {}total {announced}\n", rules.rats_announced))?;
            if rules.leftover.ends_with_rats() {
                carried.turn = 0;
            }
            match rules.rats {
                Rats::GoOn => {}
                Rats::LoseTurnAndThrowOn | Rats::LoseTurnAndAsk => {
                    carried.turn = 0;
                    if rules.rats == Rats::LoseTurnAndAsk && gives_up(player, rules, carried, console)? {
                        return Ok(player.total);
                    }
                    continue;
                }
                Rats::LoseTurnAfterAQuestion if !player.is_computer => {
                    ask_to_give_up(rules, carried, console)?;
                    return Ok(player.total);
                }
                _ => return Ok(player.total),
            }
        }
        let mut turn = (rules.adds_up)(carried.turn, points(dice));
        if rules.as_shown.points != ShownPoints::No
            && let Some((shown, total)) = shown_points(console)
        {
            (turn, player.total) = (shown, total - shown);
        }
        carried.turn = turn;
        let total = (rules.running_total)(player.total, turn, dice);
        let boxcars = kind == ThrowKind::Boxcars;
        console.about(if boxcars { "turn/boxcars" } else { "turn/points" });
        let separator = if boxcars { " - BOXCARS! " } else { "\t" };
        let announced = (rules.announced_total)(player.total, turn, dice);
        let shown = (rules.shown_turn)(turn, dice);
        let (shown, announced) =
            if rules.exchanges_turn_and_total { (announced, shown) } else { (shown, announced) };
        console.say(&format!("{separator}turn {shown} total {announced}\n"))?;
        let has_reached = |least: i64| (rules.ends_turn_by)(total, turn, dice) >= least;
        let may_end = !player.is_computer || rules.ends_turn_of_hal;
        let has_won = may_end && rules.ends_turn_at.is_some_and(has_reached);
        let ends_turn = match rules.boxcars {
            Boxcars::EndTheTurn
            | Boxcars::EndTheTurnAfterAQuestion
            | Boxcars::EndTheTurnAfterAQuestionWhoeverHasWon => boxcars || has_won,
            Boxcars::EndItWithTheGoal => boxcars && has_won,
            Boxcars::GoOnUnasked if boxcars => continue,
            Boxcars::GoOnBeyondTheGoal if boxcars => false,
            Boxcars::GoOn | Boxcars::GoOnBeyondTheGoal | Boxcars::GoOnUnasked => has_won,
        };
        if asks_in_vain(rules, boxcars, has_won) && !player.is_computer {
            gives_up(player, rules, carried, console)?;
        }
        let is_over = ends_turn || gives_up(player, rules, carried, console)?;
        if is_over && rules.leftover.ends_with_other_throws(boxcars) {
            carried.turn = 0;
        }
        if ends_turn {
            player.total = (rules.total_of_ended_turn)(player.total, turn, boxcars);
            return Ok(player.total);
        }
        if is_over {
            player.total = (rules.total_of_turn_given_up)(player.total, turn);
            return Ok(player.total);
        }
    }
}

/// Returns whether a question comes after a throw that ends the turn; only by bent rules.
fn asks_in_vain(rules: &RatsRules, boxcars: bool, has_won: bool) -> bool {
    match rules.asks {
        _ if boxcars => match rules.boxcars {
            Boxcars::EndTheTurnAfterAQuestion => !has_won,
            Boxcars::EndTheTurnAfterAQuestionWhoeverHasWon => true,
            _ => false,
        },
        Asks::HumansWhoHaveWon => has_won,
        _ => false,
    }
}

/// What a throw is taken for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ThrowKind {
    Rats,
    Boxcars,
    Other,
}

/// Returns what a throw is taken for, which by bent rules is what is shown with it.
fn kind_of(dice: [u8; 2], rules: &RatsRules, console: &dyn Console) -> ThrowKind {
    let by_the_dice = || match dice {
        dice if (rules.is_rats)(dice) => ThrowKind::Rats,
        dice if (rules.is_boxcars)(dice) => ThrowKind::Boxcars,
        _ => ThrowKind::Other,
    };
    let shown = if rules.as_shown.points == ShownPoints::OfOtherThrows { shown_kind(console) } else { None };
    shown.unwrap_or_else(by_the_dice)
}

/// What is asked after a throw.
const GIVE_UP: &str = "Give up the dice? ";

/// Behavior 6.a; the computer is not asked.
fn gives_up(
    player: &Player,
    rules: &RatsRules,
    carried: &mut Carried,
    console: &mut dyn Console,
) -> Play<bool> {
    let is_content = (rules.hal_counts)(player.total, carried.turn) > rules.hal_is_content_above;
    let is_asked = match rules.asks {
        Asks::NobodyReads { is_question_shown, gives_up } if !player.is_computer => {
            if is_question_shown {
                show_question(console)?;
            }
            return Ok(gives_up);
        }
        Asks::Nobody => false,
        Asks::EveryPlayer => true,
        Asks::HumansUpTo20 if is_content => false,
        _ => !player.is_computer,
    };
    if !is_asked {
        if rules.asks == Asks::HumansButAllReadIt {
            show_question(console)?;
        }
        return Ok(is_content);
    }
    Ok((rules.means_yes)(&ask_to_give_up(rules, carried, console)?))
}

/// Shows the question that nobody answers.
fn show_question(console: &mut dyn Console) -> Play {
    console.about("turn/question");
    console.say(&format!("{GIVE_UP}\n"))
}

/// Behavior 6.a: returns the answer.
fn ask_to_give_up(rules: &RatsRules, carried: &mut Carried, console: &mut dyn Console) -> Play<String> {
    console.about("turn/question");
    let replies = || Replies::accepting(["y", "n", "Y", "N", "yes", "no", "Yes", "No"]);
    let reply = carried.unread.ask(
        rules.giving_up,
        &Question { name: "give-up", prompt: GIVE_UP, replies: &replies },
        console,
    )?;
    console.say("\n")?;
    Ok(reply)
}

/// What is asked after a game.
const AGAIN: &str = "Do you want to play again? ";

/// Behavior 10 and 11.
fn play_again(rules: &RatsRules, carried: &mut Carried, console: &mut dyn Console) -> Play<bool> {
    console.about("again/question");
    if !rules.waits_for_again {
        console.say(&format!("{AGAIN}\n"))?;
        return Ok(false);
    }
    let replies = || Replies::accepting(["n", "y", "no", "yes", "NO", "YES", "N", "Y"]);
    let reply = carried.unread.ask(
        rules.again,
        &Question { name: "again", prompt: AGAIN, replies: &replies },
        console,
    )?;
    console.say("\n")?;
    Ok((rules.plays_again)(reply.trim()))
}
