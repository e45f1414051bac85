//! One tutor's session: what a class got wrong, what is said and decided about it, what is doubtful, and what students and platforms get.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::io::Read as _;
use std::process::{Command, Output};

use support::class::{CASES, Class, Line, lines, told};

/// A worksheet as Moodle exports it: two students of the class, and one who has handed in nothing.
const WORKSHEET: &str = "\u{feff}Identifier,\"Full name\",Status,Grade,\"Maximum grade\",\"Grade can be changed\",\"Last modified (grade)\",\"Feedback comments\"
\"Participant 4101\",\"Ada Brandt\",\"Submitted for grading\",,14.00,Yes,-,
\"Participant 4102\",\"Ben Okafor\",\"Submitted for grading - 1 day late\",,14.00,Yes,-,
\"Participant 4107\",\"Mona Haddad\",\"No submission\",,14.00,Yes,-,
";

/// Returns a class as Moodle exports it. Ada is right, Ben and Chloe get the last two and four cases wrong, Dev has not handed in a program;
/// the last case is for staff.
fn moodle_class() -> Class {
    let class = Class::new();
    for (who, wrong) in
        [("Ada Brandt_4101", CASES), ("Ben Okafor_4102", CASES - 2), ("Chloe Marsh_4103", CASES - 4)]
    {
        class.hand_in(&format!("{who}_assignsubmission_file"), wrong);
    }
    class.write("submissions/Dev Anand_4104_assignsubmission_file/readme.txt", "sorry");
    class.write("worksheet.csv", WORKSHEET);
    let hidden = std::fs::read_to_string(class.path("cases/small/all/case_11.yaml")).unwrap();
    class.write("cases/small/all/case_11.yaml", &hidden.replace("visible: public", "visible: staff"));
    class
}

/// Runs a command on the class in `run`, and returns what it said.
fn harness(class: &Class, arguments: &[&str]) -> Output {
    let mut command = support::harness();
    command.current_dir(class.path("")).args(arguments).env("NO_COLOR", "1").env("LOGNAME", "tutor");
    command.output().unwrap()
}

#[track_caller]
fn ends_with(output: &Output, status: i32) -> String {
    assert_eq!(output.status.code(), Some(status), "{}", told(output));
    told(output)
}

/// Returns what commands call the mistake that most students made.
fn first_mistake(class: &Class) -> String {
    let text = ends_with(&harness(class, &["mistakes", "run"]), 0);
    let line = text
        .lines()
        .find(|line| line.contains(" students, ") && !line.starts_with("small"))
        .expect("a mistake");
    line.split_whitespace().next().unwrap().to_string()
}

fn totals(class: &Class) -> Vec<(String, String)> {
    let column = |line: &Line| (line["name"].clone(), line["total"].clone());
    lines(&class.gradebook("run")).iter().map(column).collect()
}

fn total(class: &Class, name: &str) -> String {
    let all = totals(class);
    let found = all.iter().find(|(other, _)| other == name).unwrap_or_else(|| panic!("{name}: {all:?}"));
    found.1.clone()
}

/// Runs a command on the class in `run` where the file system of that folder is read-only, as a backup is.
fn harness_read_only(class: &Class, arguments: &[&str]) -> Output {
    let mut command = Command::new("unshare");
    command.args(["--mount", "--propagation", "private"]);
    if !rustix::process::geteuid().is_root() {
        command.args(["--user", "--map-root-user"]);
    }
    let steps = "mount --bind run run && mount -o remount,ro,bind run && exec \"$@\"";
    command.args(["sh", "-c", steps, "sh"]).arg(support::program()).args(arguments);
    command.current_dir(class.path("")).env("NO_COLOR", "1").output().unwrap()
}

