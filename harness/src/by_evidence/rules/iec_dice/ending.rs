//! What is shown at the end of a game: both scores, and the winner. And what comes after it.

use std::cmp::Ordering;

use super::computer::Computers;
use super::replay::Replay;
use crate::by_evidence::dialogue::deal::{Dealt, Roll};
use crate::by_evidence::dialogue::story::{Asked, Over, Stage};
use crate::by_evidence::read::SheetLine;
use crate::by_evidence::read::numbers::{PrintedNumber, list};
use crate::by_evidence::read::pictures::Picture;
use crate::by_evidence::read::red::{Red, red};
use crate::by_evidence::read::winner::{Named, named};
use crate::by_evidence::rules::claims::{Expects, FactClaim, SentenceParts};
use crate::by_evidence::rules::ledger::TrailStep;
use crate::cases::facts::DiceFact as F;
use crate::cases::wording::Idea;

/// What a program does after the player has declined to roll again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Declined {
    /// It ends the turn, or it goes on and asks: either can be judged.
    Clear,
    /// It shows three more dice, which may be another roll of the player.
    Unclear,
}

/// The end of a game.
#[derive(Clone, Copy)]
struct GameEnd<'a, 'c> {
    stage: &'a Stage,
    /// The first line that is about the end.
    from: usize,
    computers: &'c Computers<'a>,
    numbers: &'c [&'a PrintedNumber],
}

/// Why it is undecided whether the right winner is named.
const WHO_WINS: &str =
    "who is named the winner is not clear: say that you win, that the computer wins, or that it is a tie";

impl<'a> Replay<'a> {
    /// Judges the end of a game in a stage.
    pub(super) fn ending(&mut self, stage: &'a Stage, dealt: &Dealt) {
        let from = dealt.roll.as_ref().map_or(0, Roll::below);
        let numbers: Vec<&PrintedNumber> =
            stage.sheet.numbers.iter().filter(|number| number.line >= from).collect();
        let computers = self.computers(stage, dealt, &numbers);
        let (least, most) = computers.range;
        self.ledger.trail.push(TrailStep::Between("by its dice, the computer's score is from", least, most));
        self.ledger.trail.push(TrailStep::Took("the numbers that may be it are", computers.scores()));
        self.computer_score(stage, &computers, &numbers);
        self.hidden(&computers);
        let ending = GameEnd { stage, from, computers: &computers, numbers: &numbers };
        let own = self.final_scores(ending);
        self.winner(ending, &own);
    }

    /// Judges whether both scores are shown; returns the numbers that may be the player's.
    fn final_scores(&mut self, ending: GameEnd<'a, '_>) -> Vec<i64> {
        let GameEnd { stage, from, computers, numbers } = ending;
        if self.game.totals.is_empty() {
            return Vec::new();
        }
        let says_zero = self.game.totals.contains(&0) && stage.sheet.ideas_from(from).has(Idea::Zero);
        let is_own = |number: &&PrintedNumber| !number.is(Idea::Computer) || number.is(Idea::Player);
        let own = numbers.iter().copied().filter(is_own).map(|number| number.value);
        let own: Vec<i64> = own.chain(says_zero.then_some(0)).collect();
        let shown: Vec<i64> = self.game.totals.iter().copied().filter(|total| own.contains(total)).collect();
        let is_both = computers.are_shown(numbers.len() + usize::from(says_zero));
        let of_player = |number: &&&PrintedNumber| number.is(Idea::Player) && !number.is(Idea::Computer);
        let instead = numbers.iter().find(of_player).copied();
        let line = instead.map_or(stage.sheet.lines.len().saturating_sub(1), |number| number.line);
        let claim = FactClaim {
            fact: F::EndingScores.row(),
            at: (stage, line),
            expects: Expects::Shows {
                is_shown: !shown.is_empty() && is_both,
                instead: instead.filter(|_| shown.is_empty() && is_both),
            },
            told: (!shown.is_empty()).then_some("at the end the computer's score is not shown"),
        };
        let totals = &self.game.totals;
        self.ledger.check(&claim, || SentenceParts { right: list(totals), ..SentenceParts::default() });
        if shown.is_empty() { self.game.totals.clone() } else { shown }
    }

