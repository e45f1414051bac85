//! Whether a submission was late.

/// Whether a submission was late, as far as an export tells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lateness {
    /// Nothing tells of it.
    #[default]
    Unknown,
    /// It was not.
    OnTime,
    /// It was.
    Late,
}

impl Lateness {
    /// Returns how a gradebook says it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unknown => "",
            Self::OnTime => "on time",
            Self::Late => "late",
        }
    }

    /// Returns the one with this name.
    pub(super) fn named(name: &str) -> Self {
        let known = [Self::OnTime, Self::Late];
        known.into_iter().find(|late| late.name() == name).unwrap_or_default()
    }

    /// Returns what the status of a submission in Moodle's worksheet says, such as `Submitted for grading - 2 days late`.
    pub(super) fn of_status(text: &str) -> Self {
        let text = text.trim().to_lowercase();
        if !text.starts_with("submitted") {
            return Self::Unknown;
        }
        let is_late = text.split([' ', ',']).any(|word| word == "late");
        if is_late { Self::Late } else { Self::OnTime }
    }

    /// Returns what hours, minutes and seconds after the due date say, as Gradescope counts them.
    pub(super) fn of_time(text: &str) -> Self {
        let parts: Option<Vec<u64>> = text.trim().split(':').map(|part| part.parse().ok()).collect();
        match parts {
            None => Self::Unknown,
            Some(parts) if parts.iter().all(|part| *part == 0) => Self::OnTime,
            Some(_) => Self::Late,
        }
    }
}
