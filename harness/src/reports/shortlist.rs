//! Which of the many differences of a case a report tells of.

use std::collections::BTreeSet;

use crate::judging::{Deduction, Deductions, Penalised};

/// Differences that are told, whatever they cost: the first ones.
const FIRST: usize = 40;

/// The least number of differences with a penalty of their own that are kept.
const COSTING: usize = 200;

/// The differences of a case that are told.
#[derive(Debug)]
pub(super) struct Shortlist {
    /// They, each with what follows from it.
    pub(super) deductions: Deductions,
    /// How many are not told.
    pub(super) left_out: usize,
}

impl Shortlist {
    /// Returns the first differences, those after them that cost something by themselves, the first for which each row
    /// is penalised, and the roots of all of them.
    pub(super) fn of(deductions: Deductions) -> Self {
        let count = deductions.differences().len();
        let mut costing = 0;
        let mut rows = BTreeSet::new();
        let mut kept = Deductions::default();
        for Deduction { root, mut followers } in deductions.all {
            followers.retain(is_early);
            followers.shrink_to_fit();
            costing += usize::from(root.costs());
            let is_first_of_row = root.costs() && rows.insert(root.row.clone());
            let is_told = is_first_of_row || (root.costs() && costing <= COSTING);
            if is_told || is_early(&root) || !followers.is_empty() {
                kept.all.push(Deduction { root, followers });
            }
        }
        kept.all.shrink_to_fit();
        let left_out = count - kept.differences().len();
        Self { deductions: kept, left_out }
    }
}

/// Returns whether a difference is one of the first.
fn is_early(penalised: &Penalised) -> bool {
    penalised.number < FIRST
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{Cause, Penalty};
    use crate::comparison::{Detail, Difference, Part};

    fn penalised(number: usize, row: &str, penalty: Penalty) -> Penalised {
        let difference = Difference::new(Cause::WrongText, Part::UNKNOWN, Detail::OtherLine);
        Penalised { number, difference, row: row.to_string(), penalty, slip: None, rule: None }
    }

    fn alone(number: usize, row: &str, penalty: Penalty) -> Deduction {
        Deduction::alone(penalised(number, row, penalty))
    }

    fn followed(number: usize, followers: std::ops::Range<usize>) -> Deduction {
        let followers = followers.map(|number| penalised(number, "", Penalty::Fails)).collect();
        Deduction { followers, ..alone(number, "", Penalty::Fails) }
    }

    #[test]
    fn those_are_kept_that_come_first_or_cost_something() {
        let forgiven = alone(101, "", Penalty::Forgiven);
        let all = vec![followed(0, 1..101), forgiven, alone(102, "", Penalty::Part(0.5))];
        let Shortlist { deductions, left_out } = Shortlist::of(Deductions { all });
        let listed = deductions.differences();
        assert_eq!((listed.len(), left_out), (FIRST + 1, 103 - FIRST - 1));
        assert_eq!(listed.last().map(|last| last.penalised.penalty), Some(Penalty::Part(0.5)));
    }

    #[test]
    fn what_follows_from_a_sudden_end_names_it_after_others_are_left_out() {
        let Shortlist { deductions, .. } = Shortlist::of(Deductions { all: vec![followed(100, 0..100)] });
        let listed = deductions.differences();
        assert_eq!(listed.len(), FIRST + 1);
        assert!(listed[..FIRST].iter().all(|listed| listed.root == Some(FIRST)));
    }

    #[test]
    fn a_row_that_is_penalised_late_is_kept() {
        let mut all: Vec<Deduction> = (0..1000).map(|number| alone(number, "", Penalty::Fails)).collect();
        all.push(alone(1000, "late", Penalty::Fails));
        let Shortlist { deductions, left_out } = Shortlist::of(Deductions { all });
        assert_eq!((deductions.all.len(), left_out), (COSTING + 1, 800));
        assert_eq!(deductions.all.last().map(|last| last.root.row.as_str()), Some("late"));
    }
}
