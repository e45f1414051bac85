//! Faults of behaviour that stand beside slips: a value that is always one too high.

use harness::cases::{Case, Suite};
use harness::recording::Recording;

use super::line::Line;
use super::program::record_faulty;
use super::slip::Slip;

/// A number that the program prints one too high.
#[derive(Debug)]
pub(crate) struct Fault {
    /// The part of its line.
    pub(crate) part: &'static str,
    /// What stands before it.
    before: &'static str,
}

/// Returns the fault of a suite.
pub(crate) fn fault(suite: &str) -> Fault {
    let (part, before) = match suite {
        "bots" => ("totals", "Player 1: "),
        "gekitai" => ("board/cells", ""),
        "little_battle" => ("year", "-Year "),
        "pizza" => ("order", "Pizza order "),
        "rats" => ("turn/throw", "total "),
        _ => panic!("a suite that is judged word by word"),
    };
    Fault { part, before }
}

impl Fault {
    /// Returns the recordings of a program with this fault and some slips.
    pub(crate) fn recordings<'s>(&self, suite: &'s Suite, slips: &[Slip]) -> Vec<(&'s Case, Recording)> {
        let raise = |lines: &mut Vec<Line>| {
            lines.iter_mut().filter(|line| line.part == self.part).for_each(|line| self.raise(line));
        };
        suite.cases.iter().map(|case| (case, record_faulty(suite, case, slips, &raise))).collect()
    }

    fn raise(&self, line: &mut Line) {
        let Some(at) = line.text.find(self.before) else { return };
        let start = at + self.before.len();
        let digits = line.text[start..].chars().take_while(char::is_ascii_digit).count();
        let Ok(number) = line.text[start..start + digits].parse::<u32>() else { return };
        let raised = (number + 1).to_string();
        // A number of as many digits: slips find the places of values where they were.
        if raised.len() == digits {
            line.text.replace_range(start..start + digits, &raised);
        }
    }
}
