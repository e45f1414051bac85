//! Judges conversations by the facts in them, whatever their words, as `docs/evidence.md` tells.
//!
//! Three layers, each of which knows only those before it: [`read`] sees dice, numbers, and who is named the winner; [`dialogue`] tells a
//! recording as a story of questions and answers; [`rules`] claims what should be seen in it by the rules of the reference. The words and
//! the signs are data of the suite.

mod dialogue;
mod read;
mod rules;
#[cfg(test)]
mod tests;

pub(crate) use read::Unread;
pub(crate) use rules::ledger::FactLedger;
pub(crate) use rules::{Facts, HeardRun, Misdrawn, RollLog, explain, games, judge, typist};
