//! Finds in a submission the file with which the program begins.

use std::collections::BTreeSet;

use super::modules;
use super::no_target::NoTarget;
use super::source::{has_c_main, java_class, java_main};
use super::tree::{File, Tree, is_called};
use crate::cases::problem::Problem;
use crate::cases::{Start, TargetKind};

/// How many files are listed in a message.
const LISTED: usize = 10;

/// The file with which the program begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EntryFile {
    /// Its path in the submission.
    pub(super) path: String,
    /// What it is written in.
    pub(super) kind: TargetKind,
}

/// Returns the entry: the first name of the suite that the submission has, else the only file that can be
/// the entry.
///
/// # Errors
/// No file that can be the entry, or several.
pub(super) fn find(tree: &Tree, start: &Start) -> Result<EntryFile, NoTarget> {
    let named = start.entry.iter().map(|name| called(tree, name)).find(|paths| !paths.is_empty());
    let found = named.unwrap_or_else(|| likeliest(tree, candidates(tree, start), start));
    match &found[..] {
        [] => Err(NoTarget::NoProgram(nothing(tree, start))),
        [path] => Ok(EntryFile { path: (*path).to_string(), kind: TargetKind::of(path) }),
        paths => Err(NoTarget::SeveralPrograms(several(tree, start, paths))),
    }
}

/// Returns the files of this name that are nearest to the top.
fn called<'a>(tree: &'a Tree, name: &str) -> Vec<&'a str> {
    let paths: Vec<&str> = tree.files().map(|(path, _)| path).filter(|path| is_called(path, name)).collect();
    let depth = |path: &str| path.matches('/').count();
    let top = paths.iter().map(|path| depth(path)).min();
    paths.into_iter().filter(|path| Some(depth(path)) == top).collect()
}

/// Returns the files that can be the entry. What may have been made from sources counts only where there
/// are none.
fn candidates<'a>(tree: &'a Tree, start: &Start) -> Vec<&'a str> {
    let of_the_course = |path: &str| {
        start
            .provide
            .iter()
            .map(|provided| &provided.name)
            .chain(&start.ignore)
            .any(|name| is_called(path, name))
    };
    let own = || tree.files().filter(|(path, _)| !is_hidden(path) && !of_the_course(path));
    let sources: Vec<&str> =
        own().filter(|(path, file)| begins_in_source(path, file)).map(|(path, _)| path).collect();
    if !sources.is_empty() {
        return sources;
    }
    let is_built = |path: &str, file: &File| match TargetKind::of(path) {
        TargetKind::Jar => true,
        TargetKind::Executable => file.is_program(),
        _ => false,
    };
    own().filter(|(path, file)| is_built(path, file)).map(|(path, _)| path).collect()
}

/// Returns of several candidates the only one that is called as it should be but for its letters' case and signs, else the only one
/// that no other one imports; all of them if there is none.
fn likeliest<'a>(tree: &Tree, candidates: Vec<&'a str>, start: &Start) -> Vec<&'a str> {
    let letters = |name: &str| {
        let name = name.rsplit('/').next().unwrap_or(name);
        name.chars().filter(|it| it.is_alphanumeric() || *it == '.').collect::<String>().to_lowercase()
    };
    let is_nearly_called = |path: &&&str| start.entry.iter().any(|name| letters(name) == letters(path));
    let imported: BTreeSet<String> =
        candidates.iter().filter_map(|path| tree.get(path)).flat_map(imported_names).collect();
    let is_begun_with = |path: &&&str| {
        let stem = letters(path).trim_end_matches(".py").to_string();
        TargetKind::of(path) == TargetKind::Python
            && !stem.contains("test")
            && !imported.contains(&module(path))
    };
    let only = |kept: Vec<&'a str>| (kept.len() == 1).then_some(kept);
    let called = only(candidates.iter().filter(is_nearly_called).copied().collect());
    let is_all_python = candidates.iter().all(|path| TargetKind::of(path) == TargetKind::Python);
    let begun = || only(candidates.iter().filter(is_begun_with).copied().collect());
    called.or_else(|| begun().filter(|_| is_all_python)).unwrap_or(candidates)
}

/// Returns the last names of the modules that a Python source imports.
fn imported_names(file: &File) -> Vec<String> {
    let names = modules::names(&String::from_utf8_lossy(&file.bytes));
    names.iter().map(|name| name.rsplit('.').next().unwrap_or(name).to_string()).collect()
}

/// Returns the name by which a Python source is imported.
fn module(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.strip_suffix(".py").unwrap_or(name).to_string()
}

