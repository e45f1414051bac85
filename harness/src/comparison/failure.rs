//! Whether a program failed with the error that it must fail with.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::detail::{Detail, ErrorFault};
use super::difference::{Difference, Part, Track};
use super::uncaught::{thrown_in_cpp, thrown_in_java};
use super::{ladder, tolerance};
use crate::cases::{Cause, ExpectedError, Tolerance};
use crate::recording::{Exit, Recording};
use crate::text::likeness::likeness;

/// Returns how the failure of a program differs from every accepted error; nothing if it is one of them.
///
/// The error stands in the last line of standard error as `Kind: message`, as Python writes it for an
/// exception that nobody catches, or as Java and C++ write one; a program in another language writes that
/// line itself. The kind may be written with its module. The program then ends with an exit status other than 0.
pub fn compare_failure(
    accepted: &[ExpectedError],
    recording: &Recording,
    tolerances: &BTreeSet<Tolerance>,
) -> Option<Difference> {
    let first = accepted.first()?;
    let output = String::from_utf8_lossy(&recording.error_output()).into_owned();
    let told = error_line(&output);
    let last = told.as_deref().map(|line| tolerance::line(line, tolerances));
    let difference = |cause, part, fault| {
        Difference::new(cause, Part::new(part), Detail::Error(fault)).at(recording.turns().len(), 1)
    };
    let told_instead =
        |fault, line| difference(Cause::MissingOutput, "error", fault).lines(Some(first.to_string()), line);
    let missing = |fault| told_instead(fault, None);
    let Some(line) = last else {
        if let Some(line) = printed_instead(accepted, recording) {
            return Some(told_instead(ErrorFault::NotRaised, Some(line)));
        }
        let has_ended = recording.exit().is_some();
        return Some(missing(if has_ended { ErrorFault::EndedWithout } else { ErrorFault::GoesOnWithout }));
    };
    // A message that is free may have several lines; the kind stands at the beginning of the first.
    let free = |error: &ExpectedError| {
        error.message.is_none() && output.lines().any(|line| kind(line) == error.kind)
    };
    if accepted.iter().any(|error| matches(error, &line) || free(error)) {
        return match recording.exit() {
            Some(Exit::Status(0)) => Some(missing(ErrorFault::EndedWell)),
            Some(_) => None,
            None => Some(missing(ErrorFault::GoesOn)),
        };
    }
    let nearest = accepted.iter().find(|error| kind(&line) == error.kind).unwrap_or(first);
    let (cause, part, fault) = explain(nearest, &line);
    let lines = (Some(nearest.to_string()), Some(line.into_owned()));
    Some(difference(cause, part, fault).lines(lines.0, lines.1).on(Track::Version))
}

/// Returns the line of the output that tells an accepted error, or its message.
fn printed_instead(accepted: &[ExpectedError], recording: &Recording) -> Option<String> {
    let is_told = |line: &str| {
        let is = |error: &ExpectedError| error.message.as_deref() == Some(line) || matches(error, line);
        accepted.iter().filter(|error| error.message.is_some()).any(is)
    };
    let turns = recording.turns();
    let output: Vec<Cow<'_, str>> = turns.iter().map(|turn| turn.text()).collect();
    output.concat().lines().map(str::trim).find(|line| is_told(line)).map(str::to_string)
}

/// Returns the message with which a program must fail and the one with which it did, if it fails with the right kind of
/// error and only the message is another one.
pub(crate) fn other_message(
    accepted: &[ExpectedError],
    recording: &Recording,
    tolerances: &BTreeSet<Tolerance>,
) -> Option<(String, String)> {
    let output = String::from_utf8_lossy(&recording.error_output()).into_owned();
    let told = error_line(&output)?;
    let line = tolerance::line(&told, tolerances);
    if accepted.iter().any(|error| matches(error, &line)) {
        return None;
    }
    let messages =
        accepted.iter().filter(|error| error.kind == kind(&line)).filter_map(|error| error.message.as_ref());
    let nearest = messages.max_by(|one, other| {
        likeness(one, message_of(&line)).total_cmp(&likeness(other, message_of(&line)))
    })?;
    Some((nearest.clone(), message_of(&line).to_string()))
}

/// Returns the line of a standard error that tells the kind and the message: the last one, or of an exception that nobody caught
/// what Java writes above its stack, and what C++ writes in two lines.
fn error_line(output: &str) -> Option<Cow<'_, str>> {
    let last = output.lines().rfind(|line| !line.trim().is_empty())?;
    let below = last.trim_start();
    if ["at ", "... "].iter().any(|frame| below.starts_with(frame)) {
        let thrown = thrown_in_java(output).and_then(|thrown| thrown.lines().next());
        return Some(thrown.unwrap_or(last).into());
    }
    Some(match thrown_in_cpp(output) {
        Some((kind, Some(what))) if below.starts_with("what():") => {
            format!("{}: {what}", kind.rsplit("::").next().unwrap_or(kind)).into()
        }
        _ => last.into(),
    })
}

fn explain(expected: &ExpectedError, line: &str) -> (Cause, &'static str, ErrorFault) {
    if kind(line) != expected.kind {
        return (Cause::WrongText, "error/kind", ErrorFault::OtherKind(expected.kind.clone()));
    }
    let message = expected.message.as_deref().unwrap_or_default();
    let (cause, detail) = ladder::explain(message, message_of(line), "");
    (cause, "error/message", ErrorFault::OtherMessage(cause, Box::new(detail)))
}

