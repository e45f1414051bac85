//! What is wrong with a suite's files, where, and the way out.

use std::cmp::Ordering;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// A place in a file; lines and columns count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

/// One thing that is wrong in one file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The file, as a path that the user can open.
    pub file: String,
    /// Where in the file; none for the file as a whole.
    pub place: Option<Place>,
    /// What is wrong, in lower case, without a full stop.
    pub message: String,
    /// The error behind it, which is told after the message.
    pub cause: Option<ProblemCause>,
    /// What to do about it.
    pub help: Option<String>,
}

/// The error behind a problem. Two of them are equal if they say the same.
#[derive(Debug, Clone)]
pub struct ProblemCause(Arc<dyn Error + Send + Sync>);

impl Problem {
    /// Returns a problem of a whole file.
    pub fn of_file(file: &str, message: impl Into<String>) -> Self {
        Self { file: file.to_string(), place: None, message: message.into(), cause: None, help: None }
    }

    /// Returns a problem at a place of a file.
    pub fn at(file: &str, place: Place, message: impl Into<String>) -> Self {
        Self { place: Some(place), ..Self::of_file(file, message) }
    }

    /// Returns the problem that a file cannot be read.
    pub fn unread(file: &str, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::of_file(file, "failed to read").because(cause)
    }

    /// Returns the problem with the error behind it.
    #[must_use]
    pub fn because(self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { cause: Some(ProblemCause(Arc::from(cause.into()))), ..self }
    }

    /// Returns the problem with a way out.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

impl Error for Problem {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause.as_ref().map(|ProblemCause(error)| &**error as &(dyn Error + 'static))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(Place { line, column }) = self.place {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", self.message)?;
        if let Some(ProblemCause(error)) = &self.cause {
            write!(f, ": {error}")?;
        }
        if let Some(help) = &self.help {
            write!(f, "\n  help: {help}")?;
        }
        Ok(())
    }
}

impl PartialEq for ProblemCause {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for ProblemCause {}

impl PartialOrd for ProblemCause {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ProblemCause {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.to_string().cmp(&other.0.to_string())
    }
}

/// Returns the one of `names` that is most like `wrong`, if one is like it at all.
pub fn nearest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    names
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(wrong, name), name))
        .filter(|(distance, name)| *distance <= 1 + name.chars().count() / 3 || name.contains(wrong))
        .min()
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_shown_with_its_place_and_the_way_out() {
        let problem =
            Problem::at("a.yaml", Place { line: 7, column: 9 }, "`seed` is wrong").help("leave it out");
        assert_eq!(problem.to_string(), "a.yaml:7:9: `seed` is wrong\n  help: leave it out");
        assert_eq!(Problem::of_file("b.yaml", "is empty").to_string(), "b.yaml: is empty");
    }

    #[test]
    fn a_problem_keeps_the_error_behind_it() {
        let missing = std::io::Error::from(std::io::ErrorKind::NotFound);
        let problem = Problem::unread("a.yaml", missing).help("make it");
        assert_eq!(problem.to_string(), "a.yaml: failed to read: entity not found\n  help: make it");
        let cause = problem.source().expect("there is one").downcast_ref::<std::io::Error>();
        assert_eq!(cause.map(std::io::Error::kind), Some(std::io::ErrorKind::NotFound));
        assert!(Problem::of_file("a.yaml", "is empty").source().is_none());
    }

    #[test]
    fn the_nearest_name_is_offered_only_if_it_is_near() {
        let names = ["bots", "little_battle", "rats"];
        assert_eq!(nearest("little-batle", names), Some("little_battle"));
        assert_eq!(nearest("battle", names), Some("little_battle"));
        assert_eq!(nearest("rat", names), Some("rats"));
        assert_eq!(nearest("chess", names), None);
    }
}
