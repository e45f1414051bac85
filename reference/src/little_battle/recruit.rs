//! The stage "Recruit Armies" (steps 5-b to 5-d).

use std::cell::Cell;

use super::army::{ArmyKind, BattlePlayer, Resource};
use super::board::{BattleBoard, Position, neighbours};
use super::rules::{EndsBy, PlaceRefused, Recruiting, TellsOfPrices};
use super::shown::{PlaceAnswer, shown_place};
use super::{ASIDES, LEAVING, ask};
use crate::console::{Console, Play, Question, Replies};

const TYPE_QUESTION: &str =
    "Which type of army to recruit, (enter) 'S', 'A', 'K', or 'T'? Enter 'NO' to end this stage.\n";

pub(super) const INVALID: &str = "Sorry, invalid input. Try again.";

pub(super) const NOT_THERE: &str =
    "You must place your newly recruited unit in an unoccupied position next to your home base. Try again.";

const INSUFFICIENT: &str = "Insufficient resources. Try again.\n";
const NO_RESOURCES: &str = "No resources to recruit any armies.\n";

/// Lets `player` recruit until nothing more can be or is wanted to be recruited.
pub(super) fn stage(player: BattlePlayer, board: &mut BattleBoard, console: &mut dyn Console) -> Play {
    console.about("stage/recruit");
    console.say(&format!("+++Player {}'s Stage: Recruit Armies+++\n\n", player.number()))?;
    let mut has_recruited = false;
    let mut is_asked_again = false;
    loop {
        board.follow_assets(player, has_recruited, console);
        if !std::mem::take(&mut is_asked_again) && (!has_recruited || board.rules.asset_after_recruiting) {
            show_asset(player, board, console)?;
        }
        console.about("recruit/none");
        if !board.can_recruit(player) {
            return console.say(NO_RESOURCES);
        }
        if board.rules.recruiting == Recruiting::GoesOnWithoutResources && !board.can_afford_any(player) {
            console.say(NO_RESOURCES)?;
        }
        if board.has_no_place(player) {
            return console.say("No place to recruit new armies.\n");
        }
        let Some(kind) = choose(player, board, console)? else { return Ok(()) };
        let Some(place) = place(kind, player, board, console)? else {
            is_asked_again = !board.rules.leave_places.is_empty() && !board.rules.asset_after_places;
            continue;
        };
        board.recruit(player, kind, place);
        has_recruited = true;
        console.about("recruit/done");
        console.say(&format!("\nYou has recruited a {}.\n\n", (board.rules.recruited)(kind)))?;
        if !board.rules.recruits_again {
            return Ok(());
        }
    }
}

/// Step 5-c.
fn show_asset(player: BattlePlayer, board: &BattleBoard, console: &mut dyn Console) -> Play {
    let [wood, food, gold] =
        Resource::ALL.map(|resource| board.asset(player, (board.rules.shown_as)(resource)));
    console.about("recruit/asset");
    console.say(&format!("[Your Asset: Wood - {wood} Food - {food} Gold - {gold}]\n"))
}

/// Step 5-d; returns the kind to recruit, or nothing to end the stage.
fn choose(player: BattlePlayer, board: &BattleBoard, console: &mut dyn Console) -> Play<Option<ArmyKind>> {
    let question = Question { name: "recruit", prompt: TYPE_QUESTION, replies: &|| kinds(player, board) };
    let before = Cell::new(Before::Nothing);
    loop {
        let reply = ask(&question, board, console, &|console| {
            match before.replace(Before::Command) {
                Before::Command if board.rules.asset_after_commands => show_asset(player, board, console)?,
                Before::Refusal if board.rules.asset_after_refusals => show_asset(player, board, console)?,
                _ => {}
            }
            console.about("recruit/question");
            console.say("\n")
        })?;
        match ArmyKind::from_letter(&reply) {
            Some(kind)
                if board.rules.tells_of_prices != TellsOfPrices::WithTheType
                    || board.can_afford(player, kind) =>
            {
                return Ok(Some(kind));
            }
            Some(_) => {
                refuse(INSUFFICIENT, console)?;
                if board.rules.ends_by == EndsBy::InsufficientResources {
                    return Ok(None);
                }
            }
            None if (board.rules.ends_stage)(question.name, &reply) => return Ok(None),
            None => {
                refuse(&format!("{INVALID}\n"), console)?;
                if board.rules.ends_by == EndsBy::InvalidType {
                    return Ok(None);
                }
            }
        }
        before.set(Before::Refusal);
    }
}

/// What comes before the question for a type of army.
enum Before {
    Nothing,
    Command,
    Refusal,
}

