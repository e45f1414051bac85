//! What people and programs read: one model of results, and the forms made from it.

#[cfg(test)]
mod any_differences;
mod apart;
pub mod awards;
mod broken_rule;
mod build_failure;
mod case_results;
mod code_quality;
mod conversation;
mod crash_advice;
mod ctrf;
mod differing_part;
mod disclosure;
mod draft;
mod due_next;
mod example_of_row;
pub mod explanation;
mod failure;
mod faults;
mod fields;
mod forgiven;
pub mod forms;
mod full_text;
mod github;
mod gradescope;
#[cfg(test)]
mod hostile;
mod html;
pub mod judged;
mod junit;
mod leading_up;
pub mod look;
mod markdown;
mod markup;
mod mistake_list;
mod numbers;
mod page_head;
mod prairielearn;
mod prices;
mod report;
pub mod results;
pub(crate) mod rule_explanation;
pub mod screen;
mod shortlist;
mod soundness;
mod sources;
mod spreadsheet;
mod start_remarks;
pub mod store;
mod tap;
mod told;
mod unstable;
mod visible;
mod words_apart;

use serde::{Deserialize, Serialize};

pub use draft::{Draft, finish_others};
pub(crate) use html::{case_anchor, prose_sentence, prose_text};
pub(crate) use markup::{Markup, escaped};
pub(crate) use numbers::{count, marks, were};
pub(crate) use page_head::PageHead;
pub use report::{REPORTS, Report};
pub(crate) use spreadsheet::line as csv_line;
pub(crate) use store::write_whole;
pub use store::{latest, prepare, read};
pub(crate) use unstable::{outcome, outcomes_told};
pub(crate) use visible::safe_line;

/// Who reads a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Audience {
    /// A student: of cases that are not public only what the suite discloses.
    #[default]
    Student,
    /// Staff: everything.
    Staff,
}
