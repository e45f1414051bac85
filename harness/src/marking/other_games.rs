//! Other games in the places of cases from whose facts broken rules of other rows keep a program, where no other typing helps.
//!
//! What a case is about is what it notices: bends of its row by which the game would say something else in it. Beside a broken rule the same
//! lines lead elsewhere. A game that is made up by the broken rules, and in which such a bend is noticed, shows what the case would show.

use std::collections::BTreeMap;
use std::rc::Rc;

use reference::author::{Policy, Style};
use reference::{Game, Piece, Typed};

use super::made_up::made_up_case;
use super::retyped::{HiddenCase, RetypedCase};
use super::setups::setups;
use crate::cases::{Case, Suite};
use crate::expected::{game, is_observed, made_up, typed_in};

/// So many games are made up for a row.
const MADE_UP: usize = 300;

/// So many conversations are replayed for a row.
const MOST_REPLAYED: usize = 6_000;

/// A bend need not be noticed in more games.
const ENOUGH: usize = 3;

/// The most replies in a game.
const TURNS: usize = 120;

/// What follows from chance in a game follows from this and its number.
const SEED: u64 = 0x07E6_0000;

/// A case, and the bends that are noticed in it by the text, but not beside the broken rules.
struct OverlookingCase<'a> {
    case: &'a Case,
    bends: Vec<&'a str>,
}

/// What a game says where these lines are typed.
struct TypedGame<'a> {
    like: &'a Case,
    typed: Vec<Typed>,
    said: Option<Vec<Piece>>,
}

/// Games that are made up by the same rules, each once, by their numbers; none stands for one that does not end as it should.
#[derive(Default)]
struct MadeUpGames<'a>(Vec<Option<Rc<TypedGame<'a>>>>);

/// Returns games in the places of these cases, in which something is noticed that the bent game hides in the cases themselves.
pub(super) fn other_games<'a>(
    suite: &'a Suite,
    hidden: &[HiddenCase<'a>],
    rules: &[&str],
) -> Vec<RetypedCase<'a>> {
    let mut by_row: BTreeMap<&str, (Game, Vec<OverlookingCase<'a>>)> = BTreeMap::new();
    for HiddenCase { case, bent } in hidden.iter().filter(|hidden| may_be_another(suite, hidden.case)) {
        let bends = overlooked(suite, case, bent);
        if !bends.is_empty() {
            let (_, cases) = by_row.entry(&case.row).or_insert_with(|| (*bent, Vec::new()));
            cases.push(OverlookingCase { case, bends });
        }
    }
    let mut made_up: BTreeMap<Vec<&str>, MadeUpGames<'a>> = BTreeMap::new();
    let of_rows = by_row.into_iter().map(|(row, (bent, cases))| {
        // The game in which these are made up is the one that is bent by them.
        let of_other_rows =
            rules.iter().filter(|rule| suite.bends.get(**rule).is_none_or(|it| *it.row != *row));
        of_row(suite, &bent, &cases, rules, made_up.entry(of_other_rows.copied().collect()).or_default())
    });
    of_rows.flatten().collect()
}

impl<'a> MadeUpGames<'a> {
    /// Returns the game with this number, which begins as `like`. They are asked for in the order of their numbers.
    fn game(
        &mut self,
        number: usize,
        suite: &Suite,
        like: &'a Case,
        bent: &Game,
    ) -> Option<Rc<TypedGame<'a>>> {
        if number == self.0.len() {
            self.0.push(TypedGame::made_up(number, suite, like, bent).map(Rc::new));
        }
        self.0[number].clone()
    }
}

impl<'a> TypedGame<'a> {
    fn new(suite: &Suite, like: &'a Case, game: &Game, typed: Vec<Typed>) -> Self {
        let said = said(suite, like, game, &typed);
        Self { like, typed, said }
    }

    fn made_up(number: usize, suite: &Suite, like: &'a Case, bent: &Game) -> Option<Self> {
        let policy = Policy {
            style: Style::Legal,
            seed: SEED + number as u64,
            turns: TURNS,
            answers: BTreeMap::new(),
        };
        let transcript = made_up(suite, like, bent, &policy)?;
        let typed = transcript.pieces.into_iter().filter_map(|piece| match piece {
            Piece::Typed(typed) => Some(typed),
            _ => None,
        });
        Some(Self::new(suite, like, bent, typed.collect()))
    }

    /// Returns whether one more bend of the game changes what it says.
    fn notices(&self, suite: &Suite, game: &Game, bend: &str) -> bool {
        let other = game.bent(bend);
        other.is_some_and(|other| said(suite, self.like, &other, &self.typed) != self.said)
    }
}

fn said(suite: &Suite, like: &Case, game: &Game, typed: &[Typed]) -> Option<Vec<Piece>> {
    typed_in(suite, like, game, typed).map(|transcript| transcript.pieces)
}

fn may_be_another(suite: &Suite, case: &Case) -> bool {
    case.typing.is_none() && !is_observed(suite, case)
}

