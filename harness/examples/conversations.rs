//! Writes down what is typed, thrown and said in every case of every suite whose reference is a game, and what its bent games
//! say where they say something else: `conversations FILE`.
//!
//! The crate `reference` is tested with that file alone (`reference/src/suites.rs`), so that a game can be changed and tried
//! within a second.

use std::collections::BTreeMap;
use std::error::Error;
use std::hash::{DefaultHasher, Hash, Hasher};

use harness::cases::source::SuiteSource;
use harness::cases::{Case, Suite, Typed, Typing, select};
use harness::expected::{game, reference_transcript};
use reference::author::{Policy, Style};
use reference::replay::replay;
use reference::{Ending, Game, Script, Setup};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("conversations FILE")?;
    let source = SuiteSource::find(None)?;
    let mut conversations = Vec::new();
    for name in source.suites() {
        let suite = select::suite(&source, &name).map_err(|problems| format!("{problems:?}"))?;
        conversations.extend(suite.cases.iter().filter_map(|case| conversation(&suite, case)));
    }
    std::fs::write(file, serde_json::to_vec(&conversations)?)?;
    Ok(())
}

fn conversation(suite: &Suite, case: &Case) -> Option<Value> {
    let (game, setup) = game(suite, case)?;
    let transcript = reference_transcript(suite, case)?;
    let policy = match &case.typing {
        Some(Typing::Random(policy) | Typing::Play(policy)) => Some(written(policy)),
        Some(Typing::Lines(_)) | None => None,
    };
    let script = transcript.script();
    Some(json!({
        "case": format!("{}/{}", suite.name, case.id),
        "game": game.name,
        "arguments": setup.arguments,
        "settings": setup.settings,
        "files": case.files,
        "policy": policy,
        "typed": script.replies.iter().map(Typed::line).collect::<Vec<_>>(),
        "faces": script.faces,
        "seeded": case.dice.is_none() && game.seeded.is_some(),
        "text": transcript.to_string(),
        "finished": transcript.ending == Ending::Finished,
        "bent": bent(game, &setup, &script),
    }))
}

fn written(policy: &Policy) -> Value {
    let Policy { style, seed, turns, answers } = policy;
    json!({"legal": *style == Style::Legal, "seed": seed, "turns": turns, "answers": answers})
}

/// Returns a hash of what is said with each bend that shows.
fn bent(game: &Game, setup: &Setup, script: &Script) -> BTreeMap<&'static str, u64> {
    let says = |game: &Game| replay(game, setup, script).to_string();
    let right = says(game);
    let bends = game.bends().into_iter().filter_map(|bend| Some((bend, says(&game.bent(bend)?))));
    bends.filter(|(_, text)| *text != right).map(|(bend, text)| (bend, digest(&text))).collect()
}

fn digest(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
