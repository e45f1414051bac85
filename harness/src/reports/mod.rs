//! What people and programs read: one model of results, and the forms made from it.

pub mod build_failure;
pub mod explanation;
pub mod results;
pub mod screen;
mod store;
mod visible;

pub use store::{prepare, write};

/// Who reads a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Audience {
    /// A student: of cases that are not public only what the suite discloses.
    #[default]
    Student,
    /// Staff: everything.
    Staff,
}