/// Returns whether a source is one with which a program may begin.
pub(super) fn begins_in_source(path: &str, file: &File) -> bool {
    let text = || String::from_utf8_lossy(&file.bytes);
    match TargetKind::of(path) {
        TargetKind::Python => !is_called(path, "__init__.py"),
        TargetKind::Java => java_main(&text()).is_some(),
        TargetKind::C | TargetKind::Cpp => has_c_main(&text()),
        TargetKind::Jar | TargetKind::Executable => false,
    }
}

fn is_hidden(path: &str) -> bool {
    path.split('/').any(|name| name.starts_with('.'))
}

fn nothing(tree: &Tree, start: &Start) -> Problem {
    let paths: Vec<&str> = tree.files().map(|(path, _)| path).filter(|path| !is_hidden(path)).collect();
    let found =
        if paths.is_empty() { "it is empty".to_string() } else { format!("there is only {}", list(&paths)) };
    let names = match &start.entry[..] {
        [] => "it must hold a program, or sources in which one begins".to_string(),
        names => {
            format!("it must hold a file called {}, or one program under another name", names.join(" or "))
        }
    };
    let lacks_main = |kind| paths.iter().any(|path| TargetKind::of(path) == kind);
    let main = match () {
        () if lacks_main(TargetKind::Java) => {
            "; no class here has `public static void main(String[] args)`, with which a program in Java begins"
        }
        () if lacks_main(TargetKind::C) || lacks_main(TargetKind::Cpp) => {
            "; no source here has the function `main`, with which a program in C begins"
        }
        () => "",
    };
    tree.problem(format!("does not hold the submission: {found}")).help(names + main)
}

fn several(tree: &Tree, start: &Start, paths: &[&str]) -> Problem {
    let is_called_alike = |name: &&String| paths.iter().all(|path| is_called(path, name));
    let (what, help) = match (&start.entry[..], start.entry.iter().find(is_called_alike)) {
        (_, Some(name)) => {
            (format!(" called {name}"), "hand in only one of them, or point at it".to_string())
        }
        ([], None) => (String::new(), "hand in only one of them, or point at it".to_string()),
        (names, None) => (
            format!(", and none is called {}", names.join(" or ")),
            format!("call the right one {}, or point at it", names[0]),
        ),
    };
    tree.problem(format!("holds several programs{what}: {}", list(paths))).help(help)
}

/// Returns the first of these paths, safe to show, and how many more there are.
fn list(paths: &[&str]) -> String {
    let mut list: Vec<String> =
        paths.iter().take(LISTED).map(|path| path.escape_debug().to_string()).collect();
    if paths.len() > LISTED {
        list.push(format!("{} more", paths.len() - LISTED));
    }
    list.join(", ")
}

/// Returns the paths of the sources that are built into the program.
pub(super) fn sources(tree: &Tree, entry: &EntryFile) -> Vec<String> {
    let kind = entry.kind;
    let is_source = |path: &str, file: &File| {
        let others_main = || matches!(kind, TargetKind::C | TargetKind::Cpp) && begins_in_source(path, file);
        path == entry.path || (TargetKind::of(path) == kind && !is_hidden(path) && !others_main())
    };
    tree.files().filter(|(path, file)| is_source(path, file)).map(|(path, _)| path.to_string()).collect()
}

