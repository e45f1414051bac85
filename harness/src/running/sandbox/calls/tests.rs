//! Walks the kernel's table of calls, and asks the filter about each: what changes what is told of files, how processes are
//! scheduled, or another process, is refused by its number.

use super::*;
use crate::running::sandbox::statements::{ARCH, ARCHITECTURE, asked};

/// A process that is not the caller.
const OTHER: u32 = 4711;

/// The lower half of an address.
const PATH: u32 = 0x1000;

/// The calls of Linux on x86-64 that change what is told of a file.
const METADATA: &[(u32, &str)] = &[
    (76, "truncate"),
    (90, "chmod"),
    (91, "fchmod"),
    (92, "chown"),
    (93, "fchown"),
    (94, "lchown"),
    (132, "utime"),
    (188, "setxattr"),
    (189, "lsetxattr"),
    (190, "fsetxattr"),
    (197, "removexattr"),
    (198, "lremovexattr"),
    (199, "fremovexattr"),
    (235, "utimes"),
    (260, "fchownat"),
    (261, "futimesat"),
    (268, "fchmodat"),
    (280, "utimensat"),
    (452, "fchmodat2"),
    (463, "setxattrat"),
    (466, "removexattrat"),
    (469, "file_setattr"),
];

/// Those of them that compilers want to make, and that are not done.
const MODES_OF_COMPILERS: &[&str] = &["chmod", "fchmod", "fchmodat", "fchmodat2"];

/// Those about times, which are not done for files that are named.
const TIMES_OF_BUILDS: &[&str] = &["utime", "utimes", "futimesat", "utimensat"];

/// The calls that change how a process is scheduled, or another process, with arguments that name another one.
const OTHERS: &[(u32, &str, [u32; 2])] = &[
    (62, "kill", [u32::MAX, 9]),
    (101, "ptrace", [16, OTHER]),
    (141, "setpriority", [0, OTHER]),
    (141, "setpriority of a group", [1, 0]),
    (141, "setpriority of a user", [2, 0]),
    (142, "sched_setparam", [OTHER, 0]),
    (144, "sched_setscheduler", [OTHER, 0]),
    (203, "sched_setaffinity", [OTHER, 0]),
    (251, "ioprio_set", [1, OTHER]),
    (251, "ioprio_set of a group", [2, 0]),
    (251, "ioprio_set of a user", [3, 0]),
    (256, "migrate_pages", [OTHER, 0]),
    (279, "move_pages", [OTHER, 0]),
    (302, "prlimit64", [OTHER, 0]),
    (310, "process_vm_readv", [OTHER, 0]),
    (311, "process_vm_writev", [OTHER, 0]),
    (312, "kcmp", [OTHER, OTHER]),
    (314, "sched_setattr", [OTHER, 0]),
    (438, "pidfd_getfd", [3, 0]),
    (440, "process_madvise", [3, 0]),
    (448, "process_mrelease", [3, 0]),
];

/// What takes that which is counted for the user, or hides a process.
const NEVER: &[(u32, &str, [u32; 2])] = &[
    (157, "prctl: dumpable", [4, 0]),
    (253, "inotify_init", [0, 0]),
    (254, "inotify_add_watch", [3, 0]),
    (294, "inotify_init1", [0, 0]),
    (72, "fcntl: lease", [3, 1024]),
    (72, "fcntl: notify", [3, 1026]),
    (300, "fanotify_init", [0, 0]),
    (301, "fanotify_mark", [3, 0]),
];

/// What programs do to themselves.
const OWN: &[(u32, &str, [u32; 2])] = &[
    (62, "kill", [OTHER, 9]),
    (141, "setpriority", [0, 0]),
    (144, "sched_setscheduler", [0, 0]),
    (203, "sched_setaffinity", [0, 0]),
    (251, "ioprio_set", [1, 0]),
    (157, "prctl: name", [15, 0]),
    (302, "prlimit64", [0, 0]),
    (16, "ioctl", [0, 0x5401]),
    (72, "fcntl: lock of a region", [3, 6]),
    (0, "read", [0, 0]),
    (59, "execve", [0, 0]),
];

/// Returns what a filter answers to a call; a path stands above what 32 bits can tell.
fn answer_of(program: &[sock_filter], call: u32, arguments: [u32; 3]) -> u32 {
    let above = |half: u32| if half == PATH { 1 << 32 | u64::from(half) } else { half.into() };
    asked::answer_of(program, call, &arguments.map(above))
}

