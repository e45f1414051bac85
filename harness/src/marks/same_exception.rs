//! The exception that ends a program where it should go on, and that it also raises where another one is due: one mistake.

use super::charged::charge;
use super::mistake::{Mistake, MistakeList};
use crate::comparison::SuddenEnd;
use crate::mistakes::Kind;

/// Charges a wrong exception to the crash with the same one, and tells it no more.
pub(crate) fn charge_to_the_crash(list: &mut MistakeList) {
    let crash_with = |message: &str| {
        let is_it = |it: &Mistake| {
            let exception = it.ended_by.as_ref().and_then(SuddenEnd::exception);
            it.kind == Kind::Failure && exception.is_some_and(|exception| exception.message == message)
        };
        list.mistakes.iter().position(is_it)
    };
    let crash = |mistake: &Mistake| {
        let exception = mistake.actual.as_deref().filter(|_| mistake.part.starts_with("error/"))?;
        crash_with(exception.trim())
    };
    let crashes: Vec<Option<usize>> = list.mistakes.iter().map(crash).collect();
    charge(list, &crashes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::{EndedBy, SourcePlace, UncaughtException};

    fn mistake(
        kind: &str,
        part: &str,
        (lost, row): (f64, &str),
        sentence: &str,
        got: Option<&str>,
    ) -> Mistake {
        serde_json::from_value(serde_json::json!({
            "key": format!("{part} {sentence}"), "kind": kind, "cause": "wrong text", "part": part, "row": row, "lost": lost,
            "by_row": {row: lost}, "sentence": sentence, "expected": null, "got": got, "cases": 1, "places": 1, "example": null,
        }))
        .expect("a mistake")
    }

    #[test]
    fn a_wrong_exception_is_the_crash_with_the_same_one() {
        let crash = "the program crashed: SyntaxError: no frame, at line 7 of game.py";
        let place = SourcePlace { file: "game.py".to_string(), line: 7 };
        let exception = UncaughtException {
            message: "SyntaxError: no frame".to_string(),
            place: Some(place),
            is_its_own: false,
        };
        let ended_by = Some(SuddenEnd { by: EndedBy::Exception(exception), hint: None });
        let error = |sentence: &str, got| {
            mistake("behaviour", "error/kind", (0.5, "configuration"), sentence, Some(got))
        };
        let mut list = MistakeList {
            mistakes: vec![
                Mistake { ended_by, ..mistake("failure", "crash", (0.7, "start"), crash, None) },
                error("it should be a ValueError", "SyntaxError: no frame"),
                error("it should be a KeyError", "SyntaxError: no"),
                error("it should not be empty", ""),
            ],
            rules: Vec::new(),
            places: vec![vec![Some(0)], vec![Some(1)], vec![Some(2)], vec![Some(3)]],
        };
        charge_to_the_crash(&mut list);
        let told: Vec<_> = list.mistakes.iter().map(|it| (it.sentence.as_str(), it.lost, it.cases)).collect();
        let others = [("it should be a KeyError", 0.5, 1), ("it should not be empty", 0.5, 1)];
        assert_eq!(told, [vec![(crash, 1.2, 2)], others.to_vec()].concat());
        assert_eq!(list.mistakes[0].other_rows, ["configuration"]);
        assert_eq!(list.places, [[Some(0)], [Some(0)], [Some(1)], [Some(2)]]);
    }
}
