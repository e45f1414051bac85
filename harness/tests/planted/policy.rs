//! What a planted slip may cost, by the policy: presentation an eighth, wording a quarter of the row that owns the part, never more
//! than the share of the row's own cases that show it; in a row that counts units, an eighth or a quarter of one unit.

use std::collections::BTreeSet;

use harness::cases::{Award, Cause, Penalty, Row, Suite, Tolerance};

use super::literal::{Literal, Seen};
use super::slip::{Kind, Slip};

/// What is expected of a planted slip.
#[derive(Debug)]
pub(crate) struct Expectation {
    /// Whether it is listed as a mistake: what is tolerated is not.
    pub(crate) is_listed: bool,
    /// Whether only the form of lines is wrong.
    is_presentation: bool,
    /// The rows that may own it.
    pub(crate) rows: BTreeSet<String>,
    /// The most that it may cost.
    pub(crate) most: f64,
}

/// Returns what is expected of a slip in a literal of which `seen` is known.
pub(crate) fn expectation(suite: &Suite, slip: &Slip, seen: &Seen) -> Expectation {
    // A throw that nobody sees belongs to the row of throws.
    let throws = (slip.kind == Kind::LineDropped && seen.shows_throws()).then_some("dice/throw");
    // What is added, or blank, may belong to either neighbour.
    let between = matches!(slip.kind, Kind::LineAdded | Kind::BlankLineMore | Kind::BlankLineLess);
    let beside = seen.beside.iter().filter(|_| between);
    let parts: BTreeSet<&'static str> = seen.parts.iter().chain(beside).chain(&throws).copied().collect();
    let owners: Vec<&Row> = parts.iter().filter_map(|part| suite.owner(part)).collect();
    let is_listed = !is_tolerated(suite, slip, seen);
    let rate = if slip.kind.is_presentation() { 0.125 } else { 0.25 };
    let is_free = !is_listed || (slip.kind.is_presentation() && is_forgiven(suite, slip.kind, seen));
    let price = |row: &&Row| rate * if row.award == Award::Count { 1.0 } else { row.out_of };
    let most = if is_free { 0.0 } else { owners.iter().map(price).fold(0.0, f64::max) };
    let rows = owners.iter().map(|row| row.name.clone()).collect();
    Expectation { is_listed, is_presentation: slip.kind.is_presentation(), rows, most }
}

impl Expectation {
    /// Returns the kinds of mistake as which it may be told; a line whose values are lost is `excepted`.
    pub(crate) fn kinds(&self, excepted: bool) -> &'static [&'static str] {
        match (self.is_presentation, excepted) {
            (true, _) => &["presentation"],
            (false, false) => &["wording"],
            (false, true) => &["wording", "behaviour"],
        }
    }
}

/// Returns whether the suite tolerates the slip without a word.
fn is_tolerated(suite: &Suite, slip: &Slip, seen: &Seen) -> bool {
    let tolerates = |tolerance| suite.cases.iter().all(|case| case.tolerate.contains(&tolerance));
    let Literal::Line(form) = &slip.literal else { return false };
    match slip.kind {
        Kind::BlankLineMore if seen.is_always_last() => true,
        Kind::BlankLineMore | Kind::BlankLineLess => tolerates(Tolerance::BlankLines),
        Kind::DoubledBlank | Kind::MissingBlank if form.ends_with('|') => tolerates(Tolerance::ColumnWidths),
        // With a blank less the line has 79 columns, which is a way to centre it; with one more it has 81.
        Kind::MissingBlank if form.starts_with("==") => tolerates(Tolerance::TitleFill),
        _ => false,
    }
}

fn is_forgiven(suite: &Suite, kind: Kind, seen: &Seen) -> bool {
    let cause = match kind {
        Kind::LetterCase => Cause::LetterCase,
        Kind::Punctuation => Cause::Punctuation,
        Kind::DoubledBlank | Kind::MissingBlank => Cause::InnerBlanks,
        Kind::BlankLineMore | Kind::BlankLineLess => Cause::BlankLines,
        _ => return false,
    };
    let is_free = |part: &&&str| {
        suite
            .causes
            .get(&cause)
            .is_some_and(|rule| rule.penalty == Penalty::Forgiven && !rule.except.is_match(part))
    };
    seen.parts.iter().filter(is_free).count() == seen.parts.len()
}

/// Returns whether the text itself makes an exception of the slip, so that it costs the cases of its row: a line with values that is
/// missing everywhere shows nobody these values.
pub(crate) fn is_excepted(slip: &Slip, seen: &Seen) -> bool {
    slip.kind == Kind::LineDropped && seen.has_values() && !seen.is_prompt()
}
