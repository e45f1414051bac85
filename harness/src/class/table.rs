//! A table as platforms and programs for spreadsheets write it: a line of captions, and lines of cells.

use std::io::{self, Write};

use crate::cases::problem::{Place, Problem};

/// What to do about a file that is no table.
const HELP: &str = "give a table with a line of captions, separated by comma, semicolon or tab";

/// The byte order mark, by which some programs tell UTF-8 from older ways to write letters.
const MARK: &str = "\u{feff}";

/// A table, each cell as it stands in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Table {
    /// The captions of the columns.
    pub(super) captions: Vec<String>,
    /// What stands below them. A line may have fewer cells than there are captions, or more.
    pub(super) lines: Vec<TableLine>,
    separator: u8,
    has_mark: bool,
    has_windows_ends: bool,
}

/// A line of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TableLine {
    /// Its number in the file, from 1.
    pub(super) number: usize,
    /// Its cells.
    pub(super) cells: Vec<String>,
}

impl TableLine {
    /// Returns the cell in a column without blanks around it; empty if the line is too short.
    pub(super) fn cell(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", |cell| cell.trim())
    }

    /// Returns whether something is said in more fields than so many.
    pub(super) fn is_longer_than(&self, columns: usize) -> bool {
        self.cells.iter().skip(columns).any(|cell| !cell.trim().is_empty())
    }

    /// Puts a text into the cell of a column.
    pub(super) fn set(&mut self, column: usize, text: String) {
        if self.cells.len() <= column {
            self.cells.resize(column + 1, String::new());
        }
        self.cells[column] = text;
    }
}

impl Table {
    /// Returns the table that `bytes` are, in UTF-8, UTF-16 or Latin-1; messages call it `file`.
    ///
    /// # Errors
    /// A table that is broken.
    pub(super) fn parse(file: &str, bytes: &[u8]) -> Result<Self, Problem> {
        let text = decoded(bytes);
        let body = text.strip_prefix(MARK).unwrap_or(&text);
        let separator = separator(body);
        quotes_are_closed(file, body, separator)?;
        let mut reader =
            csv::ReaderBuilder::new().delimiter(separator).flexible(true).from_reader(body.as_bytes());
        let broken = |error: csv::Error| Problem::of_file(file, "is no table").because(error).help(HELP);
        let captions = reader.headers().map_err(broken)?.iter().map(str::to_string).collect();
        let (mut lines, mut numbers) = (Vec::new(), LineNumbers { text: body.as_bytes(), at: 0, number: 1 });
        for record in reader.records() {
            let record = record.map_err(broken)?;
            let byte = record.position().map_or(0, |position| usize::try_from(position.byte()).unwrap_or(0));
            let number = numbers.of(byte);
            lines.push(TableLine { number, cells: record.iter().map(str::to_string).collect() });
        }
        let has_windows_ends =
            body.lines().next().is_some_and(|first| body[first.len()..].starts_with("\r\n"));
        Ok(Self { captions, lines, separator, has_mark: text.starts_with(MARK), has_windows_ends })
    }

    /// Returns the number of the first line that says something in more fields than there are captions.
    pub(super) fn overlong_line(&self) -> Option<usize> {
        self.lines.iter().find(|line| line.is_longer_than(self.captions.len())).map(|line| line.number)
    }

    /// Returns the place of the column with this caption, whatever its capital letters.
    pub(super) fn column(&self, caption: &str) -> Option<usize> {
        self.captions.iter().position(|other| other.trim().to_lowercase() == caption.to_lowercase())
    }

    /// Returns the captions as messages name them; not more than twelve of them.
    pub(super) fn caption_list(&self) -> String {
        caption_list(&self.captions)
    }

    /// Returns the table with these columns only, in this order.
    #[must_use]
    pub(super) fn with_columns(&self, columns: &[usize]) -> Self {
        let chosen = |cells: &[String]| -> Vec<String> {
            columns.iter().map(|column| cells.get(*column).cloned().unwrap_or_default()).collect()
        };
        let lines =
            self.lines.iter().map(|line| TableLine { number: line.number, cells: chosen(&line.cells) });
        Self { captions: chosen(&self.captions), lines: lines.collect(), ..self.clone() }
    }

    /// Writes the table in UTF-8, with the separators, the ends of lines and the byte order mark of the file that it was read from. Cells
    /// are written as they are: who imports them compares them with what it exported.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.has_mark {
            out.write_all(MARK.as_bytes())?;
        }
        let ends = if self.has_windows_ends { csv::Terminator::CRLF } else { csv::Terminator::Any(b'\n') };
        let mut writer = csv::WriterBuilder::new()
            .delimiter(self.separator)
            .terminator(ends)
            .flexible(true)
            .from_writer(out);
        writer.write_record(&self.captions)?;
        for line in &self.lines {
            writer.write_record(&line.cells)?;
        }
        writer.flush()
    }
}

/// Counts the lines of a text on from where it has counted before.
struct LineNumbers<'a> {
    text: &'a [u8],
    at: usize,
    number: usize,
}

