//! Turns a case as it is written into a valid one.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use reference::author::{Policy, Style};

use super::check_chance::{BesideChance, check_chance};
use super::check_limits::check_limits;
use super::facts::FactRow;
use super::notation::NotationError;
use super::packed::PackedConversation;
use super::problem::{Place, Problem, nearest};
use super::raw::{FromPath, OneOrMany, RawCase, RawPolicy, RawStyle, RawTyping, TextOr};
use super::source::SuiteFiles;
use super::yaml::At;
use super::{Case, CaseDice, ExpectedError, JudgedBy, SeededDice, Tolerance, Typed, Typing};
use crate::digest;
use crate::limits::Limits;
use crate::text::shared::SharedText;

/// What the suite around a case says.
pub(super) struct Frame<'a> {
    /// How the suite's folder is called in messages.
    pub(super) prefix: &'a str,
    pub(super) files: &'a SuiteFiles,
    /// The names of the suite's rules; none if the suite's own file cannot be read.
    pub(super) rules: Option<BTreeSet<SharedText>>,
    /// The names of the suite's rows; none if the suite's own file cannot be read.
    pub(super) rows: Option<BTreeSet<SharedText>>,
    /// By what the suite is judged; none if the suite's own file cannot be read.
    pub(super) judge: Option<JudgedBy>,
    /// The facts of its game, which cases may check.
    pub(super) facts: &'static [FactRow],
    /// Whether the suite observes dice; none if the suite's own file cannot be read.
    pub(super) observes: Option<bool>,
    pub(super) limits: Arc<Limits>,
    pub(super) tolerate: Arc<BTreeSet<Tolerance>>,
}

/// Returns the case in the file `path` of the suite, which was read as `raw` from `text`.
///
/// # Errors
/// Every problem of the file.
pub(super) fn check_case(
    path: &str,
    text: &str,
    raw: RawCase,
    frame: &Frame<'_>,
) -> Result<Case, Vec<Problem>> {
    let file = format!("{}{path}", frame.prefix);
    let mut problems = Vec::new();
    known(&file, "rule", &raw.rule, frame.rules.as_ref(), &mut problems);
    known(&file, "row", &raw.row, frame.rows.as_ref(), &mut problems);
    let checks = check_checks(&file, &raw.checks, (frame.judge, frame.facts), &mut problems);
    let is_seeded = raw.dice.as_ref().is_some_and(|dice| dice.seeded.is_some());
    let (judge, observes) = (frame.judge, frame.observes);
    let beside = BesideChance { judge, observes, checks: &checks, is_seeded };
    let chance = raw.chance.and_then(|chance| check_chance(&file, &chance, &beside, &mut problems));
    let files = check_files(path, &file, raw.files, frame, &mut problems);
    let own_limits = check_limits(&file, &raw.limits, *frame.limits, &mut problems);
    let typing = raw.typing.and_then(|typing| check_typing(&file, typing, &mut problems));
    let transcript = check_transcript(&file, text, raw.transcript.as_ref(), &mut problems);
    if raw.transcript.is_none() && typing.is_none() {
        problems.push(
            Problem::of_file(&file, "the key `transcript` is missing")
                .help("end the file with `transcript: |2-` and the lines that are typed, each as <<text>>; `harness regen` adds the output"),
        );
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let (id, extension) = path.rsplit_once('.').unwrap_or((path, "yaml"));
    let title = raw.title.unwrap_or_else(|| default_title(id)).into();
    let errors = raw.error.map(OneOrMany::into_vec).unwrap_or_default();
    let own_file = (path.to_string(), text.as_bytes().to_vec());
    let own_tolerances = raw.tolerate;
    let is_tolerated = own_tolerances.iter().all(|own| frame.tolerate.contains(own));
    Ok(Case {
        digest: digest::of_files([(&own_file.0, &own_file.1)].into_iter().chain(&files)).into(),
        id: id.to_string(),
        extension: if extension == "yml" { "yml" } else { "yaml" },
        title,
        why: raw.why.into(),
        rule: shared(raw.rule.value, frame.rules.as_ref()),
        row: shared(raw.row.value, frame.rows.as_ref()),
        visible: raw.visible,
        args: raw.args,
        files,
        errors: errors
            .into_iter()
            .map(|error| ExpectedError { kind: error.kind, message: error.message })
            .collect(),
        exit: raw.exit,
        checks,
        dice: raw.dice.map(|dice| CaseDice {
            seed: dice.seed,
            seeded: dice
                .seeded
                .map(|dialect| SeededDice { dialect: dialect.into(), skip_first: dice.skip_first }),
        }),
        chance: chance.map(Box::new),
        limits: if own_limits == *frame.limits { Arc::clone(&frame.limits) } else { Arc::new(own_limits) },
        tolerate: if is_tolerated {
            Arc::clone(&frame.tolerate)
        } else {
            Arc::new(frame.tolerate.iter().copied().chain(own_tolerances).collect())
        },
        typing,
        transcript,
    })
}

/// Returns a name of the suite as the suite holds it, so that no case holds it again.
fn shared(name: String, names: Option<&BTreeSet<SharedText>>) -> SharedText {
    names.and_then(|names| names.get(name.as_str())).cloned().unwrap_or_else(|| name.into())
}

/// A case of a suite that is judged by facts names facts that are known; a case of another suite names none.
fn check_checks(
    file: &str,
    checks: &[At<String>],
    (judge, facts): (Option<JudgedBy>, &[FactRow]),
    problems: &mut Vec<Problem>,
) -> Vec<String> {
    let known: Vec<&str> = facts.iter().map(|row| row.name).collect();
    match (judge, checks) {
        (Some(JudgedBy::Facts), []) => problems.push(
            Problem::of_file(file, "the key `checks` is missing")
                .help("name the facts to check, for example `checks: [score/doubled]`"),
        ),
        (Some(JudgedBy::Transcript), [first, ..]) => problems.push(
            Problem::at(file, first.place(), "the suite is judged by transcripts, not by facts")
                .help("take `checks` out, or write `judge: facts` in the suite's suite.yaml"),
        ),
        _ => {}
    }
    for check in checks.iter().filter(|check| !known.contains(&check.value.as_str())) {
        let problem = Problem::at(file, check.place(), format!("there is no fact `{}`", check.value));
        problems.push(match nearest(&check.value, known.iter().copied()) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem.help(format!("the facts are {}", known.join(", "))),
        });
    }
    checks.iter().map(|check| check.value.clone()).collect()
}

