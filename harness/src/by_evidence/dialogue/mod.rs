//! A recording as a story: what is asked, what was answered, and what is printed in between. Who types and who judges share it.

mod answers;
pub(crate) mod deal;
pub(crate) mod listener;
mod policy;
mod prompt;
pub(crate) mod story;
pub(crate) mod typist;
