//! What went wrong when a value was read into a type, in the words of the file's author.

use std::fmt;

use serde::de;

use super::problem::{Place, Problem, nearest};

/// One step from a value to a value inside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PathStep {
    Key(String),
    Index(usize),
}

/// What is wrong with a value.
#[derive(Debug)]
enum FaultKind {
    /// Expected one thing, found another.
    Mismatch {
        expected: String,
        found: String,
    },
    UnknownKey {
        key: String,
        known: &'static [&'static str],
    },
    UnknownName {
        name: String,
        known: &'static [&'static str],
    },
    MissingKey(&'static str),
    Other(String),
}

/// A fault, the way to it, and its place.
#[derive(Debug)]
pub(super) struct ValueFault {
    kind: FaultKind,
    /// From the root to the value that is at fault.
    pub(super) path: Vec<PathStep>,
    place: Option<Place>,
}

impl ValueFault {
    fn new(kind: FaultKind) -> Self {
        Self { kind, path: Vec::new(), place: None }
    }

    /// Sets the place, unless a place further inside is known.
    pub(super) fn at(mut self, place: Place) -> Self {
        self.place.get_or_insert(place);
        self
    }

    /// Puts the fault inside a value, one step from it.
    pub(super) fn inside(mut self, step: PathStep) -> Self {
        self.path.insert(0, step);
        self
    }

    /// Returns whether the fault may only be there because a faulty value was taken out before.
    pub(super) fn follows_from_pruning(&self) -> bool {
        matches!(self.kind, FaultKind::MissingKey(_))
    }

    /// Returns the fault as a problem of the file `name` whose first value stands at `start`.
    pub(super) fn into_problem(self, name: &str, start: Place) -> Problem {
        let subject = match self.path.iter().rev().find_map(PathStep::key) {
            Some(key) => format!("`{key}`"),
            None => "the file".to_string(),
        };
        let problem = |message: String| Problem::at(name, self.place.unwrap_or(start), message);
        match self.kind {
            FaultKind::Mismatch { expected, found } => {
                let problem = problem(format!("{subject} must be {expected}, found {found}"));
                match expected.as_str() {
                    "text" => problem.help(format!("write it in quotes: \"{found}\"")),
                    _ => problem,
                }
            }
            FaultKind::UnknownKey { key, known } => {
                problem(format!("unknown key `{key}`")).help(suggest(&key, known, "keys"))
            }
            FaultKind::UnknownName { name, known } if subject == format!("`{name}`") => {
                problem(format!("there is nothing called {subject}")).help(suggest(&name, known, "names"))
            }
            FaultKind::UnknownName { name, known } => {
                problem(format!("{subject} cannot be `{name}`")).help(suggest(&name, known, "names"))
            }
            FaultKind::MissingKey(key) => problem(format!("the key `{key}` is missing")),
            FaultKind::Other(message) => problem(format!("{subject}: {message}")),
        }
    }
}

impl PathStep {
    fn key(&self) -> Option<&str> {
        match self {
            Self::Key(key) => Some(key),
            Self::Index(_) => None,
        }
    }
}

fn suggest(wrong: &str, known: &'static [&'static str], what: &str) -> String {
    match nearest(wrong, known.iter().copied()) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("the {what} here are {}", known.join(", ")),
    }
}

impl de::Error for ValueFault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(FaultKind::Other(message.to_string()))
    }

    fn invalid_type(found: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self::new(FaultKind::Mismatch { expected: plain(&expected.to_string()), found: describe(&found) })
    }

    fn invalid_value(found: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self::invalid_type(found, expected)
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Self::new(FaultKind::UnknownKey { key: field.to_string(), known: expected })
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Self::new(FaultKind::UnknownName { name: variant.to_string(), known: expected })
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(FaultKind::MissingKey(field))
    }
}

impl std::error::Error for ValueFault {}

impl fmt::Display for ValueFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.kind)
    }
}

/// Returns the words of a file's author for what a Rust type expects.
fn plain(expected: &str) -> String {
    let plain = match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number of 0 or more",
        "i32" | "i64" => "a whole number",
        "f64" => "a number",
        "a string" | "string" => "text",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "a mapping",
        other if other.starts_with("struct ") => "a mapping",
        other if other.starts_with("enum ") || other.starts_with("variant") => "a name",
        other => other,
    };
    plain.to_string()
}

fn describe(found: &de::Unexpected<'_>) -> String {
    match found {
        de::Unexpected::Bool(yes) => yes.to_string(),
        de::Unexpected::Unsigned(number) => number.to_string(),
        de::Unexpected::Signed(number) => number.to_string(),
        de::Unexpected::Float(number) => number.to_string(),
        de::Unexpected::Str(text) => format!("{text:?}"),
        de::Unexpected::Unit => "nothing".to_string(),
        de::Unexpected::Seq => "a list".to_string(),
        de::Unexpected::Map => "a mapping".to_string(),
        other => other.to_string(),
    }
}
