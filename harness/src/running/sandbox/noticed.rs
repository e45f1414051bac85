//! Which system calls of a program the harness is told about before the kernel does them: reads of descriptor 0.
//!
//! This filter allows everything: it decides only what is told. Filters that refuse something stand beside it, and win. No other calls
//! are told of: one that a signal interrupts before somebody has heard of it fails, and programs expect that of reads only.

use libc::{BPF_JEQ, sock_filter};

use super::statements::{FIRST, HALF, NUMBER, THIRD, answer, jump, load, number, numbers_of_this_kind};

/// Returns the filter.
pub(super) fn filter() -> Vec<sock_filter> {
    let mut program = numbers_of_this_kind(libc::SECCOMP_RET_ALLOW);
    program.extend(reads());
    program.push(answer(libc::SECCOMP_RET_ALLOW));
    program
}

/// Reads that want at least one byte: others never wait.
fn reads() -> Vec<sock_filter> {
    vec![
        jump(BPF_JEQ, number(libc::SYS_read), 0, 8),
        load(FIRST),
        jump(BPF_JEQ, 0, 0, 5),
        load(THIRD),
        jump(BPF_JEQ, 0, 0, 2),
        load(THIRD + HALF),
        jump(BPF_JEQ, 0, 1, 0),
        tell(),
        load(NUMBER),
    ]
}

fn tell() -> sock_filter {
    answer(libc::SECCOMP_RET_USER_NOTIF)
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::running::sandbox::statements::asked;

    /// The numbers and arguments of calls on x86-64, and whether they are told.
    const CALLS: &[(&str, u32, [u64; 5], bool)] = &[
        ("read of 10 bytes", 0, [0, 0x7000, 10, 0, 0], true),
        ("read of very many bytes", 0, [0, 0x7000, 1 << 32, 0, 0], true),
        ("read of descriptor 0 by another number", 0, [1 << 32, 0x7000, 10, 0, 0], true),
        ("read of no bytes", 0, [0, 0x7000, 0, 0, 0], false),
        ("read of descriptor 3", 0, [3, 0x7000, 10, 0, 0], false),
        ("readv, whose lengths stand in memory", 19, [0, 0x7000, 2, 0, 0], false),
        ("write", 1, [0, 0x7000, 10, 0, 0], false),
        ("fork", 57, [0; 5], false),
        ("fcntl: O_NONBLOCK", 72, [0, 4, 0o4000, 0, 0], false),
        ("ioctl: FIONREAD", 16, [0, 0x541B, 0, 0, 0], false),
        ("a read of 32 bits per word", 0x4000_0000, [0, 0x7000, 10, 0, 0], false),
    ];

    #[test]
    fn reads_that_may_wait_are_told_and_nothing_else() {
        let program = filter();
        for (name, call, arguments, told) in CALLS {
            let expected = if *told { libc::SECCOMP_RET_USER_NOTIF } else { libc::SECCOMP_RET_ALLOW };
            assert_eq!(asked::answer_of(&program, *call, arguments), expected, "{name}");
        }
    }

    #[test]
    fn nothing_is_refused() {
        let program = filter();
        for call in 0..600 {
            let answer = asked::answer_of(&program, call, &[0, 4, 0o4000, 0, 7]);
            assert!([libc::SECCOMP_RET_USER_NOTIF, libc::SECCOMP_RET_ALLOW].contains(&answer), "{call}");
        }
        assert_eq!(asked::answer_on(&program, 0x4000_0003, 3, &[0; 5]), libc::SECCOMP_RET_ALLOW);
    }
}
