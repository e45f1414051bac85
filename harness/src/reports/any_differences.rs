//! Tests that every form is made of any differences, however many, and whatever they follow from.

use proptest::prelude::*;

use super::case_results::{TextsOfCases, case_result};
use super::hostile::{self, RECORDING, Texts};
use super::judged::Judged;
use super::look::{Amount, Look, Voice};
use super::results::{CaseResult, Results};
use super::{Audience, Report, forms, screen};
use crate::cases::source::SuiteSource;
use crate::cases::{Cause, Penalty, Suite, select};
use crate::comparison::{Detail, Difference, Part};
use crate::judging::{Deduction, Deductions, Judgement, Penalised, Verdict};
use crate::recording::{Recording, to_json};

/// Differences of a case, at most.
const MOST: usize = 400;

/// Returns deductions of as many differences; each difference follows from one of the first, or from none.
fn deductions() -> impl Strategy<Value = Deductions> {
    let penalty = prop::sample::select(&[Penalty::Forgiven, Penalty::Part(0.5), Penalty::Fails][..]);
    let row = prop::sample::select(&["play", "rules", "form"][..]);
    let root = prop::option::of(any::<prop::sample::Index>());
    let penalised = (any_difference(), row, penalty, root);
    prop::collection::vec(penalised, 0..MOST).prop_map(|all| {
        let mut deductions: Vec<Deduction> = Vec::new();
        for (number, (difference, row, penalty, root)) in all.into_iter().enumerate() {
            let penalised =
                Penalised { number, difference, row: row.to_string(), penalty, slip: None, rule: None };
            match root.filter(|_| !deductions.is_empty()) {
                Some(index) => {
                    let root = index.index(deductions.len());
                    deductions[root].followers.push(penalised);
                }
                None => deductions.push(Deduction::alone(penalised)),
            }
        }
        // From a sudden end, which comes last, earlier differences follow.
        if let [first, .., last] = &mut deductions[..] {
            std::mem::swap(&mut first.followers, &mut last.followers);
        }
        Deductions { all: deductions }
    })
}

fn any_difference() -> impl Strategy<Value = Difference> {
    let causes = [Cause::TrailingBlanks, Cause::WrongText, Cause::WrongValue, Cause::MissingOutput];
    let line = || prop::option::of(prop::sample::select(&["", "printed", "a", "b  "][..]));
    let place = (prop_oneof![0..5usize, Just(usize::MAX)], prop_oneof![0..5usize, Just(usize::MAX)]);
    let part = prop::sample::select(&["", "exit", "error/kind", "heading"][..]);
    (prop::sample::select(causes.to_vec()), part, place, line(), line()).prop_map(
        |(cause, part, (turn, line), expected, actual)| {
            Difference::new(cause, Part::new(part), Detail::Fact(String::new()))
                .at(turn, line)
                .lines(expected.map(str::to_string), actual.map(str::to_string))
        },
    )
}

/// Returns the results of a case that was judged so, as `audience` may see them.
fn results(judgement: Judgement, audience: Audience) -> Results {
    let suite: Suite = select::suite(&SuiteSource::Inside, "pizza").expect("it is valid");
    let judged = Judged::new(&suite.cases[0], &recording(), judgement);
    let case = CaseResult {
        recording: Some(RECORDING.into()),
        ..case_result(&TextsOfCases::of(&suite), judged, 1.0, &[])
    };
    let results = Results { cases: vec![case], ..hostile::results(&Texts::default()) };
    results.for_audience(&suite, audience)
}

fn recording() -> Recording {
    hostile::recording(&Texts { printed: "a\nprinted".to_string(), ..Texts::default() })
}

fn verdict() -> impl Strategy<Value = Verdict> {
    prop::sample::select(&[Verdict::Passed, Verdict::Wrong, Verdict::Crashed, Verdict::Undecided][..])
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn every_form_is_made_and_every_index_in_it_is_valid(
        deductions in deductions(),
        verdict in verdict(),
        is_staff in any::<bool>(),
    ) {
        let audience = if is_staff { Audience::Staff } else { Audience::Student };
        let judgement = Judgement::new((verdict, "".into()), deductions, Some(0.0), [].into());
        let results = results(judgement, audience);
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join(RECORDING), to_json(&recording())).expect("written");
        let report = Report::new(&results, folder.path());
        for form in forms::FORMS {
            prop_assert!(form.of(&report).is_ok_and(|text| !text.is_empty() || form.name == "github"), "{}", form.name);
        }
        for (voice, amount) in [(Voice::Signs, Amount::All), (Voice::Words, Amount::First)] {
            let look = Look { width: 80, voice, amount };
            prop_assert!(screen::write(&mut Vec::new(), &report, look).is_ok());
        }
        let json = forms::FORMS[0].of(&report).expect("made");
        let read: Results = serde_json::from_slice(&json).expect("the results again");
        for case in &read.cases {
            for root in case.differences.iter().filter_map(|difference| difference.root) {
                prop_assert!(case.differences[root].root.is_none());
            }
        }
    }
}
