//! Who is named the winner, in words.

use super::words::{self, Idea};

/// Whom a text names the winner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Named {
    /// The player.
    Player,
    /// The computer.
    Computer,
    /// A tie.
    Nobody,
    /// Several of them, so that it is not clear.
    Unclear,
}

/// Returns whom `lines` name the winner, if they say anything about it.
pub(crate) fn named(lines: &[String]) -> Option<Named> {
    let mut named: Vec<Named> =
        lines.iter().flat_map(|line| clauses(line)).filter_map(|clause| conclude(&clause)).collect();
    named.sort();
    named.dedup();
    match named[..] {
        [] => None,
        [one] => Some(one),
        _ => Some(Named::Unclear),
    }
}

/// Returns the clauses of a line as words, without questions.
fn clauses(line: &str) -> Vec<Vec<String>> {
    let mut clauses = Vec::new();
    for clause in line.split_inclusive(['.', '!', '?', ';', ',', '|']) {
        if !clause.ends_with('?') {
            clauses.push(words::words(clause));
        }
    }
    clauses
}

fn conclude(words: &[String]) -> Option<Named> {
    let is = |idea| words::has(words, idea);
    let says = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    // Who has beaten somebody wins, who was beaten does not.
    let passive = says(&["was", "were", "been", "got", "are", "is", "by"]);
    let beaten = |word: &String| word == "beaten" || word == "defeated";
    let wins = |word: &String| words::is(word, Idea::Winning) && !beaten(word) || beaten(word) && !passive;
    let loses = |word: &String| words::is(word, Idea::Losing) || beaten(word) && passive;
    let win = words.iter().position(wins);
    let lose = words.iter().position(loses);
    let nobody = is(Idea::Tie) || (win.is_some() && says(&["no", "kein", "tiada", "keiner", "niemand"]));
    if nobody {
        return Some(Named::Nobody);
    }
    if gains_points(words) {
        return None;
    }
    let negated = says(&["not", "nicht", "didn", "tidak", "never", "pas"]);
    let (who, turned) = match (win, lose) {
        (Some(at), _) => (subject(words, at).or_else(|| congratulated(words)), negated),
        (None, Some(_)) if loses_points(words) || says(&["sorry", "unlucky"]) => return None,
        (None, Some(at)) => (subject(words, at).or(Some(Named::Player)), !negated),
        _ => return None,
    };
    match (who?, turned) {
        (Named::Player, false) | (Named::Computer, true) => Some(Named::Player),
        _ => Some(Named::Computer),
    }
}

/// Returns who wins or loses: the last one named before the verb, else the first one after it.
fn subject(words: &[String], verb: usize) -> Option<Named> {
    let named = |word: &String| {
        if words::is(word, Idea::Computer) || word == "i" {
            Some(Named::Computer)
        } else if words::is(word, Idea::Player) {
            Some(Named::Player)
        } else {
            None
        }
    };
    words[..verb].iter().rev().find_map(named).or_else(|| words[verb + 1..].iter().find_map(named))
}

/// Nobody congratulates the computer.
fn congratulated(words: &[String]) -> Option<Named> {
    let congratulations =
        ["congrat", "glückwunsch", "herzlichen", "tahniah", "felicit", "félicit", "victory"];
    words
        .iter()
        .any(|word| congratulations.iter().any(|stem| word.starts_with(stem)))
        .then_some(Named::Player)
}

/// "You win 12 points" is no victory; "you win by 12 points" is.
fn gains_points(words: &[String]) -> bool {
    let points = words.iter().any(|word| words::is(word, Idea::Score) && !word.starts_with("score"));
    points && !words.iter().any(|word| ["by", "with", "um", "mit", "dengan", "to"].contains(&word.as_str()))
}

/// "You lose everything" is no defeat yet.
fn loses_points(words: &[String]) -> bool {
    words.iter().any(|word| words::is(word, Idea::Everything))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_are_named_in_many_ways() {
        let (player, computer, nobody) = (Some(Named::Player), Some(Named::Computer), Some(Named::Nobody));
        for (text, expected) in [
            ("You win!", player),
            ("Congratulations, you win!", player),
            ("You lose, the computer wins.", computer),
            ("The computer beat you.", computer),
            ("You have beaten the computer!", player),
            ("The opponent has beaten you.", computer),
            ("You were beaten by the computer.", computer),
            ("The computer was defeated.", player),
            ("You beat the computer by 3 points!", player),
            ("Winner: Computer", computer),
            ("The winner is the player!", player),
            ("It's a tie!", nobody),
            ("Nobody wins, it is a draw.", nobody),
            ("Du hast gewonnen!", player),
            ("Der Computer gewinnt.", computer),
            ("Verloren!", computer),
            ("Unentschieden", nobody),
            ("Tahniah! Anda menang.", player),
            ("Komputer menang!", computer),
            ("I win!", computer),
            ("You did not win.", computer),
            ("Sorry, you lost.", computer),
            ("Red one! You lose everything.", None),
            ("You lost all your points", None),
            ("You won 12 points", None),
            ("The highest score wins.", None),
            ("Do you want to win more?", None),
            ("Tietokone voitti", None),
        ] {
            assert_eq!(named(&[text.to_string()]), expected, "{text}");
        }
    }
}
