//! Replies to the questions of Little Battle.

use super::{Moment, after_last, those_broken};

/// Column and row.
type Cell = (i64, i64);

pub(crate) fn broken(moment: &Moment<'_>, line: &str) -> Vec<&'static str> {
    let commands: &[&str] =
        if moment.question == "place" { &["DIS", "PRIS"] } else { &["DIS", "PRIS", "NO"] };
    if moment.question == "commander" || line == "QUIT" || commands.contains(&line) {
        return Vec::new();
    }
    match moment.question {
        "recruit" => no_army_to_recruit(moment.output, line),
        "place" => no_place(moment, line),
        "move" => no_move(moment, line),
        other => panic!("the question {other} is read nowhere"),
    }
}

/// Step 5-d, by the line of assets.
fn no_army_to_recruit(output: &str, line: &str) -> Vec<&'static str> {
    let assets = after_last(output, "[Your Asset: ").lines().next().unwrap_or("");
    let numbers: Vec<u32> = assets.split([' ', ']']).filter_map(|word| word.parse().ok()).collect();
    let has = |wood, food, gold| numbers[0] >= wood && numbers[1] >= food && numbers[2] >= gold;
    let is_affordable = match line {
        "S" => has(1, 1, 0),
        "A" => has(1, 0, 1),
        "K" => has(0, 1, 1),
        "T" => has(1, 1, 1),
        _ => return vec!["a letter of an army"],
    };
    those_broken(&[(!is_affordable, "sufficient resources")])
}

/// Step 5-d-i: two integers; a position off the map, and NO, are open between the two refusals.
fn no_place(moment: &Moment<'_>, line: &str) -> Vec<&'static str> {
    let map = map(moment.map);
    let Some([x, y]) = integers::<2>(line) else {
        return vec![if line == "NO" { "open: NO" } else { "two integers" }];
    };
    let Some(cell) = at(&map, (x, y)) else { return vec!["open: off the map"] };
    let home = home(&map, player(moment.output, "+++Player "));
    let is_near = home.0.abs_diff(x) + home.1.abs_diff(y) == 1;
    those_broken(&[(!is_near || owner(cell).is_some(), "an unoccupied position next to the home")])
}

/// "Valid Moves" and "Invalid Moves".
fn no_move(moment: &Moment<'_>, line: &str) -> Vec<&'static str> {
    let Some([x0, y0, x1, y1]) = integers::<4>(line) else { return vec!["four integers"] };
    let map = map(moment.map);
    let player = player(moment.output, "===Player ");
    let list = after_last(moment.output, "Armies to Move:\n");
    let army = list.lines().find(|line| line.contains(&format!("({x0}, {y0})")));
    let reach = if army.is_some_and(|line| line.starts_with("  Scout:")) { 2 } else { 1 };
    let steps = (x0.abs_diff(x1), y0.abs_diff(y1));
    let is_own =
        (x1, y1) == home(&map, player) || at(&map, (x1, y1)).is_some_and(|cell| owner(cell) == Some(player));
    those_broken(&[
        (army.is_none(), "an own army that has not moved"),
        (steps == (0, 0), "another cell"),
        (steps.0 != 0 && steps.1 != 0, "one of four directions"),
        (steps.0.min(steps.1) == 0 && steps.0.max(steps.1) > reach, "no more steps than the army can make"),
        (at(&map, (x1, y1)).is_none(), "a target on the map"),
        (is_own && steps != (0, 0), "no own army or home at the target"),
    ])
}

/// Returns the integers of a line of just so many of them.
fn integers<const COUNT: usize>(line: &str) -> Option<[i64; COUNT]> {
    let numbers: Result<Vec<i64>, _> = line.split(' ').map(str::parse).collect();
    numbers.ok()?.try_into().ok()
}

/// Returns the cells of the map that was shown last, row by row.
fn map(output: &str) -> Vec<Vec<String>> {
    let rows = after_last(output, "Please check the battlefield, commander.\n").lines().skip(2);
    let rows = rows.take_while(|line| line.contains('|'));
    rows.map(|line| line.split('|').skip(1).filter(|cell| !cell.is_empty()).map(String::from).collect())
        .collect()
}

fn at(map: &[Vec<String>], (x, y): Cell) -> Option<&str> {
    let row = map.get(usize::try_from(y).ok()?)?;
    row.get(usize::try_from(x).ok()?).map(String::as_str)
}

/// Returns whose army or home a cell shows.
fn owner(cell: &str) -> Option<u32> {
    cell.chars().nth(1)?.to_digit(10)
}

fn home(map: &[Vec<String>], player: u32) -> Cell {
    let size = |count: usize| i64::try_from(count).expect("a small map");
    if player == 1 { (1, 1) } else { (size(map[0].len()) - 2, size(map.len()) - 2) }
}

/// Returns whose stage it is, by the last title.
fn player(output: &str, title: &str) -> u32 {
    after_last(output, title).chars().next().and_then(|digit| digit.to_digit(10)).expect("a stage")
}
