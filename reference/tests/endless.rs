//! A game that never asks again does not fill the memory of whoever replays it.

use reference::replay::replay;
use reference::{Ending, Script, Setup, Typed, game};

#[test]
fn two_players_without_armies_and_resources_go_on_without_end() {
    let config = "Frame: 5x5\nWater: 2 0 0 2 4 2 2 4\nWood: 0 4\nFood: 4 0\nGold: 2 2\n";
    let setup = Setup::new(&["config.txt"], &[("config.txt", config)]);
    // Each player spends everything on two scouts and sends both into the water.
    let one = "T\n2 1\nT\n1 2\n2 1 2 0\n1 2 0 2\n";
    let two = "T\n3 2\nT\n2 3\n3 2 4 2\n2 3 2 4\n";
    let end = |typed: &str| {
        let replies = typed.lines().map(|line| Typed::Line(line.to_string())).collect();
        let game = game("little_battle").expect("the game is in the table");
        replay(game, &setup, &Script { replies, faces: vec![] }).ending
    };
    assert!(matches!(end(one), Ending::Asks { question: "recruit", .. }));
    assert_eq!(end(&[one, two].concat()), Ending::Endless);
}
