//! What is known of the place of a difference that a sentence should tell: that a program goes on after the end, ends too early,
//! prints in one line what should be several, does not wait for an answer, or answers what was typed by something else.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::board::Misplaced;
use super::conversation::{ComparedConversation, Findings};
use super::detail::Detail;
use super::difference::{Difference, Setting};
use super::sentence::MOST_QUOTED;
use super::two_texts::{TextLines, TwoTexts, filled_lines};
use super::{board, tolerance, words};
use crate::cases::Typed;
use crate::expected::ExpectedTurn;
use crate::recording::Turn;
use crate::text::alignment::Pair;

/// The fewest characters of a line that is looked for within another one.
const FEWEST: usize = 4;

/// So many questions that are passed over are looked for where a program stopped.
const MOST_PASSED_OVER: usize = 10;

/// Tells of each difference what is known of its place.
pub(super) fn pass(conversation: &ComparedConversation<'_>, found: &mut Findings) {
    let last = conversation.turns.len().checked_sub(1);
    let end = last.filter(|last| conversation.turns[*last].typed.is_none());
    let end = end.and_then(|end| found.pairs.iter().find(|(expected, _)| *expected == Some(end))?.1);
    let ended = conversation.recording.exit().map(|_| conversation.printed.len());
    let places = SettingSearch {
        conversation,
        pairs: &found.pairs,
        end,
        ended,
        letters: OnceCell::new(),
        due: OnceCell::new(),
        printed: OnceCell::new(),
        end_line: OnceCell::new(),
        two_texts: RefCell::default(),
        goes_on: RefCell::default(),
    };
    let settings: Vec<Setting> = found.differences.iter().map(|it| places.setting(it)).collect();
    for (difference, setting) in found.differences.iter_mut().zip(settings) {
        if let Some((line, text)) = places.answer(difference, &setting) {
            (difference.line, difference.actual) = (line, Some(text));
        }
        difference.setting = setting;
    }
}

/// Returns the question after which a program that stopped had gone on before, if one of its last two turns shows a question and what
/// follows its answer, while the answer was not typed yet.
pub(crate) fn question_passed_over(expected: &[ExpectedTurn], printed: &[Turn]) -> Option<Setting> {
    (0..printed.len()).rev().take(2).find_map(|turn| {
        let mut text: String = printed[..turn].iter().map(Turn::text).collect();
        let before = text.len();
        text.push_str(&printed[turn].text());
        let printed = text;
        // So many answers were typed before the end of it.
        (turn..expected.len().saturating_sub(1)).take(MOST_PASSED_OVER).find_map(|asked| {
            expected[asked].typed.as_ref()?;
            let [text, next] = [asked, asked + 1].map(|turn| expected[turn].output());
            let (question, next) = (question(&text)?, first_line(&next)?);
            let times: usize =
                expected[..=asked].iter().map(|it| it.output().matches(question).count()).sum();
            let found = printed.match_indices(question).nth(times.checked_sub(1)?);
            // A question of an earlier turn was answered there, however often it was asked until then.
            let (at, _) = found.filter(|(at, _)| *at >= before)?;
            let goes_on = printed[at + question.len()..].trim_start().starts_with(next);
            let line = printed[at..].lines().next().filter(|_| goes_on)?;
            Some(Setting::NotAwaited { question: question.to_string(), line: shortened(line) })
        })
    })
}

/// Returns the question with which a turn ends, if its last line has words.
fn question(text: &str) -> Option<&str> {
    text.lines().next_back().map(str::trim).filter(|question| question.contains(char::is_alphabetic))
}

/// Returns the first line of a turn in which something stands.
fn first_line(text: &str) -> Option<&str> {
    filled_lines(text).next().map(str::trim)
}

struct SettingSearch<'a> {
    conversation: &'a ComparedConversation<'a>,
    pairs: &'a [Pair],
    /// The printed turn that stands for the one with which the conversation ends, counted from 0.
    end: Option<usize>,
    /// The printed turn in which the program ended by itself, counted from 1.
    ended: Option<usize>,
    /// The letters of each line that should stand in the conversation, once they are asked for.
    letters: OnceCell<HashSet<String>>,
    /// In which turns each line should stand, and stands, once they are asked for.
    due: OnceCell<HashMap<String, (usize, usize)>>,
    printed: OnceCell<HashMap<String, (usize, usize)>>,
    /// How many lines of the last turn come before the one with which the conversation ends, once it is asked for.
    end_line: OnceCell<Option<usize>>,
    /// The texts that were looked at last: a turn may have thousands of differences.
    two_texts: RefCell<Option<Rc<TwoTexts>>>,
    /// What was found last where a program may have gone on without waiting.
    goes_on: RefCell<Option<GoesOn>>,
}

