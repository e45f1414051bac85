//! What a course's own solution says with its bends, as it was recorded when the transcripts were written.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::problem::Problem;
use super::raw::RawBentTranscripts;
use super::source::SuiteFiles;
use super::yaml::parse;
use super::{Case, Conversation, ExpectedError, Reference, Suite};
use crate::digest;

/// The file of a suite that holds what its solution says with bends.
pub(crate) const BENT_TRANSCRIPTS: &str = "bent-transcripts.yaml";

const HEAD: &str = "\
# What the solution says with its bends, where that is not what it says by the text.
# Written by `harness regen`. With it `harness` names the rule that a submission breaks.
";

/// The names of bends that a solution has at the same time.
type BendNames = BTreeSet<String>;

/// What a solution says with one bend, or with two, by the ids of the cases in which that is not what it says by the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BentTranscripts(BTreeMap<BendNames, BTreeMap<String, BentTranscript>>);

/// What a solution with bends says in a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BentTranscript {
    /// It holds this conversation, and fails with this error, if with any.
    Held(Conversation, Option<ExpectedError>),
    /// It crashes, is stopped at a limit, or prints what is no text. That is no way to break a rule.
    Unfit,
}

/// What is known of a solution with bends in a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KnownBent<'a> {
    /// It says what it says by the text.
    AsWritten,
    /// It holds this conversation, and fails with this error, if with any.
    Held(&'a Conversation, Option<&'a ExpectedError>),
    /// Nothing.
    Unknown,
}

impl BentTranscripts {
    /// Adds what a solution says with these bends in the cases in which it says something else than by the text; with several
    /// bends in all cases that each of them changes.
    pub(crate) fn add(&mut self, bends: BendNames, cases: BTreeMap<String, BentTranscript>) {
        self.0.insert(bends, cases);
    }

    /// Returns the ids of the cases in which a bend leads to another conversation that is fit to be expected.
    pub(crate) fn changed_by(&self, bend: &str) -> BTreeSet<&str> {
        let cases = self.0.get(&BTreeSet::from([bend.to_string()])).into_iter().flatten();
        cases.filter(|(_, said)| **said != BentTranscript::Unfit).map(|(id, _)| id.as_str()).collect()
    }

    /// Returns what a solution with some bends says in the case called `id`. Bends that change nothing there alone are taken to
    /// change nothing beside others.
    pub(crate) fn known(&self, id: &str, bends: &BendNames) -> KnownBent<'_> {
        let alone = |bend: &String| self.0.get(&BTreeSet::from([bend.clone()]));
        if bends.iter().any(|bend| alone(bend).is_none()) {
            return KnownBent::Unknown;
        }
        let changes = |bend: &&String| alone(bend).is_some_and(|cases| cases.contains_key(id));
        let changing: BendNames = bends.iter().filter(changes).cloned().collect();
        if changing.is_empty() {
            return KnownBent::AsWritten;
        }
        match self.0.get(&changing).and_then(|cases| cases.get(id)) {
            Some(BentTranscript::Held(conversation, error)) => KnownBent::Held(conversation, error.as_ref()),
            Some(BentTranscript::Unfit) | None => KnownBent::Unknown,
        }
    }

    /// Returns the text of the file that holds them. They were recorded of the solution and the cases with this digest.
    pub(crate) fn to_yaml(&self, made_from: &str) -> String {
        let mut yaml = format!("{HEAD}made_from: {}\nsaid:\n", quoted(made_from));
        for (bends, cases) in &self.0 {
            let names: Vec<String> = bends.iter().map(|name| quoted(name)).collect();
            writeln!(yaml, "- bends: [{}]", names.join(", ")).expect("to a string");
            yaml.push_str(if cases.is_empty() { "  cases: {}\n" } else { "  cases:\n" });
            for (id, transcript) in cases {
                transcript.write(id, &mut yaml);
            }
        }
        yaml
    }

    /// Returns what a suite's file holds; nothing if there is none, or what it was recorded of has changed.
    pub(super) fn read(
        prefix: &str,
        suite: &Suite,
        files: &SuiteFiles,
    ) -> Result<Option<Self>, Vec<Problem>> {
        let Some(bytes) = files.get(BENT_TRANSCRIPTS) else { return Ok(None) };
        let file = format!("{prefix}{BENT_TRANSCRIPTS}");
        let again = |problem: Problem| problem.help("remove the file; `harness regen` writes it again");
        let raw: RawBentTranscripts = parse(&file, &String::from_utf8_lossy(bytes))
            .map_err(|problems| problems.into_iter().map(again).collect::<Vec<_>>())?;
        if raw.made_from != made_from(suite, &suite.cases) {
            return Ok(None);
        }
        let mut all = Self::default();
        for said in raw.said {
            let mut cases = BTreeMap::new();
            for (id, raw) in said.cases {
                let place = raw.place();
                let transcript = match raw.value.transcript {
                    None => BentTranscript::Unfit,
                    Some(text) => {
                        let conversation = Conversation::parse(&text)
                            .map_err(|error| vec![again(Problem::at(&file, place, error.message))])?;
                        let error = raw.value.error;
                        let error =
                            error.map(|error| ExpectedError { kind: error.kind, message: error.message });
                        BentTranscript::Held(conversation, error)
                    }
                };
                cases.insert(id, transcript);
            }
            all.add(said.bends.into_iter().collect(), cases);
        }
        Ok(Some(all))
    }
}

