//! Results as one web page that needs nothing but itself.
//!
//! Above stand the marks; at the left the mistakes, worst first; at the right one of them, or one of the cases that are the evidence.
//! Where no script runs, everything stands one below the other. No text can become markup, for all of it goes through [`Markup`], and a
//! policy in the page's head lets nothing run or load but the page's own style and script.

mod anchor;
mod breaks;
mod case;
mod cases;
mod contents;
mod context;
mod ending;
mod free;
mod header;
mod hidden;
mod legend;
mod list;
mod mistake;
mod pieces;
mod place;
mod prose;
mod room;
mod run_of_lines;
mod sheet;
mod standard_error;
mod starting;
mod state;
mod stretch;
mod talk;
mod talk_lines;
mod words;

use std::io::{self, Write};

use super::markup::Markup;
use super::page_head::PageHead;
use super::report::Report;
use super::screen::sheet::progress;
use super::screen::starting::NotStarting;
pub(crate) use anchor::of_case as case_anchor;
use contents::Contents;
pub(crate) use prose::{sentence as prose_sentence, text as prose_text};
use room::PageRoom;

const STYLE: &str = concat!(include_str!("page.css"), include_str!("talk.css"), include_str!("print.css"));
const SCRIPT: &str = include_str!("page.js");

const SKIP_TO_WHAT_IS_WRONG: &str = "<a class=\"skip\" href=\"#main\">Skip to what is wrong</a>\n";
const SKIP_TO_WHAT_WAS_FOUND: &str = "<a class=\"skip\" href=\"#main\">Skip to what was found</a>\n";

/// Writes the page, one case after the other.
pub(super) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut html = Markup::new(out);
    head(&mut html, report)?;
    html.raw("<body>\n")?;
    if let Some(not_starting) = NotStarting::of(report) {
        html.raw(SKIP_TO_WHAT_IS_WRONG)?;
        header::write(&mut html, report, None)?;
        starting::write(&mut html, report, &not_starting)?;
    } else {
        let contents = Contents::of(report);
        let is_faultless = contents.told.count() == 0 && contents.told.hidden.is_empty();
        html.raw(if is_faultless { SKIP_TO_WHAT_WAS_FOUND } else { SKIP_TO_WHAT_IS_WRONG })?;
        header::write(&mut html, report, Some(&contents))?;
        told(&mut html, &contents)?;
    }
    ending::foot(&mut html, report.results)?;
    html.raw("</body>\n</html>\n")
}

/// Writes the list of mistakes, and each mistake and each case.
fn told(html: &mut Markup<'_>, contents: &Contents<'_>) -> io::Result<()> {
    let mut room = PageRoom::of(contents);
    html.raw("<div class=\"columns\">\n")?;
    list::write(html, contents)?;
    html.raw("<main id=\"main\" tabindex=\"-1\">\n")?;
    html.raw(TOOLS)?;
    for (number, mistake) in contents.mistakes() {
        mistake::write(html, contents, (number, mistake), &mut room)?;
    }
    ending::write(html, contents)?;
    hidden::write(html, contents)?;
    cases::write(html, contents)?;
    for case in contents.seen_cases() {
        case::write(html, contents, case, &mut room)?;
    }
    html.raw("</main>\n</div>\n")
}

/// What leads from place to place, for readers whose browser runs the script.
const TOOLS: &str = "<div id=\"tools\" role=\"group\" aria-label=\"Go to\" hidden=\"\">
<span class=\"steps\" id=\"mistakes\"><button type=\"button\" data-key=\"k\" aria-label=\"Previous mistake\">‹</button>\
<a id=\"mistake\" href=\"#main\"></a>\
<button type=\"button\" data-key=\"j\" aria-label=\"Next mistake\">›</button></span>
<span class=\"steps\" id=\"places\"><button type=\"button\" data-key=\"p\" aria-label=\"Previous place\">‹</button>\
<span id=\"place\" role=\"status\"></span>\
<button type=\"button\" data-key=\"n\" aria-label=\"Next place\">›</button></span>
<label class=\"keys\"><input type=\"checkbox\" id=\"keys\" checked=\"\"/> Keys: <span class=\"which\"><kbd>j</kbd> <kbd>k</kbd> mistakes, \
<kbd>n</kbd> <kbd>p</kbd> places, <kbd>/</kbd> cases, </span><kbd>?</kbd> help</label>
</div>
<dialog id=\"help\" aria-labelledby=\"help-title\">
<h2 id=\"help-title\">Keys</h2>
<dl>
<div><dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>the next mistake, the one before</dd></div>
<div><dt><kbd>n</kbd> <kbd>p</kbd></dt><dd>the next place of what is shown, the one before</dd></div>
<div><dt><kbd>/</kbd></dt><dd>search all cases</dd></div>
<div><dt><kbd>?</kbd></dt><dd>these keys</dd></div>
</dl>
<p><button type=\"button\" id=\"close\">Close</button></p>
</dialog>
<p class=\"notice\" id=\"dead\" role=\"status\" hidden=\"\">Nothing in this report has this name; perhaps the mistake is mended.</p>
";

fn head(html: &mut Markup<'_>, report: &Report<'_>) -> io::Result<()> {
    let results = report.results;
    let title = format!("{}, {}: {}", results.title, header::submission_name(report), progress(results));
    PageHead { title: &title, style: STYLE, script: SCRIPT }.write(html)
}
