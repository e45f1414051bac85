//! The student's own files, and which of their lines a mistake comes from, as far as that is known for certain.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use walkdir::WalkDir;

/// The most files that are looked into, and the most bytes of each.
const MOST: (usize, u64) = (200, 256 << 10);

/// The extensions of sources.
const EXTENSIONS: [&str; 10] = ["py", "java", "c", "h", "cpp", "cc", "cxx", "hpp", "hh", "hxx"];

/// The fewest characters of the longest piece of a printed line that tells where it comes from, and the fewest letters among them.
const SHORTEST: (usize, usize) = (6, 4);

/// The fewest characters of a piece beside it.
const SHORTEST_NEXT: usize = 3;

/// The sources of a submission as the user named it. They are empty where it is no file and no folder that can still be read.
#[derive(Debug)]
pub(super) struct SourceFiles {
    target: String,
    /// Their paths, and their texts.
    files: Vec<(String, String)>,
}

/// A line of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SourceLine {
    /// The file's path.
    pub(super) path: String,
    /// The line, from 1.
    pub(super) line: usize,
}

impl SourceFiles {
    /// Reads the sources of a target. Links are not followed.
    pub(super) fn of(target: &str) -> Self {
        let entries = WalkDir::new(target).follow_root_links(false).sort_by_file_name().into_iter();
        let files = entries.flatten().filter(|entry| entry.file_type().is_file());
        let paths = files.map(|entry| entry.path().to_path_buf()).filter(|path| is_source(path));
        let target = Path::new(target);
        let files = paths.take(MOST.0).filter_map(|path| Some((relative(&path, target), text_of(&path)?)));
        Self { target: relative(target, target), files: files.collect() }
    }

    /// Returns where a mistake is put whose line is not known: the beginning of the file that holds the main program, as far as there is
    /// one.
    pub(super) fn beginning(&self) -> SourceLine {
        let main = self.files.iter().find(|(_, text)| text.contains("main("));
        let path = main.or(self.files.first()).map_or(&self.target, |(path, _)| path);
        SourceLine { path: path.clone(), line: 1 }
    }

    /// Returns this line of the only source with this name.
    pub(super) fn called(&self, name: &str, line: usize) -> Option<SourceLine> {
        let is_called = |path: &str| path.rsplit('/').next() == name.rsplit('/').next();
        let mut called = self.files.iter().filter(|(path, _)| is_called(path));
        let (path, text) = called.next()?;
        let is_known = called.next().is_none() && (1..=text.lines().count().max(1)).contains(&line);
        is_known.then(|| SourceLine { path: path.clone(), line })
    }

    /// Returns the first line of which a compiler or an interpreter complains: `FILE:LINE:` or `File "FILE", line LINE`.
    pub(super) fn of_complaint(&self, complaint: &str) -> Option<SourceLine> {
        complaint.lines().find_map(|text| {
            let (file, line) = match text.trim_start().strip_prefix("File \"") {
                Some(rest) => rest.split_once("\", line ")?,
                None => text.split_once(':')?,
            };
            let digits = line.split(|character: char| !character.is_ascii_digit()).next()?;
            self.called(file, digits.parse().ok()?)
        })
    }

    /// Returns the only line that holds most of a printed line: it stands there as one or more literals, between which are values.
    pub(super) fn of_literal(&self, printed: &str) -> Option<SourceLine> {
        let printed: Vec<char> = printed.trim_end().chars().take(200).collect();
        let mut best: (usize, Option<SourceLine>) = (0, None);
        for (path, text) in &self.files {
            for (number, line) in (1..).zip(text.lines()) {
                let held = held(&printed, line);
                match held.cmp(&best.0) {
                    std::cmp::Ordering::Greater => {
                        best = (held, Some(SourceLine { path: path.clone(), line: number }));
                    }
                    std::cmp::Ordering::Equal => best.1 = None,
                    std::cmp::Ordering::Less => {}
                }
            }
        }
        best.1.filter(|_| best.0 > 0)
    }
}

fn is_source(path: &Path) -> bool {
    path.extension().and_then(|extension| extension.to_str()).is_some_and(|it| EXTENSIONS.contains(&it))
}

/// Returns a path as a service wants it: relative to the current folder, or where the submission stands elsewhere, to the folder in which
/// that stands.
fn relative(path: &Path, target: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let path = path.strip_prefix(&here).unwrap_or(path);
    let path = path.strip_prefix(".").unwrap_or(path);
    let elsewhere = target.parent().filter(|_| path.is_absolute() || path.starts_with(".."));
    let path = elsewhere.and_then(|folder| path.strip_prefix(folder).ok()).unwrap_or(path);
    path.to_string_lossy().into_owned()
}

