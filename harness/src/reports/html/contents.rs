//! What the page tells of: the mistakes with their numbers, and the cases that show each.

use std::collections::{BTreeSet, HashMap};
use std::io;

use super::anchor;
use super::breaks::breakable;
use crate::marks::mistake::Mistake;
use crate::mistakes::Kind;
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

    /// Returns the cases of which the reader may see more than a number, and the fresh ones.
    pub(super) fn seen_cases(&self) -> impl Iterator<Item = &'a CaseResult> {
        let results = self.results();
        results.cases.iter().chain(&results.twins).filter(|case| !case.is_hidden())
    }

    /// Returns the mistakes with their numbers, worst first; those that cost nothing come last.
    pub(super) fn mistakes(&self) -> impl Iterator<Item = (usize, &'a Mistake)> {
        (1..=self.told.count()).filter_map(|number| Some((number, self.told.numbered(number)?)))
    }

    /// Returns the number of the mistake of which a difference is a place, if the reader is told of it.
    pub(super) fn number(&self, difference: &DifferenceResult) -> Option<usize> {
        self.numbers.get(difference.mistake.as_deref()?).copied()
    }

    /// Returns the number of a mistake.
    pub(super) fn number_of(&self, mistake: &Mistake) -> Option<usize> {
        self.numbers.get(mistake.key.as_str()).copied()
    }

    /// Returns the cases in which a mistake shows and of which the reader may know that.
    pub(super) fn cases(&self, mistake: &Mistake) -> &[&'a CaseResult] {
        self.cases.get(mistake.key.as_str()).map_or(&[], Vec::as_slice)
    }

    /// Returns the case that shows a mistake best, if the reader may see it.
    pub(super) fn example(&self, mistake: &Mistake) -> Option<&'a CaseResult> {
        self.results().example(mistake)
    }

    /// Returns the difference for which a case fails: the first that costs its own row, and rather none of a slip of presentation or
    /// wording, nor one that follows from another.
    pub(super) fn reason<'c>(&self, case: &'c CaseResult) -> Option<&'c DifferenceResult> {
        let is_slip = |difference: &DifferenceResult| {
            let mistake = self.number(difference).and_then(|number| self.told.numbered(number));
            mistake.is_some_and(|mistake| matches!(mistake.kind, Kind::Presentation | Kind::Wording))
        };
        case.differences.iter().min_by_key(|it| (it.row != case.row, it.root.is_some(), is_slip(it)))
    }

    /// Returns the numbers of the mistakes that a case shows.
    pub(super) fn shown_in(&self, case: &CaseResult) -> BTreeSet<usize> {
        case.differences.iter().filter_map(|difference| self.number(difference)).collect()
    }

    /// Returns the numbers of the mistakes that cost a row something.
    pub(super) fn costing(&self, row: &str) -> BTreeSet<usize> {
        let costly = self.mistakes().filter(|(_, mistake)| mistake.lost > 0.0 && costs(mistake, row));
        costly.map(|(number, _)| number).collect()
    }

    /// Returns the link that leads to what cost a row most: a mistake, or else what may be told of cases that are not public.
    pub(super) fn worst_of(&self, row: &str) -> Option<String> {
        let is_hidden = || self.told.hidden.iter().any(|mistake| mistake.lost > 0.0 && costs(mistake, row));
        let of_told = self.costing(row).first().map(|number| self.place_of(*number));
        of_told.or_else(|| is_hidden().then(|| anchor::link(anchor::HIDDEN)))
    }

    /// Writes links to the mistakes of these numbers.
    pub(super) fn links(&self, html: &mut Markup<'_>, numbers: &BTreeSet<usize>) -> io::Result<()> {
        for (index, number) in numbers.iter().enumerate() {
            html.text(if index > 0 { ", " } else { "" })?;
            self.link(html, *number)?;
        }
        Ok(())
    }

    /// Writes a sign with the numbers of mistakes that show on a line, each a link; nothing if there are none.
    pub(super) fn tags(&self, html: &mut Markup<'_>, numbers: &BTreeSet<usize>) -> io::Result<()> {
        if numbers.is_empty() {
            return Ok(());
        }
        html.raw("<span class=\"other\" title=\"Another mistake shows on this line, too\">≠")?;
        for (index, number) in numbers.iter().enumerate() {
            html.text(if index > 0 { " " } else { "" })?;
            html.element("a", &[("href", &self.place_of(*number))], &number.to_string())?;
        }
        html.raw("</span>")
    }

    /// Returns the link that leads to the mistake of this number.
    pub(super) fn place_of(&self, number: usize) -> String {
        let key = self.told.numbered(number).map_or("", |mistake| &mistake.key);
        anchor::link(&anchor::of_mistake(key))
    }

    /// Writes a link to the mistake of this number.
    pub(super) fn link(&self, html: &mut Markup<'_>, number: usize) -> io::Result<()> {
        html.element("a", &[("href", &self.place_of(number))], &format!("Mistake {number}"))
    }
}

/// Returns whether a row pays for a mistake, alone or with others.
fn costs(mistake: &Mistake, row: &str) -> bool {
    mistake.row == row || mistake.other_rows.iter().any(|other| other == row)
}

/// Returns how a fresh example is called, which stands for cases that are not public.
pub(super) fn made_for_you(case: &CaseResult) -> String {
    format!("an example made for you ({})", case.id)
}

/// Writes a link to a case.
pub(super) fn link_to_case(html: &mut Markup<'_>, case: &CaseResult) -> io::Result<()> {
    html.open("a", &[("href", &anchor::link(&anchor::of_case(&case.id)))])?;
    breakable(html, &case.id)?;
    html.close("a")
}
