//! A judged case, small enough to be held by the thousand: its recording is elsewhere, long lines are cut, and of many
//! differences those at the end are left out that cost nothing.

use crate::cases::Case;
use crate::comparison::Difference;
use crate::judging::{Charge, Judgement};
use crate::recording::Recording;

/// Characters of a printed line or a sentence that are kept beyond those of the line that it should be.
const KEPT: usize = 400;

/// Differences of one case that are kept; of those after them, only what costs something.
pub(super) const DIFFERENCES: usize = 40;

/// What stands for the rest of a line.
const CUT: char = '…';

/// One case and what was made of it.
#[derive(Debug)]
pub struct Judged<'a> {
    /// The case.
    pub case: &'a Case,
    /// How long it ran.
    pub seconds: f64,
    /// What was made of it.
    pub judgement: Judgement,
}

impl<'a> Judged<'a> {
    /// Returns what results tell of a judged case. Every line is long enough to show where it differs.
    pub fn new(case: &'a Case, recording: &Recording, mut judgement: Judgement) -> Self {
        shorten(&mut judgement.sentence, KEPT);
        keep_what_matters(&mut judgement.charges);
        for charge in &mut judgement.charges {
            let Difference { expected, got, sentence, .. } = &mut charge.difference;
            let expected = expected.as_ref().map_or(0, |line| line.chars().count());
            if let Some(got) = got {
                shorten(got, expected + KEPT);
            }
            shorten(sentence, expected + KEPT);
        }
        Self { case, seconds: recording.seconds(), judgement }
    }
}

/// Takes out what costs nothing after the first differences. What is left still names its root by its index, for only roots
/// are left there.
fn keep_what_matters(charges: &mut Vec<Charge>) {
    let mut count = 0;
    charges.retain(|charge| {
        count += 1;
        count <= DIFFERENCES || (charge.root.is_none() && charge.costs())
    });
    charges.shrink_to_fit();
}

fn shorten(text: &mut String, most: usize) {
    if let Some((end, _)) = text.char_indices().nth(most) {
        text.truncate(end);
        text.push(CUT);
        text.shrink_to_fit();
    }
}

/// Returns whether `got`, which may have been cut, tells of the line `printed`.
pub(super) fn tells_of(got: &str, printed: &str) -> bool {
    let is_its_head = |head: &str| head.chars().count() >= KEPT && printed.starts_with(head);
    got.trim_end() == printed.trim_end() || got.strip_suffix(CUT).is_some_and(is_its_head)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{Cause, Price};

    fn charge(root: Option<usize>, price: Price) -> Charge {
        let difference = Difference {
            cause: Cause::WrongText,
            part: String::new(),
            turn: 1,
            line: 1,
            expected: None,
            got: None,
            alike: false,
            in_step: false,
            sentence: String::new(),
            typed: String::new(),
        };
        Charge { difference, row: String::new(), root, price }
    }

    #[test]
    fn of_many_differences_those_are_kept_that_come_first_or_cost_something() {
        let mut charges = vec![charge(None, Price::Fails)];
        charges.extend(std::iter::repeat_n(charge(Some(0), Price::Fails), 100));
        charges.extend([charge(None, Price::Forgiven), charge(None, Price::Part(0.5))]);
        keep_what_matters(&mut charges);
        assert_eq!(charges.len(), DIFFERENCES + 1);
        assert_eq!(charges.last().map(|charge| charge.price), Some(Price::Part(0.5)));
    }

    #[test]
    fn a_long_line_is_cut_and_still_found() {
        let printed = "é".repeat(10 * KEPT);
        let mut got = printed.clone();
        shorten(&mut got, KEPT);
        assert_eq!(got.chars().count(), KEPT + 1);
        assert!(tells_of(&got, &printed) && !tells_of(&got, "é"));
        let mut short = "a  ".to_string();
        shorten(&mut short, KEPT);
        assert!(short == "a  " && tells_of(&short, "a") && !tells_of("a…", "ab"));
    }
}
