//! Suites and cases: what is to be checked, as plain data.
//!
//! Reading goes `files` (text) → `yaml` (values with places) → `raw` (as written) → `check` (valid).
//! Nothing after this folder knows YAML.

pub(crate) mod bent_transcripts;
mod check;
mod check_bends;
mod check_case;
mod check_chance;
mod check_files;
mod check_globs;
mod check_limits;
mod check_patch;
mod check_reference;
mod check_row;
mod check_start;
mod check_tests;
pub(crate) mod facts;
mod fault;
mod formula;
mod hole;
mod instead;
pub mod notation;
mod owner;
mod packed;
mod part_texts;
pub mod problem;
mod raw;
mod raw_start;
pub mod schema;
pub mod select;
mod shapes;
pub mod source;
mod start;
pub(crate) mod wording;
mod yaml;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use reference::dice::Dialect;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::limits::Limits;
pub use crate::text::shared::SharedText;
pub(crate) use bent_transcripts::KnownBent;
pub use bent_transcripts::{BentTranscript, BentTranscripts};
pub use check::read_suite;
pub(crate) use check_patch::both_patched;
pub use instead::InsteadRule;
pub use notation::{Conversation, Hole};
pub use packed::PackedConversation;
pub use part_texts::PartTexts;
pub use reference::Typed;
pub use start::{Provided, Recipe, Start, TargetKind};
pub(crate) use yaml::parse as read_yaml;

/// One assignment.
#[derive(Debug)]
pub struct Suite {
    /// The name of its folder.
    pub name: String,
    /// The assignment's name.
    pub title: String,
    /// What knows the right output.
    pub reference: Reference,
    /// How a program is started.
    pub start: Start,
    /// What each cause costs; a cause that is missing fails the case.
    pub causes: BTreeMap<Cause, PenaltyOfCause>,
    /// Which parts show what follows from other parts.
    pub follows: Vec<Follows>,
    /// What the text says of the parts of its conversations.
    pub texts: Vec<PartTexts>,
    /// What it says where one part is due and another one is printed.
    pub instead: Vec<InsteadRule>,
    /// How a candidate's dice are known; none for games without dice.
    pub dice: Option<DiceSource>,
    /// By what conversations are judged.
    pub judge: JudgedBy,
    /// Words for answers such as `yes`, for programs that want other words.
    pub vocabulary: BTreeMap<String, Vec<String>>,
    /// What the words of its game are about, where facts are judged.
    pub words: wording::GameWords,
    /// The signs with which dice are drawn, where facts are judged.
    pub signs: wording::Signs,
    /// Words that the text spells oddly, so that a reader would take them for slips of the harness.
    pub odd_spellings: Vec<String>,
    /// What students see of cases that are not public.
    pub disclose: BTreeMap<Visibility, Disclosure>,
    /// The rules of the text by their names.
    pub rules: BTreeMap<String, String>,
    /// How beginners get the rules wrong, by the names of the bends of the reference.
    pub bends: BTreeMap<String, BentRule>,
    /// What the bends of a solution make it say; nothing if that was not recorded since it was changed last.
    pub bent_transcripts: Option<BentTranscripts>,
    /// The mark sheet.
    pub rows: Vec<Row>,
    /// The cases, in the order of their ids.
    pub cases: Vec<Case>,
    /// SHA-256 of all files of the suite, in hexadecimal digits.
    pub digest: String,
    /// What comes up when rules have their chance.
    pub(crate) occasions: BTreeSet<Occasion>,
    /// The parts of the lines of its conversations, once somebody has asked for them.
    pub(crate) phrases: OnceLock<BTreeMap<String, &'static str>>,
}

impl Suite {
    /// Returns the row of the mark sheet called `name`.
    pub fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }

    /// Returns whether its own solution has bends of which was not recorded, since the suite was changed, what they make it say.
    pub fn lacks_bent_transcripts(&self) -> bool {
        let is_command = matches!(self.reference, Reference::Command { .. });
        is_command && !self.bends.is_empty() && self.bent_transcripts.is_none()
    }
}

/// A rule that a beginner gets wrong, as a bend of the reference does.
#[derive(Debug, Clone, PartialEq)]
pub struct BentRule {
    /// What the program does wrong, in a sentence.
    pub sentence: String,
    /// What to look at, in one line.
    pub hint: String,
    /// The name of the rule that is broken.
    pub rule: String,
    /// The name of the row that pays for it.
    pub row: String,
    /// The share of that row that it costs at most.
    pub at_most: f64,
    /// Where the reference is a command: the file of its solution that is another one then, and what stands in it.
    pub patched: Option<(String, Vec<u8>)>,
}

/// Parts that show what follows from other parts, as totals follow from scores.
#[derive(Debug)]
pub struct Follows {
    /// Matches the parts that follow.
    pub part: globset::GlobMatcher,
    /// Matches the parts from which they follow.
    pub from: globset::GlobSet,
}

