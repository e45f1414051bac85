//! Makes patterns of written globs.

use globset::{Glob, GlobSet, GlobSetBuilder};

use super::problem::{Place, Problem};
use super::yaml::At;

/// Returns a pattern that matches what one of `parts` matches.
pub(super) fn check_parts(file: &str, parts: &[At<String>], problems: &mut Vec<Problem>) -> Option<GlobSet> {
    check_globs(file, parts.iter().map(|part| (part.place(), part.value.as_str())), problems)
}

/// Returns a pattern that matches what one of these globs matches, each with its place in the file.
pub(super) fn check_globs<'a>(
    file: &str,
    parts: impl Iterator<Item = (Place, &'a str)>,
    problems: &mut Vec<Problem>,
) -> Option<GlobSet> {
    let mut set = GlobSetBuilder::new();
    for (place, part) in parts {
        match Glob::new(part) {
            Ok(glob) => drop(set.add(glob)),
            Err(error) => problems.push(bad_glob(file, place, &error)),
        }
    }
    set.build().ok()
}

/// Returns the problem that a glob is none.
pub(super) fn bad_glob(file: &str, place: Place, error: &globset::Error) -> Problem {
    Problem::at(file, place, format!("this is no pattern of parts: {}", error.kind()))
        .help("write a part such as `start/map`, or a pattern such as `start/*`")
}
