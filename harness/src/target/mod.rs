//! What the user points at: a program, its source, a folder or archive with a submission, or a command line.
//!
//! Finding goes `folder` or `archive` (files) → `tree` (files within limits) → `entry` (where the program begins) →
//! `work` (a folder of its own) → `command` (how it is built and started).

mod archive;
mod command;
mod entry;
mod folder;
mod modules;
mod source;
mod tree;
mod work;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::archive::{Packing, read_archive};
use self::command::Places;
pub(crate) use self::command::quoted;
use self::entry::Entry;
use self::folder::{file_name, read_file_and_neighbours, read_folder};
use self::tree::Tree;
use self::work::Work;
use crate::cases::problem::Problem;
use crate::cases::{Kind, Recipe, Start};
use crate::digest;
use crate::running::{BuildFailure, Fault, Launch, build, find_program, is_executable};

/// How many lines of a compiler stand in the sentence of a case.
const LINES_IN_SENTENCE: usize = 3;

/// A program to mark.
#[derive(Debug, Clone)]
pub struct Target {
    /// What the user wrote.
    pub text: String,
    /// SHA-256 of the submission's file or files, or of the command line, in hexadecimal digits.
    pub digest: String,
    program: PathBuf,
    arguments: Vec<String>,
    /// What it may read beside the program.
    sees: Vec<PathBuf>,
    /// What must be done before it can be started.
    build: Option<Launch>,
    failure: Option<BuildFailure>,
    /// The folder in which it is kept, if it is not started where it stands.
    _work: Option<Arc<Work>>,
    /// Where the submission's other files are; none for an executable or a command line.
    folder: Option<PathBuf>,
}

/// Why there is no target.
#[derive(Debug)]
pub enum NoTarget {
    /// Something is wrong with what the user points at.
    Problem(Problem),
    /// The harness could not do its work.
    Fault(Fault),
}

impl From<Problem> for NoTarget {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<Fault> for NoTarget {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// Which files beside the entry belong to the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Belongs {
    /// All of a submission that is a folder or an archive.
    Everything,
    /// Those of the course; others beside a file may be other submissions.
    OnlyProvided,
}

/// What is known of a program before its commands are.
struct Found {
    digest: String,
    recipe: Recipe,
    places: Places,
    work: Option<Work>,
    /// Where the submission's other files are.
    folder: Option<PathBuf>,
}

impl Target {
    /// Returns the folder with the submission's other files: a copy of what was handed in, or where a source
    /// file stands; nothing for an executable or a command line.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Returns the program that `text` means: a path if that path exists, else, if it has blanks or
    /// `is_command`, a command line. A submission that is not started where it stands is copied.
    ///
    /// # Errors
    /// What is wrong with the path or the command, and the way out.
    pub fn resolve(text: &str, is_command: bool, start: &Start) -> Result<Self, NoTarget> {
        let path = Path::new(text);
        match path.metadata() {
            Ok(_) if is_command => Self::from_command_line(text).map_err(Into::into),
            Ok(found) if found.is_dir() => {
                let tree = read_folder(text, path)?;
                Self::from_tree(
                    text,
                    digest::of_files(tree.files().map(|(path, file)| (path, &file.bytes))),
                    tree.without_top_folder(),
                    start,
                )
            }
            Ok(found) if found.is_file() => match Packing::of(&file_name(path)) {
                Some(packing) => {
                    let tree = read_archive(text, path, packing)?;
                    Self::from_tree(text, digest_of(text, path)?, tree.without_top_folder(), start)
                }
                None => Self::from_file(text, path, start),
            },
            Ok(_) => Err(Problem::of_file(text, "is neither a file nor a folder").into()),
            Err(_) if is_command || text.split_whitespace().count() > 1 => {
                Self::from_command_line(text).map_err(Into::into)
            }
            Err(_) => Err(Problem::of_file(text, "there is no such file or folder")
                .help("give the path of a program, or a command line with --target-command")
                .into()),
        }
    }

