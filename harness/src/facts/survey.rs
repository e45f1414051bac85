//! What is known of a conversation at one of its stages.

use reference::iec_dice::DiceGameRules;

use super::game::GameState;
use super::ledger::FactLedger;
use super::misdrawn::Logged;
use super::story::Story;
use super::worth::{Faces, Misdrawn};

/// How a run came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Over {
    /// It goes on.
    No,
    /// The program ended by itself.
    ByItself,
    /// The program waits, and nothing more is typed.
    Waits,
    /// It was cut off.
    CutOff,
}

/// How it is known which number of the output is which.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NumbersBy {
    /// By the words near them: `Your total: 12` is the player's total.
    Words,
    /// By their values: any number that equals the total may be the total.
    Value,
}

/// A die with a number of pips that no die has.
#[derive(Debug)]
pub(super) struct Impossible {
    pub(super) stage: usize,
    pub(super) line: usize,
    pub(super) pips: usize,
    /// Whether the score of the roll counts the pips that are drawn: such a face fell.
    pub(super) as_drawn: bool,
    /// The faces of a die one of which the score may count instead: the picture is wrong.
    pub(super) as_faces: Vec<i64>,
}

/// A conversation, and the rules by which it is judged.
#[derive(Clone, Copy)]
pub(crate) struct Hearing<'a> {
    pub(crate) story: &'a Story,
    pub(crate) over: Over,
    pub(crate) rules: &'a DiceGameRules,
    /// The face that other conversations of the submission show to be misdrawn.
    pub(crate) misdrawn: Option<Misdrawn>,
}

/// What is known of a conversation up to one of its stages.
pub(super) struct Survey<'a> {
    pub(super) story: &'a Story,
    pub(super) over: Over,
    pub(super) rules: &'a DiceGameRules,
    pub(super) labels: NumbersBy,
    pub(super) faces: Faces,
    pub(super) ledger: FactLedger,
    pub(super) game: GameState,
    pub(super) log: Vec<Logged>,
    pub(super) impossible: Vec<Impossible>,
    /// In how many games the computer's score was the sum of the six dice that the program shows at the end.
    pub(super) fitting_sums: usize,
}

impl<'a> Survey<'a> {
    /// Returns what is known before the first stage.
    pub(super) fn new(hearing: Hearing<'a>, labels: NumbersBy, faces: Faces) -> Self {
        let Hearing { story, over, rules, .. } = hearing;
        Self {
            story,
            over,
            rules,
            labels,
            faces,
            ledger: FactLedger::default(),
            game: GameState::default(),
            log: Vec::new(),
            impossible: Vec::new(),
            fitting_sums: 0,
        }
    }

    /// Returns whether nothing comes after the stage with this index.
    pub(super) fn is_last(&self, index: usize) -> bool {
        index + 1 == self.story.stages.len()
    }
}
