//! What a compiler said, as lines that are safe to show.

use super::visible::{DottedBlanks, show};

/// Returns at most `most` lines of a compiler, the first ones, and how many more there are.
pub(super) fn lines(complaint: &str, most: usize) -> Vec<String> {
    // Compilers point at columns with blanks, and sources have tabs.
    let line = |line: &str| show(&line.trim_end().replace('\t', "    "), DottedBlanks::Nowhere).text;
    let mut lines: Vec<String> = complaint.lines().take(most).map(line).collect();
    let more = complaint.lines().count() - lines.len();
    if more > 0 {
        lines.push(format!("… and {more} more lines"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_compiler_says_cannot_command_the_terminal() {
        let complaint = "a.c:1: x\x1b[2J\n\tint y\n   ^ \n";
        assert_eq!(lines(complaint, 9), ["a.c:1: x␛[2J", "    int y", "   ^"]);
        assert_eq!(lines(complaint, 1), ["a.c:1: x␛[2J", "… and 2 more lines"]);
    }
}
