//! A person at a terminal, or a program behind two pipes, plays a game.

use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;

use crate::console::{Console, Play, Question, Stop, Throw};
use crate::dice::Dice;
use crate::games::{Game, game};
use crate::setup::Setup;

/// Plays the game called `name` with the arguments of this process, and returns the exit status that
/// a student's program should have: 0 when it ended by its rules, 1 when it failed or input ended.
///
/// # Panics
/// If no game has that name.
pub fn run(name: &str) -> ExitCode {
    let game = game(name).expect("an executable is named after a game of the table");
    play(game, &Setup::from_terminal(std::env::args().skip(1).collect()))
}

/// Plays `game` on standard input and output. A failure that the rules demand is told on standard
/// error as `Kind: message`.
pub fn play(game: &Game, setup: &Setup) -> ExitCode {
    let mut terminal = Terminal {
        input: io::stdin().lock(),
        output: io::BufWriter::new(io::stdout().lock()),
        dice: game.dice(setup),
    };
    let result = game.play(setup, &mut terminal);
    let flushed = terminal.output.flush().map_err(|error| broken(&error));
    match result.and(flushed) {
        Ok(()) | Err(Stop::Left) => ExitCode::SUCCESS,
        Err(Stop::Raised(errors)) => complain(&errors.first().map(ToString::to_string).unwrap_or_default()),
        Err(Stop::Broken(reason)) => complain(&reason),
        Err(Stop::InputEnded | Stop::NeedsReply | Stop::NeedsDice | Stop::Endless) => ExitCode::FAILURE,
    }
}

fn complain(line: &str) -> ExitCode {
    // Nobody is left to tell if standard error is closed, too.
    let _ = writeln!(io::stderr(), "{line}");
    ExitCode::FAILURE
}

fn broken(error: &io::Error) -> Stop {
    Stop::Broken(format!("failed to talk to the terminal: {error}"))
}

struct Terminal<R, W: Write> {
    input: R,
    output: W,
    dice: Box<dyn Dice>,
}

impl<R: BufRead, W: Write> Console for Terminal<R, W> {
    fn about(&mut self, _part: &'static str) {}

    fn say(&mut self, text: &str) -> Play {
        self.output.write_all(text.as_bytes()).map_err(|error| broken(&error))
    }

    fn ask(&mut self, question: &Question<'_>) -> Play<String> {
        self.say(question.prompt)?;
        self.output.flush().map_err(|error| broken(&error))?;
        let mut line = Vec::new();
        self.input.read_until(b'\n', &mut line).map_err(|error| broken(&error))?;
        if line.is_empty() {
            return Err(Stop::InputEnded);
        }
        let line = line.strip_suffix(b"\n").unwrap_or(&line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        Ok(String::from_utf8_lossy(line).into_owned())
    }

    fn roll(&mut self, throw: &Throw<'_>, show: &dyn Fn(&[u8]) -> String) -> Play<Vec<u8>> {
        let faces = throw.faces(|| Some(self.dice.face(throw.sides))).ok_or(Stop::NeedsDice)?;
        self.say(&show(&faces))?;
        Ok(faces)
    }

    fn clear(&mut self) -> Play {
        if io::stdout().is_terminal() {
            self.say("\x1b[2J\x1b[H")?;
        }
        Ok(())
    }
}
