//! How hard each case is for the class, and whether those who pass it are those who do well otherwise.

use super::status::RowStatus;
use super::student_row::{KeptCase, StudentRow};
use crate::amounts::amount;

/// Fewer students say nothing about whether a case tells good programs from others.
pub(crate) const ENOUGH: usize = 30;

/// What fewer students do alike may be an accident.
pub(super) const SEVERAL: usize = 3;

/// What the class makes of a case.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CaseStatistics {
    /// Its id.
    pub(crate) id: String,
    /// The row that it feeds.
    pub(crate) row: String,
    /// How many programs were run on it, of those that run at all.
    pub(crate) students: usize,
    /// How many of them win all of it, and lose nothing by what shows in it besides.
    pub(crate) passed: usize,
    /// The share of its marks that they win, from 0 to 1; none without programs.
    pub(crate) facility: Option<f64>,
    /// How much it agrees with all other cases, from -100 to 100; none where either is the same for all.
    pub(crate) discrimination: Option<f64>,
    /// The same, with those programs that do not even start and so win nothing at all: they make every case look as if it agreed.
    pub(crate) discrimination_of_all: Option<f64>,
}

impl CaseStatistics {
    /// Returns what the discrimination says of the case; nothing where there are too few students.
    pub(crate) fn verdict(&self) -> Option<&'static str> {
        let value = self.discrimination.filter(|_| self.students >= ENOUGH)?;
        Some(match value {
            _ if value < 0.0 => "probably invalid",
            _ if value < 20.0 => "very weak",
            _ if value < 30.0 => "weak",
            _ if value < 50.0 => "adequate",
            _ => "very good",
        })
    }
}

/// Returns the cases that all of several programs pass, in their order: they may tell nothing of any program.
pub(super) fn never_failed(statistics: &[CaseStatistics]) -> Vec<&str> {
    let is_never = |case: &&CaseStatistics| case.students >= SEVERAL && case.passed == case.students;
    statistics.iter().filter(is_never).map(|case| case.id.as_str()).collect()
}

/// Returns the statistics of all cases, in their order.
pub(super) fn case_statistics(rows: &[StudentRow]) -> Vec<CaseStatistics> {
    let with_marks = || rows.iter().filter_map(|row| Some((row.status, &row.marks.as_ref()?.cases)));
    let all: Vec<&Vec<KeptCase>> = with_marks().map(|(_, cases)| cases).collect();
    let running: Vec<&Vec<KeptCase>> =
        with_marks().filter(|(status, _)| *status == RowStatus::Marked).map(|(_, cases)| cases).collect();
    let Some(first) = all.first() else { return Vec::new() };
    // Every submission that has marks was judged by the same cases.
    first.iter().enumerate().map(|(place, case)| statistics(case, place, &running, &all)).collect()
}

fn statistics(
    case: &KeptCase,
    place: usize,
    running: &[&Vec<KeptCase>],
    all: &[&Vec<KeptCase>],
) -> CaseStatistics {
    let own = || running.iter().filter_map(|cases| cases.get(place));
    let won: Vec<f64> = own().map(|case| case.net).collect();
    let sum: f64 = won.iter().sum();
    let facility = (!won.is_empty() && case.out_of > 0.0).then(|| sum / (amount(won.len()) * case.out_of));
    CaseStatistics {
        id: case.id.clone(),
        row: case.row.clone(),
        students: won.len(),
        passed: own().filter(|case| case.is_whole()).count(),
        facility,
        discrimination: discrimination(place, running),
        discrimination_of_all: discrimination(place, all),
    }
}

/// Returns how much the marks of a case agree with those of all others: 100 times their correlation.
fn discrimination(place: usize, students: &[&Vec<KeptCase>]) -> Option<f64> {
    let pairs: Vec<(f64, f64)> = students
        .iter()
        .filter_map(|cases| {
            let own = cases.get(place)?.net;
            let all: f64 = cases.iter().map(|case| case.net).sum();
            Some((own, all - own))
        })
        .collect();
    correlation(&pairs).map(|value| 100.0 * value)
}

