//! A student's artefacts hold nothing of a case that is not public, whatever a submission prints of it.

mod support;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use harness::cases::source::SuiteSource;
use harness::cases::{Suite, select};
use harness::reports::forms::{DefaultPlace, FORMS};
use sha2::{Digest, Sha256};
use support::script;

const SUITE: &str = "title: Echo
reference: {command: [sh, '{suite}/reference.sh']}
disclose: {after-marking: DISCLOSURE, staff: DISCLOSURE}
rules: {says: It says something.}
marks:
  - {row: says, title: Says, out_of: 4, by: harness, award: share}
  - {row: style, title: Style, out_of: 2, by: tutor}
";

/// A program that prints everything that it can see, on both streams.
const ECHO: &str = "#!/bin/sh\nsee() { printf '%s\\n' \"$0\" \"$@\"; pwd; ls -la; cat ./*; env; }\nsee \"$@\"; see \"$@\" >&2\nwhile IFS= read -r line; do printf 'line %s\\n' \"$line\"; printf '%s' \"$line\" | base64; done\nexit 3\n";

/// Makes words of which no two tests use the same; the test is the same each time.
struct Tokens {
    count: u32,
    made: Vec<String>,
}

impl Tokens {
    fn next(&mut self) -> String {
        self.count += 1;
        let digest = Sha256::digest(format!("token {}", self.count));
        // Markup in a token shows whether its escaped forms are looked for.
        let mut token: String = digest.iter().take(8).fold(String::new(), |mut text, byte| {
            write!(text, "{byte:02x}").expect("to a string");
            text
        });
        token.insert_str(8, "<&\"'é");
        self.made.push(token.clone());
        token
    }

    /// A token that may stand in the name of a file.
    fn name(&mut self) -> String {
        self.next();
        let name = self.made.pop().expect("just made").replace(['<', '&', '"', '\''], "");
        self.made.push(name.clone());
        name
    }
}

fn yaml(text: &str) -> String {
    serde_json::to_string(text).expect("a string is JSON, and JSON is YAML")
}

/// Writes a suite with one public case and two hidden ones, full of tokens.
fn write_suite(folder: &Path, disclosure: &str, tokens: &mut Tokens) {
    let suite = folder.join("echo");
    std::fs::create_dir_all(&suite).expect("made");
    std::fs::write(suite.join("suite.yaml"), SUITE.replace("DISCLOSURE", disclosure)).expect("written");
    std::fs::write(suite.join("reference.sh"), "exit 0\n").expect("written");
    let public = "why: It speaks.\nrule: says\nrow: says\nvisible: public\ntranscript: |2+\n  hello\n";
    std::fs::write(suite.join("public.yaml"), public).expect("written");
    for visible in ["after-marking", "staff"] {
        let (name, text) = (tokens.name(), hidden(visible, tokens));
        std::fs::write(suite.join(format!("{name}.yaml")), text).expect("written");
    }
}

fn hidden(visible: &str, tokens: &mut Tokens) -> String {
    let (why, argument, file, inside) = (tokens.next(), tokens.next(), tokens.name(), tokens.next());
    let (expected, input, after) = (tokens.next(), tokens.next(), tokens.next());
    format!(
        "title: a hidden case\nwhy: {}\nrule: says\nrow: says\nvisible: {visible}\nargs: [{}]\nfiles:\n  {}: {}\ntranscript: |2+\n  {expected}\n  <<{input}>>\n  {after}\n",
        yaml(&why),
        yaml(&argument),
        yaml(&file),
        yaml(&inside),
    )
}

