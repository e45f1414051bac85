//! Dice are found in what the references print, and in what somebody might print instead.

use proptest::prelude::*;
use reference::author::{Style, write};
use reference::{Console, GameRules, Piece, Play, Replies, game};

use super::*;

const GAMES_WITH_DICE: [&str; 2] = ["bots", "rats"];

fn setup(game: &str) -> Setup {
    Setup::new(if game == "rats" { &["1"] } else { &[] }, &[])
}

fn conversation(game: &Game, style: Style, seed: u64, turns: usize) -> Transcript {
    write(game, &setup(game.name), style, seed, turns)
}

/// Returns what was printed in each turn.
fn printed(transcript: &Transcript) -> Vec<String> {
    printed_as(transcript, &|_| 0)
}

/// Returns what was printed in each turn by a program that takes the reading `choose(n)` at the `n`-th place that the text leaves open.
fn printed_as(transcript: &Transcript, choose: &dyn Fn(usize) -> usize) -> Vec<String> {
    let mut turns = vec![String::new()];
    let mut places = 0;
    for piece in &transcript.pieces {
        match piece {
            Piece::SaidEither { texts, .. } => {
                turns.last_mut().expect("a turn").push_str(&texts[choose(places)]);
                places += 1;
            }
            Piece::Said { text, .. } => turns.last_mut().expect("a turn").push_str(text),
            Piece::Typed(_) => turns.push(String::new()),
            _ => {}
        }
    }
    turns
}

fn faces(transcript: &Transcript) -> Vec<Vec<u8>> {
    let rolled = transcript.pieces.iter().filter_map(|piece| match piece {
        Piece::Rolled { faces, .. } => Some(faces.clone()),
        _ => None,
    });
    rolled.collect()
}

fn observed(transcript: &Transcript, game: &Game, printed: &[String]) -> Observation {
    let printed = PrintedTurns::from(printed.to_vec());
    observe(game, &setup(game.name), &transcript.typed(), printed.all(), Reading::First)
}

/// Returns the faces that are found after `change` was made to each turn.
fn faces_after(transcript: &Transcript, game: &Game, change: impl Fn(&str) -> String) -> Vec<Vec<u8>> {
    let printed: Vec<String> = printed(transcript).iter().map(|turn| change(turn)).collect();
    observed(transcript, game, &printed).throws.into_iter().map(|seen| seen.faces).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: ProptestConfig::default().cases / 8,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_faithful_conversation_is_followed_to_its_end(seed: u64, turns in 0_usize..80) {
        for name in GAMES_WITH_DICE {
            let game = game(name).expect("a game");
            for style in [Style::Legal, Style::Mixed] {
                let transcript = conversation(game, style, seed, turns);
                let observation = observed(&transcript, game, &printed(&transcript));
                prop_assert_eq!(&observation.transcript, &transcript);
                prop_assert_eq!(&observation.findings, &[]);
                prop_assert!(observation.throws.iter().all(|seen| seen.or.is_none()));
            }
        }
    }

    #[test]
    fn slips_of_form_leave_the_dice_found(seed: u64, turns in 0_usize..60, wrong: u32) {
        for name in GAMES_WITH_DICE {
            let game = game(name).expect("a game");
            let transcript = conversation(game, Style::Mixed, seed, turns);
            let expected = faces(&transcript);
            let without_table = |turn: &str| {
                turn.split_inclusive('\n').filter(|line| !line.starts_with(['+', '|'])).collect()
            };
            let wrong_scores = |turn: &str| {
                let lines = turn.split_inclusive('\n');
                lines.map(|line| if line.starts_with('|') { line.replace(" 0 |", &format!(" {wrong} |")) } else { line.to_string() }).collect()
            };
            let changes: [&dyn Fn(&str) -> String; 8] = [
                &|turn| turn.replace(' ', "   "),
                &|turn| turn.replace([' ', '\t'], ""),
                &str::to_uppercase,
                &|turn| turn.replace('\n', "\n\n"),
                &|turn| turn.replace('\n', "\r\n"),
                &|turn| turn.replace(['#', ':', '[', ']', ',', '-'], " "),
                &without_table,
                &wrong_scores,
            ];
            for (index, change) in changes.iter().enumerate() {
                // Without blanks, a name and the word after it cannot be told apart.
                if index != 1 || name == "bots" {
                    prop_assert_eq!(&faces_after(&transcript, game, change), &expected, "{} change {}", name, index);
                }
            }
        }
    }

    #[test]
    fn withheld_output_leaves_the_dice_found(seed: u64, turns in 1_usize..60, buffer in 20_usize..5000) {
        for name in GAMES_WITH_DICE {
            let game = game(name).expect("a game");
            let transcript = conversation(game, Style::Mixed, seed, turns);
            let turns = printed(&transcript);
            let mut withheld = vec![String::new(); turns.len()];
            // The buffer is written when it is full, and at the end. The first prompt is withheld, too, or nothing is.
            let buffer = buffer.max(turns[0].len() + 1);
            let all = turns.concat();
            let (mut written, mut printed) = (0, 0);
            for (turn, output) in turns.iter().enumerate() {
                printed += output.len();
                let end = if turn + 1 == turns.len() { printed } else { printed / buffer * buffer };
                withheld[turn].push_str(&all[written..end]);
                written = end;
            }
            let observation = observed(&transcript, game, &withheld);
            prop_assert_eq!(observation.throws.into_iter().map(|seen| seen.faces).collect::<Vec<_>>(), faces(&transcript));
        }
    }

    #[test]
    fn faces_are_taken_as_they_are_shown(seed: u64, turns in 1_usize..60, face in 0_u8..=255) {
        let game = game("bots").expect("a game");
        let transcript = conversation(game, Style::Legal, seed, turns);
        let shown = printed(&transcript);
        let change = |turn: &String| match turn.find("Roll #1 : [") {
            Some(at) => format!("{}{face}{}", &turn[..at + 11], &turn[at + 12..]),
            None => turn.clone(),
        };
        let changed: Vec<String> = shown.iter().map(change).collect();
        let observation = observed(&transcript, game, &changed);
        let first = observation.throws.iter().filter(|seen| seen.rerolled.len() == 5).count();
        let impossible = observation.findings.iter().filter(|finding| finding.part == "dice/face").count();
        if (1..=4).contains(&face) {
            prop_assert_eq!(impossible, 0);
        } else {
            let with_the_face = changed.iter().filter(|turn| turn.contains("Roll #1 : [")).count();
            prop_assert_eq!(impossible, with_the_face);
            prop_assert!(first >= impossible);
        }
    }
}

