//! Takes the folders in which the harness keeps a submission out of what compilers and programs say of its files.

/// How the name of a folder of the harness begins.
const TEMPORARY: &str = "harness-run-";

/// The folders of a submission, of what the course adds to it, and of what is made of it, in a folder of the harness.
const FOLDERS: [&str; 3] = ["/submission", "/provided", "/build"];

/// The name that is given to what is built of a submission.
const BUILT: &str = "program";

/// Returns a text with the paths of a submission's files as they are in the submission, and `.` for the folder itself.
pub(crate) fn without_own_folders(text: &str) -> String {
    with_own_names(text, BUILT)
}

/// Does the same, and calls what is built by the name `program`, which its author knows.
pub(crate) fn with_own_names(text: &str, program: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(TEMPORARY) {
        let start = rest[..at].char_indices().rfind(|(_, it)| is_before_a_path(*it));
        let start = start.map_or(0, |(at, it)| at + it.len_utf8());
        kept.push_str(&rest[..start]);
        let name = &rest[at + TEMPORARY.len()..];
        let after = name.trim_start_matches(|it: char| it.is_ascii_alphanumeric());
        (kept, rest) = named(kept, after, program);
    }
    kept + rest
}

/// Returns whether a text names a folder of the harness.
pub(crate) fn names_own_folders(text: &str) -> bool {
    text.contains(TEMPORARY)
}

fn is_before_a_path(character: char) -> bool {
    character.is_whitespace() || "\"'`(:=,[‘<>{|;@".contains(character)
}

/// Adds the beginning of the path `after` a folder of the harness as its author knows it; returns what is left to look at.
fn named<'t>(mut kept: String, after: &'t str, program: &str) -> (String, &'t str) {
    let inner = after.strip_prefix("/shown").unwrap_or(after);
    let folder = FOLDERS.iter().find_map(|folder| {
        let rest = inner.strip_prefix(folder)?;
        (!rest.starts_with(|it: char| it.is_alphanumeric() || it == '_')).then_some((*folder, rest))
    });
    let (folder, rest) = folder.unwrap_or(("", inner));
    let is_in_name = |it: char| it.is_alphanumeric() || "_-.".contains(it);
    match rest.strip_prefix('/') {
        Some(path) if path.starts_with(is_in_name) => {
            let built = path.strip_prefix(BUILT).filter(|_| folder == "/build");
            match built.filter(|rest| !rest.starts_with(|it: char| is_in_name(it) || it == '/')) {
                Some(rest) => {
                    kept.push_str(program);
                    (kept, rest)
                }
                None => (kept, path),
            }
        }
        path => {
            kept.push('.');
            (kept, path.unwrap_or(rest))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_called_as_in_the_submission() {
        for (text, told) in [
            ("  File \"/tmp/harness-run-x/submission/a/b.py\", line 1", "  File \"a/b.py\", line 1"),
            (
                "/tmp/harness-run-x/shown/submission/a.s:4: Error: /tmp/secret.h",
                "a.s:4: Error: /tmp/secret.h",
            ),
            ("  File \"/usr/lib/x.py\", line 2", "  File \"/usr/lib/x.py\", line 2"),
            (
                "no module (/tmp/harness-run-1/submission/h.py), /tmp/harness-run-1/provided/d.py",
                "no module (h.py), d.py",
            ),
            ("/tmp/harness-run-1/build/program: main: no", "program: main: no"),
            ("my/submission/is/here", "my/submission/is/here"),
            ("['/tmp/harness-run-aB1/shown/submission', 'x']", "['.', 'x']"),
            ("file:/tmp/harness-run-aB1/shown/build/", "file:."),
            ("in /tmp/harness-run-aB1\n/tmp/harness-run-aB1/x.txt", "in .\nx.txt"),
        ] {
            assert_eq!(without_own_folders(text), told);
        }
    }

    #[test]
    fn what_is_built_has_the_name_that_its_author_knows() {
        for (text, told) in [
            ("Usage: /tmp/harness-run-x/shown/build/program SEED", "Usage: rats SEED"),
            ("/tmp/harness-run-x/shown/build/programs", "programs"),
            ("/tmp/harness-run-x/shown/submission/program", "program"),
            ("the program", "the program"),
        ] {
            assert_eq!(with_own_names(text, "rats"), told);
        }
    }
}
