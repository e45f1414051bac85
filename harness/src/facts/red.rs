//! Which of three dice is the red one.

use super::canvas::Area;
use super::numbers::words_in_columns;
use super::pictures::{DieLook, Picture};
use super::words::{self, Idea};

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
pub(crate) fn red(dice: &[Picture], text: &[String], explained: Option<usize>) -> Red {
    if let Some(die) = only(dice, |die| has_red(&die.look)) {
        return Red::Is(die);
    }
    let labels = DieLabels::new(dice, text);
    if let Some(die) = labels.red(DieLabels::are_complete) {
        return Red::Is(die);
    }
    // A die without pips says nothing about how pips look.
    let pips = if dice.iter().all(|die| die.pips > 0) { dice } else { &[] };
    // Without a frame the size depends on the face.
    let framed = if dice.iter().all(|die| !die.look.frame.is_empty()) { dice } else { &[] };
    let odd = [
        odd(pips, |die| die.look.pips.clone()),
        odd(pips, |die| die.look.colours.clone()),
        odd(dice, |die| die.look.frame.clone()),
        odd(dice, |die| die.look.frame_colours.clone()),
        odd(framed, |die| die.look.size),
        labels.red(DieLabels::may_stand_alone),
        labels.odd(),
    ];
    if let Some(die) = odd.into_iter().flatten().next().or(explained) {
        return Red::Is(die);
    }
    let looks: Vec<_> = dice.iter().map(|die| &die.look).collect();
    if looks.windows(2).any(|pair| pair[0] != pair[1]) || labels.differ() { Red::Unclear } else { Red::Alike }
}

fn has_red(look: &DieLook) -> bool {
    look.colours.iter().chain(&look.frame_colours).any(|colour| colour.is_red())
}

/// Returns the index of the item for which something holds, if it is the only one.
fn only<T>(items: &[T], holds: impl Fn(&T) -> bool) -> Option<usize> {
    let at = items.iter().position(&holds)?;
    (items.iter().filter(|item| holds(item)).count() == 1).then_some(at)
}

/// Returns the index of the one of three items that differs, if the two others agree.
fn odd<T, F: PartialEq>(items: &[T], feature: impl Fn(&T) -> F) -> Option<usize> {
    let [one, two, three] = items else { return None };
    let [one, two, three] = [one, two, three].map(feature);
    match (one == two, two == three, one == three) {
        (true, false, _) => Some(2),
        (false, true, _) => Some(0),
        (false, false, true) => Some(1),
        _ => None,
    }
}

/// The words above, below, left and right of each picture.
struct DieLabels {
    sides: [Vec<Vec<String>>; 4],
}

impl DieLabels {
    fn new(dice: &[Picture], text: &[String]) -> Self {
        let near = |line: Option<usize>, area: Area| {
            line.and_then(|line| text.get(line)).map(|line| words_over(line, area)).unwrap_or_default()
        };
        let above = dice.iter().map(|die| {
            let first = near(die.area.top.checked_sub(1), die.area);
            if first.is_empty() { near(die.area.top.checked_sub(2), die.area) } else { first }
        });
        let below = dice.iter().map(|die| near(Some(die.area.bottom + 1), die.area));
        let beside = |right: bool| {
            dice.iter().map(move |die| words_beside(die.area, dice, text, right)).collect::<Vec<_>>()
        };
        Self { sides: [above.collect(), beside(false), beside(true), below.collect()] }
    }

    /// Returns the index of the red die by the words beside the pictures. The first side with a reason decides: either the
    /// words at one die only speak of red, or the words at all dice but one speak of white. Sides for which `counts` does
    /// not hold are left out.
    fn red(&self, counts: fn(usize, &[Vec<String>]) -> bool) -> Option<usize> {
        let sides = self.sides.iter().enumerate().filter(|(side, labels)| counts(*side, labels));
        let mut dice = sides.filter_map(|(_, labels)| {
            let red = only(labels, |label| words::has(label, Idea::Red));
            red.or_else(|| only(labels, |label| !words::has(label, Idea::White)))
        });
        dice.next()
    }

    /// Returns whether each of the three dice has words on this side.
    fn are_complete(_: usize, labels: &[Vec<String>]) -> bool {
        labels.iter().all(|label| !label.is_empty())
    }