fn matches(error: &ExpectedError, line: &str) -> bool {
    kind(line) == error.kind && error.message.as_ref().is_none_or(|message| message == message_of(line))
}

/// Returns the type of an exception, without its module, or the class in which it is declared.
fn kind(line: &str) -> &str {
    let kind = line.split_once(':').map_or(line, |(kind, _)| kind).trim();
    kind.rsplit(['.', '$']).next().unwrap_or(kind)
}

/// Returns the message of an exception as the last line of standard error has it.
pub(super) fn message_of(line: &str) -> &str {
    line.split_once(':').map_or("", |(_, message)| message.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::What;

    /// Judges a program that prints `error` on standard error and ends with `status`.
    fn judge(error: &str, status: i32) -> Option<(Cause, String)> {
        let recording = Recording::default().then(What::Error(error.as_bytes().to_vec())).exits(status);
        let accepted =
            ExpectedError { kind: "SyntaxError".to_string(), message: Some("format error!".to_string()) };
        let tolerances = BTreeSet::from([Tolerance::TrailingBlanks, Tolerance::Typography]);
        compare_failure(&[accepted], &recording, &tolerances)
            .map(|difference| (difference.cause, difference.sentence()))
    }

    #[test]
    fn of_a_message_in_which_several_words_differ_they_are_told() {
        let accepted = ExpectedError {
            kind: "ValueError".to_string(),
            message: Some("The positions of home bases".to_string()),
        };
        let said = "ValueError: The position of home Basen";
        let recording = Recording::default().then(What::Error(said.as_bytes().to_vec())).exits(1);
        let told = compare_failure(&[accepted], &recording, &BTreeSet::new()).map(|it| it.sentence());
        let told = told.unwrap_or_default();
        assert!(
            told.starts_with("the exception is right, but not its message: ") && !told.contains("form"),
            "{told}"
        );
        assert!(told.contains("`positions`") && told.contains("`position`"), "{told}");
    }

    #[test]
    fn an_error_that_is_printed_with_the_other_output_is_not_raised() {
        let accepted =
            [ExpectedError { kind: "SyntaxError".to_string(), message: Some("format error!".to_string()) }];
        let told = |output: &str, error: &str| {
            let said = [What::Output(output.as_bytes().to_vec()), What::Error(error.as_bytes().to_vec())];
            let said = said.into_iter().filter(|said| !matches!(said, What::Error(text) if text.is_empty()));
            let recording = said.fold(Recording::default(), Recording::then).exits(0);
            compare_failure(&accepted, &recording, &BTreeSet::new()).map(|it| (it.sentence(), it.actual))
        };
        for line in ["SyntaxError: format error!", "format error!"] {
            let (sentence, got) = told(&format!("Loading\n{line}\n"), "").expect("a difference");
            assert!(sentence.starts_with("the error is printed, not raised: "), "{sentence}");
            assert_eq!(got.as_deref(), Some(line));
        }
        for (output, error) in [("no format error!\n", ""), ("format error!\n", "ValueError: other\n")] {
            let (sentence, _) = told(output, error).expect("a difference");
            assert!(!sentence.contains("not raised"), "{output}{error}: {sentence}");
        }
    }

    #[test]
    fn the_last_line_of_standard_error_tells_kind_and_message() {
        assert_eq!(judge("Traceback:\n  File\nSyntaxError: format error!\n\n", 1), None);
        assert_eq!(judge("builtins.SyntaxError: format error!  \n", 3), None);
    }

    #[test]
    fn an_exception_of_java_or_cpp_that_nobody_caught_tells_kind_and_message() {
        let stack = "\tat Config.<init>(Config.java:9)\n\tat LittleBattle.main(LittleBattle.java:497)\n";
        let thrown = |kind: &str| format!("Exception in thread \"main\" {kind}: format error!\n{stack}");
        assert_eq!(judge(&thrown("SyntaxError"), 1), None);
        assert_eq!(judge(&thrown("game.Config$SyntaxError"), 1), None);
        let caused = "Caused by: java.io.IOException: x\n\tat A.b(A.java:1)\n\t... 1 more\n";
        assert_eq!(judge(&(thrown("SyntaxError") + caused), 1), None);
        let kind = judge(&thrown("java.lang.IllegalArgumentException"), 1);
        assert_eq!(kind, Some((Cause::WrongText, "the exception should be a SyntaxError".to_string())));
        let cpp =
            "terminate called after throwing an instance of 'game::SyntaxError'\n  what():  format error!\n";
        assert_eq!(judge(cpp, 134), None);
    }

    #[test]
    fn another_kind_message_or_end_is_told() {
        let kind = judge("ValueError: format error!\n", 1);
        assert_eq!(kind, Some((Cause::WrongText, "the exception should be a SyntaxError".to_string())));
        let message = judge("SyntaxError: Format error!\n", 1).map(|(cause, _)| cause);
        assert_eq!(message, Some(Cause::LetterCase));
        let silent = judge("", 1).map(|(cause, _)| cause);
        assert_eq!(silent, Some(Cause::MissingOutput));
        let well = judge("SyntaxError: format error!\n", 0).map(|(cause, _)| cause);
        assert_eq!(well, Some(Cause::MissingOutput));
    }
}
