//! A whole class: the submissions of all students, read from what a platform exports.
//!
//! Reading goes `bundle` (a folder or archive, in `target/`) → `naming` (which items are whose submission) → `roll_call` (beside the
//! course's list of students, `roster`): every student and every submission has a row, whatever becomes of it.

mod identity;
pub mod naming;
pub mod roll_call;
pub mod roster;
mod whose;
