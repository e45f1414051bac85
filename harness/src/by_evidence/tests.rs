//! Conversations with dice games, and what is found wrong in them.

mod findings;

use std::sync::LazyLock;

use reference::iec_dice::DiceGameRules;

use super::rules::ledger::{FactEntry, FactLedger};
use super::rules::{HeardRun, explain, games, iec_dice, judge};
use crate::cases::facts::DICE_FACTS;
use crate::cases::source::SuiteSource;
use crate::cases::{Case, JudgedBy, Suite, Typed, select};
use crate::recording::Recording;
use crate::strength::simulated::{Manner, Printing, simulate};

static SUITE: LazyLock<Suite> =
    LazyLock::new(|| select::suite(&SuiteSource::Inside, "iec_dice").expect("it is valid"));

/// Returns the suite of the dice game.
pub(super) fn suite() -> &'static Suite {
    &SUITE
}

fn any_case() -> &'static Case {
    suite().cases.first().expect("there is one")
}

/// Returns what is found out about a conversation.
fn ledger(conversation: &str) -> FactLedger {
    let game = reference::game("iec_dice").expect("a game");
    HeardRun::new(suite(), any_case(), &recorded(conversation)).facts(game)
}

/// The rows of a face, seven characters wide.
fn rows(face: usize, mark: char) -> [String; 3] {
    let pips = [
        ["     ", "     ", "     "],
        ["     ", "  p  ", "     "],
        ["p    ", "     ", "    p"],
        ["p    ", "  p  ", "    p"],
        ["p   p", "     ", "p   p"],
        ["p   p", "  p  ", "p   p"],
        ["p   p", "p   p", "p   p"],
        ["p   p", "p p p", "p   p"],
    ];
    pips[face].map(|row| format!("| {} |", row.replace('p', &mark.to_string())))
}

/// Draws dice side by side: `o3 *4 *1` is a three with pips `o`, and so on.
fn draw(dice: &str) -> String {
    let dice: Vec<[String; 3]> = dice
        .split_whitespace()
        .map(|die| {
            let (mark, face) = die.split_at(1);
            rows(face.parse().expect("a face"), mark.chars().next().expect("a pip"))
        })
        .collect();
    let edge = vec!["---------"; dice.len()].join("  ");
    let line = |row: usize| dice.iter().map(|die| die[row].clone()).collect::<Vec<_>>().join("  ");
    format!("{edge}\n{}\n{}\n{}\n{edge}\n", line(0), line(1), line(2))
}

/// Returns the recording of a conversation: lines that begin with a pip and a digit are dice, `<<y>>` is typed.
fn recorded(conversation: &str) -> Recording {
    let is_dice =
        |line: &str| line.starts_with(['o', '*']) && line[1..].starts_with(|ch: char| ch.is_ascii_digit());
    let text: String = conversation
        .lines()
        .map(|line| if is_dice(line.trim()) { draw(line) } else { format!("{}\n", line.trim()) })
        .collect();
    let pieces =
        text.split("<<").fold(Recording::default(), |recording, piece| match piece.split_once(">>\n") {
            Some((typed, output)) => recording.reads(&Typed::Line(typed.to_string())).prints(output),
            None => recording.prints(piece),
        });
    pieces.exits(0)
}

/// Returns the facts that are wrong in a conversation, and those that could not be told anywhere.
fn found(conversation: &str) -> (Vec<&'static str>, Vec<&'static str>) {
    let ledger = ledger(conversation);
    let facts = || DICE_FACTS.iter().map(|row| row.name);
    let wrong = facts().filter(|fact| !ledger.entry(fact).wrong.is_empty()).collect();
    let undecided = |fact: &&str| {
        let entry = ledger.entry(fact);
        entry.unread.is_some() && entry.held == 0 && entry.wrong.is_empty()
    };
    (wrong, facts().filter(undecided).collect())
}

/// Returns what is found out about a fact in a conversation.
fn entry(conversation: &str, fact: &str) -> FactEntry {
    ledger(conversation).entry(fact).clone()
}

#[track_caller]
fn check(conversation: &str, wrong: &[&str]) {
    assert_eq!(found(conversation), (wrong.to_vec(), vec![]), "{conversation}");
}

/// The computer shows 4, 2 and 5 of its dice.
const COMPUTER: &str = "The computer rolls:\n*4 *2 *5\n";

/// Plays one game after the other; a game is the text from the player's first roll on.
fn played(games: &[&str]) -> String {
    games.iter().map(|game| format!("{COMPUTER}Your dice:\n{game}")).collect::<Vec<_>>().concat()
}

/// Returns three dice, each below this heading.
fn below(heading: &str) -> String {
    ["*4", "*2", "*5"].map(|die| format!("{heading}\n{die}\n")).concat()
}

