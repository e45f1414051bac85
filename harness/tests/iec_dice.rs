//! The IEC dice game is judged by facts: faithful programs win all marks whatever their words, faulty ones lose their own.

mod support;

use std::path::{Path, PathBuf};

use serde::Deserialize;

#[track_caller]
fn wins_all(target: &Path) {
    let marked = support::mark(target, "iec_dice", &[]);
    assert_eq!(marked.status, 0, "{}: {}", target.display(), marked.screen);
    assert_eq!(marked.results["summary"]["automatic"].as_f64(), Some(60.0), "{}", target.display());
    assert!(marked.broken_rules().is_empty(), "{}", target.display());
}

#[test]
fn the_reference_wins_all_automatic_marks() {
    wins_all(&support::reference_program("iec_dice"));
}

/// Returns the faithful programs with one of these extensions.
fn faithful(extensions: &[&str]) -> Vec<PathBuf> {
    let folder = support::submissions("iec_dice");
    let entries =
        [folder.clone(), folder.join("faithful")].map(|folder| std::fs::read_dir(folder).expect("there"));
    let paths = entries.into_iter().flatten().map(|entry| entry.expect("readable").path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| {
            path.extension().is_some_and(|ending| extensions.iter().any(|wanted| ending == *wanted))
        })
        .collect();
    paths.sort();
    paths
}

/// Marks faithful programs with this extension, every ninth of them.
#[track_caller]
fn faithful_ones_win_all(extension: &str) {
    for path in support::share(faithful(&[extension]), 9) {
        wins_all(&path);
    }
}

#[test]
fn there_are_29_faithful_programs() {
    assert!(faithful(&["c", "cpp", "py", "java"]).len() >= 29);
}

#[test]
fn faithful_programs_in_c_win_all_automatic_marks() {
    faithful_ones_win_all("c");
}

#[test]
fn faithful_programs_in_cpp_win_all_automatic_marks() {
    faithful_ones_win_all("cpp");
}

#[test]
fn faithful_programs_in_python_win_all_automatic_marks() {
    faithful_ones_win_all("py");
}

#[test]
fn faithful_programs_in_java_win_all_automatic_marks() {
    faithful_ones_win_all("java");
}

#[test]
fn dice_that_cannot_be_read_are_undecided_and_never_wrong() {
    let marked =
        support::mark(&support::submissions("iec_dice").join("unread/framed_places.c"), "iec_dice", &[]);
    let cases = marked.results["cases"].as_array().expect("cases");
    let verdicts = || cases.iter().map(|case| case["verdict"].as_str().expect("a verdict"));
    assert!(verdicts().all(|verdict| ["passed", "undecided"].contains(&verdict)), "{}", marked.screen);
    assert!(verdicts().filter(|verdict| *verdict == "undecided").count() > 20, "{}", marked.screen);
}

/// Writes a faithful program with some changes, each of which plants one fault, into a folder, and returns its path.
#[track_caller]
fn changed(file: &str, changes: &[(&str, &str)], folder: &Path) -> PathBuf {
    let mut text = std::fs::read_to_string(support::submissions("iec_dice").join(file)).expect("there");
    for (before, after) in changes {
        assert_eq!(text.matches(before).count(), 1, "{before} is in {file} once");
        text = text.replace(before, after);
    }
    let name = Path::new(file).file_name().expect("a file").to_string_lossy();
    let target = folder.join(name.replace("faithful", "iec_dice"));
    std::fs::write(&target, text).expect("written");
    target
}

/// Marks a faithful program with some changes.
#[track_caller]
fn mark_changed(file: &str, changes: &[(&str, &str)]) -> support::Marked {
    let place = tempfile::tempdir().expect("a folder");
    support::mark(&changed(file, changes, place.path()), "iec_dice", &[])
}

/// A faithful program with some changes that plant no fault wins all.
#[track_caller]
fn wins_all_changed(file: &str, changes: &[(&str, &str)]) {
    let place = tempfile::tempdir().expect("a folder");
    wins_all(&changed(file, changes, place.path()));
}

