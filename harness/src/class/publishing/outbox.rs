//! What is published: files in a folder of their own, which replaces the one of an earlier time when all of them are there and hold nothing
//! hidden.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use super::secrets::Secrets;

/// The folder of what is published, in that of a class.
const PUBLISHED: &str = "published";

/// Where it stands until it is whole, and where the one before it stands until it is replaced.
const DRAFT: &str = "published.new";
const OLD: &str = "published.old";

/// Why nothing was published.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotPublished {
    /// The system says so.
    #[error(transparent)]
    System(#[from] io::Error),
    /// A file shows what is hidden.
    #[error("{file} would show {secret}")]
    Hidden {
        /// The file.
        file: String,
        /// What it would show.
        secret: String,
    },
}

/// Files that will be published.
pub(super) struct Outbox<'a> {
    class: &'a Path,
    secrets: &'a Secrets,
}

impl<'a> Outbox<'a> {
    /// Returns an empty one in the folder of a class.
    pub(super) fn new(class: &'a Path, secrets: &'a Secrets) -> io::Result<Self> {
        remove(&class.join(DRAFT))?;
        DirBuilder::new().mode(0o700).create(class.join(DRAFT))?;
        Ok(Self { class, secrets })
    }

    /// Adds a file, unless it shows anything hidden.
    pub(super) fn add(&self, name: &str, bytes: &[u8]) -> Result<(), NotPublished> {
        self.look_at(name, bytes)?;
        self.create(name)?.write_all(bytes)?;
        Ok(())
    }

    /// Refuses a file that shows anything hidden.
    pub(super) fn look_at(&self, name: &str, bytes: &[u8]) -> Result<(), NotPublished> {
        match self.secrets.found_in(bytes) {
            None => Ok(()),
            Some(secret) => Err(NotPublished::Hidden { file: name.to_string(), secret: secret.to_string() }),
        }
    }

    /// Makes an empty file; whoever fills it lets everything be looked at.
    pub(super) fn create(&self, name: &str) -> io::Result<File> {
        let path = self.class.join(DRAFT).join(name);
        fs::create_dir_all(path.parent().expect("a file stands in a folder"))?;
        File::create_new(path)
    }

    /// Publishes what was added, in place of what was published before, and returns the folder.
    pub(super) fn publish(self) -> io::Result<PathBuf> {
        let [published, draft, old] = [PUBLISHED, DRAFT, OLD].map(|name| self.class.join(name));
        remove(&old)?;
        if published.exists() {
            fs::rename(&published, &old)?;
        }
        fs::rename(&draft, &published)?;
        remove(&old)?;
        Ok(published)
    }
}

impl Drop for Outbox<'_> {
    fn drop(&mut self) {
        // What was not published may show what is hidden. If it cannot be removed, the next one is begun by removing it.
        let _ = remove(&self.class.join(DRAFT));
    }
}

fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
