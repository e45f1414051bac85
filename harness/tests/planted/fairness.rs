//! What single slips cost: measured for each, and told in a table.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use harness::cases::{Case, Suite};
use harness::recording::Recording;
use harness::running::{default_jobs, in_parallel};

use super::line::Line;
use super::literal::{Literal, Literals, Seen};
use super::marking::{Marked, automatic, mark};
use super::policy::{expectation, is_excepted};
use super::program::{Manner, Reading, converse, record};
use super::slip::{Kind, Slip};

/// A slip, and what marking made of the program that has only this one.
#[derive(Debug)]
pub(crate) struct Measured<'a> {
    pub(crate) slip: Slip,
    pub(crate) seen: &'a Seen,
    pub(crate) marked: Marked,
    /// The cases in which it shows, by their ids.
    shows: BTreeSet<String>,
    /// The lines that it changes: as they should be, and as they are.
    lines: BTreeSet<(String, String)>,
}

impl Measured<'_> {
    /// Returns what the slip is called.
    pub(crate) fn name(&self, suite: &Suite) -> String {
        let (Literal::Line(text) | Literal::Value(text)) = &self.slip.literal;
        format!("{}: {:?}: {}", suite.name, self.slip.kind, text.replace('\t', " "))
    }
}

/// What is written down of all slips.
pub(crate) struct Pages<'a> {
    pub(crate) table: &'a str,
    pub(crate) wrong: &'a BTreeSet<String>,
}

impl Pages<'_> {
    /// Writes the page of the documentation and the list of what is still wrong, or checks that they are as they should be.
    pub(crate) fn write_or_compare(&self) {
        let tests = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/planted/still_wrong.txt");
        let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/fairness.md");
        let list: String = self.wrong.iter().flat_map(|name| [name.as_str(), "\n"]).collect();
        for (path, text) in [(tests, list), (page, self.page())] {
            if std::env::var_os("PLANTED_WRITE").is_some() {
                std::fs::write(&path, text).unwrap();
            } else {
                let help = "write it again with PLANTED=all PLANTED_WRITE=1";
                assert_eq!(
                    std::fs::read_to_string(&path).unwrap(),
                    text,
                    "{} is stale: {help}",
                    path.display()
                );
            }
        }
    }

    fn page(&self) -> String {
        let mut page = format!("{HEAD}{}\n{}", self.table, WRONG);
        for name in self.wrong {
            let _ = writeln!(page, "- `{}`", name.replace('`', "'"));
        }
        page
    }
}

const HEAD: &str = "\
# What a slip costs

Written by `PLANTED=all PLANTED_WRITE=1 cargo test --release --test every_literal`. In every line that a game prints, slips are planted,
one at a time: a word misspelt, left out or replaced, all words replaced, letter case, punctuation, a blank or a blank line more or
less, a line left out, added, broken, joined, or swapped with the next; and every word of which a game prints one or another is misspelt. A
slip should be one mistake in the list, and cost an eighth of one row at most if it is one of presentation, else a quarter. A line
with values that is left out is excepted: it costs the cases of its row.

| Suite | Marks | Slips | Mean loss | Largest loss | Largest loss with lines left out | As it should be |
|---|---|---|---|---|---|---|
";

const WRONG: &str = "\
## What is not yet as it should be

Each is the suite, the kind of slip, and the line with `#` for its values.

";

/// Returns the recordings of a program with these slips.
pub(crate) fn recordings<'s>(suite: &'s Suite, slips: &[Slip]) -> Vec<(&'s Case, Recording)> {
    suite.cases.iter().map(|case| (case, record(suite, case, slips))).collect()
}

