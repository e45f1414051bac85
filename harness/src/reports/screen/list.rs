//! The list of mistakes on the terminal, worst first, a line or two for each.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{DIM, HEADING, styled};
use crate::cases::{Cause, Visibility};
use crate::marks::mistake::{Mistake, SPELT_SO};
use crate::mistakes::Kind;
use crate::reports::Audience;
use crate::reports::differing_part::differing_part;
use crate::reports::fields::{Fields, INDENT, one_line};
use crate::reports::forgiven::hint;
use crate::reports::look::{Look, Voice, wrap};
use crate::reports::mistake_list::sentence;
use crate::reports::numbers::{count, marks, marks_of};
use crate::reports::results::Results;
use crate::reports::told::{ToldMistakes, called};

/// How much room the entries have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryRoom {
    /// Two lines for each.
    All,
    /// As many lines as are left, but at least [`EntryRoom::LEAST`].
    Within(usize),
}

impl EntryRoom {
    /// So many entries are listed, however little room there is.
    const LEAST: usize = 6;

    /// Returns room for a heading, a blank line below, and entries in the rest of so many lines.
    pub(super) fn within(lines: usize) -> Self {
        Self::Within(lines.saturating_sub(2).max(Self::LEAST))
    }
}

/// How many lines an entry takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EntryLines {
    One,
    Two,
}

/// Columns before the text of an entry: its number and what it costs.
const COLUMNS: usize = 12;

/// In fewer columns one line tells nothing of a mistake, and more than a screen is taken.
const NARROW: usize = 70;

/// Lines that an entry takes at most in so few columns.
const MOST_NARROW: usize = 4;

/// The fewest columns in which a line of a program is quoted.
const LEAST_QUOTE: usize = 8;

/// Columns in which any two lines are quoted.
const QUOTED: usize = 200;

/// Returns the list with its heading; nothing if there is no mistake to tell of.
pub(super) fn mistakes(results: &Results, told: &ToldMistakes<'_>, room: EntryRoom, look: Look) -> String {
    let number = told.costly.len();
    if number == 0 {
        return String::new();
    }
    let mut text = styled(&heading(results, told), HEADING, look);
    let columns = look.width.saturating_sub(COLUMNS);
    let (listed, of_two_lines) = match room {
        EntryRoom::All => (number, number),
        EntryRoom::Within(room) if number <= room => (number, room - number),
        EntryRoom::Within(room) => whole_entries(&told.costly, room - 1, columns),
    };
    let of_two_lines = if look.width < NARROW { listed } else { of_two_lines };
    let in_need = most_in_need(&told.costly[..listed], of_two_lines, columns);
    for (index, mistake) in told.costly.iter().take(listed).enumerate() {
        let lines = if in_need.contains(&index) { EntryLines::Two } else { EntryLines::One };
        text.push_str(&entry(results, mistake, index + 1, lines, look));
    }
    if let [first, ..] = &told.costly[listed..] {
        let rest = &told.costly[listed..];
        let lost = marks_of(rest.iter().map(|mistake| mistake.lost).sum());
        let each = if first.lost > 0.0 { format!(", {lost} together") } else { String::new() };
        writeln!(text, "{:COLUMNS$}and {} more{each}", "", rest.len()).expect("to a string");
    }
    text + "\n"
}

/// Returns of more mistakes than there are lines how many are listed, and how many of them in two lines: what does not fit in one line is not
/// cut as long as so many are listed as always are.
fn whole_entries(mistakes: &[&Mistake], room: usize, width: usize) -> (usize, usize) {
    let mut taken = 0;
    let mut of_two_lines = 0;
    for (listed, mistake) in mistakes.iter().enumerate() {
        let needs_two = !fits_in_a_line(mistake, width);
        let lines = if needs_two { 2 } else { 1 };
        if taken + lines > room {
            return if listed < EntryRoom::LEAST { (room, 0) } else { (listed, of_two_lines) };
        }
        taken += lines;
        of_two_lines += usize::from(needs_two);
    }
    (mistakes.len(), of_two_lines)
}

/// Returns whether the sentence of a mistake, and the rows that pay, fit in a line.
fn fits_in_a_line(mistake: &Mistake, width: usize) -> bool {
    sentence(mistake).chars().count() + rows(mistake).chars().count() + " ()".len() <= width
}

