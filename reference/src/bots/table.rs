//! Draws the tables of scores, as the course's starter kit draws them.

use crate::console::{Console, Play};

use super::category::Category;

/// A row of a table with one column for each category.
pub(super) struct Row<'a> {
    /// The row's name, in a first column of its own; either all rows have one or none.
    pub(super) name: Option<&'a str>,
    /// The label and the text of each cell.
    pub(super) cells: [(&'static str, String); 9],
}

/// Draws `rows`, with a blank line after; lines and column names are labelled `frame`.
pub(super) fn draw(frame: &'static str, rows: &[Row<'_>], console: &mut dyn Console) -> Play {
    let named = rows.iter().any(|row| row.name.is_some());
    let rule = rule(named);
    console.about(frame);
    console.say(&format!("{rule}{}{rule}", column_names(named)))?;
    for row in rows {
        draw_row(row, frame, console)?;
        console.say(&rule)?;
    }
    console.say("\n")
}

fn draw_row(row: &Row<'_>, frame: &'static str, console: &mut dyn Console) -> Play {
    if let Some(name) = row.name {
        console.say(&format!("| {name} "))?;
    }
    for (category, (part, cell)) in Category::ALL.into_iter().zip(&row.cells) {
        console.about(frame);
        console.say("|")?;
        console.about(part);
        console.say(&format!(" {cell:>width$} ", width = category.name().len()))?;
    }
    console.about(frame);
    console.say("|\n")
}

fn rule(named: bool) -> String {
    let columns: String =
        Category::ALL.map(|category| format!("{:-<width$}+", "", width = category.name().len() + 2)).concat();
    format!("{}{columns}\n", if named { "+----------+" } else { "+" })
}

fn column_names(named: bool) -> String {
    let columns = Category::ALL.map(|category| format!(" {} |", category.name())).concat();
    format!("{}{columns}\n", if named { "|          |" } else { "|" })
}