/// Returns the correlation of pairs; none where either side is the same in all of them.
fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let mean = |side: fn(&(f64, f64)) -> f64| pairs.iter().map(side).sum::<f64>() / amount(pairs.len());
    let (left, right) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum = |product: &dyn Fn(f64, f64) -> f64| -> f64 {
        pairs.iter().map(|(one, other)| product(one - left, other - right)).sum()
    };
    let (one, other) = (sum(&|one, _| one * one), sum(&|_, other| other * other));
    let varies = one > 1e-9 && other > 1e-9;
    varies.then(|| sum(&|one, other| one * other) / (one * other).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a student's cases, each worth one mark.
    fn cases(awarded: &[f64]) -> Vec<KeptCase> {
        let case =
            |(number, awarded): (usize, &f64)| KeptCase::new(&format!("case{number}"), "row", *awarded, 1.0);
        awarded.iter().enumerate().map(case).collect()
    }

    #[test]
    fn discrimination_is_the_correlation_with_all_other_cases() {
        let agree = [cases(&[1.0, 1.0, 1.0]), cases(&[0.0, 0.0, 0.0]), cases(&[1.0, 1.0, 0.0])];
        let against = [cases(&[1.0, 0.0, 0.0]), cases(&[0.0, 1.0, 1.0]), cases(&[0.0, 1.0, 0.0])];
        let same = [cases(&[1.0, 0.0]), cases(&[1.0, 1.0])];
        let of = |class: &[Vec<KeptCase>]| discrimination(0, &class.iter().collect::<Vec<_>>());
        // By hand: x = 1, 0, 1; R = 2, 0, 1; covariance 0.5, variances 1/3 and 1.
        assert!(
            of(&agree).is_some_and(|value| (value - 50.0 * 3f64.sqrt()).abs() < 1e-9),
            "{:?}",
            of(&agree)
        );
        // x = 1, 0, 0; R = 0, 2, 1; covariance -0.5, variances 1/3 and 1.
        assert!(
            of(&against).is_some_and(|value| (value + 50.0 * 3f64.sqrt()).abs() < 1e-9),
            "{:?}",
            of(&against)
        );
        assert_eq!(of(&same), None);
        assert_eq!(of(&[]), None);
    }

    #[test]
    fn facility_is_the_share_that_is_won() {
        let slip = KeptCase { net: 0.8, ..KeptCase::new("case0", "row", 1.0, 1.0) };
        let all = [vec![slip.clone()], cases(&[1.0]), cases(&[0.0])];
        let all: Vec<&Vec<KeptCase>> = all.iter().collect();
        let it = statistics(&all[0][0], 0, &all, &all);
        assert_eq!((it.passed, it.facility), (1, Some(0.6)));
        let class = [cases(&[1.0, 0.5]), cases(&[0.0, 0.5]), cases(&[1.0, 0.0]), cases(&[1.0, 0.0])];
        let class: Vec<&Vec<KeptCase>> = class.iter().collect();
        let told = |place: usize| {
            let it = statistics(&class[0][place], place, &class, &class);
            (it.students, it.passed, it.facility)
        };
        assert_eq!(told(0), (4, 3, Some(0.75)));
        assert_eq!(told(1), (4, 0, Some(0.25)));
    }

    #[test]
    fn few_students_are_no_verdict() {
        let of = |students: usize, discrimination: f64| CaseStatistics {
            id: String::new(),
            row: String::new(),
            students,
            passed: 0,
            facility: None,
            discrimination: Some(discrimination),
            discrimination_of_all: None,
        };
        for (students, discrimination, expected) in [
            (29, -50.0, None),
            (30, -0.1, Some("probably invalid")),
            (30, 0.0, Some("very weak")),
            (30, 20.0, Some("weak")),
            (30, 30.0, Some("adequate")),
            (30, 50.0, Some("very good")),
        ] {
            assert_eq!(of(students, discrimination).verdict(), expected, "{students} {discrimination}");
        }
    }
}
