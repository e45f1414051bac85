//! The pages of all students, for staff. One is made anew only if what it tells has changed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;

use super::page_names::page_names;
use super::store::{ClassReader, KeptTexts};
use super::student_row::StudentRow;
use crate::digest;
use crate::recording_store::RecordingStore;
use crate::reports::forms::form;
use crate::reports::results::Results;
use crate::reports::{Audience, Report, write_whole};
use crate::running::interruption;

/// The folder of the pages, and the file in it that says what each of them was made from.
const STUDENTS: &str = "students";
const MADE_FROM: &str = "made-from.json";

/// Returns the paths of the pages that there are, from the folder of the class; nothing for a row that has none.
pub(super) fn pages(folder: &Path, rows: &[StudentRow]) -> Vec<Option<String>> {
    let paths = page_names(rows).into_iter().map(|name| format!("{STUDENTS}/{name}.html"));
    paths.map(|path| folder.join(&path).is_file().then_some(path)).collect()
}

/// Makes the pages that are not there, or tell something else than the results do, and takes those away that are nobody's.
///
/// # Errors
/// What could not be read or written.
pub(super) fn write_pages(folder: &Path, reader: &Arc<ClassReader>, rows: &[StudentRow]) -> io::Result<()> {
    let place = folder.join(STUDENTS);
    let made: BTreeMap<String, String> = fs::read(place.join(MADE_FROM))
        .ok()
        .and_then(|text| serde_json::from_slice(&text).ok())
        .unwrap_or_default();
    let mut now = BTreeMap::new();
    for (row, name) in rows.iter().zip(page_names(rows)) {
        if interruption::is_wanted() {
            // The rest is made the next time.
            return keep(&place, &made.into_iter().chain(now).collect());
        }
        let Some(results) = row.results(reader).map_err(io::Error::other)? else { continue };
        let results = Results { target: row.planned.labels.first().cloned().unwrap_or_default(), ..results };
        let key = key(&results)?;
        let path = place.join(format!("{name}.html"));
        if made.get(&name) != Some(&key) || !path.is_file() {
            let page = page(reader, row, &results)?;
            write_whole(&path, Audience::Staff, |out| out.write_all(&page))?;
        }
        now.insert(name, key);
    }
    for name in made.keys().filter(|name| !now.contains_key(*name)) {
        match fs::remove_file(place.join(format!("{name}.html"))) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    keep(&place, &now)
}

/// Keeps from what each page was made.
fn keep(place: &Path, made_from: &BTreeMap<String, String>) -> io::Result<()> {
    write_whole(&place.join(MADE_FROM), Audience::Staff, |out| {
        Ok(serde_json::to_writer_pretty(out, made_from)?)
    })
}

/// Returns what the page follows from.
fn key(results: &Results) -> io::Result<String> {
    Ok(digest::of_bytes(&serde_json::to_vec(results)?))
}

fn page(reader: &Arc<ClassReader>, row: &StudentRow, results: &Results) -> io::Result<Vec<u8>> {
    let store = RecordingStore::on(Arc::new(KeptTexts::new(reader, &results.target_digest)));
    let report = Report::of_store(results, &store).with_failure(row.failure.clone());
    form("html").expect("it is in the table").of(&report)
}
