//! Types in other pieces than lines, for whoever wants to know whether a program cares.
//!
//! At a terminal a read returns one line, and many a program is written as if it always did. Where input comes from a file or another
//! program it may return less, or more. A line that comes in two pieces is the same line for whoever reads to its end; the second piece
//! comes only when the program has read the first one and waits for more. Lines come together only where this very program took them one
//! after the other and printed nothing in between: then nobody sees that the second one was typed before it was asked for.

use std::collections::BTreeSet;

use crate::recording::Recording;
use reference::Typed;

/// In which pieces lines are typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Chunking {
    /// Each line is one piece.
    #[default]
    ByLine,
    /// Each line that stands alone is cut; where, follows from the round and from how many were typed before.
    Pieces {
        /// How often the same was run before.
        round: usize,
        /// The places, among all that is typed, of lines that come together with the one before them.
        together: BTreeSet<usize>,
    },
}

impl Chunking {
    /// Returns the pieces of a round for a program that was typed to line by line before, as `earlier` tells. Every other round the lines
    /// come together that it took in silence.
    pub fn of_round(round: usize, earlier: Option<&Recording>) -> Self {
        let together = match earlier {
            Some(earlier) if round.is_multiple_of(2) => taken_in_silence(earlier),
            _ => BTreeSet::new(),
        };
        Self::Pieces { round, together }
    }
}

/// Returns the places of the lines before which the program had read a line and printed nothing.
fn taken_in_silence(recording: &Recording) -> BTreeSet<usize> {
    let turns = recording.turns();
    let is_line = |place: usize| matches!(turns[place].typed, Some(Typed::Line(_)));
    let is_silent = |place: &usize| turns[*place].output.is_empty() && is_line(*place) && is_line(place - 1);
    (1..turns.len()).filter(is_silent).collect()
}

/// Cuts what is typed in one run.
#[derive(Debug, Clone)]
pub(super) struct Chunker {
    chunking: Chunking,
    /// How many lines were typed before.
    typed: usize,
}

impl Chunker {
    /// Returns one for a run that begins.
    pub(super) fn new(chunking: Chunking) -> Self {
        Self { chunking, typed: 0 }
    }

    /// Returns whether the line after those that were typed comes together with the last of them.
    pub(super) fn takes_another(&self) -> bool {
        matches!(&self.chunking, Chunking::Pieces { together, .. } if together.contains(&self.typed))
    }

    /// Returns the pieces of a line, none of which is empty.
    pub(super) fn pieces(&mut self, line: &str) -> Vec<Vec<u8>> {
        let bytes = [line.as_bytes(), b"\n"].concat();
        let number = self.typed;
        self.typed += 1;
        match &self.chunking {
            Chunking::ByLine => vec![bytes],
            Chunking::Pieces { round, .. } => cut(&bytes, round + number),
        }
    }

    /// Returns the one piece of several lines, of which these pieces were to be the first, and which `line` follows.
    pub(super) fn joined(&mut self, pieces: &[Vec<u8>], line: &str) -> Vec<Vec<u8>> {
        self.typed += 1;
        vec![[pieces.concat(), line.as_bytes().to_vec(), b"\n".to_vec()].concat()]
    }
}

/// Cuts a line in two: behind its first byte, before its end, or in its middle. An empty line is one piece.
fn cut(line: &[u8], number: usize) -> Vec<Vec<u8>> {
    let end = line.len() - 1;
    let at = match number % 3 {
        0 => 1,
        1 => end,
        _ => end.div_ceil(2),
    };
    let (head, tail) = line.split_at(at.min(end));
    [head, tail].into_iter().filter(|piece| !piece.is_empty()).map(<[u8]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what is typed of these lines at each wait, with `|` between pieces.
    fn typed(lines: &[&str], round: usize, earlier: Option<&Recording>) -> Vec<String> {
        let mut chunker = Chunker::new(Chunking::of_round(round, earlier));
        let mut lines = lines.iter();
        let mut typed = Vec::new();
        while let Some(line) = lines.next() {
            let mut pieces = chunker.pieces(line);
            while chunker.takes_another()
                && let Some(line) = lines.next()
            {
                pieces = chunker.joined(&pieces, line);
            }
            let pieces: Vec<_> = pieces.iter().map(|piece| String::from_utf8_lossy(piece)).collect();
            typed.push(pieces.join("|"));
        }
        typed
    }

    #[test]
    fn each_round_cuts_a_line_at_another_place() {
        let lines = ["roll", "y", ""];
        assert_eq!(typed(&lines, 1, None), ["roll|\n", "y|\n", "\n"]);
        assert_eq!(typed(&lines, 2, None), ["ro|ll\n", "y|\n", "\n"]);
        assert_eq!(typed(&lines, 3, None), ["r|oll\n", "y|\n", "\n"]);
        assert_eq!(Chunker::new(Chunking::ByLine).pieces("roll"), [b"roll\n"]);
    }

    #[test]
    fn lines_come_together_every_other_time_where_the_program_took_them_in_silence() {
        let line = |text: &str| Typed::Line(text.to_string());
        let earlier = Recording::default().prints("numbers?").reads(&line("one")).reads(&line("two"));
        let earlier = earlier.reads(&line("three")).prints("more?").reads(&line("four"));
        let lines = ["one", "two", "three", "four"];
        assert_eq!(typed(&lines, 2, Some(&earlier)), ["one\ntwo\nthree\n", "fo|ur\n"]);
        assert_eq!(typed(&lines, 1, Some(&earlier)).len(), 4);
        assert_eq!(typed(&lines, 2, None).len(), 4);
    }

    #[test]
    fn what_comes_after_the_end_of_input_never_comes_together_with_it() {
        let earlier = Recording::default().reads(&Typed::EndOfInput).reads(&Typed::Line("one".to_string()));
        assert_eq!(taken_in_silence(&earlier), BTreeSet::new());
    }
}
