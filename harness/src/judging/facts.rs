//! Judges a case by the facts that it checks, whatever the words.

use std::collections::BTreeSet;

use reference::Game;

use super::deductions::{Strictness, deduct, share};
use super::outcome::{crash_in, of_sudden_end};
use super::stopping::stopped;
use super::{Judgement, Verdict};
use crate::by_evidence::{self, Facts, HeardRun, Unread};
use crate::cases::Cause;
use crate::comparison::{Detail, Difference, Part};
use crate::recording::Recording;

/// Judges a case by its facts. What cannot be told is undecided, unless something is wrong for certain.
pub(crate) fn judge(run: &HeardRun<'_>, recording: &Recording, strictness: Strictness) -> Judgement {
    let mut facts = by_evidence::judge(run, None);
    if facts.differences.is_empty() && is_silent(recording) {
        facts.differences.push(silence());
    }
    judgement(run, recording, strictness, facts)
}

/// Returns whether a program prints nothing at all, though nobody stopped it: then nothing is left for anybody to decide.
fn is_silent(recording: &Recording) -> bool {
    recording.exit().is_some() && recording.turns().iter().all(|turn| turn.text().trim().is_empty())
}

/// Returns what differs where nothing is printed.
fn silence() -> Difference {
    Difference::new(Cause::MissingOutput, Part::UNKNOWN, Detail::Silence)
}

/// Judges a case by its facts where the rules of a bent game hold. It is undecided where a fact does not come up by them: what never
/// shows wins nothing.
pub(crate) fn judge_bent(
    run: &HeardRun<'_>,
    game: &Game,
    recording: &Recording,
    strictness: Strictness,
) -> Judgement {
    let mut facts = by_evidence::judge(run, Some(game));
    if !facts.all_came_up {
        facts.unread.get_or_insert_with(|| "by the bent rules a fact does not come up".into());
    }
    judgement(run, recording, strictness, facts)
}

fn judgement(
    &HeardRun { suite, case, .. }: &HeardRun<'_>,
    recording: &Recording,
    strictness: Strictness,
    facts: Facts,
) -> Judgement {
    let Facts { mut differences, unread, chances, .. } = facts;
    let crash = crash_in(case, &suite.start.provide, recording);
    if crash.is_some() {
        // What does not show in the turn in which a program crashes is no mistake beside that.
        let last = recording.turns().len();
        differences.retain(|difference| difference.turn < last);
    }
    let deductions = deduct(suite, case, differences, strictness);
    let wrong = deductions.differences().into_iter().find(|listed| listed.penalised.costs());
    let wrong = wrong.map(|listed| listed.penalised.difference.sentence());
    let cut = stopped(recording, &case.limits);
    let mut unread_line = None;
    let (verdict, sentence, ended_by) = match (cut.or(crash), wrong, unread) {
        (Some(end), ..) => of_sudden_end(end),
        (None, Some(sentence), _) => (Verdict::Wrong, sentence.into(), None),
        (None, None, Some(Unread { why, line })) => {
            unread_line = line;
            (Verdict::Undecided, why.into(), None)
        }
        _ => (Verdict::Passed, "everything that counts is right".into(), None),
    };
    let share = match (verdict, suite.row(&case.row)) {
        (Verdict::Passed, _) => Some(1.0),
        (Verdict::Wrong, Some(row)) => share(row, &deductions, false),
        _ => Some(0.0),
    };
    let judgement = Judgement::new((verdict, sentence), deductions, share, BTreeSet::new());
    Judgement { ended_by, unread_line, chances, ..judgement }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::source::SuiteSource;
    use crate::cases::{Case, select};
    use crate::strength::simulated::{Manner, Printing, simulate};

    /// Returns what becomes, by the text and by the bent rules, of a program that breaks this rule in the first case of this fact.
    fn verdicts(bend: &str, fact: &str) -> (Verdict, Verdict) {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases");
        let source = SuiteSource::find(Some(&folder)).expect("it is there");
        let suite = select::suite(&source, "iec_dice").expect("it is valid");
        let checks = |case: &&Case| case.checks.iter().any(|check| check == fact);
        let case = suite.cases.iter().find(checks).expect("a case checks it");
        let game = reference::game("iec_dice").and_then(|game| game.bent(bend)).expect("a bend");
        let mut print = |printing: Printing<'_>| printing.text();
        let mut choose = |texts: &[&str]| texts[0].to_string();
        let manner = Manner { print: &mut print, choose: &mut choose };
        let recording = simulate(&suite, case, &game, manner).expect("a suite of a game");
        let strictness = Strictness::AsTheSuiteSays;
        let run = HeardRun::new(&suite, case, &recording);
        let by_text = judge(&run, &recording, strictness);
        let by_bent_rules = judge_bent(&run, &game, &recording, strictness);
        (by_text.verdict, by_bent_rules.verdict)
    }

    #[test]
    fn a_fact_holds_by_the_rules_of_who_breaks_them_if_it_comes_up_by_them() {
        assert_eq!(verdicts("red-one-is-harmless", "total/zero"), (Verdict::Wrong, Verdict::Passed));
        assert_eq!(verdicts("never-doubled", "score/doubled"), (Verdict::Wrong, Verdict::Passed));
        // By these rules such a roll has no score.
        assert_eq!(verdicts("any-red-one-loses", "score/red-one"), (Verdict::Wrong, Verdict::Undecided));
    }
}
