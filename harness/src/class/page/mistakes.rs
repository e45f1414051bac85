//! The mistakes of the class, the one that most students made first.

use std::io;

use super::ClassPage;
use crate::class::class_mistakes::ClassMistake;
use crate::reports::{Markup, case_anchor, marks, prose_sentence, prose_text, safe_line};

/// How many mistakes are told, and how many students with each.
const MOST: usize = 200;
const NAMED: usize = 40;

/// Writes the mistakes that several students made, and apart from them those of one each.
pub(super) fn write(html: &mut Markup<'_>, page: &ClassPage<'_>) -> io::Result<()> {
    html.raw("<section aria-labelledby=\"mistakes\">\n<h2 id=\"mistakes\">Mistakes, the most frequent first</h2>\n")?;
    html.raw("<p class=\"soft\">Say something to all who made one with ")?;
    html.element("code", &[], &format!("harness comment {} NAME \"\u{2026}\"", page.folder))?;
    html.raw(", or change what it costs with ")?;
    html.element("code", &[], &format!("harness price {} NAME MARKS", page.folder))?;
    html.raw(".</p>\n")?;
    let (several, single): (Vec<&ClassMistake>, Vec<&ClassMistake>) =
        page.mistakes.iter().partition(|mistake| mistake.students.len() > 1);
    if several.is_empty() {
        html.raw("<p>No two students made the same.</p>\n")?;
    } else {
        table(html, page, &several)?;
    }
    if !single.is_empty() {
        html.raw("<details><summary>")?;
        html.text(&format!("{} more, of one student each", single.len()))?;
        html.raw("</summary>\n")?;
        table(html, page, &single)?;
        html.raw("</details>\n")?;
    }
    html.raw("</section>\n")
}

fn table(html: &mut Markup<'_>, page: &ClassPage<'_>, mistakes: &[&ClassMistake]) -> io::Result<()> {
    html.raw("<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Mistakes\">\n<table class=\"mistakes\">\n<thead><tr><th class=\"number\">Students</th><th class=\"number\">Marks</th>")?;
    html.raw(
        "<th class=\"number\">Each</th><th>Mistake</th><th>Row</th><th>Name</th></tr></thead>\n<tbody>\n",
    )?;
    for mistake in mistakes.iter().take(MOST) {
        line(html, page, mistake)?;
    }
    html.raw("</tbody>\n</table>\n</div>\n")?;
    if mistakes.len() > MOST {
        let more = mistakes.len() - MOST;
        html.raw("<p>")?;
        html.text(&format!("and {more} more: "))?;
        html.element("code", &[], &format!("harness mistakes --all {}", page.folder))?;
        html.raw("</p>\n")?;
    }
    Ok(())
}

fn line(html: &mut Markup<'_>, page: &ClassPage<'_>, mistake: &ClassMistake) -> io::Result<()> {
    let (least, most) = (marks(mistake.cheapest), marks(mistake.dearest));
    let each = if least == most { most } else { format!("{least}\u{2013}{most}") };
    html.raw("<tr>")?;
    for number in [mistake.students.len().to_string(), marks(mistake.lost), each] {
        html.element("td", &[("class", "number")], &number)?;
    }
    html.raw("<td>")?;
    html.raw("<span class=\"sentence\">")?;
    prose_sentence(html, &mistake.sentence)?;
    html.raw("</span>")?;
    lines(html, mistake)?;
    if let Some(comment) = &mistake.comment {
        html.raw("<p class=\"comment\">You say: ")?;
        prose_text(html, comment)?;
        html.raw("</p>")?;
    }
    students(html, page, mistake)?;
    html.raw("</td>")?;
    html.element("td", &[], &mistake.row)?;
    html.raw("<td>")?;
    html.element("code", &[], &mistake.short)?;
    html.raw("</td></tr>\n")
}

/// Writes what should be printed and what is, of the first example.
fn lines(html: &mut Markup<'_>, mistake: &ClassMistake) -> io::Result<()> {
    let Some(example) = mistake.examples.first() else { return Ok(()) };
    for (name, line) in [("should be", &example.expected), ("is", &example.actual)] {
        if let Some(line) = line {
            html.raw("<div class=\"line\">")?;
            html.element("span", &[("class", "soft")], name)?;
            html.raw(" ")?;
            html.element("code", &[], line)?;
            html.raw("</div>")?;
        }
    }
    Ok(())
}

/// Writes who made it, each with a link to where it shows.
fn students(html: &mut Markup<'_>, page: &ClassPage<'_>, mistake: &ClassMistake) -> io::Result<()> {
    html.raw("<details><summary>who</summary>")?;
    for (number, place) in mistake.students.iter().take(NAMED).enumerate() {
        if number > 0 {
            html.raw(", ")?;
        }
        let example = mistake.examples.iter().find(|example| example.student == *place);
        let anchor = example.map(|example| format!("#{}", case_anchor(&example.case))).unwrap_or_default();
        let called = safe_line(&page.rows[*place].called());
        match &page.pages[*place] {
            Some(path) => html.element("a", &[("href", &format!("{path}{anchor}"))], &called)?,
            None => html.text(&called)?,
        }
    }
    if mistake.students.len() > NAMED {
        html.text(&format!(", and {} more", mistake.students.len() - NAMED))?;
    }
    html.raw("</details>")
}