#[test]
fn a_class_is_read_where_nothing_can_be_written() {
    let class = moodle_class();
    ends_with(&class.mark("submissions", "run", &[]), 1);
    for arguments in [&["class", "--status", "run"][..], &["mistakes", "run"], &["compare", "run", "run"]] {
        let written = harness(&class, arguments);
        let read = harness_read_only(&class, arguments);
        assert_eq!(told(&read), told(&written));
        assert_eq!(read.status, written.status);
    }
    let mistake = first_mistake(&class);
    let said = ends_with(&harness_read_only(&class, &["comment", "run", &mistake, "Look again."]), 2);
    assert!(said.contains("Read-only file system"), "{said}");
    let said = ends_with(&harness_read_only(&class, &["publish", "run"]), 2);
    assert!(said.contains("Read-only file system") && said.contains("publish the copy"), "{said}");
    class.write("run/class.sqlite-wal", "left by a run that was killed");
    let said = ends_with(&harness_read_only(&class, &["class", "--status", "run"]), 2);
    assert!(said.contains("copy the folder to where files can be written"), "{said}");
}

#[test]
fn a_comment_and_a_price_reach_all_who_made_a_mistake() {
    let class = moodle_class();
    ends_with(&class.mark("submissions", "run", &[]), 1);
    let name = first_mistake(&class);
    let before = ["Ada Brandt", "Ben Okafor", "Chloe Marsh"].map(|name| total(&class, name));
    assert_eq!(before, ["12", "10", "8"]);

    let text = ends_with(&harness(&class, &["price", "run", &name, "0.5", "--note", "the text is vague"]), 0);
    assert!(text.contains("1 decision about 2 students; the marks of 2 students changed"), "{text}");
    assert_eq!(
        ["Ada Brandt", "Ben Okafor", "Chloe Marsh"].map(|name| total(&class, name)),
        ["12", "11.5", "11.5"]
    );
    ends_with(&harness(&class, &["comment", "run", &name, "see page 3"]), 0);
    assert!(ends_with(&harness(&class, &["mistakes", "run"]), 0).contains("comment: see page 3"));

    // Who hands in later has the same price; marking again changes nothing that was decided.
    class.hand_in("Eve Ray_4105_assignsubmission_file", CASES - 3);
    ends_with(&class.mark("submissions", "run", &[]), 1);
    assert_eq!(["Ben Okafor", "Eve Ray"].map(|name| total(&class, name)), ["11.5", "11.5"]);

    ends_with(&harness(&class, &["price", "run", &name, "--undo"]), 0);
    assert_eq!(["Ben Okafor", "Chloe Marsh", "Eve Ray"].map(|name| total(&class, name)), ["10", "8", "9"]);
    let decisions = lines(&std::fs::read(class.path("run/decisions.csv")).unwrap());
    let trail: Vec<String> = decisions
        .iter()
        .map(|line| ["who", "what", "old", "new", "note"].map(|name| line[name].clone()).join("|"))
        .collect();
    assert_eq!(
        trail,
        ["tutor|price||0.5|the text is vague", "tutor|comment||see page 3|", "tutor|price|0.5||"]
    );
}

