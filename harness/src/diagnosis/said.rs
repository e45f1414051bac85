//! What a game with some rules says in a run, and how far that is from what the program said.

use std::collections::BTreeSet;

use reference::{Ending, Piece, Raised};

use super::distance::{distance, in_common, left_out, words};
use super::run::{PlayedEnd, PlayedRun, whole_lines};
use crate::cases::{Case, Row, Suite, Tolerance, Typed};
use crate::comparison::{beside_undrawn_table, without_wish};
use crate::expected::{BentReference, Conversed, fails_by_bent_rules, played, reference_transcript};
use crate::observing::{DiceEnd, Observation, ShownThrow};

/// What another end than the game's counts, in words.
const OTHER_END: usize = 4;

/// What a finding about the dice counts, in words.
const WRONG_DICE: usize = 3;

/// So many dice of a throw are hardly sorted by chance, throw after throw.
const FEWEST_SORTED: usize = 4;

/// What a game with some rules says in a run.
#[derive(Debug)]
pub(super) struct SaidByGame {
    /// The turns.
    pub(super) turns: Vec<String>,
    /// How it ends.
    ending: Ending,
    /// Whether it was only followed up to some turn.
    is_cut: bool,
    /// The turns, counted from 0, in which something is wrong with the dice.
    wrong_dice: Vec<usize>,
    /// The turn, counted from 0, from which on nothing is known, because a throw is not shown.
    unknown_from: Option<usize>,
    /// The dice that were thrown again.
    pub(super) again: ThrownAgain,
    /// Those of them of which it is known which die is which.
    pub(super) told_apart: ThrownAgain,
}

/// Dice that were thrown again, as far as a game has it so. Fair dice that are thrown again now and then show the same face; dice that
/// were kept always do.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct ThrownAgain {
    /// How many show the same face as before.
    pub(super) same: f64,
    /// How many of fair dice would.
    pub(super) expected: f64,
    /// The variance of that number.
    pub(super) variance: f64,
}

impl ThrownAgain {
    fn of(throws: &[ShownThrow]) -> Self {
        let mut again = Self::default();
        for (before, throw) in
            throws.iter().zip(&throws[1.min(throws.len())..]).filter(|(_, it)| !it.is_first)
        {
            let share = 1.0 / f64::from(throw.sides.max(1));
            for position in &throw.rerolled {
                again.same +=
                    if before.faces.get(*position) == throw.faces.get(*position) { 1.0 } else { 0.0 };
                again.expected += share;
                again.variance += share * (1.0 - share);
            }
        }
        again
    }

    /// Adds what one game has thrown more than another.
    pub(super) fn add_more(&mut self, one: &Self, other: &Self) {
        self.same += one.same - other.same;
        self.expected += one.expected - other.expected;
        self.variance += one.variance - other.variance;
    }

    /// Returns whether so many show the same face that they cannot all have been thrown: so many standard deviations more than expected. A
    /// game that throws no more dice again than another one says nothing of dice that were kept.
    pub(super) fn were_kept(&self, deviations: f64) -> bool {
        self.expected > 0.0 && self.same > self.expected + deviations * self.variance.max(0.0).sqrt()
    }
}

/// Returns whether throws of several dice are shown sorted, so that nobody knows which die is which.
fn are_sorted(throws: &[ShownThrow]) -> bool {
    let of_several = || throws.iter().filter(|throw| throw.faces.len() >= FEWEST_SORTED);
    of_several().count() > 1
        && (of_several().all(|throw| throw.faces.is_sorted())
            || of_several().all(|throw| throw.faces.is_sorted_by(|one, other| one >= other)))
}

/// Returns whether two games say the same in a run; nothing if nobody knows what one of them says.
pub(crate) fn say_the_same(
    suite: &Suite,
    run: &PlayedRun<'_>,
    one: &BentReference,
    other: &BentReference,
) -> Option<bool> {
    let said = |game| SaidByGame::of(suite, run, game, None);
    Some(said(one)?.is(&said(other)?))
}

/// Returns whether a game says what was printed, turn by turn. A run that is right by the text may be so by another game, too: output that came
/// late is taken for withheld, and was perhaps not asked for in time.
pub(crate) fn says_as_printed(suite: &Suite, run: &PlayedRun<'_>, game: &BentReference) -> bool {
    let said = SaidByGame::of(suite, run, game, None);
    said.is_some_and(|said| said.distances(run, None).iter().all(|distance| *distance == 0))
}