/// Returns so many of these mistakes as have room for two lines: first those whose sentence does not fit in one, then those of which only
/// the lines that they are about tell what is wrong.
fn most_in_need(mistakes: &[&Mistake], room: usize, width: usize) -> BTreeSet<usize> {
    let need = |index: &usize| {
        let mistake = mistakes[*index];
        let is_quoted = !quotes(mistake, QUOTED, Look::of_text()).is_empty();
        (fits_in_a_line(mistake, width), !is_quoted)
    };
    let mut all: Vec<usize> = (0..mistakes.len()).collect();
    all.sort_by_key(need);
    all.into_iter().take(room).collect()
}

/// Returns how many mistakes there are, and in which order they are told.
pub(in crate::reports) fn heading(results: &Results, told: &ToldMistakes<'_>) -> String {
    let number = told.costly.len();
    let who = if results.audience == Audience::Student { "You have" } else { "The submission has" };
    let has_more = told.are_not_all();
    let order = match (number, results.is_of_some_cases()) {
        (1, _) => ".",
        (_, true) => ". What each costs is known when all cases have run.",
        _ if told.is_in_order_of_repair() => ". Repair them in this order:",
        _ if has_more => ", worst first:",
        _ => ". The worst comes first:",
    };
    let more = if has_more { ", and more in cases that are not public" } else { "" };
    // Those that cost nothing are told below, with the numbers after these.
    let has_others = told.free.iter().any(|it| it.kind == Kind::Behaviour);
    let which = match number {
        _ if !has_others || results.is_of_some_cases() => "",
        1 => " that costs marks",
        _ => " that cost marks",
    };
    format!("{who} {}{which}{more}{order}", count(number, "mistake"))
}

/// Returns what is wrong in a line of at most so many columns, with the lines that tell it quoted as far as there is room.
pub(in crate::reports) fn in_a_line(mistake: &Mistake, columns: usize) -> String {
    let said = sentence(mistake);
    let room = columns.saturating_sub(said.chars().count() + 2);
    with_quotes(&said, &quotes(mistake, room, Look::of_text())).replace(KEPT_BLANK, " ")
}

fn entry(results: &Results, mistake: &Mistake, number: usize, lines: EntryLines, look: Look) -> String {
    let lost = if mistake.lost > 0.0 { format!("-{}", marks(mistake.lost)) } else { String::new() };
    if look.voice == Voice::Words {
        let cost = if lost.is_empty() { String::new() } else { format!(", {} lost", marks_of(mistake.lost)) };
        let quotes = quotes(mistake, 2 * look.width, look);
        let text = with_quotes(&said(mistake), &quotes).replace(KEPT_BLANK, " ");
        return format!(
            "  Mistake {number}{cost}: {} ({place})\n",
            one_line(&text, 4 * look.width, look),
            place = place(results, mistake, true)
        );
    }
    let width = look.width.saturating_sub(COLUMNS).max(20);
    let text = match lines {
        EntryLines::One => {
            let (place, room) = place_in_a_line(results, mistake, width);
            cut(&keep_blanks(&in_one_line(mistake, room, look)), room, look) + &place
        }
        EntryLines::Two => {
            let [with_example, without] = [true, false].map(|with_example| {
                in_two_lines(mistake, &place(results, mistake, with_example), width, look)
            });
            let most = if look.width < NARROW { MOST_NARROW } else { 2 };
            let lines = wrap(&with_example, width);
            let fits = lines.len() <= most && lines.iter().all(|line| line.chars().count() <= width);
            let is_whole = fits && !with_example.contains('…');
            let quotes_as_much = with_example.contains('"') || !without.contains('"');
            let is_short = |text: &str| wrap(text, width).len() <= most;
            if is_whole && quotes_as_much {
                with_example
            } else if is_short(&without) {
                without
            } else {
                in_two_lines(mistake, &rows_after(results, mistake), width, look)
            }
        }
    };
    let indent = format!("\n{}", " ".repeat(COLUMNS));
    let text = wrap(&text, width).join(&indent).replace(KEPT_BLANK, " ");
    format!("{number:>2}  {lost:>6}  {text}\n")
}

