//! Names the rule that a submission breaks: the reference with that rule bent says in every telling run what the program said.
//!
//! Differences cannot tell a broken rule from many mistakes. But the rules are known: each bend of the reference's game is replayed
//! with what was typed and thrown in the submission's own runs. It is named only on evidence, and beyond a bound of work nothing
//! is named. Everything is a function of plain data, the same in whatever order runs come.

mod attempt;
mod by_facts;
mod distance;
mod evidence;
mod exchange;
mod known;
mod outcome;
mod rivals;
mod run;
mod said;
mod search;
mod symptom;
mod telling;
mod trying;

pub(crate) use by_facts::{FactScene, diagnose_facts, facts_differ};
pub(crate) use evidence::{BendEvidence, BendVerdict, Objection};
pub(crate) use known::Scene;
pub(crate) use outcome::{BrokenRule, Diagnosis, TriedBend};
pub(crate) use run::PlayedRun;
pub(crate) use said::{own_parts, own_parts_due, say_the_same, says_as_printed, says_half, says_own};
pub(crate) use search::diagnose;
pub(crate) use telling::{TellingLine, TellingTurn};
