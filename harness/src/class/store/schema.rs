//! The tables of a class, schema `harness-class/4`, and opening the file that holds them.
//!
//! `docs/class-store.md` tells what each column means.

use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::StoreFault;

/// The number of the schema, which the file has in `PRAGMA user_version`. Another number is another format.
pub(super) const VERSION: i32 = 4;

/// What tells such a file from other files of `SQLite`, in `PRAGMA application_id`: the letters `hrns`.
const APPLICATION: i32 = 0x6872_6e73;

/// How long another process may keep the file for itself.
const PATIENCE: Duration = Duration::from_secs(20);

/// The tables.
pub(super) const TABLES: &str = "
CREATE TABLE about (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE class_row (
    place INTEGER PRIMARY KEY,
    student_id TEXT NOT NULL,
    student_name TEXT NOT NULL,
    is_known INTEGER NOT NULL,
    labels TEXT NOT NULL,
    other_attempts TEXT NOT NULL,
    late TEXT NOT NULL,
    notes TEXT NOT NULL,
    state TEXT NOT NULL,
    reason TEXT NOT NULL,
    submission TEXT,
    clues TEXT NOT NULL DEFAULT '{}'
);
CREATE TABLE submission (
    digest TEXT PRIMARY KEY,
    tested TEXT NOT NULL,
    extras TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE recording (
    number INTEGER PRIMARY KEY,
    submission TEXT NOT NULL,
    part TEXT NOT NULL,
    case_id TEXT NOT NULL,
    input TEXT NOT NULL,
    state TEXT NOT NULL,
    packed BLOB NOT NULL,
    UNIQUE (submission, part, case_id)
);
CREATE TABLE judgement (
    submission TEXT PRIMARY KEY,
    depends TEXT NOT NULL,
    is_complete INTEGER NOT NULL,
    packed BLOB NOT NULL,
    twins BLOB
);
";

/// The table of what staff have decided, which came with the second schema.
pub(super) const DECISIONS: &str = "
CREATE TABLE decision (
    number INTEGER PRIMARY KEY,
    time TEXT NOT NULL,
    who TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    student TEXT NOT NULL,
    submission TEXT NOT NULL,
    old TEXT NOT NULL,
    new TEXT NOT NULL,
    note TEXT NOT NULL,
    clues TEXT NOT NULL DEFAULT '{}'
);
";

/// The table of how cases came out when they were run again, which came with the third schema.
pub(super) const REPEATED: &str = "
CREATE TABLE repeated (
    submission TEXT NOT NULL,
    round INTEGER NOT NULL,
    depends TEXT NOT NULL,
    verdicts TEXT NOT NULL,
    PRIMARY KEY (submission, round)
) WITHOUT ROWID;
";

/// The columns that came with the second schema.
const NEW_COLUMNS: &str = "ALTER TABLE class_row ADD COLUMN clues TEXT NOT NULL DEFAULT '{}'; ALTER TABLE judgement ADD COLUMN twins BLOB;";

/// The column that came with the fourth schema.
const CLUES_OF_DECISIONS: &str = "ALTER TABLE decision ADD COLUMN clues TEXT NOT NULL DEFAULT '{}';";

/// Opens the file at `path` for writing, and makes it, with its tables, if it is not there.
///
/// What is committed is on the disk: every commit waits for it (`synchronous = FULL`). Changes go into a log beside the file
/// (`journal_mode = WAL`), so that others may read while this process writes, and a commit is one write and not three. Where a file
/// system cannot share memory among processes, as some over a network, `SQLite` stays with its older log, which is as safe and
/// slower.
pub(super) fn open_for_writing(path: &Path) -> Result<Connection, StoreFault> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    let version = if is_empty(&connection)? { 0 } else { version(&connection)? };
    let _mode: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    let tables = match version {
        0 => format!("{TABLES} {DECISIONS} {REPEATED} PRAGMA application_id = {APPLICATION};"),
        1 => format!("{NEW_COLUMNS} {DECISIONS} {REPEATED}"),
        2 => format!("{REPEATED} {CLUES_OF_DECISIONS}"),
        3 => CLUES_OF_DECISIONS.to_string(),
        _ => return Ok(connection),
    };
    connection
        .execute_batch(&format!("BEGIN IMMEDIATE; {tables} PRAGMA user_version = {VERSION}; COMMIT;"))?;
    Ok(connection)
}

/// Opens the file at `path` for reading; another process may write it at the same time. Nothing is changed in it, but if nobody else has
/// it open, what a killed process has left in the log is put into its place, and tables of an earlier schema become those of this one.
pub(super) fn open_for_reading(path: &Path) -> Result<Connection, StoreFault> {
    if !path.is_file() {
        return Err(StoreFault::NoClass);
    }
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.busy_timeout(PATIENCE)?;
    match version(&connection) {
        Ok(version) if version < VERSION => drop(open_for_writing(path)?),
        Err(StoreFault::Database(error))
            if error.sqlite_error_code() == Some(ErrorCode::CannotOpen) && can_never_be_written(path) =>
        {
            return open_unchangeable(path);
        }
        other => drop(other?),
    }
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

/// Opens a file on a file system that is read-only, as a backup is: nothing can be put into its place there.
fn open_unchangeable(path: &Path) -> Result<Connection, StoreFault> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    if std::fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        return Err(StoreFault::Unfinished);
    }
    open_finished(path)
}

fn can_never_be_written(path: &Path) -> bool {
    let opened = std::fs::OpenOptions::new().write(true).open(path);
    opened.is_err_and(|error| error.kind() == ErrorKind::ReadOnlyFilesystem)
}

/// Opens a file of this schema that nobody writes any more, and is whole. It may stand on a file system on which nothing can be locked.
pub(super) fn open_finished(path: &Path) -> Result<Connection, StoreFault> {
    let mut url = "file:".to_string();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => {
                url.push(char::from(*byte));
            }
            other => {
                let _ = write!(url, "%{other:02x}");
            }
        }
    }
    url.push_str("?immutable=1");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(url, flags)?;
    let check: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    match version(&connection)? {
        VERSION if check == "ok" => Ok(connection),
        VERSION => Err(StoreFault::NotAClass),
        other => Err(StoreFault::Version(other, VERSION)),
    }
}

fn is_empty(connection: &Connection) -> Result<bool, StoreFault> {
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(tables == 0)
}

/// Returns the version of the schema.
///
/// # Errors
/// A file of another program, or of a schema that this one does not know.
fn version(connection: &Connection) -> Result<i32, StoreFault> {
    let number = |name: &str| connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i32>(0));
    let (application, version) = (number("application_id")?, number("user_version")?);
    if application != APPLICATION {
        return Err(StoreFault::NotAClass);
    }
    if (1..=VERSION).contains(&version) { Ok(version) } else { Err(StoreFault::Version(version, VERSION)) }
}
