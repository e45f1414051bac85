//! The steps of the search for slips, each told in text.

use std::collections::{BTreeSet, HashSet};

use super::edit::{Edit, Edits};
use super::lexicon::Lexicon;
use super::page::Page;
use super::steps::{Alike, Learnt, Matcher, Step};
use super::vocabulary::Vocabulary;

/// What a game says in these tests, with the parts.
const GAME: [(&str, &str); 20] = [
    ("title", "Welcome to the game"),
    ("starter/throw", "Ann rolls 1-2"),
    ("starter/throw", "HAL rolls 3-4"),
    ("starter/first", "Ann goes first"),
    ("starter/first", "HAL goes first"),
    ("hands", "X: ['X', 'X']"),
    ("hands", "O: ['O', 'O']"),
    ("board/head", "  A B C"),
    ("board/head", "  A B C D"),
    ("board/rule", "+---+"),
    ("board/cells", "1 | X |   |"),
    ("board/cells", "2 |   | O |"),
    ("board/cells", "3 | X | O | O |"),
    ("board/cells", "3 | X | X | O |"),
    ("recruit", "You has recruited a Spearman."),
    ("recruit", "You has recruited a Knight."),
    ("options", "Input Options:"),
    ("prompt", "Input > "),
    ("refusal", "No place to recruit new armies."),
    ("refusal", "No resources to recruit any armies."),
];

fn game() -> (Vocabulary, Lexicon) {
    let mut lexicon = Lexicon::new(["mary", "ann"].map(String::from).into(), HashSet::new(), Vec::new());
    let vocabulary = Vocabulary::of_lines(&GAME, &mut lexicon);
    lexicon.know_the_game();
    (vocabulary, lexicon)
}

fn page(lexicon: &mut Lexicon, text: &str) -> Page {
    Page::printed(text, &BTreeSet::new(), lexicon)
}

/// Checks how the lines of two turns are matched, which are separated by `;`.
#[track_caller]
fn check_steps(expected: &str, actual: &str, steps: &str) {
    let (vocabulary, mut lexicon) = game();
    let [one, other] = [expected, actual].map(|text| page(&mut lexicon, &text.replace("; ", "\n")));
    let (learnt, missing, mut alike) = (Learnt::default(), BTreeSet::new(), Alike::default());
    let mut matcher = Matcher {
        vocabulary: &vocabulary,
        lexicon: &lexicon,
        learnt: &learnt,
        missing: &missing,
        alike: &mut alike,
    };
    let shown = |step: &Step| match step {
        Step::Same(..) => "same",
        Step::Pair(..) => "instead",
        Step::Missing(_) => "missing",
        Step::Extra(_) => "extra",
        Step::Broken(..) => "broken",
        Step::Swapped(..) => "swapped",
        Step::Moved { .. } => "moved here",
        Step::Gone { .. } => "moved",
    };
    let found: Vec<&str> = matcher.steps(&one, &other).iter().map(shown).collect();
    assert_eq!(found.join(", "), steps, "{expected:?} against {actual:?}");
}

#[test]
fn lines_are_matched_by_what_they_say() {
    check_steps("Input Options:; Input > ", "Input Option:; Input > ", "instead, same");
    check_steps("Input Options:; Input > ", "Input > ", "missing, same");
    check_steps("Input > ", "Mind the gap; Input > ", "extra, same");
    check_steps("Welcome to the game", "Welcome; to the game", "broken");
    check_steps(
        "Mind the gap before you leave the train",
        "Mind the gap before; you leef the train",
        "broken",
    );
    check_steps(
        "Mind the gap 1 before you leave the train",
        "Mind the gap 2 before; you leave the train",
        "instead, extra",
    );
    check_steps("Ann goes first; Input > ", "Input > ; Ann goes first", "swapped");
    check_steps(
        "Ann rolls 1-2; HAL rolls 1-2; Ann rolls 3-4; HAL rolls 5-6; HAL goes first; Input > ",
        "Ann rolls 1-2HAL rolls 1-2; Ann rolls 3-4HAL rolls 5-6HAL goes first; Input > ",
        "broken, broken, same",
    );
    check_steps("Ann rolls 1-2; HAL rolls 1-2; Input > ", "Ann rolls 1-2; Input > ", "same, missing, same");
    check_steps(
        "+---+; 1 | X |   |; +---+; Input > ",
        "+---+; +---+; 1 | X |   |; Input > ",
        "same, swapped, same",
    );
    check_steps(
        "Input Options:; 1 | X |   |; 2 |   | O |; Ann goes first",
        "1 | X |   |; 2 |   | O |; Ann goes first; Input Options:",
        "moved here, same, same, same, moved",
    );
    check_steps(
        "Input Options:; 1 | X |   |; 2 |   | O |; Ann goes first",
        "1 | X |   |; 2 |   | O |; Ann goes first; Input Options!",
        "moved here, same, same, same, moved",
    );
    check_steps(
        "Input Options:; 1 | X |   |; 2 |   | O |; Ann goes first",
        "1 | X |   |; 2 |   | O |; Ann goes first; Input option!",
        "missing, same, same, same, extra",
    );
}

