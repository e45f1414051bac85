//! What is wrong with the pictures of a roll, and whether such faces fell that no die has.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::misdrawn::Misdrawn;
use super::replay::{Impossible, Replay, RollSeen};
use super::worth::Worth;
use crate::by_evidence::read::pictures::{Flaw, Picture, count_of};
use crate::by_evidence::read::red::Red;
use crate::by_evidence::rules::claims::{Expects, FactClaim, SentenceParts};
use crate::cases::Cause;
use crate::cases::facts::DiceFact as F;

/// Why it is undecided whether the red die can be told from the others.
const WHICH_IS_RED: &str = "which of the three dice is the red one is not clear: draw its pips with another sign than the others, or write `red` above it";

/// Why it is undecided whether a die that shows what no die has is drawn wrongly.
const WHICH_FACES: &str = "a die is drawn with more than 6 pips, or with none; whether such a face fell, or is drawn wrongly, is not clear";

impl<'a> Replay<'a> {
    /// Judges the pictures of a roll.
    pub(super) fn pictures(&mut self, seen: RollSeen<'a, '_>) {
        let dice = &seen.roll.dice;
        let flaws: Vec<(F, Cause, &Picture, String)> = dice.iter().flat_map(flaws).collect();
        for fact in [F::PicturesDrawn, F::PicturesRows, F::PicturesOnce] {
            let flaw = flaws.iter().find(|(of, ..)| *of == fact);
            let line = flaw.map_or(0, |(.., die, _)| die.area.bottom);
            let expects = Expects::Drawn(flaw.map(|(_, cause, ..)| *cause));
            let claim = FactClaim { fact: fact.row(), at: (seen.stage, line), expects, told: None };
            self.ledger.check(&claim, || {
                let (.., picture, told) = flaw.expect("something is wrong");
                let pips = picture.pips;
                SentenceParts { dice: pips.to_string(), right: count_of(pips), shown: told.clone() }
            });
        }
        if let Some(die) = dice.iter().find(|die| die.face().is_none()) {
            let as_faces = (1..=6).filter(|face| self.counts_as(seen, *face)).collect();
            let as_drawn = self.counts(seen, &seen.roll.pips());
            let (line, pips) = (die.area.bottom, die.pips);
            self.impossible.push(Impossible { stage: self.index, line, pips, as_drawn, as_faces });
        } else {
            self.ledger.held_if(true, F::DiceFaces.row());
            self.ledger.held_if(true, F::PicturesPips.row());
        }
        // Digits may stand for any sign that tells the dice apart, and are told already; so are dice without pips.
        let has_digits = flaws.iter().any(|(fact, ..)| *fact == F::PicturesDrawn);
        let is_told = has_digits || dice.iter().any(|die| die.pips == 0);
        match seen.roll.red {
            Red::Is(_) => self.ledger.held_if(true, F::PicturesRed.row()),
            _ if is_told => {}
            Red::Alike if self.story.is_in_known_language() => {
                let expects = Expects::Drawn(Some(Cause::WrongText));
                let at = (seen.stage, dice[0].area.bottom);
                let claim = FactClaim { fact: F::PicturesRed.row(), at, expects, told: None };
                self.ledger.check(&claim, SentenceParts::default);
            }
            _ => self.ledger.unread([F::PicturesRed.row()], WHICH_IS_RED),
        }
    }

