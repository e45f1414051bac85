//! The files of one submission as one file, which another machine reads back as the same submission.

use std::path::Path;

use tar::{Archive, Builder, EntryType, Header};

use super::archive::{TarFile, add_tarred, broken};
use super::bundle::SubmissionFiles;
use super::tree::Tree;
use crate::cases::problem::Problem;

impl SubmissionFiles {
    /// Returns the files, packed.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut archive = Builder::new(Vec::new());
        for (path, file) in self.tree.files() {
            let mut header = Header::new_gnu();
            header.set_entry_type(EntryType::Regular);
            header.set_size(file.bytes.len() as u64);
            header.set_mode(if file.executable { 0o755 } else { 0o644 });
            archive
                .append_data(&mut header, Path::new(path), &file.bytes[..])
                .expect("paths of a tree are plain, and memory takes everything");
        }
        archive.into_inner().expect("memory takes everything")
    }

    /// Returns the files of the submission `name` with this digest, as they were packed.
    ///
    /// # Errors
    /// Bytes that were not packed here.
    pub(crate) fn from_bytes(name: &str, digest: &str, bytes: &[u8]) -> Result<Self, Problem> {
        let mut tree = Tree::new(name);
        let mut archive = Archive::new(bytes);
        let entries = archive.entries().map_err(|error| broken(&tree, error))?;
        for entry in entries {
            let entry = entry.map_err(|error| broken(&tree, error))?;
            let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let executable = entry.header().mode().is_ok_and(|mode| mode & 0o111 != 0);
            let size = entry.size();
            if let Some(admitted) = tree.admit(&path)? {
                add_tarred(
                    &mut tree,
                    admitted,
                    TarFile { name: path.as_str(), bytes: entry, size, executable },
                )?;
            }
        }
        Ok(Self { tree, digest: digest.to_string() })
    }
}

#[cfg(test)]
mod tests {
    use super::super::bundle::Bundle;
    use super::*;

    #[test]
    fn a_submission_comes_back_as_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        let long = format!("project/{}/a.py", "long".repeat(40));
        for (path, text) in [("project/game.py", "print(1)\n"), ("project/inner.zip", "PK"), (&long, "")] {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("made");
            std::fs::write(path, text).expect("written");
        }
        let bundle = Bundle::open(folder.path().to_str().expect("UTF-8")).expect("it is a folder");
        let items: Vec<_> = bundle.items().iter().map(|item| (item, item.path.clone())).collect();
        let files = bundle.submission("ada", &items).expect("it is within limits");
        let again =
            SubmissionFiles::from_bytes("ada", &files.digest, &files.to_bytes()).expect("packed here");
        let listed = |files: &SubmissionFiles| -> Vec<_> {
            files.tree.files().map(|(path, file)| (path.to_string(), file.clone())).collect()
        };
        assert_eq!((listed(&again), &again.digest), (listed(&files), &files.digest));
        assert_eq!(again.tree.files().next().expect("a file").0, "game.py");
        assert!(SubmissionFiles::from_bytes("ada", "", b"no archive at all, and long").is_err());
    }
}
