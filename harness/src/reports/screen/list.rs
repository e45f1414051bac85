//! The list of mistakes on the terminal, worst first, as many lines for each as there is room for.

use std::fmt::Write as _;

pub(in crate::reports) use super::entry::in_a_line;
use super::entry::{EntryText, HowMuchIsTold, in_words};
pub(in crate::reports) use super::place::{place, rows};
use super::{HEADING, styled};
use crate::cases::{Cause, Visibility};
use crate::marks::mistake::Mistake;
use crate::mistakes::Kind;
use crate::reports::Audience;
use crate::reports::fields::{first_lines, one_line};
use crate::reports::look::{Look, Voice};
use crate::reports::numbers::{count, marks, marks_of};
use crate::reports::results::Results;
use crate::reports::told::ToldMistakes;

/// How much room the entries have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryRoom {
    /// As many lines as they need.
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

/// Columns before the text of an entry: its number and what it costs.
const COLUMNS: usize = 12;

/// In fewer columns a mistake takes more lines, and the list more than a screen.
const NARROW: usize = 70;

/// Lines that an entry takes at most, and in so few columns.
const MOST: usize = 3;
const MOST_NARROW: usize = 5;

/// So many lines more are taken where two entries would read the same.
const MOST_OVER: usize = 2;

/// Returns the list with its heading; nothing if there is no mistake to tell of.
pub(super) fn mistakes(results: &Results, told: &ToldMistakes<'_>, room: EntryRoom, look: Look) -> String {
    let number = told.costly.len();
    if number == 0 {
        return String::new();
    }
    let mut text = styled(&heading(results, told), HEADING, look);
    let entries = ListEntries { results, mistakes: &told.costly, look };
    let lines = entries.lines(room);
    for (index, (mistake, lines)) in told.costly.iter().zip(&lines).enumerate() {
        text.push_str(&entry(results, mistake, index + 1, *lines, look));
    }
    if let [first, ..] = &told.costly[lines.len()..] {
        let rest = &told.costly[lines.len()..];
        let lost = marks_of(rest.iter().map(|mistake| mistake.lost).sum());
        let each = if first.lost > 0.0 { format!(", {lost} together") } else { String::new() };
        writeln!(text, "{:COLUMNS$}and {} more{each}", "", rest.len()).expect("to a string");
    }
    text + "\n"
}

/// The entries of the list, of which each takes as many lines as it needs, as far as there is room.
struct ListEntries<'a> {
    results: &'a Results,
    mistakes: &'a [&'a Mistake],
    look: Look,
}

impl ListEntries<'_> {
    /// Returns how many lines the entry of each mistake takes that is listed.
    fn lines(&self, room: EntryRoom) -> Vec<usize> {
        let number = self.mistakes.len();
        let room = match room {
            EntryRoom::Within(room) if self.look.width >= NARROW => room,
            _ => usize::MAX,
        };
        let most = if self.look.width < NARROW { MOST_NARROW } else { MOST };
        let needs = [HowMuchIsTold::Whole, HowMuchIsTold::Everything].map(|tells| {
            let needed =
                |it: &&Mistake| EntryText::needed(self.results, it, tells, (most, columns(self.look)));
            self.mistakes.iter().map(needed).collect::<Vec<_>>()
        });
        let listed = if room < number { listed(&needs[0], room.saturating_sub(1)) } else { number };
        let room = if room < number { room.saturating_sub(1) } else { room };
        let mut lines = vec![1; listed];
        let mut left = room.saturating_sub(listed);
        for needed in &needs {
            share(needed, &mut lines, &mut left);
        }
        self.tell_apart(&mut lines, left.saturating_add(MOST_OVER));
        lines
    }

    /// Gives lines more to entries that would read the same.
    fn tell_apart(&self, lines: &mut [usize], mut left: usize) {
        let texts: Vec<String> =
            self.mistakes.iter().zip(&*lines).map(|(mistake, lines)| self.what(mistake, *lines)).collect();
        for (index, text) in texts.iter().enumerate() {
            let is_alike = texts.iter().filter(|other| *other == text).count() > 1;
            if is_alike && lines[index] < MOST && left > 0 {
                lines[index] += 1;
                left -= 1;
            }
        }
    }

    /// Returns what an entry says is wrong, without where it shows.
    fn what(&self, mistake: &Mistake, lines: usize) -> String {
        let text = EntryText::of(self.results, mistake, lines, columns(self.look)).lines.join(" ");
        text.rsplit_once(" (").map_or(text.clone(), |(what, _)| what.to_string())
    }
}

