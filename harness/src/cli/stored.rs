//! `harness report`, `harness show-mistake` and `harness award`: what is done with results that are kept in a folder.

use std::path::{Path, PathBuf};

use super::report_args::ReportArgs;
use super::{Status, Trouble, print, tell};
use crate::reports::awards::{Awards, Decision};
use crate::reports::forms::Request;
use crate::reports::look::{Amount, Look, Voice};
use crate::reports::results::Results;
use crate::reports::{REPORTS, Report, finish_others, latest, screen, store};

/// Writes reports of the results in `folder` again, without running or judging anything.
pub(super) fn report(folder: &Path, args: &ReportArgs) -> Result<Status, Trouble> {
    let folder = folder_of(folder);
    finish_others(&folder);
    let results = store::read(&folder)?;
    args.prepare(results.audience)?;
    let report = Report::new(&results, &folder);
    show(&report, args.look())?;
    for request in &args.requests {
        request.write(&report, &folder).map_err(Trouble::writing)?;
    }
    tell_what_is_lost(&report);
    Ok(Status::Good)
}

/// Shows one mistake of the results in `folder` in full, or of those that were written last.
pub(super) fn show_mistake(number: usize, folder: Option<&Path>, voice: Voice) -> Result<Status, Trouble> {
    let folder = folder.map_or_else(|| latest(Path::new(REPORTS)), |folder| Ok(folder_of(folder)))?;
    finish_others(&folder);
    let results = store::read(&folder)?;
    let look = Look::of_terminal(voice, Amount::Mistake(number));
    let here = std::env::current_dir().unwrap_or_default();
    let report = Report::new(&results, &folder).read_in(&here);
    let text = screen::mistake(&report, number, look)?;
    print(&String::from_utf8_lossy(&text))?;
    tell_what_is_lost(&report);
    Ok(Status::Good)
}

/// Takes over what a tutor awards, and writes the reports that stand in `folder` again.
pub(super) fn award(folder: &Path, decisions: Vec<Decision>, note: Option<&str>) -> Result<Status, Trouble> {
    let folder = folder_of(folder);
    finish_others(&folder);
    let results = store::read(&folder)?;
    let mut awards = Awards::read(&folder)?;
    for decision in decisions {
        let note = note.map(str::to_string);
        awards.decide(&results, Decision { note, ..decision })?;
    }
    let results: Results = awards.apply(results);
    awards.write(&folder).map_err(Trouble::writing)?;
    let report = Report::new(&results, &folder);
    for request in Request::standing_in(&folder) {
        request.write(&report, &folder).map_err(Trouble::writing)?;
    }
    show(&report, Look::of_terminal(Voice::Signs, Amount::Least))?;
    tell_what_is_lost(&report);
    Ok(Status::Good)
}

/// Tells which conversations are not shown, as their recordings are lost.
fn tell_what_is_lost(report: &Report<'_>) {
    if let Some((count, problem)) = report.conversations_lost() {
        let cases = crate::reports::count(count, "case");
        tell(&format!("note: what was said in {cases} is not shown: {problem}\n"));
    }
}

/// Returns the folder of results that a user means who may have named the file in it.
fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if path.is_file() => folder.to_path_buf(),
        _ => path.to_path_buf(),
    }
}

fn show(report: &Report<'_>, look: Look) -> Result<(), Trouble> {
    let mut text = Vec::new();
    screen::write(&mut text, report, look).map_err(Trouble::writing)?;
    print(&String::from_utf8_lossy(&text))
}
