//! The identity of a slip: the same for the same slip of another submission, on another machine, in another order of cases.

use std::ops::Range;

use super::Kind;
use super::edit::Replacement;
use super::lexicon::Lexicon;
use super::line::{LineShape, NAME};
use super::templates::VALUE;
use super::vocabulary::Vocabulary;
use crate::cases::Cause;
use crate::comparison::{
    of_extra_line, of_lost_entry, of_one_word, one_sign_too_often, quoted, sentence_of_presentation,
    should_say,
};
use crate::text::alignment::same_ends;
use crate::text::tokens::{Token, TokenKind, tokens, words};

/// The identity of a slip in what a program prints. Parts are named by their family.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    /// Words in place of others.
    Words(&'static str, Replacement),
    /// Signs in place of others.
    Signs(&'static str, String, String),
    /// A line in place of another, by what is fixed in both.
    Line(&'static str, String, String),
    /// A line that is never there, by what is fixed in it.
    Missing(&'static str, String),
    /// A line that is added.
    Extra(LineShape),
    /// Lines that are printed twice, where they should come once.
    Twice(&'static str),
    /// Lines that are broken or joined.
    Broken(&'static str),
    /// Lines in the other order.
    Swapped(&'static str),
    /// Lines that come after the answer to the question before which they are due.
    Late(&'static str),
    /// Blank lines: too few, or too many.
    Blanks(&'static str, bool),
    /// Only the form of a line, for this cause.
    Form(&'static str, Cause),
    /// A line on standard error.
    Stream(&'static str),
    /// What was typed is printed again.
    Echo,
}

impl Key {
    /// Returns the key of a line of a part that is not there.
    pub(super) fn missing(
        (part, form): (&'static str, LineShape),
        vocabulary: &Vocabulary,
        lexicon: &Lexicon,
    ) -> Self {
        Self::Missing(vocabulary.family(part), vocabulary.template(part, form, lexicon))
    }

    /// Returns whether it is only that lines stand elsewhere than they should.
    pub(super) fn is_of_place(&self) -> bool {
        matches!(self, Self::Swapped(_))
    }

    /// Returns whether lines or words are found to stand for others; only when no more are, lines are missing or too much.
    pub(super) fn is_a_replacement(&self) -> bool {
        matches!(
            self,
            Self::Words(..) | Self::Line(..) | Self::Signs(..) | Self::Broken(_) | Self::Swapped(_)
        )
    }

    /// Returns whether a whole line is missing or another one.
    pub(super) fn replaces_a_line(&self) -> bool {
        matches!(self, Self::Missing(..) | Self::Line(..))
    }

    /// Returns whether a line is missing or too much.
    pub(super) fn is_a_lone_line(&self) -> bool {
        matches!(self, Self::Missing(..) | Self::Extra(_))
    }

    /// Returns the kind of mistake; a line that is missing or another one may have lost its values.
    pub(super) fn kind(&self, lacks_values: bool) -> Kind {
        match self {
            Self::Missing(..) | Self::Line(..) if lacks_values => Kind::Behaviour,
            Self::Words(..)
            | Self::Line(..)
            | Self::Missing(..)
            | Self::Extra(_)
            | Self::Twice(_)
            | Self::Stream(_) => Kind::Wording,
            Self::Signs(..)
            | Self::Broken(_)
            | Self::Swapped(_)
            | Self::Late(_)
            | Self::Blanks(..)
            | Self::Form(..)
            | Self::Echo => Kind::Presentation,
        }
    }

    /// Returns the smallest cause that explains the slip.
    pub(super) fn cause(&self) -> Cause {
        match self {
            Self::Words(..) | Self::Line(..) => Cause::WrongText,
            Self::Missing(..) => Cause::MissingOutput,
            Self::Extra(_) | Self::Twice(_) => Cause::ExtraOutput,
            Self::Signs(..) => Cause::Punctuation,
            Self::Swapped(_) | Self::Late(_) => Cause::LineOrder,
            Self::Broken(_) | Self::Blanks(..) => Cause::BlankLines,
            Self::Form(_, cause) => *cause,
            Self::Stream(_) => Cause::WrongStream,
            Self::Echo => Cause::Echo,
        }
    }

    /// Returns the key as results write it.
    pub(super) fn shown(&self, lexicon: &Lexicon) -> String {
        let phrase = |symbols: &[u32]| lexicon.phrase(symbols);
        match self {
            Self::Words(part, Replacement { expected, actual, after }) => {
                let word = |word| if word == NAME { VALUE } else { lexicon.word(word) };
                let after = after.map(|after| format!(" after `{}`", word(after))).unwrap_or_default();
                format!("words {part}: `{}` > `{}`{after}", phrase(expected), phrase(actual))
            }
            Self::Signs(part, missing, added) => format!("signs {part}: `{missing}` > `{added}`"),
            Self::Line(part, expected, actual) => {
                format!("line {part}: `{expected}` > `{actual}`")
            }
            Self::Missing(part, template) => format!("missing {part}: `{template}`"),
            Self::Extra(form) => format!("extra: `{}`", lexicon.shown(*form)),
            Self::Twice(part) => format!("twice {part}"),
            Self::Broken(part) => format!("line breaks {part}"),
            Self::Swapped(part) => format!("line order {part}"),
            Self::Late(part) => format!("too late {part}"),
            Self::Blanks(part, true) => format!("too few blank lines {part}"),
            Self::Blanks(part, false) => format!("too many blank lines {part}"),
            Self::Form(part, cause) => format!("{} {part}", cause.name()),
            Self::Stream(part) => format!("wrong stream {part}"),
            Self::Echo => "echo".to_string(),
        }
    }

    /// Returns what a tutor would write beside the lines.
    pub(super) fn sentence(&self, lexicon: &Lexicon, expected: &str, actual: &str) -> String {
        let phrase = |symbols: &[u32]| lexicon.phrase(symbols);
        match self {
            Self::Words(_, Replacement { expected: right, actual: wrong, .. }) if self.loses_a_name() => {
                let wrong = as_in(actual, &phrase(wrong));
                match (right.len(), wrong.as_str()) {
                    (1, "") => "the name that was typed is missing".to_string(),
                    (1, wrong) => format!("the name that was typed should stand here, not `{wrong}`"),
                    _ => "the name that was typed should stand here".to_string(),
                }
            }
            Self::Words(_, Replacement { expected: right, actual: wrong, .. })
                if right.is_empty() && wrong.contains(&NAME) =>
            {
                match added(expected, actual) {
                    Some(added) => format!("`{added}` should not be there"),
                    None => "no name should stand here".to_string(),
                }
            }
            Self::Words(_, Replacement { expected: right, actual: wrong, .. }) => {
                let as_written = |symbols: &[u32], line: &str| as_in(line, &phrase(symbols));
                match (as_written(right, expected), as_written(wrong, actual)) {
                    (_, wrong) if wrong.is_empty() && of_lost_entry(expected, actual).is_some() => {
                        of_lost_entry(expected, actual).unwrap_or_default()
                    }
                    (right, wrong) if wrong.is_empty() => {
                        of_one_word(expected, actual).unwrap_or_else(|| format!("`{right}` is missing"))
                    }
                    (right, wrong) if right.is_empty() => of_one_word(expected, actual)
                        .unwrap_or_else(|| format!("`{wrong}` should not be there")),
                    (right_words, wrong_words) => {
                        match with_what_is_joined([expected, actual], [&phrase(right), &phrase(wrong)]) {
                            Some([right, wrong]) => format!("it should say `{right}`, not `{wrong}`"),
                            None => should_say(&right_words, &wrong_words),
                        }
                    }
                }
            }
            Self::Signs(_, missing, added) => match (missing.as_str(), added.as_str()) {
                ("", "") => {
                    one_sign_too_often(expected, actual, |it| !it.is_alphanumeric() && !it.is_whitespace())
                        .unwrap_or_else(|| "the line is drawn in another way".to_string())
                }
                (missing, "") => format!("`{missing}` is missing"),
                ("", added) => format!("`{added}` should not be there"),
                (missing, added) => format!("it should be drawn with `{missing}`, not with `{added}`"),
            },
            Self::Line(..) => "these are other words than those of the text".to_string(),
            Self::Missing(..) => format!("the line {} is never printed", quoted(expected)),
            Self::Extra(_) => of_extra_line(Some(actual)),
            Self::Twice(_) => "this line should come only once, not twice".to_string(),
            Self::Broken(_) => of_line_breaks(expected, actual, lexicon),
            Self::Swapped(_) => of_order(expected, actual),
            Self::Late(_) => {
                let (late, question) = (quoted(expected.trim()), quoted(actual.trim()));
                format!(
                    "{late} comes too late: it should come before {question}, not after what is typed there"
                )
            }
            Self::Blanks(_, true) if actual.trim().is_empty() => "a blank line is missing here".to_string(),
            Self::Blanks(_, true) => format!("a blank line is missing before {}", quoted(actual.trim())),
            Self::Blanks(_, false) => "there is a blank line too many here".to_string(),
            Self::Form(_, Cause::InnerBlanks) if lacks_the_last_blank(expected, actual) => {
                "the blank at the end of the prompt is missing".to_string()
            }
            Self::Form(_, cause) => sentence_of_presentation(*cause, expected, actual),
            Self::Stream(_) => "this line is on standard error; print it on standard output".to_string(),
            Self::Echo => "the program prints what was typed; the keyboard already shows it".to_string(),
        }
    }

    /// Returns whether it is a hunk, that may come after any value, of these words.
    pub(super) fn is_of(&self, other: &Replacement) -> bool {
        let Self::Words(_, hunk) = self else { return false };
        let is_after = hunk.after == other.after || hunk.after == Some(NAME) && other.after.is_some();
        is_after && hunk.expected == other.expected && hunk.actual == other.actual
    }

    /// Returns whether something else stands where a name should be.
    pub(super) fn loses_a_name(&self) -> bool {
        let lost = |hunk: &Replacement| hunk.expected.contains(&NAME) && !hunk.actual.contains(&NAME);
        matches!(self, Self::Words(_, hunk) if lost(hunk))
    }
}

/// Returns a phrase in small letters as it is written in a line, with the signs between its words and around them; the phrase itself if
/// it is not there.
fn as_in(line: &str, phrase: &str) -> String {
    // Names are not told in a phrase.
    place_in(line, phrase).map_or_else(|| phrase.replace('$', "…"), |place| line[place].to_string())
}

/// Returns two phrases as they are written in their lines, each with the word before it, if that is the same and an apostrophe joins it to one of
/// them: `What's` and `What is`.
fn with_what_is_joined(lines: [&str; 2], phrases: [&str; 2]) -> Option<[String; 2]> {
    let places = [place_in(lines[0], phrases[0])?, place_in(lines[1], phrases[1])?];
    let before = |at: usize| {
        let line = &lines[at][..places[at].start];
        let word = line.trim_end_matches(['\'', '’', ' ']);
        let start = word.rfind(|sign: char| !sign.is_alphanumeric()).map_or(0, |at| at + 1);
        (!word[start..].is_empty()).then_some((
            &word[start..],
            line.len() > word.len() && !line.ends_with(' '),
            start,
        ))
    };
    let ((one, is_joined, from), (other, is_joined_too, other_from)) = (before(0)?, before(1)?);
    let is_whole = one == other && (is_joined || is_joined_too);
    is_whole
        .then(|| [lines[0][from..places[0].end].to_string(), lines[1][other_from..places[1].end].to_string()])
}

/// Returns where a phrase in small letters stands in a line, with the signs between its words and around them.
fn place_in(line: &str, phrase: &str) -> Option<Range<usize>> {
    let all: Vec<Token<'_>> = tokens(line).collect();
    let words: Vec<&str> = phrase.split_whitespace().collect();
    let is_word = |token: &&Token<'_>| matches!(token.kind, TokenKind::Word | TokenKind::Number);
    let places: Vec<usize> = (0..all.len()).filter(|at| is_word(&&all[*at])).collect();
    let found = places.windows(words.len().max(1)).find(|window| {
        let texts = window.iter().map(|at| all[*at].text.to_lowercase());
        !words.is_empty() && texts.eq(words.iter().map(ToString::to_string))
    });
    let Some([first, .., last] | [first @ last]) = found else { return None };
    let is_bracket = |at: Option<usize>, signs: &[&str]| {
        at.and_then(|at| all.get(at)).is_some_and(|it| signs.contains(&it.text))
    };
    let opens = is_bracket(first.checked_sub(1), &["("]) && is_bracket(Some(last + 1), &[")"]);
    let (start, end) = if opens { (first - 1, last + 1) } else { (*first, *last) };
    Some(all[start].start..all[end].range().end)
}

/// Returns which of two lines should come first, where both are there.
fn of_order(expected: &str, actual: &str) -> String {
    let order = "the right lines are there, but in another order";
    match (expected.trim(), actual.trim()) {
        (first, later) if first.is_empty() || later.is_empty() || first == later => order.to_string(),
        (first, later) => format!("{order}: {} should come before {}", quoted(first), quoted(later)),
    }
}

/// Returns whether two prompts are the same but for the blank at the end.
fn lacks_the_last_blank(expected: &str, actual: &str) -> bool {
    expected.trim_end() == actual.trim_end() && expected.ends_with(' ') && !actual.ends_with([' ', '\t'])
}

/// Returns what is wrong where lines are broken or joined.
fn of_line_breaks(expected: &str, actual: &str, lexicon: &Lexicon) -> String {
    let is_name = words(actual).all(|word| lexicon.names().contains(&word.to_lowercase()));
    let letters = |line: &str| line.chars().filter(|it| it.is_alphanumeric()).collect::<String>();
    let line = expected;
    let (expected, actual) = (letters(expected), letters(actual));
    if actual.len() > expected.len() && actual.starts_with(&expected) {
        return format!("a line break is missing after {}", quoted(last_words(line)));
    }
    let told = if expected.len() <= actual.len() || !expected.starts_with(&actual) {
        "the words are right, but the lines break in other places"
    } else if is_name && !actual.is_empty() {
        "this should be one line: the line break that was typed after a name is printed with the name"
    } else {
        "this should be one line: it is broken into several"
    };
    told.to_string()
}

/// Returns the end of a line by which it is found: what stands behind its last comma, or its last words.
fn last_words(line: &str) -> &str {
    const WORDS: usize = 4;
    let line = line.trim();
    let behind_comma = line.rfind(", ").map_or(0, |comma| comma + 2);
    let blanks = line.rmatch_indices(' ').map(|(blank, _)| blank + 1);
    &line[behind_comma.max(blanks.take(WORDS).nth(WORDS - 1).unwrap_or_default())..]
}

/// Returns what was put into a line, if it is one stretch.
fn added(expected: &str, actual: &str) -> Option<String> {
    let [expected, actual] = [expected, actual].map(|line| line.chars().collect::<Vec<char>>());
    let (head, tail) = same_ends(&expected, &actual, |one, other| one == other);
    let added: String = actual[head..actual.len() - tail].iter().collect();
    (head + tail == expected.len() && !added.trim().is_empty()).then(|| added.trim().to_string())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn what_an_apostrophe_joins_is_told_as_a_whole() {
        let whole = |lines, phrases| with_what_is_joined(lines, phrases).map(|both| both.join(" > "));
        let lines = ["What's your name?", "What is your name?"];
        assert_eq!(whole(lines, ["s", "is"]).as_deref(), Some("What's > What is"));
        assert_eq!(whole(["It is red", "It was red"], ["is", "was"]), None);
        assert_eq!(whole(["Ann's turn", "Bob's turn"], ["ann", "bob"]), None);
    }

    #[test]
    fn words_are_told_as_they_are_written() {
        for (line, phrase, told) in [
            ("Do you want more pizzas (y/n)? ", "y n", "(y/n)"),
            ("Category Scores", "scores", "Scores"),
            ("HAL rolls 3-1", "hal", "HAL"),
            ("a b a c", "a c", "a c"),
            ("no such words", "other", "other"),
            ("Dave throws", "$ throws", "… throws"),
            ("anything", "", ""),
        ] {
            assert_eq!(as_in(line, phrase), told, "{phrase:?} in {line:?}");
        }
    }

    #[test]
    fn a_missing_blank_line_is_told_by_the_line_before_which_it_belongs() {
        let sentence = |actual: &str| Key::Blanks("asset", true).sentence(&Lexicon::default(), "", actual);
        assert_eq!(sentence("[Your Asset]"), "a blank line is missing before `[Your Asset]`");
        assert_eq!(sentence(" "), "a blank line is missing here");
    }

    #[test]
    fn lines_that_are_joined_or_broken_are_told_apart() {
        let says = |expected, actual| of_line_breaks(expected, actual, &Lexicon::default());
        assert_eq!(says("1: Ham", "1: Ham, 2: Egg"), "a line break is missing after `1: Ham`");
        assert_eq!(says("1: Ham", "1) Ham 2) Egg"), "a line break is missing after `1: Ham`");
        assert_eq!(says("1: Ham, 2: Egg", "1: Ham, 2: Egg, 3"), "a line break is missing after `2: Egg`");
        assert_eq!(last_words("after a line of many words"), "line of many words");
        assert!(says("1: Ham, 2: Egg", "1: Ham,").starts_with("this should be one line"));
        assert!(says("1: Ham", "2: Egg").starts_with("the words are right"));
        let lexicon = Lexicon::new(HashSet::from(["dave".to_string()]), HashSet::new(), Vec::new());
        assert!(of_line_breaks("Dave rolls 1-2", "Dave", &lexicon).ends_with("is printed with the name"));
        assert!(of_line_breaks("Dave rolls 1-2", "Dave rolls", &lexicon).ends_with("broken into several"));
    }

    #[test]
    fn what_was_put_into_a_line_is_one_stretch() {
        for (expected, actual, put) in [
            ("Give up the dice? ", "Give up the dice (y/n)? ", Some("(y/n)")),
            ("Give up the dice?", "Give up the dice? [y]", Some("[y]")),
            ("Give up the dice? ", "Dave, give up the dice? ", None),
            ("the same", "the same", None),
        ] {
            assert_eq!(added(expected, actual).as_deref(), put, "{actual}");
        }
    }
}
