//! What is asked of the text of a turn that should be printed and of the one that was, once for all differences in it.

use std::collections::HashMap;

/// Both texts of a turn, as they stand on the screen.
pub(super) struct TwoTexts {
    /// The expected turn and the printed one, counted from 0.
    pub(super) turns: (usize, usize),
    /// Whether already their first lines differ.
    pub(super) part_at_once: bool,
    pub(super) should: TextLines,
    pub(super) is: TextLines,
}

/// The lines of one of them that are not blank, without blanks at their ends.
pub(super) struct TextLines {
    /// The first line that is not the other text's.
    pub(super) next: Option<String>,
    times: HashMap<String, usize>,
}

impl TwoTexts {
    pub(super) fn new(turns: (usize, usize), [should, is]: &[String; 2]) -> Self {
        let [should, is] = [should, is].map(|text| filled_lines(text).collect::<Vec<_>>());
        let same = should.iter().zip(&is).take_while(|(one, other)| one == other).count();
        Self {
            turns,
            part_at_once: same == 0,
            should: TextLines::new(&should, same),
            is: TextLines::new(&is, same),
        }
    }
}

impl TextLines {
    fn new(lines: &[&str], same: usize) -> Self {
        let mut times = HashMap::new();
        for line in lines {
            *times.entry((*line).to_string()).or_default() += 1;
        }
        Self { next: lines.get(same).map(|line| (*line).to_string()), times }
    }

    /// Returns how often a line stands in the text.
    pub(super) fn times(&self, line: &str) -> usize {
        self.times.get(line).copied().unwrap_or_default()
    }
}

/// Returns the lines of a turn that are not blank, without blanks at their ends.
pub(super) fn filled_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim_end).filter(|line| !line.is_empty())
}
