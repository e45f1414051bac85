//! `harness suites` and `harness cases SUITE [GLOB]`: what there is to be marked by.

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;

use super::{Status, Trouble, print, tell};
use crate::cases::source::SuiteSource;
use crate::cases::{Case, Suite, Visibility, select};
use crate::reports::Audience;

/// A suite as it is listed.
#[derive(Debug, Serialize)]
struct ListedSuite<'a> {
    name: &'a str,
    title: &'a str,
    cases: usize,
    public: usize,
    entry: &'a [String],
}

/// A case as it is listed.
#[derive(Debug, Serialize)]
struct ListedCase<'a> {
    id: &'a str,
    title: &'a str,
    why: &'a str,
    rule: &'a str,
    row: &'a str,
    visible: Visibility,
}

/// Lists the suites: name, title, how many cases there are, and the names that a submission may have.
pub(super) fn suites(as_json: bool, cases: Option<&Path>) -> Result<Status, Trouble> {
    let source = SuiteSource::find(cases)?;
    let suites: Result<Vec<Suite>, _> =
        source.suites().iter().map(|name| select::suite(&source, name)).collect();
    let suites = suites?;
    let listed: Vec<ListedSuite<'_>> = suites.iter().map(ListedSuite::of).collect();
    if as_json {
        print(&json(&listed)?)?;
        return Ok(Status::Good);
    }
    let width = listed.iter().map(|suite| suite.name.len()).max().unwrap_or_default();
    let line = |suite: &ListedSuite<'_>| {
        let ListedSuite { name, title, cases, public, entry } = suite;
        let named = if entry.is_empty() { String::new() } else { format!(", for {}", entry.join(", ")) };
        format!("{name:<width$}  {title} ({cases} cases, {public} of them public{named})\n")
    };
    print(&listed.iter().map(line).collect::<String>())?;
    Ok(Status::Good)
}

/// Lists the cases of a suite that a reader may see, a line for each: its id, and why it matters.
pub(super) fn cases(
    suite: &str,
    glob: Option<&str>,
    as_json: bool,
    audience: Audience,
    cases: Option<&Path>,
) -> Result<Status, Trouble> {
    let source = SuiteSource::find(cases)?;
    let suite = select::suite(&source, suite)?;
    let selected = select::cases(&suite, glob)?;
    let is_seen = |case: &&&Case| audience == Audience::Staff || case.visible == Visibility::Public;
    let seen: Vec<&Case> = selected.iter().filter(is_seen).copied().collect();
    if seen.is_empty() && glob.is_some() {
        let hidden =
            Suite { cases: suite.cases.into_iter().filter(|case| is_seen(&&case)).collect(), ..suite };
        return Err(Trouble::NoCase(select::no_case(&hidden, glob.unwrap_or("*"))));
    }
    if as_json {
        let listed: Vec<ListedCase<'_>> = seen.iter().map(|case| ListedCase::of(&suite, case)).collect();
        print(&json(&listed)?)?;
    } else {
        let mut text = String::new();
        for case in &seen {
            let why = case.why.split_whitespace().collect::<Vec<_>>().join(" ");
            writeln!(text, "{}  {why}", case.id).expect("to a string");
        }
        print(&text)?;
    }
    let hidden = selected.len() - seen.len();
    if hidden > 0 {
        tell(&format!("note: {hidden} more are not public; staff see them with --audience staff\n"));
    }
    Ok(Status::Good)
}

fn json(listed: &impl Serialize) -> Result<String, Trouble> {
    let text = serde_json::to_string_pretty(listed).map_err(|error| Trouble::writing(error.into()))?;
    Ok(text + "\n")
}

impl<'a> ListedSuite<'a> {
    fn of(suite: &'a Suite) -> Self {
        let public = suite.cases.iter().filter(|case| case.visible == Visibility::Public).count();
        let Suite { name, title, start, cases, .. } = suite;
        Self { name, title, cases: cases.len(), public, entry: &start.entry }
    }
}

impl<'a> ListedCase<'a> {
    fn of(suite: &'a Suite, case: &'a Case) -> Self {
        let Case { id, title, why, row, visible, .. } = case;
        let rule = suite.rules.get(case.rule.as_str()).map_or("", String::as_str);
        Self { id, title, why: why.trim_end(), rule: rule.trim_end(), row, visible: *visible }
    }
}
