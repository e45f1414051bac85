//! What is wrong, in a plain sentence. Only people read it: whatever is decided is decided by the typed facts.

use super::board::Misplaced;
use super::detail::{Detail, ErrorFault};
use super::difference::{Difference, Setting};
use super::{cells, form, numbers, words};
use crate::cases::Cause;

impl Difference {
    /// Returns what is wrong, in a plain sentence.
    pub fn sentence(&self) -> String {
        let line = |line: &Option<String>| line.clone().unwrap_or_default();
        if let Some(told) = self.of_lost_entry().or_else(|| self.of_doubled_piece()) {
            return told;
        }
        match &self.setting {
            Setting::LeftOut { typed, instead: Some([should, is]) } => {
                let is_answer = *typed && self.expected.as_deref().map(str::trim_end) == Some(should);
                return self.of_lines(is_answer, &quoted(should), &quoted(is));
            }
            Setting::LeftOut { typed: false, .. } => {
                return "this step of the conversation is left out here".to_string();
            }
            Setting::DueBeforeAThrow(due) if self.actual.is_some() => {
                return format!("{} should come here, not {}", quoted(due), quoted(&line(&self.actual)));
            }
            Setting::NotAwaited { question, .. } => {
                let question = quoted(question);
                return format!(
                    "the program asks {question} but does not wait for the answer, as `nextLine` after `nextInt`, `getline` after `>>` and `fgets` after `scanf` do not"
                );
            }
            Setting::OnTheBoard(misplaced) => return of_misplaced(misplaced),
            Setting::Usual | Setting::LeftOut { typed: true, .. } | Setting::DueBeforeAThrow(_) => {}
            Setting::AfterTheEnd => return "the program should end before this, but goes on".to_string(),
            Setting::Twice => return "this line should come only once, not twice".to_string(),
            Setting::BelongsEarlier => return "this line belongs in an earlier step, not here".to_string(),
            Setting::EndsTooEarly => return "the program ends with this, but should go on".to_string(),
            Setting::WithinALine(_) => {
                return "this should be a line of its own, but stands in one line with others".to_string();
            }
            Setting::NeverReached { typed: true, .. } => {
                let ends = "the program ends before it prints this";
                return self.after_typed(ends, ends);
            }
            Setting::NeverReached { typed: false, .. } => {
                return "the program ends too early: this should still come".to_string();
            }
            Setting::NeverAsked { .. } => {
                return "this should still come, but the program does not get so far".to_string();
            }
            Setting::Parting { is_answer, beside, is_another } => {
                return self.of_parting(*is_answer, beside.as_deref(), *is_another);
            }
        }
        if let Some(told) = self.of_missing_or_extra() {
            return told;
        }
        match &self.detail {
            Detail::NotFlushed => format!(
                "`{}` was not printed yet when the program waited; flush the output before reading, also if a terminal shows it in time",
                line(&self.expected).trim()
            ),
            Detail::ExitStatus => {
                let (expected, actual) = (line(&self.expected), line(&self.actual));
                format!("the program should end with {expected}, not with {actual}")
            }
            Detail::OtherLine if self.expected.is_some() && self.actual.is_some() => {
                self.of_parting(false, None, false)
            }
            Detail::MissingThrow => self.of_missing_throw(),
            Detail::OtherDice(seed) => self.of_other_dice(*seed),
            Detail::ShuffledLines if self.expected.is_some() && self.actual.is_some() => {
                let (first, later) = (quoted(&line(&self.expected)), quoted(&line(&self.actual)));
                format!("the right lines are there, but in another order: {first} should come before {later}")
            }
            Detail::Form | Detail::Filling => self.of_form(),
            // In the rows of tables and maps the place of a value is its meaning.
            Detail::OtherWords { .. } | Detail::MissingWords(_) | Detail::ExtraWords(_)
                if line(&self.expected).contains('|') && line(&self.actual).contains('|') =>
            {
                words::several(&line(&self.expected), &line(&self.actual))
            }
            Detail::SomeWords => words::several(&line(&self.expected), &line(&self.actual)),
            Detail::OtherWords { .. } | Detail::MissingWords(_) | Detail::ExtraWords(_) => self
                .of_other_counts()
                .or_else(|| self.of_other_words())
                .unwrap_or_else(|| of_detail(self.cause, &self.detail)),
            Detail::Error(ErrorFault::OtherMessage(cause, detail)) => {
                format!("the exception is right, but not its message: {}", self.of_message(*cause, detail))
            }
            Detail::WrongNumber { column: None, expected, actual } => {
                numbers::told(&line(&self.expected), &line(&self.actual), (expected, actual))
            }
            detail => of_detail(self.cause, detail),
        }
    }

