//! What a program says on its standard error of an exception that nobody caught, and where in its own files it came about.
//!
//! Python, Java, C++ and `assert` of C write it in their own ways; of other programs the last line tells what happened.

use serde::{Deserialize, Serialize};

use crate::cases::Provided;
use crate::text::own_folders::without_own_folders;

/// An exception that ended a program.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UncaughtException {
    /// Its kind without packages, and its message.
    pub message: String,
    /// The deepest place in a file of the submission, where one is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<SourcePlace>,
    /// Whether the submission itself raises it, as far as is known: at that place stands a statement that does so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_its_own: bool,
}

/// A line of a file of the submission.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SourcePlace {
    /// The file's name, without folders.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

impl UncaughtException {
    /// Returns the last exception of which `complaint`, a standard error, tells; nothing if it is blank. Files that the course has
    /// `provided` are not the submission's own.
    pub(crate) fn in_output(complaint: &str, provided: &[Provided]) -> Option<Self> {
        let languages = [of_java, of_java_launcher, of_cpp, of_python, of_assert];
        let found =
            languages.into_iter().find_map(|of_language| of_language(complaint, provided)).or_else(|| {
                let last = complaint.lines().rfind(|line| !line.trim().is_empty())?;
                Some(Self { message: last.trim().to_string(), place: None, is_its_own: false })
            })?;
        Some(Self { message: without_own_folders(&found.message), ..found })
    }

    /// Returns the message and the place, in a few words.
    pub(crate) fn in_short(&self) -> String {
        format!("{}{}", self.message, self.at_place())
    }

    /// Returns the place as it stands behind a message; nothing if none is told.
    pub(crate) fn at_place(&self) -> String {
        let place = self.place.as_ref();
        place.map_or(String::new(), |SourcePlace { file, line }| format!(", at line {line} of {file}"))
    }

    /// Returns its kind, as its message begins with it.
    pub(crate) fn kind(&self) -> &str {
        let kind = self.message.split_once(": ").map_or(self.message.as_str(), |(kind, _)| kind);
        kind.split_once(", ").map_or(kind, |(kind, _)| kind)
    }
}

/// `  File "PATH", line N, in NAME`, the deepest last, and the exception below.
fn of_python(complaint: &str, provided: &[Provided]) -> Option<UncaughtException> {
    let lines: Vec<&str> = complaint.lines().collect();
    let last = lines.iter().rposition(|line| python_frame(line).is_some())?;
    let start = lines[..last].iter().rposition(|line| line.starts_with("Traceback ")).unwrap_or(last);
    let is_own = |(path, _): &(&str, usize)| is_own_file(path) && !is_provided(path, provided);
    let mut frames = lines[start..=last].iter().rev().filter_map(|line| python_frame(line));
    let own = frames.find(is_own);
    // Below the deepest frame Python shows the statement, where the file is still there.
    let raises = lines
        .get(last + 1)
        .is_some_and(|line| line.starts_with(' ') && line.trim_start().starts_with("raise "));
    let is_its_own = raises && python_frame(lines[last]).is_some_and(|frame| is_own(&frame));
    let below = lines[last + 1..].iter().find(|line| !line.is_empty() && !line.starts_with(' '))?;
    let place = own.map(|(path, line)| SourcePlace { file: file_name(path), line });
    Some(UncaughtException { message: without_packages(below.trim()), place, is_its_own })
}

/// Returns what Python says of an exception without the frames of files that the course has added; all of it if there are no others.
pub(crate) fn without_frames_of_the_course(complaint: &str) -> String {
    let is_of_course =
        |(path, _): (&str, usize)| path.split('/').any(|part| part == "provided") || path.starts_with('<');
    let mut is_left_out = false;
    let mut has_others = false;
    let kept = complaint.lines().filter(|line| {
        match python_frame(line) {
            Some(frame) => {
                is_left_out = is_of_course(frame);
                has_others |= !is_left_out;
            }
            None if !line.starts_with(' ') => is_left_out = false,
            None => {}
        }
        !is_left_out
    });
    let kept: Vec<&str> = kept.collect();
    if has_others { kept.join("\n") } else { complaint.to_string() }
}

fn python_frame(line: &str) -> Option<(&str, usize)> {
    let (path, rest) = line.trim_start().strip_prefix("File \"")?.split_once("\", line ")?;
    let digits = rest.split(|character: char| !character.is_ascii_digit()).next()?;
    Some((path, digits.parse().ok()?))
}