    /// Returns whether words on this side name the red die even if the other dice have none there: they do above a die, and
    /// on its right. On other sides they may be there by chance.
    fn may_stand_alone(side: usize, _: &[Vec<String>]) -> bool {
        side == 0 || side == 2
    }

    fn odd(&self) -> Option<usize> {
        // What stands below three dice may be anything.
        let complete = |labels: &&Vec<Vec<String>>| labels.iter().all(|label| !label.is_empty());
        self.sides[..3].iter().filter(complete).find_map(|labels| odd(labels, Clone::clone))
    }

    /// Returns whether each die has words, none of them numbers the dice, and neighbours have different ones.
    fn differ(&self) -> bool {
        let number = |label: &Vec<String>| words::has(label, Idea::First) || words::has(label, Idea::Last);
        self.sides.iter().any(|labels| {
            labels.iter().all(|label| !label.is_empty())
                && !labels.iter().any(number)
                && labels.windows(2).all(|pair| pair[0] != pair[1])
        })
    }
}

/// Returns the words of a line that stand over the columns of an area and do not reach far beyond.
fn words_over(line: &str, area: Area) -> Vec<String> {
    // A die without a frame may be as narrow as one pip.
    let width = (area.right - area.left + 1).max(7);
    let over = words_in_columns(line).into_iter().filter(|(from, to, _)| {
        let middle = usize::midpoint(*from, *to);
        (area.left.saturating_sub(1)..=area.right + 1).contains(&middle) && to - from < width + 8
    });
    over.flat_map(|(_, _, words)| words).collect()
}

/// Returns the words between a picture and its neighbour, on the lines of the picture.
fn words_beside(area: Area, dice: &[Picture], text: &[String], right: bool) -> Vec<String> {
    let same_lines = |other: &&Picture| {
        other.area.top <= area.bottom && area.top <= other.area.bottom && other.area != area
    };
    let neighbours = dice.iter().filter(same_lines).map(|die| die.area);
    let (from, to) = if right {
        let end = neighbours.filter(|other| other.left > area.right).map(|other| other.left).min();
        (area.right + 1, end.unwrap_or(usize::MAX))
    } else {
        let start = neighbours.filter(|other| other.right < area.left).map(|other| other.right).max();
        (start.map_or(0, |start| start + 1), area.left)
    };
    let lines = text.iter().take(area.bottom + 1).skip(area.top);
    lines
        .flat_map(|line| {
            let part: String = line.chars().take(to).skip(from).collect();
            words::words(&part)
        })
        .collect()
}

/// Returns the place of the red die, if a line explains it in words.
pub(crate) fn explained(lines: &[String]) -> Option<usize> {
    lines.iter().find_map(|line| in_order(line).or_else(|| by_place(line)))
}

/// `(red, white, white)`, or `red | white | white`.
fn in_order(line: &str) -> Option<usize> {
    let words = words::words(line);
    let colours: Vec<bool> = words
        .iter()
        .filter(|word| words::is(word, Idea::Red) || (words::is(word, Idea::White) && *word != "scoring"))
        .map(|word| words::is(word, Idea::Red))
        .collect();
    (colours.len() == 3).then(|| only(&colours, |is_red| *is_red)).flatten()
}

/// `The first die is red`.
fn by_place(line: &str) -> Option<usize> {
    line.split(['.', ';', '!', ',']).find_map(|sentence| {
        let words = words::words(sentence);
        let red = words.iter().position(|word| words::is(word, Idea::Red))?;
        let place = |word: &String| {
            let places = [Idea::First, Idea::Middle, Idea::Last];
            places.iter().position(|place| words::is(word, *place))
        };
        let near = words.iter().enumerate().filter_map(|(at, word)| Some((at.abs_diff(red), place(word)?)));
        near.min().map(|(_, place)| place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::pictures::find;

    #[track_caller]
    fn check(text: &str, expected: Red) {
        let reading = find(text);
        assert_eq!(reading.pictures.len(), 3, "{text}");
        assert_eq!(red(&reading.pictures, &reading.text, explained(&reading.text)), expected, "{text}");
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
