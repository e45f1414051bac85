//! A submission is started as it is handed in: a source, a folder, an archive; what cannot be trusted is
//! refused, and a compiler's errors are shown.

mod support;

use std::io::Write;
use std::path::{Path, PathBuf};

use support::{Marked, harness};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;

/// What a program must say: the line that Little Battle prints without an argument.
const LINE: &str = "Usage: python3 little_battle.py <filepath>";

/// A suite with one case, whose `start` is written in the test.
const SUITE: &str = "title: A line\nreference: {game: little_battle}\nrules: {line: it is printed}\nmarks: [{row: line, title: A line, out_of: 1, by: harness}]\n";

const CASE: &str = "why: it is the only line\nrule: line\nrow: line\nvisible: public\ntranscript: |2+\n  Usage: python3 little_battle.py <filepath>\n";

/// A course with one suite, and a place for submissions.
struct Course {
    folder: TempDir,
}

impl Course {
    fn new(start: &str) -> Self {
        let course = Self { folder: tempfile::tempdir().expect("a folder") };
        course.write("cases/line/suite.yaml", &format!("{SUITE}start: {start}\n"));
        course.write("cases/line/line.yaml", CASE);
        course
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file and returns its path.
    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(&path, text).expect("written");
        path
    }

    fn mark(&self, target: &Path) -> Marked {
        let cases = self.path("cases");
        support::mark(target, "line", &["--cases", cases.to_str().expect("UTF-8")])
    }

    #[track_caller]
    fn passes(&self, target: &Path) {
        let marked = self.mark(target);
        assert_eq!(marked.status, 0, "{}", marked.screen);
        assert_eq!(marked.verdict(), "passed");
    }

    /// The target must be refused with all of `words`, before anything is run.
    #[track_caller]
    fn refuses(&self, target: &Path, words: &[&str]) {
        let output = harness()
            .args(["--suite", "line", "--cases"])
            .arg(self.path("cases"))
            .arg("--reports")
            .arg(self.path("reports"))
            .arg("--target")
            .arg(target)
            .output()
            .expect("it runs");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        for word in words {
            assert!(told.contains(word), "{word} is not told in:\n{told}");
        }
        assert!(!self.path("reports").exists(), "reports were made");
    }
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, SimpleFileOptions::default()).expect("begun");
        writer.write_all(bytes).expect("written");
    }
    writer.finish().expect("finished").into_inner()
}

fn tarred(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.as_gnu_mut().expect("a GNU header").name[..name.len()].copy_from_slice(name.as_bytes());
    header.set_size(bytes.len() as u64);
    header.set_mode(0o644);
    header.set_cksum();
    builder.append(&header, bytes).expect("appended");
    builder.into_inner().expect("finished")
}

fn python() -> String {
    format!("print('{LINE}')\n")
}

fn c() -> String {
    format!("#include <stdio.h>\nint main(void) {{ puts(\"{LINE}\"); return 0; }}\n")
}

fn java(package: &str, class: &str) -> String {
    format!(
        "{package}public class {class} {{ public static void main(String[] args) {{ System.out.println(Words.LINE); }} }}\n"
    )
}

fn words(package: &str) -> String {
    format!("{package}class Words {{ static final String LINE = \"{LINE}\"; }}\n")
}

#[test]
fn a_c_source_is_compiled() {
    let course = Course::new("{}");
    course.write("other.c", &c());
    course.passes(&course.write("program.c", &c()));
}

#[test]
fn a_cpp_source_in_several_files_is_compiled() {
    let course = Course::new("{}");
    course.write("it/line.hpp", "const char *line();\n");
    course.write(
        "it/src/line.cc",
        &format!("#include \"../line.hpp\"\nconst char *line() {{ return \"{LINE}\"; }}\n"),
    );
    course.write(
        "it/src/main.cc",
        "#include <iostream>\n#include \"../line.hpp\"\nint main() { std::cout << line() << std::endl; }\n",
    );
    course.passes(&course.path("it"));
}

#[test]
fn a_zip_of_java_files_with_a_top_folder_is_compiled() {
    let course = Course::new("{}");
    let zip = course.path("it.zip");
    let (main, words) = (java("package a.b;\n", "Game"), words("package a.b;\n"));
    let files = [("top/a/b/Game.java", main.as_bytes()), ("top/a/b/Words.java", words.as_bytes())];
    std::fs::write(&zip, zipped(&files)).expect("written");
    course.passes(&zip);
}

#[test]
fn a_java_file_comes_with_its_neighbours() {
    let course = Course::new("{}");
    course.write("it/Words.java", &words(""));
    course.write("it/Broken.java", "class");
    course.passes(&course.write("it/Game.java", &java("", "Game")));
}

#[test]
fn a_jar_is_started() {
    let course = Course::new("{}");
    let jar = course.path("it.jar");
    course.write("Words.java", &words(""));
    course.write("Game.java", &java("", "Game"));
    for command in
        ["javac Words.java Game.java", "jar --create --file it.jar --main-class Game Game.class Words.class"]
    {
        let (program, arguments) = command.split_once(' ').expect("two words");
        let status = std::process::Command::new(program)
            .args(arguments.split(' '))
            .current_dir(course.folder.path())
            .status()
            .expect("it is installed");
        assert!(status.success());
    }
    course.passes(&jar);
}

