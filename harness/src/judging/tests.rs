//! Properties of judging runs whose dice nobody knew before, for the games whose dice are observed.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use proptest::prelude::*;
use reference::author::{Style, write};
use reference::{Ending, Piece, Transcript, game};

use super::*;
use crate::cases::select;
use crate::cases::source::SuiteSource;
use crate::cases::{Cause, Typed};
use crate::expected::game as game_of;
use crate::recording::{Reason, What};

const SUITES: [&str; 2] = ["bots", "rats"];

fn suite(name: &str) -> &'static Suite {
    static SUITES: LazyLock<Vec<Suite>> = LazyLock::new(|| {
        let read = |name| select::suite(&SuiteSource::Inside, name).expect("it is valid");
        super::tests::SUITES.map(read).into()
    });
    SUITES.iter().find(|suite| suite.name == name).expect("it is there")
}

/// Returns a case whose dice are observed; what is typed in it is of no matter.
fn any_case(suite: &Suite) -> &Case {
    let id = if suite.name == "bots" { "accept/save" } else { "giving-up/question" };
    suite.cases.iter().find(|case| case.id == id).expect("the case is there")
}

fn conversation(suite: &Suite, style: Style, seed: u64, turns: usize) -> Transcript {
    let (_, setup) = game_of(suite, any_case(suite)).expect("a game");
    write(game(&suite.name).expect("a game"), &setup, style, seed, turns)
}

/// Returns whether the conversation is another one than the case's: dice fall, and other lines are typed.
fn is_free(suite: &Suite, transcript: &Transcript) -> bool {
    let listed = any_case(suite).typed();
    let typed = run(transcript).into_iter().filter_map(|(_, typed)| typed.map(Typed::Line));
    let throws = transcript.pieces.iter().any(|piece| matches!(piece, Piece::Rolled { .. }));
    throws && !listed.starts_with(&typed.collect::<Vec<_>>())
}

/// What somebody prints instead of a turn's output.
type PlantedSlip<'a> = &'a dyn Fn(&str) -> String;

/// A run as its turns: what was printed, and what was typed then.
type Run = Vec<(String, Option<String>)>;

fn run(transcript: &Transcript) -> Run {
    let mut turns = vec![(String::new(), None)];
    for piece in &transcript.pieces {
        match piece {
            Piece::Said { text, .. } => turns.last_mut().expect("a turn").0.push_str(text),
            Piece::Typed(Typed::Line(line)) => {
                turns.last_mut().expect("a turn").1 = Some(line.clone());
                turns.push((String::new(), None));
            }
            _ => {}
        }
    }
    turns
}

fn changed(run: &Run, change: impl Fn(&str) -> String) -> Run {
    run.iter().map(|(output, typed)| (change(output), typed.clone())).collect()
}

/// Returns the run of a program that writes its output only when `buffer` bytes have gathered, and at the end.
fn withheld(run: &Run, buffer: usize) -> Run {
    let all: Vec<u8> = run.iter().flat_map(|(output, _)| output.bytes()).collect();
    let (mut printed, mut written) = (0, 0);
    let mut late = Vec::new();
    for (index, (output, typed)) in run.iter().enumerate() {
        printed += output.len();
        let end = if index + 1 == run.len() { printed } else { printed / buffer * buffer };
        late.push((String::from_utf8_lossy(&all[written..end]).into_owned(), typed.clone()));
        written = end;
    }
    late
}

fn recording(run: &Run, ending: &Ending) -> Recording {
    let recording = run.iter().fold(Recording::default(), |recording, (output, typed)| {
        let recording = recording.prints(output);
        typed.iter().cloned().map(Typed::Line).fold(recording, |recording, line| recording.reads(&line))
    });
    match ending {
        Ending::Finished => recording.exits(0),
        _ => recording.then(What::Stopped(Reason::NothingToType)),
    }
}

fn judged(suite: &Suite, run: &Run, ending: &Ending) -> Judgement {
    judge(suite, any_case(suite), &recording(run, ending), Strictness::AsTheSuiteSays)
}

/// Returns the turns and the faces of the throws that are seen in a run.
fn faces(suite: &Suite, run: &Run, ending: &Ending) -> Vec<(usize, Vec<u8>)> {
    let foreseen = foresee(suite, any_case(suite), &recording(run, ending), Reading::First);
    let throws = foreseen.expect("it has a transcript").observation.expect("dice are observed").throws;
    throws.into_iter().map(|seen| (seen.turn, seen.faces)).collect()
}

