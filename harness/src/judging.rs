//! What became of a case: verdict, differences with their rows, and the share of the case that is won.

use reference::Ending;
use serde::{Deserialize, Serialize};

use crate::cases::{Case, Cause, Judge, Price, Suite, Tolerance};
use crate::comparison::{Comparison, Difference, compare, compare_failure};
use crate::expected::{End, Expected, expected, has_unknown_dice};
use crate::facts;
use crate::recording::{Exit, Reason, Recording};

/// What became of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Everything is right.
    Passed,
    /// Only causes that cost a part of the case.
    Presentation,
    /// Something is wrong.
    Wrong,
    /// The program crashed.
    Crashed,
    /// The time was over.
    TimedOut,
    /// There was more output than allowed.
    TooMuchOutput,
    /// The program used more memory than allowed.
    OutOfMemory,
    /// The program ended while the conversation should go on.
    EndedEarly,
    /// The program waits for input where it should have ended.
    WantsMoreInput,
    /// The program could not be started.
    NotStarted,
    /// The harness cannot tell.
    Undecided,
}

impl Verdict {
    /// Returns the name of the verdict as reports write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Presentation => "presentation",
            Self::Wrong => "wrong",
            Self::Crashed => "crashed",
            Self::TimedOut => "timed-out",
            Self::TooMuchOutput => "too-much-output",
            Self::OutOfMemory => "out-of-memory",
            Self::EndedEarly => "ended-early",
            Self::WantsMoreInput => "wants-more-input",
            Self::NotStarted => "not-started",
            Self::Undecided => "undecided",
        }
    }
}

/// How strictly presentation is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strictness {
    /// As the suite says.
    #[default]
    AsTheSuiteSays,
    /// Whatever costs less than the case fails it.
    Strict,
    /// What only concerns presentation costs one step less: half instead of all, nothing instead of a part.
    Lenient,
}

/// A difference, and what it means for the marks.
#[derive(Debug, Clone, PartialEq)]
pub struct Charge {
    /// The difference.
    pub difference: Difference,
    /// The row that it costs.
    pub row: String,
    /// The index of the difference that it follows from or repeats; such a difference costs nothing.
    pub root: Option<usize>,
    /// What it costs.
    pub price: Price,
}

/// What became of a case.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// What the verdict means here, in a sentence.
    pub sentence: String,
    /// The differences, in the order of the conversation.
    pub charges: Vec<Charge>,
    /// The share of the case's own marks that is won, from 0 to 1.
    pub share: f64,
}

/// Judges what was recorded of a case. A case whose transcript is not written yet is undecided.
pub fn judge(suite: &Suite, case: &Case, recording: &Recording, strictness: Strictness) -> Judgement {
    let Some(expected) = expected(suite, case) else {
        return bare(Verdict::Undecided, "the case has no transcript yet; `harness regen` writes it");
    };
    if let Some(reason) = recording.not_started() {
        return bare(Verdict::NotStarted, reason);
    }
    if suite.judge == Judge::Facts {
        return judge_facts(suite, case, recording, strictness);
    }
    if has_unknown_dice(suite, case) {
        let sentence = "the program rolls its own dice; this version cannot judge that yet";
        return bare(Verdict::Undecided, sentence);
    }
    let Comparison { equal, differences } = compare(&expected.turns, recording, &case.tolerate);
    let failure = compare_failure(&case.errors, recording, &case.tolerate);
    let all = failure.into_iter().chain(differences).chain(compare_exit(case, recording));
    let charges = charge(suite, case, all.collect(), strictness);
    let (verdict, sentence) = verdict(case, recording, &expected, equal, &charges);
    let share = match verdict {
        Verdict::Passed => 1.0,
        Verdict::Presentation | Verdict::Wrong => share(&case.row, &charges),
        _ => 0.0,
    };
    Judgement { verdict, sentence, charges, share }
}

/// Judges a case by the facts that it checks. What cannot be told is undecided, unless something is wrong for certain.
fn judge_facts(suite: &Suite, case: &Case, recording: &Recording, strictness: Strictness) -> Judgement {
    let facts = facts::judge(suite, case, recording);
    let charges = charge(suite, case, facts.differences, strictness);
    let wrong = charges.iter().find(|charge| charge.price != Price::Forgiven);
    let (verdict, sentence) = match (cut_off(case, recording), crash(recording), wrong, facts.unread) {
        (Some(cut), ..) => cut,
        (None, Some(sentence), ..) => (Verdict::Crashed, sentence),
        (_, _, Some(charge), _) => (Verdict::Wrong, charge.difference.sentence.clone()),
        (_, _, None, Some(why)) => (Verdict::Undecided, why),
        _ => (Verdict::Passed, "everything that counts is right".to_string()),
    };
    let share = match verdict {
        Verdict::Passed => 1.0,
        Verdict::Wrong => share(&case.row, &charges),
        _ => 0.0,
    };
    Judgement { verdict, sentence, charges, share }
}

