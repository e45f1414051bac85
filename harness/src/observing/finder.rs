//! Finds in the terms of a conversation the place where a throw was shown.
//!
//! The search goes from the most specific place to the least: the words and faces of the template in the right
//! turn; a line of that turn with one of its words and the right number of faces; its words with another number of faces;
//! any line with the right number of faces; what was left over in the turns before. Where a program withholds its output, all of it that is left is one turn.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use super::printed::FirstTurns;
use super::template::{Template, TemplatePiece};
use super::terms::{PlacedTerm, Term, of_turns};

/// A conversation is searched in at most this many steps; a step looks at one term.
const MOST_STEPS: usize = 5_000_000;

/// Words that join the numbers of a list.
const JOINING: [&str; 3] = ["and", "und", "dan"];

/// Which words a line must have to be taken for a throw.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    /// One of the template's at least.
    Shared,
    /// None.
    Any,
}

/// A place where a throw is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FoundThrow {
    /// Its terms.
    pub(super) at: Range<usize>,
    /// The numbers in the places of the faces, in the order of the dice.
    pub(super) numbers: Vec<u32>,
    /// The same template at once once more: its first term, and the numbers there.
    pub(super) again: Option<(usize, Vec<u32>)>,
}

/// The terms of a conversation, and how far they have been used.
pub(super) struct Finder<'a> {
    terms: Cow<'a, [PlacedTerm]>,
    /// The first term of each turn, and the end of the last.
    starts: Vec<usize>,
    /// The first term that no throw has used.
    next: usize,
    /// Whether some output came later than it was printed.
    withheld: bool,
    /// The words of all templates so far.
    known: BTreeSet<Term>,
    /// The number of faces of each die of the throw that is looked for.
    sides: u8,
    steps: usize,
}

impl<'a> Finder<'a> {
    /// Returns a finder in the output of `turns`, of which some came late if it was `withheld`.
    pub(super) fn new(turns: FirstTurns<'a>, withheld: bool) -> Self {
        let terms = if withheld { of_turns(turns.texts(), true).into() } else { turns.terms() };
        let start = |turn: usize| terms.partition_point(|placed| placed.turn < turn);
        let starts = (0..=turns.texts().len()).map(start).collect();
        Self { terms, starts, next: 0, withheld, known: BTreeSet::new(), sides: 0, steps: 0 }
    }

