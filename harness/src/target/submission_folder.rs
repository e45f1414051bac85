//! The folder in which a submission is kept while it is marked.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::tree::Tree;
use crate::cases::Provided;
use crate::running::{Fault, Scratch};

/// A temporary folder; it is removed when this is dropped.
#[derive(Debug)]
pub(super) struct SubmissionFolder {
    folder: Scratch,
}

impl SubmissionFolder {
    /// Returns a new folder with the submission and the course's files.
    ///
    /// # Errors
    /// What cannot be written.
    pub(super) fn new(tree: &Tree, provided: &[Provided]) -> Result<Self, Fault> {
        let folder =
            Scratch::at_new_path().map_err(Fault::while_doing("make a folder for the submission"))?;
        folder.let_programs_through().map_err(Fault::while_doing("open the folder for the submission"))?;
        let work = Self { folder };
        for folder in [work.shown(), work.submission(), work.provided(), work.build()] {
            std::fs::create_dir(&folder).map_err(Fault::while_doing("make a folder for the submission"))?;
            open_to_all(&folder).map_err(Fault::while_doing("make a folder for the submission"))?;
        }
        for (path, file) in tree.files() {
            // Archives that were packed under Windows do not say what is executable.
            write(&work.submission().join(path), &file.bytes, file.executable || file.is_program())?;
            for folder in Path::new(path).ancestors().skip(1) {
                open_to_all(&work.submission().join(folder))
                    .map_err(Fault::while_doing("copy the submission"))?;
            }
        }
        for file in provided {
            write(&work.provided().join(&file.name), &file.bytes, false)?;
        }
        Ok(work)
    }

    /// The folder of all that the program may read: to show one folder to each program costs less than to show several.
    pub(super) fn shown(&self) -> PathBuf {
        self.folder.path().join("shown")
    }

    /// The folder of the submission.
    pub(super) fn submission(&self) -> PathBuf {
        self.shown().join("submission")
    }

    /// The folder of the course's files.
    pub(super) fn provided(&self) -> PathBuf {
        self.shown().join("provided")
    }

    /// The folder for what is built.
    pub(super) fn build(&self) -> PathBuf {
        self.shown().join("build")
    }
}

/// Programs may run as another user.
fn open_to_all(folder: &Path) -> std::io::Result<()> {
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755))
}

fn write(path: &Path, bytes: &[u8], executable: bool) -> Result<(), Fault> {
    let folder = path.parent().unwrap_or(path);
    let mode = if executable { 0o755 } else { 0o644 };
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, bytes))
        .and_then(|()| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)))
        .map_err(Fault::while_doing("copy the submission"))
}
