//! A whole class: the submissions of all students, read from what a platform exports, marked together.
//!
//! Reading goes `bundle` (a folder or archive, in `target/`) → `naming` (which items are whose submission) → `roll_call` (beside the
//! course's list of students, `roster`): every student and every submission has a row, whatever becomes of it.
//! Marking goes `plan` (each submission once) → `run` (every case, as `schedule` tells) → `store` (one file, in which nothing is lost) →
//! `student_row` (what became of whom) → `gradebook`.

mod gradebook;
mod identity;
pub mod naming;
mod plan;
pub mod roll_call;
pub mod roster;
mod run;
mod schedule;
mod session;
mod status;
mod store;
mod student_row;
mod whose;

pub(crate) use run::ClassProgress;
pub(crate) use session::{ClassRequest, ClassState, NoClass, class_state, mark_class};
pub use status::RowStatus;
pub(crate) use student_row::StudentRow;
