//! What single slips cost: measured for each, and told in a table.

use std::collections::BTreeMap;
use std::fmt::Write;

use harness::cases::{Case, Suite};
use harness::recording::Recording;
use harness::running::{default_jobs, in_parallel};

use super::literal::{Literals, Seen};
use super::marking::{Marked, automatic, mark};
use super::policy::{expectation, is_excepted};
use super::program::record;
use super::slip::{Kind, Slip};

/// A slip, and what marking made of the program that has only this one.
#[derive(Debug)]
pub(crate) struct Measured<'a> {
    pub(crate) slip: Slip,
    pub(crate) seen: &'a Seen,
    pub(crate) marked: Marked,
}

/// Returns the recordings of a program with these slips.
pub(crate) fn recordings<'s>(suite: &'s Suite, slips: &[Slip]) -> Vec<(&'s Case, Recording)> {
    suite.cases.iter().map(|case| (case, record(suite, case, slips))).collect()
}

/// Measures each slip alone; those that change nothing anywhere are left out.
pub(crate) fn measure<'a>(suite: &Suite, literals: &'a Literals, slips: &[Slip]) -> Vec<Measured<'a>> {
    let faithful = recordings(suite, &[]);
    let one = |slip: &Slip| -> Result<_, std::convert::Infallible> {
        let changed = recordings(suite, std::slice::from_ref(slip));
        let is_same = changed.iter().zip(&faithful).all(|((_, one), (_, other))| one == other);
        Ok((!is_same).then(|| Measured {
            slip: slip.clone(),
            seen: &literals[&slip.literal],
            marked: mark(suite, &changed),
        }))
    };
    let Ok(measured) = in_parallel(slips, default_jobs(), one);
    measured.into_iter().flatten().collect()
}

/// Returns what is wrong with the marking of a single slip; nothing if it is as the policy says.
pub(crate) fn wrong(suite: &Suite, measured: &Measured<'_>) -> Option<String> {
    let Measured { slip, seen, marked } = measured;
    let expected = expectation(suite, slip, seen);
    let mut wrong = Vec::new();
    let count = usize::from(expected.is_listed);
    if marked.mistakes.len() != count {
        wrong.push(format!("{} mistakes are listed instead of {count}", marked.mistakes.len()));
    }
    if marked.loss() > expected.most + 1e-4 && !is_excepted(slip, seen) {
        wrong.push(format!(
            "it costs {:?} instead of at most {:.4} in {:?}",
            marked.lost, expected.most, expected.rows
        ));
    }
    if marked.lost.keys().any(|row| !expected.rows.contains(row)) {
        wrong.push(format!("it costs {:?}, not only {:?}", marked.lost.keys(), expected.rows));
    }
    let failed: Vec<&str> = marked.failed().collect();
    if !failed.is_empty() && !is_excepted(slip, seen) {
        wrong.push(format!("{} cases do not pass, such as {}", failed.len(), failed[0]));
    }
    let sum: f64 = marked.mistakes.iter().map(|mistake| mistake.lost).sum();
    if (sum - marked.loss()).abs() > 0.005 {
        wrong.push(format!("the list sums to {sum:.4}, and {:.4} are lost", marked.loss()));
    }
    (!wrong.is_empty()).then(|| {
        let listed: Vec<String> =
            marked.mistakes.iter().take(4).map(|mistake| format!("\n      {mistake:?}")).collect();
        format!("{:?} {:?}: {}{}", slip.kind, slip.literal, wrong.join("; "), listed.concat())
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
