//! What the page says where nothing is left to mend, and at its foot.

use std::io;

use super::contents::{Contents, link_to_case};
use super::free::FreeMistakes;
use crate::reports::Audience;
use crate::reports::faults::{first, groups};
use crate::reports::forgiven::slips;
use crate::reports::markup::Markup;
use crate::reports::numbers::{marks, marks_of};
use crate::reports::results::Results;
use crate::reports::screen::ending::what_costs;
use crate::reports::visible::{DottedBlanks, show};

/// Writes what is left to say where no mistake of which the reader is told costs marks; nothing elsewhere.
pub(super) fn write(html: &mut Markup<'_>, contents: &Contents<'_>) -> io::Result<()> {
    let (results, told) = (contents.results(), &contents.told);
    if !told.costly.is_empty() {
        return Ok(());
    }
    html.raw("<section class=\"panel done\" id=\"done\" tabindex=\"-1\" data-first=\"\">\n")?;
    let failed = first(&groups(results));
    let is_won = failed.is_none() && told.hidden.is_empty();
    let is_done = is_won && FreeMistakes::of(contents).later.is_empty();
    let heading = match (is_done, is_won) {
        (true, _) if results.only_public => "Nothing to mend in the public cases",
        (true, _) => "Nothing to mend",
        (false, true) => "No mistake that costs marks so far",
        (false, false) => "What is wrong",
    };
    html.element("h2", &[], heading)?;
    let is_all = is_done && !results.is_of_some_cases() && !results.only_public && results.undecided() == 0;
    let text = if is_all { all_is_won(results) } else { what_costs(results, told).1 };
    html.element("p", &[], &text)?;
    if let Some(case) = failed {
        html.raw("<p>In ")?;
        link_to_case(html, case)?;
        html.text(&format!(": {}", show(&case.sentence, DottedBlanks::Nowhere).text))?;
        html.raw("</p>\n")?;
    }
    let slips = slips(results);
    if !slips.is_empty() {
        html.raw("<h3>This costs nothing</h3>\n<ul>")?;
        for slip in &slips {
            let first = slip.first.map(|case| format!(", see {case}")).unwrap_or_default();
            let sentence = show(&slip.sentence, DottedBlanks::Nowhere).text;
            html.element("li", &[], &format!("{sentence}{first}"))?;
        }
        html.raw("</ul>\n")?;
    }
    html.raw("</section>\n")
}

/// Returns that all is won that could be, and what a person gives.
fn all_is_won(results: &Results) -> String {
    let won = format!("All {} that a program can win are won", marks_of(results.out_of_automatic()));
    match results.marked_later().by_person {
        later if later > 0.0 => format!("{won}; {} more are given by a person.", marks(later)),
        _ => format!("{won}."),
    }
}

/// Writes how well programs were contained, and what made the page.
pub(super) fn foot(html: &mut Markup<'_>, results: &Results) -> io::Result<()> {
    html.raw("<footer>\n")?;
    let (sandbox, name) = (results.sandbox.sentence(), format!("sandbox {}", results.sandbox.tier));
    if sandbox != name && (results.audience == Audience::Staff || results.sandbox.is_warning()) {
        html.element("p", &[], &sandbox)?;
    }
    let text = format!("harness {}, suite {}, {name}", results.harness, results.suite);
    html.element("p", &[], &text)?;
    html.raw("\n</footer>\n")
}
