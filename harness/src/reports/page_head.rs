//! The head of a page that needs nothing but itself: its style and its script, and a policy that lets nothing else run or load.

use std::io;

use super::markup::Markup;
use crate::digest::sha256;
use crate::text::base64::to_base64;

/// What stands in the head of a page.
pub(crate) struct PageHead<'a> {
    /// The title of the window.
    pub(crate) title: &'a str,
    /// The style.
    pub(crate) style: &'static str,
    /// The script.
    pub(crate) script: &'static str,
}

impl PageHead<'_> {
    /// Writes the page up to the end of its head.
    pub(crate) fn write(&self, html: &mut Markup<'_>) -> io::Result<()> {
        html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n")?;
        html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n")?;
        let policy = format!(
            "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
            hash(self.style),
            hash(self.script)
        );
        html.empty("meta", &[("http-equiv", "Content-Security-Policy"), ("content", &policy)])?;
        html.raw("\n")?;
        html.element("title", &[], self.title)?;
        html.raw("\n<style>")?;
        html.raw(self.style)?;
        html.raw("</style>\n<script>")?;
        html.raw(self.script)?;
        html.raw("</script>\n</head>\n")
    }
}

fn hash(text: &str) -> String {
    to_base64(&sha256(text.as_bytes()))
}
