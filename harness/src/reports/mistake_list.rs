//! The mistakes that cost something, the costliest first, as every form lists them.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::build_failure;
use super::crash_advice::crash_advice;
use super::numbers::{count, marks, marks_of};
use super::results::Results;
use super::told::{ToldMistakes, called};
use super::visible::{DottedBlanks, show};
use crate::comparison::SuddenEnd;
use crate::judging::Verdict;
use crate::marks::mistake::{Mistake, Precursors, guesses};

/// Returns the mistakes that cost something; together they cost what the automatic rows have lost. Before them come those that keep the
/// program from what whole rows are about.
pub(super) fn costly(results: &Results) -> impl Iterator<Item = &Mistake> {
    let stops = results.mistakes.iter().filter(|mistake| results.keeps_from_rows(mistake));
    stops.chain(results.mistakes.iter().filter(|mistake| mistake.lost > 0.0))
}

/// Returns the title of the list, with the marks that all mistakes cost; none if there is nothing to list.
pub(super) fn title(results: &Results) -> Option<String> {
    let lost: f64 = costly(results).map(|mistake| mistake.lost).sum();
    costly(results).next().map(|_| format!("Mistakes, {}", marks_of(lost)))
}

/// Returns where a mistake shows: at how many places, in how many cases, and in which one best. Files and unit tests are no cases.
pub(super) fn seen(mistake: &Mistake) -> String {
    if mistake.cases == 0 {
        return "in no single case".to_string();
    }
    let example = mistake.example.as_ref().map(|case| format!(", as in {case}")).unwrap_or_default();
    format!("{} in {}{example}", count(mistake.places, "place"), count(mistake.cases, "case"))
}

/// Returns whether nothing could be run for a mistake: there is no program.
fn keeps_from_starting(mistake: &Mistake) -> bool {
    mistake.key == Verdict::NotStarted.name()
}

/// Returns the row that a mistake costs most, and its part of the conversation.
pub(super) fn place(mistake: &Mistake) -> String {
    if keeps_from_starting(mistake) {
        return "every row".to_string();
    }
    let part = Some(&mistake.part).filter(|part| !part.is_empty()).map(|part| format!(", part {part}"));
    format!("row {}{}", mistake.row, part.unwrap_or_default())
}

/// The most lines of a compiler.
const LINES_OF_COMPILER: usize = 12;

/// The longest sentence, in characters.
const LONGEST: usize = 160;

/// The longest sentence, rule or hint in the words of the suite, in characters.
const LONGEST_OF_SUITE: usize = 480;

/// Returns what is wrong, on one line, without signs that do anything, and not too long.
pub(super) fn sentence(mistake: &Mistake) -> String {
    let is_of_suite = mistake.rule.is_some() || mistake.part.starts_with("tests/");
    let longest = if is_of_suite { LONGEST_OF_SUITE } else { LONGEST };
    on_one_line(&mistake.sentence, longest)
}

/// Returns a mistake whose sentence begins with what is seen, if one of several rules is broken: what is seen they explain, and are guesses.
pub(super) fn as_seen<'a>(results: &Results, mistake: &'a Mistake) -> Cow<'a, Mistake> {
    let seen = || results.example(mistake)?.place_of(mistake).map(|difference| &difference.sentence);
    match guesses(&mistake.sentence).and_then(|guesses| Some((seen()?, guesses))) {
        None => Cow::Borrowed(mistake),
        Some((seen, guesses)) => {
            let sentence = format!("{seen}{GUESSED}{guesses}");
            Cow::Owned(Mistake { sentence, ..mistake.clone() })
        }
    }
}

/// Stands between what is seen and the rules of which one is broken.
pub(super) const GUESSED: &str = "; one of these is wrong in the program: ";

fn on_one_line(text: &str, longest: usize) -> String {
    let shown = show(text, DottedBlanks::AtTheEnd).text;
    match shown.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &shown[..end]),
        None => shown,
    }
}

