//! Edges of dice in which another sign stands than the one with which they are drawn.

use super::Flaw;
use crate::by_evidence::read::canvas::{Area, Canvas};

/// The fewest signs of an edge between its corners by which its usual sign is known.
const FEWEST: usize = 3;

/// Returns what is wrong with an edge of a die whose edges are the first and the last line of `area`, if one of them is drawn with one
/// sign from corner to corner, and the other one with that sign everywhere but in one place. Words in an edge are labels.
pub(super) fn find(canvas: &Canvas<'_>, area: Area) -> Option<Flaw> {
    if area.bottom >= canvas.lines.len() {
        return None;
    }
    let signs = |line: usize| -> Vec<char> {
        (area.left + 1..area.right).map(|column| canvas.at(line, column).ch).collect()
    };
    let (top, bottom) = (signs(area.top), signs(area.bottom));
    let usual = |line: &[char]| {
        let first = *line.first()?;
        let is_edge = line.len() >= FEWEST && !first.is_alphanumeric() && first != ' ';
        line.iter().all(|sign| is_edge && *sign == first).then_some(first)
    };
    let odd = |line: &[char], usual: char| {
        let mut others = line.iter().copied().filter(|sign| *sign != usual);
        let odd = others.next()?;
        let is_alone = others.next().is_none() && !odd.is_alphanumeric() && odd != ' ';
        is_alone.then_some(odd)
    };
    let broken = |which: &str, line: &[char], other: &[char]| {
        let usual = usual(other)?;
        let odd = odd(line, usual)?;
        Some(Flaw::Frame(format!(
            "in the {which} edge of a die stands `{odd}`, which is drawn with `{usual}`"
        )))
    };
    broken("top", &top, &bottom).or_else(|| broken("bottom", &bottom, &top))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::wording::Signs;

    #[track_caller]
    fn check(drawn: &str, expected: Option<&str>) {
        let signs = Signs::default();
        let canvas = Canvas::new(drawn, &signs);
        let (height, width) =
            (drawn.lines().count(), drawn.lines().next().unwrap_or_default().chars().count());
        let area = Area { top: 0, left: 0, bottom: height - 1, right: width - 1 };
        let expected = expected.map(|says| Flaw::Frame(says.to_string()));
        assert_eq!(find(&canvas, area), expected, "{drawn}");
    }

    #[test]
    fn one_other_sign_in_an_edge_is_a_slip_and_a_label_is_none() {
        check("┌;──┐\n│ ● │\n└───┘", Some("in the top edge of a die stands `;`, which is drawn with `─`"));
        check("+---+\n| o |\n+-=-+", Some("in the bottom edge of a die stands `=`, which is drawn with `-`"));
        check("┌───┐\n│ ● │\n└───┘", None);
        check("+-R-+\n| o |\n+---+", None);
        check("+- -+\n| o |\n+---+", None);
        check(".---.\n| o |\n\'===\'", None);
        check("+=-=+\n| o |\n+---+", None);
        check("+--+\n|o |\n+-;+", None);
    }
}
