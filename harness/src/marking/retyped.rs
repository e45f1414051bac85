//! Cases that are typed otherwise where a broken rule keeps a program from what they are about: commands in capitals for one that refuses small
//! letters, or one line more for one that asks once more. A tutor would type so, and look.

use std::collections::{BTreeMap, BTreeSet};

use reference::{Game, Piece, Typed};

use super::made_up::made_up_case;
use crate::cases::{Case, Suite};
use crate::diagnosis::own_parts;
use crate::expected::{game, reference_transcript, typed_in};

/// So many conversations are tried for one submission.
const MOST_TRIED: usize = 4_000;

/// So many lines are tried as one line more.
const SHORT_LINES: usize = 24;

/// After so many cases without one that can be typed otherwise, others are only typed as some could be.
const MOST_IN_VAIN: usize = 6;

/// Another way to type what a case types.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Retyping {
    /// Lines that begin with this word, or all, in capitals.
    InCapitals(Option<String>),
    /// The same in small letters.
    InSmallLetters(Option<String>),
    /// Lines of one word as the game prints this word, if it does: a name as it stands in a table.
    AsPrinted,
    /// The second line after each one that begins with the first word.
    After(String, String),
}

/// A case, and the game by the broken rules that keep a program from what the case is about.
pub(super) struct HiddenCase<'a> {
    pub(super) case: &'a Case,
    pub(super) bent: Game,
}

/// A case that is typed otherwise.
pub(super) struct RetypedCase<'a> {
    pub(super) of: &'a Case,
    pub(super) case: Case,
    /// Whether a program that goes its own way after the broken rule may be lost in it.
    pub(super) is_longer: bool,
}

/// Returns cases that are like these but for what is typed, and in which the bent game says of the case's row what the text says.
pub(super) fn retyped<'a>(suite: &Suite, hidden: &[HiddenCase<'a>], rules: &[&str]) -> Vec<RetypedCase<'a>> {
    let lines = short_lines(suite);
    let mut working: Vec<Retyping> = Vec::new();
    let (mut tried, mut in_vain) = (0, 0);
    let mut found = Vec::new();
    for HiddenCase { case, bent } in hidden {
        let Some(due) = Due::of(suite, case) else { continue };
        let says_all = |typed: &[Typed]| {
            let said = typed_in(suite, case, bent, typed);
            said.is_some_and(|transcript| due.told(&transcript.pieces) == due.facts)
        };
        if says_all(&due.typed) {
            continue;
        }
        let new = if in_vain < MOST_IN_VAIN { retypings(&due.typed, &lines) } else { Vec::new() };
        let all = working.iter().cloned().chain(new).take(MOST_TRIED.saturating_sub(tried));
        let fitting = |retyping: Retyping| {
            tried += 1;
            let typed = retyping.of(&due);
            (typed != due.typed && says_all(&typed)).then_some((retyping, typed))
        };
        let Some((retyping, typed)) = all.into_iter().find_map(fitting) else {
            in_vain += 1;
            continue;
        };
        let by_text = game(suite, case).and_then(|(by_text, _)| typed_in(suite, case, by_text, &typed));
        found.extend(by_text.map(|transcript| RetypedCase {
            of: case,
            case: made_up_case(case, (rules, &case.id), &transcript),
            is_longer: matches!(retyping, Retyping::After(..)),
        }));
        if !working.contains(&retyping) {
            working.push(retyping);
        }
    }
    found
}

/// Returns what is said, whatever the letter case in which it repeats what was typed.
fn all_said(pieces: &[Piece]) -> impl Iterator<Item = (&'static str, String)> {
    pieces.iter().filter_map(|piece| match piece {
        Piece::Said { part, text } => Some((*part, text.to_lowercase())),
        Piece::SaidEither { part, texts } => Some((*part, texts.concat().to_lowercase())),
        Piece::Typed(_) | Piece::Rolled { .. } | Piece::Cleared => None,
    })
}

/// Returns the words that are said, by these words in small letters: each as it is said first.
fn printed_words(pieces: &[Piece]) -> BTreeMap<String, String> {
    let mut words = BTreeMap::new();
    let said = pieces.iter().filter_map(|piece| match piece {
        Piece::Said { text, .. } => Some(text),
        _ => None,
    });
    let each = said.flat_map(|text| text.split(|letter: char| !letter.is_alphanumeric()));
    each.for_each(|word| {
        words.entry(word.to_lowercase()).or_insert_with(|| word.to_string());
    });
    words
}

/// What a case types, and what should be said of its row then.
struct Due {
    typed: Vec<Typed>,
    /// The words that the game prints, by these words in small letters.
    printed: BTreeMap<String, String>,
    /// The parts that say what its row is about; none if it is about all.
    parts: BTreeSet<&'static str>,
    facts: Vec<(&'static str, String)>,
}

impl Due {
    /// Returns nothing for a case whose lines follow from what is printed, or of which nobody knows what should be said.
    fn of(suite: &Suite, case: &Case) -> Option<Self> {
        if case.typing.is_some() {
            return None;
        }
        let transcript = reference_transcript(suite, case)?;
        let parts = own_parts(suite.row(&case.row)?, &transcript.pieces);
        let printed = printed_words(&transcript.pieces);
        let due = Self { typed: case.typed(), printed, parts, facts: Vec::new() };
        let facts = due.told(&transcript.pieces);
        (!facts.is_empty()).then_some(Self { facts, ..due })
    }

