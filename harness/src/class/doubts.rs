//! What may be wrong with the suite rather than with the students: what good programs do alike, and what nobody can do.

use std::collections::BTreeMap;

use super::case_statistics::{CaseStatistics, case_statistics};
use super::status::RowStatus;
use super::student_row::{KeptCase, KeptMarks, StudentRow};
use crate::marks::mistake::Mistake;

/// A student is good who loses no more than this share of the marks by anything else.
const LITTLE: f64 = 0.05;

/// So many good students must do the same at least, and so large a share of all good ones.
const SEVERAL: usize = 3;
const SHARE: (usize, usize) = (1, 2);

/// Why a case may be wrong.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Doubt {
    /// Good students make the same mistake.
    Alike(AlikeMistake),
    /// Nobody wins anything.
    NobodyPasses {
        /// The case.
        case: String,
        /// How many students were asked.
        students: usize,
    },
    /// Who passes it does worse otherwise than who does not.
    Against {
        /// The case.
        case: String,
        /// The discrimination.
        discrimination: f64,
    },
}

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

/// Returns what is doubtful, the surest first.
pub(super) fn doubts(rows: &[StudentRow]) -> Vec<Doubt> {
    let statistics = case_statistics(rows);
    let nobody = |case: &&CaseStatistics| case.students >= SEVERAL && case.facility == Some(0.0);
    let nobody = statistics.iter().filter(nobody);
    let nobody = nobody.map(|case| Doubt::NobodyPasses { case: case.id.clone(), students: case.students });
    let against = statistics.iter().filter_map(|case| {
        let discrimination = case.discrimination.filter(|value| *value < 0.0 && case.verdict().is_some())?;
        Some(Doubt::Against { case: case.id.clone(), discrimination })
    });
    alike(rows).into_iter().map(Doubt::Alike).chain(nobody).chain(against).collect()
}

/// Returns the mistakes that good students make alike, the one that most of them make first.
fn alike(rows: &[StudentRow]) -> Vec<AlikeMistake> {
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

impl Doubt {
    /// Returns what is doubtful, in a sentence.
    pub(crate) fn sentence(&self) -> String {
        match self {
            Self::Alike(AlikeMistake { make_it, good, actual, cases, sentence, .. }) => {
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
                    "{make_it} of {good} students who lose hardly anything elsewhere {what}: is the text open?"
                )
            }
            Self::NobodyPasses { case, students } => {
                format!("none of {students} students wins anything in {case}: is it right?")
            }
            Self::Against { case, discrimination } => {
                format!(
                    "who passes {case} does worse otherwise than who fails it (discrimination {discrimination:.0}): is it right?"
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mistakes::Kind;

    /// Returns a student of twelve cases, worth a mark each, who fails these with the same mistake, each by printing something.
    fn student(number: usize, failed: &[(usize, &str)]) -> StudentRow {
        let case = |place: usize| {
            let printed = failed.iter().find(|(failed, _)| *failed == place).map(|(_, printed)| *printed);
            let awarded = if printed.is_some() { 0.0 } else { 1.0 };
            KeptCase {
                fails_by: printed.map(|_| "key".to_string()),
                actual: printed.map(str::to_string),
                ..KeptCase::new(&format!("case{place:02}"), "row", awarded, 1.0)
            }
        };
        let lost = f64::from(u32::try_from(failed.len()).expect("small"));
        let mistake = Mistake {
            key: "key".to_string(),
            kind: Kind::Behaviour,
            cause: None,
            part: String::new(),
            row: "row".to_string(),
            other_rows: Vec::new(),
            lost,
            by_row: BTreeMap::from([("row".to_string(), lost)]),
            sentence: "it is wrong".to_string(),
            expected: Some("right".to_string()),
            actual: failed.first().map(|(_, printed)| (*printed).to_string()),
            cases: failed.len(),
            places: failed.len(),
            example: Some("case00".to_string()),
            text: None,
            rule: None,
            precursors: None,
            comment: None,
        };
        let mistakes = if failed.is_empty() { Vec::new() } else { vec![mistake] };
        StudentRow::of(&format!("s{number}"), (0..12).map(case).collect(), mistakes)
    }

    fn told(students: &[&[(usize, &str)]]) -> String {
        let rows: Vec<StudentRow> =
            students.iter().enumerate().map(|(number, failed)| student(number, failed)).collect();
        doubts(&rows).iter().map(Doubt::sentence).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn what_half_of_the_good_students_print_alike_is_doubtful() {
        let sorry: &[(usize, &str)] = &[(3, "Sorry 1"), (4, "Sorry 2")];
        let alike = "3 of 5 students who lose hardly anything elsewhere print `Sorry 1` in 2 cases, as case03: is the text open?";
        assert_eq!(told(&[sorry, sorry, sorry, &[], &[]]), alike);
        // Too few of the good ones.
        assert_eq!(told(&[sorry, sorry, sorry, &[], &[], &[], &[]]), "");
        assert_eq!(told(&[sorry, sorry, &[]]), "");
        // Who fails much else is not good.
        let weak: &[(usize, &str)] = &[(0, "x"), (1, "x"), (2, "x"), (3, "Sorry 1"), (4, "Sorry 2")];
        assert_eq!(told(&[sorry, sorry, weak, &[]]), "");
        assert_eq!(told(&[sorry, sorry, sorry, weak, &[], &[]]), alike);
        // What they print must be the same.
        assert_eq!(told(&[&[(3, "a")], &[(3, "b")], &[(3, "c")], &[]]), "");
    }

    #[test]
    fn what_nobody_can_do_is_doubtful() {
        let failed = [&[(5, "a")][..], &[(5, "b")], &[(5, "c")]];
        assert_eq!(told(&failed), "none of 3 students wins anything in case05: is it right?");
        assert_eq!(told(&failed[..2]), "");
    }

    #[test]
    fn a_case_that_good_students_fail_is_doubtful_in_a_large_class() {
        // Odd students fail one case, even ones three others.
        let students: Vec<Vec<(usize, &str)>> = (0..30)
            .map(|number| if number % 2 == 1 { vec![(0, "x")] } else { vec![(1, "a"), (2, "b"), (3, "c")] })
            .collect();
        let students: Vec<&[(usize, &str)]> = students.iter().map(Vec::as_slice).collect();
        let against =
            "who passes case00 does worse otherwise than who fails it (discrimination -100): is it right?";
        assert!(told(&students).contains(against), "{}", told(&students));
        assert!(!told(&students[..29]).contains(against));
    }

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
