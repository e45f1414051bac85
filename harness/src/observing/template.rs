//! What a game shows of a throw: literal words, literal numbers, and a place for each face.

use std::collections::HashMap;
use std::rc::Rc;

use super::terms::{Term, terms};

/// A piece of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TemplatePiece {
    /// A word or a number that is always there.
    Literal(Term),
    /// The face of the die at this position, counted from 0.
    Slot(usize),
}

/// What a game shows of a throw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Template {
    pub(super) pieces: Vec<TemplatePiece>,
    /// The number of dice that are shown.
    pub(super) dice: usize,
}

/// No game shows such numbers besides the faces, and any `u8` is a face.
const FIRST_MARKS: [u8; 2] = [101, 151];

/// The most dice in one throw.
const MOST_DICE: usize = 50;

/// The templates of a conversation, which shows many throws in the same words.
#[derive(Debug, Default)]
pub(super) struct Templates(HashMap<(usize, [String; 2]), Option<Rc<Template>>>);

impl Templates {
    /// Returns the template of what `show` says of `dice` dice, if it is one.
    pub(super) fn of(&mut self, dice: usize, show: &dyn Fn(&[u8]) -> String) -> Option<Rc<Template>> {
        if dice > MOST_DICE {
            return None;
        }
        let texts = FIRST_MARKS.map(|first| show(&(first..).take(dice).collect::<Vec<u8>>()));
        let known = self.0.entry((dice, texts));
        known.or_insert_with_key(|(dice, texts)| Template::of(*dice, texts).map(Rc::new)).clone()
    }
}

impl Template {
    /// Returns the template of these texts, which say the same of different faces. Nothing is returned if they do not write each face once, as a number, as
    /// pictures of dice do not.
    fn of(dice: usize, texts: &[String; 2]) -> Option<Self> {
        let [one, other] = texts.each_ref().map(|text| terms(text));
        if one.len() != other.len() {
            return None;
        }
        let pieces: Option<Vec<TemplatePiece>> =
            one.into_iter().zip(other).map(|(one, other)| piece(one, &other)).collect();
        let template = Self { pieces: pieces?, dice };
        (0..dice).all(|die| template.slots(die) == 1).then_some(template)
    }

    fn slots(&self, die: usize) -> usize {
        self.pieces.iter().filter(|piece| **piece == TemplatePiece::Slot(die)).count()
    }

    /// Returns the words and numbers before the first face.
    pub(super) fn words_before(&self) -> impl Iterator<Item = &Term> {
        self.pieces.iter().map_while(|piece| match piece {
            TemplatePiece::Literal(term) => Some(term),
            TemplatePiece::Slot(_) => None,
        })
    }

    /// Returns the words and numbers that are always there.
    pub(super) fn literals(&self) -> impl Iterator<Item = &Term> {
        self.pieces.iter().filter_map(|piece| match piece {
            TemplatePiece::Literal(term) => Some(term),
            TemplatePiece::Slot(_) => None,
        })
    }
}

fn piece(one: Term, other: &Term) -> Option<TemplatePiece> {
    if one == *other {
        return Some(TemplatePiece::Literal(one));
    }
    let [first, second] = FIRST_MARKS.map(u32::from);
    match (one, other) {
        (Term::Number(one), Term::Number(other))
            if one >= first && one - first == other.checked_sub(second)? =>
        {
            Some(TemplatePiece::Slot(usize::try_from(one - first).ok()?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(dice: usize, show: &dyn Fn(&[u8]) -> String) -> Option<Rc<Template>> {
        Templates::default().of(dice, show)
    }

    #[test]
    fn faces_become_slots_and_the_rest_stays() {
        let template =
            of(2, &|faces| format!("Ann rolls {}-{} (no 7)", faces[1], faces[0])).expect("readable");
        let literal = |word: &str| TemplatePiece::Literal(Term::Word(word.to_string()));
        let number = TemplatePiece::Literal(Term::Number(7));
        let expected = [
            literal("ann"),
            literal("rolls"),
            TemplatePiece::Slot(1),
            TemplatePiece::Slot(0),
            literal("no"),
            number,
        ];
        assert_eq!(template.pieces, expected);
        assert_eq!(template.words_before().count(), 2);
        assert_eq!(template.literals().count(), 4);
    }

    #[test]
    fn pictures_and_sums_are_no_template() {
        assert_eq!(of(1, &|faces| "*".repeat(usize::from(faces[0]))), None);
        assert_eq!(of(2, &|faces| format!("{}", faces[0] / 2 + faces[1] / 2)), None);
        assert_eq!(of(2, &|faces| format!("{0} {0}", faces[0])), None);
    }
}
