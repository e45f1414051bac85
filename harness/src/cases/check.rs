//! Turns a suite as it is written into a valid one, or tells everything that is wrong with it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::OnceLock;

use reference::dice::Dialect;

use globset::{Glob, GlobSet, GlobSetBuilder};
use sha2::{Digest, Sha256};

use super::check_case::{Frame, check_case};
use super::check_files::check_files;
use super::check_reference::{beyond_a_command, check_reference};
use super::check_start::check_start;
use super::problem::{Place, Problem};
use super::raw::{RawCase, RawDialect, RawLimits, RawPrice, RawRow, RawSeeded, RawSuite, TextOr};
use super::source::SuiteFiles;
use super::yaml::{At, parse};
use super::{Award, Case, Dice, Follows, Price, Pricing, Reference, Row, Seeded, Start, Suite};
use crate::limits::Limits;

/// The file that describes a suite.
const SUITE_FILE: &str = "suite.yaml";

/// Returns the suite called `name` that `files` describe. Messages call a file by `prefix` and its path.
///
/// # Errors
/// Every problem of every file, sorted by file and place.
pub fn read_suite(name: &str, prefix: &str, files: &SuiteFiles) -> Result<Suite, Vec<Problem>> {
    let mut problems = Vec::new();
    let suite = read_suite_file(name, prefix, files, &mut problems);
    let frame = Frame {
        prefix,
        files,
        rules: suite.as_ref().map(|suite| suite.rules.keys().cloned().collect()),
        rows: suite.as_ref().map(|suite| suite.rows.iter().map(|row| row.name.clone()).collect()),
        judge: suite.as_ref().map(|suite| suite.judge),
        limits: suite.as_ref().map_or(Limits::default(), |suite| suite.limits),
        tolerate: suite.as_ref().map(|suite| suite.tolerate.clone()).unwrap_or_default(),
    };
    let mut cases: Vec<Case> = Vec::new();
    for (path, bytes) in files.iter().filter(|(path, _)| is_case(path)) {
        match read_case(path, bytes, &frame) {
            Ok(case) => match cases.iter().find(|other| other.id == case.id) {
                Some(other) => problems.push(same_id(prefix, &case, other)),
                None => cases.push(case),
            },
            Err(more) => problems.extend(more),
        }
    }
    if let Some(Header { reference: Reference::Command { .. }, rows, .. }) = &suite {
        problems.extend(beyond_a_command(prefix, SUITE_FILE, rows, &cases, files));
    }
    problems.sort();
    let Some(suite) = suite.filter(|_| problems.is_empty()) else { return Err(problems) };
    cases.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(Suite { cases, digest: digest(files), ..suite.into_suite(name) })
}

/// Returns the SHA-256 of files with their names, in hexadecimal digits.
pub(super) fn digest<'a>(files: impl IntoIterator<Item = (&'a String, &'a Vec<u8>)>) -> String {
    let mut hash = Sha256::new();
    for (path, bytes) in files {
        hash.update(path.len().to_le_bytes());
        hash.update(path);
        hash.update(bytes.len().to_le_bytes());
        hash.update(bytes);
    }
    hex(&hash.finalize())
}

/// Returns `bytes` in hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("to a string");
        text
    })
}

fn is_case(path: &str) -> bool {
    let extension = path.rsplit_once('.').map(|(_, extension)| extension);
    path != SUITE_FILE && matches!(extension, Some("yaml" | "yml")) && !path.starts_with("provide/")
}

fn same_id(prefix: &str, case: &Case, other: &Case) -> Problem {
    let file = format!("{prefix}{}", case.file);
    Problem::of_file(&file, format!("the case `{}` is there twice, also as {}", case.id, other.file))
        .help("rename one of the two files")
}

fn read_case(path: &str, bytes: &[u8], frame: &Frame<'_>) -> Result<Case, Vec<Problem>> {
    let name = format!("{}{path}", frame.prefix);
    let text = std::str::from_utf8(bytes)
        .map_err(|_| vec![Problem::of_file(&name, "is not UTF-8 text").help("save the file as UTF-8")])?;
    let raw: RawCase = parse(&name, text)?;
    check_case(path, text, raw, frame)
}

