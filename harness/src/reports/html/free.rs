//! Mistakes that cost nothing by themselves: those in rows that are marked later apart from slips of form.

use super::contents::Contents;
use crate::marks::mistake::Mistake;
use crate::reports::numbers::{count, marks_of};
use crate::reports::results::Results;
use crate::reports::told::is_slip;

/// Mistakes that cost nothing by themselves, each with its number.
#[derive(Debug)]
pub(super) struct FreeMistakes<'a> {
    /// Those in rows that are marked later.
    pub(super) later: Vec<(usize, &'a Mistake)>,
    /// All others.
    pub(super) others: Vec<(usize, &'a Mistake)>,
}

impl<'a> FreeMistakes<'a> {
    /// Returns those of a page.
    pub(super) fn of(contents: &Contents<'a>) -> Self {
        let free = contents.mistakes().skip(contents.told.costly.len());
        let (later, others) = free.partition(|(_, mistake)| contents.results().is_marked_later(mistake));
        Self { later, others }
    }

    /// Returns how one of the others is called: a slip only where each of them is one of form.
    pub(super) fn name_of_others(&self) -> &'static str {
        if self.others.iter().all(|(_, mistake)| is_slip(mistake)) { "slip" } else { "mistake" }
    }

    /// Returns how many there are besides those that cost marks, in a few words; nothing if there are none.
    pub(super) fn in_short(&self) -> String {
        let later = format!("+{} marked later", self.later.len());
        let others = match self.name_of_others() {
            "slip" => format!("+{}", count(self.others.len(), "slip")),
            _ => format!("+{} free", self.others.len()),
        };
        let parts = [(self.later.is_empty(), later), (self.others.is_empty(), others)];
        let parts: Vec<String> = parts.into_iter().filter(|(is_empty, _)| !is_empty).map(|it| it.1).collect();
        parts.join(" ")
    }

    /// Returns which of them the mistake of this number is.
    pub(super) fn standing(&self, number: usize) -> String {
        match self.others.iter().position(|(other, _)| *other == number) {
            Some(index) => {
                format!("Mistake {number}: {} {} of {}", self.name_of_others(), index + 1, self.others.len())
            }
            None => format!("Mistake {number}: marked later"),
        }
    }
}

/// Returns what the row of a mistake is worth and who marks it, if it is marked later.
pub(super) fn marked_later(results: &Results, mistake: &Mistake) -> Option<String> {
    let row = results.mark_sheet.iter().find(|row| row.row == mistake.row)?;
    let text = || format!("{}, {}, by {}", row.row, marks_of(row.out_of), row.later_by());
    results.is_marked_later(mistake).then(text)
}