impl Follows {
    /// Returns whether what `part` shows follows from what the part `earlier` shows.
    pub fn says(&self, part: &str, earlier: &str) -> bool {
        self.part.is_match(part) && self.from.is_match(earlier)
    }
}

/// What knows the right output.
#[derive(Debug, Clone)]
pub enum Reference {
    /// A game of the crate `reference`, with its settings.
    Game {
        /// The game's name in the table of games.
        name: &'static str,
        /// The course's choices.
        settings: BTreeMap<String, String>,
    },
    /// The course's own solution, in any language.
    Command {
        /// The program and its arguments; `{suite}` stands for the suite's folder, `{build}` for that of what was built.
        words: Vec<String>,
        /// The program that builds it, and its arguments; empty where nothing must be built.
        build: Vec<String>,
        /// The files of the suite that are written by its authors and no cases, where the solution has bends; else none.
        files: BTreeMap<String, Vec<u8>>,
    },
}

/// One fact to check.
#[derive(Debug, Clone)]
pub struct Case {
    /// The path of the file in the suite's folder, without `.yaml`.
    pub id: String,
    /// How the name of its file ends, after a dot.
    pub extension: &'static str,
    /// A short name.
    pub title: SharedText,
    /// Why it matters, in a sentence.
    pub why: SharedText,
    /// The name of the rule it is about.
    pub rule: SharedText,
    /// The name of the row it feeds.
    pub row: SharedText,
    /// Who may see it.
    pub visible: Visibility,
    /// Arguments after the program.
    pub args: Vec<String>,
    /// The files in the program's folder.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The errors with one of which the program must fail; none if it must not fail.
    pub errors: Vec<ExpectedError>,
    /// The exit status, where that is the fact to check.
    pub exit: Option<i32>,
    /// The facts that are checked, where facts are judged.
    pub checks: Vec<String>,
    /// The dice of the expected transcript.
    pub dice: Option<CaseDice>,
    /// How often its rule must have had its chance; none where one run is enough.
    pub chance: Option<Box<Chance>>,
    /// How long and how much.
    pub limits: Arc<Limits>,
    /// What is forgiven.
    pub tolerate: Arc<BTreeSet<Tolerance>>,
    /// Who writes what is typed; none if it stands in the transcript.
    pub typing: Option<Typing>,
    /// The conversation that is expected; none before it is written for the first time.
    pub transcript: Option<PackedConversation>,
    /// SHA-256 of the case's file and its files, in hexadecimal digits.
    pub digest: SharedText,
}

impl Case {
    /// Returns the path of its file in the suite's folder.
    pub fn file(&self) -> String {
        format!("{}.{}", self.id, self.extension)
    }

    /// Returns the conversation that is expected, turn after turn; nothing before it is written for the first time.
    pub fn conversation(&self) -> Option<Conversation> {
        self.transcript.as_ref().map(PackedConversation::turns)
    }

    /// Returns everything that is typed in that conversation.
    pub fn typed(&self) -> Vec<Typed> {
        self.transcript.as_ref().map(PackedConversation::typed).unwrap_or_default()
    }
}

/// How often the rule of a case must have had its chance, where a program throws dice that nobody knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chance {
    /// What comes up when the rule has its chance.
    pub occasion: Occasion,
    /// How often it must have come up.
    pub times: usize,
    /// How often a program is run for that at most.
    pub runs: usize,
}

/// What comes up in a conversation when a rule has its chance.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Occasion {
    /// A part of the expected conversation, or a fact.
    pub shown: String,
    /// What that part says then; anything if none.
    pub text: Option<String>,
}

/// By what conversations are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum JudgedBy {
    /// Word by word, by the transcript.
    #[default]
    Transcript,
    /// By the facts in them, whatever their words.
    Facts,
}

/// Who writes what is typed in a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Typing {
    /// These lines.
    Lines(Vec<Typed>),
    /// An author makes them from a seed when the transcript is written.
    Random(reference::author::Policy),
    /// A player answers the questions that come, in every run again.
    Play(reference::author::Policy),
}

/// How the faces of a candidate's dice are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiceSource {
    /// From what it prints.
    Observed,
    /// From a seed.
    Seeded(SeededDice),
}

/// Dice that follow from a seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeededDice {
    /// The generator.
    pub dialect: Dialect,
    /// Whether the program throws once before its first throw that is seen.
    pub skip_first: bool,
}

/// The dice of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CaseDice {
    /// Their seed.
    pub seed: i64,
    /// How they follow from it, where the case says so itself.
    pub seeded: Option<SeededDice>,
}

/// An error with which a program must fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedError {
    /// The exception's type.
    pub kind: String,
    /// What it says; any message if none.
    pub message: Option<String>,
}