/// Returns whether a bent game still says half of what the game says in a run, turn by turn.
pub(crate) fn says_half(
    suite: &Suite,
    run: &PlayedRun<'_>,
    game: &BentReference,
    bent: &BentReference,
) -> bool {
    let (Some(by_text), Some(bent)) =
        (SaidByGame::of(suite, run, game, None), SaidByGame::of(suite, run, bent, None))
    else {
        return false;
    };
    let all: usize = by_text.turns.iter().map(|turn| words(turn).len()).sum();
    let turns = by_text.turns.iter().zip(&bent.turns);
    turns.map(|(one, other)| in_common(&words(one), &words(other))).sum::<usize>() * 2 >= all
}

/// Returns whether a bent game still says anything of what a row is about in a run of a case in whose transcript some of it stands.
pub(crate) fn says_own(suite: &Suite, run: &PlayedRun<'_>, bent: &BentReference, row: &Row) -> bool {
    let conversed = Conversed { printed: run.printed.all(), typed: &run.typed };
    let said = || played(suite, run.case, bent, conversed);
    own_parts_due(suite, run.case, row).is_empty()
        || said().is_some_and(|said| !own_parts(row, &said.transcript.pieces).is_empty())
}

/// Returns the parts that a row claims among what a game says in a run.
pub(super) fn claimed_parts(
    suite: &Suite,
    run: &PlayedRun<'_>,
    game: &BentReference,
    row: &Row,
) -> BTreeSet<&'static str> {
    let conversed = Conversed { printed: run.printed.all(), typed: &run.typed };
    let said = played(suite, run.case, game, conversed);
    let parts = said.iter().flat_map(|said| said.transcript.pieces.iter().filter_map(part_said));
    parts.filter(|part| row.parts.is_match(part)).collect()
}

/// Returns the parts in the transcript of a case that say what a row is about.
pub(crate) fn own_parts_due(suite: &Suite, case: &Case, row: &Row) -> BTreeSet<&'static str> {
    reference_transcript(suite, case).map(|due| own_parts(row, &due.pieces)).unwrap_or_default()
}

/// Returns the parts among what is said and typed that say what a row is about.
pub(crate) fn own_parts(row: &Row, pieces: &[Piece]) -> BTreeSet<&'static str> {
    let mut question = "";
    let mut is_answer = false;
    let mut parts = BTreeSet::new();
    for piece in pieces {
        match piece {
            Piece::Typed(Typed::Line(line)) => is_answer = row.is_about_answer_to(line, question),
            Piece::Typed(Typed::EndOfInput) => is_answer = false,
            _ => question = part_said(piece).unwrap_or(question),
        }
        parts.extend(part_said(piece).filter(|part| is_answer || row.is_about(part)));
    }
    parts
}

fn part_said(piece: &Piece) -> Option<&'static str> {
    match piece {
        Piece::Said { part, .. } | Piece::SaidEither { part, .. } => Some(part),
        Piece::Typed(_) | Piece::Rolled { .. } | Piece::Cleared => None,
    }
}

impl SaidByGame {
    /// Returns what `game` says in a run, or in its first turns up to number `last`, counted from 0; nothing if nobody knows.
    pub(super) fn of(
        suite: &Suite,
        run: &PlayedRun<'_>,
        game: &BentReference,
        last: Option<usize>,
    ) -> Option<Self> {
        let last = last.filter(|last| last + 1 < run.printed.len());
        let conversed = match last {
            Some(last) => Conversed { printed: run.printed.first(last + 1), typed: &run.typed[..last] },
            None => Conversed { printed: run.printed.all(), typed: &run.typed },
        };
        let Observation { transcript, throws, findings, end } = played(suite, run.case, game, conversed)?;
        let mut turns = turns(&transcript.pieces, &run.printed);
        turns.iter_mut().zip(&*run.printed).for_each(|(said, printed)| {
            leave_out_never_printed(said, printed, run.never_printed);
        });
        if run.failed() && fails_by_bent_rules(run.case, &transcript.ending) {
            fail_as(&mut turns, &run.printed);
        }
        let mut wrong_dice: Vec<usize> = findings.iter().map(|finding| finding.turn - 1).collect();
        let unknown_from = match end {
            DiceEnd::Known => None,
            DiceEnd::Missing(missing) => Some(missing.turn - 1),
            DiceEnd::Unreadable | DiceEnd::TooMuch => Some(0),
        };
        wrong_dice.extend(unknown_from);
        let again = ThrownAgain::of(&throws);
        let told_apart = if are_sorted(&throws) { ThrownAgain::default() } else { again };
        Some(Self {
            turns,
            ending: transcript.ending,
            is_cut: last.is_some(),
            wrong_dice,
            unknown_from,
            again,
            told_apart,
        })
    }

