//! `harness show SUITE/CASE`: shows a case as a conversation; `harness show SUITE` lists the cases.

use std::fmt::Write as _;
use std::path::Path;

use super::{Status, Trouble, print, suites};
use crate::cases::Typed;
use crate::cases::problem::Problem;
use crate::cases::source::SuiteSource;
use crate::cases::{Case, Suite, Visibility, select};
use crate::reports::Audience;

/// Shows the case or the suite that `name` means, to readers who may see it.
pub(super) fn show(name: &str, audience: Audience, cases: Option<&Path>) -> Result<Status, Trouble> {
    if !name.contains('/') {
        return suites::cases(name, None, false, audience, cases);
    }
    let source = SuiteSource::find(cases)?;
    let (suite, id) = find_case(name, &source)?;
    let case = suite.cases.iter().find(|case| case.id == id).expect("it was found");
    if case.visible != Visibility::Public && audience == Audience::Student {
        let problem = Problem::of_file(name, "this case is not public");
        return Err(problem.help("staff see it with --audience staff").into());
    }
    print(&described(&suite, case))?;
    Ok(Status::Good)
}

/// Returns the suite of the case that `name` means, and the case's id.
pub(super) fn find_case<'a>(name: &'a str, source: &SuiteSource) -> Result<(Suite, &'a str), Trouble> {
    let Some((suite, id)) = name.split_once('/') else {
        let problem = Problem::of_file(name, "this is no case");
        return Err(problem.help("write SUITE/CASE, such as little_battle/move/diagonal_is_refused").into());
    };
    let suite = select::suite(source, suite)?;
    if suite.cases.iter().any(|case| case.id == id) {
        Ok((suite, id))
    } else {
        Err(select::no_case(&suite, id).into())
    }
}

fn described(suite: &Suite, case: &Case) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: &str| writeln!(text, "{name:<9} {value}").expect("to a string");
    line("case", &format!("{}/{}", suite.name, case.id));
    line("why", &case.why);
    line("rule", suite.rules.get(case.rule.as_str()).map_or("", String::as_str));
    line("row", &case.row);
    line("command", &format!("PROGRAM {}", case.args.join(" ")));
    for error in &case.errors {
        line("fails as", &format!("{}: {}", error.kind, error.message.as_deref().unwrap_or("(any message)")));
    }
    if let Some(exit) = case.exit {
        line("exit", &format!("status {exit}"));
    }
    for (name, bytes) in &case.files {
        let content = String::from_utf8_lossy(bytes);
        write!(text, "\n{name}:\n{content}").expect("to a string");
        if !content.ends_with('\n') {
            text.push('\n');
        }
    }
    let Some(transcript) = case.conversation() else { return text };
    text.push_str("\nconversation («...» is typed):\n");
    for turn in &transcript.turns {
        text.push_str(&turn.shown());
        match &turn.typed {
            Some(Typed::Line(line)) => writeln!(text, "«{line}»").expect("to a string"),
            Some(Typed::EndOfInput) => text.push_str("«end of input»\n"),
            None => {}
        }
    }
    text
}
