//! The process that starts programs: small, with one thread, and without anything of its parent's memory.

use std::fs;
use std::io::{Read, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;

use rustix::fs::Mode;
use rustix::process::{
    DumpableBehavior, WaitOptions, getgid, getpid, getppid, getuid, set_child_subreaper,
    set_dumpable_behavior, setsid, umask, wait, waitpid,
};
use rustix::thread::{UnshareFlags, set_no_new_privs};

use super::calls::{self, ProcessRole};
use super::groundwork::Groundwork;
use super::group::ControlGroup;
use super::kernel::{self, Cloned, Stack};
use super::listener::WaitSource;
use super::shim::{Delivery, Shim};
use super::users::spare;
use super::wire::{
    Answer, Failure, LaunchOrder, ReadySpawner, ReceivedRequest, SpawnerRequest, SpawnerSetup, receive, send,
};
use super::{Tier, ending, landlock, noticed, processors, root, usage};

/// The user that a program is inside its namespaces.
const USER: u32 = 1000;

kernel::at_start!(main);

/// Serves one harness until it is gone; never returns.
fn main() -> ! {
    let served = kernel::first_descriptor().map(UnixStream::from).map(|line| serve(&line));
    kernel::leave(i32::from(served.is_err()))
}

fn serve(line: &UnixStream) {
    // Signals from a terminal go to the harness; it decides what becomes of programs.
    let _ = setsid();
    // Programs may be other users, who must find their way through the folders of the private root.
    let _ = umask(Mode::from_raw_mode(0o022));
    let Ok(Some((mut setup, _))) = receive::<SpawnerSetup>(line) else { return };
    let becomes = becomes(setup.tier);
    if setup.tier != Tier::Namespaces && becomes.is_none() {
        setup.others = usage::of_user();
    }
    // Below, the folders of groups cannot be reached any more.
    let group = ControlGroup::join();
    let prepared = prepare(setup, becomes, group).and_then(|ground| {
        let stack = || Stack::new().map_err(Failure::of("make room for a process"));
        Ok((ground, [stack()?, stack()?]))
    });
    let (ground, mut stacks) = match prepared {
        Ok(prepared) => prepared,
        Err(failure) => return drop(send(line, &Answer::Failed(failure), &[])),
    };
    let listener = match listener(ground.setup.waits) {
        Ok(listener) => listener,
        Err(failure) => return drop(send(line, &Answer::Failed(failure), &[])),
    };
    let tasks = ground.group.tasks();
    let descriptors: Vec<&OwnedFd> = listener.iter().chain(&tasks).collect();
    let (hears_calls, counts_tasks) = (listener.is_some(), tasks.is_some());
    let ready = ReadySpawner { counts: ground.group.counts(), hears_calls, counts_tasks };
    if send(line, &Answer::Ready(ready), &descriptors).is_err() {
        return;
    }
    drop((listener, tasks));
    // What is opened from here on belongs to one program.
    let kept = ground.rules.iter().map(AsRawFd::as_raw_fd).chain(ground.group.descriptors());
    let lost = kept.fold(line.as_raw_fd(), std::cmp::max) + 1;
    let mut left: Option<ReceivedRequest> = None;
    while let Some((request, descriptors)) = left.take().or_else(|| receive(line).ok().flatten()) {
        match request {
            SpawnerRequest::Start(order) => left = start(&ground, line, &order, descriptors, &mut stacks),
            SpawnerRequest::EndOrphans => drop(send(line, &end_orphans(), &[])),
        }
        // A shim that has left something to do has come to its own end, and lost nothing.
        if left.is_none() {
            kernel::close_lost(lost);
        }
    }
    ground.group.leave();
}

/// Who programs become where the harness is root. The group is that of all programs of the harness, whose folders it opens.
fn becomes(tier: Tier) -> Option<[u32; 2]> {
    let user = spare(std::process::id())?;
    if tier == Tier::Namespaces {
        return Some([USER, USER]);
    }
    let harness = getppid().map(|parent| parent.as_raw_nonzero().get().cast_unsigned())?;
    Some([user, spare(harness)?])
}

fn prepare(
    setup: SpawnerSetup,
    becomes: Option<[u32; 2]>,
    group: ControlGroup,
) -> Result<Groundwork, Failure> {
    let processors = processors::processors();
    let (mut rules, mut dates_each_change) = (None, false);
    if setup.tier == Tier::Namespaces {
        own_namespaces().map_err(Failure::of("make namespaces"))?;
        root::build(&setup.sees, &setup.hides)?;
        rustix::system::sethostname(b"localhost").map_err(Failure::of("name the machine"))?;
        dates_each_change = root::dates_each_change();
        rules = landlock::rules_of_root().map_err(Failure::of("make rules for files"))?;
        // What starts programs is filtered as they are, and could not hide afterwards.
        hide()?;
        set_no_new_privs(true)
            .map_err(Into::into)
            .and_then(|()| calls::confine(ProcessRole::Starts))
            .map_err(Failure::of("confine system calls"))?;
    }
    if setup.tier.lets_signals_out() {
        set_child_subreaper(Some(getpid())).map_err(Failure::of("adopt processes"))?;
    }
    if setup.tier != Tier::Namespaces {
        hide()?;
    }
    Ok(Groundwork { setup, becomes, group, rules, processors, dates_each_change })
}

/// Lets the kernel tell of the calls of programs, and returns what hears of them; nothing where it does not. Once for all
/// programs is enough, and takes the kernel long.
fn listener(waits: WaitSource) -> Result<Option<OwnedFd>, Failure> {
    if waits == WaitSource::Looked {
        return Ok(None);
    }
    let listener =
        set_no_new_privs(true).map_err(Into::into).and_then(|()| kernel::listen_to_calls(&noticed::filter()));
    match listener {
        Err(error) if waits == WaitSource::Notified => Err(Failure::of("hear of system calls")(error)),
        listener => Ok(listener.ok()),
    }
}

/// Lets no program look at this process.
fn hide() -> Result<(), Failure> {
    set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(Failure::of("hide a process"))
}

/// Makes the namespaces that all programs of this spawner share. Users are those of `/proc/self/uid_map`: root inside is
/// root outside only to read files that root may read; programs run as another user.
fn own_namespaces() -> std::io::Result<()> {
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    if let Some(spare) = spare(std::process::id()) {
        let map = format!("0 0 1\n{USER} {spare} 1\n");
        write_maps_from_outside(&map)?;
    } else {
        kernel::unshare(UnshareFlags::NEWUSER)?;
        fs::write("/proc/self/setgroups", "deny")?;
        fs::write("/proc/self/uid_map", format!("{USER} {user} 1\n"))?;
        fs::write("/proc/self/gid_map", format!("{USER} {group} 1\n"))?;
    }
    // Programs cannot use what the last two are about, so one of each does for all.
    let once = UnshareFlags::NEWNET | UnshareFlags::NEWUTS | UnshareFlags::NEWIPC;
    kernel::unshare(UnshareFlags::NEWNS | once)
}

/// Only a process outside may map more than one user.
fn write_maps_from_outside(map: &str) -> std::io::Result<()> {
    let process = std::process::id();
    let (mut go, tell_go) = std::io::pipe()?;
    let (mut done, tell_done) = std::io::pipe()?;
    match kernel::clone()? {
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

/// Starts a program. In namespaces, and where signals stay inside, this process stands still until its shim is gone. Returns what the
/// shim was asked for meanwhile and cannot do.
fn start(
    ground: &Groundwork,
    requests: &UnixStream,
    order: &LaunchOrder,
    descriptors: Vec<OwnedFd>,
    stacks: &mut [Stack; 2],
) -> Option<ReceivedRequest> {
    // The shims of earlier programs.
    while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
    let delivery = Delivery::of(descriptors)?;
    if ground.setup.tier.lets_signals_out() {
        apart(ground, order, delivery, stacks);
        return None;
    }
    together(ground, requests, order, delivery, stacks)
}

/// Starts a shim that shares nothing with this process: a program may end it at any time, in the middle of its work.
fn apart(ground: &Groundwork, order: &LaunchOrder, delivery: Delivery, [_, stack]: &mut [Stack; 2]) {
    match kernel::clone() {
        Ok(Cloned::Child) => {
            Shim { ground, stack, id: std::process::id(), place: None, used: None }.run(order, delivery);
            kernel::leave(0)
        }
        Ok(Cloned::Parent(_)) => {}
        Err(error) => delivery.fail(Failure::of("start a process")(error)),
    }
}

/// Starts a shim that uses the memory of this process, and its table of descriptors, so that nothing keeps open what it closes.
fn together(
    ground: &Groundwork,
    requests: &UnixStream,
    order: &LaunchOrder,
    delivery: Delivery,
    [own, stack]: &mut [Stack; 2],
) -> Option<ReceivedRequest> {
    let fresh =
        if ground.setup.tier == Tier::Namespaces { libc::CLONE_NEWPID | libc::CLONE_NEWNS } else { 0 };
    let mut delivery = Some(delivery);
    let mut left = None;
    let begun = kernel::beside(fresh | libc::CLONE_FILES, own, &mut |id| {
        if let Some(delivery) = delivery.take() {
            let shim = Shim { ground, stack: &mut *stack, id: id.cast_unsigned(), place: None, used: None };
            left = shim.serve(requests, order, delivery);
        }
        0
    });
    if let (Err(error), Some(delivery)) = (begun, delivery) {
        delivery.fail(Failure::of("start a process")(error));
    }
    left
}

/// Ends all processes that have come to this one because their shim is gone.
fn end_orphans() -> Answer {
    if ending::kill_all(usage::tree) {
        return Answer::NoOrphans;
    }
    Answer::Failed(Failure::of("end all processes of a program")(rustix::io::Errno::BUSY))
}
