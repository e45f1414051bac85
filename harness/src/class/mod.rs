//! A whole class: the submissions of all students, read from what a platform exports, marked together.
//!
//! Reading goes `bundle` (a folder or archive, in `target/`) → `naming` (which items are whose submission) → `roll_call` (beside the
//! course's list of students, `roster`): every student and every submission has a row, whatever becomes of it.
//! Marking goes `plan` (each submission once) → `run` (every case, as `schedule` tells) → `judged` → `store` (one file, in which nothing is lost) →
//! `student_row` (what became of whom) → `gradebook`. What staff decide (`deciding`) is kept there, too, and `decided` changes marks by it.
//! `fan_out` lets other machines run a part of it each. `publishing` makes what students and platforms get.

mod alike;
mod award_line;
mod award_table;
mod books;
mod case_statistics;
mod class_mistakes;
mod comparing;
mod decided;
mod deciding;
mod decision_list;
mod doubts;
mod fan_out;
mod fresh_examples;
mod gradebook;
mod identity;
mod judged;
mod lateness;
mod lost_awards;
pub mod naming;
mod opening;
mod outcomes;
mod page;
mod page_names;
mod plan;
mod publishing;
pub mod roll_call;
pub mod roster;
mod run;
mod same_student;
mod schedule;
mod session;
mod status;
mod store;
mod student_pages;
mod student_row;
mod table;
mod whose;
mod work;

pub(crate) use award_table::{award_from, award_student};
pub(crate) use class_mistakes::ClassMistake;
pub(crate) use comparing::{ComparedStudent, Lowering, compare, write_comparison};
pub(crate) use deciding::{Decider, DecisionOutcome, MistakeDecision, decide_about_mistake};
pub(crate) use fan_out::{
    MergedClass, PartRequest, Partition, PlannedUnits, SlurmClass, SlurmRequest, cancel_class,
    mark_class_on_slurm, mark_part, merge_class, note_refusal, plan_class, shard_counts,
};
pub(crate) use opening::{ClassRequest, NoClass};
pub(crate) use publishing::{PublishRequest, publish};
pub(crate) use session::{ClassState, class_state, mark_class};
pub use status::RowStatus;
pub(crate) use student_row::StudentRow;
pub(crate) use work::ClassProgress;