fn text_of(path: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(MOST.1 + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= MOST.1).then(|| String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns how many characters of a printed line stand in a line of a source, in the same order; 0 if they are too few to tell.
fn held(printed: &[char], line: &str) -> usize {
    let line: Vec<char> = line.chars().take(400).collect();
    let longest = longest_piece(printed, &line);
    if !tells(&printed[longest.start..longest.start + longest.length]) {
        return 0;
    }
    in_pieces(printed, &line)
}

/// Returns how many characters the longest piece has, and those before and after it.
fn in_pieces(printed: &[char], line: &[char]) -> usize {
    let SharedPiece { start, column, length } = longest_piece(printed, line);
    if length < SHORTEST_NEXT {
        return 0;
    }
    let before = in_pieces(&printed[..start], &line[..column]);
    before + length + in_pieces(&printed[start + length..], &line[column + length..])
}

/// A piece of a printed line that stands in a line of a source.
struct SharedPiece {
    /// Where it begins in the printed line.
    start: usize,
    /// Where it begins in the source.
    column: usize,
    /// How many characters it has.
    length: usize,
}

fn longest_piece(printed: &[char], line: &[char]) -> SharedPiece {
    let mut longest = SharedPiece { start: 0, column: 0, length: 0 };
    let mut before = vec![0; line.len() + 1];
    for (end, character) in (1..).zip(printed) {
        let mut now = vec![0; line.len() + 1];
        for (column, _) in line.iter().enumerate().filter(|(_, other)| *other == character) {
            let length = before[column] + 1;
            now[column + 1] = length;
            if length > longest.length {
                longest = SharedPiece { start: end - length, column: column + 1 - length, length };
            }
        }
        before = now;
    }
    longest
}

fn tells(piece: &[char]) -> bool {
    let letters = piece.iter().filter(|character| character.is_alphabetic()).count();
    piece.len() >= SHORTEST.0 && letters >= SHORTEST.1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(files: &[(&str, &str)]) -> SourceFiles {
        let files = files.iter().map(|(path, text)| ((*path).to_string(), (*text).to_string()));
        SourceFiles { target: "rats".to_string(), files: files.collect() }
    }

    #[track_caller]
    fn check(found: Option<SourceLine>, expected: &str) {
        let text = found.map(|SourceLine { path, line }| format!("{path}:{line}"));
        assert_eq!(text.unwrap_or_default(), expected);
    }

    #[test]
    fn a_printed_line_is_found_by_its_longest_piece_if_one_line_alone_has_it() {
        let text = "x = 1\nprint(f\"Player {name}s turn: \")\nprint('Game over!')\nprint('Same words')\nprint('Same words')\n";
        let sources = sources(&[("a/game.py", text)]);
        check(sources.of_literal("Player Xs turn: "), "a/game.py:2");
        check(sources.of_literal("Game over!"), "a/game.py:3");
        check(sources.of_literal("Same words"), "");
        let prompts =
            self::sources(&[("b.py", "# The Player at the table\ninput(f'Player {name}s turn: ')\n")]);
        check(prompts.of_literal("Player Xs turn: "), "b.py:2");
        check(sources.of_literal("| 5 | 7 |"), "");
        check(sources.of_literal("nothing of it"), "");
    }

    #[test]
    fn a_complaint_names_the_first_line_of_an_own_file() {
        let sources = sources(&[("rats/Rats.java", "a\nb\nc\n"), ("rats/Die.java", "a\n")]);
        check(sources.of_complaint("Note: x\n/tmp/1/Rats.java:3: error: ';' expected\n"), "rats/Rats.java:3");
        check(
            sources.of_complaint("Other.java:1: error\nRats.java:99: error\nDie.java:1: error\n"),
            "rats/Die.java:1",
        );
        let python = self::sources(&[("b.py", "a\nb\n")]);
        check(
            python.of_complaint("  File \"/tmp/s/b.py\", line 2\n    x = = 1\nSyntaxError: no\n"),
            "b.py:2",
        );
    }

    #[test]
    fn a_name_that_two_files_have_tells_nothing() {
        check(sources(&[("a/Die.java", "x\n"), ("b/Die.java", "x\n")]).called("Die.java", 1), "");
        check(sources(&[("a/Die.java", "x\n")]).called("Die.java", 2), "");
    }

    #[test]
    fn what_is_not_known_stands_at_the_beginning() {
        let two = [("rats/A.java", ""), ("rats/B.java", "static void main(String[] arguments)")];
        assert_eq!(sources(&two).beginning().path, "rats/B.java");
        assert_eq!(sources(&two[..1]).beginning().path, "rats/A.java");
        assert_eq!(sources(&[]).beginning().path, "rats");
    }

    #[test]
    fn paths_are_relative() {
        let check = |path: &str, target: &str, expected: &str| {
            assert_eq!(relative(Path::new(path), Path::new(target)), expected);
        };
        check("./game.py", ".", "game.py");
        check("rats/A.java", "rats", "rats/A.java");
        check("/elsewhere/rats/A.java", "/elsewhere/rats", "rats/A.java");
        check("../game.py", "../game.py", "game.py");
        let here = std::env::current_dir().expect("a folder").join("game.py");
        assert_eq!(relative(&here, &here), "game.py");
    }
}