fn bare(verdict: Verdict, sentence: &str) -> Judgement {
    Judgement { verdict, sentence: sentence.to_string(), charges: Vec::new(), share: 0.0 }
}

/// The exit status counts only where the case asks for one and the program ended by itself.
fn compare_exit(case: &Case, recording: &Recording) -> Option<Difference> {
    let (wanted, got) = (case.exit?, recording.exit()?);
    let got = match got {
        Exit::Status(status) if status == wanted => return None,
        Exit::Status(status) => format!("exit status {status}"),
        Exit::Signal(signal) => format!("signal {signal}"),
    };
    Some(Difference {
        cause: Cause::WrongValue,
        part: "exit".to_string(),
        turn: recording.turns().len(),
        line: 1,
        sentence: format!("the program should end with exit status {wanted}, not with {got}"),
        expected: Some(format!("exit status {wanted}")),
        got: Some(got),
        alike: true,
    })
}

/// Finds out for every difference which row it costs, what, and whether it follows from another one.
fn charge(suite: &Suite, case: &Case, differences: Vec<Difference>, strictness: Strictness) -> Vec<Charge> {
    let mut charges: Vec<Charge> = Vec::new();
    let mut own_root = None;
    for difference in differences {
        let is_content = !difference.cause.is_presentation();
        let repeated = charges.iter().position(|earlier| repeats(&earlier.difference, &difference));
        let root = repeated
            .map(|earlier| charges[earlier].root.unwrap_or(earlier))
            .or(own_root.filter(|_| is_content));
        let row = match root {
            Some(root) => charges[root].row.clone(),
            None => claimed_by(suite, &difference).unwrap_or(&case.row).to_string(),
        };
        if root.is_none() && is_content && row == case.row {
            own_root = Some(charges.len());
        }
        let price = price(suite, &difference, strictness);
        charges.push(Charge { difference, row, root, price });
    }
    charges
}

/// Returns whether a difference is the same slip again.
fn repeats(earlier: &Difference, later: &Difference) -> bool {
    if earlier.cause != later.cause {
        return false;
    }
    if later.cause == Cause::WrongValue {
        // The sentence names the right number and the wrong one.
        return earlier.sentence == later.sentence;
    }
    let same_lines = earlier.expected == later.expected && earlier.got == later.got;
    earlier.part == later.part && (later.cause.is_presentation() || same_lines)
}

/// Returns the row that claims the part of a difference.
///
/// A row claims lines that are there but not right, and everything that comes before anything is typed:
/// that a later line is missing or another one stands in its place may be the fault of what was typed, and
/// costs the case's own row. Of parts that it only claims the form of, a row takes slips of presentation.
fn claimed_by<'a>(suite: &'a Suite, difference: &Difference) -> Option<&'a str> {
    let claims = difference.alike || difference.turn == 1;
    let is_form = difference.cause.is_presentation();
    let claiming = suite.rows.iter().find(|row| {
        (claims && row.parts.is_match(&difference.part)) || (is_form && row.forms.is_match(&difference.part))
    });
    claiming.map(|row| row.name.as_str())
}

fn price(suite: &Suite, difference: &Difference, strictness: Strictness) -> Price {
    let cause = difference.cause;
    let price = match suite.causes.get(&cause) {
        Some(pricing) if !pricing.except.is_match(&difference.part) => pricing.price,
        _ => Price::Fails,
    };
    match (strictness, price) {
        (Strictness::Strict, _) => Price::Fails,
        (Strictness::Lenient, Price::Fails) if cause.is_presentation() => Price::Part(0.5),
        (Strictness::Lenient, Price::Part(_)) => Price::Forgiven,
        _ => price,
    }
}

/// Returns the share of the case that is left after the differences that cost its own row.
fn share(row: &str, charges: &[Charge]) -> f64 {
    let lost: f64 = charges
        .iter()
        .filter(|charge| charge.row == row && charge.root.is_none())
        .map(|charge| match charge.price {
            Price::Forgiven => 0.0,
            Price::Part(part) => part,
            Price::Fails => 1.0,
        })
        .sum();
    (1.0 - lost).max(0.0)
}