/// Returns as much of a sentence as `room` columns hold; a quotation that is cut there is closed.
fn cut(text: &str, room: usize, look: Look) -> String {
    let line = one_line(text, room, look);
    if line.matches('`').count().is_multiple_of(2) {
        return line;
    }
    one_line(text, room.saturating_sub(1), look) + "`"
}

/// Returns where a mistake shows, as its one line of `width` columns ends, and the columns before that: as much as leaves room for the
/// sentence; all of it where the sentence has no room in any case, or only
/// after which other mistakes it shows.
fn place_in_a_line(results: &Results, mistake: &Mistake, width: usize) -> (String, usize) {
    let said = sentence(mistake);
    let is_quoted = is_told_by_quotes(mistake);
    let quoted = if is_quoted { quotes(mistake, MOST_IN_A_LINE, Look::of_text()).chars().count() } else { 0 };
    let needed = said.chars().count() + if quoted > 0 { ": ".len() + quoted } else { 0 };
    let after = after(results, mistake);
    let places = [
        place(results, mistake, false),
        rows_after(results, mistake),
        first_row(mistake),
        after.clone().unwrap_or_default(),
    ];
    let places = places.map(|place| if place.is_empty() { place } else { format!(" ({place})") });
    let at_worst = match (&after, quoted) {
        (Some(_), _) => 3,
        (None, 0) => 0,
        (None, _) => 2,
    };
    let room = |place: &String| width.saturating_sub(place.chars().count() + 1);
    let fewer = in_fewer_words(mistake, &said).chars().count();
    let fits = |needed| places.iter().find(|place| needed <= room(place));
    let shown = fits(needed).or_else(|| fits(fewer).filter(|_| !is_quoted)).unwrap_or(&places[at_worst]);
    (shown.clone(), room(shown))
}

/// Columns in which the one line of an entry quotes a line without which its sentence tells little.
const MOST_IN_A_LINE: usize = 40;

/// Returns whether only the lines tell what is wrong: which line is missing or too much, or which words are other ones.
fn is_told_by_quotes(mistake: &Mistake) -> bool {
    let is_of_both = mistake.expected.is_some() && mistake.actual.is_some();
    !quotes_a_line(&sentence(mistake)) && (!is_of_both || mistake.cause == Some(Cause::WrongText))
}

/// Returns which row pays most, and how many others pay.
fn first_row(mistake: &Mistake) -> String {
    match mistake.other_rows.len() {
        0 => mistake.row.clone(),
        more => format!("{} and {}", mistake.row, count(more, "other row")),
    }
}

/// Returns what is wrong in `room` columns: the sentence if it fits, else both lines where they say it.
fn in_one_line(mistake: &Mistake, room: usize, look: Look) -> String {
    let whole = sentence(mistake);
    let said = said(mistake);
    if mistake.expected.is_some() && mistake.actual.is_some() {
        let quotes = quotes(mistake, room, look);
        if whole.chars().count() <= room && (quotes.is_empty() || !is_told_by_quotes(mistake)) {
            return whole;
        }
        return match quotes.is_empty() {
            true if whole.chars().count() > room => in_fewer_words(mistake, &said),
            true => said,
            false => quotes,
        };
    }
    with_quotes(&said, &quotes(mistake, room.saturating_sub(said.chars().count() + 2), look))
}

/// Returns what is wrong and where it shows; the lines that tell it are quoted as far as there is room.
fn in_two_lines(mistake: &Mistake, place: &str, width: usize, look: Look) -> String {
    if look.width < NARROW {
        // Each line that is quoted has a line of its own.
        let is_of_both = mistake.expected.is_some() && mistake.actual.is_some();
        let quoted = quotes(mistake, if is_of_both { 2 * width } else { width + 4 }, look);
        return format!("{} ({place})", with_quotes(&one_line(&said(mistake), 3 * width, look), &quoted));
    }
    // Words at the ends of lines do not fill them.
    let room = 2 * width - width / 5;
    let said = one_line(&said(mistake), 2 * width, look);
    let left = room.saturating_sub(place.chars().count() + 5);
    let quoted = quotes(mistake, left.saturating_sub(said.chars().count()), look);
    let alone = quotes(mistake, left, look);
    let has_both = mistake.expected.is_some() && mistake.actual.is_some();
    if quoted.is_empty() && has_both && !alone.is_empty() && is_told_by_quotes(mistake) {
        return format!("{alone} ({place})");
    }
    let within = if quoted.is_empty() {
        within(mistake, left.saturating_sub(said.chars().count()), look)
    } else {
        String::new()
    };
    format!("{}{within} ({place})", with_quotes(&said, &quoted))
}

