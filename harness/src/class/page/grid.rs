//! Students by cases: a line of signs for each student, one sign for each case.
//!
//! A hundred thousand cells of a table would be too much for a browser, and a line of signs can be read without colours. The script finds
//! out which case a sign is about; without it, a student's name leads to the page.

use std::collections::BTreeSet;
use std::io;

use super::ClassPage;
use crate::class::student_row::{KeptCase, StudentRow};
use crate::judging::Verdict;
use crate::reports::{Markup, marks, safe_line};

/// What becomes of a case: a sign, the class of its colour, and what it means.
const SIGNS: [(char, &str, &str); 8] = [
    ('.', "", "all of it"),
    ('~', "p", "all of it, but a mistake that shows in it costs marks"),
    ('-', "p", "a part of it"),
    ('x', "w", "nothing: wrong"),
    ('!', "c", "nothing: it crashed, or ended early"),
    ('t', "c", "nothing: stopped, for it took too long, or too much memory or output"),
    ('0', "c", "nothing: it did not start"),
    ('?', "u", "undecided"),
];

/// Writes the grid, with the cases in this order, and what its signs mean.
pub(super) fn write(html: &mut Markup<'_>, page: &ClassPage<'_>, order: &[usize]) -> io::Result<()> {
    html.raw(
        "<section aria-labelledby=\"grid\">\n<h2 id=\"grid\">Students by cases</h2>\n<p class=\"legend\">",
    )?;
    let occurring = occurring(page);
    for (sign, class, meaning) in SIGNS.into_iter().filter(|(sign, ..)| occurring.contains(sign)) {
        html.element("code", &[("class", class)], &sign.to_string())?;
        html.text(&format!(" {meaning}   "))?;
    }
    html.raw("</p>\n<p id=\"cell\" role=\"status\" aria-live=\"polite\">Point at a sign, or move with the arrow keys in a line; Enter or a click opens it.</p>\n")?;
    html.raw("<div class=\"wide tall\"><table class=\"grid\">\n<thead><tr><th>Student</th><th class=\"number\">Marks</th>")?;
    html.raw("<th class=\"number\">Seconds</th><th>Status</th>")?;
    html.element("th", &[("class", "of-rows")], &titles(page, order))?;
    html.raw("</tr></thead>\n<tbody>\n")?;
    for (row, path) in page.rows.iter().zip(page.pages) {
        line(html, row, path.as_deref(), order)?;
    }
    html.raw("</tbody>\n</table></div>\n</section>\n")
}

/// Returns the signs that occur in the line of a student.
fn occurring(page: &ClassPage<'_>) -> BTreeSet<char> {
    let cases = page.rows.iter().filter_map(|row| row.marks.as_ref()).flat_map(|marks| &marks.cases);
    cases.map(|case| sign(case).0).collect()
}

/// Returns the names of the rows, each above the signs of its cases and no longer than they are.
fn titles(page: &ClassPage<'_>, order: &[usize]) -> String {
    let rows: Vec<&str> = order.iter().map(|place| page.statistics[*place].row.as_str()).collect();
    let title = |cases: &[&str]| {
        let width = cases.len();
        if cases[0].chars().count() <= width {
            return format!("{:<width$}", cases[0]);
        }
        let name: String = cases[0].chars().take(width - 1).collect();
        name + "\u{2026}"
    };
    rows.chunk_by(|one, other| one == other).map(title).collect::<Vec<_>>().join(" ")
}

fn line(html: &mut Markup<'_>, row: &StudentRow, path: Option<&str>, order: &[usize]) -> io::Result<()> {
    html.raw("<tr><th scope=\"row\">")?;
    let who = safe_line(&row.who().join(" "));
    match path {
        Some(path) => html.element("a", &[("href", path)], &who)?,
        None => html.text(&who)?,
    }
    html.raw("</th>")?;
    let total = row.total().map(marks).unwrap_or_default();
    html.element("td", &[("class", "number")], &total)?;
    let seconds = row.marks.as_ref().map(|marks| format!("{:.1}", marks.seconds)).unwrap_or_default();
    html.element("td", &[("class", "number")], &seconds)?;
    let late = if row.planned.late.name() == "late" { ", late" } else { "" };
    html.element("td", &[], &format!("{}{late}", row.status))?;
    let Some(marks) = &row.marks else { return html.raw("<td></td></tr>\n") };
    html.open("td", &[("class", "cells"), ("tabindex", "0"), ("data-page", path.unwrap_or_default())])?;
    signs(html, &order.iter().filter_map(|place| marks.cases.get(*place)).collect::<Vec<_>>())?;
    html.raw("</td></tr>\n")
}

/// Writes the signs, those of one kind together, and a blank between the cases of two rows.
fn signs(html: &mut Markup<'_>, cases: &[&KeptCase]) -> io::Result<()> {
    let mut run = String::new();
    let mut class = "";
    let mut row = cases.first().map_or("", |case| &case.row);
    for case in cases {
        let (sign, own, _) = sign(case);
        if own != class || case.row != row {
            write_run(html, &run, class)?;
            run.clear();
        }
        if case.row != row {
            html.raw(" ")?;
        }
        (class, row) = (own, &case.row);
        run.push(sign);
    }
    write_run(html, &run, class)
}

fn write_run(html: &mut Markup<'_>, run: &str, class: &str) -> io::Result<()> {
    match (run, class) {
        ("", _) => Ok(()),
        (run, "") => html.text(run),
        (run, class) => html.element("b", &[("class", class)], run),
    }
}

fn sign(case: &KeptCase) -> (char, &'static str, &'static str) {
    let which = match case.verdict {
        _ if case.is_whole() => 0,
        _ if case.awarded >= case.out_of - 1e-6 => 1,
        _ if case.awarded > 0.0 => 2,
        Verdict::Crashed | Verdict::EndedEarly => 4,
        Verdict::TimedOut | Verdict::TooMuchOutput | Verdict::OutOfMemory => 5,
        Verdict::NotStarted => 6,
        Verdict::Undecided => 7,
        _ => 3,
    };
    SIGNS[which]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_a_kind_stand_together_and_rows_apart() {
        let case = |row: &str, awarded: f64| KeptCase::new("id", row, awarded, 1.0);
        let slip = KeptCase { net: 0.9, ..case("a", 1.0) };
        let cases = [
            case("a", 1.0),
            case("a", 1.0),
            slip,
            case("a", 0.0),
            case("b", 0.0),
            case("b", 0.5),
            case("b", 1.0),
        ];
        let mut out = Vec::new();
        signs(&mut Markup::new(&mut out), &cases.iter().collect::<Vec<_>>()).expect("to memory");
        let expected = "..<b class=\"p\">~</b><b class=\"w\">x</b> <b class=\"w\">x</b><b class=\"p\">-</b>.";
        assert_eq!(String::from_utf8(out).expect("UTF-8"), expected);
    }
}
