//! What is wrong with the pictures of a roll, and whether such faces fell that no die has.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::replay::{Impossible, Replay};
use super::roll::RollSeen;
use super::worth::{Misdrawn, Worth, reds};
use crate::by_evidence::read::pictures::{Flaw, Picture, count_of};
use crate::by_evidence::read::red::Red;
use crate::by_evidence::rules::claims::Told;
use crate::cases::Cause;
use crate::cases::facts::DiceFact as F;

/// Why it is undecided whether the red die can be told from the others.
const WHICH_IS_RED: &str = "which of the three dice is the red one is not clear: draw its pips with another sign than the others, or write `red` above it";

/// Why it is undecided whether a die that shows what no die has is drawn wrongly.
const WHICH_FACES: &str = "a die is drawn with more than 6 pips, or with none; whether such a face fell, or is drawn wrongly, is not clear";

impl<'a> Replay<'a> {
    /// Judges the pictures of a roll.
    pub(super) fn pictures(&mut self, seen: &RollSeen<'a>) {
        let dice = &seen.roll.dice;
        let flaws = dice.iter().flat_map(|die| die.flaws.iter().map(move |flaw| (die, of_flaw(die, flaw))));
        let flaws: Vec<(&Picture, (F, Cause, String))> = flaws.collect();
        let flaw_of = |fact| flaws.iter().find(|(_, (of, ..))| *of == fact);
        for fact in [F::PicturesDrawn, F::PicturesRows, F::PicturesOnce] {
            let told = |(die, (.., shown)): &(&Picture, (F, Cause, String))| Told {
                dice: die.pips.to_string(),
                right: count_of(die.pips),
                shown: shown.clone(),
                ..Told::default()
            };
            let flaw = flaw_of(fact);
            let at = (seen.stage, flaw.map_or(0, |(die, _)| die.area.bottom));
            let cause = flaw.map(|(_, (_, cause, _))| *cause);
            self.ledger.claim(fact, at, cause, || flaw.map(told).unwrap_or_default());
        }
        if let Some(die) = dice.iter().find(|die| die.face().is_none()) {
            let as_faces = (1..=6).filter(|face| self.counts_as(seen, *face)).collect();
            let as_drawn = self.counts(seen, &seen.roll.pips());
            let (line, pips) = (die.area.bottom, die.pips);
            self.impossible.push(Impossible { stage: self.index, line, pips, as_drawn, as_faces });
        } else {
            self.ledger.holds(F::DiceFaces);
            self.ledger.holds(F::PicturesPips);
        }
        // Digits may stand for any sign that tells the dice apart, and are told already; so are dice without pips.
        let is_told = flaw_of(F::PicturesDrawn).is_some() || dice.iter().any(|die| die.pips == 0);
        match seen.roll.red {
            Red::Is(_) => self.ledger.holds(F::PicturesRed),
            _ if is_told => {}
            Red::Alike if self.story.is_in_known_language() => {
                let at = (seen.stage, dice[0].area.bottom);
                self.ledger.claim(F::PicturesRed, at, Some(Cause::WrongText), Told::default);
            }
            _ => self.ledger.unread([F::PicturesRed], WHICH_IS_RED),
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
                return self.ledger.unread([F::DiceFaces, F::PicturesPips], WHICH_FACES);
            }
        };
        for Impossible { stage, line, pips, .. } in impossible {
            let told = || Told { shown: count_of(pips), ..Told::default() };
            self.ledger.claim(fact, (&self.story.stages[stage], line), Some(Cause::WrongValue), told);
        }
        if fact == F::DiceFaces {
            // With such faces other sums are possible, too.
            self.ledger.forgive(F::ComputerScore);
        }
    }

    /// Notes a face that is drawn as another one, at the first roll where it shows.
    pub(super) fn note_misdrawn(
        &mut self,
        Misdrawn { face, drawn }: Misdrawn,
        (stage, line): (usize, usize),
    ) {
        let says = "a {dice} is drawn with {shown}, so that two faces look the same: no die ever shows {right}, and the score counts a {dice} for {shown}";
        let [right, shown] = [face, drawn].map(|pips| count_of(usize::from(pips)));
        let told = || Told { says: Some(says), dice: face.to_string(), right, shown };
        let at = (&self.story.stages[stage], line);
        self.ledger.claim(F::PicturesPips, at, Some(Cause::WrongValue), told);
    }

    /// Returns whether the score of a roll counts dice with an impossible number of pips as the given face.
    fn counts_as(&self, seen: &RollSeen<'_>, face: u8) -> bool {
        let stands = |pips: u8| if pips == 0 || pips > 6 && face == 6 { face } else { pips };
        let faces: Vec<u8> = seen.roll.pips().into_iter().map(stands).collect();
        faces.iter().all(|face| (1..=6).contains(face)) && self.counts(seen, &faces)
    }

    /// Returns whether a number is the score of a roll with these faces.
    fn counts(&self, seen: &RollSeen<'_>, faces: &[u8]) -> bool {
        let points = |red| Worth::of(self.rules, faces, red).points;
        reds(seen.roll).filter_map(points).any(|points| seen.shows(points))
    }
}

/// Returns of which fact a flaw of a picture is, as what it counts, and what is shown, in words.
fn of_flaw(die: &Picture, flaw: &Flaw) -> (F, Cause, String) {
    match flaw {
        Flaw::Digit(_) => (F::PicturesDrawn, Cause::WrongText, String::new()),
        Flaw::DoubledRows => (F::PicturesOnce, Cause::WrongValue, count_of(2 * die.pips)),
        Flaw::UnevenRows => {
            let says = "the rows of a die do not stand under each other";
            (F::PicturesRows, Cause::InnerBlanks, says.to_string())
        }
        Flaw::Frame(says) => (F::PicturesRows, Cause::Punctuation, says.clone()),
    }
}
