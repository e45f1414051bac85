//! Which row of the mark sheet owns a part of the conversations, and pays for what is wrong with its form and its words.

use globset::GlobSet;

use super::{Row, Suite};

impl Suite {
    /// Returns the row that owns a part: that pays for its presentation and its wording, wherever they are wrong. Of several rows
    /// that claim it, one that claims it as a part comes before one that claims its form, and that before one that claims its lines.
    pub fn owner(&self, part: &str) -> Option<&Row> {
        let claim = |claims: fn(&Row) -> &GlobSet| self.rows.iter().find(|row| claims(row).is_match(part));
        claim(|row| &row.parts).or_else(|| claim(|row| &row.forms)).or_else(|| claim(|row| &row.lines))
    }
}
