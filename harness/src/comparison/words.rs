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
