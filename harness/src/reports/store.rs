//! Files in the folder of reports, written whole or not at all, and results read back.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::Audience;
use super::results::{Results, SCHEMA};
use super::soundness::unsound;
use crate::cases::problem::Problem;

/// The file of results in a folder of reports.
pub(super) const RESULTS: &str = "results.json";

/// Bytes at the beginning of results in which their schema stands.
const HEAD: u64 = 64;

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
        Problem::of_file(&folder.display().to_string(), "reports cannot be written there")
            .because(error)
            .help("name another folder with --reports, or another path with --report FORMAT=PATH")
    })
}

/// Writes the results alone.
///
/// # Errors
/// What could not be written.
pub(super) fn write_results(folder: &Path, results: &Results) -> io::Result<()> {
    write_whole(&folder.join(RESULTS), results.audience, |out| {
        let mut out = BufWriter::new(out);
        serde_json::to_writer_pretty(&mut out, results)?;
        writeln!(out)?;
        out.flush()
    })
}

/// Returns the results that are kept in `folder`.
///
/// # Errors
/// A folder without results, or with those of another version, or with some that contradict themselves.
pub fn read(folder: &Path) -> Result<Results, Problem> {
    let path = folder.join(RESULTS);
    let name = path.display().to_string();
    let text = std::fs::read_to_string(&path).map_err(|error| {
        Problem::unread(&name, error).help("name a folder of reports, such as reports/little_battle")
    })?;
    let results: Results = serde_json::from_str(&text)
        .map_err(|error| Problem::of_file(&name, "holds no results").because(error))?;
    if results.schema != SCHEMA {
        let message = format!("has the schema `{}`; this program reads `{SCHEMA}`", results.schema);
        return Err(Problem::of_file(&name, message));
    }
    match unsound(&results) {
        None => Ok(results),
        Some(what) => Err(Problem::of_file(&name, what).help("somebody has changed the file; mark again")),
    }
}

/// Returns the folder in `folder` whose results were written last.
///
/// # Errors
/// A folder without folders of results.
pub fn latest(folder: &Path) -> Result<PathBuf, Problem> {
    let folders = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let written =
        |folder: &PathBuf| std::fs::metadata(folder.join(RESULTS)).and_then(|file| file.modified()).ok();
    let latest = folders.filter_map(|folder| Some((written(&folder)?, folder))).max();
    latest.map(|(_, folder)| folder).ok_or_else(|| {
        Problem::of_file(&folder.display().to_string(), "no results are kept there")
            .help("mark a program first, or name the folder that --reports named")
    })
}

/// Returns whether there are results of this version in `folder`.
pub(super) fn holds_results(folder: &Path) -> bool {
    let mut head = String::new();
    let file = File::open(folder.join(RESULTS)).map(|file| file.take(HEAD));
    file.and_then(|mut file| file.read_to_string(&mut head)).is_ok() && head.contains(SCHEMA)
}

/// Writes a whole file or nothing. A path that is no file, such as a pipe, is written to.
///
/// What students may see anybody may read; what is for staff, only the user who runs this.
pub(crate) fn write_whole(
    path: &Path,
    readers: Audience,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    if std::fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return write(&mut std::fs::OpenOptions::new().write(true).open(path)?);
    }
    let folder = folder_of(path);
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    write(file.as_file_mut())?;
    let mode = if readers == Audience::Student { 0o644 } else { 0o600 };
    file.as_file().set_permissions(std::fs::Permissions::from_mode(mode))?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// Returns the folder in which a file stands.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_for_staff_only_its_owner_reads() {
        let folder = tempfile::tempdir().expect("a folder");
        for (readers, expected) in
            [(Audience::Staff, 0o600), (Audience::Student, 0o644), (Audience::Staff, 0o600)]
        {
            let path = folder.path().join("report");
            write_whole(&path, readers, |out| out.write_all(b"text")).expect("written");
            let mode = std::fs::metadata(&path).expect("there").permissions().mode();
            assert_eq!(mode & 0o777, expected, "{readers:?}");
        }
    }
}
