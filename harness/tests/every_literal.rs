//! A slip in any literal of any game is one mistake and costs a fraction of one row.
//!
//! Programs are simulated in process: the reference's console with planted slips makes recordings, and these are marked as those of
//! any program. `PLANTED` chooses the slips: nothing for a sample, `all`, `SUITE`, or `SUITE/KIND`. With `PLANTED=all PLANTED_WRITE=1`
//! the page `docs/fairness.md` and the list of what is still wrong are written; `PLANTED_TELL=1` fails with why each of them is.

mod planted;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::OnceLock;

use harness::cases::{Case, Suite};
use harness::expected::foresee;
use harness::observing::Reading;
use harness::recording::Recording;

use planted::fairness::{Found, Measured, Pages, by_kind, measure, plant_together, recordings, row, wrong};
use planted::fault::fault;
use planted::literal::{Literals, Seen, literals, slips};
use planted::marking::{Marked, mark};
use planted::slip::{Kind, Slip};
use planted::suite;

/// The suites that are judged word by word.
const SUITES: [&str; 5] = ["bots", "gekitai", "little_battle", "pizza", "rats"];

/// How many slips of each suite are in a sample.
const SAMPLE: usize = 2;

/// How many programs with several slips are marked for each suite: more where slips are chosen.
fn rounds() -> usize {
    if std::env::var_os("PLANTED").is_some() { 8 } else { 1 }
}

/// Returns whether what is known to be wrong is told, too.
fn tells_all() -> bool {
    std::env::var_os("PLANTED_TELL").is_some()
}

/// Returns the slips that are measured of all of a suite's.
fn chosen(suite: &str, all: Vec<Slip>) -> Vec<Slip> {
    chosen_from(0, suite, all)
}

/// Returns the slips that are measured of all of a suite's; of a sample, `first` says with which it begins.
fn chosen_from(first: usize, suite: &str, all: Vec<Slip>) -> Vec<Slip> {
    let Ok(planted) = std::env::var("PLANTED") else {
        let step = (all.len() / SAMPLE).max(1);
        return all.into_iter().skip(first % step).step_by(step).take(SAMPLE).collect();
    };
    let (name, kind) = planted.split_once('/').unwrap_or((&planted, ""));
    let is_chosen =
        |slip: &Slip| (name == "all" || name == suite) && format!("{:?}", slip.kind).starts_with(kind);
    all.into_iter().filter(is_chosen).collect()
}

/// A suite, and what marking makes of the chosen slips in it.
struct Sample {
    suite: &'static Suite,
    measured: Vec<Measured<'static>>,
}

impl Sample {
    fn of(first: usize, name: &str) -> Self {
        // Kept to the end of all tests, as those are to which it is lent.
        let suite: &Suite = Box::leak(Box::new(suite(name)));
        let literals: &Literals = Box::leak(Box::new(literals(suite)));
        let measured = measure(suite, literals, &chosen_from(first, name, slips(literals)));
        Self { suite, measured }
    }

    /// Returns the sample that begins with the first slip. It is measured once, whichever tests want it.
    fn shared(name: &str) -> &'static Self {
        static SAMPLES: [OnceLock<Sample>; SUITES.len()] = [const { OnceLock::new() }; SUITES.len()];
        let place = SUITES.iter().position(|suite| *suite == name).expect("a suite of the list");
        SAMPLES[place].get_or_init(|| Self::of(0, name))
    }
}

#[test]
fn a_program_without_slips_loses_nothing() {
    for name in SUITES {
        let suite = suite(name);
        let marked = mark(&suite, &recordings(&suite, &[]));
        assert!(marked.lost.is_empty() && marked.mistakes.is_empty(), "{name}: {marked:?}");
    }
}

/// What is still marked otherwise than the policy says, slip by slip. It may only become shorter.
const STILL_WRONG: &str = include_str!("planted/still_wrong.txt");

