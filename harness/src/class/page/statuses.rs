//! How many students have which status, and at whom a person should look.

use std::io;

use super::ClassPage;
use crate::class::status::RowStatus;
use crate::class::student_row::StudentRow;
use crate::reports::{Markup, count, prose_text, safe_line};

/// Writes the counts, and the rows that a person should look at.
pub(super) fn write(html: &mut Markup<'_>, page: &ClassPage<'_>) -> io::Result<()> {
    html.raw("<ul class=\"statuses\">\n")?;
    for status in RowStatus::ALL {
        let number = page.rows.iter().filter(|row| row.status == status).count();
        if number > 0 {
            html.raw("<li>")?;
            html.element("b", &[], &number.to_string())?;
            html.text(&format!(" {status}"))?;
            html.raw("</li>\n")?;
        }
    }
    html.raw("</ul>\n")?;
    let looked_at: Vec<&StudentRow> = page.rows.iter().filter(|row| is_to_be_looked_at(row)).collect();
    if looked_at.is_empty() {
        return Ok(());
    }
    html.raw("<details open=\"\"><summary>")?;
    let need = if looked_at.len() == 1 { "needs" } else { "need" };
    html.text(&format!("{} {need} a person", count(looked_at.len(), "row")))?;
    html.raw("</summary>\n<ul class=\"look\">\n")?;
    for row in looked_at {
        html.raw("<li>")?;
        html.text(&format!("{}: {}", safe_line(&row.who().join(" ")), row.status))?;
        for remark in row.remarks() {
            prose_text(html, &format!("; {remark}"))?;
        }
        html.raw("</li>\n")?;
    }
    html.raw("</ul></details>\n")
}

fn is_to_be_looked_at(row: &StudentRow) -> bool {
    row.needs_a_person() || row.status == RowStatus::Incomplete
}
