//! What is shown at the end of a game: both scores, and the winner.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::computers::Computers;
use super::ledger::BrokenFact;
use super::numbers::{PrintedNumber, list, numbers};
use super::story::{Asked, Dealt, Stage};
use super::survey::Survey;
use super::winner::{Named, named};
use super::words::{self, Idea};
use crate::cases::Cause;

/// The end of a game.
#[derive(Clone, Copy)]
struct GameEnd<'a> {
    stage: &'a Stage,
    /// The lines of its stage; those before the end of the game are empty.
    lines: &'a [String],
    computers: &'a Computers<'a>,
    numbers: &'a [PrintedNumber],
}

impl Survey<'_> {
    /// Judges the end of a game in the stage with this index.
    pub(super) fn ending(&mut self, index: usize, dealt: &Dealt) {
        let stage = &self.story.stages[index];
        let from = dealt
            .roll
            .as_ref()
            .map_or(0, |roll| roll.dice.iter().map(|die| die.area.bottom + 1).max().unwrap_or(0));
        let after = |(at, line): (usize, &String)| if at < from { String::new() } else { line.clone() };
        let lines: Vec<String> = stage.lines.iter().enumerate().map(after).collect();
        let numbers = numbers(&lines);
        let computers = Computers::new(self, stage, dealt, &numbers);
        self.computer_score(stage, &computers, &numbers);
        self.hidden(&computers);
        let ending = GameEnd { stage, lines: &lines, computers: &computers, numbers: &numbers };
        let shown = self.scores(ending);
        self.winner(ending, &shown);
    }

    /// Notes whether both scores are shown; returns the numbers that may be the player's.
    fn scores(&mut self, ending: GameEnd<'_>) -> Vec<i64> {
        let GameEnd { stage, lines, computers, numbers } = ending;
        if self.game.totals.is_empty() {
            return Vec::new();
        }
        let zero = self.game.totals.contains(&0) && words::has(&words::words(&lines.join("\n")), Idea::Zero);
        let own = |number: &&PrintedNumber| !number.is(Idea::Computer) || number.is(Idea::Player);
        let values: Vec<i64> =
            numbers.iter().filter(own).map(|number| number.value).chain(zero.then_some(0)).collect();
        let shown: Vec<i64> =
            self.game.totals.iter().copied().filter(|total| values.contains(total)).collect();
        let instead = numbers.iter().find(|number| number.is(Idea::Player) && !number.is(Idea::Computer));
        let wrong = match (shown.is_empty(), computers.are_shown(numbers.len() + usize::from(zero))) {
            (false, true) => None,
            (false, false) => {
                Some((Cause::MissingOutput, "at the end the computer's score is not shown".to_string()))
            }
            (true, enough) => Some(self.own_score_is_missing(instead.filter(|_| enough))),
        };
        let line = instead.map_or(lines.len().saturating_sub(1), |number| number.line);
        self.ledger.note(
            "ending/scores",
            wrong.map(|(cause, sentence)| BrokenFact {
                at: (stage, line),
                cause,
                expected: "the final scores of both".to_string(),
                sentence,
            }),
        );
        if shown.is_empty() { self.game.totals.clone() } else { shown }
    }

    fn own_score_is_missing(&self, instead: Option<&PrintedNumber>) -> (Cause, String) {
        let right = list(&self.game.totals);
        match instead {
            Some(number) => (
                Cause::WrongValue,
                format!("the player's final score is {right}; the program shows {}", number.value),
            ),
            None => (Cause::MissingOutput, format!("the player's final score of {right} is not shown")),
        }
    }

    fn winner(&mut self, ending: GameEnd<'_>, own: &[i64]) {
        let GameEnd { stage, lines, computers, .. } = ending;
        let fact = "ending/winner";
        if own.is_empty() {
            return self
                .ledger
                .unread(fact, "the player's final score is not known, so that neither is who wins");
        }
        let right = self.right_winners(own, computers);
        let line = lines.iter().position(|line| named(std::slice::from_ref(line)).is_some());
        let at = (stage, line.unwrap_or(lines.len().saturating_sub(1)));
        let should = match right[0] {
            Named::Player => "the player wins",
            Named::Computer => "the computer wins",
            _ => "nobody wins",
        };
        let wrong = |cause, sentence| BrokenFact { at, cause, expected: should.to_string(), sentence };
        match named(lines) {
            Some(named) if right.contains(&named) => self.ledger.held(fact),
            Some(named) if named != Named::Unclear => {
                let scores = format!("the player has {}, the computer {}", list(own), computers.text());
                let sentence = format!("{should}: {scores}; the program says something else");
                self.ledger.wrong(fact, wrong(Cause::WrongText, sentence));
            }
            None if stage.asked == Some(Asked::Roll) => {}
            None if self.story.is_in_known_language() && !has_remarks(lines) => {
                let sentence = format!("{should}, but the winner is not named");
                self.ledger.wrong(fact, wrong(Cause::MissingOutput, sentence));
            }
            _ => self.ledger.unread(fact, WHO_WINS),
        }
    }

    /// Returns who may have won, by the scores that are shown, or by those that the computer's dice allow.
    fn right_winners(&self, own: &[i64], computers: &Computers<'_>) -> Vec<Named> {
        let theirs = computers.scores();
        let winner = |own: &i64, theirs: i64| match self.rules.winner(*own, theirs) {
            Ordering::Greater => Named::Player,
            Ordering::Less => Named::Computer,
            Ordering::Equal => Named::Nobody,
        };
        if theirs.is_empty() {
            let (least, most) = computers.range;
            let any = own.iter().flat_map(|own| (least..=most).map(|theirs| winner(own, theirs)));
            return any.collect::<BTreeSet<_>>().into_iter().collect();
        }
        own.iter().flat_map(|own| theirs.iter().map(|theirs| winner(own, *theirs))).collect()
    }
}

/// Why it is undecided whether the right winner is named.
const WHO_WINS: &str =
    "who is named the winner is not clear: say that you win, that the computer wins, or that it is a tie";

/// Returns whether there are lines of words that are neither scores nor questions. They may name the winner in words that
/// are not known here.
fn has_remarks(lines: &[String]) -> bool {
    lines.iter().any(|line| {
        let is_asked = line.trim_end().ends_with(['?', ':', '>', ')', ']']);
        !is_asked && !line.contains(|ch: char| ch.is_ascii_digit()) && !words::words(line).is_empty()
    })
}
