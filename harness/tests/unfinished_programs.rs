//! Programs that are not finished, and refuse or skip what they do not know: a rule that explains a part of that is not named, and
//! wins them nothing.

mod support;

use serde_json::Value;

/// A program that is finished but for this.
struct Unfinished {
    /// What it does.
    does: &'static str,
    /// What the finished program has in this place.
    instead_of: &'static str,
    /// What it has.
    has: &'static str,
    /// Rows of which nothing is seen.
    lost: &'static [&'static str],
}

/// Marks each of the programs by a suite.
#[track_caller]
fn no_rule_helps(suite: &str, programs: &[Unfinished]) {
    let finished =
        std::fs::read_to_string(support::submissions(suite).join("faithful.py")).expect("a program");
    for Unfinished { does, instead_of, has, lost } in programs {
        assert_eq!(finished.matches(instead_of).count(), 1, "{suite}: {does}: {instead_of}");
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join(format!("{suite}.py"));
        std::fs::write(&program, finished.replace(instead_of, has)).expect("written");
        let results = support::mark(&program, suite, &["--quiet"]).results;
        assert_eq!(named(&results), Vec::<&str>::new(), "{suite}: a program that {does}");
        for row in *lost {
            assert!(wins_nothing(&results, row), "{suite}: a program that {does}, in row {row}");
        }
    }
}

fn named(results: &Value) -> Vec<&str> {
    let mistakes = results["mistakes"].as_array().expect("a list").iter();
    mistakes.filter_map(|mistake| mistake["key"].as_str()?.strip_prefix("rule ")).collect()
}

fn wins_nothing(results: &Value, name: &str) -> bool {
    let rows = results["mark_sheet"].as_array().expect("a list");
    let row = rows.iter().find(|row| row["row"] == name).expect("a row of the suite");
    row["awarded"] == 0.0
}

