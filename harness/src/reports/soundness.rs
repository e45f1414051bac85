//! Whether results that were read from a file agree with themselves.

use super::results::{CaseResult, Results};

/// Marks are compared up to this.
const ROUNDING: f64 = 1e-6;

/// Returns what cannot be in these results; nothing if they are sound.
pub(super) fn unsound(results: &Results) -> Option<String> {
    let cases =
        results.cases.iter().map(|case| (format!("the case `{}`", case.id), case.awarded, case.out_of));
    let rows = results.mark_sheet.iter();
    let files = rows.clone().flat_map(|row| &row.files);
    let files = files.map(|file| (format!("the file `{}`", file.name), file.awarded, file.out_of));
    let tests = results.mark_sheet.iter().flat_map(|row| &row.tests);
    let tests = tests.map(|test| (format!("the unit test `{}`", test.name), test.awarded, test.out_of));
    let rows = rows.map(|row| (format!("the row `{}`", row.row), row.awarded, row.out_of));
    let sums = [
        ("what the harness awards", results.summary.automatic),
        ("what tutors award", results.summary.tutor),
    ];
    let sums = sums.into_iter().map(|(what, sum)| (what.to_string(), sum, results.summary.out_of));
    let mut marks = cases.chain(rows).chain(files).chain(tests).chain(sums);
    let too_much = marks.find(|(_, awarded, out_of)| !(0.0..=out_of + ROUNDING).contains(awarded));
    let too_much =
        too_much.map(|(what, awarded, out_of)| format!("{what} has {awarded} marks, but is worth {out_of}"));
    too_much.or_else(|| results.cases.iter().find_map(lost_root))
}

/// Returns which difference of a case follows from one that is not there.
fn lost_root(case: &CaseResult) -> Option<String> {
    let is_root = |index: usize| case.differences.get(index).is_some_and(|other| other.root.is_none());
    let roots = case.differences.iter().enumerate().filter_map(|(index, it)| Some((index, it.root?)));
    let lost = roots.into_iter().find(|(_, root)| !is_root(*root))?;
    Some(format!("difference {} of the case `{}` follows from {}, which is none", lost.0, case.id, lost.1))
}

#[cfg(test)]
mod tests {
    use super::super::hostile::{Texts, results};
    use super::*;

    #[test]
    fn results_are_sound_until_somebody_changes_them() {
        let sound = results(&Texts::default());
        assert_eq!(unsound(&sound), None);
        let contradiction = |change: fn(&mut Results)| {
            let mut results = sound.clone();
            change(&mut results);
            unsound(&results).expect("it is refused")
        };
        let row = contradiction(|results| results.mark_sheet[0].awarded = 3.5);
        assert_eq!(row, "the row `a` has 3.5 marks, but is worth 3");
        let case = contradiction(|results| results.cases[0].awarded = -1.0);
        assert_eq!(case, "the case `wrong` has -1 marks, but is worth 1");
        let file = contradiction(|results| results.mark_sheet[0].files[0].awarded = 2.0);
        assert_eq!(file, "the file `f` has 2 marks, but is worth 1");
        let test = contradiction(|results| results.mark_sheet[0].tests[0].awarded = -1.0);
        assert_eq!(test, "the unit test `t` has -1 marks, but is worth 1");
        let sum = contradiction(|results| results.summary.tutor = 99.0);
        assert_eq!(sum, "what tutors award has 99 marks, but is worth 3");
        for root in [0, 1, usize::MAX] {
            let mut results = sound.clone();
            results.cases[0].differences[0].root = Some(root);
            let lost = format!("difference 0 of the case `wrong` follows from {root}, which is none");
            assert_eq!(unsound(&results), Some(lost));
        }
    }
}
