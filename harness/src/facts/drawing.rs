//! What is wrong with the pictures of one roll.

use std::collections::BTreeSet;

use super::ledger::BrokenFact;
use super::numbers::PrintedNumber;
use super::pictures::{Flaw, Picture, count_of};
use super::red::Red;
use super::rolling::Rolling;
use super::survey::{Impossible, Survey};
use super::worth::{Faces, Roll, worth};
use crate::cases::Cause;

impl Survey<'_> {
    /// Notes what is wrong with the pictures of a roll.
    pub(super) fn pictures(&mut self, rolling: Rolling<'_>, numbers: &[PrintedNumber]) {
        let dice = &rolling.roll.dice;
        let flawed = |is: fn(&Flaw) -> bool| dice.iter().find(|die| die.flaws.iter().any(is));
        let digit = flawed(|flaw| matches!(flaw, Flaw::Digit(_)));
        self.ledger.note("pictures/drawn", digit.map(|die| has_digits(rolling, die)));
        let uneven = flawed(|flaw| *flaw == Flaw::UnevenRows).map(|die| is_uneven(rolling, die));
        let unlike = || dice.iter().find_map(|die| has_unlike_sides(rolling, die));
        let broken = || dice.iter().find_map(|die| has_a_broken_edge(rolling, die));
        let open = || dice.iter().find_map(|die| lacks_an_edge(rolling, die));
        self.ledger.note("pictures/rows", uneven.or_else(unlike).or_else(broken).or_else(open));
        let doubled = flawed(|flaw| *flaw == Flaw::DoubledRows).map(|die| has_doubled_rows(rolling, die));
        self.ledger.note("pictures/once", doubled);
        self.faces_of(rolling, numbers);
        // Digits may stand for any sign that tells the dice apart, and are told already; so are dice without pips.
        if digit.is_none() && dice.iter().all(|die| die.pips > 0) {
            self.red(rolling);
        }
    }

    fn red(&mut self, rolling: Rolling<'_>) {
        let fact = "pictures/red";
        match rolling.roll.red {
            Red::Is(_) => self.ledger.held(fact),
            Red::Alike if self.story.is_in_known_language() => self.ledger.wrong(
                fact,
                BrokenFact {
                    at: (rolling.stage, rolling.roll.dice[0].area.bottom),
                    cause: Cause::WrongText,
                    expected: "a red die".to_string(),
                    sentence: "the red die looks like the white ones".to_string(),
                },
            ),
            _ => self.ledger.unread(fact, WHICH_IS_RED),
        }
    }

    fn faces_of(&mut self, rolling: Rolling<'_>, numbers: &[PrintedNumber]) {
        let Rolling { stage, roll, .. } = rolling;
        let Some(die) = roll.dice.iter().find(|die| die.face().is_none()) else {
            self.ledger.held("dice/faces");
            self.ledger.held("pictures/pips");
            return;
        };
        let stage = self.story.stages.iter().position(|other| std::ptr::eq(other, stage)).unwrap_or(0);
        let as_faces = (1..=6).filter(|face| self.counts_as(roll, *face, numbers)).collect();
        let as_drawn = self.counts(roll, &roll.pips(), numbers);
        self.impossible.push(Impossible { stage, line: die.area.bottom, pips: die.pips, as_drawn, as_faces });
    }

    /// Notes impossible numbers of pips. If the scores count them, the program rolls dice that have such faces; if they count
    /// one face wherever that picture stands, only the picture is wrong.
    pub(super) fn impossible_faces(&mut self) {
        let impossible = std::mem::take(&mut self.impossible);
        let as_drawn = impossible.iter().filter(|die| die.as_drawn).count();
        let fact = match as_drawn.cmp(&counted_as_faces(&impossible)) {
            std::cmp::Ordering::Greater => "dice/faces",
            std::cmp::Ordering::Less => "pictures/pips",
            std::cmp::Ordering::Equal => {
                for fact in ["dice/faces", "pictures/pips"].iter().filter(|_| !impossible.is_empty()) {
                    self.ledger.unread(
                        fact,
                        "a die is drawn with more than 6 pips, or with none; whether such a face fell, or is drawn wrongly, is not clear",
                    );
                }
                return;
            }
        };
        for Impossible { stage, line, pips, .. } in impossible {
            let wrong = BrokenFact {
                at: (&self.story.stages[stage], line),
                cause: Cause::WrongValue,
                expected: "a face from 1 to 6".to_string(),
                sentence: format!("a die is drawn with {}; it has 1 to 6", count_of(pips)),
            };
            self.ledger.wrong(fact, wrong);
        }
    }

    /// Returns whether the score of a roll counts dice with an impossible number of pips as the given face.
    fn counts_as(&self, roll: &Roll, face: i64, numbers: &[PrintedNumber]) -> bool {
        let stands = |pips: i64| {
            if pips == 0 || (pips > 6 && Faces::default().of(pips) == [face]) { face } else { pips }
        };
        let pips: Vec<i64> = roll.pips().into_iter().map(stands).collect();
        pips.iter().all(|pips| (1..=6).contains(pips)) && self.counts(roll, &pips, numbers)
    }

    /// Returns whether a number is the score of a roll with these pips.
    fn counts(&self, roll: &Roll, pips: &[i64], numbers: &[PrintedNumber]) -> bool {
        let reds = match roll.red {
            Red::Is(die) => vec![die],
            _ => vec![0, 1, 2],
        };
        let is_shown = |points: i64| numbers.iter().any(|number| number.value == points);
        reds.into_iter().any(|red| worth(self.rules, pips, red).points.is_some_and(is_shown))
    }
}

