//! The facts of games whose text fixes facts and not words: what cases may check, and what students are told.

use super::Reference;

/// What is known of a fact. In sentences, `{dice}`, `{right}` and `{shown}` stand for what differs from place to place.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FactRow {
    /// The name by which cases check it, and rows of the mark sheet claim it.
    pub(crate) name: &'static str,
    /// What it says.
    pub(crate) says: &'static str,
    /// What is expected where it is wrong.
    pub(crate) expected: &'static str,
    /// What the student is told there.
    pub(crate) sentence: &'static str,
    /// The facts of the same row without which it cannot come up: no new game starts where none is offered.
    pub(crate) needs: &'static [&'static str],
}

/// Makes the facts of a game with their table.
macro_rules! facts {
    ($(#[$doc:meta])* $facts:ident, $table:ident: $($fact:ident = $name:literal $(needs $needs:literal)?: $says:literal, $expected:literal, $sentence:literal;)*) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum $facts { $(#[doc = $says] $fact,)* }

        pub(crate) const $table: &[FactRow] =
            &[$(FactRow { name: $name, says: $says, expected: $expected, sentence: $sentence, needs: &[$($needs)?] },)*];

        impl $facts {
            /// Returns what is known of it.
            pub(crate) fn row(self) -> &'static FactRow {
                &$table[self as usize]
            }
        }

        impl From<$facts> for &'static FactRow {
            fn from(fact: $facts) -> Self {
                fact.row()
            }
        }
    };
}

facts! {
    /// The facts of the IEC dice game.
    DiceFact, DICE_FACTS:
    ComputerRolls = "computer/rolls": "the computer rolls three times and shows one die of each roll",
        "one die of each of the computer's three rolls", "the computer rolls three times and shows one die of each roll, but {shown} shown";
    ComputerHidden = "computer/hidden": "the computer's total is not shown before the player's turn is over",
        "no score of the computer before the end", "the computer's score of {shown} is told before the player's turn is over";
    ComputerScore = "computer/score" needs "computer/rolls": "the computer's final score is possible for the dice shown",
        "a score of the computer of {right}", "with these dice the computer's score is {right}; {shown}";
    DiceThree = "dice/three": "every roll of the player shows three dice",
        "pictures of three dice", "the player rolls three dice, but {shown} are drawn";
    DiceFaces = "dice/faces": "a die shows one of six faces",
        "a face from 1 to 6", "a die is drawn with {shown}; it has 1 to 6";
    PicturesDrawn = "pictures/drawn": "dice are drawn, without digits",
        "pips", "the picture of a die shows digits; it should show pips";
    PicturesRows = "pictures/rows": "the rows of a die stand under each other",
        "a die whose rows, sides and edges are drawn alike", "{shown}";
    PicturesPips = "pictures/pips": "a die has as many pips as it counts",
        "a face from 1 to 6", "a die is drawn with {shown}; it has 1 to 6";
    PicturesOnce = "pictures/once": "each row of a die is drawn once",
        "a die with {right}", "each row of a die is drawn twice, so that a die of {dice} shows {shown}; draw each row once";
    PicturesRed = "pictures/red" needs "pictures/drawn": "the red die can be told from the white ones",
        "a red die", "the red die looks like the white ones";
    RerollAsked = "reroll/asked": "the player is asked after every roll that does not end the turn",
        "the question whether to roll again", "this roll does not end the turn ({dice}), but the player is not asked whether to roll again";
    RerollRolled = "reroll/rolled" needs "reroll/asked": "on yes all three dice are rolled again",
        "pictures of three dice", "the player wants to roll again, but no three dice are rolled and shown";
    RerollDeclined = "reroll/declined" needs "reroll/asked": "on no the player's turn ends",
        "the end of the player's turn", "the player does not want to roll again, but the turn goes on";
    RerollBust = "reroll/bust": "a red 1 without a white 1 ends the turn without a question",
        "the end of the turn, without a question", "a red 1 without a white 1 ends the turn ({dice}), but the program asks whether to roll again";
    ScoreSum = "score/sum": "a roll scores the sum of the white dice",
        "a score of {right} for this roll", "this roll ({dice}) scores {right}; {shown}";
    ScoreDoubled = "score/doubled": "the score is doubled if the red die is like one white die",
        "a score of {right} for this roll", "this roll ({dice}) scores {right}, doubled because the red die is like one white die; {shown}";
    ScoreTripled = "score/tripled": "the score is tripled if the red die is like both white dice",
        "a score of {right} for this roll", "this roll ({dice}) scores {right}, tripled because the red die is like both white dice; {shown}";
    ScoreRedOne = "score/red-one": "a red 1 with one white 1 doubles",
        "a score of {right} for this roll", "this roll ({dice}) scores {right}, doubled because the red die is like one white die; {shown}";
    ScoreThreeOnes = "score/three-ones": "three ones triple to six",
        "a score of {right} for this roll", "this roll ({dice}) scores {right}, tripled because the red die is like both white dice; {shown}";
    TotalFirst = "total/first": "after the first roll the total is its score",
        "a total of {right}", "the player's total is {right} now; {shown}";
    TotalAdded = "total/added": "every roll is added to the total",
        "a total of {right}", "the player's total is {right} now; {shown}";
    TotalZero = "total/zero": "a red 1 without a white 1 resets the total to zero",
        "a total of {right}", "a red 1 without a white 1 ({dice}) resets the total to {right}; {shown}";
    EndingScores = "ending/scores": "at the end both scores are shown",
        "the final scores of both", "the player's final score is {right}; {shown}";
    EndingWinner = "ending/winner": "the one with the higher score is named the winner",
        "{right}", "{right}: {shown}; the program says something else";
    AgainAsked = "again/asked": "after a game the player is asked for another one",
        "the question whether to play again", "the game is over, but the player is not asked whether to play again";
    AgainStarted = "again/started" needs "again/asked": "on yes a new game starts",
        "a new game", "another game is wanted, but none starts";
    AgainDice = "again/dice" needs "again/asked": "in a new game the computer rolls again",
        "one die of each of the computer's three rolls", "a new game starts, but no dice of the computer are shown";
    AgainReset = "again/reset" needs "again/asked": "in a new game the player's total starts at zero",
        "a total of {right}", "the player's total is {right} now; {shown}";
    AgainEnded = "again/ended" needs "again/asked": "on no the program ends",
        "the end of the program", "no other game is wanted, but the program goes on";
}

facts! {
    /// The facts of Rats!, for courses that leave its wording free.
    RatsFact, RATS_FACTS:
    Points = "turn/points": "the points of a throw are added to the turn and to the total",
        "the number {right}", "the points of the turn and the total should be shown, one of which is {right}; {shown}";
    Rats = "turn/rats": "two ones take the points of the turn",
        "a total of {right}", "two ones take the points of the turn, so that the total is {right}; {shown}";
    Winning = "winning/points": "at the end the points of all players are shown",
        "the number {right}", "a player has {right} points at the end; {shown}";
}

/// Returns the facts of the game of a suite; none if its text fixes words.
pub(crate) fn facts_of(reference: &Reference) -> &'static [FactRow] {
    match reference {
        Reference::Game { name: "iec_dice", .. } => DICE_FACTS,
        Reference::Game { name: "rats", .. } => RATS_FACTS,
        _ => &[],
    }
}
