//! Hostile programs that are run on this very machine, and what must come of them.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::leftovers::OwnFolder;
use crate::limits::Limits;
use crate::own_files::own_files;
use crate::recording::{Reason, Recording};
use crate::running::typist::ListTypist;
use crate::running::{Fault, Grip, Launch, controls, find_program, kernel_counts, run, tier};
use reference::Typed;

/// A hostile program.
#[derive(Debug, Clone, Copy)]
pub struct Attack {
    /// What it tries, in a few words.
    pub name: &'static str,
    start: AttackStart,
    text: &'static str,
    /// The name of the control that it goes against.
    pub against: &'static str,
    /// What must come of it.
    must: Must,
}

/// How an attack is started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AttackStart {
    /// Its text is given to this command: `sh` or `python3`.
    By(&'static str),
    /// It is handed in as a script, whose first line names what runs it. `HARNESS` and `SECRET` stand for paths in it.
    AsScript,
}

/// What must come of an attack.
#[derive(Debug, Clone, Copy)]
enum Must {
    /// It says `contained` last, and nothing else; what else it says got through.
    Say,
    /// The same, also where nothing else holds off what it goes against: it does no harm by itself.
    SayAnywhere,
    /// It is stopped for one of these reasons.
    Stop(&'static [Reason]),
    /// It says `contained` last, and nothing else, or is stopped for one of these reasons, whatever it says.
    SayOrStop(&'static [Reason]),
    /// It comes to an end by itself, whatever it says.
    End,
    /// It is not even started.
    NotStart,
    /// It is stopped for the time that it has used, where the kernel counts that; else at the latest when it has taken too long.
    StopIfCounted,
    /// It leaves nothing behind, however it ends: a bomb may also give up when it gets no more processes.
    Leave,
}

/// What came of an attack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Result {
    /// It got nowhere.
    Contained,
    /// It got through; this is what happened.
    Through(String),
    /// It cannot be tried here, for this reason.
    Untried(String),
}

/// Reasons for which a program is stopped that goes on and on.
const SPINS: Must = Must::Stop(&[Reason::WallTime, Reason::CpuTime]);
const MEMORY: Must = Must::Stop(&[Reason::Memory]);
/// They are memory, and they are files without a name that it holds open.
const HIDES_IN_FILES: Must = Must::SayOrStop(&[Reason::Memory, Reason::Scratch]);
const HIDES: Must = Must::SayOrStop(&[Reason::Memory]);
const FILLS: Must = Must::SayOrStop(&[Reason::Scratch]);
const MULTIPLIES: Must = Must::SayOrStop(&[Reason::Processes]);
const FLOODS: Must = Must::Stop(&[Reason::TooMuchOutput]);

/// All attacks.
pub const ATTACKS: &[Attack] = &[
    sh("fork bomb", include_str!("attacks/fork_bomb.sh"), "end of all processes", Must::Leave),
    python("thread bomb", include_str!("attacks/thread_bomb.py"), "end of all processes", Must::Leave),
    python("a daemon", include_str!("attacks/daemon.py"), "processes", Must::End),
    sh("a child that holds the output", include_str!("attacks/held_output.sh"), "processes", Must::End),
    sh("an endless loop", "while :; do :; done", "processor time", SPINS),
    sh("stopping itself", "kill -STOP $$", "wall time", SPINS),
    sh("ignoring signals", "trap '' TERM XCPU INT HUP; while :; do :; done", "processor time", SPINS),
    python(
        "short children",
        include_str!("attacks/short_children.py"),
        "processor time",
        Must::StopIfCounted,
    ),
    python("open files", include_str!("attacks/open_files.py"), "open files", Must::Say),
    python("descriptors on their way", include_str!("attacks/in_flight.py"), "open files", Must::Say),
    python("many processes", include_str!("attacks/many_processes.py"), "processes", MULTIPLIES),
    sh("being root", include_str!("attacks/root.sh"), "user", Must::Say),
    sh("what only root may read", include_str!("attacks/of_root.sh"), "user", Must::Say),
    sh("a signal to everybody", include_str!("attacks/everybody.sh"), "signals to others", Must::SayAnywhere),
    sh("signals to all", include_str!("attacks/signals.sh"), "signals to others", Must::End),
    python("memory on the heap", include_str!("attacks/heap.py"), "memory", MEMORY),
    python("memory in shared pages", include_str!("attacks/shared_memory.py"), "memory", MEMORY),
    python(
        "memory in files without names",
        include_str!("attacks/memory_files.py"),
        "memory",
        HIDES_IN_FILES,
    ),
    python("memory in tables of pages", include_str!("attacks/page_tables.py"), "memory", HIDES),
    python("memory in sockets", include_str!("attacks/socket_buffers.py"), "memory", MEMORY),
    sh("a flood of output", "yes", "output", FLOODS),
    sh("a flood of errors", "yes >&2", "output", FLOODS),
    sh("an endless line", "tr '\\0' x </dev/zero", "output", FLOODS),
    python("a file that fills the disk", include_str!("attacks/large_file.py"), "file size", Must::Say),
    python("files that fill the disk", include_str!("attacks/many_files.py"), "scratch", FILLS),
    python("files without names", include_str!("attacks/removed_files.py"), "scratch", FILLS),
    python("reading other files", include_str!("attacks/other_files.py"), "files", Must::Say),
    python("writing other files", include_str!("attacks/writing.py"), "files", Must::Say),
    sh("the harness and the references", include_str!("attacks/harness.sh"), "files", Must::Say),
    script("a first line with dots", include_str!("attacks/first_line.sh"), "files", Must::Say),
    script("a first line that names the harness", "#!HARNESS\n", "files", Must::NotStart),
    python("what parents leave behind", include_str!("attacks/inherited.py"), "wall time", Must::Say),
    python("other processes", include_str!("attacks/other_processes.py"), "signals to others", Must::Say),
    python("the network", include_str!("attacks/network.py"), "network", Must::Say),
    python("a socket of the harness", include_str!("attacks/sockets.py"), "network", Must::Say),
    python("system calls", include_str!("attacks/calls.py"), "system calls", Must::Say),
    python("lookouts for files", include_str!("attacks/lookouts.py"), "system calls", Must::Say),
    python("locks that others meet", include_str!("attacks/locks.py"), "system calls", Must::Say),
    python("what is told of files", include_str!("attacks/metadata.py"), "system calls", Must::Say),
    python("scheduling others", include_str!("attacks/scheduling.py"), "system calls", Must::Say),
    python("raising limits", include_str!("attacks/raising.py"), "system calls", Must::Say),
];

const fn sh(name: &'static str, text: &'static str, against: &'static str, must: Must) -> Attack {
    Attack { name, start: AttackStart::By("sh"), text, against, must }
}

const fn python(name: &'static str, text: &'static str, against: &'static str, must: Must) -> Attack {
    Attack { name, start: AttackStart::By("python3"), text, against, must }
}

const fn script(name: &'static str, text: &'static str, against: &'static str, must: Must) -> Attack {
    Attack { name, start: AttackStart::AsScript, text, against, must }
}

/// The limits within which attacks run: small, so that they come to their end soon.
fn limits() -> Limits {
    Limits {
        wall: Duration::from_secs(3),
        output: 100_000,
        cpu: Duration::from_secs(2),
        memory: 128 << 20,
        processes: 64,
        file_size: 4 << 20,
        scratch: 8 << 20,
        scratch_files: 200,
        ..Limits::default()
    }
}

impl Attack {
    /// Runs the program and returns what came of it. `token` stands in the arguments of all its processes, and is the name
    /// of a socket without a file that must stay alone; the program is told the path of a file that must stay unread, and not be changed, and that of the harness.
    ///
    /// # Errors
    /// Only what the harness itself could not do.
    pub fn run(&self, token: &str, secret: &Path) -> std::result::Result<Result, Fault> {
        if !self.is_harmless() {
            return Ok(Result::Untried(format!("{} is not enforced here", self.against)));
        }
        let folder = OwnFolder::new().map_err(Fault::while_doing("make a folder"))?;
        let home = OwnFolder::new().map_err(Fault::while_doing("make a folder"))?;
        let Some(launch) = self.launch(token, secret, home.path())? else {
            return Ok(Result::Untried(format!("there is no {:?}", self.start)));
        };
        let launch = Launch { folder: folder.path().to_path_buf(), hides: own_files(None), ..launch };
        let recording = run(&launch, self.limits(), &mut ListTypist::new([Typed::EndOfInput]))?;
        Ok(self.judge(&recording))
    }

