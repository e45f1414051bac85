//! Plays a game from a script and writes the conversation down.
//!
//! Replay is pure: a game, a setup and a script give one transcript. A script may be a prefix: the
//! game stops at the first reply or die that is missing, so blocking code can be resumed by playing
//! it again with a longer script.

use crate::console::{Console, Play, Question, Shown, Stop, Throw};
use crate::dice::Dice;
use crate::games::Game;
use crate::setup::Setup;
use crate::transcript::{Ending, Piece, Script, Transcript, Typed};

/// A game that says more than this without asking, in bytes, is taken to go on without end.
const ENDLESS: usize = 1 << 18;

/// Returns the conversation of `game` with `setup`, as far as `script` goes.
pub fn replay(game: &Game, setup: &Setup, script: &Script) -> Transcript {
    converse(game, setup, &mut Prefix { replies: script.replies.iter(), faces: script.faces.iter() })
}

/// Returns the conversation of `game` with `setup`, as far as `replies` go, with as many of `dice` as
/// it takes.
pub fn replay_with(game: &Game, setup: &Setup, replies: &[Typed], dice: &mut dyn Dice) -> Transcript {
    replay_beside(game, setup, (replies, &[]), dice)
}

/// Returns the same beside somebody else's program, which has `printed` this in each turn.
pub fn replay_beside(
    game: &Game,
    setup: &Setup,
    (replies, printed): (&[Typed], &[String]),
    dice: &mut dyn Dice,
) -> Transcript {
    converse(game, setup, &mut Endless { replies: replies.iter(), dice, printed, turn: 0 })
}

/// Where replies and dice come from.
///
/// An observer of somebody else's conversation is one, too: it takes both from what it has seen.
pub trait Source {
    /// Returns what is typed at `question`, or nothing if the conversation ends there.
    fn reply(&mut self, question: &Question<'_>) -> Option<Typed>;

    /// Returns all dice after the throw, which the game is about to show as `show` says; nothing if it is
    /// not known how they fall.
    fn throw(&mut self, throw: &Throw<'_>, show: &dyn Fn(&[u8]) -> String) -> Option<Vec<u8>>;

    /// Returns what somebody else's program has said since the last reply, if there is one.
    fn shown(&self) -> Option<Shown<'_>> {
        None
    }
}

/// Plays `game` with what `source` says, and returns the conversation.
pub fn converse(game: &Game, setup: &Setup, source: &mut dyn Source) -> Transcript {
    let mut scribe = Scribe { source, part: "", pieces: Vec::new(), open: None, said: 0 };
    let ending = match game.play(setup, &mut scribe) {
        Ok(()) | Err(Stop::Left | Stop::Broken(_)) => Ending::Finished,
        Err(Stop::InputEnded) => Ending::InputEnded,
        Err(Stop::NeedsDice) => Ending::NeedsDice,
        Err(Stop::Endless) => Ending::Endless,
        Err(Stop::NeedsReply) => scribe.open.take().unwrap_or(Ending::InputEnded),
        Err(Stop::Raised(errors)) => Ending::Raised(errors),
    };
    Transcript { pieces: scribe.pieces, ending }
}

/// A script as a source.
struct Prefix<'a> {
    replies: std::slice::Iter<'a, Typed>,
    faces: std::slice::Iter<'a, u8>,
}

impl Source for Prefix<'_> {
    fn reply(&mut self, _question: &Question<'_>) -> Option<Typed> {
        self.replies.next().cloned()
    }

    fn throw(&mut self, throw: &Throw<'_>, _show: &dyn Fn(&[u8]) -> String) -> Option<Vec<u8>> {
        throw.faces(|| self.faces.next().copied())
    }
}

/// Replies that may run out, and dice that do not.
struct Endless<'a> {
    replies: std::slice::Iter<'a, Typed>,
    dice: &'a mut dyn Dice,
    /// What somebody else's program has said in each turn.
    printed: &'a [String],
    turn: usize,
}

