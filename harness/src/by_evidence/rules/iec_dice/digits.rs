//! The computer's dice where a program prints them as numbers.

use std::collections::BTreeMap;

use crate::by_evidence::read::{Sheet, SheetLine};
use crate::cases::wording::Idea;

/// A line with numbers, and their values.
type NumberedLine<'a> = (&'a SheetLine, Vec<i64>);

/// Returns the lines with numbers above `top`.
fn numbered(sheet: &Sheet, top: usize) -> Vec<NumberedLine<'_>> {
    let lines = sheet.numbers.chunk_by(|one, other| one.line == other.line);
    let above = lines.filter(|numbers| numbers[0].line < top);
    above.map(|all| (&sheet.lines[all[0].line], all.iter().map(|number| number.value).collect())).collect()
}

/// Reads the dice of so many rolls from the lines above `top`: a line of one kind for each, or all dice on one line. Nothing is read
/// where there are no numbers.
///
/// # Errors
/// The reason why the numbers cannot be read, in words.
pub(super) fn in_digits(sheet: &Sheet, top: usize, rolls: usize) -> Result<Option<Vec<u8>>, &'static str> {
    let lines = numbered(sheet, top);
    if lines.is_empty() {
        return Ok(None);
    }
    let all = || lines.iter().map(|(_, values)| values);
    let by_line = of_each(&lines, rolls);
    let by_pairs = || if rolls.is_multiple_of(2) { faces(&pairs(&lines, rolls / 2)?) } else { None };
    let on_one_line = || {
        let mut whole = all().filter(|values| values.len() == rolls).filter_map(|values| faces(values));
        whole.next().filter(|_| whole.next().is_none())
    };
    let dice = by_line.or_else(by_pairs).or_else(on_one_line).or_else(|| another_count(&lines));
    dice.map(Some).ok_or("how many dice of the computer are shown is not clear")
}