/// Returns the ways in which a text may be written down.
fn forms(token: &str) -> Vec<Vec<u8>> {
    let html = token.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    let json = serde_json::to_string(token).expect("a string");
    let ascii: String = token.chars().fold(String::new(), |mut text, character| {
        if character.is_ascii() {
            text.push(character);
        } else {
            write!(text, "\\u{:04x}", u32::from(character)).expect("to a string");
        }
        text
    });
    let mut forms: Vec<String> = vec![
        token.to_string(),
        html.replace('\'', "&#39;"),
        html.replace('\'', "&apos;"),
        html,
        json.trim_matches('"').to_string(),
        ascii,
        // The parts before and after what is escaped are eight bytes each.
        token[..8].to_string(),
        token[token.len() - 8..].to_string(),
    ];
    for shift in 0..3 {
        // In base64 a text looks different at each of three places.
        let padded = format!("{}{token}", "x".repeat(shift));
        for engine in [&STANDARD, &STANDARD_NO_PAD, &URL_SAFE_NO_PAD] {
            let written = engine.encode(&padded);
            forms.push(written[4..written.len() - 4].to_string());
        }
    }
    forms.into_iter().map(String::into_bytes).collect()
}

fn files_below(folder: &Path) -> Artefacts {
    let entries = walkdir::WalkDir::new(folder).into_iter().map(|entry| entry.expect("readable"));
    entries
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let name = entry.path().strip_prefix(folder).expect("inside").display().to_string();
            (name, std::fs::read(entry.path()).expect("readable"))
        })
        .collect()
}

/// Gives its arguments a terminal of their own, with a bar, and prints what comes there.
const TERMINAL: &str = "import os, pty, sys\nsys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))\n";

/// All that was written and said, by name.
type Artefacts = BTreeMap<String, Vec<u8>>;

