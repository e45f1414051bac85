//! What the names in an export tell of whose a submission is.

use serde::{Deserialize, Serialize};

use crate::class::lateness::Lateness;
use crate::class::roster::Student;

/// What is known of whose a submission is. Nobody has reason to trust any of it: it comes from names of files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Clues {
    /// Numbers and the like that the institution has given.
    pub ids: Vec<String>,
    /// Numbers that the platform has given; they mean something else elsewhere.
    pub platform_ids: Vec<String>,
    /// Names by which a student logs in.
    pub logins: Vec<String>,
    /// Addresses.
    pub emails: Vec<String>,
    /// Full names, or the name of a group.
    pub names: Vec<String>,
    /// A text that ends with the name by which the student logs in.
    pub ends_with_login: Option<String>,
    /// A text that may be, or have in it, any of these.
    pub anything: Option<String>,
    /// The members of a group, where the platform tells of them.
    pub members: Vec<Clues>,
    /// Whether it was late.
    #[serde(skip)]
    pub late: Lateness,
}

impl Clues {
    /// Returns what the course's list tells of a student.
    pub(in crate::class) fn of_student(student: &Student) -> Self {
        let Student { name, ids, platform_ids, logins, emails, late, .. } = student.clone();
        Self { ids, platform_ids, logins, emails, names: vec![name], late, ..Self::default() }.tidy()
    }

    /// Returns them without those that say nothing.
    pub(in crate::class) fn tidy(mut self) -> Self {
        for texts in
            [&mut self.ids, &mut self.platform_ids, &mut self.logins, &mut self.emails, &mut self.names]
        {
            texts.retain(|text| !text.trim().is_empty());
        }
        self
    }

    /// Adds what is known besides; late is late, whatever other files were.
    pub(super) fn merge(&mut self, other: Self) {
        let add = |own: &mut Vec<String>, more: Vec<String>| {
            for text in more {
                if !own.contains(&text) {
                    own.push(text);
                }
            }
        };
        add(&mut self.ids, other.ids);
        add(&mut self.platform_ids, other.platform_ids);
        add(&mut self.logins, other.logins);
        add(&mut self.emails, other.emails);
        add(&mut self.names, other.names);
        self.ends_with_login = self.ends_with_login.take().or(other.ends_with_login);
        self.anything = self.anything.take().or(other.anything);
        self.members.extend(other.members);
        self.late = self.late.max(other.late);
    }
}
