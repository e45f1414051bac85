//! What a reader is told of how a submission was prepared: which file was taken for the program, and whose files the course replaced.

use super::results::Results;
use super::visible::{DottedBlanks, show};
use crate::target::StartRemarks;

/// What programs and compilers say where a name, or a version of it, is not there.
const MISSING_NAMES: [&str; 7] = [
    "ImportError",
    "ModuleNotFoundError",
    "AttributeError",
    "NameError",
    "TypeError",
    "NoSuchMethodError",
    "NoSuchFieldError",
];

/// Returns which file was taken for the program, if none is called as it should be, or if there are several of its name.
pub(super) fn taken(results: &Results) -> Option<String> {
    let StartRemarks { taken, looked_for, not_run, called_for, .. } = &results.start;
    let names = looked_for.join(" or ");
    let mut sentences = Vec::new();
    sentences
        .extend(taken.iter().map(|path| format!("There is no {names}: `{path}` was taken for the program.")));
    sentences.extend(called_for.iter().map(|other| {
        let (suite, title) = (&results.suite, &results.title);
        format!("By its name this is a program for the assignment `{other}`, but it was marked as `{suite}` ({title}).")
    }));
    if !not_run.is_empty() {
        let paths = not_run.iter().map(|path| format!("`{path}`")).collect::<Vec<_>>().join(" and ");
        sentences.push(format!("Two programs of one name were handed in: {paths} was not run."));
    }
    (!sentences.is_empty()).then(|| safe(&sentences.join(" ")))
}

/// Returns whose files the course replaced, if that may be why a program fails that says `complaint`, as it names such a file or lacks
/// a name.
pub(super) fn replaced(results: &Results, complaint: &str) -> Option<String> {
    let names: Vec<&str> =
        results.start.replaced.iter().map(|path| path.rsplit('/').next().unwrap_or(path)).collect();
    let is_named = |name: &&str| complaint.contains(name.split('.').next().unwrap_or(name));
    let may_be_why = MISSING_NAMES.iter().any(|kind| complaint.contains(kind)) || names.iter().any(is_named);
    may_be_why.then(|| of_course(&names)).flatten()
}

/// Returns whose files the course replaced, where a program cannot be built.
pub(super) fn replaced_in_a_build(results: &Results) -> Option<String> {
    let names = results.start.replaced.iter().map(|path| path.rsplit('/').next().unwrap_or(path));
    of_course(&names.collect::<Vec<_>>())
}

fn of_course(names: &[&str]) -> Option<String> {
    let (last, others) = names.split_last()?;
    let names =
        if others.is_empty() { (*last).to_string() } else { format!("{} and {last}", others.join(", ")) };
    Some(safe(&format!(
        "The course puts its own {names} in the place of yours, which is another one: the rest of the program must fit to the \
         course's."
    )))
}

fn safe(text: &str) -> String {
    show(text, DottedBlanks::Nowhere).text
}

#[cfg(test)]
mod tests {
    use super::super::hostile::{Texts, results};
    use super::*;

    #[test]
    fn remarks_are_told_in_sentences_and_only_where_they_help() {
        let path = |path: &str| path.to_string();
        let start = StartRemarks {
            taken: Some(path("src/mine\u{1b}.py")),
            looked_for: vec![path("game.py"), path("game")],
            not_run: vec![path("src/mine.c")],
            called_for: Some(path("chess")),
            replaced: vec![path("src/helper.py")],
            complaint: Vec::new(),
        };
        let results = Results { start, ..results(&Texts::default()) };
        let told = taken(&results).expect("there is something to tell");
        for sentence in [
            "There is no game.py or game: `src/mine␛.py` was taken for the program. ",
            "By its name this is a program for the assignment `chess`, but it was marked as `",
            "Two programs of one name were handed in: `src/mine.c` was not run.",
        ] {
            assert!(told.contains(sentence), "{told}");
        }
        for (complaint, is_told) in [
            ("AttributeError: module 'helper' has no attribute 'x'", true),
            ("ValueError, at line 3 of helper.py", true),
            ("TypeError: f() takes 1 positional argument", true),
            ("ValueError: no", false),
        ] {
            assert_eq!(replaced(&results, complaint).is_some(), is_told, "{complaint}");
        }
        let told = replaced_in_a_build(&results).expect("a file was replaced");
        assert!(told.starts_with("The course puts its own helper.py in the place of yours"), "{told}");
        assert_eq!(replaced_in_a_build(&Results { start: StartRemarks::default(), ..results }), None);
    }
}
