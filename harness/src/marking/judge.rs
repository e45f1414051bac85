//! Judges all cases of a submission in two steps: first as they are, then without the slips that they show together.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use super::bench::{Bench, Read, SettledCases, pairs};
use super::diagnosed::{self, is_wrong};
use super::in_parts::{GIVEN_BACK, HELD, in_parts};
use super::sights::{Sight, Sights};
use super::typed_otherwise::typed_otherwise;
use super::unshown::leave_to_a_person;
use super::{Options, broken_facts, broken_rules, misdrawn};
use crate::cases::problem::Problem;
use crate::cases::{Case, JudgedBy, Suite, Visibility};
use crate::diagnosis::{BrokenRule, Diagnosis};
use crate::expected::again;
use crate::judging::{Judgement, Strictness};
use crate::marks::MarkSheet;
use crate::marks::alike::charge_to_its_like;
use crate::marks::list::{Found, mistakes};
use crate::marks::mistake::{Mistake, MistakeList, rule_key};
use crate::marks::places::places;
use crate::marks::precursors::tell_precursors;
use crate::marks::same_exception::charge_to_the_crash;
use crate::marks::unanswered::charge_to_the_question;
use crate::mistakes::{Asks, Search, Slips};
use crate::reports::judged::Judged;
use crate::running::interruption;

/// The judged cases of a submission.
#[derive(Debug)]
pub struct JudgedCases<'a> {
    /// The judged cases.
    pub judged: Vec<Judged<'a>>,
    /// What the cases win; files and fair dice are added to it.
    pub sheet: MarkSheet,
    slips: Slips,
    /// The broken rules that are charged.
    rules: Vec<BrokenRule>,
    /// All that was found out about broken rules.
    diagnosis: Diagnosis,
    strictness: Strictness,
}

/// Judges what was recorded of `cases`. Their recordings are read by `read`, which may be called again for the same case; no more
/// of them are in memory than there are workers, besides the texts of those that differ. Cases of which `read` returns nothing
/// are left out.
///
/// # Errors
/// What `read` says.
pub fn judge_all<'a>(
    suite: &Suite,
    cases: &[&'a Case],
    read: &Read<'_>,
    options: Options,
) -> Result<JudgedCases<'a>, Problem> {
    let judging = Judging { options, looks: LooksFor::BrokenRules, is_over: &interruption::is_wanted };
    judge_seen(suite, cases, &Sights::default(), read, judging)
}

/// Judges as [`judge_all`] does, but looks for no broken rules: every case is judged by the text.
///
/// # Errors
/// What `read` says.
pub(crate) fn judge_by_the_text<'a>(
    suite: &Suite,
    cases: &[&'a Case],
    read: &Read<'_>,
    options: Options,
) -> Result<JudgedCases<'a>, Problem> {
    let judging = Judging { options, looks: LooksFor::Slips, is_over: &interruption::is_wanted };
    judge_seen(suite, cases, &Sights::default(), read, judging)
}

/// What is looked for among all cases.
#[derive(Debug, Clone, Copy)]
pub(super) enum LooksFor<'r> {
    /// Slips only.
    Slips,
    /// Slips, and rules that are broken; cases are typed otherwise where these keep a program from what the cases are about.
    BrokenRules,
    /// The same, but all cases are typed as they say.
    BrokenRulesAsTyped,
    /// Slips, where it is known which rules are broken.
    SlipsBeside(&'r Diagnosis),
}

/// How cases are judged.
#[derive(Clone, Copy)]
pub(super) struct Judging<'r> {
    /// How they are marked.
    pub(super) options: Options,
    /// What is looked for among all of them.
    pub(super) looks: LooksFor<'r>,
    /// Whether nobody waits for it any longer.
    pub(super) is_over: &'r (dyn Fn() -> bool + Sync),
}

