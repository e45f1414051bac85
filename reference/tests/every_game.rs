//! Properties that hold for every game of the table, without being written again for a new one.

use proptest::collection::vec;
use proptest::prelude::*;
use reference::author::{Policy, Style, play, write};
use reference::replay::{replay, replay_with};
use reference::{Dialect, Ending, GAMES, Game, Piece, Script, Setup, Transcript, Typed};

/// Returns a setup with which the game can be played to its end.
fn setup(game: &Game) -> Setup {
    match game.name {
        "little_battle" => Setup::new(
            &["config.txt"],
            &[("config.txt", "Frame: 5x5\nWater: 0 0\nWood: 0 2\nFood: 2 2\nGold: 4 1\n")],
        ),
        "rats" => Setup::new(&["1"], &[]),
        _ => Setup::new(&[], &[]),
    }
}

/// Returns whether the last thing said, before the question is put again, refuses a reply.
fn refuses(transcript: &Transcript, replies: usize) -> bool {
    let mut typed = 0;
    transcript.pieces.iter().any(|piece| {
        typed += usize::from(matches!(piece, Piece::Typed(_)));
        typed == replies && matches!(piece, Piece::Said { part, .. } | Piece::SaidEither { part, .. } if part.ends_with("refusal"))
    })
}

/// Returns what an author types who probes with the reply of this number, and else gives these answers.
fn probed(game: &str, number: usize, answers: &[(&str, &[&str])]) -> Vec<Typed> {
    let game = reference::game(game).expect("a game");
    let answer = |(question, lines): &(&str, &[&str])| {
        ((*question).to_string(), lines.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    let answers = answers.iter().map(answer).collect();
    let policy = Policy { style: Style::Probing(number), seed: 1, turns: 8, answers };
    play(game, &setup(game), &policy, Dialect::Own.dice(1).as_mut()).typed()
}

#[test]
fn a_question_is_probed_before_it_gets_the_answers_that_are_prescribed() {
    let typed = probed("rats", 4, &[("players", &["2"])]);
    assert_eq!(typed[..2], ["0", "2"].map(|line| Typed::Line(line.to_string())));
}

#[test]
fn moves_to_the_left_of_the_map_and_above_it_are_probed() {
    for (place, off) in [("0 1", "0 1 -1 1"), ("1 0", "1 0 1 -1")] {
        let typed = probed("little_battle", 0, &[("recruit", &["S", "NO"]), ("place", &[place])]);
        assert!(typed.contains(&Typed::Line(off.to_string())), "{typed:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: ProptestConfig::default().cases / 4,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_script_replays_to_the_same_transcript(seed: u64, turns in 0_usize..60) {
        for game in GAMES {
            for style in [Style::Legal, Style::Mixed] {
                let written = write(game, &setup(game), style, seed, turns);
                prop_assert!(written.typed().len() <= turns, "{} has more replies", game.name);
                prop_assert_eq!(&replay(game, &setup(game), &written.script()), &written);
            }
        }
    }

    #[test]
    fn who_probes_types_each_reply_that_is_refused_at_the_first_question(seed: u64) {
        for game in GAMES {
            let Ending::Asks { replies, .. } = write(game, &setup(game), Style::Legal, seed, 0).ending else { continue };
            for (number, reply) in replies.seldom.iter().chain(&replies.refused).enumerate() {
                let typed = write(game, &setup(game), Style::Probing(number), seed, 1).typed();
                prop_assert_eq!(typed, [Typed::Line(reply.clone())], "{}", game.name);
            }
            let behind = Style::Probing(replies.seldom.len() + replies.refused.len());
            let leaves = write(game, &setup(game), behind, seed, 1).typed();
            let leaving = replies.leaving.first().map(|reply| Typed::Line(reply.to_string()));
            let is_left = leaving.is_some_and(|leaving| leaves == [leaving]);
            prop_assert_eq!(is_left, !replies.leaving.is_empty(), "{}", game.name);
        }
    }

    #[test]
    fn legal_replies_are_accepted_and_illegal_ones_refused(seed: u64, turns in 0_usize..40) {
        for game in GAMES {
            let written = write(game, &setup(game), Style::Legal, seed, turns);
            let Ending::Asks { replies, .. } = &written.ending else { continue };
            let after = |reply: &str| {
                let mut script = written.script();
                script.replies.push(Typed::Line(reply.to_string()));
                script.faces.extend([1; 20]);
                let count = script.replies.len();
                refuses(&replay(game, &setup(game), &script), count)
            };
            for reply in &replies.accepted {
                prop_assert!(!after(reply), "{} refuses {reply:?}", game.name);
            }
            for reply in replies.asides.iter().chain(replies.leaving) {
                prop_assert!(!after(reply), "{} refuses {reply:?}", game.name);
            }
            for reply in replies.seldom.iter().chain(&replies.refused) {
                prop_assert!(after(reply), "{} takes {reply:?}", game.name);
            }
        }
    }

    #[test]
    fn seeded_dice_replay_as_the_faces_that_they_show(seed: i64, turns in 0_usize..40) {
        for game in GAMES {
            for dialect in Dialect::ALL {
                let replies = write(game, &setup(game), Style::Mixed, seed.cast_unsigned(), turns).typed();
                let seeded = replay_with(game, &setup(game), &replies, dialect.dice(seed).as_mut());
                prop_assert_eq!(&replay(game, &setup(game), &seeded.script()), &seeded);
            }
        }
    }

    #[test]
    fn faces_that_no_die_has_do_no_harm(seed: u64, faces in vec(any::<u8>(), 0..200)) {
        for game in GAMES {
            let replies = write(game, &setup(game), Style::Mixed, seed, 60).typed();
            replay(game, &setup(game), &Script { replies, faces: faces.clone() });
        }
    }
}
