//! Whether this process is a part of a program that is marked.

use std::fs;

use super::kernel::SPAWNER_NAME;

/// The most processes that are looked at, one above the other.
const LEVELS: usize = 1000;

/// Returns whether a spawner of a harness stands above this process.
pub fn is_contained() -> bool {
    let mut process = std::process::id();
    for _ in 0..LEVELS {
        match parent(process) {
            Some(above) if is_spawner(above) => return true,
            Some(above) if above > 1 => process = above,
            _ => return false,
        }
    }
    true
}

fn parent(process: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name may hold anything, also brackets and blanks; what follows it does not.
    stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()
}

fn is_spawner(process: u32) -> bool {
    let line = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    line.split(|byte| *byte == 0).next() == Some(SPAWNER_NAME.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_no_program_that_is_marked() {
        assert!(parent(std::process::id()).is_some());
        assert!(!is_contained());
    }
}
