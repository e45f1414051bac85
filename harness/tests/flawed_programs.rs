//! Twelve flawed programs, whose faults are known: the lists of their mistakes, and the screen from which a student learns them.
//!
//! What the screen says at three widths stands in `screens/`. `SCREENS=write` writes it anew, to be read.

mod support;

use std::path::Path;

use serde_json::Value;
use support::flawed::{Flawed, Known, program, programs, tests};
use support::{harness, root};

const WIDTHS: [&str; 3] = ["50", "80", "120"];

/// Declares a test for each of the programs, so that some are marked beside others, and the list of them all.
macro_rules! each_is_told_its_mistakes_and_no_others {
    ($($(#[$attribute:meta])* $name:ident)*) => {
        const TESTED: &[&str] = &[$(stringify!($name)),*];

        $(#[test]
        $(#[$attribute])*
        fn $name() {
            is_told_its_mistakes_and_no_others(stringify!($name));
        })*
    };
}

each_is_told_its_mistakes_and_no_others! {
    #[ignore = "slow: a part of .ci/full"]
    gekitai_python_six
    gekitai_python_one
    #[ignore = "slow: a part of .ci/full"]
    gekitai_cpp_three
    #[ignore = "slow: a part of .ci/full"]
    little_battle_python_five
    #[ignore = "slow: a part of .ci/full"]
    little_battle_python_one
    pizza_python_five
    pizza_python_one
    pizza_c_four
    #[ignore = "slow: a part of .ci/full"]
    rats_java_eight
    rats_cpp_two
    #[ignore = "slow: a part of .ci/full"]
    bots_python_seven
    iec_dice_c_three
}

#[test]
fn each_of_twelve_programs_of_all_games_and_languages_is_tested() {
    let names: Vec<String> = programs().into_iter().map(|flawed| flawed.name).collect();
    assert_eq!((names.len(), names), (12, TESTED.iter().map(ToString::to_string).collect()));
}

fn is_told_its_mistakes_and_no_others(name: &str) {
    let flawed = &program(name);
    let folder = tempfile::tempdir().expect("a folder");
    flawed.plant(folder.path());
    let results = flawed.mark(folder.path(), "student");
    let told_to_staff = flawed.judge_again(folder.path(), "staff");
    has_the_known_mistakes(flawed, &told_to_staff);
    has_figures_that_add_up(flawed, &told_to_staff);
    tells_students_what_public_cases_show(flawed, &results);
    has_the_same_list_on_the_page(flawed, folder.path(), &results);
    shows_the_screens_that_were_read(flawed, folder.path());
}

/// The mistakes and the known ones are the same, one by one.
fn has_the_known_mistakes(flawed: &Flawed, results: &Value) {
    let mut listed: Vec<&Value> = mistakes(results).collect();
    for known in flawed.known() {
        take(flawed, &known, &mut listed);
    }
    assert!(listed.is_empty(), "{}: nobody has planted {listed:#?}", flawed.name);
}

/// The words that an entry tells stand in the lines of the mistake: those that are printed, and those that should be.
fn names_words_of_the_lines(flawed: &Flawed, entry: &str, mistake: &Value) {
    let quoted = entry.split("<code>").skip(1).filter_map(|rest| rest.split("</code>").next());
    let quoted: Vec<String> = quoted.map(plain).collect();
    let lines = ["got", "expected"].map(|side| mistake[side].as_str().expect("a line"));
    assert!(
        quoted.len() == 2 && lines.iter().zip(&quoted).all(|(line, words)| line.contains(words.as_str())),
        "{}: {quoted:?} of {lines:?}",
        flawed.name
    );
}

/// Returns a text of the page as it is read.
fn plain(html: &str) -> String {
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    entities.iter().fold(html.to_string(), |text, (entity, sign)| text.replace(entity, sign))
}

/// Returns whether a sentence says that words or signs are other ones, but not which.
fn is_of_words(sentence: &str) -> bool {
    sentence.starts_with("only ") || sentence.starts_with("these are other words than those of the text")
}

/// Each row loses what its mistakes cost it, all in hundredths, and what is won and lost is all there is.
fn has_figures_that_add_up(flawed: &Flawed, results: &Value) {
    let hundredths = |marks: &Value| {
        let hundredths = marks.as_f64().expect("marks") * 100.0;
        assert!((hundredths - hundredths.round()).abs() < 1e-6, "{}: {marks}", flawed.name);
        hundredths.round()
    };
    let rows = results["mark_sheet"].as_array().expect("rows").iter();
    let (mut won, mut lost, mut worth) = (0.0, 0.0, 0.0);
    for row in rows.filter(|row| row["by"] == "harness") {
        let name = row["row"].as_str().expect("a name");
        let costs = mistakes(results).filter_map(|mistake| mistake["by_row"].get(name));
        let cost: f64 = costs.map(hundredths).sum();
        let (awarded, out_of) = (hundredths(&row["awarded"]), hundredths(&row["out_of"]));
        assert!((out_of - awarded - cost).abs() < 0.5, "{}: {row} loses {cost}", flawed.name);
        (won, lost, worth) = (won + awarded, lost + cost, worth + out_of);
    }
    let listed: f64 = mistakes(results).map(|mistake| hundredths(&mistake["lost"])).sum();
    let found = [won, lost, hundredths(&results["summary"]["automatic"]), listed];
    assert_eq!(
        found.map(|it| format!("{it}")),
        [won, worth - won, won, lost].map(|it| format!("{it}")),
        "{}",
        flawed.name
    );
}

/// A student's list has what public cases show, and what a fresh example shows in place of hidden ones; of the rest it says nothing but
/// that it is there.
fn tells_students_what_public_cases_show(flawed: &Flawed, results: &Value) {
    let (unnamed, mut named): (Vec<&Value>, Vec<&Value>) =
        mistakes(results).partition(|mistake| mistake["key"] == "");
    let (hidden, shown): (Vec<Known>, Vec<Known>) =
        flawed.known().into_iter().partition(|known| known.hidden);
    for known in shown {
        take(flawed, &known, &mut named);
    }
    let untold = hidden.iter().filter(|known| !named.iter().any(|mistake| known.is(mistake))).count();
    named.retain(|mistake| !hidden.iter().any(|known| known.is(mistake)));
    assert!(named.is_empty(), "{}: a student learns of {named:#?}", flawed.name);
    assert_eq!(unnamed.is_empty(), untold == 0, "{}: {unnamed:#?}", flawed.name);
}

/// The page lists the mistakes in the same order, each with its cost, its row, and the words of its sentence.
fn has_the_same_list_on_the_page(flawed: &Flawed, folder: &Path, results: &Value) {
    let reports = folder.join("reports").join(&flawed.suite);
    harness().arg("report").arg(&reports).args(["--quiet", "--report", "html"]).assert().code(0);
    let page = std::fs::read_to_string(reports.join("report.html")).expect("written");
    let (_, list) = page.split_once("<ol start=\"1\">").expect("a list");
    let (list, _) = list.split_once("</ol>").expect("its end");
    let entries: Vec<&str> = list.split("<li>").skip(1).collect();
    let costly = mistakes(results).filter(|it| it["key"] != "" && it["lost"].as_f64() > Some(0.0));
    let costly: Vec<&Value> = costly.collect();
    assert_eq!(entries.len(), costly.len(), "{}: {list}", flawed.name);
    for (entry, mistake) in entries.iter().zip(costly) {
        let text = |key: &str| mistake[key].as_str().expect("text").to_string();
        let (_, cost) = entry.split_once("<span class=\"cost\">−").expect("a cost");
        let cost: f64 = cost.split('<').next().and_then(|cost| cost.parse().ok()).expect("a number");
        assert!(
            (cost - mistake["lost"].as_f64().expect("a number")).abs() < 1e-9,
            "{}: {entry}",
            flawed.name
        );
        assert!(entry.contains(&text("row")), "{}: {entry}", flawed.name);
        // A slip in a sign is told by the words that have it, a broken rule by what the program does.
        let sentence = text("sentence");
        let said = match sentence.split_once("Wrong in the program: ") {
            Some((_, does)) => does,
            None if is_of_words(&sentence) && entry.contains("</code> should be <code>") => {
                names_words_of_the_lines(flawed, entry, mistake);
                continue;
            }
            None => &sentence,
        };
        let first_words: String =
            said.chars().skip(1).take_while(|sign| sign.is_alphabetic() || *sign == ' ').collect();
        assert!(entry.contains(&first_words), "{}: {first_words:?} is not in {entry}", flawed.name);
    }
}

fn mistakes(results: &Value) -> impl Iterator<Item = &Value> {
    results["mistakes"].as_array().expect("a list").iter()
}

/// Takes the one mistake that is the known one out of the list.
fn take(flawed: &Flawed, known: &Known<'_>, listed: &mut Vec<&Value>) {
    let before = listed.len();
    listed.retain(|mistake| !known.is(mistake));
    assert_eq!(before - listed.len(), 1, "{}: {known} is not one of {listed:#?}", flawed.name);
}

fn shows_the_screens_that_were_read(flawed: &Flawed, folder: &Path) {
    for width in WIDTHS {
        let text = screen(folder, &flawed.suite, width);
        let path = tests().join(format!("screens/{}.{width}.txt", flawed.name));
        if std::env::var_os("SCREENS").is_some() {
            std::fs::write(&path, &text).expect("written");
        }
        let read = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(text, read, "{} is another one; see the head of this file", path.display());
    }
    let lines = screen(folder, &flawed.suite, "80").lines().count();
    assert!(lines <= 40, "{} takes {lines} lines", flawed.name);
}

/// Returns the screen for what was marked in a folder.
fn screen(folder: &Path, suite: &str, width: &str) -> String {
    let mut command = harness();
    command.current_dir(folder).env("COLUMNS", width).args(["report", &format!("reports/{suite}")]);
    let output = command.output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout)
        .expect("text")
        .replace(&root().join("cases").display().to_string(), "cases")
}
