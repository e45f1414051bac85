//! What the user points at: a program, its source, a folder or archive with a submission, or a command line.
//!
//! Finding goes `folder` or `archive` (files) → `tree` (files within limits) → `entry` (where the program begins) →
//! `submission_folder` (a folder of its own) → `command` (how it is built and started).

mod archive;
mod beneath;
mod bundle;
mod command;
mod entry;
mod folder;
mod interpreter;
mod kept;
mod links;
mod modules;
mod no_target;
mod remarks;
mod source;
mod submission_folder;
mod tree;

use std::fs::Permissions;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::archive::{Packing, read_archive, unwrapped};
use self::beneath::Beneath;
pub use self::bundle::{Bundle, BundleItem, ItemKind, SubmissionFiles};
use self::command::CommandPlaces;
pub(crate) use self::command::{quoted, words};
use self::entry::EntryFile;
use self::folder::{file_name, read_file_and_neighbours, read_folder};
use self::interpreter::{Interpreter, named_by, provided};
use self::links::{is_link, link, not_by_a_link, place};
pub use self::no_target::NoTarget;
pub use self::remarks::StartRemarks;
use self::submission_folder::SubmissionFolder;
use self::tree::Tree;
use crate::cases::problem::Problem;
use crate::cases::{Start, TargetKind};
use crate::digest;
use crate::own_files::{is_own, own_files};
use crate::running::{BuildFailure, Fault, Launch, build, find_program, is_executable};
use crate::text::own_folders::without_own_folders;

/// How many lines of a compiler stand in the sentence of a case.
const LINES_IN_SENTENCE: usize = 3;

/// How many lines of a compiler results keep, and how many characters of each.
const LINES_KEPT: usize = 40;
const LONGEST_KEPT: usize = 300;

/// A program to mark.
#[derive(Debug, Clone)]
pub struct Target {
    /// What the user wrote.
    pub text: String,
    /// SHA-256 of the submission's file or files, or of the command line, in hexadecimal digits.
    pub digest: String,
    /// What was done with it before it is started.
    pub remarks: StartRemarks,
    /// What it is written in; none for a command line.
    pub kind: Option<TargetKind>,
    program: PathBuf,
    arguments: Vec<String>,
    /// What it may read beside the program.
    sees: Vec<PathBuf>,
    /// What must be done before it can be started.
    build: Option<Box<Launch>>,
    failure: Option<BuildFailure>,
    /// Why it is not started, although it is there.
    refusal: Option<String>,
    /// The files of the harness, which it may not see.
    hides: Vec<PathBuf>,
    /// The programs with which the suite builds and starts others.
    provided: Vec<PathBuf>,
    /// The folder in which it is kept; none for a command line.
    work: Option<Arc<SubmissionFolder>>,
    /// Where the submission's other files are; none for an executable or a command line.
    folder: Option<PathBuf>,
    /// What its author calls the program that is built of it.
    own_name: String,
}

/// Which files beside the entry belong to the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Belongs {
    /// All of a submission that is a folder or an archive.
    Everything,
    /// Those of the course; others beside a file may be other submissions.
    OnlyProvided,
}

/// What is known of a program before the places of its commands are filled.
struct FoundProgram {
    digest: String,
    remarks: StartRemarks,
    kind: TargetKind,
    places: CommandPlaces,
    work: SubmissionFolder,
    /// Where the submission's other files are.
    folder: Option<PathBuf>,
}

impl Target {
    /// Returns the folder with the submission's other files: a copy of what was handed in, or where a source
    /// file stands; nothing for an executable or a command line.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Returns the copy of a submission that is known as a whole, as a folder or an archive is; nothing for a file, beside which others
    /// may be that are not its own, or a command line.
    pub fn whole_submission(&self) -> Option<&Path> {
        let copy = self.work.as_ref()?.submission();
        self.folder().filter(|folder| *folder == copy)
    }