#[test]
fn an_honest_game_has_nothing_wrong() {
    let first = "o3 *4 *2
        Current score: 6   Total score: 6
        Do you want to roll again? (y/n): <<y>>
        o2 *2 *5
        Current score: 14   Total score: 20
        Do you want to roll again? (y/n): <<n>>
        Player: 20   Computer: 25
        The computer wins!
        Do you want to play again? (y/n): <<y>>
        ";
    let second = "o1 *4 *3
        Red one! You lose everything.
        Current score: 0   Total score: 0
        Player: 0   Computer: 19
        The computer wins!
        Do you want to play again? (y/n): <<n>>
        Goodbye.
        ";
    check(&played(&[first, second]), &[]);
}

#[test]
fn a_score_of_the_player_alone_is_not_the_computers_too() {
    for score in ["Final score: you 20", "Final score: 20"] {
        let game = format!(
            "o3 *4 *2
            Current score: 6   Total score: 6
            Do you want to roll again? (y/n): <<y>>
            o2 *2 *5
            Current score: 14   Total score: 20
            Do you want to roll again? (y/n): <<n>>
            {score}
            Congratulations, you win!
            Do you want to play again? (y/n): <<n>>
            "
        );
        // The computer has 14 to 29: the player may have won.
        check(&played(&[&game]), &["ending/scores"]);
    }
}

#[test]
fn dice_below_words_that_name_both_are_the_computers_where_others_are_the_players() {
    // The red die stands above the white ones, which stand side by side: only words tell whose they are.
    let headings =
        ["The computer throws, you see one of its two dice:", "You see one die of the computer's roll:"];
    let game = "Your turn.
        Red die:
        o3
        White dice:
        *4 *2
        Current score: 6   Total score: 6
        Do you want to roll again? (y/n): <<y>>
        Red die:
        o2
        White dice:
        *2 *5
        Current score: 14   Total score: 20
        Do you want to roll again? (y/n): <<n>>
        Player: 20   Computer: 25
        The computer wins!
        Do you want to play again? (y/n): <<n>>
        ";
    for heading in headings {
        let conversation = format!("{}{game}", below(heading));
        check(&conversation, &[]);
        assert_eq!(entry(&conversation, "computer/rolls").held, 1, "{heading}");
        assert_eq!(entry(&conversation, "dice/three").held, 2, "{heading}");
    }
}

#[test]
fn dice_that_words_call_the_players_are_not_the_computers() {
    // The red die is a number, and so only two dice are drawn where the player rolls.
    let game = "The computer's turn
        *4
        *2
        *5
        Your turn
        Red die: 3
        *4
        *2
        This roll: 6
        Total: 6
        Do you want to roll again? (y/n): <<y>>
        Red die: 2
        *2
        *5
        This roll: 14
        Total: 20
        Do you want to roll again? (y/n): <<n>>
        Player: 20   Computer: 25
        The computer wins!
        Do you want to play again? (y/n): <<n>>
        ";
    assert_eq!(found(game).0, ["dice/three", "reroll/rolled"]);
    assert_eq!(entry(game, "computer/rolls").held, 1);
}

#[test]
fn a_new_game_without_a_roll_of_the_player_is_no_new_game() {
    let first = "o3 *4 *2
        Current score: 6   Total score: 6
        Do you want to roll again? (y/n): <<n>>
        Player: 6   Computer: 25
        The computer wins!
        Do you want to play again? (y/n): <<y>>
        ";
    let end = "Player: 0   Computer: 25
        The computer wins!
        Do you want to play again? (y/n): <<n>>
        Goodbye.
        ";
    // Below words that name both, the three dice are the computer's as well.
    let see = below("The computer throws, you see one of its dice:");
    for second in [format!("{COMPUTER}{end}"), format!("{see}{end}")] {
        let conversation = format!("{}{second}", played(&[first]));
        check(&conversation, &["again/started"]);
        assert_eq!(entry(&conversation, "again/dice").held, 1, "{second}");
    }
}

#[test]
fn three_dice_without_pips_are_not_all_alike() {
    let game = "o0 *0 *0
        Current score: 0   Total score: 0
        Player: 0   Computer: 19
        The computer wins!
        Do you want to play again? (y/n): <<y>>
        ";
    let other = "o4 *0 *3
        Current score: 3   Total score: 3
        Do you want to roll again? (y/n): <<n>>
        Player: 3   Computer: 19
        The computer wins!
        Do you want to play again? (y/n): <<n>>
        ";
    assert_eq!(found(&played(&[game, other])).0, ["dice/faces"]);
}

#[test]
fn dice_with_no_pips_that_scores_count_are_wrong_faces() {
    let game = "o4 *0 *3
        Current score: 3   Total score: 3
        Do you want to roll again? (y/n): <<y>>
        o5 *2 *3
        Current score: 5   Total score: 8
        Do you want to roll again? (y/n): <<n>>
        Player: 8   Computer: 19
        The computer wins!
        Do you want to play again? (y/n): <<n>>
        ";
    assert_eq!(found(&played(&[game])).0, ["dice/faces"]);
}