/// Where a program may have gone on after a question without waiting for the answer.
#[derive(Clone)]
struct GoesOn {
    /// The printed turn, counted from 0, and whether a turn is left out there.
    place: (usize, bool),
    /// The question, and the line in which it stands.
    found: Option<(String, String)>,
}

impl SettingSearch<'_> {
    fn setting(&self, difference: &Difference) -> Setting {
        let Some(turn) = difference.turn.checked_sub(1) else { return Setting::Usual };
        if let Some(setting) = self.not_awaited(difference, turn) {
            return setting;
        }
        if let Some(line) = self.joined_line(difference, turn) {
            return Setting::WithinALine(line);
        }
        if let Some(misplaced) = self.misplaced(difference, turn) {
            return Setting::OnTheBoard(misplaced);
        }
        match difference.detail {
            Detail::ExtraLine | Detail::ExtraTurn | Detail::ExtraPrompt
                if self.is_after_the_end(difference, turn) =>
            {
                Setting::AfterTheEnd
            }
            Detail::ExtraLine if self.ended == Some(difference.turn) && self.should_ask(turn) => {
                Setting::EndsTooEarly
            }
            Detail::ExtraLine if self.is_printed_twice(difference, turn) => Setting::Twice,
            Detail::ExtraLine if self.belongs_earlier(difference, turn) => Setting::BelongsEarlier,
            Detail::MissingRest | Detail::MissingLine | Detail::MissingPrompt
                if self.is_never_reached(difference, turn) =>
            {
                self.never_reached(difference, turn)
            }
            Detail::MissingRest if self.is_never_asked(difference, turn) => {
                Setting::NeverAsked { line: self.lines(turn) }
            }
            Detail::MissingTurn if difference.turn < self.conversation.printed.len() => {
                let typed = self.conversation.printed[turn].typed.as_ref().and_then(Typed::line);
                let typed = typed == Some(difference.reply.line.as_str());
                Setting::LeftOut { typed, instead: self.instead_of_a_step(difference) }
            }
            Detail::ExtraTurn | Detail::ExtraPrompt if self.expected(turn).is_none() => {
                self.instead_of_the_next(difference, turn).unwrap_or_default()
            }
            Detail::OtherLine
            | Detail::ExtraLine
            | Detail::ExtraPrompt
            | Detail::MissingLine
            | Detail::MissingPrompt => self.parting(difference, turn).unwrap_or_default(),
            Detail::MissingWords(_)
            | Detail::ExtraWords(_)
            | Detail::OtherWords { .. }
            | Detail::SomeWords
                if lacks_or_adds(difference) =>
            {
                let parting = self.parting(difference, turn);
                parting
                    .filter(|it| matches!(it, Setting::Parting { is_another: true, .. }))
                    .unwrap_or_default()
            }
            _ => Setting::Usual,
        }
    }

    /// Returns what stands in another row of a board than it should, if both lines are rows of one.
    fn misplaced(&self, difference: &Difference, turn: usize) -> Option<Misplaced> {
        let (should, is) = difference.expected.as_deref().zip(difference.actual.as_deref())?;
        if !should.contains('|') || !is.contains('|') {
            return None;
        }
        let [expected, printed] = self.on_screen(self.expected(turn)?, turn);
        let [expected, printed] = [&expected, &printed].map(|text| text.lines().collect::<Vec<_>>());
        let at = |lines: &[&str], line: &str| lines.iter().position(|it| it.trim_end() == line.trim_end());
        board::misplaced(&expected, &printed, (at(&expected, should)?, at(&printed, is)?))
    }

    /// Returns whether all of the conversation has been printed before the difference.
    fn is_after_the_end(&self, difference: &Difference, turn: usize) -> bool {
        let Some(end) = self.end else { return false };
        let Some(end_line) = *self.end_line.get_or_init(|| self.end_line(end)) else { return false };
        turn > end || turn == end && end_line + 1 < difference.line
    }

    /// Returns how many lines of this printed turn come before the one with which the conversation ends.
    fn end_line(&self, end: usize) -> Option<usize> {
        let last = self.conversation.turns.last().map(ExpectedTurn::output).unwrap_or_default();
        let last = last.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default();
        self.conversation.printed[end].output.lines().position(|line| line.trim() == last)
    }

    /// Returns whether the program should ask something in this turn.
    fn should_ask(&self, turn: usize) -> bool {
        self.expected(turn).is_some_and(|expected| self.conversation.turns[expected].typed.is_some())
    }

    /// Returns the expected turn that this printed one stands for, both counted from 0.
    fn expected(&self, turn: usize) -> Option<usize> {
        self.pairs.iter().find(|(_, actual)| *actual == Some(turn)).and_then(|(expected, _)| *expected)
    }

    /// Returns whether the program ended by itself before anything that should stand at or after the difference.
    fn is_never_reached(&self, difference: &Difference, turn: usize) -> bool {
        let Some(printed) = self.conversation.printed.get(turn) else { return false };
        let lines = printed.output.trim_end().lines().count();
        let is_after_all = difference.detail == Detail::MissingRest || difference.line > lines;
        self.ended == Some(difference.turn) && is_after_all
    }

    /// Returns how the program ended before the difference. What was due was typed, if the program ended in the turn after it.
    fn never_reached(&self, difference: &Difference, turn: usize) -> Setting {
        let line = self.lines(turn);
        Setting::NeverReached { typed: difference.detail != Detail::MissingRest, line }
    }

    /// Returns whether what was due before the difference was never typed, because the program was stopped before it read it.
    fn is_never_asked(&self, difference: &Difference, turn: usize) -> bool {
        let Some(printed) = self.conversation.printed.get(turn) else { return false };
        let typed = printed.typed.as_ref().and_then(Typed::line);
        !difference.reply.line.is_empty() && typed != Some(difference.reply.line.as_str())
    }

    /// Returns how many lines a printed turn has.
    fn lines(&self, turn: usize) -> usize {
        self.conversation.printed[turn].output.split('\n').count()
    }

    /// Returns the printed line of the turn of which the line that is missing is a part.
    fn joined_line(&self, difference: &Difference, turn: usize) -> Option<String> {
        let missing =
            signs(difference.expected.as_deref().filter(|_| difference.detail == Detail::MissingLine)?);
        let is_row = |line: &str| line.contains('|');
        let due_is_row = difference.expected.as_deref().is_some_and(is_row);
        let holds_it = |line: &&str| {
            let letters = signs(line);
            letters.len() > missing.len() && letters.contains(&missing) && is_row(line) == due_is_row
        };
        let line = self.conversation.printed.get(turn)?.output.lines().find(holds_it);
        line.filter(|_| missing.chars().count() >= FEWEST).map(shortened)
    }

    /// Returns whether a line that is too much stands twice in its turn wherever it should come once.
    fn is_printed_twice(&self, difference: &Difference, turn: usize) -> bool {
        let line = difference.actual.as_deref().map(str::trim_end).filter(|line| !line.is_empty());
        let (Some(line), Some(expected)) = (line, self.expected(turn)) else { return false };
        let texts = self.two_texts(expected, turn);
        let due = texts.should.times(line);
        due > 0 && texts.is.times(line) == 2 * due
    }

    /// Returns whether a line that is too much should come in an earlier turn, where it is not printed, but not in this one nor in a later one.
    fn belongs_earlier(&self, difference: &Difference, turn: usize) -> bool {
        let line =
            difference.actual.as_deref().map(str::trim).filter(|line| line.contains(char::is_alphabetic));
        let (Some(line), Some(expected)) = (line, self.expected(turn)) else { return false };
        let due =
            self.due.get_or_init(|| turns_of_lines(self.conversation.turns.iter().map(ExpectedTurn::output)));
        let printed = || turns_of_lines(self.conversation.printed.iter().map(|it| &it.output));
        due.get(line).is_some_and(|(_, last)| *last < expected)
            && self.printed.get_or_init(printed).get(line).is_none_or(|(first, _)| *first >= turn)
    }

    /// Returns both texts of an expected and a printed turn as they stand on the screen.
    fn on_screen(&self, expected: usize, turn: usize) -> [String; 2] {
        let printed = Cow::Borrowed(&*self.conversation.printed[turn].output);
        let texts = [self.conversation.turns[expected].output(), printed];
        texts.map(|text| tolerance::on_screen(&text, self.conversation.tolerances).into_owned())
    }

    /// Returns what is asked of both texts again and again.
    fn two_texts(&self, expected: usize, turn: usize) -> Rc<TwoTexts> {
        let last = self.two_texts.borrow().clone().filter(|it| it.turns == (expected, turn));
        last.unwrap_or_else(|| {
            let texts = Rc::new(TwoTexts::new((expected, turn), &self.on_screen(expected, turn)));
            *self.two_texts.borrow_mut() = Some(Rc::clone(&texts));
            texts
        })
    }

    /// Returns the question that is printed there, and the line in which it stands, if the program goes on without waiting for the answer: in
    /// its own turn, or near the place where its turn is missing.
    fn not_awaited(&self, difference: &Difference, turn: usize) -> Option<Setting> {
        let is_left_out = difference.detail == Detail::MissingTurn;
        if difference.detail == Detail::Echo || !is_left_out && difference.actual.is_none() {
            return None;
        }
        let place = (turn, is_left_out);
        let last = self.goes_on.borrow().clone().filter(|it| it.place == place);
        let GoesOn { found, .. } = last.unwrap_or_else(|| {
            let looked = GoesOn { place, found: self.goes_on(turn, is_left_out) };
            *self.goes_on.borrow_mut() = Some(looked.clone());
            looked
        });
        let (question, line) = found?;
        let is_it = is_left_out || difference.actual.as_deref().map(str::trim) == Some(line.trim());
        is_it.then(|| Setting::NotAwaited { question, line: shortened(&line) })
    }

    /// Returns the question of this turn, or of the one that is left out after it, and the line in which it stands, if the program goes on there.
    fn goes_on(&self, turn: usize, is_left_out: bool) -> Option<(String, String)> {
        let here = self.expected(turn)?;
        let asked = self.conversation.turns.get(here + usize::from(is_left_out))?;
        let text = asked.output();
        let question = question(&text)?;
        // A transcript may end where its question waits.
        let is_last = here + 1 == self.conversation.turns.len() && !text.ends_with('\n');
        let is_question = (asked.typed.is_some() || is_last) && text.matches(question).count() == 1;
        if !is_question {
            return None;
        }
        let next = self.conversation.turns.get(here + usize::from(is_left_out) + 1).map(ExpectedTurn::output);
        let next = next.as_deref().and_then(first_line);
        let goes_on = |turn: usize| {
            let output = &self.conversation.printed.get(turn)?.output;
            let is_it = |(line, is_last_line): &(&str, bool)| {
                let Some((before, rest)) = line.split_once(question) else { return false };
                let is_next = next.is_some_and(|next| rest.trim().starts_with(next));
                let is_its_line = is_left_out || before.trim().is_empty() && !rest.trim().is_empty();
                let asks_more = || is_last && is_its_line && rest.trim().ends_with([':', '?', '>']);
                is_next || is_its_line && !is_last_line || asks_more()
            };
            lines_with(output, question).find(is_it).map(|(line, _)| line.to_string())
        };
        let line = if is_left_out {
            let is_asked_here = self.conversation.turns[here].output().contains(question);
            let before = if is_asked_here { None } else { goes_on(turn) };
            before.or_else(|| goes_on(turn + 1))?
        } else {
            goes_on(turn)?
        };
        Some((question.to_string(), line))
    }

    /// Returns the first line of a step that is left out which the printed turn in its place does not have, and the line that has its place.
    fn instead_of_a_step(&self, difference: &Difference) -> Option<[String; 2]> {
        let missing = self.expected(difference.turn.checked_sub(1)?)? + 1;
        let turn = difference.turn;
        if missing >= self.conversation.turns.len() || turn >= self.conversation.printed.len() {
            return None;
        }
        let [expected, printed] = self.on_screen(missing, turn);
        if filled_lines(&expected).next() != difference.expected.as_deref().map(str::trim_end) {
            return None;
        }
        let parts = filled_lines(&expected).zip(filled_lines(&printed)).find(|(one, other)| one != other);
        parts.map(|(one, other)| [shortened(one), shortened(other)])
    }

    /// Returns what should have been printed instead of a turn that stands for no expected one, or from the difference in it on, if the
    /// turn before is the expected one.
    fn instead_of_the_next(&self, difference: &Difference, turn: usize) -> Option<Setting> {
        let before = self.expected(turn.checked_sub(1)?)?;
        let next = (before + 1 < self.conversation.turns.len()).then_some(before + 1)?;
        let texts = self.two_texts(next, turn);
        let due = texts.should.next.as_deref()?;
        let parts_here =
            texts.part_at_once || texts.is.next.as_deref() == difference.actual.as_deref().map(str::trim_end);
        let is_later = texts.is.times(due) > 0;
        (parts_here && !is_later).then(|| Setting::Parting {
            is_answer: texts.part_at_once,
            beside: Some(shortened(due)),
            is_another: false,
        })
    }

    /// Returns what a turn that should not come begins with, and in which line, if it stands where something else is due as the answer:
    /// what it ends with is asked only because of that.
    fn answer(&self, difference: &Difference, setting: &Setting) -> Option<(usize, String)> {
        let turn = difference.turn.checked_sub(1)?;
        let is_extra = matches!(difference.detail, Detail::ExtraTurn | Detail::ExtraPrompt);
        let stands_for_another = matches!(setting, Setting::Parting { is_answer: true, beside: Some(_), .. });
        if !is_extra || !stands_for_another || self.expected(turn).is_some() {
            return None;
        }
        let mut lines = (1..).zip(self.conversation.printed[turn].output.lines());
        let (number, line) = lines
            .find(|(_, line)| !tolerance::on_screen(line, self.conversation.tolerances).trim().is_empty())?;
        Some((number, line.trim_end().to_string()))
    }

    /// Returns what is on the other side where the program parts from what should be printed in this turn.
    fn parting(&self, difference: &Difference, turn: usize) -> Option<Setting> {
        let texts = self.two_texts(self.expected(turn)?, turn);
        let (should, is) = (&texts.should, &texts.is);
        let (next, other) = (should.next.as_deref(), is.next.as_deref());
        // A line that comes later after all is only too late.
        let beside = |line: Option<&str>, others: &TextLines| {
            line.filter(|line| others.times(line) == 0).map(shortened)
        };
        let is_it = |line: &Option<String>, other: Option<&str>| line.as_deref().map(str::trim_end) == other;
        let beside = match (&difference.expected, &difference.actual) {
            (Some(_), Some(_)) if is_it(&difference.expected, next) && is_it(&difference.actual, other) => {
                None
            }
            (Some(_), None) if is_it(&difference.expected, next) => beside(other, should),
            (None, Some(_)) if is_it(&difference.actual, other) => Some(beside(next, is)?),
            _ => return None,
        };
        let is_another = other.is_some_and(|other| self.should_stand_elsewhere(other, next));
        Some(Setting::Parting { is_answer: texts.part_at_once, beside, is_another })
    }

    /// Returns whether a line should, by its letters, stand in the conversation, though not in this place, where one of other letters should.
    fn should_stand_elsewhere(&self, line: &str, here: Option<&str>) -> bool {
        let line = letters(line);
        let of_text = |text: &str| text.lines().map(letters).collect::<Vec<_>>();
        let all = || self.conversation.turns.iter().flat_map(|turn| of_text(&turn.output())).collect();
        !line.is_empty()
            && here.is_none_or(|here| letters(here) != line)
            && self.letters.get_or_init(all).contains(&line)
    }
}

