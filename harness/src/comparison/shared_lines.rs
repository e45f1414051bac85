//! The lines of a text, which share it: outputs may have a hundred thousand.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Index, Range};
use std::rc::Rc;

/// Lines of a text, each without its line break. They are used, and compared, as the texts that they are.
#[derive(Clone)]
pub(super) struct SharedLines<'t> {
    text: Rc<Cow<'t, str>>,
    /// Where each line stands in the text.
    places: Rc<Vec<Range<usize>>>,
    /// Which of these lines are meant.
    meant: Range<usize>,
}

impl<'t> SharedLines<'t> {
    /// Returns the lines of a text; after its last line break there is one more.
    pub(super) fn all_of(text: impl Into<Cow<'t, str>>) -> Self {
        let text = text.into();
        // Their number must be known before, or they are held twice.
        let mut all = Vec::with_capacity(breaks(&text) + 1);
        line_places(&text).for_each(|place| all.push(place));
        Self::at(Rc::new(text), all)
    }

    fn at(text: Rc<Cow<'t, str>>, places: Vec<Range<usize>>) -> Self {
        Self { text, meant: 0..places.len(), places: Rc::new(places) }
    }

    /// Returns how many lines there are.
    pub(super) fn len(&self) -> usize {
        self.meant.len()
    }

    /// Returns whether there is no line.
    pub(super) fn is_empty(&self) -> bool {
        self.meant.is_empty()
    }

    /// Returns the lines, in order.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &str> + DoubleEndedIterator + Clone {
        self.places[self.meant.clone()].iter().map(|place| &self.text[place.clone()])
    }

    /// Returns the last line.
    pub(super) fn last(&self) -> Option<&str> {
        self.iter().next_back()
    }

    /// Returns these of the lines.
    pub(super) fn within(&self, lines: Range<usize>) -> Self {
        assert!(lines.end <= self.len(), "there are so many lines");
        let meant = self.meant.start + lines.start..self.meant.start + lines.end;
        Self { text: self.text.clone(), places: self.places.clone(), meant }
    }

    /// Returns the lines with a change, of which that is what `change` borrows must be the line's beginning. What is not changed is shared.
    pub(super) fn changed(&self, change: impl Fn(&str) -> Cow<'_, str>) -> Self {
        let is_changed =
            |line: &str| !matches!(change(line), Cow::Borrowed(same) if same.len() == line.len());
        let Some(first) = self.iter().position(is_changed) else { return self.clone() };
        let mut more = String::new();
        let mut places = self.places[self.meant.clone()].to_vec();
        for place in &mut places[first..] {
            match change(&self.text[place.clone()]) {
                Cow::Borrowed(head) => place.end = place.start + head.len(),
                Cow::Owned(line) => {
                    place.start = self.text.len() + more.len();
                    place.end = place.start + line.len();
                    more.push_str(&line);
                }
            }
        }
        let text = if more.is_empty() {
            self.text.clone()
        } else {
            Rc::new(Cow::Owned([&*self.text, &*more].concat()))
        };
        Self::at(text, places)
    }

    /// Returns the lines but those that are `out`, by their indices.
    pub(super) fn without(&self, out: impl Fn(usize) -> bool) -> Self {
        let places = self.places[self.meant.clone()].iter().enumerate();
        let kept = places.filter(|(line, _)| !out(*line)).map(|(_, place)| place.clone());
        Self::at(self.text.clone(), kept.collect())
    }
}

/// Returns how many line breaks a text has.
pub(super) fn breaks(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

/// Returns where each line of a text stands, also the one after its last line break.
pub(super) fn line_places(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at);
    ends.chain([text.len()]).map(move |end| std::mem::replace(&mut start, end + 1)..end)
}

impl Index<usize> for SharedLines<'_> {
    type Output = str;

    fn index(&self, line: usize) -> &str {
        &self.text[self.places[self.meant.clone()][line].clone()]
    }
}

impl fmt::Debug for SharedLines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl PartialEq for SharedLines<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_what_stands_between_line_breaks() {
        for (text, expected) in
            [("", &[""][..]), ("a", &["a"]), ("é\n\nb\n", &["é", "", "b", ""]), ("\n", &["", ""])]
        {
            let lines = SharedLines::all_of(text);
            assert_eq!(lines.iter().collect::<Vec<_>>(), expected);
            assert_eq!((lines.len(), lines.last()), (expected.len(), expected.last().copied()));
            assert_eq!(&lines[0], expected[0]);
        }
    }

    #[test]
    fn some_lines_are_lines_of_their_own() {
        let some = SharedLines::all_of("a\nb\nc\nd").within(1..4);
        assert_eq!((some.iter().collect::<Vec<_>>(), &some[2]), (vec!["b", "c", "d"], "d"));
        assert_eq!(some.within(1..2), SharedLines::all_of("c"));
        assert_eq!(some.without(|line| line == 1), SharedLines::all_of("b\nd"));
        assert!(some.within(3..3).is_empty() && some != SharedLines::all_of("b\nc"));
    }

    #[test]
    fn lines_that_change_stand_among_those_that_do_not() {
        let lines = SharedLines::all_of("x\none  \nTWO\nthree\nfour ").within(1..5);
        let changed = lines.changed(|line| match line {
            "TWO" => Cow::Owned("two".to_string()),
            _ => Cow::Borrowed(line.trim_end()),
        });
        assert_eq!(changed, SharedLines::all_of("one\ntwo\nthree\nfour"));
        assert_eq!(lines, SharedLines::all_of("one  \nTWO\nthree\nfour "));
        let same = lines.changed(|line| Cow::Borrowed(line));
        assert!(same == lines && Rc::ptr_eq(&same.places, &lines.places));
    }
}
