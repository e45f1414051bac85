//! What must be seen of a conversation to understand one place of it.

use std::ops::Range;

use crate::reports::conversation::TalkLine;

/// Lines before a place that are shown in any case; half as many after it.
const NEAR: usize = 8;

/// Lines before a place that are shown with nothing left out between, if what must be seen is not farther.
const WHOLE: usize = 24;

/// Lines before a place within which the last board is looked for.
const FAR: usize = 80;

/// Lines that a board has, at least.
const BOARD: usize = 4;

/// Returns the lines that are shown for a place: those near it, the last line typed before it, and the last board, with what stands
/// between if that is not much. Nothing is farther from it than `most` lines.
pub(super) fn of(lines: &[TalkLine], place: usize, most: usize) -> [Range<usize>; 3] {
    let near = place.saturating_sub(NEAR.min(most))..end(lines, place, NEAR.min(most) / 2);
    let far = |range: &Range<usize>| place.saturating_sub(range.start) > most;
    let typed = (0..place).rev().find(|at| lines[*at].typed.is_some()).map(|at| at..at + 1);
    let typed = typed.filter(|range| !far(range)).unwrap_or(near.clone());
    let board = last_board(lines, place).filter(|range| !far(range)).unwrap_or(near.clone());
    let first = near.start.min(typed.start).min(board.start);
    let near = if place - first <= WHOLE { first..near.end } else { near };
    [near, typed, board]
}

/// Returns where the lines after a place end: so many later, but with all or nothing of the next board, of which a part says nothing.
fn end(lines: &[TalkLine], place: usize, after: usize) -> usize {
    let end = (place + after + 1).min(lines.len());
    match (place + 1..end).find(|at| is_of_a_grid(&lines[*at])) {
        // The line above a board belongs to it.
        Some(next) if next == place + 1 => end_of_grid(lines, next),
        Some(next) => next - 1,
        None => end,
    }
}

/// Returns where a grid ends that has this line.
fn end_of_grid(lines: &[TalkLine], line: usize) -> usize {
    line + lines[line..].iter().take_while(|line| is_of_a_grid(line)).count()
}

/// Returns the last board, or another grid, that is drawn at a place or before it, with the line above it.
fn last_board(lines: &[TalkLine], place: usize) -> Option<Range<usize>> {
    let first = place.saturating_sub(FAR);
    let mut end = place;
    while end > first {
        let Some(last) = (first..=end).rev().find(|at| is_of_a_grid(&lines[*at])) else { break };
        let start = (0..=last).rev().find(|at| !is_of_a_grid(&lines[*at])).map_or(0, |at| at + 1);
        let range = start..end_of_grid(lines, last);
        if range.len() >= BOARD {
            let has_heading = start > 0 && !lines[start - 1].printed.trim().is_empty();
            return Some(start - usize::from(has_heading)..range.end);
        }
        end = start.saturating_sub(1);
    }
    None
}

/// Returns whether a line is one of a drawn grid: cells between bars, or the edge between them.
fn is_of_a_grid(line: &TalkLine) -> bool {
    let text = line.printed.trim();
    line.typed.is_none() && (text.matches('|').count() >= 2 || text.contains("+-"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::Typed;

    /// Returns lines; what stands behind `<` was typed.
    fn lines(text: &str) -> Vec<TalkLine> {
        let line = |line: &str| {
            let (printed, typed) =
                line.split_once('<').map_or((line, None), |(one, other)| (one, Some(other)));
            let typed = typed.map(|typed| Typed::Line(typed.to_string()));
            TalkLine { printed: printed.to_string(), typed, ..TalkLine::default() }
        };
        text.lines().map(line).collect()
    }

    /// What is shown for the line that is `here`, with `#`.
    #[track_caller]
    fn check(text: &str, most: usize, expected: &str) {
        let lines = lines(text);
        let place = lines.iter().position(|line| line.printed.starts_with("here")).expect("a place");
        let ranges = of(&lines, place, most);
        let is_shown = |at: usize| ranges.iter().any(|range| range.contains(&at));
        let shown: String = (0..lines.len()).map(|at| if is_shown(at) { '#' } else { '.' }).collect();
        assert_eq!(shown, expected, "{text}");
    }

    const GRID: &str = " A B\n +-+-+\n1| | |\n +-+-+\n2|X| |\n +-+-+\n";

    #[test]
    fn the_last_typed_line_and_the_last_board_are_shown() {
        let words = "words\n".repeat(10);
        check("here\n", usize::MAX, "#");
        check(
            &format!("{words}? <a\n{words}here\n{words}"),
            usize::MAX,
            &("..........".to_string() + &"#".repeat(16) + "......"),
        );
        check(&format!("{words}{GRID}{words}here\n"), usize::MAX, &(".".repeat(10) + &"#".repeat(17)));
        check(&format!("{words}{GRID}{words}here\n"), 4, &(".".repeat(22) + "#####"));
        check(&format!("{words}here\n"), 2, "........###");
    }

    #[test]
    fn what_is_far_is_shown_alone() {
        let words = "words\n".repeat(50);
        let shown = "#".to_string() + &".".repeat(42) + &"#".repeat(9);
        check(&format!("? <a\n{words}here\n"), usize::MAX, &shown);
    }

    #[test]
    fn all_or_nothing_of_the_next_board_is_shown() {
        check(&format!("here\nwords\n{GRID}"), usize::MAX, "##......");
        check(&GRID.replace(" A B", "here"), usize::MAX, "######");
    }

    #[test]
    fn a_board_is_shown_to_its_end() {
        let row = "1| | |\n";
        let board = format!(" A B\nhere| | |\n{}words\n", row.repeat(8));
        check(&board, usize::MAX, "##########.");
    }
}
