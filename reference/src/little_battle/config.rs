//! Reads a configuration ("Read Configuration File"): five labelled lines, checked in the order of
//! the text. The first error found is the one that is raised.

use std::collections::BTreeMap;

use super::army::Resource;
use super::board::{Ground, Position};
use super::rules::{BattleRules, OfDuplicates};
use crate::console::{Play, Stop};

/// A valid configuration.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Config {
    /// 5 to 7 columns.
    pub(super) width: usize,
    /// 5 to 7 rows.
    pub(super) height: usize,
    /// Water and resources.
    pub(super) ground: BTreeMap<Position, Ground>,
}

/// The lines after the frame, in their order.
const LAYERS: [(&str, Ground); 4] = [
    ("Water", Ground::Water),
    ("Wood", Ground::Holds(Resource::Wood)),
    ("Food", Ground::Holds(Resource::Food)),
    ("Gold", Ground::Holds(Resource::Gold)),
];

/// Returns the configuration that `text` describes.
///
/// # Errors
/// The exception and message of the text's first check that fails. The text leaves open whether a negative number is an integer:
/// if it is none, that is the error, and if it is one, its position is out of the map.
pub(super) fn load(text: &str, rules: &BattleRules) -> Play<Config> {
    let [frame, layers @ ..] = contents(text)?;
    let size = frame_size(frame, rules)?;
    let words = layers.map(|line| line.split_whitespace().collect::<Vec<_>>());
    check(size, &words, rules).map_err(|stop| {
        let as_integers =
            words.each_ref().map(|words| words.iter().map(|word| negative(word).unwrap_or(word)).collect());
        match check(size, &as_integers, rules) {
            Err(other) if other != stop => stop.or(other),
            _ => stop,
        }
    })
}

/// The number off every map for which a negative number is taken.
pub(super) const NEGATIVE: usize = 99;

/// Returns a number off every map for a negative number.
fn negative(word: &str) -> Option<&'static str> {
    word.strip_prefix('-').and_then(number).map(|_| "99")
}

/// Checks the lines after the frame, split into words, in the order of the text.
fn check(size: (usize, usize), words: &[Vec<&str>; 4], rules: &BattleRules) -> Play<Config> {
    let layers = words.each_ref().map(|words| positions(words));
    let lines = || 0..LAYERS.len();
    let of_line = |check: &Check, line| check.of_line(line, words, &layers, size, rules).err();
    // A position is repeated on the first line on which it is.
    let own = |check: &Check, line: usize| match check {
        Check::Unique if line > 0 && of_line(check, line - 1).is_some() => None,
        _ => of_line(check, line),
    };
    let first = rules.checks.iter().find_map(|check| lines().find_map(|line| own(check, line)));
    if let Some(first) = first {
        // Which of several errors on different lines comes first is left open.
        let of_lines = lines().filter_map(|line| rules.checks.iter().find_map(|check| own(check, line)));
        return Err(of_lines.fold(first, Stop::or));
    }
    let mut ground = BTreeMap::new();
    for ((_, kind), positions) in LAYERS.iter().zip(&layers) {
        for at in positions.iter().map(|position| (rules.put_at)(*position)) {
            match rules.of_duplicates {
                OfDuplicates::Water if ground.get(&at) == Some(&Ground::Water) => {}
                OfDuplicates::First if ground.contains_key(&at) => {}
                _ => {
                    ground.insert(at, *kind);
                }
            }
        }
    }
    let (width, height) = size;
    Ok(Config { width, height, ground })
}

/// What is checked in each line after the frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Check {
    Integers,
    Even,
    OnMap,
    HomesFree,
    Unique,
}

impl Check {
    /// All checks, in the order of the text.
    pub(super) const ALL: [Self; 5] =
        [Self::Integers, Self::Even, Self::OnMap, Self::HomesFree, Self::Unique];

