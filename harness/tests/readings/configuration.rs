//! Configurations of Little Battle ("Read Configuration File"): everything that is wrong with one, not only the first.

const LABELS: [&str; 5] = ["Frame", "Water", "Wood", "Food", "Gold"];

/// A rule that a configuration breaks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Fault {
    /// The place of the rule in the order of checks of the text.
    pub(crate) check: usize,
    /// The line on which it is broken, from 0.
    pub(crate) line: usize,
    /// What must be said.
    pub(crate) message: String,
}

/// Returns all that is wrong with a configuration, in the order of checks, then of the file.
pub(crate) fn faults(text: &str) -> Vec<Fault> {
    let lines: Vec<&str> = text.trim_end_matches('\n').split('\n').collect();
    let mut faults = Vec::new();
    let mut add = |check, line, message: String| faults.push(Fault { check, line, message });
    for _ in 0..wrong_labels(&lines) {
        add(0, 0, "format error!".to_string());
    }
    let (width, height) = frame(value(&lines, 0), &mut add);
    let mut seen = Vec::new();
    for (line, label) in LABELS.iter().enumerate().skip(1) {
        let words: Vec<&str> = value(&lines, line).split_whitespace().collect();
        let numbers: Vec<Option<i64>> = words.iter().map(|word| word.parse().ok()).collect();
        for number in &numbers {
            if number.is_none_or(|number| number < 0) {
                add(3, line, format!("{label} contains non integer characters!"));
            }
        }
        if words.len() % 2 == 1 {
            add(4, line, format!("{label} has an odd number of elements!"));
        }
        for pair in numbers.chunks_exact(2) {
            let (Some(x), Some(y)) = (pair[0], pair[1]) else { continue };
            if x.min(y) >= 0 && (x >= width || y >= height) {
                add(5, line, format!("{label} contains a position that is out of map."));
            }
            if [(1, 1), (width - 2, height - 2)].iter().any(|(a, b)| (a - x).abs() + (b - y).abs() <= 1) {
                let message =
                    "The positions of home bases or the positions next to the home bases are occupied!";
                add(6, line, message.to_string());
            }
            if seen.contains(&(x, y)) {
                add(7, line, format!("Duplicate position ({x}, {y})!"));
            }
            seen.push((x, y));
        }
    }
    faults.sort_by_key(|fault| fault.check);
    faults
}

/// Returns how many changes make the labels of the lines what they must be: a label more, less, or another one, or two that are swapped.
fn wrong_labels(lines: &[&str]) -> usize {
    let labels: Vec<&str> =
        lines.iter().map(|line| line.split_once(": ").map_or(*line, |(label, _)| label)).collect();
    let is_without_one = |long: &[&str], short: &[&str]| {
        (0..long.len()).any(|index| [&long[..index], &long[index + 1..]].concat() == short)
    };
    let places: Vec<usize> =
        if labels.len() == 5 { (0..5).filter(|at| labels[*at] != LABELS[*at]).collect() } else { Vec::new() };
    match (labels.len(), places.as_slice()) {
        (5, places) if places.len() < 2 => places.len(),
        (5, &[first, second]) if labels[first] == LABELS[second] && labels[second] == LABELS[first] => 1,
        (4, _) if is_without_one(&LABELS, &labels) => 1,
        (6, _) if is_without_one(&labels, &LABELS) => 1,
        _ => 2,
    }
}

/// Returns what stands after the label of that number, or in its place if the label stands nowhere.
fn value<'a>(lines: &[&'a str], number: usize) -> &'a str {
    let labelled = lines.iter().find_map(|line| line.strip_prefix(LABELS[number])?.strip_prefix(':'));
    let in_place = || lines.get(number).filter(|_| lines.len() == 5).and_then(|line| line.split_once(' '));
    labelled.or_else(|| in_place().map(|(_, value)| value)).unwrap_or("").trim()
}

/// Returns width and height; those of any map where none can be read.
fn frame(text: &str, add: &mut impl FnMut(usize, usize, String)) -> (i64, i64) {
    let sizes: Vec<Option<i64>> = text.split('x').map(|size| size.parse().ok()).collect();
    if text.is_empty() {
        return (7, 7);
    }
    let [Some(width), Some(height)] = sizes[..] else {
        add(1, 0, "frame should be in format widthxheight!".to_string());
        return (7, 7);
    };
    for size in [width, height] {
        if !(5..=7).contains(&size) {
            add(2, 0, "width and height should range from 5 to 7!".to_string());
        }
    }
    (width, height)
}
