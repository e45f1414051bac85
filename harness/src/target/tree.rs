//! The files of a submission in memory, kept within limits and below one folder.

use std::collections::BTreeMap;
use std::io::Read;

use crate::cases::Provided;
use crate::cases::problem::Problem;

/// The most files and folders that a submission may have.
pub(super) const ENTRIES: usize = 2000;

/// The most bytes that all its files may have together.
pub(super) const BYTES: u64 = 64 << 20;

/// The longest path, and the longest name in a path, in bytes.
const LENGTHS: (usize, usize) = (1000, 255);

/// The files of a submission by their paths, which are relative and name no place above.
#[derive(Debug)]
pub(super) struct Tree {
    /// What the user wrote.
    text: String,
    files: BTreeMap<String, File>,
    entries: usize,
    bytes: u64,
}

/// One file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct File {
    pub(super) bytes: Vec<u8>,
    pub(super) executable: bool,
}

impl File {
    /// Returns whether this machine may be able to start the file.
    pub(super) fn is_program(&self) -> bool {
        self.bytes.starts_with(b"\x7fELF") || self.bytes.starts_with(b"#!")
    }
}

impl Tree {
    /// Returns a tree without files; messages call it by what the user wrote.
    pub(super) fn new(text: &str) -> Self {
        Self { text: text.to_string(), files: BTreeMap::new(), entries: 0, bytes: 0 }
    }

    /// Returns the files by their paths, sorted.
    pub(super) fn files(&self) -> impl Iterator<Item = (&str, &File)> {
        self.files.iter().map(|(path, file)| (path.as_str(), file))
    }

    /// Returns what messages call it.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the file at `path`.
    pub(super) fn get(&self, path: &str) -> Option<&File> {
        self.files.get(path)
    }

    /// Returns a problem of the submission.
    pub(super) fn problem(&self, message: impl Into<String>) -> Problem {
        Problem::of_file(&self.text, message)
    }

    /// Counts one more file or folder, and returns its path as the tree names it; nothing if it is left out.
    ///
    /// # Errors
    /// A path that leads out of the submission, or one entry too many.
    pub(super) fn admit(&mut self, path: &str) -> Result<Option<String>, Problem> {
        self.entries += 1;
        if self.entries > ENTRIES {
            return Err(self
                .problem(format!("has more than {ENTRIES} files and folders"))
                .help("hand in only the program; leave out environments and what is generated"));
        }
        let path = self.plain(path)?;
        Ok(path.filter(|path| !path.split('/').any(is_left_out)))
    }

    /// Returns `path` without what has no meaning; nothing for the folder itself.
    fn plain(&self, path: &str) -> Result<Option<String>, Problem> {
        let mut names = Vec::new();
        for name in path.split('/') {
            match name {
                "" if names.is_empty() && path.starts_with('/') => {
                    return Err(self.leads_out(path, "is an absolute path"));
                }
                ".." => return Err(self.leads_out(path, "leads out of the submission")),
                "" | "." => {}
                name if name.len() > LENGTHS.1 || name.contains('\0') => {
                    let help = "no name may be longer than 255 bytes";
                    return Err(self.problem("a file's name cannot be used").help(help));
                }
                name => names.push(name),
            }
        }
        let plain = names.join("/");
        if plain.len() > LENGTHS.0 {
            return Err(self.problem("a path is too long").help("no path may be longer than 1000 bytes"));
        }
        Ok((!plain.is_empty()).then_some(plain))
    }

    fn leads_out(&self, path: &str, why: &str) -> Problem {
        self.problem(format!("`{}` in it {why}", path.escape_debug()))
            .help("pack the submission again; every path must stand below its folder")
    }