/// As a program tells it that ends with it.
impl std::fmt::Display for ExpectedError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.message {
            Some(message) => write!(f, "{}: {message}", self.kind),
            None => f.write_str(&self.kind),
        }
    }
}

/// Who may see a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// Everybody, at any time.
    Public,
    /// Students, once marking is over.
    AfterMarking,
    /// Only staff.
    Staff,
}

/// What a student sees of a case that is not public.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Disclosure {
    /// That it exists.
    Nothing,
    /// Its title and its verdict.
    Title,
    /// Its title, its verdict, and the causes of its differences.
    Cause,
}

/// What the comparison forgives without a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Tolerance {
    /// Blanks at the ends of lines.
    #[serde(rename = "trailing blanks")]
    TrailingBlanks,
    /// A missing or extra newline at the end of the output.
    #[serde(rename = "final newline")]
    FinalNewline,
    /// `\r\n` for `\n`.
    #[serde(rename = "line ends")]
    LineEnds,
    /// Typographic quotes and dashes for straight ones.
    Typography,
    /// Terminal control sequences that clear the screen.
    #[serde(rename = "clear screen")]
    ClearScreen,
    /// A missing or extra line break right after a prompt.
    #[serde(rename = "break after prompt")]
    BreakAfterPrompt,
    /// Missing or extra blank lines.
    #[serde(rename = "blank lines")]
    BlankLines,
    /// Blanks around hyphens.
    #[serde(rename = "blanks around hyphens")]
    BlanksAroundHyphens,
    /// The widths of the columns of tables drawn with `+`, `-` and `|`.
    #[serde(rename = "column widths")]
    ColumnWidths,
    /// How a title between `=` is filled, if it stays centred on 79 or 80 columns.
    #[serde(rename = "title fill")]
    TitleFill,
    /// A program that waits for one more line when it has come to its end.
    #[serde(rename = "extra enter at end")]
    ExtraEnterAtEnd,
}

/// Why a place differs, from the smallest reason to the largest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Cause {
    /// The output has one newline more or less at its end.
    #[serde(rename = "final newline")]
    FinalNewline,
    /// Blanks at the end of a line.
    #[serde(rename = "trailing blanks")]
    TrailingBlanks,
    /// Blank lines more or fewer.
    #[serde(rename = "blank lines")]
    BlankLines,
    /// Blanks inside a line.
    #[serde(rename = "inner blanks")]
    InnerBlanks,
    /// Typographic quotes and dashes.
    #[serde(rename = "typography")]
    Typography,
    /// Capital and small letters.
    #[serde(rename = "letter case")]
    LetterCase,
    /// Punctuation.
    #[serde(rename = "punctuation")]
    Punctuation,
    /// The same number written in another way.
    #[serde(rename = "number format")]
    NumberFormat,
    /// The program prints what was typed.
    #[serde(rename = "echoes its input")]
    Echo,
    /// A prompt is not there.
    #[serde(rename = "missing prompt")]
    MissingPrompt,
    /// A prompt comes once more than it should.
    #[serde(rename = "extra prompt")]
    ExtraPrompt,
    /// A prompt is withheld while the program waits.
    #[serde(rename = "not flushed")]
    NotFlushed,
    /// The text is on standard error.
    #[serde(rename = "wrong stream")]
    WrongStream,
    /// The right lines in another order.
    #[serde(rename = "line order")]
    LineOrder,
    /// Other words.
    #[serde(rename = "wrong text")]
    WrongText,
    /// The right words with another number or value.
    #[serde(rename = "wrong value")]
    WrongValue,
    /// Something is not there.
    #[serde(rename = "missing output")]
    MissingOutput,
    /// Something is there that should not be.
    #[serde(rename = "extra output")]
    ExtraOutput,
}

impl Cause {
    /// Returns whether only the presentation differs: every letter, digit and line that matters is right.
    pub fn is_presentation(self) -> bool {
        self <= Self::Echo
    }

    /// Returns the name of the cause as reports and suites write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::FinalNewline => "final newline",
            Self::TrailingBlanks => "trailing blanks",
            Self::BlankLines => "blank lines",
            Self::InnerBlanks => "inner blanks",
            Self::Typography => "typography",
            Self::LetterCase => "letter case",
            Self::Punctuation => "punctuation",
            Self::NumberFormat => "number format",
            Self::Echo => "echoes its input",
            Self::MissingPrompt => "missing prompt",
            Self::ExtraPrompt => "extra prompt",
            Self::NotFlushed => "not flushed",
            Self::WrongStream => "wrong stream",
            Self::LineOrder => "line order",
            Self::WrongText => "wrong text",
            Self::WrongValue => "wrong value",
            Self::MissingOutput => "missing output",
            Self::ExtraOutput => "extra output",
        }
    }
}

