//! Marks console programs by holding conversations with them.

pub mod cases;
pub mod cli;
pub mod comparison;
mod digest;
pub mod doctor;
pub mod expected;
pub mod export;
mod facts;
pub mod fairness;
pub mod judging;
mod leftovers;
pub mod limits;
pub mod marking;
pub mod marks;
mod matching;
pub mod mistakes;
pub mod observing;
pub mod own_files;
pub mod playing;
pub mod recording;
pub mod recording_store;
pub mod reports;
pub mod running;
pub mod solution;
pub mod submitted_files;
pub mod target;
mod text;
