//! Tables of pictures, and a generator of layouts.

use proptest::prelude::*;

use super::*;
use crate::by_evidence::tests::suite;

/// Returns what is found in a text that begins and ends with a line break, which are only there to show it.
fn seen(text: &str) -> PicturesFound {
    find(text.trim_matches('\n'), &suite().signs)
}

#[track_caller]
fn check(text: &str, faces: &[usize]) {
    let reading = seen(text);
    let found: Vec<usize> = reading.pictures.iter().map(|picture| picture.pips.into()).collect();
    assert_eq!(found, faces, "{text}");
    assert_eq!(reading.puzzles, [], "{text}");
}

#[test]
fn frames_of_all_kinds_are_seen() {
    check(
        r"
+---+   +---+
|   |   |   |
| * |   | x |
|   |   |   |
+---+   +---+
",
        &[1, 1],
    );
    check(
        r"
---------  ---------
| *   * |  |       |
|       |  |   o   |
| *   * |  |       |
---------  ---------
",
        &[4, 1],
    );
    check(
        r"
 -------    -------
| o     |  | *   * |
|   o   |  |   *   |
|     o |  | *   * |
 -------    -------
",
        &[3, 5],
    );
    check(
        r"
+---+---+---+
|* *|  *|* *|
|   |   | * |
|* *|*  |* *|
+---+---+---+
",
        &[4, 2, 5],
    );
    check(
        r"
┌─────┐ ╔═════╗
│● ● ●│ ║●    ║
│     │ ║  ●  ║
│● ● ●│ ║    ●║
└─────┘ ╚═════╝
",
        &[6, 3],
    );
}

