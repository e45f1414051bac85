//! Where the files stand that no program may see, among those that programs are shown.
//!
//! A file is known by its inode, as it may have several names. That it has more than one says the kernel; then, and only then, all
//! that is shown is searched for them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::Metadata;
use std::os::unix::fs::{DirEntryExt as _, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use walkdir::{DirEntryExt as _, WalkDir};

use super::view::SYSTEM;

/// A file by its device and its inode.
type Inode = (u64, u64);

/// What was found for the files that were asked for last.
static LAST: Mutex<Option<HiddenSearch>> = Mutex::new(None);

/// Where certain files stand. The folders of the system, which all programs see, are searched once.
struct HiddenSearch {
    hides: Vec<PathBuf>,
    canonical: Vec<PathBuf>,
    in_system: BTreeSet<PathBuf>,
    /// The files that have names elsewhere than in the folders of the system, with the number of these names.
    elsewhere: BTreeMap<Inode, u64>,
}

/// Returns the places of `hides`, and of all other names of them, below the folders of the system and below `sees`: canonical
/// paths, none within another.
pub(super) fn hidden(hides: &[PathBuf], sees: &[PathBuf]) -> Vec<PathBuf> {
    let mut last = LAST.lock().expect("nobody panics who holds this");
    if last.as_ref().is_none_or(|search| search.hides != hides) {
        *last = Some(HiddenSearch::new(hides, &SYSTEM.iter().map(PathBuf::from).collect::<Vec<_>>()));
    }
    last.as_ref().expect("it was just made").with(sees)
}

impl HiddenSearch {
    fn new(hides: &[PathBuf], system: &[PathBuf]) -> Self {
        let canonical: Vec<PathBuf> = hides.iter().filter_map(|path| path.canonicalize().ok()).collect();
        let mut elsewhere = several_names(hides);
        let in_system = below(&canonical, &mut elsewhere, system);
        Self { hides: hides.to_vec(), canonical, in_system, elsewhere }
    }

    /// Returns what stands in the folders of the system, or below `sees`.
    fn with(&self, sees: &[PathBuf]) -> Vec<PathBuf> {
        let mut all = below(&self.canonical, &mut self.elsewhere.clone(), sees);
        all.extend(self.in_system.iter().cloned());
        all.iter()
            .filter(|path| !path.ancestors().skip(1).any(|above| all.contains(above)))
            .cloned()
            .collect()
    }
}

/// Returns which of the paths `canonical`, and of the other names of `files`, stand below `folders`.
fn below(canonical: &[PathBuf], files: &mut BTreeMap<Inode, u64>, folders: &[PathBuf]) -> BTreeSet<PathBuf> {
    let shown: BTreeSet<PathBuf> = folders.iter().filter_map(|path| path.canonicalize().ok()).collect();
    let is_shown = |path: &&PathBuf| shown.iter().any(|folder| path.starts_with(folder));
    let mut found: BTreeSet<PathBuf> = canonical.iter().filter(is_shown).cloned().collect();
    found.extend(shown.iter().flat_map(|folder| names_of(files, folder)));
    found
}

/// Returns the files that have names elsewhere than in their own folder, or among what a compiler leaves below it.
fn several_names(hides: &[PathBuf]) -> BTreeMap<Inode, u64> {
    let mut several = BTreeMap::new();
    for path in hides {
        let files = WalkDir::new(path).into_iter().flatten().filter(|entry| entry.file_type().is_file());
        for (entry, found) in files.filter_map(|entry| entry.metadata().ok().map(|found| (entry, found))) {
            let near = || near(entry.path(), &found);
            if found.nlink() > 1 && near() < found.nlink() {
                several.insert((found.dev(), found.ino()), found.nlink());
            }
        }
    }
    several
}

/// Returns how many names a file has in its own folder and in the folder `deps` beside it.
fn near(path: &Path, file: &Metadata) -> u64 {
    let folder = path.parent().unwrap_or(path);
    let entries =
        [folder.to_path_buf(), folder.join("deps")].into_iter().filter_map(|folder| folder.read_dir().ok());
    let same = entries.flatten().flatten().filter(|entry| entry.ino() == file.ino());
    same.filter(|entry| entry.metadata().is_ok_and(|found| found.dev() == file.dev())).count() as u64
}

/// Returns the names below `folder` of the files that have several. A file of which all names are found is searched for no more.
fn names_of(files: &mut BTreeMap<Inode, u64>, folder: &Path) -> Vec<PathBuf> {
    let mut names = Vec::new();
    for entry in WalkDir::new(folder).into_iter().flatten() {
        if files.is_empty() {
            break;
        }
        if !files.keys().any(|(_, inode)| *inode == entry.ino()) {
            continue;
        }
        let Ok(found) = entry.metadata() else { continue };
        let inode = (found.dev(), found.ino());
        if let Some(left) = files.get_mut(&inode) {
            names.push(entry.into_path());
            *left -= 1;
            if *left == 0 {
                files.remove(&inode);
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_found_under_all_its_names_and_a_folder_as_a_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("it is there");
        let path = |name: &str| root.join(name);
        for name in ["away", "shown/bin/deep", "shown/cases/a"] {
            std::fs::create_dir_all(path(name)).expect("made");
        }
        for name in ["away/one", "shown/bin/two", "shown/bin/other", "shown/cases/a/case"] {
            std::fs::write(path(name), "x").expect("written");
        }
        std::fs::hard_link(path("away/one"), path("shown/bin/deep/same")).expect("linked");
        std::fs::hard_link(path("shown/cases/a/case"), path("shown/bin/case")).expect("linked");
        std::os::unix::fs::symlink(path("shown/bin/two"), path("away/link")).expect("linked");
        let hides = ["away/one", "away/link", "shown/cases", "no such file"].map(path);
        let expected = ["shown/bin/case", "shown/bin/deep/same", "shown/bin/two", "shown/cases"].map(path);
        assert_eq!(HiddenSearch::new(&hides, &[]).with(&[path("shown")]), expected);
        let bin_first = HiddenSearch::new(&hides, &[path("shown/bin")]);
        assert_eq!(bin_first.with(&[path("shown/cases")]), expected);
        assert_eq!(bin_first.with(&[]), expected[..3]);
    }
}
