//! Drawings that look like dice and cannot be read, and why.

use std::collections::BTreeSet;
use std::fmt;

use crate::by_evidence::read::canvas::Area;

/// Something that looks like dice and cannot be read with certainty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Puzzle {
    /// Where it stands.
    pub(crate) area: Area,
    /// Why it cannot be read.
    pub(crate) why: PuzzleReason,
    /// One of its lines, as it is printed.
    pub(crate) line: String,
}

/// Why a drawing cannot be read; as text, in a sentence that ends with what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PuzzleReason {
    /// Each row begins with one sign and ends with another, which also may be a pip.
    UnlikeSides(char, char),
    /// More than one sign may be a pip.
    SeveralSigns(BTreeSet<char>),
    /// In the place of pips stands what frames are drawn with.
    FrameSign(char),
    /// Pips are not apart from each other.
    SignsTouch(char),
    /// Each place of a die has a frame of its own.
    Grid,
    /// Dice have no frame.
    NoFrame,
    /// Signs stand beside dice, or in a block, that belong to no frame which is known.
    UnknownFrame,
    /// There are more lines, or longer ones, than are looked at.
    TooMuch,
}

impl fmt::Display for PuzzleReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the dice cannot be read: ")?;
        match self {
            Self::UnlikeSides(left, right) => write!(
                f,
                "each row of a die begins with `{left}` and ends with `{right}`, and one of them may be the \
                 frame or a pip; draw both sides of a die with one sign that is no pip"
            ),
            Self::SeveralSigns(signs) => {
                let signs: Vec<String> = signs.iter().map(|sign| format!("`{sign}`")).collect();
                let signs = signs.join(" and ");
                write!(
                    f,
                    "inside one die stand {signs}, and which of them are pips is not clear; draw all pips of a \
                     die with one sign"
                )
            }
            Self::FrameSign(sign) => write!(
                f,
                "inside a die stands `{sign}`, with which frames are drawn; draw pips with another sign, such as \
                 `o` or `*`"
            ),
            Self::SignsTouch(sign) => write!(
                f,
                "the signs `{sign}` touch each other, so that pips cannot be counted; leave a blank between two pips"
            ),
            Self::Grid => f.write_str(
                "each place of a die seems to have a frame of its own; draw one frame around each die",
            ),
            Self::NoFrame => f.write_str(
                "without a frame it is not clear which pips are of the same die; draw a frame around each die",
            ),
            Self::UnknownFrame => f.write_str(
                "beside them, or in their place, stand signs that are neither pips nor a frame that is known; \
                 draw frames with `-`, `|` and `+`",
            ),
            Self::TooMuch => f.write_str(
                "more than 20,000 lines, or a line of more than 300 signs, are printed between two answers",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_says_what_cannot_be_read() {
        let reasons = [
            PuzzleReason::UnlikeSides('|', '*'),
            PuzzleReason::SeveralSigns(['#', '*'].into()),
            PuzzleReason::FrameSign('/'),
            PuzzleReason::SignsTouch('*'),
            PuzzleReason::Grid,
            PuzzleReason::NoFrame,
            PuzzleReason::UnknownFrame,
            PuzzleReason::TooMuch,
        ];
        let told: BTreeSet<String> = reasons.iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), reasons.len());
        assert!(told.iter().all(|reason| reason.starts_with("the dice cannot be read: ")), "{told:#?}");
        assert!(reasons[1].to_string().contains("stand `#` and `*`, and"));
    }
}