/// Judges as [`judge_all`] does, but does not look a second time at what was already `seen`. Once nobody waits for it, only those cases are
/// returned that were judged and are right: what the others lose follows from all of them together.
pub(super) fn judge_seen<'a>(
    suite: &Suite,
    cases: &[&'a Case],
    seen: &Sights<'a>,
    read: &Read<'_>,
    Judging { options, looks, is_over }: Judging<'_>,
) -> Result<JudgedCases<'a>, Problem> {
    let Options { strictness, jobs, .. } = options;
    // Whatever the order of the cases, the same is found.
    let mut order: Vec<usize> = (0..cases.len()).collect();
    order.sort_by(|one, other| cases[*one].id.cmp(&cases[*other].id));
    let place = |case: &Case| order.binary_search_by(|index| cases[*index].id.cmp(&case.id)).ok();
    let mut seen = seen.take();
    let mut judged: Vec<Judged<'a>> = seen.take_judged(|case| place(case).is_some());
    let is_judged = |index: &usize| judged.binary_search_by(|it| it.case.id.cmp(&cases[*index].id)).is_ok();
    let others: Vec<usize> = order.iter().copied().filter(|index| !is_judged(index)).collect();
    judged.reserve_exact(others.len());
    let mut search: Option<Search<'_>> = None;
    let mut differing: Vec<usize> = Vec::new();
    let mut lacking = 0;
    let seen = Mutex::new(seen);
    let first_sight = |index: &usize| {
        let case = cases[*index];
        let before = seen.lock().expect("nobody panics who holds this").take_differing(case);
        Ok(match before {
            Some(differing) => Sight::Differs(differing),
            None => match read(case)? {
                Some(recording) => Sight::of(suite, case, &recording, strictness),
                None => Sight::LeftOut,
            },
        })
    };
    in_parts(&others, HELD, jobs, first_sight, |index, sight| match sight {
        Sight::LeftOut => {}
        Sight::Judged(case) => judged.push(*case),
        Sight::Differs(case) => {
            differing.push(*index);
            lacking += usize::from(case.lacks_a_throw);
            search.get_or_insert_with(|| Search::new(suite)).add(&case);
        }
    })?;
    drop(seen);
    let expect_again = |index: usize, outputs: &[String]| {
        let case = cases[differing[index]];
        again(suite, case, &read(case).ok()??.with_outputs(outputs))
    };
    let hides_throws = lacking * 10 >= cases.len() * 7 && lacking > 0;
    let asks = Asks { again: &expect_again, is_over };
    let slips = search.map(|search| search.slips(cases, asks)).unwrap_or_default();
    let repairs = differing.iter().enumerate().map(|(at, index)| (cases[*index].id.clone(), at)).collect();
    let sorted: Vec<&'a Case> = order.iter().map(|index| cases[*index]).collect();
    let differed = differing.iter().map(|index| cases[*index].id.as_str()).collect();
    let mut bench = Bench {
        differed,
        suite,
        cases: &sorted,
        is_over,
        read,
        options,
        slips,
        repairs,
        hides_throws,
        misdrawn: None,
    };
    let repaired = |index: &usize| {
        let case = cases[*index];
        let Some(recording) = read(case)? else { return Ok(None) };
        let judgement = bench.judge(case, &recording, None);
        Ok(Some(Judged::new(case, &recording, judgement)))
    };
    in_parts(&differing, GIVEN_BACK, jobs, repaired, |_, case| judged.extend(case))?;
    judged.sort_by_cached_key(|it| place(it.case).map(|place| order[place]));
    misdrawn::judge_again(&mut bench, &mut judged)?;
    leave_to_a_person(suite, &mut judged);
    let diagnosis = match (looks, suite.judge) {
        _ if is_over() => Diagnosis::default(),
        (LooksFor::Slips, _) => Diagnosis::default(),
        (LooksFor::SlipsBeside(known), _) => known.clone(),
        (LooksFor::BrokenRules | LooksFor::BrokenRulesAsTyped, JudgedBy::Facts) => {
            broken_facts::diagnosis(&bench, &judged)?
        }
        (LooksFor::BrokenRules | LooksFor::BrokenRulesAsTyped, JudgedBy::Transcript) => {
            diagnosed::diagnosis(&bench, &judged)?
        }
    };
    if let (LooksFor::BrokenRules, false) = (looks, is_over()) {
        let retyped = typed_otherwise(&bench, &judged, &diagnosis)?;
        if !retyped.is_empty() {
            let typed: Vec<&Case> = cases.iter().map(|case| retyped.get(&case.id).unwrap_or(case)).collect();
            let judging = Judging { options, looks: LooksFor::BrokenRulesAsTyped, is_over };
            let judged = judge_seen(suite, &typed, &Sights::default(), read, judging)?;
            if judged.breaks_all_of(&diagnosis) {
                return Ok(judged.of(&typed, cases));
            }
        }
    }
    let differed = bench.differed.clone();
    let settled = broken_rules::settle(bench, judged, &diagnosis)?;
    let settled = if is_over() { right_only(suite, settled, &differed) } else { settled };
    let SettledCases { judged, sheet, rules, slips } = settled;
    Ok(JudgedCases { judged, sheet, slips, rules, diagnosis, strictness })
}

