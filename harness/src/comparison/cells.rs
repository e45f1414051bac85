//! Wrong cells of a row of a table or a map, whose place is their meaning.

/// The most cells that are named.
const MOST_NAMED: usize = 3;

/// Returns which cells of a row are wrong, in a sentence, if both lines are rows of so many cells and one of two cells that differ is empty;
/// the first cell names the row.
pub(super) fn told(expected: &str, actual: &str) -> Option<String> {
    let (old, new) = (cells(expected), cells(actual));
    if old.len() < 3 || old.len() != new.len() || old[0] != new[0] {
        return None;
    }
    let wrong: Vec<usize> = (1..old.len()).filter(|at| old[*at] != new[*at]).collect();
    if wrong.is_empty() || wrong.iter().all(|at| !old[*at].is_empty() && !new[*at].is_empty()) {
        return None;
    }
    if let Some(moved) = moved(&old, &new, &wrong) {
        return Some(moved);
    }
    if wrong.len() > MOST_NAMED {
        return Some(format!("{} of the {} cells of this row differ", wrong.len(), old.len() - 1));
    }
    let tell = |at: &usize| match (old[*at], new[*at]) {
        ("", is) => format!("should be empty, not `{is}`"),
        (should, "") => format!("should be `{should}`, but is empty"),
        (should, is) => format!("should be `{should}`, not `{is}`"),
    };
    let first = format!("cell {} of this row {}", wrong[0], tell(&wrong[0]));
    let others = wrong[1..].iter().map(|at| format!(", and cell {at} {}", tell(at)));
    Some(first + &others.collect::<String>())
}

/// Returns the cells of a row, its name first. What stands behind the last line is no cell.
pub(super) fn cells(line: &str) -> Vec<&str> {
    let line = line.trim_end();
    line.strip_suffix('|').unwrap_or(line).split('|').map(str::trim).collect()
}

/// Returns which cell of a row stands in the place of an empty one, and how far from its own, if that is all.
fn moved(old: &[&str], new: &[&str], wrong: &[usize]) -> Option<String> {
    let [left, right] = *wrong else { return None };
    let is_moved = |from: usize, to: usize| {
        old[to] == new[from] && !old[to].is_empty() && old[from].is_empty() && new[to].is_empty()
    };
    let cells = match right - left {
        1 => "1 cell".to_string(),
        more => format!("{more} cells"),
    };
    let told = |cell: &str, side: &str| Some(format!("`{cell}` should stand {cells} further {side}"));
    match (is_moved(right, left), is_moved(left, right)) {
        (true, _) => told(old[left], "left"),
        (_, true) => told(old[right], "right"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_named_by_their_place_in_the_row() {
        for (expected, actual, sentence) in [
            ("02|  |  |K2|  |", "02|  |  |  |K2|", Some("`K2` should stand 1 cell further left")),
            ("02|K2|  |  |", "02|  |  |K2|", Some("`K2` should stand 2 cells further left")),
            ("02|  |K2|", "02|K2|  |", Some("`K2` should stand 1 cell further right")),
            ("02|T1|  |", "02|  |  |", Some("cell 1 of this row should be `T1`, but is empty")),
            ("02|  |  |", "02|  |T1|", Some("cell 2 of this row should be empty, not `T1`")),
            (
                "1 |   | O |   |   |   |   |",
                "1 | O | X |   |   |   |   |",
                Some("cell 1 of this row should be empty, not `O`, and cell 2 should be `O`, not `X`"),
            ),
            (
                "1 |   | X | O | O |   | X |",
                "1 | X | O |   |   |   | X |",
                Some("4 of the 6 cells of this row differ"),
            ),
            ("02|T1|  |", "03|T1|  |", None),
            ("02|T1|  |", "02|T1|  |  |", None),
            ("| Dave | 3 |", "| Dave | 4 |", None),
            ("Dave | Jane", "Dave |", None),
        ] {
            assert_eq!(told(expected, actual).as_deref(), sentence, "{expected:?} against {actual:?}");
        }
    }
}