#[test]
fn a_blank_picture_stands_for_one_face_in_all_rolls_or_for_none() {
    // The totals, 8 and 3, are what the rolls would score with a 5, and with a 2.
    let first = "o4 *2 *3
        Current score: 5   Total score: 5
        Do you want to roll again? (y/n): <<y>>
        o4 *0 *3
        Current score: 3   Total score: 8
        Do you want to roll again? (y/n): <<n>>
        Player: 8   Computer: 19
        The computer wins!
        Do you want to play again? (y/n): <<y>>
        ";
    let second = "o6 *1 *1
        Current score: 2   Total score: 2
        Do you want to roll again? (y/n): <<y>>
        o5 *0 *1
        Current score: 1   Total score: 3
        Do you want to roll again? (y/n): <<n>>
        Player: 3   Computer: 19
        The computer wins!
        Do you want to play again? (y/n): <<n>>
        ";
    assert_eq!(found(&played(&[first, second])).0, ["dice/faces"]);
}

#[test]
fn seven_pips_that_scores_count_as_six_are_a_wrong_picture() {
    let game = "o7 *4 *3
        Current score: 7   Total score: 7
        Do you want to roll again? (y/n): <<y>>
        o2 *7 *3
        Current score: 9   Total score: 16
        Do you want to roll again? (y/n): <<n>>
        Player: 16   Computer: 19
        The computer wins!
        Do you want to play again? (y/n): <<n>>
        ";
    assert_eq!(found(&played(&[game])).0, ["pictures/pips"]);
}

#[test]
fn what_a_roll_scores_in_which_a_die_has_seven_pips_is_undecided() {
    // If the seven stood for a six, 9 would be right.
    let game = "o4 *7 *3
        Current score: 11   Total score: 11
        Do you want to roll again? (y/n): <<n>>
        Player: 11   Computer: 19
        The computer wins!
        Do you want to play again? (y/n): <<n>>
        ";
    let (wrong, undecided) = found(&played(&[game]));
    assert!(wrong.is_empty(), "{wrong:?}");
    for fact in ["score/sum", "score/doubled", "total/first", "reroll/asked", "pictures/pips"] {
        assert!(undecided.contains(&fact), "{fact}: {undecided:?}");
    }
    let why = entry(&played(&[game]), "score/sum").unread.map(|unread| unread.why);
    let expected =
        "a die is drawn with 7 pips, so that the face that fell, and what the roll scores, is not known";
    assert_eq!(why.as_deref(), Some(expected));
}

/// Returns a conversation whose pictures are drawn already, each row of pips twice.
fn with_doubled_rows(conversation: &str) -> String {
    let is_dice =
        |line: &str| line.starts_with(['o', '*']) && line[1..].starts_with(|ch: char| ch.is_ascii_digit());
    let lines = conversation.lines().map(str::trim);
    let drawn = lines.map(|line| if is_dice(line) { draw(line) } else { format!("{line}\n") });
    let double =
        |row: &str| if row.starts_with('|') { format!("{row}\n{row}\n") } else { format!("{row}\n") };
    drawn.collect::<String>().lines().map(double).collect()
}

#[test]
fn rows_that_are_drawn_twice_cost_the_pictures_only_and_hide_no_rule() {
    let right = "o4 *5 *5
        Current score: 10   Total score: 10
        Do you want to roll again? (y/n): <<y>>
        o1 *4 *3
        Red one! You lose everything.
        Current score: 0   Total score: 0
        Player: 0   Computer: 19
        The computer wins!
        Do you want to play again? (y/n): <<n>>
        ";
    check(&with_doubled_rows(&played(&[right])), &["pictures/once"]);
    let told = entry(&with_doubled_rows(&played(&[right])), "pictures/once").wrong[0].sentence();
    assert_eq!(told, "each row of a die is drawn twice, so that a die of 4 shows 8 pips; draw each row once");
    let goes_on = right
        .replace(
            "Red one! You lose everything.\n        Current score: 0   Total score: 0",
            "Current score: 7   Total score: 17",
        )
        .replace(
            "Player: 0   Computer: 19\n        The computer wins!",
            "Roll again? (y/n): <<n>>\n        Player: 17   Computer: 19\n        The computer wins!",
        );
    check(&with_doubled_rows(&played(&[&goes_on])), &["pictures/once", "reroll/bust", "total/zero"]);
}

#[test]
fn the_reason_why_pictures_cannot_be_read_is_told_with_a_line() {
    let game = "o4 *2 *3
        Current score: 5   Total score: 5
        Do you want to roll again? (y/n): <<n>>
        Player: 5   Computer: 19
        The computer wins!
        Do you want to play again? (y/n): <<n>>
        ";
    let drawn = with_doubled_rows(&played(&[game])).lines().fold(String::new(), |text, line| {
        // The right side of each die is a star, as white pips are.
        let line = if line.starts_with('|') {
            line.replace("|  |", "*  |").trim_end_matches('|').to_string() + "*"
        } else {
            line.to_string()
        };
        format!("{text}{line}\n")
    });
    let unread = entry(&drawn, "score/sum").unread.expect("it cannot be read");
    assert!(unread.why.contains("begins with `|` and ends with `*`"), "{}", unread.why);
    assert!(unread.line.as_deref().is_some_and(|line| line.starts_with("| ")), "{:?}", unread.line);
}

