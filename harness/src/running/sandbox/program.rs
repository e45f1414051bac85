//! The last steps of a process before it becomes the program that is run: its streams, its limits, its confinement.

use std::ffi::CString;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{fchown, lchown};
use std::path::{Path, PathBuf};

use rustix::fs::Mode;
use rustix::process::{
    Gid, Resource, Rlimit, Signal, Uid, fchdir, set_parent_process_death_signal, setpgid,
    setpriority_process, setrlimit, umask,
};
use rustix::thread::{
    CapabilitySet, CapabilitySets, set_capabilities, set_no_new_privs, set_thread_groups, set_thread_res_gid,
    set_thread_res_uid,
};

use super::calls::{self, ProcessRole};
use super::copying::is_out_of_reach;
use super::groundwork::Groundwork;
use super::kernel::Image;
use super::processors::give_back;
use super::wire::{Failure, LaunchOrder};
use super::{Tier, kernel, landlock};
use crate::limits::Limits;

/// What a failure says was done when the program itself is to blame.
pub(super) const EXECUTING: &str = "execute the program";

/// The exit status of a process that does not become the program.
pub(super) const NOT_STARTED: i32 = 127;

/// The largest stack; a deeper recursion ends with a signal.
const STACK: u64 = 64 << 20;

/// The size of a memory image, in bytes, with which a crash leaves none: too small for a file, and the one size with which the
/// kernel does not start the program that takes images on this machine, which it does with 0.
const NO_CORE: u64 = 1;

/// What the C library reserves for the stack of a thread.
const THREAD_STACK: u64 = 8 << 20;

/// How far a program stands behind others that want the processor, where its processes are counted by looking at them.
const BEHIND: i32 = 5;

/// How many processes the same user may start elsewhere while a program runs, where the kernel counts all of them.
const OTHERS_MAY_START: u64 = 500;

/// What a program finds when it begins: its streams, and the folder in which it runs.
#[derive(Debug)]
pub(super) struct ProgramPlace {
    pub(super) streams: [OwnedFd; 3],
    pub(super) folder: OwnedFd,
}

/// Becomes the program `image`; returns only why not.
pub(super) fn main(ground: &Groundwork, order: &LaunchOrder, place: &ProgramPlace, image: &Image) -> Failure {
    match prepare(ground, order, place) {
        Ok(()) => Failure::of(EXECUTING)(image.execute()),
        Err(failure) => failure,
    }
}

/// Returns the program of an order, as the kernel takes it.
pub(super) fn image(order: &LaunchOrder) -> io::Result<Image> {
    let program = CString::new(order.program.as_os_str().as_bytes())?;
    let arguments = order.arguments.iter().map(|argument| CString::new(argument.as_bytes()));
    let arguments = std::iter::once(Ok(program.clone())).chain(arguments).collect::<Result<_, _>>()?;
    let environment = order.environment.iter().map(|(name, value)| CString::new(format!("{name}={value}")));
    Ok(Image::new(program, arguments, environment.collect::<Result<_, _>>()?))
}

/// Gives a folder, with all in it that can be reached, to a user and a group.
pub(super) fn give(folder: &Path, to: [u32; 2]) -> io::Result<()> {
    // A program may nest folders deeper than this process may have open at once.
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        match give_one(&folder, to, &mut waiting) {
            Err(error) if is_out_of_reach(&error) => {}
            given => given?,
        }
    }
    Ok(())
}

/// Gives a folder and the files in it, and adds the folders in it to those that are `waiting`.
fn give_one(folder: &Path, [user, group]: [u32; 2], waiting: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            waiting.push(entry.path());
            continue;
        }
        match lchown(entry.path(), Some(user), Some(group)) {
            Err(error) if is_out_of_reach(&error) => {}
            given => given?,
        }
    }
    give_itself(folder, [user, group])
}

/// Gives a folder, and nothing that is in it.
pub(super) fn give_itself(folder: &Path, [user, group]: [u32; 2]) -> io::Result<()> {
    lchown(folder, Some(user), Some(group))
}

