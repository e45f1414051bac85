//! One run from start to end: reads what is printed, finds out when the program waits, and lets the
//! typist type.

use std::collections::{BTreeMap, VecDeque};
use std::fs::File;
use std::time::{Duration, Instant};

use super::chunks::{Chunker, Chunking};
use super::patience::{LONG, Looks, Patience, Waits};
use super::polling::Guess;
use super::process::{NoProcess, Process};
use super::reader::{ReadMeaning, ReadingTask, text};
use super::rest::Rest;
use super::sandbox::{Exceeded, Notice};
use super::typist::{Type, Typist};
use super::waiting::{Watch, delay_in, may_wait};
use super::{Fault, Launch, interruption};
use crate::limits::Limits;
use crate::recording::{Event, Reason, Recording, What};

/// How long nothing must happen before a program with several tasks is stopped where one of them waits.
const SETTLED: Duration = Duration::from_millis(200);

/// How long a program that keeps its output back may take to print it once its input has ended.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// At most so many bytes of that are kept: more than the buffers of usual runtimes hold.
const MOST_WITHHELD: usize = 16 * 1024;

/// How long nothing must be printed before a program is stopped that is likely to poll its input. One that only may, because
/// it calls the kernel again and again, must be silent for half of its wall time: it may wait for a clock.
const SILENT: Duration = Duration::from_secs(1);

/// More bytes than this, heard at once, fill a good part of a pipe.
const MUCH: usize = 1 << 15;

/// For how many times its wall time a program may wait for a processor.
const MOST_DELAYED: u32 = 9;

/// Output that comes within this time is one event.
const ONE_EVENT: u64 = 1000;

/// Runs a program until it ends, the typist stops, or a limit is reached, and returns what happened.
///
/// # Errors
/// Only what the harness itself could not do; whatever the program does is in the recording.
pub fn run(launch: &Launch, limits: Limits, typist: &mut dyn Typist) -> Result<Recording, Fault> {
    run_in_chunks(launch, limits, typist, Chunking::ByLine)
}

/// Does the same, and types what the typist decides in the pieces of `chunking`. Where lines come together, the typist is asked for the
/// second one before the program has read the first.
///
/// # Errors
/// Only what the harness itself could not do.
pub fn run_in_chunks(
    launch: &Launch,
    limits: Limits,
    typist: &mut dyn Typist,
    chunking: Chunking,
) -> Result<Recording, Fault> {
    let started = Instant::now();
    let process = match Process::start(launch, &limits) {
        Ok(process) => process,
        Err(NoProcess::Program(reason)) => return Ok(Recording::without_start(reason)),
        Err(NoProcess::Harness(fault)) => return Err(fault),
    };
    let pipe = process.input_inode().map_err(Fault::while_doing("look at a pipe"))?;
    let watch = Watch { shim: process.shim(), pipe, eyes: process.eyes(), told: BTreeMap::new() };
    Session {
        process,
        watch,
        limits,
        started,
        delayed: Duration::ZERO,
        own_delay: own_delay(),
        recording: Recording::default(),
        typed: 0,
        chunker: Chunker::new(chunking),
        left_to_type: VecDeque::new(),
        guessed: None,
        printed: [0; 2],
        reader: None,
        held: None,
        rest: Rest::new(),
    }
    .hold(typist)
}

struct Session {
    process: Process,
    watch: Watch,
    limits: Limits,
    started: Instant,
    /// How long the program has waited for a processor, or for this thread, which waited for one, as far as it is known.
    delayed: Duration,
    /// How long this thread had waited for a processor before.
    own_delay: Duration,
    recording: Recording,
    /// Bytes typed since the program last waited.
    typed: u64,
    chunker: Chunker,
    /// The pieces of what was decided last that are still to be typed.
    left_to_type: VecDeque<Vec<u8>>,
    /// Where in the recording the last wait stands, if it was only guessed and the program has read nothing since.
    guessed: Option<usize>,
    /// Bytes of standard output and of standard error so far.
    printed: [usize; 2],
    /// The task that has read last, as far as the kernel has told of it.
    reader: Option<ReadingTask>,
    /// A read of the program that stands still until it may go on.
    held: Option<Notice>,
    /// Whether it only sleeps.
    rest: Rest,
}

/// Why the program is not running any more.
enum SessionEnd {
    ByItself,
    Stopped(Reason),
    /// Nobody wants to know any more.
    Unwanted,
}

