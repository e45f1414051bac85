//! Lines that are printed on standard error instead of standard output.

use std::collections::BTreeSet;

use super::tolerance;
use crate::cases::Tolerance;

/// The lines of standard error, as they are compared.
#[derive(Debug)]
pub(super) struct ErrorLines(Vec<String>);

impl ErrorLines {
    pub(super) fn new(output: &str, tolerances: &BTreeSet<Tolerance>) -> Self {
        Self(output.lines().map(|line| tolerance::line(line, tolerances).into_owned()).collect())
    }

    /// Returns whether a line is among them.
    pub(super) fn have_line(&self, line: &str) -> bool {
        self.0.iter().any(|printed| printed == line)
    }

    /// Returns whether a prompt is among them. No line ends after a prompt, so others may stand on its line.
    pub(super) fn have_prompt(&self, prompt: &str) -> bool {
        let prompt = prompt.trim();
        !prompt.is_empty() && self.0.iter().any(|line| line.contains(prompt))
    }
}
