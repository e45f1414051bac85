//! Where a mistake shows and which rows pay for it, as a list says it.

use crate::marks::mistake::Mistake;
use crate::reports::numbers::count;
use crate::reports::results::Results;
use crate::reports::told::{ToldMistakes, called};

/// Returns where a mistake shows, in fewer and fewer words, the row that pays most in any case.
pub(super) fn places(results: &Results, mistake: &Mistake) -> Vec<String> {
    let after = after(results, mistake).map(|after| after + "; ").unwrap_or_default();
    let mut places = vec![
        place(results, mistake, true),
        place(results, mistake, false),
        rows_after(results, mistake),
        after + &first_row(mistake),
        first_row(mistake),
    ];
    places.dedup();
    places
}

/// The most rows that are named.
const MOST_ROWS: usize = 3;

/// Returns which rows pay, the one that pays most first.
pub(in crate::reports) fn rows(mistake: &Mistake) -> String {
    let rows: Vec<&str> =
        std::iter::once(&mistake.row).chain(&mistake.other_rows).map(String::as_str).collect();
    let (last, named) = match rows.len().checked_sub(MOST_ROWS) {
        Some(more @ 1..) => (count(more, "other row"), &rows[..MOST_ROWS]),
        _ => (rows[rows.len() - 1].to_string(), &rows[..rows.len() - 1]),
    };
    if named.is_empty() { last } else { format!("{} and {last}", named.join(", ")) }
}

/// Returns after which other mistakes a mistake shows, as a list says it, and which rows pay.
fn rows_after(results: &Results, mistake: &Mistake) -> String {
    let after = after(results, mistake).map(|after| after + "; ").unwrap_or_default();
    after + &rows(mistake)
}

/// Returns after which other mistakes a mistake shows, as a list says it.
fn after(results: &Results, mistake: &Mistake) -> Option<String> {
    Some(format!("after {}", called(&ToldMistakes::of(results).precursors(mistake)?)))
}

/// Returns which row pays, in how many cases the mistake shows, and in which one best.
pub(in crate::reports) fn place(results: &Results, mistake: &Mistake, with_example: bool) -> String {
    let row = rows_after(results, mistake);
    if mistake.cases == 0 {
        return row;
    }
    let cases = match mistake.cases {
        all if all == results.summary.cases && all > 1 => format!("all {}", count(all, "case")),
        some => count(some, "case"),
    };
    let example = mistake.example.as_ref().filter(|_| with_example);
    let example = example.map(|case| format!(", see {case}")).unwrap_or_default();
    format!("{row}; {cases}{example}")
}

/// Returns which row pays most, and how many others pay.
fn first_row(mistake: &Mistake) -> String {
    match mistake.other_rows.len() {
        0 => mistake.row.clone(),
        more => format!("{} and {more} more", mistake.row),
    }
}
