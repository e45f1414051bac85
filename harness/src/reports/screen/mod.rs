//! The report on the terminal: one screen with the marks, the mistakes, and the worst one in full.

pub(super) mod ending;
mod entry;
mod evidence;
mod free;
mod in_full;
pub(super) mod list;
mod place;
mod quotes;
pub(super) mod sheet;
pub(super) mod starting;

use std::fmt::Write as _;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::look::{Amount, Look, Voice, wrap};
use super::report::Report;
use super::results::Results;
use super::start_remarks::{replaced, taken};
use super::told::ToldMistakes;
use super::unstable::sentences;
use crate::cases::problem::Problem;
use crate::mistakes::Kind;
use in_full::Detailed;
use list::EntryRoom;
use starting::NotStarting;

const HEADING: Style = Style::new().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const GOOD: Style = AnsiColor::Blue.on_default().bold();
const DIM: Style = Style::new().dimmed();

/// Lines of one screen.
const LINES: usize = 40;

/// Lines of the conversation before the worst mistake: at least and, if the screen has room, at most.
const BEFORE: [usize; 2] = [4, 10];

/// So many of the least lines of the conversation are left out at most, where the list takes their room.
const MOST_LEFT_OUT: usize = 3;

/// Slips that cost nothing and are told with their sentences, where there is no mistake that costs something.
const FREE: usize = 8;

/// Writes the report. Styles are control sequences, which a stream takes out where they are not wanted; for
/// readers who hear it there are none.
///
/// # Errors
/// What the writer says.
pub fn write(out: &mut dyn Write, report: &Report<'_>, look: Look) -> io::Result<()> {
    let text = match look.amount {
        Amount::Least => ending::in_one_line(report.results),
        Amount::All => everything(report, look),
        Amount::First => one_screen(report, look, None),
        Amount::Mistake(number) => one_screen(report, look, Some(number)),
    };
    write_for(out, &text, look)
}

/// Writes one mistake in full, by its number.
///
/// # Errors
/// A number that no mistake has.
pub fn mistake(report: &Report<'_>, number: usize, look: Look) -> Result<Vec<u8>, Problem> {
    let told = ToldMistakes::of(report.results);
    let Some(mistake) = told.numbered(number) else {
        let help = match told.count() {
            0 => "the results tell of no mistake".to_string(),
            1 => "the results tell of one mistake, which has the number 1".to_string(),
            count => format!("the mistakes have the numbers from 1 to {count}"),
        };
        return Err(Problem::of_file(&number.to_string(), "no mistake has this number").help(help));
    };
    let text = match NotStarting::of(report) {
        Some(not_starting) => not_starting.screen(report, look),
        None => {
            in_full::mistake(report, mistake, number, Detailed { lines: BEFORE[1], of_crash: true }, look)
        }
    };
    let mut out = Vec::new();
    write_for(&mut out, &text, look).expect("to memory");
    Ok(out)
}

fn write_for(out: &mut dyn Write, text: &str, look: Look) -> io::Result<()> {
    match look.voice {
        Voice::Signs => out.write_all(text.as_bytes()),
        Voice::Words => out.write_all(&anstream::adapter::strip_bytes(text.as_bytes()).into_vec()),
    }
}

/// Returns the report on one screen, with the mistake of this number in full, or the worst of those that cost something.
fn one_screen(report: &Report<'_>, look: Look, number: Option<usize>) -> String {
    let results = report.results;
    if let Some(not_starting) = NotStarting::of(report) {
        return not_starting.screen(report, look);
    }
    let told = ToldMistakes::of(results);
    let head = sheet::in_short(results, look)
        + &remarks(results, &told, look)
        + &sheet::undecided(results, look)
        + &unstable(results, look);
    if let (Some(other), None) = (&results.start.called_for, number) {
        return head
            + &ending::of_another_assignment(report, other, look)
            + &ending::sentence(results, &told, look);
    }
    let shown = number.and_then(|number| Some((told.numbered(number)?, number)));
    let shown = shown.or_else(|| told.worst_of_program());
    let in_full = |detailed| {
        shown.map_or_else(
            || evidence::first(report, &told, look),
            |(mistake, number)| in_full::mistake(report, mistake, number, detailed, look),
        )
    };
    let foot = list::not_public(results, &told, look)
        + &free::free(report, &told, if told.costly.is_empty() { FREE } else { 0 }, look)
        + &ending::how_to_see_more(report, &told, shown.map_or(0, |(_, number)| number), look);
    let end = ending::sentence(results, &told, look);
    let short = Detailed { lines: BEFORE[0], of_crash: false };
    let around = lines(&head) + lines(&foot) + lines(&end);
    let taken = around + lines(&in_full(short));
    let list = list::mistakes(results, &told, EntryRoom::within(LINES.saturating_sub(taken)), look);
    let left = LINES.saturating_sub(taken + lines(&list));
    let over = (taken + lines(&list)).saturating_sub(LINES);
    // What follows is told where it takes no room from the mistakes.
    let advised = Detailed { of_crash: true, ..short };
    let whole = around + lines(&list) + lines(&in_full(advised));
    let (detailed, left) = match LINES.checked_sub(whole) {
        Some(left) => (advised, left),
        None => (short, left),
    };
    let shared = Some(ending::shared_rows(results, &told, look)).filter(|it| lines(it) <= left);
    let shared = shared.unwrap_or_default();
    let left = left - lines(&shared);
    // One or two lines less are no loss where the screen holds all then; on a narrow one they would not be enough.
    let over = if over <= MOST_LEFT_OUT { over } else { 0 };
    let before = (BEFORE[0] + left).min(BEFORE[1]) - over;
    let in_full = in_full(Detailed { lines: before, ..detailed });
    format!("{head}{list}{in_full}{foot}{shared}{end}")
}

