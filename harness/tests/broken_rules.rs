//! A program that breaks a rule is told which one, pays for it in one row, and never more than without being told.
//!
//! Programs are simulated in process: the reference's game with bent rules, some with planted slips beside. `BENT=all` tries every
//! bend and many pairs; otherwise a sample is tried, which `PLANTED_FROM` chooses. `BENT_SUITE` names the only suite that is tried,
//! `BENT_RULE` the only bend of those that are tried alone.

mod planted;

use std::collections::{BTreeMap, BTreeSet};

use harness::cases::{Case, Suite, Visibility};
use harness::marks::worth_of_a_case;
use harness::recording::{Event, Reason, Recording, What};
use harness::running::{default_jobs, in_parallel};
use reference::Game;

use planted::literal::{Literals, literals, slips};
use planted::marking::{Marked, mark, mark_playing};
use planted::program::{game, record_bent, record_reworded};
use planted::slip::{Kind, Slip};
use planted::suite;

/// All suites.
const SUITES: [&str; 6] = ["bots", "gekitai", BY_FACTS, "little_battle", "pizza", "rats"];

/// The suite that is judged by facts, whatever the words.
const BY_FACTS: &str = "iec_dice";

/// Other words and pictures for the same facts; each text is replaced by the one beside it.
const LAYOUTS: [&[(&str, &str)]; 3] = [
    &[
        ("Roll 1 of the computer", "The computer's first roll"),
        ("Your total is ", "Total score so far: "),
        ("This roll scores ", "Score of this roll: "),
        ("Roll again (y/n)? ", "Do you want to roll again, yes or no? "),
    ],
    &[
        ("Your final score is ", "Player: "),
        ("The computer's final score is ", "Computer: "),
        ("The computer wins!", "You lose."),
        ("It is a tie.", "Nobody wins."),
        ("Play again (y/n)? ", "Another game? (y/n) "),
    ],
    &[
        ("*", "X"),
        ("---------", "+-------+"),
        ("You roll:", "Your dice:"),
        ("You win!", "Congratulations, you win!"),
    ],
];

/// How many programs of each suite are tried, unless all are.
const SAMPLE: usize = 1;

/// How many pairs of bends of each suite are tried, where all bends are.
const PAIRS: usize = 40;

fn all() -> bool {
    std::env::var("BENT").is_ok_and(|bent| bent == "all")
}

/// Returns the suites whose rules are broken: the one that `BENT_SUITE` names, or all.
fn suites() -> impl Iterator<Item = &'static str> {
    let only = std::env::var("BENT_SUITE").ok();
    SUITES.into_iter().filter(move |name| only.as_ref().is_none_or(|only| only == name))
}

/// Returns a sample of the items, unless all are to be tried.
fn sample<T: Clone>(items: &[T], most: usize) -> Vec<T> {
    let step = (items.len() / most).max(1);
    items.iter().skip(planted::first_of_sample() % step).step_by(step).take(most).cloned().collect()
}

/// Bends that change nothing a diagnosis can see: what is wrong is told in other words.
const TOLD_OTHERWISE: [&str; 1] = ["dice-sorted"]; // "the dice are shown sorted, but a die that was kept must stay in its place"

/// Bends that one run only shows, and so are no charge: with the dice of the cases the scores are equal once.
const SHOWN_ONCE: [&str; 2] = ["player-wins-ties", "computer-wins-ties"];

/// Bends by which the game crashes, and does nothing else that is wrong: the exception is told, not the rule.
const ONLY_CRASH: [&str; 2] = ["ids-split-at-commas", "no-players-accepted"];

/// Bends of which another one is a part: what it says is true of the program, too.
const ALSO_TRUE: [(&str, &str); 4] = [
    ("wins-when-giving-up", "asks-who-has-won"),
    ("refused-loses-turn", "refused-shows-board"),
    ("positions-from-0", "position-5-refused"),
    ("hal-plays-with-several", "hal-never-plays"),
];

/// Bends by which a game never ends: what is printed until the program is stopped hides what other rows are about, and with all cases takes minutes.
const NEVER_END: [&str; 2] = ["nobody-wins", "nobody-wins-and-turns-go-on"];

