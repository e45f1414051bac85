//! The list of mistakes on the terminal, worst first, a line or two for each.

use std::fmt::Write as _;

use super::{DIM, HEADING, styled};
use crate::cases::{Cause, Visibility};
use crate::marks::mistake::Mistake;
use crate::reports::Audience;
use crate::reports::differing_part::differing_part;
use crate::reports::fields::one_line;
use crate::reports::forgiven::{Forgiven, slips};
use crate::reports::look::{Look, Voice, wrap};
use crate::reports::mistake_list::sentence;
use crate::reports::numbers::{count, marks, marks_of};
use crate::reports::results::Results;
use crate::reports::told::ToldMistakes;

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

/// The fewest columns in which a line of a program is quoted.
const LEAST_QUOTE: usize = 8;

/// Returns the list with its heading; nothing if there is no mistake to tell of.
pub(super) fn mistakes(results: &Results, told: &ToldMistakes<'_>, room: EntryRoom, look: Look) -> String {
    let number = told.costly.len();
    if number == 0 {
        return String::new();
    }
    let who = if results.audience == Audience::Student { "You have" } else { "The submission has" };
    let order = match (number, results.is_of_some_cases()) {
        (1, _) => "",
        (_, true) => " What each costs is known when all cases have run.",
        _ => " The worst comes first:",
    };
    let heading = format!("{who} {}.{order}", count(number, "mistake"));
    let mut text = styled(&heading, HEADING, look);
    let (listed, of_two_lines) = match room {
        EntryRoom::All => (number, number),
        EntryRoom::Within(room) if number <= room => (number, room - number),
        EntryRoom::Within(room) => (room - 1, 0),
    };
    let of_two_lines = if look.width < NARROW { listed } else { of_two_lines };
    for (index, mistake) in told.costly.iter().take(listed).enumerate() {
        let lines = if index < of_two_lines { EntryLines::Two } else { EntryLines::One };
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

fn entry(results: &Results, mistake: &Mistake, number: usize, lines: EntryLines, look: Look) -> String {
    let lost = if mistake.lost > 0.0 { format!("-{}", marks(mistake.lost)) } else { String::new() };
    if look.voice == Voice::Words {
        let cost = if lost.is_empty() { String::new() } else { format!(", {} lost", marks_of(mistake.lost)) };
        let quotes = quotes(mistake, 2 * look.width, look);
        let text = with_quotes(&sentence(mistake), &quotes).replace(KEPT_BLANK, " ");
        return format!(
            "  Mistake {number}{cost}: {} ({place})\n",
            one_line(&text, 4 * look.width, look),
            place = place(results, mistake, true)
        );
    }
    let width = look.width.saturating_sub(COLUMNS).max(20);
    let text = match lines {
        EntryLines::One => {
            let place = place(results, mistake, false);
            let room = width.saturating_sub(place.chars().count() + 4);
            format!("{} ({place})", one_line(&keep_blanks(&in_one_line(mistake, room, look)), room, look))
        }
        EntryLines::Two => {
            let [with_example, without] = [true, false].map(|with_example| {
                in_two_lines(mistake, &place(results, mistake, with_example), width, look)
            });
            let is_whole = !with_example.contains('…') && wrap(&with_example, width).len() <= 2;
            let quotes_as_much = with_example.contains('"') || !without.contains('"');
            if is_whole && quotes_as_much { with_example } else { without }
        }
    };
    let indent = format!("\n{}", " ".repeat(COLUMNS));
    let text = wrap(&text, width).join(&indent).replace(KEPT_BLANK, " ");
    format!("{number:>2}  {lost:>6}  {text}\n")
}

/// Returns what is wrong in `room` columns: both lines where that says it, else the sentence.
fn in_one_line(mistake: &Mistake, room: usize, look: Look) -> String {
    let said = sentence(mistake);
    if mistake.expected.is_some() && mistake.actual.is_some() {
        let quotes = quotes(mistake, room, look);
        return if quotes.is_empty() { said } else { quotes };
    }
    with_quotes(&said, &quotes(mistake, room.saturating_sub(said.chars().count() + 2), look))
}

/// Returns what is wrong and where it shows; the lines that tell it are quoted as far as there is room.
fn in_two_lines(mistake: &Mistake, place: &str, width: usize, look: Look) -> String {
    // Words at the ends of lines do not fill them.
    let room = 2 * width - width / 5;
    let said = one_line(&sentence(mistake), 2 * width, look);
    let left = room.saturating_sub(place.chars().count() + 5);
    let quoted = quotes(mistake, left.saturating_sub(said.chars().count()), look);
    let alone = quotes(mistake, left, look);
    let has_both = mistake.expected.is_some() && mistake.actual.is_some();
    if quoted.is_empty() && has_both && !alone.is_empty() {
        return format!("{alone} ({place})");
    }
    format!("{} ({place})", with_quotes(&said, &quoted))
}

fn with_quotes(said: &str, quotes: &str) -> String {
    let sign = if quotes.is_empty() { "" } else { ": " };
    format!("{said}{sign}{quotes}")
}

/// Returns which row pays, and whether others do, too.
pub(super) fn rows(results: &Results, mistake: &Mistake) -> String {
    let row = results.mark_sheet.iter().find(|row| row.row == mistake.row);
    let is_of_several =
        row.is_some_and(|row| row.by == "harness" && mistake.lost > row.out_of - row.awarded + 0.01);
    if is_of_several { format!("{} and other rows", mistake.row) } else { mistake.row.clone() }
}

/// Returns which row pays, in how many cases the mistake shows, and in which one best.
fn place(results: &Results, mistake: &Mistake, with_example: bool) -> String {
    let row = rows(results, mistake);
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

/// Stands for a blank of a quoted line, at which no line is broken.
const KEPT_BLANK: char = '\u{e000}';

fn keep_blanks(text: &str) -> String {
    text.replace(' ', &KEPT_BLANK.to_string())
}

/// Returns what is printed and what should be, in `room` columns; nothing if there is too little room, or if the sentence quotes them.
fn quotes(mistake: &Mistake, room: usize, look: Look) -> String {
    if mistake.rule.is_some() || sentence(mistake).contains('`') {
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
    let only_blanks =
        matches!(mistake.cause, Some(Cause::TrailingBlanks | Cause::InnerBlanks | Cause::BlankLines));
    match (&mistake.expected, &mistake.actual) {
        (Some(expected), Some(got)) if !only_blanks => {
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

/// Returns what is lost in cases of which the reader may not know more.
pub(super) fn not_public(results: &Results, told: &ToldMistakes<'_>, look: Look) -> String {
    if told.hidden.is_empty() {
        return String::new();
    }
    let hidden = results.cases.iter().filter(|case| case.visible != Visibility::Public).count();
    let lost: f64 = told.hidden.iter().map(|mistake| mistake.lost).sum();
    let verb = if marks_of(lost).ends_with("mark") { "is" } else { "are" };
    let each = told.hidden.iter().map(|mistake| {
        let what = mistake.cause.map_or("something is wrong", Cause::name);
        format!("{} {} ({what})", mistake.row, marks(mistake.lost))
    });
    let each: Vec<String> = each.collect();
    let text = format!(
        "{} {verb} lost in cases that are not public ({hidden} of {}): {}",
        marks_of(lost),
        results.summary.cases,
        each.join(", ")
    );
    let mut lines = wrap(&text, look.width);
    if lines.len() > 3 {
        lines.truncate(3);
        lines[2].push_str(" …");
    }
    lines.join("\n") + "\n"
}

/// Returns each kind of slip that cost nothing, once: with its sentence if there is room for all of them.
pub(super) fn free(results: &Results, room: usize, look: Look) -> String {
    let slips = slips(results);
    if slips.is_empty() || results.is_of_some_cases() {
        return String::new();
    }
    if slips.len() > room {
        let names: Vec<&str> = slips.iter().map(|slip| slip.cause.name()).collect();
        let text = format!("Slips that cost nothing: {}; --all tells more.", names.join(", "));
        return styled(&text, DIM, look);
    }
    let line = |Forgiven { sentence, first, .. }: &Forgiven<'_>| {
        let first = first.map(|case| format!(", see {case}")).unwrap_or_default();
        let text = one_line(&format!("This costs nothing: {sentence}{first}"), 2 * look.width, look);
        styled(&text, DIM, look)
    };
    slips.iter().map(line).collect()
}