#[test]
fn what_cannot_be_decided_changes_nothing() {
    let class = moodle_class();
    ends_with(&class.mark("submissions", "run", &[]), 1);
    let name = first_mistake(&class);
    let before = class.gradebook("run");
    class.write("wrong.csv", "id,name,style,even\n4101,Ada Brandt,1,6\n4102,Ben Okafor,3,2\n4999,Zoe Zed,1,\n4103,Chloe Marsh,x,\n");
    class.write("nobody.csv", "id,style\n,0.5\n");
    class.write("comma.csv", "id,style,comment\n4101,0,5,nice\n");
    class.write("twice.csv", "id,style\n4101,1\n4102,1\n4101,1.5\n4102,1\n");
    for (arguments, words) in [
        (vec!["price", "run", "zzz", "1"], "nobody in the class made a mistake that is called so"),
        (vec!["price", "run", &name, "99"], "is worth 6, not 99"),
        (vec!["price", "run", &name, "-1"], "unexpected argument"),
        (vec!["price", "nowhere", &name, "1"], "there is no class in it"),
        (vec!["comment", "run", &name, " "], "says nothing"),
        (vec!["award", "run", "--student", "nobody", "style=1"], "nobody in the class is called so"),
        (vec!["award", "run", "--student", "4101", "even=1"], "this row is awarded by the harness"),
        (
            vec!["award", "run", "--student", "4104", "style=1"],
            "there is nothing that could be awarded: cannot start",
        ),
        (vec!["award", "run", "--from", "wrong.csv"], "wrong.csv:4:1: is about nobody in the class"),
        (vec!["award", "run", "--from", "wrong.csv"], "`x` is no number of marks for `style`"),
        (
            vec!["award", "run", "--from", "wrong.csv"],
            "wrong.csv:3:1: 4102: style: this row is worth 2, not 3",
        ),
        (vec!["award", "run", "--from", "nobody.csv"], "nobody.csv:2:1: gives marks to nobody"),
        (vec!["award", "run", "--from", "comma.csv"], "comma.csv:2:1: has more fields than the 3 columns"),
        (
            vec!["award", "run", "--from", "twice.csv"],
            "twice.csv:4:1: gives other marks for `style`, or another comment, than line 2",
        ),
    ] {
        let text = ends_with(&harness(&class, &arguments), 2);
        assert!(text.contains(words), "{arguments:?}: {text}");
    }
    class.write("too_much.csv", "name,style\nAda Brandt,1\nBen Okafor,3\n");
    let text = ends_with(&harness(&class, &["award", "run", "--from", "too_much.csv"]), 2);
    assert!(text.contains("too_much.csv:3:1: 4102: style: this row is worth 2, not 3"), "{text}");
    let text = ends_with(&harness(&class, &["award", "run", "--from", "wrong.csv"]), 2);
    let at = |place: &str| text.find(&format!("wrong.csv:{place}:1: ")).unwrap_or(usize::MAX);
    assert!(
        at("3") < at("4") && at("4") < at("5") && at("5") < usize::MAX,
        "in the order of the lines: {text}"
    );
    assert_eq!(class.gradebook("run"), before);
    assert!(!class.path("run/decisions.csv").exists());
}

#[test]
fn an_award_follows_the_student_whatever_the_class_calls_the_student() {
    let class = moodle_class();
    ends_with(&class.mark("submissions", "run", &[]), 1);
    for award in [["4101", "style=2"], ["4102", "style=1"]] {
        ends_with(&harness(&class, &["award", "run", "--student", award[0], award[1]]), 0);
    }
    let of_ada = || {
        let lines = lines(&class.gradebook("run"));
        let ada = lines.iter().find(|line| line["name"] == "Ada Brandt").unwrap();
        ["id", "style", "total"].map(|name| ada[name].clone())
    };
    let roster = |id: &str| {
        format!("id,name\n{id},Ada Brandt\n00514,Ben Okafor\n00515,Chloe Marsh\n00516,Dev Anand\n")
    };
    for id in ["00513", "00613"] {
        class.write("roster.csv", &roster(id));
        let list = class.path("roster.csv");
        let text = ends_with(&class.mark("submissions", "run", &["--roster", list.to_str().unwrap()]), 1);
        assert!(!text.contains("was awarded"), "{text}");
        assert_eq!(of_ada(), [id, "2", "14"].map(str::to_string));
    }
    // The roster is forgotten once; nobody is two students for that.
    ends_with(&class.mark("submissions", "other", &[]), 1);
    ends_with(&class.mark("submissions", "run", &[]), 1);
    assert_eq!(of_ada(), ["4101", "2", "14"].map(str::to_string));
    class.mark("submissions", "listed", &["--roster", class.path("roster.csv").to_str().unwrap()]);
    let text = ends_with(&harness(&class, &["compare", "other", "listed"]), 0);
    assert!(text.contains("4 students: 0 have higher marks now, 0 lower ones"), "{text}");

    // What is awarded is what was handed in then, and whoever looks is told of it.
    class.hand_in("Ben Okafor_4102_assignsubmission_file", CASES);
    let lost = "4102 was awarded 1 for style of something else than what is handed in now: award it again";
    for text in [
        ends_with(&class.mark("submissions", "run", &[]), 1),
        ends_with(&harness(&class, &["class", "--status", "run"]), 1),
        ends_with(&harness(&class, &["publish", "run"]), 1),
        std::fs::read_to_string(class.path("run/class.html")).unwrap(),
    ] {
        assert!(text.contains(lost), "{text}");
    }
    ends_with(&harness(&class, &["award", "run", "--student", "4102", "style=0.5"]), 0);
    let text = ends_with(&harness(&class, &["class", "--status", "run"]), 1);
    assert!(!text.contains("was awarded"), "{text}");
    std::fs::remove_dir_all(class.path("submissions/Ada Brandt_4101_assignsubmission_file")).unwrap();
    let text = ends_with(&class.mark("submissions", "run", &[]), 1);
    assert!(
        text.contains(
            "4101 was awarded 2 for style, and no row of the class is surely about this student now"
        ),
        "{text}"
    );
}

