//! Writes results and recordings into the folder of reports.

use std::io::{self, Write};
use std::path::Path;

use super::results::{Judged, Results, SCHEMA};
use crate::cases::problem::Problem;
use crate::recording;

/// The file of results in a folder of reports.
const RESULTS: &str = "results.json";

/// The folder of recordings in a folder of reports.
const RECORDINGS: &str = "recordings";

/// Makes sure that reports can be written into `folder`, before anything is run.
///
/// # Errors
/// A folder that cannot be made or written to.
pub fn prepare(folder: &Path) -> Result<(), Problem> {
    let probe = || -> io::Result<()> {
        std::fs::create_dir_all(folder)?;
        tempfile::NamedTempFile::new_in(folder).map(drop)
    };
    probe().map_err(|error| {
        Problem::of_file(&folder.display().to_string(), format!("reports cannot be written there: {error}"))
            .help("name another folder with --reports")
    })
}

/// Writes the results, and the recordings of the cases that they tell of. The recordings of an earlier run
/// in the same folder are removed.
///
/// # Errors
/// What could not be written.
pub fn write(folder: &Path, results: &Results, judged: &[Judged<'_>]) -> io::Result<()> {
    let recordings = folder.join(RECORDINGS);
    if recordings.is_dir() && holds_results(folder) {
        // Another run into the same folder may be removing or writing them, too.
        let aside = tempfile::Builder::new().prefix(".old-recordings-").tempdir_in(folder)?;
        let _ = std::fs::rename(&recordings, aside.path().join(RECORDINGS));
    }
    for case in &results.cases {
        let Some(path) = &case.recording else { continue };
        if let Some(judged) = judged.iter().find(|judged| judged.case.id == case.id) {
            write_file(&folder.join(path), &recording::to_json(&judged.recording))?;
        }
    }
    let text = serde_json::to_string_pretty(results).expect("results are plain JSON") + "\n";
    write_file(&folder.join(RESULTS), &text)
}

fn holds_results(folder: &Path) -> bool {
    std::fs::read_to_string(folder.join(RESULTS)).is_ok_and(|text| text.contains(SCHEMA))
}

/// Writes a whole file or nothing.
fn write_file(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().expect("a file stands in a folder");
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    let readable = std::os::unix::fs::PermissionsExt::from_mode(0o644);
    file.as_file().set_permissions(readable)?;
    file.persist(path)?;
    Ok(())
}