fn verdict(
    case: &Case,
    recording: &Recording,
    expected: &Expected,
    equal: bool,
    charges: &[Charge],
) -> (Verdict, String) {
    let said = |verdict, sentence: &str| (verdict, sentence.to_string());
    if let Some(cut) = cut_off(case, recording) {
        return cut;
    }
    let may_fail = !case.errors.is_empty() || expected.end == End::InputEnds;
    if let Some(sentence) = crash(recording).filter(|_| !may_fail) {
        return (Verdict::Crashed, sentence);
    }
    let costing: Vec<&Charge> = charges.iter().filter(|charge| charge.price != Price::Forgiven).collect();
    let waits = recording.stopped() == Some(Reason::NothingToType);
    if costing.is_empty() {
        let may_wait = case.tolerate.contains(&Tolerance::ExtraEnterAtEnd);
        if waits && expected.end == End::Finishes && !may_wait {
            return said(Verdict::WantsMoreInput, "the program waits for input where it should have ended");
        }
        let sentence = if equal { "everything is right" } else { "everything that counts is right" };
        return said(Verdict::Passed, sentence);
    }
    let extra = [Cause::BlankLines, Cause::ExtraPrompt, Cause::ExtraOutput];
    if waits
        && expected.end == End::Finishes
        && costing.iter().all(|charge| extra.contains(&charge.difference.cause))
    {
        return said(
            Verdict::WantsMoreInput,
            "the program goes on and waits for input where it should have ended",
        );
    }
    if ended_early(recording, case, &costing) {
        return said(Verdict::EndedEarly, "the program ended while the conversation should go on");
    }
    if costing.iter().all(|charge| matches!(charge.price, Price::Part(_))) {
        return said(
            Verdict::Presentation,
            "the program does the right thing, but prints it in another form",
        );
    }
    let first = costing.iter().find(|charge| charge.root.is_none()).unwrap_or(&costing[0]);
    (Verdict::Wrong, first.difference.sentence.clone())
}

/// Returns the verdict on a run that was stopped at a limit.
fn cut_off(case: &Case, recording: &Recording) -> Option<(Verdict, String)> {
    match recording.stopped()? {
        Reason::TooMuchOutput => {
            let sentence =
                format!("the program printed more than {} bytes and was stopped", case.limits.output);
            Some((Verdict::TooMuchOutput, sentence))
        }
        Reason::WallTime => {
            let seconds = case.limits.wall.as_secs_f64();
            let sentence = format!("the program had not finished after {seconds} seconds and was stopped");
            Some((Verdict::TimedOut, sentence))
        }
        Reason::NothingToType => None,
    }
}

/// Returns what happened if a program crashed: it died by a signal, or it ended with an exit status
/// other than 0 and said something on standard error.
pub(crate) fn crash(recording: &Recording) -> Option<String> {
    let output = String::from_utf8_lossy(&recording.error_output()).into_owned();
    let last = output.lines().rfind(|line| !line.trim().is_empty());
    match (recording.exit()?, last) {
        (Exit::Signal(signal), _) => {
            Some(format!("the program was killed by signal {signal}{}", signal_name(signal)))
        }
        (Exit::Status(1..), Some(last)) => Some(format!("the program crashed: {}", last.trim())),
        _ => None,
    }
}

fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => " (illegal instruction)",
        6 => " (it aborted itself)",
        7 | 11 => " (it used memory that is not its own)",
        8 => " (arithmetic error, such as a division by zero)",
        9 => " (killed)",
        13 => " (it wrote to a closed pipe)",
        15 => " (terminated)",
        _ => "",
    }
}

/// Returns whether the program did everything right until it ended, but ended too soon: all that is wrong is
/// that something is missing in its last turn.
fn ended_early(recording: &Recording, case: &Case, costing: &[&Charge]) -> bool {
    let last = recording.turns().len();
    let missing = [Cause::BlankLines, Cause::MissingPrompt, Cause::MissingOutput];
    case.errors.is_empty()
        && recording.exit().is_some()
        && costing.iter().map(|charge| &charge.difference).all(|difference| {
            missing.contains(&difference.cause) && difference.got.is_none() && difference.turn == last
        })
}

/// Returns the error that the reference raises in a case, if the case does not accept it.
pub fn unexpected_error(case: &Case, ending: &Ending) -> Option<String> {
    let Ending::Raised { kind, message } = ending else { return None };
    let accepted = case.errors.iter().any(|error| {
        error.kind == *kind && error.message.as_ref().is_none_or(|accepted| accepted == message)
    });
    (!accepted).then(|| format!("{kind}: {message}"))
}