/// A suite without its cases.
struct Header {
    title: String,
    reference: Reference,
    start: Start,
    limits: Limits,
    tolerate: BTreeSet<super::Tolerance>,
    causes: BTreeMap<super::Cause, Pricing>,
    follows: Vec<Follows>,
    dice: Option<Dice>,
    judge: super::Judge,
    vocabulary: BTreeMap<String, Vec<String>>,
    disclose: BTreeMap<super::Visibility, super::Disclosure>,
    rules: BTreeMap<String, String>,
    rows: Vec<Row>,
}

impl Header {
    fn into_suite(self, name: &str) -> Suite {
        let Self {
            title,
            reference,
            start,
            causes,
            follows,
            dice,
            judge,
            vocabulary,
            disclose,
            rules,
            rows,
            ..
        } = self;
        let name = name.to_string();
        let (cases, digest) = (Vec::new(), String::new());
        Suite {
            name,
            title,
            reference,
            start,
            causes,
            follows,
            dice,
            judge,
            vocabulary,
            disclose,
            rules,
            rows,
            cases,
            digest,
            phrases: OnceLock::new(),
        }
    }
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
        .filter_map(|(cause, price)| Some((cause, check_price(file, &price, problems)?)));
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
        rows.extend(check_row(file, row, problems));
    }
    let start = check_start(file, raw.start, files, problems);
    let header = Header {
        title: raw.title,
        reference: reference?,
        start,
        limits,
        tolerate: raw.tolerate.into_iter().collect(),
        causes,
        follows: raw.follows.iter().filter_map(|rule| check_follows(file, rule, problems)).collect(),
        dice: raw.dice.and_then(|dice| check_dice(file, &dice, problems)),
        judge: raw.judge,
        vocabulary: raw.vocabulary,
        disclose: raw.disclose,
        rules: raw.rules.into_iter().map(|(rule, sentence)| (rule, sentence.value)).collect(),
        rows,
    };
    (problems.len() == before).then_some(header)
}

/// Returns the limits that `raw` asks for, with `outer` where it asks for nothing.
pub(super) fn check_limits(
    file: &str,
    raw: &RawLimits,
    outer: Limits,
    problems: &mut Vec<Problem>,
) -> Limits {
    let mut limits = outer;
    for (name, value, place) in raw.given() {
        if let Err(message) = limits.set(name, value) {
            let problem = Problem::at(file, place, message);
            problems.push(if name == "wall" {
                problem.help("ten seconds are plenty for a console program")
            } else {
                problem
            });
        }
    }
    limits
}