/// Measures each slip alone; those that change nothing anywhere are left out.
pub(crate) fn measure<'a>(suite: &Suite, literals: &'a Literals, slips: &[Slip]) -> Vec<Measured<'a>> {
    let faithful = recordings(suite, &[]);
    let one = |slip: &Slip| -> Result<_, std::convert::Infallible> {
        let changed = recordings(suite, std::slice::from_ref(slip));
        let differ = changed.iter().zip(&faithful).filter(|((_, one), (_, other))| one != other);
        let shows: BTreeSet<String> = differ.map(|((case, _), _)| case.id.clone()).collect();
        Ok((!shows.is_empty()).then(|| Measured {
            slip: slip.clone(),
            seen: &literals[&slip.literal],
            marked: mark(suite, &changed),
            lines: changed_lines(suite, slip, &shows),
            shows,
        }))
    };
    let Ok(measured) = in_parallel(slips, default_jobs(), one);
    measured.into_iter().flatten().collect()
}

/// Returns the lines that a slip changes in these cases, as they should be and as they are.
fn changed_lines(suite: &Suite, slip: &Slip, cases: &BTreeSet<String>) -> BTreeSet<(String, String)> {
    let mut changed = BTreeSet::new();
    for case in suite.cases.iter().filter(|case| cases.contains(&case.id)) {
        let mut change = |lines: &mut Vec<Line>| {
            let words = lines.iter().filter_map(|line| Some((line.text.clone(), slip.reworded_line(line)?)));
            changed.extend(words.map(|(one, other)| (trimmed(&one), trimmed(&other))));
            slip.plant(lines);
        };
        converse(suite, case, Manner { change: &mut change, reading: Reading::First });
    }
    changed
}

fn trimmed(line: &str) -> String {
    line.trim_end().to_string()
}

/// Returns what is wrong with the marking of a single slip; nothing if it is as the policy says.
pub(crate) fn wrong(suite: &Suite, measured: &Measured<'_>) -> Option<String> {
    let Measured { slip, seen, marked, shows, lines } = measured;
    let expected = expectation(suite, slip, seen);
    let mut wrong = Vec::new();
    let count = usize::from(expected.is_listed);
    if marked.mistakes.len() != count {
        wrong.push(format!("{} mistakes are listed instead of {count}", marked.mistakes.len()));
    }
    if let ([mistake], false) = (&marked.mistakes[..], is_excepted(slip, seen)) {
        let price = expected.price(suite, mistake, shows);
        if (marked.loss() - price).abs() > 1e-4 {
            wrong.push(format!("it costs {:?} instead of {price:.4} of {}", marked.lost, mistake.row));
        }
        let told = (trimmed(&mistake.expected), trimmed(&mistake.got));
        if slip.kind.rewords() && !lines.contains(&told) {
            wrong.push(format!("it is told as {told:?}"));
        }
    }
    if marked.lost.keys().any(|row| !expected.rows.contains(row)) {
        wrong.push(format!("it costs {:?}, not only {:?}", marked.lost.keys(), expected.rows));
    }
    if let ([mistake], Literal::Line(_)) = (&marked.mistakes[..], &slip.literal) {
        let kinds = expected.kinds(is_excepted(slip, seen));
        if !kinds.contains(&mistake.kind.as_str()) {
            wrong.push(format!("it is told as {}, not as {kinds:?}", mistake.kind));
        }
        if !expected.rows.contains(&mistake.row) {
            wrong.push(format!("it is told in {}, not in {:?}", mistake.row, expected.rows));
        }
    }
    let failed: Vec<&str> = marked.failed().collect();
    if !failed.is_empty() && !is_excepted(slip, seen) {
        wrong.push(format!("{} cases do not pass, such as {}", failed.len(), failed[0]));
    }
    #[allow(clippy::cast_precision_loss, reason = "there are few mistakes")]
    let list_length = marked.mistakes.len().max(1) as f64;
    let sum: f64 = marked.mistakes.iter().map(|mistake| mistake.lost).sum();
    if (sum - marked.loss()).abs() > 0.0051 * list_length {
        wrong.push(format!("the list sums to {sum:.4}, and {:.4} are lost", marked.loss()));
    }
    (!wrong.is_empty()).then(|| {
        let listed: Vec<String> =
            marked.mistakes.iter().take(4).map(|mistake| format!("\n      {mistake:?}")).collect();
        format!("{}{}", wrong.join("; "), listed.concat())
    })
}

