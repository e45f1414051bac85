//! Looks at programs as the user that they are, where root may not look at the processes of others: in a container that keeps
//! `CAP_SYS_PTRACE` from it.

use std::sync::OnceLock;

use rustix::process::geteuid;
use rustix::thread::{CapabilitySet, capabilities};

use super::Tier;
use super::kernel::see_as;
use super::users::spare;

/// With whose eyes a program is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::running) struct Eyes(Option<[u32; 2]>);

/// As long as this is there, this thread looks with other eyes.
#[derive(Debug)]
pub(in crate::running) struct OpenEyes(Option<[u32; 2]>);

impl Eyes {
    /// Returns the eyes for the programs of a spawner.
    pub(super) fn on(spawner: u32, tier: Tier) -> Self {
        if sees_others() {
            return Self(None);
        }
        let user = spare(spawner);
        let group = if tier == Tier::Namespaces { user } else { spare(std::process::id()) };
        Self(user.zip(group).map(|(user, group)| [user, group]))
    }

    /// Looks with these eyes until what is returned is dropped.
    pub(in crate::running) fn open(self) -> OpenEyes {
        if let Some(user) = self.0 {
            see_as(user);
        }
        OpenEyes(self.0)
    }
}

impl Drop for OpenEyes {
    fn drop(&mut self) {
        if self.0.is_some() {
            see_as([0, 0]);
        }
    }
}

/// An ordinary user looks at processes of its own; root needs a right to look at those of others.
fn sees_others() -> bool {
    static SEES: OnceLock<bool> = OnceLock::new();
    *SEES.get_or_init(|| {
        !geteuid().is_root()
            || capabilities(None).is_ok_and(|own| own.effective.contains(CapabilitySet::SYS_PTRACE))
    })
}