fn check_price(file: &str, price: &At<TextOr<RawPrice>>, problems: &mut Vec<Problem>) -> Option<Pricing> {
    let everywhere = |price| Some(Pricing { price, except: globset::GlobSet::empty() });
    match &price.value {
        TextOr::Text(word) if word == "forgiven" => return everywhere(Price::Forgiven),
        TextOr::Text(word) if word == "fails" => return everywhere(Price::Fails),
        TextOr::Other(RawPrice { costs: Some(part), forgiven_except: None })
            if *part > 0.0 && *part < 1.0 =>
        {
            return everywhere(Price::Part(*part));
        }
        TextOr::Other(RawPrice { costs: None, forgiven_except: Some(parts) }) => {
            let except = parts.iter().map(|part| (price.place(), part.as_str()));
            return Some(Pricing { price: Price::Forgiven, except: check_globs(file, except, problems)? });
        }
        _ => {}
    }
    let problem = Problem::at(file, price.place(), "this is no price of a cause");
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

fn check_dice(file: &str, dice: &At<TextOr<RawSeeded>>, problems: &mut Vec<Problem>) -> Option<Dice> {
    match &dice.value {
        TextOr::Text(word) if word == "observed" => Some(Dice::Observed),
        TextOr::Other(raw) => Some(Dice::Seeded(seeded(raw.seeded, raw.skip_first))),
        TextOr::Text(_) => {
            let problem = Problem::at(file, dice.place(), "the dice are neither observed nor seeded");
            problems.push(problem.help("write observed, or {seeded: java, skip_first: true}"));
            None
        }
    }
}

/// Returns the dice that a file names.
pub(super) fn seeded(dialect: RawDialect, skip_first: bool) -> Seeded {
    let dialect = match dialect {
        RawDialect::Java => Dialect::Java,
        RawDialect::Python => Dialect::Python,
        RawDialect::C => Dialect::C,
        RawDialect::Mt19937 => Dialect::Mt19937,
        RawDialect::Own => Dialect::Own,
    };
    Seeded { dialect, skip_first }
}

fn check_row(file: &str, raw: RawRow, problems: &mut Vec<Problem>) -> Option<Row> {
    let files = check_files(file, &raw, problems);
    let step = check_step(file, &raw, problems);
    let RawRow { row, title, out_of, by, parts, forms, lines, after, only_parts, award, fair_dice, .. } = raw;
    if !(out_of.value.is_finite() && out_of.value > 0.0) {
        problems.push(Problem::at(file, out_of.place(), "`out_of` must be a number of marks above 0"));
    }
    if let Some(marks) = fair_dice.as_ref().filter(|marks| !(0.0..=out_of.value).contains(&marks.value)) {
        let problem = Problem::at(file, marks.place(), "`fair_dice` must be marks from 0 to `out_of`");
        problems.push(problem.help("write how many marks of the row are lost if the dice are not fair"));
    }
    let award = match &award {
        None => Some(Award::Share),
        Some(award) => check_award(file, award, problems),
    };
    let parts = check_parts(file, &parts, problems);
    let forms = check_parts(file, &forms, problems);
    let lines = check_parts(file, &lines, problems);
    let after = check_parts(file, &after, problems);
    Some(Row {
        name: row.value,
        title,
        out_of: out_of.value,
        by,
        parts: parts?,
        forms: forms?,
        lines: lines?,
        after: after?,
        only_parts,
        award: award?,
        step,
        files,
        fair_dice: fair_dice.map(|marks| marks.value),
    })
}

/// Returns what a tutor's marks are a multiple of, if the row says it.
fn check_step(file: &str, row: &RawRow, problems: &mut Vec<Problem>) -> Option<f64> {
    let step = row.step.as_ref()?;
    if !(step.value > 0.0 && step.value <= row.out_of.value) {
        let problem = Problem::at(file, step.place(), "`step` must be a number of marks above 0");
        problems.push(problem.help("write what the marks are a multiple of, at most `out_of`"));
    }
    Some(step.value)
}

fn check_award(
    file: &str,
    award: &At<TextOr<super::raw::RawSteps>>,
    problems: &mut Vec<Problem>,
) -> Option<Award> {
    match &award.value {
        TextOr::Text(word) if word == "all" => return Some(Award::All),
        TextOr::Text(word) if word == "share" => return Some(Award::Share),
        TextOr::Text(word) if word == "count" => return Some(Award::Count),
        TextOr::Other(steps) if (0.0..1.0).contains(&steps.half_above) && steps.otherwise >= 0.0 => {
            return Some(Award::Steps { half_above: steps.half_above, otherwise: steps.otherwise });
        }
        _ => {}
    }
    let problem = Problem::at(file, award.place(), "this is no way to award a row");
    problems.push(problem.help("write all, share, count, or {half_above: 0.5, else: 0}"));
    None
}

fn check_parts(file: &str, parts: &[At<String>], problems: &mut Vec<Problem>) -> Option<GlobSet> {
    check_globs(file, parts.iter().map(|part| (part.place(), part.value.as_str())), problems)
}

fn check_globs<'a>(
    file: &str,
    parts: impl Iterator<Item = (Place, &'a str)>,
    problems: &mut Vec<Problem>,
) -> Option<GlobSet> {
    let mut set = GlobSetBuilder::new();
    for (place, part) in parts {
        match Glob::new(part) {
            Ok(glob) => drop(set.add(glob)),
            Err(error) => problems.push(bad_glob(file, place, &error)),
        }
    }
    set.build().ok()
}

fn bad_glob(file: &str, place: Place, error: &globset::Error) -> Problem {
    Problem::at(file, place, format!("this is no pattern of parts: {}", error.kind()))
        .help("write a part such as `start/map`, or a pattern such as `start/*`")
}
