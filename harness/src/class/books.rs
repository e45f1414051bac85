//! What staff read of a class: the gradebook, the page, and the list of what was decided.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::case_statistics::case_statistics;
use super::class_mistakes::class_mistakes;
use super::decision_list::{self, DECISIONS};
use super::doubts::doubts;
use super::gradebook::{self, GRADEBOOK};
use super::lost_awards::lost_awards;
use super::page::{self, ClassPage};
use super::store::ClassReader;
use super::student_pages::pages;
use super::student_row::StudentRow;
use crate::reports::{Audience, write_whole};

/// The page in the folder of a class.
pub(super) const CLASS_PAGE: &str = "class.html";

/// Writes all of it, each file whole or not at all.
///
/// # Errors
/// What could not be read or written.
pub(super) fn write_books(folder: &Path, reader: &ClassReader, rows: &[StudentRow]) -> io::Result<()> {
    let about = |name: &str| reader.about(name).map_err(io::Error::other);
    let names = row_names(&about("rows")?, rows);
    write_book(&folder.join(GRADEBOOK), |out| gradebook::write(&names, rows, out))?;
    let page = ClassPage {
        title: &about("title")?,
        folder: &folder.display().to_string(),
        rows,
        pages: &pages(folder, rows),
        mistakes: &class_mistakes(rows),
        doubts: &doubts(rows),
        lost_awards: &lost_awards(reader, rows).map_err(io::Error::other)?,
        statistics: &case_statistics(rows),
    };
    write_book(&folder.join(CLASS_PAGE), |out| page::write(&page, out))?;
    let decisions = reader.decisions().map_err(io::Error::other)?;
    if decisions.is_empty() {
        return Ok(());
    }
    write_book(&folder.join(DECISIONS), |out| decision_list::write(&decisions, out))
}

/// Returns the names of the rows of the mark sheet, as they are kept; those of the first student where an earlier version did not keep them.
fn row_names(kept: &str, rows: &[StudentRow]) -> Vec<String> {
    let of_somebody = || {
        let sheet = rows.iter().find_map(|row| row.marks.as_ref()).map(|marks| &marks.mark_sheet);
        sheet.into_iter().flatten().map(|row| row.row.clone()).collect()
    };
    serde_json::from_str(kept).unwrap_or_else(|_| of_somebody())
}

fn write_book(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    write_whole(path, Audience::Staff, |out: &mut File| {
        let mut out = BufWriter::new(out);
        write(&mut out)?;
        out.flush()
    })
}
