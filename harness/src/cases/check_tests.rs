//! Turns the unit tests that a row is awarded for, as they are written, into valid ones.

use std::collections::BTreeMap;

use super::problem::{Place, Problem};
use super::raw::{RawExpectedTest, RawRow, RawTestModule, RawTests};
use super::source::SuiteFiles;
use super::yaml::At;
use super::{By, ExpectedTest, RequestedTests, TestModule};
use crate::amounts::amount;
use crate::limits::Limits;

/// Marks are compared up to this.
const ROUNDING: f64 = 1e-9;

/// Returns the unit tests that a row is awarded for, if it is; tells what is wrong with them.
pub(super) fn check_tests(
    file: &str,
    row: &RawRow,
    (files, limits): (&SuiteFiles, Limits),
    problems: &mut Vec<Problem>,
) -> Option<RequestedTests> {
    let tests = row.tests.as_ref()?;
    let wrong = wrong_row(row, &tests.value).into_iter();
    problems.extend(wrong.map(|(message, help)| Problem::at(file, tests.place(), message).help(help)));
    let mut checker = Checker { file, files, problems };
    let RawTests { file: name, module, files: beside, each, expect } = &tests.value;
    let beside: BTreeMap<String, Vec<u8>> =
        beside.iter().filter_map(|(name, path)| Some((name.clone(), checker.provided(path)?))).collect();
    let module = checker.module(module, tests.place());
    let source = module.as_ref().map(|module| String::from_utf8_lossy(&module.source).into_owned());
    let expect = expect.iter().map(|(name, test)| {
        if let Some(source) = &source {
            checker.names(source, &test.bend, "BENDS");
        }
        (name.clone(), expected(test))
    });
    let expect = expect.collect();
    Some(RequestedTests { file: name.clone(), module: module?, files: beside, each: *each, expect, limits })
}

fn expected(RawExpectedTest { bend, sentence }: &RawExpectedTest) -> ExpectedTest {
    ExpectedTest { bend: bend.value.clone(), sentence: sentence.clone() }
}

/// Returns what is wrong with a row that is awarded for unit tests, and the ways out.
fn wrong_row(row: &RawRow, RawTests { file, each, expect, .. }: &RawTests) -> Vec<(String, &'static str)> {
    let mut wrong = Vec::new();
    if row.by != By::Harness {
        let help = "write `by: harness`, or leave `tests` out";
        wrong.push(("a tutor's row is not awarded for unit tests".to_string(), help));
    }
    if !row.parts.is_empty() || row.award.is_some() || row.files.is_some() {
        let message = "a row that is awarded for unit tests has neither `parts` nor `award` nor `files`";
        wrong.push((message.to_string(), "take these keys out; the marks are the sum over the tests"));
    }
    let is_python = |name: &str| name.strip_suffix(".py").is_some_and(is_identifier);
    if !is_python(file) {
        let help =
            "write the name by which Python can import it, such as loading_tests.py; it stands in any folder";
        wrong.push((format!("`{file}` is no name of a Python module"), help));
    }
    if expect.is_empty() {
        let help = "write TEST: {bend: ..., sentence: ...} for each test";
        wrong.push(("`expect` names no test".to_string(), help));
    }
    let all = each * amount(expect.len());
    if !(each.is_finite() && *each > 0.0) {
        let help = "write what one test is worth";
        wrong.push(("`each` must be a number of marks above 0".to_string(), help));
    } else if all > row.out_of.value + ROUNDING {
        let message = format!("all tests together are worth {all}, more than the row's {}", row.out_of.value);
        wrong.push((message, "lower `each`, or raise `out_of`"));
    }
    wrong
}

struct Checker<'a> {
    file: &'a str,
    files: &'a SuiteFiles,
    problems: &'a mut Vec<Problem>,
}

