//! Tables of grades as platforms export them, filled.

use super::*;

const MOODLE: &str = "\u{feff}Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum grade\",\"Grade can be changed\",\"Last modified (submission)\",\"Last modified (grade)\",\"Feedback comments\"
\"Participant 4101\",\"Ada Brandt\",ada@u.example,\"Submitted for grading - 2 days late\",,100.00,Yes,\"Monday, 2 November 2026, 9:00 AM\",-,
\"Participant 4102\",\"Ben Okafor\",ben@u.example,\"Submitted for grading\",12.50,100.00,Yes,\"Monday, 2 November 2026, 9:00 AM\",-,
\"Participant 4103\",\"Eve Ray\",eve@u.example,\"No submission\",,100.00,Yes,-,-,
";

/// The same as Moodle exports it where it speaks German.
const MOODLE_IN_GERMAN: &str = "\u{feff}ID,\"Vollständiger Name\",E-Mail-Adresse,Status,Bewertung,Bestwertung,\"Bewertung kann geändert werden\",\"Zuletzt geändert (Abgabe)\",\"Zuletzt geändert (Bewertung)\",\"Feedback als Kommentar\"
Teilnehmer/in4101,\"Ada Brandt\",ada@u.example,\"Zur Bewertung abgegeben\",,\"100,00\",Ja,-,-,
Teilnehmer/in4102,\"Ben Okafor\",ben@u.example,\"Zur Bewertung abgegeben\",\"12,50\",\"100,00\",Nein,-,-,
";

const CANVAS: &str = "Student,ID,SIS User ID,SIS Login ID,Section,Project 1 (12345),Essay (777),Current Score
    Points Possible,,,,,100,10,(read only)
\"Brandt, Ada\",11,s1,abrandt,L01,,7,70
\"Okafor, Ben\",12,s2,bokafor,L01,5,8,80
\"Student, Test\",99,,test,L01,,,
";

const GRADESCOPE: &str = "First Name,Last Name,SID,Email,Sections,Total Score,Max Points,Status,Submission ID
Ada,Brandt,s1,ada@u.example,,,100.0,Ungraded,1
Ben,Okafor,s2,ben@u.example,,,100.0,Missing,
";

fn clues(id: &str, name: &str, number: &str) -> Clues {
    let texts = |text: &str| if text.is_empty() { Vec::new() } else { vec![text.to_string()] };
    Clues { ids: texts(id), names: texts(name), platform_ids: texts(number), ..Clues::default() }
}

/// Fills in 61.5 for Ada, and 70 for Ben; 80 for somebody whom no table knows.
fn fill(
    text: &str,
    assignment: Option<&str>,
    out_of: f64,
) -> Result<(GradePlatform, String, Vec<String>), Problem> {
    let all = [
        ("Ada", clues("s1", "Ada Brandt", ""), 61.5),
        ("Ben", clues("", "Ben Okafor", ""), 70.0),
        ("Zoe", clues("s9", "Zoe Zed", "4103000"), 80.0),
    ];
    let students: Vec<MarkedStudent<'_>> =
        all.iter().map(|(who, clues, marks)| MarkedStudent { who, clues, marks: *marks }).collect();
    let grading = Grading {
        students: &students,
        out_of,
        assignment: assignment.unwrap_or("Battle of the Towers"),
        is_named: assignment.is_some(),
    };
    let FilledTable { platform, table, notes, .. } = filled("grades.csv", text.as_bytes(), grading)?;
    let mut bytes = Vec::new();
    table.write(&mut bytes).expect("to memory");
    Ok((platform, String::from_utf8(bytes).expect("UTF-8"), notes))
}

#[test]
fn a_worksheet_of_moodle_keeps_all_but_the_grades() {
    let (platform, text, notes) = fill(MOODLE, None, 90.0).expect("filled");
    assert_eq!(platform.name(), "moodle");
    let expected = MOODLE
        .replace("2 days late\",,", "2 days late\",61.5,")
        .replace("grading\",12.50,", "grading\",70,")
        .replace('"', "");
    assert_eq!(text.replace('"', ""), expected);
    assert_eq!(notes, ["Zoe: no line is about this one"]);
    let german = MOODLE.replace("100.00", "\"100,00\"").replace("12.50", "\"12,50\"");
    assert!(fill(&german, None, 90.0).expect("filled").1.contains(",\"61,5\",\"100,00\","));
}

#[test]
fn a_worksheet_in_german_keeps_its_captions() {
    let (platform, text, notes) = fill(MOODLE_IN_GERMAN, None, 90.0).expect("filled");
    assert_eq!(platform.name(), "moodle");
    let expected = MOODLE_IN_GERMAN.replace("abgegeben\",,", "abgegeben\",\"61,5\",");
    assert_eq!(text.replace('"', ""), expected.replace('"', ""));
    assert_eq!(
        notes,
        ["Ben: the grade is locked there, and stays as it is", "Zoe: no line is about this one"]
    );
    let by_words = MOODLE_IN_GERMAN.replace("Bestwertung", "Skala");
    let problem = fill(&by_words, None, 90.0).expect_err("no numbers").to_string();
    assert!(problem.contains("has no column `Bestwertung`"), "{problem}");
}

