//! The command that would repair what keeps a machine from the best sandbox.

use std::fs;

/// Switches of the kernel that forbid namespaces to ordinary users, what they are where they do, and the command that
/// changes them.
const SWITCHES: [(&str, &str, &str); 3] = [
    (
        "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
        "1",
        "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0",
    ),
    ("/proc/sys/kernel/unprivileged_userns_clone", "0", "sudo sysctl kernel.unprivileged_userns_clone=1"),
    ("/proc/sys/user/max_user_namespaces", "0", "sudo sysctl user.max_user_namespaces=10000"),
];

/// Returns the command that would make namespaces work, as far as it can be known.
pub fn advice() -> String {
    let forbids = |(path, value, _): &&(&str, &str, &str)| {
        fs::read_to_string(path).is_ok_and(|found| found.trim() == *value)
    };
    if let Some((_, _, command)) = SWITCHES.iter().find(forbids) {
        return (*command).to_string();
    }
    if fs::exists("/.dockerenv").unwrap_or(false) {
        return "docker run --security-opt seccomp=unconfined --security-opt systempaths=unconfined ..."
            .to_string();
    }
    "update the kernel to Linux 5.12 or later, with user namespaces and landlock".to_string()
}
