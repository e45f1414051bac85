//! The page of a class, for staff, in one file: what the class got wrong, and who.
//!
//! It says everything in words and signs, too, and holds no more than the results do: a sign for each student and case. Its script only
//! tells which case a sign is about, and opens the student's page there.

mod cases;
mod distribution;
mod grid;
mod mistakes;
mod statuses;

use std::io::{self, Write};

use super::case_statistics::{CaseStatistics, never_failed};
use super::class_mistakes::ClassMistake;
use super::doubts::Doubt;
use super::student_row::StudentRow;
use crate::reports::{Markup, PageHead, count, prose_sentence};

const STYLE: &str = include_str!("class.css");
const SCRIPT: &str = include_str!("class.js");

/// What leads to the sections.
const SECTIONS: &str = "<nav aria-label=\"Sections\"><a href=\"#doubts\">Before you publish</a><a href=\"#distribution\">Marks</a>\
<a href=\"#mistakes\">Mistakes</a><a href=\"#grid\">Students by cases</a><a href=\"#cases\">Cases</a></nav>\n";

/// What the page tells.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClassPage<'a> {
    /// The title of the assignment.
    pub(super) title: &'a str,
    /// The folder of the class, as commands name it.
    pub(super) folder: &'a str,
    /// The rows.
    pub(super) rows: &'a [StudentRow],
    /// The paths of the students' pages; nothing where there is none.
    pub(super) pages: &'a [Option<String>],
    /// The mistakes, the most frequent first.
    pub(super) mistakes: &'a [ClassMistake],
    /// Awards that no row has any more.
    pub(super) lost_awards: &'a [String],
    /// What is doubtful.
    pub(super) doubts: &'a [Doubt],
    /// The cases.
    pub(super) statistics: &'a [CaseStatistics],
}

/// Writes the page.
pub(super) fn write(page: &ClassPage<'_>, out: &mut dyn Write) -> io::Result<()> {
    let order = by_row(page);
    let mut html = Markup::new(out);
    let title = format!("{}: the class", page.title);
    PageHead { title: &title, style: STYLE, script: SCRIPT }.write(&mut html)?;
    html.raw("<body>\n<header>\n")?;
    html.element("h1", &[], &title)?;
    statuses::write(&mut html, page)?;
    html.raw(SECTIONS)?;
    html.raw("</header>\n<main>\n")?;
    doubts(&mut html, page)?;
    distribution::write(&mut html, page)?;
    mistakes::write(&mut html, page)?;
    grid::write(&mut html, page, &order)?;
    cases::write(&mut html, page, &order)?;
    html.raw("</main>\n</body>\n</html>\n")
}

/// Returns the places of the cases in the order of the mark sheet, those of one row together.
fn by_row(page: &ClassPage<'_>) -> Vec<usize> {
    let sheet = page.rows.iter().find_map(|row| row.marks.as_ref()).map(|marks| &marks.mark_sheet);
    let rows: Vec<&String> = sheet.into_iter().flatten().map(|row| &row.row).collect();
    let mut order: Vec<usize> = (0..page.statistics.len()).collect();
    order.sort_by_key(|place| rows.iter().position(|row| **row == page.statistics[*place].row));
    order
}

/// Writes what a person should look at before marks are published.
fn doubts(html: &mut Markup<'_>, page: &ClassPage<'_>) -> io::Result<()> {
    html.raw("<section aria-labelledby=\"doubts\">\n<h2 id=\"doubts\">Before you publish</h2>\n")?;
    if !page.lost_awards.is_empty() {
        html.raw("<p>These decisions are about nothing that is marked now; look at each:</p>\n<ul class=\"doubts\">\n")?;
        for lost in page.lost_awards {
            html.element("li", &[], lost)?;
        }
        html.raw("</ul>\n")?;
    }
    if page.doubts.is_empty() {
        html.raw("<p>No case looks doubtful.</p>\n")?;
        never_failed_cases(html, page)?;
        return html.raw("</section>\n");
    }
    html.raw("<p>These may be faults of the suite, or accidents, not of the students:</p>\n<ul class=\"doubts\">\n")?;
    for doubt in page.doubts {
        html.raw("<li>")?;
        prose_sentence(html, &doubt.sentence())?;
        html.raw("</li>\n")?;
    }
    html.raw("</ul>\n")?;
    never_failed_cases(html, page)?;
    html.raw("</section>\n")
}

