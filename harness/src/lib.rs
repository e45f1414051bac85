//! Marks console programs by holding conversations with them.

pub mod cases;
pub mod cli;
pub mod comparison;
pub mod expected;
pub mod judging;
mod keeping;
pub mod marks;
mod matching;
pub mod recording;
pub mod reports;
pub mod running;
pub mod target;
