//! Marks the unit tests of a submission by what was seen when they were run.

use crate::amounts::amount;
use crate::cases::RequestedTests;
use crate::unit_tests::{
    ObservedRun, ObservedTest, ObservedTests, Pairing, RunEnd, SubmittedTestFile, TestException, TestRuns,
};

/// What a unit test of a submission has won.
#[derive(Debug, Clone, PartialEq)]
pub struct TestMark {
    /// The name that the assignment demands, or that of the file where it concerns all tests.
    pub name: String,
    /// The marks awarded.
    pub awarded: f64,
    /// The marks it is worth.
    pub out_of: f64,
    /// What it does, or what is wrong with it.
    pub sentence: String,
    /// What becomes of it with the submission's own module, which costs nothing.
    pub own: Option<OwnModule>,
}

/// What becomes of a test with the submission's own module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnModule {
    /// Whether the test passes.
    pub passes: bool,
    /// What becomes of it, in a sentence.
    pub sentence: String,
}

/// Returns what the tests have won; nothing if they were observed for another suite.
pub(super) fn judge_tests(requested: &RequestedTests, observed: &ObservedTests) -> Option<Vec<TestMark>> {
    let whole_file = |sentence: String| {
        let tests = amount(requested.expect.len());
        let (name, out_of) = (requested.file.clone(), requested.each * tests);
        Some(vec![TestMark { name, awarded: 0.0, out_of, sentence, own: None }])
    };
    match &observed.file {
        SubmittedTestFile::Missing => {
            let tests = asked_for(requested);
            whole_file(format!("the submission has no file of this name, which should hold {tests}"))
        }
        SubmittedTestFile::Unreadable(end) => {
            whole_file(format!("the file {}", cannot_be_imported(end, requested)))
        }
        SubmittedTestFile::Found(file) => {
            if let Some(end) = broken(observed) {
                return whole_file(format!("the file {}", cannot_be_imported(end, requested)));
            }
            if !observed.tests.is_empty()
                && observed.tests.iter().all(|test| test.pairing == Pairing::Missing)
            {
                return whole_file(format!(
                    "the file has none of the tests that it should hold: {}",
                    named(requested)
                ));
            }
            let mark = |name: &String| {
                let test = observed.tests.iter().find(|test| test.name == *name)?;
                let is_this = test.bend == requested.expect[name].bend;
                is_this.then(|| mark(requested, file, test))
            };
            requested.expect.keys().map(mark).collect()
        }
    }
}

/// Returns how many tests are asked for, with their names.
fn asked_for(requested: &RequestedTests) -> String {
    let tests = if requested.expect.len() == 1 { "test" } else { "tests" };
    format!("{} {tests}: {}", requested.expect.len(), named(requested))
}

