//! One place at which a conversation differs: what is expected above what is there, column by column.

use std::collections::BTreeSet;
use std::io;

use super::contents::Contents;
use super::pieces::{LineBlanks, plain, typed, write};
use super::prose;
use super::words::{Gaps, LinePart, compare, compare_throw};
use crate::cases::{Cause, Typed};
use crate::reports::apart::{Apart, PointedAt};
use crate::reports::markup::Markup;
use crate::reports::results::ExpectedForm;
use crate::reports::visible::DottedBlanks;
use crate::text::tokens::words;

/// What stands where no line is.
const NO_LINE: &str = "<em>(no line here)</em>";

/// Two lines of a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct DifferingLines<'a> {
    /// The line that should be there.
    pub(super) expected: Option<&'a str>,
    /// Whether that is a line of the conversation.
    pub(super) form: ExpectedForm,
    /// The line that is there.
    pub(super) got: Option<&'a str>,
    /// Why they differ.
    pub(super) cause: Option<Cause>,
    /// What was typed behind the line that is there.
    pub(super) typed: Option<&'a Typed>,
    /// The line that should come next where none should be there, if it is known.
    pub(super) next: Option<&'a str>,
    /// The numbers of the other mistakes that show on the line that is there.
    pub(super) others: &'a BTreeSet<usize>,
}

/// Writes both lines.
pub(super) fn lines(
    html: &mut Markup<'_>,
    contents: &Contents<'_>,
    lines: DifferingLines<'_>,
) -> io::Result<()> {
    let DifferingLines { expected, form, got, cause, typed, next, others } = lines;
    let (is_described, pointed_at) = (false, PointedAt::Characters);
    let apart = Apart { expected, got, is_described, then: None, end: None, cause, pointed_at };
    let blanks = apart.blanks();
    let (left, right) = match (expected, got) {
        (Some(expected), Some(got)) if form != ExpectedForm::Words && are_alike(expected, got) => {
            let compare = if form == ExpectedForm::Throw { compare_throw } else { compare };
            compare(expected, got)
        }
        (expected, got) => (as_it_is(expected), as_it_is(got)),
    };
    // Only what this mistake is about is marked strongly, as far as its cause tells: of a word that is wrong, no blanks elsewhere.
    let gaps = cause.filter(|cause| !others.is_empty() || is_about_words(*cause));
    let gaps = gaps.map(|cause| Gaps::of([&left, &right], cause)).filter(|gaps| !gaps.is_empty());
    let is_other = |gap: usize| gaps.as_ref().is_some_and(|gaps| !gaps.has(gap));
    open(html, "want", "expected")?;
    match expected {
        Some(expected) if form == ExpectedForm::Words => {
            html.raw("<span class=\"words\">")?;
            prose::text(html, expected)?;
            html.raw("</span>")?;
        }
        None if apart.lacks_a_blank_line() => code(html, Some(&[]), (blanks, None), is_other)?,
        None => no_line(html, next)?,
        _ => code(html, expected.map(|_| left.as_slice()), (blanks, None), is_other)?,
    }
    html.raw("</div>\n")?;
    open(html, "have", "got")?;
    code(html, got.map(|_| right.as_slice()), (blanks, typed), is_other)?;
    contents.tags(html, others)?;
    html.raw("</div>\n")?;
    if has_dots(&left, blanks) || has_dots(&right, blanks) {
        html.raw("<p class=\"note\">each <i>·</i> is a blank</p>\n")?;
    }
    if form == ExpectedForm::Throw {
        html.raw("<p class=\"note die\">each <code>?</code> stands for a die, whatever it shows</p>\n")?;
    }
    Ok(())
}

/// Writes a line as it is, with what was typed behind it, on the side of this class and name; the side stays open for more.
pub(super) fn line(
    html: &mut Markup<'_>,
    (class, name): (&'static str, &'static str),
    line: Option<&str>,
    typed: Option<&Typed>,
) -> io::Result<()> {
    open(html, class, name)?;
    let parts = as_it_is(line);
    code(html, line.map(|_| parts.as_slice()), (DottedBlanks::Nowhere, typed), |_| false)
}