impl Session {
    fn hold(mut self, typist: &mut dyn Typist) -> Result<Recording, Fault> {
        let end = self.converse(typist);
        let unread = self.process.unread();
        let at = self.now();
        let withheld = match end {
            SessionEnd::Stopped(Reason::NothingToType) if self.recording.is_silent() => self.last_words(),
            _ => Vec::new(),
        };
        let ended = self.process.finish()?;
        let mut recording = self.recording;
        if self.typed > 0 {
            recording.events.push(Event { at, what: What::Consumed(self.typed.saturating_sub(unread)) });
        }
        let what = match end {
            SessionEnd::ByItself => match ended.exceeded {
                Some(exceeded) => What::Stopped(reason(exceeded)),
                None => What::Exit(ended.exit),
            },
            SessionEnd::Stopped(reason) => What::Stopped(reason),
            SessionEnd::Unwanted => return Err(Fault::interruption()),
        };
        recording.events.push(Event { at, what });
        if !withheld.is_empty() {
            recording.events.push(Event { at, what: What::Withheld(withheld) });
        }
        Ok(recording)
    }

    /// Ends the input of a program that waits and has printed nothing before: what it has kept back, it prints now.
    fn last_words(&mut self) -> Vec<u8> {
        self.process.close_input();
        self.let_go_on();
        let since = Instant::now();
        let mut bytes = Vec::new();
        loop {
            // Whether the process has ended must be known before its last output is read.
            let ended = self.process.has_ended();
            bytes.extend(self.process.read_output(MOST_WITHHELD - bytes.len()));
            self.process.read_error(MOST_WITHHELD);
            let left = LAST_WORDS.saturating_sub(since.elapsed());
            if ended || bytes.len() == MOST_WITHHELD || left.is_zero() || interruption::is_wanted() {
                return bytes;
            }
            if let Some(notice) = self.process.wait_for_output(left).notice {
                self.process.let_go_on(notice);
            }
        }
    }

    fn converse(&mut self, typist: &mut dyn Typist) -> SessionEnd {
        let mut patience = self.new_patience();
        let mut left = self.limits.wall;
        loop {
            let woken = self.process.wait(patience.pause().min(left));
            self.hold_up(woken.notice);
            self.process.flush();
            let heard = self.listen();
            if self.held.is_some() {
                self.guessed = None;
            }
            if woken.ended || self.held.is_some() || heard > 0 {
                self.rest.set(false);
            }
            if self.printed.iter().any(|bytes| *bytes > self.limits.output) {
                return SessionEnd::Stopped(Reason::TooMuchOutput);
            }
            if woken.ended {
                return SessionEnd::ByItself;
            }
            left = self.left();
            if left.is_zero() {
                return SessionEnd::Stopped(Reason::WallTime);
            }
            if interruption::is_wanted() {
                return SessionEnd::Unwanted;
            }
            match heard {
                0 => {}
                MUCH.. => patience.listen_soon(),
                _ => patience.restart(),
            }
            let waits = self.waits(&mut patience);
            if waits != Waits::No {
                if let Some(end) = self.answer(typist, waits) {
                    return end;
                }
                patience = self.new_patience();
            }
            self.let_go_on();
        }
    }

    fn new_patience(&self) -> Patience {
        Patience::new(if self.process.tells_of_calls() { Looks::Seldom } else { Looks::Often })
    }

    /// Returns whether the program waits: because of the call that stands still, or because a look shows it.
    fn waits(&mut self, patience: &mut Patience) -> Waits {
        let waits = self.held.map_or(Waits::No, |notice| self.waits_by(notice, patience));
        if waits != Waits::No {
            return waits;
        }
        self.let_go_on();
        if patience.is_due() { self.looks_like_waiting(patience) } else { Waits::No }
    }

    /// Returns whether a read is a wait.
    fn waits_by(&mut self, notice: Notice, patience: &mut Patience) -> Waits {
        if !self.could_be_typed_to() {
            return Waits::No;
        }
        let waits = match self.meaning(notice) {
            ReadMeaning::Nothing => return Waits::No,
            ReadMeaning::WaitsAlone => return Waits::Alone,
            ReadMeaning::WaitsBesideOthers => self.looks_like_waiting(patience),
            ReadMeaning::Polls => Waits::No,
        };
        if waits == Waits::No {
            patience.look_soon();
        }
        waits
    }

    fn meaning(&mut self, notice: Notice) -> ReadMeaning {
        if !self.reader.as_ref().is_some_and(|reader| reader.is(notice.task)) {
            self.reader = ReadingTask::open(&self.watch, notice.task, self.process.tasks().is_some());
        }
        let reader = self.reader.as_ref().filter(|_| may_wait(notice.address, notice.length));
        reader.map_or(ReadMeaning::Nothing, |reader| reader.meaning(&self.watch, self.process.tasks()))
    }

