//! What each tier controls, how well, and what would make it better.

use super::{Tier, kernel_counts};

/// How well something is controlled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grip {
    /// Nothing gets through.
    Enforced,
    /// It is looked at, and what is too much is ended a moment later.
    Approximate,
    /// It is not controlled.
    Missing,
}

impl Grip {
    /// Returns the word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Enforced => "enforced",
            Self::Approximate => "approximate",
            Self::Missing => "missing",
        }
    }
}

/// Something that is controlled, or should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Control {
    /// Its short name.
    pub name: &'static str,
    /// How well.
    pub grip: Grip,
    /// How it is done, or why it is not.
    pub why: &'static str,
}

/// A name, and how each tier controls it, from T1 to T4.
type TierControls = (&'static str, [(Grip, &'static str); 4]);

const EXACT: [(Grip, &str); 4] = [(Grip::Enforced, "counted to the byte, or kept by the kernel"); 4];
const LOOKS: (Grip, &str) = (
    Grip::Approximate,
    "looked at every 20 milliseconds, over all processes; children that end in between, and that nobody waits for, are not counted",
);
const COUNTED: (Grip, &str) =
    (Grip::Approximate, "counted by the kernel over all processes, looked at every 20 milliseconds");
const MEMORY: (Grip, &str) = (
    Grip::Approximate,
    "added up over all processes every 20 milliseconds, with tables of pages and the most that sockets may hold; other memory \
     that the kernel holds for programs is not counted",
);
const NO_ROOT: (Grip, &str) =
    (Grip::Enforced, "no program is root, whoever marks; what only root may read, it cannot use");
const MANY: (Grip, &str) = (Grip::Approximate, "looked at every 5 milliseconds");
const BY_LANDLOCK: (Grip, &str) =
    (Grip::Approximate, "other files cannot be opened, but their names can be found");
const NO_LAYER: (Grip, &str) = (Grip::Missing, "needs namespaces or landlock");
const NO_SCOPES: (Grip, &str) = (
    Grip::Missing,
    "needs namespaces or landlock of version 6; only a signal to all processes at once is refused",
);
const LOOKED_INTO: (Grip, &str) = (
    Grip::Approximate,
    "its folder is on the disk, and looked at every 100 milliseconds, with the files that it holds open and has removed; such \
     files that are only in its memory are not counted",
);
const ANYWHERE: (Grip, &str) = (Grip::Missing, "only its folder is looked at, and it may write elsewhere");

const ROWS: [TierControls; 11] = [
    ("user", [(Grip::Enforced, "no program is root, whoever marks"), NO_ROOT, NO_ROOT, NO_ROOT]),
    ("wall time", EXACT),
    ("output", EXACT),
    ("file size", EXACT),
    ("open files", EXACT),
    ("processor time", [LOOKS; 4]),
    ("memory", [MEMORY; 4]),
    ("processes", [(Grip::Enforced, "counted by the kernel in a namespace of users"), MANY, MANY, MANY]),
    (
        "scratch",
        [
            (Grip::Enforced, "a file system of its own, with limits on bytes and files"),
            LOOKED_INTO,
            LOOKED_INTO,
            ANYWHERE,
        ],
    ),
    (
        "files",
        [
            (Grip::Enforced, "a root of its own, in which nothing else is mounted"),
            BY_LANDLOCK,
            BY_LANDLOCK,
            NO_LAYER,
        ],
    ),
    (
        "end of all processes",
        [
            (
                Grip::Enforced,
                "the first process of a namespace ends all others, and the kernel the namespace with that one",
            ),
            (Grip::Enforced, "signals reach all of the program's processes, and only these"),
            (Grip::Approximate, "its processes are searched for until none is found"),
            (Grip::Approximate, "its processes are searched for until none is found"),
        ],
    ),
];

const MORE_ROWS: [TierControls; 3] = [
    (
        "signals to others",
        [
            (Grip::Enforced, "others do not exist"),
            (Grip::Enforced, "kept inside by landlock"),
            NO_SCOPES,
            NO_SCOPES,
        ],
    ),
    (
        "network",
        [
            (Grip::Enforced, "a network of its own without connections, and no sockets but local ones"),
            (Grip::Enforced, "no sockets can be made"),
            (Grip::Enforced, "no sockets can be made"),
            NO_LAYER,
        ],
    ),
    (
        "system calls",
        [
            (Grip::Enforced, "filtered by seccomp"),
            (Grip::Enforced, "filtered by seccomp"),
            (Grip::Enforced, "filtered by seccomp"),
            (Grip::Missing, "needs seccomp and landlock"),
        ],
    ),
];

/// Returns what `tier` controls.
pub fn controls(tier: Tier) -> Vec<Control> {
    let index = Tier::ALL.iter().position(|other| *other == tier).unwrap_or(Tier::ALL.len() - 1);
    let [cpu, memory] = kernel_counts();
    let control = |(name, grips): &TierControls| {
        let (grip, why) = match *name {
            "processor time" if cpu => COUNTED,
            "memory" if memory => COUNTED,
            _ => grips[index],
        };
        Control { name, grip, why }
    };
    ROWS.iter().chain(&MORE_ROWS).map(control).collect()
}

/// Returns everything that is said of any tier, on any machine.
pub fn all_controls() -> Vec<Control> {
    let rows = ROWS.iter().chain(&MORE_ROWS);
    let of_tiers = rows.flat_map(|(name, grips)| grips.map(|(grip, why)| Control { name, grip, why }));
    let counted = ["processor time", "memory"].map(|name| Control { name, grip: COUNTED.0, why: COUNTED.1 });
    of_tiers.chain(counted).collect()
}

/// Returns the names of what `tier` does not control.
pub fn missing(tier: Tier) -> Vec<String> {
    let missing = controls(tier).into_iter().filter(|control| control.grip == Grip::Missing);
    missing.map(|control| control.name.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weaker_tier_misses_more() {
        let counts = Tier::ALL.map(|tier| missing(tier).len());
        assert_eq!(counts[0], 0);
        assert!(counts.is_sorted(), "{counts:?}");
        assert!(missing(Tier::Limits).contains(&"files".to_string()));
    }
}
