//! Who is named the winner, in words.

use super::{SheetLine, Word};
use crate::cases::wording::Idea;
use crate::text::tokens::{Token, TokenKind, tokens};

/// Whom a text names the winner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Named {
    Player,
    Computer,
    /// There is a tie.
    Nobody,
    /// Several of them, so that it is not clear.
    Unclear,
}

/// Returns whom `lines` name the winner, if they say anything about it.
pub(crate) fn named(lines: &[SheetLine]) -> Option<Named> {
    lines
        .iter()
        .filter_map(|line| line.named)
        .reduce(|one, other| if one == other { one } else { Named::Unclear })
}

/// The most words of a line that names the winner and says nothing else.
const MOST_WORDS: usize = 4;

/// Returns two lines, of which the second one is at this place, that announce different results after the last number. Longer lines may
/// explain who wins when.
pub(crate) fn contradiction(lines: &[SheetLine]) -> Option<(usize, [&str; 2])> {
    let after = lines.iter().rposition(SheetLine::has_digits)? + 1;
    let is_short = |line: &SheetLine| line.words.len() <= MOST_WORDS;
    let announced = |line: &SheetLine| line.named.filter(|named| is_short(line) && *named != Named::Unclear);
    let mut results =
        lines.iter().enumerate().skip(after).filter_map(|(at, line)| Some((at, line, announced(line)?)));
    let (_, first, named) = results.next()?;
    let (at, second, _) = results.find(|(.., other)| *other != named)?;
    Some((at, [first, second].map(|line| line.text.trim())))
}

/// Returns whom a line with these words names the winner. A question names nobody.
pub(super) fn named_in(words: &[Word]) -> Option<Named> {
    let clauses =
        words.chunk_by(|one, other| one.clause == other.clause).filter(|clause| !clause[0].is_asked);
    clauses.filter_map(conclude).reduce(|one, other| if one == other { one } else { Named::Unclear })
}

/// The most games that are counted by one number alone: so few points win no game.
const MOST_GAMES: u64 = 5;

/// Returns whether a line with these words counts the games that were won: "Computer wins: 1", "1 won, 0 lost".
pub(super) fn counts_games(line: &str, words: &[Word]) -> bool {
    let is_result = |word: Option<&Word>| {
        word.is_some_and(|word| [Idea::Winning, Idea::Losing, Idea::Tie].iter().any(|idea| word.is(*idea)))
    };
    let (mut passed, mut numbers, mut counts) = (0_usize, 0, Vec::new());
    let mut is_beside = false;
    let all: Vec<Token<'_>> = tokens(line).collect();
    for (at, token) in all.iter().enumerate() {
        match token.kind {
            TokenKind::Word => {
                passed += 1;
                is_beside = true;
            }
            TokenKind::Number => {
                numbers += 1;
                let next = all[at + 1..].iter().find(|next| next.kind != TokenKind::Blanks);
                let is_before = next.is_some_and(|next| next.kind == TokenKind::Word);
                let before = words.get(passed.wrapping_sub(1)).filter(|_| is_beside);
                if is_result(before) || is_before && is_result(words.get(passed)) {
                    counts.push(token.text.parse().unwrap_or(u64::MAX));
                }
                is_beside = false;
            }
            TokenKind::Sign if !matches!(token.text, ":" | "=") => is_beside = false,
            _ => {}
        }
    }
    // "Games won by you: 0"
    let mut end = all.iter().rev().filter(|token| token.kind != TokenKind::Blanks);
    let ends_with_a_count = end.next().is_some_and(|token| token.kind == TokenKind::Number)
        && end.next().is_some_and(|token| matches!(token.text, ":" | "="));
    let speaks_of_games = words.iter().any(|word| word.is(Idea::Game));
    counts.len() > 1
        || numbers == 1 && counts.first().is_some_and(|count| *count <= MOST_GAMES)
        || numbers == 1 && ends_with_a_count && speaks_of_games
}

fn conclude(words: &[Word]) -> Option<Named> {
    let says = |idea| words.iter().any(|word| word.is(idea));
    // Who has beaten somebody wins, who was beaten does not.
    let passive = says(Idea::Passive);
    let wins = |word: &Word| word.is(Idea::Winning) && !(word.is(Idea::Beaten) && passive);
    let loses =
        |word: &Word| word.is(Idea::Losing) && !word.is(Idea::Consoling) || word.is(Idea::Beaten) && passive;
    let win = words.iter().position(wins);
    let is_everything =
        |word: &Word| word.is(Idea::Everything) && !(word.is(Idea::Points) && says(Idea::Margin));
    if says(Idea::Tie) || win.is_some() && says(Idea::Nobody) {
        return Some(Named::Nobody);
    }
    // "You win 12 points" is no victory; "you win by 12 points" is.
    if says(Idea::Points) && !says(Idea::Margin) {
        return None;
    }
    let negated = says(Idea::Negation);
    let (who, turned) = match (win, words.iter().position(loses)) {
        (Some(at), _) => {
            (subject(words, at).or(says(Idea::Congratulation).then_some(Named::Player)), negated)
        }
        // "You lose everything" is no defeat yet; "you lose by 12 points" is.
        (None, Some(_)) if words.iter().any(is_everything) => return None,
        (None, Some(at)) => (subject(words, at).or(Some(Named::Player)), !negated),
        _ => return None,
    };
    match (who?, turned) {
        (Named::Player, false) | (Named::Computer, true) => Some(Named::Player),
        _ => Some(Named::Computer),
    }
}

/// Returns who wins or loses: the last one named before the verb, else the first one after it.
fn subject(words: &[Word], verb: usize) -> Option<Named> {
    let named = |word: &Word| match (word.is(Idea::Computer) || word.is(Idea::Speaker), word.is(Idea::Player))
    {
        (true, _) => Some(Named::Computer),
        (false, true) => Some(Named::Player),
        _ => None,
    };
    words[..verb].iter().rev().find_map(named).or_else(|| words[verb + 1..].iter().find_map(named))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_evidence::read::Sheet;
    use crate::by_evidence::tests::suite;

    #[test]
    fn who_counts_the_games_that_were_won_names_no_winner() {
        let named = |text: &str| Sheet::read(text, 1, suite()).lines[0].named;
        for text in [
            "Computer wins: 1",
            "Statistics: 1 won, 0 lost, 0 tied.",
            "So far you won 0 and lost 1 games.",
            "Your wins: 0   computer wins: 12",
            "Games won by the computer: 17",
        ] {
            assert_eq!(named(text), None, "{text}");
        }
        assert_eq!(named("You win 25 to 20!"), Some(Named::Player));
        assert_eq!(named("Game 1: you win!"), Some(Named::Player));
        assert_eq!(named("You lost 0 : 25"), Some(Named::Computer));
        assert_eq!(named("The computer wins by 3."), Some(Named::Computer));
        assert_eq!(named("You win with 12"), Some(Named::Player));
    }

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
            ("Sorry you lost.", computer),
            ("Sorry, you lose by 18 points.", computer),
            ("Red one! You lose everything.", None),
            ("You lost all your points", None),
            ("Sorry", None),
            ("Unlucky, that was a one", None),
            ("You won 12 points", None),
            ("The highest score wins.", None),
            ("Do you want to win more?", None),
            ("Tietokone voitti", None),
        ] {
            assert_eq!(named(&Sheet::read(text, 1, suite()).lines), expected, "{text}");
        }
    }
}
