//! Which system calls a program may make: all but those that no console program needs and that reach for more.

use std::io;

use libc::{BPF_JEQ, BPF_JGE, BPF_JSET, sock_filter};

use super::kernel;
use super::statements::{
    HALF, SECOND, THIRD, answer, jump, load, number, numbers_of_this_kind, refuse, where_argument,
    where_first_argument,
};

/// Two calls whose numbers `libc` does not know for every kind of machine. From number 424 on all kinds share them.
const FCHMODAT2: i64 = 452;
#[cfg(target_arch = "x86_64")]
const KEXEC_FILE_LOAD: i64 = libc::SYS_kexec_file_load;
#[cfg(not(target_arch = "x86_64"))]
const KEXEC_FILE_LOAD: i64 = 294;

/// Calls that are refused with "operation not permitted".
const REFUSED: &[i64] = &[
    libc::SYS_acct,
    libc::SYS_add_key,
    libc::SYS_bpf,
    libc::SYS_chroot,
    libc::SYS_clock_adjtime,
    libc::SYS_clock_settime,
    libc::SYS_delete_module,
    libc::SYS_fanotify_init,
    libc::SYS_fanotify_mark,
    libc::SYS_finit_module,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fsopen,
    libc::SYS_fspick,
    libc::SYS_init_module,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_io_uring_setup,
    libc::SYS_kcmp,
    libc::SYS_kexec_load,
    KEXEC_FILE_LOAD,
    libc::SYS_keyctl,
    libc::SYS_lookup_dcookie,
    libc::SYS_mbind,
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_migrate_pages,
    libc::SYS_mount_setattr,
    libc::SYS_move_mount,
    libc::SYS_move_pages,
    libc::SYS_mq_open,
    libc::SYS_msgctl,
    libc::SYS_msgget,
    libc::SYS_msgrcv,
    libc::SYS_msgsnd,
    libc::SYS_name_to_handle_at,
    libc::SYS_nfsservctl,
    libc::SYS_open_by_handle_at,
    libc::SYS_open_tree,
    libc::SYS_perf_event_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pivot_root,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_ptrace,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    libc::SYS_reboot,
    libc::SYS_request_key,
    libc::SYS_semctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_setdomainname,
    libc::SYS_sethostname,
    libc::SYS_setns,
    libc::SYS_settimeofday,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_shmdt,
    libc::SYS_shmget,
    libc::SYS_swapoff,
    libc::SYS_swapon,
    libc::SYS_syslog,
    libc::SYS_umount2,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
    libc::SYS_vhangup,
];

/// Calls that look out for changes of files. How many may do that is counted for the user, who is that of the harness, too: a
/// program that takes all leaves the editors of who marks none.
const LOOKOUTS: &[i64] = &[libc::SYS_inotify_init1, libc::SYS_inotify_add_watch];
#[cfg(target_arch = "x86_64")]
const LOOKOUTS_HERE: &[i64] = &[libc::SYS_inotify_init];
#[cfg(not(target_arch = "x86_64"))]
const LOOKOUTS_HERE: &[i64] = &[];

/// The same, where only this architecture has them.
#[cfg(target_arch = "x86_64")]
const REFUSED_HERE: &[i64] =
    &[libc::SYS_ioperm, libc::SYS_iopl, libc::SYS_modify_ldt, libc::SYS_uselib, libc::SYS_ustat];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_HERE: &[i64] = &[];

/// Calls that change what is told of a file, or cut it, by its name or by a descriptor that may only be read: landlock does not
/// govern them, in all of its versions. They are refused to programs that share the machine's files.
const CHANGES: &[i64] = &[
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_fremovexattr,
    libc::SYS_fsetxattr,
    libc::SYS_lremovexattr,
    libc::SYS_lsetxattr,
    libc::SYS_removexattr,
    libc::SYS_setxattr,
    libc::SYS_truncate,
];
#[cfg(target_arch = "x86_64")]
const CHANGES_HERE: &[i64] = &[libc::SYS_chown, libc::SYS_lchown];
#[cfg(not(target_arch = "x86_64"))]
const CHANGES_HERE: &[i64] = &[];

/// The same; compilers want to change the modes of what they make, and are told that it is done.
const MODES: &[i64] = &[libc::SYS_fchmod, libc::SYS_fchmodat, FCHMODAT2];
#[cfg(target_arch = "x86_64")]
const MODES_HERE: &[i64] = &[libc::SYS_chmod];
#[cfg(not(target_arch = "x86_64"))]
const MODES_HERE: &[i64] = &[];

