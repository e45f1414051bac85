//! Which of three dice is the red one.

use super::canvas::Area;
use super::pictures::{DieLook, Picture};
use super::word::groups;
use super::{SheetLine, Word};
use crate::cases::wording::Idea;

/// Which of three dice is the red one, as far as the output says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Red {
    /// The die with this index is red.
    Is(usize),
    /// Something differs, but not in a way that says which die is red.
    Unclear,
    /// All three dice look alike, and no words name a red one.
    Alike,
}

/// Returns which of three pictures is red: by colour, words beside it, pips or frame, or else by the place that words
/// have `explained`. `text` are the lines around the pictures, with blanks in their places.
pub(crate) fn red(dice: &[Picture], text: &[SheetLine], explained: Option<usize>) -> Red {
    let has_red = |DieLook { colours, frame_colours, .. }: &DieLook| {
        colours.iter().chain(frame_colours).any(|colour| colour.is_red())
    };
    if let Some(die) = only(dice, |die| has_red(&die.look)) {
        return Red::Is(die);
    }
    let sides = labels(dice, text);
    let is_complete = |labels: &&Vec<DieLabel>| labels.iter().all(|label| !label.is_empty());
    if let Some(die) = sides.iter().filter(is_complete).find_map(|labels| named(labels)) {
        return Red::Is(die);
    }
    // A die without pips says nothing about how pips look.
    let pips = if dice.iter().all(|die| die.pips > 0) { dice } else { &[] };
    // Without a frame the size depends on the face.
    let framed = if dice.iter().all(|die| !die.is_frameless()) { dice } else { &[] };
    let odd = [
        odd(pips, |die| die.look.pips.clone()),
        odd(pips, |die| die.look.colours.clone()),
        odd(dice, |die| die.look.frame.clone()),
        odd(dice, |die| die.look.frame_colours.clone()),
        odd(framed, |die| die.look.size),
        // Above a die, and on its right, words name the red one even if the others have none there.
        named(&sides[0]).or_else(|| named(&sides[2])),
        // What stands below three dice may be anything.
        sides[..3].iter().filter(is_complete).find_map(|labels| odd(labels, texts)),
    ];
    if let Some(die) = odd.into_iter().flatten().next().or(explained) {
        return Red::Is(die);
    }
    let looks_alike = dice.windows(2).all(|pair| pair[0].look == pair[1].look);
    // Words that number the dice do not tell them apart.
    let number = |label: &DieLabel| has(label, Idea::First) || has(label, Idea::Last);
    let are_apart = |labels: &Vec<DieLabel>| {
        !labels.iter().any(number) && labels.windows(2).all(|pair| texts(&pair[0]) != texts(&pair[1]))
    };
    let is_unclear = !looks_alike || sides.iter().filter(is_complete).any(are_apart);
    if is_unclear { Red::Unclear } else { Red::Alike }
}

/// Returns the index of the item for which something holds, if it is the only one.
fn only<T>(items: &[T], holds: impl Fn(&T) -> bool) -> Option<usize> {
    let mut all = (0..items.len()).filter(|at| holds(&items[*at]));
    all.next().filter(|_| all.next().is_none())
}

/// Returns the index of the one of three items that differs, if the two others agree.
fn odd<T, F: PartialEq>(items: &[T], feature: impl Fn(&T) -> F) -> Option<usize> {
    let features: Vec<F> = items.iter().map(feature).collect();
    let is_alone = |feature: &F| features.iter().filter(|other| *other == feature).count() == 1;
    only(&features, is_alone).filter(|_| features.len() == 3)
}

/// Words that stand at a die.
type DieLabel = Vec<Word>;

fn has(label: &DieLabel, idea: Idea) -> bool {
    label.iter().any(|word| word.is(idea))
}

/// Returns the words above, left of, right of and below each picture.
fn labels(dice: &[Picture], text: &[SheetLine]) -> [Vec<DieLabel>; 4] {
    let near = |line: Option<usize>, area: Area| {
        line.and_then(|line| text.get(line)).map(|line| words_over(line, area)).unwrap_or_default()
    };
    let above = |area: Area| {
        let first = near(area.top.checked_sub(1), area);
        if first.is_empty() { near(area.top.checked_sub(2), area) } else { first }
    };
    let of_all = |label: &dyn Fn(Area) -> DieLabel| dice.iter().map(|die| label(die.area)).collect();
    [
        of_all(&above),
        of_all(&|area| words_beside(area, dice, text, false)),
        of_all(&|area| words_beside(area, dice, text, true)),
        of_all(&|area| near(Some(area.bottom + 1), area)),
    ]
}

/// Returns the red die by the words on one side of all dice: either those at one die only speak of red, or those at all dice but one
/// speak of white.
fn named(labels: &[DieLabel]) -> Option<usize> {
    let is_white = |word: &Word| word.is(Idea::White) || word.is(Idea::Scoring);
    let red = only(labels, |label| has(label, Idea::Red));
    red.or_else(|| only(labels, |label| !label.iter().any(is_white)))
}

/// Returns the words themselves, wherever they stand.
fn texts(label: &DieLabel) -> Vec<String> {
    label.iter().map(|word| word.text.clone()).collect()
}

/// Returns the words of a line that stand over the columns of an area and do not reach far beyond.
fn words_over(line: &SheetLine, area: Area) -> DieLabel {
    // A die without a frame may be as narrow as one pip.
    let width = area.width().max(7);
    let over = groups(&line.words).filter(|(from, to, _)| {
        let middle = usize::midpoint(*from, *to);
        (area.left.saturating_sub(1)..=area.right + 1).contains(&middle) && to - from < width + 8
    });
    over.flat_map(|(.., words)| words.to_vec()).collect()
}

