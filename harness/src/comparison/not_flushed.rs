//! Output that a program withholds while it waits: cut into turns where the expected output is cut.
//!
//! A program that does not flush prints its prompts late, in large pieces. What it prints is judged all the same, as if
//! it had been on the screen in time.

use std::borrow::Cow;

use super::conversation::{ComparedConversation, Findings, Printed};
use super::detail::Detail;
use super::difference::{Difference, Part};
use crate::cases::{Case, Cause, Tolerance};
use crate::expected::{End, Expected, ExpectedTurn};
use crate::recording::{Reason, Recording, is_withheld};
use crate::text::hunks::{Hunk, hunks};
use crate::text::tokens::words;

/// Beyond this many lines the output is left as it came.
const MOST_LINES: usize = 5000;

/// Returns the output cut into as many turns as there are in `printed`; nothing if it was not withheld.
pub(super) fn cut(expected: &[impl AsRef<str>], printed: &[&str]) -> Option<Vec<String>> {
    if !is_withheld(printed) {
        return None;
    }
    let whole = printed.concat();
    let all: String = expected.iter().map(AsRef::as_ref).collect();
    let lines = |text: &str| text.split('\n').count();
    if lines(&whole).max(lines(&all)) > MOST_LINES {
        return None;
    }
    let mut places = places(expected, &whole);
    places.truncate(printed.len() - 1);
    places.resize(printed.len() - 1, whole.len());
    let mut turns = Vec::new();
    let mut start = 0;
    for place in places.into_iter().chain([whole.len()]) {
        let end = place.max(start);
        turns.push(whole[start..end].to_string());
        start = end;
    }
    Some(turns)
}

/// Returns the recording with what the program had kept back when it was stopped, up to where the case ends: what it prints
/// when its input is over is not judged. Neither is the line by which a program asks for one more Enter at its end, where that is tolerated.
pub fn up_to_the_end<'a>(case: &Case, expected: &Expected, recording: &'a Recording) -> Cow<'a, Recording> {
    if let Some(cut) = without_last_wish(case, expected, recording) {
        return Cow::Owned(cut);
    }
    let late = String::from_utf8_lossy(recording.withheld());
    if late.is_empty() {
        return Cow::Borrowed(recording);
    }
    let printed: String = recording.turns().iter().map(|turn| turn.text().into_owned()).collect();
    let mut expected: Vec<Cow<'_, str>> = expected.turns.iter().map(ExpectedTurn::output).collect();
    // The place behind the last turn is the beginning of one more.
    expected.push(Cow::default());
    let end = places(&expected, &(printed.clone() + &late)).pop().unwrap_or_default();
    recording.with_withheld(end.saturating_sub(printed.len()))
}

/// Returns the recording without the line by which the program asks for one more Enter where it should have ended.
fn without_last_wish(case: &Case, expected: &Expected, recording: &Recording) -> Option<Recording> {
    let may_wait = case.tolerate.contains(&Tolerance::ExtraEnterAtEnd) && expected.end == End::Finishes;
    if !may_wait || recording.stopped() != Some(Reason::NothingToType) {
        return None;
    }
    let mut outputs: Vec<String> = recording.turns().iter().map(|turn| turn.text().into_owned()).collect();
    if outputs.len() != expected.turns.len() {
        return None;
    }
    let (last, due) = (outputs.last_mut()?, expected.turns.last()?.output());
    *last = without_wish(last, &due)?.to_string();
    Some(recording.with_outputs(&outputs))
}

/// Returns the last that was printed without its last line, if that asks for Enter, or a key, and is not due.
pub(crate) fn without_wish<'t>(printed: &'t str, due: &str) -> Option<&'t str> {
    let (before, wish) = printed.split_at(printed.trim_end().rfind('\n')? + 1);
    let is_wish = |word: &str| ["enter", "return", "key"].iter().any(|key| word.eq_ignore_ascii_case(key));
    (words(wish).any(is_wish) && !due.ends_with(wish)).then_some(before)
}

