//! Every case of every suite, held against its game and against the game with each of its rules bent: the test by which
//! `.ci/mutants` finds out whether the cases notice what is changed in a game.
//!
//! It knows nothing of how cases are written. A file of `harness/examples/conversations.rs` says what is typed and thrown in
//! each, and what is said.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value;

use crate::author::{Policy, Style, play};
use crate::dice::Dice;
use crate::games::{Game, game};
use crate::replay::{replay, replay_with};
use crate::setup::Setup;
use crate::transcript::{Ending, Script, Transcript, Typed};

#[test]
fn every_case_is_what_its_game_says() {
    let path = std::env::var("CONVERSATIONS").expect("`.ci/mutants` says where the conversations are");
    let text = std::fs::read_to_string(path).expect("the conversations are written");
    let conversations: Vec<Value> = serde_json::from_str(&text).expect("a list of conversations");
    assert!(!conversations.is_empty());
    let conversations: Vec<Case> = conversations.iter().map(Case::read).collect();
    conversations.iter().for_each(Case::check);
    conversations.iter().for_each(Case::check_bent);
}

/// What is known of a case.
struct Case<'a> {
    conversation: &'a Value,
    name: &'a str,
    game: &'static Game,
    setup: Setup,
    typed: Vec<Typed>,
    faces: Vec<u8>,
}

impl<'a> Case<'a> {
    fn read(conversation: &'a Value) -> Self {
        Self {
            conversation,
            name: string(&conversation["case"]),
            game: game(string(&conversation["game"])).expect("a game of the table"),
            setup: setup(conversation),
            typed: list(&conversation["typed"]).iter().map(typed).collect(),
            faces: numbers(&conversation["faces"]),
        }
    }

    fn check(&self) {
        let transcript = self.hold();
        let (actual, expected) = (transcript.to_string(), string(&self.conversation["text"]));
        assert!(actual == expected, "{}\n\ngot:\n{actual}\n\nexpected:\n{expected}", self.name);
        let is_finished = transcript.ending == Ending::Finished;
        assert_eq!(is_finished, self.conversation["finished"] == true, "{}", self.name);
    }

    fn hold(&self) -> Transcript {
        let mut dice: Box<dyn Dice> = match self.game.seeded {
            Some(seeded) if self.conversation["seeded"] == true => seeded(&self.setup),
            _ => Box::new(Fallen(self.faces.clone().into_iter())),
        };
        match &self.conversation["policy"] {
            Value::Null => replay_with(self.game, &self.setup, &self.typed, &mut *dice),
            policy => play(self.game, &self.setup, &read_policy(policy), &mut *dice),
        }
    }

    /// Checks what the game says with each of its bends: what the file says, or the same as without.
    fn check_bent(&self) {
        let script = Script { replies: self.typed.clone(), faces: self.faces.clone() };
        let right = string(&self.conversation["text"]);
        for bend in self.game.bends() {
            let bent = self.game.bent(bend).expect("a bend of the game");
            let actual = replay(&bent, &self.setup, &script).to_string();
            match self.conversation["bent"][bend].as_u64() {
                Some(expected) => assert_eq!(digest(&actual), expected, "{}, {bend}", self.name),
                None => assert!(actual == right, "{}, {bend}", self.name),
            }
        }
    }
}

/// Returns the hash by which the file tells what bent games say.
fn digest(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Dice that fell; after them, impossible ones fall.
struct Fallen(std::vec::IntoIter<u8>);

impl Dice for Fallen {
    fn face(&mut self, _sides: u8) -> u8 {
        self.0.next().unwrap_or(0)
    }
}

fn setup(conversation: &Value) -> Setup {
    Setup {
        arguments: strings(&conversation["arguments"]),
        files: Box::new(map(&conversation["files"], numbers)),
        settings: map(&conversation["settings"], |setting| string(setting).to_string()),
    }
}

/// Returns what is typed: a line, or the end of input for `null`.
fn typed(value: &Value) -> Typed {
    value.as_str().map_or(Typed::EndOfInput, |line| Typed::Line(line.to_string()))
}

fn read_policy(policy: &Value) -> Policy {
    Policy {
        style: if policy["legal"] == true { Style::Legal } else { Style::Mixed },
        seed: policy["seed"].as_u64().expect("a seed"),
        turns: policy["turns"].as_u64().and_then(|turns| turns.try_into().ok()).expect("a number of turns"),
        answers: map(&policy["answers"], strings),
    }
}

fn map<T>(value: &Value, read: impl Fn(&Value) -> T) -> BTreeMap<String, T> {
    let entries = value.as_object().expect("a map").iter();
    entries.map(|(name, value)| (name.clone(), read(value))).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn strings(value: &Value) -> Vec<String> {
    list(value).iter().map(|text| string(text).to_string()).collect()
}

fn string(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn numbers(value: &Value) -> Vec<u8> {
    let byte = |number: &Value| number.as_u64().and_then(|number| number.try_into().ok()).expect("a byte");
    list(value).iter().map(byte).collect()
}