/// The penalty of a cause, and the parts to which it does not apply.
#[derive(Debug)]
pub struct PenaltyOfCause {
    /// In most parts.
    pub penalty: Penalty,
    /// The parts in which it fails the case all the same.
    pub except: globset::GlobSet,
}

/// What a difference takes from its case.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Penalty {
    /// Nothing.
    Forgiven,
    /// This share of the case, more than 0 and less than 1.
    Part(f64),
    /// The whole case.
    Fails,
}

/// A row of the mark sheet.
#[derive(Debug)]
pub struct Row {
    /// Its short name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The marks it is worth.
    pub out_of: f64,
    /// Who awards it.
    pub by: By,
    /// Matches the parts of a conversation whose differences cost this row.
    pub parts: globset::GlobSet,
    /// Matches the parts whose slips of presentation cost this row.
    pub forms: globset::GlobSet,
    /// Matches the parts whose lines cost this row if they are missing, other or misplaced where the rest is right.
    pub lines: globset::GlobSet,
    /// Matches the lines, in lower case, after which another answer than the expected one costs this row.
    pub after: globset::GlobSet,
    /// Matches the questions, by their parts, at which `after` counts; at any if it is empty.
    pub asked: globset::GlobSet,
    /// Matches the parts that display what is there: their order costs this row, and so do their contents where its own cases show
    /// the same fault.
    pub displays: globset::GlobSet,
    /// Whether its own cases cost it only what it claims.
    pub only_parts: bool,
    /// How the marks follow from the cases.
    pub award: Award,
    /// What the marks that a tutor awards are a multiple of, if of anything.
    pub step: Option<f64>,
    /// The files of a submission for which it is awarded instead; none if it is awarded for cases.
    pub files: Option<RequestedFiles>,
    /// The unit tests of a submission for which it is awarded instead; none if it is awarded for cases or files.
    pub tests: Option<RequestedTests>,
    /// The marks that it loses if the dice of all runs are not fair.
    pub fair_dice: Option<f64>,
}

/// Files of a submission, each of which must cause one error in the reference.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestedFiles {
    /// The name of their folder in the submission.
    pub folder: String,
    /// The marks for each.
    pub each: f64,
    /// The name of each, and its error; `*` in a message stands for some text.
    pub expect: BTreeMap<String, ExpectedError>,
}

impl Row {
    /// Returns what it is awarded for instead of cases, as in "is awarded for files"; nothing if it is awarded for cases.
    pub fn awarded_for(&self) -> Option<&'static str> {
        let files = self.files.as_ref().map(|_| "files");
        files.or(self.tests.as_ref().map(|_| "unit tests"))
    }

    /// Returns whether it is about what is said in a part.
    pub(crate) fn is_about(&self, part: &str) -> bool {
        [&self.parts, &self.forms, &self.lines, &self.displays].iter().any(|parts| parts.is_match(part))
    }

    /// Returns whether it is about what comes after a typed line, as the answer to a question of this part.
    pub(crate) fn is_about_answer_to(&self, line: &str, question: &str) -> bool {
        let is_asked = self.asked.is_empty() || self.asked.is_match(question);
        is_asked && self.after.is_match(line.trim().to_lowercase())
    }
}

/// Unit tests of a submission, each of which must notice that the module it imports is bent.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestedTests {
    /// The name of their file.
    pub file: String,
    /// What they import in the place of the submission's own module.
    pub module: TestModule,
    /// Files that stand beside them if the submission has none of these names.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The marks for each test.
    pub each: f64,
    /// The name of each test, and what it must notice.
    pub expect: BTreeMap<String, ExpectedTest>,
    /// The limits on each run of a test.
    pub limits: Limits,
}

/// A module of the suite, in Python, which students' tests import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestModule {
    /// The name by which it is imported.
    pub name: String,
    /// Its text.
    pub source: Vec<u8>,
    /// The functions that tests may import.
    pub functions: Vec<String>,
    /// The names of other ways in which it is right, where the text leaves room.
    pub readings: Vec<String>,
}

/// What a unit test must notice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedTest {
    /// The name of the way in which the module is wrong.
    pub bend: String,
    /// What is wrong then, in a sentence.
    pub sentence: String,
}

/// Who awards the marks of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// This program.
    Harness,
    /// A person.
    Tutor,
}

/// How the marks of a row follow from its cases.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Award {
    /// All marks if every case passes, else none.
    All,
    /// The share of the cases that pass.
    Share,
    /// One mark for each part of the conversation that is always right.
    Count,
    /// All marks if every case passes, half above a share of them, else a fixed number.
    Steps {
        /// The share above which half of the marks are awarded.
        half_above: f64,
        /// The marks that are awarded otherwise.
        otherwise: f64,
    },
}

/// The default folder of suites.
pub fn default_folder() -> PathBuf {
    PathBuf::from("cases")
}
