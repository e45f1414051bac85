//! The IEC dice game: a player with a red and two white dice against the computer's white ones.
//!
//! The computer rolls two white dice three times and shows one of each two; its score is the sum of
//! all six. Then the player rolls all three dice as often as he or she likes. A roll scores the sum of
//! the white dice, doubled if the red die equals one of them, tripled if it equals both. A red 1
//! without a white 1 sets the player's total to zero and ends the turn. The higher score wins.
//!
//! The text fixes rules and not words: the words here are this project's own. The computer's hidden
//! dice are rolled when they are revealed, so nothing that is said before depends on them.

use std::cmp::Ordering;

use crate::bends::{Bend, Bends, bent};
use crate::console::{Console, Play, Question, Replies, Throw};
use crate::games::Game;
use crate::setup::Setup;

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

/// When the score of the computer is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ScoreTold {
    /// As soon as it has rolled.
    AtOnce,
    /// After the player's turn.
    AfterTheTurn,
}

/// The rules as the text has them, unless they are bent.
#[derive(Debug, Clone, Copy)]
pub struct DiceGameRules {
    /// "The computer rolls the two white (scoring) dice 3 times."
    computer_rolls: usize,
    /// "Only one of the two dice is shown": how many of each two are.
    computer_shows: usize,
    /// "The computer score is the sum of the six values rolled".
    computer_score: fn(shown: &[u8], hidden: &[u8]) -> i64,
    /// "The computer score ... should not be revealed to the user at this point": when it is.
    computer_score_told: ScoreTold,
    /// "The sum of these two dice serve as the "initial" score for this turn."
    initial: fn(red: u8, white: i64) -> i64,
    /// "The same as one of the scoring die": the white dice that are compared with the red one.
    compared: fn(white: &[u8]) -> &[u8],
    /// "And the white dice do not roll a 1": the white dice that are looked at.
    looked_at_for_ones: fn(white: &[u8]) -> &[u8],
    /// "The initial score is doubled", or tripled: what of it is.
    multiplied: fn(initial: i64, white: &[u8]) -> i64,
    /// The same, where both white dice are alike and the red one is not.
    times_for_white_pair: i64,
    /// "If the red die value is the same as one of the scoring die, the initial score is doubled."
    times_for_one: i64,
    /// "If the red die value is the same as both of the scoring die, the initial score is tripled."
    times_for_both: i64,
    /// "If the red die rolls a 1 and the white dice do not roll a 1".
    loses: fn(red: u8, alike: usize) -> bool,
    /// "The highest score wins": whether anything is said where both scores are equal.
    tells_ties: bool,
    /// "The player's total score is reset to zero."
    lost_total: fn(total: i64) -> i64,
    /// "… the player's turn ends."
    ends_when_lost: bool,
    /// "The player's current score is added to the player's previous total score", which the number of equal dice does not multiply.
    total: fn(before: i64, score: i64, equal: i64) -> i64,
    /// "Display both the current (i.e. single turn) and total score for the player."
    shows_score: bool,
    /// "… and the new total is displayed".
    shown_total: fn(before: i64, after: i64) -> i64,
    /// "The highest score wins."
    winner: fn(player: i64, computer: i64) -> Ordering,
    /// "Both the computer and the player start with a score of zero."
    new_total: fn(last: i64) -> i64,
    /// The same, of the computer.
    computer_starts_with: fn(last: i64) -> i64,
}

impl Default for DiceGameRules {
    fn default() -> Self {
        Self {
            computer_rolls: 3,
            computer_shows: 1,
            computer_score: |shown, hidden| sum(shown) + sum(hidden),
            computer_score_told: ScoreTold::AfterTheTurn,
            initial: |_, white| white,
            compared: |white| white,
            looked_at_for_ones: |white| white,
            multiplied: |initial, _| initial,
            times_for_white_pair: 1,
            times_for_one: 2,
            times_for_both: 3,
            loses: |red, alike| red == 1 && alike == 0,
            tells_ties: true,
            lost_total: |_| 0,
            ends_when_lost: true,
            total: |before, score, _| before.saturating_add(score),
            shows_score: true,
            shown_total: |_, after| after,
            winner: |player, computer| player.cmp(&computer),
            new_total: |_| 0,
            computer_starts_with: |_| 0,
        }
    }
}

