//! What became of a case: verdict, differences with their rows, and the share of the case that is won.

mod chances;
mod claims;
mod deductions;
mod differences;
pub(crate) mod displays;
mod facts;
mod flood;
mod independent;
mod outcome;
mod repaired;
mod stopping;
#[cfg(test)]
mod tests;
mod verdict;
mod wrong_parts;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use reference::{Ending, Raised};

use crate::by_evidence::HeardRun;
use crate::cases::{Case, ExpectedError, JudgedBy, Occasion, Suite};
use crate::comparison::{self, Comparison, Difference, Part, SuddenEnd};
use crate::expected::{Bent, BentReference, Foreseen, SCREEN, fails_by_bent_rules, foresee, foresee_bent};
use crate::observing::{DiceEnd, Reading, ShownThrow};
use crate::recording::Recording;
use deductions::EndOfConversation;
pub use deductions::{Deduction, Deductions, Listed, Penalised, Strictness};
pub(crate) use deductions::{never_begins, rate};
pub(crate) use differences::THROW;
pub(crate) use facts::{judge as judge_heard, judge_bent as judge_heard_bent};
pub(crate) use independent::free_independent;
pub(crate) use outcome::crash;
pub(crate) use repaired::{
    FirstSight, RepairedCase, SightOfBent, is_left_over, judge_repaired, look, look_bent, without_slips,
};
pub use verdict::Verdict;
pub use wrong_parts::WrongParts;

/// What became of a case.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// What the verdict means here, in a sentence.
    pub sentence: Cow<'static, str>,
    /// The differences, and what they cost.
    pub deductions: Deductions,
    /// The share of the case's own marks that is won, from 0 to 1; nothing if the fact that it is about could not show,
    /// through a fault that another row pays for.
    pub share: Option<f64>,
    /// The parts of the conversation that were printed right at least once.
    pub right: Box<[Part]>,
    /// The parts that differ, each with the rows that lose marks for it; of all deductions, also of those that a report
    /// leaves out.
    pub wrong: WrongParts,
    /// How the program ended, or was stopped, if it should have gone on.
    pub ended_by: Option<Box<SuddenEnd>>,
    /// A line that cannot be read, if that is why the case is undecided.
    pub unread_line: Option<String>,
    /// How often what gives rules their chance came up by the dice of the run, or of all runs if the program was run again and again.
    pub chances: BTreeMap<Occasion, usize>,
    /// The id under which its conversation is kept, where it was typed otherwise than the case says: in the case's own a broken rule keeps a
    /// program from what it is about.
    pub played: Option<Arc<str>>,
}

impl Judgement {
    /// Returns a judgement with what marks are made of.
    pub(crate) fn new(
        (verdict, sentence): (Verdict, Cow<'static, str>),
        deductions: Deductions,
        share: Option<f64>,
        right: BTreeSet<Part>,
    ) -> Self {
        let wrong = deductions.wrong_parts();
        let (ended_by, unread_line, chances) = (None, None, BTreeMap::new());
        let right = right.into_iter().collect();
        let played = None;
        Self { verdict, sentence, deductions, share, right, wrong, ended_by, unread_line, chances, played }
    }
}

/// A judgement, and the steps that led to it.
#[derive(Debug)]
pub struct Examination {
    /// What was expected of this run, and the dice that were observed.
    pub foreseen: Foreseen,
    /// What the comparison has found.
    pub comparison: Comparison,
    /// The judgement.
    pub judgement: Judgement,
}

/// Judges what was recorded of a case. A case whose transcript is not written yet is undecided.
pub fn judge(suite: &Suite, case: &Case, recording: &Recording, strictness: Strictness) -> Judgement {
    judgement_of(examine(suite, case, recording, strictness))
}

fn judgement_of(examined: Result<Examination, Box<Judgement>>) -> Judgement {
    examined.map_or_else(|judgement| *judgement, |examination| examination.judgement)
}

/// Judges a case of which what is expected at first reading may be known.
pub(crate) fn judge_foreseen(
    suite: &Suite,
    case: &Case,
    recording: &Recording,
    strictness: Strictness,
    foreseen: Option<Foreseen>,
) -> Judgement {
    judgement_of(examine_foreseen(suite, case, recording, strictness, foreseen))
}

/// Judges what was recorded of a case, and keeps the steps.
///
/// # Errors
/// The judgement itself, where there was nothing to examine.
pub fn examine(
    suite: &Suite,
    case: &Case,
    recording: &Recording,
    strictness: Strictness,
) -> Result<Examination, Box<Judgement>> {
    examine_foreseen(suite, case, recording, strictness, None)
}

fn examine_foreseen(
    suite: &Suite,
    case: &Case,
    recording: &Recording,
    strictness: Strictness,
    foreseen: Option<Foreseen>,
) -> Result<Examination, Box<Judgement>> {
    if suite.judge == JudgedBy::Facts && recording.not_started().is_none() {
        return Err(Box::new(facts::judge(&HeardRun::new(suite, case, recording), recording, strictness)));
    }
    let whole = recording.with_withheld(usize::MAX);
    let read = |reading| foresee(suite, case, &whole, reading);
    examine_by(&read, (suite, case), recording, strictness, foreseen)
}

/// Judges a case by the rules of `bent`, the game of the suite with other rules.
pub(crate) fn judge_bent(
    (suite, case): (&Suite, &Case),
    bent: &BentReference,
    recording: &Recording,
    strictness: Strictness,
) -> Judgement {
    if let (JudgedBy::Facts, BentReference::Game(game)) = (suite.judge, bent) {
        return facts::judge_bent(&HeardRun::new(suite, case, recording), game, recording, strictness);
    }
    let whole = recording.with_withheld(usize::MAX);
    let read = |reading| foreseen_by(Some(bent), (suite, case), &whole, reading);
    let Some(ForeseenCase { foreseen, case, at_failure }) = read(Reading::First) else {
        return judge(suite, case, recording, strictness);
    };
    let recording = &AtFailure::cut(at_failure, recording);
    let read = |reading| read(reading).map(|it| it.foreseen);
    judgement_of(examine_by(&read, (suite, &case), recording, strictness, Some(foreseen)))
}

/// What is expected of a run, and the case with the end that it has then.
struct ForeseenCase<'a> {
    foreseen: Foreseen,
    case: Cow<'a, Case>,
    /// What the program does where the game fails by its bent rules, if it does, or never ends.
    at_failure: Option<AtFailure>,
}

