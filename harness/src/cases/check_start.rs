//! Turns the way a program is started, as it is written, into a valid one.

use super::problem::{Place, Problem, nearest};
use super::raw_start::{RawProvide, RawRecipe, RawStart};
use super::source::SuiteFiles;
use super::start::{PLACES, Provided, Recipe, Start, TargetKind, places};
use super::yaml::At;

/// Where the course's files stand in a suite's folder.
const PROVIDE: &str = "provide/";

/// Returns how `raw` starts a program; the course's files are taken from the suite's `files`.
pub(super) fn check_start(
    file: &str,
    raw: RawStart,
    files: &SuiteFiles,
    problems: &mut Vec<Problem>,
) -> Start {
    let RawStart { entry, ignore, provide, python, java, jar, c, cpp, executable } = raw;
    let recipes = [
        (TargetKind::Python, python),
        (TargetKind::Java, java),
        (TargetKind::Jar, jar),
        (TargetKind::C, c),
        (TargetKind::Cpp, cpp),
        (TargetKind::Executable, executable),
    ];
    problems.extend(recipes.iter().filter_map(|(_, raw)| provided_by_nobody(file, raw.as_ref()?, &provide)));
    Start {
        entry,
        ignore,
        provide: provide.iter().filter_map(|raw| check_provide(file, raw, files, problems)).collect(),
        recipes: recipes
            .into_iter()
            .filter_map(|(kind, raw)| Some((kind, check_recipe(file, kind, raw?, problems))))
            .collect(),
    }
}

/// Returns the problem that a command wants provided files, but there are none.
fn provided_by_nobody(file: &str, raw: &At<RawRecipe>, provide: &[RawProvide]) -> Option<Problem> {
    let words: Vec<&String> = match &raw.value {
        RawRecipe::Run(run) => run.iter().collect(),
        RawRecipe::Build(both) => both.build.iter().chain(&both.run).collect(),
    };
    let wants = words.into_iter().flat_map(|word| places(word)).any(|place| place == "provided");
    (wants && provide.is_empty()).then(|| {
        Problem::at(file, raw.place(), "`{provided}` is used, but nothing is provided")
            .help("name the course's files, as in provide: [{file: provide/driver.py}]")
    })
}

fn check_provide(
    file: &str,
    raw: &RawProvide,
    files: &SuiteFiles,
    problems: &mut Vec<Problem>,
) -> Option<Provided> {
    let path = &raw.file.value;
    let found = path.strip_prefix(PROVIDE).zip(files.get(path));
    let Some((name, bytes)) = found else {
        let message = if files.contains_key(path) {
            format!("`{path}` does not stand in the folder `provide`")
        } else {
            format!("there is no file `{path}` in the suite")
        };
        problems.push(
            Problem::at(file, raw.file.place(), message)
                .help("put the file into the suite's folder `provide` and write `provide/NAME`"),
        );
        return None;
    };
    Some(Provided { name: name.to_string(), bytes: bytes.clone(), replace: raw.replace })
}

fn check_recipe(file: &str, kind: TargetKind, raw: At<RawRecipe>, problems: &mut Vec<Problem>) -> Recipe {
    let place = raw.place();
    let recipe = match raw.value {
        RawRecipe::Run(run) => Recipe { build: None, run },
        RawRecipe::Build(raw) => Recipe { build: Some(raw.build), run: raw.run },
    };
    let wrong = recipe.build.iter().chain([&recipe.run]).find_map(|words| wrong_words(words));
    problems.extend(wrong.or_else(|| wrong_recipe(kind, &recipe)).map(|wrong| wrong.at(file, place)));
    recipe
}

/// What is wrong, and the way out.
struct Complaint(String, String);

impl Complaint {
    fn at(self, file: &str, place: Place) -> Problem {
        Problem::at(file, place, self.0).help(self.1)
    }
}

/// Returns the first thing that is wrong with the words of a command.
fn wrong_words(words: &[String]) -> Option<Complaint> {
    if words.first().is_none_or(String::is_empty) {
        return Some(Complaint("the command has no words".into(), "name the program first".into()));
    }
    let unknown = words.iter().flat_map(|word| places(word)).find(|name| !PLACES.contains(name));
    if let Some(name) = unknown {
        let help = match nearest(name, PLACES) {
            Some(near) => format!("did you mean `{{{near}}}`?"),
            None => format!("write one of {{{}}}", PLACES.join("}, {")),
        };
        return Some(Complaint(format!("a command has no place `{{{name}}}`"), help));
    }
    words.iter().find(|word| word.contains("{sources}") && *word != "{sources}").map(|_| {
        Complaint(
            "`{sources}` stands for several words".into(),
            "make it a word of its own: \"{sources}\"".into(),
        )
    })
}

