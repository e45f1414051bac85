//! What was done with a submission before it is started, of which its author should know.

use serde::{Deserialize, Serialize};

use super::entry::begins_in_source;
use super::tree::{File, Tree, is_called};
use crate::cases::{Provided, Start, TargetKind};

/// What was done with a submission before it is started, of which its author should know.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartRemarks {
    /// The file with which the program begins, where none has a name that is looked for; its path in the submission.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken: Option<String>,
    /// The names that were looked for, where none was there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub looked_for: Vec<String>,
    /// Programs of the entry's name in other languages, which are not run; their paths in the submission.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_run: Vec<String>,
    /// The only other suite whose program is called as this one, where this one is not called as its own suite's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called_for: Option<String>,
    /// Files of the submission in whose place the course has put its own, which are other ones; their paths in the submission.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaced: Vec<String>,
    /// What the compiler said where there is no program, the first lines of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub complaint: Vec<String>,
}

impl StartRemarks {
    /// Returns the remarks on a submission that begins with the file `entry`, before the course's files are laid over it.
    pub(super) fn on(tree: &Tree, entry: &str, start: &Start) -> Self {
        let is_looked_for = start.entry.iter().any(|name| is_called(entry, name));
        let (taken, looked_for) = if is_looked_for || start.entry.is_empty() {
            (None, Vec::new())
        } else {
            (Some(entry.to_string()), start.entry.clone())
        };
        let replacing = start.provide.iter().filter(|provided| provided.replace);
        Self {
            taken,
            looked_for,
            not_run: beside(tree, entry),
            called_for: None,
            replaced: replacing.flat_map(|provided| others(tree, provided)).collect(),
            complaint: Vec::new(),
        }
    }

    /// Returns whether there is nothing to know.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Returns the programs in other languages that have the entry's name and stand beside it.
fn beside(tree: &Tree, entry: &str) -> Vec<String> {
    let stem = |path: &str| path.rsplit_once('.').map_or(path, |(stem, _)| stem).to_lowercase();
    let is_another = |path: &str, file: &File| {
        stem(path) == stem(entry)
            && TargetKind::of(path) != TargetKind::of(entry)
            && begins_in_source(path, file)
    };
    tree.files().filter(|(path, file)| is_another(path, file)).map(|(path, _)| path.to_string()).collect()
}

/// Returns the submission's own files of a name that say something else than the file of the course.
fn others(tree: &Tree, provided: &Provided) -> Vec<String> {
    let lines = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        text.lines().map(|line| line.trim_end().to_string()).collect::<Vec<_>>().join("\n").trim().to_string()
    };
    let is_other =
        |path: &str, bytes: &[u8]| is_called(path, &provided.name) && lines(bytes) != lines(&provided.bytes);
    let own = tree.files().filter(|(path, file)| is_other(path, &file.bytes));
    own.map(|(path, _)| path.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::*;

    #[test]
    fn it_is_told_what_was_taken_and_what_was_replaced() {
        let course =
            |replace| Provided { name: "helper.py".to_string(), bytes: b"x = 1\n".to_vec(), replace };
        let start = |entry: &[&str], replace| Start {
            entry: entry.iter().map(ToString::to_string).collect(),
            provide: vec![course(replace)],
            ..Start::default()
        };
        let files = tree(&[("a/mine.py", ""), ("a/helper.py", "x = 2\n"), ("helper.py", "x = 1  \r\n\r\n")]);
        let remarks = StartRemarks::on(&files, "a/mine.py", &start(&["game.py", "game"], true));
        assert_eq!(remarks.taken.as_deref(), Some("a/mine.py"));
        assert_eq!(remarks.looked_for, ["game.py", "game"]);
        assert_eq!(remarks.replaced, ["a/helper.py"]);
        assert!(StartRemarks::on(&files, "a/mine.py", &start(&["mine.py"], false)).is_empty());
        assert!(StartRemarks::on(&files, "a/mine.py", &start(&[], false)).is_empty());
    }
}
