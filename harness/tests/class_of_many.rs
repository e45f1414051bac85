//! A class as a course has it: programs in three languages with real faults, hostile ones, and hand-ins of every kind that platforms
//! deliver. It is killed again and again, and ends with the same bytes as if nothing had happened.
//!
//! Every commit marks a part of it; `.ci/full` marks sixty and more, killed ten times (`HARNESS_WHOLE_CLASS=1`).

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Cursor, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use support::class::{Line, lines, told};
use support::{copy_of_cases, root, submissions};

/// Programs that try to harm the class, or to see others.
const HOSTILE: [(&str, &str); 6] = [
    ("endless", "while True: print('x' * 1000)"),
    ("sleeps", "import time\nwhile True: time.sleep(1)"),
    ("forks", "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass"),
    ("eats", "a = []\nwhile True: a.append('x' * 10_000_000)"),
    (
        "removes",
        "import shutil\nfor place in ('.', '/tmp', '/'): shutil.rmtree(place, ignore_errors=True)\nprint('1: Vegetarian')",
    ),
    ("kills", "import os, signal\ntry: os.kill(-1, signal.SIGKILL)\nexcept OSError: pass\nos.abort()"),
];

/// Faults of a Java program, as what it says rightly, and what it says instead.
const JAVA_FAULTS: [(&str, &str); 3] = [
    ("order <= 3", "order <= 2"),
    ("\"Do you want more pizzas (y/n)? \"", "\"Do you want more pizza (y/n)? \""),
    ("INGREDIENTS[Integer.parseInt(id) - 1]", "INGREDIENTS[Integer.parseInt(id)]"),
];

/// A class in the names of Canvas, with its roster.
struct ManyStudents {
    folder: tempfile::TempDir,
    cases: tempfile::TempDir,
    roster: String,
    count: usize,
}

impl ManyStudents {
    /// Makes the class; of the faulty programs and the hostile ones each `every`-th.
    fn new(every: usize) -> Self {
        let mut class = Self {
            folder: tempfile::tempdir().unwrap(),
            cases: cases(every.min(5)),
            roster: "Student,ID,SIS User ID,SIS Login ID,Section\n".to_string(),
            count: 0,
        };
        std::fs::create_dir(class.path("submissions")).unwrap();
        let faithful = std::fs::read_to_string(submissions("pizza").join("faithful.py")).unwrap();
        class.hand_in("pizza.py", faithful.as_bytes());
        class.hand_in("pizza.cpp", &std::fs::read(submissions("pizza").join("faithful.cpp")).unwrap());
        class.hand_in("pizza.c", &std::fs::read(submissions("pizza").join("one_file.c")).unwrap());
        let java = std::fs::read_to_string(submissions("pizza").join("PizzaOrders.java")).unwrap();
        class.hand_in("PizzaOrders.java", java.as_bytes());
        let faulty = faulty_programs(&faithful);
        for text in faulty.iter().step_by(every) {
            class.hand_in("pizza.py", text.as_bytes());
        }
        // The same fault twice, and what was handed in twice by two students.
        for text in faulty.iter().rev().step_by(every) {
            class.hand_in("pizza.py", format!("# handed in by somebody else\n{text}").as_bytes());
        }
        class.hand_in("pizza.py", faulty[0].as_bytes());
        for text in faulty.iter().skip(1).step_by(6 * every) {
            class.hand_in("project.zip", &zipped(&[("project/pizza.py", text.as_bytes())]));
        }
        for (place, (right, wrong)) in JAVA_FAULTS.iter().step_by(every).enumerate() {
            assert!(java.contains(right), "{right}");
            let text = java.replace(right, wrong);
            let project = zipped(&[("src/PizzaOrders.java", text.as_bytes()), ("readme.txt", b"Start it.")]);
            let (name, bytes) = if place == 0 {
                ("PizzaOrders.java", text.as_bytes())
            } else {
                ("project.zip", &project[..])
            };
            class.hand_in(name, bytes);
        }
        for (name, text) in HOSTILE.iter().step_by(every) {
            class.hand_in("pizza.py", format!("# {name}\n{text}\n").as_bytes());
        }
        class.odd_ones(&faithful);
        class
    }

    /// Hands in what is no plain program.
    fn odd_ones(&mut self, faithful: &str) {
        self.hand_in("pizza.py", b"");
        self.hand_in("pizza.py", b"def main(:\n");
        self.hand_in("pizza.cpp", b"int main() { return }\n");
        self.hand_in("readme.txt", b"I could not finish it.");
        self.hand_in("broken.zip", b"PK\x03\x04 and no more");
        self.hand_in("nested.zip", &zipped(&[("project/pizza.py", faithful.as_bytes())]));
        self.hand_in("two.zip", &zipped(&[("a.py", b"print(1)\n"), ("b.py", b"print(2)\n")]));
        self.hand_in("out.zip", &zipped(&[("../pizza.py", faithful.as_bytes())]));
        let late = format!("latestudent{}_LATE_{}_{}_pizza.py", self.count, 1000 + self.count, 90_000);
        self.add_student("Late");
        std::fs::write(self.path("submissions").join(late), faithful).unwrap();
        // Nobody of the roster, and somebody who has handed in nothing.
        std::fs::write(self.path("submissions/nobody_77777_90001_pizza.py"), faithful).unwrap();
        self.add_student("Nothing");
        let roster = self.roster.clone();
        std::fs::write(self.path("roster.csv"), roster).unwrap();
    }

