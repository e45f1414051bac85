//! What this machine can enforce, shown and tried.

mod advice;
pub mod attacks;

pub use advice::advice;
