//! The roll call: a row for every student of the course and for every submission, whatever becomes of it.

use super::identity::share_a_word;
use super::naming::{Clues, Entry, ExportedEntries, Platform};
use super::roster::{Roster, Student};
use super::whose::{Whose, whose};

/// A row of the class: a student, with what was handed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassRow {
    /// What the course or, without a list of students, the export calls the student; empty if nothing does.
    pub id: String,
    /// The full name, as far as it is known.
    pub name: String,
    /// Whether the student is in the course's list; without a list everybody is.
    pub is_known: bool,
    /// What is known of who it is.
    pub clues: Clues,
    /// The submissions of the student, by their places among the entries: more than one where nothing tells which counts.
    pub entries: Vec<usize>,
    /// What a person should look at.
    pub notes: Vec<String>,
}

/// Returns the rows of a class: the students in the order of the list, then what nobody of the list has handed in, by its label.
/// Without a list there is a row for each submission, and for each member of a group.
pub fn roll_call(roster: Option<&Roster>, entries: &ExportedEntries) -> Vec<ClassRow> {
    let mut rows: Vec<ClassRow> =
        roster.iter().flat_map(|roster| &roster.students).map(ClassRow::of_student).collect();
    for (place, entry) in entries.entries.iter().enumerate() {
        for clues in members(&entry.clues) {
            let found = roster.map(|roster| whose_of_all(roster, entries, clues));
            match found {
                Some(Whose::Of(students)) => {
                    for student in students {
                        rows[student].add(place);
                    }
                }
                Some(Whose::Unknown(why)) => {
                    rows.push(ClassRow {
                        is_known: false,
                        notes: vec![why],
                        ..ClassRow::of_entry(place, entry, clues)
                    });
                }
                None => rows.push(ClassRow::of_entry(place, entry, clues)),
            }
        }
    }
    rows
}

/// Returns whose a submission is. A name that several submissions have and nobody of the list is no name, but what the platform calls
/// everybody whose name nobody may know.
fn whose_of_all(roster: &Roster, entries: &ExportedEntries, clues: &Clues) -> Whose {
    let has_names = |entry: &&Entry| !clues.names.is_empty() && entry.clues.names == clues.names;
    let is_of_several = || entries.entries.iter().filter(has_names).count() > 1;
    let is_a_name = |name: &String| roster.students.iter().any(|student| share_a_word(name, &student.name));
    match whose(roster, clues) {
        Whose::Unknown(_) if is_of_several() && !clues.names.iter().any(is_a_name) => {
            whose(roster, &Clues { names: Vec::new(), ..clues.clone() })
        }
        Whose::Unknown(why) if may_be_a_group(roster, entries.platform, clues) => Whose::Unknown(format!(
            "{why}: if that is a group, let the roster have a column `group` with its name for each member"
        )),
        whose => whose,
    }
}

/// Returns whether a submission may be that of a group of which the list does not tell. Canvas names one by the group, beside the number of
/// one of its members.
fn may_be_a_group(roster: &Roster, platform: Platform, clues: &Clues) -> bool {
    let member = || whose(roster, &Clues { names: Vec::new(), ..clues.clone() });
    platform == Platform::Canvas && !clues.names.is_empty() && matches!(member(), Whose::Of(_))
}

/// Returns what is known of each member of a group, or of the only student.
fn members(clues: &Clues) -> Vec<&Clues> {
    if clues.members.is_empty() { vec![clues] } else { clues.members.iter().collect() }
}

