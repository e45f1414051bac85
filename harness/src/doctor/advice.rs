//! What would repair what keeps a machine from the best sandbox.

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

/// Files that tools for containers put into each of them, and how such a container is started that may have namespaces.
const CONTAINERS: [(&str, &str); 2] = [
    ("/.dockerenv", "docker run --security-opt seccomp=unconfined --security-opt systempaths=unconfined ..."),
    ("/run/.containerenv", "podman run --security-opt seccomp=unconfined --security-opt unmask=ALL ..."),
];

/// The kernel has all that is needed from this version on.
const NEW_ENOUGH: (u32, u32) = (5, 12);

/// Returns what would make namespaces work, as far as it can be known.
pub fn advice() -> String {
    let forbids = |(path, value, _): &&(&str, &str, &str)| {
        fs::read_to_string(path).is_ok_and(|found| found.trim() == *value)
    };
    let is_there = |(path, _): &&(&str, &str)| fs::exists(path).unwrap_or(false);
    let text = |path: &str| fs::read_to_string(path).unwrap_or_default();
    advise(&Surroundings {
        switch: SWITCHES.iter().find(forbids).map(|(.., command)| *command),
        container: CONTAINERS.iter().find(is_there).map(|(_, command)| *command),
        status: &text("/proc/self/status"),
        release: &text("/proc/sys/kernel/osrelease"),
    })
}

/// What surrounds this process.
struct Surroundings<'a> {
    /// The command that changes a switch which forbids namespaces.
    switch: Option<&'a str>,
    /// The command that starts a container such as this one without its filter.
    container: Option<&'a str>,
    /// What the kernel says of this process.
    status: &'a str,
    /// The version of the kernel.
    release: &'a str,
}

fn advise(Surroundings { switch, container, status, release }: &Surroundings<'_>) -> String {
    if let Some(command) = switch {
        return (*command).to_string();
    }
    let is_old = version(release).is_some_and(|version| version < NEW_ENOUGH);
    let start = container.map(|command| format!(": {command}")).unwrap_or_default();
    if is_old {
        "update the kernel to Linux 5.12 or later, with user namespaces and landlock".to_string()
    } else if is_filtered(status) {
        let of = if container.is_some() { "the container's" } else { "that of a container or a service" };
        format!("a filter of system calls (seccomp), {of}, forbids it; start without one{start}")
    } else if container.is_some() {
        format!("the container forbids it; start it with more rights{start}")
    } else {
        "use a kernel that was built with user namespaces and landlock; this one is new enough, but lacks them".to_string()
    }
}

/// Returns whether a filter of system calls is around the process of which the kernel says this.
fn is_filtered(status: &str) -> bool {
    status.lines().any(|line| line.strip_prefix("Seccomp:").is_some_and(|mode| mode.trim() == "2"))
}

/// Returns the first two numbers of a version of the kernel.
fn version(release: &str) -> Option<(u32, u32)> {
    let mut numbers = release.trim().split(|ch: char| !ch.is_ascii_digit());
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(surroundings: &Surroundings<'_>, expected: &str) {
        assert_eq!(advise(surroundings), expected);
    }

    #[test]
    fn what_is_advised_is_what_stands_in_the_way() {
        let plain = || Surroundings {
            switch: None,
            container: None,
            status: "Seccomp:\t0\n",
            release: "6.1.0-13-amd64\n",
        };
        let filtered = "Name:\tharness\nSeccomp:\t2\nSeccomp_filters:\t1\n";
        check(
            &Surroundings { switch: Some("sudo sysctl x=0"), container: Some("docker run ..."), ..plain() },
            "sudo sysctl x=0",
        );
        check(
            &Surroundings { release: "5.4.0", status: filtered, ..plain() },
            "update the kernel to Linux 5.12 or later, with user namespaces and landlock",
        );
        check(
            &Surroundings { container: Some("podman run ..."), status: filtered, ..plain() },
            "a filter of system calls (seccomp), the container's, forbids it; start without one: podman run ...",
        );
        check(
            &Surroundings { status: filtered, ..plain() },
            "a filter of system calls (seccomp), that of a container or a service, forbids it; start without one",
        );
        check(
            &Surroundings { container: Some("docker run ..."), ..plain() },
            "the container forbids it; start it with more rights: docker run ...",
        );
        check(
            &plain(),
            "use a kernel that was built with user namespaces and landlock; this one is new enough, but lacks them",
        );
    }

    #[test]
    fn versions_are_numbers() {
        assert_eq!(version("6.1.0-13-amd64"), Some((6, 1)));
        assert_eq!(version("5.12"), Some((5, 12)));
        assert_eq!(version("unknown"), None);
    }
}
