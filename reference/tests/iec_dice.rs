//! The rules of the IEC dice game as dice and what they lead to.

mod conversation;

use conversation::{hold, similar};
use reference::{Ending, Piece};

/// The computer's shown dice; with these and hidden ones it is easy to compare with any total.
const SHOWN: [u8; 3] = [1, 2, 3];

/// Returns the lines of words of a conversation, without the pictures.
fn words(text: &str) -> String {
    let is_picture = |line: &&str| line.starts_with(['-', '|', '\n']);
    format!("{text}\n").split_inclusive('\n').filter(|line| !is_picture(line)).collect()
}

/// Checks what is said after the computer's rolls, when `typed` is typed and these dice fall after [`SHOWN`].
#[track_caller]
fn check(typed: &[&str], dice: &[u8], expected: &str) {
    let text = words(&hold("iec_dice", &[], typed, &[&SHOWN[..], dice].concat()).to_string());
    let lines: Vec<_> = text.split_inclusive('\n').skip(3).collect();
    similar(&lines.concat(), expected);
}

/// Checks the score that is said for a red die and two white ones.
#[track_caller]
fn check_score(dice: [u8; 3], expected: &str) {
    let text = hold("iec_dice", &[], &[], &[&SHOWN[..], &dice].concat()).to_string();
    let after = text.rsplit_once("--\n").expect("the roll is a picture").1;
    assert!(after.starts_with(expected), "{dice:?}: {after}");
}

#[test]
fn a_whole_game_with_its_pictures() {
    let expected = "\
Roll 1 of the computer, one of its two dice:
---------
|       |
|   *   |
|       |
---------
Roll 2 of the computer, one of its two dice:
---------
| *     |
|       |
|     * |
---------
Roll 3 of the computer, one of its two dice:
---------
| *     |
|   *   |
|     * |
---------

You roll:
---------  ---------  ---------
| o   o |  | * * * |  | *   * |
| o   o |  | *   * |  |   *   |
| o   o |  | * * * |  | *   * |
---------  ---------  ---------
This roll scores 13.
Your total is 13.
Roll again (y/n)? <<n>>

The hidden dice of the computer:
---------  ---------  ---------
| *   * |  | *   * |  |       |
|       |  | *   * |  |   *   |
| *   * |  | *   * |  |       |
---------  ---------  ---------
Your final score is 13.
The computer's final score is 17.
The computer wins!
Play again (y/n)? <<n>>
";
    let dice = [1, 2, 3, 6, 8, 5, 4, 6, 1];
    let game = hold("iec_dice", &[], &["n", "n"], &dice);
    similar(&game.to_string(), expected);
    assert_eq!(game.ending, Ending::Finished);
}

#[test]
fn the_computer_shows_one_die_of_each_of_three_rolls() {
    let text = words(&hold("iec_dice", &[], &[], &[1, 2, 3]).to_string());
    let expected = "\
Roll 1 of the computer, one of its two dice:
Roll 2 of the computer, one of its two dice:
Roll 3 of the computer, one of its two dice:
You roll:
";
    similar(&text, expected);
}

#[test]
fn the_white_dice_are_summed() {
    check_score([3, 4, 2], "This roll scores 6.\n");
    check_score([3, 5, 5], "This roll scores 10.\n");
    check_score([6, 1, 1], "This roll scores 2.\n");
}

#[test]
fn a_red_die_like_one_white_die_doubles() {
    check_score([1, 1, 5], "This roll scores 12.\n");
    check_score([1, 5, 1], "This roll scores 12.\n");
    check_score([4, 4, 6], "This roll scores 20.\n");
    check_score([2, 3, 2], "This roll scores 10.\n");
}

#[test]
fn a_red_die_like_both_white_dice_triples() {
    check_score([5, 5, 5], "This roll scores 30.\n");
    check_score([1, 1, 1], "This roll scores 6.\n");
}

#[test]
fn every_roll_of_three_dice_scores_by_the_text() {
    for dice in (0..216_u32).map(|number| [number / 36 + 1, number / 6 % 6 + 1, number % 6 + 1]) {
        let [red, one, other] = dice;
        let expected = if red == one && red == other {
            format!("This roll scores {}.\n", (one + other) * 3)
        } else if red == one || red == other {
            format!("This roll scores {}.\n", (one + other) * 2)
        } else if red == 1 {
            "A red one without a white one: you lose it all.\nYour total is 0.\n".to_string()
        } else {
            format!("This roll scores {}.\n", one + other)
        };
        check_score(dice.map(|face| u8::try_from(face).expect("a face is at most 6")), &expected);
    }
}

