//! Judges cases in two steps: as they are, and, where they differ, once more without the slips of the whole submission.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::differences::THROW;
use super::{
    AtFailure, Deduction, Deductions, ForeseenCase, Judgement, Penalised, Strictness, Verdict, crash,
    foreseen_by, is_hint, judge, judge_bent, judge_foreseen,
};
use crate::cases::{Case, Cause, JudgedBy, Penalty, Suite, Typed};
use crate::comparison::{self, Beside, Detail, Difference, Part, Track};
use crate::expected::{BentReference, ExpectedTurn, Foreseen, printed_and_typed};
use crate::mistakes::{Differing, Kind, Noted, Repair, Slip};
use crate::observing::{DiceEnd, Reading};
use crate::recording::{Reason, Recording, is_withheld};

/// Longer output, in bytes, is judged as it is.
const MOST_REPAIRED: usize = 400_000;

/// What became of a case at first sight.
#[derive(Debug)]
pub(crate) enum FirstSight<'a> {
    /// It is judged.
    Judged(Box<Judgement>),
    /// Its output differs; what of that are slips is known when all cases were looked at.
    Differs(Box<Differing<'a>>),
}

/// Looks at a case.
pub(crate) fn look<'a>(
    suite: &Suite,
    case: &'a Case,
    recording: &Recording,
    strictness: Strictness,
) -> FirstSight<'a> {
    let foreseen = match differing(suite, case, recording, None) {
        Looked::Differs(differing) => return FirstSight::Differs(Box::new(differing)),
        Looked::IsRight(foreseen) => Some(foreseen),
        Looked::IsJudged(foreseen) => foreseen,
    };
    FirstSight::Judged(Box::new(judge_foreseen(suite, case, recording, strictness, foreseen)))
}

/// What became of a case at the sight of it beside what a bent game says.
pub(crate) enum SightOfBent<'a> {
    /// It differs in what may be a slip.
    Differs(Differing<'a>),
    /// It is right; this is expected.
    IsRight(Vec<ExpectedTurn>),
    /// Nobody knows, or it differs in what is no slip.
    IsUnknown,
}

/// Looks at a case as it is by the rules of `bent`.
pub(crate) fn look_bent<'a>(
    suite: &Suite,
    case: &'a Case,
    recording: &Recording,
    bent: &BentReference,
) -> SightOfBent<'a> {
    match differing(suite, case, recording, Some(bent)) {
        Looked::Differs(differing) => SightOfBent::Differs(differing),
        Looked::IsRight(foreseen) => SightOfBent::IsRight(foreseen.expected.turns),
        Looked::IsJudged(_) => SightOfBent::IsUnknown,
    }
}

/// A case beside what is expected.
enum Looked<'a> {
    /// It differs in what may be a slip.
    Differs(Differing<'a>),
    /// It is what is expected.
    IsRight(Foreseen),
    /// It does not differ in what may be a slip; what is expected of it, if that is known.
    IsJudged(Option<Foreseen>),
}

fn differing<'a>(
    suite: &Suite,
    case: &'a Case,
    recording: &Recording,
    bent: Option<&BentReference>,
) -> Looked<'a> {
    if suite.judge == JudgedBy::Facts || recording.not_started().is_some() {
        return Looked::IsJudged(None);
    }
    let whole = recording.with_withheld(usize::MAX);
    let Some(ForeseenCase { mut foreseen, case: as_ended, at_failure }) =
        foreseen_by(bent, (suite, case), &whole, Reading::First)
    else {
        return Looked::IsJudged(None);
    };
    let recording = &AtFailure::cut(at_failure, recording);
    let whole = comparison::up_to_the_end(case, &foreseen.expected, recording);
    let end = foreseen.observation.as_ref().map(|observation| &observation.end);
    if matches!(end, Some(DiceEnd::Unreadable | DiceEnd::TooMuch)) {
        return Looked::IsJudged(Some(foreseen));
    }
    let Beside { expected, printed, equal } =
        comparison::beside(&foreseen.expected.turns, &whole, &case.tolerate);
    let message = comparison::other_message(&as_ended.errors, &whole, &case.tolerate);
    let size: usize = printed.iter().map(String::len).sum();
    if equal && message.is_none() && recording.withheld().is_empty() {
        // Its holes need not be filled again.
        foreseen.expected.turns = expected;
        return Looked::IsRight(foreseen);
    }
    if equal && message.is_none() || size > MOST_REPAIRED {
        return Looked::IsJudged(Some(foreseen));
    }
    let typed = printed_and_typed(&whole.turns()).1;
    let typed = typed.iter().map(|typed| Typed::line(typed).unwrap_or_default().to_string()).collect();
    let is_stopped = whole.stopped().is_some_and(|reason| reason != Reason::NothingToType);
    Looked::Differs(Differing {
        case,
        expected,
        printed,
        typed,
        errors: String::from_utf8_lossy(&whole.error_output()).into_owned(),
        message,
        follows_dice: foreseen.observation.is_some(),
        is_cut_off: is_stopped || crash(&whole).is_some(),
        lacks_a_throw: matches!(end, Some(DiceEnd::Missing(_))),
    })
}

