//! A course's own solution, made wrong by patches: what it says in each case.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use super::building::{self, SolutionFolder};
use super::{Solution, SolutionCommands};
use crate::cases::problem::Problem;
use crate::cases::{Case, Reference, Suite, both_patched};
use crate::recording::Recording;
use crate::running::{Fault, RunTime, confirm, in_parallel};

/// The bent solutions of a suite, by the names of their bends.
#[derive(Debug)]
pub struct BentSolutions<'a>(BTreeMap<&'a str, BentSolution>);

impl<'a> BentSolutions<'a> {
    /// Builds the bent solutions of a suite; none if its reference is a game. Tells those that cannot be built, as problems of the
    /// suite's `file`.
    ///
    /// # Errors
    /// Only what the harness itself could not do.
    pub fn build(suite: &'a Suite, file: &str) -> Result<Result<Self, Vec<Problem>>, Fault> {
        let mut solutions = BTreeMap::new();
        let mut problems = Vec::new();
        for (name, bend) in &suite.bends {
            let Some(patched) = &bend.patched else { continue };
            match BentSolution::build(&suite.reference, &BTreeMap::from([patched.clone()]), file)? {
                Some(Ok(solution)) => drop(solutions.insert(name.as_str(), solution)),
                Some(Err(problem)) => {
                    let message = format!("with the patch of the bend `{name}` {}", problem.message);
                    problems.push(Problem { message, ..problem });
                }
                None => {}
            }
        }
        Ok(if problems.is_empty() { Ok(Self(solutions)) } else { Err(problems) })
    }

    /// Returns the names of the bends.
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.0.keys().copied()
    }

    /// Returns what is recorded of the bent solution of this name in these cases, which are run by so many threads.
    ///
    /// # Errors
    /// Only what the harness itself could not do.
    pub fn recordings(
        &self,
        name: &str,
        cases: &[&Case],
        jobs: NonZeroUsize,
    ) -> Result<Vec<Recording>, Fault> {
        self.0.get(name).map_or(Ok(Vec::new()), |solution| solution.recordings(cases, jobs))
    }
}

/// A solution that is wrong in one way, or in two.
#[derive(Debug)]
pub struct BentSolution {
    solution: Solution,
}

impl BentSolution {
    /// Builds the solution of a suite with both of two bends; nothing if their patches do not go together, or it cannot be built.
    pub(super) fn with_both(
        suite: &Suite,
        one: &str,
        other: &str,
        file: &str,
    ) -> Result<Option<Self>, Fault> {
        let Some(patched) = both_patched(suite, one, other) else { return Ok(None) };
        Ok(Self::build(&suite.reference, &patched, file)?.and_then(Result::ok))
    }

    /// Builds a solution of which some files are other ones.
    fn build(
        reference: &Reference,
        patched: &BTreeMap<String, Vec<u8>>,
        file: &str,
    ) -> Result<Option<Result<Self, Problem>>, Fault> {
        let Reference::Command { words, build, files } = reference else { return Ok(None) };
        let folder = SolutionFolder::new()?;
        folder.copy(files)?;
        folder.copy(patched)?;
        let commands = SolutionCommands { run: words, build };
        let built = building::build(commands, folder.suite(), folder, file)?;
        Ok(Some(built.map(|solution| Self { solution })))
    }

    /// Returns what is recorded in these cases, which are run by so many threads; those that time out are run again, alone.
    ///
    /// # Errors
    /// Only what the harness itself could not do.
    pub(super) fn recordings(&self, cases: &[&Case], jobs: NonZeroUsize) -> Result<Vec<Recording>, Fault> {
        let mut recordings = in_parallel(cases, jobs, |case| self.solution.record(case))?;
        let is_slow = |place: &usize| RunTime::of(&recordings[*place]) == RunTime::Over;
        let slow: Vec<usize> = (0..cases.len()).filter(is_slow).collect();
        let again = |place: usize| {
            recordings[place] = self.solution.record(cases[place])?;
            Ok(RunTime::of(&recordings[place]))
        };
        confirm(&slow, again).map_err(|unconfirmed| unconfirmed.fault)?;
        Ok(recordings)
    }
}
