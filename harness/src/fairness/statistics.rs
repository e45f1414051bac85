//! How improbable uneven counts are.

/// How uneven counts are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Unevenness {
    /// The index of the count that is farthest from what it should be.
    pub(super) at: usize,
    /// What each count should be.
    pub(super) expected: f64,
    /// The probability that even chances give counts as uneven as these.
    pub(super) chance: f64,
}

/// The least expected count for which the chi-square test is trusted.
const TRUSTED: f64 = 20.0;

/// Returns how uneven `counts` are if each should be the same; nothing if there are none.
///
/// Each count is tested exactly, by the binomial distribution, which holds however few they are. Where there are
/// enough, all of them together are tested by chi-square. The smaller probability counts, doubled, because there are two.
pub(super) fn unevenness(counts: &[u64]) -> Option<Unevenness> {
    let total: u64 = counts.iter().sum();
    let cells = count_as_number(counts.len() as u64);
    if total == 0 || counts.len() < 2 {
        return None;
    }
    let expected = count_as_number(total) / cells;
    let exact = counts.iter().map(|count| (2.0 * cells * tail(total, *count, 1.0 / cells)).min(1.0));
    let (at, exact) = exact
        .enumerate()
        .min_by(|one, other| one.1.total_cmp(&other.1))
        .expect("there are two counts or more");
    if expected < TRUSTED {
        return Some(Unevenness { at, expected, chance: exact });
    }
    let squares: f64 =
        counts.iter().map(|count| (count_as_number(*count) - expected).powi(2) / expected).sum();
    let together = upper_gamma((cells - 1.0) / 2.0, squares / 2.0);
    Some(Unevenness { at, expected, chance: (2.0 * exact.min(together)).min(1.0) })
}

/// Counts are far below the numbers that a floating-point number cannot hold.
#[expect(clippy::cast_precision_loss, reason = "counts of dice are small")]
fn count_as_number(count: u64) -> f64 {
    count as f64
}

/// Returns the smaller of the probabilities of at most, and of at least, `count` successes in `trials`.
fn tail(trials: u64, count: u64, chance: f64) -> f64 {
    let middle = count_as_number(trials) * chance;
    let term = |successes: u64| {
        let (n, k) = (count_as_number(trials), count_as_number(successes));
        (ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k)
            + k * chance.ln()
            + (n - k) * (1.0 - chance).ln())
        .exp()
    };
    let mut sum = 0.0;
    let outwards: Box<dyn Iterator<Item = u64>> =
        if count_as_number(count) < middle { Box::new((0..=count).rev()) } else { Box::new(count..=trials) };
    for successes in outwards {
        let more = term(successes);
        sum += more;
        if more < sum * 1e-12 {
            break;
        }
    }
    sum.min(1.0)
}

/// Returns the logarithm of a factorial, by Stirling's series.
fn ln_factorial(n: f64) -> f64 {
    ln_gamma(n + 1.0)
}

/// Returns the logarithm of the gamma function of a number above 0.
fn ln_gamma(x: f64) -> f64 {
    // The series is exact enough from 8 on; below, the recurrence leads there.
    let mut x = x;
    let mut shift = 0.0;
    while x < 8.0 {
        shift -= x.ln();
        x += 1.0;
    }
    let inverse = 1.0 / x;
    let square = inverse * inverse;
    let series = inverse * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square / 1680.0)));
    shift + (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series
}

/// Returns the share of the gamma distribution of shape `a` that lies above `x`.
#[expect(clippy::many_single_char_names, reason = "the names of the formula")]
fn upper_gamma(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    let scale = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
        while term > sum * 1e-15 {
            n += 1.0;
            term *= x / n;
            sum += term;
        }
        return (1.0 - scale * sum).clamp(0.0, 1.0);
    }
    // Lentz's continued fraction.
    let mut b = x + 1.0 - a;
    let mut c = 1e300;
    let mut d = 1.0 / b;
    let mut fraction = d;
    for n in 1..500 {
        let n = f64::from(n);
        let factor = -n * (n - a);
        b += 2.0;
        d = 1.0 / (factor * d + b);
        c = b + factor / c;
        let step = c * d;
        fraction *= step;
        if (step - 1.0).abs() < 1e-15 {
            break;
        }
    }
    (scale * fraction).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn close(actual: f64, expected: f64) {
        assert!((actual - expected).abs() <= expected * 1e-4, "{actual} instead of {expected}");
    }

    #[test]
    fn distributions_agree_with_printed_tables() {
        // Chi-square with 5 degrees of freedom: 11.0705 at 5 %, 20.515 at 0.1 %.
        close(upper_gamma(2.5, 11.0705 / 2.0), 0.05);
        close(upper_gamma(2.5, 20.5150 / 2.0), 0.001);
        // Five degrees of freedom, below the middle: 1.1455 at 95 %.
        close(upper_gamma(2.5, 1.145_476 / 2.0), 0.95);
        // No six in ten throws; ten sixes in ten throws; eight or more heads of ten.
        close(tail(10, 0, 1.0 / 6.0), 0.161_505_58);
        close(tail(10, 10, 1.0 / 6.0), 1.653_817_2e-8);
        close(tail(10, 8, 0.5), 0.054_687_5);
    }

    #[test]
    fn few_counts_are_tested_exactly() {
        let uneven = unevenness(&[0, 0, 0, 0, 12, 0]).expect("there are counts");
        assert_eq!(uneven.at, 4);
        close(uneven.chance, 12.0 * 6_f64.powi(-12));
        assert!(unevenness(&[2, 2, 2, 2, 2, 2]).expect("there are counts").chance > 0.5);
        assert_eq!(unevenness(&[0; 6]), None);
    }
}