/// Returns where, in bytes of `actual`, each expected turn but the last ends.
fn places(expected: &[impl AsRef<str>], actual: &str) -> Vec<usize> {
    let all: String = expected.iter().map(AsRef::as_ref).collect();
    let (expected_lines, actual_lines): (Vec<&str>, Vec<&str>) =
        (all.split('\n').collect(), actual.split('\n').collect());
    let key = |line: &&str| line.trim_end().to_string();
    let keys: [Vec<String>; 2] =
        [expected_lines.iter().map(key).collect(), actual_lines.iter().map(key).collect()];
    let partner = partners(&keys[0], &keys[1]);
    let starts = line_starts(&actual_lines);
    let expected_starts = line_starts(&expected_lines);
    let mut end = 0;
    let mut places = Vec::new();
    for turn in &expected[..expected.len().saturating_sub(1)] {
        end += turn.as_ref().len();
        let line = expected_starts.partition_point(|start| *start <= end) - 1;
        let prompt = &expected_lines[line][..end - expected_starts[line]];
        places.push(place(prompt, partner[line], &actual_lines, &starts));
    }
    places
}

/// Returns where a prompt ends: in the line that is its partner, or in the first line from there that has it.
fn place(prompt: &str, partner: usize, lines: &[&str], starts: &[usize]) -> usize {
    let Some(line) = lines.get(partner) else {
        return starts.last().map_or(0, |start| start + lines[lines.len() - 1].len());
    };
    let prompt = prompt.trim_end();
    let length = if line.starts_with(prompt) { prompt.len() } else { 0 };
    let blanks = line[length..].len() - line[length..].trim_start_matches(' ').len();
    let blanks = if length > 0 { blanks.min(1) } else { 0 };
    starts[partner] + length + blanks
}

/// Returns for each expected line the line that stands for it, or else the one before which it is missing.
fn partners(expected: &[String], actual: &[String]) -> Vec<usize> {
    let mut partners = vec![actual.len(); expected.len()];
    for Hunk { old, new, is_equal } in hunks(expected, actual) {
        for (index, line) in old.enumerate() {
            let alike = || {
                let prompt = expected[line].trim_end();
                new.clone().find(|other| !prompt.is_empty() && actual[*other].starts_with(prompt))
            };
            let nearest = new.start + index.min(new.len());
            partners[line] = if is_equal { new.start + index } else { alike().unwrap_or(nearest) };
        }
    }
    partners
}

fn line_starts(lines: &[&str]) -> Vec<usize> {
    let mut at = 0;
    let mut starts = Vec::new();
    for line in lines {
        starts.push(at);
        at += line.len() + 1;
    }
    starts
}

/// Returns the turns as they were cut, with what was typed after each.
pub(super) fn in_turns<'a>(cut: &[String], printed: &[Printed<'_>]) -> Vec<Printed<'a>> {
    let turns = cut.iter().zip(printed);
    let turns =
        turns.map(|(output, turn)| Printed { output: Cow::Owned(output.clone()), typed: turn.typed.clone() });
    turns.collect()
}

/// Returns the hint that the first prompt that was withheld was not visible, if one was.
pub(super) fn hint(turns: &[ExpectedTurn], cut: &[String], printed: &[&str]) -> Option<Difference> {
    let (mut visible, mut due) = (0, 0);
    for (index, (turn, output)) in cut.iter().zip(printed).enumerate().take(cut.len().saturating_sub(1)) {
        visible += output.len();
        due += turn.len();
        let prompt = turn.lines().last().unwrap_or_default();
        if visible < due && !prompt.trim().is_empty() {
            let pieces = turns.get(index).map(|turn| turn.pieces.as_slice()).unwrap_or_default();
            let part = pieces.last().map_or(Part::UNKNOWN, |(part, _)| Part::new(part));
            let hint = Difference::new(Cause::NotFlushed, part, Detail::NotFlushed).at(index + 1, 1);
            return Some(hint.lines(Some(prompt.to_string()), None));
        }
    }
    None
}

/// Places differences in the turns in which the output came.
pub(super) fn pass(conversation: &ComparedConversation<'_>, found: &mut Findings) {
    if let Some(cut) = &conversation.cut {
        put_back(found.differences.iter_mut(), cut, &conversation.outputs);
    }
}

