//! How a program is started, as it is written in a suite.

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::Deserializer;

use super::shapes::Shapes;
use super::yaml::At;

/// How a program is started. In commands, `{entry}` is the path of the entry file, `{provided}` the folder with
/// all provided files, `{folder}` the submission's folder, `{main}` the class or the name that is started, `{build}`
/// the folder for what is built, and `{sources}`, a word of its own, the paths of the sources.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawStart {
    /// The names of the entry file that are looked for in a submission, in this order.
    #[serde(default)]
    pub(super) entry: Vec<String>,
    /// The names of files that are never taken for the entry.
    #[serde(default)]
    pub(super) ignore: Vec<String>,
    /// The course's files that are laid over a submission.
    #[serde(default)]
    pub(super) provide: Vec<RawProvide>,
    /// How a `.py` file is started.
    pub(super) python: Option<At<RawRecipe>>,
    /// How `.java` files are started.
    pub(super) java: Option<At<RawRecipe>>,
    /// How a `.jar` file is started.
    pub(super) jar: Option<At<RawRecipe>>,
    /// How `.c` files are started.
    pub(super) c: Option<At<RawRecipe>>,
    /// How `.cc`, `.cpp` and `.cxx` files are started.
    pub(super) cpp: Option<At<RawRecipe>>,
    /// How an executable file is started.
    pub(super) executable: Option<At<RawRecipe>>,
}

/// A file of the course that is laid over a submission.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawProvide {
    /// The path of the file in the suite's folder; it begins with `provide/`.
    pub(super) file: At<String>,
    /// Whether it takes the place of the student's own copy.
    #[serde(default)]
    pub(super) replace: bool,
}

/// How one kind is started: the words of a command, or of two.
#[derive(Debug, JsonSchema)]
#[serde(untagged)]
pub(super) enum RawRecipe {
    Run(Vec<String>),
    Build(RawBuild),
}

/// A command that builds the program once, and one that runs it for each case.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawBuild {
    /// The words of the command that builds.
    pub(super) build: Vec<String>,
    /// The words of the command that runs.
    pub(super) run: Vec<String>,
}

impl<'de> Deserialize<'de> for RawRecipe {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Shapes::of("a list of words, or a mapping with `build` and `run`")
            .list(RawRecipe::Run)
            .mapping(RawRecipe::Build)
            .read(deserializer)
    }
}
