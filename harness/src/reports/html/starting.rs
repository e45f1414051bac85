//! A program that does not start: one panel, and no list of what it spoils.

use std::io;

use super::prose;
use crate::reports::markup::Markup;
use crate::reports::report::Report;
use crate::reports::screen::starting::{NotStarting, what_it_costs};
use crate::reports::visible::{DottedBlanks, show};

/// Characters of a line that are shown.
const CHARACTERS: usize = 400;

/// Writes why a program does not start, and how to see it again.
pub(super) fn write(
    html: &mut Markup<'_>,
    report: &Report<'_>,
    not_starting: &NotStarting<'_>,
) -> io::Result<()> {
    let (what, lines) = not_starting.told_by(report);
    html.raw(
        "<main id=\"main\" class=\"alone\" tabindex=\"-1\">\n<article class=\"panel shown\" id=\"start\">\n",
    )?;
    html.element("h2", &[], &what)?;
    html.element("p", &[], &what_it_costs(report.results))?;
    html.raw("\n")?;
    for remark in not_starting.remarks(report.results) {
        html.raw("<p>")?;
        prose::text(html, &remark)?;
        html.raw("</p>\n")?;
    }
    if !lines.is_empty() {
        html.raw(
            "<div class=\"talk error\" tabindex=\"0\" role=\"group\" aria-label=\"What it says\"><pre>\n",
        )?;
        // A caret that has lost the blanks before it points at nothing.
        for line in lines.into_iter().filter(|line| !line.starts_with('^')) {
            let line: String = show(&line, DottedBlanks::Nowhere).text.chars().take(CHARACTERS).collect();
            html.text(&line)?;
            html.raw("\n")?;
        }
        html.raw("</pre></div>\n")?;
    }
    html.raw("<p class=\"repeat\">Repeat <code>")?;
    html.text(&show(report.command(), DottedBlanks::Nowhere).text)?;
    html.raw("</code></p>\n")?;
    html.raw("</article>\n</main>\n")
}
