//! How well one line fits a line with holes, and what stands in the holes then.

use std::ops::Range;

use crate::cases::notation::{Hole, HoleKind};

/// The most cells of the table of one line; a longer line does not fit.
const MOST_CELLS: usize = 250_000;

/// What a character costs that is too much, missing or another one, unless it is a blank or a mark.
pub(crate) const CHARACTER: u32 = 10;

/// A character of a line with holes, or a hole.
#[derive(Debug, Clone, Copy)]
pub(crate) enum LineSymbol<'a> {
    /// This character.
    Character(char),
    /// A hole; not one for lines.
    Hole(&'a Hole),
}

/// How a line fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fit {
    /// 0 if it fits exactly; less than [`CHARACTER`] if only blanks, marks and letter case differ a little.
    pub(crate) cost: u32,
    /// For each hole, the characters in it; none if nothing there could be.
    pub(crate) holes: Vec<Option<Range<usize>>>,
}

/// Returns how `line` fits best; nothing if it is too long. Of equally good ways the one with the shortest
/// holes is taken, the first hole first.
pub(crate) fn fit(symbols: &[LineSymbol<'_>], line: &[char]) -> Option<Fit> {
    let width = line.len() + 1;
    if (symbols.len() + 1).saturating_mul(width) > MOST_CELLS {
        return None;
    }
    let mut table = FitTable { line, width, cheapest: vec![u32::MAX; (symbols.len() + 1) * width] };
    for at in (0..=symbols.len()).rev() {
        for column in (0..width).rev() {
            let moves = table.moves(symbols.get(at).copied(), at, column);
            let cost = moves.into_iter().map(|next| table.total(&next)).min();
            table.cheapest[at * width + column] = cost.unwrap_or(0);
        }
    }
    let mut holes = Vec::new();
    let (mut at, mut column) = (0, 0);
    let mut start = 0;
    let mut entered = false;
    while at < symbols.len() || column < line.len() {
        if !entered {
            start = column;
        }
        let moves = table.moves(symbols.get(at).copied(), at, column);
        let cheapest = table.cheapest[at * width + column];
        let next = moves.into_iter().find(|next| table.total(next) == cheapest)?;
        entered = next.at == at && next.cost == 0;
        if let Some(LineSymbol::Hole(_)) = symbols.get(at).filter(|_| next.at > at) {
            holes.push((!next.misses).then_some(start..next.column));
        }
        (at, column) = (next.at, next.column);
    }
    Some(Fit { cost: table.cheapest[0], holes })
}

/// One move through the table.
#[derive(Debug)]
struct Move {
    cost: u32,
    at: usize,
    column: usize,
    /// Whether a hole is left out.
    misses: bool,
}

struct FitTable<'a> {
    line: &'a [char],
    width: usize,
    /// The cost from a symbol and a column to the end.
    cheapest: Vec<u32>,
}

impl FitTable<'_> {
    fn total(&self, next: &Move) -> u32 {
        next.cost.saturating_add(self.cheapest[next.at * self.width + next.column])
    }

    /// Returns the moves from a place, those that are preferred first.
    fn moves(&self, symbol: Option<LineSymbol<'_>>, at: usize, column: usize) -> Vec<Move> {
        let go = |cost, column| Move { cost, at: at + 1, column, misses: false };
        let here = self.line.get(column).copied();
        let mut moves = Vec::with_capacity(3);
        match symbol {
            Some(LineSymbol::Character(expected)) => {
                if let Some(cost) = here.and_then(|here| exchange(expected, here)) {
                    moves.push(go(cost, column + 1));
                }
                moves.push(go(weight(expected), column));
            }
            Some(LineSymbol::Hole(hole)) => {
                if hole.kind == HoleKind::Anything {
                    moves.push(go(0, column));
                    moves.extend(here.map(|_| Move { cost: 0, at, column: column + 1, misses: false }));
                    return moves;
                }
                moves.extend(ends(hole, self.line, column).into_iter().map(|end| go(0, end)));
                moves.push(Move { cost: CHARACTER, at: at + 1, column, misses: true });
            }
            None => {}
        }
        moves.extend(here.map(|here| Move { cost: weight(here), at, column: column + 1, misses: false }));
        moves
    }
}

/// Returns where what fits a hole that begins at `column` may end.
fn ends(hole: &Hole, line: &[char], column: usize) -> Vec<usize> {
    let rest = &line[column..];
    let number = |signed: bool| {
        let sign = usize::from(signed && rest.first() == Some(&'-'));
        let digits = rest[sign..].iter().take_while(|c| c.is_ascii_digit()).count();
        if digits > 0 { vec![column + sign + digits] } else { Vec::new() }
    };
    match &hole.kind {
        HoleKind::Anything | HoleKind::Lines => Vec::new(),
        HoleKind::Number { low, .. } => number(*low < 0),
        HoleKind::Computed(_) => number(true),
        HoleKind::Either(texts) => texts
            .iter()
            .filter(|text| text.chars().eq(rest.iter().copied().take(text.chars().count())))
            .map(|text| column + text.chars().count())
            .collect(),
    }
}

/// Returns what it costs that a character stands for another one, if it may.
fn exchange(expected: char, actual: char) -> Option<u32> {
    if expected == actual {
        return Some(0);
    }
    expected.to_lowercase().eq(actual.to_lowercase()).then_some(1)
}

fn weight(character: char) -> u32 {
    if character.is_alphanumeric() { CHARACTER } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::Conversation;

    /// The answer is the cost, and what stands in the holes.
    #[track_caller]
    fn check(written: &str, line: &str, cost: u32, holes: &[&str]) {
        let conversation = Conversation::parse(written).expect("well formed");
        let turn = &conversation.turns[0];
        let mut symbols = Vec::new();
        let mut from = 0;
        for (at, hole) in &turn.holes {
            symbols.extend(turn.output[from..*at].chars().map(LineSymbol::Character));
            symbols.push(LineSymbol::Hole(hole));
            from = *at;
        }
        symbols.extend(turn.output[from..].chars().map(LineSymbol::Character));
        let line: Vec<char> = line.chars().collect();
        let fit = fit(&symbols, &line).expect("not too long");
        let text = |span: &Option<Range<usize>>| {
            span.clone().map_or("?".to_string(), |span| line[span].iter().collect())
        };
        let found: Vec<String> = fit.holes.iter().map(text).collect();
        assert_eq!((fit.cost, found.join("|")), (cost, holes.join("|")), "{written:?} against {line:?}");
    }

    #[test]
    fn holes_of_a_line_are_found_also_if_the_rest_differs() {
        check("You rolled {{d: 1-4}}.", "You rolled 3.", 0, &["3"]);
        check("You rolled {{d: 1-4}}.", "you rolled 3", 2, &["3"]);
        check("You rolled {{d: 1-4}}.", "You roled 3.", 10, &["3"]);
        check("You rolled {{d: 1-4}}.", "You rolled.", 11, &["?"]);
        check("{{*}} has {{= 7}} points", "Bob got 7 points", 31, &["Bob got", "7"]);
        check("{{either: A | B}} wins{{*}}", "B wins!", 0, &["B", "!"]);
        check("{{*}}", "", 0, &[""]);
    }
}
