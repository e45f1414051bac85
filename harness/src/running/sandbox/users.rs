//! The users as whom programs run where the harness is root: nobody else is one of them.

use std::fs;

use rustix::process::geteuid;

/// Where the users begin that stand for programs; the number of a process is added.
const SPARE: u32 = 0x7100_0000;

/// The largest number that a process can have.
const MOST_PROCESSES: u32 = 1 << 22;

/// How many users are taken at the end of those that there are, where these are fewer.
const LAST: u32 = 10_000;

/// The last users and groups of ordinary systems, which mean "nobody".
const NOBODY: u32 = 65_534;

/// Returns the user, and the group, that belongs to the process with this id as long as it lives; nothing where the harness is no
/// root, or where there is no other user.
pub(in crate::running) fn spare(process: u32) -> Option<u32> {
    if !geteuid().is_root() {
        return None;
    }
    let map = |name| fs::read_to_string(format!("/proc/self/{name}")).unwrap_or_default();
    of_maps(&map("uid_map"), &map("gid_map"), process)
}

/// Returns whether a user stands for programs, and the harness is root: what such a user has, is the harness's.
pub(in crate::running) fn is_spare(user: u32) -> bool {
    let map = || fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    geteuid().is_root() && stands_for_programs(&map(), user)
}

fn stands_for_programs(users: &str, user: u32) -> bool {
    let end = ranges(users).map(|(first, count)| first + count).max().unwrap_or(0);
    let last = end.saturating_sub(1 + u64::from(LAST))..end.saturating_sub(1);
    let is_last = user > 1000 && user != NOBODY && last.contains(&u64::from(user)) && !has(users, SPARE);
    (SPARE..=SPARE + MOST_PROCESSES).contains(&user) || is_last
}

fn of_maps(users: &str, groups: &str, process: u32) -> Option<u32> {
    let wanted = SPARE.checked_add(process)?;
    if has(users, wanted) && has(groups, wanted) {
        return Some(wanted);
    }
    let end = ranges(users).map(|(first, count)| first + count).max()?;
    let last = u32::try_from(end).ok()?.checked_sub(2 + process % LAST)?;
    Some(last).filter(|user| *user > 1000 && *user != NOBODY && has(users, *user) && has(groups, *user))
}

fn has(map: &str, id: u32) -> bool {
    ranges(map).any(|(first, count)| (first..first + count).contains(&u64::from(id)))
}

/// Returns the ids of a map, as first id and count.
fn ranges(map: &str) -> impl Iterator<Item = (u64, u64)> {
    map.lines().filter_map(|line| {
        let numbers: Vec<u64> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        Some((*numbers.first()?, *numbers.get(2)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_are_taken_that_exist_and_that_nobody_has() {
        let all = "         0          0 4294967295\n";
        let container = "0 100000 65536\n";
        let alone = "0 1000 1\n";
        for (users, groups, process, expected) in [
            (all, all, 7, Some(SPARE + 7)),
            (container, container, 7, Some(65_527)),
            (container, container, 10_007, Some(65_527)),
            (container, alone, 7, None),
            (alone, alone, 7, None),
            ("", "", 7, None),
        ] {
            assert_eq!(of_maps(users, groups, process), expected, "{users} {groups}");
        }
    }

    #[test]
    fn every_user_that_is_taken_is_known_for_one_that_stands_for_programs() {
        for map in ["0 0 4294967295\n", "0 100000 65536\n", "0 100000 12000\n"] {
            for process in [1, 7, 9_999, 10_007, 4_000_000] {
                let Some(user) = of_maps(map, map, process) else { continue };
                assert!(stands_for_programs(map, user), "{map} {process} {user}");
            }
            for other in [0, 1000, NOBODY] {
                assert!(!stands_for_programs(map, other), "{map} {other}");
            }
        }
        assert!(!stands_for_programs("0 0 4294967295\n", 65_000));
    }
}
