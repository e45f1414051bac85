//! Lets the suite's module answer calls, right and bent, in contained processes of its own.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use serde_json::{Map, Value, json};

use crate::cases::{RequestedTests, TestModule, Typed};
use crate::running::typist::ListTypist;
use crate::running::{Fault, Launch, Scratch, run};

/// The program that answers one call.
const ANSWER: &str = include_str!("answer_call.py");

/// What in a call is passed on to the module.
const KEYS: [&str; 4] = ["call", "arguments", "keywords", "files"];

/// The answers of a suite's module; each call is answered once.
#[derive(Debug)]
pub(super) struct ModuleAnswers<'a> {
    module: &'a TestModule,
    requested: &'a RequestedTests,
    python: PathBuf,
    known: Mutex<HashMap<String, Arc<Map<String, Value>>>>,
}

/// How the module answers one call.
#[derive(Debug)]
pub(super) struct CallAnswer {
    /// What is typed to the test.
    pub(super) reply: String,
    /// Whether this is not what the right module says.
    pub(super) is_misleading: bool,
    /// Whether another reading of the text says something else.
    pub(super) depends_on_reading: bool,
}

impl<'a> ModuleAnswers<'a> {
    /// Returns the answers of the module that the tests import.
    ///
    /// # Errors
    /// A module that cannot be run, and what the harness itself could not do.
    pub(super) fn new(requested: &'a RequestedTests, python: &Path) -> Result<Self, Fault> {
        let known = Mutex::default();
        let new = Self { module: &requested.module, requested, python: python.to_path_buf(), known };
        let call =
            json!({"call": requested.module.functions[0], "arguments": "[]", "keywords": "{}", "files": {}});
        match new.ask(call)? {
            Ok(_) => Ok(new),
            Err(reason) => {
                let doing = format!("run the suite's module `{}`", requested.module.name);
                Err(Fault::while_doing(doing)(std::io::Error::other(reason)))
            }
        }
    }

    /// Returns the module that answers.
    pub(super) fn module(&self) -> &'a TestModule {
        self.module
    }

    /// Returns the readings of the text by which the module is right: as it is, and in each other way.
    pub(super) fn readings(&self) -> impl Iterator<Item = Option<&'a str>> {
        std::iter::once(None).chain(self.module.readings.iter().map(|reading| Some(reading.as_str())))
    }

    /// Returns how the module, right by `reading` and bent by `bend`, answers a call; nothing for what is no call of its functions, or
    /// so odd that Python cannot bear it.
    ///
    /// # Errors
    /// What the harness itself could not do.
    pub(super) fn of(
        &self,
        call: &Value,
        reading: Option<&str>,
        bend: Option<&str>,
    ) -> Result<Option<CallAnswer>, Fault> {
        let is_known = |name: &str| self.module.functions.iter().any(|function| function == name);
        if !call["call"].as_str().is_some_and(is_known) {
            return Ok(None);
        }
        let call: Map<String, Value> =
            KEYS.iter().map(|key| ((*key).to_string(), call[*key].clone())).collect();
        let Some(answers) = self.all(&Value::Object(call))? else { return Ok(None) };
        let (right, actual) = (&answers[&variant(reading, None)], &answers[&variant(reading, bend)]);
        let others = self.readings().filter(|other| *other != reading);
        Ok(Some(CallAnswer {
            reply: actual.to_string(),
            is_misleading: actual != right,
            depends_on_reading: others.into_iter().any(|other| &answers[&variant(other, None)] != right),
        }))
    }

    fn all(&self, call: &Value) -> Result<Option<Arc<Map<String, Value>>>, Fault> {
        let key = call.to_string();
        let known = || self.known.lock().expect("nobody panics who holds this");
        if let Some(answers) = known().get(&key) {
            return Ok(Some(Arc::clone(answers)));
        }
        let Ok(answers) = self.ask(call.clone())? else { return Ok(None) };
        let answers = Arc::new(answers);
        known().insert(key, Arc::clone(&answers));
        Ok(Some(answers))
    }

    /// Lets every variant of the module answer a call. Returns why it does not, if it does not.
    fn ask(&self, mut call: Value) -> Result<Result<Map<String, Value>, String>, Fault> {
        call["variants"] = Value::Object(self.variants());
        let files = [("call.json", call.to_string().into_bytes()), ("module.py", self.module.source.clone())];
        let folder = Scratch::with(&files.map(|(name, bytes)| (name.to_string(), bytes)).into())?;
        let launch = Launch {
            program: self.python.clone(),
            arguments: ["-I", "-c", ANSWER].map(str::to_string).to_vec(),
            folder: folder.path().to_path_buf(),
            ..Launch::default()
        };
        let recording = run(&launch, self.requested.limits, &mut ListTypist::new([Typed::EndOfInput]))?;
        let answers = serde_json::from_slice::<Map<String, Value>>(&recording.output()).ok();
        let is_whole =
            |answers: &Map<String, Value>| self.variants().keys().all(|name| answers.contains_key(name));
        Ok(answers.filter(is_whole).ok_or_else(|| {
            let told = String::from_utf8_lossy(&recording.error_output()).into_owned();
            told.lines().last().unwrap_or("it says nothing").to_string()
        }))
    }

    /// Returns the variants by their names, each as the tables of the module and what is taken from them.
    fn variants(&self) -> Map<String, Value> {
        let mut bends: Vec<Option<&str>> = vec![None];
        bends.extend(self.requested.expect.values().map(|test| Some(test.bend.as_str())));
        let all = self.readings().flat_map(|reading| bends.iter().map(move |bend| (reading, *bend)));
        let changes = |reading: Option<&str>, bend: Option<&str>| {
            let reading = reading.map(|name| json!(["READINGS", name]));
            Value::Array(reading.into_iter().chain(bend.map(|name| json!(["BENDS", name]))).collect())
        };
        all.map(|(reading, bend)| (variant(reading, bend), changes(reading, bend))).collect()
    }
}

