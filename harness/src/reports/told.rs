//! Which mistakes a reader is told of, with the numbers by which they are called.

use std::collections::{BTreeMap, BTreeSet};

use super::results::{Results, RowResult};
use crate::judging::Verdict;
use crate::marks::mistake::Mistake;
use crate::mistakes::Kind;

/// What one mistake of a row costs so many times is no other mistake of it: it is what is left of this one in cases of which the reader may know
/// nothing.
const REST_OF: f64 = 20.0;

/// The mistakes of a submission as a reader is told of them.
#[derive(Debug)]
pub(super) struct ToldMistakes<'a> {
    /// Those that cost something, worst first, but those after which one shows right before it, whatever these cost, and before all of them
    /// those that keep the program from what whole rows are about; where only some cases were run and nobody knows what they cost, all.
    pub(super) costly: Vec<&'a Mistake>,
    /// Those that cost nothing, first those in rows that are marked later.
    pub(super) free: Vec<&'a Mistake>,
    /// What is lost by those of which the reader may know nothing else.
    pub(super) hidden: Vec<&'a Mistake>,
}

impl<'a> ToldMistakes<'a> {
    /// Sorts the mistakes of these results.
    pub(super) fn of(results: &'a Results) -> Self {
        let (hidden, open): (Vec<_>, Vec<_>) = results.mistakes.iter().partition(|it| it.key.is_empty());
        let hidden = hidden.into_iter().filter(|mistake| mistake.lost > 0.0).collect();
        if results.is_of_some_cases() {
            let mut costly = open;
            costly.sort_by_key(|mistake| std::cmp::Reverse((mistake.kind, mistake.cases)));
            return Self { costly, free: Vec::new(), hidden };
        }
        let by_key: BTreeMap<&str, &Mistake> =
            open.iter().map(|mistake| (mistake.key.as_str(), *mistake)).collect();
        let (mut costly, mut listed) = (Vec::new(), BTreeSet::new());
        let is_told = |mistake: &Mistake| results.keeps_from_rows(mistake) || mistake.lost > 0.0;
        let (stops, others): (Vec<&Mistake>, Vec<&Mistake>) = open
            .iter()
            .copied()
            .filter(|mistake| is_told(mistake))
            .partition(|it| results.keeps_from_rows(it));
        for mistake in stops.into_iter().chain(others) {
            add_after_precursors(mistake, &by_key, &mut costly, &mut listed);
        }
        let mut free = open;
        free.retain(|mistake| !listed.contains(mistake.key.as_str()));
        free.sort_by_key(|mistake| !results.is_marked_later(mistake));
        Self { costly, free, hidden }
    }

    /// Returns whether more is lost than by those that are told of, by what is no rest of one of them.
    pub(super) fn are_not_all(&self) -> bool {
        let is_rest = |hidden: &&Mistake| {
            self.costly.iter().any(|told| told.row == hidden.row && told.lost >= REST_OF * hidden.lost)
        };
        !self.hidden.iter().all(is_rest)
    }

    /// Returns whether one that costs less comes before one that costs more, because it is to be repaired first.
    pub(super) fn is_in_order_of_repair(&self) -> bool {
        self.costly.windows(2).any(|pair| pair[0].lost < pair[1].lost)
    }

    /// Returns all that have numbers, in the order of these.
    pub(super) fn in_order(&self) -> impl Iterator<Item = &'a Mistake> {
        self.costly.iter().chain(&self.free).copied()
    }

    /// Returns the mistake with this number, counted from 1: those that cost nothing come last.
    pub(super) fn numbered(&self, number: usize) -> Option<&'a Mistake> {
        number.checked_sub(1).and_then(|index| self.in_order().nth(index))
    }

    /// Returns the worst mistake of the program, with its number: of a file or a unit test that is missing the list tells all. The worst of
    /// these if there is no other.
    pub(super) fn worst_of_program(&self) -> Option<(&'a Mistake, usize)> {
        let is_piece = |it: &Mistake| it.part.starts_with("files/") || it.part.starts_with("tests/");
        let shows = self.costly.iter().position(|mistake| !is_piece(mistake));
        self.costly.get(shows.unwrap_or_default()).map(|mistake| (*mistake, shows.unwrap_or_default() + 1))
    }

    /// Returns the numbers of the mistakes after which another one shows; none where the reader is not told of all of them.
    pub(super) fn precursors(&self, mistake: &Mistake) -> Option<Vec<usize>> {
        let all: Vec<&Mistake> = self.in_order().collect();
        let number = |key: &String| all.iter().position(|other| other.key == *key).map(|index| index + 1);
        let mut numbers: Vec<usize> =
            mistake.precursors.as_ref()?.mistakes.iter().map(number).collect::<Option<_>>()?;
        numbers.sort_unstable();
        Some(numbers)
    }

    /// Returns how many mistakes have numbers.
    pub(super) fn count(&self) -> usize {
        self.costly.len() + self.free.len()
    }
}

/// Adds a mistake to a list that does not have it yet, and before it those after which it shows: who repairs it repairs these first. The keys
/// of those that are in the list, or come there, are in `listed`.
fn add_after_precursors<'a>(
    mistake: &'a Mistake,
    by_key: &BTreeMap<&str, &'a Mistake>,
    list: &mut Vec<&'a Mistake>,
    listed: &mut BTreeSet<&'a str>,
) {
    if !listed.insert(&mistake.key) {
        return;
    }
    // Why a program crashed or was stopped, it tells itself.
    let precursors = mistake.precursors.iter().filter(|_| mistake.kind != Kind::Failure);
    let named = precursors.flat_map(|it| &it.mistakes);
    for precursor in named.filter_map(|key| by_key.get(key.as_str())) {
        add_after_precursors(precursor, by_key, list, listed);
    }
    list.push(mistake);
}