/// All dice of the computer, what they make in words that are not known, and by how much the player loses.
#[test]
fn the_computers_dice_may_be_listed_before_its_score_and_a_margin_is_no_score() {
    let marked = mark_changed(
        "faithful.c",
        &[
            SEED,
            ("int computer_turn(void) {\n", "int all[6];\n\nint computer_turn(void) {\n"),
            (
                "total += shown + hidden;",
                "total += shown + hidden, all[2 * i] = shown, all[2 * i + 1] = hidden;",
            ),
            (
                r#"printf("\nPlayer: %d   Computer: %d\n", player, computer);"#,
                r#"printf("The computer rolled %d and %d, %d and %d, ", all[0], all[1], all[2], all[3]);
        printf("%d and %d which makes %d\nYou have %d\n", all[4], all[5], computer, player);"#,
            ),
            (
                r#"printf("The computer wins!\n");"#,
                r#"printf("Sorry, you lose by %d points.\n", computer - player);"#,
            ),
        ],
    );
    assert!(marked.lost().is_empty() && !marked.screen.contains("UNDECIDED"), "{}", marked.screen);
}

/// Both scores in a sentence that gives the computer's to nobody, and a line that counts the games that each has won.
#[test]
fn games_that_are_counted_below_the_winner_are_no_scores() {
    wins_all_changed(
        "faithful.py",
        &[
            (
                "    while True:\n        computer = computer_turn()",
                "    won = lost = 0\n    while True:\n        computer = computer_turn()",
            ),
            ("Final score: you {player}, computer {computer}", "You scored {player}, I scored {computer}."),
            (
                "        if not ask('Play another game?'):",
                "        won += player > computer
        lost += player < computer
        print(f'Score: You {won} - Computer {lost}')
        if not ask('Play another game?'):",
            ),
        ],
    );
}

/// The total before the roll stands beside the new one, and the final scores stand below the winner.
#[test]
fn final_scores_may_stand_below_the_winner() {
    wins_all_changed(
        "faithful.py",
        &[
            (
                "        print(f'Points: {points}, score: {total}')",
                "        print(f'{points} points. Previous total: {total - points}. New total: {total}.')",
            ),
            ("        print(f'\\nFinal score: you {player}, computer {computer}')\n", ""),
            (
                "        if not ask('Play another game?'):",
                "        print(f'You: {player}, computer: {computer}')\n        if not ask('Play another game?'):",
            ),
        ],
    );
}