#[test]
fn in_battle_of_the_sexes() {
    no_rule_helps(
        "bots",
        &[
            Unfinished {
                does: "refuses every command",
                instead_of: r#"command = parse_command(input("Input > "))"#,
                has: r#"command = input("Input > ") and None"#,
                lost: &["roll-all", "cheat"],
            },
            Unfinished {
                does: "knows no category",
                instead_of: "category = names.get(answer.lower())",
                has: "category = None",
                lost: &["ending"],
            },
        ],
    );
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn in_gekitai() {
    no_rule_helps(
        "gekitai",
        &[Unfinished {
            does: "refuses every address",
            instead_of: "return self.inside(y, x) and self.cells[y][x] is None",
            has: "return False",
            lost: &["hands", "address", "repel", "off-board", "line", "winner"],
        }],
    );
}

/// Marks the finished program of a suite with one change.
#[track_caller]
fn marked_with(suite: &str, instead_of: &str, has: &str) -> support::Marked {
    let finished =
        std::fs::read_to_string(support::submissions(suite).join("faithful.py")).expect("a program");
    assert_eq!(finished.matches(instead_of).count(), 1, "{suite}: {instead_of}");
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join(format!("{suite}.py"));
    std::fs::write(&program, finished.replace(instead_of, has)).expect("written");
    support::mark(&program, suite, &[])
}

#[test]
fn a_game_that_loads_no_configuration_pays_for_that_and_other_rows_wait() {
    let marked = marked_with("little_battle", "if len(sizes) != 2 or", "if len(sizes) == 2 or");
    let rows = marked.results["mark_sheet"].as_array().expect("a list").iter();
    let judged = rows.filter(|row| row["by"] == "harness").map(|row| row["row"].as_str().expect("a name"));
    assert_eq!(judged.collect::<Vec<_>>(), ["start", "configuration"], "{}", marked.screen);
    assert!(marked.screen.contains("not reached  display 1, turns 1, recruit 2, "), "{}", marked.screen);
    let mistakes = marked.results["mistakes"].as_array().expect("a list");
    // The exception that refuses what is right is the same one wherever it is raised.
    assert!(mistakes.len() <= 3, "{}", marked.screen);
    assert_eq!((&mistakes[0]["kind"], &mistakes[0]["row"]), (&"failure".into(), &"configuration".into()));
    assert_eq!(mistakes[0]["other_rows"], serde_json::json!(["start"]));
}

#[test]
fn a_game_that_nobody_wins_is_told_as_that_and_wins_little_of_its_row() {
    let looked_for = "return not player.pieces or self.pieces_in_line(player)";
    let marked = marked_with("gekitai", looked_for, "return False");
    assert_eq!(named(&marked.results), ["nobody-wins"]);
    assert!(marked.lost().get("winner") > Some(&6.0), "{:?}", marked.lost());
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn in_little_battle() {
    no_rule_helps(
        "little_battle",
        &[
            Unfinished {
                does: "refuses every move",
                instead_of: "  army = army_at(game, start)\n  if army is None:\n    return False",
                has: "  return False",
                lost: &["collect", "winning"],
            },
            Unfinished {
                does: "refuses every place",
                instead_of: "if place not in free_places(game, player):",
                has: "if True:",
                lost: &["move", "scout", "collect"],
            },
        ],
    );
}

/// Returns the mistakes that show only after others, each with its part and the parts of those.
fn precursors(results: &Value) -> Vec<(&str, Vec<&str>)> {
    let mistakes = results["mistakes"].as_array().expect("a list");
    let part = |key: &Value| mistakes.iter().find(|it| it["key"] == *key).and_then(|it| it["part"].as_str());
    let following = mistakes.iter().filter_map(|mistake| {
        let others = mistake["precursors"]["mistakes"].as_array()?;
        Some((mistake["part"].as_str()?, others.iter().filter_map(part).collect()))
    });
    following.collect()
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn what_comes_after_fights_that_are_not_held_names_them() {
    let finished = std::fs::read_to_string(support::submissions("little_battle").join("faithful.py"))
        .expect("a program");
    let begins = "def step_to(game, army, place):\n";
    assert_eq!(finished.matches(begins).count(), 1);
    let only_moves = format!("{begins}  army.position = place\n  return True\n");
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("little_battle.py");
    std::fs::write(&program, finished.replace(begins, &only_moves)).expect("written");
    let marked = support::mark(&program, "little_battle", &["--all"]);
    let found = precursors(&marked.results);
    // What was not collected is missing in the assets, and who was not defeated is still there: rules of their own.
    for rule in ["rule nothing-added", "rule beaten-armies-stay-on-the-map"] {
        let is_named = |mistake: &Value| mistake["key"] == rule;
        assert!(
            marked.results["mistakes"].as_array().expect("a list").iter().any(is_named),
            "{rule}: {found:?}"
        );
    }
    let is_result = |part: &&str| part.starts_with("result/");
    for (part, of) in [("map", "result/lost"), ("move/armies", "result/collect")] {
        let named = found.iter().find(|(it, _)| *it == part).unwrap_or_else(|| panic!("{part}: {found:?}"));
        assert!(named.1.contains(&of) && named.1.iter().all(is_result), "{part}: {named:?}");
    }
    // That nobody captures is told first where nothing else is wrong.
    assert!(found.iter().all(|(part, _)| *part != "winning/captured"), "{found:?}");
    assert!(marked.screen.contains("first     repair mistake"), "{}", marked.screen);
}

#[test]
fn a_crash_before_anything_is_typed_comes_after_no_other_mistake() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("rats.py");
    std::fs::write(&program, "print('Welcome')\nint('abc')\n").expect("written");
    let marked = support::mark(&program, "rats", &[]);
    let has_part = |part: &str| {
        marked.results["mistakes"].as_array().expect("a list").iter().any(|it| it["part"] == part)
    };
    assert!(has_part("crash") && has_part("welcome"), "{}", marked.screen);
    assert_eq!(precursors(&marked.results), Vec::new(), "{}", marked.screen);
}
