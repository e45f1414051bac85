//! Turns a suite as it is written into a valid one, or tells everything that is wrong with it.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};

use globset::Glob;

use super::bent_transcripts::{BENT_TRANSCRIPTS, BentTranscripts};
use super::check_bends::{Bendable, check_bends};
use super::check_case::{Frame, check_case};
use super::check_globs::{bad_glob, check_globs, check_parts};
use super::check_limits::check_limits;
use super::check_reference::{beyond_a_command, check_reference};
use super::check_row::check_row;
use super::check_start::check_start;
use super::facts::facts_of;
use super::instead::check_instead;
use super::part_texts::check_texts;
use super::problem::{Place, Problem};
use super::raw::{RawCase, RawPenalty, RawSeeded, RawSuite, TextOr};
use super::source::SuiteFiles;
use super::wording::{check_signs, check_words};
use super::yaml::{At, parse};
use super::{
    Case, DiceSource, Follows, JudgedBy, Penalty, PenaltyOfCause, Reference, Row, SeededDice, Suite,
};
use crate::digest;
use crate::limits::Limits;

/// The file that describes a suite.
const SUITE_FILE: &str = "suite.yaml";

/// So many cases are read before another processor would have begun to.
const ENOUGH_FOR_ONE: usize = 32;

/// Returns the suite called `name` that `files` describe. Messages call a file by `prefix` and its path.
///
/// # Errors
/// Every problem of every file, sorted by file and place.
pub fn read_suite(name: &str, prefix: &str, files: &SuiteFiles) -> Result<Suite, Vec<Problem>> {
    let mut problems = Vec::new();
    let header = read_suite_file(name, prefix, files, &mut problems);
    let suite = header.as_ref().map(|header| &header.suite);
    let frame = Frame {
        prefix,
        files,
        rules: suite.map(|suite| suite.rules.keys().map(|rule| rule.as_str().into()).collect()),
        rows: suite.map(|suite| suite.rows.iter().map(|row| row.name.as_str().into()).collect()),
        judge: suite.map(|suite| suite.judge),
        facts: suite.map_or(&[], |suite| facts_of(&suite.reference)),
        observes: suite.map(|suite| suite.dice == Some(DiceSource::Observed)),
        limits: Arc::new(header.as_ref().map_or(Limits::default(), |header| header.limits)),
        tolerate: Arc::new(header.as_ref().map(|header| header.tolerate.clone()).unwrap_or_default()),
    };
    let mut cases: Vec<Case> = Vec::new();
    for (some, more) in read_cases(files, &frame) {
        if cases.is_empty() {
            cases = some;
        } else {
            cases.extend(some);
        }
        problems.extend(more);
    }
    // The first file of those with the same id comes first. Mostly all is in order already; to sort takes as much memory again.
    if !cases.is_sorted_by_key(|case| &case.id) {
        cases.sort_by(|one, other| one.id.cmp(&other.id));
    }
    for same in cases.chunk_by(|one, other| one.id == other.id) {
        problems.extend(same[1..].iter().map(|case| same_id(prefix, case, &same[0])));
    }
    cases.dedup_by(|later, first| later.id == first.id);
    if let Some(Suite { reference: Reference::Command { .. }, rows, .. }) = suite {
        problems.extend(beyond_a_command(prefix, SUITE_FILE, rows, &cases, files));
    }
    problems.sort();
    let Some(header) = header.filter(|_| problems.is_empty()) else { return Err(problems) };
    let mut suite = Suite { name: name.to_string(), cases, digest: digest::of_files(files), ..header.suite };
    suite.occasions =
        suite.cases.iter().filter_map(|case| Some(case.chance.as_ref()?.occasion.clone())).collect();
    suite.bent_transcripts = BentTranscripts::read(prefix, &suite, files)?;
    Ok(suite)
}

fn is_case(path: &str) -> bool {
    let extension = path.rsplit_once('.').map(|(_, extension)| extension);
    let is_written = ![SUITE_FILE, BENT_TRANSCRIPTS].contains(&path) && !path.starts_with("provide/");
    is_written && matches!(extension, Some("yaml" | "yml"))
}

fn same_id(prefix: &str, case: &Case, other: &Case) -> Problem {
    let file = format!("{prefix}{}", case.file());
    Problem::of_file(&file, format!("the case `{}` is there twice, also as {}", case.id, other.file()))
        .help("rename one of the two files")
}