/// Checks how a printed line differs from the expected one.
#[track_caller]
fn check_edit(expected: &str, actual: &str, edit: &str) {
    let (_, mut lexicon) = game();
    let tolerances = lexicon.tolerances(&BTreeSet::new());
    let [one, other] = [expected, actual].map(|text| lexicon.line(text, tolerances));
    let found = match &*Edits::default().edit(&one, &other, &lexicon) {
        Edit::Values => "values".to_string(),
        Edit::Form(cause, text) => format!("{}: {text}", cause.name()),
        Edit::Signs(missing, added, _) => format!("signs {missing} > {added}"),
        Edit::Words(hunks) => {
            let hunk = |placed: &super::edit::PlacedReplacement| {
                format!("{} > {}", lexicon.phrase(&placed.hunk.expected), lexicon.phrase(&placed.hunk.actual))
            };
            hunks.iter().map(hunk).collect::<Vec<_>>().join(", ")
        }
        Edit::Other => "other".to_string(),
    };
    assert_eq!(found, edit, "{expected:?} against {actual:?}");
}

#[test]
fn lines_differ_in_values_form_signs_words_or_altogether() {
    check_edit("Ann rolls 1-2", "Ann rolls 5-6", "values");
    check_edit("Ann rolls 1-2", "Ann Rolls 5-6", "letter case: Ann rolls 5-6");
    check_edit("HAL rolls 1-2", "Hal rolls 5-6", "letter case: HAL rolls 5-6");
    check_edit("Ann rolls 1-2", "ann rolls 5-6", "values");
    check_edit("+---+", "+***+", "signs - > *");
    check_edit("1 | X |   |", "1 |   | X *", "signs  > *");
    check_edit("Input Options:", "Input Option:", "options > option");
    check_edit("Ann goes first", "Ann goes", "first > ");
    check_edit("Welcome to the game", "Who plays today", "other");
}

#[test]
fn the_blanks_beside_another_sign_are_a_part_of_its_slip() {
    let (_, mut lexicon) = game();
    let tolerances = lexicon.tolerances(&BTreeSet::new());
    for (expected, actual, repaired) in [
        ("Stage: Recruit", "Stage - Recruit", "Stage: Recruit"),
        // A sign that stands elsewhere is not in its place, nor are blanks elsewhere a part of the slip.
        ("Stage: Recruit Armies", "Stage - Recruit  Armies", "Stage : Recruit  Armies"),
        ("Stage Recruit: Armies", "Stage - Recruit Armies", "Stage : Recruit Armies"),
        // In a row of a map the place of a word is its meaning.
        ("1 | X |   |", "1 ! X !  !", "1 | X |  |"),
    ] {
        let [one, other] = [expected, actual].map(|text| lexicon.line(text, tolerances));
        let edit = Edits::default().edit(&one, &other, &lexicon);
        let Edit::Signs(_, _, text) = &*edit else { panic!("{expected:?} against {actual:?}: {edit:?}") };
        assert_eq!(text, repaired, "{expected:?} against {actual:?}");
    }
}

#[test]
fn a_name_is_told_from_the_word_that_it_stands_beside() {
    check_edit("Ann rolls 1-2", "Annrolls 1-2", "inner blanks: Ann rolls 1-2");
    check_edit("Mary Ann rolls 1-2", "Mary Annrolls 1-2", "inner blanks: Mary Ann rolls 1-2");
}

/// Checks whether lines of the game are one but for their values.
#[track_caller]
fn check_templates(one: &str, other: &str, are_one: bool) {
    let (vocabulary, mut lexicon) = game();
    let tolerances = lexicon.tolerances(&BTreeSet::new());
    let [one, other] = [one, other].map(|text| {
        let form = lexicon.line(text, tolerances).form;
        let (_, part) = vocabulary.example(form).expect("the game says it");
        vocabulary.template(part, form, &lexicon)
    });
    assert_eq!(one == other, are_one, "{one:?}, {other:?}");
}

#[test]
fn lines_with_other_values_are_one() {
    check_templates("You has recruited a Spearman.", "You has recruited a Knight.", true);
    check_templates("X: ['X', 'X']", "O: ['O', 'O']", true);
    check_templates("  A B C", "  A B C D", true);
    check_templates("1 | X |   |", "2 |   | O |", true);
    check_templates("No place to recruit new armies.", "No resources to recruit any armies.", false);
    check_templates("Input Options:", "Input > ", false);
}