fn default_title(id: &str) -> String {
    id.rsplit('/').next().unwrap_or(id).replace('_', " ")
}

pub(super) fn known<N: Borrow<str> + Ord>(
    file: &str,
    key: &str,
    name: &At<String>,
    names: Option<&BTreeSet<N>>,
    problems: &mut Vec<Problem>,
) {
    let Some(names) = names.filter(|names| !names.contains(name.value.as_str())) else { return };
    let problem = Problem::at(file, name.place(), format!("the suite has no {key} `{}`", name.value));
    problems.push(match nearest(&name.value, names.iter().map(Borrow::borrow)) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None => problem.help(format!("add the {key} to the suite's suite.yaml, or use one that is there")),
    });
}

fn check_files(
    path: &str,
    file: &str,
    raw: BTreeMap<String, At<TextOr<FromPath>>>,
    frame: &Frame<'_>,
    problems: &mut Vec<Problem>,
) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for (name, content) in raw {
        if !is_plain(&name) {
            let problem = Problem::at(
                file,
                content.place(),
                format!("`{name}` is no name of a file in the program's folder"),
            );
            problems.push(problem.help("use a relative path without `..`"));
        }
        match &content.value {
            TextOr::Text(text) => drop(files.insert(name, text.clone().into_bytes())),
            TextOr::Other(FromPath { path: source }) => match beside(path, source)
                .and_then(|found| frame.files.get(&found))
            {
                Some(bytes) => drop(files.insert(name, bytes.clone())),
                None => problems.push(
                    Problem::at(file, content.place(), format!("there is no file `{source}` in the suite"))
                        .help("give a path relative to this case, inside the suite's folder"),
                ),
            },
        }
    }
    files
}

fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && !name.contains('\0')
        && Path::new(name).components().all(|component| matches!(component, Component::Normal(_)))
}

/// Returns the path below the suite's folder of `source`, which is relative to the case at `path`.
fn beside(path: &str, source: &str) -> Option<String> {
    let mut found = PathBuf::from(path);
    found.pop();
    for component in Path::new(source).components() {
        match component {
            Component::Normal(name) => found.push(name),
            Component::CurDir => {}
            Component::ParentDir if found.pop() => {}
            _ => return None,
        }
    }
    found.to_str().map(str::to_string)
}