/// The fewest columns in which the line tells which of its values is meant.
const LEAST_AROUND: usize = 16;

/// Returns in which line a value is another one, in `room` columns: of `Cheese` and `Garlic` nobody knows in which of many lists they stand.
fn within(mistake: &Mistake, room: usize, look: Look) -> String {
    let said = sentence(mistake);
    // A misspelt word is the same wherever it stands.
    let is_of_value = mistake.rule.is_none() && said.starts_with("it should ") && !said.ends_with(SPELT_SO);
    let width = room.saturating_sub(", in \"\"".len());
    let (Some(expected), Some(got), true) =
        (&mistake.expected, &mistake.actual, is_of_value && width >= LEAST_AROUND)
    else {
        return String::new();
    };
    let [_, got] = differing_part(expected.trim(), got.trim(), width);
    let line = one_line(&got, width, look);
    if said.contains(line.trim_matches('…')) {
        String::new()
    } else {
        format!(", in {}", keep_blanks(&format!("\"{line}\"")))
    }
}

fn with_quotes(said: &str, quotes: &str) -> String {
    let sign = if quotes.is_empty() { "" } else { ": " };
    format!("{said}{sign}{quotes}")
}

/// The most rows that are named.
const MOST_ROWS: usize = 3;

/// Returns which rows pay, the one that pays most first.
pub(in crate::reports) fn rows(mistake: &Mistake) -> String {
    let rows: Vec<&str> =
        std::iter::once(&mistake.row).chain(&mistake.other_rows).map(String::as_str).collect();
    let (last, named) = match rows.len().checked_sub(MOST_ROWS) {
        Some(more @ 1..) => (count(more, "other row"), &rows[..MOST_ROWS]),
        _ => (rows[rows.len() - 1].to_string(), &rows[..rows.len() - 1]),
    };
    if named.is_empty() { last } else { format!("{} and {last}", named.join(", ")) }
}

/// Returns after which other mistakes a mistake shows, as a list says it, and which rows pay.
fn rows_after(results: &Results, mistake: &Mistake) -> String {
    let after = after(results, mistake).map(|after| after + "; ").unwrap_or_default();
    after + &rows(mistake)
}

/// Returns after which other mistakes a mistake shows, as a list says it.
fn after(results: &Results, mistake: &Mistake) -> Option<String> {
    Some(format!("after {}", called(&ToldMistakes::of(results).precursors(mistake)?)))
}

/// Returns which row pays, in how many cases the mistake shows, and in which one best.
pub(in crate::reports) fn place(results: &Results, mistake: &Mistake, with_example: bool) -> String {
    let row = rows_after(results, mistake);
    if mistake.cases == 0 {
        return row;
    }
    let cases = match mistake.cases {
        all if all == results.summary.cases && all > 1 => format!("all {}", count(all, "case")),
        some => count(some, "case"),
    };
    let example = mistake.example.as_ref().filter(|_| with_example);
    let example = example.map(|case| format!(", see {case}")).unwrap_or_default();
    format!("{row}; {cases}{example}")
}

/// Returns what is wrong; where the lines are quoted, which show it, only that it is the punctuation.
fn said(mistake: &Mistake) -> String {
    let sentence = sentence(mistake);
    match sentence.split_once(": ") {
        Some((kind, _)) if mistake.cause == Some(Cause::Punctuation) => kind.to_string(),
        _ => sentence,
    }
}

/// Returns a sentence that is too long for its line without what is not needed to repair the mistake.
fn in_fewer_words(mistake: &Mistake, said: &str) -> String {
    let said = said.trim_end_matches(SPELT_SO);
    match said.split_once(": ") {
        Some((_, what)) if mistake.part == "error/message" => format!("the message: {what}"),
        _ => said.to_string(),
    }
}