/// How beginners get the rules wrong.
pub(crate) const BENDS: &[Bend<DiceGameRules>] = &[
    Bend::new("computer-rolls-twice", |rules| rules.computer_rolls = 2),
    Bend::new("computer-rolls-four-times", |rules| rules.computer_rolls = 4),
    Bend::new("computer-shows-both-dice", |rules| rules.computer_shows = 2),
    Bend::new("computer-score-told-at-once", |rules| rules.computer_score_told = ScoreTold::AtOnce),
    Bend::new("only-shown-dice-counted", |rules| rules.computer_score = |shown, _| sum(shown)),
    Bend::new("red-die-added", |rules| rules.initial = |red, white| white + i64::from(red)),
    Bend::new("doubled-for-first-white-die-only", |rules| rules.compared = first_of),
    Bend::new("doubled-for-second-white-die-only", |rules| rules.compared = all_but_first_of),
    Bend::new("second-white-die-overlooked", |rules| {
        (rules.compared, rules.looked_at_for_ones) = (first_of, first_of);
    }),
    Bend::new("first-white-die-overlooked", |rules| {
        (rules.compared, rules.looked_at_for_ones) = (all_but_first_of, all_but_first_of);
    }),
    Bend::new("white-pairs-doubled-too", |rules| rules.times_for_white_pair = 2),
    Bend::new("white-pairs-doubled-instead", |rules| {
        (rules.times_for_white_pair, rules.times_for_one) = (2, 1);
    }),
    Bend::new("white-pairs-doubled-instead-and-nothing-tripled", |rules| {
        (rules.times_for_white_pair, rules.times_for_one, rules.times_for_both) = (2, 1, 2);
    }),
    Bend::new("never-doubled", |rules| rules.times_for_one = 1),
    Bend::new("never-doubled-nor-tripled", |rules| (rules.times_for_one, rules.times_for_both) = (1, 1)),
    Bend::new("tripled-instead-of-doubled", |rules| rules.times_for_one = 3),
    Bend::new("never-tripled", |rules| rules.times_for_both = 2),
    Bend::new("only-the-last-white-die-multiplied", |rules| {
        rules.multiplied = |_, white| white.last().map_or(0, |last| i64::from(*last));
    }),
    Bend::new("doubled-twice", |rules| rules.times_for_both = 4),
    Bend::new("any-red-one-loses", |rules| rules.loses = |red, _| red == 1),
    Bend::new("red-one-is-harmless", |rules| rules.loses = |_, _| false),
    Bend::new("red-one-keeps-total", |rules| rules.lost_total = |total| total),
    Bend::new("red-one-goes-on", |rules| rules.ends_when_lost = false),
    Bend::new("only-the-total-shown", |rules| rules.shows_score = false),
    Bend::new("last-roll-only", |rules| rules.total = |_, score, _| score),
    Bend::new("total-doubled-with-the-roll", |rules| {
        rules.total = |before, score, equal| before.saturating_mul(equal).saturating_add(score);
    }),
    Bend::new("total-doubled-not-the-roll", |rules| {
        (rules.times_for_one, rules.times_for_both) = (1, 1);
        rules.total = |before, score, equal| before.saturating_add(score).saturating_mul(equal);
    }),
    Bend::new("score-shown-before-it-is-multiplied", |rules| {
        (rules.times_for_one, rules.times_for_both) = (1, 1);
        rules.total = |before, score, equal| before.saturating_add(score.saturating_mul(equal));
    }),
    Bend::new("total-shown-before-the-roll", |rules| rules.shown_total = |before, _| before),
    Bend::new("lower-score-wins", |rules| rules.winner = |player, computer| computer.cmp(&player)),
    Bend::new("ties-not-told", |rules| rules.tells_ties = false),
    Bend::new("player-wins-ties", |rules| {
        rules.winner = |player, computer| player.cmp(&computer).then(Ordering::Greater);
    }),
    Bend::new("computer-wins-ties", |rules| {
        rules.winner = |player, computer| player.cmp(&computer).then(Ordering::Less);
    }),
    Bend::new("total-kept-in-new-game", |rules| rules.new_total = |last| last),
    Bend::new("computer-score-kept-in-new-game", |rules| rules.computer_starts_with = |last| last),
];

impl DiceGameRules {
    /// Returns the rules by which a game is played that is the dice game, perhaps bent; nothing of another game.
    pub fn of(game: &Game) -> Option<Self> {
        game.chosen_bends().filter(|_| game.name == "iec_dice").map(|bends| bent(BENDS, bends))
    }

    /// Returns how many dice the computer shows before the player rolls.
    pub fn shown_by_computer(&self) -> usize {
        self.computer_rolls * self.computer_shows
    }

