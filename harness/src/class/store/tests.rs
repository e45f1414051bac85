//! What is kept of a class is there again, and nothing else is taken for it.

use std::collections::BTreeMap;

use super::*;
use crate::class::naming::{Clues, Lateness};
use crate::class::status::RowStatus;
use crate::recording_store::CaseTexts as _;

fn row(name: &str, state: PlannedState) -> PlannedRow {
    PlannedRow {
        id: format!("id of {name}"),
        name: name.to_string(),
        is_known: name != "Eve",
        clues: Clues { names: vec![name.to_string()], ..Clues::default() },
        labels: vec![format!("{name}.zip"), "a, \"b\"".to_string()],
        other_attempts: Vec::new(),
        late: Lateness::Late,
        notes: vec!["a note".to_string()],
        state,
    }
}

fn inputs(of_a: &str) -> Arc<BTreeMap<String, String>> {
    let inputs = [("a", of_a), ("b", "1")];
    Arc::new(inputs.map(|(case, input)| (case.to_string(), input.to_string())).into())
}

#[test]
fn what_was_kept_is_there_when_the_file_is_opened_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let submission = PlannedState::Submission("d1".to_string());
    let nothing = PlannedState::Nothing(RowStatus::TwoPrograms, "a.py, b.py".to_string());
    let rows = vec![row("Ann", submission), row("Eve", nothing)];
    {
        let store = ClassStore::open(folder.path()).expect("opened");
        store.plan(&[row("old", PlannedState::Submission("d0".to_string()))]).expect("kept");
        store.plan(&rows).expect("kept");
        store.set_about(&[("suite", "bots".to_string())]).expect("kept");
        let texts = SubmissionTexts::new(&store, "d1", &inputs("1"), Round::FIRST);
        texts.keep("a", "first", RecordingState::Slow).expect("kept");
        texts.keep("a", "second", RecordingState::Again).expect("kept");
        texts.add("unit-tests.json", "", "{}").expect("kept");
        store.set_tested("d1", "{}".to_string()).expect("kept");
        let judgement = KeptJudgement {
            depends: "x".to_string(),
            is_complete: true,
            results: "[1]".to_string(),
            twins: Some("[2]".to_string()),
        };
        store.set_judgement("d1", "all", &judgement).expect("kept");
    }
    let store = ClassStore::open(folder.path()).expect("opened again");
    let reader = store.reader();
    assert_eq!(reader.rows().expect("read"), rows);
    assert_eq!(reader.about("suite").expect("read"), "bots");
    let recorded = reader.recorded("d1", Round::FIRST).expect("read");
    let kept = KeptRecording { input: "1".to_string(), state: RecordingState::Again };
    assert_eq!(recorded, BTreeMap::from([("a".to_string(), kept)]));
    assert_eq!(reader.tested("d1").expect("read"), Some(("{}".to_string(), "all".to_string())));
    let judged = reader.judgement("d1").expect("read").expect("it is there");
    assert_eq!(
        (judged.depends.as_str(), judged.is_complete, judged.results.as_str(), judged.twins.as_deref()),
        ("x", true, "[1]", Some("[2]"))
    );
    assert!(reader.judgement("d2").expect("read").is_none());
}

#[test]
fn a_recording_of_another_run_does_not_count() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = ClassStore::open(folder.path()).expect("opened");
    SubmissionTexts::new(&store, "d1", &inputs("1"), Round::FIRST)
        .keep("a", "text", RecordingState::Counts)
        .expect("kept");
    store.wait().expect("written");
    for (submission, input, is_there) in [("d1", "1", true), ("d1", "2", false), ("d2", "1", false)] {
        let texts = SubmissionTexts::new(&store, submission, &inputs(input), Round::FIRST);
        assert_eq!(texts.holds("recordings", "a"), is_there, "{submission} {input}");
        let text = texts.text("recordings", "a").expect("read");
        assert_eq!(text.as_deref(), is_there.then_some("text"), "{submission} {input}");
    }
}

#[test]
fn only_one_process_marks_and_others_may_look() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(matches!(ClassReader::open(folder.path()), Err(StoreFault::NoClass)));
    let store = ClassStore::open(folder.path()).expect("opened");
    assert!(matches!(ClassStore::open(folder.path()), Err(StoreFault::InUse)));
    store.plan(&[row("Ann", PlannedState::Submission("d1".to_string()))]).expect("kept");
    assert_eq!(ClassReader::open(folder.path()).expect("opened").rows().expect("read").len(), 1);
}

