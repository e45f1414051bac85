//! Wrong words of a line.

use super::detail::Detail;
use super::lines::is_version;
use crate::text::hunks::hunks;
use crate::text::tokens::words;

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
        _ if old.len() != new.len() => {
            missing_and_extra(expected, actual).unwrap_or_else(|| "several words differ".to_string())
        }
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

/// Returns which words are missing and which should not be there, whatever the signs between them, if they are few.
fn missing_and_extra(expected: &str, actual: &str) -> Option<String> {
    let (old, new): (Vec<&str>, Vec<&str>) = (words(expected).collect(), words(actual).collect());
    let (mut missing, mut extra) = (Vec::new(), Vec::new());
    for hunk in hunks(&old, &new).into_iter().filter(|hunk| !hunk.is_equal) {
        missing.extend_from_slice(&old[hunk.old]);
        extra.extend_from_slice(&new[hunk.new]);
    }
    let are_named = (1..=MOST_NAMED).contains(&(missing.len() + extra.len()));
    let (missing, extra) = (missing.join(" "), extra.join(" "));
    are_named.then(|| match (missing.is_empty(), extra.is_empty()) {
        (false, true) => format!("`{missing}` is missing"),
        (true, _) => format!("`{extra}` should not be there"),
        (false, false) => format!("it should say `{missing}`, not `{extra}`"),
    })
}

/// Returns two words without the signs with which both begin or end, as brackets and commas.
pub(super) fn bare<'a>(expected: &'a str, actual: &'a str) -> (&'a str, &'a str) {
    let is_sign = |one: char, other: char| one == other && !one.is_alphanumeric();
    let same = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
        pairs.take_while(|(one, other)| is_sign(*one, *other)).map(|(sign, _)| sign.len_utf8()).sum()
    };
    let head = same(&mut expected.chars().zip(actual.chars()));
    let (old, new) = (&expected[head..], &actual[head..]);
    let tail = same(&mut old.chars().rev().zip(new.chars().rev()));
    let (old, new) = (&old[..old.len() - tail], &new[..new.len() - tail]);
    if old.is_empty() || new.is_empty() { (expected, actual) } else { (old, new) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_that_both_have_are_no_part_of_a_wrong_word() {
        for (expected, actual, bared) in [
            ("Cheese)", "Garlic)", ("Cheese", "Garlic")),
            ("(Ham)", "()", ("(Ham)", "()")),
            ("X's", "O's", ("X's", "O's")),
            ("(y/n)?", "(yes/no)?", ("y/n", "yes/no")),
            ("é!", "è!", ("é", "è")),
        ] {
            assert_eq!(bare(expected, actual), bared);
        }
    }

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
            ("2. Meat (Ham, Beef, Meatball)", "2. Meat (Ham,Beef)", "`Meatball` is missing"),
            ("2. Meat (Ham, Beef)", "2. Meat (Ham,Beef,Egg)", "`Egg` should not be there"),
            ("2. Meat (Ham, Beef)", "2. Meat (Ham,Egg)", "it should say `Beef`, not `Egg`"),
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