/// Returns what helps to repair a mistake, each with its name: what staff say of it, the sentence of the specification that is about it, in quotes, and the
/// hint about a broken rule or a crash.
pub(super) fn advice(mistake: &Mistake) -> Vec<(&'static str, String)> {
    let of_crash = mistake.ended_by.as_ref().and_then(SuddenEnd::exception).and_then(crash_advice);
    let of_crash = of_crash.map(|hint| ("hint", hint.to_string()));
    advice_of_suite(mistake).into_iter().chain(of_crash).collect()
}

/// Returns the same without the hint about a crash.
pub(super) fn advice_of_suite(mistake: &Mistake) -> Vec<(&'static str, String)> {
    let hint = mistake.rule.as_ref().map_or("", |rule| &rule.hint);
    let text = mistake.rule.as_ref().map(|rule| &rule.text).or(mistake.text.as_ref());
    let text = text.map(|text| text.trim()).filter(|text| !text.is_empty());
    let quoted = text.map(|text| format!("\"{text}\"")).unwrap_or_default();
    let comment = mistake.comment.as_deref().unwrap_or_default();
    let advice = [("your tutor", comment), ("the text", quoted.as_str()), ("hint", hint)].into_iter();
    let advice = advice.map(|(name, text)| (name, on_one_line(text, LONGEST_OF_SUITE)));
    advice.filter(|(_, text)| !text.is_empty()).collect()
}

/// Returns which other mistakes to repair first, because this one shows only after them; nothing where that is not so, or where the
/// reader is not told of them.
pub(super) fn repair_first(results: &Results, mistake: &Mistake) -> Option<String> {
    let told = ToldMistakes::of(results);
    let numbers = told.precursors(mistake)?;
    let Precursors { after, of, .. } = mistake.precursors.as_ref()?;
    let them = if numbers.len() == 1 { "it" } else { "one of them" };
    let where_it_shows = match of - after {
        0 => format!("shows only after {them}, or in the same step"),
        _ => format!("shows after {them}, or in the same step, in {after} of {of} conversations"),
    };
    let only = if let [number] = numbers[..] { told.numbered(number) } else { None };
    let which = only.map(|it| format!(" ({})", sentence(it))).unwrap_or_default();
    Some(format!("repair {}{which}: this one {where_it_shows}", called(&numbers)))
}

/// Returns the lines of the best example of a mistake, each with its name, as far as there are any; of one that is no broken rule only where both
/// are there, and its sentence does not have them.
pub(super) fn example(mistake: &Mistake) -> Vec<(&'static str, String)> {
    let said = sentence(mistake);
    let is_told = |line: &Option<String>| line.as_ref().is_none_or(|line| said.contains(line.trim()));
    if mistake.rule.is_none() && (is_told(&mistake.expected) || is_told(&mistake.actual)) {
        return Vec::new();
    }
    let lines = [("should be", &mistake.expected), ("is", &mistake.actual)].into_iter();
    lines.filter_map(|(name, line)| Some((name, on_one_line(line.as_ref()?, LONGEST)))).collect()
}

