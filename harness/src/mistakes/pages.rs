//! Pages and texts, each held once however many conversations have it.

use std::collections::{BTreeSet, HashMap};
use std::ops::Deref;
use std::sync::Arc;

use super::lexicon::Lexicon;
use super::line::LineShape;
use super::page::Page;
use crate::cases::Tolerance;
use crate::expected::ExpectedTurn;

/// A page that is held once.
#[derive(Debug, Clone)]
pub(super) struct SharedPage {
    number: usize,
    page: Arc<Page>,
}

impl SharedPage {
    /// Returns the number of the page: equal pages have the same, counted from 0.
    pub(super) fn number(&self) -> usize {
        self.number
    }
}

impl Deref for SharedPage {
    type Target = Page;

    fn deref(&self) -> &Page {
        &self.page
    }
}

/// A text that is held once.
#[derive(Debug, Clone)]
pub(super) struct SharedText {
    number: usize,
    text: Arc<str>,
}

impl SharedText {
    /// Returns the number of the text: equal texts have the same, counted from 0.
    pub(super) fn number(&self) -> usize {
        self.number
    }
}

impl Deref for SharedText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

/// All pages and texts that were met.
#[derive(Debug, Default)]
pub(super) struct Pages {
    texts: HashMap<Arc<str>, usize>,
    known: HashMap<Arc<Page>, usize>,
    /// The forms of the lines of each page, in order of their numbers.
    forms: Vec<Box<[LineShape]>>,
}

impl Pages {
    /// Returns the one that equals `page`.
    pub(super) fn share(&mut self, page: Page) -> SharedPage {
        if let Some((page, number)) = self.known.get_key_value(&page) {
            return SharedPage { number: *number, page: Arc::clone(page) };
        }
        let number = self.forms.len();
        let mut forms: Vec<LineShape> = page.lines.iter().map(|placed| placed.line.form).collect();
        forms.sort_unstable();
        self.forms.push(forms.into());
        let page = Arc::new(page);
        self.known.insert(Arc::clone(&page), number);
        SharedPage { number, page }
    }

    /// Returns the one that equals `text`.
    pub(super) fn share_text(&mut self, text: &str) -> SharedText {
        if let Some((text, number)) = self.texts.get_key_value(text) {
            return SharedText { number: *number, text: Arc::clone(text) };
        }
        let (number, text): (usize, Arc<str>) = (self.texts.len(), text.into());
        self.texts.insert(Arc::clone(&text), number);
        SharedText { number, text }
    }

    /// Returns the forms of the lines of a page, in order of their numbers.
    pub(super) fn forms(&self, page: &SharedPage) -> &[LineShape] {
        &self.forms[page.number]
    }
}

/// Where pages are made.
pub(super) struct PageMaker<'a> {
    pub(super) lexicon: &'a mut Lexicon,
    pub(super) pages: &'a mut Pages,
}

impl PageMaker<'_> {
    /// Returns what is expected in each turn.
    pub(super) fn expected(
        &mut self,
        turns: &[ExpectedTurn],
        tolerate: &BTreeSet<Tolerance>,
    ) -> Vec<SharedPage> {
        let page = |turn| self.pages.share(Page::expected(turn, tolerate, self.lexicon));
        turns.iter().map(page).collect()
    }
}
