//! The rules of Battle of the Sexes, each as a conversation.

use crate::conversation::converse;
use crate::replay::replay;
use crate::setup::Setup;
use crate::transcript::{Piece, Script, Typed};
use crate::{Ending, game};

const OPTIONS: &str = "\
Input Options:
  SAVE           :- Accept these dice.
  ROLL           :- Re-roll ALL dice.
  ROLL d1 ... dn :- Re-roll specified dice only.

";

/// The table of category scores whose last row but one is `row`.
fn table(row: &str) -> String {
    format!(
        "\
Category Scores
+----+----+----+----+------+---------+------+--------+-----------+
| 1S | 2S | 3S | 4S | Trio | Quartet | Band | Doremi | Orchestra |
+----+----+----+----+------+---------+------+--------+-----------+
{row}
+----+----+----+----+------+---------+------+--------+-----------+

"
    )
}

fn conversation(typed: &[&str], faces: &[u8]) -> String {
    converse("bots", &Setup::new(&[], &[]), typed, faces)
}

/// Compares what follows the first prompt of the first turn with `expected`.
#[track_caller]
fn check_first_turn(typed: &[&str], faces: &[u8], expected: &str) {
    let text = conversation(typed, faces);
    let (_, turn) = text.split_once("Press ENTER to roll dice.<<>>\n").expect("the first turn was begun");
    assert!(turn == expected, "got:\n{turn}\n\nexpected:\n{expected}\n");
}

/// What is typed in a turn that cheats for `dice` and scores them in `category`.
fn cheat(dice: &'static str, category: &'static str) -> [&'static str; 3] {
    ["", dice, category]
}

