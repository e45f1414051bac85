//! What the processes of a program hold open, as the kernel tells it under `/proc`: sockets, and files that have no name any more.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use rustix::process::Pid;

use super::filling::{BLOCK, DiskUse};
use super::status::number;

/// Returns how many sockets these processes hold open. What a process that hides may have open counts as sockets.
pub(super) fn sockets(processes: &[Pid]) -> u64 {
    let (files, hidden) = held(processes);
    let leads = files.into_iter().filter_map(|file| fs::read_link(file).ok());
    let names = leads.filter(|to| to.as_os_str().as_encoded_bytes().starts_with(b"socket:"));
    names.collect::<BTreeSet<_>>().len() as u64 + hidden
}

/// Returns what these processes hold open that nobody finds by a name. What a process that hides may have open counts as
/// such files of the size `largest`.
pub(super) fn without_name(processes: &[Pid], largest: u64) -> DiskUse {
    let (files, hidden) = held(processes);
    let files = files.into_iter().filter_map(|file| fs::metadata(file).ok());
    let lost = files.filter(|file| file.is_file() && file.nlink() == 0);
    let found: BTreeMap<_, _> = lost.map(|file| ((file.dev(), file.ino()), file.blocks() * BLOCK)).collect();
    let bytes = found.values().sum::<u64>().saturating_add(hidden.saturating_mul(largest));
    DiskUse { bytes, files: found.len() as u64 + hidden }
}

/// Returns links to what these processes hold open, and how many more there may be in those that hide.
fn held(processes: &[Pid]) -> (Vec<PathBuf>, u64) {
    let (mut files, mut hidden) = (Vec::new(), 0);
    for process in processes {
        match of(*process) {
            Ok(found) => files.extend(found),
            Err(_) => hidden += most_of(*process),
        }
    }
    (files, hidden)
}

/// Returns links to what a process holds open.
fn of(process: Pid) -> io::Result<Vec<PathBuf>> {
    let files = fs::read_dir(format!("/proc/{process}/fd"))?;
    Ok(files.flatten().map(|file| file.path()).collect())
}

/// Returns how many files a process may have open at most. One that has ended, which nobody may look at either, has none.
fn most_of(process: Pid) -> u64 {
    most_by(&fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default())
}

fn most_by(status: &str) -> u64 {
    let has_memory = number(status, "VmPTE:") > 0;
    if has_memory { number(status, "FDSize:") } else { 0 }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn files_without_a_name_count_once() {
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(&vec![1; 100_000]).expect("written");
        let _second = file.try_clone().expect("cloned");
        let own = rustix::process::getpid();
        let found = without_name(&[own, own], 1);
        assert!(found.bytes >= 100_000 && found.files >= 1, "{found:?}");
    }

    #[test]
    fn a_process_that_hides_has_open_what_it_may_and_one_that_ended_has_nothing() {
        assert_eq!(most_by("FDSize:\t64\nVmPTE:\t  44 kB\n"), 64);
        assert_eq!(most_by("State:\tZ (zombie)\nFDSize:\t64\n"), 0);
    }
}