/// Returns the causes of what is no consequence of something else, without hints.
fn causes(judgement: &Judgement) -> BTreeSet<Cause> {
    let roots = judgement.deductions.all.iter().map(|deduction| &deduction.root);
    roots.map(|root| root.difference.cause).filter(|cause| *cause != Cause::NotFlushed).collect()
}

/// Returns the rows that pay, and the parts for which they do.
fn costs(judgement: &Judgement) -> BTreeSet<(String, String)> {
    let of_part = |(part, rows): (Part, &[String])| {
        rows.iter().map(|row| (row.clone(), part.to_string())).collect::<Vec<_>>()
    };
    judgement.wrong.iter().flat_map(of_part).collect()
}

/// Changes the score in column `column` of every table of category scores.
fn wrong_scores(output: &str, column: usize) -> String {
    let mut lines: Vec<String> = output.split('\n').map(str::to_string).collect();
    let Some(title) = lines.iter().position(|line| line == "Category Scores") else {
        return output.to_string();
    };
    let Some(row) = lines.get(title + 4).filter(|line| line.starts_with('|')) else {
        return output.to_string();
    };
    let mut cells: Vec<String> = row.split('|').map(str::to_string).collect();
    let score: u32 = cells[column + 1].trim().parse().expect("a score");
    cells[column + 1] = format!(" {} ", score + 1);
    lines[title + 4] = cells.join("|");
    lines.join("\n")
}

const COLUMNS: [&str; 9] = ["1s", "2s", "3s", "4s", "trio", "quartet", "band", "doremi", "orchestra"];