fn check_typing(file: &str, typing: At<OneOrMany<RawTyping>>, problems: &mut Vec<Problem>) -> Option<Typing> {
    let place = typing.place();
    let typings = typing.value.into_vec();
    let mut lines = Vec::new();
    let alone = typings.len() == 1;
    for typing in typings {
        match typing {
            RawTyping::Line(line) if line.contains('\n') => {
                let problem = Problem::at(file, place, "a line that is typed cannot hold a line break");
                problems.push(problem.help("make two lines of it"));
            }
            RawTyping::Line(line) => lines.push(Typed::Line(line)),
            RawTyping::Policy(policy) if alone => return check_policy(file, place, policy, problems),
            RawTyping::Policy(_) => {
                let problem = Problem::at(file, place, "lines and a policy cannot be mixed");
                problems.push(problem.help("give either a list of lines or one policy"));
                return None;
            }
        }
    }
    Some(Typing::Lines(lines))
}

/// The most replies of a game that is played to its end.
const LONGEST_GAME: usize = 500;

fn check_policy(file: &str, place: Place, policy: RawPolicy, problems: &mut Vec<Problem>) -> Option<Typing> {
    let style = |style| match style {
        RawStyle::Legal => Style::Legal,
        RawStyle::Mixed => Style::Mixed,
    };
    match policy {
        RawPolicy { random: Some(random), play: None } => Some(Typing::Random(Policy {
            style: style(random.style),
            seed: random.seed,
            turns: random.turns,
            answers: BTreeMap::new(),
        })),
        RawPolicy { random: None, play: Some(play) } => Some(Typing::Play(Policy {
            style: style(play.style),
            seed: play.seed,
            turns: LONGEST_GAME,
            answers: play
                .answers
                .into_iter()
                .map(|(question, answers)| (question, answers.into_vec()))
                .collect(),
        })),
        _ => {
            let problem = Problem::at(file, place, "`type` names no policy, or two");
            problems.push(problem.help("write {random: ...} or {play: ...}, or a list of lines"));
            None
        }
    }
}

/// Returns whether a line begins the transcript; a comment may follow.
fn is_header(line: &str) -> bool {
    let rest = line.strip_prefix("transcript: |2-").or(line.strip_prefix("transcript: |2+"));
    rest.is_some_and(|rest| rest.trim_start().is_empty() || rest.trim_start().starts_with('#'))
}

fn check_transcript(
    file: &str,
    text: &str,
    transcript: Option<&At<String>>,
    problems: &mut Vec<Problem>,
) -> Option<PackedConversation> {
    let transcript = transcript?;
    let Some(header) = text.lines().position(is_header) else {
        let problem = Problem::at(file, transcript.place(), "`transcript` is not written as `|2-` or `|2+`");
        problems.push(problem.help("write `transcript: |2-` and indent its lines by two blanks"));
        return None;
    };
    if let Some(after) =
        text.lines().skip(header + 1).position(|line| !line.is_empty() && !line.starts_with("  "))
    {
        let place = Place { line: header + 2 + after, column: 1 };
        let problem =
            Problem::at(file, place, "something follows `transcript`, which is the last key of the file");
        problems.push(problem.help("move what follows it before `transcript`"));
        return None;
    }
    match PackedConversation::parse(&transcript.value) {
        Ok(conversation) => Some(conversation),
        Err(NotationError { place, message, help }) => {
            let place = Place { line: header + 1 + place.line, column: place.column + 2 };
            problems.push(Problem::at(file, place, message).help(help));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::read_suite;
    use crate::cases::source::SuiteFiles;

    /// Returns who types in a case with this `typing`, of a suite that is judged by the game of pizza orders.
    fn typing(written: &str) -> Option<Typing> {
        let suite = "title: t\nreference: {game: pizza}\nrules: {r: t}\nmarks:\n  - {row: r, title: t, out_of: 1, by: harness}\n";
        let case = format!("why: w\nrule: r\nrow: r\nvisible: public\ntype: {written}\n");
        let files = [("suite.yaml", suite.to_string()), ("a/b.yaml", case)];
        let files: SuiteFiles = files.map(|(path, text)| (path.to_string(), text.into_bytes())).into();
        let suite = read_suite("s", "", &files).expect("it is valid");
        suite.cases.into_iter().next().and_then(|case| case.typing)
    }

    #[test]
    fn a_game_that_is_played_to_its_end_has_at_most_500_replies() {
        let replies = |typing| match typing {
            Some(Typing::Play(policy) | Typing::Random(policy)) => policy.turns,
            _ => 0,
        };
        assert_eq!(replies(typing("{play: {seed: 1, style: mixed}}")), 500);
        assert_eq!(replies(typing("{random: {seed: 1, style: mixed, turns: 40}}")), 40);
    }
}
