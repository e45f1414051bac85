//! What must be seen of a conversation to understand one place of it.

use std::ops::Range;

use crate::reports::conversation::TalkLine;

/// Lines before a place that are shown in any case.
const NEAR: usize = 5;

/// Lines after a place that are shown in any case.
const AFTER: usize = 4;

/// Lines before a place that are shown at most, so that it is seen at once.
const BEFORE: usize = 10;

/// The same where a board is among them.
const WITH_A_BOARD: usize = 18;

/// Lines before a place within which the last board is looked for.
const FAR: usize = 80;

/// Lines that a board has, at least.
const BOARD: usize = 4;

/// Typed lines before the first place that are shown with their answers.
const STEPS: usize = 3;

/// Lines of the answer to a typed line that are shown where it stands alone.
const ANSWER: usize = 3;

/// Which of the places of a conversation one is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PlaceRank {
    /// The first one: what was done before it may be its cause.
    First,
    /// A later one, of the same kind.
    Later,
}

/// Returns the lines that are shown for a place: those near it, the last line typed before it, and the board that was seen when that
/// was typed; before the first place also what was typed earlier, with its answers, as far as there is room. Nothing is farther from it
/// than `most` lines.
pub(super) fn of(lines: &[TalkLine], place: usize, most: usize, rank: PlaceRank) -> Vec<Range<usize>> {
    let end = end(lines, place, AFTER.min(most / 2));
    let own = grid_at(lines, place).filter(|own| place - own.start <= most);
    let start = own.map_or(place, |own| own.start).min(place.saturating_sub(NEAR.min(most)));
    let near = whole_start(lines, start, place)..end;
    let mut typed = (0..place).rev().filter(|at| lines[*at].typed.is_some()).map(|at| step(lines, at, place));
    let last = typed.next().map(|range| (range, BEFORE));
    let board = seen_board(lines, place).map(|range| (range, WITH_A_BOARD));
    let steps = if rank == PlaceRank::First { STEPS } else { 1 };
    let earlier = typed.take(steps - 1).map(|range| (range, BEFORE));
    let mut shown = vec![near.clone()];
    for (range, room) in last.into_iter().chain(board).chain(earlier) {
        if place.saturating_sub(range.start) > most {
            continue;
        }
        shown.push(range);
        if before(&shown, place) > room {
            shown.pop();
        }
    }
    let first = shown.iter().map(|range| range.start).min().unwrap_or(near.start);
    if place - first <= BEFORE {
        return std::iter::once(first..near.end).collect();
    }
    shown
}

/// Returns how many lines before a place are shown.
fn before(shown: &[Range<usize>], place: usize) -> usize {
    (0..place).filter(|at| shown.iter().any(|range| range.contains(at))).count()
}

/// Returns where lines begin that are shown from `start` on: not with the rest of a board, nor with blank lines.
fn whole_start(lines: &[TalkLine], start: usize, place: usize) -> usize {
    let cut = grid_at(lines, start).filter(|board| board.start < start && board.end <= place);
    let start = cut.map_or(start, |board| board.end);
    (start..place).find(|at| !is_blank(&lines[*at])).unwrap_or(start)
}

/// Returns a typed line with the first words of its answer, up to a blank line or a board.
fn step(lines: &[TalkLine], typed: usize, place: usize) -> Range<usize> {
    let answer = (typed + 1..place).find(|at| !is_blank(&lines[*at])).unwrap_or(typed + 1);
    let is_of_board = |at: usize| lines.get(at).is_some_and(is_of_a_grid);
    let is_over = |at: &usize| {
        is_blank(&lines[*at]) || is_of_board(*at) || is_of_board(*at + 1) || lines[*at].typed.is_some()
    };
    let end = (answer..place).take(ANSWER).find(is_over).unwrap_or((answer + ANSWER).min(place));
    typed..if end > answer { end } else { typed + 1 }
}

/// Returns the board that was seen when the last line before a place was typed, or that is drawn since then; none where the place is in a
/// board itself.
fn seen_board(lines: &[TalkLine], place: usize) -> Option<Range<usize>> {
    let board = last_board(lines, place).filter(|board| board.end <= place)?;
    let typed = lines[board.end..place].iter().filter(|line| line.typed.is_some()).count();
    (typed <= 1).then_some(board)
}

