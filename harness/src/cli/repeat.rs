//! The command line that runs the cases of a report again, for whoever reads it.

use std::path::Path;

use super::{CaseScope, RunArgs};
use crate::judging::Strictness;
use crate::recording_store::Tested;
use crate::reports::Audience;
use crate::target::{is_archive, quoted, words};

/// What was marked, and how.
#[derive(Clone, Copy)]
pub(super) struct Repeat<'a> {
    /// What the command line says.
    pub(super) args: &'a RunArgs,
    /// The folder of suites, if one was named.
    pub(super) cases: Option<&'a Path>,
    /// The suite's name.
    pub(super) suite: &'a str,
    /// What was run.
    pub(super) tested: &'a Tested,
}

impl Repeat<'_> {
    /// Returns the command line for whoever stands where the run was started.
    pub(super) fn here(&self) -> String {
        let cases = self.cases.map(|folder| folder.display().to_string());
        if self.args.scope == CaseScope::Public || self.is_for_check() {
            return self.check(&self.tested.target, cases.as_deref());
        }
        self.mark(&self.tested.target, cases.as_deref())
    }

    /// Returns the command line for readers of the report: staff stand where the run was started, students in the folder of their
    /// program, and see none of the folders of those who mark.
    pub(super) fn for_readers(&self) -> String {
        if self.args.audience == Audience::Staff || self.args.scope == CaseScope::Public {
            return self.here();
        }
        if self.is_for_check() {
            self.check(&self.own_program(), None)
        } else {
            self.mark(&self.target_for_readers(), None)
        }
    }

    /// Returns the target as readers of the report know it.
    pub(super) fn target_for_readers(&self) -> String {
        let target = self.tested.target.as_str();
        if self.args.audience == Audience::Staff || self.args.scope == CaseScope::Public {
            return target.to_string();
        }
        if self.is_path() {
            return last_name(target);
        }
        words(target).iter().map(|word| quoted(&last_name(word))).collect::<Vec<_>>().join(" ")
    }

    /// Returns whether the command for students does the same.
    fn is_for_check(&self) -> bool {
        self.args.audience == Audience::Student
            && self.args.strictness() == Strictness::AsTheSuiteSays
            && self.is_path()
    }

    fn is_path(&self) -> bool {
        let target = &self.tested.target;
        !self.tested.target_command && (Path::new(target).exists() || !target.contains(' '))
    }

    /// Returns the program as a student names it who stands in the folder of the submission: only files are known by their names.
    fn own_program(&self) -> String {
        let path = Path::new(&self.tested.target);
        let name = last_name(&self.tested.target);
        let is_file = path.is_file() || !path.exists() && path.extension().is_some();
        if is_file && !is_archive(&name) { name } else { ".".to_string() }
    }

    fn check(&self, program: &str, cases: Option<&str>) -> String {
        let words = ["harness", "check", program, "--suite", self.suite];
        in_words(words.into_iter().chain(cases.iter().flat_map(|folder| ["--cases", folder])))
    }

    fn mark(&self, target: &str, cases: Option<&str>) -> String {
        let mut words = vec!["harness", "--target", target];
        if self.tested.target_command {
            words.push("--target-command");
        }
        words.extend(["--suite", self.suite]);
        words.extend(cases.iter().flat_map(|folder| ["--cases", folder]));
        match self.args.strictness() {
            Strictness::Strict => words.push("--strict"),
            Strictness::Lenient => words.push("--lenient"),
            Strictness::AsTheSuiteSays => {}
        }
        if self.args.audience == Audience::Staff {
            words.extend(["--audience", "staff"]);
        }
        in_words(words.into_iter())
    }
}

fn in_words<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.map(quoted).collect::<Vec<_>>().join(" ")
}

/// Returns what follows the last folder in a path; all of what is none.
fn last_name(path: &str) -> String {
    let name = Path::new(path).file_name().filter(|_| path.contains('/'));
    name.map_or_else(|| path.to_string(), |name| name.to_string_lossy().into_owned())
}