/// Step 5-d-i; returns where to place the new army. Only by bent rules it is nowhere.
fn place(
    kind: ArmyKind,
    player: BattlePlayer,
    board: &mut BattleBoard,
    console: &mut dyn Console,
) -> Play<Option<Position>> {
    let name = kind.name();
    let prompt =
        format!("You want to recruit a {name}. Enter two integers as format 'x y' to place your army.\n");
    let meant = board.rules.place_meant;
    let free = board.accepted_places(player);
    let (home, homes) = (board.home(player), BattlePlayer::BOTH.map(|player| board.home(player)));
    let question = Question { name: "place", prompt: &prompt, replies: &|| places(home, &homes, &free) };
    loop {
        let reply = ask(&question, board, console, &|console| {
            console.about("recruit/place");
            console.say("\n")
        })?;
        if board.rules.leave_places.contains(&&*reply) {
            return Ok(None);
        }
        let parsed = parse(&reply);
        match board.rules.tells_of_prices {
            TellsOfPrices::AfterThePlace if parsed.is_some() && !board.can_afford(player, kind) => {
                refuse(INSUFFICIENT, console)?;
                return Ok(None);
            }
            TellsOfPrices::ForEver if !board.can_afford(player, kind) => {
                refuse(INSUFFICIENT, console)?;
                continue;
            }
            _ => {}
        }
        let shown = shown_place(board, console);
        let is_free = |at: Position| match shown {
            None => free.contains(&at) || board.is_place_by_bent_rules(at),
            Some(answer) => answer == PlaceAnswer::Recruited && board.contains(at),
        };
        match parsed {
            Some((Ok(x), Ok(y))) if is_free(meant((x, y))) => return Ok(Some(meant((x, y)))),
            Some(_) if shown == Some(PlaceAnswer::Invalid) => refuse(&format!("{INVALID}\n"), console)?,
            Some(_) if shown == Some(PlaceAnswer::NotThere) => refuse(&format!("{NOT_THERE}\n"), console)?,
            _ if reply == "NO" => refuse_either(console)?,
            Some((Ok(x), Ok(y))) if board.contains(meant((x, y))) => {
                refuse(&format!("{}\n", board.rules.wrong_place), console)?;
            }
            Some(_) => refuse_either(console)?,
            None => refuse(&format!("{INVALID}\n"), console)?,
        }
        if board.rules.refused_places_cost {
            board.pay(player, kind);
        }
        let is_place = matches!(parsed, Some((Ok(_), Ok(_))));
        if is_place && board.rules.place_refused == PlaceRefused::AsksForAType {
            return Ok(None);
        }
    }
}

fn refuse(line: &str, console: &mut dyn Console) -> Play {
    console.about("recruit/refusal");
    console.say(line)
}

/// The text leaves open whether a position off the map, or `NO`, is an invalid input or a wrong place.
fn refuse_either(console: &mut dyn Console) -> Play {
    console.about("recruit/refusal");
    console.either(&[NOT_THERE, INVALID])?;
    console.say("\n")
}

/// Returns the two integers of a reply; one that is no place on any map is an inner error.
fn parse(reply: &str) -> Option<(Result<usize, i64>, Result<usize, i64>)> {
    let words: Vec<&str> = reply.split_whitespace().collect();
    let [x, y] = words.as_slice() else { return None };
    let (x, y): (i64, i64) = (x.parse().ok()?, y.parse().ok()?);
    Some((usize::try_from(x).map_err(|_| x), usize::try_from(y).map_err(|_| y)))
}

fn kinds(player: BattlePlayer, board: &BattleBoard) -> Replies {
    let (can, cannot): (Vec<_>, Vec<_>) =
        ArmyKind::ALL.into_iter().partition(|kind| board.can_afford(player, *kind));
    let letters = |kinds: Vec<ArmyKind>| kinds.into_iter().map(|kind| kind.letter().to_string());
    let wrong = ["", "s", "no", "X", "SA", "S ", "quit", "1 0"].map(String::from);
    Replies {
        accepted: letters(can).chain(["NO".to_string()]).collect(),
        asides: ASIDES,
        leaving: LEAVING,
        refused: letters(cannot).chain(wrong).collect(),
        seldom: Vec::new(),
    }
}

/// Refused are the homes, the cells next to the player's home that are taken, and what is no position of the map.
fn places(home: Position, homes: &[Position], free: &[Position]) -> Replies {
    let write = |(x, y): &Position| format!("{x} {y}");
    let taken = neighbours(home).into_iter().filter(|at| !free.contains(at));
    let there: Vec<Position> = homes.iter().copied().chain(taken).collect();
    let wrong = ["", "NO", "S", "a b", "1", "1 0 1", "1.0 0", "2,1", "99 99", "0 0"].map(String::from);
    Replies {
        accepted: free.iter().map(write).collect(),
        asides: ASIDES,
        leaving: LEAVING,
        refused: there.iter().map(write).chain(wrong).collect(),
        seldom: Vec::new(),
    }
}