    /// Returns the files of the harness, which no part of the submission may see.
    pub fn hides(&self) -> &[PathBuf] {
        &self.hides
    }

    /// Returns the program that `text` means: a path if that path exists, else, if it has blanks or
    /// `is_command`, a command line. A submission is copied, and never started where it stands.
    ///
    /// # Errors
    /// What is wrong with the path or the command, and the way out.
    pub fn resolve(text: &str, is_command: bool, start: &Start) -> Result<Self, NoTarget> {
        let path = Path::new(text);
        match path.metadata() {
            Ok(_) if is_command => Self::from_command_line(text, start).map_err(Into::into),
            Ok(_) if is_link(path) => Err(link(text, text).into()),
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
                Self::from_command_line(text, start).map_err(Into::into)
            }
            Err(_) => Err(Problem::of_file(text, "there is no such file or folder")
                .help("give the path of a program, or a command line with --target-command")
                .into()),
        }
    }

    /// Returns the program of one submission of many; messages and results call it `name`. It is found as in a folder that holds these
    /// files and nothing else.
    ///
    /// # Errors
    /// What is wrong with the submission, and the way out.
    pub fn of_submission(name: &str, files: SubmissionFiles, start: &Start) -> Result<Self, NoTarget> {
        Self::from_tree(name, files.digest, files.tree, start)
    }

    /// Keeps the folder of the cases from the program.
    #[must_use]
    pub fn apart_from(mut self, cases: Option<&Path>) -> Self {
        self.hides = own_files(cases);
        // Whoever names a reference in a command line, and by no link, wants it to be marked.
        self.hides.retain(|file| self.work.is_some() || *file != self.program);
        self
    }

    /// Builds the program, if it must be built. If that fails, there is a [`Self::failure`].
    ///
    /// # Errors
    /// Only what the harness itself could not do.
    pub fn build(mut self) -> Result<Self, Fault> {
        if let Some(launch) = &self.build {
            let failure = build(&Launch { hides: self.hides.clone(), ..(**launch).clone() })?;
            self.failure = failure.map(|BuildFailure { why, output }| BuildFailure {
                why,
                output: without_own_folders(&output),
            });
            make_executable(&self.program, &self.sees);
            if self.failure.is_none() && !self.is_made() {
                let why = format!("building made no program `{}`", file_name(&self.program));
                self.failure = Some(BuildFailure { why, output: String::new() });
            }
            let said = self.failure.iter().flat_map(|failure| failure.output.lines());
            self.remarks.complaint =
                said.take(LINES_KEPT).map(|line| line.chars().take(LONGEST_KEPT).collect()).collect();
        }
        self.look_at_the_first_line();
        Ok(self)
    }

    /// Returns whether a compiler makes the program.
    pub(crate) fn is_compiled(&self) -> bool {
        self.build.is_some()
    }

    /// Returns whether there is a program, and what was handed in is itself one, not a name for another.
    fn is_made(&self) -> bool {
        is_executable(&self.program)
            && !(self.is_theirs() && (is_link(&self.program) || is_own(&self.program, &self.hides)))
    }

    /// Returns whether the program is a part of the submission; a command line may name one.
    fn is_theirs(&self) -> bool {
        self.work.is_none() || self.sees.iter().any(|place| self.program.starts_with(place))
    }

    /// A program that was handed in, or built, may be a script. That of a command line is no different: it may be handed in, too.
    fn look_at_the_first_line(&mut self) {
        if self.failure.is_some() || !self.is_theirs() {
            return;
        }
        match named_by(&self.program, &self.provided, &self.hides) {
            Interpreter::Needless => {}
            Interpreter::Provided(place) => self.sees.push(place),
            Interpreter::Refused(why) => self.refusal = Some(why),
        }
    }

    /// Returns what its author calls the program that is built of it: the name of its file or class.
    pub(crate) fn own_name(&self) -> &str {
        &self.own_name
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
        if let Some(refusal) = &self.refusal {
            return Err(refusal.clone());
        }
        let arguments = self.arguments.iter().chain(arguments).cloned().collect();
        let (program, sees, hides) = (self.program.clone(), self.sees.clone(), self.hides.clone());
        Ok(Launch { program, arguments, folder: folder.to_path_buf(), sees, hides, keeps: None })
    }

    /// A copy of a file is started, with copies of what it needs beside it.
    fn from_file(text: &str, path: &Path, start: &Start) -> Result<Self, NoTarget> {
        let kind = TargetKind::of(&file_name(path));
        let digest = digest_of(text, path)?;
        if kind == TargetKind::Executable && !is_executable(path) {
            return Err(Problem::of_file(text, "is not executable")
                .help(format!("run `chmod +x {text}`, or give the command line that starts it"))
                .into());
        }
        not_by_a_link(text, path)?;
        let entry = EntryFile { path: file_name(path), kind };
        let tree = read_file_and_neighbours(text, path, kind)?;
        Self::from_entry(text, digest, tree, &entry, Belongs::OnlyProvided, start)
    }

    fn from_tree(text: &str, digest: String, tree: Tree, start: &Start) -> Result<Self, NoTarget> {
        let tree = unwrapped(tree)?;
        let entry = entry::find(&tree, start)?;
        let is_program = tree.get(&entry.path).is_some_and(|file| file.executable || file.is_program());
        if entry.kind == TargetKind::Executable && !is_program {
            let problem = tree.problem(format!("`{}` in it is not executable", entry.path.escape_debug()));
            return Err(NoTarget::NoProgram(problem.help("run `chmod +x` on it, or hand in the source")));
        }
        Self::from_entry(text, digest, tree, &entry, Belongs::Everything, start)
    }

    /// Copies the submission, with the course's files, into a folder of its own.
    fn from_entry(
        text: &str,
        digest: String,
        mut tree: Tree,
        entry: &EntryFile,
        belongs: Belongs,
        start: &Start,
    ) -> Result<Self, NoTarget> {
        let stands_alone = belongs == Belongs::OnlyProvided
            && matches!(entry.kind, TargetKind::Jar | TargetKind::Executable);
        let mut remarks = StartRemarks::on(&tree, &entry.path, start);
        if belongs == Belongs::OnlyProvided {
            // Whoever names a file has chosen it.
            remarks = StartRemarks { replaced: remarks.replaced, ..StartRemarks::default() };
        }
        for provided in start.provide.iter().filter(|_| !stands_alone) {
            tree.lay_over(provided, &entry.path)?;
        }
        let mut sources = entry::sources(&tree, entry);
        if belongs == Belongs::OnlyProvided {
            let is_provided = |path: &String| start.provide.iter().any(|provided| provided.name == *path);
            sources.retain(|path| *path == entry.path || is_provided(path));
        }
        let work = SubmissionFolder::new(&tree, &start.provide)?;
        let folder = match belongs {
            _ if entry.kind == TargetKind::Executable && belongs == Belongs::OnlyProvided => None,
            Belongs::Everything => Some(work.submission()),
            Belongs::OnlyProvided => Some(Path::new(text).parent().unwrap_or(Path::new("")).to_path_buf()),
        };
        let places = CommandPlaces {
            entry: work.submission().join(&entry.path),
            provided: work.provided(),
            folder: work.submission(),
            build: work.build(),
            main: entry::main_name(&tree, entry),
            sources,
        };
        let found = FoundProgram { digest, remarks, kind: entry.kind, places, work, folder };
        Self::from_recipe(text, found, start).map_err(NoTarget::LacksLauncher)
    }

    fn from_recipe(text: &str, found: FoundProgram, start: &Start) -> Result<Self, Problem> {
        let FoundProgram { digest, remarks, kind, places, work, folder } = found;
        let recipe = start.recipe(kind);
        let sees = vec![work.shown()];
        let build = match &recipe.build {
            None => None,
            Some(words) => {
                let (program, arguments) = split(text, places.fill(words), Path::new("/dev/null"))?;
                let (sees, keeps) = (vec![places.provided.clone()], Some(work.build()));
                Some(Box::new(Launch {
                    program,
                    arguments,
                    folder: places.folder.clone(),
                    sees,
                    keeps,
                    hides: Vec::new(),
                }))
            }
        };
        let (program, arguments) = split(text, places.fill(&recipe.run), &places.build)?;
        let found = Self {
            remarks,
            kind: Some(kind),
            sees,
            build,
            folder,
            own_name: places.main.clone(),
            work: Some(Arc::new(work)),
            ..Self::started_by(text, digest, start)
        };
        Ok(Self { program, arguments, ..found })
    }

    /// Returns a target that is not known yet but for what the user wrote, its digest, and what the suite provides.
    fn started_by(text: &str, digest: String, start: &Start) -> Self {
        Self {
            text: text.to_string(),
            digest,
            remarks: StartRemarks::default(),
            kind: None,
            program: PathBuf::new(),
            arguments: Vec::new(),
            sees: Vec::new(),
            build: None,
            failure: None,
            refusal: None,
            hides: Vec::new(),
            provided: provided(start),
            work: None,
            folder: None,
            own_name: String::new(),
        }
    }

    fn from_command_line(text: &str, start: &Start) -> Result<Self, Problem> {
        let digest = digest::of_bytes(text.as_bytes());
        let Some(words) = shlex::split(text).filter(|words| !words.is_empty()) else {
            return Err(Problem::of_file(text, "is no command line").help("close every quotation mark in it"));
        };
        let (program, arguments) = words.split_first().expect("there is a word");
        let arguments = arguments.iter().map(|word| place(text, word)).collect::<Result<Vec<_>, _>>()?;
        let run = std::iter::once(program.clone()).chain(arguments).collect();
        // A command line has no places: what looks like one is a word.
        let (program, arguments) = split(text, run, Path::new("/dev/null"))?;
        // What the words name may be read.
        let sees = arguments.iter().map(PathBuf::from).filter(|path| path.is_absolute()).collect();
        Ok(Self { program, arguments, sees, ..Self::started_by(text, digest, start) })
    }
}

