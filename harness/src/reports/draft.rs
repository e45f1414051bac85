//! Results and reports that stand beside those of an earlier run until all of them are written.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;

use rustix::fs::{CWD, RenameFlags, renameat_with};

use super::forms;
use super::results::{PASSED, RECORDINGS, Results};
use super::store::{holds_results, write_results};
use crate::leftovers::{OwnFolder, remove_in};
use crate::recording_store::RecordingStore;

/// How the names of folders of drafts begin.
const PREFIX: &str = ".harness-draft-";

/// In a draft, the file with the names of the reports that belong to it, one a line, once all of it is written; in recordings, the
/// mark of those that are new.
const MOVING: &str = ".moving";

/// So many bytes of recordings are written at once.
const AT_ONCE: usize = 1 << 16;

/// A draft of what is written into a folder.
#[derive(Debug)]
pub struct Draft<'a> {
    folder: &'a Path,
    draft: OwnFolder,
}

impl<'a> Draft<'a> {
    /// Writes the results, and the recordings of the cases that they tell of, beside those in `folder`.
    ///
    /// # Errors
    /// What could not be written; what is in `folder` is as it was.
    pub fn write(folder: &'a Path, results: &Results, store: &RecordingStore) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        finish_others(folder);
        let draft = OwnFolder::new_in(folder, PREFIX, 0o700)?;
        // Recordings may be of cases that are not public.
        fs::DirBuilder::new().mode(0o700).create(draft.path().join(RECORDINGS))?;
        fs::write(draft.path().join(RECORDINGS).join(MOVING), "")?;
        write_recordings(draft.path(), results, store)?;
        write_results(draft.path(), results)?;
        Ok(Self { folder, draft })
    }

    /// Returns where the draft is, for reports that belong beside the results.
    pub fn path(&self) -> &Path {
        self.draft.path()
    }

    /// Puts what was written into the place of what was there. Reports of an earlier run, which may have had other readers,
    /// are removed. If this process is killed meanwhile, [`finish_others`] does the rest.
    ///
    /// # Errors
    /// What could not be moved.
    pub fn publish(self) -> io::Result<()> {
        let written: Vec<&str> = forms::files().filter(|file| self.path().join(file).exists()).collect();
        fs::write(self.path().join(MOVING), written.join("\n"))?;
        finish(self.folder, self.path())?;
        File::open(self.folder)?.sync_all()
    }
}

/// Writes the recordings of the cases that the results tell of to the disk.
fn write_recordings(draft: &Path, results: &Results, store: &RecordingStore) -> io::Result<()> {
    let mut passed: Option<BufWriter<File>> = None;
    for case in results.cases.iter().chain(&results.twins) {
        let Some(path) = case.recording.as_deref() else { continue };
        let whole = draft.join(path);
        if path == PASSED {
            if passed.is_none() {
                passed = Some(BufWriter::with_capacity(AT_ONCE, File::create(whole)?));
            }
            passed.as_mut().map_or(Ok(()), |file| file.write_all(store.line(&case.id)?.as_bytes()))?;
        } else {
            fs::create_dir_all(super::store::folder_of(&whole))?;
            fs::write(whole, store.json(case.kept_as())?)?;
        }
    }
    passed.map_or(Ok(()), |mut file| file.flush())?;
    // One call, because each recording by itself would take a disk longer than a case takes.
    rustix::fs::syncfs(File::open(draft)?)?;
    Ok(())
}

/// Finishes what processes that were killed had begun to publish in `folder`, and removes what else they have left there, so that
/// results and recordings are of one run.
pub fn finish_others(folder: &Path) {
    remove_in(
        folder,
        PREFIX,
        |_| false,
        |leftover| {
            if leftover.join(MOVING).exists() {
                finish(folder, leftover)?;
            }
            fs::remove_dir_all(leftover)
        },
    );
}

/// Moves what is not moved yet of a whole draft. Each step may be taken again.
fn finish(folder: &Path, draft: &Path) -> io::Result<()> {
    let written = fs::read_to_string(draft.join(MOVING))?;
    publish_recordings(folder, draft)?;
    for file in forms::files() {
        let (new, old) = (draft.join(file), folder.join(file));
        // Results always are among those that were written.
        let moved = if written.lines().any(|name| name == file) {
            fs::rename(new, old)
        } else {
            fs::remove_file(old)
        };
        ignore_missing(moved)?;
    }
    ignore_missing(fs::remove_file(folder.join(RECORDINGS).join(MOVING)))
}