impl Source for Endless<'_> {
    fn reply(&mut self, _question: &Question<'_>) -> Option<Typed> {
        self.turn += 1;
        self.replies.next().cloned()
    }

    fn shown(&self) -> Option<Shown<'_>> {
        self.printed.get(self.turn).map(|text| Shown { text, turn: self.turn })
    }

    fn throw(&mut self, throw: &Throw<'_>, _show: &dyn Fn(&[u8]) -> String) -> Option<Vec<u8>> {
        throw.faces(|| Some(self.dice.face(throw.sides)))
    }
}

/// A console that writes down what happens at it.
struct Scribe<'a> {
    source: &'a mut dyn Source,
    part: &'static str,
    pieces: Vec<Piece>,
    open: Option<Ending>,
    /// Bytes said since the last reply.
    said: usize,
}

impl Console for Scribe<'_> {
    fn about(&mut self, part: &'static str) {
        self.part = part;
    }

    fn say(&mut self, text: &str) -> Play {
        self.said += text.len();
        if self.said > ENDLESS {
            return Err(Stop::Endless);
        }
        match self.pieces.last_mut() {
            Some(Piece::Said { part, text: said }) if *part == self.part => said.push_str(text),
            _ => self.pieces.push(Piece::Said { part: self.part, text: text.to_string() }),
        }
        Ok(())
    }

    fn either(&mut self, texts: &[&str]) -> Play {
        self.said += texts.iter().map(|text| text.len()).max().unwrap_or(0);
        let texts = texts.iter().map(ToString::to_string).collect();
        self.pieces.push(Piece::SaidEither { part: self.part, texts });
        Ok(())
    }

    fn ask(&mut self, question: &Question<'_>) -> Play<String> {
        self.say(question.prompt)?;
        let Some(reply) = self.source.reply(question) else {
            self.open = Some(Ending::Asks { question: question.name, replies: question.replies.clone() });
            return Err(Stop::NeedsReply);
        };
        self.said = 0;
        self.pieces.push(Piece::Typed(reply.clone()));
        match reply {
            Typed::Line(line) => Ok(line),
            Typed::EndOfInput => Err(Stop::InputEnded),
        }
    }

    fn roll(&mut self, throw: &Throw<'_>, show: &dyn Fn(&[u8]) -> String) -> Play<Vec<u8>> {
        let faces = self.source.throw(throw, show).ok_or(Stop::NeedsDice)?;
        let rerolled = throw.rerolled.to_vec();
        self.pieces.push(Piece::Rolled { sides: throw.sides, faces: faces.clone(), rerolled });
        self.say(&show(&faces))?;
        Ok(faces)
    }

    fn clear(&mut self) -> Play {
        self.pieces.push(Piece::Cleared);
        Ok(())
    }

    fn shown(&self) -> Option<Shown<'_>> {
        self.source.shown()
    }
}

impl Throw<'_> {
    /// Returns all dice after the throw, drawing each thrown die with `draw` in the order of positions
    /// given; nothing if `draw` has no more.
    pub fn faces(&self, mut draw: impl FnMut() -> Option<u8>) -> Option<Vec<u8>> {
        let count = self.rerolled.iter().map(|position| position + 1).max().unwrap_or(0);
        let mut faces = self.before.map_or_else(|| vec![0; count], <[u8]>::to_vec);
        for &position in self.rerolled {
            faces[position] = draw()?;
        }
        Some(faces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game;

    #[test]
    fn a_game_that_would_go_on_for_ever_is_stopped() {
        let map = "Frame: 5x5\nWater: 0 0 4 4\nWood: 4 0\nFood: 0 4\nGold: 2 2\n";
        let setup = Setup::new(&["config.txt"], &[("config.txt", map)]);
        // Both players drown all that they can recruit.
        let one = ["T", "0 1", "T", "1 0", "0 1 0 0", "1 0 0 0"];
        let two = ["T", "4 3", "T", "3 4", "4 3 4 4", "3 4 4 4"];
        let replies = one.into_iter().chain(two).map(|line| Typed::Line(line.to_string())).collect();
        let game = game("little_battle").expect("a game of the table");
        let transcript = replay(game, &setup, &Script { replies, faces: Vec::new() });
        assert_eq!(transcript.ending, Ending::Endless);
    }
}
