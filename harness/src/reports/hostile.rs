//! Tests that nothing a program prints becomes markup, a formula, a control sequence or a command in any form.

use proptest::prelude::*;

use super::look::{Amount, Look, Voice};
use super::results::{
    CaseResult, DifferenceResult, ExpectedForm, FileResult, OwnModuleResult, Results, RowResult, Summary,
    TestResult,
};
use super::{Audience, Report, github, gradescope, html, junit, markdown, screen, spreadsheet, tap};
use crate::cases::Typed;
use crate::cases::{Cause, Visibility};
use crate::comparison::{EndedBy, SourcePlace, SuddenEnd, UncaughtException};
use crate::judging::Verdict;
use crate::marks::mistake::{BrokenRuleText, Mistake};
use crate::mistakes::Kind;
use crate::recording::{Recording, What, to_json};
use crate::running::Sandbox;
use crate::target::StartRemarks;

/// The file with the recording of every case.
pub(super) const RECORDING: &str = "recording.json";

/// Pieces of text that some reader takes for more than text.
const PIECES: &[&str] = &[
    "<script>alert(1)</script>",
    "</script>",
    "</style>",
    "</pre></details>",
    "\" onload=\"x",
    "' onclick='x",
    "<!--",
    "-->",
    "]]>",
    "<![CDATA[",
    "&lt;b&gt;",
    "&#60;",
    "<img src=x onerror=y>",
    "\u{1b}[2J",
    "\u{1b}]0;title\u{7}",
    "\0",
    "\u{8}\u{8}",
    "\r\n",
    "\n",
    "\u{2028}",
    "\u{85}",
    "\u{202e}",
    "\u{ffff}",
    "::error::x",
    "::stop-commands::x",
    "##[error]x",
    "##vso[task.x]y",
    "%0A::error::x",
    "```",
    "~~~~",
    "`",
    "|",
    "![x](http://example.org/x)",
    "[x](javascript:alert(1))",
    "http://example.org",
    "@somebody",
    "#1",
    "=cmd|'/C calc'!A0",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "'",
    "\"",
    ",",
    " ",
    "word",
];

fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        9 => prop::sample::select(PIECES).prop_map(str::to_string),
        1 => any::<String>(),
    ];
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

/// Texts that come from a submission, one for each place.
#[derive(Debug, Clone, Default)]
pub(super) struct Texts {
    pub(super) target: String,
    pub(super) sentence: String,
    pub(super) expected: String,
    pub(super) got: String,
    pub(super) printed: String,
    pub(super) error: String,
    pub(super) note: String,
}

fn texts() -> impl Strategy<Value = Texts> {
    let texts = (hostile(), hostile(), hostile(), hostile(), hostile(), hostile(), hostile());
    texts.prop_map(|(target, sentence, expected, got, printed, error, note)| Texts {
        target,
        sentence,
        expected,
        got,
        printed,
        error,
        note,
    })
}

fn remarks(texts: &Texts) -> StartRemarks {
    let (taken, replaced) = (Some(texts.target.clone()), vec![texts.target.clone()]);
    StartRemarks { taken, looked_for: vec!["game.py".to_string()], replaced, ..StartRemarks::default() }
}

/// Returns the key of the only mistake: it has words of the program, and is empty for none.
fn key(texts: &Texts) -> String {
    format!("wrong text {}", texts.printed)
}

fn difference(texts: &Texts) -> DifferenceResult {
    DifferenceResult {
        cause: Cause::WrongText,
        part: String::new(),
        row: "a".to_string(),
        turn: 1,
        line: 1,
        expected: Some(texts.expected.clone()),
        expected_form: ExpectedForm::Line,
        got: Some(texts.got.clone()),
        root: None,
        sentence: texts.sentence.clone(),
        rule: None,
        mistake: Some(key(texts)),
    }
}

fn ended_by(texts: &Texts) -> SuddenEnd {
    let place = Some(SourcePlace { file: texts.got.clone(), line: 1 });
    let exception = UncaughtException { message: texts.printed.clone(), place, is_its_own: false };
    SuddenEnd { by: EndedBy::Exception(exception), hint: Some(texts.note.clone()) }
}