/// What a program does where the game fails by its bent rules, or never ends: that is its own affair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AtFailure {
    /// It fails, too.
    Fails,
    /// It goes on, after so many turns in which both can be compared.
    GoesOn { turns: usize },
    /// It prints on for ever, too; so many lines of its last turn, blank ones aside, are known of the game.
    NeverEnds { lines: usize },
}

impl AtFailure {
    /// Returns the recording without what is the program's own affair.
    fn cut(at_failure: Option<Self>, recording: &Recording) -> Cow<'_, Recording> {
        match at_failure {
            None => Cow::Borrowed(recording),
            Some(Self::Fails) => Cow::Owned(recording.ended_well()),
            Some(Self::GoesOn { turns }) => Cow::Owned(recording.first_turns(turns)),
            Some(Self::NeverEnds { lines }) => Cow::Owned(recording.with_last_turn_cut(lines)),
        }
    }
}

/// Returns what is expected by the rules of `bent`, or else, or where that is not known, by those of the suite; nothing if the case has no transcript yet.
fn foreseen_by<'a>(
    bent: Option<&BentReference>,
    (suite, case): (&Suite, &'a Case),
    whole: &Recording,
    reading: Reading,
) -> Option<ForeseenCase<'a>> {
    let bent = bent.and_then(|bent| foresee_bent(suite, case, bent, whole, reading));
    let Some(mut bent) = bent else {
        let foreseen = foresee(suite, case, whole, reading)?;
        return Some(ForeseenCase { foreseen, case: Cow::Borrowed(case), at_failure: None });
    };
    let at_failure = match (fails_by_bent_rules(case, &bent.ending), whole.gave_up()) {
        (false, _) => bent.known_of_no_end(whole).map(|lines| AtFailure::NeverEnds { lines }),
        (true, true) => {
            bent.fail_as(whole);
            Some(AtFailure::Fails)
        }
        (true, false) => bent.end_before_failing(whole).map(|turns| AtFailure::GoesOn { turns }),
    };
    let Bent { foreseen, ending } = bent;
    Some(ForeseenCase { foreseen, case: ending_like(case, &ending), at_failure })
}

/// Returns the case as it is where the game ends in this way.
fn ending_like<'a>(case: &'a Case, ending: &Ending) -> Cow<'a, Case> {
    let error = |raised: &Raised| ExpectedError {
        kind: raised.kind.to_string(),
        message: Some(raised.message.clone()).filter(|message| !message.is_empty()),
    };
    match ending {
        Ending::Raised(_) if !case.errors.is_empty() && unexpected_error(case, ending).is_none() => {
            Cow::Borrowed(case)
        }
        Ending::Raised(raised) => {
            Cow::Owned(Case { errors: raised.iter().map(error).collect(), ..case.clone() })
        }
        _ if case.errors.is_empty() => Cow::Borrowed(case),
        _ => Cow::Owned(Case { errors: Vec::new(), exit: None, ..case.clone() }),
    }
}