/// Returns the bends of the row of a case that are noticed in it by the text, but not beside the broken rules.
fn overlooked<'a>(suite: &'a Suite, case: &Case, bent: &Game) -> Vec<&'a str> {
    let Some((by_text, _)) = game(suite, case) else { return Vec::new() };
    let of_row = suite.bends.iter().filter(|(_, bend)| *bend.row == *case.row);
    let [as_it_is, beside] = [by_text, bent].map(|game| TypedGame::new(suite, case, game, case.typed()));
    let is_overlooked =
        |name: &&str| as_it_is.notices(suite, by_text, name) && !beside.notices(suite, bent, name);
    of_row.map(|(name, _)| name.as_str()).filter(is_overlooked).collect()
}

/// Returns games in the places of cases of one row.
fn of_row<'a>(
    suite: &'a Suite,
    bent: &Game,
    cases: &[OverlookingCase<'a>],
    rules: &[&str],
    made_up: &mut MadeUpGames<'a>,
) -> Vec<RetypedCase<'a>> {
    let public = setups(suite);
    let mut noticing: BTreeMap<&str, Vec<usize>> =
        cases.iter().flat_map(|case| &case.bends).map(|bend| (*bend, Vec::new())).collect();
    let mut games: Vec<Rc<TypedGame<'a>>> = Vec::new();
    let mut replayed = 0;
    for number in (0..MADE_UP).filter(|_| !public.is_empty()) {
        let lacking = noticing.iter_mut().filter(|(_, games)| games.len() < ENOUGH);
        let lacking: Vec<(&str, &mut Vec<usize>)> = lacking.map(|(bend, games)| (*bend, games)).collect();
        if lacking.is_empty() || replayed >= MOST_REPLAYED {
            break;
        }
        let like = public[number % public.len()];
        let Some(game) = made_up.game(number, suite, like, bent) else { continue };
        replayed += lacking.len();
        let noticed = lacking.into_iter().filter(|(bend, _)| game.notices(suite, bent, bend));
        let count = noticed.map(|(_, numbers)| numbers.push(games.len())).count();
        if count > 0 {
            games.push(game);
        }
    }
    chosen(cases, &noticing)
        .into_iter()
        .filter_map(|(case, number)| in_place_of(suite, case, &games[number], rules))
        .collect()
}

/// Chooses a game for each case: one that notices the bend of the case that was chosen for least often so far.
fn chosen<'a>(
    cases: &[OverlookingCase<'a>],
    noticing: &BTreeMap<&str, Vec<usize>>,
) -> Vec<(&'a Case, usize)> {
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    let mut chosen = Vec::new();
    for OverlookingCase { case, bends } in cases {
        let noticed = bends.iter().filter(|bend| !noticing[**bend].is_empty());
        let Some(bend) = noticed.min_by_key(|bend| times.get(**bend).copied().unwrap_or(0)) else { continue };
        let time = times.entry(bend).or_default();
        let games = &noticing[bend];
        chosen.push((*case, games[*time % games.len()]));
        *time += 1;
    }
    chosen
}

/// Returns what is typed in a game as a case in the place of another one.
fn in_place_of<'a>(
    suite: &Suite,
    of: &'a Case,
    TypedGame { like, typed, .. }: &TypedGame<'_>,
    rules: &[&str],
) -> Option<RetypedCase<'a>> {
    let (by_text, _) = game(suite, like)?;
    let transcript = typed_in(suite, like, by_text, typed)?;
    let case = made_up_case(like, (rules, &of.id), &transcript);
    let case = Case { row: of.row.clone(), rule: of.rule.clone(), visible: of.visible, ..case };
    Some(RetypedCase { of, case, is_longer: true })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::select;
    use crate::cases::source::SuiteSource;

    /// Returns games in the places of cases about who wins at Gekitai, beside a broken rule, with the bends that each case overlooks.
    fn found(broken: &str) -> Vec<(bool, String)> {
        let suite = select::suite(&SuiteSource::Inside, "gekitai").expect("it is valid");
        let bent = reference::game("gekitai").expect("a game").bent(broken).expect("a bend");
        let about_winners = suite.cases.iter().filter(|case| &*case.row == "winner");
        let hidden: Vec<HiddenCase<'_>> = about_winners.map(|case| HiddenCase { case, bent }).collect();
        let shows = |it: &RetypedCase<'_>| {
            let overlooked = overlooked(&suite, it.of, &bent);
            let other = TypedGame::new(&suite, &it.case, &bent, it.case.typed());
            let is_shown = |bend: &&str| other.notices(&suite, &bent, bend);
            (overlooked.iter().any(is_shown), it.of.id.clone())
        };
        other_games(&suite, &hidden, &[broken]).iter().map(shows).collect()
    }

    #[test]
    fn a_game_shows_what_the_broken_rule_hides_in_the_case() {
        let found = found("own-pieces-stay");
        assert!(found.iter().any(|(_, id)| id == "winner/both_lines"), "{found:?}");
        assert!(found.iter().all(|(is_shown, _)| *is_shown), "{found:?}");
    }

    #[test]
    fn where_nothing_is_hidden_no_other_game_is_played() {
        assert_eq!(found("no-final-hands"), []);
    }
}