/// Runs a command that ends with `status`, and keeps what it says.
fn say(all: &mut Artefacts, name: &str, command: &mut Command, status: i32) {
    let output = command.output().expect("it runs");
    assert_eq!(output.status.code(), Some(status), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    all.insert(format!("screen of {name}"), output.stdout);
    all.insert(format!("standard error of {name}"), output.stderr);
}

/// Marks the program that echoes everything and returns all that was written and said. The recordings in `kept`, which
/// are staff's, are no part of it, but what is made of them is.
fn artefacts(folder: &Path, audience: &str) -> Artefacts {
    let (reports, kept) = (folder.join("reports"), folder.join("kept"));
    let mut common: Vec<OsString> =
        ["--suite", "echo", "--audience", audience, "--cases"].map(Into::into).into();
    common.extend([folder.join("cases").into(), "--reports".into(), reports.clone().into()]);
    let forms: Vec<&str> = FORMS.iter().flat_map(|form| ["--report", form.name]).collect();
    let with_target = |command: &mut Command, look: &str| {
        command
            .args(&common)
            .args(&forms)
            .args(["--jobs", "1", look, "--target"])
            .arg(folder.join("program"));
        command.env("GITHUB_STEP_SUMMARY", folder.join("summary.md")).env("TERM", "xterm");
    };
    let mut all = Artefacts::new();
    let mut terminal = Command::new("python3");
    terminal.args(["-c", TERMINAL, env!("CARGO_BIN_EXE_harness")]).stdin(Stdio::null());
    with_target(&mut terminal, "--all");
    say(&mut all, "a terminal", &mut terminal, 1);
    for look in ["--all", "--plain", "--quiet"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
        with_target(&mut command, look);
        say(&mut all, look, command.arg("--record").arg(&kept), 1);
    }
    for (name, bytes) in files_below(&reports) {
        all.insert(format!("first {name}"), bytes);
    }
    let command = || Command::new(env!("CARGO_BIN_EXE_harness"));
    say(&mut all, "replay", command().args(&common).args(&forms).arg("--all").arg("--replay").arg(&kept), 1);
    say(&mut all, "report", command().arg("report").arg(&reports).args(&forms).arg("--all"), 0);
    for number in ["1", "2", "3"] {
        // Which of them there are depends on the reader.
        let output = command().args(["show-mistake", number]).arg(&reports).output().expect("it runs");
        all.insert(format!("screen of mistake {number}"), output.stdout);
        all.insert(format!("standard error of mistake {number}"), output.stderr);
        let shown = ["--mistake", number];
        say(&mut all, &format!("report of {number}"), command().arg("report").arg(&reports).args(shown), 0);
    }
    say(&mut all, "award", command().arg("award").arg(&reports).args(["style=1", "--note", "good"]), 0);
    all.extend(files_below(&reports));
    all.insert("summary.md".to_string(), std::fs::read(folder.join("summary.md")).expect("written"));
    all
}

fn found(artefacts: &Artefacts, tokens: &[String]) -> Vec<String> {
    let holds = |bytes: &[u8], form: &[u8]| bytes.windows(form.len()).any(|window| window == form);
    let mut found = Vec::new();
    for (name, bytes) in artefacts {
        for token in tokens {
            if holds(name.as_bytes(), token.as_bytes()) || forms(token).iter().any(|form| holds(bytes, form))
            {
                found.push(format!("{token} in {name}"));
            }
        }
    }
    found
}

#[track_caller]
fn check(disclosure: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut tokens = Tokens { count: 0, made: Vec::new() };
    write_suite(&folder.path().join("cases"), disclosure, &mut tokens);
    script(folder.path(), "program", ECHO);
    let staff = artefacts(folder.path(), "staff");
    let seen = found(&staff, &tokens.made);
    for token in &tokens.made {
        assert!(seen.iter().any(|found| found.starts_with(token)), "staff see everything: {token}");
    }
    // The same folder: nothing of the staff's reports may stay there.
    std::fs::remove_file(folder.path().join("summary.md")).expect("removed");
    let student = artefacts(folder.path(), "student");
    let beside = FORMS.iter().filter_map(|form| match form.place {
        DefaultPlace::Beside(name) => Some(name),
        DefaultPlace::Screen => None,
    });
    for name in beside.chain(["recordings/public.json"]) {
        assert!(student.contains_key(name), "{name}: {:?}", student.keys());
    }
    assert_eq!(found(&student, &tokens.made), Vec::<String>::new());
    let bar = String::from_utf8_lossy(&student["screen of a terminal"]).into_owned();
    assert!(bar.contains("/3 cases, "), "{bar}");
    let page = String::from_utf8_lossy(&student["report.html"]).into_owned();
    assert_eq!(page.contains("a hidden case"), disclosure != "nothing");
}

#[test]
fn a_suite_that_discloses_nothing_is_obeyed() {
    check("nothing");
}

#[test]
fn a_suite_that_discloses_titles_is_obeyed() {
    check("title");
}

#[test]
fn a_suite_that_discloses_causes_is_obeyed() {
    check("cause");
}

#[test]
fn a_mistake_that_public_and_hidden_cases_show_is_told_in_the_words_of_a_public_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut tokens = Tokens { count: 0, made: Vec::new() };
    let suite = folder.path().join("cases/echo");
    std::fs::create_dir_all(&suite).expect("made");
    std::fs::write(suite.join("suite.yaml"), SUITE.replace("DISCLOSURE", "cause")).expect("written");
    std::fs::write(suite.join("reference.sh"), "exit 0\n").expect("written");
    let case = |visible: &str, argument: &str| {
        let argument = yaml(argument);
        format!(
            "why: It speaks.\nrule: says\nrow: says\nvisible: {visible}\nargs: [{argument}]\ntranscript: |2+\n  hello\n"
        )
    };
    let secret = tokens.next();
    std::fs::write(suite.join("a_hidden.yaml"), case("staff", &secret)).expect("written");
    std::fs::write(suite.join("public.yaml"), case("public", "known")).expect("written");
    script(folder.path(), "program", "#!/bin/sh\necho hello\necho \"boom $1\" >&2\nexit 3\n");
    let staff = artefacts(folder.path(), "staff");
    assert_ne!(found(&staff, &tokens.made), Vec::<String>::new(), "staff see it");
    std::fs::remove_file(folder.path().join("summary.md")).expect("removed");
    let student = artefacts(folder.path(), "student");
    assert_eq!(found(&student, &tokens.made), Vec::<String>::new());
    let results: serde_json::Value = serde_json::from_slice(&student["results.json"]).expect("JSON");
    let sentence = results["mistakes"][0]["sentence"].as_str().expect("a sentence");
    assert!(sentence.contains("boom known"), "{results:#}");
}