#[test]
fn the_gradebook_with_its_empty_fields_filled_in_awards_rows() {
    let class = moodle_class();
    ends_with(&class.mark("submissions", "run", &[]), 1);
    let gradebook = String::from_utf8(class.gradebook("run")).unwrap();
    let mut reader = csv::Reader::from_reader(gradebook.as_bytes());
    let style = reader.headers().unwrap().iter().position(|name| name == "style").unwrap();
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(reader.headers().unwrap()).unwrap();
    for line in reader.records() {
        let mut fields: Vec<String> = line.unwrap().iter().map(str::to_string).collect();
        if fields[2] == "marked" {
            fields[style] = "1.5".to_string();
        }
        writer.write_record(&fields).unwrap();
    }
    class.write("filled.csv", &String::from_utf8(writer.into_inner().unwrap()).unwrap());
    let text = ends_with(&harness(&class, &["award", "run", "--from", "filled.csv"]), 0);
    assert!(text.contains("3 decisions; the marks of 3 students changed"), "{text}");
    let text = ends_with(&harness(&class, &["award", "run", "--from", "filled.csv"]), 0);
    assert!(text.contains("nothing is new"), "{text}");
    ends_with(
        &harness(&class, &["award", "run", "--student", "4102", "style=2", "--note", "clear names"]),
        0,
    );
    assert_eq!(["Ada Brandt", "Ben Okafor"].map(|name| total(&class, name)), ["13.5", "12"]);
    // What is said of an award can be corrected.
    let again = ["award", "run", "--student", "4102", "style=2", "--note", "clear and short names"];
    for (decided, words) in
        [("1 decision; ", "clear and short names"), ("nothing is new", "clear and short names")]
    {
        assert!(ends_with(&harness(&class, &again), 0).contains(decided));
        assert!(std::fs::read_to_string(class.path("run/decisions.csv")).unwrap().contains(words));
    }
    // What is handed in later is not awarded.
    class.hand_in("Ben Okafor_4102_assignsubmission_file", CASES);
    ends_with(&class.mark("submissions", "run", &[]), 1);
    assert_eq!(total(&class, "Ben Okafor"), "12");
    let lines = lines(&class.gradebook("run"));
    let ben = lines.iter().find(|line| line["name"] == "Ben Okafor").unwrap();
    assert_eq!((ben["style"].as_str(), ben["pending"].as_str()), ("", "2"));
}

