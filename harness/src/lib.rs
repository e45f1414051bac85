//! Marks console programs by holding conversations with them.

pub mod cases;
pub mod cli;
pub mod comparison;
pub mod expected;
mod facts;
pub mod fairness;
pub mod file_marks;
pub mod judging;
mod keeping;
pub mod marks;
mod matching;
pub mod recording;
pub mod reports;
pub mod running;
mod scratch;
pub mod solution;
pub mod submitted_files;
pub mod target;
