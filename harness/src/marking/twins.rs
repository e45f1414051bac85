//! Public twins: fresh cases, made from the game by a seed, that show what else only cases show that are not public.
//!
//! What is typed in a twin follows from its number, and with what it starts from a public case, so that it tells nothing of the
//! hidden cases but that the same mistake shows there.

use std::collections::{BTreeMap, BTreeSet};

use reference::Game;
use reference::author::{Policy, ReplyForm, Style};

use super::judge::{Judging, LooksFor, judge_seen};
use super::line_of_crash::tell_how_to_find_it;
use super::read::read_or_play;
use super::recorded::{Completeness, Recorded};
use super::run::{CaseRuns, Witness, run_all};
use super::setups::{goes_on, plays, setups};
use super::sights::Sights;
use super::{NotMarked, Options};
use crate::cases::facts::facts_of;
use crate::cases::{Case, Disclosure, JudgedBy, Reference, Suite, Typing, Visibility};
use crate::diagnosis::Diagnosis;
use crate::expected::{BentReference, from_reference, is_observed, typed_in};
use crate::judging::Verdict;
use crate::marks::mistake::Mistake;
use crate::reports::results::{CaseResult, Results, recording_path};
use crate::running::{Chunking, interruption};
use crate::text::shared::SharedText;

/// How many fresh cases are run, one after the other, until each hidden mistake has a twin. All are judged anew after each batch.
const BATCHES: [usize; 2] = [8, 48];

/// The fresh cases from this number on, counted from 0, probe each question.
const FIRST_PROBE: usize = 32;

/// The number, counted from 0, of the first fresh case behind the batches.
const FIRST_SOUGHT: usize = BATCHES[0] + BATCHES[1];

/// Where none of the batches shows a broken rule, so many fresh cases behind them are replayed by the broken rules, to find some that do.
const SOUGHT: usize = 1600;

/// So many of those that are found are run for each rule.
const FOUND: usize = 3;

/// The most replies in a fresh case.
const TURNS: usize = 120;

/// What follows from chance in a fresh case follows from this and its number.
const SEED: u64 = 0x7717_0000;

/// Gives each mistake that only hidden cases show a twin as its example, as far as one is found. Twins are run, and kept beside the
/// other recordings.
///
/// # Errors
/// Recordings that cannot be read again.
pub(super) fn add_twins(
    suite: &Suite,
    recorded: &Recorded<'_>,
    results: &mut Results,
    diagnosis: &Diagnosis,
    options: Options,
) -> Result<(), NotMarked> {
    if !is_game(suite) {
        return Ok(());
    }
    let public = setups(suite);
    let mut first = 0;
    for batch in BATCHES.into_iter().map(Some).chain([None]) {
        let lacks = results.mistakes.iter().any(|mistake| is_hidden(suite, mistake));
        if !lacks || interruption::is_wanted() {
            return Ok(());
        }
        let rows = hidden_rows(suite, results);
        let about = |number: usize| {
            let case = fresh(suite, &public, number)?;
            // What is broken shows in cases of the row that pays for it, whatever else is.
            let row = rows.get(number % rows.len().max(1)).unwrap_or(&case.row).clone();
            Some(Case { row, ..case })
        };
        let fresh: Vec<Case> = match batch {
            Some(count) => (first..first + count).filter_map(about).collect(),
            None => sought(suite, &public, results, diagnosis),
        };
        first += batch.unwrap_or_default();
        let (run, end) = recordings(suite, recorded, &fresh, options);
        if run.is_empty() || interruption::is_wanted() {
            return Ok(());
        }
        let shown = judge_beside(suite, recorded, &run, diagnosis, options)?;
        if interruption::is_wanted() {
            // What was found until then means nothing.
            return Ok(());
        }
        take(suite, results, &shown);
        if !matches!(end, Completeness::AllDone) || shown.cases.iter().any(has_hung) {
            return Ok(());
        }
    }
    Ok(())
}

/// Returns the rows that pay for what is still hidden; none where facts are judged, which a case checks whatever its row.
fn hidden_rows(suite: &Suite, results: &Results) -> Vec<SharedText> {
    if suite.judge == JudgedBy::Facts {
        return Vec::new();
    }
    let hidden = results.mistakes.iter().filter(|mistake| is_hidden(suite, mistake));
    let rows: BTreeSet<&str> = hidden.map(|mistake| mistake.row.as_str()).collect();
    rows.into_iter().map(SharedText::from).collect()
}

