//! Wrong input is wrong in one way only: what is generated, what cases type, configurations, and the invalid files.
//!
//! What is ruled out, and by how many rules, is read in `readings` from what the games print, without the references.

mod planted;
mod readings;

use std::collections::{BTreeMap, BTreeSet};

use harness::cases::{Case, Reference, Suite};
use planted::suite;
use readings::{Moment, broken, configuration};
use reference::author::{Style, write};
use reference::dice::{Dialect, Dice};
use reference::replay::replay_with;
use reference::{Ending, Game, Piece, Setup, Transcript, Typed};

/// A case's game, as it is started there.
struct Table<'a> {
    game: &'static Game,
    settings: &'a BTreeMap<String, String>,
    case: &'a Case,
}

impl<'a> Table<'a> {
    fn of(suite: &'a Suite, case: &'a Case) -> Self {
        let Reference::Game { name, settings } = &suite.reference else { panic!("a suite of a game") };
        Self { game: reference::game(name).expect("a game of the table"), settings, case }
    }

    fn setup(&self) -> Setup {
        Setup {
            arguments: self.case.args.clone(),
            files: Box::new(self.case.files.clone()),
            settings: self.settings.clone(),
        }
    }

    fn replay(&self, typed: &[Typed]) -> Transcript {
        let seed = self.case.dice.map_or(0, |dice| dice.seed);
        let mut dice: Box<dyn Dice> = match self.game.seeded {
            Some(seeded) => seeded(&self.setup()),
            None => Dialect::Own.dice(seed),
        };
        replay_with(self.game, &self.setup(), typed, dice.as_mut())
    }

    /// Returns the replay with one more line.
    fn replay_line(&self, typed: &[Typed], line: &str) -> Transcript {
        self.replay(&[typed, &[Typed::Line(line.to_string())]].concat())
    }

    /// Returns the rules that these lines break at the question at which `typed` ends.
    fn broken<'l>(
        &self,
        typed: &[Typed],
        question: &str,
        lines: &[&'l str],
    ) -> Vec<(&'l str, Vec<&'static str>)> {
        let output = self.replay(typed).output();
        let has_map = self.game.name == "little_battle";
        let map = if has_map { self.replay_line(typed, "DIS").output() } else { String::new() };
        let moment = Moment { question, output: &output, map: &map };
        lines.iter().map(|line| (*line, broken(self.game.name, &moment, line))).collect()
    }
}

/// Returns whether the reply that was typed last was refused.
fn is_refused(transcript: &Transcript) -> bool {
    let after = transcript.pieces.iter().rev().take_while(|piece| !matches!(piece, Piece::Typed(_)));
    let parts = after.filter_map(|piece| match piece {
        Piece::Said { part, .. } | Piece::SaidEither { part, .. } => Some(*part),
        _ => None,
    });
    parts.into_iter().any(|part| part.ends_with("refusal"))
}

const SUITES: [&str; 6] = ["bots", "gekitai", "iec_dice", "little_battle", "pizza", "rats"];

/// Returns one case for each way in which the cases of a suite start a game that goes on.
fn starts(suite: &Suite) -> Vec<&Case> {
    let mut seen = BTreeSet::new();
    let plays = |case: &&Case| !case.typed().is_empty();
    suite.cases.iter().filter(plays).filter(|case| seen.insert((&case.args, &case.files))).collect()
}

#[test]
fn replies_that_are_generated_as_wrong_break_one_rule_and_all_others_none() {
    for (name, expected) in RULES {
        let suite = suite(name);
        let mut rules = BTreeSet::new();
        for case in starts(&suite) {
            let table = Table::of(&suite, case);
            for seed in 0..24 {
                let turns = usize::try_from(seed * 2).expect("small");
                let typed = write(table.game, &table.setup(), Style::Mixed, seed, turns).typed();
                let Ending::Asks { question, replies } = table.replay(&typed).ending else { continue };
                let good: Vec<&str> = replies.accepted.iter().map(String::as_str).collect();
                let good = [&good, replies.asides, replies.leaving].concat();
                for (line, broken) in table.broken(&typed, question, &good) {
                    assert!(broken.is_empty(), "{name}: {question}: {line:?} breaks {broken:?}");
                }
                let wrong: Vec<&str> = replies.refused.iter().map(String::as_str).collect();
                for (line, broken) in table.broken(&typed, question, &wrong) {
                    assert_eq!(broken.len(), 1, "{name}: {question}: {line:?} breaks {broken:?}");
                    rules.extend(broken);
                }
            }
        }
        assert_eq!(rules.into_iter().collect::<Vec<_>>(), expected, "{name}");
    }
}

