//! What is shown of one roll of the player.

use super::ledger::Wrong;
use super::numbers::{Number, numbers};
use super::story::Stage;
use super::survey::Survey;
use super::words::{self, Idea};
use super::worth::{Roll, Worth};
use crate::cases::Cause;

/// A roll and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Rolling<'a> {
    pub(super) stage: &'a Stage,
    pub(super) roll: &'a Roll,
    /// The line from which on numbers may belong to the player.
    pub(super) from: usize,
}

impl Survey<'_> {
    /// Notes what is shown of a roll; returns whether the question after it can be judged.
    pub(super) fn rolled(&mut self, rolling: Rolling<'_>) -> bool {
        self.game.rolls += 1;
        self.ledger.rolls += 1;
        let mut numbers = numbers(&rolling.stage.lines);
        numbers.retain(|number| number.line >= rolling.from && !number.is(Idea::Computer));
        self.pictures(rolling, &numbers);
        if rolling.roll.dice.iter().any(|die| die.pips == 0) {
            // What such a roll scores, no rule says.
            self.game.may_have_any(&numbers);
            return false;
        }
        match rolling.roll.worths(self.faces)[..] {
            [Worth::Bust] => {
                self.zero(rolling, &numbers);
                true
            }
            [Worth::Points { points, times }] => self.scored(rolling, (points, times), &numbers),
            ref worths => self.scored_somehow(worths, &numbers),
        }
    }

    /// On a bust only the total of zero is judged.
    fn zero(&mut self, rolling: Rolling<'_>, numbers: &[Number]) {
        let bottom = rolling.roll.dice.iter().map(|die| die.area.bottom).max().unwrap_or(0);
        let own = |number: &&Number| {
            number.line > bottom
                && (number.is(Idea::Total) || (number.is(Idea::Player) && number.is(Idea::Score)))
                && !number.is(Idea::Roll)
        };
        let own: Vec<&Number> = numbers.iter().filter(own).collect();
        let zero = if own.is_empty() {
            says_zero(&rolling.stage.lines) || numbers.iter().any(|number| number.value == 0)
        } else {
            own.iter().any(|number| number.value == 0)
        };
        // A total that is still zero says nothing about whether it is reset.
        if !zero || self.game.totals.iter().any(|total| *total > 0) {
            self.ledger.note("total/zero", (!zero).then(|| not_reset(rolling, own.first().copied())));
        }
        // A program that does not reset it goes on with what it shows.
        let kept = own.iter().map(|number| number.value).filter(|_| !zero);
        let before = self.game.totals.iter().copied().filter(|_| !zero);
        self.game.may_have([0].into_iter().chain(kept).chain(before).collect());
    }
}

fn says_zero(lines: &[String]) -> bool {
    let said = words::words(&lines.join("\n"));
    words::has(&said, Idea::Zero) || (words::has(&said, Idea::Losing) && words::has(&said, Idea::Everything))
}

fn not_reset<'a>(rolling: Rolling<'a>, instead: Option<&Number>) -> Wrong<'a> {
    let Rolling { stage, roll, .. } = rolling;
    let rule = format!("a red 1 without a white 1 ({}) resets the total to 0", roll.text());
    Wrong {
        at: (stage, instead.map_or(stage.lines.len() - 1, |number| number.line)),
        cause: if instead.is_some() { Cause::WrongValue } else { Cause::MissingOutput },
        expected: "a total of 0".to_string(),
        sentence: match instead {
            Some(number) => format!("{rule}; the program shows {}", number.value),
            None => format!("{rule}; this is not shown"),
        },
    }
}
