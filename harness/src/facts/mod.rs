//! Judges conversations by the facts in them, whatever their words.

mod canvas;
mod numbers;
mod pictures;
mod red;
mod words;
