//! Students' own unit tests win marks exactly if they tell a right loader from one that is wrong in their way, and each that does
//! not is told why.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use harness::cases::source::SuiteSource;
use harness::cases::{Suite, select};
use harness::marks::MarkSheet;
use harness::marks::unit_tests::TestMark;
use harness::unit_tests::{ObservedTests, run_unit_tests};
use support::{mark, root, submissions};

/// Tests that use `expect`, one for each error, as good as they can be.
const GOOD: &str = r#"
from little_battle import load_config_file

folder_path = "./invalid_files/"

def expect(kind, name, message):
  try:
    load_config_file(folder_path + name)
  except kind as error:
    assert str(error) == "Invalid Configuration File: " + message
  else:
    assert False, name + " was loaded"

def test_file_not_found():
  try:
    load_config_file("no such file")
    assert False
  except FileNotFoundError:
    pass
  print("test_file_not_found pass!")

def test_format_error():
  expect(SyntaxError, "format_error_file.txt", "format error!")

def test_frame_format_error():
  expect(SyntaxError, "frame_format_error_file.txt", "frame should be in format widthxheight!")

def test_frame_out_of_range():
  expect(ArithmeticError, "format_out_of_range_file.txt", "width and height should range from 5 to 7!")

def test_non_integer():
  expect(ValueError, "non_integer_file.txt", "Water contains non integer characters!")

def test_out_of_map():
  expect(ArithmeticError, "out_of_map_file.txt", "Gold contains a position that is out of map.")

def test_occupy_home_or_next_to_home():
  for name in ["occupy_home_file.txt", "occupy_next_to_home_file.txt"]:
    expect(ValueError, name, "The positions of home bases or the positions next to the home bases are occupied!")

def test_duplicate_position():
  expect(SyntaxError, "dupli_pos_in_single_line.txt", "Duplicate position (4, 2)!")
  expect(SyntaxError, "dupli_pos_in_multiple_lines.txt", "Duplicate position (2, 4)!")

def test_odd_length():
  expect(SyntaxError, "odd_length_file.txt", "Food has an odd number of elements!")

def test_valid_file():
  assert load_config_file("config.txt") == (
    5, 5, [(0, 0), (4, 2), (1, 3)], [(0, 2), (2, 4)], [(0, 4), (3, 1)], [(4, 1), (2, 2)])

if __name__ == "__main__":
  test_file_not_found()
  print("all passed")
"#;

const RIGHT: &str = "it passes with a right load_config_file, and fails where ";

fn little_battle() -> Suite {
    select::suite(&SuiteSource::Inside, "little_battle").unwrap()
}

/// Makes a submission: these tests, and the ten invalid files.
fn write_submission(folder: &Path, tests: &str) {
    std::fs::write(folder.join("file_loading_tests.py"), tests).unwrap();
    let files = folder.join("invalid_files");
    std::fs::create_dir(&files).unwrap();
    for entry in std::fs::read_dir(root().join("invalid_files")).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, files.join(path.file_name().unwrap())).unwrap();
    }
}

/// Runs the tests of a submission, each for five seconds at most.
fn observed(suite: &mut Suite, folder: &Path) -> ObservedTests {
    let requested = suite.rows.iter_mut().find_map(|row| row.tests.as_mut()).unwrap();
    requested.limits.wall = Duration::from_secs(5);
    run_unit_tests(requested, folder, &[], NonZeroUsize::new(2).unwrap()).unwrap().expect("Python is there")
}

/// Returns what each test of a submission with these tests, and after `change`, has won.
fn marks_of(tests: &str, change: impl FnOnce(&Path)) -> Vec<TestMark> {
    let folder = tempfile::tempdir().unwrap();
    write_submission(folder.path(), tests);
    change(folder.path());
    let mut suite = little_battle();
    let observed = observed(&mut suite, folder.path());
    let mut sheet = MarkSheet::new(&suite, &[]);
    sheet.award_tests(&suite, &BTreeMap::from([("unit-tests".to_string(), observed)]));
    sheet.rows.into_iter().find(|row| row.name == "unit-tests").unwrap().tests
}

