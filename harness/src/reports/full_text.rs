//! A mistake in full as the screen shows it, as text without colours for other forms.

use super::look::Look;
use super::report::Report;
use super::screen;
use super::told::ToldMistakes;

/// Returns the mistake with this number in full, as the screen shows it without colours; nothing if there is none, or if it costs nothing.
pub(super) fn in_full(report: &Report<'_>, number: usize) -> Option<String> {
    ToldMistakes::of(report.results).costly.get(number.checked_sub(1)?)?;
    let text = screen::mistake(report, number, Look::of_text()).ok()?;
    Some(anstream::adapter::strip_str(&String::from_utf8_lossy(&text)).to_string())
}