/// Returns the list as plain text, a line for each mistake, and below a broken rule what helps; nothing if there is none.
pub(super) fn as_text(results: &Results) -> String {
    let line = |mistake: &Mistake| {
        let (lost, sentence) = (marks(mistake.lost), sentence(mistake));
        let mut text = format!("{lost}: {sentence} ({}; {})\n", place(mistake), seen(mistake));
        if keeps_from_starting(mistake) {
            let complaint = results.start.complaint.join("\n");
            for line in build_failure::lines(&complaint, LINES_OF_COMPILER) {
                writeln!(text, "    {line}").expect("to a string");
            }
        }
        for (name, more) in advice(mistake).into_iter().chain(example(mistake)) {
            writeln!(text, "    {name}: {more}").expect("to a string");
        }
        text
    };
    let lines: String = costly(results).map(line).collect();
    title(results).map(|title| format!("{title}\n{lines}")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::hostile::{Texts, results};
    use super::super::{Audience, Report, github, gradescope, html, junit, markdown};
    use super::*;
    use crate::marks::mistake::BrokenRuleText;
    use crate::mistakes::Kind;

    fn mistake(lost: f64, sentence: &str, row: &str, cases: usize) -> Mistake {
        Mistake {
            key: sentence.to_string(),
            kind: Kind::Wording,
            cause: None,
            part: format!("{row}/title"),
            row: row.to_string(),
            other_rows: Vec::new(),
            by_row: std::collections::BTreeMap::new(),
            comment: None,
            lost,
            sentence: sentence.to_string(),
            expected: None,
            is_described: false,
            actual: None,
            cases,
            places: 2 * cases,
            example: Some("a/first".to_string()),
            text: None,
            rule: None,
            ended_by: None,
            precursors: None,
        }
    }

    fn with_mistakes(mistakes: Vec<Mistake>) -> Results {
        Results { mistakes, ..results(&Texts::default()) }
    }

    type WriteForm = fn(&Report<'_>, &mut dyn std::io::Write) -> std::io::Result<()>;

    /// Returns every form of a report that people read, but for the screen, which has a list of its own.
    fn forms(results: &Results) -> Vec<(&'static str, String)> {
        let recordings = tempfile::tempdir().expect("a folder");
        let report = Report::new(results, recordings.path());
        let all: [(&str, WriteForm); 5] = [
            ("html", html::write),
            ("junit", junit::write),
            ("markdown", markdown::write),
            ("github", github::annotate),
            ("gradescope", gradescope::write),
        ];
        let text = |form: WriteForm| {
            let mut out = Vec::new();
            form(&report, &mut out).expect("to memory");
            String::from_utf8(out).expect("text")
        };
        all.map(|(name, form)| (name, text(form))).to_vec()
    }

    #[test]
    fn a_line_has_price_sentence_row_part_and_cases() {
        let results =
            with_mistakes(vec![mistake(0.5, "one word", "menu", 3), mistake(0.0, "free", "menu", 1)]);
        let line = "0.5: one word (row menu, part menu/title; 6 places in 3 cases, as in a/first)\n";
        assert_eq!(as_text(&results), format!("Mistakes, 0.5 marks\n{line}"));
        assert_eq!(as_text(&with_mistakes(Vec::new())), "");
    }

    #[test]
    fn a_sentence_is_cut_where_it_is_too_long() {
        let mistake = mistake(0.5, &"é".repeat(1000), "menu", 1);
        assert_eq!(sentence(&mistake).chars().count(), LONGEST + 1);
        assert!(sentence(&mistake).ends_with("é…"));
    }

    fn broken_rule() -> Mistake {
        let text = "Pieces shoved off the board are returned <b>.".to_string();
        Mistake {
            key: "rule lost".to_string(),
            kind: Kind::Behaviour,
            expected: Some("X holds 8".to_string()),
            actual: Some("X holds 7".to_string()),
            text: None,
            rule: Some(BrokenRuleText { text, hint: "give it back to its owner".to_string() }),
            ..mistake(
                8.0,
                "Wrong in the program: pieces that are pushed off the board are lost",
                "off-board",
                9,
            )
        }
    }

    #[test]
    fn below_a_broken_rule_stand_the_text_the_hint_and_the_example() {
        let lines = [
            "Mistakes, 8 marks",
            "8: Wrong in the program: pieces that are pushed off the board are lost (row off-board, part \
             off-board/title; 18 places in 9 cases, as in a/first)",
            "    the text: \"Pieces shoved off the board are returned <b>.\"",
            "    hint: give it back to its owner",
            "    should be: X holds 8",
            "    is: X holds 7",
            "",
        ];
        assert_eq!(as_text(&with_mistakes(vec![broken_rule()])), lines.join("\n"));
    }

    #[test]
    fn what_is_seen_is_told_before_the_rules_of_which_one_is_broken() {
        let guessed = "One of these is wrong in the program: yes does not start a game; or no does";
        let key = "rule a|b".to_string();
        let mistake = Mistake { key, sentence: guessed.to_string(), ..broken_rule() };
        let mut results = with_mistakes(vec![mistake.clone(), broken_rule()]);
        let any = results.cases.iter().find_map(|case| case.differences.first()).cloned();
        let seen = any.map(|any| super::super::results::DifferenceResult {
            rule: Some(mistake.key.clone()),
            expected: mistake.expected.clone(),
            got: mistake.actual.clone(),
            sentence: "after `YES` a game should begin".to_string(),
            ..any
        });
        results.cases[0].id = mistake.example.clone().unwrap_or_default();
        results.cases[0].differences = seen.into_iter().collect();
        let told = "after `YES` a game should begin; one of these is wrong in the program: yes does not start a \
                    game; or no does";
        assert_eq!(as_seen(&results, &mistake).sentence, told);
        assert_eq!(*as_seen(&results, &broken_rule()), broken_rule());
    }

    /// Returns a text without what stands between `<` and `>`.
    fn without_tags(text: &str) -> String {
        let mut pieces = text.split('<');
        let first = pieces.next().unwrap_or_default().to_string();
        first + &pieces.filter_map(|piece| piece.split_once('>')).map(|(_, text)| text).collect::<String>()
    }

    #[test]
    fn every_form_tells_of_a_broken_rule_what_the_text_says_and_what_helps() {
        for (form, text) in forms(&with_mistakes(vec![broken_rule()])) {
            let text = if form == "html" { without_tags(&text) } else { text };
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            // The page has room for a sentence that nobody takes for the rule, and counts the cases only.
            let is_page = form == "html";
            let said = if is_page { "In the program, pieces" } else { "Wrong in the program: pieces" };
            let words = [
                said,
                "pieces that are pushed off the board are lost",
                "Pieces shoved off the board are returned",
                "give it back to its owner",
                if is_page { "9 cases" } else { "18 places in 9 cases, as in a/first" },
                "X holds 8",
                "X holds 7",
            ];
            for words in words {
                assert!(text.contains(words), "{form}: {words} is not there: {text}");
            }
            assert!(form != "html" || !text.contains("returned <b>"), "{form}: {text}");
        }
    }

    #[test]
    fn the_words_of_a_suite_about_a_rule_are_not_cut_where_those_of_a_program_are() {
        let long = Mistake { sentence: "é".repeat(LONGEST + 1), ..broken_rule() };
        assert_eq!(sentence(&long), "é".repeat(LONGEST + 1));
    }

    #[test]
    fn every_form_lists_the_mistakes_the_costliest_first_with_their_sum() {
        let results = with_mistakes(vec![
            mistake(1.25, "the dearest slip", "summary", 7),
            mistake(0.5, "another slip", "menu", 3),
            mistake(0.0, "a slip that is free", "menu", 1),
        ]);
        assert_eq!(results.audience, Audience::Staff);
        for (form, text) in forms(&results) {
            let at = |words: &str| {
                text.to_lowercase()
                    .find(&words.to_lowercase())
                    .unwrap_or_else(|| panic!("{form}: {words} is not there: {text}"))
            };
            let places = ["Mistakes, 1.75 marks", "the dearest slip", "another slip"].map(at);
            assert!(places.is_sorted(), "{form}: {places:?}");
            let listed = &text.to_lowercase()[places[0]..];
            let is_page = form == "html";
            let [seven, three] = ["14 places in 7 cases", "6 places in 3 cases"];
            let [seven, three] = if is_page { ["7 cases", "3 cases"] } else { [seven, three] };
            for words in ["1.25", "summary", seven, "0.5", "menu", three] {
                assert!(listed.contains(words), "{form}: {words} is not listed: {listed}");
            }
            let parts = ["summary/title", "menu/title", "a/first"];
            assert!(form == "html" || parts.iter().all(|part| listed.contains(part)), "{form}: {listed}");
        }
        for (form, text) in forms(&with_mistakes(Vec::new())) {
            let shown = text.split("<script").next().expect("a text");
            assert!(!shown.contains("Mistakes"), "{form}");
        }
    }
}