#[test]
fn a_worksheet_in_another_language_is_refused_with_the_columns_that_are_needed() {
    let french = MOODLE.replace("Grade,", "Note,").replace("Identifier", "Identifiant");
    let problem = fill(&french, None, 90.0).expect_err("nobody knows it").to_string();
    for words in [
        "its columns are `Identifiant`, `Full name`",
        "`Identifier`, `Grade`, `Last modified (grade)`",
        "in German `ID`, `Bewertung`, `Zuletzt geändert (Bewertung)`",
    ] {
        assert!(problem.contains(words), "{words}: {problem}");
    }
}

#[test]
fn a_gradebook_of_canvas_has_one_assignment_and_nobody_without_marks() {
    let expected = "Student,ID,SIS User ID,SIS Login ID,Section,Project 1 (12345)
    Points Possible,,,,,100
\"Brandt, Ada\",11,s1,abrandt,L01,61.5
\"Okafor, Ben\",12,s2,bokafor,L01,70
";
    for assignment in ["Project 1", "12345", "project 1 (12345)"] {
        let (platform, text, _) = fill(CANVAS, Some(assignment), 90.0).expect("filled");
        assert_eq!((platform.name(), text.as_str()), ("canvas", expected), "{assignment}");
    }
    let only = CANVAS.replace("Essay (777)", "Essay");
    assert_eq!(fill(&only, None, 90.0).expect("filled").1, expected);
}

#[test]
fn the_grades_of_gradescope_have_totals() {
    let (platform, text, _) = fill(GRADESCOPE, None, 90.0).expect("filled");
    let expected = GRADESCOPE
        .replace(",,,100.0,Ungraded", ",,61.5,100.0,Graded")
        .replace(",,,100.0,Missing", ",,70,100.0,Graded");
    assert_eq!((platform.name(), text), ("gradescope", expected));
}

#[test]
fn what_would_be_lost_on_the_platform_is_refused() {
    for (text, assignment, out_of, words) in [
        ("id,name\n1,Ada\n", None, 90.0, "is no table of grades"),
        (MOODLE, None, 101.0, "the assignment is worth 100 there, and 101 by the suite"),
        (&MOODLE.replace("Maximum grade", "Scale"), None, 90.0, "has no column `Maximum grade`"),
        (CANVAS, Some("777"), 90.0, "the assignment is worth 10 there"),
        (
            CANVAS,
            None,
            90.0,
            "does not say which column is that of `Battle of the Towers`: Project 1 (12345), Essay (777)",
        ),
        (CANVAS, Some("Project"), 90.0, "does not say which column"),
        (GRADESCOPE, None, 100.5, "is worth 100 there"),
    ] {
        let problem = fill(text, assignment, out_of).expect_err(words).to_string();
        assert!(problem.contains(words), "{words}: {problem}");
    }
}

#[test]
fn a_line_that_is_about_two_students_is_filled_for_neither() {
    let clues = clues("s1", "", "");
    let student = |who| MarkedStudent { who, clues: &clues, marks: 1.0 };
    let table = Table::parse("t.csv", GRADESCOPE.as_bytes()).expect("a table");
    let (grades, notes) = grades(&table, &[student("Ada"), student("Adam")], &StayingLines::new());
    assert_eq!(
        (grades.len(), &notes[..]),
        (0, &["Ada, Adam: one line is about all of these".to_string()][..])
    );
}

#[test]
fn numbers_are_read_with_either_decimal_mark() {
    for (cell, expected) in [
        ("100.00", Some(100.0)),
        ("100,5", Some(100.5)),
        ("1,234.5", Some(1234.5)),
        (" 7 ", Some(7.0)),
        ("-", None),
        ("", None),
    ] {
        assert_eq!(number(cell), expected, "{cell}");
    }
}

#[test]
fn who_is_excused_and_whose_grade_is_locked_stay_so() {
    let (_, text, notes) = fill(&CANVAS.replace("L01,5,8", "L01,EX,8"), Some("12345"), 90.0).expect("filled");
    assert!(!text.contains("Okafor") && text.contains("61.5"), "{text}");
    assert_eq!(notes, ["Ben: is excused there, and stays so", "Zoe: no line is about this one"]);
    let locked = MOODLE.replace("12.50,100.00,Yes", "12.50,100.00,No");
    let (_, text, notes) = fill(&locked, None, 90.0).expect("filled");
    assert!(text.contains("12.50") && text.contains("61.5"), "{text}");
    assert_eq!(
        notes,
        ["Ben: the grade is locked there, and stays as it is", "Zoe: no line is about this one"]
    );
}
