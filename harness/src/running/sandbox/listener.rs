//! Hears of a program's system calls from the kernel, before they are done, and lets them go on.
//!
//! A program stands still from the call that [`super::noticed`] picks out until it may go on, is ended, or the harness is gone.
//! All programs of a spawner share one listener, which stays with the harness: they cannot get at it.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use serde::{Deserialize, Serialize};

use super::kernel;

/// The environment variable that says how waits are found, to see what a kernel would do that does not tell.
const WAITS: &str = "HARNESS_WAITS";

/// How it is found out that a program waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum WaitSource {
    /// The kernel tells, where it can; it is looked for beside.
    NotifiedIfPossible,
    /// The kernel tells, or nothing is run.
    Notified,
    /// It is only looked for.
    Looked,
}

impl WaitSource {
    /// Returns what the environment says.
    pub(super) fn wanted() -> Self {
        match std::env::var(WAITS).as_deref() {
            Ok("looked") => Self::Looked,
            Ok("notified") => Self::Notified,
            _ => Self::NotifiedIfPossible,
        }
    }
}

/// Hears of the calls of a spawner's programs.
#[derive(Debug)]
pub(in crate::running) struct WaitListener(OwnedFd);

/// A read of a program, which stands still until [`WaitListener::let_go_on`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::running) struct Notice {
    id: u64,
    /// The task that reads its descriptor 0, as this process knows it.
    pub(in crate::running) task: u32,
    /// To where, and how many bytes.
    pub(in crate::running) address: u64,
    pub(in crate::running) length: u64,
}

impl WaitListener {
    /// Returns one that hears by a descriptor that came from a spawner.
    pub(super) fn new(descriptor: OwnedFd) -> Self {
        // A kernel that lacks it is only slower.
        let _ = kernel::hand_over_processor(&descriptor);
        Self(descriptor)
    }

    /// Returns the next call, if there is one: the program may have been ended since it was heard of.
    pub(in crate::running) fn next(&self) -> Option<Notice> {
        let notice = kernel::next_notice(&self.0).ok()?;
        let [_, address, length, ..] = notice.data.args;
        Some(Notice { id: notice.id, task: notice.pid, address, length })
    }

    /// Lets a call go on. Whoever has been ended meanwhile does not.
    pub(in crate::running) fn let_go_on(&self, notice: Notice) {
        let _ = kernel::continue_call(&self.0, notice.id);
    }
}

impl AsFd for WaitListener {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
