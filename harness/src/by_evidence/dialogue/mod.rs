//! A recording as a story: what is asked, what was answered, and what is printed in between. Who types and who judges share it.

mod answers;
mod deal;
mod listener;
mod policy;
mod prompt;
mod story;
mod typist;

pub(crate) use deal::{Roll, StageKind};
pub(crate) use listener::{EndsTurn, story};
pub(crate) use story::{Asked, Over, Stage, Story};
pub(crate) use typist::EvidenceTypist;
