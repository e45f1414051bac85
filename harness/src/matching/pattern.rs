//! Writes a transcript with holes as a regular expression.

use std::fmt::Write as _;

use crate::cases::notation::{Hole, HoleKind};

/// A piece of a turn's output.
#[derive(Debug, Clone)]
pub(crate) enum PatternPiece<'a> {
    /// This text.
    Text(String),
    /// A hole.
    Hole(&'a Hole),
}

/// What is forgiven while holes are searched.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Lenience {
    /// Line breaks where a turn ends, one more or less for each turn.
    pub(crate) breaks: bool,
    /// Blanks that are missing at the end of a line.
    pub(crate) blanks: bool,
}

/// One thing after the other, whatever piece it comes from.
#[derive(Debug, Clone, Copy)]
enum Item<'a> {
    Character(char),
    Hole(&'a Hole),
    TurnEnd,
}

/// Returns the expression for `turns`, with one group for each hole.
pub(super) fn pattern(turns: &[Vec<PatternPiece<'_>>], lenience: Lenience) -> String {
    let items = items(turns);
    let mut pattern = String::new();
    let mut at = 0;
    while at < items.len() {
        at += add(&mut pattern, &items, at, lenience);
    }
    pattern + if lenience.breaks { r"\n?\z" } else { r"\z" }
}

fn items<'a>(turns: &[Vec<PatternPiece<'a>>]) -> Vec<Item<'a>> {
    let mut items = Vec::new();
    for (index, turn) in turns.iter().enumerate() {
        items.extend((index > 0).then_some(Item::TurnEnd));
        for piece in turn {
            match piece {
                PatternPiece::Text(text) => items.extend(text.chars().map(Item::Character)),
                PatternPiece::Hole(hole) => items.push(Item::Hole(hole)),
            }
        }
    }
    items
}

/// Adds the expression for the item at `at`; returns for how many items it stands.
fn add(pattern: &mut String, items: &[Item<'_>], at: usize, lenience: Lenience) -> usize {
    match items[at] {
        Item::TurnEnd if lenience.breaks => pattern.push_str(r"\n?"),
        Item::TurnEnd => {}
        Item::Character('\n') if lenience.breaks && at_turn_end(items, at) => pattern.push_str(r"\n?"),
        Item::Character(blank @ (' ' | '\t')) if lenience.blanks => {
            write!(pattern, "(?:{blank}|(?m:$))").expect("to a string");
        }
        Item::Character(character) => pattern.push_str(&literal(character)),
        Item::Hole(hole) if hole.kind == HoleKind::Lines => {
            let ends_line = matches!(items.get(at + 1), Some(Item::Character('\n')));
            let is_closed = ends_line && !(lenience.breaks && at_turn_end(items, at + 1));
            pattern.push_str(if is_closed { r"((?:[^\n]*\n)*?)" } else { r"((?s:.)*?)" });
            return 1 + usize::from(ends_line);
        }
        Item::Hole(hole) => pattern.push_str(&of_hole(&hole.kind)),
    }
    1
}

fn of_hole(kind: &HoleKind) -> String {
    match kind {
        HoleKind::Anything | HoleKind::Lines => r"([^\n]*?)".to_string(),
        HoleKind::Number { low: 0.., .. } => "([0-9]+)".to_string(),
        HoleKind::Number { .. } | HoleKind::Computed(_) => "(-?[0-9]+)".to_string(),
        HoleKind::Either(texts) => {
            let texts: Vec<String> = texts.iter().map(|text| text.chars().map(literal).collect()).collect();
            format!("({})", texts.join("|"))
        }
    }
}

/// Returns the expression for one character that stands for itself.
fn literal(character: char) -> String {
    if character.is_ascii_punctuation() {
        format!("\\x{{{:x}}}", u32::from(character))
    } else {
        character.to_string()
    }
}

/// Returns whether the line break at `at` belongs to a run of them in which, or at whose end, a turn ends.
fn at_turn_end(items: &[Item<'_>], at: usize) -> bool {
    let is_break = |item: &&Item<'_>| matches!(item, Item::Character('\n') | Item::TurnEnd);
    let after = items[at..].iter().take_while(is_break).count();
    let before = items[..at].iter().rev().take_while(is_break).count();
    at + after == items.len()
        || items[at - before..at + after].iter().any(|item| matches!(item, Item::TurnEnd))
}
