//! Reads what stands inside the frame of a picture.

use std::collections::BTreeSet;

use super::Flaw;
use crate::by_evidence::read::canvas::{Colour, Glyph};
use crate::cases::wording::Signs;

/// What stands inside a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Inside {
    Empty,
    Pips(Pips),
    /// Words or numbers: this is no die.
    Text,
    /// A question mark, or one sign all over: a die that is kept secret.
    Secret,
    /// Something that looks like a die and cannot be read with certainty, and why.
    Puzzle(String),
}

/// Pips of one die: how many, the signs and the colours with which they are drawn, and what is wrong with them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Pips {
    /// Of a die that shows a digit, that digit.
    pub(super) count: u8,
    pub(super) chars: BTreeSet<char>,
    pub(super) colours: BTreeSet<Colour>,
    pub(super) flaws: Vec<Flaw>,
}

impl Pips {
    /// Returns whether there is a digit among them, or in their place.
    pub(super) fn has_digit(&self) -> bool {
        self.flaws.contains(&Flaw::Digit)
    }
}

/// The most pips of a die.
const MOST_PIPS: usize = 6;

/// The fewest rows of a die.
const FEWEST_ROWS: usize = 3;

/// Reads the rows inside a frame. If each of them is drawn twice, one of the two counts: on no die are pips above each other in that way.
pub(super) fn read(rows: &[Vec<Glyph>], signs: &Signs) -> Inside {
    let drawn = |row: &Vec<Glyph>| row.iter().map(|cell| cell.ch).collect::<String>();
    let are_alike = |pair: &[Vec<Glyph>]| pair.len() == 2 && drawn(&pair[0]) == drawn(&pair[1]);
    if rows.len() < 2 * FEWEST_ROWS || !rows.chunks(2).all(are_alike) {
        return read_once(rows, signs);
    }
    let halved: Vec<Vec<Glyph>> = rows.iter().step_by(2).cloned().collect();
    let mut inside = read_once(&halved, signs);
    if let Inside::Pips(pips) = &mut inside {
        pips.flaws.push(Flaw::DoubledRows);
    }
    inside
}

fn read_once(rows: &[Vec<Glyph>], signs: &Signs) -> Inside {
    let rows: Vec<Vec<Glyph>> = rows.iter().map(|row| without_brackets(row, signs)).collect();
    let (blank, mut drawn): (Vec<Glyph>, Vec<Glyph>) =
        rows.iter().flatten().copied().partition(|cell| matches!(cell.ch, ' ' | '_' | '\u{3000}'));
    let Some(first) = drawn.first().copied() else { return Inside::Empty };
    if holds_words(&rows, signs) {
        return Inside::Text;
    }
    let is_of_one_sign = drawn.iter().all(|cell| cell.ch == first.ch);
    // On a die that is covered with one sign no pips could be counted.
    let is_covered = drawn.len() > MOST_PIPS && is_a_block(&rows);
    if is_of_one_sign && (first.ch == '?' || is_covered) {
        return Inside::Secret;
    }
    // Where no place is left blank, places without pips are filled.
    drawn.retain(|cell| is_of_one_sign || !blank.is_empty() || !signs.fillers.contains(&cell.ch));
    count(&rows, &drawn, signs)
}

/// Returns whether all rows are drawn from the same column to the same other one, without a gap.
fn is_a_block(rows: &[Vec<Glyph>]) -> bool {
    let is_drawn = |cell: &Glyph| cell.ch != ' ';
    let drawn = |row: &Vec<Glyph>| {
        let from = row.iter().position(is_drawn)?;
        let length = row[from..].iter().take_while(|cell| is_drawn(cell)).count();
        row[from + length..].iter().all(|cell| !is_drawn(cell)).then_some((from, length))
    };
    let first = rows.first().and_then(drawn);
    rows.len() > 1 && first.is_some() && rows.iter().all(|row| drawn(row) == first)
}

fn without_brackets(row: &[Glyph], signs: &Signs) -> Vec<Glyph> {
    let mut row = row.to_vec();
    for at in 1..row.len() {
        if signs.closed.contains(&(row[at - 1].ch, row[at].ch)) {
            row[at - 1].ch = '●';
            row[at].ch = ' ';
        }
    }
    row
}

