//! Reads a submission that is a folder, or a file with others beside it.

use std::path::Path;

use walkdir::WalkDir;

use super::tree::{File, Tree, is_left_out};
use crate::cases::Kind;
use crate::cases::problem::Problem;
use crate::running::is_executable;

/// Returns the files below `folder`.
///
/// # Errors
/// A folder that cannot be read, is beyond the limits, or holds anything but files and folders.
pub(super) fn read_folder(text: &str, folder: &Path) -> Result<Tree, Problem> {
    let mut tree = Tree::new(text);
    let wanted = |name: &std::ffi::OsStr| !name.to_str().is_some_and(is_left_out);
    let walk = WalkDir::new(folder).min_depth(1).sort_by_file_name().into_iter();
    for entry in walk.filter_entry(|entry| entry.depth() == 0 || wanted(entry.file_name())) {
        let entry = entry.map_err(|error| tree.problem(format!("failed to read: {error}")))?;
        let name = entry.path().strip_prefix(folder).unwrap_or(entry.path()).to_string_lossy().into_owned();
        let Some(path) = tree.admit(&name)? else { continue };
        let kind = entry.file_type();
        if kind.is_file() {
            add(&mut tree, path, entry.path())?;
        } else if !kind.is_dir() {
            let what = if kind.is_symlink() { "a link" } else { "neither a file nor a folder" };
            return Err(tree
                .problem(format!("`{}` in it is {what}", name.escape_debug()))
                .help("put the file itself there, or take it away"));
        }
    }
    Ok(tree)
}

/// Returns the file at `path`, and those beside it that it may use: for Python and Java the files of the same
/// kind, for C and C++ the headers.
///
/// # Errors
/// A file that cannot be read, or too many of them.
pub(super) fn read_file_and_neighbours(text: &str, path: &Path, kind: Kind) -> Result<Tree, Problem> {
    let mut tree = Tree::new(text);
    let (folder, name) = (path.parent().unwrap_or(Path::new("/")), file_name(path));
    let wanted: &[&str] = match kind {
        Kind::Python => &["py"],
        Kind::Java => &["java"],
        Kind::C | Kind::Cpp => &["h", "hh", "hpp"],
        Kind::Jar | Kind::Executable => &[],
    };
    tree.admit(&name)?;
    add(&mut tree, name.clone(), path)?;
    for entry in WalkDir::new(folder).min_depth(1).max_depth(1).sort_by_file_name().into_iter().flatten() {
        let other = file_name(entry.path());
        let is_wanted =
            entry.path().extension().and_then(|end| end.to_str()).is_some_and(|end| wanted.contains(&end));
        if !is_wanted || other == name || !entry.file_type().is_file() {
            continue;
        }
        if let Some(other) = tree.admit(&other)? {
            add(&mut tree, other, entry.path())?;
        }
    }
    Ok(tree)
}

/// Returns the last name of a path.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn add(tree: &mut Tree, name: String, path: &Path) -> Result<(), Problem> {
    let file = std::fs::File::open(path)
        .map_err(|error| tree.problem(format!("failed to read `{}`: {error}", name.escape_debug())))?;
    let bytes = tree.read(&name, file, u64::MAX)?;
    tree.insert(name, File { bytes, executable: is_executable(path) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(tree: &Tree) -> Vec<&str> {
        tree.files().map(|(path, _)| path).collect()
    }

    #[test]
    fn a_folder_is_read_without_what_is_left_out() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a.py", "sub/b.py", ".git/config", "__pycache__/a.pyc"] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, "").expect("written");
        }
        assert_eq!(paths(&read_folder("it", folder.path()).expect("readable")), ["a.py", "sub/b.py"]);
    }

    #[test]
    fn a_link_is_not_followed() {
        let folder = tempfile::tempdir().expect("a folder");
        std::os::unix::fs::symlink("/etc/passwd", folder.path().join("a.py")).expect("linked");
        let problem = read_folder("it", folder.path()).expect_err("a link");
        assert!(problem.message.contains("`a.py` in it is a link"), "{problem}");
    }

    #[test]
    fn a_file_comes_with_its_neighbours() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a.py", "b.py", "c.java", "d.c", "e.c", "f.h"] {
            std::fs::write(folder.path().join(name), "").expect("written");
        }
        for (name, expected) in [("a.py", &["a.py", "b.py"]), ("d.c", &["d.c", "f.h"])] {
            let path = folder.path().join(name);
            let tree = read_file_and_neighbours("it", &path, Kind::of(name)).expect("readable");
            assert_eq!(paths(&tree), expected);
        }
    }
}
