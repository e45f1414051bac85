//! The tiers: how well programs can be contained, from the strongest to the weakest.

use serde::{Deserialize, Serialize};

/// The layers that contain a program, from the strongest to the weakest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Tier {
    /// Namespaces, landlock where the kernel has it, seccomp, limits.
    Namespaces,
    /// Landlock that keeps signals inside, seccomp, limits.
    LandlockScoped,
    /// Landlock, seccomp, limits.
    Landlock,
    /// Limits only.
    Limits,
}

impl Tier {
    /// All tiers, from the strongest to the weakest.
    pub const ALL: [Self; 4] = [Self::Namespaces, Self::LandlockScoped, Self::Landlock, Self::Limits];

    /// Returns its short name in reports, from `T1` to `T4`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Namespaces => "T1",
            Self::LandlockScoped => "T2",
            Self::Landlock => "T3",
            Self::Limits => "T4",
        }
    }

    /// Returns whether programs may send signals to the processes of the harness that run as the same user.
    pub(super) fn lets_signals_out(self) -> bool {
        matches!(self, Self::Landlock | Self::Limits)
    }

    /// Returns what it consists of.
    pub fn about(self) -> &'static str {
        match self {
            Self::Namespaces => "namespaces with a private root, seccomp, limits",
            Self::LandlockScoped => "landlock with scopes, seccomp, limits",
            Self::Landlock => "landlock, seccomp, limits",
            Self::Limits => "limits only",
        }
    }
}