/// Returns fresh cases behind the batches in which the game says something else for a broken rule that is still hidden, whatever other rules are broken.
fn sought(suite: &Suite, public: &[&Case], results: &Results, diagnosis: &Diagnosis) -> Vec<Case> {
    let Some(game) = BentReference::of(suite).filter(|_| suite.judge == JudgedBy::Transcript) else {
        return Vec::new();
    };
    let with = |but: Option<&str>| {
        let names = diagnosis.broken.iter().map(|rule| rule.names[0].as_str());
        game.with(names.filter(|name| Some(*name) != but))
    };
    let BentReference::Game(all) = with(None) else { return Vec::new() };
    let mut lacking: Vec<(&Mistake, Game, usize)> = Vec::new();
    for mistake in results.mistakes.iter().filter(|mistake| is_hidden(suite, mistake)) {
        let named = mistake.key.strip_prefix("rule ").and_then(|names| names.split('|').next());
        if let (Some(name), BentReference::Game(without)) = (named, with(named))
            && suite.bends.contains_key(name)
        {
            lacking.push((mistake, without, 0));
        }
    }
    let mut cases = Vec::new();
    for number in FIRST_SOUGHT..FIRST_SOUGHT + SOUGHT {
        lacking.retain(|(_, _, found)| *found < FOUND);
        if lacking.is_empty() || interruption::is_wanted() {
            break;
        }
        let Some(case) = fresh(suite, public, number).filter(|case| !is_observed(suite, case)) else {
            continue;
        };
        let typed = case.typed();
        let said = |game: &Game| typed_in(suite, &case, game, &typed).map(|transcript| transcript.pieces);
        let by_all = said(&all);
        if let Some((mistake, _, found)) = lacking.iter_mut().find(|(_, without, _)| said(without) != by_all)
        {
            *found += 1;
            cases.push(Case { row: mistake.row.as_str().into(), ..case.clone() });
        }
    }
    cases
}

/// Returns the fresh case that is called so, as in `fresh/3`; nothing for another name, or if the suite has none.
pub fn fresh_case(suite: &Suite, id: &str) -> Option<Case> {
    let number: usize = id.strip_prefix("fresh/")?.parse().ok()?;
    let is_one = (1..=FIRST_SOUGHT + SOUGHT).contains(&number) && is_game(suite);
    is_one.then(|| fresh(suite, &setups(suite), number - 1)).flatten()
}

/// Runs fresh cases, or looks which of them were recorded in an earlier run. Returns those that have a recording.
fn recordings<'a>(
    suite: &Suite,
    recorded: &Recorded<'_>,
    fresh: &'a [Case],
    options: Options,
) -> (Vec<&'a Case>, Completeness) {
    let all: Vec<&Case> = fresh.iter().collect();
    let Some(target) = &recorded.target else {
        let held = all.into_iter().filter(|case| recorded.store.holds(case)).collect();
        return (held, Completeness::AllDone);
    };
    let witness = Witness { listener: &|_| (), recorded: &|_, _| () };
    let runs = CaseRuns {
        suite,
        target,
        store: &recorded.store,
        cases: &all,
        jobs: options.jobs,
        sleepers: options.sleepers,
        chunking: &|_| Chunking::ByLine,
    };
    run_all(runs, witness)
}

/// Returns the results of all cases and the fresh ones, as if they all were of the suite, whose broken rules are known: so a mistake has the same
/// key in both.
fn judge_beside(
    suite: &Suite,
    recorded: &Recorded<'_>,
    fresh: &[&Case],
    diagnosis: &Diagnosis,
    options: Options,
) -> Result<Results, NotMarked> {
    let cases: Vec<&Case> = recorded.cases.iter().chain(fresh).copied().collect();
    let read = |case: &Case| {
        if interruption::is_wanted() {
            return Ok(None);
        }
        read_or_play(recorded, suite, case)
    };
    let judging =
        Judging { options, looks: LooksFor::SlipsBeside(diagnosis), is_over: &interruption::is_wanted };
    let mut judged = judge_seen(suite, &cases, &Sights::default(), &read, judging)?;
    tell_how_to_find_it(&mut judged.judged, recorded.tested.kind);
    let listed = judged.listed(suite);
    let mut results = Results::new(suite, &recorded.tested, judged.judged, listed, &judged.sheet);
    results.cases.retain(|case| fresh.iter().any(|other| other.id == case.id));
    Ok(results)
}

