//! Input of the two dice games whose questions have no rules but their own.

use super::{Moment, those_broken};

/// The IEC dice game asks for yes or no; what begins like one of them may be taken for it.
pub(crate) fn not_yes_or_no(line: &str) -> Vec<&'static str> {
    let word = line.trim().to_lowercase();
    if ["y", "yes", "n", "no"].contains(&word.as_str()) {
        return Vec::new();
    }
    let is_like_one = word.starts_with(['y', 'n', '0', '1', '2']);
    those_broken(&[(true, "yes or no"), (is_like_one, "not to be taken for an answer")])
}

/// Rats! refuses only numbers of players.
pub(crate) fn no_number_of_players(moment: &Moment<'_>, line: &str) -> Vec<&'static str> {
    if moment.question != "players" {
        return Vec::new();
    }
    match line.trim().parse::<i32>() {
        Ok(count) => those_broken(&[(count <= 0, "a positive number")]),
        Err(_) => vec!["an integer"],
    }
}