/// Returns the name under which the program is started: the Java class with the method `main`, else the
/// entry's name without its extension.
pub(super) fn main_name(tree: &Tree, entry: &EntryFile) -> String {
    let text = |path: &str| tree.get(path).map(|file| String::from_utf8_lossy(&file.bytes).into_owned());
    if entry.kind == TargetKind::Java {
        let own = text(&entry.path).unwrap_or_default();
        return java_main(&own)
            .or_else(|| only_java_main(tree))
            .unwrap_or_else(|| java_class(&entry.path, &own));
    }
    let name = entry.path.rsplit('/').next().unwrap_or(&entry.path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_string()
}

fn only_java_main(tree: &Tree) -> Option<String> {
    let sources =
        tree.files().filter(|(path, _)| TargetKind::of(path) == TargetKind::Java && !is_hidden(path));
    let mut mains = sources.filter_map(|(_, file)| java_main(&String::from_utf8_lossy(&file.bytes)));
    mains.next().filter(|_| mains.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::super::tree::tests::tree;
    use super::*;
    use crate::cases::Provided;

    const JAVA: &str = "public class Main { public static void main(String[] args) { } }";
    const CLASS: &str = "public class Other { }";
    const C: &str = "int main(void) { return 0; }";
    const ELF: &str = "\x7fELF";

    fn start(entry: &[&str]) -> Start {
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        let helper = Provided { name: "helper.py".to_string(), bytes: Vec::new(), replace: true };
        Start {
            entry: names(entry),
            ignore: names(&["tutorial.py"]),
            provide: vec![helper],
            ..Start::default()
        }
    }

    #[test]
    fn the_entry_is_found_by_name_or_as_the_only_candidate() {
        for (names, files, expected) in [
            (&["game.py", "game"][..], &[("game", ""), ("game.py", "")][..], "game.py"),
            (&["game.py", "game"], &[("game", ""), ("other.py", "")], "game"),
            (&["game.py"], &[("src/game.py", ""), ("src/old/game.py", ""), ("a.py", "")], "src/game.py"),
            (&["game.py"], &[("mygame.py", ""), ("helper.py", ""), ("tutorial.py", "")], "mygame.py"),
            (&["game.py"], &[("a/__init__.py", ""), ("run.py", ""), (".x.py", "")], "run.py"),
            (&["my_game.py"], &[("My-Game.py", ""), ("other.py", "")], "My-Game.py"),
            (
                &["g.py"],
                &[
                    ("run.py", "from parts.board import x\nimport dice"),
                    ("parts/board.py", ""),
                    ("dice.py", ""),
                ],
                "run.py",
            ),
            (
                &["g.py"],
                &[("run.py", "import board"), ("board.py", ""), ("test_board.py", "import board")],
                "run.py",
            ),
            (&["src/game.py"], &[("game.py", ""), ("top/src/game.py", "")], "top/src/game.py"),
            (&[], &[("a/Main.java", JAVA), ("a/Other.java", CLASS), ("a/lib.jar", "")], "a/Main.java"),
            (&[], &[("a.c", C), ("b.c", "int f;"), ("a.out", ELF)], "a.c"),
            (&[], &[("a.cpp", C), ("b.h", "")], "a.cpp"),
            (&[], &[("a.jar", ""), ("readme.txt", "")], "a.jar"),
            (&[], &[("a.out", ELF), ("readme.txt", "")], "a.out"),
            (&[], &[("start.sh", "#!/bin/sh\n")], "start.sh"),
        ] {
            let found = find(&tree(files), &start(names)).expect("an entry");
            assert_eq!(found, EntryFile { path: expected.to_string(), kind: TargetKind::of(expected) });
        }
    }

    #[test]
    fn nothing_and_several_are_told() {
        for (names, files, words) in [
            (
                &["game.py"][..],
                &[("readme.txt", "")][..],
                "does not hold the submission: there is only readme.txt",
            ),
            (&[], &[], "does not hold the submission: it is empty"),
            (&[], &[("A.java", CLASS)], "does not hold the submission: there is only A.java"),
            (&[], &[("helper.py", "")], "does not hold the submission"),
            (&[], &[("a.py", ""), ("b.py", "")], "holds several programs: a.py, b.py"),
            (&[], &[("a.py", ""), ("b.c", C)], "holds several programs: a.py, b.c"),
            (&[], &[("a.jar", ""), ("b", ELF)], "holds several programs: a.jar, b"),
            (
                &["g.py"],
                &[("a.py", ""), ("b.py", "")],
                "holds several programs, and none is called g.py: a.py, b.py",
            ),
            (&["g.py"], &[("a.py", "import b"), ("b.py", "import a")], "none is called g.py: a.py, b.py"),
            (
                &["g.py"],
                &[("x/g.py", ""), ("y/g.py", "")],
                "holds several programs called g.py: x/g.py, y/g.py",
            ),
        ] {
            let none = find(&tree(files), &start(names)).expect_err(words);
            let problem = none.problem().expect("the submission is at fault");
            assert!(problem.message.contains(words), "{problem}");
            assert!(problem.help.is_some());
        }
    }

    #[test]
    fn what_is_built_is_what_belongs_to_the_entry() {
        let files =
            [("a.c", C), ("b.c", "int b;"), ("test.c", C), ("c.cpp", ""), ("sub/d.c", ""), (".e.c", "")];
        let entry = EntryFile { path: "a.c".to_string(), kind: TargetKind::C };
        assert_eq!(sources(&tree(&files), &entry), ["a.c", "b.c", "sub/d.c"]);
    }

    #[test]
    fn the_main_class_is_that_of_the_entry_else_the_only_one() {
        let main = |files: &[(&str, &str)], path: &str| {
            main_name(&tree(files), &EntryFile { path: path.to_string(), kind: TargetKind::of(path) })
        };
        let second = JAVA.replace("Main", "Second");
        assert_eq!(main(&[("Main.java", JAVA), ("Second.java", &second)], "Second.java"), "Second");
        assert_eq!(main(&[("Main.java", JAVA), ("Other.java", CLASS)], "Other.java"), "Main");
        assert_eq!(main(&[("Other.java", CLASS)], "Other.java"), "Other");
        assert_eq!(main(&[("src/game.tar.py", "")], "src/game.tar.py"), "game.tar");
    }
}