    /// Judges impossible numbers of pips. If the scores count them, the program rolls dice that have such faces; if they count one face
    /// wherever that picture stands, only the picture is wrong.
    pub(super) fn impossible_faces(&mut self) {
        let impossible = std::mem::take(&mut self.impossible);
        let as_drawn = impossible.iter().filter(|die| die.as_drawn).count();
        let pictures: BTreeSet<usize> = impossible.iter().map(|die| die.pips).collect();
        let rolls = |pips, face| {
            impossible.iter().filter(|die| die.pips == pips && die.as_faces.contains(&face)).count()
        };
        let as_faces =
            pictures.into_iter().filter_map(|pips| (1..=6).map(|face| rolls(pips, face)).max()).sum();
        let fact = match as_drawn.cmp(&as_faces) {
            _ if impossible.is_empty() => return,
            Ordering::Greater => F::DiceFaces,
            Ordering::Less => F::PicturesPips,
            Ordering::Equal => {
                return self.ledger.unread([F::DiceFaces, F::PicturesPips].map(F::row), WHICH_FACES);
            }
        };
        for Impossible { stage, line, pips, .. } in impossible {
            let at = (&self.story.stages[stage], line);
            let claim = FactClaim {
                fact: fact.row(),
                at,
                expects: Expects::Drawn(Some(Cause::WrongValue)),
                told: None,
            };
            self.ledger.check(&claim, || SentenceParts { shown: count_of(pips), ..SentenceParts::default() });
        }
        if fact == F::DiceFaces {
            // With such faces other sums are possible, too.
            self.ledger.forgive(F::ComputerScore.row());
        }
    }

    /// Notes a face that is drawn as another one, at the first roll where it shows.
    pub(super) fn note_misdrawn(&mut self, found: Misdrawn, (stage, line): (usize, usize)) {
        let Misdrawn { face, drawn } = found;
        let [face_drawn, drawn] = [face, drawn].map(|pips| count_of(usize::from(pips)));
        let claim = FactClaim {
            fact: F::PicturesPips.row(),
            at: (&self.story.stages[stage], line),
            expects: Expects::Drawn(Some(Cause::WrongValue)),
            told: Some(
                "no die is ever drawn with {right}: where the score counts a {dice}, a die with {shown} is drawn",
            ),
        };
        let filling = || SentenceParts { dice: face.to_string(), right: face_drawn, shown: drawn };
        self.ledger.check(&claim, filling);
    }

    /// Returns whether the score of a roll counts dice with an impossible number of pips as the given face.
    fn counts_as(&self, seen: RollSeen<'_, '_>, face: u8) -> bool {
        let stands = |pips: u8| if pips == 0 || pips > 6 && face == 6 { face } else { pips };
        let faces: Vec<u8> = seen.roll.pips().into_iter().map(stands).collect();
        faces.iter().all(|face| (1..=6).contains(face)) && self.counts(seen, &faces)
    }

    /// Returns whether a number is the score of a roll with these faces.
    fn counts(&self, seen: RollSeen<'_, '_>, faces: &[u8]) -> bool {
        let reds = match seen.roll.red {
            Red::Is(die) => die..die + 1,
            _ => 0..3,
        };
        let points = |red| Worth::of(self.rules, faces, red).points;
        reds.filter_map(points).any(|points| seen.shows(points))
    }
}

/// Returns what is wrong with a picture: of which fact that is, as what it counts, and what is told.
fn flaws(die: &Picture) -> impl Iterator<Item = (F, Cause, &Picture, String)> {
    let told = |flaw: &Flaw| match flaw {
        Flaw::Digit(_) => (F::PicturesDrawn, Cause::WrongText, String::new()),
        Flaw::DoubledRows => (F::PicturesOnce, Cause::WrongValue, count_of(2 * die.pips)),
        Flaw::UnevenRows => (
            F::PicturesRows,
            Cause::InnerBlanks,
            "the rows of a die do not stand under each other".to_string(),
        ),
        Flaw::UnlikeSides(left, right) => (
            F::PicturesRows,
            Cause::Punctuation,
            format!("the left side of a die is drawn with `{left}`, the right side with `{right}`"),
        ),
        Flaw::NoTopEdge | Flaw::NoBottomEdge => {
            let (one, other) = if *flaw == Flaw::NoTopEdge { ("bottom", "top") } else { ("top", "bottom") };
            let told = format!("the picture of a die has a {one} edge, but no {other} edge");
            (F::PicturesRows, Cause::Punctuation, told)
        }
        Flaw::BrokenEdge { line, odd, usual } => {
            let which = if *line <= die.area.top { "top" } else { "bottom" };
            let told = format!("in the {which} edge of a die stands `{odd}`, which is drawn with `{usual}`");
            (F::PicturesRows, Cause::Punctuation, told)
        }
    };
    die.flaws.iter().map(told).map(move |(fact, cause, told)| (fact, cause, die, told))
}
