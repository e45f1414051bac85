//! A slip as reports tell of it, and what was repaired of each case.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::Kind;
use super::exceptions::ExceptionsByKind;
use super::groups::{lacking_values, lacks_values, same_places, same_words};
use super::key::Key;
use super::lexicon::Lexicon;
use super::line::Line;
use super::pages::SharedPage;
use super::repair::Note;
use super::templates::VALUE;
use super::vocabulary::Vocabulary;
use crate::cases::{Case, Cause, Row, Suite, Visibility};
use crate::comparison::{Detail, Difference, Part, Setting};
use crate::text::tokens::{TokenKind, tokens};

/// A slip of wording or presentation, once for the whole submission.
#[derive(Debug, Clone)]
pub(crate) struct Slip {
    /// What it is called, the same for the same slip of another submission.
    pub(crate) key: String,
    /// Its kind; behaviour where values are never shown.
    pub(crate) kind: Kind,
    /// Whether it leaves out words, or prints others that the game knows: something else is said then, not the same in another spelling.
    pub(crate) says_something_else: bool,
    /// The smallest cause that explains it.
    pub(crate) cause: Cause,
    /// The part in which it shows most often.
    pub(crate) part: &'static str,
    /// What is wrong.
    pub(crate) sentence: String,
    /// At how many places it shows.
    pub(crate) places: usize,
    /// The cases in which it shows, by their ids.
    pub(crate) cases: BTreeSet<String>,
    /// The expected line of the best example.
    pub(crate) expected: Option<String>,
    /// The printed line of the best example.
    pub(crate) actual: Option<String>,
    /// The case of the best example.
    pub(crate) example: String,
}

impl Slip {
    /// Returns the row that pays for it, of those that claim its part.
    pub(crate) fn owner<'s>(&self, suite: &'s Suite) -> Option<&'s Row> {
        match self.kind {
            Kind::Wording if self.says_something_else => suite.owner_of_contents(self.part),
            Kind::Behaviour if self.cause == Cause::MissingOutput => suite.owner_of_lines(self.part),
            _ => suite.owner(self.part),
        }
    }
}

/// A place at which a slip was repaired.
#[derive(Debug, Clone)]
pub(crate) struct Noted {
    /// The slip, by its index.
    pub(crate) slip: usize,
    /// The part.
    pub(crate) part: &'static str,
    /// The turn, from 1.
    pub(crate) turn: usize,
    /// The line in the turn as it was printed, from 1.
    pub(crate) line: usize,
    /// The expected line.
    pub(crate) expected: Option<Arc<str>>,
    /// The printed line.
    pub(crate) actual: Option<Arc<str>>,
}

/// What was repaired of a case.
#[derive(Debug, Clone, Default)]
pub(crate) struct Repair {
    /// The turns without their slips; empty if nothing was repaired there.
    pub(super) pages: Vec<SharedPage>,
    /// The message with which the program should have failed, if its own was repaired.
    pub(crate) message: Option<String>,
    /// The places, in the order of the conversation.
    pub(crate) notes: Vec<Noted>,
}

impl Repair {
    /// Returns whether something was repaired in the conversation.
    pub(crate) fn is_of_output(&self) -> bool {
        !self.pages.is_empty()
    }

    /// Returns the output of each turn without its slips.
    pub(crate) fn outputs(&self) -> Vec<String> {
        self.pages.iter().map(|page| page.text().0).collect()
    }

    /// Returns for each line of a turn, counted from 1, its number in the turn as it was printed.
    pub(crate) fn origins(&self, turn: usize) -> Option<Vec<Option<usize>>> {
        self.pages.get(turn.checked_sub(1)?).map(|page| page.text().1)
    }
}

/// The slips of a submission, and what was repaired of each differing case.
#[derive(Debug, Clone, Default)]
pub(crate) struct Slips {
    /// The slips, in the order of their keys.
    pub(crate) all: Vec<Slip>,
    /// What was repaired, in the order of the differing cases.
    pub(crate) repairs: Vec<Repair>,
    /// What is a value in the lines of the suite.
    pub(super) values: Values,
    /// What is fixed in throws that are not shown.
    pub(super) hidden_throws: BTreeMap<String, &'static str>,
    /// The exceptions that ended the program.
    pub(super) exceptions: ExceptionsByKind,
}

