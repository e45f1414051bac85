//! The commands of a cluster's scheduler. Nothing else in the harness starts programs but those that it marks.
//!
//! What a scheduler does is not known here: only how it is asked. A command that fails tells nothing about jobs.

mod ranges;
mod slurm;

pub(crate) use slurm::{ArrayJob, SchedulerFault, cancel, queued, submit};