/// A program.
#[derive(Debug, Clone)]
struct Program {
    suite: &'static str,
    bends: Vec<&'static str>,
    slips: Vec<Slip>,
    /// The words and pictures of its own.
    layout: Vec<(&'static str, &'static str)>,
    /// Whether only public cases are run, as students do.
    only_public: bool,
}

impl Program {
    fn of(suite: &'static str, bends: Vec<&'static str>) -> Self {
        Self { suite, bends, slips: Vec::new(), layout: Vec::new(), only_public: false }
    }

    /// Returns the suite, with the cases that are run.
    fn told(&self) -> Suite {
        let mut told = suite(self.suite);
        told.cases.retain(|case| !self.only_public || case.visible == Visibility::Public);
        told
    }
}

/// A program, and what became of it.
#[derive(Debug)]
struct Trial {
    program: Program,
    /// The rules that are named, each with those that cannot be told from it, divided by `|`.
    named: Vec<String>,
    /// The keys of all mistakes that are told.
    keys: Vec<String>,
    /// What each row has lost.
    lost: BTreeMap<String, f64>,
    /// What each row would have lost without a diagnosis.
    without: BTreeMap<String, f64>,
    /// The rows that a person would have to award without a diagnosis.
    undecided: BTreeSet<String>,
    /// The rows of the named rules, and those in which they are charged.
    charged: Vec<String>,
}

impl Trial {
    fn of(program: &Program) -> Self {
        let told = program.told();
        let game = bent(&told, &program.bends);
        let recordings = if program.layout.is_empty() {
            recordings(&game, &told, &program.slips)
        } else {
            let record = |case| (case, record_reworded(&game, &told, case, &program.layout));
            told.cases.iter().map(record).collect()
        };
        let play = |case: &Case| Some(record_bent(&game, &told, case, &program.slips));
        let Marked { mistakes, lost, .. } = mark_playing(&told, &recordings, &play);
        let mut untold = program.told();
        untold.bends.clear();
        let Marked { lost: without, pending: undecided, .. } = mark(&untold, &recordings);
        let rules =
            || mistakes.iter().filter_map(|it| Some((it.key.strip_prefix("rule ")?, it.row.as_str())));
        let own = |rule: &str| Some(told.bends.get(rule.split('|').next()?)?.row.clone());
        Self {
            program: program.clone(),
            named: rules().map(|(rule, _)| rule.to_string()).collect(),
            keys: mistakes.iter().map(|it| it.key.clone()).collect(),
            charged: rules().flat_map(|(rule, row)| own(rule).into_iter().chain([row.to_string()])).collect(),
            lost,
            without,
            undecided,
        }
    }

    /// Returns whether every bend is named, or told in other words, or cannot be.
    fn names_all(&self) -> bool {
        let is_named =
            |bend: &&str| self.named.iter().any(|named| named.split('|').any(|name| name == *bend));
        let may_be_unnamed = |bend: &&str| TOLD_OTHERWISE.contains(bend) || SHOWN_ONCE.contains(bend);
        let is_crash = |bend: &&str| ONLY_CRASH.contains(bend) && self.tells_a_crash();
        self.program.bends.iter().all(|bend| may_be_unnamed(bend) || is_named(bend) || is_crash(bend))
            || self.is_told_as_others()
    }

    fn tells_a_crash(&self) -> bool {
        self.keys.iter().any(|key| key.starts_with("crash: "))
    }

    /// Returns whether the game is the same with the rules that are named as with several that are broken: who leaves out the last of the pizzas, and
    /// all but the last, leaves out all.
    fn is_told_as_others(&self) -> bool {
        let suite = suite(self.program.suite);
        let named: Vec<&str> = self.named.iter().filter_map(|named| named.split('|').next()).collect();
        let played = |bends: &[&str]| recordings(&bent(&suite, bends), &suite, &[]);
        self.program.bends.len() > 1
            && played(&named).iter().zip(&played(&self.program.bends)).all(|(one, other)| one.1 == other.1)
    }

