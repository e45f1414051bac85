//! The mistakes that cost nothing, on the terminal, with the numbers by which they are shown in full.

use super::list::place;
use super::{DIM, styled};
use crate::marks::mistake::{Mistake, broken};
use crate::mistakes::Kind;
use crate::reports::fields::{Fields, INDENT, one_line};
use crate::reports::forgiven::hint;
use crate::reports::look::Look;
use crate::reports::mistake_list::sentence;
use crate::reports::report::Report;
use crate::reports::results::Results;
use crate::reports::told::ToldMistakes;
use crate::reports::words_apart::other_words;

/// Lines that they take together where there is no room for the sentence of each.
const LINES: usize = 3;

/// Returns the mistakes that cost nothing, with their numbers: each with its sentence if there is room for all of them; and the hint
/// of output that is not flushed.
pub(super) fn free(report: &Report<'_>, told: &ToldMistakes<'_>, room: usize, look: Look) -> String {
    let results = report.results;
    if results.is_of_some_cases() {
        return String::new();
    }
    // Rows that no public case marks may lose something all the same.
    let nothing = if results.only_public { "nothing in the public cases" } else { "nothing" };
    let hint = hint(results).map(|hint| {
        let sentence = one_line(&hint.sentence, 2 * look.width, look);
        styled(&costs_nothing("This costs nothing", &sentence, hint.first), DIM, look)
    });
    let first = told.costly.len() + 1;
    let free = match &told.free[..] {
        [] => String::new(),
        free if free.len() > room => {
            let command = report.show_mistake(first);
            let beginning = format!("{} {nothing}: ", they_cost(first, free));
            styled(&in_short(&beginning, free, &command, LINES * look.width), DIM, look)
        }
        free => one_by_one(results, free, first, nothing, look),
    };
    free + &hint.unwrap_or_default()
}

/// Returns in about `room` characters what mistakes are that cost nothing, after the words with which that begins, and the whole command that shows
/// the first of them.
fn in_short(beginning: &str, free: &[&Mistake], command: &str, room: usize) -> String {
    let which = if free.len() == 1 { "it" } else { "the first of them" };
    let end = format!("; `{command}` shows {which}.");
    // Words at the ends of lines do not fill them.
    let room = room.saturating_sub(beginning.chars().count() + end.chars().count() + room / 12);
    format!("{beginning}{}{end}", named(free, room))
}

/// Returns the names of mistakes, each once, as many as `room` characters hold, and how many more there are.
fn named(mistakes: &[&Mistake], room: usize) -> String {
    let mut names: Vec<String> = Vec::new();
    for name in mistakes.iter().map(|mistake| name(mistake)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let more = |told: usize| match names.len() - told {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    let told = |number: usize| names[..number].join("; ") + &more(number);
    let fits = |number: &usize| told(*number).chars().count() <= room;
    (1..=names.len()).rev().find(fits).map_or_else(
        || one_line(&names[0], room.saturating_sub(more(1).chars().count()), Look::of_text()) + &more(1),
        told,
    )
}

/// Returns which words of a slip should be others, or what is wrong in a sentence.
fn name(mistake: &Mistake) -> String {
    other_words(mistake).unwrap_or_else(|| {
        let sentence = sentence(mistake);
        broken(&sentence).map_or(sentence.clone(), str::to_string)
    })
}

/// Returns each of the mistakes in a sentence, the same sentence once for all that have it.
fn one_by_one(results: &Results, free: &[&Mistake], mut number: usize, nothing: &str, look: Look) -> String {
    let told = |alike: &[&Mistake]| {
        let cost = they_cost(number, alike);
        number += alike.len();
        let rows = || alike.iter().map(|mistake| mistake.row.as_str()).collect::<Vec<_>>().join(", ");
        let place = if alike.len() == 1 { place(results, alike[0], false) } else { rows() };
        let often = format!("{} ({place})", sentence(alike[0]));
        let told = costs_nothing(&format!("{cost} {nothing}"), &often, alike[0].example.as_deref());
        styled(&told, DIM, look) + &both_lines(alike, look)
    };
    free.chunk_by(|one, other| one.sentence == other.sentence).map(told).collect()
}

/// Returns the line of a single slip as it should be and as it is, where it is written in both ways.
fn both_lines(slips: &[&Mistake], look: Look) -> String {
    let mut fields = Fields::new(look);
    if let [Mistake { expected: Some(expected), actual: Some(actual), .. }] = slips
        && ![expected, actual].iter().any(|line| line.trim().is_empty())
    {
        for (name, line) in [("expected", expected), ("got", actual)] {
            fields.field(name, &one_line(line, look.width.saturating_sub(INDENT), look));
        }
    }
    fields.text
}

fn costs_nothing(what_costs_nothing: &str, sentence: &str, case: Option<&str>) -> String {
    let case = case.map(|case| format!(", see {case}")).unwrap_or_default();
    format!("{what_costs_nothing}: {sentence}{case}")
}

/// Returns how mistakes that cost nothing are called, of which the first has this number, and that they cost.
fn they_cost(first: usize, mistakes: &[&Mistake]) -> String {
    let what = if mistakes.iter().any(|it| it.kind == Kind::Behaviour) { "Mistake" } else { "Slip" };
    match mistakes.len() {
        1 => format!("{what} {first} costs"),
        2 => format!("{what}s {first} and {} cost", first + 1),
        count => format!("{what}s {first} to {} cost", first + count - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistake(cause: Option<&str>, sentence: &str, lines: Option<[&str; 2]>) -> Mistake {
        let [expected, got] = lines.map_or([None; 2], |lines| lines.map(Some));
        serde_json::from_value(serde_json::json!({
            "key": sentence, "kind": "behaviour", "cause": cause, "part": "turn", "row": "throws", "lost": 0.0,
            "sentence": sentence, "expected": expected, "got": got, "cases": 1, "places": 1, "example": null,
        }))
        .expect("a mistake")
    }

    #[test]
    fn a_slip_is_named_by_its_words_and_a_broken_rule_by_what_the_program_does() {
        let slip = mistake(
            Some("punctuation"),
            "only the punctuation differs",
            Some(["Player X's turn:", "Player Xs turn:"]),
        );
        assert_eq!(name(&slip), "`Player Xs` should be `Player X's`");
        let rule = mistake(None, "Wrong in the program: the turn goes on after Boxcars", None);
        assert_eq!(name(&rule), "the turn goes on after Boxcars");
        assert_eq!(named(&[&rule, &slip, &rule], 80), format!("{}; {}", name(&rule), name(&slip)));
    }

    #[test]
    fn where_there_is_too_little_room_a_sentence_is_cut_and_no_command() {
        let [one, other] = ["one line that is too much", "another one"].map(|it| mistake(None, it, None));
        assert_eq!(named(&[&one, &other], 37), "one line that is too much, and 1 more");
        assert_eq!(named(&[&one, &other], 30), "one line that is t…, and 1 more");
        let told = in_short("Slips 3 and 4 cost nothing: ", &[&one, &other], "harness show-mistake 3", 110);
        assert!(told.ends_with("…, and 1 more; `harness show-mistake 3` shows the first of them."), "{told}");
        let told = in_short("Slip 3 costs nothing: ", &[&one], "harness show-mistake 3", 200);
        assert!(told.ends_with("too much; `harness show-mistake 3` shows it."), "{told}");
    }
}