/// Returns the board in which a line is, with the line above it.
fn grid_at(lines: &[TalkLine], line: usize) -> Option<Range<usize>> {
    if !is_of_a_grid(&lines[line]) {
        return None;
    }
    let start = (0..line).rev().find(|at| !is_of_a_grid(&lines[*at])).map_or(0, |at| at + 1);
    let range = start..end_of_grid(lines, line);
    (range.len() >= BOARD).then(|| with_heading(lines, range))
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

/// Returns the last board, or another grid, that is drawn at a line or before it, with the line above it.
fn last_board(lines: &[TalkLine], place: usize) -> Option<Range<usize>> {
    let first = place.saturating_sub(FAR);
    let mut end = place;
    while end > first {
        let Some(last) = (first..=end).rev().find(|at| is_of_a_grid(&lines[*at])) else { break };
        let start = (0..=last).rev().find(|at| !is_of_a_grid(&lines[*at])).map_or(0, |at| at + 1);
        let range = start..end_of_grid(lines, last);
        if range.len() >= BOARD {
            return Some(with_heading(lines, range));
        }
        end = start.saturating_sub(1);
    }
    None
}

/// Returns a grid with the line above it, which names its columns; what was typed there is none.
fn with_heading(lines: &[TalkLine], grid: Range<usize>) -> Range<usize> {
    let is_heading = |line: &TalkLine| !is_blank(line) && line.typed.is_none();
    let has_heading = grid.start > 0 && is_heading(&lines[grid.start - 1]);
    grid.start - usize::from(has_heading)..grid.end
}

fn is_blank(line: &TalkLine) -> bool {
    line.typed.is_none() && line.printed.trim().is_empty()
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

    /// What is shown for the line that begins with `here`, with `#`.
    #[track_caller]
    fn check(text: &str, most: usize, expected: &str) {
        let lines = lines(text);
        let place = lines.iter().position(|line| line.printed.starts_with("here")).expect("a place");
        let ranges = of(&lines, place, most, PlaceRank::First);
        let is_shown = |at: usize| ranges.iter().any(|range| range.contains(&at));
        let shown: String = (0..lines.len()).map(|at| if is_shown(at) { '#' } else { '.' }).collect();
        assert_eq!(shown, expected, "{text}");
    }

    const GRID: &str = " A B\n +-+-+\n1| | |\n +-+-+\n2|X| |\n +-+-+\n";

    #[test]
    fn the_last_typed_line_and_the_board_that_was_seen_are_shown() {
        let words = "words\n".repeat(10);
        check("here\n", usize::MAX, "#");
        check(
            &format!("{words}? <a\n{words}here\n{words}"),
            usize::MAX,
            &("..........####..".to_string() + &"#".repeat(10) + "......"),
        );
        let with_board = ".".repeat(10) + &"#".repeat(6) + "....." + &"#".repeat(6);
        check(&format!("{words}{GRID}{words}here\n"), usize::MAX, &with_board);
        check(&format!("{words}{GRID}{words}here\n"), 4, &(".".repeat(22) + "#####"));
        check(&format!("{words}here\n"), 2, "........###");
    }

    #[test]
    fn what_is_far_is_shown_alone_with_its_answer() {
        let words = "words\n".repeat(50);
        let shown = "####".to_string() + &".".repeat(42) + &"#".repeat(6);
        check(&format!("? <a\n{words}here\n"), usize::MAX, &shown);
    }

    #[test]
    fn before_the_first_place_the_steps_that_may_be_its_cause_are_shown() {
        let answer = "\nYou moved.\nYou found gold.\n\n";
        let words = "words\n".repeat(20);
        let text = format!("move <a\n{answer}{words}next <b\n\nIt is their turn.\n\nhere\n");
        check(&text, usize::MAX, &("#".repeat(4) + &".".repeat(20) + &"#".repeat(6)));
        let lines = lines(&text);
        let later = of(&lines, lines.len() - 1, usize::MAX, PlaceRank::Later);
        assert!(later.iter().all(|range| range.start > 5), "{later:?}");
    }

    #[test]
    fn a_board_on_which_something_was_done_since_is_not_shown() {
        let words = "words\n".repeat(20);
        let text = format!("{GRID}{words}? <a\n? <b\nhere\n");
        check(&text, usize::MAX, &(".".repeat(6) + &".".repeat(17) + &"#".repeat(6)));
        // Of a place in a board the board itself is shown, without the one before.
        let seen = format!("{words}{GRID}? <b\n{}", GRID.replace("1| ", "here").replace(" A B", "ABC"));
        let own = GRID.lines().count();
        check(&seen, usize::MAX, &(".".repeat(20 + own) + &"#".repeat(1 + own)));
    }

    #[test]
    fn what_is_shown_does_not_begin_within_a_board() {
        let words = "words\n".repeat(6);
        let text = format!("{GRID}? <a\n? <b\n{}here\n", &words[6..]);
        check(&text, usize::MAX, &(".".repeat(6) + &"#".repeat(8)));
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
