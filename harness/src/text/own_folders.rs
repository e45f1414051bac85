//! Takes the folders in which the harness keeps a submission out of what compilers and programs say of its files.

/// The folders of a submission, of what the course adds to it, and of what is made of it.
const FOLDERS: [&str; 3] = ["/submission/", "/provided/", "/build/"];

/// How the name of a folder of the harness begins.
const TEMPORARY: &str = "harness-run-";

/// Returns a text with the paths of a submission's files as they are in the submission.
pub(crate) fn without_own_folders(text: &str) -> String {
    let mut text = text.to_string();
    for folder in FOLDERS {
        let mut from = 0;
        while let Some(at) = text[from..].find(folder).map(|at| from + at) {
            let is_before_a_path =
                |character: char| character.is_whitespace() || "\"'`(:=,[‘".contains(character);
            let start = text[..at].char_indices().rfind(|(_, character)| is_before_a_path(*character));
            let start = start.map_or(0, |(at, character)| at + character.len_utf8());
            from = if text[start..at].contains(TEMPORARY) {
                text.replace_range(start..at + folder.len(), "");
                start
            } else {
                at + folder.len()
            };
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_called_as_in_the_submission() {
        for (text, told) in [
            ("  File \"/tmp/harness-run-x/submission/a/b.py\", line 1", "  File \"a/b.py\", line 1"),
            ("/tmp/harness-run-x/submission/a.s:4: Error: /tmp/secret.h", "a.s:4: Error: /tmp/secret.h"),
            ("  File \"/usr/lib/x.py\", line 2", "  File \"/usr/lib/x.py\", line 2"),
            (
                "no module (/tmp/harness-run-1/submission/h.py), /tmp/harness-run-1/provided/d.py",
                "no module (h.py), d.py",
            ),
            ("/tmp/harness-run-1/build/program: main: no", "program: main: no"),
            ("my/submission/is/here", "my/submission/is/here"),
        ] {
            assert_eq!(without_own_folders(text), told);
        }
    }
}