    /// Returns a sentence about a line or more that is missing or should not be there, if that is what differs.
    fn of_missing_or_extra(&self) -> Option<String> {
        Some(match &self.detail {
            Detail::ExtraPrompt => self.after_typed(
                "the program should go on and not ask this",
                "the program should not ask this here",
            ),
            Detail::MissingTurn => self.after_typed(
                "this should come; the program goes on without it",
                "this step of the conversation is left out",
            ),
            Detail::ExtraTurn => self.after_typed(
                "this step should not come",
                "this step of the conversation should not be there",
            ),
            Detail::MissingRest => self.after_typed(
                "this should come, but the program goes no further",
                "this should come, but the program goes no further",
            ),
            Detail::MissingLine => of_missing_line(self.expected.as_deref()),
            Detail::ExtraLine if self.is_answer() => {
                let extra = the_line(self.actual.as_deref());
                self.after_typed(&format!("{extra} should not come"), &format!("{extra} should not be there"))
            }
            Detail::ExtraLine => of_extra_line(self.actual.as_deref()),
            Detail::MovedLine => of_moved_line(self.expected.as_deref()),
            _ => return None,
        })
    }

    /// Returns a sentence about dice that do not follow the seed.
    fn of_other_dice(&self, seed: i64) -> String {
        let [due, shown] = [&self.expected, &self.actual].map(|it| quoted(it.as_deref().unwrap_or_default()));
        format!("with seed {seed} the dice should give {due} here, not {shown}")
    }

    /// Returns a sentence about a throw that is not shown, and what is printed instead: that another player throws, if that is all.
    fn of_missing_throw(&self) -> String {
        let (Some(expected), Some(actual)) = (&self.expected, &self.actual) else {
            return self.after_typed(
                "the dice should be thrown and shown",
                "the dice should be thrown and shown here",
            );
        };
        if let Some((right, wrong)) = throwers(expected, actual) {
            return format!("{} should throw here, not {}", quoted(right), quoted(wrong));
        }
        let instead = quoted(actual);
        let here = format!("the dice should be thrown and shown here, not {instead}");
        if !self.is_answer() {
            return here;
        }
        self.after_typed(&format!("the dice should be thrown and shown; the program prints {instead}"), &here)
    }

    /// Returns a sentence about the place where the program parts from what should be printed, and what stands `beside` it there. Of
    /// another line of the conversation it does not tell which words it lacks.
    fn of_parting(&self, is_answer: bool, beside: Option<&str>, is_another: bool) -> String {
        let (should, is) = match (&self.expected, &self.actual, beside) {
            (Some(should), None, Some(is)) => (quoted(should), quoted(is)),
            (None, Some(is), Some(should)) => (quoted(should), quoted(is)),
            (Some(expected), Some(actual), _)
                if words::differ_in_counts(expected, actual)
                    || !is_another && words::lacks_or_adds(expected, actual) =>
            {
                return words::several(expected, actual);
            }
            (Some(expected), Some(actual), _) => match cells::told(expected, actual) {
                Some(told) => return told,
                None => quoted_apart(expected, actual),
            },
            _ => {
                let missing = of_missing_line(self.expected.as_deref());
                return if is_answer { self.after_typed(&missing, &missing) } else { missing };
            }
        };
        self.of_lines(is_answer, &should, &is)
    }

    /// Returns a sentence about a line that is printed where another one should be, after what was typed if it is the answer to that.
    fn of_lines(&self, is_answer: bool, should: &str, is: &str) -> String {
        let typed = Some(self.reply.line.as_str()).filter(|typed| is_answer && !typed.trim().is_empty());
        match (typed.map(typed_line), should == BLANK_LINE) {
            (Some(typed), false) => format!("after {typed} should come {should}, not {is}"),
            (Some(typed), true) => format!("after {typed} should not come {is}"),
            (None, false) => format!("{should} should come here, not {is}"),
            (None, true) => format!("{is} should not come here"),
        }
    }