    /// Checks the line at `index`; a position must not stand in it or in those before twice.
    fn of_line(
        self,
        index: usize,
        words: &[Vec<&str>; 4],
        layers: &[Vec<Position>; 4],
        size: (usize, usize),
        rules: &BattleRules,
    ) -> Play {
        let (name, _) = LAYERS[index];
        let (words, positions) = (&words[index], &layers[index]);
        match self {
            Self::Integers if words.iter().any(|word| number(word).is_none()) => {
                fail("ValueError", &format!("{name} contains non integer characters!"))
            }
            Self::Even if words.len() % 2 == 1 => {
                fail("SyntaxError", &format!("{name} has an odd number of elements!"))
            }
            Self::OnMap if !positions.iter().all(|at| (rules.on_map)(*at, size)) => {
                fail("ArithmeticError", &format!("{name} contains a position that is out of map."))
            }
            Self::HomesFree if positions.iter().any(|at| is_kept_free(*at, size, rules)) => fail(
                "ValueError",
                "The positions of home bases or the positions next to the home bases are occupied!",
            ),
            Self::Unique => {
                let first = if rules.duplicates_across_lines { 0 } else { index };
                let all: Vec<&Position> = layers[first..=index].iter().flatten().collect();
                match all.iter().enumerate().find(|(at, position)| all[..*at].contains(position)) {
                    Some((_, (x, y))) => fail("SyntaxError", &format!("Duplicate position ({x}, {y})!")),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }
}

/// Returns whether a position is a home base's, or next to one.
fn is_kept_free(at: Position, size: (usize, usize), rules: &BattleRules) -> bool {
    [(1, 1), (rules.second_home)(size)].into_iter().any(|home| (rules.kept_free)(home).contains(&at))
}

/// Returns what follows the five labels.
fn contents(text: &str) -> Play<[&str; 5]> {
    let labels = ["Frame:", "Water:", "Wood:", "Food:", "Gold:"];
    let lines: Vec<&str> = text.lines().collect();
    let trailing = lines.iter().rev().take_while(|line| line.trim().is_empty()).count();
    let lines = &lines[..lines.len() - trailing];
    let mut values = [""; 5];
    if lines.len() != labels.len() {
        return fail("SyntaxError", "format error!");
    }
    for ((line, label), value) in lines.iter().zip(labels).zip(&mut values) {
        match line.strip_prefix(label) {
            Some(rest) if rest.is_empty() || rest.starts_with(' ') => *value = rest.trim(),
            _ => return fail("SyntaxError", "format error!"),
        }
    }
    Ok(values)
}

/// "Check the content of Frame".
fn frame_size(frame: &str, rules: &BattleRules) -> Play<(usize, usize)> {
    let Some(size) = frame.split_once('x').and_then(|(width, height)| number(width).zip(number(height)))
    else {
        return fail("SyntaxError", "frame should be in format widthxheight!");
    };
    let (width, height) = (rules.frame)(size);
    let sizes = rules.smallest..=rules.largest;
    let (fits, fits_too) = (sizes.contains(&width), sizes.contains(&height));
    if !(fits && fits_too || rules.one_right_side_is_enough && (fits || fits_too)) {
        return fail("ArithmeticError", "width and height should range from 5 to 7!");
    }
    Ok((width, height))
}

/// Returns the number that `word` writes in digits only; one too large to matter becomes the largest.
fn number(word: &str) -> Option<usize> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().unwrap_or(usize::MAX))
}

fn positions(words: &[&str]) -> Vec<Position> {
    let numbers: Vec<usize> = words.iter().filter_map(|word| number(word)).collect();
    numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

fn fail<T>(kind: &'static str, what: &str) -> Play<T> {
    Err(Stop::raised(kind, format!("Invalid Configuration File: {what}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: [&str; 5] =
        ["Frame: 5x5", "Water: 0 0 4 2 1 3", "Wood: 0 2 2 4", "Food: 0 4 3 1", "Gold: 4 1 2 2"];

    /// Loads the text's example with line `index` (0 is the frame) replaced, and tells what is raised.
    #[track_caller]
    fn check(index: usize, line: &str, expected: &str) {
        let mut lines = GOOD;
        lines[index] = line;
        check_text(&lines.join("\n"), expected);
    }

    #[track_caller]
    fn check_text(text: &str, expected: &str) {
        let actual = match load(text, &BattleRules::default()) {
            Ok(config) => format!("{}x{}", config.width, config.height),
            Err(Stop::Raised(errors)) => {
                let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
                errors.join(" | ").replace("Invalid Configuration File: ", "")
            }
            Err(other) => format!("{other:?}"),
        };
        assert_eq!(actual, expected);
    }

    const FORMAT: &str = "SyntaxError: format error!";

    #[test]
    fn the_example_of_the_text_loads() {
        check_text(&GOOD.join("\n"), "5x5");
        check_text(&(GOOD.join("\n") + "\n"), "5x5");
        check_text(&GOOD.join("\r\n"), "5x5");
    }

    #[test]
    fn five_lines_with_their_labels_are_demanded() {
        check_text("", FORMAT);
        check_text(&GOOD[..4].join("\n"), FORMAT);
        check_text(&(GOOD.join("\n") + "\nSilver: 1 2"), FORMAT);
        check(1, "water: 0 0", FORMAT);
        check(1, "Water:0 0", FORMAT);
        check(1, "Wood: 0 0", FORMAT);
        check(4, "Gold 4 1", FORMAT);
    }

    #[test]
    fn the_frame_is_two_numbers_from_5_to_7() {
        let shape = "SyntaxError: frame should be in format widthxheight!";
        let range = "ArithmeticError: width and height should range from 5 to 7!";
        for frame in ["5x", "x5", "5X5", "axb", "5x5x5", "5", "5*5", "5.0x5"] {
            check(0, &format!("Frame: {frame}"), shape);
        }
        for frame in ["4x5", "5x4", "8x5", "5x8", "0x0", "99999999999999999999999x5"] {
            check(0, &format!("Frame: {frame}"), range);
        }
        for frame in ["5x5", "7x5", "5x7", "7x7", "6x6"] {
            let free = format!("Frame: {frame}\nWater: 0 0\nWood: 0 2\nFood: 2 0\nGold: 2 2");
            check_text(&free, frame);
        }
    }

    #[test]
    fn a_negative_number_is_no_integer_or_off_the_map() {
        let letters = |name: &str| format!("ValueError: {name} contains non integer characters!");
        let off_the_map =
            |name: &str| format!("ArithmeticError: {name} contains a position that is out of map.");
        check(2, "Wood: -1 2", &format!("{} | {}", letters("Wood"), off_the_map("Wood")));
        check(4, "Gold: 4 -10", &format!("{} | {}", letters("Gold"), off_the_map("Gold")));
        check(1, "Water: -1 a", &letters("Water"));
        check(1, "Water: - 2", &letters("Water"));
    }

    #[test]
    fn the_checks_of_a_line_have_an_order() {
        check(1, "Water: 0 0 a", "ValueError: Water contains non integer characters!");
        check(3, "Food: 0 4 3", "SyntaxError: Food has an odd number of elements!");
        check(4, "Gold: 5 0", "ArithmeticError: Gold contains a position that is out of map.");
        check(4, "Gold: 0 5", "ArithmeticError: Gold contains a position that is out of map.");
        let odd_then_letters = [GOOD[0], "Water: 0", GOOD[2], GOOD[3], "Gold: x 1"].join("\n");
        let letters = "ValueError: Gold contains non integer characters!";
        check_text(
            &odd_then_letters,
            &format!("{letters} | SyntaxError: Water has an odd number of elements!"),
        );
        check(1, "Water: 0 x 0", "ValueError: Water contains non integer characters!");
    }

    #[test]
    fn of_errors_on_different_lines_any_may_come_first() {
        let homes =
            "ValueError: The positions of home bases or the positions next to the home bases are occupied!";
        let two = [GOOD[0], "Water: 1 1", "Wood: 9 9", "Food: 3 3", GOOD[4]].join("\n");
        check_text(&two, &format!("ArithmeticError: Wood contains a position that is out of map. | {homes}"));
        check(1, "Water: 1 1 1 1", homes);
    }

    #[test]
    fn homes_and_the_cells_next_to_them_are_kept_free() {
        let message = "ValueError: The positions of home bases or the positions next to the home \
                       bases are occupied!";
        for (x, y) in [(1, 1), (0, 1), (1, 0), (2, 1), (1, 2), (3, 3), (2, 3), (3, 2), (4, 3), (3, 4)] {
            check(4, &format!("Gold: {x} {y}"), message);
        }
    }

    #[test]
    fn the_first_position_that_is_named_again_in_file_order_is_told() {
        check(1, "Water: 0 0 4 2 4 2 0 0", "SyntaxError: Duplicate position (4, 2)!");
        check(4, "Gold: 4 4 0 0", "SyntaxError: Duplicate position (0, 0)!");
    }
}
