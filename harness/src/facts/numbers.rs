//! The numbers in a text, each with the words that say what it is.

use super::words::{self, Idea};
use crate::text::tokens::{Token, TokenKind, tokens};

/// A number as it is printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PrintedNumber {
    /// Its value.
    pub(crate) value: i64,
    /// The words that belong to it.
    pub(crate) label: Vec<String>,
    /// The index of its line.
    pub(crate) line: usize,
}

impl PrintedNumber {
    /// Returns whether its words are about `idea`.
    pub(crate) fn is(&self, idea: Idea) -> bool {
        words::has(&self.label, idea)
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
    Word(String),
    Number(i64),
    /// `+`, `=` and the like, which tie numbers together.
    Operator(char),
    /// What ends a clause.
    Break,
}

/// Returns the numbers of `lines`, in their order.
pub(crate) fn numbers(lines: &[String]) -> Vec<PrintedNumber> {
    let mut numbers = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let mut found = of_line(line, at);
        let unlabelled = !line.chars().any(char::is_alphabetic);
        if unlabelled && found.iter().any(|number| number.label.is_empty()) {
            lend_heading(lines, at, &mut found);
        }
        numbers.extend(found);
    }
    numbers
}

fn of_line(line: &str, at: usize) -> Vec<PrintedNumber> {
    let pieces = pieces(line);
    let mut found: Vec<PrintedNumber> = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        let LinePiece::Number(value) = piece else { continue };
        if index == 0 && is_list_item(line) {
            continue;
        }
        let before = pieces[..index].iter().rev().skip_while(|piece| **piece == LinePiece::Operator('='));
        let before: Vec<String> = before.map_while(word).collect();
        let after: Vec<String> = pieces[index + 1..].iter().map_while(word).collect();
        let tied = pieces[..index].iter().rev().take_while(|piece| !matches!(piece, LinePiece::Number(_)));
        let tied = tied.clone().count() > 0 && tied.clone().all(is_operator);
        let mut next =
            pieces[index + 1 + after.len()..].iter().skip_while(|piece| **piece == LinePiece::Operator('='));
        let follows = matches!(next.next(), Some(LinePiece::Number(_)));
        let label = match (found.last(), sum(&pieces[..index])) {
            (Some(last), _) if tied => last.label.clone(),
            // The result of a sum belongs to what the whole sum is about.
            (Some(_), Some(terms)) if terms <= found.len() => {
                [before, found[found.len() - terms].label.clone()].concat()
            }
            // Words between two numbers belong to the later one.
            _ if follows && !before.is_empty() => before,
            _ => [before, after].concat(),
        };
        found.push(PrintedNumber { value: *value, label, line: at });
    }
    found
}

fn is_operator(piece: &LinePiece) -> bool {
    matches!(piece, LinePiece::Operator(_))
}

/// Returns how many numbers stand before the equals sign with which `pieces` end, if their clause adds them up.
fn sum(pieces: &[LinePiece]) -> Option<usize> {
    let (LinePiece::Operator('='), terms) = pieces.split_last()? else { return None };
    let clause: Vec<&LinePiece> =
        terms.iter().rev().take_while(|piece| **piece != LinePiece::Break).collect();
    let numbers = clause.iter().filter(|piece| matches!(piece, LinePiece::Number(_))).count();
    clause.contains(&&LinePiece::Operator('+')).then_some(numbers).filter(|numbers| *numbers > 1)
}

/// `1. Roll` begins with the number of a choice.
fn is_list_item(line: &str) -> bool {
    let rest = line.trim_start().trim_start_matches(|ch: char| ch.is_ascii_digit());
    rest.strip_prefix(['.', ')']).is_some_and(|rest| rest.trim_start().starts_with(char::is_alphabetic))
}

/// Returns the word that a piece is, if it is one.
fn word(piece: &LinePiece) -> Option<String> {
    match piece {
        LinePiece::Word(word) => Some(word.clone()),
        _ => None,
    }
}