#[test]
fn a_turn_that_goes_on_after_a_no_costs_nothing_else() {
    let asks_again = "o3 *4 *2
        Current score: 6   Total score: 6
        Do you want to roll again? (y/n): <<n>>
        o3 *4 *4
        Current score: 8   Total score: 14
        Do you want to roll again? (y/n): <<y>>
        o3 *6 *4
        Current score: 10   Total score: 24
        Do you want to roll again? (y/n): <<n>>
        Player: 24   Computer: 19
        You win!
        Do you want to play again? (y/n): <<y>>
        ";
    let loses = "o3 *4 *2
        Current score: 6   Total score: 6
        Do you want to roll again? (y/n): <<n>>
        o1 *4 *4
        Red one! You lose everything.
        Current score: 0   Total score: 0
        Player: 0   Computer: 19
        The computer wins!
        Do you want to play again? (y/n): <<n>>
        ";
    check(&played(&[asks_again, loses]), &["reroll/declined"]);
}

#[test]
fn a_roll_after_a_no_is_told_where_it_is_scored() {
    let rolls_once_more = "o3 *4 *2
        Current score: 6   Total score: 6
        Do you want to roll again? (y/n): <<n>>
        o3 *4 *4
        Current score: 8   Total score: 14
        Player: 14   Computer: 19
        The computer wins!
        Do you want to play again? (y/n): <<n>>
        ";
    check(&played(&[rolls_once_more]), &["reroll/declined"]);
}

#[test]
fn a_total_that_is_not_reset_costs_the_new_game_only() {
    let first = "o3 *4 *2
        Current score: 6   Total score: 6
        Do you want to roll again? (y/n): <<y>>
        o1 *4 *3
        Current score: 0   Total score: 0
        Player: 0   Computer: 19
        The computer wins!
        Do you want to play again? (y/n): <<y>>
        ";
    let second = "o3 *4 *5
        Current score: 9   Total score: 15
        Do you want to roll again? (y/n): <<y>>
        o3 *4 *1
        Current score: 5   Total score: 20
        Do you want to roll again? (y/n): <<n>>
        Player: 20   Computer: 19
        You win!
        Do you want to play again? (y/n): <<n>>
        ";
    check(&played(&[first, second]), &["again/reset"]);
}

#[test]
fn a_total_that_is_not_reset_is_seen_without_a_word_for_the_total() {
    let game = |dice: &str, points: u32, score: u32, again: char| {
        format!(
            "{dice}
            Points: {points}, score: {score}
            Do you want to roll again? (y/n): <<n>>
            Player: {score}   Computer: 19
            The computer wins!
            Do you want to play again? (y/n): <<{again}>>
            "
        )
    };
    let (first, kept) = (game("o3 *4 *2", 6, 6, 'y'), game("o3 *4 *5", 9, 15, 'n'));
    check(&played(&[&first, &kept]), &["again/reset"]);
    // What was won in all games may stand beside the score of this one.
    let beside =
        kept.replace("score: 15", "score: 9, score of all games: 15").replace("Player: 15", "Player: 9");
    check(&played(&[&first, &beside]), &[]);
}

#[test]
fn a_score_and_a_total_behind_each_others_words_cost_the_total_only() {
    let game = |roll: &str, total: &str| {
        format!(
            "o3 *4 *2
        {roll}: 6   {total}: 6
        Do you want to roll again? (y/n): <<y>>
        o3 *4 *5
        {roll}: 15   {total}: 9
        Do you want to roll again? (y/n): <<y>>
        o6 *2 *1
        {roll}: 18   {total}: 3
        Do you want to roll again? (y/n): <<n>>
        Player: 18   Computer: 19
        The computer wins!
        Do you want to play again? (y/n): <<n>>
        "
        )
    };
    check(&played(&[&game("Score of this roll", "Total score")]), &["total/added"]);
    // The total of a roll is its score.
    check(&played(&[&game("Points after this roll", "Total of this roll")]), &[]);
}

#[test]
fn a_question_after_a_red_one_costs_nothing_else() {
    let resets = "o3 *4 *2
        Current score: 6   Total score: 6
        Do you want to roll again? (y/n): <<y>>
        o1 *4 *3
        Current score: 0   Total score: 0
        Do you want to roll again? (y/n): <<y>>
        o5 *4 *3
        Current score: 7   Total score: 7
        Do you want to roll again? (y/n): <<n>>
        Player: 7   Computer: 19
        The computer wins!
        Do you want to play again? (y/n): <<n>>
        ";
    check(&played(&[resets]), &["reroll/bust"]);
}