/// What a student is told of a gekitai program that loses what is pushed off the board.
struct ToldOfARule {
    suite: Suite,
    results: serde_json::Value,
    artefacts: Artefacts,
}

impl ToldOfARule {
    /// Marks it for a student by a copy of the suite in which just these cases are public, and others are for staff.
    fn by(public: &[&str], disclosure: &str) -> Self {
        let cases = support::copy_of_cases();
        let folder = tempfile::tempdir().expect("a folder");
        hide(&cases.path().join("gekitai"), public, disclosure);
        let reports = folder.path().join("reports");
        let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
        command.args(["--suite", "gekitai", "--all", "--cases"]).arg(cases.path());
        for form in ["html", "junit", "markdown", "gradescope"] {
            command.args(["--report", form]);
        }
        command.arg("--reports").arg(&reports).arg("--target");
        command.arg(support::patched(folder.path(), "gekitai", "pushed_off_is_lost"));
        let mut artefacts = Artefacts::new();
        say(&mut artefacts, "the screen", &mut command, 1);
        for number in ["1", "2"] {
            let mut shown = Command::new(env!("CARGO_BIN_EXE_harness"));
            let output = shown.args(["show-mistake", number]).arg(&reports).output().expect("it runs");
            artefacts.insert(format!("screen of mistake {number}"), output.stdout);
        }
        artefacts.extend(files_below(&reports));
        let results = serde_json::from_slice(&artefacts["results.json"]).expect("JSON");
        let source = SuiteSource::find(Some(cases.path())).expect("it is there");
        Self { suite: select::suite(&source, "gekitai").expect("it is valid"), results, artefacts }
    }

    /// Returns what the suite says of the ways to get wrong what becomes of pieces that are pushed off the board.
    fn words(&self) -> Vec<String> {
        let bends = self.suite.bends.iter().filter(|(_, bend)| bend.row == "off-board");
        bends.flat_map(|(name, bend)| [name.clone(), bend.sentence.clone(), bend.hint.clone()]).collect()
    }

    /// Returns which of these words stand anywhere.
    fn found(&self) -> Vec<String> {
        let all: Vec<_> = self.artefacts.values().map(|bytes| String::from_utf8_lossy(bytes)).collect();
        let is_there = |words: &String| all.iter().any(|text| text.contains(words.as_str()));
        self.words().into_iter().filter(is_there).collect()
    }
}

/// Lets just these cases of a suite be public.
fn hide(suite: &Path, public: &[&str], disclosure: &str) {
    for entry in walkdir::WalkDir::new(suite) {
        let path = entry.expect("readable").into_path();
        if path.extension().is_none_or(|it| it != "yaml") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("readable");
        let id = path.strip_prefix(suite).expect("inside").with_extension("").display().to_string();
        let visible = if public.contains(&id.as_str()) { "visible: public" } else { "visible: staff" };
        let text = text
            .replace("visible: after-marking", visible)
            .replace("visible: public", visible)
            .replace("visible: staff", visible)
            .replace("staff: title}", &format!("staff: {disclosure}}}"));
        std::fs::write(&path, text).expect("written");
    }
}