pub(super) fn results(texts: &Texts) -> Results {
    let difference = difference(texts);
    let case = |id: &str, verdict, differences| CaseResult {
        id: id.to_string(),
        title: id.into(),
        why: "because".into(),
        rule: "the rule".into(),
        digest: "d".into(),
        verdict,
        sentence: texts.sentence.clone().into(),
        ended_by: (verdict == Verdict::Crashed).then(|| Box::new(ended_by(texts))),
        unread_line: Some(texts.got.clone()),
        row: "a".into(),
        awarded: 0.0,
        out_of: 1.0,
        visible: Visibility::Public,
        seconds: 0.1,
        recording: Some(RECORDING.into()),
        differences,
        left_out: 0,
        outcomes: std::collections::BTreeMap::new(),
    };
    let file =
        FileResult { name: "f".to_string(), awarded: 0.0, out_of: 1.0, sentence: texts.sentence.clone() };
    let own = OwnModuleResult { passes: false, sentence: texts.note.clone() };
    let test = TestResult {
        name: "t".to_string(),
        awarded: 0.0,
        out_of: 1.0,
        sentence: texts.sentence.clone(),
        own: Some(own),
    };
    let row = RowResult {
        row: "a".to_string(),
        title: "Row".to_string(),
        awarded: 0.0,
        out_of: 3.0,
        by: "tutor".to_string(),
        without_cases: false,
        step: None,
        note: Some(texts.note.clone()),
        files: vec![file],
        tests: vec![test],
        dice: vec![texts.note.clone()],
    };
    let mistake = Mistake {
        key: key(texts),
        kind: Kind::Wording,
        cause: Some(Cause::WrongText),
        part: "part".to_string(),
        row: "row".to_string(),
        other_rows: Vec::new(),
        by_row: std::collections::BTreeMap::new(),
        comment: None,
        lost: 0.25,
        sentence: texts.printed.clone(),
        expected: Some(texts.printed.clone()),
        is_described: false,
        actual: Some(texts.printed.clone()),
        cases: 1,
        places: 1,
        example: Some("wrong".to_string()),
        text: None,
        rule: Some(BrokenRuleText { text: texts.sentence.clone(), hint: texts.expected.clone() }),
        ended_by: None,
        precursors: None,
    };
    Results {
        schema: super::results::SCHEMA.to_string(),
        harness: "0".to_string(),
        audience: Audience::Staff,
        suite: "suite".to_string(),
        title: "Suite".to_string(),
        suite_digest: String::new(),
        target: texts.target.clone(),
        target_digest: String::new(),
        start: remarks(texts),
        command: format!("harness --target {}", texts.target),
        only_public: false,
        sandbox: Sandbox { tier: "T4".to_string(), missing: Vec::new() },
        summary: Summary {
            cases: 3,
            all_cases: 3,
            passed: 0,
            automatic: 0.0,
            tutor: 0.0,
            pending: 0.0,
            out_of: 3.0,
        },
        mistakes: vec![mistake],
        cases: vec![
            case("wrong", Verdict::Wrong, vec![difference]),
            case("crashed", Verdict::Crashed, Vec::new()),
            case("undecided", Verdict::Undecided, Vec::new()),
        ],
        twins: Vec::new(),
        mark_sheet: vec![row],
    }
}

pub(super) fn recording(texts: &Texts) -> Recording {
    let typed = Typed::Line(texts.expected.clone());
    let talk = Recording::default().prints(&texts.printed).reads(&typed).prints(&texts.got);
    talk.then(What::Error(texts.error.clone().into_bytes())).exits(1)
}

