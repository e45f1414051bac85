//! The parts of a conversation that differ, each with the rows that lose marks for it.

use std::collections::{BTreeMap, BTreeSet};

use crate::comparison::Part;

/// Parts that differ. Mostly it is one, or none, and there may be as many lists of them as cases, so none has room for more.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WrongParts(Box<[(Part, Box<[String]>)]>);

impl WrongParts {
    /// Returns the parts, in their order.
    pub fn parts(&self) -> impl Iterator<Item = Part> + '_ {
        self.0.iter().map(|(part, _)| *part)
    }

    /// Returns the parts, in their order, each with the rows that lose marks for it.
    pub fn iter(&self) -> impl Iterator<Item = (Part, &[String])> {
        self.0.iter().map(|(part, rows)| (*part, &**rows))
    }

    /// Changes which rows lose marks for a part; from now on the part is one that differs.
    pub(crate) fn change(&mut self, part: Part, change: impl FnOnce(&mut BTreeSet<String>)) {
        let mut all: BTreeMap<Part, BTreeSet<String>> = std::mem::take(&mut self.0)
            .into_iter()
            .map(|(part, rows)| (part, rows.into_iter().collect()))
            .collect();
        change(all.entry(part).or_default());
        *self = all.into();
    }
}

impl From<BTreeMap<Part, BTreeSet<String>>> for WrongParts {
    fn from(parts: BTreeMap<Part, BTreeSet<String>>) -> Self {
        Self(parts.into_iter().map(|(part, rows)| (part, rows.into_iter().collect())).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_concerns_the_rows_of_one_part() {
        let [menu, total, crash] = ["menu", "total", "crash"].map(Part::new);
        let mut wrong = WrongParts::default();
        wrong.change(total, |rows| rows.extend(["one", "two"].map(str::to_string)));
        wrong.change(menu, |_| {});
        wrong.change(total, |rows| rows.retain(|row| row != "one"));
        wrong.change(crash, |rows| *rows = ["three".to_string()].into());
        let found: Vec<(Part, Vec<&str>)> =
            wrong.iter().map(|(part, rows)| (part, rows.iter().map(String::as_str).collect())).collect();
        assert_eq!(found, [(crash, vec!["three"]), (menu, vec![]), (total, vec!["two"])]);
        assert!(wrong.parts().eq([crash, menu, total]));
    }
}
