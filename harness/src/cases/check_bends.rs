//! Checks what a suite says of the bends of its game.

use std::collections::{BTreeMap, BTreeSet};

use super::check_case::known;
use super::check_patch::apply_patch;
use super::problem::{Place, Problem, nearest};
use super::raw::RawBend;
use super::source::SuiteFiles;
use super::yaml::At;
use super::{BentRule, By, Reference, Row};

/// What of a suite can be bent.
pub(super) struct Bendable<'a> {
    /// How messages call the suite's file.
    pub(super) file: &'a str,
    pub(super) reference: Option<&'a Reference>,
    /// Whether the suite says how dice are known.
    pub(super) has_dice: bool,
    pub(super) files: &'a SuiteFiles,
}

/// Returns what the bends mean: each is one of the reference, breaks a rule of the suite, and has a row that pays.
pub(super) fn check_bends(
    suite: &Bendable<'_>,
    written: BTreeMap<String, At<RawBend>>,
    rules: &BTreeMap<String, At<String>>,
    rows: &[Row],
    problems: &mut Vec<Problem>,
) -> BTreeMap<String, BentRule> {
    let file = suite.file;
    let rules: BTreeSet<String> = rules.keys().cloned().collect();
    let automatic = rows.iter().filter(|row| row.by == By::Harness && row.awarded_for().is_none());
    let rows: BTreeSet<String> = automatic.map(|row| row.name.clone()).collect();
    let mut bends = BTreeMap::new();
    for (name, bend) in written {
        let place = bend.place();
        let RawBend { sentence, hint, rule, row, at_most, patch } = bend.value;
        let patched = match suite.reference {
            None => None,
            Some(Reference::Game { name: game, .. }) => {
                problems.extend(no_such_bend(file, place, &name, game));
                let needless = patch.as_ref().map(|patch| {
                    Problem::at(file, patch.place(), "the rules of a game are bent by the game itself")
                        .help("leave `patch` out")
                });
                problems.extend(needless);
                None
            }
            Some(Reference::Command { .. }) => patched(suite, place, patch.as_ref(), problems),
        };
        known(file, "rule", &rule, Some(&rules), problems);
        known(file, "row", &row, Some(&rows), problems);
        let at_most = share(file, at_most.as_ref(), problems);
        bends.insert(name, BentRule { sentence, hint, rule: rule.value, row: row.value, at_most, patched });
    }
    bends
}

/// Returns the share of its row that a broken rule costs at most: all of it where nothing is said.
fn share(file: &str, written: Option<&At<f64>>, problems: &mut Vec<Problem>) -> f64 {
    let Some(written) = written else { return 1.0 };
    let is_share = written.value > 0.0 && written.value <= 1.0;
    let problem = Problem::at(file, written.place(), format!("{} is no share of a row", written.value));
    problems.extend((!is_share).then(|| problem.help("write a number above 0 and up to 1, such as 0.5")));
    written.value
}

/// Returns the file of a solution that is bent by a patch.
fn patched(
    suite: &Bendable<'_>,
    place: Place,
    patch: Option<&At<String>>,
    problems: &mut Vec<Problem>,
) -> Option<(String, Vec<u8>)> {
    if suite.has_dice {
        let problem = Problem::at(suite.file, place, "a solution that rolls dice cannot be bent");
        problems.push(problem.help("leave out `bends`, or `dice` if the solution rolls none"));
    }
    let Some(patch) = patch else {
        let problem = Problem::at(suite.file, place, "nothing says how the solution is wrong then");
        problems.push(
            problem.help("write `patch: bends/NAME.patch`, the path of a unified diff of the solution"),
        );
        return None;
    };
    match apply_patch(&patch.value, suite.files) {
        Ok(patched) => Some(patched),
        Err((message, help)) => {
            problems.push(Problem::at(suite.file, patch.place(), message).help(help));
            None
        }
    }
}

fn no_such_bend(file: &str, place: Place, name: &str, game: &str) -> Option<Problem> {
    let names = reference::game(game).map(reference::Game::all_bends).unwrap_or_default();
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
        for share in ["0", "1.5", "-0.1"] {
            let bend = format!(
                "{{never-off-board: {{sentence: s, hint: h, rule: recycled, row: line, at_most: {share}}}}}"
            );
            check(&bend, "no share of a row");
        }
        let half = "{never-off-board: {sentence: s, hint: h, rule: recycled, row: line, at_most: 0.5}}";
        assert_eq!(problems("{game: gekitai}", half), Vec::<String>::new());
    }

    /// Reads a suite with a solution of its own and this bend, and returns what is wrong.
    fn problems_of_solution(dice: &str, bend: &str) -> Vec<String> {
        let suite = format!(
            "title: t\nreference: {{command: [sh, \"{{suite}}/a.sh\"]}}\nrules: {{total: t}}\n{dice}bends: {{b: {bend}}}\n\
             marks:\n  - {{row: line, title: t, out_of: 1, by: harness}}\n"
        );
        let patch =
            |from: &str, to: &str| format!("--- a.sh\n+++ a.sh\n@@ -1 +1 @@\n-echo {from}\n+echo {to}\n");
        let files = [
            ("suite.yaml", suite),
            ("a.sh", "echo 1\n".to_string()),
            ("right.patch", patch("1", "2")),
            ("stale.patch", patch("3", "2")),
            ("same.patch", "nothing".to_string()),
            ("other.patch", patch("1", "2").replace("a.sh", "b.sh")),
        ];
        let files: SuiteFiles = files.map(|(path, text)| (path.to_string(), text.into_bytes())).into();
        let problems = crate::cases::check::read_suite("made", "", &files).err().unwrap_or_default();
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_solution_is_bent_by_a_patch_that_applies() {
        let bend = |patch: &str| format!("{{sentence: s, hint: h, rule: total, row: line{patch}}}");
        assert_eq!(problems_of_solution("", &bend(", patch: right.patch")), Vec::<String>::new());
        for (dice, patch, expected) in [
            ("", "", "nothing says how the solution is wrong then"),
            ("", ", patch: no.patch", "there is no file `no.patch` in the suite"),
            ("", ", patch: stale.patch", "the patch does not fit the file `a.sh`"),
            ("", ", patch: same.patch", "`same.patch` is no unified diff of one file"),
            ("", ", patch: other.patch", "there is no file `b.sh` in the suite"),
            ("dice: observed\n", ", patch: right.patch", "a solution that rolls dice cannot be bent"),
        ] {
            let found = problems_of_solution(dice, &bend(patch));
            assert!(found.len() == 1 && found[0].contains(expected), "{patch}: {found:?}");
        }
    }

    #[test]
    fn the_rules_of_a_game_need_no_patch() {
        let bend = "{never-off-board: {sentence: s, hint: h, rule: recycled, row: line, patch: a.patch}}";
        check(bend, "leave `patch` out");
    }
}
