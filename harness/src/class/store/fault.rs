//! Why the file of a class cannot be used.

use std::io::ErrorKind;

use rusqlite::ErrorCode;

/// Why the file of a class cannot be used.
#[derive(Debug, thiserror::Error)]
pub(in crate::class) enum StoreFault {
    /// `SQLite` says so.
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
    /// The system says so.
    #[error(transparent)]
    System(#[from] std::io::Error),
    /// What was kept is no JSON, or another one.
    #[error("what is kept there is not understood: {0}")]
    Json(#[from] serde_json::Error),
    /// There is none.
    #[error("there is no class in it")]
    NoClass,
    /// It holds something else.
    #[error("what is in it is not the file of a class")]
    NotAClass,
    /// Another version of this program wrote it.
    #[error("it has the version {0} of the tables; this program reads {1}")]
    Version(i32, i32),
    /// What a killed process has left beside it can be put into its place only where files can be written.
    #[error(
        "its file system is read-only, and a run that was killed has left `class.sqlite-wal` beside the file of the class: copy the \
         folder to where files can be written, and use the copy"
    )]
    Unfinished,
    /// A change did not come to the disk.
    #[error("{0}")]
    NotWritten(String),
    /// Another process marks the class.
    #[error("another `harness class` is marking it")]
    InUse,
}

impl StoreFault {
    /// Returns whether the folder is not one of a class that this program can use.
    pub(in crate::class) fn is_of_the_folder(&self) -> bool {
        match self {
            Self::NoClass | Self::NotAClass | Self::Unfinished | Self::Version(..) | Self::Json(_) => true,
            Self::Database(error) => error.sqlite_error_code() == Some(ErrorCode::NotADatabase),
            Self::System(error) => error.kind() == ErrorKind::ReadOnlyFilesystem,
            Self::NotWritten(_) | Self::InUse => false,
        }
    }
}
