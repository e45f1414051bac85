//! Judges conversations by the facts in them, whatever their words.

mod canvas;
mod pictures;