/// The rules that generated input breaks, each in some reply.
const RULES: [(&str, &[&str]); 6] = [
    (
        "bots",
        &[
            "SAVE alone",
            "a category",
            "a command",
            "a number in the range",
            "a space-separated list",
            "an unused category",
            "five numbers",
        ],
    ),
    ("gekitai", &["a column of the board", "a row of the board", "an address", "an empty cell"]),
    ("iec_dice", &["yes or no"]),
    (
        "little_battle",
        &[
            "a letter of an army",
            "a target on the map",
            "an own army that has not moved",
            "an unoccupied position next to the home",
            "another cell",
            "four integers",
            "no more steps than the army can make",
            "no own army or home at the target",
            "one of four directions",
            "open: NO",
            "open: off the map",
            "sufficient resources",
            "two integers",
        ],
    ),
    ("pizza", &[]),
    ("rats", &["a positive number", "an integer"]),
];

#[test]
fn wrong_input_that_cases_type_breaks_one_rule() {
    let mut wrong = Vec::new();
    for name in SUITES {
        let suite = suite(name);
        for case in &suite.cases {
            let table = Table::of(&suite, case);
            let typed = case.typed();
            for count in 0..typed.len() {
                let (Some(line), Ending::Asks { question, .. }) =
                    (typed[count].line(), table.replay(&typed[..count]).ending)
                else {
                    continue;
                };
                let (_, broken) = table.broken(&typed[..count], question, &[line]).remove(0);
                let is_refused = is_refused(&table.replay(&typed[..=count]));
                if broken.len() != usize::from(is_refused) {
                    wrong.push(format!("{name}/{}: {line:?} breaks {broken:?}", case.id));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Cases about the order of checks, and about which of two faults is told.
const OF_SEVERAL: [&str; 2] = ["error-order", "duplicate-first"];

#[test]
fn configurations_break_the_rule_whose_error_is_expected_and_no_other() {
    let suite = suite("little_battle");
    let mut checks = BTreeSet::new();
    for case in &suite.cases {
        let [text] = case.files.values().collect::<Vec<_>>()[..] else { continue };
        let faults = configuration::faults(std::str::from_utf8(text).expect("text"));
        let Some(error) = case.errors.first().filter(|error| error.message.is_some()) else {
            assert_eq!(faults, [], "{}", case.id);
            continue;
        };
        let message = error.message.as_deref().expect("a message");
        assert!(message.ends_with(&faults[0].message), "{}: {faults:?}", case.id);
        if case.rule == "error-order" {
            assert!(faults[0].check < faults[faults.len() - 1].check, "{}: {faults:?}", case.id);
        }
        assert_eq!(faults.len() > 1, OF_SEVERAL.contains(&case.rule.as_str()), "{}: {faults:?}", case.id);
        checks.insert(faults[0].check);
    }
    assert_eq!(checks, (0..8).collect());
}

#[test]
fn each_invalid_file_breaks_one_rule() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace")
        .join("invalid_files");
    let mut checks = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("it is there") {
        let path = entry.expect("readable").path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            let faults = configuration::faults(&std::fs::read_to_string(&path).expect("text"));
            assert_eq!(faults.len(), 1, "{}: {faults:?}", path.display());
            *checks.entry(faults[0].check).or_insert(0) += 1;
        }
    }
    // Two files are about positions next to or on the homes, and two about positions that are named twice.
    assert_eq!(checks, BTreeMap::from([(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 2), (7, 2)]));
}
