//! What happened in one run of a program, as plain data.
//!
//! A recording can be stored and judged again later, on another machine, without running the program.

mod builder;
mod file;

pub use file::{Unreadable, from_json, to_json, to_line};

use serde::{Deserialize, Serialize};

use std::borrow::Cow;

use reference::Typed;

use crate::text::own_folders::{names_own_folders, with_own_names};

/// The events of one run, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recording {
    /// What happened.
    pub events: Vec<Event>,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Microseconds since the program was started.
    pub at: u64,
    /// What it was.
    pub what: What,
}

/// What may happen in a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// The program could not be started, for this reason.
    NotStarted(String),
    /// Bytes came from standard output.
    Output(Vec<u8>),
    /// Bytes came from standard error.
    Error(Vec<u8>),
    /// The program waits for input.
    Wait,
    /// A line was typed; its line break is not part of it.
    Typed(String),
    /// Standard input was closed.
    EndOfInput,
    /// The program has read this many bytes of what was typed.
    Consumed(u64),
    /// The run was stopped from outside.
    Stopped(Reason),
    /// Bytes that the program had kept back when it was stopped at a wait, and printed when its input ended then.
    Withheld(Vec<u8>),
    /// The program ended by itself.
    Exit(Exit),
    /// The program was run again and again, so that a rule should have its chance; this is one of these runs.
    PlayedOn(PlayedOn),
}

/// How often a program was run for one case, and how often the rule of the case had its chance in all of these runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedOn {
    /// The runs.
    pub runs: usize,
    /// The chances.
    pub chances: usize,
}

/// Why a run was stopped from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The program waits for input, and nothing more is typed.
    NothingToType,
    /// The time is over.
    WallTime,
    /// There was more output than allowed.
    TooMuchOutput,
    /// All processes together used more processor time than allowed.
    CpuTime,
    /// All processes together used more memory than allowed.
    Memory,
    /// There were more processes and threads than allowed.
    Processes,
    /// There were more files, or more in them, than allowed.
    Scratch,
}

/// How a program ended by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Exit {
    /// With this exit status.
    Status(i32),
    /// By this signal.
    Signal(i32),
}

/// What was printed between two inputs, and the input at its end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Turn {
    /// Bytes of standard output.
    pub output: Vec<u8>,
    /// What was typed then; nothing in the last turn.
    pub typed: Option<Typed>,
}

impl Turn {
    /// Returns the output as text; bytes that are no UTF-8 become `U+FFFD`.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.output)
    }
}

impl Recording {
    /// Returns whether the same happened in both, whatever the times, and wherever the program waited.
    pub fn is_same_conversation(&self, other: &Self) -> bool {
        let errors = |recording: &Self| -> Vec<u8> {
            let bytes = recording.events.iter().filter_map(|event| match &event.what {
                What::Error(bytes) => Some(bytes.as_slice()),
                _ => None,
            });
            bytes.flatten().copied().collect()
        };
        let is_of_the_end = |event: &&Event| {
            matches!(event.what, What::NotStarted(_) | What::Stopped(_) | What::Withheld(_) | What::Exit(_))
        };
        let ends = |recording: &Self| -> Vec<What> {
            recording.events.iter().filter(is_of_the_end).map(|event| event.what.clone()).collect()
        };
        self.turns() == other.turns() && errors(self) == errors(other) && ends(self) == ends(other)
    }

    /// Returns how often the program was run for the case, if it was run again and again.
    pub fn played_on(&self) -> Option<PlayedOn> {
        self.events.iter().rev().find_map(|event| match event.what {
            What::PlayedOn(played) => Some(played),
            _ => None,
        })
    }

    /// Returns the recording of a program that could not be started, for this reason.
    pub fn without_start(reason: String) -> Self {
        Self::default().then(What::NotStarted(reason))
    }