    /// Returns whether more of another game is known in the run, of which nobody knows what would have come after it was cut off.
    pub(super) fn is_known_shorter_than(&self, other: &Self, run: &PlayedRun<'_>) -> bool {
        let known =
            |from: usize| !run.is_cut_off_in(from) && other.unknown_from.is_none_or(|other| from < other);
        self.unknown_from.is_some_and(known)
    }

    /// Returns whether another game says the same.
    pub(super) fn is(&self, other: &Self) -> bool {
        self.turns == other.turns && self.ends_as(other) && self.wrong_dice == other.wrong_dice
    }

    /// Returns whether another game says the same in turn number `turn` of a run, counted from 0, and ends or goes on there alike.
    pub(super) fn is_in(&self, other: &Self, turn: usize) -> bool {
        let asks = |said: &Self| said.is_cut && matches!(said.ending, Ending::Asks { .. });
        let ends = |said: &Self| said.turns.len() == turn + 1 && !asks(said);
        self.turns.get(turn) == other.turns.get(turn)
            && wrong_in(&self.wrong_dice, turn) == wrong_in(&other.wrong_dice, turn)
            && ends(self) == ends(other)
            && (!ends(self) || self.ends_as(other))
    }

    /// Returns whether the end is the same; nobody sees what might be typed where a game asks.
    fn ends_as(&self, other: &Self) -> bool {
        let asks = |said: &Self| matches!(said.ending, Ending::Asks { .. });
        self.ending == other.ending || asks(self) && asks(other)
    }

    /// Returns whether turn number `turn` of the run, counted from 0, is what is said to the character, apart from what words do not tell at its ends.
    pub(super) fn is_as_printed_in(&self, run: &PlayedRun<'_>, turn: usize) -> bool {
        self.turns.get(turn).is_some_and(|said| said.trim() == run.printed[turn].trim())
    }

    /// Returns whether a line that the program prints in turn number `turn`, counted from 0, is one of another game there, and none of this one.
    pub(super) fn lacks_a_right_line_of(&self, other: &Self, run: &PlayedRun<'_>, turn: usize) -> bool {
        let says = |game: &Self, line: &str| {
            game.turns.get(turn).is_some_and(|said| said.lines().any(|it| it.trim() == line))
        };
        let mut printed = run.printed[turn].lines().map(str::trim).filter(|line| !line.is_empty());
        printed.any(|line| says(other, line) && !says(self, line))
    }

    /// Returns how far each turn of the run is from what is said. `known` is another game's, whose distances are these.
    pub(super) fn distances(&self, run: &PlayedRun<'_>, known: Option<(&Self, &[usize])>) -> Vec<usize> {
        let turn = |turn: usize| match known {
            Some((other, distances)) if self.is_in(other, turn) => distances[turn],
            _ => self.distance_in(run, turn),
        };
        (0..run.printed.len()).map(turn).collect()
    }

    /// Returns how far turn number `turn` of the run, counted from 0, is from what is said.
    pub(super) fn distance_in(&self, run: &PlayedRun<'_>, turn: usize) -> usize {
        if run.is_cut_off_in(turn) {
            return self.distance_where_cut_off(turn, &run.printed[turn]);
        }
        let dice = WRONG_DICE * wrong_in(&self.wrong_dice, turn);
        let printed = &run.printed[turn];
        let Some(said) = self.turns.get(turn) else { return dice + words(printed).len() + OTHER_END };
        let wish = if run.is_last(turn) && self.may_wait(run) { without_wish(printed, said) } else { None };
        let printed = wish.unwrap_or(printed);
        let end = if run.is_last(turn) && !self.ends_like(run) { OTHER_END } else { 0 };
        if end > 0 && matches!(run.end, PlayedEnd::Failed(_)) {
            // What a crash has cut off tells nothing.
            return end;
        }
        dice + end + text_distance(said, printed)
    }

