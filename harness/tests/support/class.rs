//! What tests of whole classes share: a small suite, submissions, and gradebooks.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// How many cases the small suite has.
pub(crate) const CASES: usize = 12;

/// A small suite, and a folder of submissions, each of which is a shell script unless something else is put there.
pub(crate) struct Class {
    folder: tempfile::TempDir,
}

/// A line of a gradebook, by the captions.
pub(crate) type Line = BTreeMap<String, String>;

impl Class {
    pub(crate) fn new() -> Self {
        let class = Self { folder: tempfile::tempdir().unwrap() };
        let suite = "title: Small\nreference: {command: [\"true\"]}\nrules: {line: One line.}\ntolerate: [final newline]\n\
                     marks:\n  - {row: even, title: Even, out_of: 6, by: harness}\n  - {row: odd, title: Odd, out_of: 6, by: harness}\n  \
                     - {row: style, title: Style, out_of: 2, by: tutor}\n";
        class.write("cases/small/suite.yaml", suite);
        for number in 0..CASES {
            let row = if number % 2 == 0 { "even" } else { "odd" };
            class.write(
                &format!("cases/small/all/case_{number:02}.yaml"),
                &format!(
                    "why: it says its number\nrule: line\nrow: {row}\nvisible: public\nargs: [\"{number}\"]\ntranscript: |2-\n  \
                     number {number}\n"
                ),
            );
        }
        class
    }

    /// Returns a place in the folder of the class.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file, which anybody may start if it is a script.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        if text.starts_with("#!") {
            super::script(path.parent().unwrap(), path.file_name().unwrap().to_str().unwrap(), text);
        } else {
            std::fs::write(path, text).unwrap();
        }
    }

    /// Writes a submission that says each number but those from `wrong` on.
    pub(crate) fn hand_in(&self, name: &str, wrong: usize) {
        let text =
            format!("#!/bin/sh\nif [ \"$1\" -lt {wrong} ]; then echo \"number $1\"; else echo nothing; fi\n");
        self.write(&format!("submissions/{name}/program.sh"), &text);
    }

    /// Returns the command that marks the class.
    pub(crate) fn marking(&self, submissions: &str, out: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(super::program());
        command.arg("class").arg(self.path(submissions)).args(["--suite", "small"]);
        command.arg("--cases").arg(self.path("cases")).arg("--out").arg(self.path(out)).args(arguments);
        command.env("NO_COLOR", "1");
        command
    }

    /// Marks the class, and returns what was told.
    pub(crate) fn mark(&self, submissions: &str, out: &str, arguments: &[&str]) -> Output {
        self.marking(submissions, out, arguments).output().unwrap()
    }

    /// Publishes the marks of a class, and returns what was told.
    pub(crate) fn publish(&self, out: &str) -> Output {
        let mut command = Command::new(super::program());
        command.arg("publish").arg(self.path(out)).arg("--cases").arg(self.path("cases"));
        command.env("NO_COLOR", "1").output().unwrap()
    }

    pub(crate) fn gradebook(&self, out: &str) -> Vec<u8> {
        std::fs::read(self.path(out).join("gradebook.csv")).unwrap()
    }
}

/// Returns the lines of a gradebook.
pub(crate) fn lines(gradebook: &[u8]) -> Vec<Line> {
    csv::Reader::from_reader(gradebook).deserialize().map(Result::unwrap).collect()
}

/// Returns the results that are kept of all submissions, by the names of their targets.
pub(crate) fn results(out: &Path) -> BTreeMap<String, serde_json::Value> {
    let connection = rusqlite::Connection::open(out.join("class.sqlite")).unwrap();
    let mut select = connection.prepare("SELECT packed FROM judgement").unwrap();
    let packed = select.query_map([], |row| row.get::<_, Vec<u8>>(0)).unwrap();
    let results = packed.map(|packed| {
        let mut text = String::new();
        flate2::read::DeflateDecoder::new(&packed.unwrap()[..]).read_to_string(&mut text).unwrap();
        let results: serde_json::Value = serde_json::from_str(&text).unwrap();
        (results["target"].as_str().unwrap().to_string(), results)
    });
    results.collect()
}

pub(crate) fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout)
}
