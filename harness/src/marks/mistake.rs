//! A mistake: what a tutor would write down once, and what is told of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::cases::{BentRule, Cause, Suite};
use crate::comparison::{Difference, SuddenEnd};
use crate::diagnosis::BrokenRule;
use crate::mistakes::{Kind, Slip};

/// What a tutor would write down once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mistake {
    /// What it is called, the same for the same mistake of another submission; empty if the reader may not know it.
    pub key: String,
    /// Its kind.
    pub kind: Kind,
    /// The smallest cause that explains it; none if the reader may not know it, or if only a verdict tells it.
    pub cause: Option<Cause>,
    /// The part of the conversation.
    pub part: String,
    /// The row that it costs most.
    pub row: String,
    /// The other rows that it costs something, the one that it costs most first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_rows: Vec<String>,
    /// The marks that it costs, in whole hundredths.
    pub lost: f64,
    /// The marks that it costs each row, in results for staff.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub by_row: BTreeMap<String, f64>,
    /// What is wrong.
    pub sentence: String,
    /// How the program ended, or was stopped, in the best example, if that is the mistake.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_by: Option<SuddenEnd>,
    /// The expected line of the best example.
    pub expected: Option<String>,
    /// Whether that is a description, because the words of the line are free.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_described: bool,
    /// The printed line of the best example.
    #[serde(rename = "got")]
    pub actual: Option<String>,
    /// In how many cases it shows.
    pub cases: usize,
    /// At how many places it shows.
    pub places: usize,
    /// The case of the best example, by its id; none if the reader may not see one.
    pub example: Option<String>,
    /// The sentence of the specification that is about it, if the suite names one; that of a broken rule stands with the rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The rule that is broken, if all of it follows from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<BrokenRuleText>,
    /// The mistakes after which alone it shows, if there are such: it may be nothing but their consequence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precursors: Option<Precursors>,
    /// What staff say to all who made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// The mistakes after which another one shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Precursors {
    /// Their keys, the costliest first.
    pub mistakes: Vec<String>,
    /// In how many of the conversations that show the other one it stands after one of these.
    pub after: usize,
    /// How many conversations show the other one.
    pub of: usize,
}

/// A broken rule in the words of the suite.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrokenRuleText {
    /// The sentence of the text that is broken.
    pub text: String,
    /// What to look at.
    pub hint: String,
}

/// The mistakes of a submission, and where differences find theirs.
#[derive(Debug, Default)]
pub struct MistakeList {
    /// The mistakes, the costliest first.
    pub mistakes: Vec<Mistake>,
    /// The keys of the broken rules, by the indices that differences hold.
    pub rules: Vec<String>,
    /// For each case, in the order of the judged ones, and each of its differences: the mistake of which it is a place, by its index.
    pub places: Vec<Vec<Option<usize>>>,
}

/// With what the part of a broken rule begins, before the name of the rule.
pub(super) const OF_RULE: &str = "rule/";

/// What is said where the specification has the very words that the program should print.
pub(crate) const SPELT_SO: &str = " (the text spells it so)";

/// Returns the key of the mistake of breaking a rule.
pub(crate) fn rule_key(rule: &BrokenRule) -> String {
    format!("rule {}", rule.names.join("|"))
}

/// How the sentence begins that tells of a broken rule, and of several that nobody can tell apart.
const ONE: &str = "Wrong in the program: ";
const ONE_OF: &str = "One of these is wrong in the program: ";

/// Returns what is done wrong, of a sentence that tells of a broken rule.
pub(crate) fn broken(sentence: &str) -> Option<&str> {
    [ONE, ONE_OF].into_iter().find_map(|beginning| sentence.strip_prefix(beginning))
}

/// Returns what may be done wrong, of a sentence that tells of several rules of which one is broken.
pub(crate) fn guesses(sentence: &str) -> Option<&str> {
    sentence.strip_prefix(ONE_OF)
}

/// Returns the mistake of breaking a rule.
pub(super) fn of_rule(suite: &Suite, rule: &BrokenRule) -> Mistake {
    let bends: Vec<&BentRule> = rule.names.iter().filter_map(|name| suite.bends.get(name)).collect();
    // One that says what another one does, and more, is one of those that nobody can tell apart from it.
    let mut sentences: Vec<&str> = Vec::new();
    for bend in &bends {
        let is_told = bends.iter().any(|other| {
            other.sentence.len() < bend.sentence.len() && bend.sentence.starts_with(&other.sentence)
        });
        if !is_told && !sentences.contains(&&*bend.sentence) {
            sentences.push(&bend.sentence);
        }
    }
    let which = if sentences.len() > 1 { ONE_OF } else { ONE };
    let first = bends.first();
    let mistake = of_row(
        rule_key(rule),
        first.map(|bend| format!("{OF_RULE}{}", bend.rule)).unwrap_or_default(),
        first.map(|bend| bend.row.as_str()).unwrap_or_default(),
    );
    let text = first.and_then(|bend| suite.rules.get(&bend.rule)).cloned().unwrap_or_default();
    let hint = first.map(|bend| bend.hint.clone()).unwrap_or_default();
    Mistake {
        cause: None,
        sentence: which.to_string() + &sentences.join("; or "),
        rule: Some(BrokenRuleText { text, hint }),
        ..mistake
    }
}

/// Returns the mistake that a slip is, which costs nothing yet.
pub(super) fn of_slip(slip: &Slip, row: &str) -> Mistake {
    Mistake {
        kind: slip.kind,
        cause: Some(slip.cause),
        sentence: slip.sentence.clone(),
        expected: slip.expected.clone(),
        actual: slip.actual.clone(),
        places: slip.places,
        example: Some(slip.example.clone()),
        ..of_row(slip.key.clone(), slip.part.to_string(), row)
    }
}

/// Returns the mistake of which a difference is a place, without an example.
pub(super) fn of_difference(key: String, kind: Kind, difference: &Difference, row: &str) -> Mistake {
    Mistake {
        kind,
        cause: Some(difference.cause),
        sentence: difference.sentence(),
        ended_by: difference.ended_by().cloned(),
        is_described: difference.detail.is_described(),
        ..of_row(key, difference.part.to_string(), row)
    }
}

/// Returns a mistake of which nothing is known but its part and the row that it costs.
pub(super) fn of_row(key: String, part: String, row: &str) -> Mistake {
    Mistake {
        key,
        kind: Kind::Behaviour,
        cause: Some(Cause::WrongValue),
        part,
        row: row.to_string(),
        other_rows: Vec::new(),
        lost: 0.0,
        by_row: BTreeMap::new(),
        sentence: String::new(),
        ended_by: None,
        expected: None,
        is_described: false,
        actual: None,
        cases: 0,
        places: 0,
        example: None,
        text: None,
        rule: None,
        precursors: None,
        comment: None,
    }
}
