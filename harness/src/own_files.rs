//! The files of the harness itself, which no program that it marks may see: its executables, those of the references, the cases.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use reference::games::GAMES;

/// Returns the executables, wherever they are found, and the folder of the cases, if there is one.
pub fn own_files(cases: Option<&Path>) -> Vec<PathBuf> {
    executables().iter().cloned().chain(cases.and_then(|folder| folder.canonicalize().ok())).collect()
}

/// Returns whether `path` is one of the files `own`, under whatever name, or stands in a folder of them.
pub fn is_own(path: &Path, own: &[PathBuf]) -> bool {
    let inode = |path: &Path| path.metadata().ok().map(|found| (found.dev(), found.ino()));
    let it = inode(path);
    own.iter().any(|file| path.starts_with(file) || (it.is_some() && inode(file) == it))
}

/// This process's own file, and what is called as the harness or a reference beside it and where programs are installed.
fn executables() -> &'static [PathBuf] {
    static FOUND: OnceLock<Vec<PathBuf>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let this = std::env::current_exe().unwrap_or_default();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::env::split_paths(&path)
            .chain(this.parent().map(Path::to_path_buf))
            .chain(["/usr/local/bin", "/usr/bin"].map(PathBuf::from));
        let names = || std::iter::once("harness").chain(GAMES.iter().map(|game| game.name));
        let files = folders
            .filter(|folder| folder.is_absolute())
            .flat_map(|folder| names().map(move |name| folder.join(name)));
        let mut found: Vec<PathBuf> = files
            .chain([this.clone()])
            .filter(|file| file.is_file())
            .filter_map(|file| file.canonicalize().ok())
            .collect();
        found.sort();
        found.dedup();
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_program_is_known_under_any_name_and_so_is_what_stands_among_the_cases() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir(path("cases")).expect("made");
        for name in ["cases/a.yaml", "other"] {
            std::fs::write(path(name), "x").expect("written");
        }
        std::os::unix::fs::symlink("/proc/self/exe", path("link")).expect("linked");
        let own = own_files(Some(&path("cases")));
        assert!(is_own(&path("link"), &own));
        assert!(is_own(&path("cases/a.yaml"), &own));
        assert!(!is_own(&path("other"), &own));
    }
}