#[test]
fn frames_of_other_signs_are_seen() {
    check(
        r"
[ #   ]
[     ]
[   # ]
",
        &[2],
    );
    check(
        r"
(  @  )   ( @@@ )
(     )   (     )
(  @  )   ( @@@ )
",
        &[2, 6],
    );
    check(
        r"
#######
#o   o#
#     #
#o   o#
#######
",
        &[4],
    );
    check(
        r"
=========
  0   0
    0
  0   0
=========
",
        &[5],
    );
    check(
        r"
*********
* *   * *
*       *
* *   * *
*********
",
        &[4],
    );
    check(
        r"
 _______
|       |
|   *   |
|_______|
",
        &[1],
    );
    check(
        r"
 _____
|o   o|
|     |
|o___o|
",
        &[4],
    );
    check(
        r"
| *   |  |   * |
|  *  |  |     |
|   * |  | *   |
",
        &[3, 2],
    );
    check(
        r"
+-----+
| ● ● |
| ● ● |
+-----+
| ●   |
|   ● |
+-----+
",
        &[4, 2],
    );
    check(
        r"
:::::::
: o o :
:  o  :
: o o :
:::::::
",
        &[5],
    );
}

#[test]
fn labels_around_pictures_do_no_harm() {
    check(
        r"
  Red       White 1     White 2
+-----+     +-----+     +-----+
| o   |     | *   |     | * * |
|  o  |     |     |     |     |
|   o |     |   * |     | * * |
+-----+     +-----+     +-----+
 Score 6   Total 12
",
        &[3, 2, 4],
    );
    check(
        r"
Red:   | o o |
       |     |  <- this one
       | o o |
Score: 12
",
        &[4],
    );
    check(
        r"
Red:
*   *

*   *
White:
  *
Score 12
",
        &[4, 1],
    );
    let grounded = seen(
        r"
 ___
|o o|
|   |
|o_o|
score 5
",
    );
    assert_eq!(grounded.text[4], "score 5");
    check(
        r"
    .---.
    |o o|
    '---'
.---.
| * |
'---'
",
        &[2, 1],
    );
}

#[test]
fn tables_and_banners_are_no_dice() {
    check(
        r"
+--------+----------+
| Player | Computer |
+--------+----------+
|   5    |    22    |
+--------+----------+
",
        &[],
    );
    check(
        r"
**********************
*  IEC DICE GAME     *
**********************
",
        &[],
    );
    check(
        r"
====================
  Player   |   12
====================
",
        &[],
    );
    check(
        r"
-----

-----
Roll again? (y/n) 
",
        &[],
    );
    check("| Roll | 4 |\n| Total | 0 |", &[]);
}

#[test]
fn flaws_are_found() {
    let flaws = |text: &str| {
        let pictures = seen(text).pictures.into_iter();
        pictures.map(|picture| (picture.pips, picture.flaws)).collect::<Vec<_>>()
    };
    assert_eq!(
        flaws(
            r"
+---+
| 4 |
+---+
"
        ),
        [(4, vec![Flaw::Digit])]
    );
    assert_eq!(
        flaws(
            r"
-----
|   |
| 4 |
|   |
-----
"
        ),
        [(4, vec![Flaw::Digit])]
    );
    assert_eq!(
        flaws(
            r"
---------
| *   * |
|   *  |
| *   * |
---------
"
        ),
        [(5, vec![Flaw::UnevenRows])]
    );
    check(
        r"
---------
| *   * |
|   *  |
| *   * |
---------
",
        &[5],
    );
    check(
        r"
+-----+
|* * *|
|* * *|
|*   *|
+-----+
",
        &[8],
    );
    check(
        r"
+-----+ +-----+ +-----+
|*    | |     | |  *  |
|     | |     | |     |
|    *| |     | |  *  |
+-----+ +-----+ +-----+
",
        &[2, 0, 2],
    );
    check(
        r"
+-----+ +-----+
|     | | *   |
|     | |     |
|     | |   * |
+-----+ +-----+
",
        &[0, 2],
    );
}

#[test]
fn what_is_not_certain_is_a_puzzle() {
    for text in [
        r"
+---+---+---+
|   |   |   |
|   | * |   |
|   |   |   |
+---+---+---+
",
        r"
+---+---+---+
| * |   | * |
+---+---+---+
|   |   |   |
+---+---+---+
| * |   | * |
+---+---+---+
",
        r"
+---+---+---+
| * |   | * |
|   | * |   |
| * |   | * |
+---+---+---+
",
        r"
*   *   *   *
  *
*   *   *   *
",
        r"
+-----+
|/-\ _|
|\-/ +|
|o  * |
+-----+
",
    ] {
        let reading = seen(text);
        assert!(reading.pictures.is_empty() && !reading.puzzles.is_empty(), "{text}");
    }
}

#[test]
fn a_die_whose_places_are_cells_of_a_grid_is_read_where_it_cannot_be_three_dice() {
    check(
        r"
+---+---+---+
| * |   |   |
|   |   |   |
|   |   | * |
+---+---+---+
",
        &[2],
    );
    check(
        r"
+---+---+---+  +---+---+---+
| * |   | * |  |   |   |   |
| * |   | * |  |   | o |   |
| * |   | * |  |   |   |   |
+---+---+---+  +---+---+---+
+---+---+---+
| * |   | * |
|   | * |   |
| * |   | * |
+---+---+---+
",
        &[6, 1, 5],
    );
    let ones = "+---+---+---+\n|   |   |   |\n|   | * |   |\n|   |   |   |\n+---+---+---+\n";
    check(&ones.repeat(3), &[1, 1, 1]);
}

#[test]
fn rows_that_are_drawn_twice_count_once() {
    let reading = seen(
        r"
+-------+  +-------+  +-------+
| *   * |  |       |  | *     |
| *   * |  |       |  | *     |
|   *   |  |   *   |  |       |
|   *   |  |   *   |  |       |
| *   * |  |       |  |     * |
| *   * |  |       |  |     * |
+-------+  +-------+  +-------+
",
    );
    let found: Vec<_> = reading.pictures.iter().map(|die| (die.pips, die.flaws.clone())).collect();
    assert_eq!(found, [5, 1, 2].map(|pips| (pips, vec![Flaw::DoubledRows])));
    // Six rows of which some differ from their neighbours are drawn once.
    check(
        r"
+-------+
|       |
| *   * |
|       |
|       |
| *   * |
|       |
+-------+
",
        &[4],
    );
}

#[test]
fn sides_that_differ_are_the_frame_unless_they_may_be_pips() {
    let reading = seen(
        r"
┌───┐  ┌───┐  ┌───┐
│●  *  │○ ○*  │○ ○*
│ ● *  │   *  │   *
│  ●*  │○ ○*  │○ ○*
└───┘  └───┘  └───┘
",
    );
    let found: Vec<_> = reading.pictures.iter().map(|die| (die.pips, die.flaws.clone())).collect();
    let sides = "the left side of a die is drawn with `│`, the right side with `*`";
    assert_eq!(found, [3, 4, 4].map(|pips| (pips, vec![Flaw::Frame(sides.to_string())])));
    assert_eq!(reading.puzzles, []);
    let reading = seen(
        r"
+-----+  +-----+
|*   **  |     *
|     *  |  *  *
|*   **  |     *
+-----+  +-----+
",
    );
    assert_eq!(reading.puzzles.len(), 2);
    assert!(reading.puzzles.iter().all(|puzzle| puzzle.why.contains("begins with `|` and ends with `*`")));
    assert_eq!(reading.puzzles[0].line.as_deref(), Some("|*   **  |     *"));
}

#[test]
fn a_zero_on_a_line_of_its_own_is_a_number() {
    let die = "+-----+\n|*   *|\n|     |\n|*   *|\n+-----+\n";
    check(&format!("{die}Roll score:\n0\nPlayer total score:\n0\n"), &[4]);
}

#[test]
fn what_cannot_be_read_has_its_reason() {
    for (text, expected) in [
        (
            "+-----+\n|* # *|\n|     |\n|* # *|\n+-----+\n",
            "inside one die stand `#` and `*`, and which of them are pips",
        ),
        (
            "+-----+\n|/   /|\n|     |\n|/   /|\n+-----+\n",
            "inside a die stands `/`, with which frames are drawn",
        ),
        ("+-----+\n|** **|\n|     |\n|** **|\n+-----+\n", "the signs `*` touch each other"),
        ("You roll:\n*   *   *   *\n  *\n*   *   *   *\nTotal: 3\n", "without a frame"),
    ] {
        let why = seen(text).puzzles.first().map(|puzzle| puzzle.why.clone()).unwrap_or_default();
        assert!(
            why.strip_prefix("the dice cannot be read: ").is_some_and(|why| why.starts_with(expected)),
            "{text}: {why}"
        );
    }
}

#[test]
fn pictures_are_taken_out_of_the_text() {
    let reading = seen(
        r"
You: +---+ 12
     |0 0|
     +---+ points
",
    );
    assert_eq!(reading.pictures.len(), 1);
    assert_eq!(reading.text.concat().split_whitespace().collect::<Vec<_>>(), ["You:", "12", "points"]);
}

#[test]
fn junk_of_a_megabyte_is_read_in_bounded_work() {
    for unit in ["|-", "|*|\n", "---\n", "[o]", "* o\n", "\x1b[31m|", "+--+\n|  |\n"] {
        let text = unit.repeat((1 << 20) / unit.len());
        drop(find(&text, &suite().signs));
    }
}

/// How a die is drawn.
#[derive(Debug, Clone)]
struct DrawingStyle {
    frame: usize,
    pip: char,
    /// Columns between pips.
    spread: usize,
    /// Blank rows above and below.
    high: bool,
}

const GRID: [[&str; 3]; 6] = [
    ["   ", " p ", "   "],
    ["p  ", "   ", "  p"],
    ["p  ", " p ", "  p"],
    ["p p", "   ", "p p"],
    ["p p", " p ", "p p"],
    ["p p", "p p", "p p"],
];

/// Corners, edges and walls: above left, edge, above right, wall left, wall right, below left, below right.
const FRAMES: [[char; 7]; 10] = [
    ['+', '-', '+', '|', '|', '+', '+'],
    ['-', '-', '-', '|', '|', '-', '-'],
    [' ', '-', ' ', '|', '|', ' ', ' '],
    ['.', '-', '.', '|', '|', '\'', '\''],
    ['+', '=', '+', '|', '|', '+', '+'],
    ['┌', '─', '┐', '│', '│', '└', '┘'],
    ['╔', '═', '╗', '║', '║', '╚', '╝'],
    ['/', '-', '\\', '|', '|', '\\', '/'],
    ['=', '=', '=', '[', ']', '=', '='],
    ['+', '+', '+', '+', '+', '+', '+'],
];

fn draw(style: &DrawingStyle, face: usize) -> Vec<String> {
    let [above_left, edge, above_right, left, right, below_left, below_right] = FRAMES[style.frame];
    let mut rows: Vec<String> = GRID[face - 1]
        .iter()
        .map(|row| {
            let pips: Vec<String> =
                row.chars().map(|ch| if ch == 'p' { style.pip } else { ' ' }.to_string()).collect();
            format!(" {} ", pips.join(&" ".repeat(style.spread)))
        })
        .collect();
    let width = rows[0].chars().count();
    if style.high {
        rows.insert(0, " ".repeat(width));
        rows.push(" ".repeat(width));
    }
    let line = edge.to_string().repeat(width);
    let mut all = vec![format!("{above_left}{line}{above_right}")];
    all.extend(rows.iter().map(|row| format!("{left}{row}{right}")));
    all.push(format!("{below_left}{line}{below_right}"));
    all
}

/// Puts pictures side by side, `gap` columns apart.
fn beside(pictures: &[Vec<String>], gap: usize) -> String {
    let lines = pictures[0].len();
    let line =
        |at: usize| pictures.iter().map(|die| die[at].clone()).collect::<Vec<_>>().join(&" ".repeat(gap));
    (0..lines).map(|at| line(at) + "\n").collect()
}

fn style() -> impl Strategy<Value = DrawingStyle> {
    let pip = prop::sample::select(vec!['*', 'o', 'O', '0', '@', '#', '●']);
    (0..FRAMES.len(), pip, 0..3_usize, any::<bool>()).prop_map(|(frame, pip, spread, high)| DrawingStyle {
        frame,
        pip,
        spread,
        high,
    })
}

proptest! {
    #[test]
    fn faces_found_are_the_faces_drawn(
        style in style(),
        red in prop::sample::select(vec!['x', '+', '•']),
        faces in prop::collection::vec(1..=6_usize, 1..=4),
        (gap, stacked, blank) in (1..6_usize, any::<bool>(), 0..3_usize),
        (indent, words) in (0..9_usize, prop::sample::select(vec!["", "You roll:", "Wurf 3 (rot, weiss, weiss)", "a | b", "Total: 12"])),
    ) {
        let red_style = DrawingStyle { pip: if style.frame == 9 { 'x' } else { red }, ..style.clone() };
        let pictures: Vec<Vec<String>> = faces.iter().enumerate().map(|(at, face)| draw(if at == 0 { &red_style } else { &style }, *face)).collect();
        let drawn = if stacked {
            let separator = "\n".repeat(blank + 1);
            pictures.iter().map(|die| die.join("\n")).collect::<Vec<_>>().join(&separator) + "\n"
        } else {
            beside(&pictures, gap)
        };
        let indented: Vec<String> = drawn.lines().map(|line| format!("{}{line}\n", " ".repeat(indent))).collect();
        let indented = indented.concat();
        let reading = find(&format!("{words}\n{indented}{words}\n"), &suite().signs);
        let found: Vec<usize> = reading.pictures.iter().map(|picture| picture.pips.into()).collect();
        prop_assert_eq!(found, faces);
        prop_assert!(reading.puzzles.is_empty());
    }

    #[test]
    fn no_text_makes_it_fall_over(text in "[-|+* o\\n0-9a-c\\[\\]()┌─│●\u{1b}]{0,400}") {
        drop(find(&text, &suite().signs));
    }
}