#[test]
fn a_total_that_a_red_one_leaves_alone_is_the_programs_total_from_then_on() {
    let keeps = "o3 *4 *2
        Current score: 6   Total score: 6
        Do you want to roll again? (y/n): <<y>>
        o1 *3 *3
        Current score: 18   Total score: 24
        Do you want to roll again? (y/n): <<y>>
        o5 *4 *3
        Current score: 7   Total score: 31
        Do you want to roll again? (y/n): <<n>>
        Player: 31   Computer: 19
        You win!
        Do you want to play again? (y/n): <<n>>
        ";
    check(&played(&[keeps]), &["reroll/bust", "total/zero"]);
}

#[test]
fn a_total_that_is_only_said_to_be_zero_is_kept() {
    let ends = |ending: &str| {
        let game = format!(
            "o3 *4 *2
            Current score: 6   Total score: 6
            Do you want to roll again? (y/n): <<y>>
            o2 *6 *6
            Current score: 12   Total score: 18
            Do you want to roll again? (y/n): <<y>>
            o1 *3 *3
            Red one! Total score: 0
            {ending}
            The computer wins!
            Do you want to play again? (y/n): <<n>>
            "
        );
        played(&[&game])
    };
    check(&ends("Player: 18\n            Computer: 20"), &["total/zero"]);
    check(&ends("Player: 0\n            Computer: 18"), &[]);
    check(&ends("Player | Computer\n            0 | 18"), &[]);
    check(&ends("You lost your 18 points.\n            Player: 0   Computer: 20"), &[]);
}

#[test]
fn dice_that_are_shown_are_not_counted_twice_in_all_games() {
    let game = |score: i64| {
        format!(
            "o3 *4 *2
            Current score: 6   Total score: 6
            Do you want to roll again? (y/n): <<n>>
            Player: 6   Computer: {score}
            The computer wins!
            Do you want to play again? (y/n): <<y>>
            "
        )
    };
    let games = |scores: &[i64]| {
        let games: Vec<String> = scores.iter().map(|score| game(*score)).collect();
        let conversation = played(&games.iter().map(String::as_str).collect::<Vec<_>>());
        let last = conversation.rfind("<<y>>").expect("an answer");
        format!("{}<<n>>\n", &conversation[..last])
    };
    // 4, 2 and 5 are shown.
    check(&games(&[22; 5]), &["computer/score"]);
    check(&games(&[22; 4]), &[]);
    check(&games(&[22, 22, 22, 22, 22, 23]), &[]);
}

#[test]
fn dice_that_look_alike_cost_the_pictures_only() {
    let game = "*3 *4 *2
        Current score: 6   Total score: 6
        Do you want to roll again? (y/n): <<y>>
        *2 *2 *5
        Current score: 14   Total score: 20
        Do you want to roll again? (y/n): <<y>>
        *1 *4 *3
        Red one! You lose everything.
        Current score: 0   Total score: 0
        Player: 0   Computer: 25
        The computer wins!
        Do you want to play again? (y/n): <<n>>
        ";
    check(&played(&[game]), &["pictures/red"]);
}

/// Twelve rolls in one turn; the score counts a five where a four is drawn, and there is never a five.
#[test]
fn a_five_that_is_drawn_as_a_four_costs_the_pictures_only() {
    let mut total = 0;
    let rolls = ["o3 *4 *2", "o6 *4 *4", "o4 *3 *2", "o2 *1 *6"];
    let scores = [7, 9, 10, 7];
    let rolled = (0..12).map(|roll| {
        let score = if roll % 4 == 2 { 5 } else { scores[roll % 4] };
        total += score;
        let answer = if roll == 11 { "n" } else { "y" };
        let dice = rolls[roll % 4];
        format!("{dice}\nCurrent score: {score}   Total score: {total}\nRoll again? (y/n): <<{answer}>>\n")
    });
    let rolled = rolled.collect::<Vec<_>>().concat();
    let end = format!("Player: {total}   Computer: 30\nYou win!\nDo you want to play again? (y/n): <<n>>\n");
    let game = rolled + &end;
    check(&played(&[&game]), &["pictures/pips"]);
}

/// Returns a conversation of nineteen rolls in one turn: a two is drawn with one pip, and a red 1 does not end the turn if `goes_on`.
fn twos_drawn_as_ones(goes_on: bool) -> String {
    // The dice as they are drawn, and the score of what fell.
    let rolls = [
        ("o3 *4 *1", 6),
        ("o6 *4 *4", 8),
        ("o1 *3 *5", 8),
        ("o4 *3 *1", 5),
        ("o1 *1 *6", 16),
        ("o5 *1 *6", 8),
    ];
    let mut total = 0;
    let rolled = rolls.iter().cycle().take(18).map(|(dice, score)| {
        total += score;
        format!("{dice}\nCurrent score: {score}   Total score: {total}\nRoll again? (y/n): <<y>>\n")
    });
    let mut text = format!("{COMPUTER}Your dice:\n") + &rolled.collect::<String>();
    text += "o1 *4 *3\nRed one! You lose everything.\nCurrent score: 0   Total score: 0\n";
    if goes_on {
        text += "Roll again? (y/n): <<n>>\n";
    }
    text + "Player: 0   Computer: 19\nThe computer wins!\nDo you want to play again? (y/n): <<n>>\n"
}

