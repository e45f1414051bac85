//! What is wrong with the pictures of one roll.

use super::ledger::BrokenFact;
use super::numbers::PrintedNumber;
use super::pictures::{Flaw, Picture};
use super::red::Red;
use super::rolling::Rolling;
use super::survey::{Counting, Impossible, Survey};
use super::worth::{Faces, Roll, Worth, worth};
use crate::cases::Cause;

impl Survey<'_> {
    /// Notes what is wrong with the pictures of a roll.
    pub(super) fn pictures(&mut self, rolling: Rolling<'_>, numbers: &[PrintedNumber]) {
        let dice = &rolling.roll.dice;
        let flawed = |is: fn(&Flaw) -> bool| dice.iter().find(|die| die.flaws.iter().any(is));
        let digit = flawed(|flaw| matches!(flaw, Flaw::Digit(_)));
        self.ledger.note("pictures/drawn", digit.map(|die| has_digits(rolling, die)));
        let uneven = flawed(|flaw| *flaw == Flaw::UnevenRows);
        self.ledger.note("pictures/rows", uneven.map(|die| is_uneven(rolling, die)));
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
                    at: (rolling.stage, rolling.roll.dice[0].area.top),
                    cause: Cause::WrongText,
                    expected: "a red die".to_string(),
                    sentence: "the red die looks like the white ones".to_string(),
                },
            ),
            _ => self.ledger.unread(fact, "it is not clear which die is the red one"),
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
        let counts = counts(roll, numbers);
        self.impossible.push(Impossible { stage, line: die.area.top + 1, pips: die.pips, counts });
    }

    /// Notes impossible numbers of pips. If the scores count them, the program rolls dice that have such faces; else only the
    /// pictures are wrong.
    pub(super) fn impossible_faces(&mut self) {
        let impossible = std::mem::take(&mut self.impossible);
        let count = |counts| impossible.iter().filter(|die| die.counts == counts).count();
        let fact = match count(Counting::AsDrawn).cmp(&count(Counting::AsFace)) {
            std::cmp::Ordering::Greater => "dice/faces",
            std::cmp::Ordering::Less => "pictures/pips",
            std::cmp::Ordering::Equal => {
                for fact in ["dice/faces", "pictures/pips"].iter().filter(|_| !impossible.is_empty()) {
                    self.ledger.unread(
                        fact,
                        "whether a die has an impossible face, or is drawn wrongly, is not clear",
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
                sentence: format!("a die is drawn with {pips} pips; it has 1 to 6"),
            };
            self.ledger.wrong(fact, wrong);
        }
    }
}

fn has_digits<'a>(rolling: Rolling<'a>, die: &Picture) -> BrokenFact<'a> {
    BrokenFact {
        at: (rolling.stage, die.area.top + 1),
        cause: Cause::WrongText,
        expected: "pips".to_string(),
        sentence: "a picture of a die has no digits in it".to_string(),
    }
}

fn is_uneven<'a>(rolling: Rolling<'a>, die: &Picture) -> BrokenFact<'a> {
    BrokenFact {
        at: (rolling.stage, die.area.top + 1),
        cause: Cause::InnerBlanks,
        expected: "rows of the same width".to_string(),
        sentence: "the rows of a die do not stand under each other".to_string(),
    }
}

/// Returns whether the score of a roll counts an impossible number of pips as it is drawn, or as a face that a die has.
fn counts(roll: &Roll, numbers: &[PrintedNumber]) -> Counting {
    let shown = |worth: Worth| match worth {
        Worth::Points { points, .. } => numbers.iter().any(|number| number.value == points),
        Worth::Bust => false,
    };
    let reds = match roll.red {
        Red::Is(die) => vec![die],
        _ => vec![0, 1, 2],
    };
    let fits = |pips: &[i64]| reds.iter().any(|red| shown(worth(pips, *red)));
    let drawn = roll.pips();
    let as_face = (1..=6).any(|face| {
        let stands = |pips: i64| {
            if pips == 0 || (pips > 6 && Faces::default().of(pips) == [face]) { face } else { pips }
        };
        let pips: Vec<i64> = drawn.iter().map(|pips| stands(*pips)).collect();
        pips.iter().all(|pips| (1..=6).contains(pips)) && fits(&pips)
    });
    match (fits(&drawn), as_face) {
        (true, false) => Counting::AsDrawn,
        (false, true) => Counting::AsFace,
        _ => Counting::Either,
    }
}
