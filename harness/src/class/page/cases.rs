//! The cases: who passes them, and how much they agree with the others. The script reads here what each sign of a student's line is about.

use std::io;

use super::ClassPage;
use crate::class::case_statistics::{CaseStatistics, ENOUGH};
use crate::reports::{Markup, case_anchor};

/// Writes the table of cases in this order.
pub(super) fn write(html: &mut Markup<'_>, page: &ClassPage<'_>, order: &[usize]) -> io::Result<()> {
    html.raw("<section class=\"reference\" aria-labelledby=\"cases\">\n<h2 id=\"cases\">Cases</h2>\n")?;
    let students = page.statistics.first().map_or(0, |case| case.students);
    let words = format!(
        "Of {students} programs that run. Facility: the share of the marks that they win, less what slips in it cost. Discrimination: how much a case agrees with all \
         others, from \u{2212}100 to 100; in brackets with the programs that do not start. Below {ENOUGH} programs it says nothing."
    );
    html.element("p", &[("class", "soft")], &words)?;
    html.raw(
        "\n<div class=\"wide tall\" tabindex=\"0\" role=\"group\" aria-label=\"Cases\">\n<table class=\"cases\">\n<thead><tr><th>Case</th><th>Row</th><th class=\"number\">Passed</th>",
    )?;
    html.raw("<th class=\"number\">Facility</th><th class=\"number\">Discrimination</th><th>Verdict</th></tr></thead>\n<tbody>\n")?;
    for place in order {
        line(html, &page.statistics[*place])?;
    }
    html.raw("</tbody>\n</table>\n</div>\n</section>\n")
}

fn line(html: &mut Markup<'_>, case: &CaseStatistics) -> io::Result<()> {
    html.open("tr", &[("data-anchor", &case_anchor(&case.id)), ("data-row", &case.row)])?;
    html.element("th", &[("scope", "row")], &case.id)?;
    html.element("td", &[], &case.row)?;
    let facility = case.facility.map(|share| format!("{:.0} %", share * 100.0)).unwrap_or_default();
    let discrimination = match (case.discrimination, case.discrimination_of_all) {
        (Some(running), Some(all)) => format!("{running:.0} ({all:.0})"),
        (Some(running), None) => format!("{running:.0}"),
        (None, _) => String::new(),
    };
    for number in [case.passed.to_string(), facility, discrimination] {
        html.element("td", &[("class", "number")], &number)?;
    }
    html.element("td", &[], case.verdict().unwrap_or_default())?;
    html.raw("</tr>\n")
}
