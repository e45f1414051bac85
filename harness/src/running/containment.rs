//! How well this machine contains programs, as results tell of it.

use serde::{Deserialize, Serialize};

use super::{missing, tier};

/// How well programs were contained.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sandbox {
    /// From T1 to T4.
    pub tier: String,
    /// The controls that this tier should have and that are missing.
    pub missing: Vec<String>,
}

impl Sandbox {
    /// Returns how well this machine contains programs.
    pub fn of_this_machine() -> Self {
        Self { tier: tier().name().to_string(), missing: missing(tier()) }
    }

    /// Returns whether programs could reach what they should not.
    pub fn is_warning(&self) -> bool {
        !self.missing.is_empty() && self.tier.as_str() > "T2"
    }

    /// Returns how well programs were contained, in a sentence; below T2 it is a warning, for then programs can reach what
    /// they should not, and everybody who reads the marks must know.
    pub fn sentence(&self) -> String {
        let Self { tier, missing } = self;
        if missing.is_empty() {
            return format!("sandbox {tier}");
        }
        let warning = if self.is_warning() { "WARNING: programs were not fully contained: " } else { "" };
        format!("{warning}sandbox {tier}, without control of {}", missing.join(", "))
    }
}
