//! Mistakes that are only what becomes of another one: they cost what that one costs, and are told no more.

use std::collections::{BTreeMap, BTreeSet};

use super::mistake::{Mistake, MistakeList};
use super::round;

/// Charges each mistake for which `roots` has the index of another one to that one, and takes it out of the list.
pub(super) fn charge(list: &mut MistakeList, roots: &[Option<usize>]) {
    if roots.iter().all(Option::is_none) {
        return;
    }
    for place in list.places.iter_mut().flatten().flatten() {
        *place = roots[*place].unwrap_or(*place);
    }
    for (at, root) in roots.iter().enumerate().filter_map(|(at, it)| Some((at, (*it)?))) {
        let follower = list.mistakes[at].clone();
        let root = &mut list.mistakes[root];
        root.by_row = rows(root);
        for (row, lost) in rows(&follower) {
            *root.by_row.entry(row).or_default() += lost;
        }
        root.lost = round(root.lost + follower.lost);
        root.places += follower.places;
    }
    for at in roots.iter().flatten().copied().collect::<BTreeSet<_>>() {
        let shows = |of: &&Vec<Option<usize>>| of.contains(&Some(at));
        let cases = list.places.iter().filter(shows).count();
        let mistake = &mut list.mistakes[at];
        mistake.cases = mistake.cases.max(cases);
        by_what_they_lose(mistake);
    }
    keep_in_order(list, roots);
}

/// Returns what a mistake costs each row; one that costs a single row names no others.
fn rows(mistake: &Mistake) -> BTreeMap<String, f64> {
    if mistake.by_row.is_empty() && mistake.lost > 0.0 {
        return [(mistake.row.clone(), mistake.lost)].into();
    }
    mistake.by_row.clone()
}

/// Names the rows of a mistake anew, the one that loses most first.
fn by_what_they_lose(mistake: &mut Mistake) {
    let mut rows: Vec<(&String, &f64)> = mistake.by_row.iter().collect();
    rows.sort_by(|one, other| other.1.total_cmp(one.1).then_with(|| one.0.cmp(other.0)));
    let mut names = rows.into_iter().map(|(row, _)| row.clone());
    if let Some(first) = names.next() {
        mistake.row = first;
        mistake.other_rows = names.collect();
    }
}

/// Takes what is charged elsewhere out of the list, which stays in the order of what mistakes cost.
fn keep_in_order(list: &mut MistakeList, charged: &[Option<usize>]) {
    let mut order: Vec<usize> = (0..list.mistakes.len()).filter(|at| charged[*at].is_none()).collect();
    order.sort_by(|one, other| list.mistakes[*other].lost.total_cmp(&list.mistakes[*one].lost));
    let new: BTreeMap<usize, usize> = order.iter().copied().zip(0..).collect();
    for place in list.places.iter_mut().flatten() {
        *place = place.and_then(|at| new.get(&at).copied());
    }
    list.mistakes = order.iter().map(|at| list.mistakes[*at].clone()).collect();
}