    /// Reads one file, at most `most` of its bytes or as many as the tree still has room for.
    ///
    /// # Errors
    /// A file that cannot be read or is too large.
    pub(super) fn read(&mut self, path: &str, from: impl Read, most: u64) -> Result<Vec<u8>, Problem> {
        let room = BYTES - self.bytes;
        let limit = room.min(most);
        let mut bytes = Vec::new();
        from.take(limit + 1).read_to_end(&mut bytes).map_err(|error| {
            self.problem(format!("failed to read `{}`", path.escape_debug())).because(error)
        })?;
        if (bytes.len() as u64) <= limit {
            return Ok(bytes);
        }
        Err(if limit == room { self.too_large() } else { self.too_dense() })
    }

    pub(super) fn too_large(&self) -> Problem {
        self.problem(format!("holds more than {} MiB", BYTES >> 20))
            .help("hand in only the program; leave out what is generated")
    }

    pub(super) fn too_dense(&self) -> Problem {
        self.problem("is packed more than a hundredfold, as only an archive made to do harm is")
            .help("ask for the submission as a folder, or in a new archive")
    }

    /// Puts a file at a path that was admitted.
    ///
    /// # Errors
    /// A path that is there already, or is a folder too.
    pub(super) fn insert(&mut self, path: String, file: File) -> Result<(), Problem> {
        let above =
            path.match_indices('/').map(|(at, _)| &path[..at]).find(|above| self.files.contains_key(*above));
        let below = format!("{path}/");
        let inside =
            self.files.range(below.clone()..).next().is_some_and(|(other, _)| other.starts_with(&below));
        if above.is_some() || inside || self.files.contains_key(&path) {
            return Err(self
                .problem(format!("`{}` in it is there twice", path.escape_debug()))
                .help("pack the submission again"));
        }
        self.bytes += file.bytes.len() as u64;
        self.files.insert(path, file);
        Ok(())
    }

    /// Takes the only folder at the top away, if there is nothing beside it.
    pub(super) fn without_top_folder(mut self) -> Self {
        let top =
            self.files.keys().next().and_then(|path| path.split_once('/')).map(|(top, _)| format!("{top}/"));
        if let Some(top) = top.filter(|top| self.files.keys().all(|path| path.starts_with(top))) {
            self.files =
                self.files.into_iter().map(|(path, file)| (path[top.len()..].to_string(), file)).collect();
        }
        self
    }

    /// Lays a file of the course over the submission: over the student's own copies, wherever they are, or
    /// into the folder of the entry.
    ///
    /// # Errors
    /// A folder where the file belongs.
    pub(super) fn lay_over(&mut self, provided: &Provided, entry: &str) -> Result<(), Problem> {
        let Provided { name, bytes, replace } = provided;
        let own: Vec<String> = self.files.keys().filter(|path| is_called(path, name)).cloned().collect();
        if own.is_empty() {
            let path = entry.rsplit_once('/').map_or(name.clone(), |(folder, _)| format!("{folder}/{name}"));
            return self.insert(path, File { bytes: bytes.clone(), executable: false });
        }
        for path in own.into_iter().filter(|_| *replace) {
            self.files.insert(path, File { bytes: bytes.clone(), executable: false });
        }
        Ok(())
    }
}

/// Returns whether `path` is `name` in any folder.
pub(super) fn is_called(path: &str, name: &str) -> bool {
    path.strip_suffix(name).is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
}