    fn winner(&mut self, ending: GameEnd<'a, '_>, own: &[i64]) {
        let GameEnd { stage, from, computers, .. } = ending;
        let fact = F::EndingWinner.row();
        if own.is_empty() {
            let why = "the player's final score is not known, so that neither is who wins";
            return self.ledger.unread([fact], why);
        }
        let lines = &stage.sheet.lines[from.min(stage.sheet.lines.len())..];
        let named = named(lines);
        let right = self.right_winners(own, computers);
        let is_unclear = match named {
            None if stage.asked == Some(Asked::Roll) => return,
            None => !self.story.is_in_known_language() || has_remarks(lines),
            named => named == Some(Named::Unclear),
        };
        if is_unclear {
            return self.ledger.unread([fact], WHO_WINS);
        }
        let should = match right[0] {
            Named::Player => "the player wins",
            Named::Computer => "the computer wins",
            _ => "nobody wins",
        };
        let line = lines.iter().position(|line| line.named.is_some()).map(|at| from + at);
        let line = line.unwrap_or(stage.sheet.lines.len().saturating_sub(1));
        let told = named.is_none().then_some("{right}, but the winner is not named");
        let claim = FactClaim { fact, at: (stage, line), expects: Expects::Names { right, named }, told };
        self.ledger.check(&claim, || SentenceParts {
            right: should.to_string(),
            shown: format!("the player has {}, the computer {}", list(own), computers.text()),
            ..SentenceParts::default()
        });
    }

    /// Returns who may have won, by the scores that are shown, or by those that the computer's dice allow.
    fn right_winners(&self, own: &[i64], computers: &Computers<'_>) -> Vec<Named> {
        let winner = |own: i64, theirs: i64| match self.rules.winner(own, theirs) {
            Ordering::Greater => Named::Player,
            Ordering::Less => Named::Computer,
            Ordering::Equal => Named::Nobody,
        };
        let theirs = match computers.scores() {
            scores if scores.is_empty() => (computers.range.0..=computers.range.1).collect(),
            scores => scores,
        };
        own.iter().flat_map(|own| theirs.iter().map(|theirs| winner(*own, *theirs))).collect()
    }

    /// After a no the turn must end.
    pub(super) fn declined(&mut self, stage: &'a Stage) -> Declined {
        let goes_on = stage.asked == Some(Asked::Roll);
        if !goes_on && self.shows_another_roll(stage) {
            return Declined::Unclear;
        }
        let expects = Expects::Comes { due: false, comes: goes_on };
        let claim = FactClaim { fact: F::RerollDeclined.row(), at: (stage, 0), expects, told: None };
        self.ledger.check(&claim, SentenceParts::default);
        if goes_on {
            // What was rolled against the player's will counts for the program, and is not judged.
            self.game.may_have_any(stage.sheet.numbers.iter().map(|number| number.value));
            self.game.rolls += 1;
        }
        Declined::Clear
    }

    /// Returns whether a stage shows three dice, one of them red, that are not the computer's and not those of the roll before.
    fn shows_another_roll(&self, stage: &Stage) -> bool {
        let faces = |dice: &[Picture]| dice.iter().map(|die| die.pips).collect::<Vec<_>>();
        let dice = &stage.sheet.dice;
        let before = self.index.checked_sub(1).map(|before| &self.story.stages[before].sheet.dice[..]);
        let before = before.unwrap_or_default();
        let again = before.len() >= 3 && faces(&before[before.len() - 3..]) == faces(dice);
        let is_computers = dice.first().is_some_and(|die| {
            let above = stage.sheet.lines[..die.area.top].iter().rev().find(|line| !line.is_blank());
            above.is_some_and(|line| line.is_about(Idea::Computer))
        });
        let has_red = matches!(red(dice, &[], None), Red::Is(_));
        dice.len() == 3 && stage.sheet.puzzles.is_empty() && !again && !is_computers && has_red
    }

    /// After a game the program must ask for another one.
    pub(super) fn after_the_game(&mut self, stage: &'a Stage) {
        self.game.is_over = true;
        let expects = Expects::Asks { due: true, asks: stage.asked == Some(Asked::Play) };
        let at = (stage, stage.sheet.lines.len().saturating_sub(1));
        let claim = FactClaim { fact: F::AgainAsked.row(), at, expects, told: None };
        self.ledger.check(&claim, SentenceParts::default);
    }

    /// After the last game the program must end.
    pub(super) fn farewell(&mut self, stage: &'a Stage) {
        let expects = Expects::Asks { due: false, asks: self.story.over != Over::ByItself };
        let at = (stage, stage.sheet.last_line());
        let claim = FactClaim { fact: F::AgainEnded.row(), at, expects, told: None };
        self.ledger.check(&claim, SentenceParts::default);
    }
}

/// Returns whether there are lines of words that are neither scores nor questions. They may name the winner in words that are not known.
fn has_remarks(lines: &[SheetLine]) -> bool {
    lines.iter().any(|line| {
        let is_asked = line.text.trim_end().ends_with(['?', ':', '>', ')', ']']);
        !is_asked && !line.has_digits() && !line.words.is_empty()
    })
}