/// Stands for a blank of a quoted line, at which no line is broken.
const KEPT_BLANK: char = '\u{e000}';

fn keep_blanks(text: &str) -> String {
    text.replace(' ', &KEPT_BLANK.to_string())
}

/// Returns whether a sentence quotes more than what was typed, as after `S` something should come, and more than signs or a short word, such as
/// `the`, which may stand in any line.
fn quotes_a_line(said: &str) -> bool {
    let after = said.strip_prefix("after `").and_then(|rest| rest.split_once("` "));
    let said = after.map_or(said, |(_, rest)| rest);
    let mut quoted = said.split('`').skip(1).step_by(2);
    let is_word = |text: &str| text.chars().nth(3).is_some();
    quoted.any(|text| text.split(|it: char| !it.is_alphanumeric()).any(is_word))
}

/// Returns what is printed and what should be, in `room` columns; nothing if there is too little room, or if the sentence quotes them.
fn quotes(mistake: &Mistake, room: usize, look: Look) -> String {
    if mistake.rule.is_some() || quotes_a_line(&said(mistake)) {
        return String::new();
    }
    let quote = |line: &str, width: usize| {
        let line = line.trim();
        let blank = if line.is_empty() {
            "a blank line".to_string()
        } else {
            format!("\"{}\"", one_line(line, width, look))
        };
        keep_blanks(&blank)
    };
    // No line says what is described, and the sentence does.
    let expected = mistake.expected.as_ref().filter(|_| !mistake.is_described);
    let only_blanks =
        matches!(mistake.cause, Some(Cause::TrailingBlanks | Cause::InnerBlanks | Cause::BlankLines));
    let letters = |line: &str| line.split_whitespace().collect::<String>();
    match (expected, &mistake.actual) {
        (Some(expected), Some(got)) if expected.trim() == got.trim() && !only_blanks => {
            let width = room.saturating_sub(6);
            if width < LEAST_QUOTE { String::new() } else { quote(got, width) }
        }
        (Some(expected), Some(got)) if !only_blanks || letters(expected) != letters(got) => {
            // `: "…" should be "…"`, each with up to two signs for what is cut off.
            let width = room.saturating_sub(22) / 2;
            if width < LEAST_QUOTE {
                return String::new();
            }
            let [expected, got] = differing_part(expected.trim_start(), got.trim_start(), width);
            format!("{} should be {}", quote(&got, width), quote(&expected, width))
        }
        (None, Some(line)) | (Some(line), None) if !line.trim().is_empty() => {
            let width = room.saturating_sub(6);
            if width < LEAST_QUOTE { String::new() } else { quote(line, width) }
        }
        _ => String::new(),
    }
}

/// Returns what is lost in cases of which the reader may not know more, in at most three lines.
pub(super) fn not_public(results: &Results, told: &ToldMistakes<'_>, look: Look) -> String {
    let Some(text) = lost_in_hidden_cases(results, told) else { return String::new() };
    let mut lines = wrap(&text, look.width);
    if lines.len() > 3 {
        lines.truncate(3);
        lines[2].push_str(" …");
    }
    lines.join("\n") + "\n"
}

/// Returns what is lost in cases of which the reader may not know more, in a sentence; nothing if nothing is.
fn lost_in_hidden_cases(results: &Results, told: &ToldMistakes<'_>) -> Option<String> {
    let hidden = results.cases.iter().filter(|case| case.visible != Visibility::Public).count();
    let place = format!("in cases that are not public ({hidden} of {})", results.summary.cases);
    lost_unseen(results, told, &place)
}

