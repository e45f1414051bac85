//! The literals of a suite: all forms of lines that it prints, and the words that vary.

use std::collections::{BTreeMap, BTreeSet};

use harness::cases::Suite;

use super::line::Line;
use super::program::{Manner, Reading, converse};
use super::slip::{Kind, Slip};
use super::values::values;

/// What a slip is made in.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Literal {
    /// Every line with this form.
    Line(String),
    /// Every place where this word stands.
    Value(String),
}

/// What a suite says of a literal.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seen {
    /// The parts in which it is printed.
    pub(crate) parts: BTreeSet<&'static str>,
    /// The parts of the lines before and after it.
    pub(crate) beside: BTreeSet<&'static str>,
    /// How often a line of each form comes right after it.
    followers: BTreeMap<String, usize>,
    has_values: bool,
    /// Whether it was the last line of its turn wherever it was seen.
    is_last: bool,
    is_prompt: bool,
    /// A line of this form.
    sample: String,
}

/// All literals of a suite.
pub(crate) type Literals = BTreeMap<Literal, Seen>;

/// Returns the literals of a suite.
pub(crate) fn literals(suite: &Suite) -> Literals {
    let mut literals = Literals::new();
    let words: Vec<&str> =
        values(&suite.name).enumerations.iter().flat_map(|enumeration| enumeration.words).copied().collect();
    for case in &suite.cases {
        let mut before = None;
        let mut see = |lines: &mut Vec<Line>| {
            for (at, line) in lines.iter().enumerate().filter(|(_, line)| !line.form.is_empty()) {
                let is_last = at + 1 == lines.len();
                let seen = literals
                    .entry(Literal::Line(line.form.clone()))
                    .or_insert_with(|| Seen { is_last, ..Seen::default() });
                seen.is_last &= is_last;
                seen.see(line);
                seen.beside.extend(before);
                seen.beside
                    .extend(lines[at + 1..].iter().find(|next| !next.form.is_empty()).map(|next| next.part));
                before = Some(line.part);
                let follower = lines.get(at + 1).map_or("", |next| next.form.as_str());
                *seen.followers.entry(follower.to_string()).or_default() += 1;
                for word in words.iter().filter(|word| word.len() > 2 && line.text.contains(**word)) {
                    literals.entry(Literal::Value((*word).to_string())).or_default().see(line);
                }
            }
        };
        converse(suite, case, Manner { change: &mut see, reading: Reading::First });
    }
    // The message of a missing file is free.
    literals.retain(|literal, _| !matches!(literal, Literal::Line(form) if form.starts_with("no such file")));
    literals
}

impl Seen {
    fn see(&mut self, line: &Line) {
        self.parts.insert(line.part);
        self.has_values |= !line.values.is_empty();
        self.is_prompt |= !line.is_ended;
        self.sample.clone_from(&line.text);
    }

    /// Returns whether it is always the last line before an input or the end.
    pub(crate) fn is_always_last(&self) -> bool {
        self.followers.len() == 1 && self.followers.contains_key("") && self.is_last
    }

    /// Returns whether the same line always comes after it.
    fn has_one_follower(&self) -> bool {
        self.followers.len() == 1 && !self.followers.contains_key("")
    }

    /// Returns whether numbers or words that vary stand in it.
    pub(crate) fn has_values(&self) -> bool {
        self.has_values
    }

    /// Returns whether dice are shown in it.
    pub(crate) fn shows_throws(&self) -> bool {
        const THROWS: [&str; 4] = ["starter/throw", "turn/throw", "roll/first", "roll/again"];
        self.parts.iter().any(|part| THROWS.contains(part))
    }

    /// Returns whether it can be the last line before an input.
    pub(crate) fn is_prompt(&self) -> bool {
        self.is_prompt
    }
}

/// Returns all slips that can be made in the literals of a suite, one of each kind in each.
pub(crate) fn slips(literals: &Literals) -> Vec<Slip> {
    let all = literals.iter().flat_map(|(literal, seen)| Kind::ALL.map(|kind| (kind, literal, seen)));
    let possible = all.filter(|(kind, literal, seen)| match (kind, literal) {
        (Kind::ValueMisspelt | Kind::SharedMisspelt, literal) => matches!(literal, Literal::Value(_)),
        (_, Literal::Value(_)) => false,
        // What stands in the cells of a board is no wording.
        (Kind::OtherWords, Literal::Line(form)) if form == "|" => false,
        (Kind::LineJoined | Kind::LineSwapped, _) => seen.has_one_follower() && !seen.parts.contains("error"),
        (
            Kind::BlankLineMore
            | Kind::BlankLineLess
            | Kind::LineDropped
            | Kind::LineAdded
            | Kind::LineBroken,
            _,
        ) => !seen.parts.contains("error"),
        _ => true,
    });
    possible.map(|(kind, literal, _)| Slip { kind, literal: literal.clone() }).collect()
}