/// Takes of the `shown` mistakes those that are still hidden, each with its fresh case.
fn take(suite: &Suite, results: &mut Results, shown: &Results) {
    for mistake in results.mistakes.iter_mut().filter(|mistake| is_hidden(suite, mistake)) {
        let Some(twin) = shown.mistakes.iter().find(|other| other.key == mistake.key) else { continue };
        let Some(case) = shown.example(twin) else { continue };
        let Mistake { row, other_rows, lost, by_row, cases, places, precursors, .. } = mistake.clone();
        *mistake = Mistake { row, other_rows, lost, by_row, cases, places, precursors, ..twin.clone() };
        if !results.twins.iter().any(|other| other.id == case.id) {
            results.twins.push(of_mistake(mistake, case));
        }
    }
}

/// Returns a fresh case as what it is for: it shows a mistake, and feeds no row.
fn of_mistake(mistake: &Mistake, case: &CaseResult) -> CaseResult {
    let verdict = if has_hung(case) { Verdict::TimedOut } else { Verdict::Wrong };
    CaseResult {
        verdict,
        recording: case.recording.as_ref().map(|_| recording_path(&case.id, verdict).into()),
        sentence: mistake.sentence.clone().into(),
        ended_by: mistake.ended_by.clone().map(Box::new),
        row: mistake.row.as_str().into(),
        awarded: 0.0,
        out_of: 0.0,
        ..case.clone()
    }
}

fn has_hung(case: &CaseResult) -> bool {
    case.verdict == Verdict::TimedOut
}

/// Returns whether a mistake costs something, and only cases show it of which students may know, but that they may not see, though a fresh case may
/// show it.
fn is_hidden(suite: &Suite, mistake: &Mistake) -> bool {
    let example = mistake.example.as_ref().and_then(|id| suite.cases.iter().find(|case| case.id == *id));
    let is_hidden = |case: &Case| {
        goes_on(case)
            && case.visible != Visibility::Public
            && suite.disclose.get(&case.visible) != Some(&Disclosure::Nothing)
    };
    mistake.lost > 0.0 && example.is_some_and(is_hidden)
}

fn is_game(suite: &Suite) -> bool {
    matches!(suite.reference, Reference::Game { .. })
}

/// Returns these facts, and those that come up beside them, as a winner does beside the final scores: what hidden cases check may be one of
/// these.
fn related(suite: &Suite, checks: &[String]) -> Vec<String> {
    let family = |fact: &str| fact.split('/').next().unwrap_or_default().to_string();
    let families: BTreeSet<String> = checks.iter().map(|fact| family(fact)).collect();
    let all = facts_of(&suite.reference).iter().map(|row| row.name.to_string());
    all.filter(|fact| families.contains(&family(fact))).collect()
}

/// Returns for each question the most answers that it has in one of these cases.
fn longest_answers(public: &[&Case]) -> BTreeMap<String, Vec<String>> {
    let mut longest: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (question, answers) in public.iter().filter_map(|case| plays(case)).flat_map(|policy| &policy.answers)
    {
        let known = longest.entry(question.clone()).or_default();
        if answers.len() > known.len() {
            known.clone_from(answers);
        }
    }
    longest
}

/// Returns a fresh case with what one of these public ones starts with, and where facts are judged, with what comes up beside its facts;
/// nothing if there is none.
fn fresh(suite: &Suite, public: &[&Case], number: usize) -> Option<Case> {
    let like = *public.get(number % public.len().max(1))?;
    let round = number / public.len();
    let style = match number.checked_sub(FIRST_PROBE) {
        Some(probe) if number < FIRST_SOUGHT => Style::Probing(probe),
        None if number.is_multiple_of(2) => Style::Mixed,
        Some(_) if round % 8 == 1 => Style::OneForm(ReplyForm::First),
        Some(_) if round % 8 == 5 => Style::OneForm(ReplyForm::Last),
        _ => Style::Legal,
    };
    let answers = if number < BATCHES[0] {
        plays(like).map(|policy| policy.answers.clone()).unwrap_or_default()
    } else {
        // What seldom comes up is seen in many games.
        longest_answers(public)
    };
    let policy = Policy { style, seed: SEED + number as u64, turns: TURNS, answers };
    let is_played = plays(like).is_some() || is_observed(suite, like);
    let mut case = Case {
        id: format!("fresh/{}", number + 1),
        title: "a fresh example".into(),
        rule: SharedText::default(),
        why: format!(
            "made for you, set up as {}; the cases in which this mistake costs marks are not public",
            like.id
        )
        .into(),
        checks: related(suite, &like.checks),
        chance: None,
        typing: Some(if is_played { Typing::Play(policy) } else { Typing::Random(policy) }),
        transcript: None,
        digest: SharedText::default(),
        ..like.clone()
    };
    case.transcript = from_reference(suite, &case).map(|(conversation, _)| (&conversation).into());
    Some(case)
}
