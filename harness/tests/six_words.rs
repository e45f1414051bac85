//! Seen from outside: six words of a faithful program are other ones, and the report names six mistakes, with the price of each.

mod support;

/// What is replaced in a program, the part that is told, its row, and what it costs.
type Change = (&'static str, &'static str, &'static str, &'static str, f64);

/// Marks the faithful program `file` of a suite, as `name`, after these changes.
#[track_caller]
fn are_named([suite, file, name]: [&str; 3], changes: &[Change]) {
    let mut text =
        std::fs::read_to_string(support::submissions(suite).join(file)).expect("the program is there");
    for (old, new, ..) in changes {
        assert_eq!(text.matches(*old).count(), 1, "{old:?} stands once");
        text = text.replace(old, new);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let target = folder.path().join(name);
    std::fs::write(&target, text).expect("written");
    let marked = support::mark(&target, suite, &[]);
    let summary = &marked.results["summary"];
    assert_eq!(summary["passed"], summary["cases"], "no case fails for a word: {}", marked.screen);
    let mistakes = marked.results["mistakes"].as_array().expect("mistakes");
    let mut told: Vec<(String, String, f64)> = mistakes
        .iter()
        .map(|mistake| {
            let text = |key: &str| mistake[key].as_str().expect("text").to_string();
            (text("part"), text("row"), mistake["lost"].as_f64().expect("a number"))
        })
        .collect();
    let mut expected: Vec<(String, String, f64)> =
        changes.iter().map(|(_, _, part, row, lost)| (part.to_string(), row.to_string(), *lost)).collect();
    told.sort_by(|one, other| one.partial_cmp(other).expect("numbers"));
    expected.sort_by(|one, other| one.partial_cmp(other).expect("numbers"));
    assert_eq!(told, expected, "{}", marked.screen);
    let lost: f64 = marked.lost().values().sum();
    let listed: f64 = told.iter().map(|(_, _, lost)| lost).sum();
    assert!((lost - listed).abs() < 0.005 + 1e-9, "{lost} is lost, {listed} is listed");
}

/// Three words of the row `start` share half of its mark.
#[test]
fn six_words_of_a_little_battle_in_python() {
    are_named(
        ["little_battle", "faithful.py", "little_battle.py"],
        &[
            ("Your Asset", "Your Assets", "recruit/asset", "recruit", 0.5),
            ("Great! We", "Super! We", "result/fight", "fights", 0.38),
            ("Armies to Move:", "Troops to Move:", "move/armies", "turns", 0.25),
            ("Recruit Prices", "Recruit Costs", "start/prices", "start", 0.25),
            ("What's your name, commander", "What's your name, general", "winning/question", "winning", 0.25),
            ("Good. We collected", "Good. We gathered", "result/collect", "collect", 0.12),
        ],
    );
}

/// Two words of the row `winner` share half of its marks.
#[test]
fn six_words_of_gekitai_in_cpp() {
    are_named(
        ["gekitai", "faithful.cpp", "gekitai.cpp"],
        &[
            ("'s turn: ", "'s go: ", "prompt", "turns", 1.5),
            ("Invalid move!", "Bad move!", "refusal", "taken", 1.0),
            ("Game over:", "The end:", "ending/title", "winner", 2.0),
            (" wins!", " is the winner!", "ending/winner", "winner", 2.0),
            ("\"---+\"", "\"===+\"", "board/frame", "board", 1.0),
            ("\": [\"", "\": (\"", "hands", "hands", 0.5),
        ],
    );
}

/// Three words of the row `menu` share half of its marks.
#[test]
fn six_words_of_pizza_orders_in_c() {
    are_named(
        ["pizza", "one_file.c", "pizza.c"],
        &[
            ("\"Pizza order %d:", "\"Pizza no. %d:", "order", "menu", 0.5),
            ("Do you want more", "Want more", "question/more", "more", 0.75),
            ("Select a flavor", "Select your flavor", "question/flavor", "menu", 0.5),
            ("id's of ingredients", "ids of ingredients", "question/ingredients", "custom-list", 0.25),
            ("\"Garden Feast\"", "\"Garden Party\"", "menu", "menu", 0.5),
            ("'s summary:", "'s overview:", "summary/title", "summary", 0.75),
        ],
    );
}

#[test]
fn six_words_of_rats_in_cpp() {
    are_named(
        ["rats", "one_file.cpp", "rats.cpp"],
        &[
            ("How many players today", "How many players now", "players/question", "players", 3.75),
            ("Welcome to the game", "Welcome to a game", "welcome", "players", 3.75),
            (" goes first", " begins", "starter/first", "starter", 2.5),
            ("Give up the dice", "Pass the dice", "turn/question", "giving-up", 2.5),
            (" WINS!", " WON!", "winning/winner", "winning", 2.5),
            (" points \" << player", " pts \" << player", "winning/points", "winning", 2.5),
        ],
    );
}

/// Some players are called `y` or `no`: what is added to the question is a word all the same, and not a name that is too much.
#[test]
fn the_answers_in_brackets_after_a_question_of_rats_are_words() {
    are_named(
        ["rats", "one_file.cpp", "rats.cpp"],
        &[("Give up the dice? ", "Give up the dice (y/n)? ", "turn/question", "giving-up", 2.5)],
    );
}

/// The refusal shows in three of the eleven cases of its row, whose share is more than what a slip of wording costs.
#[test]
fn six_words_of_the_battle_of_the_sexes_in_python() {
    are_named(
        ["bots", "one_file.py", "bots.py"],
        &[
            ("Press ENTER to roll", "Press ENTER for the", "roll-prompt", "first-interface", 0.25),
            ("Input Options:", "Options:", "options", "accept", 0.25),
            ("Enter your desired", "Enter the desired", "category-question", "category-selection", 0.25),
            ("has been used", "is taken", "category/refusal", "category-selection", 0.25),
            ("Category Scores", "Scores", "category-scores/title", "first-interface", 0.25),
            ("Accept these dice", "Take these dice", "options", "accept", 0.25),
        ],
    );
}