#[test]
fn a_single_slip_is_one_mistake_and_costs_a_fraction_of_one_row() {
    let known: BTreeSet<&str> = STILL_WRONG.lines().collect();
    let (mut table, mut figures) = (String::new(), String::new());
    let (mut wrong_now, mut told) = (BTreeSet::new(), Vec::new());
    let first = planted::first_of_sample();
    for name in SUITES {
        let elsewhere = (first > 0).then(|| Sample::of(first, name));
        let Sample { suite, measured, .. } = elsewhere.as_ref().unwrap_or_else(|| Sample::shared(name));
        if measured.is_empty() {
            continue;
        }
        let found: Vec<_> =
            measured.iter().filter_map(|one| Some((one.name(suite), wrong(suite, one)?))).collect();
        let _ = writeln!(table, "{} {} |", row(suite, measured), measured.len() - found.len());
        figures += &by_kind(measured);
        for (name, why) in found {
            if !known.contains(name.as_str()) || tells_all() {
                told.push(format!("{name}: {why}"));
            }
            wrong_now.insert(name);
        }
    }
    if std::env::var("PLANTED").is_ok_and(|planted| planted == "all") {
        let pages = Pages { table: &table, wrong: &wrong_now };
        pages.write_or_compare();
    }
    assert!(told.is_empty(), "PLANTED_FROM={first}\n{table}{figures}{}", told.join("\n"));
}

/// A program names a value in one literal and prints it in many lines; elsewhere it is written once more.
#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_misspelt_word_that_several_parts_print_is_one_mistake() {
    for name in SUITES {
        let suite = suite(name);
        let literals = literals(&suite);
        let shared = slips(&literals).into_iter().filter(|slip| slip.kind == Kind::SharedMisspelt);
        let shared: Vec<Slip> = shared.collect();
        for one in measure(&suite, &literals, &shared) {
            assert_eq!(wrong(&suite, &one), None, "{}", one.name(&suite));
        }
    }
}

/// Returns the next number that chance says, from 0 to `below` - 1.
fn chance(state: &mut u64, below: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*state >> 33).expect("31 bits fit") % below
}

/// Slips that are listed alone as one mistake are found beside one another. Two slips are made in lines that do not stand side by side,
/// since there nobody can tell what was done to which.
#[test]
fn several_slips_at_once_are_found_one_by_one() {
    for name in SUITES {
        let Sample { suite, measured, .. } = Sample::shared(name);
        // Of values that are never shown nobody knows what should be printed later, so nobody can tell slips there.
        let hides_values = |one: &Measured<'_>| one.slip.kind == Kind::LineDropped && one.seen.has_values();
        let is_clear = |one: &&Measured<'_>| one.marked.mistakes.len() == 1 && !hides_values(one);
        let clear: Vec<_> = measured.iter().filter(is_clear).collect();
        let (mut state, mut total) = (7, Found::default());
        for round in 0..clear.len().min(rounds()) {
            let mut together: Vec<&Measured<'_>> = Vec::new();
            for _ in 0..2 + round % 7 {
                let one = clear[chance(&mut state, clear.len())];
                if together.iter().all(|other| are_apart(one.seen, other.seen)) {
                    together.push(one);
                }
            }
            let (found, marked) = plant_together(suite, &together);
            let sum: f64 = marked.mistakes.iter().map(|mistake| mistake.lost).sum();
            assert!((sum - marked.loss()).abs() < 0.1, "{name}: {sum} is listed, {} are lost", marked.loss());
            total.add(found);
        }
        let (recall, precision) = total.recall_and_precision();
        assert!(
            recall >= 95 && precision >= 95,
            "{name}: recall {recall} %, precision {precision} %: {total:?}"
        );
    }
}

/// Returns the keys of the mistakes in a list.
fn keys(marked: &Marked) -> Vec<&str> {
    marked.mistakes.iter().map(|mistake| mistake.key.as_str()).collect()
}