    /// Builds the program, if it must be built. If that fails, there is a [`Self::failure`].
    ///
    /// # Errors
    /// Only what the harness itself could not do.
    pub fn build(mut self) -> Result<Self, Fault> {
        let Some(launch) = &self.build else { return Ok(self) };
        self.failure = build(launch)?;
        if self.failure.is_none() && !is_executable(&self.program) {
            let why = format!("building made no program `{}`", file_name(&self.program));
            self.failure = Some(BuildFailure { why, said: String::new() });
        }
        Ok(self)
    }

    /// Returns why there is no program, if it could not be built.
    pub fn failure(&self) -> Option<&BuildFailure> {
        self.failure.as_ref()
    }

    /// Returns how the program is started with `arguments` in `folder`.
    ///
    /// # Errors
    /// In a sentence why it cannot be started.
    pub fn launch(&self, arguments: &[String], folder: &Path) -> Result<Launch, String> {
        if let Some(failure) = &self.failure {
            return Err(sentence(failure));
        }
        let arguments = self.arguments.iter().chain(arguments).cloned().collect();
        let (program, sees) = (self.program.clone(), self.sees.clone());
        Ok(Launch { program, arguments, folder: folder.to_path_buf(), sees, keeps: None })
    }

    /// A file is started where it stands, unless it must be built or needs the course's files beside it.
    fn from_file(text: &str, path: &Path, start: &Start) -> Result<Self, NoTarget> {
        let kind = Kind::of(&file_name(path));
        let recipe = start.recipe(kind);
        let digest = digest_of(text, path)?;
        let stands_alone = start.provide.is_empty() || matches!(kind, Kind::Jar | Kind::Executable);
        if recipe.build.is_some() || !stands_alone {
            let entry = Entry { path: file_name(path), kind };
            let tree = read_file_and_neighbours(text, path, kind)?;
            return Self::from_entry(text, digest, tree, &entry, Belongs::OnlyProvided, start);
        }
        let absolute =
            std::path::absolute(path).map_err(|error| Problem::of_file(text, error.to_string()))?;
        if kind == Kind::Executable && !is_executable(path) {
            return Err(Problem::of_file(text, "is not executable")
                .help(format!("run `chmod +x {text}`, or give the command line that starts it"))
                .into());
        }
        let provides = !start.provide.is_empty();
        let work = provides.then(|| Work::new(&Tree::new(text), &start.provide)).transpose()?;
        let places = Places {
            folder: absolute.parent().unwrap_or(&absolute).to_path_buf(),
            provided: work.as_ref().map(Work::provided).unwrap_or_default(),
            main: absolute.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            entry: absolute,
            ..Places::default()
        };
        let folder = (kind != Kind::Executable).then(|| places.folder.clone());
        Self::from_recipe(text, Found { digest, recipe, places, work, folder }).map_err(Into::into)
    }

    fn from_tree(text: &str, digest: String, tree: Tree, start: &Start) -> Result<Self, NoTarget> {
        let entry = entry::find(&tree, start)?;
        let is_program = tree.get(&entry.path).is_some_and(|file| file.executable || file.is_program());
        if entry.kind == Kind::Executable && !is_program {
            return Err(tree
                .problem(format!("`{}` in it is not executable", entry.path.escape_debug()))
                .help("run `chmod +x` on it, or hand in the source")
                .into());
        }
        Self::from_entry(text, digest, tree, &entry, Belongs::Everything, start)
    }

    /// Copies the submission, with the course's files, into a folder of its own.
    fn from_entry(
        text: &str,
        digest: String,
        mut tree: Tree,
        entry: &Entry,
        belongs: Belongs,
        start: &Start,
    ) -> Result<Self, NoTarget> {
        for provided in &start.provide {
            tree.lay_over(provided, &entry.path)?;
        }
        let mut sources = entry::sources(&tree, entry);
        if belongs == Belongs::OnlyProvided {
            let is_provided = |path: &String| start.provide.iter().any(|provided| provided.name == *path);
            sources.retain(|path| *path == entry.path || is_provided(path));
        }
        let work = Work::new(&tree, &start.provide)?;
        let folder = match belongs {
            Belongs::Everything => work.submission(),
            Belongs::OnlyProvided => Path::new(text).parent().unwrap_or(Path::new("")).to_path_buf(),
        };
        let places = Places {
            entry: work.submission().join(&entry.path),
            provided: work.provided(),
            folder: work.submission(),
            build: work.build(),
            main: entry::main_name(&tree, entry),
            sources,
        };
        let found = Found {
            digest,
            recipe: start.recipe(entry.kind),
            places,
            work: Some(work),
            folder: Some(folder),
        };
        Self::from_recipe(text, found).map_err(Into::into)
    }

