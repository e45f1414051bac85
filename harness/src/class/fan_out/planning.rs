//! Makes the plan of a class: what of it is to be run, and all that a machine needs to run a part of it.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use super::copies::{SuiteNotCopied, write_copy, write_suite};
use super::costs::{MeasuredTime, seconds, shards};
use super::plan_file::{UnitCase, UnitPlan, UnitSubmission};
use crate::cases::source::SuiteSource;
use crate::class::opening::{ClassRequest, HandedInClass, NoClass, unusable};
use crate::class::session::state;
use crate::class::store::{Round, StoreFault, SubmissionTexts};
use crate::class::{ClassState, naming::Platform};
use crate::digest;
use crate::recording::from_json;

/// The most submissions whose runs are looked at to tell how long cases take.
const MEASURED: usize = 20;

/// What came of planning a class.
#[derive(Debug)]
pub(crate) struct PlannedUnits {
    /// What tells the plan from others.
    pub(crate) id: String,
    /// How many submissions and units are to be run.
    pub(crate) submissions: usize,
    /// A unit is a case that is run with a submission.
    pub(crate) units: usize,
    /// How long they take, one after the other, in seconds.
    pub(crate) seconds: f64,
    /// Whether that was measured.
    pub(crate) is_measured: bool,
    /// Into how many shards of some minutes they may be divided.
    pub(crate) shards: NonZeroUsize,
    /// What is known of the class.
    pub(crate) state: ClassState,
    /// How the submissions are named.
    pub(crate) platform: Platform,
    /// What was found beside the submissions.
    pub(crate) notes: Vec<String>,
}

/// Plans what of a class is to be run. The rows of the class are kept as when it is marked.
///
/// # Errors
/// What is wrong with the submissions or the folder, and what the harness could not do.
pub(crate) fn plan_class(request: &ClassRequest<'_>, suites: &SuiteSource) -> Result<PlannedUnits, NoClass> {
    let class = HandedInClass::open(request)?;
    let plan = plan_open(&class, request, suites)?;
    let (units, seconds) = (plan.units().len(), plan.seconds());
    let with_units = plan.submissions.iter().filter(|one| !one.cases.is_empty());
    Ok(PlannedUnits {
        submissions: with_units.count(),
        units,
        seconds,
        is_measured: plan.is_measured,
        shards: shards(seconds, units),
        state: state(request.folder, class.store.reader())?,
        platform: class.entries.platform,
        notes: class.entries.notes,
        id: plan.id,
    })
}

/// Plans what of an open class is to be run. An earlier plan stays if it is of the same class and has all that is missing: machines may be at
/// work on it.
///
/// # Errors
/// What of the suite or a submission cannot be read, and what could not be written.
pub(super) fn plan_open(
    class: &HandedInClass,
    request: &ClassRequest<'_>,
    suites: &SuiteSource,
) -> Result<UnitPlan, NoClass> {
    let work = class.work(request, &|_| ())?;
    let left = work.left(Round::FIRST).map_err(|fault| unusable(request.folder, fault))?;
    let basis = basis(class);
    if let Ok(Some(kept)) = UnitPlan::read(request.folder)
        && kept.basis == basis
        && kept.attempts_folder(request.folder).is_dir()
        && has_all(&kept, class, &left)
    {
        return Ok(kept);
    }
    let measured = measured(class, request).map_err(|fault| unusable(request.folder, fault))?;
    let seconds = seconds(&request.suite.cases, &measured);
    let unit_case = |(case, seconds): (&crate::cases::Case, f64)| {
        let input = class.inputs.get(&case.id).cloned().unwrap_or_default();
        UnitCase { id: case.id.clone(), input, seconds }
    };
    let cases = request.suite.cases.iter().zip(seconds).map(unit_case).collect();
    let submission = |(place, cases): &(usize, Vec<usize>)| {
        let planned = &class.plan.submissions[*place];
        let label = class.entries.entries[planned.entry].label.clone();
        UnitSubmission { digest: planned.digest.clone(), label, copy: String::new(), cases: cases.clone() }
    };
    let submissions = left.iter().map(submission).collect();
    let mut plan = UnitPlan::new(&request.suite.name, basis, !measured.is_empty(), cases, submissions);
    for (place, (submission, _)) in left.iter().enumerate() {
        let path = plan.copy_of(request.folder, &plan.submissions[place]);
        plan.submissions[place].copy =
            write_copy(&path, &class.files(&class.plan.submissions[*submission])?)?;
    }
    write_suite(&plan.cases_folder(request.folder), suites, &request.suite.name)?;
    std::fs::create_dir_all(plan.attempts_folder(request.folder))
        .map_err(crate::running::Fault::while_doing("make the folder of attempts"))?;
    plan.write(request.folder)?;
    Ok(plan)
}

/// Returns a digest of all submissions and of all that runs and judgements depend on.
fn basis(class: &HandedInClass) -> String {
    let inputs = class.inputs.iter().map(|(case, input)| (case.as_str(), input.as_str()));
    let submissions = class.plan.submissions.iter().map(|one| ("submission", one.digest.as_str()));
    digest::of_files(inputs.chain(submissions).chain([("judged by", class.depends.as_str())]))
}

/// Returns whether a plan has all that is to be done.
fn has_all(plan: &UnitPlan, class: &HandedInClass, left: &[(usize, Vec<usize>)]) -> bool {
    let planned: BTreeMap<&str, &[usize]> =
        plan.submissions.iter().map(|one| (one.digest.as_str(), &one.cases[..])).collect();
    left.iter().all(|(place, cases)| {
        let planned = planned.get(class.plan.submissions[*place].digest.as_str());
        planned.is_some_and(|planned| cases.iter().all(|case| planned.contains(case)))
    })
}

/// Returns how long cases took that were run before, by their ids.
fn measured(
    class: &HandedInClass,
    request: &ClassRequest<'_>,
) -> Result<BTreeMap<String, MeasuredTime>, StoreFault> {
    let mut measured = BTreeMap::<String, MeasuredTime>::new();
    let mut looked_at = 0;
    for submission in &class.plan.submissions {
        if looked_at == MEASURED {
            break;
        }
        let texts = SubmissionTexts::new(&class.store, &submission.digest, &class.inputs, Round::FIRST);
        let mut is_recorded = false;
        for case in &request.suite.cases {
            let Some(recording) = texts.kept(&case.id)?.and_then(|text| from_json(&text).ok()) else {
                continue;
            };
            measured.entry(case.id.clone()).or_default().add(recording.seconds());
            is_recorded = true;
        }
        looked_at += usize::from(is_recorded);
    }
    Ok(measured)
}

impl From<SuiteNotCopied> for NoClass {
    fn from(not_copied: SuiteNotCopied) -> Self {
        match not_copied {
            SuiteNotCopied::Problems(problems) => Self::Problems(problems),
            SuiteNotCopied::Fault(fault) => Self::Fault(fault),
        }
    }
}