#[test]
fn what_holds_the_lock_for_a_moment_is_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    // As a process does that a killed command was about to start: it holds the same open file until it begins.
    let held = ClassStore::open(folder.path()).expect("opened");
    let begins = std::thread::spawn(move || {
        std::thread::sleep(PAUSE * 10);
        drop(held);
    });
    assert!(ClassStore::open(folder.path()).is_ok());
    begins.join().expect("it has begun");
}

#[test]
fn files_of_others_are_refused_and_left_as_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(CLASS_FILE);
    std::fs::write(&file, "no database, but long enough to be looked at by somebody").expect("written");
    let fault = ClassStore::open(folder.path()).expect_err("it is refused");
    assert!(fault.is_of_the_folder(), "{fault}");
    assert!(std::fs::read_to_string(&file).expect("there").starts_with("no database"));
    std::fs::remove_file(&file).expect("removed");
    let connection = rusqlite::Connection::open(&file).expect("opened");
    connection.execute_batch("CREATE TABLE other (x)").expect("made");
    drop(connection);
    assert!(matches!(ClassStore::open(folder.path()), Err(StoreFault::NotAClass)));
}

#[test]
fn a_file_of_another_version_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    drop(ClassStore::open(folder.path()).expect("opened"));
    let connection = rusqlite::Connection::open(folder.path().join(CLASS_FILE)).expect("opened");
    connection.pragma_update(None, "user_version", 99).expect("changed");
    drop(connection);
    assert!(matches!(ClassStore::open(folder.path()), Err(StoreFault::Version(99, _))));
}

#[test]
fn a_file_of_the_first_version_becomes_one_of_this_and_keeps_what_it_holds() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = vec![row("Ann", PlannedState::Submission("d1".to_string()))];
    ClassStore::open(folder.path()).expect("opened").plan(&rows).expect("kept");
    let connection = rusqlite::Connection::open(folder.path().join(CLASS_FILE)).expect("opened");
    let first = "DROP TABLE decision; DROP TABLE repeated; ALTER TABLE class_row DROP COLUMN clues; ALTER TABLE judgement DROP COLUMN twins; PRAGMA user_version = 1;";
    connection.execute_batch(first).expect("changed");
    drop(connection);
    let reader = ClassReader::open(folder.path()).expect("opened");
    let known = reader.rows().expect("read");
    assert_eq!(known, [PlannedRow { clues: Clues::default(), ..rows[0].clone() }]);
    assert_eq!(reader.decisions().expect("read"), []);
    let store = ClassStore::open(folder.path()).expect("opened");
    store.plan(&rows).expect("kept");
    assert_eq!(store.reader().rows().expect("read"), rows);
}

#[test]
fn a_file_of_the_second_version_becomes_one_of_this_and_keeps_what_it_holds() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = vec![row("Ann", PlannedState::Submission("d1".to_string()))];
    ClassStore::open(folder.path()).expect("opened").plan(&rows).expect("kept");
    let connection = rusqlite::Connection::open(folder.path().join(CLASS_FILE)).expect("opened");
    let second = "DROP TABLE repeated; ALTER TABLE decision DROP COLUMN clues; PRAGMA user_version = 2;";
    connection.execute_batch(second).expect("changed");
    drop(connection);
    let reader = ClassReader::open(folder.path()).expect("opened");
    assert_eq!(reader.rows().expect("read"), rows);
    assert_eq!(reader.rounds("d1").expect("read"), []);
}

#[test]
fn decisions_of_the_third_version_stay_without_what_was_known_of_students() {
    let folder = tempfile::tempdir().expect("a folder");
    drop(ClassStore::open(folder.path()).expect("opened"));
    let connection = rusqlite::Connection::open(folder.path().join(CLASS_FILE)).expect("opened");
    let third = "ALTER TABLE decision DROP COLUMN clues; PRAGMA user_version = 3;
        INSERT INTO decision (time, who, kind, subject, student, submission, old, new, note)
        VALUES ('t', 'tutor', 'award', 'style', 'Ann', 'd1', '', '1.5', '');";
    connection.execute_batch(third).expect("changed");
    drop(connection);
    let decisions = ClassReader::open(folder.path()).expect("opened").decisions().expect("read");
    let [student, submission, row] = ["Ann", "d1", "style"].map(str::to_string);
    let expected = DecisionSubject::Award { student, clues: Box::default(), submission, row };
    assert_eq!((decisions.len(), &decisions[0].subject), (1, &expected));
}