/// Observes a conversation with bots; turns are separated by `|`.
fn bots(typed: &[&str], printed: &str) -> Observation {
    let replies: Vec<Typed> = typed.iter().map(|line| Typed::Line((*line).to_string())).collect();
    let printed = PrintedTurns::from(printed.split('|').map(str::to_string).collect::<Vec<_>>());
    observe(game("bots").expect("a game"), &setup("bots"), &replies, printed.all(), Reading::First)
}

#[test]
fn a_throw_that_is_not_shown_ends_what_is_known() {
    let observation = bots(&["", "save"], "Press ENTER|Here you are.\nInput > |Enter your category: ");
    let expected = "Roll #1 : [?, ?, ?, ?, ?]".to_string();
    assert_eq!(observation.end, DiceEnd::Missing(Missing { turn: 2, expected }));
    assert_eq!(observation.transcript.ending, Ending::NeedsDice);
}

#[test]
fn a_kept_die_that_changed_is_a_finding_and_the_game_goes_on_with_it() {
    let observation = bots(
        &["", "roll 1", "save"],
        "Press ENTER|Roll #1 : [1, 1, 1, 1, 2]\nInput > |Roll #2 : [2, 1, 1, 3, 2]\n|",
    );
    assert_eq!(observation.findings.len(), 1);
    assert_eq!(observation.findings[0].fault.to_string(), "die 4 was kept, but it changed from 1 to 3");
    assert_eq!((observation.findings[0].turn, observation.findings[0].line), (3, 1));
    assert_eq!(observation.throws[1].faces, [2, 1, 1, 3, 2]);
}

#[test]
fn dice_are_quoted_as_they_are_printed_with_their_line_unless_it_is_very_long() {
    let only_thrown = |line: &str| {
        let turns = format!("Press ENTER|Roll #1 : [1, 1, 1, 1, 2]\nInput > |{line}\n|");
        let finding = bots(&["", "roll 1 3", "save"], &turns).findings.remove(0);
        (finding.actual, finding.expected)
    };
    let (actual, expected) = only_thrown("Roll #2 : [4, 3]");
    assert_eq!(
        (actual.as_str(), expected.as_deref()),
        ("Roll #2 : [4, 3]", Some("Roll #2 : [4, 1, 3, 1, 2]"))
    );
    let long = format!("Roll #2 : [4, 3] {}", "!".repeat(1 << 20));
    let (actual, expected) = only_thrown(&long);
    assert_eq!((actual.as_str(), expected.as_deref()), ("[4, 3]", Some("[4, 1, 3, 1, 2]")));
}

