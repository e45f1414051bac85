//! The modules that a Python script imports from beside it: what it brings of the folder in which it stands.
//!
//! The other files of the folder are left out: it may hold anything, such as other submissions or the cases.

use std::collections::BTreeMap;
use std::io::Read;

use super::beneath::Beneath;
use crate::cases::TargetKind;

/// The most files that are taken for modules.
const MOST: usize = 100;

/// The largest source that is a module, in bytes.
const LARGEST: u64 = 1 << 20;

/// Returns the modules that the script `script` in `folder` imports, and those that they import: paths below the folder, and
/// what is in the files. Links are not followed.
pub(super) fn imported(folder: &Beneath, script: &str) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut unread = vec![read(folder, script).unwrap_or_default()];
    while let Some(text) = unread.pop() {
        for name in names(&String::from_utf8_lossy(&text)) {
            for path in candidates(folder, &name) {
                if found.len() >= MOST || path == script || found.contains_key(&path) {
                    continue;
                }
                if let Some(bytes) = read(folder, &path) {
                    unread.push(bytes.clone());
                    found.insert(path, bytes);
                }
            }
        }
    }
    found
}

/// Returns a source; nothing if it is none, or too large.
fn read(folder: &Beneath, path: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = folder.open(path).ok()?;
    file.take(LARGEST + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= LARGEST).then_some(bytes)
}

/// Returns what stands after `import` and `from`, as it is written; a relative module without its dots.
pub(super) fn names(source: &str) -> Vec<String> {
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

/// Returns the paths at which a module may stand: each step of `a.b.c` is a package or a file, and `from package import module`
/// may mean any file of the package.
fn candidates(folder: &Beneath, name: &str) -> Vec<String> {
    let is_name = |part: &str| !part.is_empty() && part.chars().all(|it| it.is_alphanumeric() || it == '_');
    let mut path = String::new();
    let mut found = Vec::new();
    for part in name.split('.').take_while(|part| is_name(part)) {
        path = if path.is_empty() { part.to_string() } else { format!("{path}/{part}") };
        found.extend([format!("{path}.py"), format!("{path}/__init__.py")]);
    }
    if !path.is_empty() {
        let sources = folder
            .names(&path)
            .into_iter()
            .filter(|name| TargetKind::of(name) == TargetKind::Python)
            .take(MOST);
        found.extend(sources.map(|name| format!("{path}/{name}")));
    }
    found
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
        std::fs::create_dir_all(path("it/more")).expect("made");
        std::fs::create_dir_all(path("course")).expect("made");
        for (name, text) in [
            ("it/main.py", "from more.deep import x\nimport away, sub.solution\n"),
            ("it/more/deep.py", "import words\n"),
            ("it/words.py", "import main\n"),
            ("it/other.py", ""),
            ("course/solution.py", ""),
        ] {
            std::fs::write(path(name), text).expect("written");
        }
        std::os::unix::fs::symlink("/etc/passwd", path("it/away.py")).expect("linked");
        std::os::unix::fs::symlink("../course", path("it/sub")).expect("linked");
        let it = Beneath::new(&path("it")).expect("a folder");
        let found: Vec<String> = imported(&it, "main.py").into_keys().collect();
        assert_eq!(found, ["more/deep.py", "words.py"]);
    }
}