/// Writes which cases nobody fails, folded: most of them ask for what everybody has learnt.
fn never_failed_cases(html: &mut Markup<'_>, page: &ClassPage<'_>) -> io::Result<()> {
    let cases = never_failed(page.statistics);
    if cases.is_empty() {
        return Ok(());
    }
    html.raw("<details><summary>")?;
    html.text(&format!("{} that nobody fails", count(cases.len(), "case")))?;
    html.raw(
        "</summary>\n<p>They tell no program from another; look whether they ask for anything.</p>\n<p>",
    )?;
    html.text(&cases.join(", "))?;
    html.raw("</p>\n</details>\n")
}

#[cfg(test)]
mod tests {
    use super::super::case_statistics::case_statistics;
    use super::super::status::RowStatus;
    use super::super::student_row::KeptCase;
    use super::*;

    /// The most bytes that the page of a large class may have.
    const MOST: usize = 5 << 20;

    #[test]
    fn four_hundred_students_by_two_hundred_and_fifty_cases_are_a_page_of_five_megabytes_at_most() {
        let case = |student: usize, number: usize| {
            // As hard for a run of signs as it can be: each differs from the one before.
            let awarded = f64::from(u8::try_from((student + number) % 3).expect("small")) / 2.0;
            KeptCase::new(
                &format!("part_{}/a_case_with_a_long_name_{number}", number / 50),
                "row",
                awarded,
                1.0,
            )
        };
        let student = |number: usize| {
            let cases = (0..250).map(|case_number| case(number, case_number)).collect();
            StudentRow::of(&format!("s{number:06}"), cases, Vec::new())
        };
        let rows: Vec<StudentRow> = (0..400).map(student).collect();
        let pages: Vec<Option<String>> =
            (0..400).map(|number| Some(format!("students/s{number:06}.html"))).collect();
        let page = ClassPage {
            title: "A large class",
            folder: "class/large",
            rows: &rows,
            pages: &pages,
            mistakes: &[],
            doubts: &[],
            lost_awards: &[],
            statistics: &case_statistics(&rows),
        };
        let mut bytes = Vec::new();
        write(&page, &mut bytes).expect("to memory");
        assert!(bytes.len() < MOST, "{} bytes", bytes.len());
        let text = String::from_utf8(bytes).expect("UTF-8");
        assert_eq!(text.matches("class=\"cells\"").count(), 400);
        assert_eq!(text.matches("data-anchor=").count(), 250);
    }

    #[test]
    fn no_text_of_a_student_becomes_markup() {
        let cases = vec![KeptCase::new("\"><script>", "row", 1.0, 1.0)];
        let mut backwards = StudentRow::of("a\u{202e}b", Vec::new(), Vec::new());
        backwards.status = RowStatus::Unreadable;
        let rows = vec![StudentRow::of("<script>alert(1)</script>", cases, Vec::new()), backwards];
        let page = ClassPage {
            title: "</title><script>",
            folder: "<b>",
            rows: &rows,
            pages: &[Some("students/a\"b.html".to_string()), None],
            mistakes: &[],
            lost_awards: &["<em>x</em>".to_string()],
            doubts: &[Doubt::NobodyPasses { case: "<i>".to_string(), students: 3 }],
            statistics: &case_statistics(&rows),
        };
        let mut bytes = Vec::new();
        write(&page, &mut bytes).expect("to memory");
        let text = String::from_utf8(bytes).expect("UTF-8");
        assert_eq!(text.matches("<script>").count(), 1, "the page's own");
        assert!(!text.contains('\u{202e}'), "a name turns nothing around that follows it");
        assert_eq!(text.matches("a&lt;U+202E&gt;b").count(), 2);
        assert!(!text.contains("<b>") || text.contains("&lt;b&gt;"));
        assert!(text.contains("&lt;em&gt;x") && text.contains("&lt;i&gt;") && text.contains("a&quot;b.html"));
    }
}