/// Returns how mistakes with these numbers are called.
pub(super) fn called(numbers: &[usize]) -> String {
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    match &numbers[..] {
        [] => String::new(),
        [one] => format!("mistake {one}"),
        [others @ .., last] => format!("mistakes {} and {last}", others.join(", ")),
    }
}

/// Returns whether a mistake is one of wording or presentation.
pub(super) fn is_slip(mistake: &Mistake) -> bool {
    matches!(mistake.kind, Kind::Presentation | Kind::Wording)
}

impl Results {
    /// Returns whether a mistake costs nothing because its row is marked later: by a person, or by cases that are not in the suite.
    pub(super) fn is_marked_later(&self, mistake: &Mistake) -> bool {
        let is_pending = |row: &RowResult| row.row == mistake.row && !row.is_judged();
        mistake.lost <= 0.0
            && !is_slip(mistake)
            && !self.is_of_some_cases()
            && self.mark_sheet.iter().any(is_pending)
    }

    /// Returns whether only some cases of the suite were run, so that nobody knows what anything costs.
    pub(super) fn is_of_some_cases(&self) -> bool {
        self.summary.cases < self.summary.all_cases
    }

    /// Returns whether a program crashed or was stopped by this mistake before it came to what whole rows are about: then it costs no row
    /// anything, and yet is what to repair first.
    pub(super) fn keeps_from_rows(&self, mistake: &Mistake) -> bool {
        mistake.kind == Kind::Failure
            && mistake.lost <= 0.0
            && !mistake.key.is_empty()
            && self.mark_sheet.iter().any(|row| self.is_unreached(row))
    }

    /// Returns how many cases could not be judged.
    pub(super) fn undecided(&self) -> usize {
        self.cases.iter().filter(|case| case.verdict == Verdict::Undecided).count()
    }
}

#[cfg(test)]
mod tests {
    use super::super::hostile::{Texts, results};
    use super::*;
    use crate::marks::mistake::Precursors;

    /// Returns a mistake with this key, which costs so much and shows after others.
    fn mistake(key: &str, lost: f64, kind: Kind, after: &[&str]) -> Mistake {
        let precursors =
            Precursors { mistakes: after.iter().map(ToString::to_string).collect(), after: 1, of: 1 };
        let any = results(&Texts::default()).mistakes.remove(0);
        Mistake {
            key: key.to_string(),
            kind,
            lost,
            precursors: Some(precursors).filter(|it| !it.mistakes.is_empty()),
            ..any
        }
    }

    #[track_caller]
    fn check(mistakes: Vec<Mistake>, costly: &str, free: &str) {
        let results = Results { mistakes, ..results(&Texts::default()) };
        let told = ToldMistakes::of(&results);
        let keys = |all: &[&Mistake]| all.iter().map(|it| it.key.as_str()).collect::<Vec<_>>().join(" ");
        assert_eq!((keys(&told.costly).as_str(), keys(&told.free).as_str()), (costly, free));
    }

    #[test]
    fn what_is_to_be_repaired_first_comes_first() {
        let rule = |key, lost, after: &[&str]| mistake(key, lost, Kind::Behaviour, after);
        check(vec![rule("a", 3.0, &["c"]), rule("b", 2.0, &[]), rule("c", 1.0, &[])], "c a b", "");
        check(
            vec![rule("a", 3.0, &["free"]), rule("free", 0.0, &[]), rule("slip", 0.0, &[])],
            "free a",
            "slip",
        );
        check(vec![rule("a", 3.0, &["b"]), rule("b", 2.0, &["a"])], "b a", "");
        check(vec![rule("a", 3.0, &["b"]), rule("b", 2.0, &["c"]), rule("c", 1.0, &[])], "c b a", "");
        check(vec![rule("a", 3.0, &["nobody is told of it"])], "a", "");
    }

    #[test]
    fn a_crash_that_keeps_a_program_from_whole_rows_comes_first_though_it_costs_nothing() {
        let mistakes =
            || vec![mistake("slip", 1.0, Kind::Wording, &[]), mistake("crash", 0.0, Kind::Failure, &[])];
        check(mistakes(), "slip", "crash");
        let mut results = Results { mistakes: mistakes(), ..results(&Texts::default()) };
        results.cases.retain(|case| case.verdict != Verdict::Undecided);
        results.mark_sheet.iter_mut().for_each(|row| row.by = "pending".to_string());
        let told = ToldMistakes::of(&results);
        assert_eq!((told.costly[0].key.as_str(), told.costly.len(), told.free.len()), ("crash", 2, 0));
        let listed: Vec<&str> =
            super::super::mistake_list::costly(&results).map(|it| it.key.as_str()).collect();
        assert_eq!(listed, ["crash", "slip"]);
    }

    #[test]
    fn what_is_left_of_a_mistake_in_hidden_cases_is_no_other_mistake() {
        let told_all = |hidden: f64| {
            let rest = Mistake { key: String::new(), ..mistake("", hidden, Kind::Behaviour, &[]) };
            let mistakes = vec![mistake("a", 1.0, Kind::Behaviour, &[]), rest];
            !ToldMistakes::of(&Results { mistakes, ..results(&Texts::default()) }).are_not_all()
        };
        assert!(told_all(0.05) && told_all(0.0));
        assert!(!told_all(0.06));
    }

    #[test]
    fn a_crash_comes_by_what_it_costs() {
        let line = mistake("line", 1.0, Kind::Behaviour, &[]);
        check(vec![mistake("crash", 3.0, Kind::Failure, &["line"]), line], "crash line", "");
    }
}
