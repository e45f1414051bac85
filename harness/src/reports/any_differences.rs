//! Tests that every form is made of any differences, however many, and whatever they follow from.

use proptest::prelude::*;

use super::hostile::{self, RECORDING, Texts};
use super::judged::Judged;
use super::look::{Amount, Look, Voice};
use super::results::{CaseResult, Results, case_result};
use super::{Audience, Report, forms, screen};
use crate::cases::source::SuiteSource;
use crate::cases::{Cause, Price, Suite, select};
use crate::comparison::Difference;
use crate::judging::{Charge, Judgement, Verdict};
use crate::recording::{Recording, to_json};

/// Differences of a case, at most.
const MOST: usize = 400;

/// Returns a difference with nothing to show.
pub(super) fn difference(cause: Cause) -> Difference {
    Difference {
        cause,
        part: String::new(),
        turn: 1,
        line: 1,
        expected: None,
        got: None,
        alike: false,
        in_step: false,
        sentence: String::new(),
        typed: String::new(),
    }
}

/// Returns charges as judging never makes them: with roots that come later, are roots of each other, or do not exist.
pub(super) fn charges() -> impl Strategy<Value = Vec<Charge>> {
    let root = prop_oneof![
        4 => Just(None),
        4 => (0..MOST).prop_map(Some),
        1 => Just(Some(0)),
        1 => Just(Some(usize::MAX)),
    ];
    let price = prop::sample::select(&[Price::Forgiven, Price::Part(0.5), Price::Fails][..]);
    let row = prop::sample::select(&["play", "rules", "form"][..]);
    let charge = (any_difference(), row, root, price);
    let charge = charge.prop_map(|(difference, row, root, price)| Charge {
        difference,
        row: row.to_string(),
        root,
        price,
    });
    prop::collection::vec(charge, 0..MOST)
}

fn any_difference() -> impl Strategy<Value = Difference> {
    let causes = [Cause::TrailingBlanks, Cause::WrongText, Cause::WrongValue, Cause::MissingOutput];
    let line = || prop::option::of(prop::sample::select(&["", "printed", "a", "b  "][..]));
    let place = (prop_oneof![0..5usize, Just(usize::MAX)], prop_oneof![0..5usize, Just(usize::MAX)]);
    let part = prop::sample::select(&["", "exit", "error/kind", "heading"][..]);
    (prop::sample::select(causes.to_vec()), part, place, line(), line()).prop_map(
        |(cause, part, (turn, line), expected, got)| Difference {
            part: part.to_string(),
            turn,
            line,
            expected: expected.map(str::to_string),
            got: got.map(str::to_string),
            ..difference(cause)
        },
    )
}

/// Returns the results of a case that was judged so, as `audience` may see them.
fn results(judgement: Judgement, audience: Audience) -> Results {
    let suite: Suite = select::suite(&SuiteSource::Inside, "pizza").expect("it is valid");
    let judged = Judged::new(&suite.cases[0], &recording(), judgement);
    let case = CaseResult { recording: Some(RECORDING.to_string()), ..case_result(&suite, judged, 1.0) };
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
        charges in charges(),
        verdict in verdict(),
        is_staff in any::<bool>(),
    ) {
        let audience = if is_staff { Audience::Staff } else { Audience::Student };
        let judgement = Judgement::new((verdict, String::new()), charges, Some(0.0), [].into());
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
