//! Which rule forbids that one part of a conversation comes where another one is due.

use std::collections::{BTreeMap, BTreeSet};

use globset::GlobSet;

use super::check_case::known;
use super::check_globs::check_parts;
use super::problem::Problem;
use super::raw::RawInstead;
use super::yaml::At;
use super::{Row, Suite};

/// What the text says where one part is due and another one is printed.
#[derive(Debug)]
pub struct InsteadRule {
    /// Matches the part that is due.
    pub due: GlobSet,
    /// Matches the part that is printed.
    pub printed: GlobSet,
    /// The rows that pay for it.
    pub rows: BTreeSet<String>,
    /// The sentence of the text.
    pub sentence: String,
}

impl Suite {
    /// Returns the sentence of the text that forbids that `printed` comes where `due` should, if this row pays for it.
    pub(crate) fn text_against(&self, row: &str, due: &str, printed: &str) -> Option<&str> {
        let forbids =
            |it: &&InsteadRule| it.rows.contains(row) && it.due.is_match(due) && it.printed.is_match(printed);
        self.instead.iter().find(forbids).map(|it| it.sentence.as_str())
    }
}

/// Returns the rules that are written, whose rows and sentences are the suite's.
pub(super) fn check_instead(
    file: &str,
    written: Vec<RawInstead>,
    (rules, rows): (&BTreeMap<String, At<String>>, &[Row]),
    problems: &mut Vec<Problem>,
) -> Vec<InsteadRule> {
    let names: BTreeSet<String> = rules.keys().cloned().collect();
    let row_names: BTreeSet<String> = rows.iter().map(|row| row.name.clone()).collect();
    let mut checked = Vec::new();
    for RawInstead { due, printed, rows, rule } in written {
        known(file, "rule", &rule, Some(&names), problems);
        for row in &rows {
            known(file, "row", row, Some(&row_names), problems);
        }
        let due = check_parts(file, &due, problems);
        let printed = check_parts(file, &printed, problems);
        if let (Some(due), Some(printed), Some(sentence)) = (due, printed, rules.get(&rule.value)) {
            let rows = rows.into_iter().map(|row| row.value).collect();
            checked.push(InsteadRule { due, printed, rows, sentence: sentence.value.clone() });
        }
    }
    checked
}

#[cfg(test)]
mod tests {
    use super::super::read_suite;
    use super::super::source::SuiteFiles;
    use super::*;

    const SUITE: &str = "title: t\nreference: {game: pizza}\nrules: {more: 'Ask for more pizzas.'}\n\
                         marks:\n  - {row: r, title: t, out_of: 1, by: harness}\n  - {row: s, title: t, out_of: 1, by: harness}\ninstead:\n";

    fn read(instead: &str) -> Result<Suite, String> {
        let files =
            SuiteFiles::from([("suite.yaml".to_string(), format!("{SUITE}  - {instead}\n").into_bytes())]);
        read_suite("made", "", &files).map_err(|problems| problems.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_rule_holds_for_the_parts_and_the_rows_that_are_named() {
        let suite =
            read("{due: [question/more], printed: ['menu/*'], rows: [r], rule: more}").expect("it is valid");
        let against = |row, due, printed| suite.text_against(row, due, printed);
        assert_eq!(against("r", "question/more", "menu/line"), Some("Ask for more pizzas."));
        assert_eq!(against("s", "question/more", "menu/line"), None);
        assert_eq!(against("r", "question/flavor", "menu/line"), None);
        assert_eq!(against("r", "question/more", "summary"), None);
    }

    #[test]
    fn rules_and_rows_that_the_suite_does_not_have_are_told() {
        let told =
            read("{due: [a], printed: [b], rows: [rr], rule: mores}").expect_err("there are none such");
        assert!(
            told.contains("the suite has no rule `mores`") && told.contains("the suite has no row `rr`"),
            "{told}"
        );
    }
}
