//! Whether a row of the class is about somebody who was known by other words before: by an id that was corrected since, by an address that the
//! course's list has now, or by nothing but what the export tells.

use super::naming::Clues;
use super::roster::{Roster, Student};
use super::store::PlannedRow;
use super::whose::{Whose, is_about_anybody, whose};

/// Returns all that is known of who a row is about.
pub(super) fn known_of(row: &PlannedRow) -> Clues {
    let mut clues = row.clues.clone();
    let Clues { ids, platform_ids, logins, emails, .. } = &clues;
    let is_told = [ids, platform_ids, logins, emails].into_iter().flatten().any(|told| *told == row.id);
    if !is_told {
        clues.ids.push(row.id.clone());
    }
    if !clues.names.contains(&row.name) {
        clues.names.push(row.name.clone());
    }
    clues.tidy()
}

/// Returns the place of the only row that is about the student of whom this is known; nothing where none is, or several may be.
pub(super) fn row_about(known: &Clues, rows: &[&PlannedRow]) -> Option<usize> {
    let roster = Roster { students: rows.iter().map(|row| student(&known_of(row))).collect() };
    if is_about_anybody(&roster, known) {
        return match whose(&roster, known) {
            Whose::Of(found) => Some(found).filter(|found| found.len() == 1).map(|found| found[0]),
            Whose::Unknown(_) => None,
        };
    }
    // A made-up name, as that of a folder, may have in it what was known before.
    let before = Roster { students: vec![student(known)] };
    let is_about = |row: &PlannedRow| matches!(whose(&before, &known_of(row)), Whose::Of(_));
    let mut found = rows.iter().enumerate().filter(|(_, row)| is_about(row)).map(|(place, _)| place);
    found.next().filter(|_| found.next().is_none())
}

fn student(known: &Clues) -> Student {
    let Clues { ids, platform_ids, logins, emails, names, .. } = known.clone();
    let name = names.into_iter().next().unwrap_or_default();
    Student { name, ids, platform_ids, logins, emails, ..Student::default() }
}

#[cfg(test)]
mod tests {
    use super::super::naming::Lateness;
    use super::super::store::PlannedState;
    use super::*;

    fn row(id: &str, name: &str, clues: Clues) -> PlannedRow {
        PlannedRow {
            id: id.to_string(),
            name: name.to_string(),
            is_known: true,
            clues,
            labels: Vec::new(),
            other_attempts: Vec::new(),
            late: Lateness::Unknown,
            notes: Vec::new(),
            state: PlannedState::Submission("d".to_string()),
        }
    }

    fn texts(text: &str) -> Vec<String> {
        vec![text.to_string()]
    }

    #[test]
    fn who_is_known_by_other_words_is_the_same() {
        let none = Clues::default;
        let moodle = || Clues { platform_ids: texts("11"), names: texts("Ann Lee"), ..none() };
        let listed = || Clues { ids: texts("00513"), names: texts("Lee, Ann"), ..none() };
        let folder = || Clues { anything: Some("hw1-alee".to_string()), ..none() };
        let login = || Clues { ids: texts("5001"), logins: texts("alee"), names: texts("Ann Lee"), ..none() };
        let before_and_now = [
            (row("11", "Ann Lee", moodle()), row("00513", "Lee, Ann", listed())),
            (
                row("00513", "Lee, Ann", listed()),
                row("00613", "Lee, Ann", Clues { ids: texts("00613"), ..listed() }),
            ),
            (row("", "hw1-alee", folder()), row("5001", "Ann Lee", login())),
            (row("", "Ann Lee", none()), row("a@x", "Ann Lee", Clues { emails: texts("a@x"), ..none() })),
        ];
        for (before, now) in &before_and_now {
            for (one, other) in [(before, now), (now, before)] {
                assert_eq!(row_about(&known_of(one), &[other]), Some(0), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn who_may_be_several_or_somebody_else_is_nobody() {
        let [ann, bo] = [row("1", "Ann", Clues::default()), row("2", "Bo", Clues::default())];
        let known = |id: &str, name: &str| known_of(&row(id, name, Clues::default()));
        for (id, name, expected) in [
            ("1", "Ann", Some(0)),
            ("2", "Ann", None),
            ("3", "Ann", Some(0)),
            ("3", "Cy", None),
            ("02", "Bo", Some(1)),
        ] {
            assert_eq!(row_about(&known(id, name), &[&ann, &bo]), expected, "{id} {name}");
        }
        assert_eq!(row_about(&known("3", "Ann"), &[&ann, &ann]), None);
    }
}
