//! Exports as lists of paths, and the submissions that are found in them.

use super::*;
use crate::target::{Bundle, ItemKind};

/// Returns the submissions of an export with these paths, in lines: the label, whose it is, and the files. A path that ends with a
/// slash is an empty folder; what stands after ` = ` is in the file.
fn read(naming: &Naming, paths: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    for path in paths {
        let (path, text) = path.split_once(" = ").unwrap_or((path, ""));
        let place = folder.path().join(path);
        if path.ends_with('/') {
            std::fs::create_dir_all(place).expect("made");
        } else {
            std::fs::create_dir_all(place.parent().expect("a folder")).expect("made");
            std::fs::write(place, text).expect("written");
        }
    }
    let bundle = Bundle::open(&folder.path().display().to_string()).expect("it can be read");
    let bytes = |place: usize| bundle.bytes(&bundle.items()[place]);
    let ExportedEntries { platform, entries, notes } = naming.entries(bundle.items(), &bytes);
    assert_eq!(lost(bundle.items(), &entries), [""; 0]);
    let lines = entries.iter().map(line);
    let notes = notes.iter().map(|note| format!("! {note}"));
    [platform.name().to_string()].into_iter().chain(lines).chain(notes).collect::<Vec<_>>().join("\n")
}

/// Returns the files that belong to no entry, but for those that tell of all of them, and those of other attempts.
fn lost(items: &[BundleItem], entries: &[Entry]) -> Vec<String> {
    let is_held =
        |place: usize| entries.iter().any(|entry| entry.files.iter().any(|file| file.item == place));
    let is_told = |path: &str| {
        let of_platform = [tops::GRADESCOPE, "user_assignment_settings.json", ".submit.timestamp"];
        of_platform.iter().any(|name| path.ends_with(name))
            || entries.iter().any(|entry| {
                let is_noted = entry.notes.iter().any(|note| path.split('/').any(|part| note.contains(part)));
                let is_other = |other: &String| path == other || path.starts_with(&format!("{other}/"));
                is_noted || entry.other_attempts.iter().any(is_other) || path.contains("_attempt_")
            })
    };
    let files = items.iter().enumerate().filter(|(_, item)| item.kind == ItemKind::File);
    files
        .filter(|(place, item)| !is_held(*place) && !is_told(&item.path))
        .map(|(_, item)| item.path.clone())
        .collect()
}

fn line(entry: &Entry) -> String {
    let files: Vec<&str> = entry.files.iter().map(|file| file.path.as_str()).collect();
    let others = match &entry.other_attempts[..] {
        [] => String::new(),
        others => format!(" (not marked: {})", others.join(", ")),
    };
    let notes: Vec<String> = entry.notes.iter().map(|note| format!(" ({note})")).collect();
    format!("{}: {} -> {}{others}{}", entry.label, whose(&entry.clues), files.join(", "), notes.concat())
}

fn whose(clues: &Clues) -> String {
    let Clues { ids, platform_ids, logins, emails, names, ends_with_login, anything, members, late } = clues;
    let mut parts: Vec<String> = Vec::new();
    for (kind, texts) in
        [("id", ids), ("platform", platform_ids), ("login", logins), ("email", emails), ("name", names)]
    {
        parts.extend(texts.iter().map(|text| format!("{kind} {text}")));
    }
    parts.extend(ends_with_login.iter().map(|text| format!("ends {text}")));
    parts.extend(anything.iter().map(|text| format!("any {text}")));
    parts.extend(members.iter().map(|member| format!("[{}]", whose(member))));
    parts.extend((*late == Lateness::Late).then(|| "late".to_string()));
    parts.join(", ")
}

#[track_caller]
fn check(paths: &[&str], expected: &[&str]) {
    assert_eq!(read(&Naming::default(), paths), expected.join("\n"));
}

#[test]
fn moodle_in_folders_with_texts_and_a_group() {
    check(
        &[
            "Ann Lee_11_assignsubmission_file/game.py",
            "Ann Lee_11_assignsubmission_file/sub/more.py",
            "Ann Lee_11_assignsubmission_onlinetext/onlinetext.html",
            "Ben O'Neil_12_assignsubmission_file/",
            "Team 1_7_assignsubmission_file/game.py",
            "readme.txt",
        ],
        &[
            "Moodle",
            "Ann Lee_11_assignsubmission_file: platform 11, name Ann Lee -> game.py, sub/more.py (`onlinetext.html` is no file of a program)",
            "Ben O'Neil_12_assignsubmission_file: platform 12, name Ben O'Neil -> ",
            "Team 1_7_assignsubmission_file: platform 7, name Team 1 -> game.py",
            "readme.txt: any readme -> readme.txt",
        ],
    );
}

