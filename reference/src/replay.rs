//! Plays a game from a script and writes the conversation down.
//!
//! Replay is pure: a game, a setup and a script give one transcript. A script may be a prefix: the
//! game stops at the first reply or die that is missing, so blocking code can be resumed by playing
//! it again with a longer script.

use crate::console::{Console, Play, Question, ShownTurn, Stop, Throw};
use crate::dice::Dice;
use crate::games::Game;
use crate::setup::Setup;
use crate::transcript::{Ending, Piece, Script, Transcript, Typed};

/// A game that says more than this without asking, in bytes, is taken to go on without end.
const ENDLESS: usize = 1 << 15;

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
    fn shown(&self) -> Option<ShownTurn<'_>> {
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

    fn shown(&self) -> Option<ShownTurn<'_>> {
        self.printed.get(self.turn).map(|text| ShownTurn { text, turn: self.turn })
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
            self.open = Some(Ending::Asks { question: question.name, replies: (question.replies)() });
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

    fn shown(&self) -> Option<ShownTurn<'_>> {
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

    /// Returns what a game says in each turn.
    fn said(transcript: &Transcript) -> Vec<String> {
        let mut turns = vec![String::new()];
        for piece in &transcript.pieces {
            match piece {
                Piece::Said { text, .. } => turns.last_mut().expect("a turn").push_str(text),
                Piece::Typed(_) => turns.push(String::new()),
                _ => {}
            }
        }
        turns
    }

    /// Checks that a game with a bend that follows says what another program says, whose rules are bent otherwise, but only beside that program.
    fn check_following(name: &str, bend: &str, other: &str, setup: &Setup, lines: &[&str]) {
        let game = game(name).expect("a game of the table");
        let replies: Vec<Typed> = lines.iter().map(|line| Typed::Line((*line).to_string())).collect();
        let replay_of = |game: &Game, printed: &[String]| {
            said(&replay_beside(game, setup, (&replies, printed), &mut *game.dice(setup)))
        };
        let by_the_text = replay_of(game, &[]);
        let printed = replay_of(&game.bent(other).expect("a bend of the game"), &[]);
        assert_ne!(printed, by_the_text);
        let following = game.bent(bend).expect("a bend of the game");
        assert!(game.following_bends().contains(&bend) && !game.bends().contains(&bend));
        assert_eq!(replay_of(&following, &printed), printed);
        assert_eq!(replay_of(&following, &[]), by_the_text);
        assert_eq!(replay_of(&following, &by_the_text), by_the_text);
    }

    #[test]
    fn gekitai_goes_on_from_the_board_and_the_pieces_that_are_shown() {
        let moves = ["a1", "b1", "f6", "e5", "c3", "c4"];
        check_following(
            "gekitai",
            "pushed-pieces-go-elsewhere",
            "never-pushes",
            &Setup::new(&[], &[]),
            &moves,
        );
        check_following("gekitai", "off-board-elsewhere", "lost-off-board", &Setup::new(&[], &[]), &moves);
    }

    #[test]
    fn little_battle_goes_on_from_what_is_said_of_moves_and_fights() {
        let map = "Frame: 5x5\nWater: 0 0\nWood: 4 0\nFood: 0 4\nGold: 4 4\n";
        let setup = Setup::new(&["config.txt"], &[("config.txt", map)]);
        let fight = ["S", "2 1", "NO", "2 1 2 2", "A", "3 2", "NO", "3 2 2 2", "NO", "NO"];
        check_following("little_battle", "fights-end-otherwise", "spearmen-counter-archers", &setup, &fight);
        let diagonal = ["S", "2 1", "NO", "2 1 3 2", "NO", "NO", "NO"];
        check_following("little_battle", "other-moves-accepted", "diagonal-moves", &setup, &diagonal);
        let on_home = ["S", "2 2", "2 1", "NO", "NO"];
        check_following("little_battle", "other-places-accepted", "recruits-diagonally", &setup, &on_home);
        let paid = ["S", "2 1", "NO", "NO", "NO"];
        check_following(
            "little_battle",
            "other-assets-after-recruiting",
            "spearmen-cost-wood-only",
            &setup,
            &paid,
        );
        check_following(
            "little_battle",
            "armies-stand-elsewhere",
            "armies-arrive-one-right",
            &setup,
            &["S", "2 1", "NO", "2 1 2 2", "NO", "NO", "NO", "NO"],
        );
    }
}
