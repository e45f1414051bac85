//! The computer's dice where a program prints them as numbers.

use std::collections::BTreeMap;

use crate::by_evidence::read::Sheet;
use crate::cases::wording::Idea;

/// Reads the dice of so many rolls from the lines above `top`: a line of one kind for each, or all dice on one line. Nothing is read
/// where there are no numbers.
///
/// # Errors
/// The reason why the numbers cannot be read, in words.
pub(super) fn in_digits(sheet: &Sheet, top: usize, rolls: usize) -> Result<Option<Vec<u8>>, &'static str> {
    let mut counted: BTreeMap<usize, Vec<i64>> = BTreeMap::new();
    for number in sheet.numbers.iter().filter(|number| number.line < top) {
        counted.entry(number.line).or_default().push(number.value);
    }
    if counted.is_empty() {
        return Ok(None);
    }
    let line = |at: usize| &sheet.lines[at];
    let mut kinds: BTreeMap<&str, Vec<&Vec<i64>>> = BTreeMap::new();
    for (at, values) in &counted {
        let first = line(*at).words.first().map_or("", |word| &word.text);
        kinds.entry(first).or_default().push(values);
    }
    let own = counted.iter().filter(|(at, _)| line(**at).is_about(Idea::Computer));
    let groups = [own.map(|(_, values)| values).collect::<Vec<_>>(), counted.values().collect()];
    let mut fitting = groups.into_iter().chain(kinds.into_values()).filter(|group| group.len() == rolls);
    if let Some(faces) = fitting.find_map(|group| one_of_each(&group)) {
        return Ok(Some(faces));
    }
    let whole: Vec<Vec<u8>> =
        counted.values().filter(|values| values.len() == rolls).filter_map(|values| faces(values)).collect();
    match &whole[..] {
        [only] => Ok(Some(only.clone())),
        _ => Err("how many dice of the computer are shown is not clear"),
    }
}

/// Returns values as faces, if all of them are.
fn faces(values: &[i64]) -> Option<Vec<u8>> {
    values.iter().map(|value| u8::try_from(*value).ok().filter(|face| (1..=6).contains(face))).collect()
}

/// Returns the face on each of some lines. It is the last number of its line, or the first if the last numbers are those of the rolls:
/// 1, 2, 3.
fn one_of_each(lines: &[&Vec<i64>]) -> Option<Vec<u8>> {
    let last: Vec<i64> = lines.iter().filter_map(|values| values.last().copied()).collect();
    let first: Vec<i64> = lines.iter().filter_map(|values| values.first().copied()).collect();
    let count = i64::try_from(lines.len()).unwrap_or(0);
    let counts = last.iter().copied().eq(1..=count) && first != last;
    faces(if counts { &first } else { &last })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_evidence::read::numbers;
    use crate::by_evidence::tests::suite;

    #[test]
    fn dice_in_digits_are_read_from_lines() {
        let read = |text: &str| {
            let mut sheet = Sheet::read(text, 1, suite());
            sheet.numbers = numbers(&sheet.lines);
            in_digits(&sheet, sheet.lines.len(), 3)
        };
        let dice = |values: [u8; 3]| Ok(Some(values.to_vec()));
        assert_eq!(read("The computer rolls 3 times:\nRoll 1: 5\nRoll 2: 6\nRoll 3: 1"), dice([5, 6, 1]));
        assert_eq!(
            read(
                "In its first roll the computer shows a 2\nIn its second roll the computer shows a 2\nIn its third roll the computer shows a 4"
            ),
            dice([2, 2, 4])
        );
        assert_eq!(read("Visible dice: 3, 4 and 6"), dice([3, 4, 6]));
        assert_eq!(
            read("You see a 5 in roll 1\nYou see a 2 in roll 2\nYou see a 2 in roll 3"),
            dice([5, 2, 2])
        );
        assert_eq!(read("Welcome!"), Ok(None));
        assert!(read("Roll 1: 5\nRoll 2: 6").is_err());
    }
}
