//! `harness strength`: tells which ways to get a rule wrong the cases of a suite notice, and which of them they tell apart.

use std::fmt::Write;
use std::path::Path;

use super::{Status, Trouble, print};
use crate::cases::source::SuiteSource;
use crate::cases::{Suite, select};
use crate::running::default_jobs;
use crate::strength::{BendPair, BlindSpot, Noticed, NoticedBend, Strength, strength};

/// So many pairs of bends are told of a suite for each thing that its cases do not show.
const PAIRS: usize = 10;

/// Tells everything of one suite, or of each a line and what no case notices.
pub(super) fn tell_strength(name: Option<&str>, cases: Option<&Path>) -> Result<Status, Trouble> {
    let source = SuiteSource::find(cases)?;
    let mut status = Status::Good;
    let mut remarks = Vec::new();
    if name.is_none() {
        print(&line(["suite", "cases", "ways", "unnoticed", "at random", "in hiding", "pairs", "unclear"]))?;
    }
    for suite in &source.wanted(name) {
        let suite = select::suite(&source, suite)?;
        let file = format!("{}suite.yaml", source.prefix(&suite.name));
        let Some(strength) = strength(&suite, &file, default_jobs())? else {
            remarks.push(format!("{}: the reference has no rules that can be bent\n", suite.name));
            continue;
        };
        if name.is_some() {
            print(&table(&suite, &strength))?;
        } else {
            print(&summary(&suite, &strength))?;
            remarks.extend(gaps(&suite, &strength));
        }
        if strength.bends.iter().any(|bend| bend.noticed() == Noticed::Never) {
            status = Status::NotAll;
        }
    }
    print(&remarks.concat())?;
    Ok(status)
}

fn line(cells: [&str; 8]) -> String {
    let [suite, cells @ ..] = cells;
    cells.into_iter().fold(format!("{suite:<16}"), |line, cell| format!("{line}{cell:>10}")) + "\n"
}

/// Returns how many of the suite's bends are noticed how well.
fn summary(suite: &Suite, Strength { bends, pairs, unclear }: &Strength<'_>) -> String {
    let noticed = |how: Noticed| bends.iter().filter(|bend| bend.noticed() == how).count().to_string();
    line([
        &suite.name,
        &suite.cases.len().to_string(),
        &bends.len().to_string(),
        &noticed(Noticed::Never),
        &noticed(Noticed::AtRandom),
        &noticed(Noticed::InHiding),
        &pairs.to_string(),
        &unclear.len().to_string(),
    ])
}

/// Returns a line for each bend that no case notices, and for each two that no case tells apart.
fn gaps(suite: &Suite, strength: &Strength<'_>) -> Vec<String> {
    let unnoticed = strength.bends.iter().filter(|bend| bend.noticed() == Noticed::Never);
    let unnoticed = unnoticed.map(|bend| format!("  no case notices `{}`\n", bend.name));
    let alike = strength.unclear.iter().filter(|pair| pair.lack != BlindSpot::Other).map(told);
    unnoticed.chain(alike).map(|line| format!("{}: {}", suite.name, line.trim_start())).collect()
}

/// Returns all that is known of one suite, the worst first.
fn table(suite: &Suite, Strength { bends, pairs, unclear }: &Strength<'_>) -> String {
    let (name, cases) = (&suite.name, suite.cases.len());
    let mut text = format!(
        "{name}: {} ways to get a rule wrong, and how many of {cases} cases notice each\n",
        bends.len()
    );
    let _ = writeln!(
        text,
        "  {:<34}{:>8}{:>8}{:>9}{:>13}",
        "rule bent", "noticed", "public", "by hand", "in its row"
    );
    for bend in bends {
        let row = suite.bends.get(bend.name).map_or("", |bent| bent.row.as_str());
        let in_its_row = bend.in_row(row);
        let _ = writeln!(
            text,
            "  {:<34}{:>8}{:>8}{:>9}{:>13}{}",
            bend.name,
            bend.noticed_by.len(),
            bend.public(),
            bend.by_hand(),
            in_its_row,
            remark(bend, in_its_row)
        );
    }
    let _ =
        writeln!(text, "  {pairs} pairs of them, of which {} are not clear from the cases", unclear.len());
    let of_each: Vec<_> = unclear
        .chunk_by(|one, other| one.lack == other.lack)
        .flat_map(|same| same.iter().take(PAIRS))
        .collect();
    text.extend(of_each.iter().map(|pair| told(pair)));
    if let Some(more) = unclear.len().checked_sub(of_each.len()).filter(|more| *more > 0) {
        let _ = writeln!(text, "  and {more} more");
    }
    text
}

fn remark(bend: &NoticedBend<'_>, in_its_row: usize) -> &'static str {
    match (bend.noticed(), in_its_row) {
        (Noticed::Never, _) => "  no case notices it",
        (_, 0) => "  no case of its row notices it",
        (Noticed::AtRandom, _) => "  only random cases notice it",
        (Noticed::InHiding, _) => "  only hidden cases notice it",
        (Noticed::Openly, _) => "",
    }
}

fn told(BendPair { one, other, lack, shown_by }: &BendPair<'_>) -> String {
    let lack = match lack {
        BlindSpot::Both => format!("no case notices `{one}` and `{other}` together"),
        BlindSpot::Which => format!("no case tells `{one}` from `{other}`"),
        BlindSpot::Other => format!("beside `{one}` no case notices `{other}`"),
    };
    let would = shown_by.as_ref().map(|game| {
        let (seed, turns) = (game.seed, game.turns);
        format!(
            ", but {{random: {{seed: {seed}, turns: {turns}, style: mixed}}}} would, started as {}",
            game.as_in
        )
    });
    format!("  {lack}{}\n", would.unwrap_or_default())
}