/// Returns the lines of a text in which this stands, which is a piece of a line and not empty, each with whether it is the last line of all. Of a long
/// text the others are not looked at one by one.
fn lines_with<'t>(text: &'t str, piece: &'t str) -> impl Iterator<Item = (&'t str, bool)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let at = from + text[from..].find(piece)?;
        let start = text[..at].rfind('\n').map_or(0, |last| last + 1);
        let end = text[at..].find('\n').map_or(text.len(), |next| at + next + 1);
        from = end;
        Some((text[start..end].lines().next()?, end == text.len()))
    })
}

/// Returns whether the line has all the words of the expected one and more, or only some of them.
fn lacks_or_adds(difference: &Difference) -> bool {
    let lines = difference.expected.as_ref().zip(difference.actual.as_ref());
    lines.is_some_and(|(expected, actual)| words::lacks_or_adds(expected, actual))
}

/// Returns the first and the last turn in which each line stands, without blanks around it.
fn turns_of_lines(turns: impl Iterator<Item = impl AsRef<str>>) -> HashMap<String, (usize, usize)> {
    let mut found = HashMap::new();
    for (turn, text) in turns.enumerate() {
        for line in text.as_ref().lines() {
            found.entry(line.trim().to_string()).or_insert((turn, turn)).1 = turn;
        }
    }
    found
}

