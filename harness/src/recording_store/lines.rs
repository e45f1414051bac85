//! Recordings of many cases in one file: a line of JSON for each, with the name of its case.
//!
//! Making a file takes a disk about as long as a small program runs. So what nobody opens by itself stands together.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Mutex;

use serde::Deserialize;

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

/// What a line begins with.
#[derive(Deserialize)]
struct Head {
    case: String,
}

impl RecordingLines {
    /// Returns the recordings that will be added to an empty file, which only this process knows.
    pub(super) fn unnamed() -> io::Result<Self> {
        Ok(Self { file: tempfile::tempfile()?, places: Mutex::default() })
    }

    /// Returns the recordings in a file.
    ///
    /// # Errors
    /// What could not be read, and a line that names no case.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let mut places = LinePlaces::default();
        let mut lines = BufReader::new(&file);
        let mut line = Vec::new();
        while lines.read_until(b'\n', &mut line)? > 0 {
            let Head { case } = serde_json::from_slice(&line)?;
            let length = line.strip_suffix(b"\n").unwrap_or(&line).len();
            places.of.insert(case, (places.end, length));
            places.end += line.len() as u64;
            line.clear();
        }
        Ok(Self { file, places: Mutex::new(places) })
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

    #[test]
    fn a_file_is_read_line_by_line_and_broken_lines_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("recordings");
        let opened = |text: &str| {
            std::fs::write(&path, text).expect("written");
            RecordingLines::open(&path)
        };
        let lines = opened("{\"case\":\"a/é\",\"x\":1}\n{\"case\":\"b\"}").expect("read");
        assert_eq!(lines.line("a/é").expect("read").as_deref(), Some("{\"case\":\"a/é\",\"x\":1}"));
        assert_eq!(lines.line("b").expect("read").as_deref(), Some("{\"case\":\"b\"}"));
        assert!(opened("{\"case\":\"a\"}\n{\"ca").is_err() && opened("{}\n").is_err());
    }
}