impl Checker<'_> {
    fn module(&mut self, raw: &RawTestModule, place: Place) -> Option<TestModule> {
        let RawTestModule { name, path, functions, readings } = raw;
        for name in std::iter::once(name).chain(functions).filter(|name| !is_identifier(name)) {
            let problem = Problem::at(self.file, place, format!("`{name}` is no name in Python"));
            self.problems.push(problem.help("write letters, digits and underscores, no digit first"));
        }
        if functions.is_empty() {
            let problem = Problem::at(self.file, place, "`functions` names no function");
            self.problems.push(problem.help("name what tests import from the module"));
        }
        let source = self.provided(path)?;
        let text = String::from_utf8_lossy(&source).into_owned();
        for reading in readings {
            self.names(&text, reading, "READINGS");
        }
        let readings = readings.iter().map(|reading| reading.value.clone()).collect();
        Some(TestModule { name: name.clone(), source, functions: functions.clone(), readings })
    }

    /// Returns a file of the suite's folder `provide`, which is also inside the program.
    fn provided(&mut self, path: &At<String>) -> Option<Vec<u8>> {
        let found = self.files.get(&path.value).filter(|_| path.value.starts_with("provide/"));
        if found.is_none() {
            let message = format!("there is no file `{}` in the suite's folder `provide`", path.value);
            let problem = Problem::at(self.file, path.place(), message);
            self.problems.push(problem.help("put the file there, and write `provide/NAME`"));
        }
        found.cloned()
    }

    /// Tells if a table of the module has no such name. The module is not run for this.
    fn names(&mut self, source: &str, name: &At<String>, table: &str) {
        let (_, entries) = source.split_once(&format!("\n{table} = {{")).unwrap_or_default();
        let entries = entries.split_once("\n}").map_or(entries, |(entries, _)| entries);
        if !entries.contains(&format!("\"{}\":", name.value)) {
            let message = format!("the module's table {table} has no `{}`", name.value);
            let problem = Problem::at(self.file, name.place(), message);
            self.problems.push(problem.help(format!("add it there: {table} = {{\"NAME\": {{...}}}}")));
        }
    }
}

fn is_identifier(name: &str) -> bool {
    let is_letter = |character: char| character == '_' || character.is_ascii_alphabetic();
    name.starts_with(is_letter)
        && name.chars().all(|character| is_letter(character) || character.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use crate::cases::read_suite;
    use crate::cases::source::SuiteFiles;

    const GOOD: &str = "by: harness, tests: {file: t.py, module: {name: m, path: provide/m.py, functions: [f], \
                        readings: [r]}, files: {c.txt: provide/c.txt}, each: 0.5, \
                        expect: {test_a: {bend: a, sentence: s}, test_b: {bend: b, sentence: s}}}";

    const MODULE: &str =
        "def f():\n  pass\n\nREADINGS = {\n  \"r\": {},\n}\nBENDS = {\n  \"a\": {},\n  \"b\": {},\n}\n";

    fn problems(row: &str) -> Vec<String> {
        let suite = format!(
            "title: t\nreference: {{game: pizza}}\nrules: {{}}\nmarks:\n  - {{row: r, title: t, out_of: 1, {row}}}\n"
        );
        let files =
            [("suite.yaml", suite.as_str()), ("provide/m.py", MODULE), ("provide/c.txt", ""), ("o", "")];
        let files = files.map(|(name, text)| (name.to_string(), text.as_bytes().to_vec()));
        match read_suite("s", "", &SuiteFiles::from(files)) {
            Ok(_) => Vec::new(),
            Err(problems) => problems.iter().map(ToString::to_string).collect(),
        }
    }

    #[track_caller]
    fn check(from: &str, to: &str, expected: &str) {
        assert!(GOOD.contains(from), "{from} is there");
        let problems = problems(&GOOD.replace(from, to));
        assert!(problems.len() == 1 && problems[0].starts_with("suite.yaml:5:"), "{problems:?}");
        assert!(problems[0].contains(expected), "{problems:?}");
    }

    #[test]
    fn a_row_may_be_awarded_for_unit_tests() {
        assert_eq!(problems(GOOD), [""; 0]);
    }

    #[test]
    fn what_is_wrong_with_the_tests_is_told_with_its_place() {
        check("by: harness", "by: tutor", "a tutor's row is not awarded for unit tests");
        check("by: harness", "by: harness, award: all", "neither `parts` nor `award` nor `files`");
        check("t.py", "a/t.py", "`a/t.py` is no name of a Python module");
        check("t.py", "t.txt", "`t.txt` is no name of a Python module");
        check("name: m", "name: 2m", "`2m` is no name in Python");
        check("[f]", "[]", "`functions` names no function");
        check(
            "provide/m.py",
            "provide/n.py",
            "there is no file `provide/n.py` in the suite's folder `provide`",
        );
        check("provide/c.txt", "o", "there is no file `o` in the suite's folder `provide`");
        check("[r]", "[q]", "the module's table READINGS has no `q`");
        check("bend: b", "bend: r", "the module's table BENDS has no `r`");
        check("each: 0.5", "each: 0", "`each` must be a number of marks above 0");
        check("each: 0.5", "each: 0.6", "all tests together are worth 1.2, more than the row's 1");
    }
}
