//! What the texts rule out, read once more: which rules a typed line, or a configuration, breaks.
//!
//! Nothing of the references is used here. What is known of a game is what it has printed.

pub(crate) mod bots;
pub(crate) mod configuration;
pub(crate) mod dice;
pub(crate) mod gekitai;
pub(crate) mod little_battle;

/// A question that a game has asked.
pub(crate) struct Moment<'a> {
    /// The name of the question.
    pub(crate) question: &'a str,
    /// All that the game has printed, the prompt included.
    pub(crate) output: &'a str,
    /// What it prints when the map is asked for, if it has one.
    pub(crate) map: &'a str,
}

/// Returns the rules of the game that the line breaks as a reply; none if it is a good one.
pub(crate) fn broken(game: &str, moment: &Moment<'_>, line: &str) -> Vec<&'static str> {
    match game {
        "bots" => bots::broken(moment, line),
        "gekitai" => gekitai::broken(moment.output, line),
        "iec_dice" => dice::not_yes_or_no(line),
        "little_battle" => little_battle::broken(moment, line),
        // The text: "You can assume that the user will always provide valid input".
        "pizza" => Vec::new(),
        "rats" => dice::no_number_of_players(moment, line),
        other => panic!("the rules of {other} about input are read nowhere"),
    }
}

/// Returns what follows the last place where `text` stands in `output`.
fn after_last<'a>(output: &'a str, text: &str) -> &'a str {
    output.rsplit_once(text).map_or("", |(_, rest)| rest)
}

/// Returns those of the rules that are broken.
fn those_broken(rules: &[(bool, &'static str)]) -> Vec<&'static str> {
    rules.iter().filter(|(is_broken, _)| *is_broken).map(|(_, rule)| *rule).collect()
}
