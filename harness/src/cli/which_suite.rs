//! Finds the suite that a program is for: from its name, else from the words in it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::cases::problem::Problem;
use crate::cases::source::SuiteSource;
use crate::cases::{Case, Suite, Visibility, select};

/// Letters that a word has at least by which a suite is recognised.
const LETTERS: usize = 4;

/// The share of what a suite's public cases show that a program must hold at least.
const SHARE: f64 = 0.4;

/// So many times as like one suite a program must be as every other one.
const MORE: f64 = 1.5;

/// Bytes of a file that are looked at.
const BYTES: u64 = 4 << 20;

/// Files of a folder that are looked at.
const FILES: usize = 200;

/// Returns the name of the suite that the program at `path` is for.
///
/// # Errors
/// A program of which neither its name nor its words tell it.
pub(super) fn of(path: &Path, source: &SuiteSource) -> Result<String, Vec<Problem>> {
    let suites: Result<Vec<Suite>, _> =
        source.suites().iter().map(|name| select::suite(source, name)).collect();
    let suites = suites?;
    let files = files(path);
    if files.is_empty() {
        let problem = Problem::of_file(&path.display().to_string(), "there is no file in this folder");
        return Err(vec![problem.help("write the path of your program, or of the folder that you submit")]);
    }
    let all: Vec<&Suite> = suites.iter().collect();
    let by_name: Vec<&Suite> =
        suites.iter().filter(|suite| files.iter().any(|file| is_entry(suite, file))).collect();
    let by_part: Vec<&Suite> =
        suites.iter().filter(|suite| files.iter().any(|file| begins_as_entry(suite, file))).collect();
    let found = match (&by_name[..], &by_part[..]) {
        ([suite], _) | ([], [suite]) => Ok(suite.name.clone()),
        ([], _) => by_words(path, &files, &all),
        (several, _) => by_words(path, &files, several),
    };
    found.map_err(|problem| vec![problem])
}

/// Returns the suite other than `own` that the program at `path` is called for, if it is called for one and not for its own.
pub(super) fn another(path: &Path, own: &Suite, source: &SuiteSource) -> Option<String> {
    let files = files(path);
    let is_for = |suite: &Suite| files.iter().any(|file| is_entry(suite, file));
    if is_for(own) {
        return None;
    }
    let others = source.suites().into_iter().filter(|name| *name != own.name);
    // A suite that cannot be read is none that a program was meant for.
    let mut meant = others.filter_map(|name| select::suite(source, &name).ok()).filter(is_for);
    meant.next().filter(|_| meant.next().is_none()).map(|suite| suite.name)
}

/// Returns the files that make up a submission: the file itself, or those of the folder.
fn files(path: &Path) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(path).max_depth(4).sort_by_file_name().into_iter().flatten();
    entries
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
        .take(FILES)
        .collect()
}

/// Returns whether a file is called as an entry of the suite, whatever its extension and its letters' case.
fn is_entry(suite: &Suite, file: &Path) -> bool {
    let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().to_lowercase());
    suite.start.entry.iter().any(|entry| stem(Path::new(entry)) == stem(file))
}

/// Returns whether one of the words of which the name of a source file is made, as `Pizza` and `Orders` of `PizzaOrders.java`, is an entry of
/// the suite.
fn begins_as_entry(suite: &Suite, file: &Path) -> bool {
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let words = words_of_name(&stem);
    let entries = suite.start.entry.iter().filter_map(|entry| Path::new(entry).file_stem());
    entries.map(|entry| entry.to_string_lossy().to_lowercase()).any(|entry| words.contains(&entry))
}

/// Returns the words of a name in small letters, which capital letters and signs part.
fn words_of_name(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for sign in name.chars() {
        if !sign.is_alphanumeric() || sign.is_uppercase() && was_small {
            words.push(String::new());
        }
        was_small = sign.is_lowercase();
        words
            .last_mut()
            .into_iter()
            .for_each(|word| word.extend(sign.to_lowercase().filter(|it| it.is_alphanumeric())));
    }
    words
}

fn by_words(path: &Path, files: &[PathBuf], suites: &[&Suite]) -> Result<String, Problem> {
    let held: BTreeSet<String> = files.iter().flat_map(|file| words(&text(file))).collect();
    let said: Vec<BTreeMap<String, f64>> = suites.iter().map(|suite| said(suite)).collect();
    let mut found: Vec<(Likeness, &str)> = said
        .iter()
        .zip(suites)
        .map(|(own, suite)| (likeness(own, &said, &held), suite.name.as_str()))
        .collect();
    found.sort_by(|one, other| other.0.value.total_cmp(&one.0.value));
    let next = found.get(1).map_or(0.0, |(likeness, _)| likeness.value);
    match found.first() {
        Some((most, suite)) if most.share >= SHARE && most.value >= MORE * next => Ok((*suite).to_string()),
        _ => {
            let names: Vec<&str> = suites.iter().map(|suite| suite.name.as_str()).collect();
            let what = "nothing in it tells which assignment it is for";
            let problem = Problem::of_file(&path.display().to_string(), what);
            Err(problem.help(format!("name it with --suite: {}", names.join(", "))))
        }
    }
}

/// How much of what a suite shows a program holds.
struct Likeness {
    /// The share of its words, those counting most that many cases and few suites show.
    share: f64,
    /// The same, and more if it is many words.
    value: f64,
}

fn likeness(own: &BTreeMap<String, f64>, all: &[BTreeMap<String, f64>], held: &BTreeSet<String>) -> Likeness {
    let weight = |word: &String, cases: f64| {
        let suites: f64 = all.iter().filter(|said| said.contains_key(word)).map(|_| 1.0).sum();
        cases / (suites * suites)
    };
    let of_all: f64 = own.iter().map(|(word, cases)| weight(word, *cases)).sum();
    let found = || own.iter().filter(|(word, _)| held.contains(*word));
    let of_found: f64 = found().map(|(word, cases)| weight(word, *cases)).sum();
    let share = if of_all > 0.0 { of_found / of_all } else { 0.0 };
    let number: f64 = found().map(|_| 1.0).sum();
    Likeness { share, value: share * number.ln_1p() }
}

/// Returns the words that the public cases of a suite show, and how many cases show each.
fn said(suite: &Suite) -> BTreeMap<String, f64> {
    let public = suite.cases.iter().filter(|case| case.visible == Visibility::Public);
    let mut said = BTreeMap::new();
    for conversation in public.filter_map(Case::conversation) {
        let shown: BTreeSet<String> =
            conversation.turns.iter().flat_map(|turn| words(&turn.shown())).collect();
        for word in shown {
            *said.entry(word).or_default() += 1.0;
        }
    }
    said
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|character: char| !character.is_ascii_alphabetic());
    words.filter(|word| word.len() >= LETTERS).map(str::to_ascii_lowercase).collect()
}

fn text(file: &Path) -> String {
    use std::io::Read;
    let mut bytes = Vec::new();
    // What cannot be read tells nothing.
    let _ = std::fs::File::open(file).and_then(|file| file.take(BYTES).read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}