fn is_refused(work: ProcessRole, call: u32, [first, second]: [u32; 2]) -> bool {
    answer_of(&program(work), call, [first, second, 0]) != libc::SECCOMP_RET_ALLOW
}

#[test]
fn what_is_told_of_files_is_not_changed_where_files_are_shared() {
    for (call, name) in METADATA {
        assert!(is_refused(ProcessRole::Runs, *call, [3, 0]), "{name}");
        let of_builds = answer_of(&program(ProcessRole::Builds), *call, [3, PATH, 0]);
        let is_told = MODES_OF_COMPILERS.contains(name) || TIMES_OF_BUILDS.contains(name);
        assert_eq!(of_builds == libc::SECCOMP_RET_ERRNO, is_told, "{name}");
        assert_ne!(of_builds, libc::SECCOMP_RET_ALLOW, "{name}");
    }
    // The time of a file that is open, and therefore its own or readable only.
    assert!(!is_refused(ProcessRole::Builds, 280, [3, 0]) && is_refused(ProcessRole::Runs, 280, [3, 0]));
    for request in REQUESTS {
        assert!(
            is_refused(ProcessRole::Runs, 16, [3, *request])
                && is_refused(ProcessRole::Starts, 16, [3, *request])
        );
    }
}

#[test]
fn other_processes_are_left_alone_where_they_can_be_seen() {
    for (call, name, arguments) in OTHERS {
        for work in [ProcessRole::Runs, ProcessRole::Builds] {
            assert!(is_refused(work, *call, *arguments), "{name} {work:?}");
        }
    }
}

#[test]
fn no_program_hides_or_takes_what_others_need() {
    for (call, name, arguments) in NEVER {
        for work in [ProcessRole::Starts, ProcessRole::Runs, ProcessRole::Builds] {
            assert!(is_refused(work, *call, *arguments), "{name} {work:?}");
        }
    }
}

#[test]
fn a_program_does_with_itself_what_it_likes() {
    for (call, name, arguments) in OWN {
        for work in [ProcessRole::Starts, ProcessRole::Runs, ProcessRole::Builds] {
            assert!(!is_refused(work, *call, *arguments), "{name} {work:?}");
        }
    }
}

#[test]
fn calls_that_are_not_known_do_not_exist() {
    let missing = libc::SECCOMP_RET_ERRNO | libc::ENOSYS.cast_unsigned();
    for work in [ProcessRole::Starts, ProcessRole::Runs, ProcessRole::Builds] {
        let program = program(work);
        // Those of another kind of programs on this machine have a bit that others do not have.
        let newer = (463..1024).chain((0..600).map(|call| call | 0x4000_0000)).chain([u32::MAX]);
        for call in newer {
            assert_eq!(answer_of(&program, call, [0; 3]), missing, "{call} {work:?}");
        }
    }
}

#[test]
fn a_program_is_told_that_the_buffers_of_its_sockets_are_what_it_wants() {
    let answer = |option| answer_of(&program(ProcessRole::Runs), 54, [3, 1, option]);
    assert_eq!(answer(7), libc::SECCOMP_RET_ERRNO);
    assert_eq!(answer(2), libc::SECCOMP_RET_ALLOW);
}

#[test]
fn a_program_is_told_that_it_has_the_locks_it_wants() {
    for work in [ProcessRole::Starts, ProcessRole::Runs, ProcessRole::Builds] {
        assert_eq!(answer_of(&program(work), 73, [3, 2, 0]), libc::SECCOMP_RET_ERRNO, "{work:?}");
    }
}

#[test]
fn no_kind_of_calls_gets_around_what_is_refused_without_landlock() {
    let everybody = |call: u32| answer_of(&sparing(), call, [u32::MAX, 0, 0]);
    assert_ne!(everybody(62), libc::SECCOMP_RET_ALLOW);
    assert_ne!(everybody(OTHER_KIND + 62), libc::SECCOMP_RET_ALLOW);
    assert_eq!(answer_of(&sparing(), 62, [OTHER, 9, 0]), libc::SECCOMP_RET_ALLOW);
    let of_other_kinds: Vec<u32> = sparing().iter().take(3).map(|step| step.k).collect();
    assert_eq!(of_other_kinds, [ARCH, ARCHITECTURE, libc::SECCOMP_RET_KILL_PROCESS]);
}