    /// Returns how many dice the computer hides until the player's turn is over.
    pub fn hidden_by_computer(&self) -> usize {
        self.computer_rolls * (2 - self.computer_shows)
    }

    /// Returns whether the computer's score is told before the player rolls.
    pub fn tells_computer_score_at_once(&self) -> bool {
        self.computer_score_told == ScoreTold::AtOnce
    }

    /// Returns with which score the computer starts after a game that it ended with `last`.
    pub fn computer_starts_with(&self, last: i64) -> i64 {
        (self.computer_starts_with)(last)
    }

    /// Returns the computer's score, from the dice that it shows at once and those that it hides.
    pub fn computer_score(&self, shown: &[u8], hidden: &[u8]) -> i64 {
        (self.computer_score)(shown, hidden)
    }

    /// Returns the score of a red and two white dice; nothing for a roll that loses all, as a red 1 without a white 1 does.
    pub fn score(&self, red: u8, white: &[u8]) -> Option<i64> {
        let initial = (self.initial)(red, sum(white));
        let times = |times: i64| Some(initial + (self.multiplied)(initial, white) * (times - 1));
        match alike(red, white) {
            _ if (self.loses)(red, alike(red, (self.looked_at_for_ones)(white))) => None,
            2.. => times(self.times_for_both),
            1 if alike(red, (self.compared)(white)) > 0 => times(self.times_for_one),
            0 if white.windows(2).any(|two| two[0] == two[1]) => times(self.times_for_white_pair),
            _ => Some(initial),
        }
    }

    /// Returns whether it is said that both scores are equal.
    pub fn tells_ties(&self) -> bool {
        self.tells_ties
    }

    /// Returns the player's total after a roll with this score, or one that loses all, in which so many white dice are like the red one.
    pub fn total(&self, before: i64, score: Option<i64>, alike: usize) -> i64 {
        let equal = [1, 2, 3][alike.min(2)];
        score.map_or_else(|| (self.lost_total)(before), |score| (self.total)(before, score, equal))
    }

    /// Returns whether the score of a roll is shown beside the total.
    pub fn shows_score(&self) -> bool {
        self.shows_score
    }

    /// Returns the total that is shown after a roll that scores, by the totals before and after it.
    pub fn shown_total(&self, before: i64, after: i64) -> i64 {
        (self.shown_total)(before, after)
    }

    /// Returns whether the player is asked to roll again after a roll with this score, or one that loses all.
    pub fn asks_again(&self, score: Option<i64>) -> bool {
        score.is_some() || !self.ends_when_lost
    }

    /// Returns whether the player's final score is the better one (`Greater`), the computer's, or neither.
    pub fn winner(&self, player: i64, computer: i64) -> Ordering {
        (self.winner)(player, computer)
    }

    /// Returns with which total the player starts after a game that he or she ended with `last`.
    pub fn new_total(&self, last: i64) -> i64 {
        (self.new_total)(last)
    }
}

fn first_of(white: &[u8]) -> &[u8] {
    &white[..white.len().min(1)]
}

fn all_but_first_of(white: &[u8]) -> &[u8] {
    &white[white.len().min(1)..]
}

/// Returns how many of the white dice are like the red one.
pub fn alike(red: u8, white: &[u8]) -> usize {
    white.iter().map(|face| usize::from(*face == red)).sum()
}

/// Plays game after game until the player has enough.
pub(crate) fn play(_setup: &Setup, bends: Bends, console: &mut dyn Console) -> Play {
    let rules = bent(BENDS, bends);
    let (mut player, mut computer) = (0, 0);
    loop {
        let had = rules.computer_starts_with(computer);
        let rolled = computer_rolls(had, &rules, console)?;
        player = player_turn(rules.new_total(player), &rules, console)?;
        computer = end(rolled, player, had, &rules, console)?;
        if !PLAY_AGAIN.ask(console)? {
            return Ok(());
        }
    }
}

/// What the computer rolled before the player's turn.
struct ComputerDice {
    shown: Vec<u8>,
    /// The dice that it hides, if they are rolled already.
    hidden: Option<Vec<u8>>,
}

/// "The computer rolls the two white (scoring) dice 3 times", with the score that it `had` before.
fn computer_rolls(had: i64, rules: &DiceGameRules, console: &mut dyn Console) -> Play<ComputerDice> {
    let mut shown = Vec::new();
    for number in 1..=rules.computer_rolls {
        console.about("computer-roll");
        console.say(&format!("Roll {number} of the computer, one of its two dice:\n"))?;
        shown.extend(roll(&vec![WHITE; rules.computer_shows], console)?);
    }
    let mut hidden = None;
    if rules.tells_computer_score_at_once() {
        let dice = rules.hidden_by_computer();
        let faces = roll_and_show(dice, &|_| String::new(), console)?;
        console.about("computer-score");
        console.say(&format!("The computer's score is {}.\n", had + rules.computer_score(&shown, &faces)))?;
        hidden = Some(faces);
    }
    Ok(ComputerDice { shown, hidden })
}