    /// Returns how far turn number `turn`, counted from 0, in which the program was stopped, is from what is said, as far as both are known: whoever
    /// goes on printing where the game asks, has ended, or misses a throw says something else.
    fn distance_where_cut_off(&self, turn: usize, printed: &str) -> usize {
        let is_last = turn + 1 >= self.turns.len();
        let is_whole = !is_last || !matches!(self.ending, Ending::Endless | Ending::Unknown);
        // A throw may be missing because its line is cut off.
        let needs_dice = is_last && self.ending == Ending::NeedsDice;
        let printed = if needs_dice { whole_lines(printed) } else { printed };
        match self.turns.get(turn) {
            Some(said) => distance_as_far(said, is_whole, printed),
            None if is_whole => words(printed).len() + OTHER_END,
            None => 0,
        }
    }

    /// Returns the first words that are left out in a turn of the run, if nothing else is wrong in it.
    pub(super) fn left_out(&self, run: &PlayedRun<'_>, turn: usize) -> Option<Vec<String>> {
        left_out(&words(self.turns.get(turn)?), &words(&run.printed[turn]))
    }

    /// Returns whether the program of a run waits where this game has ended, and may.
    fn may_wait(&self, run: &PlayedRun<'_>) -> bool {
        let has_ended = self.turns.len() <= run.printed.len() && self.ending == Ending::Finished;
        has_ended && run.end == PlayedEnd::Waits && run.case.tolerate.contains(&Tolerance::ExtraEnterAtEnd)
    }

    /// Returns whether the game fails in a run that is not about failing.
    pub(super) fn fails(&self, run: &PlayedRun<'_>) -> bool {
        fails_by_bent_rules(run.case, &self.ending)
    }

    /// Returns whether the game ends with the last turn of a run as the program did.
    fn ends_like(&self, run: &PlayedRun<'_>) -> bool {
        let ending = if self.turns.len() > run.printed.len() { None } else { Some(&self.ending) };
        match (&run.end, ending) {
            (PlayedEnd::Finished | PlayedEnd::Waits, Some(Ending::Unknown))
            | (PlayedEnd::Finished, Some(Ending::Finished | Ending::InputEnded | Ending::NeedsDice))
            | (PlayedEnd::Waits, Some(Ending::Asks { .. } | Ending::NeedsDice))
            | (PlayedEnd::Failed(_), Some(Ending::InputEnded))
            | (PlayedEnd::CutOff, _) => true,
            (PlayedEnd::Waits, Some(Ending::Finished)) => self.may_wait(run),
            (PlayedEnd::Failed(_), Some(_)) if self.fails(run) => true,
            (PlayedEnd::Failed(errors), Some(Ending::Raised(raised))) => {
                raised.iter().any(|it| says(errors, it))
            }
            _ => false,
        }
    }
}

/// Lets a game fail where the program failed, if that is no later and what was said before is the same: by the same rule programs fail
/// in other lines, some of them before they print what they have.
fn fail_as(turns: &mut Vec<String>, printed: &[String]) {
    let Some((last, before)) = printed.split_last() else { return };
    let same = |(one, other): (&String, &String)| words(one) == words(other);
    let is_same = turns.len() >= printed.len() && turns.iter().zip(before).all(same);
    if is_same && turns[before.len()].starts_with(last.trim_end()) {
        turns.truncate(before.len());
        turns.push(last.clone());
    }
}

/// Leaves out of what is said the lines that are never printed, where they are not printed: nobody misses them in the place of another line.
fn leave_out_never_printed(said: &mut String, printed: &str, never_printed: &[String]) {
    let has = |text: &str, line: &str| text.lines().any(|it| it.trim() == line.trim());
    for line in never_printed {
        if has(said, line) && !has(printed, line) {
            *said = said.split_inclusive('\n').filter(|it| it.trim() != line.trim()).collect();
        }
    }
}

/// Returns how far a printed turn is from what is said, in words; a table that should be drawn is as near as its values are right.
fn text_distance(said: &str, printed: &str) -> usize {
    if said == printed {
        return 0;
    }
    match beside_undrawn_table(said, printed) {
        Some((said, printed, wrong)) => distance(&words(&said), &words(&printed)) + 2 * wrong,
        None => distance(&words(said), &words(printed)),
    }
}

