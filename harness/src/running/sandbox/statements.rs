//! The statements of which filters of system calls are made: little programs that look at the number and the arguments of a call.

use libc::{BPF_ABS, BPF_JEQ, BPF_JMP, BPF_K, BPF_LD, BPF_RET, BPF_W, sock_filter};

/// The number of the architecture in `linux/audit.h`.
#[cfg(target_arch = "x86_64")]
pub(super) const ARCHITECTURE: u32 = 0xC000_003E;
#[cfg(target_arch = "aarch64")]
pub(super) const ARCHITECTURE: u32 = 0xC000_00B7;

/// Where number, architecture and the first arguments stand in what a filter looks at.
pub(super) const NUMBER: u32 = 0;
pub(super) const ARCH: u32 = 4;
pub(super) const FIRST: u32 = 16;
pub(super) const SECOND: u32 = 24;
pub(super) const THIRD: u32 = 32;

/// How far the upper half of an argument stands behind its lower one.
pub(super) const HALF: u32 = 4;

/// Loads the number of a call. Another kind of calls, such as those of 32 bits, has other numbers: `others` is the answer to them.
pub(super) fn numbers_of_this_kind(others: u32) -> Vec<sock_filter> {
    vec![load(ARCH), jump(BPF_JEQ, ARCHITECTURE, 1, 0), answer(others), load(NUMBER)]
}

/// Applies `rules` to the first argument of `call`, and loads the number of the call again.
pub(super) fn where_first_argument(call: i64, rules: &[sock_filter]) -> Vec<sock_filter> {
    where_argument(FIRST, call, rules)
}

/// The same, for the argument that stands at `place`.
pub(super) fn where_argument(place: u32, call: i64, rules: &[sock_filter]) -> Vec<sock_filter> {
    let length = u8::try_from(rules.len() + 2).unwrap_or(u8::MAX);
    let mut all = vec![jump(BPF_JEQ, number(call), 0, length), load(place)];
    all.extend(rules);
    all.push(load(NUMBER));
    all
}

pub(super) fn number(call: i64) -> u32 {
    u32::try_from(call).unwrap_or(u32::MAX)
}

pub(super) fn load(offset: u32) -> sock_filter {
    statement(BPF_LD | BPF_W | BPF_ABS, offset)
}

pub(super) fn answer(action: u32) -> sock_filter {
    statement(BPF_RET | BPF_K, action)
}

pub(super) fn refuse(errno: i32) -> sock_filter {
    answer(libc::SECCOMP_RET_ERRNO | errno.cast_unsigned())
}

fn statement(code: u32, value: u32) -> sock_filter {
    sock_filter { code: u16::try_from(code).unwrap_or_default(), jt: 0, jf: 0, k: value }
}

pub(super) fn jump(kind: u32, value: u32, if_so: u8, if_not: u8) -> sock_filter {
    let code = u16::try_from(BPF_JMP | kind | BPF_K).unwrap_or_default();
    sock_filter { code, jt: if_so, jf: if_not, k: value }
}

#[cfg(all(test, target_arch = "x86_64"))]
pub(super) mod asked;
