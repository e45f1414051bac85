//! The course's list of students, as platforms and registrars export it: a table with a line of captions.

mod columns;

use std::collections::BTreeMap;
use std::path::Path;

use super::lateness::Lateness;
use super::table::{Table, TableLine};
use crate::cases::problem::{Place, Problem};
use columns::{Column, columns};

/// A student of the course.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Student {
    /// The full name, as people read it; empty if the list has none.
    pub name: String,
    /// What the institution calls the student; the first of them is shown.
    pub ids: Vec<String>,
    /// What a platform calls the student.
    pub platform_ids: Vec<String>,
    /// What the student logs in by.
    pub logins: Vec<String>,
    /// Addresses.
    pub emails: Vec<String>,
    /// Groups for which one of their members hands in.
    pub groups: Vec<String>,
    /// Whether the submission was late, as far as the list says.
    pub late: Lateness,
}

/// The students of a course, in the order of the list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Roster {
    /// The students.
    pub students: Vec<Student>,
}

/// What to do about a list that is not understood.
const HELP: &str = "its first line must name its columns, one of them id, username, email or name; separated by comma, \
                    semicolon or tab";

impl Student {
    /// Returns what tells this student from others: an id, else a login, an address or a number of the platform; empty if the list has
    /// only names.
    pub fn id(&self) -> &str {
        let all = [&self.ids, &self.logins, &self.emails, &self.platform_ids];
        all.into_iter().flatten().next().map_or("", String::as_str)
    }
}

impl Roster {
    /// Reads the list in the file at `path`.
    ///
    /// # Errors
    /// A file that cannot be read or understood, and students who cannot be told apart.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        let file = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| Problem::unread(&file, error))?;
        Self::parse(&file, &bytes)
    }

    /// Returns the list that `bytes` are; messages call it `file`.
    ///
    /// # Errors
    /// A list that is not understood, and students who cannot be told apart.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Self, Problem> {
        let table = Table::parse(file, bytes).map_err(|problem| problem.help(HELP))?;
        if !columns(&table.captions).into_iter().flatten().any(Column::identifies) {
            let message =
                format!("does not say whose its lines are: its columns are {}", table.caption_list());
            return Err(Problem::of_file(file, message).help(HELP));
        }
        if let Some(line) = table.overlong_line() {
            let message = format!("has more fields than the {} columns", table.captions.len());
            let problem = Problem::at(file, Place { line, column: 1 }, message);
            return Err(problem.help("put a field that has the separator in it in quotation marks"));
        }
        let mut seen = BTreeMap::new();
        let mut students = Vec::new();
        for (line, student) in self::students(&table) {
            told_apart(file, table.lines[line].number, &student, &mut seen)?;
            students.push(student);
        }
        Ok(Self { students })
    }
}

/// Returns the students of whom a table tells, each with the place of the line.
pub(super) fn students(table: &Table) -> Vec<(usize, Student)> {
    let columns = columns(&table.captions);
    let student = |line: &TableLine| {
        let cells = columns.iter().enumerate().filter_map(|(at, column)| Some(((*column)?, line.cell(at))));
        student(&cells.filter(|(_, cell)| !cell.is_empty()).collect::<Vec<_>>())
    };
    table.lines.iter().enumerate().filter_map(|(place, line)| Some((place, student(line)?))).collect()
}

/// Returns the student of a line; nothing for a line that is about nobody.
fn student(cells: &[(Column, &str)]) -> Option<Student> {
    let texts = |wanted: Column| {
        let cells = cells.iter().filter(move |(column, _)| *column == wanted);
        cells.map(|(_, cell)| (*cell).to_string()).collect::<Vec<_>>()
    };
    let whole = texts(Column::Name).into_iter().next();
    let parts = || [texts(Column::FirstName), texts(Column::LastName)].concat().join(" ");
    let status = texts(Column::Status).into_iter().map(|text| Lateness::of_status(&text));
    let late = status.chain(texts(Column::Lateness).into_iter().map(|text| Lateness::of_time(&text)));
    let student = Student {
        name: whole.unwrap_or_else(parts),
        ids: texts(Column::Id).iter().map(|id| id.trim_start_matches('#').to_string()).collect(),
        platform_ids: texts(Column::PlatformId).iter().map(|id| last_number(id)).collect(),
        logins: texts(Column::Login),
        emails: texts(Column::Email),
        groups: texts(Column::Group)
            .iter()
            .flat_map(|groups| groups.split([',', ';']))
            .map(trimmed)
            .collect(),
        late: late.max().unwrap_or_default(),
    };
    let is_nobody = student.id().is_empty() && (student.name.is_empty() || student.name == "Points Possible");
    (!is_nobody).then_some(student)
}

fn trimmed(text: &str) -> String {
    text.trim().to_string()
}

/// Returns the number at the end of a text such as `Participant 4711`; the whole text if there is none.
fn last_number(text: &str) -> String {
    let start = text.trim_end_matches(|character: char| character.is_ascii_digit()).len();
    if start == text.len() { text.to_string() } else { text[start..].to_string() }
}