    /// Returns whether a rule is named that is not broken.
    fn names_another(&self) -> bool {
        let suite = suite(self.program.suite);
        // That the game goes on from what is shown is true of each bend for which the same row is told.
        let row = |name: &str| suite.bends.get(name).map(|rule| &rule.row);
        let sentence = |name: &str| suite.bends.get(name).map(|rule| &rule.sentence);
        let follows = game(&suite).following_bends();
        let is_true = |name: &str, bend: &str| {
            // Of some rules that are broken in the same way nobody is told what becomes of the program then.
            sentence(name) == sentence(bend)
                || ALSO_TRUE.contains(&(bend, name))
                || follows.contains(&name) && row(name) == row(bend)
        };
        let is_bent = |named: &String| {
            named.split('|').any(|name| self.program.bends.iter().any(|bend| is_true(name, bend)))
        };
        !self.named.iter().all(is_bent) && !self.is_told_as_others()
    }

    /// Returns whether a row loses more with the diagnosis than without, other than that of a rule which is named, or all rows together do: of
    /// several rules one may hide another one there. A row that nobody could decide without it has lost nothing yet.
    fn is_dearer(&self) -> bool {
        let before = |row: &String| self.without.get(row).copied().unwrap_or_default();
        let is_decided = |row: &String| !self.undecided.contains(row);
        let lost = || self.lost.iter().filter(|(row, _)| is_decided(row));
        let total: f64 = lost().map(|(row, lost)| lost - before(row)).sum();
        let given_back: f64 =
            self.without.iter().filter(|(row, _)| !self.lost.contains_key(*row)).map(|(_, lost)| lost).sum();
        let may_show = |row: &String| self.charged.contains(row);
        self.program.bends.len() < 2 && total > given_back + 0.0002
            || lost().any(|(row, lost)| *lost > before(row) + 0.0002 && !may_show(row))
    }
}

fn bent(suite: &Suite, bends: &[&str]) -> Game {
    bends.iter().fold(*game(suite), |game, bend| game.bent(bend).expect("a bend of the game"))
}

fn recordings<'s>(bent: &Game, suite: &'s Suite, slips: &[Slip]) -> Vec<(&'s Case, Recording)> {
    suite.cases.iter().map(|case| (case, record_bent(bent, suite, case, slips))).collect()
}

/// Beside slips in the very lines that tell of a rule, at most one of so many programs is told of a rule that it does not break.
const RIGHT_OF_ONE_WRONG: usize = 100;

/// Tries programs in parallel. Whatever they are, no rule is named that they do not break, and no row loses more for a name.
fn tried(programs: &[Program]) -> Vec<Trial> {
    tried_but(programs, 0)
}

/// Tries programs of which so many may be told of a rule that they do not break.
fn tried_but(programs: &[Program], most_wrong: usize) -> Vec<Trial> {
    let one = |program: &Program| Ok::<_, std::convert::Infallible>(Trial::of(program));
    let trials = in_parallel(programs, default_jobs(), one).expect("nothing fails");
    let wrong = told(&trials, Trial::names_another);
    assert!(wrong.len() <= most_wrong, "a rule that is not broken: {wrong:#?}");
    assert_eq!(told(&trials, Trial::is_dearer), Vec::<String>::new(), "a row that loses more");
    trials
}

/// Returns what did not come out as it should.
fn told(trials: &[Trial], is_wrong: impl Fn(&Trial) -> bool) -> Vec<String> {
    trials.iter().filter(|trial| is_wrong(trial)).map(|trial| format!("{trial:?}")).collect()
}

/// How much fewer of a hundred trials need name every bend in a sample, whose few trials may happen to be the hard ones.
const LUCK: usize = 20;

/// At least so many of a hundred trials must name every bend.
#[track_caller]
fn must_name(trials: &[Trial], of_hundred: usize) {
    let of_hundred = if all() || of_hundred == 100 { of_hundred } else { of_hundred - LUCK };
    let unnamed = told(trials, |trial| !trial.names_all());
    let is_enough = unnamed.len() * 100 <= trials.len() * (100 - of_hundred);
    assert!(is_enough, "{} of {}:\n{}", unnamed.len(), trials.len(), unnamed.join("\n"));
}

