//! Games that are made up where a broken rule hides what a row is about: conversations by the bent rules in which it comes up.
//!
//! A case types what leads to its fact by the rules of the text. Where a rule is broken, the same lines lead elsewhere; a tutor would
//! play on as the program plays, and look.

use std::collections::{BTreeMap, BTreeSet};

use reference::author::{Policy, Style};

use super::setups::setups;
use crate::cases::{Case, Row, Suite};
use crate::comparison::Part;
use crate::diagnosis::own_parts;
use crate::expected::{BentReference, is_observed, made_up};

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

/// Returns games by the rules of `bent`, which are called `rules`, in which those parts come up that say what a row is about; any games if
/// there are no such parts. Nothing where it comes up, but not in games that can be made up, as dice fall that nobody knows beforehand.
pub(super) fn made_up_games(
    suite: &Suite,
    bent: &BentReference,
    rules: &[&str],
    (row, due): (&Row, &BTreeSet<Part>),
) -> Option<Vec<Case>> {
    let BentReference::Game(bent) = bent else { return None };
    let public = setups(suite);
    if public.is_empty() {
        return None;
    }
    let whole = BTreeSet::from([Part::new(WHOLE_GAME)]);
    let due = if due.is_empty() { &whole } else { due };
    let mut games = Vec::new();
    for number in 0..MADE_UP {
        let like = public[number % public.len()];
        let style = if number % 4 == 3 { Style::Mixed } else { Style::Legal };
        let policy = Policy { style, seed: SEED + number as u64, turns: TURNS, answers: BTreeMap::new() };
        let Some((conversation, pieces)) = made_up(suite, like, bent, &policy) else { continue };
        let parts = own_parts(row, &pieces).into_iter().chain([WHOLE_GAME]).map(Part::new);
        let parts: BTreeSet<Part> = parts.filter(|part| due.contains(part)).collect();
        if parts.is_empty() {
            continue;
        }
        let case = Case {
            id: format!("{FOLDER}/{}/{}/{}", rules.join("+"), row.name, number + 1),
            row: row.name.as_str().into(),
            typing: None,
            transcript: Some((&conversation).into()),
            digest: "".into(),
            chance: None,
            ..like.clone()
        };
        games.push((case, parts));
    }
    let comes_up = !games.is_empty();
    games.retain(|(case, _)| !is_observed(suite, case));
    (!comes_up || !games.is_empty()).then(|| chosen(games))
}

/// Returns those games in which most comes up that has not come up often yet.
fn chosen(mut games: Vec<(Case, BTreeSet<Part>)>) -> Vec<Case> {
    let mut times: BTreeMap<Part, usize> = BTreeMap::new();
    let mut chosen = Vec::new();
    while chosen.len() < MOST_PLAYED {
        let is_rare = |part: &&Part| times.get(part).is_none_or(|times| *times < OFTEN);
        let new = |parts: &BTreeSet<Part>| parts.iter().filter(is_rare).count();
        // Of two that are as good, the first one.
        let best = (0..games.len()).rev().max_by_key(|index| new(&games[*index].1));
        let Some(best) = best.filter(|best| new(&games[*best].1) > 0) else { break };
        let (case, parts) = games.remove(best);
        for part in parts {
            *times.entry(part).or_default() += 1;
        }
        chosen.push(case);
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
        made_up_games(&suite, &game, &[bend], (suite.row(row).expect("a row"), &due))
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