#[test]
fn the_gradebook_tells_students_apart_who_are_called_alike() {
    let class = Class::new();
    for (submission, wrong) in [("Ann Lee", CASES), ("Lee, Ann", CASES + 1), ("=Bo", CASES + 2)] {
        class.hand_in(submission, wrong);
    }
    class.write("roster.csv", "id,name\n=7,Cat Ode\n1,Dan Roe\n");
    let roster = class.path("roster.csv");
    ends_with(&class.mark("submissions", "run", &["--roster", roster.to_str().unwrap()]), 1);
    let gradebook = String::from_utf8(class.gradebook("run")).unwrap();
    let captions = gradebook.lines().next().unwrap().split(',').collect::<Vec<_>>();
    assert_eq!(captions[5..8], ["even", "odd", "style"]);
    class.write("filled.csv", &gradebook.replace(",6,6,,12,", ",6,6,1,12,"));
    let text = ends_with(&harness(&class, &["award", "run", "--from", "filled.csv"]), 0);
    assert!(text.contains("3 decisions; the marks of 3 students changed"), "{text}");
    // Of who has handed in nothing nothing is asked; a line that gives marks to nobody is told by its number.
    class.write("nobody.csv", "id,style\r\n=7,\r\n99,\r\n98,1\r\n");
    let text = ends_with(&harness(&class, &["award", "run", "--from", "nobody.csv"]), 2);
    assert!(text.contains("nobody.csv:4:1: is about nobody"), "{text}");
    assert_eq!(text.matches("nobody.csv:").count(), 1, "{text}");
}

#[test]
fn a_group_is_awarded_by_its_submission() {
    let class = Class::new();
    let of = |number: u8, members: &[(&str, u8)]| {
        let member = |(name, id): &(&str, u8)| format!("  - :name: {name}\n    :sid: '{id}'\n");
        format!("submission_{number}:\n  :submitters:\n{}", members.iter().map(member).collect::<String>())
    };
    let groups = of(1, &[("Ann Lee", 1), ("Ben Wu", 2)]) + &of(2, &[("Cat Ode", 3)]);
    class.write("submissions/submission_metadata.yml", &format!("---\n{groups}"));
    class.hand_in("submission_1", CASES);
    class.hand_in("submission_2", CASES - 2);
    ends_with(&class.mark("submissions", "run", &[]), 0);
    let text = ends_with(&harness(&class, &["award", "run", "--student", "submission_1", "style=1"]), 0);
    assert!(text.contains("2 decisions; the marks of 2 students changed"), "{text}");
    class.write("groups.csv", "submission,style,comment\nsubmission_1,1.5,clear\nsubmission_2,0.5,\n");
    let text = ends_with(&harness(&class, &["award", "run", "--from", "groups.csv"]), 0);
    assert!(text.contains("3 decisions; the marks of 3 students changed"), "{text}");
    assert_eq!(["Ann Lee", "Ben Wu", "Cat Ode"].map(|name| total(&class, name)), ["13.5", "13.5", "10.5"]);
    let decisions = lines(&std::fs::read(class.path("run/decisions.csv")).unwrap());
    let told = |line: &Line| ["student", "old", "new", "note"].map(|name| line[name].clone()).join("|");
    let expected = ["1||1|", "2||1|", "1|1|1.5|clear", "2|1|1.5|clear", "3||0.5|"];
    assert_eq!(decisions.iter().map(told).collect::<Vec<_>>(), expected, "one for each member");
    // A member may have other marks than the group, but not by the same table.
    class.write("both.csv", "id,submission,style\n,submission_1,2\n2,submission_1,1\n");
    let text = ends_with(&harness(&class, &["award", "run", "--from", "both.csv"]), 2);
    assert!(text.contains("both.csv:3:1: gives other marks for `style`"), "{text}");
    class.write("nobodys.csv", "submission,style\nsubmission_9,2\n");
    let text = ends_with(&harness(&class, &["award", "run", "--from", "nobodys.csv"]), 2);
    assert!(text.contains("nobodys.csv:2:1: is about nobody in the class"), "{text}");
}

