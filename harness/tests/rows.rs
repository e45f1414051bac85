//! Whole programs with one fault lose what a tutor would take: in the row to which the fault belongs, once.
//!
//! Each is a faithful program with a few words of its text replaced.

mod support;

use std::collections::BTreeMap;

/// A text of a program, and what stands there instead.
type Edit = (&'static str, &'static str);

/// Returns what the faithful program of a suite loses with these edits.
fn lost(suite: &str, edits: &[Edit]) -> BTreeMap<String, f64> {
    lost_of(suite, "faithful.py", edits)
}

/// Returns what a faithful program loses with these edits.
fn lost_of(suite: &str, file: &str, edits: &[Edit]) -> BTreeMap<String, f64> {
    marked_of(suite, file, edits).lost()
}

/// Marks a faithful program with these edits.
fn marked_of(suite: &str, file: &str, edits: &[Edit]) -> support::Marked {
    let path = support::submissions(suite).join(file);
    let extension = path.extension().and_then(std::ffi::OsStr::to_str).expect("an extension");
    let faithful = std::fs::read_to_string(&path).expect("readable");
    let edited = edits.iter().fold(faithful, |text, (old, new)| {
        assert!(text.contains(old), "{suite} has no {old:?}");
        text.replace(old, new)
    });
    let folder = tempfile::tempdir().expect("a folder");
    let target = folder.path().join(format!("{suite}.{extension}"));
    std::fs::write(&target, edited).expect("written");
    let marked = support::mark(&target, suite, &[]);
    let listed: f64 = marked.mistakes().iter().map(|(_, _, lost)| lost).sum();
    let all: f64 = marked.lost().values().sum();
    assert!((listed - all).abs() < 0.006, "the list sums to {listed}, and {all} is lost");
    marked
}

/// Returns the sentences of the mistakes that a faithful program makes with these edits, as far as they cost something.
fn sentences_of(suite: &str, edits: &[Edit]) -> Vec<String> {
    let marked = marked_of(suite, "faithful.py", edits);
    let mistakes = marked.results["mistakes"].as_array().expect("a list").iter();
    let costly = mistakes.filter(|it| it["lost"].as_f64().is_some_and(|lost| lost > 0.0));
    costly.map(|it| it["sentence"].as_str().expect("a sentence").to_string()).collect()
}

#[track_caller]
fn check(suite: &str, edits: &[Edit], expected: &[(&str, f64)]) {
    let expected: BTreeMap<String, f64> =
        expected.iter().map(|(row, lost)| ((*row).to_string(), *lost)).collect();
    assert_eq!(lost(suite, edits), expected);
}

/// Checks another program of the kind, where every fault is tried: each is marked by a whole suite.
#[track_caller]
fn check_more(suite: &str, edits: &[Edit], expected: &[(&str, f64)]) {
    if support::every_fault() {
        check(suite, edits, expected);
    }
}

