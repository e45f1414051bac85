//! Asks a filter about a call, as the kernel does.

use libc::{BPF_ABS, BPF_JEQ, BPF_JGE, BPF_JMP, BPF_JSET, BPF_K, BPF_LD, BPF_RET, BPF_W, sock_filter};

use super::{ARCH, ARCHITECTURE, FIRST, HALF, NUMBER};

/// Returns what a filter answers to a call with these arguments.
pub(in crate::running::sandbox) fn answer_of(program: &[sock_filter], call: u32, arguments: &[u64]) -> u32 {
    answer_on(program, ARCHITECTURE, call, arguments)
}

/// The same, for a call of another architecture.
pub(in crate::running::sandbox) fn answer_on(
    program: &[sock_filter],
    architecture: u32,
    call: u32,
    arguments: &[u64],
) -> u32 {
    let (mut accumulator, mut next) = (0, 0);
    loop {
        let step = program[next];
        next += 1;
        let code = u32::from(step.code);
        if code == BPF_RET | BPF_K {
            return step.k;
        }
        if code == BPF_LD | BPF_W | BPF_ABS {
            accumulator = match step.k {
                NUMBER => call,
                ARCH => architecture,
                place => half(arguments, place),
            };
            continue;
        }
        let holds = match code & !BPF_JMP {
            kind if kind == BPF_JEQ => accumulator == step.k,
            kind if kind == BPF_JGE => accumulator >= step.k,
            kind if kind == BPF_JSET => accumulator & step.k != 0,
            other => panic!("no filter has the step {other}"),
        };
        next += usize::from(if holds { step.jt } else { step.jf });
    }
}

/// Returns the half of an argument that stands at `place`.
fn half(arguments: &[u64], place: u32) -> u32 {
    let argument = arguments[((place - FIRST) / (2 * HALF)) as usize];
    let half = if (place - FIRST).is_multiple_of(2 * HALF) { argument } else { argument >> 32 };
    u32::try_from(half & u64::from(u32::MAX)).expect("it is half of a number")
}