/// Words that stand for values.
#[derive(Debug, Clone, Default)]
pub(super) struct Values {
    /// Text that somebody has typed, such as names.
    pub(super) names: HashSet<String>,
    /// Words that stand in the place of one another, by their part.
    pub(super) words: HashMap<&'static str, HashSet<String>>,
    /// The family of each part that is not its own.
    pub(super) families: BTreeMap<&'static str, &'static str>,
}

impl Slips {
    /// Returns what a difference of behaviour is called, the same for the same mistake of another submission: its cause, its part,
    /// and the line that is expected there, or that is too much there, values abstracted.
    pub(crate) fn key(&self, difference: &Difference) -> String {
        let Difference { cause, expected, actual, .. } = difference;
        let part = self.family(difference.part);
        match (&difference.setting, &difference.detail) {
            (Setting::NotAwaited { question, .. }, _) => return format!("{NOT_AWAITED} `{question}`"),
            (_, Detail::SuddenEnd(end)) => {
                return format!("{}: {}", difference.part, self.exceptions.name(end));
            }
            (Setting::Twice, _) => return format!("twice {part}"),
            _ => {}
        }
        if *cause == Cause::WrongValue {
            return format!("{} {part}", cause.name());
        }
        let of_extra = || actual.as_ref().map(|line| self.values.template_anywhere(line));
        let expected = expected.as_deref().map(|line| without_list(line, actual.as_deref()));
        let line = expected.map(|line| self.values.template(part, &line)).or_else(of_extra);
        let line = line.unwrap_or_default();
        if *cause == Cause::MissingOutput
            && let [slip] = self.missing_in(part)[..]
        {
            return slip.key.clone();
        }
        let mut throws = self.hidden_throws.iter().filter(|_| *cause == Cause::MissingOutput);
        match throws.find(|(throw, _)| line.starts_with(throw.as_str())) {
            Some((throw, part)) => format!("{} {part}: `{throw}`", cause.name()),
            None => format!("{} {part}: `{line}`", cause.name()),
        }
    }

    /// Returns the slips that are lines of values which are never shown in a family of parts.
    fn missing_in(&self, family: &str) -> Vec<&Slip> {
        let is_here = |slip: &&Slip| {
            slip.kind == Kind::Behaviour
                && slip.cause == Cause::MissingOutput
                && self.family(Part::new(slip.part)) == family
        };
        self.all.iter().filter(is_here).collect()
    }

    /// Remembers the difference of a throw that is never shown: where the dice are known all the same, a missing line that
    /// begins with it is the same mistake.
    pub(crate) fn hide_throw(&mut self, difference: &Difference) {
        if let Some(line) = &difference.expected {
            let part = difference.part.label();
            self.hidden_throws.insert(self.values.template(part, line), part);
        }
    }

    /// Remembers what ended the program, if a difference tells of it: of several exceptions of one kind each may be a mistake of its own.
    pub(crate) fn tell_apart(&mut self, difference: &Difference) {
        if let Some(end) = difference.ended_by() {
            self.exceptions.add(end);
        }
    }

    /// Returns the name of what is printed in a part, wherever it is printed.
    pub(crate) fn family(&self, part: Part) -> &'static str {
        self.values.families.get(part.label()).copied().unwrap_or(part.label())
    }
}

/// Returns an expected line without the list in its brackets, if the printed line is the same but for that list.
fn without_list<'a>(expected: &'a str, actual: Option<&str>) -> Cow<'a, str> {
    let brackets = expected.find('(').zip(expected.rfind(')'));
    let Some((start, end)) = brackets.filter(|(start, end)| start < end) else {
        return Cow::Borrowed(expected);
    };
    let (head, tail) = (&expected[..=start], &expected[end..]);
    let is_same_list = |actual: &str| {
        let actual = actual.trim_end();
        actual.len() >= head.len() + tail.trim_end().len()
            && actual.starts_with(head)
            && actual.ends_with(tail.trim_end())
    };
    if actual.is_some_and(is_same_list) {
        Cow::Owned(format!("{head}{tail}"))
    } else {
        Cow::Borrowed(expected)
    }
}

