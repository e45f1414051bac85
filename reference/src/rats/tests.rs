//! The rules of Rats!, each as a conversation.

use crate::conversation::{check, converse};
use crate::dice::Dice;
use crate::setup::Setup;

const ONE: &str = "\
Welcome to the game of Rat

How many players today? <<1>>

What is the name of player 1: <<Dave>>

";

const TWO: &str = "\
Welcome to the game of Rat

How many players today? <<2>>

What is the name of player 1: <<Dave>>

What is the name of player 2: <<Jane>>

";

const THREE: &str = "\
Welcome to the game of Rat

How many players today? <<3>>

What is the name of player 1: <<Dave>>

What is the name of player 2: <<Jane>>

What is the name of player 3: <<Henry>>

";

/// Throws with which Dave starts before Jane.
const DAVE_STARTS: &[u8] = &[6, 5, 1, 2];

const DAVE_STARTS_TEXT: &str = "\
Dave rolls 6-5
Jane rolls 1-2
Dave goes first
";

/// Compares what follows `start` with `expected`.
#[track_caller]
fn check_after(start: &str, faces: &[u8], expected: &str) {
    check("rats", &Setup::new(&["1"], &[]), faces, &format!("{start}{expected}"));
}

/// Compares what follows once Dave, who plays with Jane, has been told to go first.
#[track_caller]
fn check_turns(faces: &[u8], expected: &str) {
    check_after(&format!("{TWO}{DAVE_STARTS_TEXT}"), &[DAVE_STARTS, faces].concat(), expected);
}

/// What is shown while `lucky` throws nothing but boxcars, up to 96 points, and the other only rats.
fn eight_rounds(lucky: &str, unlucky: &str) -> String {
    let lines = [12, 24, 36, 48, 60, 72, 84, 96].map(|total| {
        format!("{lucky} rolls 6-6 - BOXCARS! turn 12 total {total}\n{unlucky} rolls 1-1 - RATS! total 0\n")
    });
    lines.concat()
}

/// Compares what follows once Dave has 96 points, and Jane, who has none, has thrown her dice.
#[track_caller]
fn check_at_96(faces: &[u8], expected: &str) {
    let rounds = eight_rounds("Dave", "Jane");
    check_turns(&[&[6, 6, 1, 1].repeat(8), faces].concat(), &format!("{rounds}{expected}"));
}

#[test]
fn without_a_seed_the_usage_is_told() {
    for arguments in [&[][..], &["abc"], &["1.5"], &["1", "2"]] {
        assert_eq!(converse("rats", &Setup::new(arguments, &[]), &[], &[]), "Usage: rats SEED\n");
    }
}

#[test]
fn any_long_integer_is_a_seed() {
    for seed in ["0", "-1", "9223372036854775807"] {
        assert_eq!(
            converse("rats", &Setup::new(&[seed], &[]), &[], &[]),
            "Welcome to the game of Rat\n\nHow many players today? "
        );
    }
}

#[test]
fn the_number_of_players_is_asked_until_it_is_positive() {
    check(
        "rats",
        &Setup::new(&["1"], &[]),
        &[],
        "\
Welcome to the game of Rat

How many players today? <<abc>>

Bad value abc
This is not an integer.  Try again.
How many players today? <<2.5>>

Bad value 2.5
This is not an integer.  Try again.
How many players today? <<-3>>

Please enter a positve number. Try again.
How many players today? <<0>>

Please enter a positve number. Try again.
How many players today? <<2>>

What is the name of player 1: ",
    );
}

#[test]
fn names_are_whole_lines() {
    check(
        "rats",
        &Setup::new(&["1"], &[]),
        &[1, 2, 3, 4, 5, 6],
        "\
Welcome to the game of Rat

How many players today? <<2>>

What is the name of player 1: <<Mary Ann>>

What is the name of player 2: <<2 y>>

Mary Ann rolls 1-2
2 y rolls 3-4
2 y goes first
2 y rolls 5-6\tturn 11 total 11
Give up the dice? ",
    );
}

#[test]
fn the_highest_throw_goes_first_and_the_next_player_follows() {
    check_after(
        THREE,
        &[1, 2, 5, 5, 4, 5, 3, 4, 1, 1, 2, 2],
        "\
Dave rolls 1-2
Jane rolls 5-5
Henry rolls 4-5
Jane goes first
Jane rolls 3-4\tturn 7 total 7
Give up the dice? <<y>>

Henry rolls 1-1 - RATS! total 0
Dave rolls 2-2\tturn 4 total 4
Give up the dice? ",
    );
}

#[test]
fn if_the_highest_throw_is_shared_all_throw_again() {
    check_after(
        THREE,
        &[4, 5, 3, 6, 1, 1, 2, 2, 2, 3, 6, 5, 2, 1],
        "\
Dave rolls 4-5
Jane rolls 3-6
Henry rolls 1-1
TIE throw again
Dave rolls 2-2
Jane rolls 2-3
Henry rolls 6-5
Henry goes first
Henry rolls 2-1\tturn 3 total 3
Give up the dice? ",
    );
}

