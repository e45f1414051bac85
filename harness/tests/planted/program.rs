//! A program that is the reference but for its slips, and the conversation that the harness holds with it.

use harness::cases::{Case, Reference, Suite};
use harness::recording::Recording;
use harness::strength::simulated::{self, Printing, simulate};
use reference::Game;

use super::line::{Line, lines};
use super::slip::Slip;
use super::values::values;

/// Returns what the harness records of a program with these slips.
pub(crate) fn record(suite: &Suite, case: &Case, slips: &[Slip]) -> Recording {
    record_faulty(suite, case, slips, &|_| ())
}

/// Returns what the harness records of a program with these slips that also does something else to its lines.
pub(crate) fn record_faulty(
    suite: &Suite,
    case: &Case,
    slips: &[Slip],
    fault: &dyn Fn(&mut Vec<Line>),
) -> Recording {
    let mut changed = |lines: &mut Vec<Line>| {
        fault(lines);
        for slip in slips {
            slip.plant(lines);
        }
    };
    converse(suite, case, Manner { change: &mut changed, reading: Reading::First })
}

/// What makes a program other than the reference.
pub(crate) struct Manner<'a> {
    /// What is done to lines before they are printed.
    pub(crate) change: &'a mut dyn FnMut(&mut Vec<Line>),
    /// What it says where the text leaves open what to say.
    pub(crate) reading: Reading,
}

/// What a program says where the text leaves two readings open.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reading {
    /// As the reference.
    First,
    /// The other one.
    Second,
    /// Now one, now the other.
    InTurn,
    /// Neither of them, but this.
    Neither(&'static str),
}

/// Returns what the harness records of a program that is the reference but for its manner.
pub(crate) fn converse<'a>(suite: &'a Suite, case: &'a Case, manner: Manner<'_>) -> Recording {
    converse_by(game(suite), suite, case, manner)
}

/// Returns the game of a suite.
pub(crate) fn game(suite: &Suite) -> &'static Game {
    let Reference::Game { name, .. } = &suite.reference else { panic!("a suite of a game") };
    reference::game(name).unwrap()
}

/// Returns what the harness records of a program that is this game but for its slips.
pub(crate) fn record_bent(game: &Game, suite: &Suite, case: &Case, slips: &[Slip]) -> Recording {
    let mut changed = |lines: &mut Vec<Line>| slips.iter().for_each(|slip| slip.plant(lines));
    converse_by(game, suite, case, Manner { change: &mut changed, reading: Reading::First })
}

/// Returns what the harness records of a program that is this game in other words: in each line each text of a pair is replaced by
/// the other one.
pub(crate) fn record_reworded(game: &Game, suite: &Suite, case: &Case, words: &[(&str, &str)]) -> Recording {
    let reworded =
        |text: &str| words.iter().fold(text.to_string(), |text, (from, to)| text.replace(from, to));
    let mut changed =
        |lines: &mut Vec<Line>| lines.iter_mut().for_each(|line| line.text = reworded(&line.text));
    converse_by(game, suite, case, Manner { change: &mut changed, reading: Reading::First })
}

fn converse_by<'a>(
    game: &Game,
    suite: &'a Suite,
    case: &'a Case,
    Manner { change, reading }: Manner<'_>,
) -> Recording {
    let values = values(&suite.name);
    let mut print = |Printing { pieces, typed }: Printing<'_>| {
        let mut lines = lines(pieces, &values, typed);
        change(&mut lines);
        lines.iter().flat_map(|line| [line.text.as_str(), if line.is_ended { "\n" } else { "" }]).collect()
    };
    let mut choices = 0;
    let mut choose = |texts: &[&str]| {
        let other = texts[1.min(texts.len() - 1)];
        choices += usize::from(texts.len() > 1);
        match reading {
            Reading::Neither(words) if texts.len() > 1 => words,
            Reading::Second => other,
            Reading::InTurn if choices % 2 == 1 => other,
            _ => texts[0],
        }
        .to_string()
    };
    simulate(suite, case, game, simulated::Manner { print: &mut print, choose: &mut choose }).unwrap()
}
