//! What may be wrong with the suite rather than with the students: what good programs do alike, what nobody can do, and what does not come
//! out the same when it is repeated.

use std::collections::BTreeMap;

use super::alike::{AlikeMistake, alike};
use super::case_statistics::{CaseStatistics, SEVERAL, case_statistics};
use super::student_row::{KeptCase, StudentRow};
use crate::reports::{count, outcomes_told};

/// Why a case may be wrong.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Doubt {
    /// Cases that shall be repeated were not all repeated yet.
    NotRepeated {
        /// How many students have such cases.
        students: usize,
        /// How many students have marks.
        of: usize,
    },
    /// Good students make the same mistake.
    Alike(AlikeMistake),
    /// Cases of a student do not come out the same each time.
    Varies {
        /// The student.
        student: String,
        /// How many cases.
        cases: usize,
        /// The first of them.
        example: String,
        /// How it came out.
        outcomes: String,
    },
    /// A case does not come out the same each time for several students.
    VariesForMany {
        /// The case.
        case: String,
        /// How many students.
        students: usize,
        /// How many students have marks.
        of: usize,
    },
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
    let alike = alike(rows).into_iter().map(Doubt::Alike);
    not_repeated(rows).into_iter().chain(alike).chain(nobody).chain(against).chain(varying(rows)).collect()
}

/// Returns the doubt that something ended the command before all was repeated that it asked for.
fn not_repeated(rows: &[StudentRow]) -> Option<Doubt> {
    let students = rows.iter().filter(|row| row.rounds_left > 0).count();
    let of = rows.iter().filter(|row| row.has_marks()).count();
    (students > 0).then_some(Doubt::NotRepeated { students, of })
}

/// Returns what did not come out the same each time: cases of which several students tell this, then the students.
fn varying(rows: &[StudentRow]) -> Vec<Doubt> {
    let varies = |row: &StudentRow| -> Vec<KeptCase> {
        let cases = row.marks.iter().flat_map(|marks| &marks.cases);
        cases.filter(|case| !case.outcomes.is_empty()).cloned().collect()
    };
    let varying: Vec<(&StudentRow, Vec<KeptCase>)> =
        rows.iter().map(|row| (row, varies(row))).filter(|(_, cases)| !cases.is_empty()).collect();
    let mut students: BTreeMap<&str, usize> = BTreeMap::new();
    for case in varying.iter().flat_map(|(_, cases)| cases) {
        *students.entry(&case.id).or_default() += 1;
    }
    let of = rows.iter().filter(|row| row.has_marks()).count();
    let for_many = students.into_iter().filter(|(_, students)| *students >= SEVERAL);
    let for_many =
        for_many.map(|(case, students)| Doubt::VariesForMany { case: case.to_string(), students, of });
    let of_students = varying.iter().map(|(row, cases)| Doubt::Varies {
        student: row.called(),
        cases: cases.len(),
        example: cases[0].id.clone(),
        outcomes: outcomes_told(&cases[0].outcomes),
    });
    for_many.chain(of_students).collect()
}

impl Doubt {
    /// Returns what is doubtful, in a sentence.
    pub(crate) fn sentence(&self) -> String {
        match self {
            Self::NotRepeated { students, of } => {
                format!(
                    "not all cases of {students} of {} were repeated yet: give the command that marked them again",
                    count(*of, "student")
                )
            }
            Self::Alike(mistake) => mistake.sentence(),
            Self::Varies { student, cases, example, outcomes } => {
                let and = if *cases > 1 { ", among them " } else { ": " };
                format!(
                    "{} of {student} did not come out the same each time{and}{example}, {outcomes}: look at it",
                    count(*cases, "case")
                )
            }
            Self::VariesForMany { case, students, of } => {
                format!(
                    "{case} did not come out the same each time for {students} of {}: does it depend on chance, or on time?",
                    count(*of, "student")
                )
            }
            Self::NobodyPasses { case, students } => {
                format!("none of {} wins anything in {case}: is it right?", count(*students, "student"))
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
    use crate::marks::mistake::Mistake;
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
            is_described: false,
            actual: failed.first().map(|(_, printed)| (*printed).to_string()),
            cases: failed.len(),
            places: failed.len(),
            example: Some("case00".to_string()),
            text: None,
            rule: None,
            ended_by: None,
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
    fn what_varies_is_doubtful() {
        let varying = |number: usize, places: &[usize]| {
            let mut row = student(number, &[]);
            for place in places {
                let outcomes = [("passed".to_string(), 3), ("wrong".to_string(), 2)].into();
                row.marks.as_mut().expect("there are marks").cases[*place].outcomes = outcomes;
            }
            row
        };
        let told = |rows: &[StudentRow]| doubts(rows).iter().map(Doubt::sentence).collect::<Vec<_>>();
        let rows = [varying(0, &[]), varying(1, &[4]), varying(2, &[4, 5]), varying(3, &[])];
        assert_eq!(
            told(&rows),
            [
                "1 case of s1 did not come out the same each time: case04, in 5 runs: passed 3 times, wrong 2 times: look at it",
                "2 cases of s2 did not come out the same each time, among them case04, in 5 runs: passed 3 times, wrong 2 times: look at it",
            ]
        );
        let rows = [varying(0, &[]), varying(1, &[4]), varying(2, &[4, 5]), varying(3, &[4])];
        assert_eq!(
            told(&rows)[0],
            "case04 did not come out the same each time for 3 of 4 students: does it depend on chance, or on time?"
        );
        assert_eq!(told(&rows).len(), 4);
    }
}
