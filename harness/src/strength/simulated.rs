//! A game that sits where a program would: the conversation that the harness would hold with it, without a process.

use reference::dice::{Dialect, Dice};
use reference::{Console, Game, Play, Question, Stop, Throw, Typed};

use crate::cases::{Case, Suite};
use crate::expected;
use crate::marking::typist;
use crate::recording::{Reason, Recording, What};
use crate::running::{Type, Typist};

/// What is printed before an input, or before the end.
#[derive(Debug, Clone, Copy)]
pub struct Printing<'a> {
    /// What the game says, each piece with the label of its part.
    pub pieces: &'a [(&'static str, String)],
    /// The arguments, and what was typed so far; empty lines are left out.
    pub typed: &'a [String],
}

impl Printing<'_> {
    /// Returns it as the game says it.
    pub fn text(self) -> String {
        expected::text_of(self.pieces).into_owned()
    }
}

/// What makes a simulated program other than the game.
#[expect(missing_debug_implementations, reason = "a function has nothing to show")]
pub struct Manner<'a> {
    /// Returns what is printed.
    pub print: &'a mut dyn FnMut(Printing<'_>) -> String,
    /// Returns what is said of several texts, one of which the game would say.
    pub choose: &'a mut dyn FnMut(&[&str]) -> String,
}

/// Returns what the harness records of a program that is `game` but for its manner; nothing if the suite has no game.
///
/// What is typed is what the suite's own game leads to. `game` may be that game with its rules bent.
pub fn simulate<'a>(suite: &'a Suite, case: &'a Case, game: &Game, manner: Manner<'a>) -> Option<Recording> {
    let (_, setup) = expected::game(suite, case)?;
    let seed = case.dice.map_or_else(|| other_dice(case), |dice| dice.seed);
    let dice = if game.seeded.is_some() { game.dice(&setup) } else { Dialect::Own.dice(seed) };
    let mut program = Simulated {
        typist: typist(suite, case),
        dice,
        manner,
        typed: case.args.clone(),
        part: "",
        pieces: Vec::new(),
        left: case.limits.output,
        recording: Recording::default(),
    };
    let end = game.play(&setup, &mut program);
    Some(program.end(end))
}

/// Returns a seed for a case that has none, so that not all cases see the same dice.
fn other_dice(case: &Case) -> i64 {
    case.id.bytes().fold(0, |seed, byte| (seed * 31 + i64::from(byte)) % 1_000_003)
}

struct Simulated<'a> {
    typist: Box<dyn Typist + 'a>,
    dice: Box<dyn Dice>,
    manner: Manner<'a>,
    /// The arguments, and what was typed.
    typed: Vec<String>,
    part: &'static str,
    /// What is said since the last input.
    pieces: Vec<(&'static str, String)>,
    /// How many bytes may still be said.
    left: usize,
    recording: Recording,
}

impl Simulated<'_> {
    fn record(&mut self, more: impl FnOnce(Recording) -> Recording) {
        self.recording = more(std::mem::take(&mut self.recording));
    }

    fn printed(&mut self, pieces: &[(&'static str, String)]) -> String {
        (self.manner.print)(Printing { pieces, typed: &self.typed })
    }

    fn print(&mut self) {
        let pieces = std::mem::take(&mut self.pieces);
        let text = self.printed(&pieces);
        if !text.is_empty() {
            self.record(|recording| recording.prints(&text));
        }
    }

    fn end(mut self, end: Play) -> Recording {
        self.print();
        let recording = std::mem::take(&mut self.recording);
        match end {
            Ok(()) | Err(Stop::Left) => recording.exits(0),
            Err(Stop::NeedsReply) => recording.then(What::Stopped(Reason::NothingToType)),
            Err(Stop::InputEnded | Stop::NeedsDice | Stop::Broken(_)) => recording.exits(1),
            Err(Stop::Endless) => recording.then(What::Stopped(Reason::TooMuchOutput)),
            Err(Stop::Raised(errors)) => {
                let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
                let message = (self.manner.choose)(&messages);
                let error = errors.iter().find(|error| error.message == message).or(errors.first());
                let kind = error.map_or("Error", |error| &error.kind);
                let message = self.printed(&[("error", message)]);
                recording.then(What::Error(format!("{kind}: {message}\n").into_bytes())).exits(1)
            }
        }
    }
}

impl Console for Simulated<'_> {
    fn about(&mut self, part: &'static str) {
        self.part = part;
    }

    fn say(&mut self, text: &str) -> Play {
        self.left = self.left.checked_sub(text.len()).ok_or(Stop::Endless)?;
        self.pieces.push((self.part, text.to_string()));
        Ok(())
    }

    fn either(&mut self, texts: &[&str]) -> Play {
        let text = (self.manner.choose)(texts);
        self.say(&text)
    }

    fn ask(&mut self, question: &Question<'_>) -> Play<String> {
        self.say(question.prompt)?;
        self.print();
        match self.typist.next(&self.recording) {
            Type::Line(line) => {
                self.record(|recording| recording.reads(&Typed::Line(line.clone())));
                if !line.trim().is_empty() {
                    self.typed.push(line.trim().to_string());
                }
                Ok(line)
            }
            Type::EndOfInput => {
                self.record(|recording| recording.reads(&Typed::EndOfInput));
                Err(Stop::InputEnded)
            }
            Type::Stop => {
                self.record(|recording| recording.then(What::Wait));
                Err(Stop::NeedsReply)
            }
        }
    }

    fn roll(&mut self, throw: &Throw<'_>, show: &dyn Fn(&[u8]) -> String) -> Play<Vec<u8>> {
        let faces = throw.faces(|| Some(self.dice.face(throw.sides))).ok_or(Stop::NeedsDice)?;
        self.say(&show(&faces))?;
        Ok(faces)
    }

    fn clear(&mut self) -> Play {
        Ok(())
    }
}
