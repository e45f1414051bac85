//! What the list says of one mistake, in as many lines as there are for it: first where it shows is told in fewer words, then what is quoted.

use super::place::places;
use super::quotes::{
    ANY, KEPT_BLANK, LEAST_QUOTE, are_compared, quotes, quotes_its_line, quotes_of, said, with_quotes, within,
};
use crate::cases::Cause;
use crate::marks::mistake::{Mistake, SPELT_SO, broken, guesses};
use crate::reports::differing_part::differing_part;
use crate::reports::fields::one_line;
use crate::reports::look::{Look, wrap};
use crate::reports::mistake_list::{GUESSED, as_seen, sentence};
use crate::reports::results::Results;
use crate::reports::words_apart::words_apart;

/// The text of an entry in lines, and how much it tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EntryText {
    /// Its lines.
    pub(super) lines: Vec<String>,
    /// How much they tell.
    pub(super) tells: HowMuchIsTold,
}

/// How much an entry tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum HowMuchIsTold {
    /// Something that it quotes, or where the mistake shows, is cut off.
    Part,
    /// What is wrong, and which row pays.
    Whole,
    /// Also in how many cases it shows, and in which one best, and all that it quotes.
    Everything,
}

/// Characters of what is quoted where there is too little room, tried one after the other.
const QUOTED: [usize; 6] = [48, 36, 28, 22, 16, LEAST_QUOTE];

impl EntryText {
    /// Returns the text of an entry in at most so many lines of `width` columns.
    pub(super) fn of(results: &Results, mistake: &Mistake, lines: usize, width: usize) -> Self {
        let places = places(results, mistake);
        let mistake = &*as_seen(results, mistake);
        let in_lines = |text: &str| {
            let broken = wrap(text, width);
            let fits = broken.len() <= lines && broken.iter().all(|line| line.chars().count() <= width);
            fits.then(|| with_blanks(broken))
        };
        let with_a_place = |text: &str| {
            let text = |place: &String| format!("{text} ({place})");
            places.iter().enumerate().find_map(|(at, place)| Some((at, in_lines(&text(place))?)))
        };
        let (whole, cut) = (whole_sayings(mistake, width), cut_sayings(mistake));
        let found = whole.iter().find_map(|saying| Some((saying.tells, with_a_place(&saying.text)?)));
        if let Some((tells, (place, lines))) = found {
            let is_cut = place > 0 && tells == HowMuchIsTold::Everything;
            return Self { lines, tells: if is_cut { HowMuchIsTold::Whole } else { tells } };
        }
        let alone = || whole.iter().find_map(|saying| in_lines(&saying.text));
        let cut_and_placed = || cut.iter().find_map(|text| with_a_place(text)).map(|(_, lines)| lines);
        let cut_alone = || cut.iter().find_map(|text| in_lines(text));
        let at_worst = || {
            let last = cut.last().map_or("", String::as_str);
            let place = places.last().map(|row| format!(" ({row})")).unwrap_or_default();
            // Words at the ends of lines do not fill them.
            let unfilled = if lines > 1 { width / 5 } else { 0 };
            let room = (lines * width).saturating_sub(place.chars().count() + unfilled);
            with_blanks(wrap(&(closed(last, room) + &place), width))
        };
        let lines = alone().or_else(cut_and_placed).or_else(cut_alone).unwrap_or_else(at_worst);
        Self { lines, tells: HowMuchIsTold::Part }
    }

    /// Returns in how many lines, of at most `most`, an entry tells this much.
    pub(super) fn needed(
        results: &Results,
        mistake: &Mistake,
        tells: HowMuchIsTold,
        (most, width): (usize, usize),
    ) -> usize {
        let tells_it = |lines: &usize| Self::of(results, mistake, *lines, width).tells >= tells;
        (1..=most).find(tells_it).unwrap_or(most)
    }
}

/// Returns lines with the blanks for which a sign stood.
fn with_blanks(lines: Vec<String>) -> Vec<String> {
    lines.into_iter().map(|line| line.replace(KEPT_BLANK, " ")).collect()
}

/// Returns as much of a sentence as `room` columns hold; a quotation that is cut there is closed.
fn closed(text: &str, room: usize) -> String {
    // The sign for what is cut off takes a column more.
    let line = one_line(text, room.saturating_sub(1), Look::of_text());
    if line.matches('`').count().is_multiple_of(2) {
        return line;
    }
    one_line(text, room.saturating_sub(2), Look::of_text()) + "`"
}

/// One way to say what is wrong in whole.
#[derive(Debug)]
struct Saying {
    text: String,
    tells: HowMuchIsTold,
}

