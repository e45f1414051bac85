//! A class that several machines mark: a plan divides it, each machine runs a part and writes what it has recorded into a file of its own, and
//! merging puts the files into the file of the class and judges as one machine does that has run everything.
//!
//! `planning` (what is to be run, `plan_file`) → `attempt` (runs a `partition` on any machine, from `copies`) → `merging` (of all attempts,
//! `gathering` and `agreement`). Who starts the machines is somebody else: any service that starts commands, or `on_slurm`, which decides by `shards`.

mod agreement;
mod attempt;
mod attempt_file;
mod copies;
mod costs;
mod gathering;
mod merging;
mod on_slurm;
mod partition;
mod plan_file;
mod planning;
mod shard_files;
mod shards;

pub(crate) use attempt::{PartRequest, mark_part, note_refusal};
pub(crate) use merging::{MergedClass, merge_class};
pub(crate) use on_slurm::{SlurmClass, SlurmRequest, cancel_class, mark_class_on_slurm, shard_counts};
pub(crate) use partition::Partition;
pub(crate) use planning::{PlannedUnits, plan_class};
