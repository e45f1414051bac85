//! The platforms whose exports are understood, and how each names what it exports.

use std::fmt;
use std::sync::LazyLock;

use super::clues::Clues;
use super::pattern::{MatchedName, NamePattern};
use super::piece::{ExportPiece, PieceOf};
use crate::class::lateness::Lateness;

/// A way in which exported submissions are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Platform {
    /// Moodle: folders or files `Full Name_PID_assignsubmission_PLUGIN_`.
    Moodle,
    /// Canvas: files `name_LATE_USERID_ATTACHMENTID_FILE`.
    Canvas,
    /// Gradescope: folders `submission_ID` beside `submission_metadata.yml`.
    Gradescope,
    /// Blackboard: files `ASSIGNMENT_USER_attempt_TIME_FILE`.
    Blackboard,
    /// Brightspace: folders `ID-ID - Full Name - TIME`.
    Brightspace,
    /// Submitty: folders `USER/VERSION`.
    Submitty,
    /// By a regular expression of the user.
    Pattern,
    /// A folder, an archive or a file for each student.
    Plain,
}

impl Platform {
    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Moodle => "Moodle",
            Self::Canvas => "Canvas",
            Self::Gradescope => "Gradescope",
            Self::Blackboard => "Blackboard",
            Self::Brightspace => "Brightspace",
            Self::Submitty => "Submitty",
            Self::Pattern => "the pattern",
            Self::Plain => "plain names",
        }
    }

    /// Returns the one with this name; what nobody knows has plain names.
    pub(in crate::class) fn named(name: &str) -> Self {
        let known = [
            Self::Moodle,
            Self::Canvas,
            Self::Gradescope,
            Self::Blackboard,
            Self::Brightspace,
            Self::Submitty,
            Self::Pattern,
        ];
        known.into_iter().find(|platform| platform.name() == name).unwrap_or(Self::Plain)
    }
}

impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a platform names the items at the top of what it exports.
pub(super) struct TopNames {
    /// The platform.
    pub(super) platform: Platform,
    pattern: NamePattern,
    read: fn(&MatchedName<'_>) -> PieceOf,
}

impl TopNames {
    /// Returns what an item of this name is, if the platform names items so.
    pub(super) fn piece(&self, name: &str) -> Option<PieceOf> {
        self.pattern.find(name).map(|found| (self.read)(&found))
    }
}

/// The platforms that tell by the names of items at the top whose they are.
pub(super) static TOP_NAMES: LazyLock<[TopNames; 4]> = LazyLock::new(|| {
    let names = |platform, pattern, read| TopNames { platform, pattern: NamePattern::known(pattern), read };
    [
        names(
            Platform::Moodle,
            r"^(?P<name>[^_]*?)(?:_(?P<id>[0-9]+))?_assignsubmission_(?P<plugin>[a-z]+)(?:_(?P<file>.*))?$",
            moodle,
        ),
        names(
            Platform::Blackboard,
            r"^(?P<assign>.+)_(?P<user>[^_]+)_attempt_(?P<time>[0-9]{4}(?:-[0-9]{2}){5})(?:\.txt|_(?P<file>.+))$",
            blackboard,
        ),
        names(
            Platform::Brightspace,
            r"^(?P<ids>[0-9]+-[0-9]+) - (?P<name>.+?) - (?P<time>[A-Z][a-z]{2,8} [0-9]{1,2}, [0-9]{4} [0-9]{3,4} ?(?:AM|PM))$",
            brightspace,
        ),
        names(
            Platform::Canvas,
            r"^(?:(?P<name>.*?)_)??(?:(?P<late>LATE)_)?(?:anon_(?P<anon>[^_]+)|(?P<uid>[0-9]+))_(?:(?P<att>[0-9]+)_(?P<file>.+)|(?P<kind>text|link)\.html)$",
            canvas,
        ),
    ]
});

/// The name that Moodle gives to participants whose names nobody may know begins with a localised word: all of them end in their id.
fn moodle(found: &MatchedName<'_>) -> PieceOf {
    let id = found.text("id");
    let name = found.text("name");
    let key = if id.is_empty() { format!("name {name}") } else { format!("id {id}") };
    let piece = match (found.get("plugin"), found.get("file")) {
        (Some("onlinetext"), _) => ExportPiece::NoFiles,
        (_, Some(file)) => ExportPiece::File(file.to_string()),
        (_, None) => ExportPiece::Files,
    };
    let clues = Clues { names: vec![name], platform_ids: vec![id], ..Clues::default() };
    PieceOf { key, attempt: String::new(), clues: clues.tidy(), piece }
}

/// Resubmitted files have a number before their extension. Text and links are shown to people, and are no program.
fn canvas(found: &MatchedName<'_>) -> PieceOf {
    let user = found.get("uid").or(found.get("anon")).unwrap_or_default().to_string();
    let late = if found.get("late").is_some() { Lateness::Late } else { Lateness::OnTime };
    let piece = found.get("file").map_or(ExportPiece::NoFiles, |file| ExportPiece::File(file.to_string()));
    let platform_ids = if found.get("anon").is_some() { Vec::new() } else { vec![user.clone()] };
    let clues = Clues { names: vec![found.text("name")], platform_ids, late, ..Clues::default() };
    PieceOf { key: format!("id {user}"), attempt: String::new(), clues: clues.tidy(), piece }
}

/// One text for each attempt says what was handed in; it is no file of the student's.
fn blackboard(found: &MatchedName<'_>) -> PieceOf {
    let user = found.text("user");
    let piece = found.get("file").map_or(ExportPiece::About, |file| ExportPiece::File(file.to_string()));
    // A user's name may have the sign in it that separates it from the assignment's.
    let whole = format!("{}_{user}", found.text("assign"));
    let clues = Clues { logins: vec![user], ends_with_login: Some(whole.clone()), ..Clues::default() };
    PieceOf { key: whole, attempt: found.text("time"), clues: clues.tidy(), piece }
}

/// A student who hands in several times may have several folders.
fn brightspace(found: &MatchedName<'_>) -> PieceOf {
    let ids = found.text("ids");
    let name = found.text("name");
    let attempt = brightspace_time(found.get("time").unwrap_or_default());
    let platform_ids = ids.split('-').map(str::to_string).collect();
    let key = format!("name {name}");
    let clues = Clues { names: vec![name], platform_ids, ..Clues::default() };
    PieceOf { key, attempt, clues: clues.tidy(), piece: ExportPiece::Files }
}

/// Returns a time such as `Sep 24, 2024 926 PM` in a form in which later times are greater.
fn brightspace_time(text: &str) -> String {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let text = text.replace(',', "").replace("AM", " AM").replace("PM", " PM");
    let mut words = text.split_whitespace();
    let mut next = || words.next().unwrap_or_default();
    let (month, day, year, clock, half) = (next(), next(), next(), next(), next());
    let month = MONTHS.iter().position(|known| month.starts_with(known)).map_or(0, |index| index + 1);
    let number = |text: &str| text.parse::<u32>().unwrap_or(0);
    let hour = number(clock) / 100 % 12 + if half == "PM" { 12 } else { 0 };
    format!("{:04}-{month:02}-{:02} {hour:02}:{:02}", number(year), number(day), number(clock) % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what the first platform that knows a name makes of it.
    fn read(name: &str) -> String {
        for names in &*TOP_NAMES {
            if let Some(PieceOf { key, attempt, clues, piece }) = names.piece(name) {
                let late = if clues.late == Lateness::Late { " late" } else { "" };
                let attempt = if attempt.is_empty() { attempt } else { format!(" at {attempt}") };
                return format!("{}: {key}{late}{attempt}, {piece:?}", names.platform);
            }
        }
        "-".to_string()
    }

    #[test]
    fn names_are_understood_as_platforms_write_them() {
        for (name, expected) in [
            ("Ann Lee_4711_assignsubmission_file", "Moodle: id 4711, Files"),
            ("Ann Lee_4711_assignsubmission_file_", "Moodle: id 4711, Files"),
            ("Ann Lee_4711_assignsubmission_file_game.py", r#"Moodle: id 4711, File("game.py")"#),
            ("Ann Lee_4711_assignsubmission_onlinetext_onlinetext.html", "Moodle: id 4711, NoFiles"),
            ("Participant_99_assignsubmission_file_", "Moodle: id 99, Files"),
            ("Default group_assignsubmission_file_", "Moodle: name Default group, Files"),
            ("leeann_123_456_game.py", r#"Canvas: id 123, File("game.py")"#),
            ("leeann_LATE_123_456_my_game-2.py", r#"Canvas: id 123 late, File("my_game-2.py")"#),
            ("leeann_123_text.html", "Canvas: id 123, NoFiles"),
            ("leeann_LATE_123_link.html", "Canvas: id 123 late, NoFiles"),
            ("anon_x7Qz1_456_game.py", r#"Canvas: id x7Qz1, File("game.py")"#),
            ("LATE_anon_x7Qz1_456_game.py", r#"Canvas: id x7Qz1 late, File("game.py")"#),
            (
                "Assignment 1_alee_attempt_2026-10-01-12-30-05_game.py",
                r#"Blackboard: Assignment 1_alee at 2026-10-01-12-30-05, File("game.py")"#,
            ),
            (
                "Assignment 1_alee_attempt_2026-10-01-12-30-05.txt",
                "Blackboard: Assignment 1_alee at 2026-10-01-12-30-05, About",
            ),
            (
                "397063-2557369 - Mary-Ann Smith - Sep 24, 2024 926 PM",
                "Brightspace: name Mary-Ann Smith at 2024-09-24 21:26, Files",
            ),
            (
                "397063-2557369 - Ann - Lee - October 4, 2024 1200 AM",
                "Brightspace: name Ann - Lee at 2024-10-04 00:00, Files",
            ),
            ("ann.py", "-"),
            ("hand_in_1.zip", "-"),
            ("s123_final", "-"),
            ("", "-"),
        ] {
            assert_eq!(read(name), expected, "{name}");
        }
    }
}
