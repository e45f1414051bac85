//! Links in what a user names. They may have been handed in, so what is marked is what was named, and never what a link leads to.

use std::path::{Path, PathBuf};

use crate::cases::problem::Problem;
use crate::own_files::{is_own, own_files};
use crate::running::is_of_the_system;

/// Returns a word of a command line; if it names a file, by its whole path, for the program runs in a folder of its own.
///
/// # Errors
/// A link.
pub(super) fn place(text: &str, word: &str) -> Result<String, Problem> {
    let path = Path::new(word);
    match path.canonicalize() {
        Ok(canonical) if is_of_the_system(&canonical) => Ok(word.to_string()),
        Ok(_) if is_link(path) => Err(link(text, word)),
        Ok(canonical) => Ok(canonical.to_string_lossy().into_owned()),
        Err(_) => Ok(word.to_string()),
    }
}

/// Returns whether the last name of a path is that of a link.
pub(super) fn is_link(path: &Path) -> bool {
    // Without a slash at its end, behind which a link is followed.
    path.components().collect::<PathBuf>().is_symlink()
}

/// Returns the problem that a word of what the user wrote is a link, with what to name in its place.
pub(super) fn link(text: &str, word: &str) -> Problem {
    let leads = Path::new(word).canonicalize().unwrap_or_default();
    Problem::of_file(text, format!("`{}` is a link", word.escape_debug()))
        .help(format!("if it may be followed, name what it leads to: {}", leads.display()))
}

/// Makes sure that no link on the way leads to a file of the harness.
///
/// # Errors
/// A link that does.
pub(super) fn not_by_a_link(text: &str, path: &Path) -> Result<(), Problem> {
    let absolute = std::path::absolute(path).unwrap_or_default();
    match path.canonicalize() {
        Ok(canonical)
            if canonical != absolute && is_own(&canonical, &own_files(None)) && has_link(&absolute) =>
        {
            Err(Problem::of_file(text, "leads by a link to a program of the harness itself")
                .help(format!("to mark that program, name it: {}", canonical.display())))
        }
        _ => Ok(()),
    }
}

fn has_link(path: &Path) -> bool {
    path.ancestors().any(Path::is_symlink)
}
