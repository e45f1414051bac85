//! What the pages of students are called: by what people call the students, in letters and digits that every system takes.

use std::collections::BTreeMap;

use super::student_row::StudentRow;

/// The longest name, in characters.
const LONGEST: usize = 60;

/// Returns a name for each row, which no other row has, whatever a system makes of capital letters.
pub(super) fn page_names(rows: &[StudentRow]) -> Vec<String> {
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    rows.iter().map(|row| free(&plain(&row.called()), &mut taken)).collect()
}

fn plain(text: &str) -> String {
    let signs = |character: char| if character.is_alphanumeric() { character } else { '_' };
    let plain: String = text.chars().map(signs).take(LONGEST).collect();
    if plain.chars().any(char::is_alphanumeric) { plain } else { "student".to_string() }
}

fn free(name: &str, taken: &mut BTreeMap<String, usize>) -> String {
    let count = taken.entry(name.to_lowercase()).or_default();
    *count += 1;
    // No name that comes from a text has this sign.
    if *count == 1 { name.to_string() } else { format!("{name}~{count}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_nobody_shares_one() {
        let mut taken = BTreeMap::new();
        let names: Vec<String> = ["s1", "S1", "../etc/passwd", "José Peña", "\u{1f600}", "", "s1"]
            .map(|text| free(&plain(text), &mut taken))
            .to_vec();
        assert_eq!(names, ["s1", "S1~2", "___etc_passwd", "José_Peña", "student", "student~2", "s1~3"]);
    }
}