#[test]
fn a_face_that_is_drawn_wrongly_does_not_hide_that_a_red_one_goes_on() {
    check(&twos_drawn_as_ones(false), &["pictures/pips"]);
    check(&twos_drawn_as_ones(true), &["pictures/pips", "reroll/bust"]);
}

#[test]
fn three_dice_at_the_end_say_nothing_about_the_computers_score() {
    let game = "o3 *4 *2
        Current score: 6   Total score: 6
        Do you want to roll again? (y/n): <<n>>
        The dice of the computer were:
        *1 *1 *1
        Player: 6   Computer: 20
        The computer wins!
        Do you want to play again? (y/n): <<n>>
        ";
    check(&played(&[game]), &[]);
}

#[test]
fn six_dice_at_the_end_tell_the_computers_score() {
    let game = |score: i64| {
        format!(
            "o3 *4 *2
            Current score: 6   Total score: 6
            Do you want to roll again? (y/n): <<n>>
            All dice of the computer:
            *4 *2 *5 *1 *1 *6
            Player = 6; computer = {score}
            The computer wins!
            Do you want to play again? (y/n): <<n>>
            "
        )
    };
    check(&played(&[&game(19)]), &[]);
    check(&played(&[&game(20)]), &["computer/score"]);
}

/// A game of a computer that shows four dice, each below the other.
fn four_rolls(above: &str) -> String {
    format!(
        "{above}
        *4
        {above}
        *2
        {above}
        *5
        {above}
        *6
        {}",
        "You:
        o3 *4 *2
        Current score: 6   Total score: 6
        Do you want to roll again? (y/n): <<n>>
        Player: 6   Computer: 38
        The computer wins!
        Do you want to play again? (y/n): <<n>>
        "
    )
}

#[test]
fn four_rolls_of_the_computer_are_no_dice_of_the_player() {
    for above in ["The computer rolls:", "Next:"] {
        let entry = entry(&four_rolls(above), "computer/rolls");
        let told: Vec<String> = entry.wrong.iter().map(crate::comparison::Difference::sentence).collect();
        assert_eq!(
            told,
            ["the computer rolls three times and shows one die of each roll, but 4 dice are shown"]
        );
        check(&four_rolls(above), &["computer/rolls"]);
    }
}

#[test]
fn whose_dice_are_whose_is_undecided_where_seven_stand_below_each_other_without_words() {
    let apart = four_rolls("Next:").replace("o3 *4 *2", "o3\n*4\n*2").replace("You:\n", "");
    let (wrong, undecided) = found(&apart);
    assert!(wrong.is_empty() && undecided.contains(&"score/sum"), "{wrong:?} {undecided:?}");
    assert!(undecided.contains(&"computer/rolls"), "{undecided:?}");
}

#[test]
fn a_table_of_zeros_at_the_end_is_read_as_numbers() {
    let table = |player: i64, computer: i64| {
        format!(
            "o1 *4 *2
            Red one! You lose everything.
            Current score: 0   Total score: 0
            +--------+----------+
            | Player | Computer |
            +--------+----------+
            | {player:6} | {computer:8} |
            +--------+----------+
            The computer wins!
            Do you want to play again? (y/n): <<n>>
            "
        )
    };
    check(&played(&[&table(0, 20)]), &[]);
    // The wrong number is charged, and the right winner is not.
    check(&played(&[&table(0, 0)]), &["computer/score"]);
}

#[test]
fn words_for_the_winner_that_are_not_known_are_undecided() {
    let game = "o3 *4 *2
        Current score: 6   Total score: 6
        Do you want to roll again? (y/n): <<n>>
        Player: 6   Computer: 20
        Hooray for the box!
        Do you want to play again? (y/n): <<n>>
        ";
    assert_eq!(found(&played(&[game])), (vec![], vec!["ending/winner"]));
    check(&played(&[&game.replace("Hooray for the box!", "")]), &["ending/winner"]);
}

#[test]
fn two_results_of_one_game_are_wrong_and_an_explanation_is_not() {
    let ended = |says: &str| {
        let game = "o3 *4 *2
        Current score: 6   Total score: 6
        Do you want to roll again? (y/n): <<n>>
        Player: 6   Computer: 20
        The computer wins!
        SAYS
        Do you want to play again? (y/n): <<n>>
        ";
        played(&[&game.replace("SAYS", says)])
    };
    check(&ended("Sorry, you lose!"), &[]);
    check(&ended("It's a tie!"), &["ending/winner"]);
    assert_eq!(found(&ended("With the same score for both of us it is a tie.")).0, Vec::<&str>::new());
}

