//! What a reading of a conversation claims: as what it is wrong if it does not hold, and what becomes of it then.

use crate::by_evidence::dialogue::Stage;
use crate::by_evidence::read::{Named, PrintedNumber};
use crate::cases::Cause;

/// A right number is shown; if it is not, another one may stand in its place.
pub(crate) fn shows(is_shown: bool, instead: Option<&PrintedNumber>) -> Option<Cause> {
    let fault = if instead.is_some() { Cause::WrongValue } else { Cause::MissingOutput };
    (!is_shown).then_some(fault)
}

/// The program asks at the end of the stage, or does not.
pub(crate) fn asks(due: bool, asks: bool) -> Option<Cause> {
    (due != asks).then_some(if due { Cause::MissingPrompt } else { Cause::ExtraPrompt })
}

/// Something is printed, or is not, or so many of its kind are.
pub(crate) fn comes(due: impl Into<usize>, comes: impl Into<usize>) -> Option<Cause> {
    let (due, comes) = (due.into(), comes.into());
    (due != comes).then_some(if due > comes { Cause::MissingOutput } else { Cause::ExtraOutput })
}

/// One of these is named the winner.
pub(crate) fn names(right: &[Named], named: Option<Named>) -> Option<Cause> {
    let is_right = named.is_some_and(|named| right.contains(&named));
    (!is_right).then_some(if named.is_some() { Cause::WrongText } else { Cause::MissingOutput })
}

/// What is told where a claim is wrong: the sentence, if it is not that of the fact, and what fills its gaps: the dice, what is right, and
/// what is shown.
#[derive(Debug, Clone, Default)]
pub(crate) struct Told {
    pub(crate) says: Option<&'static str>,
    pub(crate) dice: String,
    pub(crate) right: String,
    pub(crate) shown: String,
}

impl Told {
    /// Tells which number is right, and which one is shown in its place.
    pub(crate) fn number(right: &impl ToString, instead: Option<&PrintedNumber>) -> Self {
        let shown = instead.map(|number| format!("the program shows {}", number.value));
        let shown = shown.unwrap_or_else(|| "this is not shown".to_string());
        Self { right: right.to_string(), shown, ..Self::default() }
    }
}

/// What is told of a question to which no answer is read: whether to do what is `right` again.
pub(crate) const NOT_AWAITED: &str = "the program asks whether to {right} again, but does not wait for the answer, as `nextLine` after `nextInt`, \
                                      `getline` after `>>` and `scanf(\"%c\")` after another answer do not";

/// The line of what is missing at the end of a stage.
pub(crate) const END: usize = usize::MAX;

/// Returns the turn and the line at which a difference stands, and that line. What is too much begins with the next line that is not
/// blank; what is missing is nowhere.
pub(super) fn place((stage, line): (&Stage, usize), cause: Cause) -> ((usize, usize), Option<String>) {
    let lines = &stage.sheet.lines;
    let is_missing = matches!(cause, Cause::MissingOutput | Cause::MissingPrompt);
    let last =
        if cause == Cause::ExtraOutput { lines.len() } else { lines.len().min(line.saturating_add(1)) };
    let filled = (line..last).find(|at| !lines[*at].is_blank() && !is_missing);
    let place = lines.get(filled.unwrap_or(line)).or(lines.last()).map_or((1, 1), |line| line.place);
    (place, filled.map(|at| lines[at].text.trim_end().to_string()))
}