/// Returns whether a file of this path belongs to the submission, and not to Python, to a library or to the course.
fn is_own_file(path: &str) -> bool {
    let is_of_others =
        |part: &str| part == "provided" || part == "site-packages" || part.starts_with("python3");
    !path.starts_with('<') && !path.split('/').any(is_of_others)
}

/// Returns whether a file of this path, or of this name, is one that the course has put in the place of the student's.
fn is_provided(path: &str, provided: &[Provided]) -> bool {
    let name = file_name(path);
    provided.iter().any(|it| it.replace && file_name(&it.name) == name)
}

fn file_name(path: &str) -> String {
    path.rsplit('/').next().unwrap_or(path).to_string()
}

/// `Exception in thread "main" KIND: MESSAGE`, then `at CLASS.METHOD(FILE:LINE)`, the deepest first; `Caused by:` tells what came first.
fn of_java(complaint: &str, provided: &[Provided]) -> Option<UncaughtException> {
    let thrown = thrown_in_java(complaint)?;
    let cause = thrown.rsplit_once("\nCaused by: ").map_or(thrown, |(_, cause)| cause);
    let message = without_packages(cause.lines().next()?.trim());
    let own = |stack: &str| {
        let mut places = stack.lines().filter_map(java_place);
        places.find(|place| !is_provided(&place.file, provided))
    };
    let deepest = cause.lines().find(|line| line.trim_start().starts_with("at ")).and_then(java_place);
    let is_thrown = deepest.is_some_and(|place| !is_provided(&place.file, provided));
    let is_its_own = is_thrown && !is_thrown_by_java(&message);
    Some(UncaughtException { message, place: own(cause).or_else(|| own(thrown)), is_its_own })
}

/// Returns what Java says of an exception that nobody caught: its kind and its message, and the stack below.
pub(super) fn thrown_in_java(complaint: &str) -> Option<&str> {
    let (_, thrown) = complaint.split_once("Exception in thread \"")?;
    Some(thrown.split_once("\" ")?.1)
}

/// The exceptions that Java itself throws at a statement of a program that does not throw them; so may all kinds of `Error` be.
const OF_JAVA: [&str; 8] = [
    "NullPointerException",
    "ArithmeticException",
    "ArrayIndexOutOfBoundsException",
    "ArrayStoreException",
    "ClassCastException",
    "NegativeArraySizeException",
    "IllegalMonitorStateException",
    "MatchException",
];

/// Returns whether Java itself may have thrown an exception, of which this is the kind and the message.
fn is_thrown_by_java(message: &str) -> bool {
    let kind = message.split(':').next().unwrap_or_default();
    kind.ends_with("Error") || OF_JAVA.contains(&kind)
}

/// Returns the place that a line of a stack names, if it is not in a module of Java.
fn java_place(line: &str) -> Option<SourcePlace> {
    let frame = line.trim().strip_prefix("at ").filter(|frame| !is_of_java(frame))?;
    let (file, line) = frame.split_once('(')?.1.strip_suffix(')')?.rsplit_once(':')?;
    Some(SourcePlace { file: file.to_string(), line: line.parse().ok()? })
}

/// Returns whether a frame is in a module of Java, such as `java.base/java.util.Scanner.next(Scanner.java:1)`.
fn is_of_java(frame: &str) -> bool {
    frame.split('(').next().is_some_and(|method| method.contains('/') && !method.starts_with("app//"))
}

/// `Error: Main method not found in class KIND, please define the main method as:`, and what must be written, below.
fn of_java_launcher(complaint: &str, _: &[Provided]) -> Option<UncaughtException> {
    let error = complaint.lines().find_map(|line| line.strip_prefix("Error: "))?;
    let is_of_launcher =
        ["Main method ", "Could not find or load main class ", "LinkageError ", "Unable to "];
    let message = error.split_once(", please ").map_or(error, |(what, _)| what).trim_end_matches(':');
    is_of_launcher.iter().any(|beginning| error.starts_with(beginning)).then(|| UncaughtException {
        message: message.to_string(),
        place: None,
        is_its_own: false,
    })
}

/// Returns `java.util.InputMismatchException: x` as `InputMismatchException: x`; what is no kind of exception stays as it is.
fn without_packages(message: &str) -> String {
    let (kind, rest) = message.split_once(':').unwrap_or((message, ""));
    let is_kind = !kind.contains(char::is_whitespace);
    let short = kind.rsplit('.').next().filter(|_| is_kind).unwrap_or(kind);
    if rest.is_empty() { short.to_string() } else { format!("{short}:{rest}") }
}

