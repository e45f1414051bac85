//! Checks what a suite says of the bends of its game.

use std::collections::{BTreeMap, BTreeSet};

use super::check_case::known;
use super::problem::{Place, Problem, nearest};
use super::raw::RawBend;
use super::yaml::At;
use super::{BentRule, By, Reference, Row};

/// Returns what the bends mean: each is one of the reference's game, breaks a rule of the suite, and has a row that pays.
pub(super) fn check_bends(
    file: &str,
    written: BTreeMap<String, At<RawBend>>,
    reference: Option<&Reference>,
    rules: &BTreeMap<String, At<String>>,
    rows: &[Row],
    problems: &mut Vec<Problem>,
) -> BTreeMap<String, BentRule> {
    let rules: BTreeSet<String> = rules.keys().cloned().collect();
    let automatic = rows.iter().filter(|row| row.by == By::Harness && row.awarded_for().is_none());
    let rows: BTreeSet<String> = automatic.map(|row| row.name.clone()).collect();
    let mut bends = BTreeMap::new();
    for (name, bend) in written {
        problems.extend(reference.and_then(|reference| no_such_bend(file, bend.place(), &name, reference)));
        let RawBend { sentence, hint, rule, row } = bend.value;
        known(file, "rule", &rule, Some(&rules), problems);
        known(file, "row", &row, Some(&rows), problems);
        bends.insert(name, BentRule { sentence, hint, rule: rule.value, row: row.value });
    }
    bends
}

fn no_such_bend(file: &str, place: Place, name: &str, reference: &Reference) -> Option<Problem> {
    let Reference::Game { name: game, .. } = reference else {
        let problem = Problem::at(file, place, "only the rules of a game of this program can be bent");
        return Some(problem.help("leave `bends` out: this suite's reference is a command"));
    };
    let names = reference::game(game).map(reference::Game::bends).unwrap_or_default();
    if names.contains(&name) {
        return None;
    }
    let problem = Problem::at(file, place, format!("the rules of `{game}` have no bend called `{name}`"));
    Some(match nearest(name, names.iter().copied()) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None => problem.help("the bends stand in the game's `rules.rs`, under BENDS"),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::cases::source::SuiteFiles;

    /// Reads a suite of Gekitai with these bends, and returns what is wrong.
    fn problems(reference: &str, bends: &str) -> Vec<String> {
        let rows = "marks:\n  - {row: line, title: t, out_of: 1, by: harness}\n  - {row: style, title: t, out_of: 1, by: tutor}\n";
        let suite =
            format!("title: t\nreference: {reference}\nrules: {{recycled: t}}\nbends: {bends}\n{rows}");
        let files: SuiteFiles = BTreeMap::from([("suite.yaml".to_string(), suite.into_bytes())]);
        let problems = crate::cases::check::read_suite("made", "", &files).err().unwrap_or_default();
        problems.iter().map(ToString::to_string).collect()
    }

    #[track_caller]
    fn check(bend: &str, expected: &str) {
        let found = problems("{game: gekitai}", bend);
        assert!(found.iter().any(|problem| problem.contains(expected)), "{bend}: {found:?}");
    }

    #[test]
    fn a_bend_is_one_of_the_game_and_names_a_rule_and_a_row_of_harness() {
        let right = "{never-off-board: {sentence: s, hint: h, rule: recycled, row: line}}";
        assert_eq!(problems("{game: gekitai}", right), Vec::<String>::new());
        check(
            "{never-off-bord: {sentence: s, hint: h, rule: recycled, row: line}}",
            "did you mean `never-off-board`?",
        );
        check(
            "{never-off-board: {sentence: s, hint: h, rule: recycle, row: line}}",
            "did you mean `recycled`?",
        );
        check("{never-off-board: {sentence: s, hint: h, rule: recycled, row: style}}", "`style`");
        check("{never-off-board: {sentence: s, rule: recycled, row: line}}", "hint");
    }

    #[test]
    fn a_command_has_no_rules_to_bend() {
        let found = problems("{command: [sh, a]}", "{b: {sentence: s, hint: h, rule: recycled, row: line}}");
        assert!(found[0].contains("only the rules of a game of this program can be bent"), "{found:?}");
    }
}
