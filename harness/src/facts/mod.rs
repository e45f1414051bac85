//! Judges conversations by the facts in them, whatever their words.

mod answers;
mod canvas;
mod numbers;
mod pictures;
mod red;
mod words;