    /// Returns the number of turns.
    pub(super) fn turns(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns whether the conversation is too long, or too strange, to be searched.
    pub(super) fn is_exhausted(&self) -> bool {
        self.steps > MOST_STEPS
    }

    /// Returns the turn and the line of a term, both counted from 0.
    pub(super) fn place(&self, term: usize) -> (usize, usize) {
        self.terms.get(term).map_or((0, 0), |placed| (placed.turn, placed.line))
    }

    /// Returns where the next throw, of dice with so many sides, is shown, which should be in `turn`.
    pub(super) fn find(&mut self, template: &Template, sides: u8, turn: usize) -> Option<FoundThrow> {
        self.sides = sides;
        for word in template.literals().filter(|term| is_word(term)) {
            if !self.known.contains(word) {
                self.known.insert(word.clone());
            }
        }
        if self.is_exhausted() {
            return None;
        }
        let (start, end) = (*self.starts.get(turn)?, *self.starts.get(turn + 1)?);
        let here = start.max(self.next)..end.max(self.next);
        let found = if self.withheld {
            self.nearest(template, self.next..self.terms.len())
        } else {
            let before = self.next..start.max(self.next);
            self.nearest(template, here).or_else(|| self.exact(template, before))
        }?;
        self.next = found.at.end;
        Some(found)
    }

    fn nearest(&mut self, template: &Template, range: Range<usize>) -> Option<FoundThrow> {
        self.exact(template, range.clone())
            .or_else(|| self.alike(template, range.clone(), Words::Shared))
            .or_else(|| self.any_number_of_dice(template, range.clone()))
            .or_else(|| self.alike(template, range, Words::Any).filter(|_| template.dice > 1))
    }

    /// Returns a place with all words of the template, and another one after it.
    fn exact(&mut self, template: &Template, range: Range<usize>) -> Option<FoundThrow> {
        let (at, numbers) = self.first_exact(template, range.clone())?;
        // Only what comes at once is the same throw again; with something between, it is one throw more.
        let again = fits(template, &self.terms[at.end..range.end]).map(|numbers| (at.end, numbers));
        Some(FoundThrow { at, numbers, again })
    }

    fn first_exact(&mut self, template: &Template, range: Range<usize>) -> Option<(Range<usize>, Vec<u32>)> {
        range.clone().find_map(|start| {
            let terms = self.terms.get(start..range.end)?;
            self.steps += 1;
            let numbers = fits(template, terms)?;
            Some((start..start + template.pieces.len(), numbers))
        })
    }

    /// Returns a place with the words before the faces, whatever number of faces comes after them.
    fn any_number_of_dice(&mut self, template: &Template, range: Range<usize>) -> Option<FoundThrow> {
        let words: Vec<&Term> = template.words_before().collect();
        if words.is_empty() {
            return None;
        }
        range.clone().find_map(|start| {
            let terms = self.terms.get(start..range.end)?;
            self.steps += 1;
            let begins = terms.len() > words.len()
                && terms.iter().zip(&words).all(|(placed, word)| placed.term == **word);
            if !begins {
                return None;
            }
            let rest = &terms[words.len()..];
            let run = run_of_numbers(rest);
            let numbers: Vec<u32> = rest[..run].iter().filter_map(number).collect();
            let end = start + words.len() + run;
            (!numbers.is_empty()).then_some(FoundThrow { at: start..end, numbers, again: None })
        })
    }

    /// Returns a line with the right number of faces, on which nothing speaks of another throw.
    fn alike(&mut self, template: &Template, range: Range<usize>, words: Words) -> Option<FoundThrow> {
        let mut start = range.start;
        while start < range.end {
            let line = &self.terms[start..range.end];
            let length = line.iter().take_while(|placed| same_line(placed, &line[0])).count();
            self.steps += length;
            let shares = || {
                template
                    .literals()
                    .any(|word| is_word(word) && line[..length].iter().any(|placed| placed.term == *word))
            };
            if words == Words::Any || shares() {
                // Without a word, a line of a table may have as many numbers.
                let could_be = |found: &FoundThrow| words == Words::Shared || self.are_faces(&found.numbers);
                let found = self.line(template, start..start + length).filter(could_be);
                if found.is_some() {
                    return found;
                }
            }
            start += length;
        }
        None
    }

    /// Returns whether at least half of the numbers are faces of the dice.
    fn are_faces(&self, numbers: &[u32]) -> bool {
        let is_face = |number: &&u32| (1..=u32::from(self.sides)).contains(*number);
        2 * numbers.iter().filter(is_face).count() >= numbers.len()
    }

    /// Returns the faces on one line, if there are as many numbers in a row as there are dice.
    fn line(&self, template: &Template, line: Range<usize>) -> Option<FoundThrow> {
        let terms = &self.terms[line.clone()];
        let speaks_of_another = terms.iter().any(|placed| {
            self.known.contains(&placed.term) && !template.literals().any(|literal| *literal == placed.term)
        });
        if speaks_of_another {
            return None;
        }
        let before: Vec<&Term> = template.words_before().filter(|term| !is_word(term)).collect();
        let first = terms.iter().position(|placed| number(placed).is_some());
        let mut start = 0;
        while start < terms.len() {
            let run = run_of_numbers(&terms[start..]);
            let numbers: Vec<u32> = terms[start..start + run].iter().filter_map(number).collect();
            let extra = numbers.len().saturating_sub(template.dice);
            let begins = first == Some(start) && extra == before.len();
            let repeats = before.iter().zip(&numbers).all(|(term, number)| **term == Term::Number(*number));
            if numbers.len() >= template.dice && (extra == 0 || begins && repeats) {
                let at = line.start + start..line.start + start + run;
                return Some(FoundThrow { at, numbers: numbers[extra..].to_vec(), again: None });
            }
            start += run.max(1);
        }
        None
    }
}

/// Returns the numbers in the slots, in the order of the dice, if the terms begin with the template.
fn fits(template: &Template, terms: &[PlacedTerm]) -> Option<Vec<u32>> {
    if terms.len() < template.pieces.len() {
        return None;
    }
    let mut numbers = vec![0; template.dice];
    for (piece, placed) in template.pieces.iter().zip(terms) {
        match (piece, &placed.term) {
            (TemplatePiece::Literal(literal), term) if literal == term => {}
            (TemplatePiece::Slot(die), Term::Number(number)) => numbers[*die] = *number,
            _ => return None,
        }
    }
    let is_one_more = |placed: &PlacedTerm| {
        number(placed).is_some() && same_line(placed, &terms[template.pieces.len() - 1])
    };
    let ends_with_a_face = matches!(template.pieces.last(), Some(TemplatePiece::Slot(_)));
    let too_many = ends_with_a_face && terms.get(template.pieces.len()).is_some_and(is_one_more);
    (!too_many).then_some(numbers)
}

fn number(placed: &PlacedTerm) -> Option<u32> {
    match placed.term {
        Term::Number(number) => Some(number),
        Term::Word(_) => None,
    }
}

fn is_word(term: &Term) -> bool {
    matches!(term, Term::Word(_))
}

fn same_line(one: &PlacedTerm, other: &PlacedTerm) -> bool {
    (one.turn, one.line) == (other.turn, other.line)
}

/// Returns the length of the numbers, and the words that join them, with which the line of the first term begins.
fn run_of_numbers(terms: &[PlacedTerm]) -> usize {
    let Some(first) = terms.first().filter(|first| number(first).is_some()) else { return 0 };
    let joins =
        |placed: &PlacedTerm| matches!(&placed.term, Term::Word(word) if JOINING.contains(&word.as_str()));
    let in_list = |(index, placed): &(usize, &PlacedTerm)| {
        let is_on_the_line = placed.line == first.line && (*index == 0 || !placed.begins);
        is_on_the_line && (number(placed).is_some() || joins(placed))
    };
    let length = terms.iter().enumerate().take_while(in_list).count();
    let last = terms[..length].iter().rposition(|placed| number(placed).is_some());
    last.map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observing::PrintedTurns;
    use crate::observing::template::Templates;

    fn bots() -> Template {
        template(3, &|faces| format!("\nRoll #1 : {faces:?}\n"))
    }

    fn rats(name: &str) -> Template {
        template(2, &|faces| format!("{name} rolls {}-{}", faces[0], faces[1]))
    }

    fn template(dice: usize, show: &dyn Fn(&[u8]) -> String) -> Template {
        Template::clone(&Templates::default().of(dice, show).expect("readable"))
    }

    /// Turns are separated by `|`; the throws are looked for in the turns given, one after the other.
    #[track_caller]
    fn check(conversation: &str, throws: &[(&Template, usize)], expected: &[&[u32]]) {
        let turns = PrintedTurns::from(conversation.split('|').map(str::to_string).collect::<Vec<_>>());
        let mut finder = Finder::new(turns.all(), crate::recording::is_withheld(&turns));
        let found: Vec<Vec<u32>> = throws
            .iter()
            .map(|(template, turn)| {
                finder.find(template, 4, *turn).map(|found| found.numbers).unwrap_or_default()
            })
            .collect();
        assert_eq!(found, expected, "{conversation:?}");
    }

    #[test]
    fn a_throw_is_found_however_it_is_spaced_and_spelled() {
        for shown in
            ["Roll #1 : [1, 2, 3]", "roll#1: [1,2,3]", "ROLL 1\n1 2 3", "Roll #1 is now\n  Roll 1: 1-2-3"]
        {
            check(&format!("Enter|{shown}\n\n| 4 | 5 | 6 |"), &[(&bots(), 1)], &[&[1, 2, 3]]);
        }
    }

    #[test]
    fn a_line_with_as_many_numbers_as_dice_is_a_throw() {
        check("Enter|You see 4 4 1.\nTrio 9", &[(&bots(), 1)], &[&[4, 4, 1]]);
        check("Enter|Your first roll: 1: 4, 4 and 1", &[(&bots(), 1)], &[&[4, 4, 1]]);
        check("Enter|First roll 1 4 4 1", &[(&bots(), 1)], &[&[4, 4, 1]]);
        check("Enter|Roll : [1, 4, 2]", &[(&bots(), 1)], &[&[1, 4, 2]]);
        check("Enter|Scores 4 5\nnothing", &[(&bots(), 1)], &[&[]]);
        check("Enter|Player 1: 5 0 0", &[(&bots(), 1)], &[&[]]);
        check("Enter|Player 1: 5 0 0\nYou see 5 4 1.", &[(&bots(), 1)], &[&[5, 4, 1]]);
        check("null rolls 3-4\tturn 7 total 7", &[(&rats("Dave"), 0)], &[&[3, 4]]);
    }

    #[test]
    fn a_line_that_speaks_of_another_throw_is_not_taken() {
        let (dave, hal) = (rats("Dave"), rats("HAL"));
        check(
            "Dave rolls 1-2\nDave rolls 3-4\n",
            &[(&dave, 0), (&hal, 0), (&dave, 0)],
            &[&[1, 2], &[], &[3, 4]],
        );
    }

    #[test]
    fn other_numbers_of_dice_are_found_by_their_words() {
        check("|Roll #1 : [1, 2]\n", &[(&bots(), 1)], &[&[1, 2]]);
        check("|Roll #1 : [1, 2, 3, 4]\n", &[(&bots(), 1)], &[&[1, 2, 3, 4]]);
    }

    #[test]
    fn throws_of_one_turn_are_found_one_after_the_other() {
        let hal = rats("HAL");
        check("HAL rolls 1-2\nHAL rolls 3-4\n", &[(&hal, 0), (&hal, 0), (&hal, 0)], &[&[1, 2], &[3, 4], &[]]);
    }

    #[test]
    fn an_early_throw_and_a_withheld_one_are_found_in_the_nearest_turn() {
        check("Enter Roll #1 : [1, 2, 3]|Input", &[(&bots(), 1)], &[&[1, 2, 3]]);
        check("||Enter\nRo|ll #1 : [1, 2, 3]", &[(&bots(), 1)], &[&[1, 2, 3]]);
        check("Enter|Input|Roll #1 : [1, 2, 3]", &[(&bots(), 1)], &[&[]]);
    }

    #[test]
    fn a_second_showing_is_told() {
        let turns = PrintedTurns::from(vec!["Roll #1 : [1, 2, 3]\nRoll #1 : [3, 2, 1]".to_string()]);
        let mut finder = Finder::new(turns.all(), false);
        let found = finder.find(&bots(), 4, 0).expect("found");
        assert_eq!(found.again.map(|(_, numbers)| numbers), Some(vec![3, 2, 1]));
    }

    /// Looks for `throws` throws of Dave in `lines` equal lines; returns how many are found, and the steps for each line.
    fn work(line: &str, lines: usize, throws: usize) -> (usize, usize) {
        let turns = PrintedTurns::from(vec![line.repeat(lines)]);
        let mut finder = Finder::new(turns.all(), false);
        let found = (0..throws).take_while(|_| finder.find(&rats("Dave"), 6, 0).is_some()).count();
        (found, finder.steps / lines)
    }

    #[test]
    fn the_work_for_a_throw_does_not_grow_with_what_comes_after_it() {
        for lines in [100, 10_000, 40_000] {
            assert_eq!(work("Dave rolls 1-2\n", lines, lines), (lines, 1), "{lines} lines");
        }
    }

    #[test]
    fn throws_in_other_words_are_not_looked_for_without_end() {
        let lines = 10_000;
        let (found, steps) = work("You see 5 and 6.\n", lines, lines);
        assert!(found < lines, "{found}");
        // The last search may go through all five terms of a line once for each of the four ways to search.
        assert!(steps <= MOST_STEPS / lines + 4 * 5, "{steps} steps for each line");
    }

    #[test]
    fn the_search_is_bounded() {
        let turns = PrintedTurns::from(vec!["1 2 ".repeat(400_000)]);
        let mut finder = Finder::new(turns.all(), false);
        let template = rats("Dave");
        let throws = (0..1000)
            .take_while(|_| finder.find(&template, 4, 0).is_some() || !finder.is_exhausted())
            .count();
        assert!(throws < 100 && finder.is_exhausted(), "{throws} throws were looked for");
    }
}
