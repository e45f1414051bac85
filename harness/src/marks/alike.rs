//! The same line in place of the same other line: one mistake, however the steps of the conversation were matched in each case.

use std::collections::{BTreeMap, BTreeSet};

use super::charged::charge;
use super::mistake::{Mistake, MistakeList};
use crate::cases::Cause;
use crate::mistakes::Kind;

/// Charges mistakes by which a program prints the same line where the same other one is due to one of them, and tells the others no more:
/// to one whose example is among the `public` cases, where there is one, and of those to the one that most cases show.
pub(crate) fn charge_to_its_like(list: &mut MistakeList, public: &BTreeSet<&str>) {
    let mut alike: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    for (at, mistake) in list.mistakes.iter().enumerate() {
        if let Some(lines) = lines_of(mistake) {
            alike.entry(lines).or_default().push(at);
        }
    }
    let mut charged = vec![None; list.mistakes.len()];
    for group in alike.into_values() {
        let is_public =
            |at: usize| list.mistakes[at].example.as_deref().is_some_and(|id| public.contains(id));
        let best = group.iter().rev().max_by_key(|at| (is_public(**at), list.mistakes[**at].cases));
        let best = *best.expect("no group is empty");
        for at in group.into_iter().filter(|at| *at != best) {
            charged[at] = Some(best);
        }
    }
    charge(list, &charged);
}

/// Returns the line that is due and the one that is printed in its place, if a whole step is another one. Of lines of which only a value
/// differs another value may differ, too, which is another mistake.
fn lines_of(mistake: &Mistake) -> Option<(&str, &str)> {
    let is_of_lines = matches!(
        mistake.cause?,
        Cause::WrongText
            | Cause::MissingOutput
            | Cause::ExtraOutput
            | Cause::MissingPrompt
            | Cause::ExtraPrompt
    );
    let may_be = is_of_lines && mistake.kind == Kind::Behaviour && mistake.rule.is_none();
    let lines = (mistake.expected.as_deref()?.trim_end(), mistake.actual.as_deref()?.trim_end());
    Some(lines).filter(|(expected, actual)| may_be && expected != actual && !actual.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistake(key: &str, cause: &str, (row, lost): (&str, f64), (cases, example): (usize, &str)) -> Mistake {
        serde_json::from_value(serde_json::json!({
            "key": key, "kind": "behaviour", "cause": cause, "part": key, "row": row, "lost": lost, "sentence": key,
            "expected": "Which army?", "got": "No resources. ", "cases": cases, "places": cases, "example": example,
        }))
        .expect("a mistake")
    }

    fn told(mistakes: Vec<Mistake>) -> Vec<(String, f64, usize, String)> {
        let places = (0..mistakes.len()).map(|at| vec![Some(at)]).collect();
        let mut list = MistakeList { mistakes, rules: Vec::new(), places };
        charge_to_its_like(&mut list, &BTreeSet::from(["recruit/asks"]));
        let one = |it: &Mistake| (it.key.clone(), it.lost, it.places, it.row.clone());
        list.mistakes.iter().map(one).collect()
    }

    #[test]
    fn the_same_line_in_place_of_the_same_other_one_is_told_once_where_everybody_sees_it() {
        let asset = mistake("asset", "extra output", ("recruit", 0.49), (3, "recruit/asks"));
        let done = mistake("done", "missing output", ("games", 0.55), (7, "games/whole"));
        let expected = [("asset".to_string(), 1.04, 10, "games".to_string())];
        assert_eq!(told(vec![done, asset]), expected);
    }

    #[test]
    fn of_lines_in_which_values_differ_each_value_may_be_a_mistake_of_its_own() {
        let first = mistake("first", "wrong value", ("recruit", 0.5), (3, "recruit/asks"));
        let second = mistake("second", "wrong value", ("recruit", 0.25), (3, "recruit/asks"));
        assert_eq!(told(vec![first, second]).len(), 2);
    }
}