/// Returns what is wrong with two commands together.
fn wrong_recipe(kind: TargetKind, recipe: &Recipe) -> Option<Complaint> {
    let names = |name: &str| recipe.run.iter().flat_map(|word| places(word)).any(|place| place == name);
    if recipe.build.is_none() && names("build") {
        let help = "write {build: [...], run: [...]}, or leave `{build}` out";
        return Some(Complaint("`{build}` is used, but nothing is built".into(), help.into()));
    }
    if ["entry", "main", "build", "folder", "sources"].into_iter().any(names) {
        return None;
    }
    let example = match kind {
        TargetKind::Python => "[python3, \"{entry}\"]",
        TargetKind::Java => "[java, -cp, \"{build}\", \"{main}\"]",
        TargetKind::Jar => "[java, -jar, \"{entry}\"]",
        TargetKind::C | TargetKind::Cpp => "[\"{build}/program\"]",
        TargetKind::Executable => "[\"{entry}\"]",
    };
    let help = format!("put \"{{entry}}\" where the file belongs, as in {example}");
    Some(Complaint("the command does not name the submission's file".into(), help))
}

#[cfg(test)]
mod tests {
    use super::super::yaml::parse;
    use super::*;

    fn checked(text: &str) -> (Start, Vec<String>) {
        let raw: RawStart = parse("suite.yaml", text).expect("well formed");
        let files = ["provide/a.py", "b.py"].map(|path| (path.to_string(), b"x = 1\n".to_vec()));
        let mut problems = Vec::new();
        let start = check_start("suite.yaml", raw, &files.into_iter().collect(), &mut problems);
        (start, problems.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_suite_that_says_nothing_has_good_commands() {
        let (start, problems) = checked("entry: [a]\n");
        assert!(problems.is_empty(), "{problems:?}");
        assert_eq!(start.recipe(TargetKind::Python).run, ["python3", "{entry}"]);
        for kind in [
            TargetKind::Python,
            TargetKind::Java,
            TargetKind::Jar,
            TargetKind::C,
            TargetKind::Cpp,
            TargetKind::Executable,
        ] {
            let recipe = start.recipe(kind);
            assert!(recipe.build.iter().chain([&recipe.run]).all(|words| wrong_words(words).is_none()));
            assert!(wrong_recipe(kind, &recipe).is_none(), "{kind:?}");
        }
    }

    #[test]
    fn a_command_is_a_list_or_two() {
        let (start, problems) = checked(
            "provide: [{file: provide/a.py, replace: true}]\npython: [python3, \"{provided}/a.py\", \"{entry}\"]\nc: {build: [cc, \"{sources}\"], run: [\"{build}/a\"]}\n",
        );
        assert!(problems.is_empty(), "{problems:?}");
        let provided = Provided { name: "a.py".into(), bytes: b"x = 1\n".to_vec(), replace: true };
        assert_eq!(start.provide, [provided]);
        assert_eq!(start.recipes[&TargetKind::Python].build, None);
        let check = start.recipe(TargetKind::Python).build.expect("a Python file is read before it runs");
        assert_eq!(check.last().map(String::as_str), Some("{entry}"));
        assert_eq!(start.recipe(TargetKind::C).build.expect("it is built"), ["cc", "{sources}"]);
    }

    #[test]
    fn what_is_wrong_is_told_with_a_way_out() {
        for (text, words) in [
            ("python: []\n", "the command has no words"),
            ("python: [python3]\n", "does not name the submission's file"),
            ("python: [python3, \"{entri}\"]\n", "did you mean `{entry}`?"),
            ("c: [\"{build}/program\"]\n", "nothing is built"),
            ("python: [python3, \"{provided}/a.py\", \"{entry}\"]\n", "nothing is provided"),
            ("c: {build: [cc, \"-x{sources}\"], run: [\"{build}/a\"]}\n", "a word of its own"),
            ("provide: [{file: provide/c.py}]\n", "there is no file `provide/c.py` in the suite"),
            ("provide: [{file: b.py}]\n", "does not stand in the folder `provide`"),
        ] {
            let (_, problems) = checked(text);
            assert_eq!(problems.len(), 1, "{text}: {problems:?}");
            assert!(problems[0].contains(words), "{text}: {problems:?}");
        }
        let error = parse::<RawStart>("suite.yaml", "c: {build: [cc]}\n").expect_err("`run` is missing");
        assert!(error[0].to_string().contains("`run`"), "{error:?}");
    }
}
