//! One mistake in full: what the text says, the conversation before it, expected against got, and how to see it again.

use super::list::rows;
use super::{BAD, HEADING};
use crate::marks::mistake::Mistake;
use crate::mistakes::Kind;
use crate::reports::apart::{Apart, PointedAt};
use crate::reports::due_next::due_next;
use crate::reports::fields::Fields;
use crate::reports::leading_up::{Room, SaidAround, around, before};
use crate::reports::look::{Look, Voice, wrap};
use crate::reports::mistake_list::{advice, advice_of_suite, as_seen, repair_first, sentence};
use crate::reports::numbers::{count, marks_of};
use crate::reports::report::Report;
use crate::reports::results::{CaseResult, DifferenceResult, ExpectedForm, Results};
use crate::reports::visible::{DottedBlanks, show};

/// Lines that a text of the suite takes at most.
const LINES_OF_TEXT: usize = 3;

/// Bytes that lines of a conversation take at most.
const BYTES: usize = 2000;

/// How much is told of a mistake.
#[derive(Debug, Clone, Copy)]
pub(super) struct Detailed {
    /// At most so many lines of the conversation before it.
    pub(super) lines: usize,
    /// Whether a hint about a crash is told, too.
    pub(super) of_crash: bool,
}

/// Returns a mistake in full.
pub(super) fn mistake(
    report: &Report<'_>,
    mistake: &Mistake,
    number: usize,
    detailed: Detailed,
    look: Look,
) -> String {
    let Detailed { lines, of_crash } = detailed;
    let example = report.results.example(mistake);
    let difference = example.and_then(|case| case.place_of(mistake));
    let mut fields = Fields::new(look);
    fields.text = title(report.results, mistake, number, look);
    fields.prose("first", &repair_first(report.results, mistake).unwrap_or_default(), LINES_OF_TEXT);
    for (name, text) in if of_crash { advice(mistake) } else { advice_of_suite(mistake) } {
        fields.prose(name, &text, LINES_OF_TEXT);
    }
    let mut said = SaidAround::default();
    if let Some(case) = example {
        fields.prose("see", &format!("{}: {}", case.id, case.why), LINES_OF_TEXT - 1);
        said = report.recording(case).map(|recording| around(&recording, difference)).unwrap_or_default();
        fields.text.push_str(&before(&said, Room { lines, bytes: BYTES }, look));
    }
    let pointed_at = match mistake.kind {
        Kind::Presentation => PointedAt::Characters,
        Kind::Wording | Kind::Behaviour | Kind::Failure => PointedAt::Words,
    };
    let (mut expected, mut got) = (mistake.expected.as_deref(), mistake.actual.as_deref());
    if let (Kind::Failure, None, None, Some(case), Some(failure)) =
        (mistake.kind, expected, got, example, difference)
    {
        (expected, got) = due_next(case, failure);
    }
    // A failure tells how the program ended.
    let goes_on = example.filter(|_| mistake.kind != Kind::Failure && got.is_none());
    let then = goes_on.and_then(|case| said.after.as_deref().or_else(|| sudden_end(case)));
    let is_described = difference.is_some_and(|it| it.expected_form == ExpectedForm::Words);
    let end = difference.filter(|_| mistake.kind == Kind::Failure).and_then(DifferenceResult::sudden_end);
    Apart { expected, got, is_described, then, end, cause: mistake.cause, pointed_at }.write(&mut fields);
    if let Some(case) = example {
        fields.field("repeat", &show(&report.repeat(case), DottedBlanks::AtTheEnd).text);
    }
    fields.text + "\n"
}

/// Returns the sentence of a case about a program that crashed or was stopped.
fn sudden_end(case: &CaseResult) -> Option<&str> {
    case.differences.iter().find(|it| it.is_sudden_end()).map(|end| end.sentence.as_str())
}

fn title(results: &Results, mistake: &Mistake, number: usize, look: Look) -> String {
    let cost = if mistake.lost > 0.0 { format!(" costs {}", marks_of(mistake.lost)) } else { String::new() };
    let row = rows(mistake);
    let places = match mistake.cases {
        0 => format!(" ({row})"),
        cases => format!(" ({row}; {} in {})", count(mistake.places, "place"), count(cases, "case")),
    };
    let text = format!("Mistake {number}{cost}: {}{places}", sentence(&as_seen(results, mistake)));
    if look.voice == Voice::Words {
        return format!("{text}\n");
    }
    let head = format!("Mistake {number}{cost}:");
    let lines = wrap(&text, look.width);
    let styled = |line: &String| match line.strip_prefix(&head) {
        Some(rest) => format!("{BAD}{head}{BAD:#}{HEADING}{rest}{HEADING:#}\n"),
        None => format!("{HEADING}{line}{HEADING:#}\n"),
    };
    lines.iter().map(styled).collect()
}
