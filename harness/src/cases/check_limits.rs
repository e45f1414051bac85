//! Makes valid limits of written ones.

use super::problem::Problem;
use super::raw::RawLimits;
use crate::limits::Limits;

/// Returns the limits that `raw` asks for, with `outer` where it asks for nothing.
pub(super) fn check_limits(
    file: &str,
    raw: &RawLimits,
    outer: Limits,
    problems: &mut Vec<Problem>,
) -> Limits {
    let mut limits = outer;
    for (name, value, place) in raw.given() {
        if let Err(message) = limits.set(name, value) {
            let problem = Problem::at(file, place, message);
            problems.push(if name == "wall" {
                problem.help("ten seconds are plenty for a console program")
            } else {
                problem
            });
        }
    }
    limits
}
