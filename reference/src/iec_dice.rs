//! The IEC dice game: a player with a red and two white dice against the computer's white ones.
//!
//! The computer rolls two white dice three times and shows one of each two; its score is the sum of
//! all six. Then the player rolls all three dice as often as he or she likes. A roll scores the sum of
//! the white dice, doubled if the red die equals one of them, tripled if it equals both. A red 1
//! without a white 1 sets the player's total to zero and ends the turn. The higher score wins.
//!
//! The text fixes rules and not words: the words here are this project's own. The computer's hidden
//! dice are rolled when they are revealed, so nothing that is said before depends on them.

use crate::console::{Console, Play, Question, Replies, Throw};
use crate::setup::Setup;

/// How often the computer rolls.
const COMPUTER_ROLLS: usize = 3;

/// The pips of the faces 0 to 9 in three rows of three; a die that shows more is drawn full.
const PIPS: [[&str; 3]; 10] = [
    ["   ", "   ", "   "],
    ["   ", " p ", "   "],
    ["p  ", "   ", "  p"],
    ["p  ", " p ", "  p"],
    ["p p", "   ", "p p"],
    ["p p", " p ", "p p"],
    ["p p", "p p", "p p"],
    ["p p", "ppp", "p p"],
    ["ppp", "p p", "ppp"],
    ["ppp", "ppp", "ppp"],
];

const WHITE: char = '*';
const RED: char = 'o';

const ROLL_AGAIN: Choice = Choice {
    name: "roll-again",
    prompt: "Roll again (y/n)? ",
    part: "roll/question",
    refusal: "roll/refusal",
};

const PLAY_AGAIN: Choice = Choice {
    name: "play-again",
    prompt: "Play again (y/n)? ",
    part: "ending/question",
    refusal: "ending/refusal",
};

/// Plays game after game until the player has enough.
pub(crate) fn play(_setup: &Setup, console: &mut dyn Console) -> Play {
    loop {
        let shown = computer_rolls(console)?;
        let player = player_turn(console)?;
        end(&shown, player, console)?;
        if !PLAY_AGAIN.ask(console)? {
            return Ok(());
        }
    }
}

/// "The computer rolls the two white (scoring) dice 3 times"; returns the dice it has shown.
fn computer_rolls(console: &mut dyn Console) -> Play<Vec<u8>> {
    let mut shown = Vec::new();
    for number in 1..=COMPUTER_ROLLS {
        console.about("computer-roll");
        console.say(&format!("Roll {number} of the computer, one of its two dice:\n"))?;
        shown.extend(roll(&[WHITE], console)?);
    }
    Ok(shown)
}

/// "Then it is the player's turn"; returns the player's total.
fn player_turn(console: &mut dyn Console) -> Play<u32> {
    let mut total = 0;
    loop {
        console.about("roll/picture");
        console.say("\nYou roll:\n")?;
        let faces = roll(&[RED, WHITE, WHITE], console)?;
        let score = score(&faces);
        total = score.map_or(0, |score| total + score);
        console.about("roll/score");
        console.say(&match score {
            Some(score) => format!("This roll scores {score}.\n"),
            None => "A red one without a white one: you lose it all.\n".to_string(),
        })?;
        console.about("roll/total");
        console.say(&format!("Your total is {total}.\n"))?;
        if score.is_none() || !ROLL_AGAIN.ask(console)? {
            return Ok(total);
        }
    }
}

/// Returns the score of a red and two white dice; nothing for a red 1 without a white 1.
fn score(faces: &[u8]) -> Option<u32> {
    let (&red, white) = faces.split_first()?;
    let sum: u32 = white.iter().map(|&face| u32::from(face)).sum();
    match white.iter().map(|&face| usize::from(face == red)).sum() {
        0_usize if red == 1 => None,
        0 => Some(sum),
        1 => Some(sum * 2),
        _ => Some(sum * 3),
    }
}

/// "After the player's turn is over": reveals the hidden dice, both scores and the winner.
fn end(shown: &[u8], player: u32, console: &mut dyn Console) -> Play {
    console.about("ending/hidden");
    console.say("\nThe hidden dice of the computer:\n")?;
    let hidden = roll(&[WHITE; COMPUTER_ROLLS], console)?;
    let computer: u32 = shown.iter().chain(&hidden).map(|&face| u32::from(face)).sum();
    console.about("ending/player");
    console.say(&format!("Your final score is {player}.\n"))?;
    console.about("ending/computer");
    console.say(&format!("The computer's final score is {computer}.\n"))?;
    console.about("ending/winner");
    console.say(match player.cmp(&computer) {
        std::cmp::Ordering::Greater => "You win!\n",
        std::cmp::Ordering::Less => "The computer wins!\n",
        std::cmp::Ordering::Equal => "It is a tie.\n",
    })
}

/// Rolls one die of each colour, and shows them side by side.
fn roll(colours: &[char], console: &mut dyn Console) -> Play<Vec<u8>> {
    let all: Vec<usize> = (0..colours.len()).collect();
    let throw = Throw { sides: 6, before: None, rerolled: &all };
    console.roll(&throw, &|faces| picture(colours, faces))
}

/// "Pictorial representations of the dice", whose pips are the colours' characters.
fn picture(colours: &[char], faces: &[u8]) -> String {
    let side_by_side = |draw: &dyn Fn(char, u8) -> String| {
        let dice: Vec<_> = colours.iter().zip(faces).map(|(colour, face)| draw(*colour, *face)).collect();
        format!("{}\n", dice.join("  "))
    };
    let edge = side_by_side(&|_, _| "---------".to_string());
    let rows = [0, 1, 2].map(|row| {
        side_by_side(&|colour, face| {
            let pips = PIPS[usize::from(face).min(PIPS.len() - 1)][row];
            let pips: String =
                pips.chars().flat_map(|pip| if pip == 'p' { [' ', colour] } else { [' '; 2] }).collect();
            format!("|{pips} |")
        })
    });
    format!("{edge}{}{edge}", rows.concat())
}

/// A question of yes or no.
struct Choice {
    name: &'static str,
    prompt: &'static str,
    part: &'static str,
    refusal: &'static str,
}

impl Choice {
    /// Asks until the reply is yes or no, in full or as a letter, in any letter case.
    fn ask(&self, console: &mut dyn Console) -> Play<bool> {
        let accepted = ["y", "n", "yes", "no", "Y", "N"].map(String::from).to_vec();
        let refused = ["", "maybe", "later", "?"].map(String::from).to_vec();
        let replies = Replies { accepted, refused, ..Replies::default() };
        let question = Question { name: self.name, prompt: self.prompt, replies };
        loop {
            console.about(self.part);
            match console.ask(&question)?.trim().to_lowercase().as_str() {
                "y" | "yes" => return Ok(true),
                "n" | "no" => return Ok(false),
                _ => {}
            }
            console.about(self.refusal);
            console.say("Please answer y or n.\n")?;
        }
    }
}