/// Returns what is settled of those cases alone that are right and did not differ: nothing that was found among all cases counts.
fn right_only<'a>(suite: &Suite, settled: SettledCases<'a>, differed: &BTreeSet<&str>) -> SettledCases<'a> {
    let mut judged = settled.judged;
    judged.retain(|it| !is_wrong(&it.judgement) && !differed.contains(it.case.id.as_str()));
    let sheet = MarkSheet::new(suite, &pairs(&judged));
    SettledCases { judged, sheet, rules: Vec::new(), slips: Slips::default() }
}

impl JudgedCases<'_> {
    /// Returns whether all these rules were found to be broken.
    fn breaks_all_of(&self, diagnosis: &Diagnosis) -> bool {
        let is_broken =
            |rule: &BrokenRule| self.diagnosis.broken.iter().any(|it| it.names.contains(&rule.names[0]));
        diagnosis.broken.iter().all(is_broken)
    }

    /// Returns the same of `cases`, in whose places the others were typed.
    fn of<'a>(self, typed: &[&Case], cases: &[&'a Case]) -> JudgedCases<'a> {
        let places: BTreeMap<&str, &'a Case> =
            typed.iter().map(|typed| typed.id.as_str()).zip(cases.iter().copied()).collect();
        let Self { judged, sheet, slips, rules, diagnosis, strictness } = self;
        let judged =
            judged.into_iter().map(|Judged { case: typed, seconds, runs, judgement, left_out, .. }| {
                let case = places[typed.id.as_str()];
                let played = (case.id != typed.id).then(|| typed.id.as_str().into());
                Judged { case, seconds, runs, judgement: Judgement { played, ..judgement }, left_out }
            });
        JudgedCases { judged: judged.collect(), sheet, slips, rules, diagnosis, strictness }
    }
}

impl<'a> JudgedCases<'a> {
    /// Returns the cases, the marks and what was found out about broken rules: what else was found out is not needed to tell of them.
    pub(super) fn into_marked(self) -> (Vec<Judged<'a>>, MarkSheet, Diagnosis) {
        (self.judged, self.sheet, self.diagnosis)
    }

    /// Returns all that was found out about broken rules.
    pub(super) fn diagnosis(&self) -> &Diagnosis {
        &self.diagnosis
    }

    /// Returns the broken rules that are charged, each to its row.
    pub(super) fn broken_rules(&self) -> &[BrokenRule] {
        &self.rules
    }

    /// Returns what results tell of the mistakes.
    pub(super) fn listed(&self, suite: &Suite) -> MistakeList {
        let mistakes = self.mistakes(suite);
        let rules: Vec<String> = self.rules.iter().map(rule_key).collect();
        let keys: Vec<&str> = mistakes.iter().map(|mistake| mistake.key.as_str()).collect();
        let judged = pairs(&self.judged);
        let places = places(&keys, &judged, &self.slips, &rules);
        let mut list = MistakeList { mistakes, rules, places };
        let public = judged.iter().filter(|(case, _)| case.visible == Visibility::Public);
        charge_to_its_like(&mut list, &public.map(|(case, _)| case.id.as_str()).collect());
        tell_precursors(&mut list, &judged);
        charge_to_the_question(&mut list);
        charge_to_the_crash(&mut list);
        list
    }