/// Returns how far a turn in which the program was stopped is from what is said, as far as both go: what is said may be whole, and what was printed
/// is not.
fn distance_as_far(said: &str, is_whole: bool, printed: &str) -> usize {
    let (said, printed) = (words(said), words(printed));
    // The last word may be cut off.
    let known = printed.len().saturating_sub(1);
    let of_said = said.len().min(known);
    let of_printed = if is_whole { known } else { of_said };
    distance(&said[..of_said], &printed[..of_printed])
}

fn wrong_in(turns: &[usize], turn: usize) -> usize {
    turns.iter().filter(|wrong| **wrong == turn).count()
}

/// Returns whether standard error tells of this error.
fn says(errors: &str, raised: &Raised) -> bool {
    let last = errors.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
    last.contains(&*raised.kind) && words(last).ends_with(&words(&raised.message))
}

/// Returns what is said before each input, and before the end. Where there is a choice, what was printed is taken.
fn turns(pieces: &[Piece], printed: &[String]) -> Vec<String> {
    let mut turns = vec![String::new()];
    for piece in pieces {
        let at = turns.len() - 1;
        match piece {
            Piece::Said { text, .. } => turns[at].push_str(text),
            Piece::SaidEither { texts, .. } => turns[at].push_str(chosen(texts, printed.get(at))),
            Piece::Typed(Typed::Line(_) | Typed::EndOfInput) => turns.push(String::new()),
            Piece::Rolled { .. } | Piece::Cleared => {}
        }
    }
    turns
}

fn chosen<'t>(texts: &'t [String], printed: Option<&String>) -> &'t str {
    let is_printed = |text: &&String| printed.is_some_and(|printed| printed.contains(text.trim()));
    texts.iter().find(is_printed).or(texts.first()).map_or("", String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_were_kept_only_where_more_of_them_should_have_been_thrown_again() {
        let four_sided =
            |dice: f64, same: f64| ThrownAgain { same, expected: dice / 4.0, variance: dice * 3.0 / 16.0 };
        for (bent, unbent, expected) in [
            (four_sided(64.0, 16.0), four_sided(0.0, 0.0), false),
            (four_sided(64.0, 60.0), four_sided(0.0, 0.0), true),
            // The bent game throws nothing again, and chance had fewer of the other's dice show the same face.
            (four_sided(0.0, 0.0), four_sided(64.0, 15.0), false),
            (four_sided(0.0, 0.0), four_sided(64.0, 17.0), false),
        ] {
            let mut more = ThrownAgain::default();
            more.add_more(&bent, &unbent);
            assert_eq!(more.were_kept(2.6), expected, "{bent:?} and {unbent:?}");
        }
    }

    #[test]
    fn who_is_stopped_is_compared_as_far_as_both_are_known() {
        for (said, is_whole, printed, expected) in [
            ("Go? Go?", true, "Go? Go?", 0),
            // The program was stopped in a word, before it had said all.
            ("Ann rolls 3 Go?", true, "Ann ro", 0),
            ("Ann rolls 3 Go?", true, "Bob rolls 3", 2),
            // It goes on where nothing more is said, or where nobody knows what is.
            ("Ann rolls 3", true, "Ann rolls 3 Bob rolls 4", 2),
            ("Ann rolls 3", false, "Ann rolls 3 Bob rolls 4", 0),
            ("Ann rolls 3", false, "Ann rolls 4 Bob rolls 4", 2),
        ] {
            assert_eq!(distance_as_far(said, is_whole, printed), expected, "{said:?} and {printed:?}");
        }
    }

    #[test]
    fn of_dice_that_are_shown_sorted_nobody_knows_which_stayed() {
        let sorted = |throws: &[[u8; 5]]| {
            let throw = |faces: &[u8; 5]| ShownThrow {
                turn: 1,
                line: 1,
                sides: 6,
                faces: faces.to_vec(),
                rerolled: (0..5).collect(),
                is_first: false,
                or: None,
            };
            are_sorted(&throws.iter().map(throw).collect::<Vec<_>>())
        };
        assert!(sorted(&[[1, 2, 2, 4, 6], [1, 2, 3, 4, 6]]));
        assert!(sorted(&[[6, 4, 2, 2, 1], [6, 4, 3, 2, 1]]));
        assert!(!sorted(&[[1, 2, 2, 4, 6], [1, 2, 3, 6, 4]]));
        // One throw may be sorted by chance.
        assert!(!sorted(&[[1, 2, 2, 4, 6]]));
    }
}
