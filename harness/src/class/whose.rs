//! Which students of the course a submission belongs to, by what its names tell.

use std::collections::BTreeSet;

use super::identity::{
    folded, folded_id, ids_within, may_be_same_name, names_by_name, same_name, share_a_word,
};
use super::naming::Clues;
use super::roster::{Roster, Student};

/// What Moodle calls everybody whose name nobody may know, in English.
const NAMELESS: &str = "participant";

/// The clue that is the name of a group.
const GROUP: &str = "group";

/// Whose a submission is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Whose {
    /// That of these students, by their places in the list.
    Of(Vec<usize>),
    /// Nobody of the list is meant, or nobody knows who: why.
    Unknown(String),
}

/// Returns the students who are meant by what names tell, without the members of a group.
pub(super) fn whose(roster: &Roster, clues: &Clues) -> Whose {
    let mut meant: Option<BTreeSet<usize>> = None;
    let mut otherwise = None;
    for (what, found) in found(roster, clues) {
        if found.is_empty() {
            continue;
        }
        otherwise = otherwise.or_else(|| called_otherwise(roster, clues, what, &found));
        match &meant {
            None => meant = Some(found),
            Some(before) if before.is_disjoint(&found) => {
                let names = |places: &BTreeSet<usize>| names(roster, places);
                return Whose::Unknown(format!(
                    "it names {}, but its {what} means {}",
                    names(before),
                    names(&found)
                ));
            }
            // A platform may name beside the group the member who handed in.
            Some(before) if what == GROUP && before.is_subset(&found) => meant = Some(found),
            Some(before) => meant = Some(before & &found),
        }
    }
    if let Some(why) = otherwise {
        return Whose::Unknown(why);
    }
    match meant {
        None => Whose::Unknown("it names nobody of the roster".to_string()),
        Some(one) if one.len() == 1 => Whose::Of(one.into_iter().collect()),
        Some(group) if is_group(roster, clues, &group) => Whose::Of(group.into_iter().collect()),
        Some(several) => Whose::Unknown(format!("it may be that of {}", names(roster, &several))),
    }
}

/// Returns why nobody is meant, if a name says that it is none of those whom another clue means. What a platform counts means something else in another
/// assignment, so the names must be the same but for words that one of them leaves out; beside what the institution has given, a student may
/// be known by another first name.
fn called_otherwise(roster: &Roster, clues: &Clues, what: &str, found: &BTreeSet<usize>) -> Option<String> {
    let agree = match what {
        "number" => may_be_same_name,
        "id" | "address" | "login" => share_a_word,
        _ => return None,
    };
    let is_of = |name: &str, student: &Student| {
        student.name.is_empty()
            || agree(name, &student.name)
            || student.groups.iter().any(|group| folded(group) == folded(name))
    };
    let is_told = |name: &&String| !folded(name).is_empty() && folded(name) != NAMELESS;
    let mut told = clues.names.iter().filter(is_told).peekable();
    let first = told.peek()?.escape_debug();
    let is_meant = told.any(|name| found.iter().any(|place| is_of(name, &roster.students[*place])));
    (!is_meant).then(|| format!("its {what} means {}, but it is called {first}", names(roster, found)))
}

/// Returns whether any of these clues means anybody, whatever others mean.
pub(super) fn is_about_anybody(roster: &Roster, clues: &Clues) -> bool {
    found(roster, clues).iter().any(|(_, found)| !found.is_empty())
}

/// Returns which students each clue means, the surest first.
fn found(roster: &Roster, clues: &Clues) -> Vec<(&'static str, BTreeSet<usize>)> {
    let of = |is_meant: &dyn Fn(&Student) -> bool| -> BTreeSet<usize> {
        let students = roster.students.iter().enumerate();
        students.filter(|(_, student)| is_meant(student)).map(|(place, _)| place).collect()
    };
    let ids = |own: &[String], told: &[String]| {
        own.iter().any(|id| told.iter().any(|other| folded_id(id) == folded_id(other)))
    };
    let same = |own: &[String], told: &[String]| {
        own.iter()
            .any(|text| told.iter().any(|other| text.trim().to_lowercase() == other.trim().to_lowercase()))
    };
    let is_named = |group: &String| clues.names.iter().any(|name| folded(name) == folded(group));
    let groups = |student: &Student| student.groups.iter().any(is_named);
    let names = |student: &Student| clues.names.iter().any(|name| same_name(name, &student.name));
    let within = |student: &Student| clues.anything.iter().any(|text| names_by_name(text, student));
    vec![
        ("id", of(&|student| ids(&student.ids, &clues.ids))),
        ("number", of(&|student| ids(&student.platform_ids, &clues.platform_ids))),
        ("address", of(&|student| same(&student.emails, &clues.emails))),
        ("login", logins(roster, clues)),
        (GROUP, of(&groups)),
        ("name", of(&names)),
        ("name", made_up(roster, clues)),
        ("name", of(&within)),
    ]
}

/// Returns whose ids and the like stand in a made-up text. One that only is a part of another's is not meant: who is `b_oneil` is not
/// `oneil`.
fn made_up(roster: &Roster, clues: &Clues) -> BTreeSet<usize> {
    let Some(text) = &clues.anything else { return BTreeSet::new() };
    let students = roster.students.iter().enumerate();
    let found: Vec<(usize, String)> = students
        .flat_map(|(place, student)| ids_within(text, student).into_iter().map(move |key| (place, key)))
        .collect();
    let is_part = |(_, key): &&(usize, String)| {
        found.iter().any(|(_, other)| other != key && other.contains(key.as_str()))
    };
    found.iter().filter(|found| !is_part(found)).map(|(place, _)| *place).collect()
}

/// Returns who logs in so. Where a login stands at the end of a longer text, the longest one counts that fits.
fn logins(roster: &Roster, clues: &Clues) -> BTreeSet<usize> {
    let students = || {
        let all = roster.students.iter().enumerate();
        all.flat_map(|(place, student)| {
            student.logins.iter().map(move |login| (place, login.trim_start_matches('#')))
        })
    };
    let folded = |text: &str| text.to_lowercase();
    if let Some(text) = clues.ends_with_login.as_deref().map(folded) {
        let ends = |login: &str| text == folded(login) || text.ends_with(&format!("_{}", folded(login)));
        let longest = students().filter(|(_, login)| ends(login)).max_by_key(|(_, login)| login.len());
        if let Some((place, _)) = longest {
            return BTreeSet::from([place]);
        }
    }
    let is_told = |login: &str| clues.logins.iter().any(|told| folded(told) == folded(login));
    students().filter(|(_, login)| is_told(login)).map(|(place, _)| place).collect()
}

/// Returns whether all of these students are the members of the group that is named.
fn is_group(roster: &Roster, clues: &Clues, places: &BTreeSet<usize>) -> bool {
    let is_named = |group: &String| clues.names.iter().any(|name| folded(name) == folded(group));
    places.iter().all(|place| roster.students[*place].groups.iter().any(is_named))
}

fn names(roster: &Roster, places: &BTreeSet<usize>) -> String {
    let name = |place: &usize| {
        let student = &roster.students[*place];
        let shown = if student.name.is_empty() { student.id() } else { &student.name };
        shown.escape_debug().to_string()
    };
    places.iter().map(name).collect::<Vec<_>>().join(" and ")
}