fn examine_by(
    read: &dyn Fn(Reading) -> Option<Foreseen>,
    (suite, case): (&Suite, &Case),
    recording: &Recording,
    strictness: Strictness,
    foreseen: Option<Foreseen>,
) -> Result<Examination, Box<Judgement>> {
    let Some(foreseen) = foreseen.or_else(|| read(Reading::First)) else {
        let sentence = "the case has no transcript yet; `harness regen` writes it";
        return Err(Box::new(without_differences(Verdict::Undecided, sentence)));
    };
    if let Some(reason) = recording.not_started() {
        return Err(Box::new(without_differences(Verdict::NotStarted, reason)));
    }
    if let Some(sentence) = unreadable(&foreseen) {
        return Err(Box::new(without_differences(Verdict::Undecided, sentence)));
    }
    let twice = shown_twice(&foreseen);
    let mut examination = weigh(suite, case, recording, strictness, foreseen);
    if let Some(seen) = twice.filter(|_| costs(&examination.judgement) > 0) {
        let other = read(Reading::Last).map(|last| weigh(suite, case, recording, strictness, last));
        if other.is_some_and(|other| costs(&other.judgement) < costs(&examination.judgement)) {
            let sentence = format!(
                "the same throw is shown as {:?} and as {:?}, and it matters which of them counts",
                seen.faces,
                seen.or.unwrap_or_default()
            );
            examination.judgement = without_differences(Verdict::Undecided, &sentence);
        }
    }
    Ok(examination)
}

fn without_differences(verdict: Verdict, sentence: &str) -> Judgement {
    Judgement::new((verdict, sentence.to_string().into()), Deductions::default(), Some(0.0), BTreeSet::new())
}

/// Returns why dice cannot be read from this output, if they cannot.
fn unreadable(foreseen: &Foreseen) -> Option<&'static str> {
    match foreseen.observation.as_ref()?.end {
        DiceEnd::Unreadable => Some("the program shows its dice as pictures; this suite does not read them"),
        DiceEnd::TooMuch => Some("the output is too long to find the dice in it"),
        DiceEnd::Known | DiceEnd::Missing(_) => None,
    }
}

fn shown_twice(foreseen: &Foreseen) -> Option<ShownThrow> {
    foreseen.observation.as_ref()?.throws.iter().find(|seen| seen.or.is_some()).cloned()
}

/// Returns how many differences cost something.
fn costs(judgement: &Judgement) -> usize {
    judgement.deductions.differences().iter().filter(|listed| listed.penalised.costs()).count()
}

fn weigh(
    suite: &Suite,
    case: &Case,
    recording: &Recording,
    strictness: Strictness,
    foreseen: Foreseen,
) -> Examination {
    let recording = &*comparison::up_to_the_end(case, &foreseen.expected, recording);
    let comparison = differences::compare_run(&foreseen, recording, case);
    let found = differences::all(&foreseen, &comparison, case, recording);
    let mut deductions = deductions::deduct(suite, case, found, strictness);
    let (verdict, sentence, ended_by) =
        outcome::verdict((suite, case), recording, &foreseen.expected, comparison.equal, &deductions);
    let is_over = !matches!(verdict, Verdict::Passed | Verdict::Presentation | Verdict::Wrong);
    let part = match verdict {
        Verdict::Crashed | Verdict::OutOfMemory => Some(Part::new("crash")),
        Verdict::TimedOut | Verdict::TooMuchOutput => Some(Part::new("hang")),
        _ => None,
    };
    if let (Some(part), Some(ended_by)) = (part, &ended_by) {
        let turns = recording.turns();
        let reply = differences::reply_before(&turns, turns.len(), &foreseen, &comparison.pairs);
        let rows = claims::of_sudden_end(suite, part, &reply);
        let setting = comparison::question_passed_over(&foreseen.expected.turns, &turns).unwrap_or_default();
        let end = EndOfConversation { part, ended_by, reply, rows, setting };
        deductions::deduct_sudden_end((suite, case), recording, end, &mut deductions);
    } else if is_over {
        deductions::join_rest((suite, case), recording, &mut deductions);
    }
    let share = match (verdict, suite.row(&case.row)) {
        (Verdict::Passed, _) => Some(1.0),
        // A program that shows nothing of the game cannot fail in what it does not play.
        (_, Some(row)) if row.only_parts && shows_nothing(&comparison) => Some(0.0),
        (_, Some(row)) => deductions::share(row, &deductions, is_over),
        (_, None) => Some(0.0),
    };
    let right = comparison.right.clone();
    let chances = chances::of_run((suite, case), recording, &foreseen);
    let judgement = Judgement::new((verdict, sentence), deductions, share, right);
    let judgement = Judgement { ended_by, chances, ..judgement };
    Examination { foreseen, comparison, judgement }
}

/// Returns whether nothing of what the game says was printed right; a screen that should be cleared says nothing.
fn shows_nothing(comparison: &Comparison) -> bool {
    comparison.right.iter().all(|part| *part == Part::new(SCREEN))
}

/// Returns the first error of those that the reference may raise in a case that the case does not accept.
pub fn unexpected_error(case: &Case, ending: &Ending) -> Option<String> {
    let Ending::Raised(errors) = ending else { return None };
    let is_accepted = |raised: &&Raised| {
        case.errors.iter().any(|error| {
            error.kind == raised.kind
                && error.message.as_ref().is_none_or(|accepted| *accepted == raised.message)
        })
    };
    errors.iter().find(|raised| !is_accepted(raised)).map(ToString::to_string)
}

/// Returns whether a difference is only about the program's manners and never costs marks.
pub(crate) fn is_hint(difference: &Difference) -> bool {
    difference.cause == crate::cases::Cause::NotFlushed
}