/// Returns the marks of a submission that brings along nothing but these tests and the invalid files.
fn marks(tests: &str) -> Vec<TestMark> {
    marks_of(tests, |_| {})
}

fn total(marks: &[TestMark]) -> f64 {
    (marks.iter().map(|mark| mark.awarded).sum::<f64>() * 10.0).round() / 10.0
}

fn find<'a>(marks: &'a [TestMark], name: &str) -> &'a TestMark {
    marks.iter().find(|mark| mark.name == name).unwrap_or_else(|| panic!("{name} is not in {marks:?}"))
}

/// Holds that the test wins nothing, and is told so in this sentence.
#[track_caller]
fn assert_lost(marks: &[TestMark], name: &str, sentence: &str) {
    let mark = find(marks, name);
    assert_eq!((mark.sentence.as_str(), mark.awarded == 0.0), (sentence, true));
}

#[track_caller]
fn assert_all_won(marks: &[TestMark]) {
    assert_eq!(marks.len(), 10);
    for mark in marks {
        assert!(mark.awarded > 0.29 && mark.sentence.contains(RIGHT), "{mark:?}");
    }
}

/// Good tests, but for the body of one of them.
fn good_but(name: &str, body: &str) -> String {
    format!("{GOOD}\ndef {name}():\n  {}\n", body.trim().replace('\n', "\n  "))
}

