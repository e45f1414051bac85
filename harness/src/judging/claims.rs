//! Which row pays for a difference.

use crate::cases::{Case, Cause, Row, Suite};
use crate::comparison::{Detail, Difference, Part, Reply, Track};
use crate::expected::part_of_line;

/// Who pays for a difference.
pub(super) enum Claim<'a> {
    /// The row that claims its part.
    Part(&'a Row),
    /// The row to whose parts the line belongs that stands here.
    Misplaced(&'a Row),
    /// The row that claims what comes after the line that was typed.
    Answer(&'a Row),
    /// The case's own row.
    Case,
    /// Nobody: the case's own row only pays for what it claims.
    Nobody,
}

/// Returns who pays for a difference.
///
/// A row claims its `parts` where a version of the expected line stands, and in the first turn, before anything is typed.
/// It claims its `lines` where they are missing, other lines, or too many in a turn that is right otherwise, and where they
/// stand in another place, but for where the case's own row has its parts. It claims the presentation of its `forms`. Another
/// answer than the expected one may be the fault of what was typed: it costs the row that claims the answers to that line (`after`), else the case's own row.
pub(super) fn claim<'a>(suite: &'a Suite, case: &Case, difference: &Difference) -> Claim<'a> {
    if let Some(row) = by_order(suite, difference) {
        return Claim::Part(row);
    }
    // What the case is about should stand here, whatever stands there instead.
    let is_own = || suite.row(&case.row).is_some_and(|row| row.parts.is_match(difference.part.label()));
    if let Some(row) = misplaced(suite, difference).filter(|_| difference.expected.is_none() || !is_own()) {
        return Claim::Misplaced(row);
    }
    if let Some(row) = by_part(suite, difference) {
        return Claim::Part(row);
    }
    let is_form = difference.cause.is_presentation();
    if let Some(row) = answering(suite, &difference.reply).filter(|_| !is_form) {
        return Claim::Answer(row);
    }
    let has_line = |row: &&Row| difference.track.is_in_step() && row.lines.is_match(difference.part.label());
    match (suite.rows.iter().find(has_line), suite.row(&case.row)) {
        (Some(row), _) => Claim::Part(row),
        (None, Some(row)) if row.only_parts => Claim::Nobody,
        _ => Claim::Case,
    }
}

/// Returns the row that pays for the end of a program before anything was typed: the one that claims it as the part `start/end`,
/// else the case's own.
pub(super) fn of_end_at_start<'a>(suite: &'a Suite, case: &'a Case) -> &'a str {
    let starting = suite.rows.iter().find(|row| row.parts.is_match(END_AT_START));
    starting.map_or(&case.row, |row| &row.name)
}

/// The part of the end of a program that ends before anything was typed and should not.
const END_AT_START: &str = "start/end";

/// Returns the rows that pay for a sudden end: the one that claims it as a part, `crash` or `hang`, and the one that
/// claims what comes after the line that was typed last.
pub(super) fn of_sudden_end<'a>(suite: &'a Suite, part: Part, reply: &Reply) -> Vec<&'a Row> {
    let by_part = suite.rows.iter().find(|row| row.parts.is_match(part.label()));
    let is_other = |row: &&Row| by_part.is_none_or(|other| other.name != row.name);
    by_part.into_iter().chain(answering(suite, reply).filter(is_other)).collect()
}

fn by_part<'a>(suite: &'a Suite, difference: &Difference) -> Option<&'a Row> {
    let claims = difference.track.is_version() || difference.turn == 1;
    let is_form = difference.cause.is_presentation();
    let is_line = difference.track.is_in_step() && difference.expected.is_some();
    let part = difference.part.label();
    suite.rows.iter().find(|row| {
        (claims && row.parts.is_match(part))
            || (is_form && row.forms.is_match(part))
            || (is_line && row.lines.is_match(part))
    })
}

/// Returns the row that claims the order of what is all there.
fn by_order<'a>(suite: &'a Suite, difference: &Difference) -> Option<&'a Row> {
    let is_order = difference.cause == Cause::LineOrder || difference.detail == Detail::OtherOrder;
    suite.rows.iter().find(|row| is_order && row.displays.is_match(difference.part.label()))
}

/// Returns the row that claims a line that belongs somewhere else.
fn misplaced<'a>(suite: &'a Suite, difference: &Difference) -> Option<&'a Row> {
    let is_other = matches!(difference.cause, Cause::ExtraOutput | Cause::WrongText);
    // A line of another step that came in place of this one is right where it stands.
    let is_other = is_other && difference.track != Track::OtherStep;
    let part = part_of_line(suite, difference.actual.as_ref().filter(|_| is_other)?)?;
    suite.rows.iter().find(|row| part != difference.part.label() && row.lines.is_match(part))
}

/// Returns the row that claims what comes after this reply.
fn answering<'a>(suite: &'a Suite, reply: &Reply) -> Option<&'a Row> {
    suite.rows.iter().find(|row| row.is_about_answer_to(&reply.line, reply.question.label()))
}