    /// Returns what is started; nothing if it cannot be. A script is written into `home`.
    fn launch(&self, token: &str, secret: &Path, home: &Path) -> std::result::Result<Option<Launch>, Fault> {
        let harness = std::env::current_exe().map_err(Fault::while_doing("find the harness"))?;
        let paths = [secret, &harness].map(|path| path.to_string_lossy().into_owned());
        let AttackStart::By(interpreter) = self.start else {
            let text = self.text.replace("SECRET", &paths[0]).replace("HARNESS", &paths[1]);
            let program = home.join("script");
            let open = |path: &Path| std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755));
            std::fs::write(&program, text)
                .and_then(|()| open(&program).and_then(|()| open(home)))
                .map_err(Fault::while_doing("write a script"))?;
            return Ok(Some(Launch { program, ..Launch::default() }));
        };
        let Some(program) = find_program(interpreter) else { return Ok(None) };
        let [secret, harness] = paths;
        let own = std::process::id().to_string();
        // In a shell, the first word after the text is the program's name.
        let arguments =
            vec!["-c".to_string(), self.text.to_string(), token.to_string(), secret, own, harness];
        Ok(Some(Launch { program, arguments, ..Launch::default() }))
    }

    /// What is counted is stopped for that, however busy the machine is.
    fn limits(&self) -> Limits {
        let is_counted = matches!(self.must, Must::StopIfCounted) && kernel_counts()[0];
        let limits = limits();
        Limits { wall: if is_counted { Duration::from_mins(1) } else { limits.wall }, ..limits }
    }

    /// What nothing holds back would harm this machine, and processes multiply faster than they are found.
    fn is_harmless(&self) -> bool {
        if matches!(self.must, Must::SayAnywhere) {
            return true;
        }
        let control = controls(tier()).into_iter().find(|control| control.name == self.against);
        control.is_some_and(|control| match control.grip {
            Grip::Enforced => true,
            Grip::Approximate => self.against != "end of all processes",
            Grip::Missing => false,
        })
    }

    fn judge(&self, recording: &Recording) -> Result {
        let output: Vec<u8> = recording.turns().into_iter().flat_map(|turn| turn.output).collect();
        let said = String::from_utf8_lossy(&output);
        let ended = recording.exit().map(|exit| format!("{exit:?}"));
        let stopped = recording.stopped().map(|reason| format!("stopped for {reason:?}"));
        let end =
            ended.or(stopped).unwrap_or_else(|| recording.not_started().unwrap_or("nothing").to_string());
        let as_it_must = match self.must {
            Must::Say | Must::SayAnywhere => said.trim() == "contained",
            Must::Stop(reasons) => recording.stopped().is_some_and(|reason| reasons.contains(&reason)),
            Must::SayOrStop(reasons) => {
                said.trim() == "contained"
                    || recording.stopped().is_some_and(|reason| reasons.contains(&reason))
            }
            Must::NotStart => recording.not_started().is_some(),
            Must::StopIfCounted => match recording.stopped() {
                Some(Reason::WallTime) => !kernel_counts()[0],
                // On a busy machine its children do not end as fast as they come.
                Some(Reason::Processes) => true,
                reason => reason == Some(Reason::CpuTime),
            },
            Must::End => recording.exit().is_some(),
            Must::Leave => recording.not_started().is_none(),
        };
        if as_it_must {
            return Result::Contained;
        }
        let error = String::from_utf8_lossy(&recording.error_output()).into_owned();
        let words: Vec<&str> = said.split_whitespace().chain(error.split_whitespace()).take(30).collect();
        Result::Through(format!("{end}; {}", words.join(" ")))
    }
}

/// Returns the processes of this machine that have `token` in their arguments.
pub fn left_over(token: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten().map(|entry| entry.path());
    let has_token = |path: &PathBuf| {
        let line = std::fs::read(path.join("cmdline")).unwrap_or_default();
        line.split(|byte| *byte == 0).any(|word| word == token.as_bytes())
    };
    entries.filter(has_token).collect()
}