#[test]
fn moodle_flat_and_blind() {
    check(
        &[
            "Participant_11_assignsubmission_file_game.py",
            "Participant_11_assignsubmission_file_more.py",
            "Participant_12_assignsubmission_file_hand_in.zip",
        ],
        &[
            "Moodle",
            "Participant_11_assignsubmission_file_game.py: platform 11, name Participant -> game.py, more.py",
            "Participant_12_assignsubmission_file_hand_in.zip: platform 12, name Participant -> hand_in.zip",
        ],
    );
}

#[test]
fn canvas_late_resubmitted_anonymous_and_text() {
    check(
        &[
            "leeann_101_9001_game.py",
            "leeann_101_9002_helper-1.py",
            "oneilben_LATE_102_9003_game-2.py",
            "anon_Xy9_9004_game.py",
            "wukim_103_text.html",
        ],
        &[
            "Canvas",
            "anon_Xy9_9004_game.py:  -> game.py",
            "leeann_101_9001_game.py: platform 101, name leeann -> game.py, helper.py",
            "oneilben_LATE_102_9003_game-2.py: platform 102, name oneilben, late -> game.py",
            "wukim_103_text.html: platform 103, name wukim ->  (`wukim_103_text.html` is no file of a program)",
        ],
    );
}

#[test]
fn gradescope_with_groups_numbers_and_what_its_file_does_not_tell() {
    let metadata = "assignment_5_export/submission_metadata.yml = submission_71:\n  :submitters:\n  - :name: Ann Lee\n    :sid: 5001\n    \
                    :email: ann@uni.example\n  :created_at: !ruby/object:Time\n    utc: &1 2026-10-01 12:30:05.1 Z\n    zone: !ruby/object:Zone {}\n  \
                    :score: 0.0\n  :results:\n    tests:\n    - name: \"a\n      :submitters: b\"\nsubmission_72:\n  \
                    :submitters:\n  - :name: Ben\n    :sid: '0502'\n  - :name: Kim\n    :email: kim@uni.example\nsubmission_73:\n  \
                    :submitters: []\nsubmission_75:\n  :submitters:\n  - :name: Zoe\n";
    check(
        &[
            metadata,
            "assignment_5_export/submission_71/game.py",
            "assignment_5_export/submission_72/src/game.py",
            "assignment_5_export/submission_73/game.py",
            "assignment_5_export/submission_74/game.py",
        ],
        &[
            "Gradescope",
            "submission_71: id 5001, email ann@uni.example, name Ann Lee -> game.py",
            "submission_72: [id 0502, name Ben], [email kim@uni.example, name Kim] -> src/game.py",
            "submission_73:  -> game.py",
            "submission_74: any submission_74 -> game.py",
            "submission_75: name Zoe ->  (its folder is not in the export)",
        ],
    );
}

#[test]
fn gradescope_without_a_file_that_can_be_read() {
    let read = read(
        &Naming::default(),
        &[
            "x/submission_metadata.yml = submission_1:\n  :submitters:\n  - [\n",
            "x/submission_1/a.py",
            "x/submission_2/a.py",
        ],
    );
    assert!(read.starts_with("Gradescope\nsubmission_1: any submission_1 -> a.py\nsubmission_2: "), "{read}");
    assert!(read.contains("\n! whose `submission_1` is, is not understood: "), "{read}");
    assert!(read.ends_with("\n! submission_metadata.yml tells of no submission"), "{read}");
}

#[test]
fn blackboard_takes_the_last_attempt() {
    check(
        &[
            "Project 1_alee_attempt_2026-10-01-12-30-05.txt",
            "Project 1_alee_attempt_2026-10-01-12-30-05_old.py",
            "Project 1_alee_attempt_2026-10-02-08-00-00.txt",
            "Project 1_alee_attempt_2026-10-02-08-00-00_game.py",
            "Project 1_b_oneil_attempt_2026-10-01-12-30-05.txt",
        ],
        &[
            "Blackboard",
            "Project 1_alee_attempt_2026-10-02-08-00-00_game.py: login alee, ends Project 1_alee -> game.py (not marked: Project 1_alee_attempt_2026-10-01-12-30-05.txt, \
             Project 1_alee_attempt_2026-10-01-12-30-05_old.py)",
            "Project 1_b_oneil_attempt_2026-10-01-12-30-05.txt: login oneil, ends Project 1_b_oneil -> ",
        ],
    );
}

