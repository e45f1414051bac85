//! What a game is started with: arguments, files and the course's settings.

use std::collections::BTreeMap;

/// Where a game reads its files from.
pub trait Files {
    /// Returns the bytes of the file at `path` as a player wrote it, or nothing if there is none.
    fn read(&self, path: &str) -> Option<Vec<u8>>;
}

/// Files held in memory, by name; a leading `./` of a path does not count.
impl Files for BTreeMap<String, Vec<u8>> {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.get(path.trim_start_matches("./")).cloned()
    }
}

/// The files of the machine, as a program started in a terminal sees them.
#[derive(Debug, Clone, Copy)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        std::fs::read(path).ok()
    }
}

/// What a game is started with.
pub struct Setup {
    /// The arguments after the program's name.
    pub arguments: Vec<String>,
    /// The files it may read.
    pub files: Box<dyn Files>,
    /// What a course may choose, such as the score of a category; what is missing has its default.
    pub settings: BTreeMap<String, String>,
}

impl Setup {
    /// Returns a setup with `arguments` and files in memory, and no settings.
    pub fn new(arguments: &[&str], files: &[(&str, &str)]) -> Self {
        let arguments = arguments.iter().map(ToString::to_string).collect();
        let files: BTreeMap<String, Vec<u8>> =
            files.iter().map(|(name, text)| (name.to_string(), text.as_bytes().to_vec())).collect();
        Self { arguments, files: Box::new(files), settings: BTreeMap::new() }
    }

    /// Returns the setup of a program started in a terminal with `arguments`.
    pub fn from_terminal(arguments: Vec<String>) -> Self {
        Self { arguments, files: Box::new(Disk), settings: BTreeMap::new() }
    }
}