/// Returns the cases in the order of their files, in parts, and what is wrong with those that are none. Where there are many, each
/// processor reads a part.
fn read_cases(files: &SuiteFiles, frame: &Frame<'_>) -> Vec<(Vec<Case>, Vec<Problem>)> {
    let paths: Vec<(&String, &Vec<u8>)> = files.iter().filter(|(path, _)| is_case(path)).collect();
    let processors = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let each = paths.len().div_ceil(processors).max(ENOUGH_FOR_ONE);
    let read = |some: &[(&String, &Vec<u8>)]| {
        let (mut cases, mut problems) = (Vec::with_capacity(some.len()), Vec::new());
        for (path, bytes) in some {
            match read_case(path, bytes, frame) {
                Ok(case) => cases.push(case),
                Err(more) => problems.extend(more),
            }
        }
        (cases, problems)
    };
    let Some((first, rest)) = paths.split_at_checked(each) else { return vec![read(&paths)] };
    std::thread::scope(|scope| {
        let others: Vec<_> = rest.chunks(each).map(|some| scope.spawn(|| read(some))).collect();
        let first = read(first);
        let others = others
            .into_iter()
            .map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        std::iter::once(first).chain(others).collect()
    })
}

fn read_case(path: &str, bytes: &[u8], frame: &Frame<'_>) -> Result<Case, Vec<Problem>> {
    let name = format!("{}{path}", frame.prefix);
    let text = std::str::from_utf8(bytes)
        .map_err(|_| vec![Problem::of_file(&name, "is not UTF-8 text").help("save the file as UTF-8")])?;
    let raw: RawCase = parse(&name, text)?;
    check_case(path, text, raw, frame)
}

/// What the file of a suite says.
struct Header {
    /// The suite without its name, its cases and its digest.
    suite: Suite,
    /// The limits and the tolerances of cases that say nothing else.
    limits: Limits,
    tolerate: BTreeSet<super::Tolerance>,
}

fn read_suite_file(
    name: &str,
    prefix: &str,
    files: &SuiteFiles,
    problems: &mut Vec<Problem>,
) -> Option<Header> {
    let file = format!("{prefix}{SUITE_FILE}");
    let Some(bytes) = files.get(SUITE_FILE) else {
        problems.push(Problem::of_file(&file, format!("the suite `{name}` has no such file")));
        return None;
    };
    let text = String::from_utf8_lossy(bytes);
    match parse::<RawSuite>(&file, &text) {
        Ok(raw) => check_header(&file, raw, files, problems),
        Err(more) => {
            problems.extend(more);
            None
        }
    }
}

fn check_header(
    file: &str,
    raw: RawSuite,
    files: &SuiteFiles,
    problems: &mut Vec<Problem>,
) -> Option<Header> {
    let before = problems.len();
    let reference = check_reference(file, raw.reference, problems);
    let limits = check_limits(file, &raw.limits, Limits::default(), problems);
    let causes = raw
        .causes
        .into_iter()
        .filter_map(|(cause, written)| Some((cause, check_penalty(file, &written, problems)?)));
    let causes = causes.collect();
    let mut rows: Vec<Row> = Vec::new();
    for row in raw.marks {
        if rows.iter().any(|other| other.name == row.row.value) {
            problems.push(Problem::at(
                file,
                row.row.place(),
                format!("the row `{}` is there twice", row.row.value),
            ));
        }
        rows.extend(check_row(file, row, (files, limits), problems));
    }
    if raw.judge == JudgedBy::Facts {
        let has_facts = reference.as_ref().is_none_or(|reference| !facts_of(reference).is_empty());
        problems.extend(check_facts(file, has_facts, (raw.words.is_empty(), raw.signs.is_none())));
    }
    let bent = Bendable { file, reference: reference.as_ref(), has_dice: raw.dice.is_some(), files };
    let bends = check_bends(&bent, raw.bends, &raw.rules, &rows, problems);
    let reference = reference.map(|reference| with_files(reference, !bends.is_empty(), files));
    let start = check_start(file, raw.start, files, problems);
    let suite = Suite {
        name: String::new(),
        title: raw.title,
        reference: reference?,
        start,
        causes,
        follows: raw.follows.iter().filter_map(|rule| check_follows(file, rule, problems)).collect(),
        texts: check_texts(file, &raw.texts, &raw.rules, problems),
        instead: check_instead(file, raw.instead, (&raw.rules, &rows), problems),
        dice: raw.dice.and_then(|dice| check_dice(file, &dice, problems)),
        judge: raw.judge,
        vocabulary: raw.vocabulary,
        words: check_words(file, &raw.words, problems),
        signs: raw.signs.as_ref().map(|signs| check_signs(file, signs, problems)).unwrap_or_default(),
        odd_spellings: raw.odd_spellings,
        disclose: raw.disclose,
        rules: raw.rules.into_iter().map(|(rule, sentence)| (rule, sentence.value)).collect(),
        bends,
        bent_transcripts: None,
        rows,
        cases: Vec::new(),
        digest: String::new(),
        occasions: BTreeSet::new(),
        phrases: OnceLock::new(),
    };
    let header = Header { suite, limits, tolerate: raw.tolerate.into_iter().collect() };
    (problems.len() == before).then_some(header)
}

