//! The flawed programs of `flawed/programs.yaml`: their faults, planted, and their marks.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;
use serde_json::Value;

use super::{harness, root, soon_started, submissions};

/// A program with planted faults, and the mistakes that they are.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Flawed {
    pub(crate) name: String,
    pub(crate) suite: String,
    /// The faithful program, below `submissions/SUITE`.
    program: PathBuf,
    /// What it is called when it is marked.
    pub(crate) target: String,
    pub(crate) faults: Vec<Fault>,
}

/// A planted fault.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fault {
    patch: Option<String>,
    edit: Option<Edit>,
    pub(crate) row: String,
    kind: String,
    says: String,
    /// The row that loses most by it, if it is not its own.
    charged: Option<String>,
    #[serde(default)]
    hidden: bool,
    /// Why the list does not have it as one mistake of its row.
    deviates: Option<String>,
    #[serde(default)]
    more: Vec<Further>,
}

/// A text that stands once in a program, and the one that takes its place.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    file: Option<String>,
    from: String,
    to: String,
}

/// A further mistake that a fault makes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Further {
    row: String,
    kind: String,
    says: String,
    #[serde(default)]
    hidden: bool,
}

/// A mistake that is known to be in a program.
pub(crate) struct Known<'a> {
    row: &'a str,
    kind: &'a str,
    says: &'a str,
    /// Whether only cases show it that are not public.
    pub(crate) hidden: bool,
}

impl Known<'_> {
    /// Returns whether a mistake of `results.json` is this one.
    pub(crate) fn is(&self, mistake: &Value) -> bool {
        let holds = |key: &str| mistake[key].as_str().is_some_and(|text| text.contains(self.says));
        mistake["row"] == self.row
            && mistake["kind"] == self.kind
            && ["sentence", "expected", "got"].into_iter().any(holds)
    }
}

impl std::fmt::Display for Known<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}: {}", self.row, self.kind, self.says)
    }
}

/// Returns all flawed programs.
pub(crate) fn programs() -> Vec<Flawed> {
    let text = std::fs::read_to_string(tests().join("flawed/programs.yaml")).unwrap();
    serde_saphyr::from_str(&text).expect("the list is well formed")
}

/// Returns the flawed program of this name.
pub(crate) fn program(name: &str) -> Flawed {
    programs().into_iter().find(|flawed| flawed.name == name).expect("it is in the list")
}

/// Returns the folder of the tests.
pub(crate) fn tests() -> PathBuf {
    root().join("harness/tests")
}

impl Flawed {
    /// Returns the mistakes that are known to be in it, those of the first fault first.
    pub(crate) fn known(&self) -> Vec<Known<'_>> {
        let mut known = Vec::new();
        for fault in &self.faults {
            assert!(
                fault.deviates.is_some() || fault.charged.is_none() && fault.more.is_empty(),
                "{}",
                fault.says
            );
            let Fault { row, kind, says, hidden, .. } = fault;
            known.push(Known { row: fault.charged.as_ref().unwrap_or(row), kind, says, hidden: *hidden });
            let more = fault.more.iter();
            known.extend(more.map(|Further { row, kind, says, hidden }| Known {
                row,
                kind,
                says,
                hidden: *hidden,
            }));
        }
        known
    }

    /// Writes the program with its faults into a folder.
    pub(crate) fn plant(&self, folder: &Path) {
        let (from, to) = (submissions(&self.suite).join(&self.program), folder.join(&self.target));
        assert!(Command::new("cp").arg("-r").args([&from, &to]).status().unwrap().success());
        for fault in &self.faults {
            if let Some(name) = &fault.patch {
                self.patch(name, &to);
            }
            if let Some(edit) = &fault.edit {
                edit.apply(&to);
            }
        }
    }

    fn patch(&self, name: &str, program: &Path) {
        let patch = submissions(&self.suite).join(format!("patches/{name}.patch"));
        let status =
            Command::new("patch").args(["-s", "--no-backup-if-mismatch"]).args([program, &patch]).status();
        assert!(status.expect("patch runs").success(), "{}", patch.display());
    }

    /// Marks it in a folder where it was planted, for an audience, and returns the results; they are kept below `reports/` there, and
    /// what was recorded stands in `recorded/`.
    pub(crate) fn mark(&self, folder: &Path, audience: &str) -> Value {
        let reports = Path::new("reports").join(&self.suite);
        self.judge(folder, &["--target", &self.target, "--record", "recorded"], &reports, audience)
    }

    /// Judges for another audience what was recorded when it was marked, and returns the results.
    pub(crate) fn judge_again(&self, folder: &Path, audience: &str) -> Value {
        self.judge(folder, &["--replay", "recorded", "--reports", "again"], Path::new("again"), audience)
    }

    fn judge(&self, folder: &Path, arguments: &[&str], reports: &Path, audience: &str) -> Value {
        let cases = soon_started(&self.suite, &folder.join("soon")).expect("one of the project");
        let mut command = harness();
        command.current_dir(folder).args(["--quiet", "--audience", audience, "--suite", &self.suite]);
        command.args(arguments).arg("--cases").arg(cases).assert().code(1);
        let results = folder.join(reports).join("results.json");
        serde_json::from_str(&std::fs::read_to_string(results).unwrap()).unwrap()
    }
}

impl Edit {
    fn apply(&self, program: &Path) {
        let path = self.file.as_ref().map_or(program.to_path_buf(), |file| program.join(file));
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.matches(&self.from).count(), 1, "{} in {}", self.from, path.display());
        std::fs::write(&path, text.replacen(&self.from, &self.to, 1)).unwrap();
    }
}
