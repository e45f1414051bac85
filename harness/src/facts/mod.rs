//! Judges conversations by the facts in them, whatever their words.

mod answers;
mod canvas;
mod closing;
mod judge;
mod ledger;
mod numbers;
mod opening;
mod pictures;
mod player;
mod red;
mod remapping;
mod rolling;
mod story;
mod survey;
mod winner;
mod words;

pub(crate) use judge::{judge, throws, typist};
pub(crate) use ledger::FACTS;
