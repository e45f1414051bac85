//! Turns the files that a row is awarded for, as they are written, into valid ones.

use std::path::{Component, Path};

use super::problem::Problem;
use super::raw::{RawFiles, RawRow};
use super::yaml::At;
use super::{By, ExpectedError, RequestedFiles};
use crate::amounts::amount;

/// Marks are compared up to this.
const ROUNDING: f64 = 1e-9;

/// Returns the files that a row is awarded for, if it is; tells what is wrong with them.
pub(super) fn check_files(file: &str, row: &RawRow, problems: &mut Vec<Problem>) -> Option<RequestedFiles> {
    let files = row.files.as_ref()?;
    let mut tell = |message: String, help: &str| {
        problems.push(Problem::at(file, files.place(), message).help(help));
    };
    let RawFiles { folder, each, expect } = &files.value;
    if row.by != By::Harness {
        tell(
            "a tutor's row is not awarded for files".to_string(),
            "write `by: harness`, or leave `files` out",
        );
    }
    if !row.parts.is_empty() || row.award.is_some() {
        let help = "take these keys out; the marks are the sum over the files";
        tell("a row that is awarded for files has neither `parts` nor `award`".to_string(), help);
    }
    for name in std::iter::once(folder).chain(expect.keys()).filter(|name| !is_name(name)) {
        tell(
            format!("`{name}` is no name"),
            "use a name without slashes; the files stand directly in the folder",
        );
    }
    if expect.is_empty() {
        tell("`expect` names no file".to_string(), "write FILE: {kind: ..., message: ...} for each file");
    }
    let all = each * amount(expect.len());
    if !(each.is_finite() && *each > 0.0) {
        tell("`each` must be a number of marks above 0".to_string(), "write what one file is worth");
    } else if all > row.out_of.value + ROUNDING {
        let message = format!("all files together are worth {all}, more than the row's {}", row.out_of.value);
        tell(message, "lower `each`, or raise `out_of`");
    }
    Some(wanted(files))
}

fn wanted(files: &At<RawFiles>) -> RequestedFiles {
    let RawFiles { folder, each, expect } = &files.value;
    let expect = expect.iter().map(|(name, error)| {
        (name.clone(), ExpectedError { kind: error.kind.clone(), message: error.message.clone() })
    });
    RequestedFiles { folder: folder.clone(), each: *each, expect: expect.collect() }
}

fn is_name(name: &str) -> bool {
    let mut components = Path::new(name).components();
    matches!(components.next(), Some(Component::Normal(first)) if first == name)
        && components.next().is_none()
}

#[cfg(test)]
mod tests {
    use crate::cases::read_suite;
    use crate::cases::source::SuiteFiles;

    const GOOD: &str =
        "by: harness, files: {folder: bad, each: 0.5, expect: {a.txt: {kind: E}, b.txt: {kind: E}}}";

    /// Reads a suite with one row, worth one mark, and the other keys `row`; returns what is wrong with it.
    fn problems(reference: &str, row: &str) -> Vec<String> {
        let suite = format!(
            "title: t\nreference: {reference}\nrules: {{}}\nmarks:\n  - {{row: r, title: t, out_of: 1, {row}}}\n"
        );
        let files = SuiteFiles::from([("suite.yaml".to_string(), suite.into_bytes())]);
        match read_suite("s", "", &files) {
            Ok(_) => Vec::new(),
            Err(problems) => problems.iter().map(ToString::to_string).collect(),
        }
    }

    #[track_caller]
    fn check(from: &str, to: &str, expected: &str) {
        assert!(GOOD.contains(from), "{from} is there");
        let problems = problems("{game: pizza}", &GOOD.replace(from, to));
        assert!(problems.len() == 1 && problems[0].starts_with("suite.yaml:5:"), "{problems:?}");
        assert!(problems[0].contains(expected), "{problems:?}");
    }

    #[test]
    fn a_row_may_be_awarded_for_files() {
        assert_eq!(problems("{game: pizza}", GOOD), [""; 0]);
    }

    #[test]
    fn what_is_wrong_with_the_files_is_told_with_its_place() {
        check("by: harness", "by: tutor", "a tutor's row is not awarded for files");
        check("by: harness", "by: harness, award: all", "neither `parts` nor `award`");
        check("by: harness", "by: harness, parts: [a]", "neither `parts` nor `award`");
        check("folder: bad", "folder: ../bad", "`../bad` is no name");
        check("a.txt", "a/b.txt", "`a/b.txt` is no name");
        check("a.txt", "..", "`..` is no name");
        check("each: 0.5", "each: 0", "`each` must be a number of marks above 0");
        check("each: 0.5", "each: 0.6", "all files together are worth 1.2, more than the row's 1");
        check("{a.txt: {kind: E}, b.txt: {kind: E}}", "{}", "`expect` names no file");
    }

    #[test]
    fn only_a_game_can_judge_files() {
        let problems = problems("{command: [a]}", GOOD);
        assert!(problems[0].contains("the row `r` is awarded for files, which only a game can judge"));
    }
}
