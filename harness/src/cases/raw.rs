//! The two kinds of YAML files as they are written; the JSON schemas are made from these types.

use std::collections::BTreeMap;

use reference::dice::Dialect;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::Deserializer;

use super::problem::Place;
use super::raw_start::RawStart;
use super::shapes::WordOrWords;
pub(super) use super::shapes::{OneOrMany, TextOr};
use super::wording::{RawSigns, RawWords};
use super::yaml::At;
use super::{By, Cause, Disclosure, JudgedBy, Tolerance, Visibility};

/// One fact to check.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCase {
    /// A short name for reports; by default it is made from the file's name.
    pub(super) title: Option<String>,
    /// Why this matters, in a sentence that a student understands.
    pub(super) why: String,
    /// The rule of the suite that the case is about.
    pub(super) rule: At<String>,
    /// The row of the suite's mark sheet that the case feeds.
    pub(super) row: At<String>,
    /// Who may see the case.
    pub(super) visible: Visibility,
    /// Arguments after the program.
    #[serde(default)]
    pub(super) args: Vec<String>,
    /// Files in the program's folder: a name, and its text or the path of a file beside the case.
    #[serde(default)]
    pub(super) files: BTreeMap<String, At<TextOr<FromPath>>>,
    /// The dice of the expected transcript; a candidate's own dice are observed.
    pub(super) dice: Option<RawDice>,
    /// The error with which the program must fail; any one of a list.
    pub(super) error: Option<OneOrMany<RawError>>,
    /// The exit status, where that is the fact to check.
    pub(super) exit: Option<i32>,
    /// The facts to check, in a suite that is judged by facts.
    #[serde(default)]
    pub(super) checks: Vec<At<String>>,
    /// How often the rule of the case must have had its chance, where a program throws dice that nobody knows.
    pub(super) chance: Option<At<RawChance>>,
    /// Limits other than the suite's.
    #[serde(default)]
    pub(super) limits: RawLimits,
    /// Tolerances besides the suite's.
    #[serde(default)]
    pub(super) tolerate: Vec<Tolerance>,
    /// What is typed, where the transcript is written by the tool.
    #[serde(rename = "type")]
    pub(super) typing: Option<At<OneOrMany<RawTyping>>>,
    /// The conversation that is expected; the last key of the file.
    pub(super) transcript: Option<At<String>>,
}

/// Where a file's text is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FromPath {
    /// The path of the file, relative to the case.
    pub(super) path: String,
}

/// How often the rule of a case must have had its chance.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawChance {
    /// The part of the conversation that comes when the rule has its chance; where facts are judged, one of `checks`.
    pub(super) shown: At<String>,
    /// What that part says then, such as `total 100`; anything if it is left out.
    pub(super) text: Option<At<String>>,
    /// How often it must have come.
    pub(super) times: At<usize>,
    /// How often a program is run for that at most.
    pub(super) runs: At<usize>,
}

/// A rule that forbids that one part comes where another one is due.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawInstead {
    /// The parts that are due, as globs.
    pub(super) due: Vec<At<String>>,
    /// The parts that are printed, as globs.
    pub(super) printed: Vec<At<String>>,
    /// The rows that pay for it; elsewhere another rule may be broken.
    pub(super) rows: Vec<At<String>>,
    /// The rule.
    pub(super) rule: At<String>,
}

/// The dice of an expected transcript.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawDice {
    /// The seed of the dice.
    pub(super) seed: i64,
    /// The dialect, where the candidate's dice follow from the seed in this case, whatever the suite says.
    pub(super) seeded: Option<RawDialect>,
    /// Whether the program throws once before its first throw that is seen.
    #[serde(default)]
    pub(super) skip_first: bool,
}

/// Dice that follow from a seed, in every case of the suite.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSeeded {
    /// The dialect.
    pub(super) seeded: RawDialect,
    /// Whether the program throws once before its first throw that is seen.
    #[serde(default)]
    pub(super) skip_first: bool,
}

/// How a program throws dice from a seed.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum RawDialect {
    /// `java.util.Random`.
    Java,
    /// `random` of `CPython`.
    Python,
    /// `rand` of the GNU C library.
    C,
    /// `std::mt19937` of C++.
    Mt19937,
    /// The dice of this program.
    Own,
}

