//! Shows how far a run has come: a bar on a terminal, a line for each tenth elsewhere.

use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::sync::Mutex;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::tell;
use crate::cases::{Case, Visibility};
use crate::marking::Progress;
use crate::reports::Audience;

/// Columns for the ids of the cases that are running.
const NAMES: usize = 40;

/// How progress is to be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProgressDisplay {
    /// As a bar, if there is a terminal.
    Bar,
    /// In lines.
    Lines,
    /// Not at all.
    Nothing,
}

/// Shows how far a run has come.
pub(super) struct Display {
    shown: ProgressDisplay,
    audience: Audience,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    bar: Option<ProgressBar>,
    running: BTreeSet<String>,
    done: usize,
    all: usize,
}

impl Display {
    /// Returns what shows the progress of a run on standard error, as far as `audience` may know it.
    pub(super) fn new(shown: ProgressDisplay, audience: Audience) -> Self {
        Self { shown, audience, state: Mutex::default() }
    }

    /// Shows how far the run has come now.
    pub(super) fn show(&self, progress: Progress<'_>) {
        // A worker that panicked ends the run; what it left here is still a state.
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match progress {
            Progress::Begins(all) => {
                *state = State { all, bar: self.bar(all), ..State::default() };
            }
            Progress::Starts(case) => {
                state.running.insert(self.name(case));
            }
            Progress::Ends(case) => {
                state.running.remove(&self.name(case));
                state.done += 1;
                let is_told = state.bar.is_none() && self.shown != ProgressDisplay::Nothing;
                if let Some(line) = state.line().filter(|_| is_told) {
                    tell(&line);
                }
            }
            Progress::IsOver => {
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

    fn bar(&self, all: usize) -> Option<ProgressBar> {
        if self.shown == ProgressDisplay::Bar { bar_on_a_terminal(all, "cases") } else { None }
    }

    /// Returns what may be told of a case that runs.
    fn name(&self, case: &Case) -> String {
        let is_told = case.visible == Visibility::Public || self.audience == Audience::Staff;
        if is_told { case.id.clone() } else { "a case that is not public".to_string() }
    }
}

impl State {
    fn names(&self) -> String {
        shortened(&self.running.iter().map(String::as_str).collect::<Vec<_>>().join(", "))
    }

    /// Returns a line each time that another tenth of a run of ten or more cases is done.
    fn line(&self) -> Option<String> {
        is_next_tenth(self.done, self.all).then(|| format!("{} of {} cases have run\n", self.done, self.all))
    }
}

/// Returns whether, with this one, another tenth of ten or more is done.
pub(super) fn is_next_tenth(done: usize, all: usize) -> bool {
    let tenth = |done: usize| done * 10 / all;
    all >= 10 && tenth(done) > tenth(done - 1)
}

/// Returns names that fit beside a bar.
pub(super) fn shortened(names: &str) -> String {
    match names.char_indices().nth(NAMES) {
        Some((end, _)) => format!("{}…", &names[..end]),
        None => names.to_string(),
    }
}

/// Returns a bar for so many things, if there is a terminal.
pub(super) fn bar_on_a_terminal(all: usize, what: &str) -> Option<ProgressBar> {
    let is_terminal =
        std::io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|it| it != "dumb");
    is_terminal.then(|| {
        let bar = ProgressBar::new(u64::try_from(all).unwrap_or(u64::MAX));
        bar.set_draw_target(ProgressDrawTarget::stderr());
        let template = format!("{{bar:20}} {{pos}}/{{len}} {what}, {{eta}} left {{wide_msg}}");
        bar.set_style(ProgressStyle::with_template(&template).expect("the template is well formed"));
        bar
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tenth_is_told_once() {
        let lines = |all: usize| {
            (1..=all).filter_map(|done| State { done, all, ..State::default() }.line()).collect::<Vec<_>>()
        };
        assert_eq!(lines(25).len(), 10);
        assert_eq!(lines(25)[0], "3 of 25 cases have run\n");
        assert_eq!(lines(25)[9], "25 of 25 cases have run\n");
        assert!(lines(9).is_empty());
    }

    #[test]
    fn many_running_cases_are_cut_short() {
        let running = (0..20).map(|number| format!("case/{number}")).collect();
        let names = State { running, ..State::default() }.names();
        assert_eq!(names.chars().count(), NAMES + 1);
    }
}
