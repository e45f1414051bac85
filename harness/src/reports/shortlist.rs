//! Which of the many differences of a case a report tells of.

use std::collections::BTreeSet;

use crate::judging::Charge;

/// Differences that are told, whatever they cost: the first ones.
const FIRST: usize = 40;

/// Differences with a price of their own that are told, at least.
const COSTING: usize = 200;

/// The differences of a case that are told.
#[derive(Debug)]
pub(super) struct Shortlist {
    /// They, in their order. Each root is the index of a difference in this list that has no root itself.
    pub(super) charges: Vec<Charge>,
    /// How many are not told.
    pub(super) left_out: usize,
}

impl Shortlist {
    /// Returns the first of these charges, those after them that cost something by themselves, the first that each row is
    /// charged for, and the roots of all of them.
    pub(super) fn of(charges: Vec<Charge>) -> Self {
        let roots: Vec<Option<usize>> = (0..charges.len()).map(|index| root(&charges, index)).collect();
        let kept = kept(&charges, &roots);
        let place = |index: usize| kept.binary_search(&index).ok();
        let left_out = charges.len() - kept.len();
        let told = charges.into_iter().zip(roots).enumerate();
        let told = told.filter(|(index, _)| place(*index).is_some());
        let charges =
            told.map(|(_, (charge, root))| Charge { root: root.and_then(place), ..charge }).collect();
        Self { charges, left_out }
    }
}

/// Returns the places of the charges that are told, in their order.
fn kept(charges: &[Charge], roots: &[Option<usize>]) -> Vec<usize> {
    let mut costing = 0;
    let mut rows = BTreeSet::new();
    let mut kept = BTreeSet::new();
    for (index, charge) in charges.iter().enumerate() {
        let costs = roots[index].is_none() && charge.costs();
        costing += usize::from(costs);
        let is_first_of_row = costs && rows.insert(&charge.row);
        if index < FIRST || is_first_of_row || (costs && costing <= COSTING) {
            kept.insert(index);
            kept.extend(roots[index]);
        }
    }
    kept.into_iter().collect()
}

/// Returns the charge without a root from which the charge at `index` follows over all others; none if there is none.
fn root(charges: &[Charge], index: usize) -> Option<usize> {
    let above = |index: &usize| charges[*index].root.filter(|root| *root < charges.len());
    let chain = std::iter::successors(Some(index), above);
    chain.take(charges.len()).find(|place| above(place).is_none()).filter(|root| *root != index)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cases::{Cause, Price};
    use crate::reports::any_differences::{charges, difference};

    fn charge(root: Option<usize>, price: Price) -> Charge {
        Charge { difference: difference(Cause::WrongText), row: String::new(), root, price }
    }

    #[test]
    fn those_are_told_that_come_first_or_cost_something() {
        let mut charges = vec![charge(None, Price::Fails)];
        charges.extend(std::iter::repeat_n(charge(Some(0), Price::Fails), 100));
        charges.extend([charge(None, Price::Forgiven), charge(None, Price::Part(0.5))]);
        let Shortlist { charges, left_out } = Shortlist::of(charges);
        assert_eq!((charges.len(), left_out), (FIRST + 1, 103 - FIRST - 1));
        assert_eq!(charges.last().map(|charge| charge.price), Some(Price::Part(0.5)));
    }

    #[test]
    fn what_follows_from_a_sudden_end_names_it_after_others_are_left_out() {
        let mut charges = vec![charge(Some(100), Price::Fails); 100];
        charges.push(charge(None, Price::Fails));
        let Shortlist { charges, .. } = Shortlist::of(charges);
        assert_eq!(charges.len(), FIRST + 1);
        assert!(charges[..FIRST].iter().all(|charge| charge.root == Some(FIRST)));
    }

    #[test]
    fn a_row_that_is_charged_late_is_told() {
        let mut charges = vec![charge(None, Price::Fails); 1000];
        charges.push(Charge { row: "late".to_string(), ..charge(None, Price::Fails) });
        let Shortlist { charges, left_out } = Shortlist::of(charges);
        assert_eq!((charges.len(), left_out), (COSTING + 1, 800));
        assert_eq!(charges.last().map(|charge| charge.row.as_str()), Some("late"));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_root_is_told_and_has_no_root(charges in charges()) {
            let all = charges.len();
            let Shortlist { charges, left_out } = Shortlist::of(charges);
            prop_assert_eq!(charges.len() + left_out, all);
            for root in charges.iter().filter_map(|charge| charge.root) {
                prop_assert!(root < charges.len() && charges[root].root.is_none());
            }
        }
    }
}