    fn looks_like_waiting(&mut self, patience: &mut Patience) -> Waits {
        if !self.could_be_typed_to() {
            patience.postpone();
            if self.rest.counts() {
                self.rest.set(!self.watch.look().may_use_a_processor());
            }
            return Waits::No;
        }
        let look = self.watch.look();
        let sleeps = !look.may_use_a_processor();
        let waits = patience.waits(look);
        self.rest.set(sleeps && waits == Waits::No);
        if waits != Waits::No {
            self.listen();
        }
        waits
    }

    /// Returns whether the program has read all that was typed, and more can be.
    fn could_be_typed_to(&self) -> bool {
        self.process.takes_input() && self.process.unread() == 0
    }

    /// Takes note of a read that stands still, if there is one.
    fn hold_up(&mut self, notice: Option<Notice>) {
        self.held = notice;
        if let Some(notice) = notice {
            *self.watch.told.entry(notice.task).or_default() += 1;
        }
    }

    /// Lets the read go on that stands still, if there is one.
    fn let_go_on(&mut self) {
        if let Some(notice) = self.held.take() {
            self.process.let_go_on(notice);
        }
    }

    /// Pauses until something happens, for at most 2 milliseconds, and holds no call up. One that is held already still is.
    fn pause(&mut self) {
        if let Some(notice) = self.process.wait(LONG).notice {
            self.process.let_go_on(notice);
        }
    }

    /// Returns how much of its wall time the program has left. That it waits for a processor is not its fault.
    fn left(&mut self) -> Duration {
        let wall = self.limits.wall;
        if self.started.elapsed() >= wall + self.delayed {
            self.delayed = self.delay().max(self.delayed);
        }
        (wall + self.delayed).saturating_sub(self.started.elapsed())
    }

    /// Returns how long the program has waited for a processor, or for this thread, which waited for one.
    fn delay(&self) -> Duration {
        let delay = self.watch.delay() + own_delay().saturating_sub(self.own_delay);
        delay.min(self.limits.wall * MOST_DELAYED)
    }

    /// Returns for how long the program could do what it does.
    fn elapsed(&self) -> Duration {
        self.started.elapsed().saturating_sub(self.delay())
    }

    /// Records what has been printed; returns how many bytes that is.
    fn listen(&mut self) -> usize {
        let had_read_nothing = self.has_read_nothing();
        let rooms = self.printed.map(|printed| (self.limits.output + 1).saturating_sub(printed));
        let output = self.process.read_output(rooms[0]);
        let error = self.process.read_error(rooms[1]);
        let heard = output.len() + error.len();
        let too_early = match self.guessed {
            Some(wait) if heard > 0 && had_read_nothing && self.has_read_nothing() => {
                self.recording.events.split_off(wait)
            }
            _ => Vec::new(),
        };
        for (stream, bytes) in [output, error].into_iter().enumerate() {
            let room = self.limits.output.saturating_sub(self.printed[stream]);
            self.printed[stream] += bytes.len();
            let kept = &bytes[..bytes.len().min(room)];
            if !kept.is_empty() {
                self.record_bytes(stream, kept);
            }
        }
        if !too_early.is_empty() {
            self.guessed = Some(self.recording.events.len());
            for event in too_early {
                self.record(event.what);
            }
        }
        heard
    }

    /// Returns whether a wait was only guessed, and nothing was read since: the program did not wait then if it prints something now.
    fn has_read_nothing(&self) -> bool {
        self.guessed.is_some() && self.process.unread() == self.typed
    }

    fn record_bytes(&mut self, stream: usize, bytes: &[u8]) {
        let now = self.now();
        match (self.recording.events.last_mut(), stream) {
            (Some(Event { at, what: What::Output(text) }), 0)
            | (Some(Event { at, what: What::Error(text) }), 1)
                if now < *at + ONE_EVENT =>
            {
                text.extend(bytes);
            }
            (_, 0) => self.record(What::Output(bytes.to_vec())),
            _ => self.record(What::Error(bytes.to_vec())),
        }
    }

    /// Lets the typist answer a wait; returns why the run is over, if it is.
    fn answer(&mut self, typist: &mut dyn Typist, waits: Waits) -> Option<SessionEnd> {
        if self.type_next_piece() {
            return None;
        }
        if self.typed > 0 {
            self.record(What::Consumed(self.typed));
            self.typed = 0;
        }
        let is_guessed = matches!(waits, Waits::Guessed(_));
        self.guessed = is_guessed.then_some(self.recording.events.len());
        self.record(What::Wait);
        match typist.next(&self.recording) {
            Type::Line(line) => {
                self.decide_pieces(line, typist);
                self.type_next_piece();
            }
            Type::EndOfInput => {
                if waits == Waits::Seen {
                    self.settle();
                }
                self.record(What::EndOfInput);
                self.process.close_input();
                // That a program meets this end, only the kernel can tell.
                self.guessed = self.guessed.filter(|_| self.process.tells_of_calls());
            }
            Type::Stop => {
                return match waits {
                    Waits::Guessed(guess) => self.stop_if_silent(guess),
                    Waits::Alone => Some(SessionEnd::Stopped(Reason::NothingToType)),
                    _ => Some(self.settle().unwrap_or(SessionEnd::Stopped(Reason::NothingToType))),
                };
            }
        }
        None
    }

