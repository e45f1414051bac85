//! Sums of marks in whole hundredths: what is rounded sums to the rounded sum.

use std::collections::BTreeSet;

use super::mistake::Mistake;
use super::round;

/// Returns numbers in whole hundredths that sum to the hundredth nearest to the sum of all: those that lose most by rounding down are
/// rounded up, of several the first.
pub(crate) fn in_hundredths(exact: &[f64]) -> Vec<f64> {
    let mut hundredths: Vec<f64> = exact.iter().map(|number| whole(*number)).collect();
    let all: f64 = exact.iter().sum();
    // As numbers are written, so that what is lost and what is left are the whole.
    let mut left = (all * 100.0).round_ties_even() - hundredths.iter().sum::<f64>();
    let rest = |at: &usize| exact[*at] * 100.0 - whole(exact[*at]);
    let mut order: Vec<usize> = (0..exact.len()).collect();
    order.sort_by(|one, other| rest(other).total_cmp(&rest(one)).then(one.cmp(other)));
    for at in order {
        if left < 0.5 {
            break;
        }
        hundredths[at] += 1.0;
        left -= 1.0;
    }
    hundredths.into_iter().map(|number| number / 100.0).collect()
}

/// Returns the marks of a row, of so many, that loses whole hundredths: those nearest to what it loses.
pub(crate) fn without_hundredths_lost(awarded: f64, out_of: f64) -> f64 {
    if awarded <= 0.0 {
        return 0.0;
    }
    // As the marks that mistakes cost the row are rounded, which have four decimals.
    let lost: f64 = in_hundredths(&[round(out_of - awarded)]).iter().sum();
    round(out_of - lost)
}

/// Rounds what mistakes cost to whole hundredths of marks, row by row.
pub(crate) fn round_by_row(mistakes: &mut [Mistake]) {
    let rows: BTreeSet<String> = mistakes.iter().flat_map(|mistake| mistake.by_row.keys().cloned()).collect();
    for row in rows {
        let shares: Vec<&mut f64> =
            mistakes.iter_mut().filter_map(|mistake| mistake.by_row.get_mut(&row)).collect();
        let exact: Vec<f64> = shares.iter().map(|share| **share).collect();
        shares.into_iter().zip(in_hundredths(&exact)).for_each(|(share, rounded)| *share = rounded);
    }
    for mistake in mistakes {
        mistake.by_row.retain(|_, lost| *lost > 0.0);
        mistake.lost = round(mistake.by_row.values().sum());
    }
}

/// Returns the whole hundredths of a number.
fn whole(number: f64) -> f64 {
    (number * 100.0 + 1e-6).floor()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_loses_what_its_mistakes_cost_it() {
        for (awarded, out_of, expected) in [
            (0.875, 1.0, 0.88),
            (2.625, 3.0, 2.62),
            (6.6667, 10.0, 6.67),
            (0.0, 10.0 / 3.0, 0.0),
            (1.0, 1.0, 1.0),
        ] {
            let found = without_hundredths_lost(awarded, out_of);
            let lost: f64 = in_hundredths(&[out_of - awarded]).iter().sum();
            assert!((found - expected).abs() < 1e-9, "{found} of {out_of}");
            assert!(awarded == 0.0 || (found + lost - out_of).abs() < 1e-9, "{lost} of {out_of}");
        }
    }

    #[test]
    fn what_is_rounded_sums_to_the_rounded_sum() {
        for (exact, expected) in [
            (&[1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0][..], &[0.34, 0.33, 0.33][..]),
            (&[0.005, 0.005], &[0.01, 0.0]),
            (&[0.125], &[0.12]),
            (&[0.375], &[0.38]),
            (&[0.249, 1.001], &[0.25, 1.0]),
            (&[2.0, 0.0], &[2.0, 0.0]),
            (&[], &[]),
        ] {
            assert_eq!(in_hundredths(exact), expected, "{exact:?}");
        }
    }
}
