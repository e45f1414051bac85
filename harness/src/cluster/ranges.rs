//! Numbers of tasks as ranges: a scheduler refuses long lists of single numbers.

use std::collections::BTreeSet;

/// The most ranges in one list.
const MOST: usize = 50;

/// Returns lists of ranges, such as `1-4,7`, that hold these numbers together.
pub(super) fn range_lists(numbers: &BTreeSet<usize>) -> Vec<String> {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => ranges.push((*number, *number)),
        }
    }
    let told = |(first, last): &(usize, usize)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    ranges.chunks(MOST).map(|some| some.iter().map(told).collect::<Vec<_>>().join(",")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_one_range_and_lists_are_short() {
        let lists = |numbers: &[usize]| range_lists(&numbers.iter().copied().collect());
        assert_eq!(lists(&[]), [""; 0]);
        assert_eq!(lists(&[3]), ["3"]);
        assert_eq!(lists(&[1, 2, 3, 7, 9, 10]), ["1-3,7,9-10"]);
        let odd: Vec<usize> = (0..60).map(|number| number * 2 + 1).collect();
        assert_eq!(lists(&odd).iter().map(|list| list.split(',').count()).collect::<Vec<_>>(), [50, 10]);
    }
}