    fn from_recipe(text: &str, found: Found) -> Result<Self, Problem> {
        let Found { digest, recipe, places, work, folder } = found;
        let mut sees = vec![places.entry.clone()];
        if work.is_none() {
            sees.extend(modules::imported(&places.entry));
        }
        sees.extend(work.iter().flat_map(|work| [work.submission(), work.provided(), work.build()]));
        let build = match &recipe.build {
            None => None,
            Some(words) => {
                let (program, arguments) = split(text, places.fill(words), Path::new("/dev/null"))?;
                let keeps = work.as_ref().map(Work::build);
                let sees = vec![places.provided.clone()];
                Some(Launch { program, arguments, folder: places.folder.clone(), sees, keeps })
            }
        };
        let (program, arguments) = split(text, places.fill(&recipe.run), &places.build)?;
        let text = text.to_string();
        let work = work.map(Arc::new);
        Ok(Self { text, digest, program, arguments, sees, build, failure: None, _work: work, folder })
    }

    fn from_command_line(text: &str) -> Result<Self, Problem> {
        let digest = digest::of_bytes(text.as_bytes());
        let Some(words) = shlex::split(text).filter(|words| !words.is_empty()) else {
            return Err(Problem::of_file(text, "is no command line").help("close every quotation mark in it"));
        };
        // The program runs in a folder of its own, so paths are made independent of the folder we are in.
        let absolute = |word: String| match std::path::absolute(&word) {
            Ok(path) if Path::new(&word).exists() => path.to_string_lossy().into_owned(),
            _ => word,
        };
        let (program, arguments) = words.split_first().expect("there is a word");
        let run = std::iter::once(program.clone()).chain(arguments.iter().cloned().map(absolute)).collect();
        // A command line has no places: what looks like one is a word.
        let (program, arguments) = split(text, run, Path::new("/dev/null"))?;
        let text = text.to_string();
        // What the words name may be read.
        let sees = arguments.iter().map(PathBuf::from).filter(|path| path.is_absolute()).collect();
        Ok(Self {
            text,
            digest,
            program,
            arguments,
            sees,
            build: None,
            failure: None,
            _work: None,
            folder: None,
        })
    }
}

/// Returns the program that the first of `words` names, and the other words. What stands below `built` need not
/// be there yet.
fn split(text: &str, words: Vec<String>, built: &Path) -> Result<(PathBuf, Vec<String>), Problem> {
    let mut words = words.into_iter();
    let name = words.next().unwrap_or_default();
    if !built.as_os_str().is_empty() && Path::new(&name).starts_with(built) {
        return Ok((PathBuf::from(name), words.collect()));
    }
    let Some(program) = find_program(&name) else {
        let what = if Path::new(&name).exists() { "is not executable" } else { "is not there" };
        return Err(Problem::of_file(text, format!("the program `{name}` {what}")).help(
            "install it, or write its path; a path with blanks needs quotation marks in a command line",
        ));
    };
    Ok((program, words.collect()))
}

/// Returns why a program could not be built, with the first lines of its compiler.
fn sentence(failure: &BuildFailure) -> String {
    let lines = failure.said.lines().map(str::trim).filter(|line| !line.is_empty());
    let first: Vec<&str> = lines.take(LINES_IN_SENTENCE).collect();
    if first.is_empty() {
        return failure.why.clone();
    }
    format!("{}: {}", failure.why, first.join(" | "))
}

fn digest_of(text: &str, path: &Path) -> Result<String, Problem> {
    let bytes =
        std::fs::read(path).map_err(|error| Problem::of_file(text, format!("failed to read: {error}")))?;
    Ok(digest::of_bytes(&bytes))
}