#[test]
fn a_script_finds_its_modules() {
    let course = Course::new("{}");
    course.write("it/words.py", &format!("LINE = '{LINE}'\n"));
    course.write("it/more/deep.py", "from words import LINE\n");
    course.passes(&course.write("it/game.py", "from more.deep import LINE\nprint(LINE)\n"));
}

#[test]
fn a_tar_is_found_by_name_or_by_its_only_script() {
    let course = Course::new("{entry: [game.py]}");
    for name in ["top/game.py", "somebody.py"] {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(&tarred(name, python().as_bytes())).expect("written");
        let tar = course.path("it.tar.gz");
        std::fs::write(&tar, encoder.finish().expect("finished")).expect("written");
        course.passes(&tar);
    }
}

#[test]
fn a_module_is_started_by_a_driver() {
    let course = Course::new(
        "{entry: [game.py], provide: [{file: provide/driver.py}], python: [python3, \"{provided}/driver.py\", \"{entry}\", 7]}"
            .replace(", 7]", ", \"7\"]")
            .as_str(),
    );
    let driver = "import importlib.util, sys, os\nsys.path.insert(0, os.path.dirname(sys.argv[1]))\nimport game\ngame.Game(int(sys.argv[2])).start()\n";
    course.write("cases/line/provide/driver.py", driver);
    let module = format!(
        "class Game:\n    def __init__(self, n):\n        assert n == 7\n    def start(self):\n        print('{LINE}')\n"
    );
    course.passes(&course.write("it/game.py", &module));
    course.passes(&course.path("it"));
}

#[test]
fn the_course_file_takes_the_place_of_the_students() {
    let course = Course::new("{provide: [{file: provide/Words.java, replace: true}]}");
    course.write("cases/line/provide/Words.java", &words(""));
    course.write("it/src/Game.java", &java("", "Game"));
    course.passes(&course.path("it"));
    let own = course.write("it/src/Words.java", "class Words { static final String LINE = \"mine\"; }");
    course.passes(&course.path("it"));
    course.passes(&course.path("it/src/Game.java"));
    assert!(
        std::fs::read_to_string(own).expect("readable").contains("mine"),
        "the submission is not changed"
    );
}

#[test]
fn a_compiler_error_is_shown_as_it_was_written() {
    let course = Course::new("{}");
    let marked = course.mark(&course.write("program.c", "int main(void) {\n    return nothing\n}\n"));
    assert_eq!((marked.status, marked.verdict()), (1, "not-started"));
    let sentence = marked.results["cases"][0]["sentence"].as_str().expect("a sentence");
    assert!(sentence.starts_with("it cannot be compiled: program.c: In function"), "{sentence}");
    assert!(marked.screen.contains("does not start: it cannot be compiled.\n"), "{}", marked.screen);
    assert!(marked.screen.contains("    |     2 |     return nothing\n"), "{}", marked.screen);
    assert_eq!(marked.screen.matches("In function").count(), 1, "{}", marked.screen);
}

#[test]
fn a_build_that_makes_nothing_is_told() {
    let course = Course::new("{c: {build: [\"true\"], run: [\"{build}/program\"]}}");
    let marked = course.mark(&course.write("program.c", &c()));
    assert_eq!((marked.status, marked.verdict()), (1, "not-started"));
    assert!(marked.screen.contains("building made no program `program`"), "{}", marked.screen);
}

#[test]
fn a_compiler_that_is_not_there_is_no_fault_of_the_student() {
    let course = Course::new("{c: {build: [no-such-compiler, \"{sources}\"], run: [\"{build}/program\"]}}");
    course.refuses(&course.write("program.c", &c()), &["the program `no-such-compiler` is not there"]);
}

#[test]
fn what_leads_out_of_an_archive_is_refused() {
    let course = Course::new("{}");
    let (tar, zip) = (course.path("it.tar"), course.path("it.zip"));
    std::fs::write(&tar, tarred("../evil.py", b"x")).expect("written");
    course.refuses(&tar, &["`../evil.py` in it leads out of the submission", "help:"]);
    std::fs::write(&zip, zipped(&[("/tmp/evil.py", b"x")])).expect("written");
    course.refuses(&zip, &["`/tmp/evil.py` in it is an absolute path"]);
}

#[test]
fn a_bomb_is_refused() {
    let course = Course::new("{}");
    let zip = course.path("it.zip");
    std::fs::write(&zip, zipped(&[("a.py", &vec![b'#'; 8 << 20])])).expect("written");
    course.refuses(&zip, &["packed more than a hundredfold"]);
}

#[test]
fn several_programs_are_listed() {
    let course = Course::new("{entry: [game.py]}");
    course.write("it/a.py", &python());
    course.write("it/b.py", &python());
    course.refuses(
        &course.path("it"),
        &["holds several programs, and none is called game.py: a.py, b.py", "game.py"],
    );
}

#[test]
fn nothing_is_left_behind() {
    let course = Course::new("{}");
    let temporary = course.path("temporary");
    std::fs::create_dir(&temporary).expect("made");
    let program = course.write("program.c", &c());
    harness()
        .env("TMPDIR", &temporary)
        .args(["--suite", "line", "--cases"])
        .arg(course.path("cases"))
        .arg("--reports")
        .arg(course.path("reports"))
        .arg("--target")
        .arg(&program)
        .assert()
        .success();
    assert_eq!(std::fs::read_dir(&temporary).expect("readable").count(), 0);
    let beside: Vec<_> = std::fs::read_dir(course.folder.path()).expect("readable").flatten().collect();
    assert_eq!(beside.len(), 4, "{beside:?}");
}
