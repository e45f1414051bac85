//! Which tier this machine can offer: found by running a program in one after the other, and used from then on.

use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

use super::kernel::landlock_version;
use super::landlock::SCOPES;
use super::pool::{self, StartOutcome, Streams, pipe, start_in};
use super::tier::Tier;
use crate::leftovers::OwnFolder;
use crate::limits::Limits;
use crate::recording::Exit;
use crate::running::{Fault, Launch};

/// The environment variable that holds the strongest tier that may be used, to see what a weaker machine would do.
const AT_MOST: &str = "HARNESS_SANDBOX_AT_MOST";

/// What trying a tier has shown.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The tier.
    pub tier: Tier,
    /// Why it does not work here; nothing if it does.
    pub obstacle: Option<String>,
}

/// Returns the strongest tier that works here. It is found once, by running a program in it.
pub fn tier() -> Tier {
    let works = |trial: &&Trial| trial.obstacle.is_none();
    trials().iter().find(works).map_or(Tier::Limits, |trial| trial.tier)
}

/// Starts a program in the best tier of this machine.
pub(in crate::running) fn start(
    launch: &Launch,
    limits: &Limits,
    streams: Streams,
) -> Result<StartOutcome, Fault> {
    start_in(tier(), launch, limits, streams)
}

/// Returns whether the kernel counts the processor time, and the memory, of programs on this machine.
pub fn kernel_counts() -> [bool; 2] {
    tier();
    pool::counts()
}

/// Returns what was tried: from the strongest tier to the first that works.
pub fn trials() -> &'static [Trial] {
    static TRIALS: OnceLock<Vec<Trial>> = OnceLock::new();
    TRIALS.get_or_init(|| {
        let mut trials = Vec::new();
        for tier in Tier::ALL {
            let obstacle = obstacle(tier);
            let works = obstacle.is_none();
            trials.push(Trial { tier, obstacle });
            if works {
                break;
            }
        }
        trials
    })
}

fn obstacle(tier: Tier) -> Option<String> {
    if at_most().is_some_and(|strongest| tier < strongest) {
        return Some(format!("switched off by {AT_MOST}"));
    }
    let version = landlock_version();
    let needed = match tier {
        Tier::LandlockScoped => SCOPES,
        Tier::Landlock => 1,
        Tier::Namespaces | Tier::Limits => 0,
    };
    if version < needed {
        return Some(format!("the kernel has landlock version {version}, not {needed}"));
    }
    let program = ["/bin/true", "/usr/bin/true"].iter().map(PathBuf::from).find(|path| path.exists())?;
    try_out(tier, program).err().map(|fault| fault.to_string())
}

fn at_most() -> Option<Tier> {
    let name = std::env::var(AT_MOST).ok()?;
    Tier::ALL.into_iter().find(|tier| tier.name() == name)
}

/// Starts a program in `tier` and waits for its end.
fn try_out(tier: Tier, program: PathBuf) -> Result<(), Fault> {
    let folder = OwnFolder::new().map_err(Fault::while_doing("make a folder"))?;
    let folder = folder.path().to_path_buf();
    let launch = Launch { program, folder, ..Launch::default() };
    let (input, _typing) = pipe()?;
    let (_reading, output) = pipe()?;
    let (_hearing, error) = pipe()?;
    match start_in(tier, &launch, &Limits::default(), Streams { input, output, error })? {
        StartOutcome::NoProgram(error) => Err(Fault::while_doing("start a program")(error)),
        StartOutcome::Contained(program) => match program.wait()?.exit {
            Exit::Status(0) => Ok(()),
            other => Err(Fault::while_doing("run a program")(io::Error::other(format!("{other:?}")))),
        },
    }
}
