//! `harness strength`: tells which ways to get a rule wrong the cases of a suite notice.

use std::fmt::Write;
use std::path::Path;

use super::{Status, Trouble, print};
use crate::cases::source::SuiteSource;
use crate::cases::{Suite, select};
use crate::running::default_jobs;
use crate::strength::{NoticedBend, Strength, strength};

/// Tells of one suite, or of all.
pub(super) fn tell_strength(name: Option<&str>, cases: Option<&Path>) -> Result<Status, Trouble> {
    let source = SuiteSource::find(cases)?;
    let names = source.wanted(name);
    let mut status = Status::Good;
    for name in &names {
        let suite = select::suite(&source, name)?;
        let Some(strength) = strength(&suite, default_jobs())? else {
            print(&format!("{name}: the reference has no rules that can be bent\n"))?;
            continue;
        };
        print(&table(&suite, &strength))?;
        if strength.bends.iter().any(|bend| bend.noticed_by.is_empty()) {
            status = Status::NotAll;
        }
    }
    Ok(status)
}

fn table(suite: &Suite, strength: &Strength<'_>) -> String {
    let Strength { bends, twins } = strength;
    let mut text = format!(
        "{}: {} ways to get a rule wrong, and how many of {} cases notice each\n",
        suite.name,
        bends.len(),
        suite.cases.len()
    );
    let _ = writeln!(
        text,
        "  {:<34}{:>8}{:>8}{:>9}{:>13}",
        "rule bent", "noticed", "public", "by hand", "in its row"
    );
    for bend in bends {
        let row = suite.bends.get(bend.name).map_or("", |bent| bent.row.as_str());
        let _ = writeln!(
            text,
            "  {:<34}{:>8}{:>8}{:>9}{:>13}{}",
            bend.name,
            bend.noticed_by.len(),
            bend.public(),
            bend.by_hand(),
            bend.in_row(row),
            remark(bend)
        );
    }
    for (one, other) in twins {
        let _ = writeln!(text, "  no case tells `{one}` from `{other}`");
    }
    text
}

fn remark(bend: &NoticedBend<'_>) -> &'static str {
    match (bend.noticed_by.len(), bend.public(), bend.by_hand()) {
        (0, ..) => "  no case notices it",
        (_, _, 0) => "  only random cases notice it",
        (_, 0, _) => "  only hidden cases notice it",
        _ => "",
    }
}