impl Values {
    /// Returns the words of a line, with signs for its values.
    fn template(&self, part: &str, line: &str) -> String {
        Self::with_signs(line, |word| self.word(part, word))
    }

    /// Returns the words of a line that stands in no part of its own, with signs for what is a value in any part.
    fn template_anywhere(&self, line: &str) -> String {
        let is_value = |word: &String| {
            self.names.contains(word) || self.words.values().any(|words| words.contains(word))
        };
        Self::with_signs(line, |word| if is_value(&word) { VALUE.to_string() } else { word })
    }

    fn with_signs(line: &str, of_word: impl Fn(String) -> String) -> String {
        let mut words: Vec<String> = Vec::new();
        for token in tokens(line) {
            let word = match token.kind {
                TokenKind::Number => VALUE.to_string(),
                TokenKind::Word => of_word(token.text.to_lowercase()),
                _ => continue,
            };
            if words.last() != Some(&word) || word != VALUE {
                words.push(word);
            }
        }
        words.truncate(MOST_WORDS);
        words.join(" ")
    }

    fn word(&self, part: &str, word: String) -> String {
        let is_value =
            self.names.contains(&word) || self.words.get(part).is_some_and(|words| words.contains(&word));
        if is_value { VALUE.to_string() } else { word }
    }
}

/// With what the key of a question begins at which the program does not wait.
pub(crate) const NOT_AWAITED: &str = "not awaited";

/// The most words of a line that tell one mistake from another.
const MOST_WORDS: usize = 12;

/// The most places of one case that are kept.
const MOST_NOTES: usize = 60;

/// Returns the slips in the notes of cases.
pub(super) fn slips(
    cases: &[&Case],
    notes: &[Vec<Note>],
    vocabulary: &Vocabulary,
    lexicon: &Lexicon,
) -> (Vec<Slip>, Vec<Vec<Noted>>) {
    let beside = same_places(notes, vocabulary);
    let mut groups = same_words(notes, &beside, vocabulary, lexicon);
    groups.extend(beside.clone());
    let group_of = |key: &Key| {
        let group = groups.get(key).unwrap_or(key);
        groups.get(group).unwrap_or(group).clone()
    };
    let mut places: BTreeMap<Key, Vec<(usize, &Note)>> = BTreeMap::new();
    for (case, notes) in notes.iter().enumerate() {
        for note in notes.iter().filter(|note| !beside.contains_key(&note.key)) {
            places.entry(group_of(&note.key)).or_default().push((case, note));
        }
    }
    let indices: BTreeMap<Key, usize> = places.keys().cloned().zip(0..).collect();
    let with_values = lacking_values(notes, &beside, vocabulary);
    let described = |(key, places): (&Key, &Vec<(usize, &Note)>)| {
        let mut slip = slip(key, places, cases, vocabulary, lexicon);
        if let Key::Missing(..) | Key::Twice(_) = key {
            let lines = lines_of_block(key, best(places, cases), notes, &beside);
            let is_missing = matches!(key, Key::Missing(..));
            let told = if is_missing { of_missing_lines(lines) } else { of_doubled_lines(lines) };
            slip.sentence = told.unwrap_or(slip.sentence);
        }
        Slip { kind: if with_values.contains(key) { Kind::Behaviour } else { slip.kind }, ..slip }
    };
    let found: Vec<Slip> = places.iter().map(described).collect();
    let marked = notes.iter().map(|notes| {
        let own = notes.iter().filter(|note| !beside.contains_key(&note.key)).take(MOST_NOTES);
        own.map(|note| noted(note, indices[&group_of(&note.key)])).collect()
    });
    let marked = marked.collect();
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by(|one, other| found[*one].key.cmp(&found[*other].key));
    in_order(found, marked, &order)
}

fn in_order(found: Vec<Slip>, mut noted: Vec<Vec<Noted>>, order: &[usize]) -> (Vec<Slip>, Vec<Vec<Noted>>) {
    let mut place = vec![0; order.len()];
    for (new, old) in order.iter().enumerate() {
        place[*old] = new;
    }
    for note in noted.iter_mut().flatten() {
        note.slip = place[note.slip];
    }
    let mut slots: Vec<Option<Slip>> = found.into_iter().map(Some).collect();
    (order.iter().filter_map(|old| slots[*old].take()).collect(), noted)
}

