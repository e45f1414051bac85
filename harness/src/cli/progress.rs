//! Shows how far a run has come: a bar on a terminal, a line for each tenth elsewhere.

use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::sync::Mutex;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::tell;

/// Columns for the ids of the cases that are running.
const NAMES: usize = 40;

/// How progress is to be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// As a bar, if there is a terminal.
    Bar,
    /// In lines.
    Lines,
    /// Not at all.
    Nothing,
}

/// How far a run has come.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    lines: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    running: BTreeSet<String>,
    done: usize,
    all: usize,
}

/// A case that is running, until this is dropped.
pub(super) struct Running<'a> {
    progress: &'a Progress,
    id: String,
}

impl Progress {
    /// Begins to show the progress of a run of `all` cases on standard error.
    pub(super) fn begin(all: usize, wanted: Wanted) -> Self {
        let terminal =
            std::io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|it| it != "dumb");
        let bar = (terminal && wanted == Wanted::Bar).then(|| bar(all));
        let state = Mutex::new(State { all, ..State::default() });
        Self { lines: bar.is_none() && wanted != Wanted::Nothing, bar, state }
    }

    /// Says that the case `id` runs.
    pub(super) fn running(&self, id: &str) -> Running<'_> {
        self.change(|state| {
            state.running.insert(id.to_string());
        });
        Running { progress: self, id: id.to_string() }
    }

    /// Takes the bar away.
    pub(super) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        // A worker that panicked ends the run; what it left here is still a state.
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let before = state.done;
        change(&mut state);
        if let Some(bar) = &self.bar {
            bar.set_position(u64::try_from(state.done).unwrap_or(u64::MAX));
            bar.set_message(state.names());
        }
        if self.lines
            && state.done != before
            && let Some(line) = state.line()
        {
            tell(&line);
        }
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.progress.change(|state| {
            state.running.remove(&self.id);
            state.done += 1;
        });
    }
}

impl State {
    fn names(&self) -> String {
        let names = self.running.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        match names.char_indices().nth(NAMES) {
            Some((end, _)) => format!("{}…", &names[..end]),
            None => names,
        }
    }

    /// Returns a line each time that another tenth of a run of ten or more cases is done.
    fn line(&self) -> Option<String> {
        let tenth = |done: usize| done * 10 / self.all;
        let is_new = self.all >= 10 && tenth(self.done) > tenth(self.done - 1);
        is_new.then(|| format!("{} of {} cases have run\n", self.done, self.all))
    }
}

fn bar(all: usize) -> ProgressBar {
    let bar = ProgressBar::new(u64::try_from(all).unwrap_or(u64::MAX));
    bar.set_draw_target(ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:20} {pos}/{len} cases, {eta} left {wide_msg}");
    bar.set_style(style.expect("the template is well formed"));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tenth_is_told_once() {
        let told = |all: usize| {
            (1..=all).filter_map(|done| State { done, all, ..State::default() }.line()).collect::<Vec<_>>()
        };
        assert_eq!(told(25).len(), 10);
        assert_eq!(told(25)[0], "3 of 25 cases have run\n");
        assert_eq!(told(25)[9], "25 of 25 cases have run\n");
        assert!(told(9).is_empty());
    }

    #[test]
    fn many_running_cases_are_cut_short() {
        let running = (0..20).map(|number| format!("case/{number}")).collect();
        let names = State { running, ..State::default() }.names();
        assert_eq!(names.chars().count(), NAMES + 1);
    }
}
