//! What is shown at the end of a game: both scores, and the winner. And what comes after it.

use std::cmp::Ordering;

use super::computer::GameEnd;
use super::replay::Replay;
use super::worth::Worth;
use crate::by_evidence::dialogue::{Asked, Over, Stage};
use crate::by_evidence::read::{
    Named, Picture, PrintedNumber, Red, SheetLine, contradiction, list, named, red,
};
use crate::by_evidence::rules::{END, NOT_AWAITED, Told, asks, comes, names, shows};
use crate::cases::Cause;
use crate::cases::facts::DiceFact as F;
use crate::cases::wording::Idea;

/// Why it is undecided whether the right winner is named.
const WHO_WINS: &str =
    "who is named the winner is not clear: say that you win, that the computer wins, or that it is a tie";

impl<'a> Replay<'a> {
    /// Judges the end of a game in a stage.
    pub(super) fn ending(&mut self, stage: &'a Stage) {
        let end = self.game_end(stage);
        let (least, most) = end.range;
        self.ledger.tell(format!("by its dice, the computer's score is from {least} to {most}"));
        self.ledger.took("the numbers that may be it are", &end.scores());
        self.computer_score(&end);
        self.game.computer = end.scores().last().copied().unwrap_or_default();
        self.hidden(&end);
        let own = self.final_scores(&end);
        self.winner(&end, &own);
        self.after_the_game(stage);
    }

    /// Judges whether both scores are shown; returns the numbers that may be the player's.
    fn final_scores(&mut self, end: &GameEnd<'a>) -> Vec<i64> {
        let totals = self.game.totals.clone();
        if totals.is_empty() {
            return totals;
        }
        let says_zero = totals.contains(&0) && end.stage.sheet.ideas_from(end.from).has(Idea::Zero);
        let is_own = |number: &&PrintedNumber| !number.is(Idea::Computer) || number.is(Idea::Player);
        let own = end.numbers.iter().copied().filter(is_own).map(|number| number.value);
        let own: Vec<i64> = own.chain(says_zero.then_some(0)).collect();
        let shown: Vec<i64> = totals.iter().copied().filter(|total| own.contains(total)).collect();
        let is_both = end.shows_computers(end.numbers.len() + usize::from(says_zero));
        let labelled = end.numbers.iter().find(|number| is_players(number)).copied();
        let at = (end.stage, labelled.map_or(END, |number| number.line));
        let instead = labelled.filter(|_| shown.is_empty() && is_both);
        let fault = shows(!shown.is_empty() && is_both, instead);
        let told = || Told {
            says: (!shown.is_empty()).then_some("at the end the computer's score is not shown"),
            ..Told::number(&list(&totals), instead)
        };
        self.ledger.claim(F::EndingScores, at, fault, told);
        if shown.is_empty() { totals } else { shown }
    }

    fn winner(&mut self, end: &GameEnd<'a>, own: &[i64]) {
        let sheet = &end.stage.sheet;
        if own.is_empty() {
            let why = "the player's final score is not known, so that neither is who wins";
            return self.ledger.unread([F::EndingWinner], why);
        }
        let lines = &sheet.lines[end.from.min(sheet.lines.len())..];
        if let Some((at, [one, other])) = contradiction(lines) {
            let told = || Told {
                says: Some("two results are announced: {shown}"),
                right: "one result".to_string(),
                shown: format!("\"{one}\" and \"{other}\""),
                ..Told::default()
            };
            let at = (end.stage, end.from + at);
            return self.ledger.claim(F::EndingWinner, at, Some(Cause::WrongText), told);
        }
        let named = named(lines);
        let is_unclear = match named {
            None if end.stage.asked == Some(Asked::Roll) => return,
            None => !self.story.is_in_known_language() || has_remarks(lines),
            named => named == Some(Named::Unclear),
        };
        if is_unclear {
            return self.ledger.unread([F::EndingWinner], WHO_WINS);
        }
        let right = self.right_winners(own, end);
        let line = lines.iter().position(|line| line.named.is_some()).map_or(END, |at| end.from + at);
        let is_tie = right.iter().all(|winner| *winner == Named::Nobody);
        if is_tie && !self.rules.tells_ties() {
            let fault = comes(false, named.is_some());
            return self.ledger.claim(F::EndingWinner, (end.stage, line), fault, Told::default);
        }
        let should = match right[0] {
            Named::Player => "the player wins",
            Named::Computer => "the computer wins",
            _ => "nobody wins",
        };
        let unsaid = if is_tie {
            "both scores are equal, but the program does not say so"
        } else {
            "{right}, but the winner is not named"
        };
        let told = || Told {
            says: named.is_none().then_some(unsaid),
            right: should.to_string(),
            shown: format!("the player has {}, the computer {}", list(own), end.computers()),
            ..Told::default()
        };
        self.ledger.claim(F::EndingWinner, (end.stage, line), names(&right, named), told);
    }

