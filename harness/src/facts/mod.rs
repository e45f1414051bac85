//! Judges conversations by the facts in them, whatever their words.

mod answers;
mod asking;
mod canvas;
mod closing;
mod computers;
mod drawing;
mod game;
mod heard;
mod judge;
mod ledger;
mod misdrawn;
mod numbers;
mod opening;
mod pictures;
mod player;
mod policy;
mod prompt;
mod red;
mod rolling;
mod run;
mod scoring;
mod stages;
mod story;
mod survey;
#[cfg(test)]
mod tests;
mod throwing;
mod winner;
mod words;
mod worth;

pub(crate) use judge::{Facts, judge, typist};
pub(crate) use ledger::{FactLedger, Unread};
pub(crate) use misdrawn::RollLog;
pub(crate) use run::HeardRun;
pub(crate) use throwing::games;
pub(crate) use worth::Misdrawn;
