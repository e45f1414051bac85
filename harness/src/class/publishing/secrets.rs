//! What students must not read of a suite, and whether a text holds any of it.

use std::fmt::Write as _;

use aho_corasick::AhoCorasick;

use crate::cases::{Case, Disclosure, Suite, Typing, Visibility};
use crate::reports::escaped;

/// Shorter texts stand in too many places by chance: `no`, `1 2 3`.
const SHORTEST: usize = 12;

/// What only cases hold that are not public.
pub(super) struct Secrets {
    search: AhoCorasick,
    /// What each text that is looked for is.
    names: Vec<String>,
}

impl Secrets {
    /// Returns the secrets of a suite: of each case that is not public its id, its digest, why it matters, what it types and starts with,
    /// and its title where students are not told even that. What also stands in something public is no secret.
    pub(super) fn of(suite: &Suite) -> Self {
        let public = public_text(suite);
        let mut texts = Vec::new();
        let mut names = Vec::new();
        for case in suite.cases.iter().filter(|case| case.visible != Visibility::Public) {
            for (what, text) in hidden_texts(suite, case) {
                if public.contains(&text) {
                    continue;
                }
                for form in [escaped(&text), text] {
                    texts.push(form);
                    names.push(format!("{what} of {}", case.id));
                }
            }
        }
        let search = AhoCorasick::new(&texts).expect("there are not so many cases");
        Self { search, names }
    }

    /// Returns what of them stands in a text first, if anything does.
    pub(super) fn found_in(&self, bytes: &[u8]) -> Option<&str> {
        self.search.find(bytes).map(|found| self.names[found.pattern().as_usize()].as_str())
    }
}

fn hidden_texts(suite: &Suite, case: &Case) -> Vec<(&'static str, String)> {
    let is_untold = suite.disclose.get(&case.visible) == Some(&Disclosure::Nothing);
    let mut texts = vec![("the digest", case.digest.to_string()), ("the reason", case.why.to_string())];
    if is_untold {
        texts.push(("the title", case.title.to_string()));
    }
    texts.extend(case.args.iter().map(|argument| ("an argument", argument.clone())));
    // What a game makes from a seed, it makes for anybody, and so perhaps for a fresh case that students see.
    if matches!(case.typing, None | Some(Typing::Lines(_))) {
        texts.extend(typed(case).map(|line| ("a typed line", line)));
    }
    for bytes in case.files.values() {
        texts.extend(
            String::from_utf8_lossy(bytes).lines().map(|line| ("a line of a file", line.to_string())),
        );
    }
    texts.retain(|(_, text)| text.trim().len() >= SHORTEST);
    texts.push(("the id", case.id.clone()));
    texts
}

fn typed(case: &Case) -> impl Iterator<Item = String> {
    case.typed().into_iter().filter_map(|typed| typed.line().map(str::to_string))
}

/// Returns everything that students may read of a suite.
fn public_text(suite: &Suite) -> String {
    let mut text = format!("{}\n{}\n", suite.name, suite.title);
    let mut add = |part: &str| writeln!(text, "{part}").expect("to a string");
    suite.rows.iter().for_each(|row| add(&row.title));
    suite.rules.values().for_each(|rule| add(rule));
    suite.bends.values().for_each(|bend| add(&format!("{}\n{}", bend.sentence, bend.hint)));
    for case in suite.cases.iter().filter(|case| case.visible == Visibility::Public) {
        add(&format!("{}\n{}\n{}\n{}", case.id, case.title, case.why, case.args.join("\n")));
        typed(case).for_each(|line| add(&line));
        let turns = case.conversation().into_iter().flat_map(|conversation| conversation.turns);
        turns.for_each(|turn| add(&turn.output));
        case.files
            .iter()
            .for_each(|(name, bytes)| add(&format!("{name}\n{}", String::from_utf8_lossy(bytes))));
    }
    text
}