#[test]
fn students_get_their_pages_and_moodle_gets_its_worksheet() {
    let class = moodle_class();
    ends_with(&class.mark("submissions", "run", &[]), 1);
    ends_with(&harness(&class, &["award", "run", "--student", "4101", "style=2"]), 0);
    ends_with(&harness(&class, &["award", "run", "--student", "4102", "style=1"]), 0);
    ends_with(&harness(&class, &["comment", "run", &first_mistake(&class), "see page 3"]), 0);
    let text = ends_with(&harness(&class, &["publish", "run", "--grades", "worksheet.csv"]), 1);
    assert!(text.contains("4104: no page and no marks: cannot start"), "{text}");
    assert!(
        text.contains("lacking marks that a person must award, and so in no table of grades: 1: 4103"),
        "{text}"
    );
    let expected =
        WORKSHEET.replace("grading\",,", "grading\",14,").replace("1 day late\",,", "1 day late\",11,");
    let worksheet = std::fs::read_to_string(class.path("run/published/grades-moodle.csv")).unwrap();
    assert_eq!(worksheet.replace('"', ""), expected.replace('"', ""));

    let page = std::fs::read_to_string(class.path("run/published/pages/4102/report.html")).unwrap();
    assert!(page.contains("see page 3"), "the comment is told");
    assert!(page.contains("case_10") && !page.contains("case_11"), "a case for staff is not named");
    assert!(!page.contains("Ada Brandt"));
    let file = std::fs::File::open(class.path("run/published/feedback-moodle.zip")).unwrap();
    let mut archive = zip::ZipArchive::new(file).unwrap();
    let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    let of = |who: &str| format!("{who}_assignfeedback_file/report.html");
    assert_eq!(names, [of("Ada Brandt_4101"), of("Ben Okafor_4102"), of("Chloe Marsh_4103")]);
    let mut packed = String::new();
    archive.by_name(&of("Ben Okafor_4102")).unwrap().read_to_string(&mut packed).unwrap();
    assert_eq!(packed, page);
}

#[test]
fn no_mark_is_published_that_is_lower_than_before_if_staff_say_so() {
    let class = moodle_class();
    ends_with(&class.mark("submissions", "before", &[]), 1);
    class.hand_in("Ada Brandt_4101_assignsubmission_file", CASES - 6);
    class.hand_in("Ben Okafor_4102_assignsubmission_file", CASES);
    ends_with(&class.mark("submissions", "run", &[]), 1);
    for (run, who, marks) in
        [("before", "4101", "2"), ("before", "4102", "1"), ("run", "4101", "2"), ("run", "4102", "1")]
    {
        let row = format!("style={marks}");
        ends_with(&harness(&class, &["award", run, "--student", who, &row]), 0);
    }
    let publish = |keep: &[&str]| {
        let arguments = [&["publish", "run", "--grades", "worksheet.csv"], keep].concat();
        let text = ends_with(&harness(&class, &arguments), 1);
        (text, std::fs::read_to_string(class.path("run/published/grades-moodle.csv")).unwrap())
    };
    let (text, worksheet) = publish(&[]);
    assert!(worksheet.contains("grading,8,") && worksheet.contains("late,13,"), "{worksheet} {text}");
    let (text, worksheet) = publish(&["--keep", "before"]);
    assert!(worksheet.contains("grading,14,") && worksheet.contains("late,13,"), "{worksheet}");
    assert!(text.contains("4101: keeps 14 in tables of grades; the marks now: 8"), "{text}");
    assert!(!text.contains("4102: keeps"), "{text}");
}

#[test]
fn changes_between_two_runs_are_numbers_for_spreadsheets() {
    let class = moodle_class();
    ends_with(&class.mark("submissions", "before", &[]), 1);
    class.hand_in("Ada Brandt_4101_assignsubmission_file", CASES - 6);
    class.hand_in("Ben Okafor_4102_assignsubmission_file", CASES);
    ends_with(&class.mark("submissions", "run", &[]), 1);
    let compared = |arguments: &[&str]| {
        let arguments = [&["compare", "before", "run", "--csv", "compared.csv"], arguments].concat();
        ends_with(&harness(&class, &arguments), 1);
        let lines = lines(&std::fs::read(class.path("compared.csv")).unwrap());
        let told =
            |line: &Line| ["who", "before", "now", "change", "by the policy"].map(|name| line[name].clone());
        lines.iter().map(|line| told(line).join("|")).collect::<Vec<_>>()
    };
    let [ben, chloe, dev] = ["4102|10|12|2|12", "4103|8|8||8", "4104||||"];
    assert_eq!(compared(&[]), ["4101|12|6|-6|12", ben, chloe, dev]);
    assert_eq!(compared(&["--lower"]), ["4101|12|6|-6|6", ben, chloe, dev]);
}

