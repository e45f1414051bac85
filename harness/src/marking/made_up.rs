//! Games that are made up where a broken rule hides what a row is about: conversations by the bent rules in which it comes up.
//!
//! A case types what leads to its fact by the rules of the text. Where a rule is broken, the same lines lead elsewhere; a tutor would
//! play on as the program plays, and look.

use std::collections::{BTreeMap, BTreeSet};

use reference::author::{Policy, Style};
use reference::{Piece, Transcript};

use super::setups::setups;
use crate::cases::{Case, Row, Suite};
use crate::comparison::Part;
use crate::diagnosis::own_parts;
use crate::expected::{BentReference, conversation, is_observed, made_up};

/// So many games are made up.
const MADE_UP: usize = 240;

/// At most so many of them are played.
const MOST_PLAYED: usize = 8;

/// A part need not come up more often in them.
const OFTEN: usize = 3;

/// What comes up in every game.
const WHOLE_GAME: &str = "game";

/// The most replies in a game.
const TURNS: usize = 120;

/// What follows from chance in a game follows from this and its number.
const SEED: u64 = 0x9A3E_0000;

/// The folder of the recordings of games that are made up.
const FOLDER: &str = "made-up";

/// Returns whether a case was made up, and is none of a suite.
pub(super) fn is_made_up(case: &Case) -> bool {
    case.id.split('/').next() == Some(FOLDER)
}

/// Returns for each of these rows games by the rules of `bent`, which are called `rules`, in which those parts come up that say what the row
/// is about; any games if there are no such parts. Nothing where they come up, but not in games that can be made up, as dice fall that nobody
/// knows beforehand.
pub(super) fn made_up_games(
    suite: &Suite,
    bent: &BentReference,
    rules: &[&str],
    rows: &[(&Row, BTreeSet<Part>)],
) -> Vec<Option<Vec<Case>>> {
    let public = setups(suite);
    let (BentReference::Game(bent), false, false) = (bent, public.is_empty(), rows.is_empty()) else {
        return vec![None; rows.len()];
    };
    let like = |number: usize| public[number % public.len()];
    let played = |number: usize| made_up(suite, like(number), bent, &policy(number));
    let mut showing: Vec<Vec<ShowingGame>> = vec![Vec::new(); rows.len()];
    for (number, game) in (0..MADE_UP).filter_map(|number| Some((number, played(number)?))) {
        for ((row, due), showing) in rows.iter().zip(&mut showing) {
            let parts = shown(&game.pieces, row, due);
            if !parts.is_empty() {
                showing.push(ShowingGame { number, parts });
            }
        }
    }
    let case = |row: &Row, number: usize| {
        let name = format!("{}/{}", row.name, number + 1);
        let case = made_up_case(like(number), (rules, &name), &played(number)?);
        Some(Case { row: row.name.as_str().into(), ..case })
    };
    let of_row = |((row, _), mut showing): (&(&Row, _), Vec<ShowingGame>)| {
        let comes_up = !showing.is_empty();
        showing.retain(|game| !is_observed(suite, like(game.number)));
        let can_be_made_up = !comes_up || !showing.is_empty();
        can_be_made_up.then(|| chosen(showing).into_iter().filter_map(|number| case(row, number)).collect())
    };
    rows.iter().zip(showing).map(of_row).collect()
}

/// Returns a case with what another one starts with, in which this is said and typed; it is called so beside the broken `rules`.
pub(super) fn made_up_case(like: &Case, (rules, name): (&[&str], &str), transcript: &Transcript) -> Case {
    Case {
        id: format!("{FOLDER}/{}/{name}", rules.join("+")),
        typing: None,
        transcript: Some((&conversation(transcript)).into()),
        digest: "".into(),
        chance: None,
        ..like.clone()
    }
}

/// A game in which something comes up.
#[derive(Clone)]
struct ShowingGame {
    number: usize,
    parts: BTreeSet<Part>,
}

fn policy(number: usize) -> Policy {
    let style = if number % 4 == 3 { Style::Mixed } else { Style::Legal };
    Policy { style, seed: SEED + number as u64, turns: TURNS, answers: BTreeMap::new() }
}

/// Returns those of the parts that are due which come up in a game.
fn shown(pieces: &[Piece], row: &Row, due: &BTreeSet<Part>) -> BTreeSet<Part> {
    if due.is_empty() {
        return BTreeSet::from([Part::new(WHOLE_GAME)]);
    }
    own_parts(row, pieces).into_iter().map(Part::new).filter(|part| due.contains(part)).collect()
}

/// Returns the numbers of those games in which most comes up that has not come up often yet.
fn chosen(mut games: Vec<ShowingGame>) -> Vec<usize> {
    let mut times: BTreeMap<Part, usize> = BTreeMap::new();
    let mut chosen = Vec::new();
    while chosen.len() < MOST_PLAYED {
        let is_rare = |part: &&Part| times.get(part).is_none_or(|times| *times < OFTEN);
        let new = |game: &ShowingGame| game.parts.iter().filter(is_rare).count();
        // Of two that are as good, the first one.
        let best = (0..games.len()).rev().max_by_key(|index| new(&games[*index]));
        let Some(best) = best.filter(|best| new(&games[*best]) > 0) else { break };
        let ShowingGame { number, parts } = games.remove(best);
        for part in parts {
            *times.entry(part).or_default() += 1;
        }
        chosen.push(number);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::select;
    use crate::cases::source::SuiteSource;

    /// Returns the games by one bent rule in which those parts come up.
    fn games(suite: &str, bend: &str, row: &str, due: &[&'static str]) -> Option<Vec<Case>> {
        let suite = select::suite(&SuiteSource::Inside, suite).expect("it is valid");
        let game = BentReference::of(&suite).expect("it has bends").bent(bend);
        let due = due.iter().map(|part| Part::new(part)).collect();
        made_up_games(&suite, &game, &[bend], &[(suite.row(row).expect("a row"), due)]).remove(0)
    }

    #[test]
    fn what_a_row_is_about_comes_up_in_a_few_games_by_the_bent_rule() {
        let games = games("little_battle", "recruits-at-home-1", "fights", &["result/fight"]);
        let games = games.expect("no dice are thrown");
        assert_eq!(games.len(), OFTEN);
        let fought = |game: &Case| {
            let conversation = game.conversation().expect("it was made up");
            conversation.turns.iter().any(|turn| turn.output.contains("We defeated the enemy"))
        };
        assert!(games.iter().any(fought) && games.iter().all(is_made_up));
        let ids: BTreeSet<&str> = games.iter().map(|game| game.id.as_str()).collect();
        assert_eq!(ids.len(), games.len());
    }

    #[test]
    fn a_row_about_whole_games_gets_any() {
        let games = games("little_battle", "recruits-at-home-1", "games", &[]).expect("no dice are thrown");
        assert_eq!(games.len(), OFTEN);
    }

    #[test]
    fn nobody_wins_with_armies_that_never_move_twice() {
        let games = games("little_battle", "never-moves-again", "winning", &["winning/captured"]);
        assert_eq!(games.map(|games| games.len()), Some(0));
    }

    #[test]
    fn where_dice_fall_that_nobody_knows_nothing_is_made_up_but_it_is_known_what_never_comes_up() {
        let games = |bend, part| games("bots", bend, "cheat", &[part]).map(|games| games.len());
        assert_eq!(games("four-rolls", "category-scores/title"), None);
        assert_eq!(games("only-one-roll", "category-scores/title"), Some(0));
    }
}