#[test]
fn a_tie_below_the_highest_throw_is_no_tie() {
    check_after(
        THREE,
        &[1, 2, 2, 1, 6, 6, 2, 1],
        "\
Dave rolls 1-2
Jane rolls 2-1
Henry rolls 6-6
Henry goes first
Henry rolls 2-1\tturn 3 total 3
Give up the dice? ",
    );
}

#[test]
fn points_of_a_turn_add_up_and_are_kept_when_the_dice_are_given_up() {
    check_turns(
        &[1, 2, 5, 6, 4, 3, 2, 2],
        "\
Dave rolls 1-2\tturn 3 total 3
Give up the dice? <<n>>

Dave rolls 5-6\tturn 14 total 14
Give up the dice? <<y>>

Jane rolls 4-3\tturn 7 total 7
Give up the dice? <<y>>

Dave rolls 2-2\tturn 4 total 18
Give up the dice? ",
    );
}

#[test]
fn rats_lose_the_points_of_the_turn_and_keep_the_earlier_total() {
    check_turns(
        &[4, 5, 1, 1, 2, 3, 1, 1, 1, 1, 3, 3],
        "\
Dave rolls 4-5\tturn 9 total 9
Give up the dice? <<y>>

Jane rolls 1-1 - RATS! total 0
Dave rolls 2-3\tturn 5 total 14
Give up the dice? <<n>>

Dave rolls 1-1 - RATS! total 9
Jane rolls 1-1 - RATS! total 0
Dave rolls 3-3\tturn 6 total 15
Give up the dice? ",
    );
}

#[test]
fn boxcars_are_added_and_end_the_turn_without_a_question() {
    check_turns(
        &[2, 3, 6, 6, 6, 6, 1, 2],
        "\
Dave rolls 2-3\tturn 5 total 5
Give up the dice? <<n>>

Dave rolls 6-6 - BOXCARS! turn 17 total 17
Jane rolls 6-6 - BOXCARS! turn 12 total 12
Dave rolls 1-2\tturn 3 total 20
Give up the dice? ",
    );
}

#[test]
fn any_answer_that_starts_with_y_gives_up_the_dice() {
    for answer in ["y", "Y", "yes", "YES", "Yep", "yikes"] {
        check_turns(
            &[1, 2, 3, 4],
            &format!(
                "Dave rolls 1-2\tturn 3 total 3\nGive up the dice? <<{answer}>>\n\n\
                 Jane rolls 3-4\tturn 7 total 7\nGive up the dice? "
            ),
        );
    }
    for answer in ["n", "no", "", "1", "okay"] {
        check_turns(
            &[1, 2, 3, 4],
            &format!(
                "Dave rolls 1-2\tturn 3 total 3\nGive up the dice? <<{answer}>>\n\n\
                 Dave rolls 3-4\tturn 10 total 10\nGive up the dice? "
            ),
        );
    }
}

#[test]
fn at_99_points_the_player_is_asked() {
    check_at_96(&[1, 2], "Dave rolls 1-2\tturn 3 total 99\nGive up the dice? ");
}

#[test]
fn exactly_100_points_win_without_a_question_and_later_players_get_no_turn() {
    check_at_96(
        &[3, 1],
        "\
Dave rolls 3-1\tturn 4 total 100

Dave WINS!
\tDave points 100
\tJane points 0
Do you want to play again? ",
    );
}

#[test]
fn more_than_100_points_win_in_the_middle_of_a_turn() {
    check_at_96(
        &[1, 2, 5, 6],
        "\
Dave rolls 1-2\tturn 3 total 99
Give up the dice? <<n>>

Dave rolls 5-6\tturn 14 total 110

Dave WINS!
\tDave points 110
\tJane points 0
Do you want to play again? ",
    );
}

#[test]
fn boxcars_that_reach_100_win() {
    check_at_96(
        &[6, 6],
        "\
Dave rolls 6-6 - BOXCARS! turn 12 total 108

Dave WINS!
\tDave points 108
\tJane points 0
Do you want to play again? ",
    );
}

#[test]
fn rats_at_99_points_do_not_win() {
    check_at_96(
        &[1, 2, 1, 1, 2, 2],
        "\
Dave rolls 1-2\tturn 3 total 99
Give up the dice? <<n>>

Dave rolls 1-1 - RATS! total 96
Jane rolls 2-2\tturn 4 total 4
Give up the dice? ",
    );
}

#[test]
fn the_computer_goes_on_at_20_points_and_gives_up_at_21_without_being_asked() {
    check_after(
        ONE,
        &[1, 2, 3, 4, 5, 5, 4, 6, 1, 2, 2, 2, 5, 5, 6, 5, 3, 3],
        "\
Dave rolls 1-2
HAL rolls 3-4
HAL goes first
HAL rolls 5-5\tturn 10 total 10
HAL rolls 4-6\tturn 20 total 20
HAL rolls 1-2\tturn 23 total 23
Dave rolls 2-2\tturn 4 total 4
Give up the dice? <<y>>

HAL rolls 5-5\tturn 10 total 33
HAL rolls 6-5\tturn 21 total 44
Dave rolls 3-3\tturn 6 total 10
Give up the dice? ",
    );
}

