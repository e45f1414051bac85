//! A task that reads its standard input, looked at while it stands still: whether that is our pipe, whether the read would wait, and
//! whether there is another task that could do something meanwhile.

use std::cell::OnceCell;
use std::fs::File;
use std::os::fd::AsFd;
use std::os::unix::fs::FileExt;

use super::sandbox::TASKS_OF_ONE;
use super::waiting::{NONBLOCKING, Watch, flags};

/// The longest text of the kernel about a descriptor, or about the children of a process, that matters.
const ENOUGH: usize = 512;

/// How many links the folder of a process's tasks has beside one for each task.
const OWN_LINKS: u128 = 2;

/// What a read of descriptor 0 that finds nothing means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReadMeaning {
    /// It has nothing to do with our pipe.
    Nothing,
    /// The program waits, and has no other task.
    WaitsAlone,
    /// The task waits, and there may be others.
    WaitsBesideOthers,
    /// It hears at once that there is nothing.
    Polls,
}

/// A task that has read. What the kernel tells of it is kept open: programs read again and again.
#[derive(Debug)]
pub(super) struct ReadingTask {
    task: u32,
    /// About its descriptor 0, whatever that is at the time.
    input: File,
    /// Nothing as long as the kernel counts tasks and there are no others.
    kin: OnceCell<Option<ReadersKin>>,
}

/// What the kernel tells of other tasks beside one that reads.
#[derive(Debug)]
struct ReadersKin {
    /// Its children, and those of the process above the program, to which orphans come.
    children: [File; 2],
    tasks: File,
}

impl ReadingTask {
    /// Returns what is known of a task; nothing if it is gone, or does not let itself be looked at. Where tasks are `counted`, it is not
    /// looked for others before that is necessary.
    pub(super) fn open(watch: &Watch, task: u32, counted: bool) -> Option<Self> {
        let _open = watch.eyes.open();
        let input = File::open(format!("/proc/{task}/fdinfo/0")).ok()?;
        let kin = if counted { OnceCell::new() } else { Some(ReadersKin::open(watch, task)?).into() };
        Some(Self { task, input, kin })
    }

    /// Returns whether it is this task.
    pub(super) fn is(&self, task: u32) -> bool {
        self.task == task
    }

    /// Returns what its read means if nothing is in our pipe. `counted` tells how many tasks there are, where the kernel counts them.
    pub(super) fn meaning(&self, watch: &Watch, counted: Option<&File>) -> ReadMeaning {
        let about = text(&self.input);
        match about.as_deref().and_then(flags_and_inode) {
            Some((flags, inode)) if inode == watch.pipe => match () {
                () if flags & NONBLOCKING != 0 => ReadMeaning::Polls,
                () if counted.is_some_and(is_one) || self.has_no_kin(watch) => ReadMeaning::WaitsAlone,
                () => ReadMeaning::WaitsBesideOthers,
            },
            _ => ReadMeaning::Nothing,
        }
    }

    fn has_no_kin(&self, watch: &Watch) -> bool {
        let open = || {
            let _open = watch.eyes.open();
            ReadersKin::open(watch, self.task)
        };
        self.kin.get_or_init(open).as_ref().is_some_and(|kin| kin.is_none_beside(self.task))
    }
}

/// Returns whether the kernel counts one task of the program. It stands still: if there is no other, there will be none.
fn is_one(counted: &File) -> bool {
    text(counted).is_some_and(|count| count.trim_end().parse() == Ok(TASKS_OF_ONE))
}

impl ReadersKin {
    fn open(watch: &Watch, task: u32) -> Option<Self> {
        let children = |process: u32| File::open(format!("/proc/{process}/task/{process}/children")).ok();
        let tasks = File::open(format!("/proc/{task}/task")).ok()?;
        Some(Self { children: [children(task)?, children(watch.shim)?], tasks })
    }

    /// The task stands still: if there is no other task, there will be none.
    fn is_none_beside(&self, task: u32) -> bool {
        let [own, of_shim] = self.children.each_ref().map(text);
        // How wide the number is depends on the kind of machine.
        let threads = rustix::fs::fstat(self.tasks.as_fd()).map(|found| u128::from(found.st_nlink));
        own.is_some_and(|own| own.is_empty())
            && of_shim.is_some_and(|ids| ids.trim_end().parse() == Ok(task))
            && threads == Ok(OWN_LINKS + 1)
    }
}

/// Reads from the beginning, however often.
pub(super) fn text(file: &File) -> Option<String> {
    let mut bytes = [0; ENOUGH];
    let count = file.read_at(&mut bytes, 0).ok()?;
    std::str::from_utf8(&bytes[..count]).ok().map(str::to_string)
}

/// Returns the flags of an open file and its inode.
fn flags_and_inode(text: &str) -> Option<(u64, u64)> {
    let inode = text.lines().find_map(|line| line.strip_prefix("ino:"))?;
    Some((flags(text)?, inode.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_kernel_tells_of_a_descriptor_is_read() {
        let pipe = "pos:\t0\nflags:\t0104000\nmnt_id:\t15\nino:\t32262686\n";
        assert_eq!(flags_and_inode(pipe), Some((0o104_000, 32_262_686)));
        assert_eq!(flags_and_inode("pos:\t0\nflags:\t0100000\n"), None);
        let (reading, _typing) = std::io::pipe().expect("a pipe");
        let about = File::open(format!("/proc/self/fdinfo/{}", std::os::fd::AsRawFd::as_raw_fd(&reading)));
        let about = text(&about.expect("it is open")).expect("text");
        let inode = std::os::unix::fs::MetadataExt::ino(
            &File::from(std::os::fd::OwnedFd::from(reading)).metadata().expect("a pipe"),
        );
        assert_eq!(flags_and_inode(&about).map(|(_, inode)| inode), Some(inode));
    }
}