/// Returns a reference with the files that bent solutions need, if it has bends.
fn with_files(reference: Reference, is_bent: bool, files: &SuiteFiles) -> Reference {
    match reference {
        Reference::Command { words, build, .. } if is_bent => {
            let others = files.iter().filter(|(path, _)| {
                ![SUITE_FILE, BENT_TRANSCRIPTS].contains(&path.as_str()) && !is_case(path)
            });
            let files = others.map(|(path, bytes)| (path.clone(), bytes.clone())).collect();
            Reference::Command { words, build, files }
        }
        other => other,
    }
}

/// Returns what a suite lacks whose conversations are judged by facts.
fn check_facts(file: &str, has_facts: bool, (no_words, no_signs): (bool, bool)) -> Vec<Problem> {
    let mut problems = Vec::new();
    if !has_facts {
        let problem = Problem::of_file(file, "no facts are known of the game of the suite");
        problems.push(problem.help("take `judge: facts` out: conversations are judged by transcripts then"));
    }
    for key in
        [("words", no_words), ("signs", no_signs)].iter().filter(|(_, lacks)| *lacks).map(|(key, _)| key)
    {
        let problem = Problem::of_file(file, format!("the key `{key}` is missing, by which facts are found"));
        problems.push(
            problem.help(format!("copy `{key}` from the suite iec_dice, and add what your students write")),
        );
    }
    problems
}

fn check_penalty(
    file: &str,
    written: &At<TextOr<RawPenalty>>,
    problems: &mut Vec<Problem>,
) -> Option<PenaltyOfCause> {
    let everywhere = |penalty| Some(PenaltyOfCause { penalty, except: globset::GlobSet::empty() });
    match &written.value {
        TextOr::Text(word) if word == "forgiven" => return everywhere(Penalty::Forgiven),
        TextOr::Text(word) if word == "fails" => return everywhere(Penalty::Fails),
        TextOr::Other(RawPenalty { costs: Some(part), forgiven_except: None })
            if *part > 0.0 && *part < 1.0 =>
        {
            return everywhere(Penalty::Part(*part));
        }
        TextOr::Other(RawPenalty { costs: None, forgiven_except: Some(parts) }) => {
            let except = parts.iter().map(|part| (written.place(), part.as_str()));
            return Some(PenaltyOfCause {
                penalty: Penalty::Forgiven,
                except: check_globs(file, except, problems)?,
            });
        }
        _ => {}
    }
    let problem = Problem::at(file, written.place(), "this is no penalty of a cause");
    problems.push(problem.help("write forgiven, fails, {costs: 0.5} or {forgiven_except: [title]}"));
    None
}

fn check_follows(
    file: &str,
    (part, from): (&String, &Vec<At<String>>),
    problems: &mut Vec<Problem>,
) -> Option<Follows> {
    let place = from.first().map_or(Place::default(), super::yaml::At::place);
    let part = Glob::new(part).map_err(|error| problems.push(bad_glob(file, place, &error))).ok();
    let from = check_parts(file, from, problems);
    Some(Follows { part: part?.compile_matcher(), from: from? })
}

fn check_dice(file: &str, dice: &At<TextOr<RawSeeded>>, problems: &mut Vec<Problem>) -> Option<DiceSource> {
    match &dice.value {
        TextOr::Text(word) if word == "observed" => Some(DiceSource::Observed),
        TextOr::Other(raw) => {
            Some(DiceSource::Seeded(SeededDice { dialect: raw.seeded.into(), skip_first: raw.skip_first }))
        }
        TextOr::Text(_) => {
            let problem = Problem::at(file, dice.place(), "the dice are neither observed nor seeded");
            problems.push(problem.help("write observed, or {seeded: java, skip_first: true}"));
            None
        }
    }
}