/// White pips are stars, and so is the right side of each die.
#[test]
fn a_report_says_why_dice_cannot_be_read_and_what_to_do() {
    let place = tempfile::tempdir().expect("a folder");
    let target =
        changed("faithful.c", &[(r#"printf("|%s|  ", text)"#, r#"printf("|%s*  ", text)"#)], place.path());
    let reports = place.path().join("reports");
    let told = support::harness()
        .args(["--suite", "iec_dice", "--report", "html", "--reports"])
        .arg(&reports)
        .arg("--target")
        .arg(&target)
        .output()
        .expect("it runs");
    let screen = String::from_utf8_lossy(&told.stdout);
    let words = screen.split_whitespace().collect::<Vec<_>>().join(" ");
    let why = "the dice cannot be read: each row of a die begins with `|` and ends with `*`, and one of them may be the frame or a pip; \
               draw both sides of a die with one sign that is no pip";
    assert!(words.contains("UNDECIDED") && words.contains(why), "{screen}");
    let line = screen.lines().find_map(|line| line.trim().strip_prefix("one line "));
    assert!(line.is_some_and(|line| line.trim().starts_with('|') && line.ends_with('*')), "{screen}");
    assert!(!words.contains("not passed"), "{screen}");
    let page = std::fs::read_to_string(reports.join("report.html")).expect("the page is written");
    assert!(page.contains("draw both sides of a die with one sign that is no pip"));
}

/// A sign that is no pip is read as the side of a die.
#[test]
fn sides_of_a_die_that_differ_are_told_and_cost_nothing() {
    let marked = mark_changed("faithful.py", &[("mark) + '│' for", "mark) + '*' for")]);
    assert_eq!(marked.results["summary"]["automatic"].as_f64(), Some(60.0), "{}", marked.screen);
    let told = "the left side of a die is drawn with `│`, the right side with `*`";
    assert!(marked.results.to_string().contains(told), "{}", marked.screen);
}

/// The three dice of the computer, which are drawn, are no roll of the player's.
#[test]
fn a_roll_that_is_shown_in_digits_loses_the_row_of_pictures_and_nothing_is_told_wrong() {
    let drawn = "        print('Tu tirada (rojo, blanco, blanco):')\n        lado([cara(r,'●'),cara(a,'●'),cara(b,'●')])";
    let digits = "        print('Tu tirada: rojo',r,'blanco',a,'blanco',b)";
    let marked = mark_changed("faithful/espanol.py", &[(drawn, digits)]);
    let lost: Vec<_> = marked.lost().into_keys().collect();
    assert_eq!(lost, ["pictures"], "{}", marked.screen);
    let told = "the player rolls, but no picture of a die is found";
    // By the dice of a run, another one may be seen that costs nothing.
    let headings = ["has 1 mistake.", "has 1 mistake that costs marks."];
    let is_only_one = headings.iter().any(|heading| marked.screen.contains(heading));
    assert!(marked.screen.contains(told) && is_only_one, "{}", marked.screen);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_computer_that_rolls_only_twice_is_told_where_its_dice_are_numbers() {
    let twice = ("('first', 'second', 'third')", "(1, 2)");
    for words in ["In its {number} roll the computer shows a", "The bot gets:"] {
        let marked =
            mark_changed("faithful.py", &[twice, ("In its {number} roll the computer shows a", words)]);
        assert_eq!(marked.lost().into_keys().collect::<Vec<_>>(), ["computer-turn"], "{}", marked.screen);
        assert!(marked.screen.contains("the computer rolls only twice"), "{}", marked.screen);
        assert!(!marked.screen.contains("UNDECIDED"), "{}", marked.screen);
    }
}

/// A computer that speaks of its own throw, and a player who is told "You throw".
#[test]
#[ignore = "slow: a part of .ci/full"]
fn dice_of_a_computer_that_says_my_are_its_own_also_where_no_die_is_red() {
    let shown = "        print(f'In its {number} roll the computer shows a', dice[0])\n";
    let drawn = "        print('My throw (one die stays under the cup):')\n        show([(dice[0], '○')])\n";
    let both = drawn.replace("(dice[0], '○')", "(face, '○') for face in dice");
    let split = (
        "    pips = [(red, '●')] + [(face, '○') for face in white]\n",
        "    show([(red, '●')] + [(face, '○') for face in white])\n\n\ndef show(pips):\n",
    );
    let told = ("        print()\n        show_dice", "        print('You throw:')\n        show_dice");
    let spoken = |drawn| [(shown, drawn), split, told];
    assert!(mark_changed("faithful.py", &spoken(drawn)).lost().is_empty());
    let alike = ("[(red, '●')] + [(face, '○') for face in white]", "[(face, '○') for face in [red] + white]");
    let split_alike = split.1.replace(alike.0, alike.1);
    let marked = mark_changed("faithful.py", &[(shown, drawn), (split.0, &split_alike), told]);
    assert_eq!(marked.lost().into_keys().collect::<Vec<_>>(), ["pictures"], "{}", marked.screen);
    let marked = mark_changed("faithful.py", &spoken(&both));
    assert_eq!(marked.lost().into_keys().collect::<Vec<_>>(), ["computer-turn"], "{}", marked.screen);
}

#[test]
fn a_score_of_the_computer_that_is_told_early_is_one_mistake_whatever_it_is_called() {
    let told = (
        "    return total\n\n\ndef player_turn",
        "    print('The computer has', total)\n    return total\n\n\ndef player_turn",
    );
    let marked = mark_changed("faithful.py", &[told]);
    assert_eq!(marked.lost().into_keys().collect::<Vec<_>>(), ["computer-turn"], "{}", marked.screen);
}

/// The rows of pictures that are drawn twice, and a red 1 that ends the turn with a white 1 instead of without one.
#[test]
#[ignore = "slow: a part of .ci/full"]
fn rows_of_dice_that_are_drawn_twice_hide_no_broken_rule() {
    let row =
        "        print('  '.join('│' + PIPS[face][row].replace('p', mark) + '│' for face, mark in pips))\n";
    let doubled = (row, &*row.repeat(2));
    let marked = mark_changed("faithful.py", &[doubled]);
    assert_eq!(marked.lost().into_keys().collect::<Vec<_>>(), ["pictures"], "{}", marked.screen);
    assert!(marked.results.to_string().contains("each row of a die is drawn twice, so that a die of"));
    let inverted = ("if red == 1 and 1 not in white", "if red == 1 and 1 in white");
    let marked = mark_changed("faithful.py", &[doubled, inverted]);
    let lost = marked.lost();
    assert!(
        ["pictures", "reroll", "roll-score"].iter().all(|row| lost.contains_key(*row)),
        "{}",
        marked.screen
    );
    let text = marked.results.to_string();
    assert!(!text.contains("white 10") && !text.contains("white 12"), "{}", marked.screen);
}

/// Faults of the program in C: a wrong rule each, and a face that is drawn as another one each.
const RULES: [(&str, &str); 3] = [
    (
        "            return 0;\n        }\n        total += current;",
        "            total = 0;\n            continue;\n        }\n        total += current;",
    ),
    ("        total += current;", "        total = current;"),
    ("        if (player > computer) {", "        if (player < computer + 100) {"),
];
const PICTURES: [(&str, &str); 2] = [
    ("left = row == 0 ? face > 1 : face > 3", "left = row == 0 ? face > 2 : face > 3"),
    ("left = right = face == 6", "left = right = face > 6"),
];

/// Other dice in each run, whatever the clock says: a submission's process ids are the same in all runs.
const SEED: (&str, &str) = (
    "    srand(time(NULL));",
    "    extern int getentropy(void *, unsigned long);\n    unsigned seed;\n    getentropy(&seed, sizeof seed);\n    srand(seed);",
);

/// So often a program is marked whose dice need not show both of its faults: about one marking in a hundred shows one of them only.
const MARKINGS: usize = 4;

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_wrong_rule_costs_its_row_also_where_a_face_is_drawn_as_another_one() {
    let rules = || RULES.iter().zip(["reroll", "total", "winner"]);
    let all = PICTURES.iter().flat_map(|picture| rules().map(move |(rule, row)| (picture, rule, row)));
    for (picture, rule, row) in support::share(all.collect(), 2) {
        let mut screens = Vec::new();
        let shows_both = (0..MARKINGS).any(|_| {
            let marked = mark_changed("faithful.c", &[SEED, *rule, *picture]);
            let lost = marked.lost();
            screens.push(marked.screen);
            lost.contains_key(row) && lost.contains_key("pictures")
        });
        assert!(shows_both, "{row}: {}", screens.join("\n"));
    }
}

/// What students read of faces that look alike, whatever else of their report is kept from them.
#[test]
fn two_faces_that_look_alike_are_told_in_a_public_case() {
    let place = tempfile::tempdir().expect("a folder");
    let target = patched("three_drawn_as_two", place.path());
    let told = "a 3 is drawn with 2 pips, so that two faces look the same: no die ever shows 3 pips";
    let mut screens = Vec::new();
    // Its dice follow the clock: now and then a second shows too few of them in four cases.
    let is_told = (0..MARKINGS).any(|_| {
        let marked = support::mark(&target, "iec_dice", &["--case", "pictures/*"]);
        let cases = marked.results["cases"].as_array().expect("cases");
        let wrong: Vec<_> = cases.iter().filter(|case| case["verdict"] != "passed").collect();
        let is_public =
            |case: &&serde_json::Value| case["id"] == "pictures/all_faces" && case["visible"] == "public";
        assert!(wrong.iter().all(is_public), "{}", marked.screen);
        screens.push(marked.screen);
        wrong.len() == 1 && marked.results.to_string().contains(told)
    });
    assert!(is_told, "{}", screens.join("\n"));
}

/// All runs have the same dice, and those that are long enough to tell a misdrawn face are about something else: the face was told as one that never
/// falls.
#[test]
fn a_face_drawn_as_another_one_is_told_by_all_runs_together() {
    let five_as_four = ("middle = face % 2;", "middle = face % 2 && face != 5;");
    let marked = mark_changed("faithful.c", &[("srand(time(NULL))", "srand(4)"), five_as_four]);
    assert_eq!(
        marked.lost().into_keys().collect::<Vec<_>>(),
        ["pictures", "player-dice"],
        "{}",
        marked.screen
    );
    for told in ["a 5 is drawn with 4 pips", "runs begin with the same dice"] {
        assert!(marked.screen.contains(told), "{}", marked.screen);
    }
}

/// Four rolls of the computer, of which one was taken for a die of the player.
#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_computer_that_rolls_four_times_is_told_so_and_no_roll_of_the_player_is_told_with_other_faces() {
    let place = tempfile::tempdir().expect("a folder");
    let marked = support::mark(&patched("computer_rolls_four_times", place.path()), "iec_dice", &[]);
    assert_eq!(marked.broken_rules(), ["computer-rolls-four-times"], "{}", marked.screen);
    assert_eq!(marked.lost().into_keys().collect::<Vec<_>>(), ["computer-turn"], "{}", marked.screen);
    assert!(!marked.results.to_string().contains("this roll ("), "{}", marked.screen);
}

/// The total of the player stands in the place of the computer's score: a table of two zeros was taken for dice.
#[test]
fn a_table_of_final_scores_is_not_taken_for_dice() {
    let place = tempfile::tempdir().expect("a folder");
    let marked = support::mark(&patched("total_twice_in_the_table", place.path()), "iec_dice", &[]);
    assert!(marked.lost().contains_key("computer-turn"), "{}", marked.screen);
    assert!(!marked.results.to_string().contains("the dice cannot be read"), "{}", marked.screen);
    assert!(!marked.screen.contains("UNDECIDED"), "{}", marked.screen);
}

#[derive(Deserialize)]
struct Faulty {
    patch: String,
    /// The row that pays, and as what the fault is found there.
    row: String,
    cause: String,
    /// What the row loses at least; in how many cases a fault shows is the dice's.
    least: f64,
    /// The bend whose rule it is told to break, if one is; then its cause is told nowhere by itself.
    names: Option<String>,
    /// The bend whose rule it may be told to break, where dice that nobody can count on decide.
    may_name: Option<String>,
    /// Other rows that may lose, because what they are about is wrong, too.
    #[serde(default)]
    also: Vec<String>,
}

fn faulty() -> Vec<Faulty> {
    let text = std::fs::read_to_string(support::submissions("iec_dice").join("patches.yaml")).expect("there");
    serde_saphyr::from_str(&text).expect("well formed")
}

/// Writes a faithful program with a patch into a folder, and returns its path.
fn patched(patch: &str, folder: &Path) -> PathBuf {
    let programs = support::submissions("iec_dice");
    let text = std::fs::read_to_string(programs.join(format!("patches/{patch}.patch"))).expect("there");
    let diff = diffy::Patch::from_str(&text).expect("a unified diff");
    let source = programs.join(diff.original().expect("the patch names its file"));
    let program = diffy::apply(&std::fs::read_to_string(&source).expect("there"), &diff).expect("it applies");
    let target = folder.join(source.file_name().expect("a name"));
    std::fs::write(&target, program).expect("written");
    target
}

/// Marks every ninth faulty program, of those whose index leaves this rest when divided by two.
#[track_caller]
fn each_loses_its_marks(rest: usize) {
    let programs = faulty().into_iter().skip(rest).step_by(2).collect();
    for Faulty { patch, row, cause, names, may_name, least, also } in support::share(programs, 9) {
        let place = tempfile::tempdir().expect("a folder");
        let marked = support::mark(&patched(&patch, place.path()), "iec_dice", &[]);
        let lost = marked.lost();
        let strange: Vec<&String> =
            lost.keys().filter(|lost| **lost != row && !also.contains(lost)).collect();
        assert!(strange.is_empty(), "{patch}: {strange:?} lost marks, too: {}", marked.screen);
        assert!(marked.status == 1 && lost.get(&row) >= Some(&least), "{patch}: {lost:?}: {}", marked.screen);
        let rows = marked.results["mark_sheet"].as_array().expect("rows");
        let is_judged = rows.iter().all(|marks| marks["row"] != row.as_str() || marks["by"] == "harness");
        assert!(is_judged, "{patch}: `{row}` is undecided: {}", marked.screen);
        let unfair = || {
            let dice = rows.iter().filter(|marks| marks["row"] == row.as_str()).map(|marks| &marks["dice"]);
            dice.filter_map(|told| told.as_array()).any(|told| !told.is_empty())
        };
        let named = marked.broken_rules();
        let is_rightly_named = match (&names, &may_name) {
            (Some(bend), _) => named == [bend.as_str()],
            (None, may_name) => named.iter().all(|name| Some(name) == may_name.as_ref()),
        };
        assert!(is_rightly_named, "{patch}: names {named:?} instead of {names:?}: {}", marked.screen);
        let told = match cause.as_str() {
            "unfair" => unfair(),
            _ => !named.is_empty() || marked.faults().contains(&(row.clone(), cause.clone())),
        };
        assert!(told, "{patch}: `{cause}` is not told in row `{row}`: {:?}", marked.faults());
    }
}

#[test]
fn faulty_programs_lose_the_marks_of_their_fault() {
    each_loses_its_marks(0);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn other_faulty_programs_lose_the_marks_of_their_fault() {
    each_loses_its_marks(1);
}

#[test]
fn there_are_twenty_faulty_programs() {
    assert!(faulty().len() >= 20);
}
