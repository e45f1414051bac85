//! Fills the places of a command.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// Returns the words of a command line; none if a quotation mark in it is not closed.
pub(crate) fn words(command: &str) -> Vec<String> {
    shlex::split(command).unwrap_or_default()
}

/// Returns `word` as a shell reads it back.
pub(crate) fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| word.to_string(), Cow::into_owned)
}

/// What stands in the places of a submission's commands.
#[derive(Debug, Clone, Default)]
pub(super) struct CommandPlaces {
    /// The entry file.
    pub(super) entry: PathBuf,
    /// The folder with all provided files.
    pub(super) provided: PathBuf,
    /// The submission's folder.
    pub(super) folder: PathBuf,
    /// The folder for what is built.
    pub(super) build: PathBuf,
    /// The class or name that is started.
    pub(super) main: String,
    /// The sources, as paths below the folder.
    pub(super) sources: Vec<String>,
}

impl CommandPlaces {
    /// Returns the words of a command with everything in its place.
    pub(super) fn fill(&self, words: &[String]) -> Vec<String> {
        words
            .iter()
            .flat_map(|word| match word.as_str() {
                "{sources}" => self.sources.iter().map(|source| as_argument(source)).collect(),
                word => vec![self.fill_word(word)],
            })
            .collect()
    }

    /// Fills in one pass, so that what is filled in is not looked at again.
    fn fill_word(&self, word: &str) -> String {
        let mut filled = String::new();
        let mut rest = word;
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let place = after.split_once('}').and_then(|(name, end)| Some((self.place(name)?, end)));
            if let Some((text, end)) = place {
                filled.push_str(&text);
                rest = end;
            } else {
                filled.push('{');
                rest = after;
            }
        }
        filled + rest
    }

    fn place(&self, name: &str) -> Option<String> {
        let path = |path: &Path| path.to_string_lossy().into_owned();
        Some(match name {
            "entry" => path(&self.entry),
            "provided" => path(&self.provided),
            "folder" => path(&self.folder),
            "build" => path(&self.build),
            "main" => self.main.clone(),
            _ => return None,
        })
    }
}

/// Returns a relative path that no program takes for an option or for a file with options.
fn as_argument(path: &str) -> String {
    if path.starts_with(['-', '@']) { format!("./{path}") } else { path.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled_once() {
        let places = CommandPlaces {
            entry: "/s/{main}.py".into(),
            build: "/b".into(),
            main: "M".to_string(),
            sources: vec!["a.c".to_string(), "-o.c".to_string(), "@x.java".to_string()],
            ..CommandPlaces::default()
        };
        for (word, expected) in [
            ("{entry}", &["/s/{main}.py"][..]),
            ("-d{build}/x{main}", &["-d/b/xM"]),
            ("{sources}", &["a.c", "./-o.c", "./@x.java"]),
            ("{other}{main}{", &["{other}M{"]),
            ("plain", &["plain"]),
        ] {
            assert_eq!(places.fill(&[word.to_string()]), expected);
        }
    }
}