/// Recordings of an earlier run change places with the new ones, and go with the draft. A folder of that name that is no
/// earlier run's keeps what is in it.
fn publish_recordings(folder: &Path, draft: &Path) -> io::Result<()> {
    let (new, old) = (draft.join(RECORDINGS), folder.join(RECORDINGS));
    if !new.join(MOVING).exists() {
        return Ok(());
    }
    if !old.exists() {
        return fs::rename(new, old);
    }
    if holds_results(folder) {
        return exchange(&new, &old);
    }
    for entry in walkdir::WalkDir::new(&new).into_iter().filter_map(Result::ok) {
        let to = old.join(entry.path().strip_prefix(&new).expect("it is inside"));
        if !entry.file_type().is_file() {
            fs::create_dir_all(to)?;
        } else if entry.file_name() != MOVING {
            fs::rename(entry.path(), to)?;
        }
    }
    fs::remove_file(new.join(MOVING))
}

fn ignore_missing(done: io::Result<()>) -> io::Result<()> {
    done.or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
}

/// Lets two folders change places; in two steps where the file system cannot do it in one.
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    if renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).is_ok() {
        return Ok(());
    }
    let aside = one.with_extension("old");
    fs::rename(other, &aside)?;
    fs::rename(one, other).or_else(|error| fs::rename(&aside, other).and(Err(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a folder with a file for each of `places`, which holds its text.
    fn folder(places: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (place, text) in places {
            let path = folder.path().join(place);
            fs::create_dir_all(path.parent().expect("it is inside")).expect("made");
            fs::write(path, text).expect("written");
        }
        folder
    }

    /// Returns the files in a folder with their texts.
    fn files(folder: &Path) -> Vec<String> {
        let entries =
            walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().map(|entry| entry.expect("there"));
        let plain = entries.filter(|entry| entry.file_type().is_file());
        let text = |path: &Path| fs::read_to_string(path).expect("text");
        let name = |path: &Path| path.strip_prefix(folder).expect("inside").display().to_string();
        plain.map(|entry| format!("{}: {}", name(entry.path()), text(entry.path()))).collect()
    }

    const EARLIER: [(&str, &str); 3] = [
        ("results.json", "{\"schema\": \"harness-results/1\", \"of\": \"old\"}"),
        ("report.html", "old"),
        ("marks.csv", "old"),
    ];
    const NAMES: (&str, &str) = (".harness-draft-killed/.moving", "results.json\nreport.html");
    const NEW_RESULTS: (&str, &str) = (".harness-draft-killed/results.json", "new");
    const NEW_PAGE: (&str, &str) = (".harness-draft-killed/report.html", "new");

    #[test]
    fn a_run_that_was_killed_while_it_published_leaves_nothing_of_two_runs() {
        let before = [
            ("recordings/a.json", "old"),
            (".harness-draft-killed/recordings/.moving", ""),
            (".harness-draft-killed/recordings/b.json", "new"),
        ];
        let between = [
            ("recordings/.moving", ""),
            ("recordings/b.json", "new"),
            (".harness-draft-killed/recordings/a.json", "old"),
        ];
        let published = [("results.json", "new"), ("report.html", "old")];
        let all_moved = [("results.json", "new"), ("report.html", "new")];
        for places in [
            [&EARLIER[..], &before, &[NAMES, NEW_RESULTS, NEW_PAGE]].concat(),
            [&EARLIER[..], &between, &[NAMES, NEW_RESULTS, NEW_PAGE]].concat(),
            [&published[..], &between, &[NAMES, NEW_PAGE]].concat(),
            [&all_moved[..], &between, &[NAMES]].concat(),
        ] {
            let folder = folder(&places);
            finish_others(folder.path());
            let expected = ["recordings/b.json: new", "report.html: new", "results.json: new"];
            assert_eq!(files(folder.path()), expected, "{places:?}");
        }
    }

    #[test]
    fn a_run_that_was_killed_while_it_wrote_leaves_what_was_there() {
        let draft = [(".harness-draft-killed/recordings/.moving", ""), NEW_RESULTS];
        let folder = folder(&[&EARLIER[..], &[("recordings/a.json", "old")], &draft].concat());
        finish_others(folder.path());
        let results = format!("results.json: {}", EARLIER[0].1);
        let expected = ["marks.csv: old", "recordings/a.json: old", "report.html: old", &results];
        assert_eq!(files(folder.path()), expected);
    }

    #[test]
    fn a_folder_called_recordings_of_somebody_else_keeps_what_is_in_it() {
        let draft = [
            (".harness-draft-killed/recordings/.moving", ""),
            (".harness-draft-killed/recordings/b.json", "new"),
        ];
        let folder =
            folder(&[&[("recordings/mine.txt", "mine")], &draft[..], &[NAMES, NEW_RESULTS]].concat());
        finish_others(folder.path());
        let expected = ["recordings/b.json: new", "recordings/mine.txt: mine", "results.json: new"];
        assert_eq!(files(folder.path()), expected);
    }
}
