//! What the page tells of: the mistakes with their numbers, and the cases that show each.

use std::collections::HashMap;
use std::io;

use super::anchor;
use crate::marks::mistake::Mistake;
use crate::mistakes::Kind;
use crate::reports::faults::first_difference;
use crate::reports::markup::Markup;
use crate::reports::report::Report;
use crate::reports::results::{CaseResult, DifferenceResult, Results};
use crate::reports::told::ToldMistakes;

/// What the page tells of.
pub(super) struct Contents<'a> {
    /// What it is made from.
    pub(super) report: &'a Report<'a>,
    /// The mistakes.
    pub(super) told: ToldMistakes<'a>,
    numbers: HashMap<&'a str, usize>,
    cases: HashMap<&'a str, Vec<&'a CaseResult>>,
}

impl<'a> Contents<'a> {
    /// Returns what a page of this report tells of.
    pub(super) fn of(report: &'a Report<'a>) -> Self {
        let told = ToldMistakes::of(report.results);
        let mut contents = Self { report, told, numbers: HashMap::new(), cases: HashMap::new() };
        contents.numbers =
            contents.mistakes().map(|(number, mistake)| (mistake.key.as_str(), number)).collect();
        for case in &report.results.cases {
            let mut keys: Vec<&str> =
                case.differences.iter().filter_map(|it| it.mistake.as_deref()).collect();
            // A crash or a program that hangs has no place in the conversation.
            keys.extend(case.differences.is_empty().then(|| case.verdict.name()));
            keys.sort_unstable();
            keys.dedup();
            for key in keys {
                contents.cases.entry(key).or_default().push(case);
            }
        }
        contents
    }

    /// Returns what the page is made from.
    pub(super) fn results(&self) -> &'a Results {
        self.report.results
    }

    /// Returns the mistakes with their numbers, worst first; those that cost nothing come last.
    pub(super) fn mistakes(&self) -> impl Iterator<Item = (usize, &'a Mistake)> {
        (1..=self.told.count()).filter_map(|number| Some((number, self.told.numbered(number)?)))
    }

    /// Returns the number of the mistake of which a difference is a place, if the reader is told of it.
    pub(super) fn number(&self, difference: &DifferenceResult) -> Option<usize> {
        self.numbers.get(difference.mistake.as_deref()?).copied()
    }

    /// Returns the cases in which a mistake shows and of which the reader may know that.
    pub(super) fn cases(&self, mistake: &Mistake) -> &[&'a CaseResult] {
        self.cases.get(mistake.key.as_str()).map_or(&[], Vec::as_slice)
    }

    /// Returns the case that shows a mistake best, if the reader may see it.
    pub(super) fn example(&self, mistake: &Mistake) -> Option<&'a CaseResult> {
        self.results().example(mistake)
    }

    /// Returns the difference for which a case fails: the first that is of no slip of presentation or wording, else the first.
    pub(super) fn reason<'c>(&self, case: &'c CaseResult) -> Option<&'c DifferenceResult> {
        let is_slip = |difference: &DifferenceResult| {
            let mistake = self.number(difference).and_then(|number| self.told.numbered(number));
            mistake.is_some_and(|mistake| matches!(mistake.kind, Kind::Presentation | Kind::Wording))
        };
        let first = case.differences.iter().find(|it| it.root.is_none() && !is_slip(it));
        first.or_else(|| first_difference(case))
    }

    /// Writes a link to the mistake of this number.
    pub(super) fn link(&self, html: &mut Markup<'_>, number: usize) -> io::Result<()> {
        let key = self.told.numbered(number).map_or("", |mistake| &mistake.key);
        let place = anchor::link(&anchor::of_mistake(key));
        html.element("a", &[("href", &place)], &format!("Mistake {number}"))
    }
}

/// Returns how a fresh example is called, which stands for cases that are not public.
pub(super) fn made_for_you(case: &CaseResult) -> String {
    format!("an example made for you ({})", case.id)
}

/// Writes a link to a case.
pub(super) fn link_to_case(html: &mut Markup<'_>, case: &CaseResult) -> io::Result<()> {
    html.element("a", &[("href", &anchor::link(&anchor::of_case(&case.id)))], &case.id)
}
