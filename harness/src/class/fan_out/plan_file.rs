//! The plan of a class as other machines read it, schema `harness-plan/1`: which units there are, what each depends on, and how long it takes.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::partition::{DividedUnit, Partition};
use crate::cases::problem::Problem;
use crate::digest;
use crate::reports::{Audience, write_whole};
use crate::running::Fault;

/// The file of the plan in the folder of a class.
const FILE: &str = "plan.json";

/// The folder of what plans need, in the folder of a class.
const FOLDER: &str = "plan";

/// The name and version of the format.
const SCHEMA: &str = "harness-plan/1";

/// A unit is a case that is run with a submission. This tells of all that were not run when it was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitPlan {
    schema: String,
    /// What tells it from other plans: a digest of its units, and of what they depend on.
    pub(super) id: String,
    /// A digest of all submissions and of all that the runs of cases depend on, whatever of it was run before.
    pub(super) basis: String,
    /// The version of the harness that made it.
    pub(super) harness: String,
    /// The suite's name.
    pub(super) suite: String,
    /// Whether the times were measured.
    pub(super) is_measured: bool,
    /// The cases, in the order of the suite.
    pub(super) cases: Vec<UnitCase>,
    /// The submissions of which something is to be run, in the order of their digests.
    pub(super) submissions: Vec<UnitSubmission>,
}

/// A case of a plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitCase {
    /// Its id.
    pub(super) id: String,
    /// A digest of all that its run depends on besides the program.
    pub(super) input: String,
    /// How long it takes, in seconds: as measured, or by an estimate.
    pub(super) seconds: f64,
}

/// A submission of a plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitSubmission {
    /// SHA-256 of what was handed in.
    pub(super) digest: String,
    /// How the export calls it.
    pub(super) label: String,
    /// SHA-256 of the copy of its files.
    pub(super) copy: String,
    /// The places of the cases that are to be run with it.
    pub(super) cases: Vec<usize>,
}

impl UnitPlan {
    /// Returns the plan of these units.
    pub(super) fn new(
        suite: &str,
        basis: String,
        is_measured: bool,
        cases: Vec<UnitCase>,
        submissions: Vec<UnitSubmission>,
    ) -> Self {
        let units = submissions.iter().map(|one| (one.digest.clone(), format!("{:?}", one.cases)));
        let id = digest::of_files(units.chain([(basis.clone(), String::new())]));
        let (schema, harness) = (SCHEMA.to_string(), env!("CARGO_PKG_VERSION").to_string());
        Self { schema, id, basis, harness, suite: suite.to_string(), is_measured, cases, submissions }
    }

    /// Returns the plan in the folder of a class; nothing if there is none.
    ///
    /// # Errors
    /// A file that is no plan, or one of another version.
    pub(super) fn read(folder: &Path) -> Result<Option<Self>, Problem> {
        let path = folder.join(FILE);
        let name = path.display().to_string();
        let text = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|error| Problem::unread(&name, error))?,
        };
        let help = "make it anew with `harness plan`";
        let plan: Self = serde_json::from_str(&text)
            .map_err(|error| Problem::of_file(&name, "is no plan").because(error).help(help))?;
        if plan.schema != SCHEMA {
            let message = format!("has the schema `{}`; this program reads `{SCHEMA}`", plan.schema);
            return Err(Problem::of_file(&name, message).help(help));
        }
        Ok(Some(plan))
    }

    /// Returns the plan in the folder of a class.
    ///
    /// # Errors
    /// A folder without one, and the same as [`Self::read`].
    pub(super) fn needed(folder: &Path) -> Result<Self, Problem> {
        Self::read(folder)?.ok_or_else(|| {
            Problem::of_file(&folder.display().to_string(), "there is no plan in it")
                .help("make one with `harness plan SUBMISSIONS --suite SUITE --out RUN`")
        })
    }

    /// Writes the plan into the folder of a class, in place of an earlier one. What it needs must be there.
    ///
    /// # Errors
    /// What could not be written.
    pub(super) fn write(&self, folder: &Path) -> Result<(), Fault> {
        let text = serde_json::to_string(self).expect("plain JSON") + "\n";
        write_whole(&folder.join(FILE), Audience::Staff, |file| file.write_all(text.as_bytes()))
            .map_err(Fault::while_doing("write the plan"))
    }

    /// Returns the folder, in that of a class, of what machines need to mark by this plan, and of what they write.
    pub(super) fn folder(&self, class: &Path) -> PathBuf {
        class.join(FOLDER).join(self.short_id())
    }

    /// Returns the folder of the suite's folder.
    pub(super) fn cases_folder(&self, class: &Path) -> PathBuf {
        self.folder(class).join("cases")
    }

    /// Returns the folder into which each attempt to mark a partition writes a file of its own.
    pub(super) fn attempts_folder(&self, class: &Path) -> PathBuf {
        self.folder(class).join("attempts")
    }

    /// Returns the copy of a submission.
    pub(super) fn copy_of(&self, class: &Path, submission: &UnitSubmission) -> PathBuf {
        self.folder(class).join("submissions").join(format!("{}.tar", submission.digest))
    }

    /// Returns a short name that tells it from other plans of the class.
    pub(super) fn short_id(&self) -> &str {
        &self.id[..12]
    }

    /// Returns the units, as places of submissions and cases, in their order.
    pub(super) fn units(&self) -> Vec<(usize, usize)> {
        let of = |(place, one): (usize, &UnitSubmission)| {
            one.cases.iter().map(|case| (place, *case)).collect::<Vec<_>>()
        };
        self.submissions.iter().enumerate().flat_map(of).collect()
    }

    /// Returns the units of a partition.
    pub(super) fn units_of(&self, partition: Partition) -> Vec<(usize, usize)> {
        let units = self.units().into_iter().zip(self.numbers(partition));
        units.filter(|(_, number)| *number == partition.number()).map(|(unit, _)| unit).collect()
    }

    /// Returns, for each unit, the number of the partition of this division to which it belongs.
    pub(super) fn numbers(&self, partition: Partition) -> Vec<usize> {
        let divided: Vec<DividedUnit<'_>> =
            self.units().into_iter().map(|(submission, case)| self.divided(submission, case)).collect();
        partition.numbers(&divided)
    }

    /// Returns how long all units take, one after the other, in seconds.
    pub(super) fn seconds(&self) -> f64 {
        self.units().iter().map(|(_, case)| self.cases[*case].seconds).sum()
    }

    fn divided(&self, submission: usize, case: usize) -> DividedUnit<'_> {
        let case = &self.cases[case];
        DividedUnit { name: (&self.submissions[submission].digest, &case.id), seconds: case.seconds }
    }
}
