//! The case that every form shows as the example of a mistake: rather one of the row that pays for it, as what that checks is about it.

use super::results::{CaseResult, Results};
use crate::marks::mistake::Mistake;

impl Results {
    /// Takes for each mistake a case of the row that pays for it as the example, if one shows the same lines and as many may see it.
    pub(super) fn show_examples_of_rows(&mut self) {
        let examples: Vec<Option<String>> = self.mistakes.iter().map(|it| self.example_of_row(it)).collect();
        for (mistake, example) in self.mistakes.iter_mut().zip(examples) {
            mistake.example = example.or(mistake.example.take());
        }
    }

    /// Returns the case of the row that pays for a mistake which shows it best; nothing if the example is one, or there is none.
    fn example_of_row(&self, mistake: &Mistake) -> Option<String> {
        let example = self.example(mistake).filter(|example| example.row != mistake.row)?;
        let (_, shown) = first_place(example, mistake)?;
        let of_row =
            self.cases.iter().filter(|case| case.row == mistake.row && case.visible <= example.visible);
        let same = of_row.filter_map(|case| {
            let (turn, lines) = first_place(case, mistake)?;
            // What ended a program is shown by no lines.
            let is_same = lines == shown && (shown != (None, None) || case.sentence == example.sentence);
            is_same.then_some((case.visible, turn, &case.id))
        });
        same.min().map(|(.., id)| id.clone())
    }
}

/// The line that should be there, and the one that is there.
type ShownLines<'a> = (Option<&'a str>, Option<&'a str>);

/// Returns the turn of the first place of a mistake in a case that follows from nothing else, and its lines.
fn first_place<'a>(case: &'a CaseResult, mistake: &Mistake) -> Option<(usize, ShownLines<'a>)> {
    let mut places = case.differences.iter().filter(|it| it.mistake.as_ref() == Some(&mistake.key));
    let first = places.find(|it| it.root.is_none())?;
    Some((first.turn, (first.expected.as_deref(), first.got.as_deref())))
}

#[cfg(test)]
mod tests {
    use super::super::hostile::{Texts, results};
    use super::*;
    use crate::cases::Visibility;

    /// Returns the example of a mistake of row `b`, which shows in a public case of row `a` and in one of row `b`.
    fn example(visible: Visibility, got: &str) -> Option<String> {
        let mut results = results(&Texts::default());
        let mistake = results.mistakes.remove(0);
        let mut first = results.cases.iter().find(|case| !case.differences.is_empty()).cloned().expect("one");
        first.differences.truncate(1);
        let place = &mut first.differences[0];
        (place.mistake, place.root, place.got) = (Some(mistake.key.clone()), None, Some("x".to_string()));
        let mut other = CaseResult { id: "other".to_string(), row: "b".into(), visible, ..first.clone() };
        other.differences[0].got = Some(got.to_string());
        results.mistakes = vec![Mistake { row: "b".to_string(), example: Some(first.id.clone()), ..mistake }];
        results.cases = vec![first, other];
        results.show_examples_of_rows();
        results.mistakes.remove(0).example.filter(|example| example == "other")
    }

    #[test]
    fn what_ended_a_program_is_shown_by_a_case_in_which_it_is_told_in_the_same_words() {
        let example = |sentence: &str| {
            let mut results = results(&Texts::default());
            let mistake = results.mistakes.remove(0);
            let mut first =
                results.cases.iter().find(|case| !case.differences.is_empty()).cloned().expect("one");
            first.differences.truncate(1);
            let place = &mut first.differences[0];
            (place.mistake, place.root) = (Some(mistake.key.clone()), None);
            (place.expected, place.got) = (None, None);
            first.sentence = "KeyError: 's'".into();
            let other = CaseResult {
                id: "other".to_string(),
                row: "b".into(),
                sentence: sentence.to_string().into(),
                ..first.clone()
            };
            results.mistakes =
                vec![Mistake { row: "b".to_string(), example: Some(first.id.clone()), ..mistake }];
            results.cases = vec![first, other];
            results.show_examples_of_rows();
            results.mistakes.remove(0).example.filter(|example| example == "other")
        };
        assert_eq!(example("KeyError: 's'").as_deref(), Some("other"));
        assert_eq!(example("KeyError: '1 0'"), None);
    }

    #[test]
    fn a_case_of_the_row_that_pays_is_the_example_where_it_shows_the_same_to_as_many() {
        assert_eq!(example(Visibility::Public, "x").as_deref(), Some("other"));
        assert_eq!(example(Visibility::Public, "y"), None);
        assert_eq!(example(Visibility::Staff, "x"), None);
    }
}
