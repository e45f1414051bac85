//! What a reading of a conversation claims, and whether that holds.

use crate::by_evidence::dialogue::story::Stage;
use crate::by_evidence::read::numbers::PrintedNumber;
use crate::by_evidence::read::pictures::Puzzle;
use crate::by_evidence::read::winner::Named;
use crate::cases::Cause;
use crate::cases::facts::FactRow;
use crate::comparison::{Detail, Difference, Part, Track};

/// What one fact asks for at one place.
#[derive(Debug, Clone)]
pub(crate) struct FactClaim<'a> {
    /// The fact.
    pub(crate) fact: &'static FactRow,
    /// The stage, and the index of the line in it at which it is told if it is wrong.
    pub(crate) at: (&'a Stage, usize),
    /// What is expected there.
    pub(crate) expects: Expects<'a>,
    /// What the student is told instead of the sentence of the fact.
    pub(crate) told: Option<&'static str>,
}

/// What may be expected.
#[derive(Debug, Clone)]
pub(crate) enum Expects<'a> {
    /// One of the right values stands among the numbers; if none does, another number may stand in its place.
    Shows { is_shown: bool, instead: Option<&'a PrintedNumber> },
    /// So many dice.
    Dice { right: usize, seen: usize },
    /// The program asks at the end of the stage, or does not.
    Asks { due: bool, asks: bool },
    /// Something is printed, or is not.
    Comes { due: bool, comes: bool },
    /// Nothing is wrong with a picture, or that.
    Drawn(Option<Cause>),
    /// One of these is named the winner.
    Names { right: Vec<Named>, named: Option<Named> },
}

impl Expects<'_> {
    /// Returns as what it is wrong, if it does not hold.
    fn fault(&self) -> Option<Cause> {
        let cause = match self {
            Self::Shows { is_shown: true, .. } => return None,
            Self::Dice { right, seen } if right == seen => return None,
            Self::Asks { due, asks } | Self::Comes { due, comes: asks } if due == asks => return None,
            Self::Names { right, named: Some(named) } if right.contains(named) => return None,
            Self::Drawn(fault) => return *fault,
            Self::Shows { instead: Some(_), .. } => Cause::WrongValue,
            Self::Names { named: Some(_), .. } => Cause::WrongText,
            Self::Asks { due: true, .. } => Cause::MissingPrompt,
            Self::Asks { .. } => Cause::ExtraPrompt,
            Self::Dice { right, seen } if right < seen => Cause::ExtraOutput,
            Self::Comes { due: false, .. } => Cause::ExtraOutput,
            Self::Shows { .. } | Self::Dice { .. } | Self::Comes { .. } | Self::Names { .. } => {
                Cause::MissingOutput
            }
        };
        Some(cause)
    }
}

/// What becomes of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It holds.
    Held,
    /// It does not.
    Wrong(Box<Difference>),
    /// Nobody can tell, and why.
    Unread(Unread),
}

/// Why a fact is undecided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unread {
    /// The reason, in a sentence.
    pub(crate) why: String,
    /// A line that cannot be read, as it is printed, if one is the reason.
    pub(crate) line: Option<String>,
}

impl From<&str> for Unread {
    fn from(why: &str) -> Self {
        Self { why: why.to_string(), line: None }
    }
}

impl From<&Puzzle> for Unread {
    fn from(puzzle: &Puzzle) -> Self {
        Self { why: puzzle.why.to_string(), line: Some(puzzle.line.trim_end().to_string()) }
    }
}

/// What fills the gaps of a fact's sentences.
#[derive(Debug, Clone, Default)]
pub(crate) struct SentenceParts {
    /// The dice.
    pub(crate) dice: String,
    /// What is right.
    pub(crate) right: String,
    /// What is shown.
    pub(crate) shown: String,
}

impl FactClaim<'_> {
    /// Returns whether it holds.
    pub(crate) fn holds(&self) -> bool {
        self.expects.fault().is_none()
    }

    /// Returns what becomes of it.
    pub(crate) fn check(&self, filling: impl FnOnce() -> SentenceParts) -> Outcome {
        let Some(cause) = self.expects.fault() else { return Outcome::Held };
        let SentenceParts { dice, right, shown } = filling();
        let fill =
            |text: &str| text.replace("{dice}", &dice).replace("{right}", &right).replace("{shown}", &shown);
        let mut sentence = fill(self.told.unwrap_or(self.fact.sentence));
        if let (Expects::Shows { instead, .. }, None) = (&self.expects, self.told) {
            let seen = instead.map(|number| format!("the program shows {}", number.value));
            sentence = [&*sentence, "; ", seen.as_deref().unwrap_or("this is not shown")].concat();
        }
        let (place, actual) = self.place(cause);
        let difference = Difference::new(cause, Part::new(self.fact.name), Detail::Fact(sentence))
            .at(place.0, place.1)
            .lines(Some(fill(self.fact.expected)), actual)
            .on(Track::VersionInStep);
        Outcome::Wrong(Box::new(difference))
    }

    /// Returns the turn and the line at which a difference stands, and that line. What is too much begins with the next line that is
    /// not blank; what is missing is nowhere.
    fn place(&self, cause: Cause) -> ((usize, usize), Option<String>) {
        let (stage, line) = self.at;
        let lines = &stage.sheet.lines;
        let is_missing = matches!(cause, Cause::MissingOutput | Cause::MissingPrompt);
        let last = if cause == Cause::ExtraOutput { lines.len() } else { lines.len().min(line + 1) };
        let filled = (line..last).find(|at| !lines[*at].is_blank() && !is_missing);
        let place = lines.get(filled.unwrap_or(line)).or(lines.last()).map_or((1, 1), |line| line.place);
        (place, filled.map(|at| lines[at].text.trim_end().to_string()))
    }
}