    /// Returns a sentence that says after what typed line something should, or should not, come: how it goes on after that line, or
    /// the whole of it where no line is known.
    fn after_typed(&self, then: &str, alone: &str) -> String {
        match self.reply.line.trim() {
            "" => alone.to_string(),
            _ => format!("after {} {then}", typed_line(&self.reply.line)),
        }
    }
}

impl Difference {
    /// Returns whether it stands where the program answers what was typed.
    pub(crate) fn is_answer(&self) -> bool {
        self.line <= ANSWERED
    }

    /// Returns which entry of a list is missing, in a sentence, if that is all that differs.
    fn of_lost_entry(&self) -> Option<String> {
        let lines = self.expected.as_ref().zip(self.actual.as_ref());
        let (expected, actual) = lines.filter(|_| self.cause == Cause::WrongText)?;
        words::of_lost_entry(expected, actual)
    }

    /// Returns what is printed twice within a line, in a sentence, if that is all that differs.
    fn of_doubled_piece(&self) -> Option<String> {
        let lines = self.expected.as_ref().zip(self.actual.as_ref());
        let (expected, actual) = lines.filter(|_| !self.cause.is_presentation())?;
        let piece = words::doubled(expected.trim_end(), actual.trim_end())?;
        Some(format!("{} should come only once here, not twice", quoted(piece)))
    }

    /// Returns which words are missing or too many, in a sentence, if the line has all the words of the expected one and more, or only some
    /// of them, and they are no numbers.
    fn of_other_counts(&self) -> Option<String> {
        let has_number = match &self.detail {
            Detail::MissingWords(words) | Detail::ExtraWords(words) => {
                words.contains(|it: char| it.is_ascii_digit())
            }
            _ => false,
        };
        let lines = self.expected.as_ref().zip(self.actual.as_ref()).filter(|_| !has_number);
        let (expected, actual) = lines.filter(|(expected, actual)| words::lacks_or_adds(expected, actual))?;
        words::of_counts(expected, actual)
    }

    /// Returns which words stand in the place of others, in a sentence, as they stand in the lines.
    fn of_other_words(&self) -> Option<String> {
        let (expected, actual) = self.expected.as_ref().zip(self.actual.as_ref())?;
        let told = || {
            numbers::told_with_minus(expected, actual)
                .unwrap_or_else(|| of_detail(self.cause, &of_words(expected, actual, &self.detail)))
        };
        matches!(self.detail, Detail::OtherWords { .. }).then(told)
    }

    /// Returns what is wrong with the message of an exception of the right kind.
    fn of_message(&self, cause: Cause, detail: &Detail) -> String {
        let message =
            |line: &Option<String>| line.as_ref().map(|it| super::failure::message_of(it).to_string());
        let [expected, actual] = [message(&self.expected), message(&self.actual)];
        Difference::new(cause, self.part, detail.clone()).lines(expected, actual).sentence()
    }

    /// Returns what is wrong with a line of which only the form differs.
    fn of_form(&self) -> String {
        let lines = self.expected.as_ref().zip(self.actual.as_ref());
        let of_blanks = lines.filter(|_| self.cause == Cause::InnerBlanks && self.detail == Detail::Form);
        if let Some(told) = of_blanks.and_then(|(expected, actual)| form::blanks(expected, actual)) {
            return format!("only the blanks differ: {told}");
        }
        let lines = lines.filter(|_| matches!(self.cause, Cause::LetterCase | Cause::Punctuation));
        let told = lines.and_then(|(expected, actual)| {
            let filling = || form::filling(expected, actual).filter(|_| self.detail == Detail::Filling);
            form::several(expected, actual)
                .or_else(filling)
                .or_else(|| form::one_mark(expected, actual))
                .or_else(|| form::one_mark_in_many_places(expected, actual))
        });
        told.unwrap_or_else(|| of_detail(self.cause, &self.detail))
    }
}

/// Returns a sentence about a value that stands in another row of the board than it should.
fn of_misplaced(Misplaced { value, should, is }: &Misplaced) -> String {
    let [should, is] = [should, is].map(|it| format!("row {}, column {}", it.row, it.column));
    format!("`{value}` should stand in {should}, but stands in {is}")
}

