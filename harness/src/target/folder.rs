//! Reads a submission that is a folder, or a file with others beside it.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use walkdir::WalkDir;

use super::beneath::Beneath;
use super::modules::imported;
use super::tree::{File, Tree, is_left_out};
use crate::cases::TargetKind;
use crate::cases::problem::Problem;

/// Returns the problem that something in a submission is neither a file nor a folder.
pub(super) fn not_plain(tree: &Tree, name: &str, is_link: bool) -> Problem {
    let what = if is_link { "a link" } else { "neither a file nor a folder" };
    tree.problem(format!("`{}` in it is {what}", name.escape_debug()))
        .help("put the file itself there, or take it away")
}

/// Returns the files below `folder`.
///
/// # Errors
/// A folder that cannot be read, is beyond the limits, or holds anything but files and folders.
pub(super) fn read_folder(text: &str, folder: &Path) -> Result<Tree, Problem> {
    let mut tree = Tree::new(text);
    let beneath = open(&tree, folder)?;
    let wanted = |name: &std::ffi::OsStr| !name.to_str().is_some_and(is_left_out);
    let walk = WalkDir::new(folder).min_depth(1).sort_by_file_name().into_iter();
    for entry in walk.filter_entry(|entry| entry.depth() == 0 || wanted(entry.file_name())) {
        let entry = entry.map_err(|error| tree.problem("failed to read").because(error))?;
        let place = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let name = place.to_string_lossy();
        let Some(path) = tree.admit(&name)? else { continue };
        let kind = entry.file_type();
        if kind.is_file() {
            add(&mut tree, &beneath, path, place)?;
        } else if !kind.is_dir() {
            return Err(not_plain(&tree, &name, kind.is_symlink()));
        }
    }
    Ok(tree)
}

/// Returns the file at `path`, and those beside it that it may use: for Python the modules that it imports, for Java the
/// sources, for C and C++ the headers.
///
/// # Errors
/// A file that cannot be read, or too many of them.
pub(super) fn read_file_and_neighbours(text: &str, path: &Path, kind: TargetKind) -> Result<Tree, Problem> {
    let mut tree = Tree::new(text);
    let name = file_name(path);
    let folder = open(&tree, path.parent().unwrap_or(Path::new("/")))?;
    tree.admit(&name)?;
    add(&mut tree, &folder, name.clone(), &name)?;
    let beside = match kind {
        TargetKind::Python => imported(&folder, &name).into_keys().collect(),
        TargetKind::Java => neighbours(&folder, &["java"]),
        TargetKind::C | TargetKind::Cpp => neighbours(&folder, &["h", "hh", "hpp"]),
        TargetKind::Jar | TargetKind::Executable => Vec::new(),
    };
    for other in beside.into_iter().filter(|other| *other != name) {
        if let Some(path) = tree.admit(&other)? {
            add(&mut tree, &folder, path, &other)?;
        }
    }
    Ok(tree)
}

/// Returns the regular files in `folder` with one of these extensions.
fn neighbours(folder: &Beneath, extensions: &[&str]) -> Vec<String> {
    let is_wanted = |name: &String| name.rsplit_once('.').is_some_and(|(_, end)| extensions.contains(&end));
    let mut names = folder.names("");
    names.retain(|name| is_wanted(name) && folder.open(name).is_ok());
    names
}

/// Returns the last name of a path.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn open(tree: &Tree, folder: &Path) -> Result<Beneath, Problem> {
    Beneath::new(folder).map_err(|error| tree.problem("failed to read").because(error))
}

/// Puts the file at `place` in `folder` into the tree, at `path`. Its name may be in another encoding than UTF-8, as archives from other
/// systems have them.
///
/// # Errors
/// A file that cannot be read, is a link, or is too large.
pub(super) fn add(
    tree: &mut Tree,
    folder: &Beneath,
    path: String,
    place: impl AsRef<Path>,
) -> Result<(), Problem> {
    let name = place.as_ref().to_string_lossy();
    let failed = |error: std::io::Error| {
        tree.problem(format!("failed to read `{}`", name.escape_debug())).because(error)
    };
    let file = folder.open(place.as_ref()).map_err(failed)?;
    let executable = file.metadata().is_ok_and(|found| found.permissions().mode() & 0o111 != 0);
    let bytes = tree.read(&name, file, u64::MAX)?;
    tree.insert(path, File { bytes, executable })
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

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
    fn a_name_in_another_encoding_keeps_nothing_from_being_read() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join(OsStr::from_bytes(b"L\xf6sung.txt")), "").expect("written");
        std::fs::write(folder.path().join("a.py"), "").expect("written");
        assert_eq!(
            paths(&read_folder("it", folder.path()).expect("readable")),
            ["L\u{fffd}sung.txt", "a.py"]
        );
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
        for name in ["a.py", "b.py", "c.py", "c.java", "d.java", "d.c", "e.c", "f.h"] {
            std::fs::write(folder.path().join(name), "import b\n").expect("written");
        }
        std::os::unix::fs::symlink("f.h", folder.path().join("g.h")).expect("linked");
        for (name, expected) in
            [("a.py", ["a.py", "b.py"]), ("c.java", ["c.java", "d.java"]), ("d.c", ["d.c", "f.h"])]
        {
            let path = folder.path().join(name);
            let tree = read_file_and_neighbours("it", &path, TargetKind::of(name)).expect("readable");
            assert_eq!(paths(&tree), expected);
        }
    }
}