#[test]
fn a_mistake_has_the_same_key_whatever_the_order_of_the_cases() {
    for name in SUITES {
        let suite = suite(name);
        for slip in chosen(name, slips(&literals(&suite))).iter().step_by(4) {
            let mut recordings = recordings(&suite, std::slice::from_ref(slip));
            let forwards = mark(&suite, &recordings);
            recordings.reverse();
            let backwards = mark(&suite, &recordings);
            assert_eq!(keys(&forwards), keys(&backwards), "{name}: {slip:?}");
        }
    }
}

/// Returns whether nobody takes what was done to one literal for something that was done to another.
fn are_apart(one: &Seen, other: &Seen) -> bool {
    one.parts.is_disjoint(&other.parts) && one.beside.is_disjoint(&other.parts)
}

/// Returns slips that stand apart, a third of a list between each and the next, the first of them `from` places from its beginning.
fn apart(slips: &[Slip], from: usize, literals: &Literals) -> Vec<Slip> {
    let mut apart: Vec<Slip> = Vec::new();
    for slip in slips.iter().skip(from).step_by(slips.len().div_ceil(3)) {
        if apart.iter().all(|other| are_apart(&literals[&slip.literal], &literals[&other.literal])) {
            apart.push(slip.clone());
        }
    }
    apart
}

/// A fault of behaviour is found beside slips in other parts, and costs what it costs alone.
#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_fault_beside_slips_costs_what_it_costs_alone() {
    for name in SUITES {
        let suite = suite(name);
        let fault = fault(name);
        let alone = mark(&suite, &fault.recordings(&suite, &[]));
        let costing = |marked: &Marked| -> BTreeMap<String, f64> {
            let costing = marked.mistakes.iter().filter(|mistake| mistake.kind == "behaviour");
            costing.map(|mistake| (mistake.key.clone(), mistake.lost)).collect()
        };
        assert!(alone.loss() > 0.0 && !costing(&alone).is_empty(), "{name}: {alone:?}");
        let literals = literals(&suite);
        let single: Vec<Slip> = chosen(name, slips(&literals))
            .into_iter()
            .filter(|slip| {
                let seen = &literals[&slip.literal];
                let is_near = seen.parts.contains(fault.part) || seen.beside.contains(fault.part);
                !is_near && slip.kind != Kind::LineDropped
            })
            .collect();
        for from in 0..single.len().div_ceil(3).min(rounds()) {
            let slips = apart(&single, from, &literals);
            let marked = mark(&suite, &fault.recordings(&suite, &slips));
            for (key, lost) in costing(&alone) {
                let with = costing(&marked).get(&key).copied();
                let is_same = with.is_some_and(|with| (with - lost).abs() < 0.03);
                assert!(
                    is_same,
                    "{name}: {key} costs {with:?} instead of {lost} beside {slips:?}: {:?}",
                    marked.mistakes
                );
            }
        }
    }
}

/// Returns the faces that are read from what a program shows, case by case.
fn faces(suite: &Suite, recordings: &[(&Case, Recording)]) -> Vec<Vec<Vec<u8>>> {
    let observed = |(case, recording): &(&Case, Recording)| {
        let foreseen = foresee(suite, case, recording, Reading::First)?;
        Some(foreseen.observation?.throws.into_iter().map(|throw| throw.faces).collect())
    };
    recordings.iter().map(|read| observed(read).unwrap_or_default()).collect()
}

#[test]
fn dice_are_read_whatever_slips_other_lines_have() {
    for name in ["bots", "rats"] {
        let suite = suite(name);
        let literals = literals(&suite);
        let right = faces(&suite, &recordings(&suite, &[]));
        assert!(right.iter().flatten().count() > 100, "{name} shows dice");
        for slip in
            chosen(name, slips(&literals)).iter().filter(|slip| !literals[&slip.literal].shows_throws())
        {
            let read = faces(&suite, &recordings(&suite, std::slice::from_ref(slip)));
            assert_eq!(read, right, "{name}: {slip:?}");
        }
    }
}