#[test]
fn totals_add_up_while_the_player_rolls_again() {
    check(
        &["y", "y", "n"],
        &[3, 4, 2, 5, 5, 5, 1, 1, 2, 1, 1, 1],
        "\
You roll:
This roll scores 6.
Your total is 6.
Roll again (y/n)? <<y>>
You roll:
This roll scores 30.
Your total is 36.
Roll again (y/n)? <<y>>
You roll:
This roll scores 6.
Your total is 42.
Roll again (y/n)? <<n>>
The hidden dice of the computer:
Your final score is 42.
The computer's final score is 9.
You win!
Play again (y/n)? 
",
    );
}

#[test]
fn a_red_one_without_a_white_one_ends_the_turn_at_zero_without_a_question() {
    check(
        &["y"],
        &[3, 6, 6, 1, 5, 5, 1, 1, 1],
        "\
You roll:
This roll scores 12.
Your total is 12.
Roll again (y/n)? <<y>>
You roll:
A red one without a white one: you lose it all.
Your total is 0.
The hidden dice of the computer:
Your final score is 0.
The computer's final score is 9.
The computer wins!
Play again (y/n)? 
",
    );
}

#[test]
fn the_higher_score_wins_and_a_tie_is_nobody_s() {
    for (hidden, computer, winner) in
        [([1, 1, 1], 9, "You win!"), ([2, 1, 1], 10, "It is a tie."), ([2, 2, 1], 11, "The computer wins!")]
    {
        let dice = [&[3, 4, 6][..], &hidden].concat();
        let text = hold("iec_dice", &[], &["n"], &[&SHOWN[..], &dice].concat()).to_string();
        let expected = format!(
            "Your final score is 10.\nThe computer's final score is {computer}.\n{winner}\nPlay again (y/n)? "
        );
        assert!(text.ends_with(&expected), "{text}");
    }
}

#[test]
fn a_new_game_starts_on_yes_with_new_dice_and_a_total_of_zero() {
    let dice = [1, 2, 3, 3, 4, 6, 1, 1, 1, 6, 6, 6, 2, 1, 1];
    let text = words(&hold("iec_dice", &[], &["n", "y"], &dice).to_string());
    let (_, second) = text.split_once("Play again (y/n)? <<y>>\n").expect("the question comes");
    assert!(second.starts_with("Roll 1 of the computer"), "{text}");
    assert!(second.ends_with("This roll scores 2.\nYour total is 2.\nRoll again (y/n)? \n"), "{text}");
}

#[test]
fn only_yes_and_no_are_answers() {
    for reply in ["", "maybe", "1", "yn", "ja"] {
        for (before, prompt) in [(&[][..], "Roll again (y/n)? "), (&["n"], "Play again (y/n)? ")] {
            let typed = [before, &[reply]].concat();
            let text = hold("iec_dice", &[], &typed, &[1, 2, 3, 3, 4, 6, 1, 1, 1]).to_string();
            let expected = format!("{prompt}<<{reply}>>\nPlease answer y or n.\n{prompt}");
            assert!(text.ends_with(&expected), "{text}");
        }
    }
    for reply in ["y", "Y", "yes", "Yes", " y "] {
        let game = hold("iec_dice", &[], &[reply], &[1, 2, 3, 3, 4, 6]);
        assert_eq!(game.ending, Ending::NeedsDice, "{reply:?}");
    }
}

#[test]
fn hidden_dice_are_rolled_when_the_turn_is_over() {
    let game = hold("iec_dice", &[], &["n"], &[1, 2, 3, 3, 4, 6]);
    assert_eq!(game.ending, Ending::NeedsDice);
    let rolls = hold("iec_dice", &[], &["n"], &[1, 2, 3, 3, 4, 6, 5, 5, 5]).pieces;
    let rolls: Vec<_> = rolls
        .into_iter()
        .filter_map(|piece| match piece {
            Piece::Rolled { faces, .. } => Some(faces),
            _ => None,
        })
        .collect();
    assert_eq!(rolls, [vec![1], vec![2], vec![3], vec![3, 4, 6], vec![5, 5, 5]]);
}

#[test]
fn any_face_is_drawn_and_counted() {
    for face in [0, 7, 8, 9, 10, 255] {
        let score = u32::from(face) * 6;
        check_score([face; 3], &format!("This roll scores {score}.\n"));
        let text = hold("iec_dice", &[], &[], &[face; 6]).to_string();
        assert_eq!(text.matches('o').count() - words(&text).matches('o').count(), usize::from(face.min(9)));
    }
}