/// Returns the bends of a suite by which its game ends.
fn ending_bends(suite: &Suite) -> Vec<&'static str> {
    game(suite).bends().into_iter().filter(|bend| !NEVER_END.contains(bend)).collect()
}

/// Returns the bends of a suite by which its game ends, or a sample, or the one that `BENT_RULE` names, each with its number.
fn chosen_bends(suite: &Suite) -> Vec<(usize, &'static str)> {
    let bends = ending_bends(suite).into_iter().enumerate();
    match std::env::var("BENT_RULE") {
        Ok(only) => bends.filter(|(_, bend)| *bend == only).collect(),
        Err(_) if all() => bends.collect(),
        Err(_) => sample(&bends.collect::<Vec<_>>(), SAMPLE),
    }
}

#[test]
fn a_broken_rule_is_named_and_costs_its_row_only() {
    let singles = suites().flat_map(|name| {
        let bends = chosen_bends(&suite(name)).into_iter();
        bends.map(move |(_, bend)| Program::of(name, vec![bend]))
    });
    let trials = tried(&singles.collect::<Vec<_>>());
    must_name(&trials, 100);
    let free =
        told(&trials, |trial| !trial.named.is_empty() && trial.lost.is_empty() && !trial.without.is_empty());
    assert_eq!(free, Vec::<String>::new(), "broken rules that cost nothing");
    let dear = told(&trials, |trial| !trial.named.is_empty() && !pays_in_its_row(trial));
    assert_eq!(dear, Vec::<String>::new());
}

/// Of a hundred rules that public cases show to be broken, so many at least are named by them alone.
const NAMED_BY_PUBLIC_CASES: [(&str, usize); 6] =
    [("bots", 95), ("gekitai", 95), (BY_FACTS, 80), ("little_battle", 95), ("pizza", 95), ("rats", 95)];

