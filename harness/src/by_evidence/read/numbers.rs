//! The numbers in a text, each with the words that say what it is.

use super::{SheetLine, word};
use crate::cases::wording::{Idea, Ideas};
use crate::text::tokens::{Token, TokenKind, tokens};

/// A number as it is printed, with the index of its line and the column in which it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PrintedNumber {
    pub(crate) value: i64,
    /// What the words that belong to it are about, if there are any.
    pub(crate) label: Option<Ideas>,
    pub(crate) line: usize,
    column: usize,
}

impl PrintedNumber {
    /// Returns whether its words are about `idea`.
    pub(crate) fn is(&self, idea: Idea) -> bool {
        self.label.is_some_and(|ideas| ideas.has(idea))
    }

    /// Returns whether its words speak of a score.
    pub(crate) fn is_score(&self) -> bool {
        self.is(Idea::Score) || self.is(Idea::Points)
    }

    /// Returns whether it tells by how much somebody wins or loses.
    pub(crate) fn is_margin(&self) -> bool {
        self.is(Idea::Margin) && (self.is(Idea::Winning) || self.is(Idea::Losing))
    }

    /// Returns whether it may be the score of one roll.
    pub(crate) fn may_be_roll(&self) -> bool {
        !self.is(Idea::Computer) && (self.is(Idea::Roll) || !self.is(Idea::Total))
    }

    /// Returns whether it may be the running total of the player.
    pub(crate) fn may_be_total(&self) -> bool {
        !self.is(Idea::Computer) && (self.is(Idea::Total) || !self.is(Idea::Roll))
    }
}

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
enum LinePiece {
    Word(Ideas),
    /// With the column in which it begins.
    Number(i64, usize),
    /// `+`, `=` and the like, which tie numbers together.
    Operator(char),
    /// What ends a clause.
    Break,
}

/// Returns the numbers of `lines`, in their order.
pub(crate) fn numbers(lines: &[SheetLine]) -> Vec<PrintedNumber> {
    let mut numbers = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let mut found = of_line(line, at);
        if line.words.is_empty() && found.iter().any(|number| number.label.is_none()) {
            lend_heading(lines, at, &mut found);
        }
        numbers.extend(found);
    }
    numbers
}

fn of_line(line: &SheetLine, at: usize) -> Vec<PrintedNumber> {
    let pieces = pieces(line);
    if let Some(of_both) = of_both(&pieces, at) {
        return of_both.to_vec();
    }
    let mut found: Vec<PrintedNumber> = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        let LinePiece::Number(value, column) = piece else { continue };
        if index == 0 && is_list_item(&line.text) {
            continue;
        }
        let before = pieces[..index].iter().rev().skip_while(|piece| **piece == LinePiece::Operator('='));
        let before: Vec<Ideas> = before.map_while(word).collect();
        let after: Vec<Ideas> = pieces[index + 1..].iter().map_while(word).collect();
        let is_number = |piece: &LinePiece| matches!(piece, LinePiece::Number(..));
        let since = pieces[..index].rsplit(is_number).next().unwrap_or_default();
        let tied = !since.is_empty() && since.iter().all(|piece| matches!(piece, LinePiece::Operator(_)));
        let mut next =
            pieces[index + 1 + after.len()..].iter().skip_while(|piece| **piece == LinePiece::Operator('='));
        let follows = matches!(next.next(), Some(LinePiece::Number(..)));
        let label: Vec<Ideas> = match (found.last(), sum(&pieces[..index])) {
            (Some(last), _) if tied => last.label.into_iter().collect(),
            // The result of a sum belongs to what the whole sum is about.
            (Some(_), Some(terms)) if terms <= found.len() => {
                before.into_iter().chain(found[found.len() - terms].label).collect()
            }
            // Words between two numbers belong to the later one.
            _ if follows && !before.is_empty() => before,
            _ => [before, after].concat(),
        };
        let label = (!label.is_empty()).then(|| label.into_iter().collect());
        found.push(PrintedNumber { value: *value, label, line: at, column: *column });
    }
    found
}

