//! How many students have which status, and at whom a person should look.

use std::io;

use super::ClassPage;
use crate::class::status::RowStatus;
use crate::class::student_row::StudentRow;
use crate::reports::Markup;

/// Writes the counts, and the rows that a person should look at.
pub(super) fn write(html: &mut Markup<'_>, page: &ClassPage<'_>) -> io::Result<()> {
    html.raw("<ul class=\"statuses\">\n")?;
    for status in RowStatus::ALL {
        let count = page.rows.iter().filter(|row| row.status == status).count();
        if count > 0 {
            html.raw("<li>")?;
            html.element("b", &[], &count.to_string())?;
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
    html.text(&format!("{} rows need a person", looked_at.len()))?;
    html.raw("</summary>\n<ul class=\"look\">\n")?;
    for row in looked_at {
        html.raw("<li>")?;
        html.element("b", &[], &row.who().join(" "))?;
        html.text(&format!(": {}", row.status))?;
        for remark in row.remarks() {
            html.text(&format!("; {remark}"))?;
        }
        html.raw("</li>\n")?;
    }
    html.raw("</ul></details>\n")
}

fn is_to_be_looked_at(row: &StudentRow) -> bool {
    row.needs_a_person() || row.status == RowStatus::Incomplete
}
