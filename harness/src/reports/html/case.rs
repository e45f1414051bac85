//! One case on the page: the evidence.

use std::collections::BTreeSet;
use std::io;

use super::anchor;
use super::contents::{Contents, made_for_you};
use super::mistake::repeat;
use super::prose;
use super::room::PageRoom;
use super::talk::{Talk, TalkFocus};
use crate::cases::Visibility;
use crate::judging::Verdict;
use crate::reports::broken_rule;
use crate::reports::faults::{first_difference, has_failed};
use crate::reports::markup::Markup;
use crate::reports::results::{CaseResult, DifferenceResult};
use crate::reports::visible::{DottedBlanks, show};

/// Returns what became of a case, in a word.
pub(super) fn state(case: &CaseResult) -> &'static str {
    match case.verdict {
        Verdict::Undecided => "undecided",
        _ if has_failed(case) => "failed",
        _ => "passed",
    }
}

/// Returns a sign for what became of a case.
pub(super) fn sign(case: &CaseResult) -> &'static str {
    match state(case) {
        "undecided" => "?",
        "failed" => "✗",
        _ => "✓",
    }
}

/// Writes a case.
pub(super) fn write(
    html: &mut Markup<'_>,
    contents: &Contents<'_>,
    case: &CaseResult,
    room: PageRoom,
) -> io::Result<()> {
    let name = anchor::of_case(&case.id);
    let class = format!("panel case {}", state(case));
    html.open("article", &[("class", &class), ("id", &name), ("tabindex", "-1")])?;
    html.raw("\n<p class=\"kicker\">")?;
    html.element("span", &[], "Case")?;
    html.element("b", &[], &format!("{} {}", sign(case), state(case)))?;
    html.element("span", &[], &case.row)?;
    if case.visible != Visibility::Public {
        html.element("span", &[], "not public")?;
    }
    html.raw("</p>\n")?;
    let is_fresh = contents.results().is_twin(case);
    html.element("h2", &[], &if is_fresh { made_for_you(case) } else { case.id.clone() })?;
    html.raw("\n")?;
    facts(html, contents, case)?;
    if let Some(recording) = contents.report.recording(case) {
        Talk::new(contents, case, &recording, TalkFocus::All).fit(html, &name, room.of_case(case))?;
    }
    repeat(html, contents, case)?;
    html.raw("</article>\n")
}

fn facts(html: &mut Markup<'_>, contents: &Contents<'_>, case: &CaseResult) -> io::Result<()> {
    html.raw("<dl class=\"texts\">")?;
    let quoted = if case.rule.is_empty() { String::new() } else { format!("\"{}\"", case.rule.trim()) };
    let follows = first_difference(case).and_then(|it| origin(contents, case, it)).unwrap_or_default();
    let verdict = if has_failed(case) {
        format!("{}: {}", case.verdict.name(), show(&case.sentence, DottedBlanks::Nowhere).text)
    } else {
        String::new()
    };
    for (name, text) in
        [("why", &case.why), ("the text", &quoted), ("verdict", &verdict), ("follows", &follows)]
    {
        if !text.is_empty() {
            html.raw("<div>")?;
            html.element("dt", &[], name)?;
            html.raw("<dd>")?;
            prose::text(html, text)?;
            html.raw("</dd>")?;
            html.raw("</div>")?;
        }
    }
    let numbers: BTreeSet<usize> = case.differences.iter().filter_map(|it| contents.number(it)).collect();
    if !numbers.is_empty() {
        html.raw("<div><dt>shows</dt><dd>")?;
        for (index, number) in numbers.into_iter().enumerate() {
            html.text(if index > 0 { ", " } else { "" })?;
            contents.link(html, number)?;
        }
        html.raw("</dd></div>")?;
    }
    html.raw("</dl>\n")
}

/// Returns from which broken rule a difference follows, and who pays for it.
fn origin(contents: &Contents<'_>, case: &CaseResult, difference: &DifferenceResult) -> Option<String> {
    let origin = broken_rule::origin(contents.results(), difference)?;
    let row = &difference.row;
    let pays = format!(", for which the row {row} pays; it costs nothing here");
    Some(if case.is_paid_elsewhere(difference) { origin + &pays } else { origin })
}
