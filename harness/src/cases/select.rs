//! Finds a suite by its name, and cases by a glob of their ids.

use globset::{Glob, GlobMatcher};

use super::problem::{Problem, nearest};
use super::source::SuiteSource;
use super::{Case, Suite, read_suite};

/// Returns the suite called `name`.
///
/// # Errors
/// No suite of that name, with the nearest name offered; or every problem of its files.
pub fn suite(source: &SuiteSource, name: &str) -> Result<Suite, Vec<Problem>> {
    let names = source.suites();
    if !names.iter().any(|known| known == name) {
        let problem = Problem::of_file(name, "there is no suite of this name");
        let help = match nearest(name, names.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None if names.is_empty() => {
                "there are no suites here; name their folder with --cases".to_string()
            }
            None => format!("the suites are {}", names.join(", ")),
        };
        return Err(vec![problem.help(help)]);
    }
    read_suite(name, &source.prefix(name), &source.files(name)?)
}

/// Returns the cases whose ids match `glob`; all of them if there is no glob.
///
/// # Errors
/// A glob that is none. No match is no error: the list is empty then.
pub fn cases<'a>(suite: &'a Suite, glob: Option<&str>) -> Result<Vec<&'a Case>, Problem> {
    let Some(glob) = glob else { return Ok(suite.cases.iter().collect()) };
    let matcher = matcher(glob)?;
    Ok(suite.cases.iter().filter(|case| matcher.is_match(&case.id)).collect())
}

/// Returns the problem that `glob` matches no case, with the nearest id offered.
pub fn no_case(suite: &Suite, glob: &str) -> Problem {
    let problem = Problem::of_file(glob, format!("no case of `{}` has this name", suite.name));
    match nearest(glob, suite.cases.iter().map(|case| case.id.as_str())) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None => problem.help(
            "give the path of a case in the suite's folder without `.yaml`, or a glob such as `move/*`",
        ),
    }
}

fn matcher(glob: &str) -> Result<GlobMatcher, Problem> {
    Glob::new(glob)
        .map(|glob| glob.compile_matcher())
        .map_err(|error| Problem::of_file(glob, "is no pattern of case names").because(error))
}
