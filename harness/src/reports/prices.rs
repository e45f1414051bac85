//! What mistakes cost by a decision of staff, in place of what they cost by the suite.

use std::collections::BTreeMap;

use super::results::{HARNESS, Results, RowResult, automatic};
use crate::marks::hundredths::round_by_row;
use crate::marks::hundredths::without_hundredths_lost;
use crate::marks::mistake::Mistake;

impl Results {
    /// Returns results for staff in which mistakes cost these marks, by their keys, and rows are awarded accordingly. A mistake that costs
    /// several rows costs each of them the same share as before. What other mistakes cost stays, unless a row would lose more than it is
    /// worth: then all that it loses shrinks alike.
    #[must_use]
    pub(crate) fn repriced(mut self, prices: &BTreeMap<String, f64>) -> Self {
        if !self.mistakes.iter().any(|mistake| prices.contains_key(&mistake.key)) {
            return self;
        }
        let before = self.mistakes.clone();
        for mistake in &mut self.mistakes {
            if let Some(price) = prices.get(&mistake.key) {
                set_price(mistake, *price, &self.mark_sheet);
            }
        }
        for row in self.mark_sheet.iter_mut().filter(|row| row.by == HARNESS) {
            award(row, lost_in(&before, &row.row), &mut self.mistakes);
        }
        round_by_row(&mut self.mistakes);
        self.mistakes.sort_by(|one, other| other.lost.total_cmp(&one.lost));
        self.summary.automatic = automatic(&self.mark_sheet);
        self
    }
}

/// Divides a price among the rows that a mistake costs.
fn set_price(mistake: &mut Mistake, price: f64, sheet: &[RowResult]) {
    let lost: f64 = mistake.by_row.values().sum();
    if lost > 0.0 {
        mistake.by_row.values_mut().for_each(|share| *share *= price / lost);
    } else if sheet.iter().any(|row| row.row == mistake.row && row.by == HARNESS) {
        mistake.by_row = BTreeMap::from([(mistake.row.clone(), price)]);
    }
}

/// Awards a row that lost `before` through its mistakes, and loses now what they say.
fn award(row: &mut RowResult, before: f64, mistakes: &mut [Mistake]) {
    let now = lost_in(mistakes, &row.row);
    if (now - before).abs() < 1e-9 {
        return;
    }
    // What rounding has put beside the mistakes stays there.
    let most = row.awarded + before;
    if now > most {
        let shares = mistakes.iter_mut().filter_map(|mistake| mistake.by_row.get_mut(&row.row));
        shares.for_each(|share| *share *= most / now);
    }
    row.awarded = without_hundredths_lost((most - now).clamp(0.0, row.out_of), row.out_of);
}

fn lost_in(mistakes: &[Mistake], row: &str) -> f64 {
    mistakes.iter().filter_map(|mistake| mistake.by_row.get(row)).sum()
}

#[cfg(test)]
mod tests {
    use super::super::hostile::{Texts, results};
    use super::*;

    /// Returns results of two rows, worth 4 and 2 marks, and a pending one, in which mistakes cost these marks in these rows.
    fn with(costs: &[(&str, &[(&str, f64)])]) -> Results {
        let plain = results(&Texts::default());
        let row = |name: &str, out_of: f64, by: &str| RowResult {
            row: name.to_string(),
            out_of,
            awarded: out_of,
            by: by.to_string(),
            ..plain.mark_sheet[0].clone()
        };
        let mistake = |(key, rows): &(&str, &[(&str, f64)])| Mistake {
            key: (*key).to_string(),
            row: rows.first().map_or("a", |(row, _)| row).to_string(),
            by_row: rows.iter().map(|(row, lost)| ((*row).to_string(), *lost)).collect(),
            lost: rows.iter().map(|(_, lost)| lost).sum(),
            ..plain.mistakes[0].clone()
        };
        let mistakes: Vec<Mistake> = costs.iter().map(mistake).collect();
        let mut sheet =
            vec![row("a", 4.0, "harness"), row("b", 2.0, "harness"), row("style", 2.0, "pending")];
        for row in &mut sheet {
            row.awarded -= lost_in(&mistakes, &row.row);
        }
        Results { mistakes, mark_sheet: sheet, ..plain }
    }

    #[track_caller]
    fn check(costs: &[(&str, &[(&str, f64)])], prices: &[(&str, f64)], expected: &str) {
        let prices = prices.iter().map(|(key, price)| ((*key).to_string(), *price)).collect();
        let results = with(costs).repriced(&prices);
        let rows: Vec<String> = results.mark_sheet[..2].iter().map(|row| row.awarded.to_string()).collect();
        let mistakes: Vec<String> =
            results.mistakes.iter().map(|mistake| format!("{} {}", mistake.key, mistake.lost)).collect();
        let told = format!("{} = {}; {}", rows.join(" + "), results.summary.automatic, mistakes.join(", "));
        assert_eq!(told, expected);
    }

    #[test]
    fn a_mistake_costs_what_was_decided_and_others_cost_what_they_did() {
        let two: [(&str, &[(&str, f64)]); 2] = [("x", &[("a", 1.0)]), ("y", &[("a", 0.5)])];
        check(&two, &[("x", 0.25)], "3.25 + 2 = 5.25; y 0.5, x 0.25");
        check(&two, &[("x", 0.0), ("y", 2.0)], "2 + 2 = 4; y 2, x 0");
        check(&[("x", &[])], &[("x", 0.5)], "3.5 + 2 = 5.5; x 0.5");
    }

    #[test]
    fn a_mistake_of_several_rows_costs_each_the_same_share() {
        check(&[("x", &[("a", 1.0), ("b", 0.5)])], &[("x", 0.3)], "3.8 + 1.9 = 5.7; x 0.3");
    }

    #[test]
    fn a_row_never_loses_more_than_it_is_worth() {
        let two: [(&str, &[(&str, f64)]); 2] = [("x", &[("b", 1.0)]), ("y", &[("b", 0.5)])];
        check(&two, &[("y", 3.0)], "4 + 0 = 4; y 1.5, x 0.5");
        check(&[("x", &[("b", 2.0)])], &[("x", 0.0)], "4 + 2 = 6; x 0");
    }

    #[test]
    fn a_row_that_a_person_awards_loses_nothing() {
        check(&[("x", &[("a", 1.0)]), ("z", &[("style", 0.0)])], &[("z", 1.0)], "3 + 2 = 5; x 1, z 0");
    }
}
