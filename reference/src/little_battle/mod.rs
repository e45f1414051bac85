//! Little Battle: two players recruit armies next to their homes and move them over a small map,
//! until one army captures the other player's home.
//!
//! Started with one argument, the configuration file ([`config`]). Each turn has two stages:
//! recruiting ([`recruit`]) and moving ([`march`]). `QUIT`, `DIS` and `PRIS` are understood at every
//! question but the last, which asks for the winner's name. Everything is case-sensitive.

mod army;
mod board;
mod config;
mod march;
mod recruit;
mod rules;
mod shown;

use crate::bends::{Bends, bent};
use crate::console::{Console, Play, Question, Replies, Stop};
use crate::setup::Setup;

use army::{BattlePlayer, PRICES};
use board::BattleBoard;
use rules::Asides;
pub(crate) use rules::BENDS;

/// The year in which a game starts.
const FIRST_YEAR: u32 = 617;

/// Commands that are answered and lead back to the step that asked.
const ASIDES: &[&str] = &["DIS", "PRIS"];

/// The command that ends the program.
const LEAVING: &[&str] = &["QUIT"];

/// Plays the game from the command line to its end ("Load File", "Game Walkthrough").
pub(crate) fn play(setup: &Setup, bends: Bends, console: &mut dyn Console) -> Play {
    let rules = bent(BENDS, bends);
    let [path] = setup.arguments.as_slice() else {
        console.about("start/usage");
        return console.say("Usage: python3 little_battle.py <filepath>\n");
    };
    let Some(bytes) = setup.files.read(path) else {
        return Err(Stop::raised("FileNotFoundError", format!("no such file: {path}")));
    };
    let mut board = BattleBoard::new(config::load(&String::from_utf8_lossy(&bytes), &rules)?, &rules);
    introduce(path, &board, console)?;
    for year in FIRST_YEAR.. {
        for player in board.rules.turns {
            if take_turn(player, (rules.year)(year, player), &mut board, console)? {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// What the start says of the command that displays the map.
const MAP_HINT: &str = "(enter DIS to display the map)\n";

/// What the start says of the command that prints the prices.
const PRICES_HINT: &str = "(enter PRIS to display the price list)\n";

/// Steps 1 to 4 of the walkthrough.
fn introduce(path: &str, board: &BattleBoard, console: &mut dyn Console) -> Play {
    console.about("start/loaded");
    console.say(&format!("Configuration file {path} was loaded.\n"))?;
    console.about("start/title");
    console.say("Game Started: Little Battle! (enter QUIT to quit the game)\n\n")?;
    console.about("start/map");
    if board.has_something_off_the_map() && !board.rules.draws_with_something_off {
        return Err(Stop::outside_a_list());
    }
    console.say(&format!("{board}{MAP_HINT}\n"))?;
    console.about("start/prices");
    console.say(&format!("{PRICES}{PRICES_HINT}\n"))
}

/// Step 5; returns whether the player has won.
fn take_turn(
    player: BattlePlayer,
    year: u32,
    board: &mut BattleBoard,
    console: &mut dyn Console,
) -> Play<bool> {
    if (board.rules.tells_year_to)(player) {
        console.about("year");
        console.say(&format!("-Year {year}-\n\n"))?;
    }
    board.rest();
    recruit::stage(player, board, console)?;
    if let Some(army) = march::stage(player, board, console)? {
        celebrate((board.rules.capture_told_as)(army), year, board, console)?;
        return Ok(board.rules.victory_ends);
    }
    Ok(false)
}

/// "If an army moves to the enemy's home base"; any line is a name, `QUIT` and the empty one too.
fn celebrate(army: &str, year: u32, board: &BattleBoard, console: &mut dyn Console) -> Play {
    console.about("winning/captured");
    console.say(&format!("The army {army} captured the enemy's capital.\n\n"))?;
    console.about("winning/question");
    let question = Question {
        name: "commander",
        prompt: "What's your name, commander?\n",
        replies: &|| Replies::accepting(["Napoleon", "QUIT", "DIS", ""]),
    };
    let name = loop {
        let name = console.ask(&question)?;
        if !(board.rules.obeyed_as_names)(&name) || !obey(&name, board, console)? {
            break name;
        }
    };
    console.about("winning/end");
    let year = (board.rules.year_of_victory)(year);
    console.say(&format!("\n***Congratulation! Emperor {name} unified the country in {year}.***\n"))
}

/// Does what a command that works everywhere says; returns whether the reply is one.
fn obey(reply: &str, board: &BattleBoard, console: &mut dyn Console) -> Play<bool> {
    match reply {
        "QUIT" => return Err(Stop::Left),
        "DIS" => {
            console.about("map");
            console.say(&board.to_string())?;
            say_hint(board.rules.map, MAP_HINT, console)?;
        }
        "PRIS" => {
            console.about("prices");
            console.say(PRICES)?;
            say_hint(board.rules.prices, PRICES_HINT, console)?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Says what the start says of a command after what it prints; only by bent rules.
fn say_hint(asides: Asides, hint: &str, console: &mut dyn Console) -> Play {
    match asides {
        Asides::Plain => Ok(()),
        Asides::WithTheirHint => console.say(hint),
        Asides::AsAtTheStart => console.say(&format!("{hint}\n")),
    }
}

/// Asks a question of the walkthrough until the reply is none of the commands that work everywhere.
/// `again` says what the step named in the text prints before it asks once more.
///
/// Returns the reply.
fn ask(
    question: &Question<'_>,
    board: &BattleBoard,
    console: &mut dyn Console,
    again: &dyn Fn(&mut dyn Console) -> Play,
) -> Play<String> {
    loop {
        again(console)?;
        let reply = (board.rules.letter)(question.name, &console.ask(question)?);
        if !(board.rules.knows)(question.name, &reply) {
            return Ok(reply);
        }
        if !obey(&reply, board, console)? {
            return Ok(reply);
        }
        if question.name == "place" && board.rules.leave_places.contains(&&*reply) {
            return Ok(reply);
        }
    }
}