/// Returns which words differ as they stand in the lines, which were compared without the blanks that are forgiven.
fn of_words(expected: &str, actual: &str, compared: &Detail) -> Detail {
    match words::wrong(expected, actual) {
        shown @ Detail::OtherWords { .. } => shown,
        _ => compared.clone(),
    }
}

/// The last line of a turn that answers what was typed before the turn.
const ANSWERED: usize = 2;

/// The most characters of a line that a sentence quotes.
pub(super) const MOST_QUOTED: usize = 48;

/// How a sentence calls a line without anything on it.
const BLANK_LINE: &str = "a blank line";

/// Returns a line as a sentence quotes it: of what only fills it the beginning.
pub(crate) fn quoted(line: &str) -> String {
    let line = without_filling(line.trim());
    if line.is_empty() {
        return BLANK_LINE.to_string();
    }
    match line.char_indices().nth(MOST_QUOTED) {
        Some((end, _)) => format!("`{}…`", line[..end].trim_end()),
        None => format!("`{line}`"),
    }
}

/// From so many equal signs on they only fill a line.
const FILLING: usize = 6;

/// Returns a typed line as a sentence quotes it, with the blanks around it.
pub(crate) fn typed_line(line: &str) -> String {
    let (short, words) = (quoted(line), line.trim());
    let sides = [line.starts_with(char::is_whitespace), line.ends_with(char::is_whitespace)];
    match sides {
        [false, false] => short,
        _ if short.ends_with("…`") => short,
        [true, false] => format!("` {words}` (with a blank before it)"),
        [false, true] => format!("`{words} ` (with a blank after it)"),
        [true, true] if words.contains(char::is_whitespace) => {
            format!("` {words} ` (with blanks around and inside it)")
        }
        [true, true] => format!("` {words} ` (with blanks around it)"),
    }
}

/// Returns a line with the first sign only where signs fill it beside words.
fn without_filling(line: &str) -> String {
    if !line.contains(char::is_alphanumeric) {
        return line.to_string();
    }
    let signs: Vec<char> = line.chars().collect();
    let runs = signs.chunk_by(|one, other| one == other);
    let is_filling = |run: &[char]| run.len() >= FILLING && !run[0].is_alphanumeric() && run[0] != ' ';
    runs.map(|run| if is_filling(run) { format!("{}…", run[0]) } else { run.iter().collect() }).collect()
}

/// Returns who should throw and who does, by the words before the one after which both lines show faces, if they are others.
fn throwers<'a>(expected: &'a str, actual: &'a str) -> Option<(&'a str, &'a str)> {
    let (right, verb) = expected.split_once('?')?.0.trim_end().rsplit_once(' ')?;
    let (wrong, faces) = actual.split_once(&format!(" {verb} "))?;
    let shows_faces = faces.starts_with(|it: char| it.is_ascii_digit());
    (shows_faces && verb.chars().all(char::is_alphabetic) && right != wrong).then_some((right, wrong))
}

/// Returns two lines as a sentence quotes them, from a little before they part if they begin with the same words.
fn quoted_apart(expected: &str, actual: &str) -> (String, String) {
    let same = expected.chars().zip(actual.chars()).take_while(|(one, other)| one == other).count();
    let skipped = if same > MOST_QUOTED / 2 { same - MOST_QUOTED / 4 } else { 0 };
    let quote = |line: &str| match skipped {
        0 => quoted(line),
        _ => quoted(&format!("…{}", line.chars().skip(skipped).collect::<String>())),
    };
    (quote(expected), quote(actual))
}

/// Returns a sentence about a line that is not printed.
fn of_missing_line(line: Option<&str>) -> String {
    format!("{} is missing", the_line(line))
}

/// Returns a sentence about a line that should not be printed.
pub(crate) fn of_extra_line(line: Option<&str>) -> String {
    format!("{} should not be there", the_line(line))
}

/// Returns a sentence about a line that is printed in another place than this.
pub(crate) fn of_moved_line(line: Option<&str>) -> String {
    format!("{} should come here; it is printed in another place", the_line(line))
}

/// Returns a line as a sentence names it: by its words, if it has any.
fn the_line(line: Option<&str>) -> String {
    match line {
        Some(line) if !line.trim().is_empty() => format!("the line {}", quoted(line)),
        _ => "this line".to_string(),
    }
}

