//! A line of a text, which it shares with the other lines: outputs may have a hundred thousand.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, Range};
use std::rc::Rc;

/// A line of a text, without its line break. It is used, and compared, as the text that it is.
#[derive(Clone)]
pub(super) struct SharedLine {
    text: Rc<str>,
    place: Range<usize>,
}

impl SharedLine {
    /// Returns the lines of a text; after its last line break there is one more.
    pub(super) fn all_of(text: &str) -> Vec<Self> {
        let text: Rc<str> = Rc::from(text);
        let mut start = 0;
        let lines = text.split('\n').map(|line| {
            let place = start..start + line.len();
            start = place.end + 1;
            Self { text: text.clone(), place }
        });
        lines.collect()
    }

    /// Returns the beginning of the line, of so many bytes.
    pub(super) fn head(&self, length: usize) -> Self {
        let start = self.place.start;
        Self { text: self.text.clone(), place: start..self.place.end.min(start.saturating_add(length)) }
    }
}

impl Deref for SharedLine {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text[self.place.clone()]
    }
}

impl AsRef<str> for SharedLine {
    fn as_ref(&self) -> &str {
        self
    }
}

impl From<&str> for SharedLine {
    fn from(line: &str) -> Self {
        Self { text: Rc::from(line), place: 0..line.len() }
    }
}

impl fmt::Debug for SharedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl PartialEq for SharedLine {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for SharedLine {}

impl PartialOrd for SharedLine {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for SharedLine {
    fn cmp(&self, other: &Self) -> Ordering {
        (**self).cmp(&**other)
    }
}

impl Hash for SharedLine {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_what_stands_between_line_breaks() {
        for (text, expected) in
            [("", &[""][..]), ("a", &["a"]), ("é\n\nb\n", &["é", "", "b", ""]), ("\n", &["", ""])]
        {
            let lines = SharedLine::all_of(text);
            assert_eq!(lines, expected.iter().map(|line| SharedLine::from(*line)).collect::<Vec<_>>());
            assert!(lines.iter().all(|line| line.head(usize::MAX) == *line));
        }
        assert_eq!(&*SharedLine::all_of("one\ntwo  ")[1].head(3), "two");
    }
}
