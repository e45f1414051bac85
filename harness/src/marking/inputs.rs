//! On what the run of a case depends: two runs of the same program with the same inputs could have been one.

use std::collections::BTreeMap;

use super::typing::types_a_list;
use crate::cases::{Case, PackedConversation, Suite};
use crate::digest;

/// Returns, by the ids of the cases, a digest of all that the run of each depends on besides the program; under the empty id one of all
/// of them, and of what else is run. What only judging knows, as titles and prices, is not in it.
pub(crate) fn run_inputs(suite: &Suite) -> BTreeMap<String, String> {
    let start = digest::of_bytes(format!("{:?}", suite.start).as_bytes());
    let player = format!("{:?} {:?} {:?}", suite.reference, suite.dice, suite.vocabulary);
    let player = digest::of_bytes(player.as_bytes());
    let mut inputs: BTreeMap<String, String> =
        suite.cases.iter().map(|case| (case.id.clone(), of_case(suite, case, &start, &player))).collect();
    let tests = suite.rows.iter().map(|row| format!("{:?} {:?}", row.tests, row.fair_dice));
    let all = digest::of_files(
        inputs.iter().map(|(id, input)| (id.as_str(), input.clone())).chain(tests.map(|tests| ("", tests))),
    );
    inputs.insert(String::new(), all);
    inputs
}

fn of_case(suite: &Suite, case: &Case, start: &str, player: &str) -> String {
    // Who plays follows from more than the case; so does what the player makes of it.
    let typed = if types_a_list(suite, case) {
        format!("{:?}", case.transcript.as_ref().map(PackedConversation::typed))
    } else {
        format!("{} {player}", case.digest)
    };
    let chance = case.chance.as_ref().map(|chance| ("chance", format!("{chance:?} {player}")));
    let about = [
        ("harness", env!("CARGO_PKG_VERSION").to_string()),
        ("start", start.to_string()),
        ("arguments", format!("{:?}", case.args)),
        ("limits", format!("{:?}", case.limits)),
        ("typed", typed),
    ];
    let about = about.into_iter().chain(chance).map(|(name, text)| (name.to_string(), text.into_bytes()));
    let files = case.files.iter().map(|(name, bytes)| (format!("file {name}"), bytes.clone()));
    digest::of_files(about.chain(files))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::read_suite;
    use crate::cases::source::SuiteSource;

    /// Returns the ids of the cases whose runs are other ones when the first `from` becomes `to` in a file of the suite; the
    /// empty id is that of all that is run.
    fn changed(suite: &str, file: &str, from: &str, to: &str) -> Vec<String> {
        let mut files = SuiteSource::Inside.files(suite).expect("it is there");
        let before = run_inputs(&read_suite(suite, "", &files).expect("it is valid"));
        let text = String::from_utf8(files[file].clone()).expect("it is text");
        assert!(text.contains(from), "{file} holds {from}");
        files.insert(file.to_string(), text.replacen(from, to, 1).into_bytes());
        let after = run_inputs(&read_suite(suite, "", &files).expect("it is valid"));
        before.iter().filter(|(id, input)| after.get(*id) != Some(input)).map(|(id, _)| id.clone()).collect()
    }

    #[test]
    fn only_what_is_run_changes_a_run() {
        let suite = SuiteSource::Inside.files("pizza").expect("it is there");
        let case = suite
            .keys()
            .find(|file| file.contains('/') && !file.contains("provide/"))
            .expect("a case")
            .clone();
        let id = case.trim_end_matches(".yaml").to_string();
        assert_eq!(changed("pizza", &case, "why:", "title: other words\nwhy:"), [""; 0]);
        assert_eq!(changed("pizza", &case, "why:", "limits: {wall: 9}\nwhy:"), [String::new(), id.clone()]);
        assert_eq!(changed("pizza", &case, "why:", "args: [other]\nwhy:"), [String::new(), id]);
        assert_eq!(changed("pizza", "suite.yaml", "title:", "title: Other"), [""; 0]);
    }
}
