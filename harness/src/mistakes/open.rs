//! A conversation that is not right yet, as pages that become right step by step.

use std::sync::Arc;

use super::Differing;
use super::key::Key;
use super::look::{Blanks, CaseView, LastTurn};
use super::page::{Page, Placed};
use super::pages::{HeldText, PageMaker, Pages, SharedPage};
use super::repair::Note;
use super::vocabulary::{ERROR, Vocabulary};
use crate::cases::{Case, Tolerance};
use crate::expected::ExpectedTurn;

/// A conversation that is not right yet, or the message of an error.
#[derive(Debug)]
pub(super) struct Open<'a> {
    /// The differing case, by its index.
    pub(super) index: usize,
    pub(super) case: &'a Case,
    pub(super) expected: Vec<SharedPage>,
    pub(super) actual: Vec<SharedPage>,
    /// What was typed after each turn but the last.
    typed: Vec<String>,
    pub(super) blanks: Blanks,
    /// Standard error.
    pub(super) errors: HeldText,
    pub(super) last: LastTurn,
    pub(super) subject: Subject,
    pub(super) is_right: bool,
    pub(super) is_changed: bool,
    pub(super) view: CaseView,
    pub(super) notes: Vec<Note>,
}

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    /// A conversation.
    Conversation,
    /// A conversation in which what is expected follows from dice that were read from the output.
    ConversationWithDice,
    /// The message of an error.
    Message,
}

/// What was typed, printed again at the beginning of a turn.
pub(super) struct EchoedTurn {
    turn: usize,
    /// What comes after it in its line.
    rest: String,
}

impl<'a> Open<'a> {
    /// Returns the conversation of a differing case.
    pub(super) fn conversation(
        index: usize,
        differing: &Differing<'a>,
        forgives_blanks: bool,
        maker: &mut PageMaker<'_>,
    ) -> Self {
        let tolerate = &differing.case.tolerate;
        let expected = maker.expected(&differing.expected, tolerate);
        let mut printed: Vec<Page> =
            differing.printed.iter().map(|text| Page::printed(text, tolerate, maker.lexicon)).collect();
        for (at, (page, typed)) in printed.iter_mut().skip(1).zip(&differing.typed).enumerate() {
            // The expected turn, and its neighbours.
            let mut near = expected.iter().skip(at).take(3).flat_map(|page| &page.lines);
            if near.any(|placed| maker.lexicon.repeats(&placed.line, typed)) {
                page.tell_typed(typed, maker.lexicon);
            }
        }
        let actual = printed.into_iter().map(|page| maker.pages.share(page)).collect();
        Self {
            typed: differing.typed.clone(),
            blanks: match (forgives_blanks, tolerate.contains(&Tolerance::BreakAfterPrompt)) {
                (true, _) => Blanks::Ignored,
                (false, true) => Blanks::LooseAfterPrompts,
                (false, false) => Blanks::Exact,
            },
            errors: maker.pages.share_text(&differing.errors),
            last: if differing.is_cut_off { LastTurn::CutOff } else { LastTurn::Whole },
            subject: if differing.follows_dice {
                Subject::ConversationWithDice
            } else {
                Subject::Conversation
            },
            ..Self::new(index, differing.case, expected, actual, maker.pages)
        }
    }

    /// Returns the message with which a program must fail, beside its own.
    pub(super) fn message(
        index: usize,
        differing: &Differing<'a>,
        maker: &mut PageMaker<'_>,
    ) -> Option<Self> {
        let (expected, actual) = differing.message.as_ref()?;
        let tolerate = &differing.case.tolerate;
        let turn = ExpectedTurn { pieces: vec![(ERROR, expected.clone())], ..ExpectedTurn::default() };
        let expected = maker.expected(&[turn], tolerate);
        let actual = Page::printed(actual, tolerate, maker.lexicon);
        let actual = vec![maker.pages.share(actual)];
        let open = Self::new(index, differing.case, expected, actual, maker.pages);
        Some(Self { subject: Subject::Message, ..open })
    }

    fn new(
        index: usize,
        case: &'a Case,
        expected: Vec<SharedPage>,
        actual: Vec<SharedPage>,
        pages: &mut Pages,
    ) -> Self {
        Self {
            index,
            case,
            expected,
            actual,
            typed: Vec::new(),
            blanks: Blanks::Ignored,
            errors: pages.share_text(""),
            last: LastTurn::Whole,
            subject: Subject::Conversation,
            is_right: false,
            is_changed: false,
            view: CaseView::default(),
            notes: Vec::new(),
        }
    }

    /// Returns where what was typed is printed again.
    pub(super) fn echoes(&self, vocabulary: &Vocabulary) -> Vec<EchoedTurn> {
        let mut echoes = Vec::new();
        for turn in 1..self.actual.len().min(self.expected.len()) {
            let typed = self.typed.get(turn - 1).map_or("", |line| line.trim());
            let (expected, actual) = (&self.expected[turn], &self.actual[turn]);
            if actual.lines.first().is_some_and(|first| vocabulary.says_line(&first.line)) {
                // It is what the game says, though it begins with what was typed.
                continue;
            }
            let comes_again =
                || actual.lines.get(1).is_some_and(|next| begins(&next.line.raw, typed).is_some());
            let is_new = |rest: &String| match begins_with(expected, typed) {
                None => true,
                Some(expected) => rest.is_empty() && !expected.is_empty() && comes_again(),
            };
            let echo = begins_with(actual, typed).filter(is_new);
            echoes.extend(echo.map(|rest| EchoedTurn { turn, rest }));
        }
        echoes
    }

    /// Forgets what was typed, which is needed no more when all echoes were looked for.
    pub(super) fn forget_typed(&mut self) {
        self.typed = Vec::new();
    }

    /// Takes what was typed out of the beginning of a turn, so that the rest is left of its first line.
    pub(super) fn take_out(&mut self, EchoedTurn { turn, rest }: &EchoedTurn, maker: &mut PageMaker<'_>) {
        let mut page = Page::clone(&self.actual[*turn]);
        let placed = page.lines[0].clone();
        self.notes.push(Note {
            key: Arc::new(Key::Echo),
            part: self.expected[*turn].lines.first().map_or("", Placed::part),
            turn: turn + 1,
            line: placed.origin.unwrap_or(1),
            row: 0,
            expected: None,
            actual: Some(Arc::clone(&placed.line)),
        });
        self.is_changed = true;
        if rest.is_empty() {
            page.lines.remove(0);
            match page.lines.first_mut() {
                Some(next) => next.blanks += placed.blanks,
                None => page.breaks_after = page.breaks_after.saturating_sub(1),
            }
        } else {
            page.lines[0].line = maker.lexicon.line(rest, placed.line.tolerances);
        }
        self.actual[*turn] = maker.pages.share(page);
    }
}

/// Returns what comes after `typed`, in any letter case, in the first line of a page that begins with it; a line that is
/// only its first word counts, too.
fn begins_with(page: &Page, typed: &str) -> Option<String> {
    begins(&page.lines.first()?.line.raw, typed)
}

fn begins(line: &str, typed: &str) -> Option<String> {
    let line = line.trim();
    let first = typed.split_whitespace().next()?;
    if line.to_lowercase() == first.to_lowercase() {
        return Some(String::new());
    }
    let (head, rest) = (line.get(..typed.len())?, line.get(typed.len()..)?);
    let is_echo = head.to_lowercase() == typed.to_lowercase();
    (is_echo && rest.chars().next().is_none_or(char::is_whitespace)).then(|| rest.trim_start().to_string())
}
