//! Marks the files of a submission that must each cause one error in the reference.

use std::path::Path;

use reference::replay::replay;
use reference::{Ending, Raised, Script, Setup};

use crate::cases::{ExpectedError, Reference, RequestedFiles, Suite};
use crate::marks::MarkSheet;
use crate::submitted_files::{FoundFile, SubmittedFolder};

/// What a file of a submission has won.
#[derive(Debug, Clone, PartialEq)]
pub struct FileMark {
    /// The name that the assignment demands.
    pub name: String,
    /// The marks awarded.
    pub awarded: f64,
    /// The marks it is worth.
    pub out_of: f64,
    /// What it does, or what is wrong with it.
    pub sentence: String,
}

/// Awards every row of `sheet` that is awarded for files, if `submission` has their folder. Without the
/// folder a row stays as it is: pending.
pub fn mark_files(suite: &Suite, submission: &Path, sheet: &mut MarkSheet) {
    for row in &suite.rows {
        let Some(requested) = &row.files else { continue };
        if let Some(folder) = SubmittedFolder::open(submission, &requested.folder) {
            sheet.award_files(&row.name, judge_all(suite, requested, |name| folder.read(name)));
        }
    }
}

fn judge_all(suite: &Suite, requested: &RequestedFiles, read: impl Fn(&str) -> FoundFile) -> Vec<FileMark> {
    let mark = |(name, error): (&String, &ExpectedError)| {
        let judged = judge(suite, name, error, read(name));
        let (awarded, sentence) = match judged {
            Ok(sentence) => (requested.each, sentence),
            Err(sentence) => (0.0, sentence),
        };
        FileMark { name: name.clone(), awarded, out_of: requested.each, sentence }
    };
    requested.expect.iter().map(mark).collect()
}

/// Returns what a file does if it causes exactly its error, else what it does instead.
fn judge(suite: &Suite, name: &str, requested: &ExpectedError, found: FoundFile) -> Result<String, String> {
    let should = format!("it should cause {}", written(&requested.kind, requested.message.as_deref()));
    let bytes = match found {
        FoundFile::File(bytes) => bytes,
        FoundFile::Nothing => return Err(format!("there is no file of this name; {should}")),
        FoundFile::Unread(reason) => return Err(format!("the file is not read, because {reason}; {should}")),
    };
    let errors = load(suite, name, bytes);
    let right = errors.iter().find(|raised| causes(requested, raised));
    match right.ok_or(errors.first()) {
        Ok(raised) => Ok(format!("the file causes `{raised}`")),
        Err(Some(raised)) => Err(format!("the file causes `{raised}`; {should}")),
        Err(None) => Err(format!("the file loads without an error; {should}")),
    }
}

/// Returns the errors with one of which a program fails when it is started with this file.
fn load(suite: &Suite, name: &str, bytes: Vec<u8>) -> Vec<Raised> {
    let Reference::Game { name: game, settings } = &suite.reference else { return Vec::new() };
    let game = reference::game(game).expect("a suite was checked to name a game");
    let files = std::collections::BTreeMap::from([(name.to_string(), bytes)]);
    let setup =
        Setup { arguments: vec![name.to_string()], files: Box::new(files), settings: settings.clone() };
    match replay(game, &setup, &Script::default()).ending {
        Ending::Raised(errors) => errors,
        _ => Vec::new(),
    }
}

fn causes(requested: &ExpectedError, raised: &Raised) -> bool {
    requested.kind == raised.kind
        && requested.message.as_ref().is_none_or(|pattern| fits(pattern, &raised.message))
}

/// Returns whether `text` is `pattern` with something in the place of each `*`.
fn fits(pattern: &str, text: &str) -> bool {
    let Some((before, after)) = pattern.split_once('*') else { return pattern == text };
    let Some(rest) = text.strip_prefix(before) else { return false };
    let ends = rest.char_indices().map(|(at, character)| at + character.len_utf8());
    ends.into_iter().any(|end| fits(after, &rest[end..]))
}

fn written(kind: &str, message: Option<&str>) -> String {
    match message {
        Some(message) => format!("`{kind}: {message}`"),
        None => format!("a `{kind}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::source::SuiteSource;

    fn little_battle() -> Suite {
        crate::cases::select::suite(&SuiteSource::Inside, "little_battle").expect("it is valid")
    }

    fn requested(suite: &Suite) -> &RequestedFiles {
        suite.rows.iter().find_map(|row| row.files.as_ref()).expect("a row is awarded for files")
    }

    #[track_caller]
    fn check(name: &str, found: FoundFile, expected: &str) {
        let suite = little_battle();
        let error = &requested(&suite).expect[name];
        assert_eq!(judge(&suite, name, error, found), Err(expected.to_string()));
    }

    #[test]
    fn the_ten_shipped_files_win_all_marks() {
        let suite = little_battle();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folder = SubmittedFolder::open(&folder, "invalid_files").expect("it is shipped");
        let marks = judge_all(&suite, requested(&suite), |name| folder.read(name));
        assert_eq!(marks.len(), 10);
        for mark in marks {
            assert!(mark.awarded > 0.0, "{}: {}", mark.name, mark.sentence);
            assert!(mark.sentence.starts_with("the file causes `"), "{}", mark.sentence);
        }
    }

    const SHOULD: &str =
        "it should cause `SyntaxError: Invalid Configuration File: Duplicate position (*, *)!`";
    const NAME: &str = "dupli_pos_in_single_line.txt";

    #[test]
    fn a_file_that_is_missing_or_not_read_wins_nothing() {
        check(NAME, FoundFile::Nothing, &format!("there is no file of this name; {SHOULD}"));
        let link = FoundFile::Unread("it is a link");
        check(NAME, link, &format!("the file is not read, because it is a link; {SHOULD}"));
    }

    #[test]
    fn a_file_that_loads_wins_nothing() {
        let valid = "Frame: 5x5\nWater: 0 0 4 2 1 3\nWood: 0 2 2 4\nFood: 0 4 3 1\nGold: 4 1 2 2\n";
        let found = FoundFile::File(valid.as_bytes().to_vec());
        check(NAME, found, &format!("the file loads without an error; {SHOULD}"));
    }

    #[test]
    fn a_file_with_another_error_wins_nothing() {
        for bytes in [&b""[..], b"\xff\xfe\0", b"Frame: 5x5\n"] {
            let error = "`SyntaxError: Invalid Configuration File: format error!`";
            check(NAME, FoundFile::File(bytes.to_vec()), &format!("the file causes {error}; {SHOULD}"));
        }
    }

    #[test]
    fn a_star_stands_for_some_text() {
        for (pattern, text) in
            [("a", "a"), ("*", "a"), ("(*, *)!", "(4, 2)!"), ("* b", "é b"), ("*b*", "abbc")]
        {
            assert!(fits(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [("a", "ab"), ("*", ""), ("(*, *)!", "(4, )!"), ("* b", " b"), ("a*", "a")] {
            assert!(!fits(pattern, text), "{pattern} {text}");
        }
    }
}
