//! Shows how far the marking of a class has come: a bar on a terminal, a line for each tenth elsewhere.

use std::collections::BTreeSet;
use std::sync::Mutex;

use indicatif::ProgressBar;

use super::progress::{bar_on_a_terminal, is_next_tenth, shortened};
use super::tell;
use crate::class::ClassProgress;
use crate::reports::safe_line;

/// Shows how far the marking of a class has come.
pub(super) struct ClassDisplay {
    is_shown: bool,
    state: Mutex<ClassBar>,
}

#[derive(Default)]
struct ClassBar {
    bar: Option<ProgressBar>,
    /// Who is being marked.
    marking: BTreeSet<String>,
    done: usize,
    all: usize,
}

impl ClassDisplay {
    /// Returns what shows progress on standard error, if it is wanted.
    pub(super) fn new(is_shown: bool) -> Self {
        Self { is_shown, state: Mutex::default() }
    }

    /// Shows how far the run has come now.
    pub(super) fn show(&self, progress: ClassProgress<'_>) {
        if !self.is_shown {
            return;
        }
        // A worker that panicked ends the run; what it left here is still a state.
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match progress {
            ClassProgress::Begins(submissions, runs, round) => {
                let round = if round == 0 { String::new() } else { format!("repeated ({round}): ") };
                tell(&format!("{round}{submissions} submissions to work on, {runs} runs\n"));
                let bar = bar_on_a_terminal(runs, "runs");
                *state = ClassBar { all: runs, bar, ..ClassBar::default() };
            }
            ClassProgress::Starts(label) => {
                state.marking.insert(safe_line(label));
            }
            ClassProgress::Ends(label) => {
                state.marking.remove(&safe_line(label));
            }
            ClassProgress::HasRun => {
                state.done += 1;
                if state.bar.is_none() && is_next_tenth(state.done, state.all) {
                    tell(&format!("{} of {} runs; now {}\n", state.done, state.all, state.names()));
                }
            }
            ClassProgress::IsOver => {
                if let Some(bar) = state.bar.take() {
                    bar.finish_and_clear();
                }
            }
        }
        if let Some(bar) = &state.bar {
            bar.set_position(u64::try_from(state.done).unwrap_or(u64::MAX));
            bar.set_message(state.names());
        }
    }
}

impl ClassBar {
    fn names(&self) -> String {
        shortened(&self.marking.iter().map(String::as_str).collect::<Vec<_>>().join(", "))
    }
}
