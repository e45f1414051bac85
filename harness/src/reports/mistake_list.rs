//! The mistakes that cost something, the costliest first, as every form lists them.

use super::numbers::{count, marks};
use super::results::Results;
use super::visible::{DottedBlanks, show};
use crate::marks::mistake::Mistake;

/// Returns the mistakes that cost something; together they cost what the automatic rows have lost.
pub(super) fn costly(results: &Results) -> impl Iterator<Item = &Mistake> {
    results.mistakes.iter().filter(|mistake| mistake.lost > 0.0)
}

/// Returns the title of the list, with the marks that all mistakes cost; none if there is nothing to list.
pub(super) fn title(results: &Results) -> Option<String> {
    let lost: f64 = costly(results).map(|mistake| mistake.lost).sum();
    costly(results).next().map(|_| format!("Mistakes, {} marks", marks(lost)))
}

/// Returns where a mistake shows: at how many places, in how many cases, and in which one best. Files and unit tests are no cases.
pub(super) fn seen(mistake: &Mistake) -> String {
    if mistake.cases == 0 {
        return "outside of the cases".to_string();
    }
    let example = mistake.example.as_ref().map(|case| format!(", as in {case}")).unwrap_or_default();
    format!("{} in {}{example}", count(mistake.places, "place"), count(mistake.cases, "case"))
}

/// Returns the row that a mistake costs most, and its part of the conversation.
pub(super) fn place(mistake: &Mistake) -> String {
    let part = Some(&mistake.part).filter(|part| !part.is_empty()).map(|part| format!(", part {part}"));
    format!("row {}{}", mistake.row, part.unwrap_or_default())
}

/// The longest sentence, in characters.
const LONGEST: usize = 160;

/// Returns what is wrong, on one line, without signs that do anything, and not too long.
pub(super) fn sentence(mistake: &Mistake) -> String {
    let shown = show(&mistake.sentence, DottedBlanks::AtTheEnd).text;
    match shown.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &shown[..end]),
        None => shown,
    }
}

/// Returns the list as plain text, a line for each mistake; nothing if there is none.
pub(super) fn as_text(results: &Results) -> String {
    let line = |mistake: &Mistake| {
        format!("{}: {} ({}; {})\n", marks(mistake.lost), sentence(mistake), place(mistake), seen(mistake))
    };
    let lines: String = costly(results).map(line).collect();
    title(results).map(|title| format!("{title}\n{lines}")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::hostile::{Texts, results};
    use super::super::look::Look;
    use super::super::{Audience, Report, github, gradescope, html, junit, markdown, screen};
    use super::*;
    use crate::mistakes::Kind;

    fn mistake(lost: f64, sentence: &str, row: &str, cases: usize) -> Mistake {
        Mistake {
            key: sentence.to_string(),
            kind: Kind::Wording,
            cause: None,
            part: format!("{row}/title"),
            row: row.to_string(),
            lost,
            sentence: sentence.to_string(),
            expected: None,
            actual: None,
            cases,
            places: 2 * cases,
            example: Some("a/first".to_string()),
        }
    }

    fn with_mistakes(mistakes: Vec<Mistake>) -> Results {
        Results { mistakes, ..results(&Texts::default()) }
    }

    type WriteForm = fn(&Report<'_>, &mut dyn std::io::Write) -> std::io::Result<()>;

    /// Returns every form of a report that people read.
    fn forms(results: &Results) -> Vec<(&'static str, String)> {
        let recordings = tempfile::tempdir().expect("a folder");
        let report = Report::new(results, recordings.path());
        let all: [(&str, WriteForm); 6] = [
            ("screen", |report, out| screen::write(out, report, Look::of_text())),
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
                text.find(words).unwrap_or_else(|| panic!("{form}: {words} is not there: {text}"))
            };
            let places = ["Mistakes, 1.75 marks", "the dearest slip", "another slip"].map(at);
            assert!(places.is_sorted(), "{form}: {places:?}");
            let listed = &text[places[0]..];
            for words in
                ["1.25", "summary", "14 places in 7 cases", "0.5", "menu", "6 places in 3 cases", "a/first"]
            {
                assert!(listed.contains(words), "{form}: {words} is not listed: {listed}");
            }
            if form != "screen" {
                assert!(
                    listed.contains("summary/title") && listed.contains("menu/title"),
                    "{form}: {listed}"
                );
            }
        }
        for (form, text) in forms(&with_mistakes(Vec::new())) {
            assert!(!text.contains("Mistakes"), "{form}");
        }
    }
}