    /// Returns the turns, at least one.
    pub fn turns(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        let mut turn = Turn::default();
        for event in &self.events {
            let typed = match &event.what {
                What::Output(bytes) => {
                    turn.output.extend(bytes);
                    continue;
                }
                What::Typed(line) => Typed::Line(line.clone()),
                What::EndOfInput => Typed::EndOfInput,
                _ => continue,
            };
            turns.push(Turn { typed: Some(typed), ..std::mem::take(&mut turn) });
        }
        turns.push(turn);
        turns
    }

    /// Returns what came only when the input had ended after the last wait.
    pub fn withheld(&self) -> &[u8] {
        let bytes = self.events.iter().find_map(|event| match &event.what {
            What::Withheld(bytes) => Some(bytes.as_slice()),
            _ => None,
        });
        bytes.unwrap_or_default()
    }

    /// Returns the recording as if the first `count` bytes that were withheld had been printed in the last turn.
    #[must_use]
    pub fn with_withheld(&self, count: usize) -> Cow<'_, Self> {
        let bytes = self.withheld();
        if bytes.is_empty() {
            return Cow::Borrowed(self);
        }
        let late = What::Output(bytes[..count.min(bytes.len())].to_vec());
        let mut events = self.events.clone();
        events.retain(|event| !matches!(event.what, What::Withheld(_)));
        let stop = events.iter().rposition(|event| matches!(event.what, What::Stopped(_)));
        let index = stop.unwrap_or(events.len());
        let at = events.get(index).map_or(0, |event| event.at);
        events.insert(index, Event { at, what: late });
        Cow::Owned(Self { events })
    }

    /// Returns the recording with other outputs: one for each turn, in their order.
    #[must_use]
    pub(crate) fn with_outputs(&self, outputs: &[String]) -> Self {
        let mut outputs = outputs.iter();
        let mut events = Vec::with_capacity(self.events.len());
        let mut open = outputs.next();
        for event in &self.events {
            let is_input = matches!(event.what, What::Typed(_) | What::EndOfInput);
            if is_input || matches!(event.what, What::Stopped(_) | What::Exit(_)) {
                events.extend(
                    open.take().map(|text| Event { at: event.at, what: What::Output(text.clone().into()) }),
                );
            }
            if is_input {
                open = outputs.next();
            }
            if !matches!(event.what, What::Output(_) | What::Withheld(_)) {
                events.push(event.clone());
            }
        }
        let at = events.last().map_or(0, |event| event.at);
        events.extend(open.map(|text| Event { at, what: What::Output(text.clone().into()) }));
        Self { events }
    }

    /// Returns the recording with the first `lines` lines of its last turn that are not blank, and those between them.
    #[must_use]
    pub(crate) fn with_last_turn_cut(&self, lines: usize) -> Self {
        let mut outputs: Vec<String> = self.turns().iter().map(|turn| turn.text().into_owned()).collect();
        if let Some(last) = outputs.last_mut() {
            let mut left = lines;
            let is_known = |line: &&str| {
                let is_blank = line.trim().is_empty();
                let is_known = is_blank || left > 0;
                left = left.saturating_sub(usize::from(!is_blank));
                is_known
            };
            *last = last.split_inclusive('\n').take_while(is_known).collect();
        }
        self.with_outputs(&outputs)
    }

    /// Returns the recording with other bytes on standard error.
    #[must_use]
    pub(crate) fn with_errors(&self, bytes: Vec<u8>) -> Self {
        let mut bytes = Some(bytes);
        let other = |event: &Event| match &event.what {
            What::Error(_) => bytes.take().map(|bytes| Event { at: event.at, what: What::Error(bytes) }),
            _ => Some(event.clone()),
        };
        Self { events: self.events.iter().filter_map(other).collect() }
    }

    /// Returns the recording with the names that its author knows wherever the program printed paths of folders in which it was kept.
    #[must_use]
    pub(crate) fn with_own_names(self, program: &str) -> Self {
        let is_printed = |event: &Event| match &event.what {
            What::Output(bytes) | What::Withheld(bytes) => names_own_folders(&String::from_utf8_lossy(bytes)),
            _ => false,
        };
        if !self.events.iter().any(is_printed) {
            return self;
        }
        let named: Vec<String> =
            self.turns().iter().map(|turn| with_own_names(&turn.text(), program)).collect();
        let withheld = with_own_names(&String::from_utf8_lossy(self.withheld()), program);
        let other = self.with_outputs(&named);
        if withheld.is_empty() { other } else { other.then(What::Withheld(withheld.into_bytes())) }
    }

    /// Returns whether the program keeps its output back: nothing was printed in the last turn, or most of the time.
    pub(crate) fn is_silent(&self) -> bool {
        let turns = self.turns();
        let outputs: Vec<Cow<'_, str>> = turns.iter().map(Turn::text).collect();
        outputs.last().is_none_or(|output| output.is_empty()) || is_withheld(&outputs)
    }

    /// Returns the recording up to what ends turn number `count`, counted from 1.
    #[must_use]
    pub fn first_turns(&self, count: usize) -> Self {
        let mut inputs = 0;
        let within = |event: &&Event| {
            inputs += usize::from(matches!(event.what, What::Typed(_) | What::EndOfInput));
            inputs < count
        };
        Self { events: self.events.iter().take_while(within).cloned().collect() }
    }

    /// Returns all of standard output.
    pub fn output(&self) -> Vec<u8> {
        self.turns().into_iter().flat_map(|turn| turn.output).collect()
    }

    /// Returns all of standard error.
    pub fn error_output(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for event in &self.events {
            if let What::Error(more) = &event.what {
                bytes.extend(more);
            }
        }
        bytes
    }

    /// Returns how the program ended by itself, if it did.
    pub fn exit(&self) -> Option<Exit> {
        self.events.iter().find_map(|event| match event.what {
            What::Exit(exit) => Some(exit),
            _ => None,
        })
    }

    /// Returns whether the program failed: a signal ended it, or it ended with a status other than 0 and said why.
    pub(crate) fn failed(&self) -> bool {
        match self.exit() {
            None | Some(Exit::Status(0)) => false,
            Some(Exit::Status(_)) => !String::from_utf8_lossy(&self.error_output()).trim().is_empty(),
            Some(Exit::Signal(_)) => true,
        }
    }

    /// Returns whether the program failed or at least ended with a status other than 0.
    pub(crate) fn gave_up(&self) -> bool {
        !matches!(self.exit(), None | Some(Exit::Status(0)))
    }

    /// Returns the recording as it were if the program had ended well where it ended.
    #[must_use]
    pub(crate) fn ended_well(&self) -> Self {
        let well = |event: &Event| match event.what {
            What::Error(_) => None,
            What::Exit(_) => Some(Event { at: event.at, what: What::Exit(Exit::Status(0)) }),
            _ => Some(event.clone()),
        };
        Self { events: self.events.iter().filter_map(well).collect() }
    }

    /// Returns why the run was stopped from outside, if it was.
    pub fn stopped(&self) -> Option<Reason> {
        self.events.iter().find_map(|event| match event.what {
            What::Stopped(reason) => Some(reason),
            _ => None,
        })
    }

    /// Returns why the program could not be started, if it could not.
    pub fn not_started(&self) -> Option<&str> {
        self.events.iter().find_map(|event| match &event.what {
            What::NotStarted(reason) => Some(reason.as_str()),
            _ => None,
        })
    }

    /// Returns how long the run took, in seconds.
    pub fn seconds(&self) -> f64 {
        let micros = self.events.last().map_or(0, |event| event.at);
        std::time::Duration::from_micros(micros).as_secs_f64()
    }
}