impl From<RawDialect> for Dialect {
    fn from(raw: RawDialect) -> Self {
        match raw {
            RawDialect::Java => Self::Java,
            RawDialect::Python => Self::Python,
            RawDialect::C => Self::C,
            RawDialect::Mt19937 => Self::Mt19937,
            RawDialect::Own => Self::Own,
        }
    }
}

/// An error that a program must fail with.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawError {
    /// The type of the exception, such as `SyntaxError`.
    pub(super) kind: String,
    /// What the exception says; any message if it is left out.
    pub(super) message: Option<String>,
}

/// Limits on one run.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawLimits {
    /// Seconds from start to end.
    pub(super) wall: Option<At<f64>>,
    /// Bytes of standard output, and as many of standard error.
    pub(super) output: Option<At<u64>>,
    /// Seconds of processor time of all its processes.
    pub(super) cpu: Option<At<f64>>,
    /// Bytes of memory of all its processes.
    pub(super) memory: Option<At<u64>>,
    /// Processes and threads at the same time.
    pub(super) processes: Option<At<u64>>,
    /// Open files of each process.
    pub(super) open_files: Option<At<u64>>,
    /// Bytes of each file that it writes.
    pub(super) file_size: Option<At<u64>>,
    /// Bytes of all files in its folder.
    pub(super) scratch: Option<At<u64>>,
    /// Files and folders in its folder.
    pub(super) scratch_files: Option<At<u64>>,
}

impl RawLimits {
    /// Returns the limits that are given, by their names, with their places.
    pub(super) fn given(&self) -> Vec<(&'static str, f64, Place)> {
        let seconds = [("wall", &self.wall), ("cpu", &self.cpu)];
        let counts = [
            ("output", &self.output),
            ("memory", &self.memory),
            ("processes", &self.processes),
            ("open_files", &self.open_files),
            ("file_size", &self.file_size),
            ("scratch", &self.scratch),
            ("scratch_files", &self.scratch_files),
        ];
        let seconds =
            seconds.map(|(name, limit)| limit.as_ref().map(|limit| (name, limit.value, limit.place())));
        #[expect(
            clippy::cast_precision_loss,
            reason = "what a float cannot hold exactly is beyond every limit"
        )]
        let exact = |count: u64| count as f64;
        let counts =
            counts.map(|(name, limit)| limit.as_ref().map(|limit| (name, exact(limit.value), limit.place())));
        seconds.into_iter().chain(counts).flatten().collect()
    }
}

/// What is typed: a line, or a policy.
#[derive(Debug)]
pub(super) enum RawTyping {
    Line(String),
    Policy(RawPolicy),
}

/// A policy that types.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPolicy {
    /// A number of lines made from a seed when the transcript is written.
    pub(super) random: Option<RawRandom>,
    /// Answers to the questions that come, to the end of the game.
    pub(super) play: Option<RawPlay>,
}

/// Answers to the questions that come.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPlay {
    /// The seed of what chance decides.
    pub(super) seed: u64,
    /// What kind of lines.
    pub(super) style: RawStyle,
    /// Fixed answers to questions by their names; of a list, one after the other.
    #[serde(default)]
    pub(super) answers: BTreeMap<String, WordOrWords>,
}

/// Lines made from a seed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRandom {
    /// The seed.
    pub(super) seed: u64,
    /// How many lines are typed at most.
    pub(super) turns: usize,
    /// What kind of lines.
    pub(super) style: RawStyle,
}

/// What kind of lines are typed.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum RawStyle {
    /// Only lines that the rules allow.
    Legal,
    /// Some lines that the rules refuse, too.
    Mixed,
}

