//! What the columns of a list of students mean, by their captions.

/// What a column of a list of students holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Id,
    PlatformId,
    Login,
    Email,
    Name,
    FirstName,
    LastName,
    Group,
    /// What Moodle's worksheet says of a submission.
    Status,
    /// How late it was, as Gradescope's grades say.
    Lateness,
}

/// The captions that are understood, in small letters and without signs: those in English, and the German ones of Moodle.
const CAPTIONS: [(Column, &[&str]); 10] = [
    (
        Column::Id,
        &[
            "id",
            "studentid",
            "sid",
            "sisuserid",
            "sisid",
            "orgdefinedid",
            "idnumber",
            "idnummer",
            "studentnumber",
            "studentno",
            "number",
            "matriculationnumber",
            "matrikelnummer",
            "universityid",
        ],
    ),
    (Column::PlatformId, &["identifier", "canvasid", "canvasuserid", "moodleid", "userid", "githubid"]),
    (
        Column::Login,
        &[
            "username",
            "user",
            "login",
            "loginid",
            "loginname",
            "anmeldename",
            "sisloginid",
            "netid",
            "account",
            "github",
            "githubusername",
            "githublogin",
        ],
    ),
    (Column::Email, &["email", "emailaddress", "emailadresse", "mail", "mailaddress"]),
    (Column::Name, &["name", "fullname", "vollständigername", "student", "studentname", "displayname"]),
    (Column::FirstName, &["firstname", "vorname", "givenname", "givennames", "forename", "forenames"]),
    (Column::LastName, &["lastname", "nachname", "surname", "familyname"]),
    (Column::Group, &["group", "groups", "groupname", "gruppe", "gruppen", "team", "teamname"]),
    (Column::Status, &["status"]),
    (Column::Lateness, &["latenesshms"]),
];

/// Captions beside which a column `ID` is the platform's own number, as in the grades that Canvas exports, and in Moodle's worksheet in German.
const OWN_NUMBERS: [&str; 3] = ["sisuserid", "sisloginid", "zuletztgeändertbewertung"];

impl Column {
    /// Returns whether it tells whose a line is.
    pub(super) fn identifies(self) -> bool {
        !matches!(self, Self::Group | Self::Status | Self::Lateness)
    }
}

/// Returns what each column holds; nothing for one that says nothing of who a student is.
pub(super) fn columns(captions: &[String]) -> Vec<Option<Column>> {
    let captions: Vec<String> = captions.iter().map(|caption| plain(caption)).collect();
    let is_own_number = captions.iter().any(|caption| OWN_NUMBERS.contains(&caption.as_str()));
    let column = |caption: &String| match caption.as_str() {
        "id" if is_own_number => Some(Column::PlatformId),
        caption => CAPTIONS.iter().find(|(_, known)| known.contains(&caption)).map(|(column, _)| *column),
    };
    captions.iter().map(column).collect()
}

fn plain(caption: &str) -> String {
    caption.chars().filter(|character| character.is_alphanumeric()).collect::<String>().to_lowercase()
}