/// Returns how the submission was prepared, as far as that helps its author.
fn remarks(results: &Results, told: &ToldMistakes<'_>, look: Look) -> String {
    let mut crashes = told.costly.iter().filter(|mistake| mistake.kind == Kind::Failure);
    let replaced = crashes.find_map(|mistake| replaced(results, &mistake.sentence));
    let remarks: String =
        [taken(results), replaced].into_iter().flatten().map(|it| styled(&it, DIM, look)).collect();
    if remarks.is_empty() { remarks } else { remarks + "\n" }
}

/// Returns which cases did not come out the same each time, if they were run several times.
fn unstable(results: &Results, look: Look) -> String {
    let told: String = sentences(results).iter().map(|it| styled(it, BAD, look)).collect();
    if told.is_empty() { told } else { told + "\n" }
}

/// Returns a text in lines that fit, each in this style.
fn styled(text: &str, style: Style, look: Look) -> String {
    let lines = wrap(text, look.width);
    lines.iter().fold(String::new(), |mut styled, line| {
        writeln!(styled, "{style}{line}{style:#}").expect("to a string");
        styled
    })
}

fn lines(text: &str) -> usize {
    text.lines().count()
}

/// Returns the report with every mistake and every failed case in full.
fn everything(report: &Report<'_>, look: Look) -> String {
    let results = report.results;
    if let Some(not_starting) = NotStarting::of(report) {
        return not_starting.screen(report, look);
    }
    let told = ToldMistakes::of(results);
    let mut text = sheet::whole(results, look)
        + &remarks(results, &told, look)
        + &sheet::undecided(results, look)
        + &unstable(results, look);
    text.push_str(&list::mistakes(results, &told, EntryRoom::All, look));
    for number in 1..=told.count() {
        let mistake = told.numbered(number).expect("it is counted");
        text.push_str(&in_full::mistake(
            report,
            mistake,
            number,
            Detailed { lines: BEFORE[0], of_crash: true },
            look,
        ));
    }
    text.push_str(&list::not_public(results, &told, look));
    text.push_str(&free::free(report, &told, usize::MAX, look));
    text.push_str(&evidence::all(report, look));
    text + &ending::containment(results, look) + &ending::sentence(results, &told, look)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judging::Verdict;
    use crate::marks::mistake::Mistake;
    use crate::reports::hostile::{Texts, results};

    fn with_mistakes(number: u32) -> Results {
        let mistake = |index: u32| Mistake {
            key: format!("mistake {index}"),
            kind: Kind::Wording,
            cause: None,
            part: String::new(),
            row: "a".to_string(),
            other_rows: Vec::new(),
            by_row: std::collections::BTreeMap::new(),
            comment: None,
            lost: f64::from(number - index) / 4.0,
            sentence: format!(
                "a sentence about the mistake {index} that takes some room on the screen of a student"
            ),
            expected: Some("the line that the text has".to_string()),
            is_described: false,
            actual: Some("the line that is printed".to_string()),
            cases: 2,
            places: 3,
            example: Some("a/first".to_string()),
            text: None,
            rule: None,
            ended_by: None,
            precursors: None,
        };
        let mut results =
            Results { mistakes: (0..number).map(mistake).collect(), ..results(&Texts::default()) };
        results.cases.retain(|case| case.verdict != Verdict::Undecided);
        results.summary.automatic = 1.0;
        for row in &mut results.mark_sheet {
            row.by = "harness".to_string();
        }
        results
    }

    fn screen(results: &Results, width: usize, amount: Amount) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let look = Look { width, voice: Voice::Signs, amount };
        let mut text = Vec::new();
        write(&mut text, &Report::new(results, folder.path()), look).expect("to memory");
        anstream::adapter::strip_str(&String::from_utf8_lossy(&text)).to_string()
    }

    #[test]
    fn fifty_mistakes_take_one_screen_as_one_does() {
        for number in [1, 2, 6, 20, 50] {
            let results = with_mistakes(number);
            let text = screen(&results, 80, Amount::First);
            assert!(text.lines().count() <= LINES, "{number}: {text}");
            assert!(text.contains("Mistake 1 costs "), "{text}");
        }
        let text = screen(&with_mistakes(50), 80, Amount::First);
        let listed = text.lines().filter(|line| line.contains("; 2 cases")).count();
        assert!(listed >= 10 && text.contains(&format!("and {} more", 50 - listed)), "{text}");
        let all = screen(&with_mistakes(50), 80, Amount::All);
        assert!(all.contains("Mistake 50 costs 0.25 marks:") && !all.contains(" more, "), "{all}");
    }

    #[test]
    fn a_mistake_that_is_asked_for_takes_the_place_of_the_worst() {
        let text = screen(&with_mistakes(6), 80, Amount::Mistake(3));
        assert!(text.contains("Mistake 3 costs 1 mark:") && !text.contains("Mistake 1 costs"), "{text}");
        assert!(text.contains("show-mistake 4"), "{text}");
    }

    #[test]
    fn the_last_line_tells_what_costs_marks() {
        let last = |results: &Results| {
            screen(results, 120, Amount::First).lines().last().unwrap_or_default().to_string()
        };
        assert_eq!(last(&with_mistakes(2)), "It loses 0.75 of 3 marks; all other things are right.");
        let student = Results { audience: crate::reports::Audience::Student, ..with_mistakes(0) };
        assert_eq!(last(&student), "You lose nothing: all 3 marks are won.");
    }
}