impl LineNumbers<'_> {
    /// Returns the number of the line in which what comes at `byte` or after it begins. The reader of tables takes a part of a line's end, and
    /// lines in which nothing stands, for the beginning of what follows.
    fn of(&mut self, byte: usize) -> usize {
        let is_passed = |at: usize, sign: &u8| at < byte || matches!(*sign, b'\r' | b'\n');
        while let Some(sign) = self.text.get(self.at).filter(|sign| is_passed(self.at, sign)) {
            self.number += usize::from(*sign == b'\n');
            self.at += 1;
        }
        self.number
    }
}

/// Refuses a field that begins with a quotation mark and has no other one at its end: all that follows would be taken for a part of it.
fn quotes_are_closed(file: &str, text: &str, separator: u8) -> Result<(), Problem> {
    let (mut line, mut opened, mut is_begin) = (1, None, true);
    let mut characters = text.chars().peekable();
    let wrong = |line: usize, what: &str| {
        let problem =
            Problem::at(file, Place { line, column: 1 }, format!("a quotation mark is opened {what}"));
        Err(problem.help("close it at the end of the field, or take it away"))
    };
    while let Some(character) = characters.next() {
        let is_end = |next: Option<&char>| {
            next.is_none_or(|next| matches!(next, '\r' | '\n') || *next == char::from(separator))
        };
        match (character, opened) {
            ('"', None) if is_begin => opened = Some(line),
            ('"', Some(_)) if characters.peek() == Some(&'"') => drop(characters.next()),
            ('"', Some(_)) if is_end(characters.peek()) => opened = None,
            ('"', Some(opened)) => return wrong(opened, "here, and something follows where it is closed"),
            _ => {}
        }
        is_begin =
            opened.is_none() && (matches!(character, '\r' | '\n') || character == char::from(separator));
        line += usize::from(character == '\n');
    }
    opened.map_or(Ok(()), |line| wrong(line, "and not closed"))
}

/// Returns the text of `bytes`: UTF-16 where they begin with its mark, else UTF-8, else Latin-1, in which every byte is a character. A
/// text in UTF-8 keeps its mark.
fn decoded(bytes: &[u8]) -> String {
    match bytes {
        [0xff, 0xfe, rest @ ..] => of_units(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => of_units(rest, u16::from_be_bytes),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_string(),
            Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
        },
    }
}

/// Returns captions as messages name them; not more than twelve of them.
pub(super) fn caption_list(captions: &[impl AsRef<str>]) -> String {
    let named = captions.iter().take(12).map(|caption| format!("`{}`", caption.as_ref().escape_debug()));
    named.collect::<Vec<_>>().join(", ")
}

fn of_units(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|read| read.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// Returns what separates the cells: of comma, semicolon and tab the one that the first line has most of.
fn separator(text: &str) -> u8 {
    let first = text.lines().next().unwrap_or_default();
    let count = |separator: &u8| first.bytes().filter(|byte| byte == separator).count();
    // Of two that are as frequent the comma counts, which comes last.
    [b'\t', b';', b','].into_iter().max_by_key(count).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(table: &Table) -> String {
        let mut bytes = Vec::new();
        table.write(&mut bytes).expect("to memory");
        String::from_utf8(bytes).expect("UTF-8")
    }

    #[test]
    fn a_table_is_written_as_it_was_read() {
        for text in [
            "id,name\n1,Ann\n",
            "\u{feff}id;name\r\n1;\"Lee; Ann\"\r\n2;\r\n",
            "id\tname\n1\t\"say \"\"x\"\"\"\n",
            "    Points Possible,ID,\n1,2\n1,2,3,4\n",
            "a,b\n\" a \",'=1\n",
        ] {
            let table = Table::parse("t.csv", text.as_bytes()).expect("a table");
            assert_eq!(written(&table).replace('"', ""), text.replace('"', ""));
            assert_eq!(Table::parse("t.csv", written(&table).as_bytes()).expect("a table"), table);
        }
    }

    #[test]
    fn lines_have_their_numbers_whatever_ends_them() {
        for text in ["a,b\n1,\"2\n3\"\n\n4,5\n6,7", "\u{feff}a,b\r\n1,\"2\r\n3\"\r\n\r\n4,5\r\n6,7\r\n"] {
            let table = Table::parse("t.csv", text.as_bytes()).expect("a table");
            assert_eq!(table.lines.iter().map(|line| line.number).collect::<Vec<_>>(), [2, 5, 6], "{text:?}");
        }
    }

    #[test]
    fn letters_are_read_however_they_are_written() {
        let utf16: Vec<u8> = "\u{feff}n\nJosé\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in [&utf16[..], b"n\nJos\xe9\n", "\u{feff}n\nJosé\n".as_bytes()] {
            let table = Table::parse("t.csv", bytes).expect("a table");
            assert_eq!((table.captions[0].as_str(), table.lines[0].cell(0)), ("n", "José"));
        }
    }

    #[test]
    fn cells_are_found_by_caption_and_columns_are_chosen() {
        let mut table = Table::parse("t.csv", b"A,Grade ,c\n1, 2 ,3\n4\n").expect("a table");
        let grade = table.column("grade").expect("there");
        assert_eq!((table.lines[0].cell(grade), table.lines[1].cell(grade)), ("2", ""));
        table.lines[1].set(grade, "9".to_string());
        assert_eq!(written(&table.with_columns(&[grade, 0])), "Grade ,A\n 2 ,1\n9,4\n");
        assert_eq!(table.column("none"), None);
    }
}
