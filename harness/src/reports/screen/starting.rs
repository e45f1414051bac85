//! A program that does not start, told once: what it says of it, where in its own files, and nothing of the cases that it spoils.

use std::fmt::Write as _;
use std::path::Path;

use super::ending::{containment, who_loses};
use super::{BAD, DIM, HEADING, sheet, styled};
use crate::cases::Visibility;
use crate::comparison::{SuddenEnd, without_frames_of_the_course};
use crate::judging::Verdict;
use crate::recording::Recording;
use crate::reports::Audience;
use crate::reports::build_failure;
use crate::reports::fields::{Fields, one_line};
use crate::reports::look::{Look, Voice};
use crate::reports::numbers::{count, marks, marks_of};
use crate::reports::report::Report;
use crate::reports::results::{CaseResult, Results};
use crate::reports::start_remarks::{replaced, replaced_in_a_build, taken};
use crate::reports::visible::{DottedBlanks, show};
use crate::text::own_folders::without_own_folders;

/// Lines that are shown of what a compiler, which says first what is wrong first, or an exception says.
const LINES: usize = 16;

/// Columns of such a line: what a compiler says is told as it was written, whatever the width of the terminal.
const COLUMNS: usize = 400;

/// Why a program does not start.
#[derive(Debug)]
pub(in crate::reports) struct NotStarting<'a> {
    /// The case that shows it.
    case: &'a CaseResult,
    reason: StartFailure,
}

#[derive(Debug)]
enum StartFailure {
    /// It could not be started or built, for this reason.
    NoProgram(String),
    /// It crashes before it prints anything.
    Crash {
        /// What became of it.
        what: String,
        /// Whether the program raises the exception itself that ends it.
        is_its_own: bool,
        /// What is on its standard error.
        complaint: String,
    },
    /// It prints nothing and does not end: what became of it.
    Loop(String),
    /// It prints nothing, though it may read.
    Silence(Beginning),
}

/// How the first function of a program comes to run.
#[derive(Debug)]
enum Beginning {
    /// The language calls it.
    OfItself,
    /// The program must call it, as in Python, or nobody knows.
    Called,
}

impl Beginning {
    /// The extensions of programs whose `main` is called by their language.
    const CALLING: [&str; 6] = ["c", "cc", "cpp", "cxx", "java", "jar"];

    /// Returns how the program of these results begins, by the name of its file.
    fn of(results: &Results) -> Self {
        let file = Path::new(results.start.taken.as_ref().unwrap_or(&results.target));
        let extension = file.extension().map(|it| it.to_string_lossy().to_lowercase());
        match extension {
            Some(extension) if Self::CALLING.contains(&extension.as_str()) => Self::OfItself,
            _ => Self::Called,
        }
    }
}

impl<'a> NotStarting<'a> {
    /// Returns why the program does not start; nothing if it does: if any public case shows that it prints something.
    pub(in crate::reports) fn of(report: &Report<'a>) -> Option<Self> {
        let cases = || report.results.cases.iter().filter(|case| case.visible == Visibility::Public);
        let first = cases().next()?;
        if cases().all(|case| case.verdict == Verdict::NotStarted) {
            return Some(Self { case: first, reason: StartFailure::NoProgram(first.sentence.to_string()) });
        }
        let is_silent =
            |case: &CaseResult| report.recording(case).is_some_and(|recording| prints_nothing(&recording));
        if !cases().all(is_silent) {
            return None;
        }
        if let Some(case) =
            cases().find(|case| matches!(case.verdict, Verdict::Crashed | Verdict::OutOfMemory))
        {
            let complaint = String::from_utf8_lossy(&report.recording(case)?.error_output()).into_owned();
            let exception = case.ended_by.as_deref().and_then(SuddenEnd::exception);
            let is_its_own = exception.is_some_and(|exception| exception.is_its_own);
            return Some(Self {
                case,
                reason: StartFailure::Crash { what: what_became(case), is_its_own, complaint },
            });
        }
        if let Some(case) = cases().find(|case| case.verdict == Verdict::TimedOut) {
            return Some(Self { case, reason: StartFailure::Loop(what_became(case)) });
        }
        // Where only errors are expected, to print nothing is right.
        let misses_output = |case: &&CaseResult| {
            let first = case.differences.first();
            case.verdict != Verdict::Passed && first.is_some_and(|first| !first.part.starts_with("error"))
        };
        let case = cases().find(misses_output).filter(|_| !report.results.is_of_some_cases())?;
        Some(Self { case, reason: StartFailure::Silence(Beginning::of(report.results)) })
    }

    /// Returns the screen that tells it.
    pub(super) fn screen(&self, report: &Report<'_>, look: Look) -> String {
        let results = report.results;
        let (what, lines) = self.told_by(report);
        let mut text = sheet::heading(results, look) + "\n";
        text.push_str(&styled(&what, BAD, look));
        let mut fields = Fields::new(look);
        for remark in self.remarks(results) {
            fields.prose("note", &remark, usize::MAX);
        }
        text.push_str(&std::mem::take(&mut fields.text));
        for line in lines {
            let line = one_line(&line, COLUMNS, look);
            let sign = if look.voice == Voice::Signs { "|" } else { "line:" };
            writeln!(text, "    {DIM}{sign}{DIM:#} {line}").expect("to a string");
        }
        fields.field("repeat", &show(&report.repeat(self.case), DottedBlanks::AtTheEnd).text);
        text.push_str(&fields.text);
        text + "\n" + &containment(results, look) + &ending(results, look)
    }