#[test]
fn a_run_like_the_first_one_is_not_kept_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = ClassStore::open(folder.path()).expect("opened");
    let first = SubmissionTexts::new(&store, "d1", &inputs("1"), Round::FIRST);
    first.keep("a", "first", RecordingState::Counts).expect("kept");
    first.keep("b", "other", RecordingState::Counts).expect("kept");
    first.add("unit-tests.json", "", "{}").expect("kept");
    let again = SubmissionTexts::new(&store, "d1", &inputs("1"), Round(2));
    again.keep("a", "", RecordingState::Same).expect("kept");
    again.keep("b", "another", RecordingState::Counts).expect("kept");
    store.wait().expect("written");
    for (case, expected) in [("a", "first"), ("b", "another")] {
        assert!(again.holds("recordings", case));
        assert_eq!(again.text("recordings", case).expect("read").as_deref(), Some(expected), "{case}");
    }
    assert_eq!(again.text("unit-tests.json", "").expect("read").as_deref(), Some("{}"));
    assert!(!SubmissionTexts::new(&store, "d1", &inputs("1"), Round(1)).holds("recordings", "a"));
    assert!(!SubmissionTexts::new(&store, "d1", &inputs("2"), Round(2)).holds("recordings", "a"));
    let recorded = store.reader().recorded("d1", Round(2)).expect("read");
    assert_eq!(recorded["a"].state, RecordingState::Same);
    assert_eq!(store.reader().recorded("d1", Round::FIRST).expect("read").len(), 2);
}

#[test]
fn rounds_are_kept_in_their_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = ClassStore::open(folder.path()).expect("opened");
    let kept = |round: usize, verdict: &str| KeptRound {
        round,
        depends: "x".to_string(),
        outcomes: BTreeMap::from([("a".to_string(), verdict.to_string())]),
    };
    for (round, verdict) in [(2, "wrong"), (1, "passed"), (2, "crashed")] {
        store.set_round("d1", kept(round, verdict)).expect("kept");
    }
    store.wait().expect("written");
    assert_eq!(store.reader().rounds("d1").expect("read"), [kept(1, "passed"), kept(2, "crashed")]);
    assert_eq!(store.reader().rounds("d2").expect("read"), []);
}

#[test]
fn decisions_are_kept_in_their_order_with_their_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let decision = |subject: DecisionSubject, old: &str, new: &str| StaffDecision {
        time: String::new(),
        who: "tutor".to_string(),
        subject,
        old: old.to_string(),
        new: new.to_string(),
        note: "why".to_string(),
    };
    let [student, submission, row] = ["Ann", "d1", "style"].map(str::to_string);
    let clues = Box::new(Clues { platform_ids: vec!["11".to_string()], ..Clues::default() });
    let decisions = [
        decision(DecisionSubject::Price("echo".to_string()), "", "0.25"),
        decision(DecisionSubject::Comment("echo".to_string()), "", "see page 2"),
        decision(DecisionSubject::Award { student, clues, submission, row }, "", "1.5"),
        decision(DecisionSubject::Price("echo".to_string()), "0.25", ""),
    ];
    let store = ClassStore::open(folder.path()).expect("opened");
    store.decide(&decisions[..3]).expect("kept");
    store.decide(&decisions[3..]).expect("kept");
    let kept = store.reader().decisions().expect("read");
    assert!(kept.iter().all(|kept| kept.time.len() == 20 && kept.time.ends_with('Z')), "{kept:?}");
    let without_times: Vec<_> =
        kept.into_iter().map(|kept| StaffDecision { time: String::new(), ..kept }).collect();
    assert_eq!(without_times, decisions);
}

#[test]
fn what_cannot_be_written_is_told_to_whoever_waits_and_to_everybody_after() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = ClassStore::open(folder.path()).expect("opened");
    let full = |connection: &rusqlite::Connection| {
        connection.execute("INSERT INTO nowhere VALUES (1)", []).map(drop)
    };
    store.writer.change(full).expect("it is taken");
    let fault = store.wait().expect_err("it was not written").to_string();
    assert!(fault.contains("nowhere"), "{fault}");
    assert!(store.set_about(&[("suite", "bots".to_string())]).is_err());
}

#[test]
fn every_column_is_described() {
    let page = include_str!("../../../../docs/class-store.md");
    let tables = [schema::TABLES, schema::DECISIONS, schema::REPEATED].concat();
    let columns = tables
        .lines()
        .filter_map(|line| line.trim().split_once(' '))
        .filter(|(name, _)| name.chars().all(|character| character.is_ascii_lowercase() || character == '_'));
    for (name, _) in columns.filter(|(name, _)| *name != "number") {
        assert!(page.contains(&format!("`{name}`")), "{name}");
    }
}