/// Returns the names of the tests that are asked for.
fn named(requested: &RequestedTests) -> String {
    let names: Vec<String> = requested.expect.keys().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// Returns how importing the file ended, if no test could be run because of it.
fn broken(observed: &ObservedTests) -> Option<&RunEnd> {
    let mut ends = observed.tests.iter().filter_map(|test| Some(&test.runs.as_ref()?.right.end));
    let first = ends.next().filter(|end| matches!(end, RunEnd::Broken(_)))?;
    ends.all(|end| matches!(end, RunEnd::Broken(_))).then_some(first)
}

fn mark(requested: &RequestedTests, file: &str, test: &ObservedTest) -> TestMark {
    let judged = judge(requested, file, test);
    let (awarded, sentence) = match judged {
        Ok(sentence) => (requested.each, sentence),
        Err(sentence) => (0.0, sentence),
    };
    let own = test.runs.as_ref().and_then(|runs| runs.own.as_ref()).map(|own| with_own(requested, own));
    TestMark { name: test.name.clone(), awarded, out_of: requested.each, sentence, own }
}

/// Returns what a test does if it wins its marks, else what is wrong with it.
fn judge(requested: &RequestedTests, file: &str, test: &ObservedTest) -> Result<String, String> {
    let function = match &test.pairing {
        Pairing::Function(function) => function,
        Pairing::Missing => return Err(format!("there is no function of this name in {file}")),
        Pairing::Ambiguous(names) => {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            return Err(format!(
                "there is no function of this name in {file}, and nobody can tell whether {} is meant",
                names.join(" or ")
            ));
        }
    };
    let called = |sentence: String| {
        let is_other = function.name != test.name;
        if is_other { format!("(here `{}`) {sentence}", function.name) } else { sentence }
    };
    if function.arguments > 0 {
        return Err(called("it needs arguments; a test must run without any".to_string()));
    }
    let Some(runs) = &test.runs else { return Err(called("it was not run".to_string())) };
    judge_runs(requested, &test.name, runs).map(called).map_err(called)
}

fn judge_runs(requested: &RequestedTests, name: &str, runs: &TestRuns) -> Result<String, String> {
    let what = what_is_tested(requested);
    let wrong = &requested.expect[name].sentence;
    let Some(bent) = &runs.bent else {
        return Err(format!("{} with a right {what}", failing(&runs.right.end, requested)));
    };
    if is_failure(&bent.end) {
        return if bent.is_misled && runs.is_steady {
            Ok(format!("it passes with a right {what}, and fails where {wrong}"))
        } else {
            Err("it does not end in the same way every time with the same answers".to_string())
        };
    }
    if !bent.passes() {
        return Err(format!("where {wrong}, {} instead of failing", failing(&bent.end, requested)));
    }
    Err(format!("it passes even where {wrong}: {}", why_it_passes(requested, &runs.right, bent)))
}

/// Returns whether the test has noticed something: it ends with an exception, or ends the program with an error.
fn is_failure(end: &RunEnd) -> bool {
    match end {
        RunEnd::Raised(TestException { kind, message, .. }) => {
            kind != "SkipTest"
                && (kind != "SystemExit" || !matches!(message.as_str(), "" | "0" | "None" | "False"))
        }
        _ => false,
    }
}

fn why_it_passes(requested: &RequestedTests, right: &ObservedRun, bent: &ObservedRun) -> String {
    if bent.calls == 0 {
        return format!("it never calls {}", what_is_tested(requested));
    }
    if !bent.is_misled {
        return "nothing that it loads is wrong in this way".to_string();
    }
    if right.printed != bent.printed {
        return "it only prints what it finds; let it fail, for example with `assert`".to_string();
    }
    if right.end != bent.end {
        return "it only returns what it finds; let it fail, for example with `assert`".to_string();
    }
    "it does not fail when no error comes, or another one; write what must not happen, for example `assert False` after the call"
        .to_string()
}

/// Returns what a test does that does not pass, after which "with a right ..." or "instead of failing" may stand.
fn failing(end: &RunEnd, requested: &RequestedTests) -> String {
    match end {
        RunEnd::Returned { .. } => "it passes".to_string(),
        RunEnd::Raised(exception) if exception.kind == "SystemExit" => {
            "it ends the whole program, so that no test after it would run,".to_string()
        }
        RunEnd::Raised(exception) if exception.kind == "SkipTest" => "it skips itself".to_string(),
        RunEnd::Raised(exception) => format!("it fails ({})", told(exception)),
        RunEnd::Broken(_) => format!("the file {}", cannot_be_imported(end, requested)),
        RunEnd::Vanished => "it ends the whole program, so that no test after it would run,".to_string(),
        RunEnd::Waits => "it waits for somebody to type".to_string(),
        RunEnd::TimedOut => format!("it had not ended after {} seconds", requested.limits.wall.as_secs_f64()),
        RunEnd::Flooded => format!("it prints, or calls {}, without end", what_is_tested(requested)),
        RunEnd::Unanswered => format!("it calls {} as nobody can answer", what_is_tested(requested)),
        RunEnd::Exceeded => "it uses more memory, processes or files than allowed".to_string(),
    }
}

fn cannot_be_imported(end: &RunEnd, requested: &RequestedTests) -> String {
    let RunEnd::Broken(exception) = end else {
        return format!("cannot be imported: while it is, {}", failing(end, requested));
    };
    let TestException { kind, message, .. } = exception;
    let between = |before: &str, after: &str| {
        let (_, rest) = message.split_once(before)?;
        rest.split_once(after).map(|(name, _)| name)
    };
    let module = &requested.module.name;
    let missing = between("cannot import name '", "' from ");
    if let Some(name) =
        missing.filter(|_| kind == "ImportError" && message.contains(&format!("from '{module}'")))
    {
        let what = what_is_tested(requested);
        return format!("imports `{name}` from {module}, but only {what} can be counted on there");
    }
    if let Some(name) = between("No module named '", "'").filter(|_| kind == "ModuleNotFoundError") {
        return format!("imports `{name}`, which is not there where tests are run");
    }
    format!("cannot be imported: {}", told(exception))
}

fn with_own(requested: &RequestedTests, run: &ObservedRun) -> OwnModule {
    let own = format!("your own {}.py", requested.module.name);
    let sentence = match &run.end {
        RunEnd::Returned { .. } => format!("{own} passes it"),
        RunEnd::Broken(exception) => format!("it cannot be run with {own}: {}", told(exception)),
        end => format!("with {own} {}", failing(end, requested).trim_end_matches(',')),
    };
    OwnModule { passes: run.passes(), sentence }
}

/// Returns an exception in one line, with its place.
fn told(TestException { kind, message, line }: &TestException) -> String {
    let message = message.lines().next().map(|message| format!(": {message}")).unwrap_or_default();
    let line = if *line > 0 { format!(", line {line}") } else { String::new() };
    format!("{kind}{message}{line}")
}

fn what_is_tested(requested: &RequestedTests) -> String {
    requested.module.functions.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::select;
    use crate::cases::source::SuiteSource;
    use crate::unit_tests::FoundFunction;

    const TEST: &str = "test_odd_length";

    fn run(end: RunEnd, calls: usize, is_misled: bool, printed: &str) -> ObservedRun {
        ObservedRun { end, calls, is_misled, depends_on_reading: false, printed: printed.to_string() }
    }

    fn returned(calls: usize, is_misled: bool, printed: &str) -> ObservedRun {
        run(RunEnd::Returned { value: String::new() }, calls, is_misled, printed)
    }

    fn raised(kind: &str, message: &str, is_misled: bool) -> ObservedRun {
        let exception = TestException { kind: kind.to_string(), message: message.to_string(), line: 7 };
        run(RunEnd::Raised(exception), 1, is_misled, "")
    }

    fn runs(right: ObservedRun, bent: Option<ObservedRun>) -> TestRuns {
        TestRuns { right, bent, is_steady: true, own: None }
    }

    #[track_caller]
    fn check(right: ObservedRun, bent: Option<ObservedRun>, awarded: f64, expected: &str) {
        check_runs(&runs(right, bent), awarded, expected);
    }

    /// Judges one test with these runs; all others are missing.
    #[track_caller]
    fn check_runs(runs: &TestRuns, awarded: f64, expected: &str) {
        let suite = select::suite(&SuiteSource::Inside, "little_battle").expect("it is valid");
        let requested = suite.rows.iter().find_map(|row| row.tests.as_ref()).expect("a row");
        let observed = requested.expect.iter().map(|(name, test)| {
            let is_it = name == TEST;
            let function = FoundFunction { name: name.clone(), line: 1, arguments: 0 };
            ObservedTest {
                name: name.clone(),
                bend: test.bend.clone(),
                pairing: if is_it { Pairing::Function(function) } else { Pairing::Missing },
                runs: is_it.then(|| runs.clone()),
            }
        });
        let file = SubmittedTestFile::Found("file_loading_tests.py".to_string());
        let observed = ObservedTests { file, tests: observed.collect() };
        let marks = judge_tests(requested, &observed).expect("all were observed");
        assert_eq!(marks.len(), 10);
        for mark in &marks {
            let is_it = mark.name == TEST;
            let sentence =
                if is_it { expected } else { "there is no function of this name in file_loading_tests.py" };
            assert_eq!(mark.sentence, sentence);
            assert!((mark.awarded - if is_it { awarded } else { 0.0 }).abs() < 1e-9, "{mark:?}");
        }
    }

    #[test]
    fn a_test_wins_that_passes_with_the_right_loader_and_fails_with_the_bent_one() {
        let expected = "it passes with a right load_config_file, and fails where an odd number of elements is not noticed";
        check(returned(1, false, ""), Some(raised("AssertionError", "", true)), 0.3, expected);
        check(returned(1, false, ""), Some(raised("TypeError", "NoneType", true)), 0.3, expected);
        check(returned(1, false, ""), Some(raised("SystemExit", "1", true)), 0.3, expected);
    }

    #[test]
    fn a_failure_without_an_answer_that_misleads_wins_nothing() {
        let expected = "it does not end in the same way every time with the same answers";
        check(returned(1, false, ""), Some(raised("AssertionError", "", false)), 0.0, expected);
        let steady =
            |is_steady| TestRuns { is_steady, ..runs(returned(1, false, ""), Some(raised("E", "", true))) };
        check_runs(&steady(false), 0.0, expected);
    }

    #[test]
    fn a_test_that_always_passes_is_told_why() {
        let passes =
            |why: &str| format!("it passes even where an odd number of elements is not noticed: {why}");
        for (right, bent, why) in [
            (returned(0, false, ""), returned(0, false, ""), "it never calls load_config_file"),
            (returned(1, false, ""), returned(1, false, ""), "nothing that it loads is wrong in this way"),
            (
                returned(1, false, "pass"),
                returned(1, true, "failed"),
                "it only prints what it finds; let it fail, for example with `assert`",
            ),
            (
                run(RunEnd::Returned { value: "True".to_string() }, 1, false, ""),
                run(RunEnd::Returned { value: "False".to_string() }, 1, true, ""),
                "it only returns what it finds; let it fail, for example with `assert`",
            ),
            (
                returned(1, false, ""),
                returned(1, true, ""),
                "it does not fail when no error comes, or another one; write what must not happen, for example `assert False` after the call",
            ),
        ] {
            check(right, Some(bent), 0.0, &passes(why));
        }
    }

    #[test]
    fn a_test_that_does_not_pass_with_the_right_loader_is_told_what_it_does() {
        let ends = |end| run(end, 0, false, "");
        for (right, expected) in [
            (
                raised("AssertionError", "", false),
                "it fails (AssertionError, line 7) with a right load_config_file",
            ),
            (
                raised("FileNotFoundError", "no file\nat all", false),
                "it fails (FileNotFoundError: no file, line 7) with a right load_config_file",
            ),
            (
                raised("SystemExit", "0", false),
                "it ends the whole program, so that no test after it would run, with a right load_config_file",
            ),
            (raised("SkipTest", "", false), "it skips itself with a right load_config_file"),
            (
                ends(RunEnd::Vanished),
                "it ends the whole program, so that no test after it would run, with a right load_config_file",
            ),
            (ends(RunEnd::Waits), "it waits for somebody to type with a right load_config_file"),
            (ends(RunEnd::TimedOut), "it had not ended after 10 seconds with a right load_config_file"),
            (
                ends(RunEnd::Flooded),
                "it prints, or calls load_config_file, without end with a right load_config_file",
            ),
        ] {
            check(right, None, 0.0, expected);
        }
    }

    #[test]
    fn to_end_or_to_hang_is_no_way_to_fail() {
        let bent = |end, expected: &str| {
            let expected =
                format!("where an odd number of elements is not noticed, {expected} instead of failing");
            check(returned(1, false, ""), Some(run(end, 1, true, "")), 0.0, &expected);
        };
        bent(RunEnd::TimedOut, "it had not ended after 10 seconds");
        bent(RunEnd::Vanished, "it ends the whole program, so that no test after it would run,");
        let exit = TestException { kind: "SystemExit".to_string(), message: String::new(), line: 1 };
        bent(RunEnd::Raised(exit), "it ends the whole program, so that no test after it would run,");
    }

    const MISSING: &str = "the submission has no file of this name, which should hold 10 tests: `test_duplicate_position`, \
        `test_file_not_found`, `test_format_error`, `test_frame_format_error`, `test_frame_out_of_range`, \
        `test_non_integer`, `test_occupy_home_or_next_to_home`, `test_odd_length`, `test_out_of_map`, `test_valid_file`";

    #[test]
    fn a_file_without_any_of_the_tests_is_one_mistake() {
        let suite = select::suite(&SuiteSource::Inside, "little_battle").expect("it is valid");
        let requested = suite.rows.iter().find_map(|row| row.tests.as_ref()).expect("a row");
        let missing = |(name, test): (&String, &crate::cases::ExpectedTest)| ObservedTest {
            name: name.clone(),
            bend: test.bend.clone(),
            pairing: Pairing::Missing,
            runs: None,
        };
        let tests = requested.expect.iter().map(missing).collect();
        let file = SubmittedTestFile::Found("file_loading_tests.py".to_string());
        let marks = judge_tests(requested, &ObservedTests { file, tests }).expect("judged");
        let [mark] = marks.as_slice() else { panic!("{marks:?}") };
        let told = "the file has none of the tests that it should hold: `test_duplicate_position`, `test_file_not_found`, ";
        assert!(mark.sentence.starts_with(told) && (mark.out_of - 3.0).abs() < 1e-9, "{mark:?}");
    }

    #[test]
    fn what_concerns_the_whole_file_is_told_once() {
        let suite = select::suite(&SuiteSource::Inside, "little_battle").expect("it is valid");
        let requested = suite.rows.iter().find_map(|row| row.tests.as_ref()).expect("a row");
        let broken = |kind: &str, message: &str| {
            let exception = TestException { kind: kind.to_string(), message: message.to_string(), line: 2 };
            SubmittedTestFile::Unreadable(RunEnd::Broken(exception))
        };
        for (file, expected) in [
            (SubmittedTestFile::Missing, MISSING),
            (
                broken("SyntaxError", "invalid syntax"),
                "the file cannot be imported: SyntaxError: invalid syntax, line 2",
            ),
            (
                broken(
                    "ImportError",
                    "cannot import name 'LABELS' from 'little_battle' (/x/little_battle.py)",
                ),
                "the file imports `LABELS` from little_battle, but only load_config_file can be counted on there",
            ),
            (
                broken("ModuleNotFoundError", "No module named 'pytest'"),
                "the file imports `pytest`, which is not there where tests are run",
            ),
            (
                SubmittedTestFile::Unreadable(RunEnd::Waits),
                "the file cannot be imported: while it is, it waits for somebody to type",
            ),
        ] {
            let marks = judge_tests(requested, &ObservedTests { file, tests: Vec::new() }).expect("judged");
            let [mark] = marks.as_slice() else { panic!("{marks:?}") };
            assert_eq!((mark.name.as_str(), mark.sentence.as_str()), ("file_loading_tests.py", expected));
            assert!((mark.out_of - 3.0).abs() < 1e-9 && mark.awarded == 0.0, "{mark:?}");
        }
    }
}
