//! What is shown at the end of a game: both scores, and the winner.

use super::ledger::Wrong;
use super::numbers::{Number, numbers};
use super::story::{Asked, Dealt, Stage};
use super::survey::Survey;
use super::winner::{Named, named};
use super::words::{self, Idea};
use crate::cases::Cause;

/// What the computer's final score may be.
struct Computers<'a> {
    /// Numbers that words say are the computer's.
    labelled: Vec<&'a Number>,
    /// Values that are possible for the dice shown.
    possible: Vec<i64>,
    /// The least and the greatest possible value.
    range: (i64, i64),
}

impl Survey<'_> {
    /// Notes numbers of the computer that are shown before the end.
    pub(super) fn collect_early(&mut self, index: usize, stage: &Stage, to: usize) {
        let lines = &stage.lines[..to.min(stage.lines.len())];
        let told = numbers(lines).into_iter().filter(|number| {
            let scores = number.is(Idea::Score) || number.is(Idea::Total);
            number.is(Idea::Computer) && scores && !number.is(Idea::Player)
        });
        self.game.early.extend(told.map(|number| (index, number)));
    }

    /// Judges the end of a game in the stage with this index.
    pub(super) fn ending(&mut self, index: usize, dealt: &Dealt) {
        let stage = &self.story.stages[index];
        let from = dealt
            .roll
            .as_ref()
            .map_or(0, |roll| roll.dice.iter().map(|die| die.area.bottom + 1).max().unwrap_or(0));
        let lines: Vec<String> = stage
            .lines
            .iter()
            .enumerate()
            .map(|(at, line)| if at < from { String::new() } else { line.clone() })
            .collect();
        let numbers = numbers(&lines);
        let computers = self.computers(dealt, &numbers);
        self.computer_score(stage, &computers, &numbers);
        self.hidden(&computers);
        let shown = self.scores(stage, &lines, &computers, &numbers);
        self.winner(stage, &lines, &computers, &shown);
    }

    fn computers<'b>(&self, dealt: &Dealt, numbers: &'b [Number]) -> Computers<'b> {
        let sum: Option<i64> = self.game.shown.as_ref().map(|shown| shown.iter().sum());
        let mut range = sum.map_or((6, 36), |sum| (sum + 3, sum + 18));
        if let Some(exact) = self.revealed(dealt).or_else(|| added_up(numbers)) {
            range = (exact, exact);
        }
        let labelled: Vec<&Number> = numbers.iter().filter(|number| number.is(Idea::Computer)).collect();
        let is_possible = |value: &i64| (range.0..=range.1).contains(value);
        let possible = |numbers: &[&Number]| -> Vec<i64> {
            numbers.iter().map(|number| number.value).filter(is_possible).collect()
        };
        let unlabelled: Vec<&Number> = numbers.iter().collect();
        let possible = if labelled.is_empty() { possible(&unlabelled) } else { possible(&labelled) };
        Computers { labelled, possible, range }
    }

    /// Returns the computer's total, if its hidden dice, or all six, are drawn at the end.
    fn revealed(&self, dealt: &Dealt) -> Option<i64> {
        let shown = self.game.shown.as_ref()?;
        let faces: Vec<i64> =
            dealt.rest.iter().filter_map(super::pictures::Picture::face).map(i64::from).collect();
        if faces.len() != dealt.rest.len() {
            return None;
        }
        let sum: i64 = faces.iter().sum();
        let mut left = faces.clone();
        let all_there = shown
            .iter()
            .all(|face| left.iter().position(|other| other == face).map(|at| left.remove(at)).is_some());
        match faces.len() {
            3 => Some(sum + shown.iter().sum::<i64>()),
            6 if all_there => Some(sum),
            _ => None,
        }
    }

    fn computer_score(&mut self, stage: &Stage, computers: &Computers<'_>, numbers: &[Number]) {
        let (least, most) = computers.range;
        let known = self.game.shown.is_some();
        if !computers.possible.is_empty() {
            self.ledger.held_if(known, "computer/score");
            return;
        }
        // Numbers that words do not give to anybody may be the player's.
        let others = || {
            numbers
                .iter()
                .filter(|number| !self.game.totals.contains(&number.value) && !number.is(Idea::Player))
        };
        let Some(number) = computers.labelled.last().copied().or(others().next_back()) else { return };
        if !known && !self.game.unclear {
            return;
        }
        if !known {
            self.ledger.unread("computer/score", "which dice the computer has shown is not clear");
            return;
        }
        let should = if least == most { format!("{least}") } else { format!("{least} to {most}") };
        let value = number.value;
        self.ledger.wrong(
            "computer/score",
            Wrong {
                at: (stage, number.line),
                cause: Cause::WrongValue,
                expected: format!("a score of the computer of {should}"),
                sentence: format!(
                    "with these dice the computer's score is {should}; the program shows {value}"
                ),
            },
        );
    }

    /// The computer's total must not have been told before.
    fn hidden(&mut self, computers: &Computers<'_>) {
        let (least, most) = computers.range;
        let told = |value: i64| {
            if computers.possible.is_empty() {
                (least..=most).contains(&value)
            } else {
                computers.possible.contains(&value)
            }
        };
        let early = std::mem::take(&mut self.game.early);
        let leak = early.iter().find(|(_, number)| told(number.value));
        let story = self.story;
        self.ledger.note(
            "computer/hidden",
            leak.map(|(stage, number)| Wrong {
                at: (&story.stages[*stage], number.line),
                cause: Cause::ExtraOutput,
                expected: "no score of the computer before the end".to_string(),
                sentence: format!(
                    "the computer's score of {} is told before the player's turn is over",
                    number.value
                ),
            }),
        );
    }

    /// Both scores must be shown; returns what is shown of the player.
    fn scores(
        &mut self,
        stage: &Stage,
        lines: &[String],
        computers: &Computers<'_>,
        numbers: &[Number],
    ) -> Vec<i64> {
        if self.game.totals.is_empty() {
            return Vec::new();
        }
        let zero = self.game.totals.contains(&0) && words::has(&words::words(&lines.join("\n")), Idea::Zero);
        let own = |number: &&Number| !number.is(Idea::Computer) || number.is(Idea::Player);
        let values: Vec<i64> =
            numbers.iter().filter(own).map(|number| number.value).chain(zero.then_some(0)).collect();
        let shown: Vec<i64> =
            self.game.totals.iter().copied().filter(|total| values.contains(total)).collect();
        let computer = !computers.possible.is_empty() || !computers.labelled.is_empty();
        let enough = computer && (!computers.labelled.is_empty() || numbers.len() > 1 || zero);
        let right = self.game.totals.first().copied().unwrap_or(0);
        let instead = numbers.iter().find(|number| number.is(Idea::Player) && !number.is(Idea::Computer));
        let wrong = match (shown.is_empty(), enough) {
            (false, true) => None,
            (false, false) => {
                Some((Cause::MissingOutput, "at the end the computer's score is not shown".to_string()))
            }
            (true, _) => Some(match instead {
                Some(number) if enough => (
                    Cause::WrongValue,
                    format!("the player's final score is {right}; the program shows {}", number.value),
                ),
                _ => (Cause::MissingOutput, format!("the player's final score of {right} is not shown")),
            }),
        };
        let line = instead.map_or(lines.len().saturating_sub(1), |number| number.line);
        self.ledger.note(
            "ending/scores",
            wrong.map(|(cause, sentence)| Wrong {
                at: (stage, line),
                cause,
                expected: "the final scores of both".to_string(),
                sentence,
            }),
        );
        if shown.is_empty() { self.game.totals.clone() } else { shown }
    }

    fn winner(&mut self, stage: &Stage, lines: &[String], computers: &Computers<'_>, own: &[i64]) {
        let fact = "ending/winner";
        let theirs: Vec<i64> = match (&computers.possible[..], &computers.labelled[..]) {
            ([], labelled) => labelled.iter().map(|number| number.value).collect(),
            (possible, _) => possible.to_vec(),
        };
        if own.is_empty() {
            return self.ledger.unread(fact, "the final scores are not shown");
        }
        let pairs = own.iter().flat_map(|own| theirs.iter().map(move |theirs| own.cmp(theirs)));
        let mut right: Vec<Named> = pairs
            .map(|order| match order {
                std::cmp::Ordering::Greater => Named::Player,
                std::cmp::Ordering::Less => Named::Computer,
                std::cmp::Ordering::Equal => Named::Nobody,
            })
            .collect();
        if theirs.is_empty() {
            right = possible_winners(own, computers.range);
        }
        let line = lines.iter().position(|line| named(std::slice::from_ref(line)).is_some());
        let at = (stage, line.unwrap_or(lines.len().saturating_sub(1)));
        let should = match right[0] {
            Named::Player => "the player wins",
            Named::Computer => "the computer wins",
            _ => "nobody wins",
        };
        let theirs = if theirs.is_empty() { format!("{} or more", computers.range.0) } else { list(&theirs) };
        let scores = format!("the player has {}, the computer {theirs}", list(own));
        let wrong = |cause, sentence| Wrong { at, cause, expected: should.to_string(), sentence };
        match named(lines) {
            Some(Named::Unclear) => self.ledger.unread(fact, "it is not clear who is named the winner"),
            Some(named) if right.contains(&named) => self.ledger.held(fact),
            Some(_) => {
                let sentence = format!("{should}: {scores}; the program says something else");
                self.ledger.wrong(fact, wrong(Cause::WrongText, sentence));
            }
            None if stage.asked == Some(Asked::Roll) => {}
            None if words::is_known_language(&self.all_words()) => {
                let sentence = format!("{should}, but the winner is not named");
                self.ledger.wrong(fact, wrong(Cause::MissingOutput, sentence));
            }
            None => self.ledger.unread(fact, "it is not clear who is named the winner"),
        }
    }

    fn all_words(&self) -> String {
        self.story
            .stages
            .iter()
            .take(4)
            .flat_map(|stage| stage.lines.iter())
            .map(|line| format!("{line}\n"))
            .collect()
    }
}

