//! What follows from a question at which a program does not wait: all that comes later answers something else, and costs what the
//! question costs.

use std::collections::BTreeMap;

use super::charged::charge;
use super::mistake::{Mistake, MistakeList};
use crate::mistakes::NOT_AWAITED;

/// Charges what shows only after one question that is not waited at to that question, and tells it no more.
pub(crate) fn charge_to_the_question(list: &mut MistakeList) {
    let keys: BTreeMap<&str, usize> =
        (0..).zip(&list.mistakes).map(|(at, it)| (it.key.as_str(), at)).collect();
    let question = |mistake: &Mistake| {
        let found = mistake.precursors.as_ref().filter(|found| found.after == found.of)?;
        let [key] = &found.mistakes[..] else { return None };
        keys.get(key.as_str()).copied().filter(|_| key.starts_with(NOT_AWAITED))
    };
    let questions: Vec<Option<usize>> = list.mistakes.iter().map(question).collect();
    charge(list, &questions);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistake(key: &str, lost: f64, row: &str, after: Option<(&str, usize, usize)>) -> Mistake {
        let precursors =
            after.map(|(key, after, of)| serde_json::json!({"mistakes": [key], "after": after, "of": of}));
        serde_json::from_value(serde_json::json!({
            "key": key, "kind": "behaviour", "cause": null, "part": "", "row": row, "lost": lost, "sentence": key,
            "expected": null, "got": null, "cases": 1, "places": 1, "example": null, "precursors": precursors,
        }))
        .expect("a mistake")
    }

    #[test]
    fn what_shows_only_after_a_question_costs_what_the_question_costs() {
        let asked = "not awaited `Select: `";
        let mut list = MistakeList {
            mistakes: vec![
                mistake("other words", 6.0, "more", Some((asked, 3, 3))),
                mistake("now and then", 2.0, "menu", Some((asked, 9, 10))),
                mistake(asked, 1.0, "custom", None),
                mistake("something else", 0.5, "menu", None),
            ],
            rules: Vec::new(),
            places: vec![vec![Some(0), Some(2)], vec![Some(1)], vec![Some(0), None]],
        };
        charge_to_the_question(&mut list);
        let told: Vec<_> =
            list.mistakes.iter().map(|it| (it.key.as_str(), it.lost, it.row.as_str())).collect();
        assert_eq!(
            told,
            [(asked, 7.0, "more"), ("now and then", 2.0, "menu"), ("something else", 0.5, "menu")]
        );
        assert_eq!((list.mistakes[0].cases, &list.mistakes[0].other_rows), (2, &vec!["custom".to_string()]));
        assert_eq!(list.places, [vec![Some(0), Some(0)], vec![Some(1)], vec![Some(0), None]]);
    }
}