    /// Returns what is said of the row.
    fn told(&self, pieces: &[Piece]) -> Vec<(&'static str, String)> {
        all_said(pieces).filter(|(part, _)| self.parts.is_empty() || self.parts.contains(part)).collect()
    }
}

impl Retyping {
    /// Returns what is typed in this way in place of what is due.
    fn of(&self, due: &Due) -> Vec<Typed> {
        let change = |typed: &Typed| -> Vec<Typed> {
            let Typed::Line(line) = typed else { return vec![typed.clone()] };
            let begins = |word: &Option<String>| word.as_ref().is_none_or(|word| first_word(line) == *word);
            match self {
                Self::InCapitals(word) if begins(word) => vec![Typed::Line(line.to_uppercase())],
                Self::InSmallLetters(word) if begins(word) => vec![Typed::Line(line.to_lowercase())],
                Self::AsPrinted => {
                    let printed = due.printed.get(&line.to_lowercase()).unwrap_or(line);
                    vec![Typed::Line(printed.clone())]
                }
                Self::After(word, more) if first_word(line) == *word => {
                    vec![typed.clone(), Typed::Line(more.clone())]
                }
                _ => vec![typed.clone()],
            }
        };
        due.typed.iter().flat_map(change).collect()
    }
}

/// Returns the ways to type these lines otherwise, those first that are the least surprising.
fn retypings(typed: &[Typed], more: &[String]) -> Vec<Retyping> {
    let lines = typed.iter().filter_map(Typed::line);
    let words: BTreeSet<String> = lines.map(first_word).filter(|word| !word.is_empty()).collect();
    let each = |way: fn(Option<String>) -> Retyping| {
        std::iter::once(way(None)).chain(words.iter().map(move |word| way(Some(word.clone()))))
    };
    let after = words
        .iter()
        .flat_map(|word| more.iter().map(move |line| Retyping::After(word.clone(), line.clone())));
    let letters = each(Retyping::InCapitals).chain(each(Retyping::InSmallLetters));
    letters.chain([Retyping::AsPrinted]).chain(after).collect()
}

/// Returns the lines of one word that most cases type, those first that more do. What only cases of one row type is about that row: elsewhere the
/// text may leave open what it means.
fn short_lines(suite: &Suite) -> Vec<String> {
    let mut typed_in: BTreeMap<String, (usize, BTreeSet<&str>)> = BTreeMap::new();
    for case in &suite.cases {
        let typed: BTreeSet<String> =
            case.typed().iter().filter_map(Typed::line).map(str::to_string).collect();
        for line in typed.into_iter().filter(|line| line.split_whitespace().count() == 1) {
            let (cases, rows) = typed_in.entry(line).or_default();
            *cases += 1;
            rows.insert(&case.row);
        }
    }
    typed_in.retain(|_, (_, rows)| rows.len() > 1);
    let mut lines: Vec<(String, usize)> =
        typed_in.into_iter().map(|(line, (cases, _))| (line, cases)).collect();
    lines.sort_by_key(|(_, cases)| std::cmp::Reverse(*cases));
    lines.into_iter().map(|(line, _)| line).take(SHORT_LINES).collect()
}

/// Returns the first word of a line, in small letters.
fn first_word(line: &str) -> String {
    line.split_whitespace().next().unwrap_or_default().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::select;
    use crate::cases::source::SuiteSource;

    /// Returns what is typed in a case of the suite `bots`, if it is typed otherwise where all cases are judged beside a broken rule.
    fn typed(id: &str, bend: &str) -> Option<Vec<String>> {
        let suite = select::suite(&SuiteSource::Inside, "bots").expect("it is valid");
        let game = reference::game("bots").expect("a game").bent(bend).expect("a bend");
        let hidden = suite.cases.iter().map(|case| HiddenCase { case, bent: game });
        let retyped = retyped(&suite, &hidden.collect::<Vec<_>>(), &[bend]);
        let typed = retyped.iter().find(|it| it.of.id == id)?.case.typed();
        Some(typed.iter().filter_map(Typed::line).map(str::to_string).collect())
    }

    #[test]
    fn commands_are_typed_as_a_program_understands_them() {
        let suite = select::suite(&SuiteSource::Inside, "bots").expect("it is valid");
        let case = suite.cases.iter().find(|it| it.id == "ending/tie").expect("a case");
        let by_case: Vec<String> =
            case.typed().iter().filter_map(Typed::line).map(str::to_uppercase).collect();
        assert!(case.typed().iter().filter_map(Typed::line).any(|line| line != line.to_uppercase()));
        assert_eq!(typed("ending/tie", "upper-case-only"), Some(by_case));
    }

    #[test]
    fn names_are_typed_as_the_table_writes_them() {
        let lines = typed("ending/tie", "categories-case-sensitive").expect("it can be typed so");
        let names = ["1S", "2S", "3S", "4S", "Trio", "Quartet", "Band", "Doremi", "Orchestra"];
        let typed = |name: &&str| lines.iter().filter(|line| line == name).count();
        assert_eq!(names.iter().map(typed).collect::<Vec<_>>(), vec![2; names.len()], "{lines:?}");
    }

    #[test]
    fn a_line_is_added_where_a_program_asks_once_more() {
        let lines = typed("ending/tie", "cheat-rolls-on").expect("it can be typed so");
        let cheats = lines.windows(2).filter(|pair| pair[0].to_lowercase().starts_with("cheat"));
        assert!(cheats.clone().count() > 0);
        assert!(cheats.clone().all(|pair| pair[1].eq_ignore_ascii_case("save")), "{lines:?}");
    }

    #[test]
    fn what_shows_beside_the_broken_rule_is_typed_as_it_is() {
        assert_eq!(typed("ending/tie", "doremi-in-order-only"), None);
    }
}