/// Refuses a second line of somebody.
fn told_apart(
    file: &str,
    line: usize,
    student: &Student,
    seen: &mut BTreeMap<(&'static str, String), usize>,
) -> Result<(), Problem> {
    let all = [
        ("id", &student.ids),
        ("number of the platform", &student.platform_ids),
        ("login", &student.logins),
        ("address", &student.emails),
    ];
    for (kind, texts) in all {
        for text in texts {
            if let Some(earlier) =
                seen.insert((kind, text.to_lowercase()), line).filter(|earlier| *earlier != line)
            {
                let message = format!("the {kind} `{}` stands in line {earlier}, too", text.escape_debug());
                return Err(Problem::at(file, Place { line, column: 1 }, message)
                    .help("take one of the two lines away, or correct it"));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the students of a list, in lines.
    fn read(bytes: &[u8]) -> String {
        let roster = match Roster::parse("list.csv", bytes) {
            Ok(roster) => roster,
            Err(problem) => return problem.to_string(),
        };
        let line = |student: &Student| {
            let Student { name, ids, platform_ids, logins, emails, groups, .. } = student;
            let texts = [ids, platform_ids, logins, emails, groups].map(|texts| texts.join("+"));
            format!("{name}|{}", texts.join("|"))
        };
        roster.students.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn lists_of_every_platform_are_understood() {
        for (text, expected) in [
            ("name,id\nAnn Lee,5001\n", "Ann Lee|5001||||"),
            (
                "\u{feff}Name;Student ID;E-Mail\nAnn Lee;0502;ann@uni.example\n",
                "Ann Lee|0502|||ann@uni.example|",
            ),
            ("First Name\tLast Name\tUser name\nAnn\tLee\talee\n", "Ann Lee|||alee||"),
            (
                "Identifier,Full name,ID number,Email address,Status,Grade\nParticipant 4711,Ann Lee,5001,a@u.example,Submitted,\n",
                "Ann Lee|5001|4711||a@u.example|",
            ),
            (
                "Student,ID,SIS User ID,SIS Login ID,Section,Project (12)\n    Points Possible,,,,,10\n\"Lee, Ann\",101,5001,alee,A,\n",
                "Lee, Ann|5001|101|alee||",
            ),
            (
                "ID,Vollständiger Name,E-Mail-Adresse,Gruppe,Bewertung,Bestwertung,Zuletzt geändert (Bewertung)\nTeilnehmer/in4711,Ann Lee,a@u.example,Team 1,,\"20,00\",-\n",
                "Ann Lee||4711||a@u.example|Team 1",
            ),
            ("Vorname;Nachname;ID-Nummer;Anmeldename\nAnn;Lee;5001;alee\n", "Ann Lee|5001||alee||"),
            ("OrgDefinedId,Username,Last Name,First Name\n#5001,#alee,Lee,Ann\n", "Ann Lee|5001||#alee||"),
            (
                "First Name,Last Name,SID,Email,Sections\nAnn,Lee,5001,a@u.example,A\n",
                "Ann Lee|5001|||a@u.example|",
            ),
            (
                "username,first_name,last_name,email,section,github_id\nalee,Ann,Lee,a@u.example,A,77\n",
                "Ann Lee||77|alee|a@u.example|",
            ),
            ("name,group\nAnn,Team 1\nBen,\"Team 1, Team 2\"\n", "Ann|||||Team 1\nBen|||||Team 1+Team 2"),
            ("id,name\n,\n1,\"Ann\n \"\"A\"\" Lee\"\n", "Ann\n \"A\" Lee|1||||"),
            ("id,name\n1\n", "|1||||"),
            ("id,name\n", ""),
        ] {
            assert_eq!(read(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn lists_tell_who_was_late() {
        for (caption, cell, expected) in [
            ("Status", "Submitted for grading", "on time"),
            ("Status", "Submitted for grading - 2 days late", "late"),
            ("Status", "Submitted for grading - 1 hour 5 mins late - Graded", "late"),
            ("Status", "No submission", ""),
            ("Status", "Graded", ""),
            ("Lateness (H:M:S)", "02:10:00", "late"),
            ("Lateness (H:M:S)", "00:00:00", "on time"),
            ("Lateness (H:M:S)", "", ""),
            ("Latest", "Submitted, late", ""),
        ] {
            let text = format!("id,{caption}\n1,\"{cell}\"\n");
            let roster = Roster::parse("list.csv", text.as_bytes()).expect("a list");
            assert_eq!(roster.students[0].late.name(), expected, "{text}");
        }
    }

    #[test]
    fn lists_in_older_encodings_are_understood() {
        assert_eq!(read(b"name,id\nJos\xe9,1\n"), "José|1||||");
        let utf16: Vec<u8> =
            "\u{feff}name\tid\nJosé\t1\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(read(&utf16), "José|1||||");
    }

    #[test]
    fn what_is_no_list_is_refused() {
        for (text, words) in [
            ("", "does not say whose its lines are"),
            ("grade,comment\n1,x\n", "does not say whose its lines are: its columns are `grade`, `comment`"),
            ("id,name\n1,Ann\n\"2,Ben\n3,Cy\n", "list.csv:3:1: a quotation mark is opened and not closed"),
            (
                "id,name\n\"1,Ann\n2,\"Ben\"\n",
                "list.csv:2:1: a quotation mark is opened here, and something follows where it is closed",
            ),
            ("id,name\n1,Ann\n2,Lee, Ben\n", "list.csv:3:1: has more fields than the 2 columns"),
            ("id,name\n1,Ann\n2,Ben\n1,Kim\n", "list.csv:4:1: the id `1` stands in line 2, too"),
            (
                "email\na@u.example\nA@u.example\n",
                "list.csv:3:1: the address `A@u.example` stands in line 2, too",
            ),
        ] {
            assert!(read(text.as_bytes()).contains(words), "{text}: {}", read(text.as_bytes()));
        }
    }
}