/// Returns the two numbers of a line that names the player and the computer first, each with the words of the one who is named in its place: "You : Computer
/// = 25 : 29".
fn of_both(pieces: &[LinePiece], at: usize) -> Option<[PrintedNumber; 2]> {
    let first = pieces.iter().position(|piece| matches!(piece, LinePiece::Number(..)))?;
    let (words, numbers) = pieces.split_at(first);
    let words: Vec<Ideas> = words.iter().filter_map(word).collect();
    let begins = |idea: Idea, other: Idea| words.iter().position(|word| word.has(idea) && !word.has(other));
    let second = begins(Idea::Player, Idea::Computer)?.max(begins(Idea::Computer, Idea::Player)?);
    let mut values = numbers.iter().filter_map(|piece| match piece {
        LinePiece::Number(value, column) => Some((*value, *column)),
        _ => None,
    });
    let (Some(one), Some(other), None) = (values.next(), values.next(), values.next()) else { return None };
    if numbers.iter().any(|piece| matches!(piece, LinePiece::Word(_))) {
        return None;
    }
    let (of_one, of_other) = words.split_at(second);
    let number = |(value, column), words: &[Ideas]| PrintedNumber {
        value,
        label: Some(words.iter().copied().collect()),
        line: at,
        column,
    };
    Some([number(one, of_one), number(other, of_other)])
}

/// Returns how many numbers stand before the equals sign with which `pieces` end, if their clause adds them up.
fn sum(pieces: &[LinePiece]) -> Option<usize> {
    let (LinePiece::Operator('='), terms) = pieces.split_last()? else { return None };
    let clause: Vec<&LinePiece> =
        terms.iter().rev().take_while(|piece| **piece != LinePiece::Break).collect();
    let numbers = clause.iter().filter(|piece| matches!(piece, LinePiece::Number(..))).count();
    clause.contains(&&LinePiece::Operator('+')).then_some(numbers).filter(|numbers| *numbers > 1)
}

/// `1. Roll` begins with the number of a choice.
fn is_list_item(line: &str) -> bool {
    let rest = line.trim_start().trim_start_matches(|ch: char| ch.is_ascii_digit());
    rest.strip_prefix(['.', ')']).is_some_and(|rest| rest.trim_start().starts_with(char::is_alphabetic))
}

/// Returns the word that a piece is, if it is one.
fn word(piece: &LinePiece) -> Option<Ideas> {
    match piece {
        LinePiece::Word(ideas) => Some(*ideas),
        _ => None,
    }
}

fn pieces(line: &SheetLine) -> Vec<LinePiece> {
    let SheetLine { text: line, words, .. } = line;
    let mut words = words.iter().map(|word| word.ideas);
    let piece = |token: Token<'_>| match token.kind {
        // `Roll #2` tells which roll it is.
        TokenKind::Number if line[..token.start].ends_with('#') => None,
        TokenKind::Number => Some(LinePiece::Number(value(line, token), line[..token.start].chars().count())),
        TokenKind::Word => match words.next() {
            _ if token.text.eq_ignore_ascii_case("x") => Some(LinePiece::Operator('x')),
            ideas => ideas.map(LinePiece::Word),
        },
        _ => match token.text {
            "+" | "=" | "*" | "×" | "/" => token.text.chars().next().map(LinePiece::Operator),
            "," | ";" | "!" | "?" | "(" | ")" | "|" => Some(LinePiece::Break),
            "." if matches!(line[token.range().end..].chars().next(), None | Some(' ')) => {
                Some(LinePiece::Break)
            }
            _ => None,
        },
    };
    tokens(line).filter_map(piece).collect()
}

/// A hyphen before a number is a minus where nothing, or a blank, stands before it.
fn value(line: &str, token: Token<'_>) -> i64 {
    let value = token.text.parse::<i64>().unwrap_or(i64::MAX);
    let before = line[..token.start].strip_suffix('-');
    let is_negative = before.is_some_and(|before| before.is_empty() || before.ends_with(' '));
    if is_negative { -value } else { value }
}