/// Returns the ways to say what is wrong in whole, the best first.
fn whole_sayings(mistake: &Mistake, width: usize) -> Vec<Saying> {
    let (whole, said) = (sentence(mistake), said(mistake));
    let lines = quotes_of(mistake, ANY, Look::of_text());
    let mut all = Vec::new();
    let mut say = |text: String, tells| all.push(Saying { text, tells });
    // The lines themselves tell that their words are other ones.
    let is_only_that = is_told_by_quotes(mistake) && are_compared(mistake);
    let is_only_that = is_only_that && mistake.cause == Some(Cause::WrongText) && !lines.is_empty();
    let within = if lines.is_empty() { within(mistake, width) } else { String::new() };
    if !within.is_empty() {
        say(whole.clone() + &within, HowMuchIsTold::Everything);
    }
    if !lines.is_empty() && !is_only_that {
        say(with_quotes(&said, &lines), HowMuchIsTold::Everything);
    }
    if !lines.is_empty() && are_compared(mistake) && (needs_quotes(mistake) || said != whole) {
        say(lines.clone(), if is_only_that { HowMuchIsTold::Everything } else { HowMuchIsTold::Whole });
    }
    if !needs_quotes(mistake) {
        let fewer = in_fewer_words(mistake, &whole);
        say(
            whole,
            if lines.is_empty() && within.is_empty() {
                HowMuchIsTold::Everything
            } else {
                HowMuchIsTold::Whole
            },
        );
        say(fewer, HowMuchIsTold::Whole);
    }
    all
}

/// Returns the ways to say what is wrong with quotations that are cut, the longest first.
fn cut_sayings(mistake: &Mistake) -> Vec<String> {
    let fewer = in_fewer_words(mistake, &sentence(mistake));
    let cut = |width| {
        let quotes = quotes_of(mistake, width, Look::of_text());
        match (needs_quotes(mistake), are_compared(mistake)) {
            (false, _) => vec![with_short_quotes(&fewer, width)],
            (true, false) => vec![with_quotes(&said(mistake), &quotes)],
            (true, true) => vec![with_quotes(&said(mistake), &quotes), quotes],
        }
    };
    QUOTED.into_iter().flat_map(cut).collect()
}

/// Returns whether a mistake is not told without the words of its lines, which are there.
fn needs_quotes(mistake: &Mistake) -> bool {
    let has_quotes = !quotes_of(mistake, ANY, Look::of_text()).is_empty();
    has_quotes && (is_told_by_quotes(mistake) || words_apart(mistake).is_some())
}

/// Returns a sentence of which each quotation has at most so many characters, the last two from where they part.
fn with_short_quotes(said: &str, width: usize) -> String {
    let mut pieces: Vec<String> = said.split('`').map(str::to_string).collect();
    let quoted: Vec<usize> = (1..pieces.len().saturating_sub(1)).step_by(2).collect();
    if let [.., one, other] = quoted[..]
        && [one, other].iter().all(|at| pieces[*at].chars().count() > width)
    {
        let [first, second] = differing_part(&pieces[one], &pieces[other], width);
        (pieces[one], pieces[other]) = (first, second);
    }
    for at in quoted {
        pieces[at] = one_line(&pieces[at], width, Look::of_text());
    }
    pieces.join("`")
}

/// Returns whether only the lines tell what is wrong: which line is missing or too much, or which words are other ones.
fn is_told_by_quotes(mistake: &Mistake) -> bool {
    let is_of_both = mistake.expected.is_some() && mistake.actual.is_some();
    !quotes_its_line(mistake, &sentence(mistake)) && (!is_of_both || mistake.cause == Some(Cause::WrongText))
}

/// Returns what is wrong in a line of at most so many columns, with the lines that tell it quoted as far as there is room.
pub(in crate::reports) fn in_a_line(mistake: &Mistake, columns: usize) -> String {
    let said = sentence(mistake);
    let room = columns.saturating_sub(said.chars().count() + 2);
    with_quotes(&said, &quotes(mistake, room, Look::of_text())).replace(KEPT_BLANK, " ")
}

/// Returns what is wrong, with the lines that tell it, for a reader who hears it.
pub(super) fn in_words(results: &Results, mistake: &Mistake, look: Look) -> String {
    let mistake = &*as_seen(results, mistake);
    with_quotes(&said(mistake), &quotes(mistake, 2 * look.width, look)).replace(KEPT_BLANK, " ")
}