/// Returns whether there are words, or numbers of several digits.
fn holds_words(rows: &[Vec<Glyph>], signs: &Signs) -> bool {
    let wordy = |ch: char| ch.is_alphabetic() && !signs.letters.contains(&ch);
    let counts = |ch: char| ch.is_ascii_digit();
    rows.iter().any(|row| {
        row.windows(2).any(|pair| {
            let (one, two) = (pair[0].ch, pair[1].ch);
            let same_pip = one == two && one == '0';
            (wordy(one) && two.is_alphabetic())
                || (one.is_alphabetic() && wordy(two))
                || (counts(one) && counts(two) && !same_pip)
        })
    })
}

fn count(rows: &[Vec<Glyph>], drawn: &[Glyph], signs: &Signs) -> Inside {
    let (digits, pips): (Vec<Glyph>, Vec<Glyph>) =
        drawn.iter().copied().partition(|cell| matches!(cell.ch, '1'..='9'));
    let signs_of = |cells: &[Glyph]| cells.iter().map(|cell| cell.ch).collect::<BTreeSet<char>>();
    let (numbers, chars) = (signs_of(&digits), signs_of(&pips));
    let colours = drawn.iter().map(|cell| cell.colour).collect();
    if let Some(face) = written_face(rows) {
        return Inside::Pips(Pips { count: face, chars, colours, flaws: vec![Flaw::Digit] });
    }
    // One digit may stand among pips; several that are alike may be the pips, unless they are the numbers of a column: `[5]`.
    let is_column = rows.len() > 1 && rows.iter().all(|row| row.len() == 1);
    let is_text = digits.len() > 1 && (numbers.len() > 1 || !chars.is_empty() || is_column);
    let has_letters = chars.iter().any(|ch| ch.is_alphabetic() && !signs.letters.contains(ch));
    let is_zero = rows.len() == 1 && pips.len() == 1 && chars.contains(&'0');
    if is_text || chars.len() > 1 && (has_letters || !digits.is_empty()) {
        return Inside::Text;
    }
    if chars.len() > 1 {
        let chars: Vec<String> = chars.iter().map(|sign| format!("`{sign}`")).collect();
        return Inside::Puzzle(format!(
            "the dice cannot be read: inside one die stand {}, and which of them are pips is not clear; draw all pips of a die with one sign",
            chars.join(" and ")
        ));
    }
    if let Some(sign) = chars.iter().find(|ch| signs.frame.contains(ch)) {
        return Inside::Puzzle(format!(
            "the dice cannot be read: inside a die stands `{sign}`, with which frames are drawn; draw pips with another sign, such as `o` or `*`"
        ));
    }
    if has_letters && rows.len() < 3 || is_zero {
        return Inside::Text;
    }
    if let Some(sign) = chars.first().filter(|ch| touches_strangely(rows, **ch)) {
        return Inside::Puzzle(format!(
            "the dice cannot be read: the signs `{sign}` touch each other, so that pips cannot be counted; leave a blank between two pips"
        ));
    }
    let count = match drawn {
        [only] if pips.is_empty() => only.ch as usize - '0' as usize,
        _ if pips.is_empty() => digits.len(),
        _ => pips.len(),
    };
    let flaws = digits.first().map(|_| Flaw::Digit).into_iter().collect();
    Inside::Pips(Pips { count: u8::try_from(count).unwrap_or(u8::MAX), chars, colours, flaws })
}

/// Returns the face of a die that has a digit in place of pips, and beside it, in the same row, one or two signs that tell which die it is: `o 3 o`, or `( 3 )`.
fn written_face(rows: &[Vec<Glyph>]) -> Option<u8> {
    let mut drawn = rows.iter().filter(|row| row.iter().any(|cell| cell.ch != ' '));
    let (row, None) = (drawn.next()?, drawn.next()) else { return None };
    let (digits, marks): (Vec<char>, Vec<char>) =
        row.iter().map(|cell| cell.ch).filter(|ch| *ch != ' ').partition(|ch| matches!(ch, '1'..='6'));
    let [digit] = digits[..] else { return None };
    let is_marked = (1..=2).contains(&marks.len()) && rows.len() >= FEWEST_ROWS;
    is_marked.then(|| u8::try_from(digit.to_digit(10)?).ok()).flatten()
}

