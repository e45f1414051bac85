//! Recordings of many cases in one file: a line of JSON for each, with the name of its case.
//!
//! Making a file takes a disk about as long as a small program runs. So what nobody opens by itself stands together.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::Mutex;

/// A file of recordings, of which the last one of each case counts.
#[derive(Debug)]
pub(crate) struct RecordingLines {
    file: File,
    places: Mutex<LinePlaces>,
}

/// Where the lines are.
#[derive(Debug, Default)]
struct LinePlaces {
    /// The first byte and the length of a line without its end, by the name of its case.
    of: HashMap<String, (u64, usize)>,
    /// Where the next line begins.
    end: u64,
}

impl RecordingLines {
    /// Returns the recordings that will be added to an empty file, which only this process knows.
    pub(super) fn unnamed() -> io::Result<Self> {
        Ok(Self { file: tempfile::tempfile()?, places: Mutex::default() })
    }

    /// Adds a recording of `case`, which is written in `line`.
    pub(super) fn add(&self, case: &str, line: &str) -> io::Result<()> {
        let start = {
            let mut places = self.places();
            let start = places.end;
            places.end += line.len() as u64 + 1;
            places.of.insert(case.to_string(), (start, line.len()));
            start
        };
        self.file.write_all_at(format!("{line}\n").as_bytes(), start)
    }

    /// Returns the line with the recording of `case`, if there is one.
    ///
    /// # Errors
    /// What could not be read.
    pub(crate) fn line(&self, case: &str) -> io::Result<Option<String>> {
        let Some((start, length)) = self.places().of.get(case).copied() else { return Ok(None) };
        let mut line = vec![0; length];
        self.file.read_exact_at(&mut line, start)?;
        String::from_utf8(line).map(Some).map_err(io::Error::other)
    }

    /// Returns whether there is a recording of `case`.
    pub(super) fn holds(&self, case: &str) -> bool {
        self.places().of.contains_key(case)
    }

    fn places(&self) -> std::sync::MutexGuard<'_, LinePlaces> {
        self.places.lock().expect("nobody panics who holds this")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_recording_of_a_case_counts() {
        let lines = RecordingLines::unnamed().expect("made");
        for (case, line) in
            [("a", r#"{"case":"a","x":1}"#), ("b", r#"{"case":"b"}"#), ("a", r#"{"case":"a"}"#)]
        {
            lines.add(case, line).expect("written");
        }
        let line = |case| lines.line(case).expect("read");
        assert_eq!(line("a").as_deref(), Some(r#"{"case":"a"}"#));
        assert_eq!(line("b").as_deref(), Some(r#"{"case":"b"}"#));
        assert_eq!(line("c"), None);
    }
}