#[test]
fn rats_and_boxcars_end_the_computers_turn() {
    check_after(
        ONE,
        &[1, 2, 3, 4, 5, 4, 1, 1, 1, 1, 5, 4, 6, 6, 2, 1],
        "\
Dave rolls 1-2
HAL rolls 3-4
HAL goes first
HAL rolls 5-4\tturn 9 total 9
HAL rolls 1-1 - RATS! total 0
Dave rolls 1-1 - RATS! total 0
HAL rolls 5-4\tturn 9 total 9
HAL rolls 6-6 - BOXCARS! turn 21 total 21
Dave rolls 2-1\tturn 3 total 3
Give up the dice? ",
    );
}

#[test]
fn the_computer_wins_in_the_middle_of_its_turn() {
    let rounds = eight_rounds("HAL", "Dave");
    check_after(
        ONE,
        &[&[1, 2, 3, 4], &[6, 6, 1, 1].repeat(8)[..], &[1, 2, 1, 3]].concat(),
        &format!(
            "Dave rolls 1-2\nHAL rolls 3-4\nHAL goes first\n{rounds}HAL rolls 1-2\tturn 3 total 99
HAL rolls 1-3\tturn 7 total 103

HAL WINS!
\tDave points 0
\tHAL points 103
Do you want to play again? "
        ),
    );
}

/// Faces of a game that its starter, one of `players`, wins by nothing but boxcars.
fn boxcars_only(players: usize) -> Vec<u8> {
    let round = [vec![6, 6], [1, 1].repeat(players - 1)].concat();
    [round.repeat(8), vec![6, 6]].concat()
}

/// Returns who throws first in each game, if every game is won by its starter's boxcars.
fn starters(start: &str, starting_throws: &[u8], players: usize, games: usize) -> Vec<String> {
    let mut typed: Vec<&str> =
        start.split("<<").skip(1).filter_map(|rest| Some(rest.split_once(">>")?.0)).collect();
    typed.extend(vec!["y"; games - 1]);
    let faces = [starting_throws.to_vec(), boxcars_only(players).repeat(games)].concat();
    let text = converse("rats", &Setup::new(&["1"], &[]), &typed, &faces);
    let wins = text.lines().filter_map(|line| line.strip_suffix(" WINS!"));
    wins.map(String::from).collect()
}

#[test]
fn who_starts_rotates_from_game_to_game() {
    assert_eq!(starters(TWO, DAVE_STARTS, 2, 4), ["Dave", "Jane", "Dave", "Jane"]);
    assert_eq!(starters(ONE, &[1, 2, 3, 4], 2, 3), ["HAL", "Dave", "HAL"]);
    assert_eq!(starters(THREE, &[1, 2, 2, 2, 1, 2], 3, 5), ["Jane", "Henry", "Dave", "Jane", "Henry"]);
}

#[test]
fn a_new_game_has_no_starting_throws_and_all_totals_are_reset() {
    check_at_96(
        &[3, 3, 5, 4, 2, 2],
        "\
Dave rolls 3-3\tturn 6 total 102

Dave WINS!
\tDave points 102
\tJane points 0
Do you want to play again? <<YES>>

Jane rolls 5-4\tturn 9 total 9
Give up the dice? <<y>>

Dave rolls 2-2\tturn 4 total 4
Give up the dice? ",
    );
}

#[test]
fn without_another_game_the_players_are_thanked() {
    for answer in ["n", "No", "NO"] {
        check_at_96(
            &[3, 3],
            &format!(
                "\
Dave rolls 3-3\tturn 6 total 102

Dave WINS!
\tDave points 102
\tJane points 0
Do you want to play again? <<{answer}>>

Thanks for playing RATS! Good bye
"
            ),
        );
    }
}

#[test]
fn faces_that_no_die_has_are_added_like_others() {
    check_turns(
        &[0, 0, 1, 2],
        "Dave rolls 0-0\tturn 0 total 0\nGive up the dice? <<n>>\n\nDave rolls 1-2\tturn 3 total 3\nGive up the dice? ",
    );
    check_turns(
        &[255, 255],
        "Dave rolls 255-255\tturn 510 total 510\n\nDave WINS!\n\tDave points 510\n\tJane points 0\nDo you want to play again? ",
    );
}

/// The first four faces that the program with this seed announces.
fn first_faces(seed: &str, settings: &[(&str, &str)]) -> [u8; 4] {
    let mut setup = Setup::new(&[seed], &[]);
    setup.settings.extend(settings.iter().map(|(key, value)| (key.to_string(), value.to_string())));
    let mut dice: Box<dyn Dice> = super::dice(&setup);
    std::array::from_fn(|_| dice.face(6))
}

#[test]
fn the_classic_dice_are_thrown_once_before_the_game() {
    assert_eq!(first_faces("1", &[]), [2, 4, 3, 5]);
    assert_eq!(first_faces("1", &[("dice", "classic")]), [2, 4, 3, 5]);
    assert_eq!(first_faces("1", &[("dice", "plain")]), [4, 5, 2, 4]);
}
