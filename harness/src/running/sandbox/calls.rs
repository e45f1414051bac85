//! Which system calls a program may make: all but those that no console program needs and that reach for more.

use std::io;

use libc::{BPF_ABS, BPF_JEQ, BPF_JGE, BPF_JMP, BPF_JSET, BPF_K, BPF_LD, BPF_RET, BPF_W, sock_filter};

use super::kernel;

/// The number of the architecture in `linux/audit.h`.
#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xC000_003E;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xC000_00B7;

/// Where number, architecture and first argument stand in what a filter looks at.
const NUMBER: u32 = 0;
const ARCH: u32 = 4;
const FIRST: u32 = 16;
const SECOND: u32 = 24;

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
    libc::SYS_keyctl,
    libc::SYS_lookup_dcookie,
    libc::SYS_mbind,
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
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_ptrace,
    libc::SYS_quotactl,
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

/// The same, where only this architecture has them.
#[cfg(target_arch = "x86_64")]
const REFUSED_HERE: &[i64] =
    &[libc::SYS_ioperm, libc::SYS_iopl, libc::SYS_modify_ldt, libc::SYS_uselib, libc::SYS_ustat];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_HERE: &[i64] = &[];

/// Calls that change files by their names, which landlock does not govern: refused to programs that share the machine's
/// files. Compilers need some of them.
const CHANGES: &[i64] = &[
    libc::SYS_fchmodat,
    libc::SYS_fchmodat2,
    libc::SYS_fchownat,
    libc::SYS_lremovexattr,
    libc::SYS_lsetxattr,
    libc::SYS_removexattr,
    libc::SYS_setxattr,
    libc::SYS_utimensat,
];
#[cfg(target_arch = "x86_64")]
const CHANGES_HERE: &[i64] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_futimesat,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
];
#[cfg(not(target_arch = "x86_64"))]
const CHANGES_HERE: &[i64] = &[];

/// What a process does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Work {
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

/// Calls with a higher number are newer than this list. Programs take it well that a kernel lacks them.
const NEWEST: u32 = 463;

/// Filters the calls of this process and of all that come from it.
///
/// A filter takes the kernel longer than anything else that a program needs before it starts. So what starts programs in
/// namespaces is filtered itself, once. It still has to mount, and to make new namespaces of processes; its programs
/// may try, too, and have no right to: nobody gets one in a namespace of users that stands already, and a new one is refused.
pub(super) fn confine(work: Work) -> io::Result<()> {
    kernel::filter_calls(&program(work))
}

/// Keeps this process, and all that come from it, from sending a signal to all processes of their user at once. It is all that
/// is filtered where there is no landlock: a program that ends everything ends the harness, too, in the middle of its work.
pub(super) fn spare_others() -> io::Result<()> {
    let mut program =
        vec![load(ARCH), jump(BPF_JEQ, ARCHITECTURE, 1, 0), answer(libc::SECCOMP_RET_ALLOW), load(NUMBER)];
    program.extend(signals());
    program.push(answer(libc::SECCOMP_RET_ALLOW));
    kernel::filter_calls(&program)
}

/// `kill(-1)` reaches all that may be reached.
fn signals() -> Vec<sock_filter> {
    where_first_argument(libc::SYS_kill, &[jump(BPF_JEQ, u32::MAX, 0, 1), refuse(libc::EPERM)])
}

fn program(work: Work) -> Vec<sock_filter> {
    let mut program = vec![
        load(ARCH),
        jump(BPF_JEQ, ARCHITECTURE, 1, 0),
        // Another kind of calls, such as those of 32 bits, has other numbers.
        answer(libc::SECCOMP_RET_KILL_PROCESS),
        load(NUMBER),
        jump(BPF_JGE, NEWEST + 1, 0, 1),
        refuse(libc::ENOSYS),
    ];
    let changes = CHANGES.iter().chain(CHANGES_HERE).filter(|_| work == Work::Runs);
    let mount = Some(&libc::SYS_mount).filter(|_| work != Work::Starts);
    for call in REFUSED.iter().chain(REFUSED_HERE).chain(mount).chain(changes) {
        program.extend([jump(BPF_JEQ, number(*call), 0, 1), refuse(libc::EPERM)]);
    }
    // The flags of this call stand in memory, where a filter cannot look; the C library then takes the older one.
    program.extend([jump(BPF_JEQ, number(libc::SYS_clone3), 0, 1), refuse(libc::ENOSYS)]);
    let namespaces = if work == Work::Starts { NAMESPACES & !FRESH } else { NAMESPACES };
    program.extend(where_first_argument(
        libc::SYS_clone,
        &[jump(BPF_JSET, namespaces, 0, 1), refuse(libc::EPERM)],
    ));
    // The limits of other processes.
    let only_own = [jump(BPF_JEQ, 0, 1, 0), refuse(libc::EPERM)];
    program.extend(where_first_argument(libc::SYS_prlimit64, &only_own));
    program.extend(sockets(work));
    if work != Work::Starts {
        program.extend(signals());
    }
    // Typing into a terminal.
    program.extend([
        jump(BPF_JEQ, number(libc::SYS_ioctl), 0, 4),
        load(SECOND),
        jump(BPF_JEQ, u32::try_from(libc::TIOCSTI).unwrap_or_default(), 0, 1),
        refuse(libc::EPERM),
        load(NUMBER),
    ]);
    program.push(answer(libc::SECCOMP_RET_ALLOW));
    program
}

/// Sockets with names are for programs in namespaces only, where there is nobody else who could have the name.
fn sockets(work: Work) -> Vec<sock_filter> {
    let local = libc::AF_UNIX.cast_unsigned();
    let only_local = [jump(BPF_JEQ, local, 1, 0), refuse(libc::EPERM)];
    let mut rules = where_first_argument(libc::SYS_socketpair, &only_local);
    if work == Work::Starts {
        rules.extend(where_first_argument(libc::SYS_socket, &only_local));
    } else {
        rules.extend([jump(BPF_JEQ, number(libc::SYS_socket), 0, 1), refuse(libc::EPERM)]);
    }
    rules
}

/// Applies `rules` to the first argument of `call`, and loads the number of the call again.
fn where_first_argument(call: i64, rules: &[sock_filter]) -> Vec<sock_filter> {
    let length = u8::try_from(rules.len() + 2).unwrap_or(u8::MAX);
    let mut all = vec![jump(BPF_JEQ, number(call), 0, length), load(FIRST)];
    all.extend(rules);
    all.push(load(NUMBER));
    all
}

fn number(call: i64) -> u32 {
    u32::try_from(call).unwrap_or(u32::MAX)
}

fn load(offset: u32) -> sock_filter {
    statement(BPF_LD | BPF_W | BPF_ABS, offset)
}

fn answer(action: u32) -> sock_filter {
    statement(BPF_RET | BPF_K, action)
}

fn refuse(errno: i32) -> sock_filter {
    answer(libc::SECCOMP_RET_ERRNO | errno.cast_unsigned())
}

fn statement(code: u32, value: u32) -> sock_filter {
    sock_filter { code: u16::try_from(code).unwrap_or_default(), jt: 0, jf: 0, k: value }
}

fn jump(kind: u32, value: u32, if_so: u8, if_not: u8) -> sock_filter {
    let code = u16::try_from(BPF_JMP | kind | BPF_K).unwrap_or_default();
    sock_filter { code, jt: if_so, jf: if_not, k: value }
}