/// What writes a report in some form.
type WritesReport = fn(&Report<'_>, &mut dyn std::io::Write) -> std::io::Result<()>;

/// Writes a form of the results of `texts`.
fn written(texts: &Texts, write: impl Fn(&Report<'_>, &mut Vec<u8>) -> std::io::Result<()>) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(RECORDING), to_json(&recording(texts))).expect("written");
    let mut out = Vec::new();
    write(&Report::new(&results(texts), folder.path()), &mut out).expect("written");
    String::from_utf8(out).expect("UTF-8")
}

fn has_control(text: &str) -> bool {
    text.chars().any(|character| character.is_control() && character != '\n')
}

fn commands(text: &str) -> usize {
    let old = |line: &str| {
        line.match_indices("##").any(|(at, _)| {
            line[at + 2..].trim_start_matches(|it: char| it.is_ascii_alphabetic()).starts_with('[')
        })
    };
    text.lines().filter(|line| line.trim_start().starts_with("::") || old(line)).count()
}

const ELEMENTS: &[&str] = &[
    "html",
    "head",
    "meta",
    "title",
    "body",
    "a",
    "header",
    "h1",
    "h2",
    "h3",
    "h4",
    "p",
    "code",
    "b",
    "main",
    "nav",
    "div",
    "section",
    "ul",
    "ol",
    "li",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "small",
    "form",
    "figure",
    "figcaption",
    "label",
    "input",
    "select",
    "option",
    "button",
    "kbd",
    "article",
    "details",
    "dialog",
    "summary",
    "span",
    "dl",
    "dt",
    "dd",
    "pre",
    "mark",
    "i",
    "em",
    "footer",
    "style",
    "script",
    "svg",
    "rect",
    "tfoot",
    "wbr",
];

/// Returns a page without its own style and script, which are no XML.
fn without_code(page: &str) -> String {
    let (head, rest) = page.split_once("<style>").expect("a style");
    let (_, rest) = rest.split_once("</style>").expect("its end");
    let (body, rest) = rest.rsplit_once("<script>").expect("a script");
    let (_, tail) = rest.split_once("</script>").expect("its end");
    format!("{head}{body}{tail}").replacen("<!DOCTYPE html>", "", 1)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_page_has_only_its_own_markup(texts in texts()) {
        let page = written(&texts, |report, out| html::write(report, out));
        prop_assert_eq!(page.matches("<script").count(), 1);
        let page = without_code(&page);
        let document = roxmltree::Document::parse(&page).map_err(|error| TestCaseError::fail(error.to_string()))?;
        for node in document.descendants().filter(roxmltree::Node::is_element) {
            prop_assert!(ELEMENTS.contains(&node.tag_name().name()), "{:?}", node.tag_name());
            for attribute in node.attributes() {
                prop_assert!(!attribute.name().starts_with("on") && attribute.name() != "src");
                prop_assert!(attribute.name() != "href" || attribute.value().starts_with('#'));
            }
        }
        prop_assert!(!has_control(&page));
    }

    #[test]
    fn junit_has_only_its_own_markup(texts in texts()) {
        let xml = written(&texts, |report, out| junit::write(report, out));
        let document = roxmltree::Document::parse(&xml).map_err(|error| TestCaseError::fail(error.to_string()))?;
        let names = ["testsuites", "testsuite", "testcase", "failure", "skipped", "system-out"];
        for node in document.descendants().filter(roxmltree::Node::is_element) {
            prop_assert!(names.contains(&node.tag_name().name()), "{:?}", node.tag_name());
        }
        prop_assert_eq!(document.descendants().filter(|node| node.has_tag_name("testcase")).count(), 3);
        prop_assert!(!has_control(&xml));
    }

    #[test]
    fn a_spreadsheet_has_no_formula(texts in texts()) {
        let mistakes = results(&texts).mistakes.len();
        for (write, count) in [(spreadsheet::write as WritesReport, 1), (spreadsheet::write_mistakes, mistakes)] {
            let table = written(&texts, |report, out| write(report, out));
            let mut reader = csv::Reader::from_reader(table.as_bytes());
            let rows: Result<Vec<_>, _> = reader.records().collect();
            let rows = rows.map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(rows.len(), count);
            for field in rows.iter().flatten() {
                let is_number = field.parse::<f64>().is_ok_and(|number| number <= 0.0);
                let is_formula = field.trim_start().starts_with(['=', '+', '-', '@', '|', '%']) && !is_number;
                prop_assert!(!is_formula, "{}", field);
                prop_assert!(!has_control(field) && !field.contains('\n'));
            }
        }
    }

    #[test]
    fn markdown_has_no_links_pictures_or_html(texts in texts()) {
        use pulldown_cmark::{Event, Options, Parser, Tag};
        let text = written(&texts, |report, out| markdown::write(report, out));
        prop_assert!(text.len() <= 65_536 && !has_control(&text));
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        let mut tables = 0;
        for event in Parser::new_ext(&text, options) {
            match event {
                Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::HtmlBlock) => {
                    return Err(TestCaseError::fail(text.clone()));
                }
                Event::InlineHtml(html) => prop_assert_eq!(&*html, "<!-- -->"),
                Event::Start(Tag::Table(columns)) => {
                    prop_assert_eq!(columns.len(), 5);
                    tables += 1;
                }
                _ => {}
            }
        }
        // The mark sheet and the mistakes.
        prop_assert_eq!(tables, 2);
    }

    #[test]
    fn annotations_are_the_only_commands(texts in texts()) {
        let text = written(&texts, |report, out| github::annotate(report, out));
        // The list of mistakes, and the only one in full.
        prop_assert_eq!(text.lines().count(), 2);
        prop_assert!(text.lines().all(|line| line.starts_with("::error title=Suite%3A ")), "{}", text);
        prop_assert!(!has_control(&text));
    }

    #[test]
    fn tap_has_only_its_own_lines(texts in texts()) {
        let text = written(&texts, |report, out| tap::write(report, out));
        let points = text.lines().filter(|line| line.starts_with("ok ") || line.starts_with("not ok ")).count();
        prop_assert_eq!(format!("1..{points}"), text.lines().nth(1).expect("a plan"));
        let begins = |line: &str| ["# ", "  ", "ok ", "not ok "].iter().any(|begin| line.starts_with(begin));
        prop_assert!(text.lines().skip(2).all(begins), "{}", text);
        prop_assert!(!has_control(&text));
    }

    #[test]
    fn the_screen_is_commanded_by_nobody(texts in texts(), words in any::<bool>(), all in any::<bool>()) {
        let voice = if words { Voice::Words } else { Voice::Signs };
        let amount = if all { Amount::All } else { Amount::First };
        let look = Look { width: 60, voice, amount };
        let text = written(&texts, |report, out| screen::write(out, report, look));
        let plain = anstream::adapter::strip_str(&text).to_string();
        prop_assert!(!has_control(&plain), "{:?}", plain);
        prop_assert_eq!(commands(&plain), 0, "{}", plain);
        prop_assert!(!words || plain == text, "no styles for those who hear it");
        let own = |part: &str| part.split_once('m').is_some_and(|(digits, _)| digits.len() < 9);
        prop_assert!(text.split("\u{1b}[").skip(1).all(own), "{:?}", text);
    }

    #[test]
    fn gradescope_is_given_what_its_format_allows(texts in texts()) {
        let text = written(&texts, |report, out| gradescope::write(report, out));
        let value: serde_json::Value = serde_json::from_str(&text).map_err(|error| TestCaseError::fail(error.to_string()))?;
        for test in value["tests"].as_array().expect("a list") {
            for key in ["name", "output"] {
                prop_assert!(!has_control(test[key].as_str().expect("a text")), "{}", test);
            }
        }
    }

    #[test]
    fn the_same_recording_gives_the_same_bytes(texts in texts()) {
        let write = |report: &Report<'_>, out: &mut Vec<u8>| html::write(report, out);
        prop_assert_eq!(written(&texts, write), written(&texts, write));
        let write = |report: &Report<'_>, out: &mut Vec<u8>| junit::write(report, out);
        prop_assert_eq!(written(&texts, write), written(&texts, write));
    }
}
