//! Results as one web page that needs nothing but itself.
//!
//! No text can become markup, for all of it goes through [`Markup`], and a policy in the page's head lets nothing
//! run or load but the page's own style and script.

mod case;
mod overview;
mod talk;
mod words;

use std::io::{self, Write};

use super::faults::has_failed;
use super::markup::Markup;
use super::report::Report;
use super::results::Results;
use crate::digest::sha256;
use crate::text::base64::to_base64;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Bytes that all conversations of a page take, so that a page of many cases stays small.
const BYTES: usize = 2_200_000;

/// Bytes of the conversation of a case that failed, and of one that passed, where there are few.
const MOST: PageRoom = PageRoom { failed: 24_000, passed: 8_000 };

/// Bytes for the conversation of one case.
#[derive(Debug, Clone, Copy)]
struct PageRoom {
    failed: usize,
    passed: usize,
}

/// Writes the page, one case after the other.
pub(super) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut html = Markup::new(out);
    head(&mut html, report.results)?;
    html.raw("<body>\n<a class=\"skip\" href=\"#cases\">Skip to the cases</a>\n")?;
    overview::write(&mut html, report)?;
    html.raw("<section id=\"cases\" aria-labelledby=\"cases-title\" tabindex=\"-1\">\n")?;
    html.element("h2", &[("id", "cases-title")], "Cases")?;
    overview::controls(&mut html, report.results)?;
    let room = PageRoom::of(report.results);
    for (index, case) in report.results.cases.iter().enumerate() {
        case::write(&mut html, report, case, case::CasePlace { number: index + 1, room })?;
    }
    html.raw("</section>\n</main>\n")?;
    overview::foot(&mut html, report.results)?;
    html.raw("<script>")?;
    html.raw(SCRIPT)?;
    html.raw("</script>\n</body>\n</html>\n")
}

fn head(html: &mut Markup<'_>, results: &Results) -> io::Result<()> {
    html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n")?;
    html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n")?;
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    );
    html.empty("meta", &[("http-equiv", "Content-Security-Policy"), ("content", &policy)])?;
    let title =
        format!("{}: {} of {} cases passed", results.title, results.summary.passed, results.summary.cases);
    html.raw("\n")?;
    html.element("title", &[], &title)?;
    html.raw("\n<style>")?;
    html.raw(STYLE)?;
    html.raw("</style>\n</head>\n")
}

fn hash(text: &str) -> String {
    to_base64(&sha256(text.as_bytes()))
}

impl PageRoom {
    /// Returns the room of one case, three quarters of it all for those that failed.
    fn of(results: &Results) -> Self {
        let failed = results.cases.iter().filter(|case| has_failed(case)).count();
        let passed = results.cases.len() - failed;
        Self {
            failed: MOST.failed.min(BYTES / 4 * 3 / failed.max(1)),
            passed: MOST.passed.min(BYTES / 4 / passed.max(1)),
        }
    }
}