/// Returns what is lost in such cases, in all and row by row, with the words that tell where; nothing if nothing is.
pub(in crate::reports) fn lost_unseen(
    results: &Results,
    told: &ToldMistakes<'_>,
    place: &str,
) -> Option<String> {
    if told.hidden.is_empty() {
        return None;
    }
    let lost: f64 = told.hidden.iter().map(|mistake| mistake.lost).sum();
    let verb = if marks_of(lost).ends_with("mark") { "is" } else { "are" };
    let title = |mistake: &Mistake| {
        results.mark_sheet.iter().find(|row| row.row == mistake.row).map_or("", |row| row.title.as_str())
    };
    let each = told.hidden.iter().map(|mistake| {
        let cause = mistake.cause.map(|cause| format!(": {}", cause.name())).unwrap_or_default();
        format!("{} {} ({}{cause})", mistake.row, marks(mistake.lost), title(mistake))
    });
    let each: Vec<String> = each.collect();
    Some(format!("{} {verb} lost {place}: {}", marks_of(lost), each.join(", ")))
}

/// Returns the mistakes that cost nothing, with their numbers: each with its sentence if there is room for all of them; and the hint
/// of output that is not flushed.
pub(super) fn free(results: &Results, told: &ToldMistakes<'_>, room: usize, look: Look) -> String {
    if results.is_of_some_cases() {
        return String::new();
    }
    let dim = |text: &str| styled(&one_line(text, 2 * look.width, look), DIM, look);
    // Rows that no public case marks may lose something all the same.
    let nothing = if results.only_public { "nothing in the public cases" } else { "nothing" };
    let hint =
        hint(results).map(|hint| dim(&costs_nothing("This costs nothing", &hint.sentence, hint.first)));
    let first = told.costly.len() + 1;
    let free = match &told.free[..] {
        [] => String::new(),
        free if free.len() > room => {
            let cost = they_cost(first, free);
            dim(&format!("{cost} {nothing}: {}; `harness show-mistake {first}` shows it.", causes(free)))
        }
        free => {
            let mut number = first;
            let told = |alike: &[&Mistake]| {
                let cost = they_cost(number, alike);
                number += alike.len();
                let rows = || alike.iter().map(|mistake| mistake.row.as_str()).collect::<Vec<_>>().join(", ");
                let place = if alike.len() == 1 { place(results, alike[0], false) } else { rows() };
                let often = format!("{} ({place})", sentence(alike[0]));
                dim(&costs_nothing(&format!("{cost} {nothing}"), &often, alike[0].example.as_deref()))
                    + &both_lines(alike, look)
            };
            free.chunk_by(|one, other| one.sentence == other.sentence).map(told).collect()
        }
    };
    free + &hint.unwrap_or_default()
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

/// Returns the sentence of a mistake, or the causes of several, each once; what has none, as a broken rule, is told by its sentence.
fn causes(mistakes: &[&Mistake]) -> String {
    if let [mistake] = mistakes {
        return mistake.sentence.clone();
    }
    let name = |mistake: &&'_ Mistake| {
        mistake.cause.map_or(mistake.sentence.clone(), |cause| cause.name().to_string())
    };
    let mut names: Vec<String> = mistakes.iter().map(name).collect();
    names.sort_unstable();
    names.dedup();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistake(cause: Option<&str>, sentence: &str) -> Mistake {
        serde_json::from_value(serde_json::json!({
            "key": sentence, "kind": "behaviour", "cause": cause, "part": "turn", "row": "throws", "lost": 0.0,
            "sentence": sentence, "expected": null, "got": null, "cases": 1, "places": 1, "example": null,
        }))
        .expect("a mistake")
    }

    #[test]
    fn signs_and_short_words_are_no_line() {
        for (said, expected) in [
            ("`a` is missing", false),
            ("there should be 6 times `*`, not 3", false),
            ("after `S` this line is never printed", false),
            ("after `S` the line `Hands:` is missing", true),
            ("it should say `X's`, not `X`", false),
            ("it should say `Xs`, not `X`", false),
            ("`the` should not be there", false),
            ("`your` is missing", true),
        ] {
            assert_eq!(quotes_a_line(said), expected, "{said}");
        }
    }

    #[test]
    fn what_has_no_cause_is_told_by_its_sentence() {
        let rule = mistake(None, "the turn goes on after Boxcars");
        let [line, other] = ["one line", "another line"].map(|line| mistake(Some("extra output"), line));
        assert_eq!(causes(&[&rule]), "the turn goes on after Boxcars");
        assert_eq!(causes(&[&line]), "one line");
        assert_eq!(causes(&[&line, &rule, &other]), "extra output, the turn goes on after Boxcars");
    }
}