fn slip(
    key: &Key,
    places: &[(usize, &Note)],
    cases: &[&Case],
    vocabulary: &Vocabulary,
    lexicon: &Lexicon,
) -> Slip {
    let (case, best) = best(places, cases);
    let (expected, actual) = (text(best.expected.as_ref()), text(best.actual.as_ref()));
    let names_are_lost = key.loses_a_name();
    Slip {
        says_something_else: matches!(key, Key::Words(_, hunk) if vocabulary.knows_all(&hunk.actual)),
        key: key.shown(lexicon),
        kind: if names_are_lost {
            Kind::Behaviour
        } else {
            key.kind(places.iter().any(|(_, note)| lacks_values(note, vocabulary)))
        },
        cause: if names_are_lost { Cause::WrongValue } else { key.cause() },
        part: if names_are_lost { vocabulary.part_of_names() } else { usual_part(places) },
        sentence: key.sentence(lexicon, expected.as_deref().unwrap_or(""), actual.as_deref().unwrap_or("")),
        places: places.len(),
        cases: places.iter().map(|(case, _)| cases[*case].id.clone()).collect(),
        expected,
        actual,
        example: cases[case].id.clone(),
    }
}

/// Returns the place that shows a slip best: in a public case, with as little else as possible, early.
fn best<'a>(places: &[(usize, &'a Note)], cases: &[&Case]) -> (usize, &'a Note) {
    let ease = |(case, note): &&(usize, &Note)| {
        let length = note.actual.as_ref().or(note.expected.as_ref()).map_or(0, |line| line.raw.len());
        let is_hidden = cases[*case].visible != Visibility::Public;
        // Of lines that are each printed twice, or begin with other blanks, the first one.
        let is_first = matches!(*note.key, Key::Twice(_)) || is_indented_otherwise(note);
        let length = if is_first { 0 } else { length };
        (is_hidden, note.turn, length, note.line, cases[*case].id.clone())
    };
    let (case, note) = places.iter().min_by_key(ease).expect("a slip has a place");
    (*case, note)
}

/// Returns whether a line begins with other blanks than the expected one.
fn is_indented_otherwise(note: &Note) -> bool {
    let indent = |line: &Line| line.raw.len() - line.raw.trim_start().len();
    let lines = note.expected.as_ref().zip(note.actual.as_ref());
    lines.is_some_and(|(expected, actual)| indent(expected) != indent(actual))
}

/// Returns how many lines the block of missing lines has that is called by `key`, at one of its places.
fn lines_of_block(
    key: &Key,
    (case, first): (usize, &Note),
    notes: &[Vec<Note>],
    beside: &BTreeMap<Key, Key>,
) -> usize {
    let is_of_it = |note: &&Note| beside.get(&note.key).unwrap_or(&note.key) == key;
    notes[case].iter().filter(|note| note.turn == first.turn).filter(is_of_it).count()
}

/// Returns what a tutor would write beside the first of several lines that are never printed.
fn of_missing_lines(count: usize) -> Option<String> {
    match count {
        0 | 1 => None,
        2 => Some("this line and one more after it are never printed".to_string()),
        _ => Some(format!("this line and {} more after it are never printed", count - 1)),
    }
}

/// Returns what a tutor would write beside the first of several lines of a step that are each printed twice.
fn of_doubled_lines(count: usize) -> Option<String> {
    let more = count.checked_sub(1).filter(|more| *more > 0)?;
    Some(format!("this line and {more} more of its step should come only once each, not twice"))
}

fn usual_part(places: &[(usize, &Note)]) -> &'static str {
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    for (_, note) in places {
        *counts.entry(note.part).or_default() += 1;
    }
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map_or("", |(part, _)| part)
}

fn noted(note: &Note, slip: usize) -> Noted {
    Noted {
        slip,
        part: note.part,
        turn: note.turn,
        line: note.line,
        expected: note.expected.as_ref().map(|line| Arc::clone(&line.raw)),
        actual: note.actual.as_ref().map(|line| Arc::clone(&line.raw)),
    }
}

fn text(line: Option<&Arc<Line>>) -> Option<String> {
    line.map(|line| line.raw.to_string())
}
