//! A place in a transcript where more than one output is right.
//!
//! `{{*}}` is anything on the line, `{{...}}` any lines, `{{d: 1-4}}` a number in a range, named,
//! `{{= d + 2}}` a computed number, and `{{either: A | B}}` one of several texts.

use std::fmt;

use super::formula::{Formula, is_name};

/// A place where more than one output is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hole {
    /// What fits.
    pub kind: HoleKind,
    /// What stands between the braces in the case.
    pub written: String,
}

/// What fits a hole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HoleKind {
    /// Anything on the line, also nothing.
    Anything,
    /// Any lines, also none. At the end of a turn, the last one may be unfinished.
    Lines,
    /// A number of this range, which gets a name.
    Number {
        /// The name; no other number of the transcript has it.
        name: String,
        /// The smallest number that fits.
        low: i64,
        /// The largest number that fits.
        high: i64,
    },
    /// The value of a formula over names that come before.
    Computed(Formula),
    /// One of these texts.
    Either(Vec<String>),
}

/// What is wrong with a hole, and the way out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BadHole {
    pub(super) message: String,
    pub(super) help: &'static str,
}

impl fmt::Display for Hole {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{{{{{}}}}}", self.written)
    }
}

impl Hole {
    /// Returns the hole in which one of `texts` stands.
    pub(crate) fn either(texts: &[String]) -> Self {
        Self { kind: HoleKind::Either(texts.to_vec()), written: format!("either: {}", texts.join(" | ")) }
    }

    /// Returns the first text that fits where there are several; nothing elsewhere.
    pub(crate) fn first_text(&self) -> &str {
        match &self.kind {
            HoleKind::Either(texts) => texts.first().map_or("", String::as_str),
            _ => "",
        }
    }

    /// Returns the hole that `written`, the text between the braces, means; nothing if it means no hole.
    ///
    /// # Errors
    /// A hole that is begun, but not well formed.
    pub(super) fn parse(written: &str) -> Result<Option<Self>, BadHole> {
        let kind = match (written.trim(), written.split_once(':')) {
            ("*", _) => HoleKind::Anything,
            ("...", _) => HoleKind::Lines,
            (text, _) if text.starts_with('=') => computed(&text[1..])?,
            (_, Some((name, texts))) if name.trim() == "either" => {
                HoleKind::Either(texts.split('|').map(|text| text.trim().to_string()).collect())
            }
            (_, Some((name, range))) => number(name.trim(), range.trim())?,
            _ => return Ok(None),
        };
        Ok(Some(Self { kind, written: written.to_string() }))
    }
}

fn computed(text: &str) -> Result<HoleKind, BadHole> {
    Formula::parse(text).map(HoleKind::Computed).map_err(|message| BadHole {
        message: format!("this formula cannot be read: {message}"),
        help: "use whole numbers, names of numbers that come before, + - * and brackets: {{= d + 2}}",
    })
}

fn number(name: &str, range: &str) -> Result<HoleKind, BadHole> {
    if !is_name(name) {
        let message = format!("`{name}` is no name for a number");
        let help = "use letters, digits and `_`, as in {{d: 1-4}}; a literal `{{` is doubled";
        return Err(BadHole { message, help });
    }
    let bounds = range.char_indices().skip(1).find(|(_, c)| *c == '-').map(|(at, _)| {
        let (low, high) = (&range[..at], &range[at + 1..]);
        (low.trim().parse(), high.trim().parse())
    });
    match bounds {
        Some((Ok(low), Ok(high))) if low <= high => {
            Ok(HoleKind::Number { name: name.to_string(), low, high })
        }
        _ => Err(BadHole {
            message: format!("`{range}` is no range of whole numbers"),
            help: "write the smallest and the largest number that is right, as in {{d: 1-4}}",
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hole_is_written_as_it_is_read() {
        let number = |name: &str, low, high| HoleKind::Number { name: name.to_string(), low, high };
        for (written, kind) in [
            ("*", HoleKind::Anything),
            ("...", HoleKind::Lines),
            ("d: 1-4", number("d", 1, 4)),
            ("die_2:-3 - -1", number("die_2", -3, -1)),
            ("=7", HoleKind::Computed(Formula::Number(7))),
            ("either: A | B b |", HoleKind::Either(vec!["A".into(), "B b".into(), String::new()])),
        ] {
            let hole = Hole::parse(written).expect("well formed").expect("a hole");
            assert_eq!(hole.kind, kind);
            assert_eq!(hole.to_string(), format!("{{{{{written}}}}}"));
        }
        assert_eq!(Hole::parse("esc"), Ok(None));
    }

    #[test]
    fn a_range_needs_a_name_and_two_numbers_in_order() {
        for (written, message) in [
            ("d: 4-1", "`4-1` is no range of whole numbers"),
            ("d: 1", "`1` is no range of whole numbers"),
            ("d:", "`` is no range of whole numbers"),
            ("d: a-b", "`a-b` is no range of whole numbers"),
            ("2 d: 1-4", "`2 d` is no name for a number"),
            ("= ", "this formula cannot be read: a number or a name is missing at its end"),
        ] {
            assert_eq!(Hole::parse(written).expect_err("a mistake").message, message);
        }
    }
}
