//! One case on the page: the evidence.

use std::io;

use super::anchor;
use super::breaks::breakable;
use super::contents::{Contents, made_for_you};
use super::mistake::{ASSIGNMENT, repeat};
use super::prose;
use super::room::PageRoom;
use super::state::CaseState;
use super::talk::{Talk, TalkFocus};
use crate::cases::Visibility;
use crate::reports::broken_rule;
use crate::reports::faults::first_difference;
use crate::reports::markup::Markup;
use crate::reports::results::{CaseResult, DifferenceResult};
use crate::reports::unstable::outcomes;
use crate::reports::visible::{DottedBlanks, show};

/// Writes a case.
pub(super) fn write(
    html: &mut Markup<'_>,
    contents: &Contents<'_>,
    case: &CaseResult,
    room: &mut PageRoom,
) -> io::Result<()> {
    let name = anchor::of_case(&case.id);
    let state = CaseState::of(case);
    let class = format!("panel case {}", state.class());
    html.open("article", &[("class", &class), ("id", &name), ("tabindex", "-1")])?;
    html.raw("\n<p class=\"kicker\">")?;
    html.element("span", &[], "Case")?;
    html.element("b", &[], &format!("{} {}", state.sign(), state.name()))?;
    html.element("span", &[], &case.row)?;
    if case.visible != Visibility::Public {
        html.element("span", &[], "not public")?;
    }
    html.raw("</p>\n")?;
    let is_fresh = contents.results().is_twin(case);
    html.raw("<h2>")?;
    breakable(html, &if is_fresh { made_for_you(case) } else { case.id.clone() })?;
    html.raw("</h2>")?;
    html.raw("\n")?;
    if state == CaseState::NotCounted {
        html.element("p", &[], &format!("Not counted: {}.", state.meaning()))?;
    }
    facts(html, contents, case)?;
    if let Some(recording) = contents.report.recording(case) {
        Talk::new(contents, case, &recording, TalkFocus::All).fit(html, &name, room.of_case(case))?;
    }
    repeat(html, contents, case)?;
    html.raw("</article>\n")
}

fn facts(html: &mut Markup<'_>, contents: &Contents<'_>, case: &CaseResult) -> io::Result<()> {
    html.raw("<dl class=\"texts\">")?;
    let quoted = if case.rule.is_empty() { String::new() } else { prose::quoted(case.rule.trim()) };
    let follows = first_difference(case).and_then(|it| origin(contents, case, it)).unwrap_or_default();
    // What a place of the conversation says is not said twice.
    let is_told = case.differences.iter().any(|it| it.sentence == case.sentence);
    let verdict = if CaseState::of(case) == CaseState::Failed && !is_told {
        format!("{}: {}", case.verdict.name(), show(&case.sentence, DottedBlanks::Nowhere).text)
    } else {
        String::new()
    };
    for (name, text) in [
        (if contents.results().is_twin(case) { "why" } else { "checks" }, case.why.as_str()),
        (ASSIGNMENT, quoted.as_str()),
        ("verdict", verdict.as_str()),
        ("unstable", outcomes(case).unwrap_or_default().as_str()),
        ("follows", follows.as_str()),
    ] {
        if !text.is_empty() {
            html.raw("<div>")?;
            html.element("dt", &[], name)?;
            html.raw("<dd>")?;
            prose::text(html, text)?;
            html.raw("</dd>")?;
            html.raw("</div>")?;
        }
    }
    let numbers = contents.shown_in(case);
    if !numbers.is_empty() {
        html.raw("<div><dt>shows</dt><dd>")?;
        contents.links(html, &numbers)?;
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
