//! Marks console programs by holding conversations with them.

pub mod cases;
pub mod cli;
pub mod collection;
pub mod comparison;
pub mod doctor;
pub mod expected;
pub mod export;
mod facts;
pub mod fairness;
pub mod file_marks;
pub mod judging;
mod keeping;
pub mod marks;
mod matching;
pub mod observing;
pub mod playing;
pub mod recording;
pub mod reports;
pub mod running;
mod scratch;
pub mod solution;
mod stopping;
pub mod submitted_files;
pub mod target;
mod vocabulary;