/// Returns the letters of a line.
fn letters(line: &str) -> String {
    line.chars().filter(|it| it.is_alphabetic()).collect()
}

impl Difference {
    /// Forgets a line that it tells as printed beside it, unless it was: what it was found in may lack the slips of the program.
    pub(crate) fn forget_what_was_not_printed(&mut self, printed: &[String]) {
        let was_printed = |told: &str| {
            let told = signs(told);
            printed.iter().flat_map(|output| output.lines()).any(|line| signs(line).starts_with(&told))
        };
        match &mut self.setting {
            Setting::LeftOut { instead, .. } if instead.as_ref().is_some_and(|[_, is]| !was_printed(is)) => {
                *instead = None;
            }
            Setting::NotAwaited { line, .. } | Setting::WithinALine(line) if !was_printed(line) => {
                self.setting = Setting::Usual;
            }
            Setting::Parting { beside, .. } if self.actual.is_none() => {
                *beside = beside.take().filter(|is| was_printed(is));
            }
            _ => {}
        }
    }
}

/// Returns the letters and digits of a line.
fn signs(line: &str) -> String {
    line.chars().filter(|it| it.is_alphanumeric()).collect()
}

/// Returns as much of a line as a sentence quotes.
fn shortened(line: &str) -> String {
    line.chars().take(2 * MOST_QUOTED).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the question that is passed over where these turns are printed, one after the other.
    fn passed_over(printed: &[&str]) -> Option<String> {
        let turn = |text: &&str| ExpectedTurn {
            pieces: vec![("any", (*text).to_string())],
            typed: Some(Typed::Line("x".to_string())),
            ..ExpectedTurn::default()
        };
        let expected: Vec<ExpectedTurn> =
            ["Menu\nNumber: ", "More (y/n)? ", "Menu\nNumber: ", "More (y/n)? "].iter().map(turn).collect();
        let printed = printed.iter().map(|text| Turn { output: text.as_bytes().to_vec(), typed: None });
        match question_passed_over(&expected, &printed.collect::<Vec<_>>())? {
            Setting::NotAwaited { question, .. } => Some(question),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_question_is_passed_over_where_what_follows_its_answer_is_printed_before_that_is_typed() {
        let more = Some("More (y/n)?".to_string());
        for (printed, expected) in [
            (&["Menu\nNumber: ", "More (y/n)? Menu\nNumber: ", ""][..], &more),
            (&["Menu\nNumber: ", "More (y/n)? Menu\n"], &more),
            (&["Menu\nNumber: ", "More (y/n)? ", "Menu\n"], &None),
            // All of it was typed before: the program prints late.
            (&["", "", "Menu\nNumber: More (y/n)? Menu\nNumber: "], &None),
            (&["Menu\nNumber: More (y/n)? "], &Some("Number:".to_string())),
            // It was asked more often than it should be, and answered each time.
            (&["Number: ", "Number: More (y/n)? ", "", ""], &None),
        ] {
            assert_eq!(&passed_over(printed), expected, "{printed:?}");
        }
    }

    #[test]
    fn the_lines_with_a_piece_are_those_that_one_finds_by_looking_at_each() {
        for text in ["", "\n", "Go?", "Go?\n", "Go?\r\n\n", "a\nb Go? Go?\r\nGo?\r", "xGo?\n\nGo? y\nz\n"] {
            let lines: Vec<&str> = text.lines().collect();
            let last = lines.len().checked_sub(1);
            let all = lines.iter().enumerate().map(|(at, line)| (*line, Some(at) == last));
            let expected: Vec<_> = all.filter(|(line, _)| line.contains("Go?")).collect();
            assert_eq!(lines_with(text, "Go?").collect::<Vec<_>>(), expected, "{text:?}");
        }
    }
}