#[test]
fn a_turn_looks_exactly_like_this() {
    let before = [cheat("cheat 2 2 2 2 1", "2s"), cheat("cheat 4 2 3 1 1", "DOREMI"), ["", "", ""]].concat();
    let text = conversation(&before[..7], &[1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 1, 3, 2, 2, 2]);
    let expected = "\
Enter your desired category: <<DOREMI>>
{{clear}}
======================== Battle of the Sexes (B.O.T.S) =========================
Scoreboard
+----------+----+----+----+----+------+---------+------+--------+-----------+
|          | 1S | 2S | 3S | 4S | Trio | Quartet | Band | Doremi | Orchestra |
+----------+----+----+----+----+------+---------+------+--------+-----------+
| Player 1 |    |  8 |    |    |      |         |      |        |           |
+----------+----+----+----+----+------+---------+------+--------+-----------+
| Player 2 |    |    |    |    |      |         |      |     20 |           |
+----------+----+----+----+----+------+---------+------+--------+-----------+

Player 1: 8
Player 2: 20

Player 1
========
Press ENTER to roll dice.<<>>

Roll #1 : [1, 3, 2, 2, 2]

Category Scores
+----+----+----+----+------+---------+------+--------+-----------+
| 1S | 2S | 3S | 4S | Trio | Quartet | Band | Doremi | Orchestra |
+----+----+----+----+------+---------+------+--------+-----------+
|  1 |  6 |  3 |  0 |   10 |       0 |    0 |      0 |         0 |
+----+----+----+----+------+---------+------+--------+-----------+

Input Options:
  SAVE           :- Accept these dice.
  ROLL           :- Re-roll ALL dice.
  ROLL d1 ... dn :- Re-roll specified dice only.

Input > ";
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn the_sample_of_rolling_all_dice_plays_as_the_text_shows() {
    let first = table("|  2 |  4 |  3 |  0 |    0 |       0 |    0 |      0 |         0 |");
    let second = table("|  3 |  0 |  6 |  0 |    9 |       0 |   30 |      0 |         0 |");
    check_first_turn(
        &["", "Roll"],
        &[1, 2, 3, 1, 2, 3, 1, 3, 1, 1],
        &format!(
            "\nRoll #1 : [1, 2, 3, 1, 2]\n\n{first}{OPTIONS}Input > <<Roll>>\n\
             \nRoll #2 : [3, 1, 3, 1, 1]\n\n{second}{OPTIONS}Input > "
        ),
    );
}

#[test]
fn the_sample_of_rolling_some_dice_plays_as_the_text_shows() {
    let first = table("|  0 |  2 |  0 | 16 |   18 |      18 |    0 |      0 |         0 |");
    let second = table("|  1 |  6 |  3 |  0 |   10 |       0 |    0 |      0 |         0 |");
    check_first_turn(
        &["", "roll 2 1 5 4 1"],
        &[4, 4, 2, 4, 4, 1, 2, 3, 2],
        &format!(
            "\nRoll #1 : [4, 4, 2, 4, 4]\n\n{first}{OPTIONS}Input > <<roll 2 1 5 4 1>>\n\
             \nRoll #2 : [1, 2, 2, 3, 2]\n\n{second}{OPTIONS}Input > "
        ),
    );
}

#[test]
fn the_sample_of_cheating_plays_as_the_text_shows() {
    let first = table("|  1 |  6 |  3 |  0 |   10 |       0 |    0 |      0 |         0 |");
    let cheated = table("|  5 |  0 |  0 |  0 |    5 |       5 |    0 |      0 |        40 |");
    check_first_turn(
        &["", "cheat 1 1 1 1 0", "cheat 1 1 -1 1 1", "cheat 1 1 1 1", "cheat 1 a 1 1 1", "cheat 1 1 1 1 1"],
        &[1, 3, 2, 2, 2],
        &format!(
            "\nRoll #1 : [1, 3, 2, 2, 2]\n\n{first}{OPTIONS}\
             Input > <<cheat 1 1 1 1 0>>\nERROR: Invalid input.\n\
             Input > <<cheat 1 1 -1 1 1>>\nERROR: Invalid input.\n\
             Input > <<cheat 1 1 1 1>>\nERROR: Invalid input.\n\
             Input > <<cheat 1 a 1 1 1>>\nERROR: Invalid input.\n\
             Input > <<cheat 1 1 1 1 1>>\n{cheated}Enter your desired category: "
        ),
    );
}

#[test]
fn accepted_dice_lead_to_the_category_at_once() {
    let first = table("|  2 |  4 |  3 |  0 |    0 |       0 |    0 |      0 |         0 |");
    check_first_turn(
        &["", "sAvE"],
        &[1, 2, 3, 1, 2],
        &format!(
            "\nRoll #1 : [1, 2, 3, 1, 2]\n\n{first}{OPTIONS}Input > <<sAvE>>\nEnter your desired category: "
        ),
    );
}

#[test]
fn the_third_roll_is_final() {
    let text = conversation(&["", "roll 1", "roll 5"], &[4, 4, 4, 4, 4, 1, 2]);
    let last = table("|  1 |  2 |  0 | 12 |   15 |       0 |    0 |      0 |         0 |");
    let expected =
        format!("Input > <<roll 5>>\n\nRoll #3 : [1, 4, 4, 4, 2]\n\n{last}Enter your desired category: ");
    assert!(text.ends_with(&expected), "{text}");
    assert_eq!(text.matches("Input Options:").count(), 2);
}

#[test]
fn only_the_named_dice_are_rolled_again_in_whatever_order_they_are_named() {
    for command in ["roll 1 3", "ROLL 3 1", "Roll 1 3 1 1 3"] {
        let text = conversation(&["", command], &[1, 1, 1, 1, 1, 2, 3]);
        assert!(text.contains("Roll #2 : [2, 1, 3, 1, 1]\n"), "{text}");
    }
}

#[test]
fn a_cheat_at_the_second_roll_ends_the_turns_rolls() {
    let text = conversation(&["", "roll", "CHEAT 4 4 1 1 1", "save"], &[1, 1, 1, 1, 2, 2, 2, 2, 2, 3]);
    let cheated = table("|  3 |  0 |  0 |  8 |   11 |       0 |   30 |      0 |         0 |");
    let expected = format!(
        "Input > <<CHEAT 4 4 1 1 1>>\n{cheated}Enter your desired category: <<save>>\n\
         ERROR: Category 'save' does not exist.\nEnter your desired category: "
    );
    assert!(text.ends_with(&expected), "{text}");
}

#[test]
fn a_used_category_is_refused_and_the_other_players_does_not_count() {
    let typed =
        ["", "save", "DoReMi", "", "save", "doremi", "", "save", "doremi", "DOREMI", "tri", "", "trio"];
    let text = conversation(&typed, &[1, 2, 3, 4, 4, 1, 2, 3, 4, 3, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1]);
    let expected = "\
Input > <<save>>
Enter your desired category: <<doremi>>
ERROR: Category 'doremi' has been used.
Enter your desired category: <<DOREMI>>
ERROR: Category 'DOREMI' has been used.
Enter your desired category: <<tri>>
ERROR: Category 'tri' does not exist.
Enter your desired category: <<>>
ERROR: Category '' does not exist.
Enter your desired category: <<trio>>
{{clear}}
======================== Battle of the Sexes (B.O.T.S) =========================
Scoreboard
+----------+----+----+----+----+------+---------+------+--------+-----------+
|          | 1S | 2S | 3S | 4S | Trio | Quartet | Band | Doremi | Orchestra |
+----------+----+----+----+----+------+---------+------+--------+-----------+
| Player 1 |    |    |    |    |   10 |         |      |     20 |           |
+----------+----+----+----+----+------+---------+------+--------+-----------+
| Player 2 |    |    |    |    |      |         |      |     20 |           |
+----------+----+----+----+----+------+---------+------+--------+-----------+

Player 1: 30
Player 2: 20

Player 2
========
Press ENTER to roll dice.";
    assert!(text.ends_with(expected), "{text}");
}

#[test]
fn a_scored_zero_is_shown_as_zero() {
    let text = conversation(&["", "save", "orchestra"], &[1, 2, 3, 1, 2]);
    let row = "| Player 1 |    |    |    |    |      |         |      |        |         0 |\n";
    assert!(text.contains(row) && text.contains("\nPlayer 1: 0\n"), "{text}");
}

#[test]
fn a_course_may_let_a_band_score_25() {
    let mut setup = Setup::new(&[], &[]);
    setup.settings.insert("band".to_string(), "25".to_string());
    let text = converse("bots", &setup, &["", "save", "band"], &[1, 2, 1, 2, 2]);
    assert!(text.contains("|  2 |  6 |  0 |  0 |    8 |       0 |   25 |      0 |         0 |\n"), "{text}");
    assert!(text.contains("\nPlayer 1: 25\nPlayer 2: 0\n"), "{text}");
}

/// The order in which a player uses the categories in the tests of the end.
const NAMES: [&str; 9] = ["1s", "2s", "3s", "4s", "trio", "quartet", "band", "doremi", "orchestra"];

/// Plays a whole game in which player 1 cheats for `one` and player 2 for `two` in every turn.
fn whole_game(one: &str, two: &str) -> crate::Transcript {
    let turns = NAMES.iter().flat_map(|name| ["", one, name, "", two, name]);
    let replies = turns.map(|line| Typed::Line(line.to_string())).collect();
    let script = Script { replies, faces: vec![3; 90] };
    replay(game("bots").expect("a game of the table"), &Setup::new(&[], &[]), &script)
}

#[test]
fn the_end_shows_title_scoreboard_totals_and_the_winner() {
    let transcript = whole_game("cheat 1 1 1 1 1", "cheat 2 2 2 2 4");
    let output = transcript.output();
    let expected = "\
Enter your desired category: \
======================== Battle of the Sexes (B.O.T.S) =========================
Scoreboard
+----------+----+----+----+----+------+---------+------+--------+-----------+
|          | 1S | 2S | 3S | 4S | Trio | Quartet | Band | Doremi | Orchestra |
+----------+----+----+----+----+------+---------+------+--------+-----------+
| Player 1 |  5 |  0 |  0 |  0 |    5 |       5 |    0 |      0 |        40 |
+----------+----+----+----+----+------+---------+------+--------+-----------+
| Player 2 |  0 |  8 |  0 |  4 |   12 |      12 |    0 |      0 |         0 |
+----------+----+----+----+----+------+---------+------+--------+-----------+

Player 1: 55
Player 2: 36

Player 1 wins!
";
    assert_eq!(transcript.ending, Ending::Finished);
    assert!(output.ends_with(expected), "{output}");
}

#[test]
fn the_higher_total_wins_and_equal_ones_tie() {
    for (one, two, result) in [
        ("cheat 4 4 4 4 4", "cheat 1 1 1 1 1", "\nPlayer 1: 100\nPlayer 2: 55\n\nPlayer 1 wins!\n"),
        ("cheat 1 2 3 4 4", "cheat 1 1 1 1 2", "\nPlayer 1: 34\nPlayer 2: 18\n\nPlayer 1 wins!\n"),
        ("cheat 1 1 1 1 2", "cheat 1 2 3 4 4", "\nPlayer 1: 18\nPlayer 2: 34\n\nPlayer 2 wins!\n"),
        ("cheat 3 3 1 1 1", "cheat 1 3 1 3 1", "\nPlayer 1: 48\nPlayer 2: 48\n\nIt's a tie.\n"),
    ] {
        let output = whole_game(one, two).output();
        assert!(output.ends_with(result), "{output}");
    }
}

#[test]
fn the_players_alternate_for_18_turns_and_the_screen_is_cleared_before_each_and_at_the_end() {
    let transcript = whole_game("cheat 1 1 1 1 1", "cheat 2 2 2 2 4");
    let output = transcript.output();
    let players: Vec<&str> = output
        .lines()
        .zip(output.lines().skip(1))
        .filter_map(|(name, line)| (line == "========").then_some(name))
        .collect();
    assert_eq!(players, ["Player 1", "Player 2"].repeat(9));
    assert_eq!(transcript.pieces.iter().filter(|piece| **piece == Piece::Cleared).count(), 19);
}
