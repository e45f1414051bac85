//! Compares two files as the output of a program with what was expected of it, as `diff` would: `compare EXPECTED ACTUAL`.
//!
//! `bench/run` measures it beside `diff`. The exit status is 0 if they are the same, and 1 if they differ.

#![allow(clippy::print_stdout, reason = "an example for people")]

use std::collections::BTreeSet;
use std::error::Error;
use std::process::ExitCode;

use harness::comparison::compare;
use harness::expected::ExpectedTurn;
use harness::recording::Recording;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut files = std::env::args().skip(1);
    let mut next = || files.next().ok_or("compare EXPECTED ACTUAL").map(std::fs::read_to_string);
    let (expected, actual) = (next()??, next()??);
    let turns = [ExpectedTurn { pieces: vec![("output", expected)], ..ExpectedTurn::default() }];
    let comparison = compare(&turns, &Recording::default().prints(&actual).exits(0), &BTreeSet::new());
    println!("{} differences", comparison.differences.len());
    Ok(if comparison.equal { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