/// `terminate called after throwing an instance of 'KIND'` and `  what():  MESSAGE`.
fn of_cpp(complaint: &str, _: &[Provided]) -> Option<UncaughtException> {
    let (kind, what) = thrown_in_cpp(complaint)?;
    let message = what.map_or_else(|| kind.to_string(), |what| format!("{kind}: {what}"));
    let meaning = meaning_in_cpp(kind, what.unwrap_or_default());
    let message = message + meaning.unwrap_or_default();
    Some(UncaughtException { message, place: None, is_its_own: false })
}

/// Returns the kind of an exception that nobody caught, and what it says of itself, as C++ tells them in two lines.
pub(super) fn thrown_in_cpp(complaint: &str) -> Option<(&str, Option<&str>)> {
    let (_, thrown) = complaint.split_once("terminate called after throwing an instance of '")?;
    let (kind, rest) = thrown.split_once('\'')?;
    let what = rest.lines().find_map(|line| line.trim_start().strip_prefix("what():"));
    Some((kind, what.map(str::trim)))
}

/// Returns in plain words what an exception of the library of C++ means, which only names one of its own functions.
fn meaning_in_cpp(kind: &str, what: &str) -> Option<&'static str> {
    let is_number = ["stoi", "stol", "stoll", "stoul", "stoull", "stof", "stod", "stold"].contains(&what);
    match kind {
        "std::invalid_argument" if is_number => Some(" (what should become a number is none)"),
        "std::out_of_range" if is_number => Some(" (the number is too large)"),
        "std::out_of_range" if what.starts_with("basic_string::") => Some(" (a string is shorter than that)"),
        "std::out_of_range" if what.starts_with("vector::") => Some(" (the vector has no such element)"),
        "std::out_of_range" if what.starts_with("array::") => Some(" (the array has no such element)"),
        "std::out_of_range" if what.ends_with("map::at") => Some(" (the map has no such key)"),
        _ => None,
    }
}

