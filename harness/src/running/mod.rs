//! Runs a program as a student would: starts it, waits until it waits, types a line, and records
//! what happens.
//!
//! This folder is the only place that starts processes. It knows cases only through a [`Typist`].

mod build;
mod chunks;
mod containment;
mod crew;
mod environment;
pub mod interruption;
mod patience;
mod polling;
mod process;
mod reader;
mod rest;
mod run_time;
mod sandbox;
mod scratch;
mod session;
pub mod typist;
mod waiting;

pub use build::{BuildFailure, build};
pub use chunks::Chunking;
pub use containment::Sandbox;
pub use crew::{default_jobs, in_parallel};
pub(crate) use crew::{until_error, until_error_resting};
pub use environment::{find_program, is_executable};
pub(crate) use rest::most_asleep;
pub(crate) use run_time::{RunTime, Unconfirmed, confirm};
pub use sandbox::{
    Control, Grip, Tier, Trial, all_controls, controls, installation, is_contained, is_of_the_system,
    kernel_counts, missing, tier, trials,
};
pub(crate) use sandbox::{give_back_memory, take_memory_in};
pub(crate) use scratch::{Scratch, remove_leftovers};
pub use session::{run, run_in_chunks};
pub use typist::{Type, Typist};

use std::path::PathBuf;

/// A program, ready to be started.
#[derive(Debug, Clone, Default)]
pub struct Launch {
    /// The executable file.
    pub program: PathBuf,
    /// The arguments after the program.
    pub arguments: Vec<String>,
    /// The folder in which it runs. It finds a copy of what is there, where that is possible.
    pub folder: PathBuf,
    /// Files and folders that it may read, beside itself and those of the system.
    pub sees: Vec<PathBuf>,
    /// Files and folders that it may not see, wherever they stand, and under whatever name.
    pub hides: Vec<PathBuf>,
    /// A folder that is empty before and holds afterwards what the program has written there.
    pub keeps: Option<PathBuf>,
}

/// The harness itself could not do its work; the program is not to blame.
#[derive(Debug, thiserror::Error)]
#[error("failed to {doing}: {cause}")]
pub struct Fault {
    /// What was tried.
    pub doing: String,
    /// Why it failed.
    #[source]
    pub cause: std::io::Error,
}

impl Fault {
    /// Returns what ends a run that somebody wants to end.
    pub(crate) fn interruption() -> Self {
        Self { doing: "run a program to its end".to_string(), cause: std::io::ErrorKind::Interrupted.into() }
    }

    /// Returns whether it is nobody's fault: somebody wants this process to end.
    pub fn is_interruption(&self) -> bool {
        self.cause.kind() == std::io::ErrorKind::Interrupted
    }

    /// Returns a function that turns an error into a fault of `doing` something.
    pub fn while_doing<E: Into<std::io::Error>>(doing: impl Into<String>) -> impl FnOnce(E) -> Self {
        let doing = doing.into();
        move |cause| Self { doing, cause: cause.into() }
    }
}
