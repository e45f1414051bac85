//! Which share of the units of a plan a machine marks: `slice:K/N`, neighbours that take as long as any other slice, or `hash:K/N`, units as
//! their names fall.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

use crate::digest;

/// A share of the units of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Partition {
    division: Division,
    /// Which of the shares, from 1.
    number: usize,
    /// How many there are.
    count: NonZeroUsize,
}

/// How units are divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Division {
    /// Neighbours, which share programs; each share costs the same.
    Slice,
    /// As a digest of their names falls.
    Hash,
}

/// What is no partition.
#[derive(Debug, thiserror::Error)]
#[error("write slice:K/N or hash:K/N, with K from 1 to N")]
pub(crate) struct NoPartition;

/// A unit as it is divided.
#[derive(Debug, Clone, Copy)]
pub(super) struct DividedUnit<'a> {
    /// The digest of the submission, and the id of the case.
    pub(super) name: (&'a str, &'a str),
    /// How long it takes, in seconds.
    pub(super) seconds: f64,
}

impl Partition {
    /// Returns the partitions of the same division.
    pub(super) fn all(self) -> impl Iterator<Item = Self> {
        (1..=self.count.get()).map(move |number| Self { number, ..self })
    }

    /// Returns the number, if it is a slice of so many.
    pub(super) fn slice_of(self, count: NonZeroUsize) -> Option<usize> {
        (self.division == Division::Slice && self.count == count).then_some(self.number)
    }

    /// Returns, for each unit, the number of the partition of this division to which it belongs.
    pub(super) fn numbers(self, units: &[DividedUnit<'_>]) -> Vec<usize> {
        match self.division {
            Division::Slice => self.slices(units),
            Division::Hash => units.iter().map(|unit| self.hash(unit.name)).collect(),
        }
    }

    /// Returns the number.
    pub(super) fn number(self) -> usize {
        self.number
    }

    /// A unit belongs to the slice in which the middle of its time falls.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "slices are few"
    )]
    fn slices(self, units: &[DividedUnit<'_>]) -> Vec<usize> {
        let all: f64 = units.iter().map(|unit| unit.seconds).sum();
        let mut before = 0.0;
        let slice = |unit: &DividedUnit<'_>| {
            let middle = before + unit.seconds / 2.0;
            before += unit.seconds;
            let slice = (middle / all * self.count.get() as f64) as usize;
            slice.min(self.count.get() - 1) + 1
        };
        units.iter().map(slice).collect()
    }

    fn hash(self, (submission, case): (&str, &str)) -> usize {
        let digest = digest::sha256(format!("{submission} {case}").as_bytes());
        let number = digest.iter().take(8).fold(0_u64, |number, byte| (number << 8) | u64::from(*byte));
        usize::try_from(number % self.count.get() as u64).unwrap_or_default() + 1
    }
}

impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let division = match self.division {
            Division::Slice => "slice",
            Division::Hash => "hash",
        };
        write!(f, "{division}:{}/{}", self.number, self.count)
    }
}

impl FromStr for Partition {
    type Err = NoPartition;

    fn from_str(text: &str) -> Result<Self, NoPartition> {
        let (division, share) = text.split_once(':').ok_or(NoPartition)?;
        let division = match division {
            "slice" => Division::Slice,
            "hash" => Division::Hash,
            _ => return Err(NoPartition),
        };
        let (number, count) = share.split_once('/').ok_or(NoPartition)?;
        let number: usize = number.parse().map_err(|_| NoPartition)?;
        let count: NonZeroUsize = count.parse().map_err(|_| NoPartition)?;
        if number == 0 || number > count.get() {
            return Err(NoPartition);
        }
        Ok(Self { division, number, count })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn units(seconds: &[f64]) -> Vec<DividedUnit<'static>> {
        const CASES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let unit = |(place, seconds): (usize, &f64)| DividedUnit {
            name: (["1", "2", "3", "4"][place / 8 % 4], CASES[place % 8]),
            seconds: *seconds,
        };
        seconds.iter().enumerate().map(unit).collect()
    }

    fn places(partition: &str, seconds: &[f64]) -> Vec<usize> {
        let partition = partition.parse::<Partition>().expect("a partition");
        let numbers = partition.numbers(&units(seconds));
        (0..seconds.len()).filter(|place| numbers[*place] == partition.number()).collect()
    }

    #[test]
    fn slices_take_the_same_time() {
        assert_eq!(places("slice:1/2", &[1.0, 1.0, 1.0, 1.0]), [0, 1]);
        assert_eq!(places("slice:2/2", &[1.0, 1.0, 1.0, 1.0]), [2, 3]);
        assert_eq!(places("slice:1/2", &[3.0, 1.0, 1.0, 1.0]), [0]);
        assert_eq!(places("slice:2/2", &[3.0, 1.0, 1.0, 1.0]), [1, 2, 3]);
        assert_eq!(places("slice:1/1", &[0.5]), [0]);
        assert_eq!(places("slice:2/9", &[]), [0; 0]);
    }

    #[test]
    fn what_is_no_share_is_refused() {
        for text in ["slice:0/3", "slice:4/3", "slice:1/0", "hash:1", "share:1/2", "slice:a/2", "1/2", ""] {
            assert!(text.parse::<Partition>().is_err(), "{text}");
        }
        assert_eq!("hash:2/3".parse::<Partition>().expect("one").to_string(), "hash:2/3");
    }

    proptest! {
        #[test]
        fn each_unit_belongs_to_one_share_and_no_slice_is_longer_than_its_part_and_a_unit(
            seconds in proptest::collection::vec(0.001_f64..9.0, 1..32),
            count in 1_u32..12,
            division in prop_oneof![Just("slice"), Just("hash")],
        ) {
            let first: Partition = format!("{division}:1/{count}").parse().expect("a partition");
            let numbers = first.numbers(&units(&seconds));
            prop_assert_eq!(numbers.len(), seconds.len());
            prop_assert!(numbers.iter().all(|number| (1..=count as usize).contains(number)));
            let most = seconds.iter().sum::<f64>() / f64::from(count) + 9.0;
            let of = |slice: usize| -> f64 {
                seconds.iter().zip(&numbers).filter(|(_, number)| **number == slice).map(|(time, _)| time).sum()
            };
            prop_assert!(division == "hash" || (1..=count as usize).all(|slice| of(slice) <= most));
        }
    }
}
