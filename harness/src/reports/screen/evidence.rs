//! The failed cases on the terminal: the evidence for the mistakes.

use super::{BAD, HEADING};
use crate::reports::failure::{in_full, in_short};
use crate::reports::faults::{FaultGroup, first as first_of, groups};
use crate::reports::look::Look;
use crate::reports::numbers::count;
use crate::reports::report::Report;
use crate::reports::told::ToldMistakes;

/// Returns the case that shows best what is wrong, where no mistake that the reader may see tells it.
pub(super) fn first(report: &Report<'_>, told: &ToldMistakes<'_>, look: Look) -> String {
    let case = first_of(&groups(report.results)).filter(|_| told.costly.is_empty());
    case.map(|case| in_full(report, case, look) + "\n").unwrap_or_default()
}

/// Returns every failed case in full.
pub(super) fn all(report: &Report<'_>, look: Look) -> String {
    let groups = groups(report.results);
    let failed: usize = groups.iter().map(|group| group.cases.len()).sum();
    if failed == 0 {
        return String::new();
    }
    let which =
        if failed == 1 { "The failed case".to_string() } else { format!("All {failed} failed cases") };
    let title = format!("\n{HEADING}{which}{HEADING:#}\n");
    title + &groups.iter().map(|group| of_group(report, group, look)).collect::<String>() + "\n"
}

fn of_group(report: &Report<'_>, group: &FaultGroup<'_>, look: Look) -> String {
    let title = format!("{BAD}{}{BAD:#} ({})\n", group.name, count(group.cases.len(), "case"));
    let case = |case: &&_| match case {
        hidden if crate::reports::results::CaseResult::is_hidden(hidden) => {
            format!("  {}\n", in_short(hidden, look))
        }
        case => in_full(report, case, look) + "\n",
    };
    title + &group.cases.iter().map(case).collect::<String>()
}
