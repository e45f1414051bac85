//! The file that an attempt to mark a partition leaves: a file of a class with nothing but recordings, and what tells whose they are.
//!
//! It is written among the machine's own temporary files, copied as a whole under a name that nobody reads, and renamed when it is on the disk.
//! So there is no writer beside another, no lock on a file system over a network, and a file that is there is whole: what a killed machine
//! has not finished is not merged at all, because nobody could tell its end from one that is still being written.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use super::partition::Partition;
use crate::cases::problem::Problem;
use crate::class::store::{CLASS_FILE, ClassReader, ClassStore, StoreFault};
use crate::class::work::SetAside;
use crate::reports::{Audience, write_whole};
use crate::running::Sandbox;

/// How the names of these files end.
const ENDING: &str = ".attempt";

/// How the names of files end in which a machine says that it may not mark.
const REFUSAL: &str = ".refused";

/// What tells whose recordings they are, under these names in the table `about`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct AttemptHead {
    /// The id of the plan.
    pub(super) plan: String,
    /// The partition.
    pub(super) partition: Partition,
    /// The machine.
    pub(super) node: String,
    /// How well it contains programs.
    pub(super) sandbox: Sandbox,
    /// The submissions of which nothing was run there, by their digests, and why.
    pub(super) set_aside: BTreeMap<String, SetAside>,
    /// What ended it before everything was run; empty if nothing did.
    pub(super) fault: String,
}

/// A file of an attempt.
#[derive(Debug)]
pub(super) struct AttemptFile {
    /// Its name, which no other attempt has.
    pub(super) name: String,
    /// What tells whose recordings they are.
    pub(super) head: AttemptHead,
    /// The recordings.
    pub(super) reader: ClassReader,
}

/// Why a file is no attempt.
#[derive(Debug, thiserror::Error)]
#[error("{}: {why}", path.display())]
pub(super) struct NoAttempt {
    path: PathBuf,
    why: StoreFault,
}

impl AttemptHead {
    /// Returns whether all units of the partition were run, or belong to programs that cannot be built.
    pub(super) fn is_whole(&self) -> bool {
        self.fault.is_empty() && !self.set_aside.values().any(|why| matches!(why, SetAside::Lacks(_)))
    }

    /// Puts it into the file of the recordings.
    pub(super) fn keep(&self, store: &ClassStore) -> Result<(), StoreFault> {
        let json = |value: serde_json::Result<String>| value.expect("plain JSON");
        store.set_about(&[
            ("plan", self.plan.clone()),
            ("partition", self.partition.to_string()),
            ("node", self.node.clone()),
            ("sandbox", json(serde_json::to_string(&self.sandbox))),
            ("set_aside", json(serde_json::to_string(&self.set_aside))),
            ("fault", self.fault.clone()),
        ])?;
        store.wait()
    }

    fn read(reader: &ClassReader) -> Result<Self, StoreFault> {
        let partition = reader.about("partition")?.parse();
        Ok(Self {
            plan: reader.about("plan")?,
            partition: partition.map_err(|_| StoreFault::NotAClass)?,
            node: reader.about("node")?,
            sandbox: serde_json::from_str(&reader.about("sandbox")?)?,
            set_aside: serde_json::from_str(&reader.about("set_aside")?)?,
            fault: reader.about("fault")?,
        })
    }
}

impl AttemptFile {
    /// Opens the file at `path`, which nobody writes any more.
    ///
    /// # Errors
    /// A file that is no attempt, or cannot be read.
    pub(super) fn open(path: &Path) -> Result<Self, NoAttempt> {
        let open = || -> Result<Self, StoreFault> {
            let reader = ClassReader::of_finished(path)?;
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Ok(Self { name, head: AttemptHead::read(&reader)?, reader })
        };
        open().map_err(|why| NoAttempt { path: path.to_path_buf(), why })
    }
}

/// Moves what was recorded in the folder `from` into the folder of attempts, and returns its name there. The store must be closed.
pub(super) fn hand_over(from: &Path, attempts: &Path, head: &AttemptHead) -> io::Result<PathBuf> {
    let path = attempts.join(unique_name(head.partition, &head.node, ENDING));
    let mut recorded = File::open(from.join(CLASS_FILE))?;
    write_whole(&path, Audience::Staff, |file| io::copy(&mut recorded, file).map(drop))?;
    Ok(path)
}

/// Closes the store of an attempt, so that all of it is in its file.
pub(super) fn close(store: Arc<ClassStore>) {
    drop(Arc::into_inner(store).expect("whoever marked is done"));
}

/// Says that a machine may not mark a partition, and why.
pub(super) fn write_refusal(attempts: &Path, partition: Partition, node: &str, why: &str) -> io::Result<()> {
    let path = attempts.join(unique_name(partition, node, REFUSAL));
    write_whole(&path, Audience::Staff, |file| {
        io::Write::write_all(file, format!("{node}\n{why}\n").as_bytes())
    })
}

/// Returns the machines that may not mark, by their names, and why.
pub(super) fn refusals(attempts: &Path) -> io::Result<BTreeMap<String, String>> {
    let files = files_ending(attempts, REFUSAL)?;
    let read = files.iter().filter_map(|path| std::fs::read_to_string(path).ok());
    let said = read.filter_map(|text| {
        let (node, why) = text.split_once('\n')?;
        Some((node.to_string(), why.trim_end().to_string()))
    });
    Ok(said.collect())
}

/// Returns the files of attempts in a folder, and in folders below it, sorted by their names.
pub(super) fn attempts_in(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    files_ending(folder, ENDING).map_err(|error| Problem::unread(&folder.display().to_string(), error))
}

fn files_ending(folder: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            files.extend(files_ending(&entry.path(), ending)?);
        } else if entry.file_name().to_string_lossy().ends_with(ending) {
            files.push(entry.path());
        }
    }
    files.sort_by_key(|path| path.file_name().map(std::ffi::OsStr::to_os_string));
    Ok(files)
}

/// Returns the name of the machine: as a scheduler calls it, else as it calls itself.
pub(super) fn this_node() -> String {
    let given = std::env::var("SLURMD_NODENAME").ok();
    let own = || std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = given.or_else(own).unwrap_or_default().trim().to_string();
    if name.is_empty() { "unknown".to_string() } else { name }
}

/// Returns a name that no other attempt has, on whatever machine.
fn unique_name(partition: Partition, node: &str, ending: &str) -> String {
    let plain = |text: &str| -> String {
        text.chars().map(|sign| if sign.is_ascii_alphanumeric() { sign } else { '-' }).collect()
    };
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos();
    let (share, node) = (plain(&partition.to_string()), plain(node));
    format!("{share}.{node}.{}.{now:x}{ending}", std::process::id())
}
