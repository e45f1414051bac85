//! Which words of a game vary: declared here, so that what finds this out in the harness is not measured by itself.

use std::ops::Range;

/// Words of which a game prints one or another in the same place.
pub(crate) struct Enumeration {
    /// The heads of the parts in which they vary.
    parts: &'static [&'static str],
    /// The words.
    pub(crate) words: &'static [&'static str],
}

/// The words that vary in a suite, and the parts in which typed lines are printed again.
pub(crate) struct Values {
    /// The words that vary.
    pub(crate) enumerations: &'static [Enumeration],
    /// The heads of the parts in which what was typed stands.
    typed_in: &'static [&'static str],
    /// The heads of the parts that draw a board or a table: their lines are rows of cells.
    grids: &'static [&'static str],
    /// Texts that stand for the same literal as others: where nothing was typed, and heads of boards of other sizes.
    same: &'static [(&'static str, &'static str)],
}

const ARMIES: &[&str] = &["Spearman", "Archer", "Knight", "Scout"];
const RESOURCES: &[&str] = &["Water", "Wood", "Food", "Gold"];

/// Returns the values of a suite.
pub(crate) fn values(suite: &str) -> Values {
    match suite {
        "little_battle" => Values {
            enumerations: &[
                Enumeration {
                    parts: &[
                        "recruit/place",
                        "recruit/done",
                        "move/armies",
                        "move/moved",
                        "result/fight",
                        "result/lost",
                        "winning/captured",
                    ],
                    words: ARMIES,
                },
                Enumeration { parts: &["result/collect", "error"], words: RESOURCES },
            ],
            typed_in: &["winning/end", "start/loaded"],
            grids: &["start/map", "map"],
            same: &[("Emperor  unified", "Emperor # unified"), ("05X", "04X"), ("06X", "04X")],
        },
        "gekitai" => Values {
            enumerations: &[Enumeration {
                parts: &["prompt", "ending/winner", "hands", "ending/hands"],
                words: &["X", "O"],
            }],
            typed_in: &[],
            grids: &["board/cells", "ending/board/cells"],
            same: &[
                ("   C   D   E   F   G   H", "   C   D   E   F"),
                ("   C   D   E   F   G", "   C   D   E   F"),
            ],
        },
        "pizza" => Values {
            enumerations: &[
                Enumeration {
                    parts: &["summary/number", "summary/preset", "summary/custom"],
                    words: &["Hawaiian", "Garden Feast", "Meat Festival", "Carbonara", "Custom"],
                },
                Enumeration {
                    parts: &["summary/number", "summary/preset", "summary/custom"],
                    words: &[
                        "Ham",
                        "Sausage",
                        "Bacon",
                        "Beef",
                        "Meatball",
                        "Spinach",
                        "Olive",
                        "Mushroom",
                        "Tomato",
                        "Eggplant",
                        "Garlic",
                        "Cheese",
                        "Pineapple",
                        "Onion",
                        "Caper",
                    ],
                },
            ],
            typed_in: &[],
            grids: &[],
            same: &[],
        },
        "rats" => Values {
            enumerations: &[Enumeration { parts: &["starter", "turn", "winning"], words: &["HAL"] }],
            typed_in: &["starter", "turn", "winning", "players/refusal"],
            grids: &[],
            same: &[],
        },
        "bots" => Values {
            enumerations: &[Enumeration {
                parts: &["category-scores", "scoreboard", "ending/scoreboard"],
                words: &["Trio", "Quartet", "Band", "Doremi", "Orchestra"],
            }],
            typed_in: &["category/refusal"],
            grids: &["category-scores/frame", "scoreboard/frame", "ending/scoreboard/frame"],
            same: &[("''", "'#'")],
        },
        "iec_dice" => Values { enumerations: &[], typed_in: &[], grids: &[], same: &[] },
        _ => panic!("the values of the suite `{suite}` are not declared"),
    }
}

impl Values {
    /// Returns the places of `text` that hold a value, in order: numbers, words that vary in `part`, and what was `typed`.
    pub(crate) fn places(&self, part: &str, text: &str, typed: &[String]) -> Vec<Range<usize>> {
        let varying = self.enumerations.iter().filter(|enumeration| within(part, enumeration.parts));
        let mut names: Vec<&str> = varying.flat_map(|enumeration| enumeration.words).copied().collect();
        if within(part, self.typed_in) {
            names.extend(typed.iter().map(String::as_str));
        }
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        let mut places: Vec<Range<usize>> = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let end = end_of_value(text, at, &names);
            if end > at {
                places.push(at..end);
            }
            at = end.max(at + text[at..].chars().next().map_or(1, char::len_utf8));
        }
        places
    }

    /// Returns a form with one text for all that stand for the same.
    pub(crate) fn one_for_all(&self, form: &str) -> String {
        self.same.iter().fold(form.to_string(), |form, (text, other)| form.replace(text, other))
    }

    /// Returns whether `text` is a row of cells.
    pub(crate) fn is_row(&self, part: &str, text: &str) -> bool {
        within(part, self.grids) && text.contains('|') && !text.contains("--")
    }
}

fn within(part: &str, heads: &[&str]) -> bool {
    heads
        .iter()
        .any(|head| part.strip_prefix(head).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

/// Returns where the value ends that begins at `at`; `at` itself if none does.
fn end_of_value(text: &str, at: usize, names: &[&str]) -> usize {
    let rest = &text[at..];
    let joins = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
    if joins(text[..at].chars().next_back()) {
        return at;
    }
    let whole = |name: &&&str| rest.starts_with(**name) && !joins(rest[name.len()..].chars().next());
    let digits = rest.len() - rest.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
    let number = if joins(rest[digits..].chars().next()) { 0 } else { digits };
    at + names.iter().find(whole).map_or(number, |name| name.len())
}
