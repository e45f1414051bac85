//! The process that starts programs: small, with one thread, and without anything of its parent's memory.

use std::fs;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;

use rustix::fs::Mode;
use rustix::process::{
    DumpableBehavior, Pid, WaitOptions, getgid, getpid, getuid, set_child_subreaper, set_dumpable_behavior,
    setsid, umask, wait, waitpid,
};
use rustix::thread::UnshareFlags;

use super::kernel::{self, Cloned};
use super::wire::{Answer, Failure, Order, Request, Setup, receive, send};
use super::{Tier, ending, root, shim, usage};

/// The user that a program is inside its namespaces.
pub(super) const USER: u32 = 1000;

/// Where the users begin that stand for [`USER`] outside if the harness runs as root; nobody else uses them.
const SPARE_USERS: u32 = 0x7100_0000;

/// Serves one harness until it is gone; never returns.
pub(super) fn main() -> ! {
    let served = kernel::first_descriptor().map(UnixStream::from).map(|line| serve(&line));
    kernel::leave(i32::from(served.is_err()))
}

fn serve(line: &UnixStream) {
    // Signals from a terminal go to the harness; it decides what becomes of programs.
    let _ = setsid();
    // Programs may be other users, who must find their way through the folders of the private root.
    let _ = umask(Mode::from_raw_mode(0o022));
    let Ok(Some((mut setup, _))) = receive::<Setup>(line) else { return };
    if setup.tier != Tier::Namespaces {
        setup.others = usage::of_user();
    }
    let answer = prepare(&setup).map_or_else(Answer::Failed, |()| Answer::Ready);
    let ready = matches!(answer, Answer::Ready);
    if send(line, &answer, &[]).is_err() || !ready {
        return;
    }
    // The shims of programs that run.
    let mut shims = Vec::new();
    while let Ok(Some((request, descriptors))) = receive::<Request>(line) {
        let answer = match request {
            Request::Start(order) => start(&setup, &order, descriptors, &mut shims),
            Request::EndOrphans(shim) => end_orphans(shim, &mut shims),
        };
        if send(line, &answer, &[]).is_err() {
            return;
        }
    }
}

fn prepare(setup: &Setup) -> Result<(), Failure> {
    if setup.tier == Tier::Namespaces {
        own_namespaces().map_err(Failure::of("make namespaces"))?;
        root::build(&setup.sees)?;
    }
    if setup.tier.lets_signals_out() {
        set_child_subreaper(Some(getpid())).map_err(Failure::of("adopt processes"))?;
    }
    set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(Failure::of("hide a process"))
}

/// Makes the namespaces that all programs of this spawner share. Users are those of `/proc/self/uid_map`: root inside is
/// root outside only to read files that root may read; programs run as another user.
fn own_namespaces() -> std::io::Result<()> {
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    let spare = SPARE_USERS + std::process::id();
    if user == 0 {
        let map = format!("0 0 1\n{USER} {spare} 1\n");
        write_maps_from_outside(&map)?;
    } else {
        kernel::unshare(UnshareFlags::NEWUSER)?;
        fs::write("/proc/self/setgroups", "deny")?;
        fs::write("/proc/self/uid_map", format!("{USER} {user} 1\n"))?;
        fs::write("/proc/self/gid_map", format!("{USER} {group} 1\n"))?;
    }
    kernel::unshare(UnshareFlags::NEWNS | UnshareFlags::NEWNET)
}

/// Only a process outside may map more than one user.
fn write_maps_from_outside(map: &str) -> std::io::Result<()> {
    let process = std::process::id();
    let (mut go, tell_go) = std::io::pipe()?;
    let (mut done, tell_done) = std::io::pipe()?;
    match kernel::clone(0)? {
        Cloned::Child => {
            drop(tell_go);
            let written = go
                .read(&mut [0])
                .and_then(|_| fs::write(format!("/proc/{process}/uid_map"), map))
                .and_then(|()| fs::write(format!("/proc/{process}/gid_map"), map))
                .and_then(|()| (&tell_done).write_all(b"."));
            kernel::leave(i32::from(written.is_err()))
        }
        Cloned::Parent(child) => {
            drop((go, tell_done));
            let unshared = kernel::unshare(UnshareFlags::NEWUSER);
            drop(tell_go);
            let count = done.read(&mut [0])?;
            waitpid(Some(child), WaitOptions::empty())?;
            unshared?;
            if count == 0 { Err(std::io::ErrorKind::PermissionDenied.into()) } else { Ok(()) }
        }
    }
}

fn start(setup: &Setup, order: &Order, descriptors: Vec<OwnedFd>, shims: &mut Vec<Pid>) -> Answer {
    // The shims of earlier programs.
    while let Ok(Some((id, _))) = wait(WaitOptions::NOHANG) {
        shims.retain(|shim| *shim != id);
    }
    let spaces = libc::CLONE_NEWPID | libc::CLONE_NEWNS | libc::CLONE_NEWIPC | libc::CLONE_NEWUTS;
    let flags = if setup.tier == Tier::Namespaces { spaces } else { 0 };
    match kernel::clone(flags) {
        Ok(Cloned::Child) => shim::main(setup, order, descriptors),
        Ok(Cloned::Parent(id)) => {
            shims.push(id);
            Answer::Shim(id.as_raw_nonzero().get().cast_unsigned())
        }
        Err(error) => Answer::Failed(Failure::of("start a process")(error)),
    }
}

/// Ends all processes that have come to this one because their shim is gone. They do so only when it is dead; its line
/// ends a moment before.
fn end_orphans(shim: u32, shims: &mut Vec<Pid>) -> Answer {
    if let Some(shim) = shims.iter().find(|id| id.as_raw_nonzero().get().cast_unsigned() == shim) {
        let _ = waitpid(Some(*shim), WaitOptions::empty());
    }
    shims.retain(|id| id.as_raw_nonzero().get().cast_unsigned() != shim);
    let running = std::cell::RefCell::new(std::mem::take(shims));
    let find = || usage::tree_without(&running.borrow());
    let are_ended = ending::kill_all(find, |id| running.borrow_mut().retain(|shim| *shim != id));
    *shims = running.into_inner();
    if are_ended {
        return Answer::NoOrphans;
    }
    Answer::Failed(Failure::of("end all processes of a program")(rustix::io::Errno::BUSY))
}
