//! Where a text leaves two readings open, a program may take either, at every place, in every case and in whole games.

mod planted;

use harness::cases::Suite;
use harness::recording::Recording;
use planted::marking::{Marked, mark};
use planted::program::{Manner, Reading, converse};

/// Returns the recordings of a program that takes `reading`, case by case.
fn record(suite: &Suite, reading: Reading) -> Vec<Recording> {
    let one = |case| converse(suite, case, Manner { change: &mut |_| (), reading });
    suite.cases.iter().map(one).collect()
}

fn marked(suite: &Suite, recordings: Vec<Recording>) -> Marked {
    mark(suite, &suite.cases.iter().zip(recordings).collect::<Vec<_>>())
}

/// Places in cases and in whole games at which the texts leave room.
const OPEN: [&str; 4] = [
    "configuration/wood_holds_a_negative_number",
    "games/a_mixed_game_on_a_near_5x5_19",
    "recruit/a_position_outside_the_map_is_refused",
    "recruit/no_at_the_placement_question_is_refused",
];

#[test]
fn a_program_that_takes_the_other_reading_or_now_one_now_the_other_loses_nothing() {
    let suite = planted::suite("little_battle");
    let first = record(&suite, Reading::First);
    for reading in [Reading::First, Reading::Second, Reading::InTurn] {
        let recordings = record(&suite, reading);
        let pairs = suite.cases.iter().zip(first.iter().zip(&recordings));
        let differing: Vec<&str> =
            pairs.filter(|(_, (first, other))| first != other).map(|(case, _)| case.id.as_str()).collect();
        for id in OPEN {
            assert_eq!(differing.contains(&id), !matches!(reading, Reading::First), "{reading:?}: {id}");
        }
        let marked = marked(&suite, recordings);
        assert!(marked.lost.is_empty(), "{reading:?}: {:?}", marked.lost);
        assert_eq!(marked.failed().collect::<Vec<_>>(), Vec::<&str>::new());
    }
}

#[test]
fn a_program_that_takes_neither_reading_fails_where_the_text_leaves_room_and_nowhere_else() {
    let suite = planted::suite("little_battle");
    let (first, second) = (record(&suite, Reading::First), record(&suite, Reading::Second));
    let open: Vec<&str> = (suite.cases.iter().zip(first.iter().zip(&second)))
        .filter(|(_, (first, second))| first != second)
        .map(|(case, _)| case.id.as_str())
        .collect();
    let marked = marked(&suite, record(&suite, Reading::Neither("This place is forbidden.")));
    // One message in the place of three others is a slip of wording, beside the right exception.
    let of_behaviour: Vec<&str> = open.into_iter().filter(|id| !id.starts_with("configuration/")).collect();
    assert_eq!(marked.failed().collect::<Vec<_>>(), of_behaviour);
    let told: Vec<(&str, &str)> =
        marked.mistakes.iter().map(|mistake| (mistake.row.as_str(), mistake.got.as_str())).collect();
    assert_eq!(told, ["recruit", "configuration"].map(|row| (row, "This place is forbidden.")));
}
