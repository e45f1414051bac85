//! Where a text leaves two readings open, a program may take either, in every case and in whole games.

mod planted;

use harness::recording::Recording;
use planted::marking::mark;
use planted::program::{Manner, converse};

#[test]
fn a_program_that_takes_the_other_reading_loses_nothing() {
    let suite = planted::suite("little_battle");
    let record = |reading: usize| -> Vec<Recording> {
        let one = |case| converse(&suite, case, Manner { change: &mut |_| (), reading });
        suite.cases.iter().map(one).collect()
    };
    let (first, second) = (record(0), record(1));
    let differing: Vec<&str> = suite
        .cases
        .iter()
        .zip(first.iter().zip(&second))
        .filter(|(_, (first, second))| first != second)
        .map(|(case, _)| case.id.as_str())
        .collect();
    for id in [
        "configuration/wood_holds_a_negative_number",
        "games/a_mixed_game_on_a_5x5_7",
        "recruit/a_position_outside_the_map_is_refused",
        "recruit/no_at_the_placement_question_is_refused",
    ] {
        assert!(differing.contains(&id), "{id} is not among {differing:?}");
    }
    for recordings in [first, second] {
        let recorded: Vec<_> = suite.cases.iter().zip(recordings).collect();
        let marked = mark(&suite, &recorded);
        assert!(marked.lost.is_empty(), "{:?}", marked.lost);
        assert_eq!(marked.failed().collect::<Vec<_>>(), Vec::<&str>::new());
    }
}