/// Returns whether signs touch so that pips cannot be counted: more than three in a row are a bar, and if all stand in pairs,
/// each pair may be one wide pip.
fn touches_strangely(rows: &[Vec<Glyph>], pip: char) -> bool {
    let runs = || {
        let runs =
            rows.iter().flat_map(|row| row.chunk_by(|one, other| (one.ch == pip) == (other.ch == pip)));
        runs.filter(|run| run[0].ch == pip).map(<[Glyph]>::len)
    };
    let width = rows.first().map_or(0, Vec::len);
    runs().any(|run| run > 3) || (width >= 4 && runs().all(|run| run == 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_evidence::read::canvas::Canvas;
    use crate::by_evidence::tests::suite;

    /// Reads a picture whose rows stand between bars.
    fn read_text(picture: &str) -> Inside {
        let rows = picture.lines().filter_map(|row| row.trim().strip_prefix('|')?.strip_suffix('|'));
        let suite = suite();
        let canvas = Canvas::new(&rows.collect::<Vec<_>>().join("\n"), &suite.signs);
        let width = canvas.lines.iter().map(Vec::len).max().unwrap_or(0);
        let rows: Vec<_> =
            (0..canvas.lines.len()).map(|line| canvas.row(line, 0, width.max(1) - 1)).collect();
        read(&rows, &suite.signs)
    }

    #[test]
    fn pips_of_many_kinds_are_counted() {
        let table = [
            (
                r"
                |*   *|
                |  *  |
                |*   *|
                ",
                5,
            ),
            (
                r"
                | 0 0 |
                |     |
                | 0 0 |
                ",
                4,
            ),
            (
                r"
                |o o|
                |o o|
                |o o|
                ",
                6,
            ),
            (
                r"
                |#.#|
                |.#.|
                |#.#|
                ",
                5,
            ),
            (
                r"
                |  () |
                |     |
                | ()  |
                ",
                2,
            ),
            (
                r"
                |***|
                |   |
                |***|
                ",
                6,
            ),
            (
                r"
                |__●__|
                ",
                1,
            ),
            (
                r"
                |R   R|
                |     |
                |R   R|
                ",
                4,
            ),
            (
                r"
                |* * *|
                |* * *|
                |*   *|
                ",
                8,
            ),
        ];
        for (text, count) in table {
            let Inside::Pips(pips) = read_text(text) else { panic!("{text}") };
            assert_eq!((pips.count, pips.has_digit()), (count, false), "{text}");
        }
    }

    #[test]
    fn a_digit_in_place_of_pips_is_read() {
        for text in [
            r"
            |   |
            | 4 |
            |   |
            ",
            r"
            |* *|
            | 4 |
            |* *|
            ",
            r"
            |3 3|
            |   |
            | 3 |
            ",
        ] {
            let Inside::Pips(pips) = read_text(text) else { panic!("{text}") };
            assert!(pips.has_digit(), "{text}");
        }
    }

    #[test]
    fn a_digit_between_two_marks_is_the_face() {
        for (row, face, marks) in
            [("o 3 o", 3, "o"), ("( 5 )", 5, "()"), ("*  1 ", 1, "*"), ("R 6 R", 6, "R")]
        {
            let picture = format!("|     |\n|{row}|\n|     |");
            let Inside::Pips(pips) = read_text(&picture) else { panic!("{picture}") };
            assert_eq!((pips.count, pips.has_digit()), (face, true), "{picture}");
            assert_eq!(pips.chars, marks.chars().collect(), "{picture}");
        }
        assert_eq!(read_text("|     |\n|( 7 )|\n|     |"), Inside::Text);
        assert_eq!(read_text("|( 3 )|"), Inside::Text);
    }

    #[test]
    fn words_are_no_pips_and_what_is_unclear_is_a_puzzle() {
        assert_eq!(read_text("|Player|"), Inside::Text);
        assert_eq!(read_text("|  22 |"), Inside::Text);
        assert_eq!(read_text("|  0  |"), Inside::Text);
        assert_eq!(read_text("|5|\n|5|\n|5|"), Inside::Text);
        assert_eq!(read_text("| ? |"), Inside::Secret);
        assert_eq!(read_text("|/////|\n|/////|\n|/////|"), Inside::Secret);
        assert_eq!(read_text("| ### |\n| ### |\n| ### |"), Inside::Secret);
        let empty = r"
            |   |
            |   |
            ";
        assert_eq!(read_text(empty), Inside::Empty);
        for puzzle in [
            r"
            |** **|
            |     |
            |** **|
            ",
            r"
            |/-\  |
            |\-/  |
            |     |
            ",
        ] {
            assert!(matches!(read_text(puzzle), Inside::Puzzle(_)), "{puzzle}");
        }
    }
}
