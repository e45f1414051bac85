//! Recordings of many cases in one file, one a line: those of cases that pass, which hardly anybody opens by itself.
//!
//! Each line is a recording that names its case. A line that is none costs the other ones nothing.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::HELP;
use crate::cases::problem::{Place, Problem};
use crate::recording::{Recording, from_json};

/// How the names of such files end.
const ENDING: &str = "jsonl";

/// A file of recordings, and where in it each of them is.
#[derive(Debug)]
pub(crate) struct RecordingLines {
    path: PathBuf,
    file: File,
    of: HashMap<String, LinePlace>,
    first_problem: Option<Problem>,
}

/// Where a line is.
#[derive(Debug, Clone, Copy)]
struct LinePlace {
    /// Its number, from 1.
    number: usize,
    /// Its first byte.
    start: u64,
    /// How many bytes it has.
    length: usize,
}

/// What is read of a line to find it again.
#[derive(Deserialize)]
struct LineHead {
    case: String,
    #[expect(dead_code, reason = "a line without events is no recording")]
    events: IgnoredAny,
}

impl RecordingLines {
    /// Returns whether a file is one of recordings of many cases, by its name.
    pub(crate) fn are_in(path: &Path) -> bool {
        path.extension().is_some_and(|ending| ending == ENDING)
    }

    /// Returns the recordings in a file.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub(crate) fn open(path: &Path) -> Result<Self, Problem> {
        Self::find(path).map_err(|error| Problem::unread(&path.display().to_string(), error))
    }

    fn find(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let mut lines = BufReader::new(&file);
        let (mut of, mut first_problem) = (HashMap::new(), None);
        let (mut start, mut line) = (0, Vec::new());
        for number in 1.. {
            line.clear();
            let length = lines.read_until(b'\n', &mut line)?;
            if length == 0 {
                break;
            }
            match serde_json::from_slice(&line) {
                Ok(LineHead { case, .. }) => drop(of.insert(case, LinePlace { number, start, length })),
                Err(error) => drop(first_problem.get_or_insert_with(|| no_recording(path, number, error))),
            }
            start += length as u64;
        }
        Ok(Self { path: path.to_path_buf(), file, of, first_problem })
    }

    /// Returns the recording of a case; nothing if there is none.
    ///
    /// # Errors
    /// What could not be read.
    pub(crate) fn recording(&self, case: &str) -> Result<Option<Recording>, Problem> {
        let Some(place) = self.of.get(case) else { return Ok(None) };
        let mut line = vec![0; place.length];
        self.file
            .read_exact_at(&mut line, place.start)
            .map_err(|error| Problem::unread(&self.path.display().to_string(), error))?;
        let text = String::from_utf8(line).map_err(|error| no_recording(&self.path, place.number, error))?;
        from_json(&text).map(Some).map_err(|error| no_recording(&self.path, place.number, error))
    }

    /// Returns what is wrong with the first line that is no recording.
    pub(crate) fn first_problem(&self) -> Option<&Problem> {
        self.first_problem.as_ref()
    }
}

fn no_recording(
    path: &Path,
    line: usize,
    cause: impl Into<Box<dyn std::error::Error + Send + Sync>>,
) -> Problem {
    let place = Place { line, column: 1 };
    Problem::at(&path.display().to_string(), place, "this line is no recording").because(cause).help(HELP)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::{Event, What, to_line};

    fn recording(text: &str) -> Recording {
        Recording { events: vec![Event { at: 7, what: What::Output(text.into()) }] }
    }

    fn lines(text: &[u8]) -> (tempfile::TempDir, RecordingLines) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("passed.jsonl");
        std::fs::write(&path, text).expect("written");
        (folder, RecordingLines::open(&path).expect("read"))
    }

    #[test]
    fn each_case_has_its_line() {
        let text = ["a", "b/c"].map(|case| to_line(case, &recording(&format!("{case}\n\u{2028}")))).concat();
        let (_folder, lines) = lines(text.as_bytes());
        for case in ["a", "b/c"] {
            let expected = recording(&format!("{case}\n\u{2028}"));
            assert_eq!(lines.recording(case), Ok(Some(expected)));
        }
        assert_eq!(lines.recording("c"), Ok(None));
        assert_eq!(lines.first_problem(), None);
    }

    #[test]
    fn a_line_that_is_cut_or_broken_is_told_and_costs_the_others_nothing() {
        let whole = to_line("last", &recording("text"));
        let cut = &to_line("first", &recording("text"))[..39];
        let other_schema = whole.replace("last", "other").replace("recording/1", "recording/9");
        for (text, number, told) in [
            (format!("{cut}\n{whole}"), 1, "EOF"),
            (format!("{whole}{cut}"), 2, "EOF"),
            (format!("{whole}{{\"case\": \"first\"}}\n"), 2, "events"),
        ] {
            let (_folder, lines) = lines(text.as_bytes());
            assert_eq!(lines.recording("last"), Ok(Some(recording("text"))), "{text}");
            assert_eq!(lines.recording("first"), Ok(None), "{text}");
            let problem = lines.first_problem().expect("one line is none").to_string();
            assert!(
                problem.contains(&format!("passed.jsonl:{number}:1: this line is no recording")),
                "{problem}"
            );
            assert!(problem.contains(told), "{problem}");
        }
        let not_text = [b"{\"case\":\"x\",\"events\":[],\"schema\":\"\xff\"}\n", whole.as_bytes()].concat();
        let (_folder, broken) = lines(&not_text);
        assert!(broken.recording("x").is_err());
        assert_eq!(broken.recording("last"), Ok(Some(recording("text"))));
        let (_folder, newer) = lines((whole + &other_schema).as_bytes());
        let problem = newer.recording("other").expect_err("another version").to_string();
        assert!(problem.contains("passed.jsonl:2:1") && problem.contains("harness-recording/9"), "{problem}");
    }
}
