//! How well programs are contained on this machine.

use std::path::PathBuf;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::kernel::landlock_version;
use super::landlock::SCOPES;
use super::pool::try_out;

/// The environment variable that holds the strongest tier that may be used, to see what a weaker machine would do.
const AT_MOST: &str = "HARNESS_SANDBOX_AT_MOST";

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

/// What trying a tier has shown.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The tier.
    pub tier: Tier,
    /// Why it does not work here; nothing if it does.
    pub obstacle: Option<String>,
}

/// Returns the strongest tier that works here. It is found once, by running a program in it.
pub fn tier() -> Tier {
    let works = |trial: &&Trial| trial.obstacle.is_none();
    trials().iter().find(works).map_or(Tier::Limits, |trial| trial.tier)
}

/// Returns what was tried: from the strongest tier to the first that works.
pub fn trials() -> &'static [Trial] {
    static TRIALS: OnceLock<Vec<Trial>> = OnceLock::new();
    TRIALS.get_or_init(|| {
        let mut trials = Vec::new();
        for tier in Tier::ALL {
            let obstacle = obstacle(tier);
            let works = obstacle.is_none();
            trials.push(Trial { tier, obstacle });
            if works {
                break;
            }
        }
        trials
    })
}

fn obstacle(tier: Tier) -> Option<String> {
    if at_most().is_some_and(|strongest| tier < strongest) {
        return Some(format!("switched off by {AT_MOST}"));
    }
    let version = landlock_version();
    let needed = match tier {
        Tier::LandlockScoped => SCOPES,
        Tier::Landlock => 1,
        Tier::Namespaces | Tier::Limits => 0,
    };
    if version < needed {
        return Some(format!("the kernel has landlock version {version}, not {needed}"));
    }
    let program = ["/bin/true", "/usr/bin/true"].iter().map(PathBuf::from).find(|path| path.exists())?;
    try_out(tier, program).err().map(|fault| fault.to_string())
}

fn at_most() -> Option<Tier> {
    let name = std::env::var(AT_MOST).ok()?;
    Tier::ALL.into_iter().find(|tier| tier.name() == name)
}