/// One assignment.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSuite {
    /// The assignment's name.
    pub(super) title: String,
    /// What knows the right output.
    pub(super) reference: At<RawReference>,
    /// How a program is started.
    #[serde(default)]
    pub(super) start: RawStart,
    /// Limits on every run.
    #[serde(default)]
    pub(super) limits: RawLimits,
    /// What the comparison forgives without a word.
    #[serde(default)]
    pub(super) tolerate: Vec<Tolerance>,
    /// What each cause costs; a cause that is not named fails the case.
    #[serde(default)]
    pub(super) causes: BTreeMap<Cause, At<TextOr<RawPenalty>>>,
    /// Parts that show what follows from other parts, as globs: a wrong total that follows from a wrong score costs
    /// nothing more.
    #[serde(default)]
    pub(super) follows: BTreeMap<String, Vec<At<String>>>,
    /// What the text says of parts, by globs: names of rules, or sentences. Of several, the one with most words of the line is told
    /// with a mistake there.
    #[serde(default)]
    pub(super) texts: BTreeMap<String, Vec<At<String>>>,
    /// Which rule is told where one part is due and another one is printed.
    #[serde(default)]
    pub(super) instead: Vec<RawInstead>,
    /// Whether the candidate's dice are observed, or follow from a seed; left out for games without dice.
    pub(super) dice: Option<At<TextOr<RawSeeded>>>,
    /// By what conversations are judged: `transcript`, word by word, or `facts`, whatever the words.
    #[serde(default)]
    pub(super) judge: JudgedBy,
    /// Words for answers such as `yes`, for programs that want other words.
    #[serde(default)]
    pub(super) vocabulary: BTreeMap<String, Vec<String>>,
    /// What the words of the game are about, where facts are judged: by language, then by what they are about. Words that end with `*` stand
    /// for all that begin so.
    #[serde(default)]
    pub(super) words: RawWords,
    /// The signs with which dice are drawn, where facts are judged.
    pub(super) signs: Option<RawSigns>,
    /// Words that the text spells oddly.
    #[serde(default)]
    pub(super) odd_spellings: Vec<String>,
    /// What students see of cases that are not public.
    #[serde(default)]
    pub(super) disclose: BTreeMap<Visibility, Disclosure>,
    /// The rules of the text: a short name, and the sentence.
    pub(super) rules: BTreeMap<String, At<String>>,
    /// How beginners get the rules wrong: what a bend of the reference means, by the bend's name.
    #[serde(default)]
    pub(super) bends: BTreeMap<String, At<RawBend>>,
    /// The mark sheet.
    pub(super) marks: Vec<RawRow>,
}

/// A rule that a beginner gets wrong, as a bend of the reference does.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawBend {
    /// What the program does wrong, in a sentence that a student understands.
    pub(super) sentence: String,
    /// What to look at, in one line.
    pub(super) hint: String,
    /// The rule of the suite that is broken.
    pub(super) rule: At<String>,
    /// The row of the mark sheet that pays for it.
    pub(super) row: At<String>,
    /// The share of that row that it costs at most, above 0 and up to 1.
    #[serde(default)]
    pub(super) at_most: Option<At<f64>>,
    /// Where the reference is a command: the path of a patch of one file of the suite, which makes its solution wrong in this way.
    pub(super) patch: Option<At<String>>,
}

/// What a solution says with its bends, as it was recorded.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawBentTranscripts {
    /// The digest of what was recorded.
    pub(super) made_from: String,
    /// What it says with one bend, or with several.
    pub(super) said: Vec<RawSaidByBends>,
}

/// What a solution says with some bends.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSaidByBends {
    /// Their names.
    pub(super) bends: Vec<String>,
    /// The cases in which it says something else than by the text, by their ids.
    pub(super) cases: BTreeMap<String, At<RawBentTranscript>>,
}

/// What a solution with bends says in a case.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawBentTranscript {
    /// The error with which it fails.
    pub(super) error: Option<RawError>,
    /// The conversation; none if it holds none that can be expected of others.
    pub(super) transcript: Option<String>,
}

/// What knows the right output: a game of this program, or a command.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawReference {
    /// The name of a game in this program.
    pub(super) game: Option<At<String>>,
    /// The game's settings.
    #[serde(default)]
    pub(super) settings: BTreeMap<String, String>,
    /// The command that starts the course's own solution; `{suite}` is the suite's folder.
    pub(super) command: Option<At<Vec<String>>>,
    /// The command that builds the solution, where it must be built; `{build}` is an empty folder for what it makes.
    pub(super) build: Option<At<Vec<String>>>,
}

/// A cause that costs a part of a case, or that is forgiven in most parts.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPenalty {
    /// The share of the case's marks that is lost, from 0 to 1.
    pub(super) costs: Option<f64>,
    /// The parts in which it fails the case; elsewhere it is forgiven.
    pub(super) forgiven_except: Option<Vec<String>>,
}