fn has_digits<'a>(rolling: Rolling<'a>, die: &Picture) -> BrokenFact<'a> {
    BrokenFact {
        at: (rolling.stage, die.area.bottom),
        cause: Cause::WrongText,
        expected: "pips".to_string(),
        sentence: "the picture of a die shows digits; it should show pips".to_string(),
    }
}

/// Why it is undecided whether the red die can be told from the others.
const WHICH_IS_RED: &str = "which of the three dice is the red one is not clear: draw its pips with another sign than the others, or write `red` above it";

fn has_doubled_rows<'a>(rolling: Rolling<'a>, die: &Picture) -> BrokenFact<'a> {
    let (face, drawn) = (count_of(die.pips), count_of(2 * die.pips));
    BrokenFact {
        at: (rolling.stage, die.area.bottom),
        cause: Cause::WrongValue,
        expected: format!("a die with {face}"),
        sentence: format!(
            "each row of a die is drawn twice, so that a die of {} shows {drawn}; draw each row once",
            die.pips
        ),
    }
}

fn has_unlike_sides<'a>(rolling: Rolling<'a>, die: &Picture) -> Option<BrokenFact<'a>> {
    let sides = |flaw: &Flaw| match flaw {
        Flaw::UnlikeSides(left, right) => Some((*left, *right)),
        _ => None,
    };
    let (left, right) = die.flaws.iter().find_map(sides)?;
    Some(BrokenFact {
        at: (rolling.stage, die.area.bottom),
        cause: Cause::Punctuation,
        expected: "both sides of a die drawn alike".to_string(),
        sentence: format!("the left side of a die is drawn with `{left}`, the right side with `{right}`"),
    })
}

fn has_a_broken_edge<'a>(rolling: Rolling<'a>, die: &Picture) -> Option<BrokenFact<'a>> {
    let edge = |flaw: &Flaw| match flaw {
        Flaw::BrokenEdge { line, odd, usual } => Some((*line, *odd, *usual)),
        _ => None,
    };
    let (line, odd, usual) = die.flaws.iter().find_map(edge)?;
    let which = if line <= die.area.top { "top" } else { "bottom" };
    Some(BrokenFact {
        at: (rolling.stage, die.area.bottom),
        cause: Cause::Punctuation,
        expected: "an edge drawn with one sign".to_string(),
        sentence: format!("in the {which} edge of a die stands `{odd}`, which is drawn with `{usual}`"),
    })
}

fn lacks_an_edge<'a>(rolling: Rolling<'a>, die: &Picture) -> Option<BrokenFact<'a>> {
    let (one, other) = die.flaws.iter().find_map(|flaw| match flaw {
        Flaw::NoTopEdge => Some(("bottom", "top")),
        Flaw::NoBottomEdge => Some(("top", "bottom")),
        _ => None,
    })?;
    Some(BrokenFact {
        at: (rolling.stage, die.area.bottom),
        cause: Cause::Punctuation,
        expected: "a die with both edges".to_string(),
        sentence: format!("the picture of a die has a {one} edge, but no {other} edge"),
    })
}

fn is_uneven<'a>(rolling: Rolling<'a>, die: &Picture) -> BrokenFact<'a> {
    BrokenFact {
        at: (rolling.stage, die.area.bottom),
        cause: Cause::InnerBlanks,
        expected: "rows of the same width".to_string(),
        sentence: "the rows of a die do not stand under each other".to_string(),
    }
}

/// Returns in how many of the rolls the score is right, if each impossible picture stands for one face, always the same.
fn counted_as_faces(impossible: &[Impossible]) -> usize {
    let pictures: BTreeSet<usize> = impossible.iter().map(|die| die.pips).collect();
    let rolls =
        |pips, face| impossible.iter().filter(|die| die.pips == pips && die.as_faces.contains(&face)).count();
    pictures.into_iter().filter_map(|pips| (1..=6).map(|face| rolls(pips, face)).max()).sum()
}
