//! How a verdict came about, step by step, as text.

use std::fmt::Write as _;

use super::visible::{DottedBlanks, crop, show};
use crate::amounts::often;
use crate::cases::{Case, Penalty, Suite};
use crate::comparison::Part;
use crate::expected::{End, ExpectedTurn};
use crate::judging::{Deductions, Examination, Judgement, Listed};
use crate::observing::{DiceEnd, DiceFinding, Observation, ShownThrow};
use crate::recording::{Exit, PlayedOn, Reason, Recording};

/// Columns of a line that are shown.
const WIDTH: usize = 100;

/// Returns the steps from what happened to what it costs.
pub fn text(suite: &Suite, case: &Case, recording: &Recording, examination: &Examination) -> String {
    let mut text = String::new();
    let mut step = |title: &str, lines: Vec<String>| {
        writeln!(text, "{title}").expect("to a string");
        for line in lines {
            writeln!(text, "  {}", one_line(&line)).expect("to a string");
        }
        text.push('\n');
    };
    step("1. What happened", happened(recording));
    step(
        "2. Dice",
        examination.foreseen.observation.as_ref().map_or_else(|| vec![NO_DICE.to_string()], dice),
    );
    step("3. What should have been printed («...» is typed)", expected(&examination.foreseen.expected.turns));
    step("   and then", vec![end(examination.foreseen.expected.end).to_string()]);
    step("4. Which turn is which", alignment(&examination.comparison.pairs));
    step("5. Differences", differences(&examination.judgement.deductions));
    step("6. Marks", marks(suite, case, &examination.judgement));
    text + &verdict(&examination.judgement)
}

const NO_DICE: &str = "no dice are observed in this case";

/// Returns the steps by which evidence was found, and the verdict.
pub fn by_evidence(steps: &[String], judgement: &Judgement) -> String {
    let steps: Vec<String> = steps.iter().map(|step| one_line(step) + "\n").collect();
    steps.concat() + &verdict(judgement)
}

/// Returns the verdict, in a line.
pub fn verdict(judgement: &Judgement) -> String {
    format!("verdict: {}: {}\n", judgement.verdict.name(), one_line(&judgement.sentence))
}

fn happened(recording: &Recording) -> Vec<String> {
    let turns = recording.turns();
    let typed = turns.iter().filter(|turn| turn.typed.is_some()).count();
    let bytes: usize = turns.iter().map(|turn| turn.output.len()).sum();
    let end = match (recording.exit(), recording.stopped()) {
        (Some(Exit::Status(status)), _) => format!("it ended with exit status {status}"),
        (Some(Exit::Signal(signal)), _) => format!("it was killed by signal {signal}"),
        (None, Some(Reason::NothingToType)) => {
            "it was stopped where it waited and nothing more was typed".to_string()
        }
        (None, Some(_)) => "it was stopped at a limit".to_string(),
        (None, None) => "the recording does not tell its end".to_string(),
    };
    let run = format!("the program printed {bytes} bytes and was typed to {typed} times; {end}");
    let played_on = recording.played_on().map(|PlayedOn { runs, chances }| {
        format!(
            "it was run {} so that its rule should have its chance, which came {}",
            often(runs),
            often(chances)
        )
    });
    [run].into_iter().chain(played_on).collect()
}

fn dice(observation: &Observation) -> Vec<String> {
    let seen = |seen: &ShownThrow| {
        let or = seen.or.as_ref().map(|or| format!(", or {or:?}")).unwrap_or_default();
        format!("turn {}, line {}: {:?}{or}", seen.turn, seen.line, seen.faces)
    };
    let finding = |finding: &DiceFinding| {
        format!(
            "finding in turn {}, line {}: {} ({})",
            finding.turn, finding.line, finding.fault, finding.part
        )
    };
    let end = match &observation.end {
        DiceEnd::Known => None,
        DiceEnd::Missing(missing) => {
            Some(format!("turn {}: no throw `{}` is shown", missing.turn, missing.expected))
        }
        DiceEnd::Unreadable => Some("the dice are shown as pictures, which are not read".to_string()),
        DiceEnd::TooMuch => Some("the search was given up: there is too much output".to_string()),
    };
    let throws = observation.throws.iter().map(seen);
    throws.chain(end).chain(observation.findings.iter().map(finding)).collect()
}