#[test]
fn good_tests_win_all_marks_whether_they_print_or_not() {
    let marks = marks(GOOD);
    assert_all_won(&marks);
    assert!(find(&marks, "test_odd_length").own.is_none(), "there is no own loader");
    let odd = format!("{RIGHT}an odd number of elements is not noticed");
    assert_eq!(find(&marks, "test_odd_length").sentence, odd);
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn tests_in_a_class_with_other_spellings_and_files_of_their_own_win_all_marks() {
    let tests = r#"
import os, tempfile, unittest
from pathlib import Path
from unittest import mock
import little_battle as game

LINES = ["Frame: 5x5", "Water: 0 0 4 2 1 3", "Wood: 0 2 2 4", "Food: 0 4 3 1", "Gold: 4 1 2 2"]

class FileLoadingTests(unittest.TestCase):
  def setUp(self):
    self.folder = tempfile.TemporaryDirectory()

  def tearDown(self):
    self.folder.cleanup()

  def refuses(self, kind, index, line):
    lines = LINES[:]
    lines[index:index + 1] = line
    path = Path(self.folder.name) / "made.txt"
    path.write_text("\n".join(lines))
    with self.assertRaises(kind):
      game.load_config_file(path)

  def testFileNotFound(self):
    self.assertRaises(FileNotFoundError, game.load_config_file, filepath="missing.txt")

  def testFormatError(self):
    self.refuses(SyntaxError, 2, ["wood: 0 2"])

  def testFrameFormatErr(self):
    self.refuses(SyntaxError, 0, ["Frame: axb"])

  def testFrameOutOfRange(self):
    self.refuses(ArithmeticError, 0, ["Frame: 10x5"])

  def testNonInt(self):
    self.refuses(ValueError, 4, ["Gold: 4 1 2 2.5"])

  def test_out_of_the_map(self):
    self.refuses(ArithmeticError, 3, ["Food: 0 4 3 -1"])

  def test_home_occupied_or_next_to_home(self):
    self.refuses(ValueError, 4, ["Gold: 2 1"])

  def test_duplicatePos(self):
    text = "\n".join(LINES + []).replace("2 2", "0 0")
    with mock.patch("builtins.open", mock.mock_open(read_data=text)):
      with self.assertRaisesRegex(SyntaxError, r"Duplicate position \(0, 0\)"):
        game.load_config_file("imagined.txt")

  def test_odd_lengths(self):
    self.refuses(SyntaxError, 1, ["Water: 0"])

  def test_valid(self):
    width, height, *rest = game.load_config_file(os.path.abspath("config.txt"))
    self.assertEqual((width, height), (5, 5))

unittest.main()
"#;
    assert_all_won(&marks(tests));
}

#[test]
fn a_test_that_does_not_tell_right_from_wrong_is_told_why() {
    let tests = r#"
from little_battle import *
import unittest

def load(name):
  return load_config_file("invalid_files/" + name)

def test_file_not_found():
  pass

def test_format_error():
  assert True == False, "always"

def test_frame_format_error():
  try:
    load("frame_format_error_file.txt")
    print("test_frame_format_error failed")
  except SyntaxError:
    print("test_frame_format_error pass!")

def test_frame_out_of_range():
  while True:
    pass

def test_non_integer():
  try:
    load("non_integer_file.txt")
  except ValueError as error:
    assert str(error) == "Invalid Configuration File: Water contains non integer characters!"

def test_out_of_map():
  try:
    load("odd_length_file.txt")
  except Exception:
    return
  assert False

def test_occupy_home_or_next_to_home():
  try:
    load("occupy_home_file.txt")
    return "wrong"
  except ValueError:
    return "right"

def test_duplicate_position(path):
  load(path)

def test_odd_length():
  input("press Enter")

def test_valid_file():
  load_config_file("no_config.txt")
"#;
    let marks = marks(tests);
    assert!(total(&marks) == 0.0, "{marks:?}");
    let passes = |wrong: &str, why: &str| format!("it passes even where {wrong}: {why}");
    for (name, sentence) in [
        ("test_file_not_found", passes("a missing file is not noticed", "it never calls load_config_file")),
        ("test_format_error", "it fails (AssertionError: always, line 12) with a right load_config_file".to_string()),
        (
            "test_frame_format_error",
            passes(
                "the format of the frame is not checked",
                "it only prints what it finds; let it fail, for example with `assert`",
            ),
        ),
        ("test_frame_out_of_range", "it had not ended after 5 seconds with a right load_config_file".to_string()),
        (
            "test_non_integer",
            passes(
                "non-integer characters are not noticed",
                "it does not fail when no error comes, or another one; write what must not happen, for example `assert False` after the call",
            ),
        ),
        ("test_out_of_map", passes("positions out of the map are accepted", "nothing that it loads is wrong in this way")),
        (
            "test_occupy_home_or_next_to_home",
            passes(
                "the home bases and the positions next to them may be occupied",
                "it only returns what it finds; let it fail, for example with `assert`",
            ),
        ),
        ("test_duplicate_position", "it needs arguments; a test must run without any".to_string()),
        ("test_odd_length", "it waits for somebody to type with a right load_config_file".to_string()),
        (
            "test_valid_file",
            "it fails (FileNotFoundError: [Errno 2] No such file or directory: 'no_config.txt', line 52) with a right load_config_file"
                .to_string(),
        ),
    ] {
        assert_lost(&marks, name, &sentence);
    }
}

#[test]
fn a_test_that_leaves_prints_without_end_or_is_not_there_is_told_so() {
    let tests = r#"
import os, sys, unittest
from little_battle import load_config_file

def test_file_not_found():
  sys.exit()

def test_format_error():
  os._exit(0)

def test_frame_out_of_range():
  while True:
    print("pass" * 1000)

def test_frame_format_error():
  while True:
    load_config_file("config.txt")

def test_non_integer():
  raise unittest.SkipTest("later")

def test_dupli_pos_in_single_line():
  pass

def test_dupli_pos_in_multiple_lines():
  pass

def test_valid_file():
  try:
    load_config_file("config.txt")
  except SyntaxError:
    os._exit(1)

def test_odd_length():
  try:
    load_config_file("invalid_files/odd_length_file.txt")
    sys.exit("odd lengths are accepted")
  except SyntaxError:
    pass

def test_occupy_home():
  try:
    load_config_file("invalid_files/occupy_home_file.txt")
    sys.exit(0)
  except ValueError:
    pass
"#;
    let marks = marks(tests);
    let ends = "it ends the whole program, so that no test after it would run,";
    for (name, sentence) in [
        ("test_file_not_found", format!("{ends} with a right load_config_file")),
        ("test_format_error", format!("{ends} with a right load_config_file")),
        (
            "test_frame_format_error",
            "it prints, or calls load_config_file, without end with a right load_config_file".to_string(),
        ),
        (
            "test_frame_out_of_range",
            "it prints, or calls load_config_file, without end with a right load_config_file".to_string(),
        ),
        ("test_non_integer", "it skips itself with a right load_config_file".to_string()),
        ("test_out_of_map", "there is no function of this name in file_loading_tests.py".to_string()),
        (
            "test_duplicate_position",
            "there is no function of this name in file_loading_tests.py, and nobody can tell whether \
             `test_dupli_pos_in_single_line` or `test_dupli_pos_in_multiple_lines` is meant"
                .to_string(),
        ),
        ("test_valid_file", format!("where valid files are refused, {ends} instead of failing")),
        (
            "test_occupy_home_or_next_to_home",
            format!(
                "(here `test_occupy_home`) where the home bases and the positions next to them may be occupied, {ends} instead of failing"
            ),
        ),
    ] {
        assert_lost(&marks, name, &sentence);
    }
    let odd = find(&marks, "test_odd_length");
    assert!(odd.awarded > 0.29, "an exit with an error is a failure: {odd:?}");
}

/// Holds that these tests lose everything for a reason that concerns the whole file.
#[track_caller]
fn check_file(tests: &str, sentence: &str) {
    let marks = marks(tests);
    let [mark] = marks.as_slice() else { panic!("{marks:?}") };
    assert_eq!((mark.name.as_str(), mark.sentence.as_str()), ("file_loading_tests.py", sentence));
    assert!(mark.awarded == 0.0 && (mark.out_of - 3.0).abs() < 1e-9, "{mark:?}");
}

#[test]
fn a_file_that_cannot_be_imported_is_told_once() {
    check_file(
        "def test_odd_length():\n  x = = 1\n",
        "the file cannot be imported: SyntaxError: invalid syntax, line 2",
    );
    check_file(
        "from little_battle import load_config_file, LABELS\ndef test_odd_length():\n  pass\n",
        "the file imports `LABELS` from little_battle, but only load_config_file can be counted on there",
    );
    check_file(
        "import not_installed_anywhere\ndef test_odd_length():\n  pass\n",
        "the file imports `not_installed_anywhere`, which is not there where tests are run",
    );
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn what_goes_wrong_below_the_tests_does_not_matter_to_them() {
    assert_all_won(&marks(&format!("{GOOD}\ntest_odd_length()\nassert False, 'after all tests'\n")));
    assert_all_won(&marks(&format!("{GOOD}\nimport sys\nsys.exit(3)\n")));
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn the_own_loader_is_told_about_and_costs_nothing() {
    let faithful = std::fs::read_to_string(submissions("little_battle").join("faithful.py")).unwrap();
    let own = |text: &str| {
        let marks = marks_of(GOOD, |folder| std::fs::write(folder.join("little_battle.py"), text).unwrap());
        assert_all_won(&marks);
        find(&marks, "test_odd_length").own.clone().unwrap()
    };
    let right = own(&faithful);
    assert_eq!((right.passes, right.sentence.as_str()), (true, "your own little_battle.py passes it"));
    let wrong = own("def load_config_file(path):\n  return None\n");
    let sentence =
        "with your own little_battle.py it fails (AssertionError: odd_length_file.txt was loaded, line 12)";
    assert_eq!((wrong.passes, wrong.sentence.as_str()), (false, sentence));
    let playing = own("load_config_file = None\ninput()\n");
    assert_eq!(playing.sentence, "with your own little_battle.py it waits for somebody to type");
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_submission_without_tests_wins_nothing_of_them() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(submissions("little_battle").join("faithful.py"), folder.path().join("little_battle.py"))
        .unwrap();
    let marked = mark(folder.path(), "little_battle", &[]);
    let rows = marked.results["mark_sheet"].as_array().unwrap();
    let row = rows.iter().find(|row| row["row"] == "unit-tests").unwrap();
    assert_eq!((row["awarded"].as_f64(), row["by"].as_str()), (Some(0.0), Some("harness")), "{row}");
    assert!(
        marked.screen.contains("file_loading_tests.py: the submission has no file of this name"),
        "{}",
        marked.screen
    );
    let words: Vec<&str> = marked.screen.split_whitespace().collect();
    assert!(
        words
            .join(" ")
            .contains("which should hold 10 tests: `test_duplicate_position`, `test_file_not_found`"),
        "{}",
        marked.screen
    );
    let mistakes = marked.results["mistakes"].as_array().unwrap();
    assert_eq!((mistakes.len(), mistakes[0]["lost"].as_f64()), (1, Some(3.0)), "{mistakes:?}");
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn what_was_seen_of_tests_is_judged_again_from_recordings() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(submissions("little_battle").join("faithful.py"), folder.path().join("little_battle.py"))
        .unwrap();
    write_submission(folder.path(), &good_but("test_odd_length", "print('pass')"));
    let kept = tempfile::tempdir().unwrap();
    let record = kept.path().join("kept");
    let first = mark(folder.path(), "little_battle", &["--record", record.to_str().unwrap()]);
    let row = |marked: &support::Marked| {
        let rows = marked.results["mark_sheet"].as_array().unwrap();
        rows.iter().find(|row| row["row"] == "unit-tests").unwrap().clone()
    };
    assert_eq!(row(&first)["awarded"].as_f64(), Some(2.7), "{}", first.screen);
    assert_eq!(first.status, 1);
    let reports = kept.path().join("reports");
    let output = support::harness()
        .args(["--suite", "little_battle", "--audience", "staff", "--replay"])
        .arg(&record)
        .arg("--reports")
        .arg(&reports)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let again: serde_json::Value =
        serde_json::from_slice(&std::fs::read(reports.join("results.json")).unwrap()).unwrap();
    let rows = again["mark_sheet"].as_array().unwrap();
    assert_eq!(rows.iter().find(|other| other["row"] == "unit-tests").unwrap(), &row(&first));
}

#[test]
fn a_single_file_leaves_its_tests_to_a_tutor() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("little_battle.py");
    std::fs::copy(submissions("little_battle").join("faithful.py"), &program).unwrap();
    write_submission(folder.path(), GOOD);
    for (target, arguments) in [(program.as_path(), &[][..]), (folder.path(), &["--case", "start/*"][..])] {
        let marked = mark(target, "little_battle", arguments);
        let rows = marked.results["mark_sheet"].as_array().unwrap();
        let row = rows.iter().find(|row| row["row"] == "unit-tests").unwrap();
        assert_eq!((row["by"].as_str(), row.get("tests")), (Some("pending"), None), "{row}");
    }
}

/// What a hostile test can look at: the environment, the command line, all files it can find, and all that the interpreter holds.
const SPY: &str = r#"
def spy():
  import gc, glob, inspect, os, sys
  import __main__, little_battle
  seen = [sorted(os.environ.items()), open("/proc/self/cmdline").read(), os.getcwd(), sorted(os.listdir("."))]
  seen += [open(name, "rb").read() for name in sorted(glob.glob("*.*"))]
  seen += [inspect.getsource(little_battle), sorted(vars(__main__)), sorted(vars(little_battle))]
  seen += [__main__.waiting, sys.argv, sorted(os.listdir("/proc/self/fd"))]
  # The folder has a name by chance.
  return repr(seen).replace(os.path.basename(os.getcwd()), "here")
"#;

#[test]
fn nothing_but_the_answers_tells_one_loader_from_another() {
    let body = "import hashlib\nprint(hashlib.sha256(spy().encode()).hexdigest())";
    let folder = tempfile::tempdir().unwrap();
    write_submission(
        folder.path(),
        &(GOOD.to_string() + SPY + &good_but("test_odd_length", body)[GOOD.len()..]),
    );
    let mut suite = little_battle();
    let observed = observed(&mut suite, folder.path());
    let test = observed.tests.iter().find(|test| test.name == "test_odd_length").unwrap();
    let runs = test.runs.as_ref().unwrap();
    let bent = runs.bent.as_ref().unwrap_or_else(|| panic!("{runs:?}"));
    assert_eq!(runs.right.printed, bent.printed);
    let empty = marks(&good_but("test_odd_length", "pass"));
    assert_lost(
        &empty,
        "test_odd_length",
        "it passes even where an odd number of elements is not noticed: it never calls load_config_file",
    );
}

#[test]
fn what_a_hostile_test_says_of_itself_wins_nothing() {
    let says = |words: &str| {
        let tell = format!(
            "import json, os\nfor fd in range(1, 12):\n  try:\n    os.write(fd, (json.dumps({words}) + '\\n').encode())\n  except OSError:\n    pass"
        );
        find(&marks(&good_but("test_odd_length", &tell)), "test_odd_length").clone()
    };
    for (words, sentence) in [
        (
            "{'end': 'returned'}",
            "it passes even where an odd number of elements is not noticed: it never calls load_config_file",
        ),
        ("{'end': 'raised'}", "it fails () with a right load_config_file"),
        (
            "{'begins': 1}",
            "it passes even where an odd number of elements is not noticed: it never calls load_config_file",
        ),
        (
            "{'call': 'load_config_file'}",
            "it passes even where an odd number of elements is not noticed: it never calls load_config_file",
        ),
    ] {
        let mark = says(words);
        assert_eq!((mark.sentence.as_str(), mark.awarded == 0.0), (sentence, true), "{words}");
    }
}

#[test]
fn a_test_that_fails_by_chance_or_by_what_it_remembers_wins_nothing() {
    let remembers = r#"
import glob, os
places = [".", os.environ["HOME"], "/tmp", "/dev/shm", "/var/tmp", "invalid_files"]
found = [place for place in places if os.path.exists(place + "/been_here")]
for place in places:
  try:
    open(place + "/been_here", "w").close()
  except OSError:
    pass
try:
  load_config_file("invalid_files/odd_length_file.txt")
except SyntaxError:
  pass
assert not found
"#;
    let marks = marks(&good_but("test_odd_length", remembers));
    assert!(find(&marks, "test_odd_length").awarded == 0.0, "{marks:?}");
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn hostile_files_of_tests_do_not_win_by_changing_what_runs_them() {
    for (hostile, awarded) in [
        // They leave, at once, as if all were well.
        ("import os\nos._exit(0)\n", 0.0),
        // They put a loader of their own in the place of the one that is asked.
        (
            "import sys, types\nfake = types.ModuleType('little_battle')\nfake.load_config_file = lambda path: None\nsys.modules['little_battle'] = fake\n",
            0.0,
        ),
        // They tell their end in the place of the driver.
        ("import __main__\n__main__.run = lambda module, name: None\n", 0.0),
        ("import __main__\n__main__.tell = lambda **message: None\n", 0.0),
        // They close or fill what leads to the harness.
        ("import os\nos.closerange(0, 64)\n", 0.0),
        (
            "import os\nfor fd in range(3, 9):\n  try:\n    os.write(fd, b'{' * 100000)\n  except OSError:\n    pass\n",
            0.0,
        ),
        // They ask what nobody can answer.
        (
            "import __main__\n__main__.tell(call='load_config_file', arguments='[' * 100000, keywords='{}', files={})\n__main__.hear()\n",
            0.0,
        ),
        (
            "import __main__\n__main__.tell(call='BENDS', arguments='[]', keywords='{}', files={})\n__main__.hear()\n",
            0.0,
        ),
    ] {
        let marks = marks(&(hostile.to_string() + GOOD));
        assert!((total(&marks) - awarded).abs() < 1e-9, "{hostile}: {marks:?}");
    }
}