    /// Returns what may be why it does not start besides what the program says: what was taken for it, and which files of the course replaced
    /// the student's.
    pub(in crate::reports) fn remarks(&self, results: &Results) -> Vec<String> {
        [taken(results), self.replaced(results)].into_iter().flatten().collect()
    }

    /// Returns which files of the course may be why it does not start.
    fn replaced(&self, results: &Results) -> Option<String> {
        match &self.reason {
            StartFailure::NoProgram(_) => replaced_in_a_build(results),
            StartFailure::Crash { complaint, .. } => replaced(results, complaint),
            StartFailure::Loop(_) | StartFailure::Silence(_) => None,
        }
    }

    /// Returns what is wrong in sentences, and the lines that show it, without the folders of the harness.
    pub(in crate::reports) fn told_by(&self, report: &Report<'_>) -> (String, Vec<String>) {
        let program =
            if report.results.audience == Audience::Student { "Your program" } else { "The program" };
        let (what, mut lines) = self.told();
        if let Some(complaint) = report.complaint() {
            lines = build_failure::lines(&complaint, LINES);
        }
        let what = show(&format!("{program} {what}"), DottedBlanks::Nowhere).text;
        // Stacks are indented by tabs.
        let line = |line: &String| without_own_folders(line).replace('\t', "    ");
        (what, lines.iter().map(line).collect())
    }

    /// Returns what is wrong, and the lines that show it.
    fn told(&self) -> (String, Vec<String>) {
        match &self.reason {
            StartFailure::NoProgram(sentence) => {
                let (why, said) = sentence.split_once(": ").unwrap_or((sentence, ""));
                let lines = said.split(" | ").filter(|line| !line.is_empty()).map(str::to_string);
                (format!("does not start: {why}."), lines.collect())
            }
            StartFailure::Crash { what, is_its_own, complaint } => {
                let ends = if *is_its_own { "ends with its own exception" } else { "crashes" };
                let told = format!("{ends} before it prints anything: {what}.");
                (told, last_lines(&without_frames_of_the_course(complaint)))
            }
            StartFailure::Loop(what) => {
                let question = "Is there a loop before its first output?";
                (format!("prints nothing and does not end: {what}. {question}"), Vec::new())
            }
            StartFailure::Silence(beginning) => {
                let begins = match beginning {
                    Beginning::OfItself => "",
                    Beginning::Called => {
                        " Is the function with which it begins called at the end of the file?"
                    }
                };
                (
                    format!(
                        "prints nothing, in no case.{begins} Does it print its first question before it reads?"
                    ),
                    Vec::new(),
                )
            }
        }
    }
}

/// Returns what became of the program in a case that it did not come to the end of: the exception alone, or what happened in words.
fn what_became(case: &CaseResult) -> String {
    match &case.ended_by {
        Some(end) => match end.exception() {
            Some(exception) => end.with_hint(exception.in_short()),
            None => format!("it {}", end.what_became()),
        },
        // Results of earlier versions tell it only in a sentence.
        None => case.sentence.to_string(),
    }
}

fn prints_nothing(recording: &Recording) -> bool {
    recording.with_withheld(usize::MAX).turns().iter().all(|turn| turn.text().trim().is_empty())
}

fn last_lines(complaint: &str) -> Vec<String> {
    let lines: Vec<&str> = complaint.lines().filter(|line| !line.trim().is_empty()).collect();
    let first = lines.len().saturating_sub(LINES);
    lines[first..].iter().map(|line| (*line).to_string()).collect()
}

/// Returns what it costs.
fn ending(results: &Results, look: Look) -> String {
    styled(&what_it_costs(results), HEADING, look)
}

/// Returns what a program costs that does not start.
pub(in crate::reports) fn what_it_costs(results: &Results) -> String {
    let tried = match results.summary.cases {
        1 => "The one case could not be tried: begin here.".to_string(),
        cases => format!("None of the {} could be tried: begin here.", count(cases, "case")),
    };
    let judged = results.mark_sheet.iter().filter(|row| row.by == "harness");
    let [won, out_of] = judged.fold([0.0; 2], |[won, out_of], row| [won + row.awarded, out_of + row.out_of]);
    let cost = if results.is_of_some_cases() {
        String::new()
    } else {
        format!(" {} {} of {}.", who_loses(results), marks(out_of - won), marks_of(out_of))
    };
    tried + &cost
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_what_a_program_complains_the_last_lines_that_are_not_blank_are_shown() {
        assert_eq!(last_lines("Traceback:\n\n  x\n"), ["Traceback:", "  x"]);
    }
}