/// Turns places in the output as it was cut into places in the output as it came.
pub(super) fn put_back<'a>(
    differences: impl Iterator<Item = &'a mut Difference>,
    cut: &[String],
    printed: &[&str],
) {
    let cut = line_ends(cut.iter().map(String::as_str));
    let came = line_ends(printed.iter().copied());
    let last = (printed.len(), printed[printed.len() - 1].split('\n').count());
    for difference in differences {
        let in_turn = |ends: &Vec<usize>| ends.get(difference.line - 1).copied();
        let end = |turn: Option<&Vec<usize>>| turn.and_then(|ends| ends.last().copied());
        let turn = cut.get(difference.turn - 1);
        let at = turn.and_then(in_turn).or(end(turn)).or(end(cut.last())).unwrap_or_default();
        let turn = came.partition_point(|ends| ends.last().is_none_or(|end| *end <= at));
        (difference.turn, difference.line) =
            came.get(turn).map_or(last, |ends| (turn + 1, ends.partition_point(|end| *end <= at)));
    }
}

/// Returns for each turn where it begins in all output, in bytes, and where each of its lines ends.
fn line_ends<'a>(turns: impl Iterator<Item = &'a str>) -> Vec<Vec<usize>> {
    let mut at = 0;
    let ends = |turn: &str| {
        let mut ends = vec![at];
        ends.extend(turn.split_inclusive('\n').map(|line| {
            at += line.len();
            at
        }));
        ends
    };
    turns.map(ends).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::cases::select;
    use crate::cases::source::SuiteSource;
    use crate::recording::{Event, Exit, What};

    /// Turns are separated by `|`.
    #[track_caller]
    fn check(expected: &str, printed: &str, turns: Option<&str>) {
        let expected: Vec<String> = expected.split('|').map(str::to_string).collect();
        let printed: Vec<&str> = printed.split('|').collect();
        assert_eq!(cut(&expected, &printed).map(|turns| turns.join("|")).as_deref(), turns);
    }

    #[test]
    fn withheld_output_is_cut_where_the_expected_output_is() {
        check("Name: |Age: |Hello\n", "||Name: Age: Hello\n", Some("Name: |Age: |Hello\n"));
        check(
            "Hi\nName: |\nAge: |\nHello\n",
            "||Hi\nName: \nAge: \nHello\n",
            Some("Hi\nName: |\nAge: |\nHello\n"),
        );
        check(
            "Which?\n|Good\nAgain?\n|Bye\n",
            "||Which?\nGood\nAgain?\nBye\n",
            Some("Which?\n|Good\nAgain?\n|Bye\n"),
        );
    }

    #[test]
    fn differences_do_not_move_the_other_cuts() {
        check(
            "Which?\n|Good\nAgain?\n|Bye\n",
            "||Which?\nBad\nAgain?\nBye\n",
            Some("Which?\n|Bad\nAgain?\n|Bye\n"),
        );
        check("One\nName: |Two\n", "|One\nName: Too\n", Some("One\nName: |Too\n"));
        check("a\n|b\n|c\n", "||a\nb\n", Some("a\n|b\n|"));
    }

    #[test]
    fn output_that_came_in_time_is_left_alone() {
        check("a\n|b\n|c\n", "a\n|b\n|c\n", None);
        check("a\n|b\n|c\n|d\n", "a\n||b\n|", None);
        check("a\n", "", None);
    }

    #[test]
    fn output_of_too_many_lines_is_left_as_it_came() {
        for (lines, is_cut) in [(MOST_LINES - 3, true), (MOST_LINES, false)] {
            let printed = format!("||{}Name: Age: Hello\n", "a\n".repeat(lines));
            let printed: Vec<&str> = printed.split('|').collect();
            let expected = ["Name: ", "Age: ", "Hello\n"].map(String::from);
            assert_eq!(cut(&expected, &printed).is_some(), is_cut, "{lines} lines");
        }
    }

    #[test]
    fn the_first_prompt_that_was_not_visible_is_named() {
        let turn =
            |text: &str| ExpectedTurn { pieces: vec![("ask", text.to_string())], ..Default::default() };
        let turns = [turn("Hi\nName: "), turn("Bye\n")];
        let cut = ["Hi\nName: ".to_string(), "Bye\n".to_string()];
        let hint = hint(&turns, &cut, &["", "Hi\nName: Bye\n"]).expect("withheld");
        assert_eq!((hint.part.label(), hint.turn), ("ask", 1));
        assert_eq!(
            hint.sentence(),
            "`Name:` was not printed yet when the program waited; flush the output before reading, also if a terminal shows it in time"
        );
        assert_eq!(super::hint(&turns, &cut, &["Hi\nName: ", "Bye\n"]), None);
    }

    #[test]
    fn places_are_told_in_the_output_as_it_came() {
        let cut = ["a\nb\n".to_string(), "c\nd\n".to_string()];
        let difference = || Difference::new(Cause::WrongText, Part::UNKNOWN, Detail::OtherLine);
        let mut differences = [(1, 2), (2, 1), (2, 2)].map(|(turn, line)| difference().at(turn, line));
        put_back(differences.iter_mut(), &cut, &["", "a\nb\nc\nd\n"]);
        assert_eq!(
            differences.map(|difference| (difference.turn, difference.line)),
            [(2, 2), (2, 3), (2, 4)]
        );
        let came = |cut: &[&str], (turn, line), printed: &[&str]| {
            let cut: Vec<String> = cut.iter().map(ToString::to_string).collect();
            let mut moved = difference().at(turn, line);
            put_back(std::iter::once(&mut moved), &cut, printed);
            (moved.turn, moved.line)
        };
        assert_eq!(came(&["Name: ", "Hi\n"], (2, 1), &["", "Name: Hi\n"]), (2, 1), "in the middle of a line");
        assert_eq!(came(&["a\n", ""], (2, 1), &["", "a\n"]), (2, 2), "at the end");
        assert_eq!(came(&["a\n", ""], (2, 1), &["a\n", "", ""]), (3, 1), "at the end, after empty turns");
        assert_eq!(came(&["a\n", "b"], (2, 9), &["", "a\nb"]), (2, 2), "beyond the last line");
        assert_eq!(came(&["a\n"], (7, 1), &["a\n", "b"]), (2, 1), "beyond the last turn");
    }
    #[test]
    fn a_line_that_asks_for_one_more_enter_at_the_end_is_left_out_where_that_is_tolerated() {
        let said = |text: &str| What::Output(text.as_bytes().to_vec());
        let suite = select::suite(&SuiteSource::Inside, "bots").expect("it is valid");
        let left = |last: &str, end: What, tolerated: &[Tolerance]| {
            let events = [said("Again? "), What::Typed("n".to_string()), said(last), end];
            let recording = Recording { events: events.map(|what| Event { at: 0, what }).to_vec() };
            let tolerate = Arc::new(tolerated.iter().copied().collect());
            let case = Case { tolerate, ..suite.cases[0].clone() };
            let due =
                |text: &str| ExpectedTurn { pieces: vec![("", text.to_string())], ..ExpectedTurn::default() };
            let expected =
                Expected { turns: vec![due("Again? "), due("Bye\nHit a key\n")], end: End::Finishes };
            let cut = up_to_the_end(&case, &expected, &recording).into_owned();
            cut.turns().last().map(|turn| turn.text().into_owned()).expect("a turn")
        };
        let waits = || What::Stopped(Reason::NothingToType);
        let tolerated = [Tolerance::ExtraEnterAtEnd];
        assert_eq!(left("Bye\nPress ENTER to exit.", waits(), &tolerated), "Bye\n");
        assert_eq!(left("Bye\nPress any key: ", waits(), &tolerated), "Bye\n");
        for (last, end, tolerate) in [
            ("Bye\nPress ENTER to exit.", waits(), &[][..]),
            ("Bye\nPress ENTER to exit.", What::Exit(Exit::Status(0)), &tolerated),
            ("Bye\nAnother game? ", waits(), &tolerated),
            ("Bye\nHit a key\n", waits(), &tolerated),
        ] {
            assert_eq!(left(last, end, tolerate), last);
        }
    }
}
