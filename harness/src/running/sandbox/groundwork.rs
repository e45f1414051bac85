//! What a spawner has prepared once, and each of its programs begins with.

use std::os::fd::OwnedFd;

use rustix::thread::CpuSet;

use super::group::ControlGroup;
use super::wire::SpawnerSetup;

/// What a spawner has prepared once for all of its programs.
pub(super) struct Groundwork {
    pub(super) setup: SpawnerSetup,
    /// The user and the group that programs become; none if they are who this process is.
    pub(super) becomes: Option<[u32; 2]>,
    /// The groups in which all of them are counted.
    pub(super) group: ControlGroup,
    /// The rules of landlock for programs in namespaces, where the kernel has it.
    pub(super) rules: Option<OwnedFd>,
    /// The processors that programs may use, where there are several.
    pub(super) processors: Option<CpuSet>,
    /// Whether the kernel dates each change of a folder of the scratch that somebody has looked at differently.
    pub(super) dates_each_change: bool,
}