/// What was found out about a case among all others.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RepairedCase<'a> {
    /// What was repaired of it.
    pub(crate) repair: &'a Repair,
    /// The slips of the submission.
    pub(crate) slips: &'a [Slip],
    /// Whether the program hides its throws nearly everywhere.
    pub(crate) hides_throws: bool,
    /// The game by whose rules it is judged, if these are not the suite's.
    pub(crate) bent: Option<&'a BentReference>,
}

/// Judges a case without its slips, which are noted.
pub(crate) fn judge_repaired(
    suite: &Suite,
    case: &Case,
    recording: &Recording,
    RepairedCase { repair, slips, hides_throws, bent }: RepairedCase<'_>,
    strictness: Strictness,
) -> Judgement {
    // What was seen at first sight is not held for every case: that would be the output of all of them.
    let seen = FirstOutput::of((suite, case), recording, repair, bent);
    let repaired = repaired(&seen, recording, repair);
    let mut judgement = match bent {
        Some(bent) => judge_bent((suite, case), bent, &repaired, strictness),
        None => judge(suite, case, &repaired, strictness),
    };
    if hides_throws {
        penalise_the_owner_of_throws(suite, case, &mut judgement);
    }
    as_printed(&mut judgement.deductions, &seen.printed, repair);
    let hint = comparison::hint_of_withheld(&seen.expected, recording, &seen.printed);
    let is_hinted = judgement.deductions.differences().iter().any(|it| is_hint(&it.penalised.difference));
    let hint = hint.filter(|_| !is_hinted && repair.is_of_output());
    note(&mut judgement.deductions, (suite, case), repair, slips);
    let hint = hint.map(|difference| free(usize::MAX, difference, &case.row, None));
    judgement.deductions.all.extend(hint.map(Deduction::alone));
    judgement.deductions.renumber();
    let places = judgement.deductions.differences_mut().map(|penalised| &mut penalised.difference);
    comparison::place_in(recording, &seen.printed, places);
    lose_values(suite, case, repair, slips, &mut judgement);
    judgement
}

/// What was seen of a case at first sight, as far as it is needed again.
#[derive(Default)]
struct FirstOutput {
    expected: Vec<ExpectedTurn>,
    printed: Vec<String>,
    errors: String,
    /// The message with which the program failed with the right error.
    message: Option<String>,
}

impl FirstOutput {
    fn of(
        (suite, case): (&Suite, &Case),
        recording: &Recording,
        repair: &Repair,
        bent: Option<&BentReference>,
    ) -> Self {
        let printed: Vec<String> = recording.turns().iter().map(|turn| turn.text().into_owned()).collect();
        let outputs: Vec<&str> = printed.iter().map(String::as_str).collect();
        if repair.message.is_none() && recording.withheld().is_empty() && !is_withheld(&outputs) {
            // Then nothing was cut or put back.
            return Self { printed, ..Self::default() };
        }
        let Looked::Differs(Differing { expected, printed, errors, message, .. }) =
            differing(suite, case, recording, bent)
        else {
            return Self { printed, ..Self::default() };
        };
        Self { expected, printed, errors, message: message.map(|(_, printed)| printed) }
    }
}

/// Returns the recording without slips.
fn repaired<'a>(seen: &FirstOutput, recording: &'a Recording, repair: &Repair) -> Cow<'a, Recording> {
    let mut repaired = Cow::Borrowed(recording);
    if repair.is_of_output() {
        repaired = Cow::Owned(repaired.with_outputs(&repair.outputs()));
    }
    if let (Some(message), Some(printed)) = (&repair.message, &seen.message) {
        let errors = match seen.errors.rfind(printed.as_str()) {
            Some(at) => format!("{}{message}\n", &seen.errors[..at]),
            None => seen.errors.clone(),
        };
        repaired = Cow::Owned(repaired.with_errors(errors.into_bytes()));
    }
    repaired
}

