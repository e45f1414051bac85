//! Lines of one turn that are right, but stand in another order.

use super::detail::Detail;
use super::difference::Difference;
use crate::cases::Cause;

/// Makes one difference of a line that is missing in one place and extra in another.
pub(super) fn join_moved(differences: &mut Vec<Difference>) {
    while let Some((missing, extra)) = moved(differences) {
        let actual = differences[extra].actual.clone();
        let first = &mut differences[missing];
        (first.cause, first.detail, first.actual) = (Cause::LineOrder, Detail::MovedLine, actual);
        differences.remove(extra);
    }
}

/// Returns the indices of a missing line and of the same line where it is extra.
fn moved(differences: &[Difference]) -> Option<(usize, usize)> {
    let trimmed = |line: &Option<String>| line.as_deref().map(str::trim_end).map(str::to_string);
    let is_missing = |(_, it): &(usize, &Difference)| it.cause == Cause::MissingOutput;
    differences.iter().enumerate().filter(is_missing).find_map(|(index, missing)| {
        let is_it = |other: &Difference| {
            other.cause == Cause::ExtraOutput && trimmed(&other.actual) == trimmed(&missing.expected)
        };
        differences.iter().position(is_it).map(|extra| (index, extra))
    })
}

/// Makes one difference of lines that are all there, but in another order.
pub(super) fn join_shuffled(differences: &mut Vec<Difference>) {
    let is_changed = |it: &Difference| matches!(it.cause, Cause::WrongText | Cause::WrongValue);
    let changed = || differences.iter().filter(|it| is_changed(it));
    let mut expected: Vec<_> = changed().map(|it| it.expected.clone()).collect();
    let mut actual: Vec<_> = changed().map(|it| it.actual.clone()).collect();
    expected.sort();
    actual.sort();
    let Some(first) = differences.iter().position(is_changed).filter(|_| expected == actual) else { return };
    let mut index = 0;
    differences.retain(|difference| {
        index += 1;
        index - 1 == first || !is_changed(difference)
    });
    (differences[first].cause, differences[first].detail) = (Cause::LineOrder, Detail::ShuffledLines);
}