fn prepare(ground: &Groundwork, order: &LaunchOrder, place: &ProgramPlace) -> Result<(), Failure> {
    let setup = &ground.setup;
    // Who has started it leads the session, so that the program may do what one does that a shell has started.
    let _ = setpgid(None, None);
    let _ = umask(Mode::from_raw_mode(0o022));
    if setup.tier != Tier::Namespaces {
        // The shim must get its turn among processes that multiply.
        let _ = setpriority_process(None, BEHIND);
    }
    // What has started it stays on one.
    ground.processors.as_ref().map(give_back);
    set_parent_process_death_signal(Some(Signal::KILL))
        .map_err(Failure::of("bind a process to its parent"))?;
    for (stream, number) in place.streams.iter().zip(0..) {
        kernel::become_stream(stream, number).map_err(Failure::of("connect the streams"))?;
    }
    match setup.tier {
        Tier::Namespaces => std::env::set_current_dir(&order.folder),
        _ => fchdir(&place.folder).map_err(Into::into),
    }
    .map_err(Failure::of("enter the folder"))?;
    kernel::close_others_on_exec().map_err(Failure::of("close descriptors"))?;
    limit(ground, &order.limits).map_err(Failure::of("limit the program"))?;
    become_user(ground.becomes, &place.streams).map_err(Failure::of("become another user"))?;
    drop_privileges().map_err(Failure::of("drop privileges"))?;
    confine(ground, order)
}

fn limit(ground: &Groundwork, limits: &Limits) -> io::Result<()> {
    let seconds = limits.cpu.as_secs() + 1;
    let exact = |value| (Some(value), Some(value));
    let mut all = vec![
        (Resource::Core, exact(NO_CORE)),
        (Resource::Cpu, (Some(seconds), Some(seconds + 1))),
        // What is resident is looked at, too; the room that is reserved, such as the stacks of threads, may be larger.
        (
            Resource::Data,
            exact(limits.memory.saturating_mul(2).saturating_add(limits.processes * THREAD_STACK)),
        ),
        (Resource::Fsize, exact(limits.file_size)),
        (Resource::Memlock, exact(64 << 10)),
        (Resource::Msgqueue, exact(0)),
        (Resource::Nofile, exact(limits.open_files)),
        (Resource::Rtprio, exact(0)),
        (Resource::Sigpending, exact(1024)),
        (Resource::Stack, (Some(8 << 20), Some(STACK))),
    ];
    // Processes are counted by user and namespace; where users are not mapped, the spawner and the shim are two of them.
    // Without namespaces, all others of the user count, too, so there must be room for what they start.
    let own = match ground.setup.tier {
        _ if ground.becomes.is_some() => 0,
        Tier::Namespaces => 2,
        _ => ground.setup.others + OTHERS_MAY_START,
    };
    all.push((Resource::Nproc, exact(limits.processes + own)));
    // Root may raise the limit that it was started with.
    let _ = setrlimit(Resource::Core, Rlimit { current: Some(NO_CORE), maximum: Some(NO_CORE) });
    for (resource, (current, maximum)) in all {
        set_limit(resource, current, maximum)?;
    }
    Ok(())
}

/// A limit that is lower already stays.
fn set_limit(resource: Resource, current: Option<u64>, maximum: Option<u64>) -> io::Result<()> {
    let before = rustix::process::getrlimit(resource).maximum;
    let lower = |value: Option<u64>| match (value, before) {
        (Some(value), Some(before)) => Some(value.min(before)),
        (value, before) => value.or(before),
    };
    setrlimit(resource, Rlimit { current: lower(current), maximum: lower(maximum) }).map_err(Into::into)
}

/// Becomes another user, to whom the streams are given, so that they can be opened again by their names in `/dev`.
fn become_user(becomes: Option<[u32; 2]>, streams: &[OwnedFd; 3]) -> io::Result<()> {
    let Some([user, group]) = becomes else { return Ok(()) };
    let (user, group) = (Uid::from_raw(user), Gid::from_raw(group));
    for stream in streams {
        fchown(stream, Some(user.as_raw()), Some(group.as_raw()))?;
    }
    set_thread_groups(&[])?;
    set_thread_res_gid(group, group, group)?;
    set_thread_res_uid(user, user, user).map_err(Into::into)
}

fn drop_privileges() -> io::Result<()> {
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })?;
    set_no_new_privs(true)?;
    // A change of the user forgets it.
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(Into::into)
}

fn confine(ground: &Groundwork, order: &LaunchOrder) -> Result<(), Failure> {
    let setup = &ground.setup;
    if setup.tier == Tier::Limits {
        // A kernel that cannot do it contains nothing.
        let _ = calls::spare_others();
        return Ok(());
    }
    if setup.tier == Tier::Namespaces {
        // Its system calls have been confined with those of the spawner.
        let enforced = ground.rules.as_ref().map_or(Ok(()), kernel::landlock_enforce);
        return enforced.map_err(Failure::of("confine the program's files"));
    }
    landlock::confine(setup, order).map_err(Failure::of("confine the program's files"))?;
    let work = if order.keeps.is_some() { ProcessRole::Builds } else { ProcessRole::Runs };
    calls::confine(work).map_err(Failure::of("confine the program's system calls"))
}
