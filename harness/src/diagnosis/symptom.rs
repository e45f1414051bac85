//! What a program answers where it should answer something else, and whether a bend explains all of these answers or only some.
//!
//! Who refuses every move also refuses the moves of scouts: the bend that forbids those would be true, and yet no help.

use std::collections::BTreeSet;

use super::distance::words;
use super::run::PlayedRun;
use super::said::SaidByGame;

/// What stands for the typed line in an answer.
const TYPED: &str = "…";

/// Of so many telling runs, one may have an answer of its own.
const ALIKE: usize = 4;

/// Returns the first line of a turn that should not be said there; nothing if something is only left out.
pub(super) fn symptom(said: &SaidByGame, run: &PlayedRun<'_>, turn: usize) -> Option<String> {
    first_only_in(run.printed.get(turn)?, said.turns.get(turn)?, run, turn)
}

/// Returns the first line that should be said in a turn, and is not.
pub(super) fn withheld(said: &SaidByGame, run: &PlayedRun<'_>, turn: usize) -> Option<String> {
    first_only_in(said.turns.get(turn)?, run.printed.get(turn)?, run, turn)
}

/// Returns the first line of a turn that says something, and is not in the other version of it.
fn first_only_in(lines: &str, other: &str, run: &PlayedRun<'_>, turn: usize) -> Option<String> {
    let others: BTreeSet<Vec<&str>> = other.lines().map(words).collect();
    let mut lines = lines.lines().map(str::trim).filter(|line| line.contains(char::is_alphanumeric));
    let first = lines.find(|line| !others.contains(&words(line)))?;
    let typed = turn.checked_sub(1).and_then(|before| run.typed.get(before)?.line());
    Some(match typed.map(str::trim).filter(|typed| !typed.is_empty()) {
        Some(typed) => first.replace(typed, TYPED),
        None => first.to_string(),
    })
}

/// Of 20 runs in which the same is answered wrongly, so many may stay unexplained.
const UNEXPLAINED_OF_20: usize = 1;

/// Returns whether the answers that a bend explains are few different ones, and are given wrongly in too many other runs, too.
pub(super) fn is_part_of_more(told: &[Option<String>], others: &[Option<String>]) -> bool {
    let answers: BTreeSet<&String> = told.iter().flatten().collect();
    let all_answer = told.iter().all(Option::is_some);
    let same = others.iter().flatten().filter(|other| answers.contains(other)).count();
    all_answer
        && answers.len() <= (told.len() / ALIKE).max(1)
        && same * 20 > (told.len() + same) * UNEXPLAINED_OF_20
}

/// Returns whether what is withheld in all runs that a bend explains is said in as many others in which it should not be: then the program
/// decides by something that is wrong both ways, as by an army that stands elsewhere.
pub(super) fn is_said_elsewhere(withheld: &[Option<String>], others: &[Option<String>]) -> bool {
    let lines: BTreeSet<&String> = withheld.iter().flatten().collect();
    let said = others.iter().flatten().filter(|other| lines.contains(other)).count();
    withheld.iter().all(Option::is_some) && said >= withheld.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(answers: &str) -> Vec<Option<String>> {
        answers.split(' ').map(|answer| Some(answer.to_string()).filter(|answer| answer != "-")).collect()
    }

    #[test]
    fn a_bend_that_explains_some_of_the_same_answers_is_part_of_more() {
        for (told, others, expected) in [
            ("no no no no", "no no yes", true),
            ("no no no no", "yes -", false),
            ("a a a a a a a a a a a a a a a a a a a", "a", false),
            ("a a a a a a a a a a a a a a a a a a", "a", true),
            ("no no no -", "no no no", false),
            ("a b c d", "a b c d", false),
            ("a a a a b b b b", "b", true),
            ("no no", "-", false),
        ] {
            assert_eq!(is_part_of_more(&answers(told), &answers(others)), expected, "{told:?}, {others:?}");
        }
    }

    #[test]
    fn what_is_withheld_in_some_runs_and_wrongly_said_in_as_many_others_goes_wrong_both_ways() {
        for (withheld, others, expected) in [
            ("refused refused", "refused - refused", true),
            ("refused refused", "refused - -", false),
            ("refused -", "refused refused", false),
            ("refused refused", "taken taken", false),
        ] {
            let [withheld, others] = [withheld, others].map(answers);
            assert_eq!(is_said_elsewhere(&withheld, &others), expected, "{withheld:?}, {others:?}");
        }
    }
}