/// Returns whether a program with these turns withholds its output: most of the time it waits without having printed
/// anything since the last wait.
pub(crate) fn is_withheld(printed: &[impl AsRef<str>]) -> bool {
    let Some((_, before)) = printed.split_last() else { return false };
    let silent = before.iter().filter(|turn| turn.as_ref().is_empty()).count();
    silent > 0 && silent * 2 >= before.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conversation_is_the_same_whenever_and_wherever_the_program_waited() {
        let line = |text: &str| Typed::Line(text.to_string());
        let slow = Recording::default().prints("a").prints("b").reads(&line("x")).reads(&line("y")).exits(0);
        let typed = |text: &str| What::Typed(text.to_string());
        let fast =
            Recording::default().prints("ab").then(What::Wait).then(typed("x")).then(typed("y")).exits(0);
        let fast =
            Recording { events: fast.events.into_iter().map(|event| Event { at: 9, ..event }).collect() };
        assert!(slow.is_same_conversation(&fast));
        for other in [
            Recording::default().prints("ab").reads(&line("x")).reads(&line("y")).exits(1),
            Recording::default().prints("ab").reads(&line("x")).prints("c").reads(&line("y")).exits(0),
            Recording::default().prints("ab").reads(&line("x")).exits(0),
            slow.clone().then(What::Error(b"e".to_vec())),
        ] {
            assert!(!slow.is_same_conversation(&other), "{other:?}");
        }
    }

    #[test]
    fn a_program_that_prints_where_it_is_kept_is_called_by_its_own_name() {
        let path = "/tmp/harness-run-aB1/shown/build/program";
        let line = Typed::Line("x".to_string());
        let recording = |text: &str| {
            let late = What::Withheld(format!("{text}!").into_bytes());
            Recording::default().prints("Usage: ").prints(text).reads(&line).prints("ok").then(late)
        };
        let named = recording(path).with_own_names("rats");
        let texts: Vec<String> = named.turns().iter().map(|turn| turn.text().into_owned()).collect();
        assert_eq!(
            (texts, named.withheld()),
            (vec!["Usage: rats".to_string(), "ok".to_string()], &b"rats!"[..])
        );
        assert_eq!(recording("rats").with_own_names("other"), recording("rats"));
    }

    #[test]
    fn what_was_withheld_belongs_to_the_last_turn_as_far_as_it_is_wanted() {
        let recording = Recording::default()
            .reads(&Typed::Line("x".to_string()))
            .then(What::Stopped(Reason::NothingToType))
            .then(What::Withheld(b"Hi! Bye!".to_vec()));
        assert!(recording.is_silent());
        assert_eq!(recording.turns()[1].output, b"");
        assert_eq!(recording.with_withheld(3).turns()[1].output, b"Hi!");
        let whole = recording.with_withheld(usize::MAX);
        assert_eq!(whole.turns()[1].output, b"Hi! Bye!");
        assert_eq!((whole.stopped(), whole.withheld()), (Some(Reason::NothingToType), &b""[..]));
    }

    #[test]
    fn the_last_turn_can_be_cut_after_so_many_lines_that_are_not_blank() {
        let recording = Recording::default()
            .prints("Go? ")
            .reads(&Typed::Line("x".to_string()))
            .prints("a\n\nb\n\nc\n")
            .then(What::Stopped(Reason::TooMuchOutput));
        let cut = recording.with_last_turn_cut(2);
        assert_eq!(cut.turns()[0], recording.turns()[0]);
        assert_eq!(cut.turns()[1].output, b"a\n\nb\n\n");
        assert_eq!(cut.stopped(), Some(Reason::TooMuchOutput));
        assert_eq!(recording.with_last_turn_cut(9).turns(), recording.turns());
    }

    #[test]
    fn output_belongs_to_the_turn_before_the_next_input() {
        let recording = Recording::default()
            .prints("a")
            .then(What::Wait)
            .prints("b")
            .reads(&Typed::Line("x".to_string()))
            .then(What::Error(b"oops".to_vec()))
            .reads(&Typed::EndOfInput)
            .prints("c");
        let turn = |output: &[u8], typed| Turn { output: output.to_vec(), typed };
        assert_eq!(
            recording.turns(),
            [
                turn(b"ab", Some(Typed::Line("x".to_string()))),
                turn(b"", Some(Typed::EndOfInput)),
                turn(b"c", None),
            ]
        );
        assert_eq!(recording.error_output(), b"oops");
    }
}
