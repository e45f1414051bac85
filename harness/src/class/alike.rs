//! Mistakes that good students make alike: the text may be open there.

use std::collections::BTreeMap;

use super::case_statistics::SEVERAL;
use super::status::RowStatus;
use super::student_row::{KeptCase, KeptMarks, StudentRow};
use crate::marks::mistake::Mistake;
use crate::reports::count;

/// A student is good who loses no more than this share of the marks by anything else.
const LITTLE: f64 = 0.05;

/// So large a share of all good students must do the same at least.
const SHARE: (usize, usize) = (1, 2);

/// A mistake that good students make alike.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AlikeMistake {
    /// Its key.
    pub(crate) key: String,
    /// How many good students make it, and print the same.
    pub(crate) make_it: usize,
    /// How many students are good but for it.
    pub(crate) good: usize,
    /// What one of them prints, where something else is expected.
    pub(crate) actual: Option<String>,
    /// The cases that they fail by it, the first first.
    pub(crate) cases: Vec<String>,
    /// What is wrong by the suite.
    pub(crate) sentence: String,
}

/// A mistake in the form in which it is printed: its key, and what is printed without its numbers.
type PrintedForm = (String, Option<String>);

/// Returns the mistakes that good students make alike, the one that most of them make first.
pub(super) fn alike(rows: &[StudentRow]) -> Vec<AlikeMistake> {
    let marked: Vec<&KeptMarks> = rows
        .iter()
        .filter(|row| row.status == RowStatus::Marked)
        .filter_map(|row| row.marks.as_ref())
        .collect();
    let mut makers: BTreeMap<PrintedForm, Vec<(&KeptMarks, f64)>> = BTreeMap::new();
    for marks in &marked {
        for (form, lost) in marks.lost_by_form() {
            makers.entry(form).or_default().push((marks, lost));
        }
    }
    let faultless = marked.iter().filter(|marks| marks.lost() <= marks.little()).count();
    let mut found: Vec<AlikeMistake> =
        makers.iter().filter_map(|(form, makers)| alike_mistake(form, makers, faultless)).collect();
    found.sort_by(|one, other| other.make_it.cmp(&one.make_it).then_with(|| one.key.cmp(&other.key)));
    found
}

/// Returns the mistake if many good students make it; each maker stands with what it costs. `faultless` students lose little in all.
fn alike_mistake(form: &PrintedForm, makers: &[(&KeptMarks, f64)], faultless: usize) -> Option<AlikeMistake> {
    let good: Vec<&KeptMarks> = makers
        .iter()
        .filter(|(marks, lost)| marks.lost() - lost <= marks.little())
        .map(|(marks, _)| *marks)
        .collect();
    let makers_among_faultless = makers.iter().filter(|(marks, _)| marks.lost() <= marks.little()).count();
    let all = good.len() + faultless - makers_among_faultless;
    if good.len() < SEVERAL || good.len() * SHARE.1 < all * SHARE.0 {
        return None;
    }
    let failed =
        || good.iter().flat_map(|marks| &marks.cases).filter(|case| case.form().as_ref() == Some(form));
    let mut cases: Vec<String> = failed().map(|case| case.id.clone()).collect();
    cases.sort();
    cases.dedup();
    let first = good.iter().flat_map(|marks| &marks.mistakes).find(|mistake| mistake.key == form.0)?;
    let actual = failed().find_map(|case| case.actual.clone()).or(first.actual.clone());
    let (key, sentence) = (form.0.clone(), first.sentence.clone());
    Some(AlikeMistake { key, make_it: good.len(), good: all, actual, cases, sentence })
}

/// Returns what is printed, without its numbers, capital letters and blanks around it.
fn without_numbers(line: &str) -> String {
    let mut form = String::new();
    for character in line.trim().to_lowercase().chars() {
        match character {
            '0'..='9' if form.ends_with('#') => {}
            '0'..='9' => form.push('#'),
            other => form.push(other),
        }
    }
    form
}

impl KeptCase {
    /// Returns the form of the mistake by which it fails.
    fn form(&self) -> Option<PrintedForm> {
        Some((self.fails_by.clone()?, self.actual.as_deref().map(without_numbers)))
    }
}

impl KeptMarks {
    /// Returns what the harness has taken.
    fn lost(&self) -> f64 {
        self.mark_sheet.iter().filter(|row| row.by == "harness").map(|row| row.out_of - row.awarded).sum()
    }

    /// Returns the most that a good student loses.
    fn little(&self) -> f64 {
        let rows = self.mark_sheet.iter().filter(|row| row.by == "harness");
        rows.map(|row| row.out_of).sum::<f64>() * LITTLE + 0.005
    }

    /// Returns what each mistake costs, divided among the forms in which it is printed as the cases are that fail by it.
    fn lost_by_form(&self) -> BTreeMap<PrintedForm, f64> {
        let mut all = BTreeMap::new();
        // What files and unit tests lack is nothing that anybody reads in another way.
        let in_cases = |mistake: &&Mistake| mistake.lost > 0.0 && mistake.example.is_some();
        for mistake in self.mistakes.iter().filter(in_cases) {
            let mut forms: BTreeMap<PrintedForm, f64> = BTreeMap::new();
            for case in self.cases.iter().filter(|case| case.fails_by.as_ref() == Some(&mistake.key)) {
                *forms.entry(case.form().expect("it fails by something")).or_default() +=
                    case.out_of - case.awarded;
            }
            if forms.is_empty() {
                let form = mistake.actual.as_deref().map(without_numbers);
                forms.insert((mistake.key.clone(), form), 1.0);
            }
            let sum: f64 = forms.values().sum();
            all.extend(forms.into_iter().map(|(form, part)| (form, mistake.lost * part / sum)));
        }
        all
    }
}

impl AlikeMistake {
    /// Returns what is doubtful, in a sentence.
    pub(super) fn sentence(&self) -> String {
        let Self { make_it, good, actual, cases, sentence, .. } = self;
        let place = match &cases[..] {
            [] => String::new(),
            [only] => format!(" in {only}"),
            [first, ..] => format!(" in {} cases, as {first}", cases.len()),
        };
        let what = match actual {
            Some(actual) => format!("print `{actual}`{place}"),
            None => format!("make the same mistake{place}: {sentence}"),
        };
        format!(
            "{make_it} of {} who lose hardly anything elsewhere {what}: is the text open?",
            count(*good, "student")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_has_no_numbers() {
        for (line, expected) in [
            (" Roll 12: 3, 4", "roll #: #, #"),
            ("Sorry, invalid input", "sorry, invalid input"),
            ("7", "#"),
            ("", ""),
        ] {
            assert_eq!(without_numbers(line), expected);
        }
    }
}
