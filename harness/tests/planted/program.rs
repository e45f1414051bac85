//! A program that is the reference but for its slips, and the conversation that the harness holds with it.

use harness::cases::{Case, Reference, Suite, Typing};
use harness::playing::Player;
use harness::recording::{Reason, Recording, What};
use harness::running::typist::ListTypist;
use harness::running::{Type, Typist};
use reference::dice::{Dialect, Dice};
use reference::{Console, Play, Question, Raised, Setup, Stop, Throw, Typed};

use super::line::{Line, lines};
use super::slip::Slip;
use super::values::{Values, values};

/// Returns what the harness records of a program with these slips.
pub(crate) fn record(suite: &Suite, case: &Case, slips: &[Slip]) -> Recording {
    record_faulty(suite, case, slips, &|_| ())
}

/// Returns what the harness records of a program with these slips that also does something else to its lines.
pub(crate) fn record_faulty(
    suite: &Suite,
    case: &Case,
    slips: &[Slip],
    fault: &dyn Fn(&mut Vec<Line>),
) -> Recording {
    let mut changed = |lines: &mut Vec<Line>| {
        fault(lines);
        for slip in slips {
            slip.plant(lines);
        }
    };
    converse(suite, case, Manner { change: &mut changed, reading: Reading::First })
}

/// What makes a program other than the reference.
pub(crate) struct Manner<'a> {
    /// What is done to lines before they are printed.
    pub(crate) change: &'a mut dyn FnMut(&mut Vec<Line>),
    /// What it says where the text leaves open what to say.
    pub(crate) reading: Reading,
}

/// What a program says where the text leaves two readings open.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reading {
    /// As the reference.
    First,
    /// The other one.
    Second,
    /// Now one, now the other.
    InTurn,
    /// Neither of them, but this.
    Neither(&'static str),
}

/// Returns what the harness records of a program that is the reference but for its manner.
pub(crate) fn converse<'a>(suite: &'a Suite, case: &Case, manner: Manner<'a>) -> Recording {
    let Reference::Game { name, settings } = &suite.reference else { panic!("a suite of a game") };
    let game = reference::game(name).unwrap();
    let setup = || Setup {
        arguments: case.args.clone(),
        files: Box::new(case.files.clone()),
        settings: settings.clone(),
    };
    let typist: Box<dyn Typist> = match &case.typing {
        Some(Typing::Play(policy)) => Box::new(Player::new(game, setup(), policy.clone(), &suite.vocabulary)),
        _ => Box::new(ListTypist::new(case.transcript.as_ref().unwrap().typed())),
    };
    let seed = case.dice.map_or(0, |dice| dice.seed);
    let dice = if game.seeded.is_some() { game.dice(&setup()) } else { Dialect::Own.dice(seed) };
    let values = values(&suite.name);
    let typed = case.args.clone();
    let mut program = Program {
        typist,
        dice,
        manner,
        values,
        typed,
        part: "",
        pieces: Vec::new(),
        recording: Recording::default(),
        choices: 0,
    };
    let end = game.play(&setup(), &mut program);
    program.end(end)
}

struct Program<'a> {
    typist: Box<dyn Typist + 'a>,
    dice: Box<dyn Dice>,
    manner: Manner<'a>,
    values: Values,
    /// What was typed, and the arguments.
    typed: Vec<String>,
    part: &'static str,
    /// What is printed since the last input.
    pieces: Vec<(&'static str, String)>,
    recording: Recording,
    /// How often it has chosen between two readings.
    choices: usize,
}

impl Program<'_> {
    fn record(&mut self, more: impl FnOnce(Recording) -> Recording) {
        self.recording = more(std::mem::take(&mut self.recording));
    }

    /// Returns the text as the program prints it.
    fn printed(&mut self, pieces: &[(&'static str, String)]) -> String {
        let mut lines = lines(pieces, &self.values, &self.typed);
        (self.manner.change)(&mut lines);
        lines.iter().flat_map(|line| [line.text.as_str(), if line.is_ended { "\n" } else { "" }]).collect()
    }

    /// Returns which of several readings it takes.
    fn choose(&mut self) -> usize {
        self.choices += 1;
        match self.manner.reading {
            Reading::First | Reading::Neither(_) => 0,
            Reading::Second => 1,
            Reading::InTurn => self.choices % 2,
        }
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
            Err(Stop::InputEnded) => recording.exits(1),
            Err(Stop::Raised(errors)) => {
                let Raised { kind, message } = errors[self.choose().min(errors.len() - 1)].clone();
                let message = match (self.manner.reading, errors.len()) {
                    (Reading::Neither(words), 2..) => words.to_string(),
                    _ => message,
                };
                let message = self.printed(&[("error", message)]);
                recording.then(What::Error(format!("{kind}: {message}\n").into_bytes())).exits(1)
            }
            Err(stop) => panic!("the reference stops with {stop:?}"),
        }
    }
}

impl Console for Program<'_> {
    fn about(&mut self, part: &'static str) {
        self.part = part;
    }

    fn say(&mut self, text: &str) -> Play {
        self.pieces.push((self.part, text.to_string()));
        Ok(())
    }

    fn either(&mut self, texts: &[&str]) -> Play {
        let chosen = self.choose().min(texts.len() - 1);
        match self.manner.reading {
            Reading::Neither(words) => self.say(words),
            _ => self.say(texts[chosen]),
        }
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
        let count = throw.rerolled.iter().map(|position| position + 1).max().unwrap_or(0);
        let mut faces = throw.before.map_or_else(|| vec![0; count], <[u8]>::to_vec);
        for position in throw.rerolled {
            faces[*position] = self.dice.face(throw.sides);
        }
        self.say(&show(&faces))?;
        Ok(faces)
    }

    fn clear(&mut self) -> Play {
        Ok(())
    }
}
