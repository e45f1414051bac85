//! A recorded conversation as lines, with the differences at their places.

use super::judged::tells_of;
use super::results::DifferenceResult;
use crate::cases::Typed;
use crate::recording::{Exit, Reason, Recording};

/// A line of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct TalkLine {
    /// What was printed.
    pub(super) printed: String,
    /// What was typed after it, when the program waited.
    pub(super) typed: Option<Typed>,
    /// The differences that stand before this line, as indices: what is missing here, or all that is known of
    /// the place.
    pub(super) before: Vec<usize>,
    /// The difference of which this line is the wrong one.
    pub(super) wrong: Option<usize>,
}

impl TalkLine {
    /// Returns what was printed and, between `«` and `»`, what was typed.
    pub(super) fn shown(&self) -> String {
        format!("{}{}", self.printed, self.shown_typed().unwrap_or_default())
    }

    /// Returns what was typed after it, between `«` and `»`.
    pub(super) fn shown_typed(&self) -> Option<String> {
        let typed = self.typed.as_ref()?;
        Some(format!("«{}»", typed.line().unwrap_or("end of input")))
    }
}

/// Returns the lines of a recording with its differences. What belongs to no line of the output, such as a
/// wrong exit status, stands before the last line, which may be empty.
pub(super) fn lines(recording: &Recording, differences: &[DifferenceResult]) -> Vec<TalkLine> {
    let mut lines = Vec::new();
    let turns = recording.with_withheld(usize::MAX).turns();
    let last_turn = turns.len();
    for (index, turn) in turns.into_iter().enumerate() {
        let output = turn.text().into_owned();
        let mut rows: Vec<TalkLine> = output
            .split('\n')
            .map(|text| TalkLine {
                printed: text.strip_suffix('\r').unwrap_or(text).to_string(),
                ..TalkLine::default()
            })
            .collect();
        let here = |difference: &DifferenceResult| difference.turn.clamp(1, last_turn) == index + 1;
        for (number, difference) in differences.iter().enumerate().filter(|(_, difference)| here(difference))
        {
            place(&mut rows, number, difference);
        }
        if let Some(row) = rows.last_mut() {
            row.typed = turn.typed;
        }
        lines.extend(rows);
    }
    lines
}

fn place(rows: &mut [TalkLine], number: usize, difference: &DifferenceResult) {
    let last = rows.len() - 1;
    if ["error", "exit"].iter().any(|part| difference.part.split('/').next() == Some(*part)) {
        rows[last].before.push(number);
        return;
    }
    let row = &mut rows[difference.line.saturating_sub(1).min(last)];
    let same = difference.got.as_ref().is_some_and(|got| tells_of(got, &row.printed));
    if same && row.wrong.is_none() {
        row.wrong = Some(number);
    } else {
        row.before.push(number);
    }
}

/// Returns how a run ended, in a sentence.
pub(super) fn ending(recording: &Recording) -> String {
    match (recording.exit(), recording.stopped(), recording.not_started()) {
        (Some(Exit::Status(0)), ..) => "The program ended.".to_string(),
        (Some(Exit::Status(status)), ..) => format!("The program ended with exit status {status}."),
        (Some(Exit::Signal(signal)), ..) => format!("The program was ended by signal {signal}."),
        (_, Some(Reason::NothingToType), _) => "The program waits here; nothing more is typed.".to_string(),
        (_, Some(Reason::WallTime), _) => "The time was over; the program was stopped.".to_string(),
        (_, Some(Reason::TooMuchOutput), _) => {
            "There was too much output; the program was stopped.".to_string()
        }
        (_, Some(Reason::CpuTime), _) => {
            "The program used too much processor time and was stopped.".to_string()
        }
        (_, Some(Reason::Memory), _) => "The program used too much memory and was stopped.".to_string(),
        (_, Some(Reason::Processes), _) => {
            "The program started too many processes and was stopped.".to_string()
        }
        (_, Some(Reason::Scratch), _) => "The program wrote too many files and was stopped.".to_string(),
        (.., Some(_)) => "The program was not started.".to_string(),
        _ => "Nobody knows how the program ended.".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::results::ExpectedForm;
    use super::*;
    use crate::cases::Cause;

    fn difference(turn: usize, line: usize, got: Option<&str>, part: &str) -> DifferenceResult {
        DifferenceResult {
            cause: Cause::WrongText,
            part: part.to_string(),
            row: String::new(),
            turn,
            line,
            expected: Some("x".to_string()),
            expected_form: ExpectedForm::Line,
            got: got.map(str::to_string),
            root: None,
            sentence: String::new(),
            rule: None,
            mistake: None,
        }
    }

    #[test]
    fn differences_stand_where_they_belong() {
        let recording =
            Recording::default().prints("a\r\nb? ").reads(&Typed::Line("1".to_string())).prints("c\n");
        let differences = [
            difference(1, 2, Some("b?"), ""),
            difference(2, 1, None, ""),
            difference(2, 9, None, ""),
            difference(2, 1, Some("KeyError"), "error/kind"),
        ];
        let lines = lines(&recording, &differences);
        let shown: Vec<_> = lines.iter().map(TalkLine::shown).collect();
        assert_eq!(shown, ["a", "b? «1»", "c", ""]);
        let wrong: Vec<_> = lines.iter().map(|line| line.wrong).collect();
        assert_eq!(wrong, [None, Some(0), None, None]);
        let before: Vec<_> = lines.iter().map(|line| line.before.clone()).collect();
        assert_eq!(before, [vec![], vec![], vec![1], vec![2, 3]]);
    }
}