fn variant(reading: Option<&str>, bend: Option<&str>) -> String {
    format!("{}/{}", reading.unwrap_or_default(), bend.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::Suite;
    use crate::cases::source::SuiteSource;
    use crate::running::find_program;
    use crate::text::base64::to_base64;

    fn little_battle() -> Suite {
        crate::cases::select::suite(&SuiteSource::Inside, "little_battle").expect("it is valid")
    }

    /// The file that each test loads, and the bend that must be the only one to change what comes of it.
    const NOTICED: [(&str, &str); 12] = [
        ("dupli_pos_in_multiple_lines.txt", "duplicates-unchecked"),
        ("dupli_pos_in_single_line.txt", "duplicates-unchecked"),
        ("format_error_file.txt", "format-unchecked"),
        ("format_out_of_range_file.txt", "frame-range-unchecked"),
        ("frame_format_error_file.txt", "frame-format-unchecked"),
        ("non_integer_file.txt", "non-integers-unchecked"),
        ("occupy_home_file.txt", "homes-unchecked"),
        ("occupy_next_to_home_file.txt", "homes-unchecked"),
        ("odd_length_file.txt", "odd-lengths-unchecked"),
        ("out_of_map_file.txt", "out-of-map-unchecked"),
        ("not_there.txt", "missing-file-unnoticed"),
        ("../cases/little_battle/maps/5x5.txt", "valid-file-refused"),
    ];

    #[test]
    fn each_bend_of_the_loader_changes_what_comes_of_its_own_files_only() {
        let suite = little_battle();
        let requested = suite.rows.iter().find_map(|row| row.tests.as_ref()).expect("a row");
        let answers = ModuleAnswers::new(requested, &find_program("python3").expect("Python is there"))
            .expect("the module runs");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../invalid_files");
        for (file, expected) in NOTICED {
            let sent = match std::fs::read(root.join(file)) {
                Ok(bytes) => json!({"bytes": to_base64(&bytes)}),
                Err(_) => json!({"errno": 2, "reason": "No such file or directory"}),
            };
            let call = json!({"call": "load_config_file", "arguments": "['x']", "keywords": "{}", "files": {"x": sent}});
            let noticed = requested.expect.values().filter(|test| {
                let answer = answers.of(&call, None, Some(&test.bend)).expect("no fault").expect("a call");
                answer.is_misleading
            });
            let noticed: Vec<&str> = noticed.map(|test| test.bend.as_str()).collect();
            assert_eq!(noticed, [expected], "{file}");
        }
    }

    #[test]
    fn what_is_no_call_of_the_module_is_not_answered() {
        let suite = little_battle();
        let requested = suite.rows.iter().find_map(|row| row.tests.as_ref()).expect("a row");
        let answers = ModuleAnswers::new(requested, &find_program("python3").expect("Python is there"))
            .expect("the module runs");
        for call in [json!({"call": "duplicates"}), json!({"call": 3}), json!([]), json!({"end": "returned"})]
        {
            assert!(answers.of(&call, None, None).expect("no fault").is_none(), "{call}");
        }
    }
}