#[test]
fn a_broken_rule_that_only_hidden_cases_show_is_not_told_to_students() {
    // Without a public case nobody knows with what a fresh one could start.
    let told_to = vec![(vec!["board/empty_board"], "nothing"), (vec![], "title"), (vec![], "cause")];
    for (public, disclosure) in support::share(told_to, 2) {
        let told = ToldOfARule::by(&public, disclosure);
        assert!(!told.words().is_empty());
        assert_eq!(told.found(), Vec::<String>::new(), "{disclosure}: {:#}", told.results["mistakes"]);
        let mistakes = told.results["mistakes"].as_array().expect("a list");
        assert!(mistakes.iter().all(|mistake| mistake["rule"].is_null()), "{mistakes:#?}");
        assert!(mistakes.iter().any(|mistake| mistake["row"] == "off-board"), "{mistakes:#?}");
    }
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_broken_rule_that_a_public_case_shows_is_told_to_students() {
    let public = ["off_board/corner", "winner/both_lines"];
    let told = ToldOfARule::by(&public, "title");
    let mistake = &told.results["mistakes"][0];
    let key = mistake["key"].as_str().expect("a key");
    let name = key.strip_prefix("rule ").expect("a broken rule");
    let bend = &told.suite.bends[name];
    assert_eq!(mistake["sentence"], format!("Wrong in the program: {}", bend.sentence));
    assert_eq!(mistake["rule"]["text"], told.suite.rules[&bend.rule].as_str());
    assert_eq!(mistake["rule"]["hint"], bend.hint.as_str());
    assert_eq!((&mistake["row"], &mistake["example"]), (&"off-board".into(), &"off_board/corner".into()));
    for form in ["the screen", "report.html", "junit.xml", "report.md", "gradescope.json"] {
        let name = if form == "the screen" { "screen of the screen" } else { form };
        let text = String::from_utf8_lossy(&told.artefacts[name]);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let origin = format!("from the broken rule: {}", bend.sentence);
        let said = if form == "report.html" { "In your program, " } else { "Wrong in the program: " };
        for words in [said, &bend.sentence, &bend.hint, "off_board/corner", &origin] {
            assert!(text.contains(words), "{form}: {words} is not told: {text}");
        }
    }
    let cases = told.results["cases"].as_array().expect("a list");
    for case in cases {
        let names_it = case["differences"].as_array().expect("a list").iter().any(|it| it["rule"] == key);
        let is_public = public.iter().any(|id| case["id"] == *id);
        assert!(names_it == is_public, "{case:#}");
    }
    let page = String::from_utf8_lossy(&told.artefacts["report.html"]);
    let free = "for which the row off-board pays; it costs nothing here";
    assert!(page.contains(free), "{page}");
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_broken_rule_that_only_hidden_cases_show_is_shown_by_a_fresh_case() {
    for disclosure in support::share(vec!["title", "cause"], 2) {
        let told = ToldOfARule::by(&["board/empty_board"], disclosure);
        let mistake = &told.results["mistakes"][0];
        assert_eq!(mistake["key"], "rule lost-off-board");
        let example = mistake["example"].as_str().expect("an example");
        let twins = told.results["twins"].as_array().expect("a list");
        let twin = twins.iter().find(|twin| twin["id"] == example).expect("it is kept");
        assert!(example.starts_with("fresh/") && twin["verdict"] == "wrong", "{twin:#}");
        assert!(
            told.artefacts.contains_key(&format!("recordings/{example}.json")),
            "{:?}",
            told.artefacts.keys()
        );
        let screen = String::from_utf8_lossy(&told.artefacts["screen of mistake 1"]).into_owned();
        for words in ["Wrong in the program: ", "expected ", "set up as board/empty_board"] {
            let flat = screen.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(flat.contains(words.trim()), "{words} is not told: {screen}");
        }
        assert!(screen.contains(&format!("--case {example}")), "a command runs it again: {screen}");
        let cases = told.results["cases"].as_array().expect("a list");
        assert_eq!(told.results["summary"]["cases"], cases.len(), "a fresh case counts nowhere");
    }
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_rule_that_seldom_shows_beside_another_one_is_looked_for_in_more_fresh_cases() {
    // Addresses in lower case are refused, so that few games come to the last piece; the cases that show who wins then are not public.
    let edits = [
        (
            "return int(digits) - 1, ord(letter.upper()) - ord('A')",
            "return int(digits) - 1, ord(letter) - ord('A')",
        ),
        ("return not player.pieces or self.pieces_in_line(player)", "return self.pieces_in_line(player)"),
    ];
    let faithful = std::fs::read_to_string(support::submissions("gekitai").join("faithful.py"));
    let program = edits.iter().fold(faithful.expect("readable"), |program, (right, wrong)| {
        assert!(program.contains(right), "{right}");
        program.replace(right, wrong)
    });
    let folder = tempfile::tempdir().expect("a folder");
    let target = folder.path().join("gekitai.py");
    std::fs::write(&target, program).expect("written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.args(["--suite", "gekitai", "--cases"]).arg(support::root().join("cases"));
    command.arg("--target").arg(&target).arg("--reports").arg(folder.path());
    command.output().expect("it runs");
    let results = std::fs::read(folder.path().join("results.json")).expect("results");
    let results: serde_json::Value = serde_json::from_slice(&results).expect("JSON");
    let mut mistakes = results["mistakes"].as_array().expect("a list").iter();
    let named = mistakes.find(|mistake| mistake["key"] == "rule no-win-by-pieces").expect("it is named");
    let number = named["example"].as_str().and_then(|id| id.strip_prefix("fresh/")).expect("a fresh case");
    assert!(number.parse::<usize>().is_ok_and(|number| number > 56), "{named:#}");
}

/// A program's first lines, by which it knows what was typed last.
const KNOWS_THE_LAST_LINE: &str = "import builtins\nLAST = ''\ndef input(prompt=''):\n    global LAST\n    LAST = builtins.input(prompt)\n    return LAST\n\n";

#[test]
fn a_fresh_case_shows_nothing_of_the_hidden_one() {
    let mut tokens = Tokens { count: 0, made: Vec::new() };
    let cases = support::copy_of_cases();
    let suite = cases.path().join("gekitai");
    hide(&suite, &["board/empty_board"], "cause");
    // Wherever something weird is typed, it is a token.
    for name in ["blanks_only", "hash", "letters_only", "two_letters"] {
        let path = suite.join(format!("weird/{name}.yaml"));
        let text = std::fs::read_to_string(&path).expect("readable");
        let (before, typed) = text.split_once("turn: <<").expect("something is typed");
        let (_, after) = typed.split_once(">>").expect("something is typed");
        std::fs::write(&path, format!("{before}turn: <<{}>>{after}", tokens.next())).expect("written");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let faithful =
        std::fs::read_to_string(support::submissions("gekitai").join("faithful.py")).expect("readable");
    let echoes = faithful.replace("print('Invalid move!')", "print('Invalid ' + repr(LAST))");
    assert_ne!(echoes, faithful);
    let program = folder.path().join("gekitai.py");
    std::fs::write(&program, format!("{KNOWS_THE_LAST_LINE}{echoes}")).expect("written");
    let seen_by = |audience: &str| {
        let (reports, kept) = (folder.path().join(audience), folder.path().join("kept"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
        command.args(["--suite", "gekitai", "--all", "--audience", audience, "--cases"]).arg(cases.path());
        for form in FORMS {
            command.args(["--report", form.name]);
        }
        command.env("GITHUB_STEP_SUMMARY", reports.with_extension("md"));
        command.arg("--reports").arg(&reports);
        match audience {
            "staff" => command.arg("--record").arg(kept).arg("--target").arg(&program),
            // The students' copy is made from the recordings of staff, in which the fresh cases are, too.
            _ => command.arg("--replay").arg(kept),
        };
        let mut artefacts = Artefacts::new();
        say(&mut artefacts, "the screen", &mut command, 1);
        artefacts.extend(files_below(&reports));
        artefacts
    };
    let staff = seen_by("staff");
    assert!(!found(&staff, &tokens.made).is_empty(), "staff see them");
    let student = seen_by("student");
    let results = |artefacts: &Artefacts| -> serde_json::Value {
        serde_json::from_slice(&artefacts["results.json"]).expect("JSON")
    };
    let (for_staff, for_student) = (results(&staff), results(&student));
    assert!(
        for_student["mistakes"][0]["example"].as_str().is_some_and(|id| id.starts_with("fresh/")),
        "{for_student:#}"
    );
    assert_eq!(found(&student, &tokens.made), Vec::<String>::new());
    assert_eq!(for_staff["summary"]["automatic"], for_student["summary"]["automatic"]);
    assert!(for_staff["twins"].is_null(), "staff see the cases themselves");
}