impl ClassRow {
    fn of_student(student: &Student) -> Self {
        Self {
            id: student.id().to_string(),
            name: student.name.clone(),
            is_known: true,
            clues: Clues::of_student(student),
            entries: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Returns the row of somebody of whom only a submission tells.
    fn of_entry(place: usize, entry: &Entry, clues: &Clues) -> Self {
        let ids = [&clues.ids, &clues.logins, &clues.emails, &clues.platform_ids];
        let id = ids.into_iter().flatten().next().cloned().unwrap_or_default();
        let name = clues.names.first().or(clues.anything.as_ref()).cloned();
        Self {
            name: name.unwrap_or_else(|| if id.is_empty() { entry.label.clone() } else { String::new() }),
            id,
            is_known: true,
            clues: Clues { members: Vec::new(), ..clues.clone() },
            entries: vec![place],
            notes: Vec::new(),
        }
    }

    fn add(&mut self, entry: usize) {
        if !self.entries.contains(&entry) {
            self.entries.push(entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::naming::Lateness;
    use super::*;

    const ROSTER: &str = "id,login,name,email,group,identifier\n5001,alee,Ann Lee,ann@u.example,Team 1,Participant 13\n5002,b_oneil,Ben O'Neil,ben@u.example,Team 1\n\
                          5003,oneil,Zoe O'Neil,,\n5004,kwu1,Kim Wu,,\n5005,kwu2,Kim Wu,,\n";

    fn entry(label: &str, clues: Clues) -> Entry {
        Entry { label: label.to_string(), clues, ..Entry::default() }
    }

    fn made_up(text: &str) -> Entry {
        entry(text, Clues { anything: Some(text.to_string()), ..Clues::default() })
    }

    fn named(name: &str) -> Clues {
        Clues { names: vec![name.to_string()], ..Clues::default() }
    }

    /// Returns the rows that have submissions or notes, in lines: id, name, labels and notes.
    fn call(roster: Option<&str>, entries: Vec<Entry>) -> String {
        let roster = roster.map(|text| Roster::parse("list.csv", text.as_bytes()).expect("a list"));
        let entries = ExportedEntries { platform: Platform::Plain, entries, notes: Vec::new() };
        let rows = roll_call(roster.as_ref(), &entries);
        let told: usize = entries
            .entries
            .iter()
            .enumerate()
            .filter(|(place, _)| rows.iter().any(|row| row.entries.contains(place)))
            .count();
        assert_eq!(told, entries.entries.len(), "no entry is dropped");
        assert!(rows.len() >= roster.map_or(0, |roster| roster.students.len()), "no student is dropped");
        let line = |row: &ClassRow| {
            let labels: Vec<&str> =
                row.entries.iter().map(|place| entries.entries[*place].label.as_str()).collect();
            let unknown = if row.is_known { "" } else { "?" };
            format!("{unknown}{}|{}|{}|{}", row.id, row.name, labels.join("+"), row.notes.join("+"))
        };
        let has_something = |row: &&ClassRow| !row.entries.is_empty() || !row.notes.is_empty();
        rows.iter().filter(has_something).map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_made_up_name_is_matched_by_id_login_address_or_name() {
        for (label, expected) in [
            ("5001", "5001|Ann Lee|5001|"),
            ("hw1_alee", "5001|Ann Lee|hw1_alee|"),
            ("ANN LEE", "5001|Ann Lee|ANN LEE|"),
            ("lee-ann-5001", "5001|Ann Lee|lee-ann-5001|"),
            ("ben", "5002|Ben O'Neil|ben|"),
            ("b_oneil", "5002|Ben O'Neil|b_oneil|"),
            ("hw1-b-oneil", "5002|Ben O'Neil|hw1-b-oneil|"),
            ("oneil", "5003|Zoe O'Neil|oneil|"),
            ("Kim Wu", "?|Kim Wu|Kim Wu|it may be that of Kim Wu and Kim Wu"),
            ("kim-wu-kwu2", "5005|Kim Wu|kim-wu-kwu2|"),
            ("5001 and kwu1", "?|5001 and kwu1|5001 and kwu1|it may be that of Ann Lee and Kim Wu"),
            ("Ann Lee 5004", "?|Ann Lee 5004|Ann Lee 5004|it names Kim Wu, but its name means Ann Lee"),
            ("nobody", "?|nobody|nobody|it names nobody of the roster"),
            ("\u{1f600}", "?|\u{1f600}|\u{1f600}|it names nobody of the roster"),
        ] {
            assert_eq!(call(Some(ROSTER), vec![made_up(label)]), expected);
        }
    }

    #[test]
    fn what_platforms_tell_is_matched_and_must_agree() {
        let id = |id: &str, name: &str| Clues { ids: vec![id.to_string()], ..named(name) };
        let number = |id: &str, name: &str| Clues { platform_ids: vec![id.to_string()], ..named(name) };
        let bb = |user: &str, whole: &str| Clues {
            logins: vec![user.to_string()],
            ends_with_login: Some(whole.to_string()),
            ..Clues::default()
        };
        for (clues, expected) in [
            (named("leeann"), "5001|Ann Lee|x|"),
            (id("5004", "Wu, Kim"), "5004|Kim Wu|x|"),
            (id("05004", "Tim Wu"), "5004|Kim Wu|x|"),
            (
                id("05004", "somebody else"),
                "?05004|somebody else|x|its id means Kim Wu, but it is called somebody else",
            ),
            (number("13", "Bo Lee"), "?13|Bo Lee|x|its number means Ann Lee, but it is called Bo Lee"),
            (number("13", "leeann"), "5001|Ann Lee|x|"),
            (number("13", "Participant"), "5001|Ann Lee|x|"),
            (number("99", "Ann Lee"), "5001|Ann Lee|x|"),
            (id("5004", "Ann Lee"), "?5004|Ann Lee|x|it names Kim Wu, but its name means Ann Lee"),
            (bb("oneil", "Project_b_oneil"), "5002|Ben O'Neil|x|"),
            (bb("oneil", "Project_oneil"), "5003|Zoe O'Neil|x|"),
            (named("Team 1"), "5001|Ann Lee|x|\n5002|Ben O'Neil|x|"),
            (Clues { emails: vec!["ANN@u.example".to_string()], ..Clues::default() }, "5001|Ann Lee|x|"),
            (Clues { late: Lateness::Late, ..Clues::default() }, "?|x|x|it names nobody of the roster"),
            (
                Clues { members: vec![named("Ann Lee"), named("Eve Ray")], ..Clues::default() },
                "5001|Ann Lee|x|\n?|Eve Ray|x|it names nobody of the roster",
            ),
        ] {
            assert_eq!(call(Some(ROSTER), vec![entry("x", clues)]), expected);
        }
    }

    /// Returns the rows that Canvas's export of one group's submission has, which one of its members has handed in.
    fn call_of_canvas(roster: &str) -> String {
        let roster = Roster::parse("list.csv", roster.as_bytes()).expect("a list");
        let clues = Clues { platform_ids: vec!["11".to_string()], ..named("redteam1") };
        let entries = vec![entry("redteam1_11_9001_game.py", clues)];
        let entries = ExportedEntries { platform: Platform::Canvas, entries, notes: Vec::new() };
        let line = |row: &ClassRow| format!("{}: {} {}", row.name, row.entries.len(), row.notes.join("; "));
        roll_call(Some(&roster), &entries).iter().map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_group_of_canvas_is_that_of_all_its_members_or_a_row_that_says_what_the_roster_lacks() {
        let roster = "ID,Student,SIS Login ID,group\n11,Ann Lee,alee,Red-Team 1\n12,Ben Roe,broe,Red-Team 1\n13,Cy Tan,ctan,\n";
        assert_eq!(call_of_canvas(roster), "Ann Lee: 1 \nBen Roe: 1 \nCy Tan: 0 ");
        let without = roster.replace("Red-Team 1", "");
        assert_eq!(
            call_of_canvas(&without),
            "Ann Lee: 0 \nBen Roe: 0 \nCy Tan: 0 \nredteam1: 1 its number means Ann Lee, but it is called redteam1: if that is a group, \
             let the roster have a column `group` with its name for each member"
        );
        let of_others = roster.replace("Ann Lee,alee,Red-Team 1", "Ann Lee,alee,Blue");
        assert!(
            call_of_canvas(&of_others).contains("redteam1: 1 it names Ann Lee, but its group means Ben Roe")
        );
    }

    #[test]
    fn a_name_that_all_submissions_have_says_nothing() {
        let blind = |label: &str, id: &str| {
            entry(label, Clues { platform_ids: vec![id.to_string()], ..named("Teilnehmer") })
        };
        let of =
            |entries: Vec<Entry>| call(Some("identifier,id,name\nX 13,1,Ann Lee\nX 14,2,Bo Chen\n"), entries);
        assert_eq!(of(vec![blind("a", "13"), blind("b", "14")]), "1|Ann Lee|a|\n2|Bo Chen|b|");
        let alone = "?13|Teilnehmer|a|its number means Ann Lee, but it is called Teilnehmer";
        assert_eq!(of(vec![blind("a", "13")]), alone);
    }

    #[test]
    fn two_submissions_of_a_student_are_both_told() {
        assert_eq!(
            call(Some(ROSTER), vec![made_up("alee"), made_up("alee-v2")]),
            "5001|Ann Lee|alee+alee-v2|"
        );
    }

    #[test]
    fn without_a_roster_everybody_who_handed_in_has_a_row() {
        let group = Clues { members: vec![named("Ann"), named("Ben")], ..Clues::default() };
        let entries = vec![entry("g", group), made_up("kim"), entry("x", Clues::default())];
        assert_eq!(call(None, entries), "|Ann|g|\n|Ben|g|\n|kim|kim|\n|x|x|");
    }
}
