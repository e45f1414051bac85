//! What is told of a class when a command has done what it can: how many have which status, whom a person should look at, and how it ends.

use std::fmt::Write as _;
use std::path::Path;

use super::{Status, Trouble, tell};
use crate::class::{ClassState, RowStatus, StudentRow};
use crate::reports::{count as count_of, safe_line};
use crate::running::Fault;

/// How many doubtful cases are told of here; the page of the class has all of them.
const DOUBTS: usize = 10;

/// Returns how a command ends that has marked a class until this fault, if there was one.
pub(super) fn ended(state: &ClassState, fault: Option<Fault>) -> Result<Status, Trouble> {
    match fault {
        None => Ok(status(state)),
        Some(fault) if fault.is_interruption() => {
            tell("note: interrupted; the same command goes on where this one was ended\n");
            Ok(Status::Incomplete)
        }
        Some(fault) => Err(fault.into()),
    }
}

/// Returns how a command ends that has come to this.
pub(super) fn status(state: &ClassState) -> Status {
    let has = |wanted: fn(&StudentRow) -> bool| state.rows.iter().any(wanted);
    match () {
        () if has(|row| row.status == RowStatus::Incomplete || row.rounds_left > 0) => Status::Incomplete,
        () if has(StudentRow::needs_a_person) || !state.lost_awards.is_empty() => Status::NotAll,
        () => Status::Good,
    }
}

/// Returns what is told of a class: how many there are of each status, and whom a person should look at.
pub(super) fn told(state: &ClassState, folder: &Path) -> String {
    let count = |status: RowStatus| state.rows.iter().filter(|row| row.status == status).count();
    let counts =
        RowStatus::ALL.into_iter().map(|status| (status, count(status))).filter(|(_, count)| *count > 0);
    let counts: Vec<String> = counts.map(|(status, count)| format!("{count} {status}")).collect();
    let rows = count_of(state.rows.len(), "row");
    let mut text = format!("{}: {rows}: {}\n", state.suite, counts.join(", "));
    for row in state.rows.iter().filter(|row| is_told(row)) {
        let _ = writeln!(text, "  {}", line(row));
    }
    let doubts = state.doubts();
    if doubts.is_empty() && state.rows.iter().any(StudentRow::has_marks) {
        let _ = writeln!(text, "doubtful:  no case");
    }
    if !doubts.is_empty() {
        let _ = writeln!(text, "before you publish:");
        text.extend(doubts.iter().take(DOUBTS).map(|doubt| format!("  {}\n", safe_line(doubt))));
        if doubts.len() > DOUBTS {
            let _ = writeln!(text, "  and {} more, on the page", doubts.len() - DOUBTS);
        }
    }
    if let [first, others @ ..] = &state.never_failed()[..] {
        let more = if others.is_empty() {
            String::new()
        } else {
            format!(" and {} more, on the page", others.len())
        };
        let _ = writeln!(text, "nobody fails: {}{more}", safe_line(first));
    }
    if !state.lost_awards.is_empty() {
        let _ = writeln!(text, "awarded, but about nothing that is marked now:");
        text.extend(state.lost_awards.iter().map(|lost| format!("  {}\n", safe_line(lost))));
    }
    let _ = writeln!(text, "page:      {}", state.page().display());
    let _ = writeln!(text, "gradebook: {}", state.gradebook.display());
    let _ = writeln!(text, "mistakes:  harness mistakes {}", folder.display());
    let _ = writeln!(text, "status:    harness class --status {}", folder.display());
    text
}

fn is_told(row: &StudentRow) -> bool {
    row.needs_a_person() || row.status == RowStatus::Incomplete
}

fn line(row: &StudentRow) -> String {
    let shown = |text: &dyn AsRef<str>| safe_line(text.as_ref());
    let who = row.who().iter().map(|text| shown(text)).collect::<Vec<_>>().join(" ");
    let remarks = row.remarks().iter().map(|text| shown(text)).collect::<Vec<_>>();
    [format!("{who}: {}", row.status)].into_iter().chain(remarks).collect::<Vec<_>>().join("; ")
}