/// Returns who may win where the computer's score is only known to lie in a range.
fn possible_winners(own: &[i64], (least, most): (i64, i64)) -> Vec<Named> {
    let wins = own.iter().any(|own| *own > least).then_some(Named::Player);
    let loses = own.iter().any(|own| *own < most).then_some(Named::Computer);
    let ties = own.iter().any(|own| (least..=most).contains(own)).then_some(Named::Nobody);
    wins.into_iter().chain(loses).chain(ties).collect()
}

fn list(values: &[i64]) -> String {
    let mut values = values.to_vec();
    values.sort_unstable();
    values.dedup();
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
}

/// Returns the sum of six dice that are added up on a line of the computer.
fn added_up(numbers: &[Number]) -> Option<i64> {
    let of_computer: Vec<&Number> = numbers.iter().filter(|number| number.is(Idea::Computer)).collect();
    let mut lines: Vec<usize> = of_computer.iter().map(|number| number.line).collect();
    lines.dedup();
    lines.into_iter().find_map(|line| {
        let values: Vec<i64> =
            of_computer.iter().filter(|number| number.line == line).map(|number| number.value).collect();
        let (_, dice) = values.split_last()?;
        (dice.len() == 6 && dice.iter().all(|face| (1..=6).contains(face))).then(|| dice.iter().sum())
    })
}