#[test]
fn brightspace_takes_the_last_folder() {
    check(
        &[
            "397063-2557369 - Mary-Ann Smith - Sep 24, 2024 926 PM/old.py",
            "397064-2557369 - Mary-Ann Smith - Oct 1, 2024 1026 AM/game.py",
            "397065-2557370 - Ben O'Neil - Sep 24, 2024 1200 PM/game.py",
            "index.html",
        ],
        &[
            "Brightspace",
            "397064-2557369 - Mary-Ann Smith - Oct 1, 2024 1026 AM: platform 397063, platform 2557369, platform 397064, name Mary-Ann Smith -> game.py \
             (not marked: 397063-2557369 - Mary-Ann Smith - Sep 24, 2024 926 PM)",
            "397065-2557370 - Ben O'Neil - Sep 24, 2024 1200 PM: platform 397065, platform 2557370, name Ben O'Neil -> game.py",
            "index.html: any index -> index.html",
        ],
    );
}

#[test]
fn submitty_takes_the_active_version() {
    check(
        &[
            "alee/1/game.py",
            "alee/1/.submit.timestamp",
            "alee/2/game.py",
            "alee/2/.submit.timestamp",
            "bneil/1/game.py",
            "bneil/1/.submit.timestamp",
            "bneil/10/game.py",
            "bneil/10/.submit.timestamp",
            "bneil/user_assignment_settings.json = {\"active_version\": 1, \"history\": []}",
            "kim/1/.submit.timestamp",
            "kim/user_assignment_settings.json = {\"active_version\": 0}",
        ],
        &[
            "Submitty",
            "alee: login alee -> game.py (not marked: alee/1)",
            "bneil: login bneil -> game.py (not marked: bneil/10)",
            "kim: login kim ->  (not marked: kim/1) (no version is active: the student has taken it back)",
        ],
    );
}

#[test]
fn plain_folders_files_and_archives() {
    check(
        &["class/ann/game.py", "class/ben.py", "class/kim.tar.gz", "class/zoe.zip", "class/empty/"],
        &[
            "plain names",
            "ann: any ann -> game.py",
            "ben.py: any ben -> ben.py",
            "empty: any empty -> ",
            "kim.tar.gz: any kim -> kim.tar.gz",
            "zoe.zip: any zoe -> zoe.zip",
        ],
    );
}

#[test]
fn a_point_in_the_name_of_a_folder_is_a_part_of_the_name() {
    check(
        &["ann.lee/game.py", "ann.doe/game.py", "tom.jones.py"],
        &[
            "plain names",
            "ann.doe: any ann.doe -> game.py",
            "ann.lee: any ann.lee -> game.py",
            "tom.jones.py: any tom.jones -> tom.jones.py",
        ],
    );
}

#[test]
fn a_folder_of_one_student_is_not_taken_apart() {
    check(&["ann/game.py", "ann/helper.py"], &["plain names", "ann: any ann -> game.py, helper.py"]);
}

#[test]
fn names_that_differ_only_in_case_or_are_hostile_are_entries_of_their_own() {
    check(
        &[
            "Ann/game.py",
            "ann/game.py",
            "\u{1f600}/game.py",
            "a\u{1b}[2Jb/game.py",
            "=cmd()/game.py",
            "..x/game.py",
        ],
        &[
            "plain names",
            "..x: any ..x -> game.py",
            "=cmd(): any =cmd() -> game.py",
            "Ann: any Ann -> game.py",
            "a\u{1b}[2Jb: any a\u{1b}[2Jb -> game.py",
            "ann: any ann -> game.py",
            "\u{1f600}: any \u{1f600} -> game.py",
        ],
    );
}

#[test]
fn a_pattern_of_the_user_finds_its_groups_anywhere_in_a_path() {
    let naming = Naming::by_pattern(r"^(?P<login>[a-z]+)-hw1/(?:src/)?(?P<file_id>.+)$").expect("it is one");
    assert_eq!(
        read(&naming, &["ann-hw1/src/game.py", "ann-hw1/more.py", "Ben-hw1/game.py"]),
        [
            "the pattern",
            "Ben-hw1/game.py: any Ben-hw1/game -> game.py",
            "ann-hw1/more.py: login ann -> more.py, game.py",
            "! `Ben-hw1/game.py` does not match the pattern"
        ]
        .join("\n")
    );
}

#[test]
fn a_pattern_must_be_one_and_say_whose_a_file_is() {
    for (pattern, words) in
        [("(", "is no regular expression"), ("(?P<file_id>.*)", "does not say whose a file is")]
    {
        let problem = Naming::by_pattern(pattern).expect_err(pattern).to_string();
        assert!(problem.contains(words), "{problem}");
    }
}