/// A row of the mark sheet.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRow {
    /// The row's short name.
    pub(super) row: At<String>,
    /// The row's title.
    pub(super) title: String,
    /// The marks it is worth.
    pub(super) out_of: At<f64>,
    /// Who awards it.
    pub(super) by: By,
    /// The parts of a conversation whose differences cost this row, as globs.
    #[serde(default)]
    pub(super) parts: Vec<At<String>>,
    /// The parts whose slips of presentation cost this row, while wrong contents cost the case's own.
    #[serde(default)]
    pub(super) forms: Vec<At<String>>,
    /// The parts whose lines cost this row if they are missing, other or misplaced in a turn that is right otherwise.
    #[serde(default)]
    pub(super) lines: Vec<At<String>>,
    /// The typed lines after which another answer than the expected one costs this row, as globs in lower case.
    #[serde(default)]
    pub(super) after: Vec<At<String>>,
    /// The questions, as globs of their parts, at which `after` counts; any by default.
    #[serde(default)]
    pub(super) asked: Vec<At<String>>,
    /// The parts, as globs, that display what is there: another order costs this row, and so do wrong contents, if its own cases
    /// show the same fault.
    #[serde(default)]
    pub(super) displays: Vec<At<String>>,
    /// Whether the row's own cases cost it only the parts that it claims.
    #[serde(default)]
    pub(super) only_parts: bool,
    /// How the marks follow from the cases; `share` by default.
    pub(super) award: Option<At<TextOr<RawSteps>>>,
    /// What the marks of a tutor's row are a multiple of, such as 0.5; any marks up to the row's by default.
    pub(super) step: Option<At<f64>>,
    /// The files of a submission for which the row is awarded, instead of for cases.
    pub(super) files: Option<At<RawFiles>>,
    /// The submission's own unit tests, for which the row is awarded instead.
    pub(super) tests: Option<At<RawTests>>,
    /// The marks that the row loses if the dice of all runs are not fair.
    pub(super) fair_dice: Option<At<f64>>,
}

/// Files of a submission, each of which must cause one error in the reference.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawFiles {
    /// The name of their folder in the submission.
    pub(super) folder: String,
    /// The marks for each file.
    pub(super) each: f64,
    /// The name of each file, and the error that it must cause; `*` in a message stands for some text.
    pub(super) expect: BTreeMap<String, RawError>,
}

/// Unit tests of a submission, each of which must notice that a module is bent.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTests {
    /// The name of the Python file with the tests.
    pub(super) file: String,
    /// What the tests import in the place of the submission's own module.
    pub(super) module: RawTestModule,
    /// Files of the suite that stand beside the tests if the submission has none of these names: a name, and a path that begins
    /// with `provide/`.
    #[serde(default)]
    pub(super) files: BTreeMap<String, At<String>>,
    /// The marks for each test.
    pub(super) each: f64,
    /// The name of each test, and what it must notice.
    pub(super) expect: BTreeMap<String, RawExpectedTest>,
}

/// A module of the suite, in Python, which tests import.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTestModule {
    /// The name by which it is imported.
    pub(super) name: String,
    /// Where it stands in the suite: a path that begins with `provide/`.
    pub(super) path: At<String>,
    /// The functions that tests may import.
    pub(super) functions: Vec<String>,
    /// The names, in its table `READINGS`, of other ways in which it is right.
    #[serde(default)]
    pub(super) readings: Vec<At<String>>,
}

/// What a unit test must notice.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawExpectedTest {
    /// The name, in the module's table `BENDS`, of the way in which it is wrong then.
    pub(super) bend: At<String>,
    /// What is wrong then, in a sentence that a student understands.
    pub(super) sentence: String,
}

/// An award in steps.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSteps {
    /// When more than this share of the cases passes, half of the marks are awarded.
    pub(super) half_above: f64,
    /// What is awarded otherwise.
    #[serde(rename = "else")]
    pub(super) otherwise: f64,
}

impl<'de> Deserialize<'de> for RawTyping {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match TextOr::<RawPolicy>::deserialize(deserializer)? {
            TextOr::Text(line) => Self::Line(line),
            TextOr::Other(policy) => Self::Policy(policy),
        })
    }
}

impl JsonSchema for RawTyping {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Typing".into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        TextOr::<RawPolicy>::json_schema(generator)
    }
}
