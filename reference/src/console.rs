//! What a game may do: say, ask, roll and clear the screen.

use std::borrow::Cow;
use std::fmt;

/// What every call on a console returns: a value, or the reason to leave the table.
pub type Play<T = ()> = Result<T, Stop>;

/// Why a game is over before its rules have come to their end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// A player left by the rules, as with `QUIT`; the program ends well.
    Left,
    /// Standard input ended where the game asked for a line.
    InputEnded,
    /// The script behind the console has no reply to this question.
    NeedsReply,
    /// The script behind the console has no dice for this throw.
    NeedsDice,
    /// The game goes on without ever asking; a script cannot follow it.
    Endless,
    /// The program must fail, as a Python program does that raises an exception: with any one of these, where the text
    /// leaves open which. The first is the reference's own.
    Raised(Vec<Raised>),
    /// The terminal can no longer be written to or read from.
    Broken(String),
}

impl Stop {
    /// Returns the stop of a program that fails with the exception `kind` and its `message`.
    pub fn raised(kind: &'static str, message: impl Into<String>) -> Self {
        Self::Raised(vec![Raised { kind: kind.into(), message: message.into() }])
    }

    /// Returns the failure of a look at a place that a list does not have: none of a game by its text, but of one by bent rules.
    pub(crate) fn outside_a_list() -> Self {
        Self::raised("IndexError", "list index out of range")
    }

    /// Returns the stop of a program that may fail as this one does or as `other` does.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Raised(first), Self::Raised(second)) => {
                let others: Vec<Raised> = second.into_iter().filter(|other| !first.contains(other)).collect();
                Self::Raised([first, others].concat())
            }
            (stop, _) => stop,
        }
    }
}

/// An exception that ends a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raised {
    /// Its type, such as `SyntaxError`.
    pub kind: Cow<'static, str>,
    /// What it says.
    pub message: String,
}

impl fmt::Display for Raised {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.kind, self.message)
    }
}

/// The table at which a game is played.
pub trait Console {
    /// Labels everything said from here on, up to the next label.
    ///
    /// A label is a path such as `start/map`; mark sheets claim parts by these names.
    fn about(&mut self, part: &'static str);

    /// Prints `text` as it is, without adding a line break.
    ///
    /// # Errors
    /// [`Stop::Broken`] when nobody can read it any more.
    fn say(&mut self, text: &str) -> Play;

    /// Prints one of `texts`, where the text of the assignment leaves open which; the first is the reference's own.
    ///
    /// The game goes on alike after each of them. They stand on one line and hold no `|`, as transcripts show them as
    /// `{{either: A | B}}`.
    ///
    /// # Errors
    /// [`Stop::Broken`] when nobody can read it any more.
    fn either(&mut self, texts: &[&str]) -> Play {
        self.say(texts.first().unwrap_or(&""))
    }

    /// Prints the question's prompt and returns the line that is typed, without its line break.
    ///
    /// # Errors
    /// [`Stop::InputEnded`] at the end of input, [`Stop::NeedsReply`] when a script has run out.
    fn ask(&mut self, question: &Question<'_>) -> Play<String>;

    /// Draws the faces of a throw, prints `show` of all dice, and returns all dice.
    ///
    /// What `show` returns depends on the faces only, so that an observer of somebody else's output
    /// can find out which faces were shown. A face may be any `u8`.
    ///
    /// # Errors
    /// [`Stop::NeedsDice`] when a script has run out.
    fn roll(&mut self, throw: &Throw<'_>, show: &dyn Fn(&[u8]) -> String) -> Play<Vec<u8>>;

    /// Clears the screen.
    ///
    /// # Errors
    /// [`Stop::Broken`] when there is no screen any more.
    fn clear(&mut self) -> Play;

    /// Returns what somebody else's program has said since the last line was typed, if the game is played beside one.
    ///
    /// Only bent rules look at it.
    fn shown(&self) -> Option<ShownTurn<'_>> {
        None
    }
}

/// What somebody else's program has said between two lines that were typed.
#[derive(Debug, Clone, Copy)]
pub struct ShownTurn<'a> {
    /// What it has said.
    pub text: &'a str,
    /// How many lines were typed before.
    pub turn: usize,
}

/// A throw of dice.
#[derive(Debug, Clone, Copy)]
pub struct Throw<'a> {
    /// The number of faces of each die, counted from 1.
    pub sides: u8,
    /// The dice as they lie before the throw; none before a first throw.
    pub before: Option<&'a [u8]>,
    /// The positions that are thrown, counted from 0.
    pub rerolled: &'a [usize],
}

/// A question, its prompt, and which replies the rules allow.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The name of the question, by which a policy answers it, such as `recruit`.
    pub name: &'static str,
    /// What is printed before the program waits.
    pub prompt: &'a str,
    /// Returns what may be typed. Who reads what somebody else typed does not ask for it, and it may take longer than the rules.
    pub replies: &'a dyn Fn() -> Replies,
}

/// What may be typed at a question.
///
/// Scripts of legal and of deliberately illegal input are made from these lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Replies {
    /// Replies that carry the game on.
    pub accepted: Vec<String>,
    /// Legal replies after which the same question comes again, such as `DIS`.
    pub asides: &'static [&'static str],
    /// Replies that end the program, such as `QUIT`.
    pub leaving: &'static [&'static str],
    /// Replies that the rules refuse; after one, something is said under a part that ends in `refusal`.
    pub refused: Vec<String>,
    /// More replies that the rules refuse, which are only typed where a program is probed.
    pub seldom: Vec<String>,
}

impl Replies {
    /// Returns these replies, all of which carry the game on.
    pub fn accepting<'a>(accepted: impl IntoIterator<Item = &'a str>) -> Self {
        Self { accepted: accepted.into_iter().map(String::from).collect(), ..Self::default() }
    }
}
