//! How programs of each kind are built and started: commands with places for paths.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The places that a command may have, each written in braces.
pub(super) const PLACES: [&str; 6] = ["entry", "provided", "folder", "main", "build", "sources"];

/// How a program is started.
#[derive(Debug, Clone, Default)]
pub struct Start {
    /// The names of the entry file, in the order in which they are looked for.
    pub entry: Vec<String>,
    /// The names of files that are never the entry, although they may look like it.
    pub ignore: Vec<String>,
    /// The course's files that are laid over a submission.
    pub provide: Vec<Provided>,
    /// How each kind is started, where the suite says it.
    pub recipes: BTreeMap<TargetKind, Recipe>,
}

impl Start {
    /// Returns how a program of this kind is started.
    pub fn recipe(&self, kind: TargetKind) -> Recipe {
        let recipe = self.recipes.get(&kind).cloned().unwrap_or_else(|| Recipe::usual(kind));
        match (kind, &recipe.build) {
            (TargetKind::Python, None) => Recipe { build: Some(check_of_python()), ..recipe },
            _ => recipe,
        }
    }
}

/// A file of the course that a submission need not bring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provided {
    /// Its path below the suite's folder `provide`.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// Whether it takes the place of the student's own copy.
    pub replace: bool,
}

/// What a program is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TargetKind {
    /// A Python script or module.
    Python,
    /// Java sources.
    Java,
    /// A Java archive.
    Jar,
    /// C sources.
    C,
    /// C++ sources.
    Cpp,
    /// A program that this machine can start as it is.
    Executable,
}

impl TargetKind {
    /// Returns the kind of the file called `name`; what has no other kind may be executable.
    pub fn of(name: &str) -> Self {
        match name.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map(|(_, extension)| extension) {
            Some("py") => Self::Python,
            Some("java") => Self::Java,
            Some("jar") => Self::Jar,
            Some("c") => Self::C,
            Some("cc" | "cpp" | "cxx" | "C") => Self::Cpp,
            _ => Self::Executable,
        }
    }
}

/// How a program is started: a command that builds it, if it must be built, and one that runs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipe {
    /// The words of the command that builds it.
    pub build: Option<Vec<String>>,
    /// The words of the command that runs it.
    pub run: Vec<String>,
}

impl Recipe {
    /// Returns how a program of this kind is started where a suite does not say it.
    fn usual(kind: TargetKind) -> Self {
        let (build, run) = match kind {
            TargetKind::Python => ("", "python3 {entry}"),
            TargetKind::Java => {
                ("javac -encoding UTF-8 -proc:none -d {build} {sources}", "java -cp {build} {main}")
            }
            TargetKind::Jar => ("", "java -jar {entry}"),
            TargetKind::C => ("gcc -O1 -o {build}/program {sources} -lm", "{build}/program"),
            TargetKind::Cpp => ("g++ -O1 -o {build}/program {sources}", "{build}/program"),
            TargetKind::Executable => ("", "{entry}"),
        };
        let words = |text: &str| text.split(' ').map(str::to_string).collect();
        Self { build: (!build.is_empty()).then(|| words(build)), run: words(run) }
    }
}

/// Reads a Python file as Python does before it runs it, and tells what is wrong as Python does.
const CHECK_OF_PYTHON: &str = "import os, sys, traceback
path = sys.argv[1]
try:
    compile(open(path, 'rb').read(), os.path.basename(path), 'exec', dont_inherit=True)
except SyntaxError as error:
    sys.exit(''.join(traceback.format_exception_only(error)).rstrip())
except Exception:
    pass";

/// Returns the words of the command that checks a Python program before any case runs, as a compiler would.
fn check_of_python() -> Vec<String> {
    ["python3", "-I", "-W", "ignore", "-c", CHECK_OF_PYTHON, "{entry}"].map(str::to_string).to_vec()
}

/// Returns the names in braces in a word of a command; only small letters are names.
pub(super) fn places(word: &str) -> impl Iterator<Item = &str> {
    word.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).filter(|name| {
        !name.is_empty() && name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_says_the_kind() {
        for (name, kind) in [
            ("a.py", TargetKind::Python),
            ("src/A.java", TargetKind::Java),
            ("a.jar", TargetKind::Jar),
            ("a.c", TargetKind::C),
            ("a.cc", TargetKind::Cpp),
            ("a.b.cpp", TargetKind::Cpp),
            ("a.py/program", TargetKind::Executable),
            ("program", TargetKind::Executable),
        ] {
            assert_eq!(TargetKind::of(name), kind, "{name}");
        }
    }

    #[test]
    fn places_are_words_in_braces() {
        assert_eq!(places("{build}/x{main}").collect::<Vec<_>>(), ["build", "main"]);
        assert_eq!(places("a{}b{1}c{open").count(), 0);
    }
}
