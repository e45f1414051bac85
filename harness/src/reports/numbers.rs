//! Numbers as people read them.

/// Returns a number of things: `1 case`, `2 cases`.
pub(crate) fn count(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}

/// Returns the verb of a sentence about so many things that are over.
pub(crate) fn were(number: usize) -> &'static str {
    if number == 1 { "was" } else { "were" }
}

/// Returns marks with two decimals at most.
pub(crate) fn marks(marks: f64) -> String {
    // The sum of nothing is -0.
    let text = format!("{:.2}", marks + 0.0);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// Returns how many decimals numbers of marks need that stand below each other: as many as the one that needs most, and two at most.
pub(super) fn decimals(numbers: impl Iterator<Item = f64>) -> usize {
    let of_one = |number| marks(number).split_once('.').map_or(0, |(_, decimals)| decimals.len());
    numbers.map(of_one).max().unwrap_or(0)
}

/// Returns a number of marks in words: `1 mark`, `0.5 marks`.
pub(super) fn marks_of(number: f64) -> String {
    let number = marks(number);
    if number == "1" { "1 mark".to_string() } else { format!("{number} marks") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        assert_eq!([marks(1.0), marks(0.5), marks(1.666), marks(10.0)], ["1", "0.5", "1.67", "10"]);
        let all = |numbers: &[f64]| decimals(numbers.iter().copied());
        assert_eq!([all(&[]), all(&[1.0, 2.0]), all(&[1.0, 2.2]), all(&[2.2, 0.666])], [0, 0, 1, 2]);
        assert_eq!([count(1, "case"), count(0, "case")], ["1 case", "0 cases"]);
    }
}
