//! The part of two lines in which they differ, where they are too long to be shown in full.

/// So many characters are shown before the place where two lines begin to differ.
const BEFORE: usize = 12;

/// Stands for what is left out.
const LEFT_OUT: char = '…';

/// Returns two lines of which `width` characters are shown: from a little before their first difference, if that would not
/// be seen else.
pub(super) fn differing_part(one: &str, other: &str, width: usize) -> [String; 2] {
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let before = BEFORE.min(width / 2);
    let skipped = if same + before < width { 0 } else { same.saturating_sub(before) };
    [one, other].map(|line| match skipped {
        0 => line.to_string(),
        _ => std::iter::once(LEFT_OUT).chain(line.chars().skip(skipped)).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(one: &str, other: &str, width: usize, expected: [&str; 2]) {
        assert_eq!(differing_part(one, other, width), expected);
    }

    #[test]
    fn long_lines_are_shown_from_before_their_difference() {
        check("a short line", "a shirt line", 40, ["a short line", "a shirt line"]);
        let (one, other) = (
            "This is the beginning of a long line that ends well.",
            "This is the beginning of a long line that ends badly.",
        );
        check(one, other, 40, ["…e that ends well.", "…e that ends badly."]);
        check(one, other, 80, [one, other]);
        check(one, &one[..one.len() - 1], 40, ["…at ends well.", "…at ends well"]);
    }
}
