//! What keeps the recordings of many submissions.

use std::fmt::Debug;
use std::io;

/// The recordings of one submission, kept with those of others by somebody else.
pub(crate) trait CaseTexts: Debug + Send + Sync {
    /// Keeps a text of this case, in place of an earlier one; `part` says which of its texts, the empty case is that of none.
    fn add(&self, part: &str, case: &str, text: &str) -> io::Result<()>;

    /// Returns the text that was kept last, if there is one.
    fn text(&self, part: &str, case: &str) -> io::Result<Option<String>>;

    /// Returns whether there is a text.
    fn holds(&self, part: &str, case: &str) -> bool;
}