/// Returns the recording of a case without its slips.
pub(crate) fn without_slips(suite: &Suite, case: &Case, recording: &Recording, repair: &Repair) -> Recording {
    let seen = FirstOutput::of((suite, case), recording, repair, None);
    repaired(&seen, recording, repair).into_owned()
}

/// Gives differences that were found in repaired output the places and lines that were printed.
fn as_printed(deductions: &mut Deductions, printed: &[String], repair: &Repair) {
    for penalised in deductions.differences_mut() {
        let difference = &mut penalised.difference;
        if repair.is_of_output() {
            difference.forget_what_was_not_printed(printed);
        }
        let Some(origins) = repair.origins(difference.turn) else { continue };
        let upto = &origins[..difference.line.min(origins.len())];
        let Some(line) = upto.iter().rev().find_map(|origin| *origin) else { continue };
        difference.line = line;
        let text = printed.get(difference.turn - 1);
        let printed = text.and_then(|text| text.split('\n').nth(line - 1));
        if let (Some(actual), Some(printed)) = (&mut difference.actual, printed) {
            *actual = printed.to_string();
        }
    }
}

/// Adds the slips to the differences of a judgement: the first place of each, and what repeats it.
fn note(deductions: &mut Deductions, (suite, case): (&Suite, &Case), repair: &Repair, slips: &[Slip]) {
    let first = deductions.differences().len();
    let mut of_slip: BTreeMap<usize, Deduction> = BTreeMap::new();
    for (index, noted) in repair.notes.iter().enumerate() {
        let penalised = place(suite, case, first + index, noted, slips);
        match of_slip.entry(noted.slip) {
            Entry::Occupied(mut found) => found.get_mut().followers.push(penalised),
            Entry::Vacant(free) => drop(free.insert(Deduction::alone(penalised))),
        }
    }
    deductions.all.extend(of_slip.into_values());
}

fn place(suite: &Suite, case: &Case, number: usize, note: &Noted, slips: &[Slip]) -> Penalised {
    let slip = &slips[note.slip];
    let difference = Difference::new(slip.cause, Part::new(note.part), Detail::Slip(slip.sentence.clone()))
        .at(note.turn, note.line)
        .lines(note.expected.as_deref().map(str::to_string), note.actual.as_deref().map(str::to_string))
        .on(Track::VersionInStep);
    let row = slip.owner(suite).map_or(case.row.as_str(), |row| &row.name);
    free(number, difference, row, Some(note.slip))
}

fn free(number: usize, difference: Difference, row: &str, slip: Option<usize>) -> Penalised {
    Penalised { number, difference, row: row.to_string(), penalty: Penalty::Forgiven, slip, rule: None }
}

/// Makes the row that owns throws lose the marks for a throw that is not shown: a case of another row could not show its fact.
fn penalise_the_owner_of_throws(suite: &Suite, case: &Case, judgement: &mut Judgement) {
    let Some(owner) = suite.owner(THROW.label()) else { return };
    let is_throw = |deduction: &&mut Deduction| deduction.root.difference.part == THROW;
    let Some(deduction) = judgement.deductions.all.iter_mut().find(is_throw) else { return };
    deduction.root.row.clone_from(&owner.name);
    judgement.wrong.change(THROW, |rows| *rows = [owner.name.clone()].into());
    if owner.name != case.row {
        judgement.share = None;
    }
}

/// Fails a case of the row that asks for values which the program never shows.
fn lose_values(suite: &Suite, case: &Case, repair: &Repair, slips: &[Slip], judgement: &mut Judgement) {
    let is_lost = |note: &&Noted| {
        let slip = &slips[note.slip];
        slip.kind == Kind::Behaviour && slip.owner(suite).is_none_or(|row| row.name == case.row)
    };
    let Some(note) = repair.notes.iter().find(is_lost) else { return };
    judgement.share = Some(0.0);
    if judgement.verdict == Verdict::Passed {
        judgement.verdict = Verdict::Wrong;
        judgement.sentence = slips[note.slip].sentence.clone().into();
    }
}

/// Returns whether a difference is presentation that was not repaired, in a turn that could not be matched.
pub(crate) fn is_left_over(penalised: &Penalised) -> bool {
    let cause = penalised.difference.cause;
    cause.is_presentation() && cause != Cause::NotFlushed && penalised.slip.is_none()
}