/// The same, about times. Builds change those of files that they have open, and are told that it is done for others.
const TIMES: &[i64] = &[libc::SYS_utimensat];
#[cfg(target_arch = "x86_64")]
const TIMES_HERE: &[i64] = &[libc::SYS_futimesat, libc::SYS_utime, libc::SYS_utimes];
#[cfg(not(target_arch = "x86_64"))]
const TIMES_HERE: &[i64] = &[];

/// Locks on whole files, which only need a descriptor that may be read: processes outside would meet them. A program is told that it
/// has the lock; in its own folder there is nobody else to keep out.
const LOCKS: &[i64] = &[libc::SYS_flock];

/// What is asked of a file, and makes its user wait for the program, or tells the program what others do.
const LEASES: &[i32] = &[libc::F_SETLEASE, libc::F_NOTIFY];

/// Calls about how a process is scheduled, whose first argument says which: 0 is the caller.
const SCHEDULING: &[i64] = &[
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setscheduler,
];

/// Those whose first argument says of what kind the second one is, and what says there that it is one process.
const PRIORITIES: &[(i64, u32)] = &[(libc::SYS_setpriority, 0), (libc::SYS_ioprio_set, 1)];

/// What is asked of a file or a terminal, and changes what is told of the file, or types into the terminal.
const REQUESTS: &[u32] = &[0x4008_6602, 0x401C_5820, 0x5412, 0x541C];

/// Sizes of a socket's buffers, which nobody counts: a program is told that they are what it wants.
const BUFFERS: &[u32] = &[7, 8, 32, 33];

/// What a process does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProcessRole {
    /// It starts programs in namespaces, and what holds for it holds for them.
    Starts,
    /// It shares the machine's files, and runs.
    Runs,
    /// It shares the machine's files, and builds.
    Builds,
}

/// All flags of `clone` that make namespaces.
const NAMESPACES: u32 = 0x7E02_0000;

/// Those of namespaces of mounts and of processes.
const FRESH: u32 = 0x2002_0000;

/// Calls with a higher number are newer than these lists, whatever they do. Programs take it well that a kernel lacks them.
const NEWEST: u32 = 462;

/// Calls of one more kind of programs on this machine have numbers from here on, and the same architecture.
const OTHER_KIND: u32 = 0x4000_0000;

/// Filters the calls of this process and of all that come from it.
///
/// A filter takes the kernel longer than anything else that a program needs before it starts. So what starts programs in
/// namespaces is filtered itself, once. It still has to mount, and to make new namespaces of processes; its programs
/// may try, too, and have no right to: nobody gets one in a namespace of users that stands already, and a new one is refused.
pub(super) fn confine(work: ProcessRole) -> io::Result<()> {
    kernel::filter_calls(&program(work))
}

/// Keeps this process, and all that come from it, from sending a signal to all processes of their user at once, from hiding, and
/// from taking what is counted for their user. It is all that is filtered where there is no landlock: a program that ends
/// everything ends the harness, too, in the middle of its work.
pub(super) fn spare_others() -> io::Result<()> {
    kernel::filter_calls(&sparing())
}

fn sparing() -> Vec<sock_filter> {
    let mut program = numbers_of_this_kind(libc::SECCOMP_RET_KILL_PROCESS);
    program.extend([jump(BPF_JGE, OTHER_KIND, 0, 1), refuse(libc::ENOSYS)]);
    program.extend(lookouts());
    program.extend(locks());
    program.extend(hiding());
    program.extend(signals());
    program.push(answer(libc::SECCOMP_RET_ALLOW));
    program
}

/// `kill(-1)` reaches all that may be reached.
fn signals() -> Vec<sock_filter> {
    where_first_argument(libc::SYS_kill, &[jump(BPF_JEQ, u32::MAX, 0, 1), refuse(libc::EPERM)])
}

fn lookouts() -> Vec<sock_filter> {
    let all = LOOKOUTS.iter().chain(LOOKOUTS_HERE);
    all.flat_map(|call| [jump(BPF_JEQ, number(*call), 0, 1), refuse(libc::EPERM)]).collect()
}

fn locks() -> Vec<sock_filter> {
    let granted = LOCKS.iter().flat_map(|call| [jump(BPF_JEQ, number(*call), 0, 1), refuse(0)]);
    let leases =
        LEASES.iter().flat_map(|request| [jump(BPF_JEQ, request.cast_unsigned(), 0, 1), refuse(libc::EPERM)]);
    granted.chain(where_argument(SECOND, libc::SYS_fcntl, &leases.collect::<Vec<_>>())).collect()
}