    fn add_student(&mut self, name: &str) -> usize {
        let number = self.count;
        writeln!(self.roster, "\"{name}, Student{number}\",{},s{number:03},login{number},A", 1000 + number)
            .unwrap();
        self.count += 1;
        number
    }

    fn hand_in(&mut self, file: &str, bytes: &[u8]) {
        let number = self.add_student("Test");
        let name = format!("teststudent{number}_{}_{}_{file}", 1000 + number, 5000 + number);
        std::fs::write(self.path("submissions").join(name), bytes).unwrap();
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn marking(&self, out: &str, jobs: &str) -> Command {
        let mut command = Command::new(support::program());
        command.arg("class").arg(self.path("submissions")).args(["--suite", "pizza", "--jobs", jobs]);
        command.arg("--cases").arg(self.cases.path()).arg("--roster").arg(self.path("roster.csv"));
        command.arg("--out").arg(self.path(out)).env("NO_COLOR", "1");
        command
    }

    fn gradebook(&self, out: &str) -> Vec<u8> {
        std::fs::read(self.path(out).join("gradebook.csv")).unwrap()
    }
}

/// Returns the cases of the suite, of which programs that hang time out soon; each `every`-th of them.
fn cases(every: usize) -> tempfile::TempDir {
    let cases = copy_of_cases();
    let suite = cases.path().join("pizza/suite.yaml");
    let text = std::fs::read_to_string(&suite).unwrap();
    let limits = "limits: {wall: 10,";
    assert!(text.contains(limits), "{text}");
    std::fs::write(
        suite,
        text.replace(limits, "limits: {wall: 2, cpu: 4, memory: 268435456, processes: 64,"),
    )
    .unwrap();
    let files = walkdir::WalkDir::new(cases.path().join("pizza")).min_depth(2).sort_by_file_name();
    let files = files.into_iter().map(|entry| entry.unwrap().into_path());
    let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    for (place, file) in files.enumerate() {
        if place % every != 0 {
            std::fs::remove_file(file).unwrap();
        }
    }
    cases
}

/// Returns the faithful program with each patch of the list.
fn faulty_programs(faithful: &str) -> Vec<String> {
    let mut patches: Vec<PathBuf> = std::fs::read_dir(submissions("pizza").join("patches"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "patch"))
        .collect();
    patches.sort();
    let faulty = patches.iter().map(|path| {
        let text = std::fs::read_to_string(path).unwrap();
        diffy::apply(faithful, &diffy::Patch::from_str(&text).unwrap()).unwrap()
    });
    faulty.collect()
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Marks until so many tenths of what is left are done, and is killed then.
fn killed_after(class: &ManyStudents, out: &str, tenths: usize) {
    let mut marking = class.marking(out, "2").stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let told = BufReader::new(marking.stderr.take().unwrap()).lines().map(Result::unwrap);
    let _ = told.filter(|line| line.contains(" runs; now ")).take(tenths).count();
    marking.kill().unwrap();
    marking.wait().unwrap();
}

fn statuses(lines: &[Line]) -> Vec<String> {
    lines.iter().map(|line| format!("{} {}", line["id"], line["status"])).collect()
}

#[test]
#[ignore = "slow: a part of .ci/full"]
fn a_class_as_courses_have_it_is_killed_and_ends_with_the_same_bytes() {
    let is_whole = std::env::var_os("HARNESS_WHOLE_CLASS").is_some();
    let class = ManyStudents::new(if is_whole { 1 } else { 14 });
    assert!(!is_whole || class.count >= 60, "{} students", class.count);
    let output = class.marking("whole", "2").output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    // Tenths follow from a seed, so that each run of this test kills at the same places.
    let kills = if is_whole { 10 } else { 2 };
    let mut random: u32 = 17;
    for _ in 0..kills {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        killed_after(&class, "killed", 1 + usize::try_from(random >> 30).unwrap());
    }
    let output = class.marking("killed", "3").output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    let (whole, killed) = (class.gradebook("whole"), class.gradebook("killed"));
    assert_eq!(String::from_utf8(killed).unwrap(), String::from_utf8(whole.clone()).unwrap());

    let rows = lines(&whole);
    assert_eq!(rows.len(), class.count + 1, "every student, and what is nobody's");
    assert!(statuses(&rows).iter().all(|row| !row.ends_with("incomplete")), "{:#?}", statuses(&rows));
    for line in &rows[..4] {
        let [total, pending]: [f64; 2] = ["total", "pending"].map(|column| line[column].parse().unwrap());
        assert_eq!((line["status"].as_str(), total + pending), ("marked", 20.0), "faithful: {line:?}");
    }
    let of =
        |note: &str| rows.iter().find(|line| line["note"].contains(note)).map(|line| line["status"].clone());
    assert_eq!(of("leads out of the submission").as_deref(), Some("unreadable"));
    assert_eq!(of("the archive cannot be read").as_deref(), Some("unreadable"));
    assert_eq!(of("holds several programs").as_deref(), Some("two programs"));
    assert_eq!(of("it names nobody of the roster").as_deref(), Some("marked"));
    assert_eq!(rows.iter().filter(|line| line["late"] == "late").count(), 1);
    assert_eq!(rows.iter().filter(|line| line["status"] == "not handed in").count(), 1);
    assert!(Path::new(&root().join("samples")).is_dir(), "nothing of the machine is gone");
}