/// Returns whether files and folders of this name are no part of a submission.
pub(super) fn is_left_out(name: &str) -> bool {
    matches!(
        name,
        ".git" | ".svn" | ".hg" | ".venv" | ".idea" | ".vscode" | "__pycache__" | "__MACOSX" | ".DS_Store"
    )
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns a tree with these files.
    pub(in crate::target) fn tree(files: &[(&str, &str)]) -> Tree {
        let mut tree = Tree::new("it");
        for (path, text) in files {
            let path = tree.admit(path).expect("a good path").expect("a file");
            let file = File { bytes: text.as_bytes().to_vec(), executable: false };
            tree.insert(path, file).expect("a new path");
        }
        tree
    }

    fn paths(tree: &Tree) -> Vec<&str> {
        tree.files().map(|(path, _)| path).collect()
    }

    #[test]
    fn no_path_leads_out() {
        for (path, words) in [
            ("../a", "leads out"),
            ("a/../../b", "leads out"),
            ("a/..", "leads out"),
            ("/etc/passwd", "absolute"),
            ("//a", "absolute"),
            ("a\0b", "cannot be used"),
        ] {
            let problem = Tree::new("it").admit(path).expect_err(path);
            assert!(problem.message.contains(words), "{path}: {problem}");
        }
        let name = "n".repeat(256);
        assert!(Tree::new("it").admit(&name).is_err());
        assert!(Tree::new("it").admit(&"n/".repeat(501)).is_err());
    }

    #[test]
    fn paths_are_made_plain_and_rubbish_is_left_out() {
        let mut tree = Tree::new("it");
        let mut admit = |path: &str| tree.admit(path).expect("it stays inside");
        assert_eq!(admit("./a//b/"), Some("a/b".to_string()));
        assert_eq!(admit("."), None);
        assert_eq!(admit("a/.git/config"), None);
        assert_eq!(admit("__MACOSX/._a.py"), None);
        assert_eq!(admit("..a"), Some("..a".to_string()));
    }

    #[test]
    fn there_are_not_more_entries_than_allowed() {
        let mut tree = Tree::new("it");
        assert!((0..ENTRIES).all(|_| tree.admit(".").is_ok()));
        assert!(tree.admit("a").expect_err("one too many").message.contains("more than 2000"));
    }

    #[test]
    fn a_file_is_not_read_beyond_its_limit() {
        let mut tree = Tree::new("it");
        assert_eq!(tree.read("a", &b"12345"[..], 5).expect("five"), b"12345");
        assert!(tree.read("a", &b"123456"[..], 5).expect_err("six").message.contains("hundredfold"));
        let endless = tree.read("a", std::io::repeat(0), u64::MAX).expect_err("endless");
        assert!(endless.message.contains("64 MiB"));
    }

    #[test]
    fn a_path_is_a_file_or_a_folder() {
        for (first, second) in [("a", "a"), ("a", "a/b"), ("a/b", "a")] {
            let mut tree = tree(&[(first, "")]);
            let file = File { bytes: Vec::new(), executable: false };
            assert!(tree.insert(second.to_string(), file).is_err(), "{first} {second}");
        }
    }

    #[test]
    fn the_only_folder_at_the_top_goes() {
        let stripped = |names: &[&str]| {
            let files: Vec<_> = names.iter().map(|name| (*name, "")).collect();
            let tree = tree(&files).without_top_folder();
            paths(&tree).join(" ")
        };
        assert_eq!(stripped(&["top/a", "top/b/c"]), "a b/c");
        assert_eq!(stripped(&["top/a", "other"]), "other top/a");
        assert_eq!(stripped(&["a"]), "a");
        assert_eq!(stripped(&[]), "");
    }

    #[test]
    fn provided_files_are_laid_over_the_submission() {
        let provided = |replace| Provided { name: "h.py".to_string(), bytes: b"new".to_vec(), replace };
        for (files, replace, expected) in [
            (vec![("src/a.py", "")], true, "src/a.py= src/h.py=new"),
            (vec![("src/a.py", "")], false, "src/a.py= src/h.py=new"),
            (vec![("src/a.py", ""), ("src/h.py", "old")], true, "src/a.py= src/h.py=new"),
            (vec![("src/a.py", ""), ("src/h.py", "old")], false, "src/a.py= src/h.py=old"),
            (vec![("h.py", "old"), ("src/a.py", ""), ("xh.py", "")], true, "h.py=new src/a.py= xh.py="),
        ] {
            let mut tree = tree(&files);
            tree.lay_over(&provided(replace), "src/a.py").expect("there is room");
            let all: Vec<_> = tree
                .files()
                .map(|(path, file)| format!("{path}={}", String::from_utf8_lossy(&file.bytes)))
                .collect();
            assert_eq!(all.join(" "), expected);
        }
    }
}
