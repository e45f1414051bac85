//! Regular expressions for names, with groups that have names.

use regex_automata::meta::{Config, Regex};
use regex_automata::util::captures::Captures;

use crate::cases::problem::Problem;

/// The most memory that an expression of a user may take, in bytes.
const MOST_MEMORY: usize = 4 << 20;

/// An expression that is looked for in a name.
#[derive(Debug, Clone)]
pub(super) struct NamePattern(Regex);

/// Where an expression was found in a name.
#[derive(Debug)]
pub(super) struct MatchedName<'a> {
    pattern: &'a Regex,
    name: &'a str,
    captures: Captures,
}

impl NamePattern {
    /// Returns an expression of this program.
    pub(super) fn known(text: &str) -> Self {
        Self::new(text).expect("expressions of this program are tried by tests")
    }

    /// Returns the expression that `text` is.
    ///
    /// # Errors
    /// A text that is none, or one that needs too much memory.
    pub(super) fn new(text: &str) -> Result<Self, Problem> {
        let config = Config::new().nfa_size_limit(Some(MOST_MEMORY));
        let expression = Regex::builder().configure(config).build(text);
        expression
            .map(Self)
            .map_err(|error| Problem::of_file(text, "is no regular expression").because(error))
    }

    /// Returns whether it has a group of this name.
    pub(super) fn has_group(&self, group: &str) -> bool {
        self.0.group_info().to_index(regex_automata::PatternID::ZERO, group).is_some()
    }

    /// Returns the first place in `name` that it matches.
    pub(super) fn find<'a>(&'a self, name: &'a str) -> Option<MatchedName<'a>> {
        let mut captures = self.0.create_captures();
        self.0.captures(name, &mut captures);
        captures.is_match().then_some(MatchedName { pattern: &self.0, name, captures })
    }
}

impl MatchedName<'_> {
    /// Returns what stands in a group, if anything does.
    pub(super) fn get(&self, group: &str) -> Option<&str> {
        let index = self.pattern.group_info().to_index(regex_automata::PatternID::ZERO, group)?;
        self.captures.get_group(index).map(|span| &self.name[span.range()]).filter(|text| !text.is_empty())
    }

    /// Returns what stands in a group; nothing and an empty text are the same.
    pub(super) fn text(&self, group: &str) -> String {
        self.get(group).unwrap_or_default().to_string()
    }
}