    /// Returns who may have won, by the scores that are shown. The last number that is called the player's counts, too, whatever it is, and where
    /// the computer's is not one that its dice allow, those that they allow: a wrong number is charged once, and who is named the
    /// winner may be right.
    fn right_winners(&self, own: &[i64], end: &GameEnd<'_>) -> Vec<Named> {
        let winner = |own: i64, theirs: i64| match self.rules.winner(own, theirs) {
            Ordering::Greater => Named::Player,
            Ordering::Less => Named::Computer,
            Ordering::Equal => Named::Nobody,
        };
        let mut theirs = end.scores();
        if end.possible.is_empty() {
            theirs.extend(end.range.0..=end.range.1);
        }
        let called = end.numbers.iter().rfind(|number| is_players(number)).map(|number| number.value);
        let own = own.iter().copied().chain(called);
        own.flat_map(|own| theirs.iter().map(move |theirs| winner(own, *theirs))).collect()
    }

    /// After a no the turn must end. Returns whether that can be told: three more dice may be another roll of the player.
    pub(super) fn declined(&mut self, stage: &'a Stage) -> bool {
        let another = self.roll_after_a_no(stage);
        let is_scored = another.is_some_and(|roll| self.is_scored(stage, roll));
        let goes_on = stage.asked == Some(Asked::Roll) || is_scored;
        if !goes_on && another.is_some() {
            return false;
        }
        self.ledger.claim(F::RerollDeclined, (stage, 0), comes(false, goes_on), Told::default);
        if goes_on {
            // What was rolled against the player's will counts for the program, and is not judged.
            let values: Vec<i64> = stage.sheet.numbers.iter().map(|number| number.value).collect();
            self.game.may_have_any(&values);
            self.game.rolls += 1;
        }
        true
    }

    /// Returns what three dice are worth that a stage shows, one of them red, if they are not the computer's and not those of the roll before.
    fn roll_after_a_no(&self, stage: &Stage) -> Option<Worth> {
        let faces = |dice: &[Picture]| dice.iter().map(|die| die.pips).collect::<Vec<_>>();
        let sheet = &stage.sheet;
        let [first, _, _] = &sheet.dice[..] else { return None };
        let rolled = faces(&sheet.dice);
        let before = self.index.checked_sub(1).map(|before| faces(&self.story.stages[before].sheet.dice));
        let again = before.is_some_and(|before| before.ends_with(&rolled));
        let is_computers = sheet.line_above(first.area.top).is_some_and(|line| line.is_about(Idea::Computer));
        if !sheet.puzzles.is_empty() || again || is_computers {
            return None;
        }
        let Red::Is(red) = red(&sheet.dice, &[], None) else { return None };
        Some(Worth::of(self.rules, &rolled, red))
    }

    /// Returns whether three dice are counted as a roll of the player: what they are worth is shown, and a total that has grown by it.
    fn is_scored(&self, stage: &Stage, roll: Worth) -> bool {
        let (sheet, Some(points)) = (&stage.sheet, roll.points) else { return false };
        let is_shown = |value: i64| {
            sheet.numbers.iter().any(|number| number.value == value && !number.is(Idea::Computer))
        };
        let has_grown = |total: &i64| *total > 0 && is_shown(total + points);
        points > 0 && is_shown(points) && self.game.totals.iter().any(has_grown)
    }

    /// After a game the program must ask for another one.
    pub(super) fn after_the_game(&mut self, stage: &'a Stage) {
        self.game.is_over = true;
        let fault = asks(true, stage.asked == Some(Asked::Play));
        let says = stage.asked_in_passing.contains(&Asked::Play).then_some(NOT_AWAITED);
        let told = || Told { says, right: "play".to_string(), ..Told::default() };
        self.ledger.claim(F::AgainAsked, (stage, END), fault, told);
    }

    /// After the last game the program must end.
    pub(super) fn farewell(&mut self, stage: &'a Stage) {
        let fault = asks(false, self.story.over != Over::ByItself);
        self.ledger.claim(F::AgainEnded, (stage, stage.sheet.last_line()), fault, Told::default);
    }
}

/// Returns whether a number is called a score of the player's, and not the computer's.
fn is_players(number: &PrintedNumber) -> bool {
    number.is(Idea::Player) && !number.is(Idea::Computer) && !number.is_margin()
}

/// Returns whether there are lines of words that are neither scores nor questions. They may name the winner in words that are not known.
fn has_remarks(lines: &[SheetLine]) -> bool {
    lines.iter().any(|line| {
        let is_asked = line.text.trim_end().ends_with(['?', ':', '>', ')', ']']);
        !is_asked && !line.has_digits() && !line.words.is_empty()
    })
}
