//! Marks a submission: from recordings, made now or kept from before, to results.
//!
//! A recording is looked at as soon as it is made. Then it stays in a [`RecordingStore`], and is read again where more is needed,
//! so that no more of them are in memory than there are workers.

mod bench;
mod blame;
mod broken_facts;
mod broken_rules;
mod crashes;
mod diagnosed;
mod explained;
mod fair_dice;
mod hidden_facts;
mod in_parts;
mod inputs;
mod judge;
mod line_of_crash;
mod made_up;
mod misdrawn;
mod other_games;
mod own_tests;
mod playing_on;
mod read;
mod recorded;
mod repeated;
mod retyped;
mod run;
mod setups;
mod sights;
mod source;
mod twins;
mod typed_otherwise;
mod typing;
mod unshown;

use std::num::NonZeroUsize;
use std::path::Path;

use crate::cases::problem::Problem;
use crate::cases::{Case, Suite};
use crate::fairness::UnfairFinding;
use crate::judging::Strictness;
use crate::marks::files::mark_files;
use crate::recording::Recording;
use crate::recording_store::{RecordingStore, Tested};
use crate::reports::results::Results;
use crate::running::{Fault, give_back_memory, interruption};
use crate::target::Target;
pub use explained::explain_rules;
pub(crate) use inputs::run_inputs;
pub(crate) use judge::judge_by_the_text;
pub use judge::{JudgedCases, judge_all};
use judge::{Judging, LooksFor, judge_seen};
use line_of_crash::tell_how_to_find_it;
use read::read_or_play;
pub use recorded::Completeness;
use recorded::Recorded;
pub use repeated::{Repetition, repeat};
pub(crate) use repeated::{chunking, in_order, jobs};
use run::Witness;
pub(crate) use run::record_typing;
pub use run::{Listener, Progress, Sleepers};
use sights::Sights;
pub use source::{RanProgram, RecordingSource};
use twins::add_twins;
pub use twins::fresh_case;
pub(crate) use typing::typist;

/// How a submission is marked.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// How strictly presentation is judged.
    pub strictness: Strictness,
    /// How many programs run, or are judged, at the same time.
    pub jobs: NonZeroUsize,
    /// What begins while some programs only sleep.
    pub sleepers: Sleepers,
    /// What shows a mistake of which a student may see no case.
    pub hidden: HiddenMistakes,
}

/// What shows a mistake that only cases show that are not public.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HiddenMistakes {
    /// These cases, which staff may see.
    Shown,
    /// These cases, which staff may see; fresh ones that show the same mistakes are recorded for the students' copy.
    ShownAndTwinsRecorded,
    /// A fresh case, where one is found that shows the same mistake.
    ShownByTwins,
}

/// A submission that was marked, as far as there are recordings.
#[derive(Debug)]
pub struct Marked {
    /// The results for staff, without awards of tutors.
    pub results: Results,
    /// The same for the students' copy, if fresh cases were recorded for it.
    pub with_twins: Option<Results>,
    /// What was run.
    pub tested: Tested,
    /// The recordings that they tell of.
    pub store: RecordingStore,
    /// Why cases are missing, if some are.
    pub end: Completeness,
    /// The program, built, where there is one.
    target: Option<Target>,
    is_fair: bool,
}

impl Marked {
    /// Returns whether every case passed that was run, and nothing is wrong with the dice.
    pub fn is_all_right(&self) -> bool {
        let costs = self.results.mistakes.iter().any(|mistake| mistake.lost > 0.0);
        self.is_fair && !costs && self.results.summary.passed == self.results.summary.cases
    }
}

/// Why nothing could be marked.
#[derive(Debug, thiserror::Error)]
pub enum NotMarked {
    /// A file that is no recording.
    #[error(transparent)]
    Problem(#[from] Problem),
    /// The harness could not do its work.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Marks a submission by `cases` of the suite.
///
/// # Errors
/// What the harness itself could not do before or after the cases were run; a fault in between is the [`Completeness`] of what is
/// marked.
pub fn mark(
    suite: &Suite,
    cases: &[&Case],
    source: RecordingSource,
    options: Options,
    listener: Listener<'_>,
) -> Result<Marked, NotMarked> {
    let sights = Sights::of(cases.len());
    let look = |case, recording: &Recording| sights.look(suite, case, recording, options.strictness);
    let recorded = source.recordings(
        suite,
        cases,
        (options.jobs, options.sleepers),
        Witness { listener, recorded: &look },
    )?;
    let unfair = fair_dice::unfair(suite, &recorded)?;
    let tests = own_tests::observed_tests(suite, &recorded, options.jobs)?;
    // What was run before somebody wanted an end is judged all the same; a wish that comes later ends the judging.
    // Which rules are broken is not looked for then: that may take longer than anybody waits who has asked for an end.
    let was_wanted = matches!(recorded.end, Completeness::Interrupted);
    let is_over = || interruption::is_wanted() && !was_wanted;
    let read = |case: &Case| {
        if is_over() {
            return Ok(None);
        }
        read_or_play(&recorded, suite, case)
    };
    let looks = if was_wanted { LooksFor::Slips } else { LooksFor::BrokenRules };
    let judging = Judging { options, looks, is_over: &is_over };
    let mut judged = judge_seen(suite, &recorded.cases, &sights, &read, judging)?;
    let is_cut_short = judged.judged.len() < recorded.cases.len();
    let unfair = fair_dice::certain(unfair, &judged.judged);
    judged.sheet.award_tests(suite, &tests);
    complete(suite, &mut judged, recorded.folder.as_deref(), &unfair);
    tell_how_to_find_it(&mut judged.judged, recorded.tested.kind);
    let listed = judged.listed(suite);
    let (judged, sheet, diagnosis) = judged.into_marked();
    give_back_memory();
    let mut results = Results::new(suite, &recorded.tested, judged, listed, &sheet);
    let mut with_twins = None;
    match options.hidden {
        _ if is_cut_short => {}
        HiddenMistakes::Shown => {}
        HiddenMistakes::ShownAndTwinsRecorded => {
            let results = with_twins.insert(results.clone());
            add_twins(suite, &recorded, results, &diagnosis, options)?;
        }
        HiddenMistakes::ShownByTwins => {
            add_twins(suite, &recorded, &mut results, &diagnosis, options)?;
        }
    }
    let Recorded { store, tested, end, target, .. } = recorded;
    let end = if is_cut_short { Completeness::NotJudged } else { end };
    Ok(Marked { results, with_twins, tested, store, end, target, is_fair: unfair.is_empty() })
}

/// Adds to the mark sheet what does not follow from cases.
fn complete(
    suite: &Suite,
    judged: &mut JudgedCases<'_>,
    submission: Option<&Path>,
    unfair: &[UnfairFinding],
) {
    if let Some(submission) = submission {
        mark_files(suite, submission, &mut judged.sheet);
    }
    judged.sheet.deduct_for_dice(suite, unfair, judged.judged.len() == suite.cases.len());
}