/// Gives numbers without words the words above them: those of their column, or those of a line of words.
fn lend_heading(lines: &[SheetLine], at: usize, found: &mut [PrintedNumber]) {
    let above = lines[at.saturating_sub(3)..at].iter().rev().find(|line| !line.words.is_empty());
    let Some(above) = above.filter(|line| !line.has_digits()) else { return };
    for number in found.iter_mut().filter(|number| number.label.is_none()) {
        let distance = |(from, to, _): &(usize, usize, _)| (from + to).abs_diff(2 * number.column);
        let nearest = word::groups(&above.words).min_by_key(distance);
        number.label = nearest.map(|(.., words)| words.iter().map(|word| word.ideas).collect());
    }
}

/// Returns different values in their order, as text.
pub(crate) fn list(values: &[i64]) -> String {
    let mut values = values.to_vec();
    values.sort_unstable();
    values.dedup();
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_evidence::read::Sheet;
    use crate::by_evidence::tests::suite;

    /// Checks the numbers of a text, each with what its words are about.
    #[track_caller]
    fn check(text: &str, expected: &[(i64, &[Idea])]) {
        let found = numbers(&Sheet::read(text, 1, suite()).lines);
        assert_eq!(found.len(), expected.len(), "{text}");
        for (number, (value, ideas)) in found.iter().zip(expected) {
            assert_eq!(number.value, *value, "{text}");
            for idea in [Idea::Computer, Idea::Player, Idea::Total, Idea::Roll, Idea::Score] {
                assert_eq!(number.is(idea), ideas.contains(&idea), "{value} and {idea:?}: {text}");
            }
        }
    }

    #[test]
    fn numbers_get_the_words_around_them() {
        use Idea::{Computer, Player, Roll, Score, Total};
        check("Current score: 8   Total score: 20", &[(8, &[Roll, Score]), (20, &[Total, Score])]);
        check("30 total, 12 this roll", &[(30, &[Total]), (12, &[Roll])]);
        check("You scored 12 points (total: 30).", &[(12, &[Player, Roll, Score]), (30, &[Total])]);
        check("(4 + 2) x 2 = 12", &[(4, &[]), (2, &[]), (2, &[]), (12, &[])]);
        check("Opponent total = 20; player total = 15", &[(20, &[Computer, Total]), (15, &[Player, Total])]);
        check("Computer: 10 shown + 7 hidden = 17", &[(10, &[Computer]), (7, &[]), (17, &[Computer])]);
        check("Score = 12 Total = 30", &[(12, &[Score]), (30, &[Total])]);
        check("Roll score: 4 + 2 = 6", &[(4, &[Roll, Score]), (2, &[Roll, Score]), (6, &[Roll, Score])]);
    }

    #[test]
    fn the_number_of_a_roll_or_a_choice_is_none_of_its_scores() {
        use Idea::{Roll, Score, Total};
        check("--- Your roll #2 ---", &[]);
        check("Roll #2 score: 8   Total: 20", &[(8, &[Roll, Score]), (20, &[Total])]);
        check("1. Roll", &[]);
    }

    #[test]
    fn numbers_in_a_table_get_its_heading() {
        use Idea::{Computer, Player, Total};
        check(
            "Player  |  Computer\n--------+---------\n  12    |    30",
            &[(12, &[Player]), (30, &[Computer])],
        );
        check("Your total:\n30", &[(30, &[Player, Total])]);
    }

    #[test]
    fn two_numbers_behind_the_names_of_both_are_theirs_in_this_order() {
        use Idea::{Computer, Player, Score};
        check("You : Computer = 25 : 29", &[(25, &[Player]), (29, &[Computer])]);
        check("Computer vs Player: 10-15", &[(10, &[Computer]), (15, &[Player])]);
        check("Final scores, you and the computer: 10, 15", &[(10, &[Player, Score]), (15, &[Computer])]);
        // With words between them each has its own.
        check("Computer 10, you 15", &[(10, &[Computer]), (15, &[Player])]);
    }
}