fn of_detail(cause: Cause, detail: &Detail) -> String {
    match detail {
        Detail::FinalBreaks { expected, actual } => {
            format!("the output should end with {expected} line breaks, not with {actual}")
        }
        Detail::WrongNumber { column, expected, actual } => {
            let or_empty = |cell: &str| if cell.is_empty() { "empty".to_string() } else { cell.to_string() };
            let subject = subject(column.as_deref().unwrap_or_default());
            format!("{subject} should be {}, not {}", or_empty(expected), or_empty(actual))
        }
        Detail::WrongSum { name, actual, before, more } => {
            format!("{} is {actual}, but {before} + {more} is {}", subject(name), before + more)
        }
        Detail::WrongInHole(misfit) => misfit.to_string(),
        Detail::MissingWords(words) => format!("`{words}` is missing"),
        Detail::ExtraWords(words) => format!("`{words}` should not be there"),
        Detail::OtherWords { expected, actual } => {
            let (expected, actual) = words::bare(expected, actual);
            words::should_say(expected, actual)
        }
        Detail::Dice(fault) => fault.to_string(),
        Detail::Error(fault) => of_error(fault),
        Detail::SuddenEnd(end) => end.sentence(),
        Detail::Fact(sentence) | Detail::Slip(sentence) => sentence.clone(),
        fixed => of_fixed(cause, fixed).to_string(),
    }
}

/// Returns what a sentence about the number called `name` begins with.
fn subject(name: &str) -> String {
    if name.is_empty() { "it".to_string() } else { format!("`{name}`") }
}

fn of_error(fault: &ErrorFault) -> String {
    let fixed = match fault {
        ErrorFault::EndedWithout => "the program should fail with this error, but ended without one",
        ErrorFault::GoesOnWithout => "the program should fail with this error, but goes on",
        ErrorFault::NotRaised => {
            "the error is printed, not raised: end the program with the exception itself, which nothing catches"
        }
        ErrorFault::EndedWell => {
            "the error is printed, but the program ends as if all were well: let the exception out, or end with status 1"
        }
        ErrorFault::GoesOn => "the error is printed, but the program goes on",
        ErrorFault::OtherKind(kind) => return format!("the exception should be {} {kind}", article(kind)),
        ErrorFault::OtherMessage(..) => "the exception is right, but not its message",
    };
    fixed.to_string()
}

/// Returns the article before a word.
fn article(word: &str) -> &'static str {
    if word.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" }
}

/// Returns the sentence of a detail that has no values.
fn of_fixed(cause: Cause, detail: &Detail) -> &'static str {
    match detail {
        Detail::Filling => "only what fills the line around the words differs",
        Detail::BlankAfterPrompt => "the blank at the end of the prompt is missing",
        Detail::MissingBlankLine => "a blank line is missing here",
        Detail::ExtraBlankLine => "there is a blank line too many here",
        Detail::ExtraBlankLines => "there are too many blank lines here",
        Detail::Echo => "the program prints what was typed; the keyboard already shows it",
        Detail::OtherLine => "another line should be printed here",
        Detail::OtherOrder => "the words and values are right, but stand in another order",
        Detail::ShuffledLines => "the right lines are there, but in another order",
        Detail::MissingPrompt => "the program should ask here",
        Detail::SilentReader => {
            "the program reads its input and prints nothing; ask first, then read one line at a time"
        }
        Detail::Silence => "the program prints nothing",
        Detail::OnStandardError => "this line is on standard error; print it on standard output",
        Detail::TableNotDrawn => "the values are there, but not in a table",
        _ => of_form(cause),
    }
}

fn of_form(cause: Cause) -> &'static str {
    match cause {
        Cause::TrailingBlanks => "only blanks at the end of the line differ",
        Cause::InnerBlanks => "only the blanks differ",
        Cause::Typography => "only the kind of quotation marks or dashes differs",
        Cause::LetterCase => "only capital and small letters differ",
        Cause::Punctuation => "only the punctuation differs",
        Cause::NumberFormat => "the number is right, but written in another way",
        _ => "only the form of the line differs",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_quoted_with_the_blanks_around_it() {
        for (typed, told) in [
            ("n", "`n`"),
            ("  n ", "` n ` (with blanks around it)"),
            (" n", "` n` (with a blank before it)"),
            ("n\t", "`n ` (with a blank after it)"),
        ] {
            assert_eq!(typed_line(typed), told);
        }
    }
}