proptest! {
    #![proptest_config(ProptestConfig {
        cases: ProptestConfig::default().cases / 10,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_faithful_run_passes_with_any_dice_and_any_policy(seed: u64, turns in 0_usize..90, buffer in 1_usize..9000) {
        for suite in SUITES.map(suite) {
            for style in [Style::Legal, Style::Mixed] {
                let transcript = conversation(suite, style, seed, turns);
                if !is_free(suite, &transcript) {
                    continue;
                }
                let run = run(&transcript);
                let judgement = judged(suite, &run, &transcript.ending);
                prop_assert_eq!(judgement.verdict, Verdict::Passed, "{}: {}", suite.name, judgement.sentence);
                prop_assert!(judgement.deductions.all.is_empty());
                let late = judged(suite, &withheld(&run, buffer), &transcript.ending);
                prop_assert_eq!(late.verdict, Verdict::Passed, "{}: {}", suite.name, late.sentence);
            }
        }
    }

    #[test]
    fn slips_of_form_are_named_and_fail_no_case(seed: u64, turns in 3_usize..60) {
        let slips: [(Cause, PlantedSlip<'_>); 4] = [
            (Cause::BlankLines, &|output| output.replace("\n\n", "\n")),
            (Cause::InnerBlanks, &|output| output.replace("Roll #1 :", "Roll#1:").replace(" rolls ", "  rolls ")),
            (Cause::LetterCase, &|output| output.replace("Options", "options").replace("total", "TOTAL")),
            (Cause::Punctuation, &|output| output.replace("dice only.", "dice only").replace("RATS!", "RATS").replace("Welcome", "Welcome:")),
        ];
        for suite in SUITES.map(suite) {
            let transcript = conversation(suite, Style::Legal, seed, turns);
            if !is_free(suite, &transcript) {
                continue;
            }
            let run = run(&transcript);
            for (cause, slip) in &slips {
                let slipped = changed(&run, slip);
                if slipped == run {
                    continue;
                }
                let judgement = judged(suite, &slipped, &transcript.ending);
                prop_assert_eq!(faces(suite, &slipped, &transcript.ending), faces(suite, &run, &transcript.ending));
                prop_assert_eq!(causes(&judgement), BTreeSet::from([*cause]), "{} of {}", cause.name(), suite.name);
                prop_assert_eq!(judgement.verdict, Verdict::Passed, "{} of {}", cause.name(), suite.name);
            }
        }
    }

    #[test]
    fn a_wrong_score_costs_its_own_mark_and_no_other(seed: u64, turns in 2_usize..60, column in 0_usize..9) {
        let suite = suite("bots");
        let transcript = conversation(suite, Style::Legal, seed, turns);
        prop_assume!(is_free(suite, &transcript));
        let wrong = changed(&run(&transcript), |output| wrong_scores(output, column));
        let judgement = judged(suite, &wrong, &transcript.ending);
        let part = format!("category-scores/{}", COLUMNS[column]);
        prop_assert_eq!(costs(&judgement), BTreeSet::from([("category-scores".to_string(), part)]));
    }

    #[test]
    fn a_wrong_total_costs_the_case(seed: u64, turns in 6_usize..60) {
        let suite = suite("rats");
        let transcript = conversation(suite, Style::Legal, seed, turns);
        prop_assume!(is_free(suite, &transcript));
        let wrong = changed(&run(&transcript), |output| output.replace("total 1", "total 2"));
        prop_assume!(wrong != run(&transcript));
        let judgement = judged(suite, &wrong, &transcript.ending);
        prop_assert_eq!(judgement.verdict, Verdict::Wrong);
        prop_assert_eq!(causes(&judgement), BTreeSet::from([Cause::WrongValue]));
        let rows: BTreeSet<String> = costs(&judgement).into_iter().map(|(row, _)| row).collect();
        prop_assert_eq!(rows, BTreeSet::from([any_case(suite).row.to_string()]));
    }

    #[test]
    fn withheld_output_is_marked_alike_and_told(seed: u64, turns in 2_usize..60, column in 0_usize..9) {
        for suite in SUITES.map(suite) {
            let transcript = conversation(suite, Style::Legal, seed, turns);
            if !is_free(suite, &transcript) {
                continue;
            }
            let run = run(&transcript);
            let wrong = changed(&run, |output| wrong_scores(output, column).replace("total 1", "total 2"));
            for run in [&run, &wrong] {
                let in_time = judged(suite, run, &transcript.ending);
                let late = judged(suite, &withheld(run, usize::MAX), &transcript.ending);
                prop_assert_eq!((late.verdict, costs(&late)), (in_time.verdict, costs(&in_time)), "{}", suite.name);
                let hints = late.deductions.all.iter().filter(|it| it.root.difference.cause == Cause::NotFlushed);
                prop_assert_eq!(hints.count(), 1);
                prop_assert!(in_time.deductions.all.iter().all(|it| it.root.difference.cause != Cause::NotFlushed));
            }
        }
    }
}

#[test]
fn two_readings_that_matter_are_left_to_a_person() {
    let suite = suite("bots");
    let transcript = conversation(suite, Style::Legal, 3, 2);
    let run = run(&transcript);
    let line = run[1].0.lines().find(|line| line.starts_with("Roll #1")).expect("a roll").to_string();
    // The scores belong to the second showing.
    let other = "Roll #1 : [4, 4, 4, 4, 4]";
    assert_ne!(line, other);
    let before = changed(&run, |output| output.replace(&line, &format!("{other}\n{line}")));
    let judgement = judged(suite, &before, &transcript.ending);
    assert_eq!(judgement.verdict, Verdict::Undecided, "{}", judgement.sentence);
    assert!(judgement.sentence.contains("[4, 4, 4, 4, 4]"), "{}", judgement.sentence);
    // Here they belong to the first, and the second is too much.
    let after = changed(&run, |output| output.replace(&line, &format!("{line}\n{other}")));
    assert_eq!(judged(suite, &after, &transcript.ending).verdict, Verdict::Wrong);
}

#[test]
fn output_made_to_be_bad_is_undecided_or_wrong_and_never_takes_long() {
    let suite = suite("bots");
    let transcript = conversation(suite, Style::Legal, 3, 40);
    for bad in
        ["1 2 3 4 ".repeat(130_000), "Roll #1 : [1, 2, 3, 4, 1]\n".repeat(10_000), "|".repeat(1_000_000)]
    {
        for turn in [0, 1] {
            let mut run = run(&transcript);
            run[turn].0 = bad.clone();
            let judgement = judged(suite, &run, &transcript.ending);
            assert!(
                matches!(judgement.verdict, Verdict::Undecided | Verdict::Wrong),
                "{:?}",
                judgement.verdict
            );
        }
    }
}

#[test]
fn no_number_of_forgiven_slips_hides_a_wrong_line_at_the_end() {
    let suite = suite("bots");
    let transcript = conversation(suite, Style::Legal, 3, 400);
    let words = ["Roll #", "Category Scores", "Options", "Accept", "ALL", "Re-roll specified"];
    let slip = |output: &str| {
        words.iter().fold(output.to_string(), |output, word| output.replace(word, &word.to_lowercase()))
    };
    let mut run = changed(&run(&transcript), slip);
    let judgement = judged(suite, &run, &transcript.ending);
    assert_eq!(judgement.verdict, Verdict::Passed, "{}", judgement.sentence);
    let last = run.last_mut().expect("a turn");
    last.0 = "somebody has won\n".to_string();
    let judgement = judged(suite, &run, &transcript.ending);
    let before =
        judgement.deductions.differences().iter().take_while(|listed| !listed.penalised.costs()).count();
    assert!(before > 200, "only {before} slips come before it");
    assert_eq!(judgement.verdict, Verdict::Wrong);
}
