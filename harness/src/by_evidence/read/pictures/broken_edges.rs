//! Edges of dice in which another sign stands than the one with which they are drawn.

use super::Flaw;
use crate::by_evidence::read::canvas::{Area, Canvas};

/// The fewest signs of an edge between its corners by which its usual sign is known.
const FEWEST: usize = 3;

/// Returns what is wrong with an edge of a die whose edges are the first and the last line of `area`, if one of them is drawn with one
/// sign from corner to corner, and the other one with that sign everywhere but in one place. Words in an edge are labels.
pub(super) fn find(canvas: &Canvas<'_>, area: Area) -> Option<Flaw> {
    let signs = |line| (area.left + 1..area.right).map(move |column| canvas.at(line, column).ch);
    let is_drawn = |sign: char| !sign.is_alphanumeric() && sign != ' ';
    let broken = |which: &str, line: usize, other: usize| {
        let usual = signs(other).next().filter(|usual| signs(other).all(|sign| sign == *usual))?;
        let others: Vec<char> = signs(line).filter(|sign| *sign != usual).collect();
        let [odd] = others[..] else { return None };
        let says = format!("in the {which} edge of a die stands `{odd}`, which is drawn with `{usual}`");
        let is_known = signs(other).count() >= FEWEST && is_drawn(usual) && is_drawn(odd);
        is_known.then_some(Flaw::Frame(says))
    };
    broken("top", area.top, area.bottom).or_else(|| broken("bottom", area.bottom, area.top))
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