/// Returns one die of each of so many rolls, each on a line of one kind: of those about the computer, of all, of those with the same first
/// word, or of those that have as many numbers, too. "Roll 1" above the player's dice has fewer than "Roll 1: 4".
fn of_each(lines: &[NumberedLine<'_>], rolls: usize) -> Option<Vec<u8>> {
    let mut kinds: BTreeMap<(&str, Option<usize>), Vec<&Vec<i64>>> = BTreeMap::new();
    for (line, values) in lines {
        let word = line.words.first().map_or("", |word| &word.text);
        kinds.entry((word, None)).or_default().push(values);
        kinds.entry((word, Some(values.len()))).or_default().push(values);
    }
    let own = lines.iter().filter(|(line, _)| line.is_about(Idea::Computer)).map(|(_, values)| values);
    let all = lines.iter().map(|(_, values)| values);
    let groups = [own.collect(), all.collect()].into_iter().chain(kinds.into_values());
    let mut of_rolls = groups.filter(|group| group.len() == rolls);
    of_rolls.find_map(|group| one_of_each(&group))
}

/// Returns the dice of another count of rolls, where all lines with numbers have the same words but for one, such as `first`, nothing in
/// them is about the player, and only the number of the roll stands before that of its die.
fn another_count(lines: &[NumberedLine<'_>]) -> Option<Vec<u8>> {
    let is_like = |line: &SheetLine, first: &SheetLine| {
        let mut pairs = line.words.iter().zip(&first.words).filter(|(one, other)| one.text != other.text);
        line.words.len() == first.words.len() && pairs.nth(1).is_none() && !line.is_about(Idea::Player)
    };
    let are_alike = lines.iter().all(|(line, _)| is_like(line, lines[0].0));
    let values = || (1..).zip(lines.iter().map(|(_, values)| &values[..]));
    let is_die =
        |(count, values): (i64, &[i64])| values.len() == 1 || values.len() == 2 && values[0] == count;
    let are_only_counts = values().all(|(count, values)| *values == [count]);
    let are_dice = lines.len() > 1 && are_alike && values().all(is_die) && !are_only_counts;
    are_dice.then(|| one_of_each(&lines.iter().map(|(_, values)| values).collect::<Vec<_>>()))?
}

/// Returns the two numbers of each of so many rolls that lines of the computer tell.
fn pairs(lines: &[NumberedLine<'_>], rolls: usize) -> Option<Vec<i64>> {
    let own = lines.iter().filter(|(line, _)| line.is_about(Idea::Computer));
    let own: Vec<&Vec<i64>> = own.map(|(_, values)| values).collect();
    let are_pairs = own.len() == rolls && own.iter().all(|values| values.len() == 2);
    are_pairs.then(|| own.into_iter().flatten().copied().collect())
}

/// Returns these if both are dice; nothing if one of two numbers may be anything else: that of the roll, or of the die that is shown.
pub(super) fn both_in_digits(sheet: &Sheet, top: usize, rolls: usize) -> Option<Vec<u8>> {
    let pairs = pairs(&numbered(sheet, top), rolls)?;
    let column = |at: usize| pairs.iter().copied().skip(at).step_by(2);
    let count = i64::try_from(rolls).unwrap_or(0);
    let may_be_another = |at: usize| {
        let is_same = column(at).all(|value| value == pairs[at]);
        is_same || column(at).eq(1..=count) || column(at).all(|value| value <= 2)
    };
    if may_be_another(0) || may_be_another(1) { None } else { faces(&pairs) }
}

/// Returns values as faces, if all of them are.
fn faces(values: &[i64]) -> Option<Vec<u8>> {
    values.iter().map(|value| u8::try_from(*value).ok().filter(|face| (1..=6).contains(face))).collect()
}

/// Returns the face on each of some lines. Of several numbers it is the only one that is not the same on all lines, as that of a die in
/// "die 1: 4", nor counts them: 1, 2, 3. Otherwise it is the last one of two, or the first one if the last ones count.
fn one_of_each(lines: &[&Vec<i64>]) -> Option<Vec<u8>> {
    let columns = lines.first()?.len();
    let count = i64::try_from(lines.len()).unwrap_or(0);
    let column =
        |at: usize| -> Vec<i64> { lines.iter().filter_map(|values| values.get(at).copied()).collect() };
    let counts = |values: &[i64]| values.iter().copied().eq(1..=count);
    let is_telling = |values: &Vec<i64>| !counts(values) && values.iter().any(|value| *value != values[0]);
    if columns > 1 && lines.len() > 1 && lines.iter().all(|values| values.len() == columns) {
        let mut telling = (0..columns).map(column).filter(is_telling);
        match (telling.next(), telling.next()) {
            (Some(values), None) => return faces(&values),
            (None, _) if columns > 2 => return None,
            _ => {}
        }
    }
    let last: Vec<i64> = lines.iter().filter_map(|values| values.last().copied()).collect();
    let first = column(0);
    faces(if counts(&last) && first != last { &first } else { &last })
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
        // The numbers of a roll and of a die tell no face.
        assert_eq!(
            read(
                "Computer roll 1 of 3 -- die 1: 4, die 2: X\nComputer roll 2 of 3 -- die 1: 4, die 2: X\n\
                 Computer roll 3 of 3 -- die 1: 6, die 2: X"
            ),
            dice([4, 4, 6])
        );
        assert!(
            read("Computer roll 1, die 1: 4, die 2: ?\nComputer roll 2, die 1: 4, die 2: ?\nComputer roll 3, die 1: 4, die 2: ?")
                .is_err()
        );
        // The number of the player's roll is no die of the computer.
        assert_eq!(
            read("Computer's turn\nRoll 1: 5\nRoll 2: 6\nRoll 3: 1\n\nYour turn:\nRoll 1\n"),
            dice([5, 6, 1])
        );
        assert_eq!(read("You see one of each:\nRoll 1: 5\nRoll 2: 6\nRoll 3: 1"), dice([5, 6, 1]));
        // Another count of rolls, where nothing else may be meant.
        assert_eq!(read("Roll 1: 5\nRoll 2: 6"), Ok(Some(vec![5, 6])));
        assert_eq!(read("The first throw: 2\nThe second throw: 2"), Ok(Some(vec![2, 2])));
        let unclear = [
            "Roll 1: 5\nThe best: 6",
            "Roll: 1\nRoll: 2",
            "Your roll: 5\nYour roll: 6",
            "Roll 1: 5 6\nRoll 2: 6 3",
            "Roll 1: 5",
        ];
        for text in unclear {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn both_dice_of_each_roll_are_read_where_no_number_may_be_another() {
        let read = |text: &str| {
            let mut sheet = Sheet::read(text, 1, suite());
            sheet.numbers = numbers(&sheet.lines);
            both_in_digits(&sheet, sheet.lines.len(), 3)
        };
        let lines = |rolls: [[u8; 2]; 3], line: fn([u8; 2]) -> String| rolls.map(line).join("\n");
        let both = |rolls| lines(rolls, |[one, other]| format!("The computer rolled a {one} and a {other}."));
        assert_eq!(read(&both([[3, 5], [6, 2], [1, 1]])), Some(vec![3, 5, 6, 2, 1, 1]));
        assert_eq!(read(&both([[1, 5], [2, 2], [3, 1]])), None, "the numbers of rolls");
        assert_eq!(read(&both([[2, 5], [1, 2], [2, 1]])), None, "which of the two dice is shown");
        assert_eq!(read(&both([[6, 5], [6, 2], [6, 1]])), None, "how many sides a die has");
        assert_eq!(read(&both([[3, 5], [7, 2], [1, 1]])), None, "no face");
        assert_eq!(read("You rolled a 3 and a 5.\nYou rolled a 6 and a 2.\nYou rolled a 4 and a 3."), None);
    }
}
