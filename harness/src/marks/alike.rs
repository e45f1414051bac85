//! The same line in place of the same other line: one mistake, however the steps of the conversation were matched in each case. So is what is
//! not said wherever a row asks for it, and the same wrong exception where one sentence of the text says which one is due, whatever its message names.

use std::collections::{BTreeMap, BTreeSet};

use super::charged::charge;
use super::mistake::{Mistake, MistakeList};
use crate::cases::Cause;
use crate::mistakes::Kind;

/// Charges mistakes by which a program prints the same line where the same other one is due to one of them, and tells the others no more:
/// to one whose example is among the `public` cases, where there is one, and of those to the one that most cases show.
pub(crate) fn charge_to_its_like(list: &mut MistakeList, public: &BTreeSet<&str>) {
    let mut alike: BTreeMap<[String; 3], Vec<usize>> = BTreeMap::new();
    for (at, mistake) in list.mistakes.iter().enumerate() {
        let of_lines = || lines_of(mistake).or_else(|| never_said(mistake));
        let what = exceptions_of(mistake).or_else(|| not_raised(mistake)).or_else(of_lines);
        if let Some(what) = what {
            alike.entry(what).or_default().push(at);
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

/// Returns the line that is due and the one that is printed in its place, whatever numbers they have, if a whole step is another one. Of lines of
/// which only a value differs another value may differ, too, which is another mistake.
fn lines_of(mistake: &Mistake) -> Option<[String; 3]> {
    let is_of_lines = matches!(
        mistake.cause?,
        Cause::WrongText
            | Cause::MissingOutput
            | Cause::ExtraOutput
            | Cause::MissingPrompt
            | Cause::ExtraPrompt
    );
    let may_be = is_of_lines && mistake.kind == Kind::Behaviour && mistake.rule.is_none();
    let (expected, actual) =
        (numberless(mistake.expected.as_deref()?), numberless(mistake.actual.as_deref()?));
    (may_be && expected != actual && !actual.is_empty()).then(|| [expected, actual, String::new()])
}

/// Returns a line with one sign for each number.
fn numberless(line: &str) -> String {
    let line = line.trim_end();
    let is_digit = |sign: char| sign.is_ascii_digit();
    let digit_before = std::iter::once(false).chain(line.chars().map(is_digit));
    let kept = line.chars().zip(digit_before).filter(|(sign, before)| !(is_digit(*sign) && *before));
    kept.map(|(sign, _)| if is_digit(sign) { '#' } else { sign }).collect()
}

/// Returns what is missing, values abstracted, and the row that pays: wherever it is due, it is one mistake not to say it.
fn never_said(mistake: &Mistake) -> Option<[String; 3]> {
    let is_missing = mistake.cause == Some(Cause::MissingOutput) && mistake.kind == Kind::Behaviour;
    let (_, what) = mistake.key.split_once(": `").filter(|_| is_missing && mistake.actual.is_none())?;
    Some(["", what, &mistake.row].map(String::from))
}

/// Returns what is the same of all errors that are printed and not raised. Only of these the line that is printed is known.
fn not_raised(mistake: &Mistake) -> Option<[String; 3]> {
    let is_it = mistake.part == "error" && mistake.actual.is_some() && mistake.rule.is_none();
    is_it.then(|| ["error", "", ""].map(String::from))
}

/// Returns the exception that is due and the one that is raised in its place, and the sentence of the text about it, unless the message is right: who calls
/// a kind of errors by another name does so wherever it is due.
fn exceptions_of(mistake: &Mistake) -> Option<[String; 3]> {
    let kind_and_message = |line: &Option<String>| {
        let (kind, message) = line.as_ref()?.split_once(':')?;
        Some((kind.trim().to_string(), message.trim().to_string()))
    };
    let (expected, actual) = (kind_and_message(&mistake.expected)?, kind_and_message(&mistake.actual)?);
    let is_of_kind = mistake.part == "error/kind" && mistake.rule.is_none();
    let text = if expected.1 == actual.1 { "" } else { mistake.text.as_deref()? };
    is_of_kind.then(|| [expected.0, actual.0, text.to_string()])
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
    fn the_same_lines_with_other_numbers_are_told_once() {
        let year = |year: &str, printed: &str| {
            let mut late = mistake(year, "missing output", ("turns", 0.25), (1, year));
            (late.expected, late.actual) = (Some(format!("-Year {year}-")), Some(printed.to_string()));
            late
        };
        let refused = "Invalid move. Try again.";
        assert_eq!(told(vec![year("617", refused), year("1000", refused)]).len(), 1);
        assert_eq!(told(vec![year("617", refused), year("618", "Which army?")]).len(), 2);
        // The number is what is wrong there.
        assert_eq!(told(vec![year("617", "-Year 618-"), year("618", "-Year 620-")]).len(), 2);
    }

    #[test]
    fn errors_that_are_printed_and_not_raised_are_told_once() {
        let error = |name: &str, printed: Option<&str>| {
            let mut error = mistake(name, "missing output", ("configuration", 0.25), (1, name));
            error.part = "error".to_string();
            error.expected = Some(format!("SyntaxError: {name} has an odd number of elements!"));
            error.actual = printed.map(str::to_string);
            error
        };
        let printed = |name| error(name, Some("it is odd"));
        let once = ("Water".to_string(), 0.5, 2, "configuration".to_string());
        assert_eq!(told(vec![printed("Water"), printed("Gold")]), [once]);
        assert_eq!(told(vec![printed("Water"), error("Gold", None)]).len(), 2);
    }

    #[test]
    fn the_same_wrong_exception_for_the_same_sentence_of_the_text_is_told_once() {
        let error = |name: &str, text: &str, kind: &str| {
            let mut error = mistake(name, "wrong text", ("configuration", 0.25), (1, name));
            error.part = "error/kind".to_string();
            error.expected = Some(format!("SyntaxError: {name} has an odd number of elements!"));
            error.actual = Some(format!("{kind}: odd"));
            error.text = Some(text.to_string());
            error
        };
        let odd = |name| error(name, "odd number", "ValueError");
        let told = |second: Mistake| told(vec![odd("Water"), second]);
        let expected = ("Water".to_string(), 0.5, 2, "configuration".to_string());
        assert_eq!(told(odd("Gold")), [expected]);
        assert_eq!(told(error("Gold", "odd number", "KeyError")).len(), 2);
        assert_eq!(told(error("Gold", "duplicates", "ValueError")).len(), 2);
        // With the right message only the name of the kind is wrong, which is one mistake wherever it is due.
        let named = |name: &str, text: &str| {
            let mut error = error(name, text, "ValueError");
            error.actual = error.expected.as_ref().map(|due| due.replace("SyntaxError", "ValueError"));
            error
        };
        let both = vec![named("Water", "odd number"), named("Gold", "duplicates")];
        assert_eq!(super::tests::told(both).len(), 1);
    }

    #[test]
    fn what_is_not_said_in_several_cases_of_a_row_is_told_once() {
        let missing = |fact: &str, what: &str, row: &str| {
            let key = format!("missing output score/{fact}: `{what}`");
            Mistake { actual: None, ..mistake(&key, "missing output", (row, 1.0), (1, fact)) }
        };
        let sum = || missing("sum", "a score of @ for this roll", "roll-score");
        let costs = |second: Mistake| told(vec![sum(), second]).iter().map(|it| it.1).collect::<Vec<_>>();
        assert_eq!(costs(missing("doubled", "a score of @ for this roll", "roll-score")), [2.0]);
        assert_eq!(costs(missing("total", "a score of @ for this roll", "total")), [1.0, 1.0]);
        assert_eq!(costs(missing("doubled", "the doubled score", "roll-score")), [1.0, 1.0]);
    }

    #[test]
    fn of_lines_in_which_values_differ_each_value_may_be_a_mistake_of_its_own() {
        let first = mistake("first", "wrong value", ("recruit", 0.5), (3, "recruit/asks"));
        let second = mistake("second", "wrong value", ("recruit", 0.25), (3, "recruit/asks"));
        assert_eq!(told(vec![first, second]).len(), 2);
    }
}
