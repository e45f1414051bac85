//! Which program the first line of a script may name: one of the system, or one with which the suite starts programs.
//!
//! That line is the submission's word. It chooses among what is shown anyway, and shows nothing by itself.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::cases::{Start, TargetKind};
use crate::own_files::is_own;
use crate::running::{find_program, installation, is_of_the_system};

/// As much of a first line as the kernel looks at, in bytes.
const LOOKED_AT: usize = 256;

/// What runs a program, by the first line of its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Interpreter {
    /// It is no script, or the kernel will say what is wrong with it, or the interpreter is one of the system.
    Needless,
    /// It is one of the suite's: this must be shown.
    Provided(PathBuf),
    /// It may not be started, for this reason.
    Refused(String),
}

/// Returns what the interpreter is that `program` names; `provided` are those of the suite, `own` are the files of the harness.
pub(super) fn named_by(program: &Path, provided: &[PathBuf], own: &[PathBuf]) -> Interpreter {
    let Some(name) = first_line(program) else { return Interpreter::Needless };
    let Ok(path) = name.canonicalize() else { return Interpreter::Needless };
    if !path.is_file() {
        return Interpreter::Needless;
    }
    let is_shown = name.is_absolute() && !is_own(&path, own);
    if is_shown && is_of_the_system(&path) {
        return Interpreter::Needless;
    }
    match provided.iter().find(|known| is_shown && is_same(known, &path)) {
        Some(known) => Interpreter::Provided(installation(known).unwrap_or_else(|| known.clone())),
        None => Interpreter::Refused(format!(
            "it cannot be started: its first line names `{}`, which is no interpreter of this machine's system; \
             begin it with a line such as `#!/bin/sh` or `#!/usr/bin/env python3`",
            name.to_string_lossy().escape_debug()
        )),
    }
}

/// Returns the path in a line that begins with `#!`, as the kernel reads it.
fn first_line(program: &Path) -> Option<PathBuf> {
    let mut start = Vec::new();
    File::open(program).ok()?.take(LOOKED_AT as u64).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let line = &line[line.iter().position(|byte| !blank(byte))?..];
    let name = line.split(|byte| blank(byte) || *byte == 0).next()?;
    (!name.is_empty()).then(|| PathBuf::from(OsStr::from_bytes(name)))
}

/// Returns the programs with which the suite builds and starts programs.
pub(super) fn provided(start: &Start) -> Vec<PathBuf> {
    let recipes = [TargetKind::Python, TargetKind::Java, TargetKind::Jar, TargetKind::C, TargetKind::Cpp]
        .map(|kind| start.recipe(kind));
    let commands = recipes.iter().flat_map(|recipe| recipe.build.iter().chain([&recipe.run]));
    commands.filter_map(|words| find_program(words.first()?)).collect()
}

fn is_same(known: &Path, canonical: &Path) -> bool {
    known == canonical || known.canonicalize().is_ok_and(|known| known == canonical)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::Recipe;

    #[test]
    fn the_first_line_is_read_as_the_kernel_does() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("program");
        for (text, expected) in [
            ("#!/bin/sh\n", Some("/bin/sh")),
            ("#! \t/bin/sh -e\n", Some("/bin/sh")),
            ("#!/bin/sh\t-e", Some("/bin/sh")),
            ("#!/bin/sh\r\n", Some("/bin/sh\r")),
            ("#!\n/bin/sh", None),
            (" #!/bin/sh", None),
            ("\x7fELF", None),
        ] {
            std::fs::write(&program, text).expect("written");
            assert_eq!(first_line(&program), expected.map(PathBuf::from), "{text:?}");
        }
    }

    #[test]
    fn an_interpreter_is_the_systems_or_the_suites() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        for (name, text) in [("suites", "x"), ("other", "x"), ("own", "x")] {
            std::fs::write(path(name), text).expect("written");
            let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
            std::fs::set_permissions(path(name), open).expect("mine");
        }
        std::os::unix::fs::symlink("/bin/sh", path("link")).expect("linked");
        std::fs::hard_link(path("own"), path("same")).expect("linked");
        let recipe = Recipe { build: None, run: vec![path("suites").display().to_string()] };
        let start = Start { recipes: [(TargetKind::Python, recipe)].into(), ..Start::default() };
        let answer = |interpreter: &str| {
            std::fs::write(path("script"), format!("#!{interpreter}\n")).expect("written");
            named_by(&path("script"), &provided(&start), &[path("own")])
        };
        let here = |name: &str| path(name).display().to_string();
        for needless in ["/bin/sh", "/tmp/../bin/sh", &here("link"), "/no/such/file", "/usr"] {
            assert_eq!(answer(needless), Interpreter::Needless, "{needless}");
        }
        assert_eq!(answer(&here("suites")), Interpreter::Provided(path("suites")));
        for refused in [here("other"), here("own"), here("same"), "Cargo.toml".to_string()] {
            assert!(matches!(answer(&refused), Interpreter::Refused(_)), "{refused}");
        }
    }
}