#[test]
fn two_showings_of_one_throw_are_told_unless_the_second_is_another_throw() {
    let twice = "Press ENTER|Roll #1 : [4, 1, 1, 1, 2]\nRoll #1 : [1, 1, 1, 2, 4]\nInput > ";
    assert_eq!(bots(&[""], twice).throws[0].or.as_deref(), Some(&[1, 1, 1, 2, 4][..]));
    let replies: Vec<Typed> = ["1", "Dave"].iter().map(|line| Typed::Line((*line).to_string())).collect();
    let throws = "Dave rolls 1-2\nHAL rolls 3-4\nHAL goes first\nHAL rolls 1-3\nHAL rolls 4-6\nHAL rolls 3-6\nDave rolls 1-2";
    let printed = PrintedTurns::from(["Welcome", "Name", throws].map(str::to_string).to_vec());
    let rats =
        observe(game("rats").expect("a game"), &setup("rats"), &replies, printed.all(), Reading::First);
    assert_eq!(rats.throws.len(), 6);
    assert!(rats.throws.iter().all(|seen| seen.or.is_none()), "{:?}", rats.throws);
}

#[test]
fn pictures_cannot_be_read() {
    let game = game("iec_dice").expect("a game");
    let observation = observe(
        game,
        &setup("iec_dice"),
        &[],
        PrintedTurns::from(vec!["-----".to_string()]).all(),
        Reading::First,
    );
    assert_eq!(observation.end, DiceEnd::Unreadable);
    assert!(observation.has_dice());
}

/// A game with dice whose text leaves open what is said before a throw, and after it.
const OPEN: Game = Game {
    name: "open",
    about: "",
    arguments: "",
    limits: "",
    rules: GameRules::Fixed(play_open),
    seeded: None,
};

fn play_open(_setup: &Setup, console: &mut dyn Console) -> Play {
    let question = Question { name: "more", prompt: "More? ", replies: &|| Replies::accepting(["go on"]) };
    loop {
        console.either(&["You throw 2 dice of 6", "Now for a throw of two"])?;
        let throw = Throw { sides: 6, before: None, rerolled: &[0, 1] };
        let faces = console.roll(&throw, &|faces| format!("\nThrow: {} {}\n", faces[0], faces[1]))?;
        let sum = faces.iter().map(|face| u32::from(*face)).sum::<u32>();
        console.either(&["Well done!", "Well done"])?;
        console.say(&format!("\nSum: {sum}\n"))?;
        console.ask(&question)?;
    }
}

#[test]
fn dice_are_found_in_whatever_reading_a_program_takes_where_the_text_leaves_room() {
    let readings: [&dyn Fn(usize) -> usize; 3] = [&|_| 0, &|_| 1, &|place| place % 2];
    for (seed, choose) in (0..30).flat_map(|seed| readings.map(|choose| (seed, choose))) {
        let transcript = write(&OPEN, &setup("open"), Style::Legal, seed, 12);
        let printed = printed_as(&transcript, choose);
        let mut late = printed.clone();
        let at = late[3].find("Sum").expect("a sum");
        let moved = late[3].split_off(at);
        late[4].insert_str(0, &moved);
        for printed in [printed, late] {
            let observation = observed(&transcript, &OPEN, &printed);
            assert_eq!(observation.transcript, transcript, "seed {seed}");
            assert_eq!((observation.findings, observation.end), (Vec::new(), DiceEnd::Known));
        }
    }
}

#[test]
fn what_a_conversation_says_is_known_in_every_reading_of_it() {
    let transcript = write(&OPEN, &setup("open"), Style::Legal, 1, 2);
    for choose in [&|_| 0, &|_| 1, &|place| place % 2] as [&dyn Fn(usize) -> usize; 3] {
        let said = letters::letters(&printed_as(&transcript, choose).concat());
        assert!(could_be(&transcript.pieces, &said));
        assert!(!could_be(&transcript.pieces, &said.replace("Sum", "Son")));
    }
}