#[test]
fn the_dice_of_each_game_are_read_from_its_pictures() {
    let read = |conversation: &str| games(suite(), any_case(), &recorded(conversation));
    let game = "o3 *4 *2
        Current score: 6   Total score: 6
        Do you want to roll again? (y/n): <<y>>
        o1 *5 *2
        Current score: 0   Total score: 0
        Player: 0   Computer: 20
        The computer wins!
        Do you want to play again? (y/n): <<y>>
        ";
    let last = game
        .replace("<<y>>\n        o1", "<<y>>\n        o6")
        .replace("play again? (y/n): <<y>>", "play again? (y/n): <<n>>");
    let both = read(&played(&[game, &last])).expect("they can be read");
    let throws: Vec<&[Vec<u8>]> = both.iter().map(|game| &game.throws[..]).collect();
    assert_eq!(throws, [[vec![3, 4, 2], vec![1, 5, 2]], [vec![3, 4, 2], vec![6, 5, 2]]]);
    assert_eq!(both[0].shown, [4, 2, 5]);
    assert_eq!(read(&played(&[&game.replace("o1", "o7")])), None, "a face that no die has is not read");
}

#[test]
fn a_fact_that_never_comes_up_is_waited_for_in_three_hundred_rolls() {
    let mut case = any_case().clone();
    case.checks = vec!["score/tripled".to_string()];
    let roll = |answer: &str| {
        format!(
            "o3 *4 *2\nCurrent score: 6   Total score: 6\nDo you want to roll again? (y/n): <<{answer}>>\n"
        )
    };
    for (rolls, is_enough) in [(300, false), (301, true)] {
        let rolls = roll("y").repeat(rolls - 1) + &roll("n");
        let run = HeardRun::new(suite(), &case, &recorded(&played(&[&rolls])));
        assert_eq!(
            iec_dice::has_occasions(&iec_dice::story(&run, &DiceGameRules::default()), &case),
            is_enough
        );
    }
}

/// Returns the suite of Rats!, as a course would have it that leaves its wording free, and checks the given facts in all cases.
fn free_rats(checks: &[&str]) -> Suite {
    let Suite { words, signs, .. } = select::suite(&SuiteSource::Inside, "iec_dice").expect("it is valid");
    let mut suite = select::suite(&SuiteSource::Inside, "rats").expect("it is valid");
    suite.cases.iter_mut().for_each(|case| case.checks = checks.iter().map(ToString::to_string).collect());
    Suite { judge: JudgedBy::Facts, words, signs, ..suite }
}

/// Returns what becomes of the facts in all cases of Rats! of a program that plays by these rules and says it in other words.
fn in_other_words(checks: &[&str], bend: Option<&str>) -> Vec<(bool, bool)> {
    let suite = free_rats(checks);
    let game = reference::game("rats").expect("a game");
    let game = bend.map_or(*game, |bend| game.bent(bend).expect("a bend"));
    let cases = suite.cases.iter().filter(|case| matches!(case.typing, Some(crate::cases::Typing::Play(_))));
    cases
        .map(|case| {
            let mut print = |printing: Printing<'_>| {
                let words = [
                    ("rolls ", "got "),
                    ("-", " and "),
                    ("turn ", "this round: "),
                    ("total ", "all in all: "),
                ];
                words.iter().fold(printing.text(), |text, (word, other)| text.replace(word, other))
            };
            let mut choose = |texts: &[&str]| texts[0].to_string();
            let manner = Manner { print: &mut print, choose: &mut choose };
            let recording = simulate(&suite, case, &game, manner).expect("a suite of a game");
            let facts = judge(&HeardRun::new(&suite, case, &recording), None);
            (facts.differences.is_empty(), facts.unread.is_some())
        })
        .collect()
}

#[test]
fn a_second_game_is_judged_whatever_its_words() {
    let faithful = in_other_words(&["turn/points"], None);
    assert!(faithful.len() > 1 && faithful.iter().all(|found| *found == (true, false)), "{faithful:?}");
    let broken = in_other_words(&["turn/points"], Some("ended-turns-are-taken-off"));
    assert!(broken.iter().any(|(is_right, _)| !is_right), "{broken:?}");
}

#[test]
fn a_program_of_another_game_shows_no_fact_of_a_second_game() {
    let suite = free_rats(&["turn/points"]);
    let recording = Recording::default().prints("Guess the number!\n").exits(0);
    let facts = judge(&HeardRun::new(&suite, &suite.cases[0], &recording), None);
    let why = facts.unread.map(|unread| unread.why).unwrap_or_default();
    assert!(facts.differences.is_empty() && why.contains("no throw was found"), "{why}");
}

