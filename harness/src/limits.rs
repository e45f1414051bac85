//! The limits on one run: their names, what they may be, and what they are where nobody says.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Limits on one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// From start to end.
    pub wall: Duration,
    /// Bytes of standard output, and as many of standard error.
    pub output: usize,
    /// Processor time of all its processes.
    pub cpu: Duration,
    /// Bytes of memory of all its processes.
    pub memory: u64,
    /// Processes and threads at the same time.
    pub processes: u64,
    /// Open files of each process.
    pub open_files: u64,
    /// Bytes of each file that it writes.
    pub file_size: u64,
    /// Bytes of all files in its folder.
    pub scratch: u64,
    /// Files and folders in its folder.
    pub scratch_files: u64,
}

impl Default for Limits {
    /// What is plenty for a console program, also in Java or Python.
    fn default() -> Self {
        Self {
            wall: Duration::from_secs(10),
            output: 1 << 20,
            cpu: Duration::from_secs(20),
            memory: 512 << 20,
            processes: 256,
            open_files: 256,
            file_size: 16 << 20,
            scratch: 64 << 20,
            scratch_files: 4096,
        }
    }
}

/// What a limit may be.
enum Range {
    /// Seconds above 0, up to this many.
    Seconds(u32),
    /// A whole number of these things, from and up to these.
    Count(&'static str, u64, u64),
}

/// The names of the limits, in the order of the documentation, and their ranges.
const LIMITS: [(&str, Range); 9] = [
    ("wall", Range::Seconds(3600)),
    ("output", Range::Count("bytes", 1, 1 << 30)),
    ("cpu", Range::Seconds(36_000)),
    ("memory", Range::Count("bytes", 1 << 20, 1 << 40)),
    ("processes", Range::Count("processes", 1, 4000)),
    ("open_files", Range::Count("files", 8, 1 << 20)),
    ("file_size", Range::Count("bytes", 0, 1 << 40)),
    ("scratch", Range::Count("bytes", 1 << 16, 1 << 40)),
    ("scratch_files", Range::Count("files", 1, 1 << 30)),
];

impl Limits {
    /// Sets the limit `name` to `value`, in seconds, bytes or things.
    ///
    /// # Errors
    /// What is wrong with the name or the value.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), String> {
        let Some((_, range)) = LIMITS.iter().find(|(known, _)| *known == name) else {
            let names: Vec<String> = LIMITS.iter().map(|(name, _)| format!("`{name}`")).collect();
            return Err(format!("there is no limit `{name}`, only {}", names.join(", ")));
        };
        match *range {
            Range::Seconds(most) => {
                let time = Duration::try_from_secs_f64(value).ok();
                let time = time.filter(|time| !time.is_zero() && *time <= Duration::from_secs(most.into()));
                let wrong = || format!("`{name}` must be a number of seconds above 0, up to {most}");
                let place = if name == "wall" { &mut self.wall } else { &mut self.cpu };
                *place = time.ok_or_else(wrong)?;
            }
            Range::Count(things, least, most) => {
                let wrong = || format!("`{name}` must be a number of {things} from {least} to {most}");
                self.set_count(name, whole(value, least, most).ok_or_else(wrong)?);
            }
        }
        Ok(())
    }

    fn set_count(&mut self, name: &str, count: u64) {
        let place = match name {
            "memory" => &mut self.memory,
            "processes" => &mut self.processes,
            "open_files" => &mut self.open_files,
            "file_size" => &mut self.file_size,
            "scratch" => &mut self.scratch,
            "scratch_files" => &mut self.scratch_files,
            _ => {
                self.output = usize::try_from(count).unwrap_or(usize::MAX);
                return;
            }
        };
        *place = count;
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "the number is whole and within bounds that are small powers of two"
)]
fn whole(value: f64, least: u64, most: u64) -> Option<u64> {
    (value.fract() == 0.0 && (least as f64..=most as f64).contains(&value)).then_some(value as u64)
}

/// Reads a limit as the command line has it, such as `memory=268435456`.
///
/// # Errors
/// What is wrong with it.
pub fn parse(text: &str) -> Result<(String, f64), String> {
    let (name, value) = text.split_once('=').ok_or("write it as NAME=VALUE, such as `wall=5`")?;
    let value = value.parse().map_err(|_| format!("`{value}` is no number"))?;
    Limits::default().set(name, value)?;
    Ok((name.to_string(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_can_be_set() {
        let mut limits = Limits::default();
        for (name, _) in &LIMITS {
            limits.set(name, 100_000_000.0).or_else(|_| limits.set(name, 100.0)).expect(name);
        }
        let hundred = Duration::from_secs(100);
        assert_eq!((limits.wall, limits.cpu), (hundred, hundred));
        assert_eq!((limits.output, limits.memory), (100_000_000, 100_000_000));
        assert_eq!((limits.processes, limits.open_files, limits.file_size), (100, 100, 100_000_000));
        assert_eq!((limits.scratch, limits.scratch_files), (100_000_000, 100_000_000));
    }

    #[test]
    fn what_is_no_limit_says_why() {
        let check = |text: &str, message: &str| assert_eq!(parse(text), Err(message.to_string()), "{text}");
        check("wall", "write it as NAME=VALUE, such as `wall=5`");
        check("wall=soon", "`soon` is no number");
        check("wall=0", "`wall` must be a number of seconds above 0, up to 3600");
        check("output=1.5", "`output` must be a number of bytes from 1 to 1073741824");
        check("processes=0", "`processes` must be a number of processes from 1 to 4000");
        assert!(
            parse("fuel=1")
                .is_err_and(|message| message.starts_with("there is no limit `fuel`, only `wall`"))
        );
    }
}
