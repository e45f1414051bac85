//! What the user points at: an executable, a Python file, a folder with a submission, or a command line.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::cases::problem::Problem;
use crate::cases::{Start, hex};
use crate::running::{Launch, find_program, is_executable};

/// A program to mark.
#[derive(Debug, Clone)]
pub struct Target {
    /// What the user wrote.
    pub text: String,
    /// SHA-256 of the submission's file, or of the command line, in hexadecimal digits.
    pub digest: String,
    program: PathBuf,
    arguments: Vec<String>,
    /// Where the submission's other files are; none for an executable or a command line.
    folder: Option<PathBuf>,
}

impl Target {
    /// Returns the program that `text` means: a path if that path exists, else, if it has blanks or
    /// `is_command`, a command line.
    ///
    /// # Errors
    /// What is wrong with the path or the command, and the way out.
    pub fn resolve(text: &str, is_command: bool, start: &Start) -> Result<Self, Problem> {
        let path = Path::new(text);
        match path.metadata() {
            Ok(_) if is_command => Self::from_command_line(text),
            Ok(found) if found.is_dir() => Self::from_folder(text, path, start),
            Ok(found) if found.is_file() => Self::from_file(text, path, start),
            Ok(_) => Err(Problem::of_file(text, "is neither a file nor a folder")),
            Err(_) if is_command || text.split_whitespace().count() > 1 => Self::from_command_line(text),
            Err(_) => Err(Problem::of_file(text, "there is no such file or folder")
                .help("give the path of a program, or a command line with --target-command")),
        }
    }

    /// Returns the folder with the submission's other files: the target itself, or where a source file
    /// stands; nothing for an executable or a command line.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Returns how the program is started with `arguments` in `folder`.
    pub fn launch(&self, arguments: &[String], folder: &Path) -> Launch {
        let arguments = self.arguments.iter().chain(arguments).cloned().collect();
        Launch { program: self.program.clone(), arguments, folder: folder.to_path_buf() }
    }

    fn from_folder(text: &str, folder: &Path, start: &Start) -> Result<Self, Problem> {
        match start.entry.iter().map(|name| folder.join(name)).find(|path| path.is_file()) {
            Some(path) => {
                Ok(Self { folder: Some(folder.to_path_buf()), ..Self::from_file(text, &path, start)? })
            }
            None if start.entry.is_empty() => Err(Problem::of_file(text, "is a folder")
                .help("name the program in it; the suite does not say what it is called")),
            None => Err(Problem::of_file(text, "the folder does not hold the submission")
                .help(format!("it must hold a file called {}", start.entry.join(" or ")))),
        }
    }

    fn from_file(text: &str, path: &Path, start: &Start) -> Result<Self, Problem> {
        let absolute =
            std::path::absolute(path).map_err(|error| Problem::of_file(text, error.to_string()))?;
        let bytes = std::fs::read(path)
            .map_err(|error| Problem::of_file(text, format!("failed to read: {error}")))?;
        let digest = hex(&Sha256::digest(bytes));
        if path.extension().is_some_and(|extension| extension == "py") {
            let entry = absolute.to_string_lossy();
            let words = start.python.iter().map(|word| word.replace("{entry}", &entry)).collect();
            let folder = absolute.parent().map(Path::to_path_buf);
            return Ok(Self { folder, ..Self::from_words(text, words, digest)? });
        }
        if !is_executable(path) {
            return Err(Problem::of_file(text, "is not executable")
                .help(format!("run `chmod +x {text}`, or give the command line that starts it")));
        }
        Ok(Self { text: text.to_string(), digest, program: absolute, arguments: Vec::new(), folder: None })
    }

    fn from_command_line(text: &str) -> Result<Self, Problem> {
        let digest = hex(&Sha256::digest(text));
        let Some(words) = shlex::split(text).filter(|words| !words.is_empty()) else {
            return Err(Problem::of_file(text, "is no command line").help("close every quotation mark in it"));
        };
        // The program runs in a folder of its own, so paths are made independent of the folder we are in.
        let absolute = |word: String| match std::path::absolute(&word) {
            Ok(path) if Path::new(&word).exists() => path.to_string_lossy().into_owned(),
            _ => word,
        };
        let (program, arguments) = words.split_first().expect("there is a word");
        let words = std::iter::once(program.clone()).chain(arguments.iter().cloned().map(absolute)).collect();
        Self::from_words(text, words, digest)
    }

    fn from_words(text: &str, words: Vec<String>, digest: String) -> Result<Self, Problem> {
        let mut words = words.into_iter();
        let name = words.next().unwrap_or_default();
        let Some(program) = find_program(&name) else {
            let what = if Path::new(&name).exists() { "is not executable" } else { "is not there" };
            return Err(Problem::of_file(text, format!("the program `{name}` {what}")).help(
                "install it, or write its path; a path with blanks needs quotation marks in a command line",
            ));
        };
        Ok(Self { text: text.to_string(), digest, program, arguments: words.collect(), folder: None })
    }
}
