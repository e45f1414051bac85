//! How many things there are, as a number to reckon with; how often something came, in words.

/// Returns a number of things as one that can be divided and multiplied; more than four billion count as that many.
pub(crate) fn amount(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

/// Returns how often something came.
pub(crate) fn often(count: usize) -> String {
    match count {
        0 => "never".to_string(),
        1 => "once".to_string(),
        _ => format!("{count} times"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_things_is_exact() {
        assert_eq!([0, 1, 250_000].map(amount).map(f64::to_bits), [0.0, 1.0, 250_000.0].map(f64::to_bits));
        assert_eq!(amount(usize::MAX).to_bits(), 4_294_967_295.0_f64.to_bits());
    }
}