/// Returns the figures of a suite as a row of a table.
pub(crate) fn row(suite: &Suite, measured: &[Measured<'_>]) -> String {
    let marks = automatic(suite);
    let ordinary: Vec<f64> = measured
        .iter()
        .filter(|one| !is_excepted(&one.slip, one.seen))
        .map(|one| one.marked.loss())
        .collect();
    let largest = |losses: &[f64]| losses.iter().copied().fold(0.0, f64::max);
    #[allow(clippy::cast_precision_loss, reason = "there are few slips")]
    let mean = |losses: &[f64]| losses.iter().sum::<f64>() / losses.len().max(1) as f64;
    let all: Vec<f64> = measured.iter().map(|one| one.marked.loss()).collect();
    format!(
        "| {} | {marks} | {} | {:.2} % | {:.2} | {:.2} |",
        suite.name,
        measured.len(),
        100.0 * mean(&all) / marks,
        largest(&ordinary),
        largest(&all)
    )
}

/// Returns mean and largest loss of each kind, for people who look for what is wrong.
pub(crate) fn by_kind(measured: &[Measured<'_>]) -> String {
    let mut kinds: BTreeMap<Kind, Vec<f64>> = BTreeMap::new();
    for one in measured {
        kinds.entry(one.slip.kind).or_default().push(one.marked.loss());
    }
    let mut text = String::new();
    for (kind, losses) in kinds {
        #[allow(clippy::cast_precision_loss, reason = "there are few slips")]
        let mean = losses.iter().sum::<f64>() / losses.len() as f64;
        let largest = losses.iter().copied().fold(0.0, f64::max);
        let _ = writeln!(
            text,
            "  {:<14} {:>4} slips, mean {mean:.3}, largest {largest:.3}",
            format!("{kind:?}"),
            losses.len()
        );
    }
    text
}

/// How many of several slips were found, and how many mistakes tell of no slip.
#[derive(Debug, Default, Clone)]
pub(crate) struct Found {
    /// The slips that are not in the list.
    pub(crate) missed: Vec<String>,
    pub(crate) planted: usize,
    pub(crate) told: usize,
    pub(crate) listed: usize,
    pub(crate) explained: usize,
}

impl Found {
    /// Returns the share of the slips that are in the list, and the share of the list that tells of a slip, in percent.
    pub(crate) fn recall_and_precision(&self) -> (usize, usize) {
        let percent = |part: usize, of: usize| (100 * part).checked_div(of).unwrap_or(100);
        (percent(self.told, self.planted), percent(self.explained, self.listed))
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.planted += other.planted;
        self.told += other.told;
        self.listed += other.listed;
        self.explained += other.explained;
        self.missed.extend(other.missed);
    }
}

/// Plants several slips at once, and counts those that the list tells of by what it tells of each alone.
pub(crate) fn plant_together(suite: &Suite, alone: &[&Measured<'_>]) -> (Found, Marked) {
    let slips: Vec<Slip> = alone.iter().map(|one| one.slip.clone()).collect();
    let marked = mark(suite, &recordings(suite, &slips));
    let listed: BTreeSet<&str> = marked.mistakes.iter().map(|mistake| mistake.key.as_str()).collect();
    let keys = |one: &&Measured<'_>| -> BTreeSet<String> {
        one.marked.mistakes.iter().map(|mistake| mistake.key.clone()).collect()
    };
    let all: BTreeSet<String> = alone.iter().flat_map(&keys).collect();
    let is_missed = |one: &&&Measured<'_>| !keys(one).iter().any(|key| listed.contains(key.as_str()));
    let missed: Vec<String> = alone.iter().filter(is_missed).map(|one| one.name(suite)).collect();
    let explained = listed.iter().filter(|key| all.contains(**key)).count();
    let told = alone.len() - missed.len();
    (Found { missed, planted: alone.len(), told, listed: listed.len(), explained }, marked)
}