#[test]
fn a_step_that_is_missing_after_a_command_belongs_to_that_command() {
    // SAVE takes the first free category instead of asking for one. Without the row of the command it cost 4.5 marks in six rows.
    let picks = "    if SAVED:\n        return next(name for name in CATEGORIES if scores[name] is None)\n";
    let asks = "    names = {category.lower(): category for category in CATEGORIES}\n    while True:";
    let picks_or_asks: &'static str = Box::leak(format!("{picks}{asks}").into_boxed_str());
    let edits = [
        (
            "    return dice\n\n\ndef choose_category",
            "    global SAVED\n    SAVED = command == \"SAVE\"\n    return dice\n\n\ndef choose_category",
        ),
        (asks, picks_or_asks),
    ];
    check("bots", &edits, &[("accept", 1.0)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_command_counts_only_at_the_question_where_it_is_asked() {
    // `save` is typed where a category is asked for, after CHEAT: neither Accept Dice nor the First Interface has to do with it.
    let edit = (
        "        category = names.get(answer.lower())\n",
        "        if answer.lower() == \"save\":\n            return next(name for name in CATEGORIES if scores[name] is None)\n        category = names.get(answer.lower())\n",
    );
    check("bots", &[edit], &[("cheat", 1.0)]);
}

#[test]
fn a_crash_while_a_legal_file_is_loaded_costs_the_starting_row_alone() {
    let start = "def print_start(game, filepath):";
    let crashes = "def print_start(game, filepath):\n  if game.width != game.height: raise IndexError(\"list index out of range\")";
    check("little_battle", &[(start, crashes)], &[("start", 0.2)]);
    let map = "def display_map(game):";
    check_more(
        "little_battle",
        &[(map, "def display_map(game):\n  if game.height == 7: raise KeyError(7)")],
        &[("start", 0.2)],
    );
    let ends = "def print_start(game, filepath):\n  if game.width == 7 and game.height == 7: sys.exit(0)";
    check_more("little_battle", &[(start, ends)], &[("start", 0.1)]);
    // Nobody claims the start of a game of pieces: the row of the case pays, not the row of the board.
    let size = "        super().__init__(N, N)\n";
    let edit = (size, "        super().__init__(N, N)\n        if N == 7: raise IndexError(7)\n");
    check_more("gekitai", &[edit], &[("scalable", 1.14)]);
}

#[test]
fn a_crash_costs_the_row_that_is_about_it_and_no_games_that_it_cuts_off() {
    // An empty line crashes three of the 13 cases of weird inputs, and two random games of other sizes in which one is typed.
    check("gekitai", &[("letter = text[:1]", "letter = text[0]")], &[("weird", 0.92)]);
    // Cells off the board end two of the seven cases of cells that are refused, and three of the fourteen of other sizes.
    let valid = "        return self.inside(y, x) and self.cells[y][x] is None\n";
    let unlooked = "        return self.cells[y][x] is None\n";
    check("gekitai", &[(valid, unlooked)], &[("taken", 1.14)]);
}

#[test]
fn one_exception_costs_the_row_about_crashes_and_one_of_the_rows_whose_answers_end_in_it() {
    // `ROLL a` and `CHEAT 1 1 1 1 a` fail in the same line: half of the marks of the first, and those of runtime errors.
    let no_digits = ("word.isdigit() and lowest", "lowest");
    check("bots", &[no_digits], &[("roll-specified", 1.0), ("runtime-errors", 1.0)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_crash_at_a_question_costs_the_row_that_asks_it_and_not_whole_games() {
    // A word is refused in two of the 32 cases of moves; more of the random games end there, too.
    let converted = (
        "parse_numbers(answer, 4)",
        "parse_numbers(str(int(answer)) if answer[:1].isalpha() else answer, 4)",
    );
    check("little_battle", &[converted], &[("move", 0.09)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_rule_that_turns_round_what_another_one_does_is_found_beside_it() {
    // Player O begins, half of the row; after an invalid move it is the other player's turn again, two of its six cases.
    let begins = ("self.current = 0", "self.current = 1");
    let loses_turn = (
        "                print('Invalid move!')\n",
        "                print('Invalid move!')\n                self.current = 1 - self.current\n",
    );
    check("gekitai", &[begins, loses_turn], &[("turns", 5.0)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_program_that_is_strict_about_letter_case_is_played_on_as_it_likes_it() {
    // How its games end is seen, too: a tie is half of the row of endings.
    let strict = ("{category.lower(): category", "{category: category");
    let looked_up = ("names.get(answer.lower())", "names.get(answer)");
    let no_tie = ("    if first == second:", "    if first < 0:");
    let lost = [("category-selection", 0.5), ("ending", 0.5)];
    check("bots", &[strict, looked_up, no_tie], &lost);
}

#[test]
fn what_follows_from_an_answer_to_another_question_costs_nothing() {
    // Ingredients are asked for with every flavor: what the cases type next is no list of ids, and C takes any text for one.
    let list = "for (int i = 0; i < 15; i++)
                    printf(\"%d: %s%s\", i + 1, ingredients[i], i % 5 == 4 ? \"\\n\" : \", \");
                printf(\"Select id's of ingredients: \");
                scanf(\"\\n\");
                fgets(line, sizeof line, stdin);
";
    let before: &'static str = Box::leak(format!("{list}            if (choice == 5) {{").into_boxed_str());
    let inside: &'static str = Box::leak(format!("choice == 5) {{\n                {list}").into_boxed_str());
    let edits = [("if (choice == 5) {", before), (inside, "choice == 5) {\n")];
    assert_eq!(lost_of("pizza", "one_file.c", &edits), BTreeMap::from([("preset".to_string(), 1.5)]));
}

#[test]
fn ids_that_are_waited_for_though_all_were_typed_are_one_broken_rule() {
    // Half of the row; that the question comes late is what follows, also where cases that are right so far look as if nothing was flushed.
    let line = "                scanf(\"\\n\");
                fgets(line, sizeof line, stdin);
                for (char *word = strtok(line, \" \\n\"); word; word = strtok(NULL, \" \\n\"))
                    ids[pizzas][count[pizzas]++] = atoi(word);
";
    let six = "                int id = 1;
                while (count[pizzas] < 6) {
                    scanf(\"%d\", &id);
                    ids[pizzas][count[pizzas]++] = id;
                }
";
    let edits = [
        (line, six),
        ("int main(void) {\n", "int main(void) {\n    setvbuf(stdout, NULL, _IONBF, 0);\n"),
        ("char line[200], answer[20]", "char answer[20]"),
        ("scanf(\" %19s\", answer)", "scanf(\" %c\", answer)"),
        // Ids that are left are taken for answers and flavors, and 6 to 15 are no flavors.
        ("} else {", "} else if (choice < 5) {"),
        ("printf(\"%d. %s (\", i + 1, flavors[flavor[i]]);", "printf(\"%d. \", i + 1);"),
        (
            "for (int k = 0; k < count[i]; k++)",
            "if (flavor[i] > 4) continue;\n            printf(\"%s (\", flavors[flavor[i]]);\n            for (int k = 0; k < count[i]; k++)",
        ),
    ];
    assert_eq!(lost_of("pizza", "one_file.c", &edits), BTreeMap::from([("custom".to_string(), 1.5)]));
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_neighbour_of_a_broken_rule_is_not_named_in_its_place() {
    // Both rules together look as if one resource were enough for an army, which explains more than each of them alone.
    let used_up = ("if not can_afford_any(game, player):", "if sum(game.assets[player].values()) == 0:");
    let asked_again = [
        (
            "    if not can_afford(game, player, answer):\n      print(\"Insufficient resources. Try again.\")\n      continue\n",
            "",
        ),
        (
            "    numbers = parse_numbers(answer, 2)\n    if numbers is None:\n",
            "    numbers = parse_numbers(answer, 2)\n    if not can_afford(game, player, kind):\n      print(\"Insufficient resources. Try again.\")\n      continue\n    if numbers is None:\n",
        ),
    ];
    let sentences = sentences_of("little_battle", &[&[used_up], &asked_again[..]].concat());
    let said = |words: &str| sentences.iter().any(|sentence| sentence.contains(words));
    assert!(
        said("only when all resources are used up") && said("then the place is asked for again"),
        "{sentences:?}"
    );
    assert_eq!(sentences.len(), 2, "{sentences:?}");
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn rules_that_say_the_same_words_are_told_apart_by_their_blanks() {
    // `X 0  1  2` and `X0 1 2` have the same words.
    let columns = ("\"{:02d}\".format(x) for x", "\"{:2d}\".format(x) for x");
    let marked = marked_of("little_battle", "faithful.py", &[columns]);
    assert_eq!(marked.lost(), BTreeMap::from([("display".to_string(), 0.12)]));
    let sentence = marked.results["mistakes"][0]["sentence"].as_str().expect("a sentence");
    assert!(sentence.contains("begin with a blank"), "{sentence}");
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn dice_that_are_shown_before_they_are_thrown_are_one_broken_rule() {
    // The seed's dice are other ones, too, which is one case; where both players have the same name nobody knows who goes first.
    let turn = "        dice.throwDice();
        cout << player.name << \" rolls \" << dice.text();
";
    let late = "        cout << player.name << \" rolls \" << dice.text();
        dice.throwDice();
";
    let marked = marked_of("rats", "one_file.cpp", &[(turn, late)]);
    let lost: Vec<f64> = marked.mistakes().iter().map(|(_, _, lost)| *lost).collect();
    assert!(lost.len() == 3 && lost[0] <= 13.0 && lost[1..].iter().sum::<f64>() < 3.0, "{lost:?}");
    let sentence = marked.results["mistakes"][0]["sentence"].as_str().expect("a sentence");
    assert!(sentence.contains("the dice that are shown are not those that are counted"), "{sentence}");
}

#[test]
fn a_name_of_two_words_is_one_name_in_every_part() {
    // Garden Feast has the other word, too; a quarter of the row of the menu, and nothing in the summary.
    check("pizza", &[("'Meat Festival'", "'Meat Feast'")], &[("menu", 0.75)]);
    check_more("pizza", &[("'Eggplant'", "'Egg plant'")], &[("custom-list", 0.25)]);
}

#[test]
fn names_of_its_own_that_one_statement_prints_are_one_slip_and_misspelt_ones_one_each() {
    let own = "print('Player', {'X': 'BLACK', 'O': 'RED'}[str(winner)], 'wins!')";
    check("gekitai", &[("print(f'Player {winner} wins!')", own)], &[("winner", 2.0)]);
    // A quarter of half a mark for each of the two words.
    let collected = "\"Good. We collected 2 {}.\".format(RESOURCE_NAMES[resource])";
    let misspelt = "'Good. We collected 2 ' + {'W': 'Wod', 'F': 'Foood', 'G': 'Gold'}[resource] + '.'";
    check_more("little_battle", &[(collected, misspelt)], &[("collect", 0.25)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_rule_that_shows_in_what_another_row_prints_costs_the_cases_that_are_about_it() {
    // Nine of 14 cases of other sizes show columns without a letter. Of the four marks of their row it takes no more than the board would lose,
    // one of whose six cases shows it: a sixth of eight marks.
    let fixed = ("[chr(ord('A') + x) for x in range(self.cols)]", "list('ABCDEF')");
    check("gekitai", &[fixed], &[("scalable", 1.33)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn of_several_rules_one_that_is_hidden_by_another_one_costs_what_it_costs_alone() {
    // Pieces replace those behind them in six of 16 cases about pushing. Beside hands that are counted, nobody would see a wrong board.
    let replaced = ("elif self.cells[far_y][far_x] is None:", "else:");
    let counted = ("print(f'{player}: {player.pieces}')", "print(f'{player}: {len(player.pieces)}')");
    check("gekitai", &[replaced, counted], &[("repel", 6.0), ("hands", 2.0)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn the_order_and_the_contents_of_the_list_of_armies_belong_to_turns() {
    let loop_over = "    for army in armies_to_move(game, player):\n      if army.kind";
    let reversed = "    for army in reversed(armies_to_move(game, player)):\n      if army.kind";
    check("little_battle", &[(loop_over, reversed)], &[("turns", 0.12)]);
    let moved_too =
        "    for army in [army for army in game.armies if army.player == player]:\n      if army.kind";
    check_more("little_battle", &[(loop_over, moved_too)], &[("turns", 0.12)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_display_that_is_wrong_in_its_own_cases_costs_its_row_and_else_the_row_of_the_case() {
    // Armies cost nothing: the asset line shows it wherever one is recruited, in 25 of the 43 cases of the row.
    check(
        "little_battle",
        &[("    game.assets[player][resource] -= amount", "    pass")],
        &[("recruit", 1.16)],
    );
    // Resources bring one instead of two: what the cases of collecting are about.
    check_more("little_battle", &[("[resource] += 2", "[resource] += 1")], &[("collect", 0.19)]);
}

#[test]
fn a_line_that_is_always_printed_twice_is_one_slip_of_wording() {
    // The menu has five such lines, and is printed in every case.
    let menu = "            print(f'{number}. {flavor}')\n";
    let twice = "            print(f'{number}. {flavor}')\n            print(f'{number}. {flavor}')\n";
    check("pizza", &[(menu, twice)], &[("menu", 0.75)]);
    let stage = "  print(\"+++Player {}'s Stage: Recruit Armies+++\".format(player))\n";
    let twice = "  for _ in range(2): print(\"+++Player {}'s Stage: Recruit Armies+++\".format(player))\n";
    check_more("little_battle", &[(stage, twice)], &[("turns", 0.25)]);
    let row = "print(y + 1, '| ' + ' | '.join(marks) + ' |')";
    let twice = "for _ in range(2): print(y + 1, '| ' + ' | '.join(marks) + ' |')";
    check_more("gekitai", &[(row, twice)], &[("board", 2.0)]);
}

#[test]
fn a_wrong_number_costs_the_row_of_what_shows_it() {
    // The players are counted from 2: no turn is about that, and every game begins with it.
    let name = ("of player \" + to_string(i)", "of player \" + to_string(i + 1)");
    assert_eq!(lost_of("rats", "one_file.cpp", &[name]), [("names".to_string(), 5.0)].into());
    // What is shown is wrong, what is counted is right: the winners win.
    let total = ("<< \" total \" << total <<", "<< \" total \" << total - 2 * turn <<");
    let lost = lost_of("rats", "one_file.cpp", &[total]);
    assert_eq!(lost.keys().collect::<Vec<_>>(), ["throws"], "{lost:?}");
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_line_that_is_cut_by_a_crash_is_told_as_the_crash() {
    let used = "        print(\" - BOXCARS! \" if boxcars else \"\\t\", end=\"\")\n";
    let set = "        boxcars = dice == [6, 6]\n";
    let swapped: &'static str = Box::leak(format!("{used}{set}").into_boxed_str());
    let right: &'static str = Box::leak(format!("{set}{used}").into_boxed_str());
    // By these dice the last player begins with two sixes, or with RatsEyes: a rule by which a program fails after the last player
    // explains that run alone.
    for seeds in ["1000003", "14000042", "28000084"] {
        let seeded =
            format!("def main():\n    random.seed({seeds} + int(sys.argv[1] if len(sys.argv) > 1 else 0))\n");
        let seeded: &'static str = Box::leak(seeded.into_boxed_str());
        let marked = marked_of("rats", "unseeded.py", &[("def main():\n", seeded), (right, swapped)]);
        let mistakes = marked.results["mistakes"].as_array().expect("mistakes");
        // Its dice follow no seed of the course.
        let is_told = |it: &&serde_json::Value| it["lost"].as_f64() > Some(0.0) && it["part"] != "dice/seed";
        let costly = mistakes.iter().filter(is_told);
        let sentences: Vec<&str> = costly.filter_map(|it| it["sentence"].as_str()).collect();
        let [sentence] = sentences[..] else { panic!("one mistake, not {sentences:?}, with {seeds}") };
        assert!(sentence.starts_with("the program crashed: UnboundLocalError"), "{sentence}");
    }
}

#[test]
fn a_crash_in_each_case_of_a_kind_is_no_broken_rule_by_which_some_of_them_would_fail() {
    // By ids that count from 0 the last id would fail; here every custom pizza does.
    let no_list = ("self.ingreds = custom_ingreds", "self.ingreds = None");
    check("pizza", &[no_list], &[("custom", 3.0), ("separate", 1.5)]);
    let sentences = sentences_of("pizza", &[no_list]);
    assert!(sentences.len() == 1 && sentences[0].contains("TypeError"), "{sentences:?}");
    // Ids that are split where nothing splits them are no ids split at commas.
    let signs = ("answer.split()", "answer");
    let sentences = sentences_of("pizza", &[signs]);
    assert!(sentences[0].contains("ValueError"), "{sentences:?}");
    assert!(sentences.iter().all(|told| !told.contains("comma")), "{sentences:?}");
}

#[test]
fn what_was_printed_before_a_crash_is_paid_where_other_cases_pay_for_it() {
    let prompt = "        answer = input(\"Select id's of ingredients: \")\n";
    let crash = "        print(\"Select id's of ingredients: \", end='')\n        answer = unknown\n";
    check("pizza", &[(prompt, crash)], &[("custom", 3.0), ("separate", 1.5)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_line_with_another_sign_that_stands_elsewhere_is_two_slips_of_its_row() {
    let end = "        print('Game over:')\n        self.print()\n";
    let other = "        self.print()\n        print('Game over!')\n";
    check("gekitai", &[(end, other)], &[("winner", 2.0)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_loop_that_goes_one_player_too_far_is_told_so() {
    // As in C, where the place after the last player holds an empty name and no points.
    let names = "(names + [\"\"])";
    let name_of = |player: &str| format!("{names}[{player}]");
    let edits = [
        (
            "def main():\n",
            "def main():\n    random.seed(sys.argv[1] if len(sys.argv) > 1 else 0)\n".to_string(),
        ),
        ("for name in names:\n            sums", format!("for name in {names}:\n            sums")),
        ("zip(names, totals)", format!("zip({names}, totals)")),
        ("[0] * len(names)", "[0] * (len(names) + 1)".to_string()),
        ("print(names[starter]", format!("print({}", name_of("starter"))),
        ("% names[player]", format!("% {}", name_of("player"))),
        ("take_turn(names[player]", format!("take_turn({}", name_of("player"))),
    ];
    let edits = edits.map(|(old, new)| -> Edit { (old, Box::leak(new.into_boxed_str())) });
    let marked = marked_of("rats", "unseeded.py", &edits);
    let expected = [("starter", 5.0), ("winning", 2.5)].map(|(row, lost)| (row.to_string(), lost));
    let rows = marked.lost().into_iter().filter(|(row, _)| row != "throws");
    assert_eq!(rows.collect::<BTreeMap<_, _>>(), expected.into());
    let mistakes = marked.results["mistakes"].as_array().expect("mistakes");
    let told =
        |words: &str| mistakes.iter().any(|it| it["sentence"].as_str().is_some_and(|it| it.contains(words)));
    assert!(told("somebody without a name throws for the start"), "{}", marked.screen);
    assert!(told("come those of somebody without a name"), "{}", marked.screen);
}

#[test]
fn what_is_right_nowhere_is_told_beside_a_wrong_number_before_it() {
    // Players are counted from 2, and nobody is told to have won.
    let begin = ("of player %d: \" % (player + 1)", "of player %d: \" % (player + 2)");
    let reach = ("print(\"\\n%s WINS!\" % names[player])", "print()");
    let marked = marked_of("rats", "unseeded.py", &[begin, reach]);
    let mistakes = marked.results["mistakes"].as_array().expect("mistakes");
    let parts: Vec<&str> = mistakes.iter().filter_map(|it| it["part"].as_str()).collect();
    assert!(parts.contains(&"names") && parts.contains(&"winning/winner"), "{parts:?}");
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn what_is_counted_otherwise_is_followed_to_what_else_is_wrong() {
    // Totals begin at 1, and any answer starts a new game. The dice are the same in each run.
    let dice = ("import sys\n", "import sys\n\nrandom.seed(len(sys.argv) > 1 and sys.argv[1])\n");
    let begin = ("totals = [0] * len(names)", "totals = [1] * len(names)");
    let again = ("if again not in (\"y\", \"yes\"):", "if False:");
    let marked = marked_of("rats", "unseeded.py", &[dice, begin, again]);
    let mistakes = marked.results["mistakes"].as_array().expect("mistakes");
    let parts: Vec<&str> = mistakes.iter().filter_map(|it| it["part"].as_str()).collect();
    assert!(parts.contains(&"rule/throws-normal") && parts.contains(&"rule/again-yes"), "{parts:?}");
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn facts_that_are_never_shown_cost_the_row_that_asks_for_them_once() {
    let hands = ("print(f'{player}: {player.pieces}')", "print(f'{player}:')");
    check("gekitai", &[hands], &[("hands", 4.0)]);
    let assets = (
        "\"[Your Asset: Wood - {} Food - {} Gold - {}]\".format(\n    asset[\"W\"], asset[\"F\"], asset[\"G\"])",
        "\"[Your Asset]\"",
    );
    check_more("little_battle", &[assets], &[("recruit", 2.0)]);
    // Two of the ten cases of the row are about how pizzas are numbered and counted, and that is right.
    check("pizza", &[("{self.flavor} ({', '.join(names)})", "{self.flavor}")], &[("summary", 2.4)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn an_echo_in_another_letter_case_costs_one_eighth_of_one_row() {
    let echoes = ("    answer = input()\n", "    answer = input()\n    print(answer.lower())\n");
    check("little_battle", &[echoes], &[("move", 0.19)]);
}

#[test]
fn the_same_words_with_other_line_breaks_are_one_slip_of_presentation() {
    let broken = ("'A', 'K', or 'T'? \"", "'A', 'K', or 'T'?\\n\"");
    check_more("little_battle", &[broken], &[("recruit", 0.25)]);
    check("pizza", &[("{self.flavor} ({', '", "{self.flavor}\\n({', '")], &[("summary", 0.38)]);
    check("pizza", &[("'Do you want more", "'Do you want\\nmore")], &[("more", 0.38)]);
    // Also where one breaks a word.
    check("pizza", &[("'Do you want more", "'Do you want mo\\nre")], &[("more", 0.38)]);
}

#[test]
fn a_misspelt_word_in_lines_that_are_broken_is_told_beside_the_line_breaks() {
    let one_a_line = (
        "range(1, 16, 5):\n            print(', '.join(f'{i}: {Pizza.ingredients[i]}' for i in range(first, first + 5)))",
        "range(1, 16):\n            print(f'{first}: {Pizza.ingredients[first]}')",
    );
    // An eighth of the two marks, and a quarter.
    check("pizza", &[one_a_line, ("Eggplant", "Egplant")], &[("custom-list", 0.25 + 0.5)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_misspelt_word_in_a_line_whose_signs_were_counted_is_one_mistake() {
    // A letter too many makes the line a column wider, and is all that is wrong with it: a quarter of the mark.
    let title = "print(\" Battle of the Sexes (B.O.T.S) \".center(80, \"=\"))";
    let counted = "print(\"=\" * 24 + \" Battlee of the Sexes (B.O.T.S) \" + \"=\" * 25)";
    check("bots", &[(title, counted)], &[("first-interface", 0.25)]);
}

#[test]
fn a_misspelt_word_makes_no_wording_of_what_the_game_says_elsewhere() {
    // "1. Garden Feast (… Egplant)" stands where "1. Hawaiian (Ham, Pineapple)" is due: half of the row, and a quarter of another one.
    let next = ("return flavors[choice - 1], None", "return flavors[choice], [] if choice == 4 else None");
    check("pizza", &[next, ("Eggplant", "Egplant")], &[("preset", 3.0 / 2.0), ("custom-list", 2.0 / 4.0)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_blank_that_is_missing_before_a_players_letter_hides_no_broken_rule() {
    let asks_other = (
        "                print('Invalid move!')\n                continue",
        "                print('Invalid move!')\n                self.current = 1 - self.current\n                continue",
    );
    // A third of the row, and an eighth of six marks of which two thirds are left.
    check("gekitai", &[asks_other, ("Player {self}'s turn", "Player{self}'s turn")], &[("turns", 2.0 + 0.5)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn nothing_stands_for_a_line_that_is_never_printed() {
    // "Player 2 wins!" stands where the totals were due, and is like them, but is what is said instead of the tie.
    let no_totals = ("        print(player + \":\", total(scores))\n", "        pass\n");
    let no_tie = ("if first == second:\n        print(\"It's a tie.\")", "if False:\n        pass");
    let marked = marked_of("bots", "faithful.py", &[no_totals, no_tie]);
    let expected = [("first-interface", 1.0), ("ending", 0.5)];
    assert_eq!(marked.lost(), expected.map(|(row, lost)| (row.to_string(), lost)).into());
    let mistakes = marked.results["mistakes"].as_array().expect("a list");
    let sentences: Vec<&str> =
        mistakes.iter().map(|it| it["sentence"].as_str().expect("a sentence")).collect();
    assert_eq!(sentences.len(), 2, "{sentences:?}");
    assert!(sentences[1].contains("a tie is told as a victory of player 2"), "{sentences:?}");
}

#[test]
fn a_line_break_that_is_missing_costs_one_eighth_of_its_row_however_many_lines_it_joins() {
    // Throws for the start stand in one line, with what is said of them; throws and totals are all right.
    let throws = "            sums.append(sum(throw(name)))\n            print()\n";
    let joined = [(throws, "            sums.append(sum(throw(name)))\n")];
    let before = [(throws, "            print()\n            sums.append(sum(throw(name)))\n")];
    for edits in support::share(vec![joined, before], 2) {
        let lost = lost_of("rats", "unseeded.py", &edits);
        assert!((lost["starter"] - 1.25).abs() < 0.006, "{lost:?}");
        // Its dice follow no seed.
        assert_eq!(lost.keys().collect::<Vec<_>>(), ["starter", "throws"], "{lost:?}");
        assert!((lost["throws"] - 20.0 / 9.0).abs() < 0.01, "{lost:?}");
    }
}

#[test]
fn a_word_in_other_letters_costs_once_wherever_it_stands() {
    let capital = ("print(\"%s rolls %d-%d\"", "print(\"%s Rolls %d-%d\"");
    let lost = lost_of("rats", "unseeded.py", &[capital]);
    assert_eq!(lost.keys().collect::<Vec<_>>(), ["throws"], "{lost:?}");
    // The list of ingredients shows it most often.
    check("pizza", &[("'Garlic'", "'garlic'")], &[("custom-list", 0.25)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn what_a_program_does_before_it_crashes_at_the_start_is_no_mistake() {
    let marked = marked_of("little_battle", "faithful.py", &[("    self.armies = []\n", "    pass\n")]);
    let costly: Vec<_> = marked.mistakes().into_iter().filter(|(_, _, lost)| *lost > 0.0).collect();
    assert_eq!(costly.len(), 1, "{costly:?}");
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_program_that_prints_nothing_wins_nothing_and_nothing_is_pending() {
    let main = ("if __name__ == '__main__':\n    main()", "if __name__ == '__main__':\n    pass");
    let marked = marked_of("iec_dice", "faithful.py", &[main]);
    let rows = marked.results["mark_sheet"].as_array().expect("rows");
    let decided: Vec<_> = rows.iter().filter(|row| row["by"] == "harness").collect();
    let sum = |what: &str| decided.iter().filter_map(|row| row[what].as_f64()).sum::<f64>();
    assert_eq!((sum("awarded"), sum("out_of")), (0.0, 60.0), "{rows:?}");
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_list_that_is_never_printed_loses_its_row() {
    let hands = "        for player in self.players:\n            print(f'{player}: {player.pieces}')\n";
    check("gekitai", &[(hands, "")], &[("hands", 4.0)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_line_that_tells_its_author_what_goes_on_is_one_slip_whatever_its_values() {
    let turn = "            self.current = 1 - self.current\n";
    let numbers = (turn, "            self.current = 1 - self.current\n            print(self.current)\n");
    let asks = "        command, numbers = ask_command()\n";
    let words =
        (asks, "        command, numbers = ask_command()\n        print('DEBUG', command, numbers)\n");
    for (suite, edit, most) in support::share(vec![("gekitai", numbers, 2.0), ("bots", words, 0.25)], 2) {
        let marked = marked_of(suite, "faithful.py", &[edit]);
        let lost: f64 = marked.lost().values().sum();
        assert_eq!((marked.mistakes().len(), lost <= most), (1, true), "{}", marked.screen);
    }
}

#[test]
fn a_line_break_that_stays_in_names_is_one_slip_wherever_they_are_printed() {
    let name = "(i) + \": \"), true, 0});";
    let kept = "(i) + \": \") + \"\\n\", true, 0});";
    let marked = marked_of("rats", "one_file.cpp", &[(name, kept)]);
    // An eighth of the twenty marks of the first row that is concerned.
    assert_eq!(marked.lost(), BTreeMap::from([("throws".to_string(), 2.5)]), "{}", marked.screen);
    assert_eq!(marked.mistakes().len(), 1, "{}", marked.screen);
}

#[test]
fn a_list_of_choices_that_is_never_printed_loses_its_row() {
    let list =
        "            print(', '.join(f'{i}: {Pizza.ingredients[i]}' for i in range(first, first + 5)))";
    check("pizza", &[(list, "            pass")], &[("custom-list", 2.0)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_game_that_a_module_starts_by_itself_is_not_played_before_the_one_that_counts() {
    let end = "        print(f'Player {winner} wins!')\n";
    let starts =
        "        print(f'Player {winner} wins!')\n\n\nGekitai().start()\ngame = Gekitai()\ngame.start()\n";
    check("gekitai", &[(end, starts)], &[]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_wish_for_one_more_enter_at_the_end_costs_nothing_and_hides_no_broken_rule_before_it() {
    let wish = ("    show_result(board)\n", "    show_result(board)\n    input('Press ENTER to exit.')\n");
    let lower = ("0 if first > second else 1", "0 if first < second else 1");
    check("bots", &[wish], &[]);
    check("bots", &[wish, lower], &[("ending", 0.5)]);
    assert_eq!(
        sentences_of("bots", &[wish, lower]),
        ["Wrong in the program: the player with the lower score wins"]
    );
}

#[test]
fn a_total_with_a_wrong_sign_is_one_mistake_of_one_row() {
    let sum = "int total = player.points + turn;";
    let kept = "            player.points = total;\n";
    let edits = [(sum, "int total = player.points - turn;"), (kept, "            player.points += turn;\n")];
    let marked = marked_of("rats", "one_file.cpp", &edits);
    assert_eq!(marked.lost().keys().collect::<Vec<_>>(), ["throws"], "{}", marked.screen);
    assert_eq!(marked.mistakes().len(), 1, "{}", marked.screen);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_player_who_throws_again_when_the_turn_is_over_is_one_mistake_of_one_row() {
    let next = "        turn = (turn + 1) % players.size();\n    }\n    cout";
    let marked = marked_of("rats", "one_file.cpp", &[(next, "    }\n    cout")]);
    assert_eq!(marked.lost().keys().collect::<Vec<_>>(), ["throws"], "{}", marked.screen);
    assert_eq!(marked.mistakes().len(), 1, "{}", marked.screen);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn hal_too_many_costs_names_only_and_no_hal_the_row_of_the_computer() {
    let rules =
        vec![("count <= 2", "names", 1.0), ("count != 1", "names", 3.0), ("count == 0", "computer", 10.0)];
    for (players, row, most) in support::share(rules, 2) {
        let edit = ("if (count == 1)", format!("if ({players})"));
        let lost = lost_of("rats", "one_file.cpp", &[(edit.0, Box::leak(edit.1.into_boxed_str()))]);
        assert_eq!(lost.keys().collect::<Vec<_>>(), [row], "{players}: {lost:?}");
        assert!(lost[row] <= most, "{players}: {lost:?}");
    }
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn what_one_mistake_hides_is_seen_where_it_is_typed_otherwise() {
    let tie = ("    if first == second:\n", "    if False:\n");
    let small = ("words[0].upper(), words[1:]", "words[0], words[1:]");
    let marked = marked_of("bots", "faithful.py", &[tie, small]);
    assert_eq!(marked.broken_rules(), ["upper-case-only", "player-2-wins-ties"], "{}", marked.screen);
    let lost = [("accept".to_string(), 1.0), ("ending".to_string(), 0.5)];
    assert_eq!(marked.lost(), lost.into(), "{}", marked.screen);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn what_goes_on_from_a_wrong_board_is_judged_from_that_board() {
    // Pieces go three rows away instead of two: of the 16 marks for pushing 11 go, and nothing else.
    let far = ("far_y, far_x = y + 2 * dy, x + 2 * dx", "far_y, far_x = y + 3 * dy, x + 2 * dx");
    check("gekitai", &[far], &[("repel", 11.0)]);
    // What is pushed off the board is given to both players.
    let owner = ("            if player.color == piece.color:", "            if True:");
    check_more("gekitai", &[owner], &[("off-board", 1.78)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn moves_and_fights_that_are_judged_otherwise_cost_their_rows() {
    // Counters are never looked up: whoever attacks wins.
    check("little_battle", &[("if (army.kind, enemy.kind) in COUNTERS:", "if False:")], &[("fights", 0.67)]);
    // Archers stand still.
    check_more("little_battle", &[("\"A\": 1,", "\"A\": 0,")], &[("move", 0.09)]);
    // Player 1 begins with three of gold.
    let gold = ("1: {\"W\": 2, \"F\": 2, \"G\": 2}", "1: {\"W\": 2, \"F\": 2, \"G\": 3}");
    check_more("little_battle", &[gold], &[("recruit", 0.5)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn an_army_that_arrives_elsewhere_is_one_mistake() {
    let arrives = ("  army.position = place\n", "  army.position = (place[0], place[1] + 1)\n");
    let marked = marked_of("little_battle", "faithful.py", &[arrives]);
    let listed = marked.mistakes();
    assert_eq!(listed.len(), 1, "{listed:?}");
    assert!(marked.results.to_string().contains("stands one row below the cell to which it was sent"));
}

/// Returns the rows and the losses in the table of the worked example of `docs/verdicts.md`.
fn worked_example() -> Vec<(String, String, f64)> {
    let text = std::fs::read_to_string(support::root().join("docs/verdicts.md")).expect("readable");
    let (_, section) = text.split_once("## A worked example").expect("there is one");
    let table = section.lines().skip_while(|line| !line.starts_with("|---")).skip(1);
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_string()).collect::<Vec<_>>();
    let rows = table.take_while(|line| line.starts_with('|')).map(cells);
    rows.map(|cells| (cells[3].clone(), cells[2].clone(), cells[5].parse().expect("marks"))).collect()
}

#[test]
fn the_worked_example_of_the_verdicts_is_what_the_harness_says() {
    let faithful =
        std::fs::read_to_string(support::submissions("little_battle").join("faithful.py")).expect("readable");
    let prices =
        ["Recruit Prices:", "Spearman (S) - 1W", "Archer (A) - 1W", "Knight (K) - 1F", "Scout (T) - 1W"];
    let edited = prices.iter().fold(faithful, |text, line| text.replace(line, &line.to_uppercase()));
    let edited = edited.replace("[Your Asset:", "[Your Assets:").replace("\"T\": 2,", "\"T\": 3,");
    let folder = tempfile::tempdir().expect("a folder");
    let target = folder.path().join("little_battle.py");
    std::fs::write(&target, edited).expect("written");
    let marked = support::mark(&target, "little_battle", &[]);
    assert_eq!(marked.mistakes(), worked_example());
    let passed = |case: &&serde_json::Value| case["verdict"] == "passed";
    let cases = marked.results["cases"].as_array().expect("a list");
    assert_eq!(cases.len() - cases.iter().filter(passed).count(), 1);
}

#[test]
fn a_broken_rule_is_named_beside_slips_that_hide_it() {
    // The list of each pizza is printed as a list of Python's, an eighth of the row, and an ingredient is misspelt, a quarter of the other.
    let as_list = ("({', '.join(names)})", "({names})");
    check("pizza", &[as_list, ("'Mushroom'", "'Mushrom'")], &[("custom-list", 0.5), ("summary", 0.38)]);
    check_more("pizza", &[as_list, ("'Hawaiian'", "'Hawai-ian'")], &[("menu", 0.75), ("summary", 0.38)]);
    // Moves in row 1 are refused, which alone costs half of what addresses are worth; a word is missing in the question, and two blanks elsewhere.
    let first_row = ("return self.inside(y, x) and self", "return y > 0 and self.inside(y, x) and self");
    let slips = [
        ("f\"Player {self}'s turn: \"", "f\"{self}'s turn: \""),
        ("'Invalid move!'", "'Invalidmove!'"),
        ("{winner} wins!", "{winner}wins!"),
    ];
    let edits: Vec<Edit> = std::iter::once(first_row).chain(slips).collect();
    let expected = [("address", 3.0), ("taken", 0.5), ("turns", 1.5), ("winner", 1.0)];
    check_more("gekitai", &edits, &expected);
}

#[test]
fn a_broken_rule_that_looks_like_slips_is_named_beside_others() {
    // The prompt comes before the list, the ingredients are sorted, and a preset flavor has the wrong ones.
    let list = "        for first in range(1, 16, 5):";
    let edits = [
        (
            list,
            "        print(\"Select id's of ingredients: \", end='')\n        for first in range(1, 16, 5):",
        ),
        ("input(\"Select id's of ingredients: \")", "input()"),
        ("for ingred in self.ingreds]", "for ingred in sorted(self.ingreds)]"),
        ("'Meat Festival': [2, 3, 4, 5]", "'Meat Festival': [1, 2, 3, 4]"),
    ];
    check("pizza", &edits, &[("custom", 0.86), ("custom-list", 0.5), ("preset", 0.43)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_table_that_is_not_drawn_hides_no_broken_rule() {
    let table = "    psphelper.ShowTableByList(\"Category Scores\", None, CATEGORIES, [row])";
    let lines = "    print(\"Category Scores\")\n    for name, score in zip(CATEGORIES, row):\n        print(f\"{name}: {score}\")";
    let refuses_4 = ("numbers_between(rest, 1, FACES)", "numbers_between(rest, 1, FACES - 1)");
    let sentences = sentences_of("bots", &[(table, lines), refuses_4]);
    let is_told = |what: &str| sentences.iter().any(|it| it.contains(what));
    assert!(is_told("CHEAT refuses the number 4") && is_told("not in a table"), "{sentences:?}");
    assert_eq!(sentences.len(), 2, "{sentences:?}");
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn units_of_a_row_that_are_lost_cost_the_same_however_often_they_show() {
    let trio = ("sum(dice) if counts[-1] >= 3", "3 * max(dice, key=dice.count) if counts[-1] >= 3");
    let band = ("return 30 if", "return 25 if");
    let marked = marked_of("bots", "faithful.py", &[trio, band]);
    let mistakes = marked.results["mistakes"].as_array().expect("a list").iter();
    let lost: Vec<f64> = mistakes.filter_map(|it| it["lost"].as_f64()).collect();
    assert_eq!(lost, [1.0, 1.0], "{}", marked.screen);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_slip_that_shows_only_where_a_rule_is_broken_does_not_hide_the_rule() {
    // Eight rounds, after which the winner is told in other words than those of the text.
    let edits = [("\"wins!\")", "\"won!\")"), ("for _ in CATEGORIES:", "for _ in range(8):")];
    let sentences = sentences_of("bots", &edits);
    assert!(sentences.iter().any(|it| it.contains("the game ends after 8 rounds")), "{sentences:?}");
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn what_is_right_by_a_broken_rule_is_no_evidence_against_a_slip() {
    // A scout jumps, and so wins three of ten games only: in all of these three stars are missing, an eighth of the row.
    let jumps = ("for step in range(1, steps + 1):", "for step in range(steps, steps + 1):");
    let stars = ("unified the country in {}.***", "unified the country in {}.");
    check("little_battle", &[jumps, stars], &[("scout", 0.35), ("winning", 0.12)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_sign_that_is_always_missing_among_values_is_one_slip() {
    check("little_battle", &[("\" \".join(columns) + \"X\"", "\" \".join(columns)")], &[("start", 0.25)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn what_is_right_or_wrong_beside_lines_that_are_missing_is_paid_in_its_own_row() {
    // X is named if both players have won, and the last board is missing. The wrong name in two of twelve games was taken for what follows from
    // the board.
    let x_first = (
        "        winner = self.players[self.current]\n        if not self.has_won(winner):\n            winner = self.players[1 - self.current]",
        "        winner = self.players[0]\n        if not self.has_won(winner):\n            winner = self.players[1]",
    );
    let no_board = ("        print('Game over:')\n        self.print()\n", "        print('Game over:')\n");
    check_more("gekitai", &[x_first], &[("winner", 1.33)]);
    check("gekitai", &[no_board, x_first], &[("board", 1.33), ("winner", 1.33)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_line_that_is_never_printed_is_the_same_mistake_beside_broken_rules() {
    let untold = ("cout << \"Bad value \" << line << \"\\nThis is", "cout << \"This is");
    let same_starter = ("        starter = (starter + 1) % players.size();\n", "");
    let alone = lost_of("rats", "one_file.cpp", &[untold]);
    assert_eq!(alone, [("players".to_string(), 3.75)].into());
    let both = lost_of("rats", "one_file.cpp", &[untold, same_starter]);
    assert_eq!(both, [("players".to_string(), 3.75), ("again".to_string(), 4.0)].into());
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn commands_that_are_unknown_at_one_question_cost_the_row_of_commands_only() {
    // DIS and PRIS are typed in whole games, too, and are refused there as moves are.
    let question = "unit from (x0, y0) to (x1, y1) or 'NO' to end this turn.\")\n    answer = input()\n";
    let (before, after) = (
        format!("{question}    if handle_command(game, answer):"),
        format!("{question}    if answer == \"QUIT\":\n      sys.exit(0)\n    if False:"),
    );
    let edit: Edit = (Box::leak(before.into_boxed_str()), Box::leak(after.into_boxed_str()));
    check("little_battle", &[edit], &[("display", 0.33)]);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn another_score_hides_no_broken_rule() {
    // A Doremi scores 30, one of nine categories, and a player rolls four times.
    let edits = [("{1, 2, 3, 4}, 20)", "{1, 2, 3, 4}, 30)"), ("in (2, 3):", "in (2, 3, 4):")];
    let expected = [("category-scores".to_string(), 1.0), ("roll-all".to_string(), 0.5)];
    assert_eq!(lost_of("bots", "one_file.py", &edits), expected.into());
}

#[test]
fn a_flood_after_one_answer_is_paid_in_the_row_of_that_answer() {
    // Nobody plays, and all of nobody have the highest throw: `TIE throw again` is printed without end after 0, in two of eleven cases of that row and
    // in one case of another.
    let lost = lost_of("rats", "one_file.cpp", &[("count <= 0", "count < 0")]);
    assert_eq!(lost, [("players".to_string(), 2.73)].into());
}