fn expected(turns: &[ExpectedTurn]) -> Vec<String> {
    let mut lines = Vec::new();
    for (index, turn) in turns.iter().enumerate() {
        lines.push(format!("-- turn {} --", index + 1));
        lines.extend(turn.output().lines().map(str::to_string));
        lines.extend(turn.typed.as_ref().map(|typed| match typed.line() {
            Some(line) => format!("«{line}»"),
            None => "«end of input»".to_string(),
        }));
    }
    lines
}

fn end(end: End) -> &'static str {
    match end {
        End::Finishes => "the program ends by its rules",
        End::Asks => "the program waits, and the case ends there",
        End::Fails => "the program fails with an error",
        End::InputEnds => "the program ends because its input has ended",
        End::Unknown => "nobody knows",
    }
}

/// Says it once for a row of turns that stand for each other in the same way.
fn alignment(pairs: &[(Option<usize>, Option<usize>)]) -> Vec<String> {
    let goes_on = |one: &(Option<usize>, Option<usize>), next: &(Option<usize>, Option<usize>)| {
        let follows = |one: Option<usize>, next: Option<usize>| one.map(|turn| turn + 1) == next;
        follows(one.0, next.0) && follows(one.1, next.1)
    };
    let runs = pairs.chunk_by(goes_on);
    runs.map(|run| match (run[0], run.len()) {
        ((Some(expected), Some(actual)), 1) => {
            format!("turn {} is the expected turn {}", actual + 1, expected + 1)
        }
        ((Some(expected), Some(actual)), count) => {
            format!(
                "turns {} to {} are the expected turns {} to {}",
                actual + 1,
                actual + count,
                expected + 1,
                expected + count
            )
        }
        ((Some(expected), None), _) => format!("the expected turn {} is missing", expected + 1),
        ((None, Some(actual)), _) => format!("turn {} is not expected", actual + 1),
        ((None, None), _) => String::new(),
    })
    .collect()
}

fn differences(deductions: &Deductions) -> Vec<String> {
    if deductions.all.is_empty() {
        return vec!["none".to_string()];
    }
    let mut lines = Vec::new();
    for (index, Listed { penalised, root }) in deductions.differences().into_iter().enumerate() {
        let difference = &penalised.difference;
        let (turn, line, cause) = (difference.turn, difference.line, difference.cause.name());
        let part = if difference.part == Part::UNKNOWN { "?" } else { difference.part.label() };
        lines.push(format!("[{index}] turn {turn}, line {line}: {cause}: {}", difference.sentence()));
        lines.extend(difference.expected.as_ref().map(|line| format!("    expected  {}", visible(line))));
        lines.extend(difference.actual.as_ref().map(|line| format!("    got       {}", visible(line))));
        let cost = match (root, penalised.penalty) {
            (Some(root), _) => format!("may follow from [{root}] or repeat it, and costs nothing more"),
            (None, Penalty::Forgiven) => "is forgiven".to_string(),
            (None, Penalty::Part(share)) => format!("costs {share} of a case of the row {}", penalised.row),
            (None, Penalty::Fails) => format!("costs the row {}", penalised.row),
        };
        lines.push(format!("    part {part}; {cost}"));
    }
    lines
}

fn marks(suite: &Suite, case: &Case, judgement: &Judgement) -> Vec<String> {
    let title = suite.row(&case.row).map_or("", |row| row.title.as_str());
    let share = match judgement.share {
        Some(share) => format!("wins {:.0} % of its case", share * 100.0),
        None => {
            "does not count: its fact could not show, through a fault that another row pays for".to_string()
        }
    };
    vec![format!("the case belongs to the row {} ({title}) and {share}", case.row)]
}

pub(super) fn visible(line: &str) -> String {
    crop(&show(line, DottedBlanks::AtTheEnd), 0, WIDTH).0
}

pub(super) fn one_line(text: &str) -> String {
    show(text, DottedBlanks::AtTheEnd).text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_that_stand_for_each_other_are_told_in_one_line() {
        let pairs =
            [(Some(0), Some(0)), (Some(1), Some(1)), (None, Some(2)), (Some(2), Some(3)), (Some(3), None)];
        let expected = [
            "turns 1 to 2 are the expected turns 1 to 2",
            "turn 3 is not expected",
            "turn 4 is the expected turn 3",
            "the expected turn 4 is missing",
        ];
        assert_eq!(alignment(&pairs), expected);
    }
}