fn pieces(line: &str) -> Vec<LinePiece> {
    let piece = |token: Token<'_>| match token.kind {
        TokenKind::Number => Some(LinePiece::Number(value(line, token))),
        TokenKind::Word if token.text.eq_ignore_ascii_case("x") => Some(LinePiece::Operator('x')),
        TokenKind::Word => Some(LinePiece::Word(token.text.to_lowercase())),
        _ => match token.text {
            "+" | "=" | "*" | "×" | "/" => token.text.chars().next().map(LinePiece::Operator),
            "," | ";" | "!" | "?" | "(" | ")" | "|" => Some(LinePiece::Break),
            "." if ends_clause(&line[token.range().end..]) => Some(LinePiece::Break),
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

fn ends_clause(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(' ')
}

/// Gives numbers without words the words above them: those of their column, or those of a line of words.
fn lend_heading(lines: &[String], at: usize, found: &mut [PrintedNumber]) {
    let is_words = |line: &&String| line.chars().any(char::is_alphabetic);
    let Some(above) = lines[at.saturating_sub(3)..at].iter().rev().find(is_words) else { return };
    if above.chars().any(|ch| ch.is_ascii_digit()) {
        return;
    }
    let headings = words_in_columns(above);
    let columns = number_columns(&lines[at]);
    for (number, column) in found.iter_mut().zip(columns) {
        if !number.label.is_empty() {
            continue;
        }
        let nearest = headings.iter().min_by_key(|(from, to, _)| (from + to).abs_diff(2 * column));
        number.label = nearest.map(|(_, _, words)| words.clone()).unwrap_or_default();
    }
}

/// Returns the groups of words of a line, apart from each other by two blanks or a bar, with their columns.
pub(crate) fn words_in_columns(line: &str) -> Vec<(usize, usize, Vec<String>)> {
    let chars: Vec<char> = line.chars().collect();
    let mut groups = Vec::new();
    let mut from = 0;
    while from < chars.len() {
        let ends = |at: usize| {
            chars[at] == '|'
                || chars[at] == '│'
                || (chars[at] == ' ' && chars.get(at + 1).is_none_or(|next| *next == ' '))
        };
        let to = (from..chars.len()).find(|at| ends(*at)).unwrap_or(chars.len());
        let text: String = chars[from..to].iter().collect();
        let words = words::words(&text);
        if !words.is_empty() {
            let blanks = text.chars().take_while(|ch| *ch == ' ').count();
            groups.push((from + blanks, to.max(1) - 1, words));
        }
        from = to + 1;
    }
    groups
}

fn number_columns(line: &str) -> Vec<usize> {
    let column = |token: Token<'_>| line[..token.start].chars().count();
    tokens(line).filter(Token::is_number).map(column).collect()
}

/// Returns different values in their order, as text.
pub(super) fn list(values: &[i64]) -> String {
    let mut values = values.to_vec();
    values.sort_unstable();
    values.dedup();
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labelled(text: &str) -> Vec<(i64, String)> {
        let lines: Vec<String> = text.lines().map(str::to_string).collect();
        let sorted = |mut label: Vec<String>| {
            label.sort();
            label.join(" ")
        };
        numbers(&lines).into_iter().map(|number| (number.value, sorted(number.label))).collect()
    }

    #[track_caller]
    fn check(text: &str, expected: &[(i64, &str)]) {
        let expected: Vec<_> = expected.iter().map(|(value, label)| (*value, (*label).to_string())).collect();
        assert_eq!(labelled(text), expected, "{text}");
    }

    #[test]
    fn numbers_get_the_words_around_them() {
        check("Current score: 8   Total score: 20", &[(8, "current score"), (20, "score total")]);
        check("30 total, 12 this roll", &[(30, "total"), (12, "roll this")]);
        check("You scored 12 points (total: 30).", &[(12, "points scored you"), (30, "total")]);
        check("(4 + 2) x 2 = 12", &[(4, ""), (2, ""), (2, ""), (12, "")]);
        check("Opponent total = 20; player total = 15", &[(20, "opponent total"), (15, "player total")]);
        check(
            "Computer: 10 shown + 7 hidden = 17",
            &[(10, "computer shown"), (7, "hidden"), (17, "computer hidden shown")],
        );
        check("Score = 12 Total = 30", &[(12, "score"), (30, "total")]);
        check("Roll score: 4 + 2 = 6", &[(4, "roll score"), (2, "roll score"), (6, "roll score")]);
    }

    #[test]
    fn numbers_in_a_table_get_its_heading() {
        check(
            "Player  |  Computer\n--------+---------\n  12    |    30",
            &[(12, "player"), (30, "computer")],
        );
        check("Your total:\n30", &[(30, "total your")]);
    }
}
