//! What tests of containment share: a small suite, and a look at the processes of this machine.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};

/// A suite with cases that all expect one line.
pub(crate) struct Suite {
    folder: tempfile::TempDir,
}

impl Suite {
    pub(crate) fn new(cases: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        // Whoever marks may write reports here.
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o777)).unwrap();
        let suite = folder.path().join("cases/hostile");
        std::fs::create_dir_all(suite.join("all")).unwrap();
        let text = "title: Hostile\nreference: {command: [\"true\"]}\nrules: {line: One line.}\n\
                    tolerate: [final newline]\n\
                    marks: [{row: line, title: Line, out_of: 1, by: harness}]\n";
        std::fs::write(suite.join("suite.yaml"), text).unwrap();
        let case = "why: one line\nrule: line\nrow: line\nvisible: public\ntranscript: |2-\n  contained\n";
        for number in 0..cases {
            std::fs::write(suite.join(format!("all/case_{number}.yaml")), case).unwrap();
        }
        Self { folder }
    }

    /// Returns the folder in which all of it stands; reports go to `reports` in it.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the command that marks `target`.
    pub(crate) fn harness(&self, target: &Path, options: &[&str]) -> Command {
        self.marking(Command::new(super::program()), target, options)
    }

    /// Returns the command that marks `target` as an ordinary user, by a copy of the harness that any user may start.
    pub(crate) fn harness_of_an_ordinary_user(&self, target: &Path, options: &[&str]) -> Command {
        if !rustix::process::geteuid().is_root() {
            return self.harness(target, options);
        }
        let program = self.folder.path().join("harness");
        if !program.exists() {
            super::copy_program(&super::program(), &program);
        }
        let mut command = Command::new(ORDINARY[0]);
        command.args(&ORDINARY[1..]).arg(program).current_dir(self.folder.path());
        self.marking(command, target, options)
    }

    fn marking(&self, mut command: Command, target: &Path, options: &[&str]) -> Command {
        command.args(["--suite", "hostile", "--audience", "staff", "--jobs", "1"]);
        command.arg("--cases").arg(self.folder.path().join("cases"));
        command.arg("--reports").arg(self.folder.path().join("reports"));
        command.arg("--target").arg(target).args(options).env("NO_COLOR", "1");
        command
    }

    pub(crate) fn results(&self) -> serde_json::Value {
        let text = std::fs::read_to_string(self.folder.path().join("reports/results.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    }
}

/// The command by which root becomes an ordinary user.
pub(crate) const ORDINARY: [&str; 4] = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];

/// Waits until the processes have ended that have a word in their arguments that holds `token`, a minute at most for each: the kernel ends
/// programs with the process that started them, but not at once.
pub(crate) fn wait_for_end(token: &str) {
    let limit = Timespec { tv_sec: 60, tv_nsec: 0 };
    for id in with_word(token) {
        // One that has ended by now has no descriptor.
        let Ok(end) = pidfd_open(id, PidfdFlags::empty()) else { continue };
        let has_ended = poll(&mut [PollFd::new(&end, PollFlags::IN)], Some(&limit)).unwrap();
        assert_eq!(has_ended, 1, "the process {id:?} is still there");
    }
}

/// Returns how many processes have a word in their arguments that holds `token`.
pub(crate) fn processes(token: &str) -> usize {
    with_word(token).count()
}

fn with_word(token: &str) -> impl Iterator<Item = Pid> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    entries.filter_map(move |entry| {
        let line = std::fs::read(entry.path().join("cmdline")).ok()?;
        let id = entry.file_name().to_str()?.parse().ok()?;
        String::from_utf8_lossy(&line).contains(token).then(|| Pid::from_raw(id)).flatten()
    })
}