/// A process that lets nobody look at it hides what it uses from an ordinary user, who is its own.
fn hiding() -> Vec<sock_filter> {
    let dumpable = libc::PR_SET_DUMPABLE.cast_unsigned();
    where_first_argument(libc::SYS_prctl, &[jump(BPF_JEQ, dumpable, 0, 1), refuse(libc::EPERM)])
}

fn program(work: ProcessRole) -> Vec<sock_filter> {
    let mut program = numbers_of_this_kind(libc::SECCOMP_RET_KILL_PROCESS);
    program.extend([jump(BPF_JGE, NEWEST + 1, 0, 1), refuse(libc::ENOSYS)]);
    let shares = work != ProcessRole::Starts;
    let changes = CHANGES.iter().chain(CHANGES_HERE).chain(&[libc::SYS_mount]).filter(|_| shares);
    for call in REFUSED.iter().chain(REFUSED_HERE).chain(changes) {
        program.extend([jump(BPF_JEQ, number(*call), 0, 1), refuse(libc::EPERM)]);
    }
    program.extend(lookouts());
    program.extend(locks());
    program.extend(hiding());
    let not_done = if work == ProcessRole::Builds { 0 } else { libc::EPERM };
    if work == ProcessRole::Builds {
        program.extend(times_of_open_files());
    }
    let told = MODES.iter().chain(MODES_HERE).chain(TIMES).chain(TIMES_HERE);
    for call in told.filter(|_| shares) {
        program.extend([jump(BPF_JEQ, number(*call), 0, 1), refuse(not_done)]);
    }
    // The flags of this call stand in memory, where a filter cannot look; the C library then takes the older one.
    program.extend([jump(BPF_JEQ, number(libc::SYS_clone3), 0, 1), refuse(libc::ENOSYS)]);
    let namespaces = if work == ProcessRole::Starts { NAMESPACES & !FRESH } else { NAMESPACES };
    program.extend(where_first_argument(
        libc::SYS_clone,
        &[jump(BPF_JSET, namespaces, 0, 1), refuse(libc::EPERM)],
    ));
    // The limits of other processes.
    let only_own = [jump(BPF_JEQ, 0, 1, 0), refuse(libc::EPERM)];
    program.extend(where_first_argument(libc::SYS_prlimit64, &only_own));
    program.extend(sockets(work));
    if shares {
        program.extend(signals());
        for call in SCHEDULING {
            program.extend(where_first_argument(*call, &only_own));
        }
        for (call, one) in PRIORITIES {
            program.extend(where_first_argument(*call, &[jump(BPF_JEQ, *one, 1, 0), refuse(libc::EPERM)]));
            program.extend(where_argument(SECOND, *call, &only_own));
        }
    }
    let requests = REQUESTS.iter().flat_map(|request| [jump(BPF_JEQ, *request, 0, 1), refuse(libc::EPERM)]);
    program.extend(where_argument(SECOND, libc::SYS_ioctl, &requests.collect::<Vec<_>>()));
    program.push(answer(libc::SECCOMP_RET_ALLOW));
    program
}

/// The times of a file are changed by a descriptor if there is no path: then both halves of the second argument are 0.
fn times_of_open_files() -> Vec<sock_filter> {
    let no_path = [
        jump(BPF_JEQ, 0, 0, 3),
        load(SECOND + HALF),
        jump(BPF_JEQ, 0, 0, 1),
        answer(libc::SECCOMP_RET_ALLOW),
    ];
    where_argument(SECOND, libc::SYS_utimensat, &no_path)
}

/// Sockets with names are for programs in namespaces only, where there is nobody else who could have the name.
fn sockets(work: ProcessRole) -> Vec<sock_filter> {
    let local = libc::AF_UNIX.cast_unsigned();
    let only_local = [jump(BPF_JEQ, local, 1, 0), refuse(libc::EPERM)];
    let mut rules = where_first_argument(libc::SYS_socketpair, &only_local);
    if work == ProcessRole::Starts {
        rules.extend(where_first_argument(libc::SYS_socket, &only_local));
    } else {
        // Descriptors that are sent, and not yet received, are counted for the user, who is that of the harness, too.
        for call in [libc::SYS_socket, libc::SYS_sendmsg, libc::SYS_sendmmsg] {
            rules.extend([jump(BPF_JEQ, number(call), 0, 1), refuse(libc::EPERM)]);
        }
    }
    let buffers = BUFFERS.iter().flat_map(|option| [jump(BPF_JEQ, *option, 0, 1), refuse(0)]);
    rules.extend(where_argument(THIRD, libc::SYS_setsockopt, &buffers.collect::<Vec<_>>()));
    rules
}

#[cfg(all(test, target_arch = "x86_64"))]
#[path = "calls/tests.rs"]
mod tests;
