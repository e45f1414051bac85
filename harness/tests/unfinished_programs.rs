//! Programs that are not finished, and refuse or skip what they do not know: a rule that explains a part of that is not named, and
//! wins them nothing.

mod support;

use serde_json::Value;

/// A program that is finished but for this.
struct Unfinished {
    /// What it does.
    does: &'static str,
    /// What the finished program has there.
    finished: &'static str,
    /// What it has.
    unfinished: &'static str,
    /// The rows of which nothing is seen.
    lost: &'static [&'static str],
}

/// Marks each of the programs by a suite.
#[track_caller]
fn no_rule_helps(suite: &str, programs: &[Unfinished]) {
    let finished =
        std::fs::read_to_string(support::submissions(suite).join("faithful.py")).expect("a program");
    for Unfinished { does, finished: from, unfinished, lost } in programs {
        assert_eq!(finished.matches(from).count(), 1, "{suite}: {does}: {from}");
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join(format!("{suite}.py"));
        std::fs::write(&program, finished.replace(from, unfinished)).expect("written");
        let results = support::mark(&program, suite, &["--quiet"]).results;
        assert_eq!(named(&results), Vec::<&str>::new(), "{suite}: a program that {does}");
        for row in *lost {
            assert_eq!(awarded(&results, row), 0.0, "{suite}: a program that {does}, in row {row}");
        }
    }
}

fn named(results: &Value) -> Vec<&str> {
    let mistakes = results["mistakes"].as_array().expect("a list").iter();
    mistakes.filter_map(|mistake| mistake["key"].as_str()?.strip_prefix("rule ")).collect()
}

fn awarded(results: &Value, name: &str) -> f64 {
    let rows = results["mark_sheet"].as_array().expect("a list");
    let row = rows.iter().find(|row| row["row"] == name).expect("a row of the suite");
    row["awarded"].as_f64().expect("marks")
}

#[test]
fn in_battle_of_the_sexes() {
    no_rule_helps(
        "bots",
        &[
            Unfinished {
                does: "refuses every command",
                finished: r#"command = parse_command(input("Input > "))"#,
                unfinished: r#"command = input("Input > ") and None"#,
                lost: &["roll-all", "roll-specified", "cheat", "accept"],
            },
            Unfinished {
                does: "knows no category",
                finished: "category = names.get(answer.lower())",
                unfinished: "category = None",
                lost: &["ending"],
            },
        ],
    );
}

#[test]
fn in_gekitai() {
    no_rule_helps(
        "gekitai",
        &[
            Unfinished {
                does: "refuses every address",
                finished: "return self.inside(y, x) and self.cells[y][x] is None",
                unfinished: "return False",
                lost: &["hands", "address", "repel", "off-board", "line", "winner"],
            },
            Unfinished {
                does: "never ends",
                finished: "return not player.pieces or self.pieces_in_line(player)",
                unfinished: "return False",
                lost: &["line"],
            },
        ],
    );
}

#[test]
fn in_little_battle() {
    no_rule_helps(
        "little_battle",
        &[
            Unfinished {
                does: "refuses every move",
                finished: "  army = army_at(game, start)\n  if army is None:\n    return False",
                unfinished: "  return False",
                lost: &["scout", "collect", "fights", "winning"],
            },
            Unfinished {
                does: "refuses every place",
                finished: "if place not in free_places(game, player):",
                unfinished: "if True:",
                lost: &["move", "scout", "collect", "fights", "winning"],
            },
        ],
    );
}
