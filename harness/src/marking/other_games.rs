//! Other games in the places of cases from whose facts broken rules of other rows keep a program, where no other typing helps.
//!
//! What a case is about is what it notices: bends of its row by which the game would say something else in it. Beside a broken rule the same
//! lines lead elsewhere. A game that is made up by the broken rules, and in which such a bend is noticed, shows what the case would show.

use std::collections::BTreeMap;

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

/// A game that is made up.
struct OtherGame<'a> {
    like: &'a Case,
    typed: Vec<Typed>,
}

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
    by_row.into_values().flat_map(|(bent, cases)| of_row(suite, &bent, &cases, rules)).collect()
}

fn may_be_another(suite: &Suite, case: &Case) -> bool {
    case.typing.is_none() && !is_observed(suite, case)
}

/// Returns the bends of the row of a case that are noticed in it by the text, but not beside the broken rules.
fn overlooked<'a>(suite: &'a Suite, case: &Case, bent: &Game) -> Vec<&'a str> {
    let Some((by_text, _)) = game(suite, case) else { return Vec::new() };
    let typed = case.typed();
    let of_row = suite.bends.iter().filter(|(_, bend)| *bend.row == *case.row);
    let (by_text, bent) =
        (Replayed::new(suite, case, by_text, &typed), Replayed::new(suite, case, bent, &typed));
    let is_overlooked = |name: &&str| by_text.notices(name) && !bent.notices(name);
    of_row.map(|(name, _)| name.as_str()).filter(is_overlooked).collect()
}

/// What a game says where these lines are typed.
struct Replayed<'g> {
    suite: &'g Suite,
    like: &'g Case,
    game: &'g Game,
    typed: &'g [Typed],
    said: Option<Vec<Piece>>,
}

impl<'g> Replayed<'g> {
    fn new(suite: &'g Suite, like: &'g Case, game: &'g Game, typed: &'g [Typed]) -> Self {
        let said = said(suite, like, game, typed);
        Self { suite, like, game, typed, said }
    }

    /// Returns whether one more bend changes what is said.
    fn notices(&self, bend: &str) -> bool {
        let other = self.game.bent(bend);
        other.is_some_and(|other| said(self.suite, self.like, &other, self.typed) != self.said)
    }
}

fn said(suite: &Suite, like: &Case, game: &Game, typed: &[Typed]) -> Option<Vec<Piece>> {
    typed_in(suite, like, game, typed).map(|transcript| transcript.pieces)
}

/// Returns games in the places of cases of one row.
fn of_row<'a>(
    suite: &'a Suite,
    bent: &Game,
    cases: &[OverlookingCase<'a>],
    rules: &[&str],
) -> Vec<RetypedCase<'a>> {
    let public = setups(suite);
    let mut noticing: BTreeMap<&str, Vec<usize>> =
        cases.iter().flat_map(|case| &case.bends).map(|bend| (*bend, Vec::new())).collect();
    let mut games: Vec<OtherGame<'a>> = Vec::new();
    let mut replayed = 0;
    for number in (0..MADE_UP).filter(|_| !public.is_empty()) {
        let lacking = noticing.iter_mut().filter(|(_, games)| games.len() < ENOUGH);
        let lacking: Vec<(&str, &mut Vec<usize>)> = lacking.map(|(bend, games)| (*bend, games)).collect();
        if lacking.is_empty() || replayed >= MOST_REPLAYED {
            break;
        }
        let like = public[number % public.len()];
        let policy = Policy {
            style: Style::Legal,
            seed: SEED + number as u64,
            turns: TURNS,
            answers: BTreeMap::new(),
        };
        let Some(transcript) = made_up(suite, like, bent, &policy) else { continue };
        let typed = transcript.pieces.into_iter().filter_map(|piece| match piece {
            Piece::Typed(typed) => Some(typed),
            _ => None,
        });
        let typed: Vec<Typed> = typed.collect();
        replayed += lacking.len();
        let replay = Replayed::new(suite, like, bent, &typed);
        let noticed = lacking.into_iter().filter(|(bend, _)| replay.notices(bend));
        let count = noticed.map(|(_, numbers)| numbers.push(games.len())).count();
        if count > 0 {
            games.push(OtherGame { like, typed });
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
    OtherGame { like, typed }: &OtherGame<'_>,
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
            let typed = it.case.typed();
            let replay = Replayed::new(&suite, &it.case, &bent, &typed);
            let is_shown = |bend: &&str| replay.notices(bend);
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