/// Writes, on the side of what is expected, that no line should be there, and which one should come next if it is known; the side stays
/// open for more.
pub(super) fn nothing_expected(html: &mut Markup<'_>, next: Option<&str>) -> io::Result<()> {
    open(html, "want", "expected")?;
    no_line(html, next)
}

fn no_line(html: &mut Markup<'_>, next: Option<&str>) -> io::Result<()> {
    html.raw("<code>")?;
    html.raw(NO_LINE)?;
    if let Some(next) = next {
        html.raw("<em class=\"next\"> expected next: </em>")?;
        plain(html, next)?;
    }
    html.raw("</code>")
}

fn open(html: &mut Markup<'_>, class: &'static str, name: &'static str) -> io::Result<()> {
    html.open("div", &[("class", class)])?;
    html.element("span", &[("class", "side")], name)?;
    html.raw(" ")
}

/// Returns whether a mistake is about other words or values, whatever else of the line differs.
fn is_about_words(cause: Cause) -> bool {
    matches!(cause, Cause::WrongText | Cause::WrongValue | Cause::MissingOutput | Cause::ExtraOutput)
}

/// Returns whether blanks of a line are shown as dots.
fn has_dots(parts: &[LinePart<'_>], blanks: DottedBlanks) -> bool {
    let at_the_end = parts.last().is_some_and(|part| part.text.ends_with(' '));
    match blanks {
        DottedBlanks::Nowhere => false,
        DottedBlanks::AtTheEnd => at_the_end,
        DottedBlanks::All => at_the_end || parts.iter().any(|part| part.differs && part.text.contains(' ')),
    }
}

/// Returns whether marks of what differs help: not where fewer than half of the words of the shorter line are in the other one, for then
/// what both have is chance.
pub(super) fn are_alike(expected: &str, got: &str) -> bool {
    let words = |line: &str| words(line).map(str::to_lowercase).collect::<Vec<_>>();
    let (expected, mut got) = (words(expected), words(got));
    let (longer, shorter) = (expected.len().max(got.len()), expected.len().min(got.len()));
    let mut take = |word: &String| got.iter().position(|other| other == word).map(|at| got.swap_remove(at));
    let common = expected.iter().filter(|word| take(word).is_some()).count();
    longer < 2 || common > 0 && 2 * common >= shorter
}

fn as_it_is(line: Option<&str>) -> Vec<LinePart<'_>> {
    line.filter(|line| !line.is_empty()).map(|text| LinePart { text, differs: false }).into_iter().collect()
}

fn code(
    html: &mut Markup<'_>,
    line: Option<&[LinePart<'_>]>,
    (blanks, behind): (DottedBlanks, Option<&Typed>),
    is_other: impl Fn(usize) -> bool,
) -> io::Result<()> {
    html.raw("<code>")?;
    match line {
        None => html.raw(NO_LINE)?,
        Some(line)
            if line.iter().all(|part| part.text.trim().is_empty())
                && behind.is_none()
                && blanks == DottedBlanks::Nowhere =>
        {
            html.raw("<em>(a blank line)</em>")?;
        }
        Some(line) => write(html, line, LineBlanks::of(blanks), is_other)?,
    }
    if let Some(behind) = behind {
        typed(html, behind)?;
    }
    html.raw("</code>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_have_only_chance_words_in_common_are_not_marked_word_by_word() {
        for (expected, got, are) in [
            ("Gold - 3", "Gold - 2", true),
            ("1 | X |   |", "1 |   |   |", true),
            ("Score: 12", "Total: 12", true),
            ("Bye", "Goodbye", true),
            ("BATTLE of IT", "Battle of It", true),
            ("(Ham, Beef, Meatball)", "(Ham)", true),
            ("No Army to Move: next turn.", "Invalid move. Try again.", false),
            ("Trees grow slowly", "Apples are red", false),
        ] {
            assert_eq!(are_alike(expected, got), are, "{expected} {got}");
        }
    }
}
