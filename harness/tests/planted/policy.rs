//! What a planted slip may cost, by the policy: presentation an eighth, wording a quarter of the row that owns the part, never more
//! than the share of the row's own cases that show it; in a row that counts units, an eighth or a quarter of one unit.

use std::collections::BTreeSet;

use harness::cases::{Award, Cause, Penalty, Suite, Tolerance};

use super::literal::{Literal, Seen};
use super::marking::Mistake;
use super::slip::{Kind, Slip};

/// What is expected of a planted slip.
#[derive(Debug)]
pub(crate) struct Expectation {
    /// Whether it is listed as a mistake: what is tolerated is not.
    pub(crate) is_listed: bool,
    kind: Kind,
    /// The rows that may own it.
    pub(crate) rows: BTreeSet<String>,
}

/// Returns what is expected of a slip in a literal of which `seen` is known.
pub(crate) fn expectation(suite: &Suite, slip: &Slip, seen: &Seen) -> Expectation {
    // A throw that nobody sees belongs to the row of throws.
    let throws = (slip.kind == Kind::LineDropped && seen.shows_throws()).then_some("dice/throw");
    // What is added, or blank, may belong to either neighbour.
    let between = matches!(slip.kind, Kind::LineAdded | Kind::BlankLineMore | Kind::BlankLineLess);
    let beside = seen.beside.iter().filter(|_| between);
    let parts: BTreeSet<&'static str> = seen.parts.iter().chain(beside).chain(&throws).copied().collect();
    let owner = |part: &&'static str| {
        if is_excepted(slip, seen) { suite.owner_of_lines(part) } else { suite.owner(part) }
    };
    let rows = parts.iter().filter_map(owner).map(|row| row.name.clone()).collect();
    let is_listed = !is_tolerated(suite, slip, seen);
    Expectation { is_listed, kind: slip.kind, rows }
}

impl Expectation {
    /// Returns what it costs as this mistake, if it shows in these cases.
    pub(crate) fn price(&self, suite: &Suite, mistake: &Mistake, shows: &BTreeSet<String>) -> f64 {
        let rate = match self.kind.is_presentation() {
            true if is_forgiven(suite, self.kind, &mistake.part) => 0.0,
            true => 0.125,
            false => 0.25,
        };
        let Some(row) = suite.row(&mistake.row) else { return 0.0 };
        let own = || suite.cases.iter().filter(|case| case.row == row.name);
        let count = |cases: usize| f64::from(u32::try_from(cases.max(1)).unwrap());
        let share = count(own().filter(|case| shows.contains(&case.id)).count()) / count(own().count());
        let unit = if row.award == Award::Count { row.out_of.min(1.0) } else { row.out_of };
        (rate * unit).min(row.out_of * share)
    }

    /// Returns the kinds of mistake as which it may be told; a line whose values are lost is `excepted`.
    pub(crate) fn kinds(&self, excepted: bool) -> &'static [&'static str] {
        match (self.kind.is_presentation(), excepted) {
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

/// Returns whether the suite forgives a slip of presentation in a part.
fn is_forgiven(suite: &Suite, kind: Kind, part: &str) -> bool {
    let cause = match kind {
        Kind::LetterCase => Cause::LetterCase,
        Kind::Punctuation => Cause::Punctuation,
        Kind::DoubledBlank | Kind::MissingBlank => Cause::InnerBlanks,
        Kind::LineSwapped => Cause::LineOrder,
        _ => Cause::BlankLines,
    };
    suite
        .causes
        .get(&cause)
        .is_some_and(|rule| rule.penalty == Penalty::Forgiven && !rule.except.is_match(part))
}

/// Returns whether the text itself makes an exception of the slip, so that it costs the cases of its row: a line with values that is
/// missing everywhere shows nobody these values.
pub(crate) fn is_excepted(slip: &Slip, seen: &Seen) -> bool {
    slip.kind == Kind::LineDropped && seen.has_values() && !seen.is_prompt()
}
