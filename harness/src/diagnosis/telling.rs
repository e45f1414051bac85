//! The turn in which a run tells of a bend: what the game says there by the text, with the bend, and what the program said.

use super::run::PlayedRun;
use super::said::SaidByGame;

/// So many lines of a turn are shown at most.
const MOST_LINES: usize = 3;

/// The turn of a run in which a bend shows first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TellingTurn {
    /// The case, by its id.
    pub(crate) case: String,
    /// The turn, from 1.
    pub(crate) turn: usize,
    /// The other bends that are taken as known there: both games have them.
    pub(crate) beside: Vec<String>,
    /// The first lines in which the bend shows; none if only the end is another one.
    pub(crate) lines: Vec<TellingLine>,
}

/// One line of a turn, as far as there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TellingLine {
    /// What the game says without the bend, but with those beside it.
    pub(crate) expected: Option<String>,
    /// What it says with the bend.
    pub(crate) bent: Option<String>,
    /// What the program said.
    pub(crate) printed: Option<String>,
}

impl TellingTurn {
    /// Returns turn number `turn` of a run, counted from 0, where the bends `beside` are known.
    pub(super) fn new(
        run: &PlayedRun<'_>,
        turn: usize,
        (expected, beside): (&SaidByGame, &[&str]),
        bent: &SaidByGame,
    ) -> Self {
        let said = |turns: &[String]| turns.get(turn).cloned().unwrap_or_default();
        let lines = telling_lines(&said(&expected.turns), &said(&bent.turns), &said(&run.printed));
        let beside = beside.iter().map(|name| (*name).to_string()).collect();
        Self { case: run.case.id.clone(), turn: turn + 1, beside, lines }
    }
}

/// Returns the first lines in which a bent game says something else in a turn.
fn telling_lines(expected: &str, bent: &str, printed: &str) -> Vec<TellingLine> {
    let [expected, bent, printed] = [expected, bent, printed].map(|text| text.lines().collect::<Vec<_>>());
    let line = |lines: &[&str], at: usize| lines.get(at).map(|line| (*line).to_string());
    let all = (0..expected.len().max(bent.len())).map(|at| TellingLine {
        expected: line(&expected, at),
        bent: line(&bent, at),
        printed: line(&printed, at),
    });
    all.filter(|line| line.expected != line.bent).take(MOST_LINES).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_are_told_in_which_the_bend_shows() {
        let told = telling_lines("a\nX: 2\nc\n", "a\nX: 1\nc\nmore\n", "a\nX: 1\nc\nmore\n");
        let some = |text: &str| Some(text.to_string());
        let first = TellingLine { expected: some("X: 2"), bent: some("X: 1"), printed: some("X: 1") };
        let second = TellingLine { expected: None, bent: some("more"), printed: some("more") };
        assert_eq!(told, [first, second]);
        assert!(telling_lines("a\n", "a\n", "a\n").is_empty());
    }
}
