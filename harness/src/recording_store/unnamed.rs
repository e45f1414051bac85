//! Recordings of many cases in one file without a name, one text behind the other.
//!
//! Making a file takes a disk about as long as a small program runs. So what nobody opens by itself stands together.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::Mutex;

/// A file of recordings, of which the last one of each case counts.
#[derive(Debug)]
pub(super) struct UnnamedFile {
    file: File,
    places: Mutex<TextPlaces>,
}

/// Where the texts are.
#[derive(Debug, Default)]
struct TextPlaces {
    /// The first byte and the length of a text, by the name of its case.
    of: HashMap<String, (u64, usize)>,
    /// Where the next text begins.
    end: u64,
}

impl UnnamedFile {
    /// Returns an empty file, which only this process knows.
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self { file: tempfile::tempfile()?, places: Mutex::default() })
    }

    /// Adds a recording of `case`, as it is written in `text`.
    pub(super) fn add(&self, case: &str, text: &str) -> io::Result<()> {
        let start = {
            let mut places = self.places();
            let start = places.end;
            places.end += text.len() as u64;
            places.of.insert(case.to_string(), (start, text.len()));
            start
        };
        self.file.write_all_at(text.as_bytes(), start)
    }

    /// Returns the recording of `case` as it was written, if there is one.
    ///
    /// # Errors
    /// What could not be read.
    pub(super) fn text(&self, case: &str) -> io::Result<Option<String>> {
        let Some((start, length)) = self.places().of.get(case).copied() else { return Ok(None) };
        let mut text = vec![0; length];
        self.file.read_exact_at(&mut text, start)?;
        String::from_utf8(text).map(Some).map_err(io::Error::other)
    }

    /// Returns whether there is a recording of `case`.
    pub(super) fn holds(&self, case: &str) -> bool {
        self.places().of.contains_key(case)
    }

    fn places(&self) -> std::sync::MutexGuard<'_, TextPlaces> {
        self.places.lock().expect("nobody panics who holds this")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_recording_of_a_case_counts() {
        let file = UnnamedFile::new().expect("made");
        for (case, text) in
            [("a", r#"{"case":"a","x":1}"#), ("b", r#"{"case":"b"}"#), ("a", r#"{"case":"a"}"#)]
        {
            file.add(case, text).expect("written");
        }
        let text = |case| file.text(case).expect("read");
        assert_eq!(text("a").as_deref(), Some(r#"{"case":"a"}"#));
        assert_eq!(text("b").as_deref(), Some(r#"{"case":"b"}"#));
        assert_eq!(text("c"), None);
    }
}
