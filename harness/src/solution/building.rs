//! Builds a course's own solution, in folders that go with it.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::{Solution, SolutionCommands};
use crate::cases::problem::Problem;
use crate::running::{Fault, Launch, Scratch, find_program};

/// A folder for what is built, and for a copy of the suite's files, where one is needed.
#[derive(Debug)]
pub(super) struct SolutionFolder(Scratch);

impl SolutionFolder {
    /// Makes a new folder; removed when this is dropped.
    pub(super) fn new() -> Result<Self, Fault> {
        let made = || Fault::while_doing("make a folder for a solution");
        let folder = Self(Scratch::at_new_path().map_err(made())?);
        folder.0.let_programs_through().map_err(made())?;
        for path in [folder.suite(), folder.build()] {
            fs::create_dir(&path).and_then(|()| allow(&path, 0o755)).map_err(made())?;
        }
        Ok(folder)
    }

    /// Copies files of the suite into the folder.
    pub(super) fn copy(&self, files: &BTreeMap<String, Vec<u8>>) -> Result<(), Fault> {
        for (name, bytes) in files {
            let path = self.suite().join(name);
            let is_program = bytes.starts_with(b"#!") || bytes.starts_with(b"\x7fELF");
            let folders = path.ancestors().skip(1).take_while(|folder| folder.starts_with(self.suite()));
            let written = fs::create_dir_all(path.parent().unwrap_or(&path))
                .and_then(|()| folders.into_iter().try_for_each(|folder| allow(folder, 0o755)))
                .and_then(|()| fs::write(&path, bytes))
                .and_then(|()| allow(&path, if is_program { 0o755 } else { 0o644 }));
            written.map_err(Fault::while_doing(format!("copy `{name}` of the suite")))?;
        }
        Ok(())
    }

    /// Returns where a copy of the suite's files is.
    pub(super) fn suite(&self) -> PathBuf {
        self.0.path().join("suite")
    }

    /// Returns where what is built is.
    pub(super) fn build(&self) -> PathBuf {
        self.0.path().join("build")
    }
}

/// Programs may run as another user.
fn allow(path: &Path, mode: u32) -> std::io::Result<()> {
    fs::set_permissions(path, Permissions::from_mode(mode))
}

/// Builds a solution in `folder`, the suite's or a copy of it, if it must be built. Returns what is wrong with it as a problem of
/// `file`.
///
/// # Errors
/// Only what the harness itself could not do.
pub(super) fn build(
    SolutionCommands { run, build }: SolutionCommands<'_>,
    folder: PathBuf,
    built: SolutionFolder,
    file: &str,
) -> Result<Result<Solution, Problem>, Fault> {
    let (suite, made) = (folder.to_string_lossy().into_owned(), built.build().to_string_lossy().into_owned());
    let filled = |words: &[String]| -> Vec<String> {
        words.iter().map(|word| word.replace("{suite}", &suite).replace("{build}", &made)).collect()
    };
    if let [name, arguments @ ..] = filled(build).as_slice() {
        let Some(program) = find_program(name) else { return Ok(Err(no_program(file, name))) };
        let empty = Scratch::new().map_err(Fault::while_doing("make a folder to build in"))?;
        let launch = Launch {
            program,
            arguments: arguments.to_vec(),
            folder: empty.path().to_path_buf(),
            sees: vec![folder.clone()],
            keeps: Some(built.build()),
            ..Launch::default()
        };
        if let Some(failure) = crate::running::build(&launch)? {
            let first = failure.output.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
            let message = format!("the reference cannot be built: {}: {first}", failure.why);
            return Ok(Err(
                Problem::of_file(file, message).help("run the command of `build` by hand, and repair it")
            ));
        }
    }
    let mut words = filled(run).into_iter();
    let name = words.next().unwrap_or_default();
    if Path::new(&name).starts_with(built.build()) && Path::new(&name).is_file() {
        // Below the best sandbox a compiler may not change modes.
        allow(Path::new(&name), 0o755).map_err(Fault::while_doing("make a solution executable"))?;
    }
    let Some(program) = find_program(&name) else { return Ok(Err(no_program(file, &name))) };
    Ok(Ok(Solution { program, arguments: words.collect(), folder, built }))
}

fn no_program(file: &str, name: &str) -> Problem {
    let message = format!("the reference cannot be started: there is no program `{name}`");
    Problem::of_file(file, message)
        .help("install it, or correct `reference: {command: [...]}`; \"{suite}\" is the suite's folder")
}