    /// Returns the mistakes, the costliest first; together they cost what the sheet lacks.
    pub fn mistakes(&self, suite: &Suite) -> Vec<Mistake> {
        let found = Found { slips: &self.slips, rules: &self.rules };
        mistakes(suite, &pairs(&self.judged), found, &self.sheet, self.strictness)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::num::NonZeroUsize;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::super::{HiddenMistakes, Sleepers};
    use super::*;
    use crate::cases::select;
    use crate::cases::source::SuiteSource;
    use crate::judging::Verdict;
    use crate::recording::{Event, Exit, Reason, Recording, What};
    use crate::strength::simulated::{Manner, Printing, simulate};

    const OPTIONS: Options = Options {
        strictness: Strictness::AsTheSuiteSays,
        jobs: NonZeroUsize::MIN,
        sleepers: Sleepers::KeepTheirPlace,
        hidden: HiddenMistakes::Shown,
    };

    /// Returns what is recorded of a program that breaks a rule and misspells a word.
    fn recorded<'s>(suite: &'s Suite, bend: &str, misspelt: (&str, &str)) -> HashMap<&'s str, Recording> {
        let game = reference::game(&suite.name).expect("a game").bent(bend).expect("a bend");
        let run = |case: &'s Case| {
            let mut print = |printing: Printing<'_>| printing.text().replace(misspelt.0, misspelt.1);
            let mut choose = |texts: &[&str]| texts[0].to_string();
            let manner = Manner { print: &mut print, choose: &mut choose };
            (case.id.as_str(), simulate(suite, case, &game, manner).expect("a suite of a game"))
        };
        suite.cases.iter().map(run).collect()
    }

    #[test]
    #[ignore = "slow: a part of .ci/full"]
    fn whenever_somebody_wants_an_end_nothing_counts_but_cases_that_are_right() {
        for (name, bend, misspelt) in [
            ("gekitai", "never-pushes", ("Player", "Palyer")),
            ("iec_dice", "red-die-added", ("final", "finale")),
        ] {
            let suite = select::suite(&SuiteSource::Inside, name).expect("it is valid");
            let cases: Vec<&Case> = suite.cases.iter().collect();
            let recordings = recorded(&suite, bend, misspelt);
            let asked = AtomicUsize::new(0);
            // Somebody wants an end after it was asked so often whether anybody does.
            let judged_until = |last: usize| {
                asked.store(0, Ordering::Relaxed);
                let is_over = || asked.fetch_add(1, Ordering::Relaxed) >= last;
                let read = |case: &Case| {
                    let is_over = asked.load(Ordering::Relaxed) > last;
                    Ok(recordings.get(case.id.as_str()).filter(|_| !is_over).cloned())
                };
                let judging = Judging { options: OPTIONS, looks: LooksFor::BrokenRules, is_over: &is_over };
                judge_seen(&suite, &cases, &Sights::default(), &read, judging).expect("nothing fails")
            };
            let whole = judged_until(usize::MAX);
            let count = asked.load(Ordering::Relaxed);
            assert!(!whole.broken_rules().is_empty() && count > 100, "{name}: {count}");
            let is_right = |judged: &&Judged<'_>| {
                judged.judgement.verdict == Verdict::Passed
                    && judged.judgement.deductions.differences().is_empty()
            };
            let right: BTreeSet<&str> =
                whole.judged.iter().filter(is_right).map(|judged| judged.case.id.as_str()).collect();
            assert!(right.len() < cases.len(), "{name}");
            for last in
                (0..).map(|power| 4_usize.pow(power)).take_while(|last| *last < count).chain([count - 1])
            {
                let judged = judged_until(last);
                let ids: BTreeSet<&str> =
                    judged.judged.iter().map(|judged| judged.case.id.as_str()).collect();
                assert!(ids.is_subset(&right), "{name} {last}: {:?}", ids.difference(&right));
                assert!(judged.listed(&suite).mistakes.is_empty() && judged.broken_rules().is_empty());
            }
        }
    }

    /// Checks which rules are named where cases were recorded so.
    #[track_caller]
    fn breaks_only(suite: &Suite, recordings: &HashMap<&str, Recording>, bend: &str) {
        let cases: Vec<&Case> = suite.cases.iter().collect();
        let read = |case: &Case| Ok(recordings.get(case.id.as_str()).cloned());
        let judging = Judging { options: OPTIONS, looks: LooksFor::BrokenRules, is_over: &|| false };
        let judged = judge_seen(suite, &cases, &Sights::default(), &read, judging).expect("nothing fails");
        let names: Vec<&str> = judged.broken_rules().iter().map(|rule| rule.names[0].as_str()).collect();
        assert_eq!(names, [bend]);
    }

    #[test]
    fn a_rule_about_the_end_is_told_of_a_program_that_waits_for_enter_there() {
        let mut suite = select::suite(&SuiteSource::Inside, "bots").expect("it is valid");
        let tie = suite.cases.iter().find(|case| case.id == "ending/tie").expect("a case").clone();
        suite.cases.push(Case { id: "ending/tie_again".to_string(), ..tie });
        let mut recordings = recorded(&suite, "player-1-wins-ties", ("(nothing)", "(nothing)"));
        let events = recordings.values_mut().flat_map(|recording| &mut recording.events);
        for event in events.filter(|event| matches!(event.what, What::Exit(_))) {
            event.what = What::Stopped(Reason::NothingToType);
        }
        breaks_only(&suite, &recordings, "player-1-wins-ties");
    }

    #[test]
    fn a_rule_is_told_beside_a_prompt_that_lacks_a_word() {
        let suite = select::suite(&SuiteSource::Inside, "gekitai").expect("it is valid");
        breaks_only(&suite, &recorded(&suite, "o-begins", ("'s turn", " turn")), "o-begins");
    }

    /// Returns a suite with all of its cases.
    fn whole_suite(name: &str) -> Suite {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases");
        select::suite(&SuiteSource::find(Some(&folder)).expect("it is there"), name).expect("it is valid")
    }

    #[test]
    #[ignore = "slow: a part of .ci/full"]
    fn a_rule_is_told_beside_a_line_that_is_never_printed_where_only_its_own_game_prints_it() {
        let suite = whole_suite("gekitai");
        breaks_only(&suite, &recorded(&suite, "line-fixed", ("Game over:\n", "")), "line-fixed");
    }

    #[test]
    #[ignore = "slow: a part of .ci/full"]
    fn a_rule_is_told_beside_a_crash_where_it_would_have_shown() {
        let suite = whole_suite("bots");
        let bend = "refused-counts-as-the-next-roll";
        let mut recordings = recorded(&suite, bend, ("(nothing)", "(nothing)"));
        let is_position_6 = |event: &Event| matches!(&event.what, What::Typed(line) if line.ends_with('6'));
        let mut crashed = 0;
        for recording in recordings.values_mut() {
            let Some(at) = recording.events.iter().position(is_position_6) else { continue };
            recording.events.truncate(at + 1);
            let said = What::Error(b"IndexError: list assignment index out of range\n".to_vec());
            let ends = [said, What::Exit(Exit::Status(1))];
            recording.events.extend(ends.map(|what| Event { at: 0, what }));
            crashed += 1;
        }
        assert!(crashed > 2, "{crashed}");
        breaks_only(&suite, &recordings, bend);
    }

    #[test]
    fn cases_that_are_left_out_do_not_take_others_with_them() {
        let suite = select::suite(&SuiteSource::Inside, "pizza").expect("it is valid");
        let cases: Vec<&Case> = suite.cases.iter().take(4).collect();
        let kept = [cases[1].id.as_str(), cases[3].id.as_str()];
        let read = |case: &Case| Ok(kept.contains(&case.id.as_str()).then(Recording::default));
        let judged = judge_all(&suite, &cases, &read, OPTIONS).expect("nothing fails").judged;
        assert_eq!(judged.iter().map(|judged| judged.case.id.as_str()).collect::<Vec<_>>(), kept);
    }
}