/// "Then it is the player's turn", which begins with a total; returns the player's total.
fn player_turn(mut total: i64, rules: &DiceGameRules, console: &mut dyn Console) -> Play<i64> {
    loop {
        console.about("roll/picture");
        console.say("\nYou roll:\n")?;
        let faces = roll(&[RED, WHITE, WHITE], console)?;
        let (red, white) = faces.split_first().unwrap_or((&0, &[]));
        let score = rules.score(*red, white);
        let before = total;
        total = rules.total(before, score, alike(*red, white));
        let shown = if score.is_some() { rules.shown_total(before, total) } else { total };
        console.about("roll/score");
        console.say(&match score {
            Some(_) if !rules.shows_score => String::new(),
            Some(score) => format!("This roll scores {score}.\n"),
            None => "A red one without a white one: you lose it all.\n".to_string(),
        })?;
        console.about("roll/total");
        console.say(&format!("Your total is {shown}.\n"))?;
        if !rules.asks_again(score) || !ROLL_AGAIN.ask(console)? {
            return Ok(total);
        }
    }
}

fn sum(faces: &[u8]) -> i64 {
    faces.iter().map(|&face| i64::from(face)).sum()
}

/// "After the player's turn is over": reveals the hidden dice, both scores and the winner; returns the score of the computer, that `had` one
/// before.
fn end(
    rolled: ComputerDice,
    player: i64,
    had: i64,
    rules: &DiceGameRules,
    console: &mut dyn Console,
) -> Play<i64> {
    console.about("ending/hidden");
    console.say("\nThe hidden dice of the computer:\n")?;
    let white = vec![WHITE; rules.hidden_by_computer()];
    let hidden = match rolled.hidden {
        Some(hidden) => {
            console.say(&picture(&white, &hidden))?;
            hidden
        }
        None => roll(&white, console)?,
    };
    let computer = had + rules.computer_score(&rolled.shown, &hidden);
    console.about("ending/player");
    console.say(&format!("Your final score is {player}.\n"))?;
    console.about("ending/computer");
    console.say(&format!("The computer's final score is {computer}.\n"))?;
    console.about("ending/winner");
    console.say(match rules.winner(player, computer) {
        Ordering::Greater => "You win!\n",
        Ordering::Less => "The computer wins!\n",
        Ordering::Equal if rules.tells_ties => "It is a tie.\n",
        Ordering::Equal => "",
    })?;
    Ok(computer)
}

/// Rolls one die of each colour, and shows them side by side.
fn roll(colours: &[char], console: &mut dyn Console) -> Play<Vec<u8>> {
    roll_and_show(colours.len(), &|faces| picture(colours, faces), console)
}

fn roll_and_show(dice: usize, show: &dyn Fn(&[u8]) -> String, console: &mut dyn Console) -> Play<Vec<u8>> {
    let all: Vec<usize> = (0..dice).collect();
    console.roll(&Throw { sides: 6, before: None, rerolled: &all }, show)
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
        let replies = || Replies {
            refused: ["", "maybe", "later", "?"].map(String::from).to_vec(),
            ..Replies::accepting(["y", "n", "yes", "no", "Y", "N"])
        };
        let question = Question { name: self.name, prompt: self.prompt, replies: &replies };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_score_what_the_text_says() {
        for (red, white, score) in [
            (3, [4, 2], Some(6)),
            (1, [5, 1], Some(12)),
            (5, [5, 5], Some(30)),
            (1, [1, 1], Some(6)),
            (1, [4, 6], None),
        ] {
            assert_eq!(DiceGameRules::default().score(red, &white), score, "{red} and {white:?}");
        }
    }

    #[test]
    fn a_bent_game_has_bent_rules_and_another_game_none() {
        let game = crate::game("iec_dice").expect("it is a game");
        let bent = game.bent("any-red-one-loses").expect("it is a bend");
        let score = |game| DiceGameRules::of(game).expect("the dice game").score(1, &[1, 4]);
        assert_eq!((score(game), score(&bent)), (Some(10), None));
        assert!(DiceGameRules::of(crate::game("rats").expect("it is a game")).is_none());
    }
}