impl BentTranscript {
    fn write(&self, id: &str, yaml: &mut String) {
        let Self::Held(conversation, error) = self else {
            return writeln!(yaml, "    {}: {{}}", quoted(id)).expect("to a string");
        };
        writeln!(yaml, "    {}:", quoted(id)).expect("to a string");
        if let Some(ExpectedError { kind, message }) = error {
            let message = message.as_ref().map(|message| format!(", message: {}", quoted(message)));
            writeln!(yaml, "      error: {{kind: {}{}}}", quoted(kind), message.unwrap_or_default())
                .expect("to a string");
        }
        for line in conversation.to_yaml().split_inclusive('\n') {
            if line != "\n" {
                yaml.push_str("      ");
            }
            yaml.push_str(line);
        }
    }
}

/// Returns a text as YAML writes it on one line.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text is plain JSON")
}

/// Returns the SHA-256 of all that decides what the solution of a suite says in these cases, with and without its bends.
pub(crate) fn made_from(suite: &Suite, cases: &[Case]) -> String {
    let mut parts: Vec<Vec<u8>> = Vec::new();
    let mut add = |part: &[u8]| parts.push(part.to_vec());
    if let Reference::Command { words, build, files } = &suite.reference {
        add(words.join("\0").as_bytes());
        add(build.join("\0").as_bytes());
        add(digest::of_files(files).as_bytes());
    }
    for (name, bend) in &suite.bends {
        add(name.as_bytes());
        add(digest::of_files(bend.patched.iter().map(|(path, bytes)| (path, bytes))).as_bytes());
    }
    for Case { id, args, files, errors, exit, transcript, .. } in cases {
        add(id.as_bytes());
        add(args.join("\0").as_bytes());
        add(digest::of_files(files).as_bytes());
        for ExpectedError { kind, message } in errors {
            add(kind.as_bytes());
            add(message.as_deref().unwrap_or_default().as_bytes());
        }
        add(exit.map(|exit| exit.to_string()).unwrap_or_default().as_bytes());
        add(transcript.as_ref().map(|it| it.turns().write()).unwrap_or_default().as_bytes());
    }
    digest::of_files(parts.iter().map(|part| ("", part)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(text: &str, error: Option<&str>) -> BentTranscript {
        let error =
            error.map(|kind| ExpectedError { kind: kind.to_string(), message: Some("a \"b\"".into()) });
        BentTranscript::Held(Conversation::parse(text).expect("well formed"), error)
    }

    fn names(names: &[&str]) -> BendNames {
        names.iter().map(|name| (*name).to_string()).collect()
    }

    fn cases(cases: &[(&str, BentTranscript)]) -> BTreeMap<String, BentTranscript> {
        cases.iter().map(|(id, transcript)| ((*id).to_string(), transcript.clone())).collect()
    }

    fn some() -> BentTranscripts {
        let mut all = BentTranscripts::default();
        let one = [("a/1", held("\n  > <<x>>\nbye\n", None)), ("a/2", held("> ", Some("ValueError")))];
        all.add(names(&["one"]), cases(&one));
        all.add(names(&["other"]), cases(&[("a/2", held("", None)), ("a/3", BentTranscript::Unfit)]));
        all.add(names(&["none"]), BTreeMap::new());
        all.add(names(&["one", "other"]), cases(&[("a/2", held("both", None))]));
        all
    }

    #[test]
    fn what_is_written_is_read_back() {
        let yaml = some().to_yaml("0");
        let raw: RawBentTranscripts = parse("f", &yaml).expect("valid");
        let read = raw.said.iter().map(|said| (said.bends.clone(), said.cases.len()));
        let bends = |names: &[&str]| names.iter().map(|name| (*name).to_string()).collect::<Vec<_>>();
        assert_eq!(
            read.collect::<Vec<_>>(),
            [
                (bends(&["none"]), 0),
                (bends(&["one"]), 2),
                (bends(&["one", "other"]), 1),
                (bends(&["other"]), 2)
            ]
        );
        let suite =
            crate::cases::select::suite(&crate::cases::source::SuiteSource::Inside, "pizza").expect("valid");
        let yaml = some().to_yaml(&made_from(&suite, &suite.cases));
        let files = SuiteFiles::from([(BENT_TRANSCRIPTS.to_string(), yaml.into_bytes())]);
        assert_eq!(BentTranscripts::read("", &suite, &files), Ok(Some(some())));
        let files = SuiteFiles::from([(BENT_TRANSCRIPTS.to_string(), some().to_yaml("0").into_bytes())]);
        assert_eq!(BentTranscripts::read("", &suite, &files), Ok(None), "it was recorded of something else");
    }

    #[test]
    fn what_bends_make_of_a_case_is_known_as_far_as_it_was_recorded() {
        let all = some();
        let is_held = |id: &str, bends: &[&str], expected: &str| {
            let expected = Conversation::parse(expected).expect("well formed");
            matches!(all.known(id, &names(bends)), KnownBent::Held(held, _) if *held == expected)
        };
        assert!(is_held("a/1", &["one"], "\n  > <<x>>\nbye\n"));
        assert!(is_held("a/1", &["one", "other"], "\n  > <<x>>\nbye\n"), "the other changes nothing there");
        assert!(is_held("a/2", &["none", "one", "other"], "both"));
        assert_eq!(all.known("a/1", &names(&["none", "other"])), KnownBent::AsWritten);
        assert_eq!(all.known("a/1", &names(&[])), KnownBent::AsWritten);
        for (id, bends) in [("a/3", &["other"][..]), ("a/1", &["one", "new"])] {
            assert_eq!(all.known(id, &names(bends)), KnownBent::Unknown, "{id} {bends:?}");
        }
    }
}