/// Returns the words between a picture and its neighbour, on the lines of the picture.
fn words_beside(area: Area, dice: &[Picture], text: &[SheetLine], right: bool) -> DieLabel {
    let is_beside = |other: &Area| other.top <= area.bottom && area.top <= other.bottom;
    let others = dice.iter().map(|die| die.area).filter(is_beside);
    let (from, to) = if right {
        let next = others.map(|other| other.left).filter(|left| *left > area.right).min();
        (area.right + 1, next.unwrap_or(usize::MAX))
    } else {
        (others.map(|other| other.right + 1).filter(|end| *end <= area.left).max().unwrap_or(0), area.left)
    };
    let words = text.iter().take(area.bottom + 1).skip(area.top).flat_map(|line| &line.words);
    words.filter(|word| word.columns.0 >= from && word.columns.1 < to).cloned().collect()
}

/// Returns the place of the red die, if a line explains it in words.
pub(crate) fn explained(lines: &[SheetLine]) -> Option<usize> {
    lines.iter().find_map(|line| in_order(&line.words).or_else(|| by_place(&line.words)))
}

/// `(red, white, white)`, or `red | white | white`.
fn in_order(words: &[Word]) -> Option<usize> {
    let colours = words.iter().filter(|word| word.is(Idea::Red) || word.is(Idea::White));
    let colours: Vec<bool> = colours.map(|word| word.is(Idea::Red)).collect();
    (colours.len() == 3).then(|| only(&colours, |is_red| *is_red)).flatten()
}

/// `The first die is red`.
fn by_place(words: &[Word]) -> Option<usize> {
    words.chunk_by(|one, other| one.clause == other.clause).find_map(|clause| {
        let red = clause.iter().position(|word| word.is(Idea::Red))?;
        let place =
            |word: &Word| [Idea::First, Idea::Middle, Idea::Last].iter().position(|place| word.is(*place));
        let near = clause.iter().enumerate().filter_map(|(at, word)| Some((at.abs_diff(red), place(word)?)));
        near.min().map(|(_, place)| place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_evidence::read::Sheet;
    use crate::by_evidence::tests::suite;

    #[track_caller]
    fn check(text: &str, expected: Red) {
        let sheet = Sheet::read(text, 1, suite());
        assert_eq!(sheet.dice.len(), 3, "{text}");
        assert_eq!(red(&sheet.dice, &sheet.lines, explained(&sheet.lines)), expected, "{text}");
    }

    fn three(red: [&str; 3], white: [&str; 3], at: usize) -> String {
        let line = |row: usize| {
            (0..3).map(|die| if die == at { red[row] } else { white[row] }).collect::<Vec<_>>().join("  ")
        };
        format!("{}\n{}\n{}\n{}\n", line(0), line(1), line(1), line(2)).replace("PP", "p p")
    }

    const WHITE: [&str; 3] = ["+-----+", "| * * |", "+-----+"];

    #[test]
    fn pips_frame_and_colour_tell_the_red_die() {
        check(&three(["+-----+", "| o o |", "+-----+"], WHITE, 0), Red::Is(0));
        check(&three(["+=====+", "| * * |", "+=====+"], WHITE, 2), Red::Is(2));
        check(&three(["+-----+", "|\x1b[31m * * \x1b[0m|", "+-----+"], WHITE, 1), Red::Is(1));
        check(
            &three(["\x1b[1;31m+-----+", "\x1b[31m| * * |\x1b[0m", "\x1b[31m+-----+\x1b[0m"], WHITE, 1),
            Red::Is(1),
        );
        check(&three(WHITE, WHITE, 0), Red::Alike);
    }

    #[test]
    fn words_beside_a_die_tell_the_red_one() {
        let dice = three(WHITE, WHITE, 0);
        check(&format!(" White     Red    White\n{dice}"), Red::Is(1));
        check(&format!(" Putih    Putih   Merah\n{dice}"), Red::Is(2));
        check(&format!(" Valko    Valko   Puna\n{dice}"), Red::Is(2));
        let marked = three(["+-----+", "| X X |", "+-----+"], WHITE, 2);
        check(&format!("YOUR ROLL  (X = RED)\n{marked}"), Red::Is(2));
        check(&format!(" Die 1    Die 2    Die 3\n{dice}"), Red::Alike);
        check(&format!("You roll:\n{dice}Red one! You lose everything, really.\n"), Red::Alike);
        let stacked = "Red die\n-----\n|* *|\n|   |\n|* *|\n-----\nWhite die 1\n-----\n|   |\n| * |\n|   |\n-----\nWhite die 2\n-----\n|   |\n| * |\n|   |\n-----\n";
        check(stacked, Red::Is(0));
        let unframed = "Red die:\n\n    *\n\nWhite die:\n  *\n    *\n      *\nWhite die:\n\n    *\n\nThis throw earned 8.\n";
        check(unframed, Red::Is(0));
    }

    #[test]
    fn a_place_explained_in_words_tells_the_red_die() {
        let dice = three(WHITE, WHITE, 0);
        for (words, place) in [
            ("The first die is the red one.", 0),
            ("Your dice (white, white, red):", 2),
            ("The red die is in the middle.", 1),
            ("Der rote Würfel steht links.", 0),
        ] {
            check(&format!("{words}\n\n\n{dice}"), Red::Is(place));
        }
    }
}
