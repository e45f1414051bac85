//! Planted slips: programs that are the reference but for a slip, simulated in process, and what marking makes of them.
#![allow(dead_code, reason = "each test file uses some of it")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use harness::cases::source::SuiteSource;
use harness::cases::{Suite, select};

pub(crate) mod fairness;
pub(crate) mod fault;
pub(crate) mod line;
pub(crate) mod literal;
pub(crate) mod marking;
pub(crate) mod policy;
pub(crate) mod program;
pub(crate) mod slip;
pub(crate) mod values;

/// Returns the suite of that name.
pub(crate) fn suite(name: &str) -> Suite {
    let cases = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("cases");
    select::suite(&SuiteSource::find(Some(&cases)).unwrap(), name).unwrap()
}

/// Returns where samples begin: with the first program, or as `PLANTED_FROM` says where somebody tries others.
pub(crate) fn first_of_sample() -> usize {
    std::env::var("PLANTED_FROM").ok().and_then(|from| from.parse().ok()).unwrap_or(0)
}