/// Returns a sentence that is too long for its lines without what is not needed to repair the mistake: of guesses only what is seen.
fn in_fewer_words(mistake: &Mistake, said: &str) -> String {
    if let Some(does) = broken(said) {
        let which = if guesses(said).is_some() { "One is wrong" } else { "Wrong" };
        return format!("{which}: {does}");
    }
    let said = said.split_once(GUESSED).map_or(said, |(seen, _)| seen).trim_end_matches(SPELT_SO);
    match said.split_once(": ") {
        Some((_, what)) if mistake.part == "error/message" => format!("the message: {what}"),
        _ => said.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reports::hostile::{Texts, results};

    fn mistake(sentence: &str, lines: Option<[&str; 2]>) -> Mistake {
        let [expected, got] = lines.map_or([None; 2], |lines| lines.map(Some));
        serde_json::from_value(serde_json::json!({
            "key": sentence, "kind": "behaviour", "cause": "wrong text", "part": "turn", "row": "games",
            "other_rows": ["recruit", "display", "move"], "lost": 1.0, "sentence": sentence,
            "expected": expected, "got": got, "cases": 12, "places": 12, "example": "games/long",
        }))
        .expect("a mistake")
    }

    #[track_caller]
    fn check(mistake: &Mistake, lines: usize, told: &[&str]) {
        let results = results(&Texts::default());
        assert_eq!(EntryText::of(&results, mistake, lines, 68).lines, told);
    }

    #[test]
    fn the_place_is_shortened_before_what_is_quoted_and_the_verb_always_stands() {
        let line = "the line `You have moved Scout from (2, 3) to (4, 3).` should not be there";
        let moved = mistake(line, None);
        check(
            &moved,
            3,
            &[
                "the line `You have moved Scout from (2, 3) to (4, 3).` should not be",
                "there (games, recruit, display and 1 other row; 12 cases, see",
                "games/long)",
            ],
        );
        check(
            &moved,
            2,
            &[
                "the line `You have moved Scout from (2, 3) to (4, 3).` should not be",
                "there (games, recruit, display and 1 other row; 12 cases)",
            ],
        );
        check(&moved, 1, &["the line `You have moved S…` should not be there (games and 3 more)"]);
    }

    #[test]
    fn of_two_quotations_that_are_cut_it_is_shown_where_they_part() {
        let long = "You have moved Scout from (2, 3) to (4, 3)";
        let other = "You have moved Scout from (2, 3) to (4, 4)";
        let moved = mistake(&format!("`{long}.` should come here, not `{other}.`"), None);
        check(&moved, 1, &["`… (4, 3).` should come here, not `… (4, 4).` (games and 3 more)"]);
    }

    #[test]
    fn a_line_that_is_quoted_alone_does_not_stand_for_the_sentence() {
        let lines = ["a line that tells who won", "The computer wins!"];
        let described =
            Mistake { is_described: true, ..mistake("the player won, and is not named", Some(lines)) };
        check(
            &described,
            2,
            &[
                "the player won, and is not named: \"The computer wins!\" (games,",
                "recruit, display and 1 other row; 12 cases, see games/long)",
            ],
        );
    }

    #[test]
    fn a_slip_of_form_is_never_told_without_the_words_that_have_it() {
        let lines = ["== Battle of the Sexes ==", "== BATTLE OF THE SEXES =="];
        let letters = Mistake {
            cause: Some(Cause::LetterCase),
            ..mistake("only capital and small letters differ", Some(lines))
        };
        let words = "`BATTLE OF THE SEXES` should be `Battle of the Sexes`";
        check(&letters, 1, &[words]);
        check(
            &letters,
            2,
            &[
                "only capital and small letters differ: `BATTLE OF THE SEXES` should",
                "be `Battle of the Sexes` (games, recruit, display and 1 other row)",
            ],
        );
    }

    #[test]
    fn how_much_an_entry_needs_is_known_before_it_is_laid_out() {
        let results = results(&Texts::default());
        let needed = |mistake: &Mistake, tells| EntryText::needed(&results, mistake, tells, (3, 68));
        let short = mistake("it should say `What is`, not `Enter`", None);
        assert_eq!(
            [HowMuchIsTold::Whole, HowMuchIsTold::Everything].map(|tells| needed(&short, tells)),
            [1, 2]
        );
        let long = mistake(&"a sentence of words ".repeat(20), None);
        assert_eq!(needed(&long, HowMuchIsTold::Whole), 3);
    }

    #[test]
    fn a_broken_rule_is_told_in_whole_before_it_is_told_where_it_is_wrong() {
        let rule =
            mistake("Wrong in the program: the computer gives up the dice with exactly 20 points", None);
        check(&rule, 1, &["Wrong: the computer gives up the dice with exactly 20 points"]);
        let one_of = mistake("One of these is wrong in the program: no turn ends; every turn ends", None);
        check(&one_of, 1, &["One is wrong: no turn ends; every turn ends (games and 3 more)"]);
    }

    #[test]
    fn other_words_are_told_without_saying_that_they_are_others() {
        let lines = ["Category 'doremi' has been used.", "Category 'doremi' is already taken."];
        let words = mistake("these are other words than those of the text", Some(lines));
        check(&words, 1, &["`is already taken.` should be `has been used.` (games and 3 more)"]);
    }
}
