//! What is wrong with the pictures of a roll, and whether such faces fell that no die has.

use super::replay::Replay;
use super::roll::RollSeen;
use super::worth::{Misdrawn, worths};
use crate::by_evidence::read::{Flaw, Picture, Red, count_of};
use crate::by_evidence::rules::Told;
use crate::cases::Cause;
use crate::cases::facts::DiceFact as F;

/// Why it is undecided whether the red die can be told from the others.
const WHICH_IS_RED: &str = "which of the three dice is the red one is not clear: draw its pips with another sign than the others, or write `red` above it";

impl<'a> Replay<'a> {
    /// Judges the pictures of a roll.
    pub(super) fn pictures(&mut self, seen: &RollSeen<'a>) {
        let dice = &seen.roll.dice;
        let flaws = |die: &'a Picture| die.flaws.iter().map(move |it| (die, of_flaw(die, it)));
        for fact in [F::PicturesDrawn, F::PicturesRows, F::PicturesOnce] {
            match dice.iter().flat_map(flaws).find(|(_, (of, ..))| *of == fact) {
                None => self.ledger.holds(fact),
                Some((drawn, (_, cause, shown))) => {
                    let (dice, right) = (drawn.pips.to_string(), count_of(drawn.pips));
                    let told = || Told { dice, right, shown, ..Told::default() };
                    self.ledger.claim(fact, (seen.stage, drawn.area.bottom), Some(cause), told);
                }
            }
        }
        match dice.iter().find(|die| die.face().is_none()) {
            Some(strange) => self.impossible(seen, strange),
            None => [F::DiceFaces, F::PicturesPips].into_iter().for_each(|fact| self.ledger.holds(fact)),
        }
        // Digits may stand for any sign that tells the dice apart, and are told already; so are dice without pips.
        let is_told = dice.iter().any(|die| die.pips == 0 || die.flaws.contains(&Flaw::Digit));
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

    /// Judges a die with pips that no die has: by this reading such a face fell, or another one is drawn so. The reading is the better one the
    /// more scores it explains.
    fn impossible(&mut self, seen: &RollSeen<'a>, die: &Picture) {
        let mut worths = worths(&seen.roll.pips(), seen.roll.red, self.reading, self.rules).into_iter();
        self.unexplained +=
            usize::from(!worths.any(|worth| worth.points.is_some_and(|points| seen.shows(points))));
        self.impossible.insert(die.pips);
        let fact = if self.reading.faces(die.pips) == [die.pips] { F::DiceFaces } else { F::PicturesPips };
        let told = || Told { shown: count_of(die.pips), ..Told::default() };
        self.ledger.claim(fact, (seen.stage, die.area.bottom), Some(Cause::WrongValue), told);
    }

    /// Notes a face that is drawn as another one, at the first roll where it shows.
    pub(super) fn note_misdrawn(
        &mut self,
        Misdrawn { face, drawn }: Misdrawn,
        (stage, line): (usize, usize),
    ) {
        let says = "a {dice} is drawn with {shown}, so that two faces look the same: no die ever shows {right}, but the score counts {dice} for some dice with {shown}";
        let [right, shown] = [face, drawn].map(count_of);
        let told = || Told { says: Some(says), dice: face.to_string(), right, shown };
        let at = (&self.story.stages[stage], line);
        self.ledger.claim(F::PicturesPips, at, Some(Cause::WrongValue), told);
    }
}

/// Returns of which fact a flaw of a picture is, as what it counts, and what is shown, in words.
fn of_flaw(die: &Picture, flaw: &Flaw) -> (F, Cause, String) {
    match flaw {
        Flaw::Digit => (F::PicturesDrawn, Cause::WrongText, String::new()),
        Flaw::DoubledRows => (F::PicturesOnce, Cause::WrongValue, count_of(die.pips.saturating_mul(2))),
        Flaw::UnevenRows => {
            let says = "the rows of a die do not stand under each other";
            (F::PicturesRows, Cause::InnerBlanks, says.to_string())
        }
        Flaw::Frame(says) => (F::PicturesRows, Cause::Punctuation, says.clone()),
    }
}
