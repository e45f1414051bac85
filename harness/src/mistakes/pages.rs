//! Pages and texts, each held once however many conversations have it.

use std::collections::{BTreeSet, HashMap};
use std::ops::Deref;
use std::sync::Arc;

use super::lexicon::Lexicon;
use super::line::LineShape;
use super::page::Page;
use crate::cases::Tolerance;
use crate::expected::ExpectedTurn;

/// What is held once, with its number.
#[derive(Debug)]
pub(super) struct HeldOnce<T: ?Sized> {
    number: usize,
    held: Arc<T>,
}

/// A page that is held once.
pub(super) type SharedPage = HeldOnce<Page>;

/// A text that is held once.
pub(super) type HeldText = HeldOnce<str>;

impl<T: ?Sized> HeldOnce<T> {
    /// Returns its number: equal pages, and equal texts, have the same, counted from 0.
    pub(super) fn number(&self) -> usize {
        self.number
    }
}

impl<T: ?Sized> Clone for HeldOnce<T> {
    fn clone(&self) -> Self {
        Self { number: self.number, held: Arc::clone(&self.held) }
    }
}

impl<T: ?Sized> Deref for HeldOnce<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.held
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
    pub(super) fn share(&mut self, mut page: Page) -> SharedPage {
        if let Some((page, number)) = self.known.get_key_value(&page) {
            return HeldOnce { number: *number, held: Arc::clone(page) };
        }
        let number = self.forms.len();
        let mut forms: Vec<LineShape> = page.lines.iter().map(|placed| placed.line.form).collect();
        forms.sort_unstable();
        self.forms.push(forms.into());
        // Most pages have one line or two, and there may be as many of them as cases.
        page.lines.shrink_to_fit();
        let page = Arc::new(page);
        self.known.insert(Arc::clone(&page), number);
        HeldOnce { number, held: page }
    }

    /// Returns the one that equals `text`.
    pub(super) fn share_text(&mut self, text: &str) -> HeldText {
        if let Some((text, number)) = self.texts.get_key_value(text) {
            return HeldOnce { number: *number, held: Arc::clone(text) };
        }
        let (number, text): (usize, Arc<str>) = (self.texts.len(), text.into());
        self.texts.insert(Arc::clone(&text), number);
        HeldOnce { number, held: text }
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
