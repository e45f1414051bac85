//! The modules that a Python script imports from beside it: what it may read of the folder in which it stands.
//!
//! The folder itself is not shown: it may hold anything, such as other submissions or the cases.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The most files that are taken for modules.
const MOST: usize = 100;

/// The largest source that is looked into, in bytes.
const LARGEST: u64 = 1 << 20;

/// Returns the files of the modules that a script imports, and of those that they import.
pub(super) fn imported(script: &Path) -> Vec<PathBuf> {
    let Some(folder) = script.parent() else { return Vec::new() };
    let mut found = BTreeSet::new();
    let mut unread = vec![script.to_path_buf()];
    while let Some(path) = unread.pop() {
        let small = path.metadata().is_ok_and(|file| file.len() <= LARGEST);
        let text = if small { std::fs::read(&path).unwrap_or_default() } else { Vec::new() };
        for name in names(&String::from_utf8_lossy(&text)) {
            for file in files(folder, &name) {
                if found.len() < MOST && file != script && found.insert(file.clone()) {
                    unread.push(file);
                }
            }
        }
    }
    found.into_iter().collect()
}

/// Returns what stands after `import` and `from`, as it is written; a relative module without its dots.
fn names(source: &str) -> Vec<String> {
    let mut names = Vec::new();
    for line in source.lines().map(str::trim) {
        let modules = match line.split_once(char::is_whitespace) {
            Some(("import", rest)) => rest.split(',').collect(),
            Some(("from", rest)) => vec![rest],
            _ => continue,
        };
        let words = modules.into_iter().filter_map(|module| module.split_whitespace().next());
        names.extend(words.map(|word| word.trim_start_matches('.').to_string()));
    }
    names
}

/// Returns the files of a module below `folder`: each step of `a.b.c` is a package or a file.
fn files(folder: &Path, name: &str) -> Vec<PathBuf> {
    let is_name = |part: &str| !part.is_empty() && part.chars().all(|it| it.is_alphanumeric() || it == '_');
    let mut path = folder.to_path_buf();
    let mut found = Vec::new();
    for part in name.split('.').take_while(|part| is_name(part)) {
        path.push(part);
        found.extend([path.with_extension("py"), path.join("__init__.py")]);
    }
    found.extend(sources(&path));
    found.retain(|file| file.symlink_metadata().is_ok_and(|found| found.is_file()));
    found
}

/// What `from package import module` may mean.
fn sources(package: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(package).into_iter().flatten().flatten().take(MOST);
    entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|it| it == "py")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_where_modules_are_imported() {
        let source =
            "import os, words as w\n  from a.b import c\nfrom .near import *\nimportant = 1\n# from x\n";
        assert_eq!(names(source), ["os", "words", "a.b", "near"]);
    }

    #[test]
    fn what_is_imported_is_found_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(path("more")).expect("made");
        for (name, text) in [
            ("main.py", "from more.deep import x\nimport away\n"),
            ("more/deep.py", "import words\n"),
            ("words.py", "import main\n"),
            ("other.py", ""),
        ] {
            std::fs::write(path(name), text).expect("written");
        }
        std::os::unix::fs::symlink("/etc/passwd", path("away.py")).expect("linked");
        assert_eq!(imported(&path("main.py")), [path("more/deep.py"), path("words.py")]);
    }
}
