//! The reference implementations of the games that the harness marks.
//!
//! A game is written as its rules read: blocking code that says, asks and rolls through a [`Console`]
//! and leaves the table with `?`. Who sits behind the console decides what the game is for: a person
//! at a terminal ([`terminal`]), a script whose conversation is written down ([`replay`]), or a
//! seeded author who makes such scripts ([`author`]). [`dice`] has the generators that a script's dice
//! may come from.
//!
//! A game sees nothing but its [`Setup`] and its console: no clock, no process, no random numbers.

pub mod author;
mod bends;
mod bots;
pub mod console;
#[cfg(test)]
mod conversation;
pub mod dice;
pub mod games;
mod gekitai;
pub mod iec_dice;
mod little_battle;
mod pizza;
mod rats;
pub mod replay;
pub mod setup;
#[cfg(all(test, feature = "suites"))]
mod suites;
pub mod terminal;
pub mod transcript;
mod unread;

pub use console::{Console, Play, Question, Raised, Replies, ShownTurn, Stop, Throw};
pub use dice::{Dialect, Dice};
pub use games::{BendableRules, GAMES, Game, GameRules, game};
pub use setup::{Files, Setup};
pub use transcript::{Ending, Piece, Script, Transcript, Typed};
