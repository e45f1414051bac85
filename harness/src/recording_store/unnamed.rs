//! Recordings of many cases in one file without a name, one text behind the other.
//!
//! Making a file takes a disk about as long as a small program runs, and writing to one a part of that. So what nobody opens by itself
//! stands together, and is written when there is some of it.

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
    of: HashMap<Box<str>, (u64, usize)>,
    /// How many bytes the file has.
    written: u64,
    /// What comes behind them, and is not written yet.
    unwritten: Vec<u8>,
}

/// So many bytes are written at once.
const ENOUGH: usize = 1 << 16;

impl UnnamedFile {
    /// Returns an empty file, which only this process knows.
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self { file: tempfile::tempfile()?, places: Mutex::default() })
    }

    /// Adds a recording of `case`, as it is written in `text`.
    pub(super) fn add(&self, case: &str, text: &str) -> io::Result<()> {
        let mut places = self.places();
        if places.unwritten.len() + text.len() >= ENOUGH {
            self.file.write_all_at(&places.unwritten, places.written)?;
            places.written += places.unwritten.len() as u64;
            places.unwritten.clear();
        }
        let start = places.written + places.unwritten.len() as u64;
        if text.len() < ENOUGH {
            places.unwritten.extend(text.as_bytes());
        } else {
            self.file.write_all_at(text.as_bytes(), start)?;
            places.written += text.len() as u64;
        }
        places.of.insert(case.into(), (start, text.len()));
        Ok(())
    }

    /// Returns the recording of `case` as it was written, if there is one.
    ///
    /// # Errors
    /// What could not be read.
    pub(super) fn text(&self, case: &str) -> io::Result<Option<String>> {
        let places = self.places();
        let Some((start, length)) = places.of.get(case).copied() else { return Ok(None) };
        let mut text = vec![0; length];
        if let Some(start) = start.checked_sub(places.written).and_then(|start| usize::try_from(start).ok()) {
            text.copy_from_slice(&places.unwritten[start..start + length]);
        } else {
            drop(places);
            self.file.read_exact_at(&mut text, start)?;
        }
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

    #[test]
    fn texts_are_found_whether_they_are_written_yet_or_not() {
        let file = UnnamedFile::new().expect("made");
        let text = |number: usize| format!("{number:05}").repeat(number % 7 * ENOUGH / 20);
        for number in 0..40 {
            file.add(&number.to_string(), &text(number)).expect("written");
            for earlier in [0, number / 2, number] {
                let found = file.text(&earlier.to_string()).expect("read");
                assert!(found == Some(text(earlier)), "{earlier} after {number}");
            }
        }
        let length = file.file.metadata().expect("there").len();
        assert!(length > ENOUGH as u64 && length == file.places().written);
        assert!(file.places().unwritten.len() < ENOUGH);
    }
}