/// What `assert` says: a program, `FILE:LINE`, a function, and the condition, each before a colon.
fn of_assert(complaint: &str, _: &[Provided]) -> Option<UncaughtException> {
    let (before, condition) = complaint.rsplit_once(": Assertion `")?;
    let (condition, _) = condition.rsplit_once("' failed")?;
    let line = before.lines().last()?;
    let mut places = line.split(": ").filter_map(|piece| piece.rsplit_once(':'));
    let place =
        places.find_map(|(file, line)| Some(SourcePlace { file: file_name(file), line: line.parse().ok()? }));
    Some(UncaughtException { message: format!("assert({condition}) failed"), place, is_its_own: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(complaint: &str, expected: &str) {
        let found = UncaughtException::in_output(complaint, &[]).expect("something is said");
        assert_eq!(found.in_short(), expected, "{complaint}");
    }

    #[test]
    fn python_tells_the_deepest_line_of_the_submission() {
        let library = "Traceback (most recent call last):\n  File \"/tmp/run/provided/driver.py\", line 23, in <module>\n    play()\n  \
                       File \"/tmp/run/submission/game.py\", line 45, in play\n    random.choice([])\n  \
                       File \"/usr/lib/python3.11/random.py\", line 373, in choice\n    raise IndexError('empty')\nIndexError: empty\n";
        check(library, "IndexError: empty, at line 45 of game.py");
        let syntax = "  File \"/tmp/submission/bad.py\", line 1\n    x = = 1\n        ^\nSyntaxError: invalid syntax\n";
        check(syntax, "SyntaxError: invalid syntax, at line 1 of bad.py");
        let twice = "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\nKeyError: 'x'\n\nDuring handling of the above \
                     exception, another exception occurred:\n\nTraceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    \
                     f()\nValueError: no\nmore lines\n";
        check(twice, "ValueError: no, at line 3 of a.py");
        check(
            "Traceback (most recent call last):\n  File \"<string>\", line 1, in <module>\nOSError\n",
            "OSError",
        );
    }

    #[test]
    fn java_tells_the_first_line_of_the_submission_and_what_came_first() {
        let stack = "Exception in thread \"main\" java.util.InputMismatchException: For input string: \"x\"\n\tat \
                     java.base/java.util.Scanner.throwFor(Scanner.java:939)\n\tat java.base/java.util.Scanner.nextInt(Scanner.java:2258)\n\tat \
                     Rats.ask(Rats.java:31)\n\tat Rats.main(Rats.java:12)\n";
        check(stack, "InputMismatchException: For input string: \"x\", at line 31 of Rats.java");
        let caused = "Exception in thread \"main\" java.lang.RuntimeException: outer\n\tat Rats.main(Rats.java:9)\nCaused by: \
                      java.lang.NullPointerException\n\tat game.Player.name(Player.java:4)\n\t... 1 more\n";
        check(caused, "NullPointerException, at line 4 of Player.java");
    }

    #[test]
    fn an_exception_is_the_programs_own_where_its_deepest_statement_raises_it() {
        let python = |statement: &str, file: &str| {
            format!(
                "Traceback (most recent call last):\n  File \"/tmp/run/submission/game.py\", line 9, in <module>\n    play()\n  File \"{file}\", line 3, \
                 in play\n    {statement}\nValueError: no\n"
            )
        };
        let java = |kind: &str, frames: &str| {
            format!("Exception in thread \"main\" {kind}: no\n{frames}\tat Rats.main(Rats.java:9)\n")
        };
        let own = "/tmp/run/submission/game.py";
        let library = "\tat java.base/java.util.Scanner.throwFor(Scanner.java:939)\n";
        let helper = "\tat RatDice.roll(RatDice.java:3)\n";
        for (complaint, is_its_own) in [
            (python("raise ValueError('no')", own), true),
            (python("raise ValueError('no') from error", own), true),
            (python("x = int('x')", own), false),
            (python("raised = int('x')", own), false),
            (python("raise ValueError('no')", "/usr/lib/python3.11/random.py"), false),
            (python("raise ValueError('no')", "/tmp/run/submission/helper.py"), false),
            (java("java.lang.IllegalArgumentException", ""), true),
            (java("game.NoSuchMove", ""), true),
            (java("java.util.InputMismatchException", library), false),
            (java("java.lang.ArithmeticException", ""), false),
            (java("java.lang.StackOverflowError", ""), false),
            (java("java.lang.IllegalStateException", helper), false),
        ] {
            let course = |name: &str| Provided { name: name.to_string(), bytes: Vec::new(), replace: true };
            let provided = [course("helper.py"), course("RatDice.java")];
            let found = UncaughtException::in_output(&complaint, &provided).expect("something is said");
            assert_eq!(found.is_its_own, is_its_own, "{complaint}");
        }
    }

    #[test]
    fn of_others_what_they_said_is_told() {
        let thrown = "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check\n";
        check(thrown, "std::out_of_range: vector::_M_range_check (the vector has no such element)");
        let stoi =
            "terminate called after throwing an instance of 'std::invalid_argument'\n  what():  stoi\n";
        check(stoi, "std::invalid_argument: stoi (what should become a number is none)");
        let own = "terminate called after throwing an instance of 'std::runtime_error'\n  what():  no dice\n";
        check(own, "std::runtime_error: no dice");
        check("free(): invalid pointer\n\n", "free(): invalid pointer");
        check(
            "program: a/dice.c:4: main: Assertion `x > 5' failed.\n",
            "assert(x > 5) failed, at line 4 of dice.c",
        );
        check(
            "program: d.cpp:7: int f(int): Assertion `a[0] == 1' failed.\n",
            "assert(a[0] == 1) failed, at line 7 of d.cpp",
        );
    }

    #[test]
    fn what_java_cannot_start_is_told_by_its_first_line() {
        let error = "Error: Main method not found in class Rats, please define the main method as:\n   public static void main(String[] \
                     args)\nor a JavaFX application class must extend javafx.application.Application\n";
        check(error, "Main method not found in class Rats");
        check(
            "Error: Could not find or load main class Rats\nCaused by: java.lang.ClassNotFoundException: Rats\n",
            "Could not find or load main class Rats",
        );
        check("Error: no such file\nusage: x\n", "usage: x");
    }

    #[test]
    fn a_file_of_the_course_is_not_the_submissions_own() {
        let course = |name: &str| vec![Provided { name: name.to_string(), bytes: Vec::new(), replace: true }];
        let python = "Traceback (most recent call last):\n  File \"/tmp/x/submission/team.py\", line 3, in <module>\n    f()\n  \
                      File \"/tmp/x/submission/psphelper.py\", line 45, in f\n    x\nNameError: x\n";
        let java = "Exception in thread \"main\" java.lang.NullPointerException\n\tat RatDice.roll(RatDice.java:9)\n\tat \
                    Rats.main(Rats.java:31)\n";
        for (complaint, name, expected) in [
            (python, "psphelper.py", "NameError: x, at line 3 of team.py"),
            (java, "RatDice.java", "NullPointerException, at line 31 of Rats.java"),
        ] {
            let found = UncaughtException::in_output(complaint, &course(name)).expect("something is said");
            assert_eq!(found.in_short(), expected);
        }
        assert_eq!(UncaughtException::in_output(" \n", &[]), None);
    }
}
