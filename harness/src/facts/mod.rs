//! Judges conversations by the facts in them, whatever their words.

#![allow(
    clippy::collapsible_if,
    clippy::format_collect,
    clippy::trivially_copy_pass_by_ref,
    clippy::unused_self,
    reason = "shapes that read better here"
)]

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