/// Returns of more mistakes than there are lines, which need so many lines each, how many are listed: as many as are told in whole, and in
/// any case so many as always are.
fn listed(needed: &[usize], room: usize) -> usize {
    let lines = needed.iter().scan(0, |lines, needed| {
        *lines += needed;
        Some(*lines)
    });
    lines.take_while(|lines| *lines <= room).count().max(EntryRoom::LEAST.min(room))
}

/// Gives entries as many lines as they need and are left: second ones before third ones, and first to the worst mistakes.
fn share(needed: &[usize], lines: &mut [usize], left: &mut usize) {
    for more in 2..=needed.iter().copied().max().unwrap_or_default() {
        for (lines, needed) in lines.iter_mut().zip(needed) {
            if *lines < more && more <= *needed && *left > 0 {
                *lines += 1;
                *left -= 1;
            }
        }
    }
}

/// Returns the columns of the text of an entry.
fn columns(look: Look) -> usize {
    look.width.saturating_sub(COLUMNS).max(COLUMNS)
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

fn entry(results: &Results, mistake: &Mistake, number: usize, lines: usize, look: Look) -> String {
    let lost = if mistake.lost > 0.0 { format!("-{}", marks(mistake.lost)) } else { String::new() };
    if look.voice == Voice::Words {
        let cost = if lost.is_empty() { String::new() } else { format!(", {} lost", marks_of(mistake.lost)) };
        return format!(
            "  Mistake {number}{cost}: {} ({place})\n",
            one_line(&in_words(results, mistake, look), 4 * look.width, look),
            place = place(results, mistake, true)
        );
    }
    let indent = format!("\n{}", " ".repeat(COLUMNS));
    let text = EntryText::of(results, mistake, lines, columns(look)).lines.join(&indent);
    format!("{number:>2}  {lost:>6}  {text}\n")
}

/// Returns what is lost in cases of which the reader may not know more, in at most three lines.
pub(super) fn not_public(results: &Results, told: &ToldMistakes<'_>, look: Look) -> String {
    let Some(text) = lost_in_hidden_cases(results, told) else { return String::new() };
    first_lines(&text, look.width, 3).join("\n") + "\n"
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
    let mut rows: Vec<Vec<&Mistake>> = Vec::new();
    for mistake in &told.hidden {
        match rows.iter_mut().find(|of_row| of_row[0].row == mistake.row) {
            Some(of_row) => of_row.push(mistake),
            None => rows.push(vec![mistake]),
        }
    }
    let each = rows.iter().map(|of_row| {
        let lost: f64 = of_row.iter().map(|mistake| mistake.lost).sum();
        let causes: Vec<&str> = of_row.iter().filter_map(|it| it.cause).map(Cause::name).collect();
        let causes = if causes.is_empty() { String::new() } else { format!(": {}", causes.join(", ")) };
        format!("{} {} ({}{causes})", of_row[0].row, marks(lost), title(of_row[0]))
    });
    let each: Vec<String> = each.collect();
    Some(format!("{} {verb} lost {place}: {}", marks_of(lost), each.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_mistakes_have_the_lines_that_are_left() {
        let shared = |needed: &[usize], room: usize| {
            let mut lines = vec![1; needed.len()];
            share(needed, &mut lines, &mut (room - needed.len()));
            lines
        };
        assert_eq!(shared(&[3, 1, 3, 2], 9), [3, 1, 3, 2]);
        assert_eq!(shared(&[3, 1, 3, 2], 8), [3, 1, 2, 2]);
        assert_eq!(shared(&[3, 1, 3, 2], 6), [2, 1, 2, 1]);
    }

    #[test]
    fn of_more_mistakes_than_lines_so_many_are_listed_as_are_told_in_whole() {
        assert_eq!(listed(&[1; 50], 20), 20);
        assert_eq!(listed(&[2; 50], 20), 10);
        assert_eq!(listed(&[3; 50], 12), EntryRoom::LEAST);
        assert_eq!(listed(&[3; 50], 4), 4);
    }
}
