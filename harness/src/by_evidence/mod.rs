//! Judges conversations by the facts in them, whatever their words.
//!
//! Three layers, each of which knows only those before it:
//!
//! 1. [`read`] sees dice, numbers, and who is named the winner. It knows no rule.
//! 2. [`dialogue`] tells a recording as a story: what is asked, what is answered, what is printed in between. Who types and who judges
//!    share it.
//! 3. [`rules`] goes through the story by the rules of the reference, and claims what should be seen. Each claim holds, is wrong, or
//!    cannot be told.
//!
//! What can be read in several ways is read in all of them, and the reading with the fewest wrong claims is kept (`rules/hypotheses.rs`).
//! The words and the signs are data of the suite.

mod dialogue;
mod read;
mod rules;
#[cfg(test)]
mod tests;

pub(crate) use read::Unread;
pub(crate) use rules::ledger::FactLedger;
pub(crate) use rules::{Facts, HeardRun, Misdrawn, RollLog, explain, games, judge, typist};