#[test]
fn nothing_is_published_that_shows_what_is_hidden() {
    let class = moodle_class();
    class.write("submissions/Eve Ray_4105_assignsubmission_file/program.sh", "#!/bin/sh\necho all/case_11\n");
    ends_with(&class.mark("submissions", "run", &[]), 1);
    let text = ends_with(&harness(&class, &["publish", "run"]), 2);
    assert!(text.contains("pages/4105/report.html would show the id of all/case_11"), "{text}");
    assert!(!class.path("run/published").exists());
    class.hand_in("Eve Ray_4105_assignsubmission_file", CASES);
    ends_with(&class.mark("submissions", "run", &[]), 1);
    ends_with(&harness(&class, &["publish", "run"]), 1);
    assert!(class.path("run/published/pages/4105/report.html").is_file());
}

#[test]
fn what_good_students_print_alike_is_doubtful() {
    let class = Class::new();
    for (number, sorry) in [true, true, true, false].into_iter().enumerate() {
        let other = if sorry { "Sorry, invalid input" } else { "number 7" };
        let text = format!(
            "#!/bin/sh\n# {number}\nif [ \"$1\" = 7 ]; then echo '{other}'; else echo \"number $1\"; fi\n"
        );
        class.write(&format!("submissions/student{number}/program.sh"), &text);
    }
    class.hand_in("weak", 3);
    let text = ends_with(&class.mark("submissions", "run", &[]), 0);
    let doubt = "3 of 4 students who lose hardly anything elsewhere print `Sorry, invalid input` in all/case_07: is the text open?";
    assert!(text.contains(doubt), "{text}");
    assert!(std::fs::read_to_string(class.path("run/class.html")).unwrap().contains("3 of 4 students"));
    // The suite accepts the reading: everybody is judged again, and nothing is run.
    let case = std::fs::read_to_string(class.path("cases/small/all/case_07.yaml")).unwrap();
    class.write(
        "cases/small/all/case_07.yaml",
        &case.replace("  number 7", "  {{either: number 7 | Sorry, invalid input}}"),
    );
    let text = ends_with(&class.mark("submissions", "run", &[]), 0);
    assert!(
        text.contains("5 submissions to work on, 0 runs\n") && !text.contains("hardly anything"),
        "{text}"
    );
    assert_eq!(total(&class, "student0"), "12");
}

#[test]
fn the_page_of_the_class_leads_to_every_student_and_holds_every_case() {
    let class = moodle_class();
    ends_with(&class.mark("submissions", "run", &[]), 1);
    let page = std::fs::read_to_string(class.path("run/class.html")).unwrap();
    for who in ["4101", "4102", "4103"] {
        assert!(page.contains(&format!("href=\"students/{who}.html\"")), "{who}");
        assert!(class.path(&format!("run/students/{who}.html")).is_file(), "{who}");
    }
    // Everybody passes the first eight cases; they are named, folded.
    assert!(page.contains("<summary>8 cases that nobody fails</summary>"));
    for words in ["3</b> marked", "1</b> cannot start", "Dev Anand", "all/case_11", "......", " NAME MARKS"] {
        assert!(page.contains(words), "{words}");
    }
    let document = page.split_once("<body>").unwrap().1;
    let rows = document.matches("class=\"cells\"").count();
    assert_eq!(rows, 3);
    let written = std::fs::metadata(class.path("run/students/4101.html")).unwrap().modified().unwrap();
    ends_with(&class.mark("submissions", "run", &[]), 1);
    let again = std::fs::metadata(class.path("run/students/4101.html")).unwrap().modified().unwrap();
    assert_eq!(written, again, "a page that tells the same is not made anew");
}
