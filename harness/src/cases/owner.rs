//! Which row of the mark sheet owns a part of the conversations, and pays for what is wrong with its form and its words.

use globset::GlobSet;

use super::{Row, Suite};

impl Suite {
    /// Returns the row that owns a part: that pays for its presentation, wherever it is wrong. Of several rows
    /// that claim it, one that claims it as a part comes before one that claims its form, and that before one that claims its lines.
    pub fn owner(&self, part: &str) -> Option<&Row> {
        self.first_that_claims(part, [|row| &row.parts, |row| &row.forms, |row| &row.lines])
    }

    /// Returns the row that pays where something else is said in a part: it is its owner, but a row that claims its lines comes before one that claims
    /// no more than its form.
    pub fn owner_of_contents(&self, part: &str) -> Option<&Row> {
        self.first_that_claims(part, [|row| &row.parts, |row| &row.lines, |row| &row.forms])
    }

    /// Returns the row that pays where lines of a part are never there: one that claims its lines, else its owner.
    pub fn owner_of_lines(&self, part: &str) -> Option<&Row> {
        self.first_that_claims(part, [|row| &row.lines, |row| &row.parts, |row| &row.forms])
    }

    fn first_that_claims(&self, part: &str, claims: [fn(&Row) -> &GlobSet; 3]) -> Option<&Row> {
        claims.into_iter().find_map(|claims| self.rows.iter().find(|row| claims(row).is_match(part)))
    }
}