/// Returns whether a submission called `name` is an archive.
pub fn is_archive(name: &str) -> bool {
    Packing::of(name).is_some()
}

/// Makes what a compiler has made executable, below the best sandbox: there it may not change modes, and is only told that it
/// has. What is no program, or stands elsewhere, stays as it is.
fn make_executable(program: &Path, built: &[PathBuf]) {
    let Some(folder) = built.iter().find(|folder| program.starts_with(folder)) else { return };
    let name = program.strip_prefix(folder).ok().and_then(Path::to_str);
    let file = Beneath::new(folder).and_then(|folder| folder.open(name.unwrap_or_default()));
    let mut start = [0; 4];
    let Ok(mut file) = file else { return };
    if file.read_exact(&mut start).is_ok() && (start == *b"\x7fELF" || start.starts_with(b"#!")) {
        // If it cannot be done, it is not executable, and that is told.
        let _ = file.set_permissions(Permissions::from_mode(0o755));
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
    let points = |line: &str| line.chars().all(|ch| matches!(ch, '^' | '~' | '|' | ' '));
    let lines = failure.output.lines().map(str::trim).filter(|line| !points(line));
    let first: Vec<&str> = lines.take(LINES_IN_SENTENCE).collect();
    if first.is_empty() {
        return failure.why.clone();
    }
    format!("{}: {}", failure.why, first.join(" | "))
}

fn digest_of(text: &str, path: &Path) -> Result<String, Problem> {
    let bytes = std::fs::read(path).map_err(|error| Problem::unread(text, error))?;
    Ok(digest::of_bytes(&bytes))
}