    /// Decides in which pieces a line is typed, perhaps with those that come after it.
    fn decide_pieces(&mut self, line: String, typist: &mut dyn Typist) {
        let mut pieces = self.chunker.pieces(&line);
        self.record(What::Typed(line));
        while self.chunker.takes_another() {
            let Type::Line(line) = typist.next(&self.recording) else { break };
            pieces = self.chunker.joined(&pieces, &line);
            self.record(What::Typed(line));
        }
        self.left_to_type = pieces.into();
    }

    /// Types the next piece of what was decided last; returns whether there was one.
    fn type_next_piece(&mut self) -> bool {
        let Some(piece) = self.left_to_type.pop_front() else { return false };
        self.typed += piece.len() as u64;
        self.process.type_bytes(&piece);
        true
    }

    /// Waits, where one task reads and others live, until these others are done with what they do: a program may
    /// read ahead in one thread while another one still prints. Typing too early does no harm, stopping would.
    ///
    /// Returns why the run is over, if it is.
    fn settle(&mut self) -> Option<SessionEnd> {
        let mut company = self.watch.company();
        let mut since = Instant::now();
        // With no task left the program is ending, and its shim is about to tell.
        while company.tasks != 1 {
            let ended = self.process.has_ended();
            let heard = self.listen();
            if self.printed.iter().any(|bytes| *bytes > self.limits.output) {
                return Some(SessionEnd::Stopped(Reason::TooMuchOutput));
            }
            if ended {
                return Some(SessionEnd::ByItself);
            }
            if self.left().is_zero() {
                return Some(SessionEnd::Stopped(Reason::WallTime));
            }
            // Taken before the look: this thread may have to wait for a processor as well as the program.
            let quiet_for = since.elapsed();
            let before = company;
            company = self.watch.company();
            if heard > 0 || company.works || company.used != before.used || self.watch.has_sleeper() {
                since = Instant::now();
            } else if company.tasks > 0 && quiet_for >= SETTLED {
                return None;
            }
            self.pause();
        }
        let ended = self.process.has_ended();
        self.listen();
        ended.then_some(SessionEnd::ByItself)
    }

    /// Stops a program that is only guessed to poll its input, if it prints nothing for a while.
    fn stop_if_silent(&mut self, guess: Guess) -> Option<SessionEnd> {
        let silent = match guess {
            Guess::Likely => SILENT,
            Guess::Possible => SILENT.max(self.limits.wall / 2),
        };
        let (since, ran) = (self.elapsed(), self.watch.ran());
        while !self.process.has_ended() && self.listen() == 0 {
            if self.left().is_zero() {
                return Some(SessionEnd::Stopped(Reason::WallTime));
            }
            if interruption::is_wanted() {
                return Some(SessionEnd::Unwanted);
            }
            // Where many want a processor, this thread and the program wait for one at the same time, and next to nothing is left of
            // the time between: what the program has had of one, it was silent for in any case.
            let time = self.elapsed().saturating_sub(since).max(self.watch.ran().saturating_sub(ran));
            if time >= silent {
                return Some(SessionEnd::Stopped(Reason::NothingToType));
            }
            self.pause();
        }
        None
    }

    fn record(&mut self, what: What) {
        let at = self.now();
        self.recording.events.push(Event { at, what });
    }

    fn now(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_micros()).unwrap_or(u64::MAX)
    }
}

fn reason(exceeded: Exceeded) -> Reason {
    match exceeded {
        Exceeded::Cpu => Reason::CpuTime,
        Exceeded::Memory => Reason::Memory,
        Exceeded::Processes => Reason::Processes,
        Exceeded::Scratch => Reason::Scratch,
    }
}

thread_local! {
    /// Where the kernel tells how long this thread has waited for a processor, kept open: it is asked at the start of each program.
    static OWN_DELAY: Option<File> = File::open("/proc/thread-self/schedstat").ok();
}

/// Returns how long this thread has waited for a processor.
fn own_delay() -> Duration {
    OWN_DELAY.with(|file| file.as_ref().and_then(text).as_deref().and_then(delay_in)).unwrap_or_default()
}