/// Students have the public cases only, of which one may be all that shows a rule.
#[test]
#[ignore = "slow: a part of .ci/full"]
fn what_public_cases_show_they_name() {
    for (name, of_hundred) in NAMED_BY_PUBLIC_CASES {
        if !suites().any(|suite| suite == name) {
            continue;
        }
        let program = |bends| Program { only_public: true, ..Program::of(name, bends) };
        let told = program(Vec::new()).told();
        let recorded = |bends: &[&'static str]| recordings(&bent(&told, bends), &told, &[]);
        let right = recorded(&[]);
        let shows = |program: &Program| {
            recorded(&program.bends).iter().zip(&right).any(|(one, other)| one.1 != other.1)
        };
        let programs = chosen_bends(&told).into_iter().map(|(_, bend)| program(vec![bend]));
        must_name(&tried(&programs.filter(shows).collect::<Vec<_>>()), of_hundred);
    }
}

/// By public cases two rules say the same in the runs that tell of one of them; the other one explains a further run.
#[test]
fn of_rules_that_say_the_same_the_one_is_named_that_explains_more_runs() {
    let bends = [
        "any-number-of-players",
        "boxcars-go-on",
        "rats-lose-everything",
        "same-starter-again",
        "hal-stops-at-20",
    ];
    let trials = tried(&[Program { only_public: true, ..Program::of("rats", bends.to_vec()) }]);
    must_name(&trials, 100);
    let named = trials[0].named.iter().find(|named| named.contains("same-starter-again"));
    assert_eq!(named.map(String::as_str), Some("same-starter-again"));
}

/// Public cases show pizzas of earlier orders only in summaries, in whose lines the numbers are wrong, too, and whose row pays for these.
#[test]
fn a_rule_that_another_one_covers_in_all_public_cases_is_told_and_paid_for() {
    let bends = vec!["pizzas-numbered-from-0", "pizzas-of-all-orders"];
    let trials = tried(&[Program { only_public: true, ..Program::of("pizza", bends) }]);
    must_name(&trials, 100);
    let lost: Vec<&str> =
        trials[0].lost.iter().filter(|(_, lost)| **lost > 0.0).map(|(row, _)| row.as_str()).collect();
    assert_eq!(lost, ["separate", "summary"]);
}

#[test]
fn a_game_that_never_ends_is_named() {
    let programs = NEVER_END.map(|bend| Program { only_public: true, ..Program::of("rats", vec![bend]) });
    must_name(&tried(&programs), 100);
}

/// A game that fails after its last player says nothing more, and is not what a program plays that prints on for ever.
#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_program_that_prints_on_for_ever_is_not_taken_for_a_game_that_ends() {
    let bends = vec!["all-but-two-ones-are-rats", "all-play-like-hal"];
    must_name(&tried(&[Program { only_public: true, ..Program::of("rats", bends) }]), 100);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_game_that_has_no_end_by_a_broken_rule_costs_nothing_beside_it() {
    let suite = suite("little_battle");
    // Where nobody can pay any more, and no army is left, turns go on without a question.
    let game = bent(&suite, &["one-purse-for-both"]);
    let mut recordings = recordings(&game, &suite, &[]);
    let is_flood = |recording: &&mut Recording| recording.stopped() == Some(Reason::TooMuchOutput);
    let mut floods = 0;
    for recording in recordings.iter_mut().map(|(_, recording)| recording).filter(is_flood) {
        let is_output = |event: &&mut Event| matches!(event.what, What::Output(_));
        let What::Output(bytes) = &mut recording.events.iter_mut().rfind(is_output).expect("a flood").what
        else {
            panic!("no output")
        };
        // The program goes on for longer than the game is asked.
        *bytes = bytes.repeat(3);
        floods += 1;
    }
    assert!(floods > 0);
    let play = |case: &Case| Some(record_bent(&game, &suite, case, &[]));
    let Marked { mistakes, lost, .. } = mark_playing(&suite, &recordings, &play);
    assert_eq!(lost.keys().collect::<Vec<_>>(), ["recruit"], "{mistakes:#?}");
}

/// Returns whether nothing is lost but in the row of the one bend.
fn pays_in_its_row(trial: &Trial) -> bool {
    let suite = suite(trial.program.suite);
    let row = &suite.bends[trial.program.bends[0]].row;
    trial.lost.keys().all(|lost| lost == row)
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_broken_rule_is_named_beside_slips_of_wording() {
    let mut programs = Vec::new();
    for name in suites().filter(|name| *name != BY_FACTS) {
        let suite = suite(name);
        let literals = literals(&suite);
        let slips = slips(&literals);
        let slips: Vec<Slip> = slips.into_iter().filter(|slip| slip.kind.rewords()).collect();
        for (at, bend) in chosen_bends(&suite) {
            let slips = three_apart(&slips, at, &literals);
            programs.push(Program { slips, ..Program::of(name, vec![bend]) });
        }
    }
    must_name(&tried_but(&programs, programs.len() / RIGHT_OF_ONE_WRONG), 90);
}

/// Where a slip is repaired, lines that stand in another order by a broken rule stay as they are.
#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_broken_rule_of_order_is_named_beside_a_slip_in_the_same_turns() {
    let bend = "move-told-after-its-results";
    let literals = literals(&suite("little_battle"));
    let is_in_question =
        |slip: &Slip| slip.kind == Kind::Misspelt && literals[&slip.literal].parts.contains("move/question");
    let slip = slips(&literals).into_iter().find(is_in_question).expect("a word of the question");
    let trials = tried(&[Program { slips: vec![slip], ..Program::of("little_battle", vec![bend]) }]);
    must_name(&trials, 100);
}

#[test]
fn a_broken_rule_is_named_whatever_the_words_of_a_game_that_is_judged_by_facts() {
    let bends = chosen_bends(&suite(BY_FACTS)).into_iter();
    let programs: Vec<Program> = bends
        .map(|(at, bend)| Program {
            layout: LAYOUTS[at % LAYOUTS.len()].to_vec(),
            ..Program::of(BY_FACTS, vec![bend])
        })
        .collect();
    must_name(&tried(&programs), 95);
}

/// Returns three slips in different parts, others for each number.
fn three_apart(slips: &[Slip], number: usize, literals: &Literals) -> Vec<Slip> {
    let mut three: Vec<Slip> = Vec::new();
    for slip in slips.iter().cycle().skip(number * 131 % slips.len()).step_by(61).take(slips.len()) {
        let is_apart =
            |other: &Slip| literals[&slip.literal].parts.is_disjoint(&literals[&other.literal].parts);
        if three.len() < 3 && three.iter().all(is_apart) {
            three.push(slip.clone());
        }
    }
    three
}

#[test]
fn two_broken_rules_are_both_named() {
    let mut programs = Vec::new();
    for name in suites() {
        let suite = suite(name);
        let bends = ending_bends(&suite);
        let others = |at: usize| bends[at + 1..].iter().map(move |other| (at, *other));
        let pairs: Vec<_> =
            (0..bends.len()).flat_map(others).map(|(at, other)| vec![bends[at], other]).collect();
        let pairs = sample(&pairs, if all() { PAIRS } else { 1 });
        let visible = pairs.into_iter().filter(|pair| are_visible(&suite, pair));
        programs.extend(visible.map(|bends| Program::of(name, bends)));
    }
    must_name(&tried(&programs), 80);
}

/// Where one of two rules of a row hides the other one in nearly all cases, or both show in the same ones, each still costs as much as a case.
#[test]
#[ignore = "slow: a part of .ci/full"]
fn two_broken_rules_of_one_row_both_cost_something() {
    for (name, bends, row) in [
        ("gekitai", ["own-pieces-stay", "replaces-piece-behind"], "repel"),
        ("gekitai", ["off-board-o-lost", "negative-places-pushed"], "off-board"),
        // Each of them is enough to overlook some of the lines.
        ("gekitai", ["lines-begin-in-first-rows", "one-diagonal-only"], "line"),
        ("pizza", ["only-two-orders", "numbers-go-on"], "summary"),
    ] {
        let suite = suite(name);
        let game = bent(&suite, &bends);
        let play = |case: &Case| Some(record_bent(&game, &suite, case, &[]));
        let Marked { mistakes, lost, .. } = mark_playing(&suite, &recordings(&game, &suite, &[]), &play);
        let of_a_case = worth_of_a_case(&suite)[row];
        for bend in bends {
            let found = mistakes.iter().find(|mistake| mistake.key == format!("rule {bend}"));
            assert!(
                found.is_some_and(|it| it.row == row && it.lost >= of_a_case - 0.01),
                "{bend}: {mistakes:#?}"
            );
        }
        assert_eq!(lost.keys().collect::<Vec<_>>(), [row], "{bends:?}");
    }
}

/// Returns whether each of two bends shows beside the other in two cases at least.
fn are_visible(suite: &Suite, pair: &[&'static str]) -> bool {
    let both = recordings(&bent(suite, pair), suite, &[]);
    let shows = |without: &'static str| {
        let alone = recordings(&bent(suite, &[without]), suite, &[]);
        both.iter().zip(&alone).filter(|(one, other)| one.1 != other.1).count() >= 2
    };
    shows(pair[0]) && shows(pair[1])
}

#[test]
fn a_display_that_is_wrong_whatever_a_case_is_about_costs_its_row_only_without_a_name() {
    let wrong_displays: [(&'static str, &'static str, &[&str]); 8] = [
        ("gekitai", "first-board-not-shown", &["board"]),
        ("gekitai", "board-shown-once", &["board"]),
        ("gekitai", "no-hands-on-the-first-board", &["hands"]),
        ("gekitai", "no-hands-after-moves-of-o", &["hands"]),
        ("gekitai", "hands-empty-on-the-first-board", &["hands"]),
        ("gekitai", "full-hands-lack-one-piece", &["hands"]),
        ("pizza", "no-menu-for-the-first-pizza", &["menu"]),
        ("bots", "no-scoreboard-without-scores", &["first-interface"]),
    ];
    for (name, bend, rows) in wrong_displays {
        let (told, mut untold) = (suite(name), suite(name));
        untold.bends.clear();
        let lost = mark(&untold, &recordings(&bent(&told, &[bend]), &told, &[])).lost;
        let paying: Vec<&str> = lost.keys().map(String::as_str).collect();
        assert_eq!(paying, rows, "{name}: {bend} costs {lost:?}");
    }
}
