//! Wrong words of a line.

use super::detail::Detail;
use super::lines::is_version;

/// The most words that are named.
const MOST_NAMED: usize = 3;

/// Returns which words are wrong: the first that differ if the rest of the line is the same.
pub(super) fn wrong(expected: &str, actual: &str) -> Detail {
    let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let (old, new) = (words(expected), words(actual));
    let head = old.iter().zip(&new).take_while(|(one, other)| one == other).count();
    let ends = old[head..].iter().rev().zip(new[head..].iter().rev());
    let tail = ends.take_while(|(one, other)| one == other).count();
    let (old, new) = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
    match (old.len(), new.len()) {
        (1..=MOST_NAMED, 0) => Detail::MissingWords(old.join(" ")),
        (0, 1..=MOST_NAMED) => Detail::ExtraWords(new.join(" ")),
        (1..=MOST_NAMED, 1..=MOST_NAMED) if head + tail > 0 => {
            Detail::OtherWords { expected: old.join(" "), actual: new.join(" ") }
        }
        _ if is_version(expected, actual) => Detail::SomeWords,
        _ => Detail::OtherLine,
    }
}

/// Returns what is wrong with a line of which several words differ, in a sentence: each of them if they are few, or how many cells of
/// the row of a table.
pub(super) fn several(expected: &str, actual: &str) -> String {
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_string()).collect::<Vec<_>>();
    let words = |line: &str| line.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let pieces: fn(&str) -> Vec<String> = if expected.contains('|') { cells } else { words };
    let (old, new) = (pieces(expected), pieces(actual));
    let wrong: Vec<(&String, &String)> = old.iter().zip(&new).filter(|(one, other)| one != other).collect();
    let is_named = wrong.iter().all(|(one, other)| !one.is_empty() && !other.is_empty());
    match &wrong[..] {
        _ if old.len() != new.len() => "several words differ".to_string(),
        [first, rest @ ..] if rest.len() < MOST_NAMED && is_named => {
            let rest = rest.iter().map(|(one, other)| format!(", and `{one}`, not `{other}`"));
            format!("it should say `{}`, not `{}`", first.0, first.1) + &rest.collect::<String>()
        }
        wrong if expected.contains('|') => {
            let verb = if wrong.len() == 1 { "differs" } else { "differ" };
            format!(
                "{} of the {} cells of this row {verb}",
                wrong.len(),
                old.len().saturating_sub(usize::from(expected.trim_end().ends_with('|')))
            )
        }
        wrong => format!("{} of the {} words differ", wrong.len(), old.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_wrong_words_are_named_or_counted() {
        for (expected, actual, told) in [
            (
                "HAL rolls 3-3 total 6",
                "null rolls 3-3 total 9",
                "it should say `HAL`, not `null`, and `6`, not `9`",
            ),
            ("a b c d e f", "1 2 3 4 e f", "4 of the 6 words differ"),
            ("a b c", "1 2", "several words differ"),
            (
                "1 |   | X | O | O |   | X |",
                "1 | X | O |   | O |   | X |",
                "3 of the 7 cells of this row differ",
            ),
        ] {
            assert_eq!(several(expected, actual), told, "{expected:?} against {actual:?}");
        }
    }
}