/// A turn of two players, without a computer.
const TWO_PLAYERS: &str = "Anna rolls:
    o3 *4 *2
    Score: 6   Total: 6
    Roll again (y/n)? <<n>>
    Bert rolls:
    o2 *2 *5
    Score: 14   Total: 14
    Roll again (y/n)? <<n>>
    Anna: 6  Bert: 14
    Bert wins!
    Play again (y/n)? <<n>>
    ";

#[test]
fn a_program_of_another_game_is_not_paid_for_what_it_never_showed() {
    let recording = recorded(TWO_PLAYERS);
    let found = |checks: &str| {
        let case = Case { checks: vec![checks.to_string()], ..any_case().clone() };
        let facts = judge(&HeardRun::new(suite(), &case, &recording), None);
        (facts.differences.is_empty(), facts.unread.is_some())
    };
    // No roll and no score of a computer is ever seen.
    assert_eq!(found("computer/rolls"), (false, false));
    assert_eq!(found("computer/score"), (false, true));
    assert_eq!(found("computer/hidden"), (true, true));
    assert_eq!(found("score/tripled"), (true, true));
    assert_eq!(found("score/sum"), (true, false));
}

#[test]
fn what_needs_another_fact_is_undecided_where_no_roll_is_found() {
    let recording = recorded("Guess my number!\nYour guess: <<y>>\nThat is no number.\n");
    for checks in ["computer/score", "again/started", "reroll/declined"] {
        let case = Case { checks: vec![checks.to_string()], ..any_case().clone() };
        let facts = judge(&HeardRun::new(suite(), &case, &recording), None);
        let why = facts.unread.map(|unread| unread.why).unwrap_or_default();
        assert!(facts.differences.is_empty() && why.contains("no roll of the player"), "{checks}: {why}");
    }
}

#[test]
fn it_is_told_why_a_number_was_taken() {
    let game = "o3 *4 *2
        Current score: 6   Total score: 6
        Do you want to roll again? (y/n): <<n>>
        Player: 6   Computer: 25
        The computer wins!
        Do you want to play again? (y/n): <<n>>
        ";
    let told = explain(&HeardRun::new(suite(), any_case(), &recorded(&played(&[game]))));
    let says = |line: &str| told.iter().any(|told| told.trim() == line);
    for line in [
        "reading: pictures and the words near numbers mean what they say: 0 wrong",
        "turn 1: the computer's rolls, and the first one of the player; asked whether to roll again, answered no",
        "turn 2: the end of a game; asked whether to play again, answered no",
        "the computer's dice: 4 2 5",
        "the player's roll: red 3, white 4 and 2",
        "the number 25 in line 1 is about computer: Player: 6   Computer: 25",
        "by its dice, the computer's score is from 14 to 29",
        "the numbers that may be it are: 25",
        "computer/score holds",
    ] {
        assert!(says(line), "{line}: {told:#?}");
    }
}

#[test]
fn no_new_game_is_paid_for_where_none_is_offered() {
    let game = "o3 *4 *2
        Current score: 6   Total score: 6
        Do you want to roll again? (y/n): <<n>>
        Player: 6   Computer: 25
        The computer wins!
        ";
    let case = Case { checks: vec!["again/reset".to_string()], ..any_case().clone() };
    let facts = judge(&HeardRun::new(suite(), &case, &recorded(&played(&[game]))), None);
    let told: Vec<String> = facts.differences.iter().map(crate::comparison::Difference::sentence).collect();
    assert_eq!(told, ["the game is over, but the player is not asked whether to play again"]);
}

#[test]
fn a_question_that_is_printed_and_not_waited_at_is_told_so() {
    let sentences = |game: &str, check: &str| {
        let case = Case { checks: vec![check.to_string()], ..any_case().clone() };
        let facts = judge(&HeardRun::new(suite(), &case, &recorded(&played(&[game]))), None);
        facts.differences.iter().map(crate::comparison::Difference::sentence).collect::<Vec<_>>()
    };
    let told = sentences(
        "o3 *4 *2
        Current score: 6   Total score: 6
        Do you want to roll again? (y/n): Player: 6   Computer: 25
        The computer wins!
        Do you want to play again? (y/n): <<n>>
        ",
        "reroll/asked",
    );
    let [told] = &told[..] else { panic!("one sentence, not {told:?}") };
    assert!(told.starts_with("the program asks whether to roll again, but does not wait"), "{told}");
    let told = sentences(
        "o3 *4 *2
        Current score: 6   Total score: 6
        Do you want to roll again? (y/n): <<n>>
        Player: 6   Computer: 25
        The computer wins!
        Do you want to play again? (y/n): Goodbye!
        ",
        "again/asked",
    );
    let [told] = &told[..] else { panic!("one sentence, not {told:?}") };
    assert!(told.starts_with("the program asks whether to play again, but does not wait"), "{told}");
}
