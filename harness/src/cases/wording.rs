//! The words of a game in the languages that students write, and the signs with which they draw dice.

use std::collections::{BTreeMap, HashMap};

use schemars::JsonSchema;
use serde::Deserialize;

use super::problem::{Problem, nearest};
use super::yaml::At;
use crate::text::tokens::{TokenKind, tokens};

/// Makes the ideas with the names that a suite calls them by.
macro_rules! ideas {
    ($($(#[$doc:meta])* $idea:ident = $name:literal,)*) => {
        /// Something that words of a game are about.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Idea { $($(#[$doc])* $idea,)* }
        const IDEAS: &[(&str, Idea)] = &[$(($name, Idea::$idea),)*];
    };
}

ideas! {
    /// Everyday words, by which a language is known.
    Common = "common",
    /// The opponent.
    Computer = "computer",
    /// The program, where it speaks of itself.
    Speaker = "speaker",
    /// The person who plays.
    Player = "player",
    /// What is added up.
    Total = "total",
    /// One roll, or what it scores.
    Roll = "roll",
    /// The score.
    Score = "score",
    /// Points.
    Points = "points",
    /// Rolling dice, as something to do.
    Rolling = "rolling",
    /// A whole game.
    Game = "game",
    /// To win, and words that congratulate.
    Winning = "winning",
    /// Who was beaten has lost, who has beaten somebody has won.
    Beaten = "beaten",
    /// Words by which something is done to somebody.
    Passive = "passive",
    /// Nobody congratulates the computer.
    Congratulation = "congratulation",
    /// To lose, and words that console.
    Losing = "losing",
    /// Words that console only.
    Consoling = "consoling",
    /// Nobody wins.
    Tie = "tie",
    /// Nobody, beside a word for winning.
    Nobody = "nobody",
    /// By how much somebody wins.
    Margin = "margin",
    /// Not.
    Negation = "negation",
    /// All that one has.
    Everything = "everything",
    /// Nothing.
    Zero = "zero",
    /// Yes, and words for going on.
    Yes = "yes",
    /// No, and words for stopping.
    No = "no",
    /// What is typed for yes.
    YesKey = "yes-key",
    /// What is typed for no.
    NoKey = "no-key",
    /// Between two answers.
    Or = "or",
    /// The colour of the red die.
    Red = "red",
    /// The colour of the others.
    White = "white",
    /// What the white dice do.
    Scoring = "scoring",
    /// To press a key.
    Press = "press",
    /// The key.
    Key = "key",
    /// What somebody is called.
    Name = "name",
    /// In the first place.
    First = "first",
    /// In the middle.
    Middle = "middle",
    /// In the last place.
    Last = "last",
}

/// What a word, or several, are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Ideas(u64);

impl Ideas {
    /// Returns whether they are about `idea`.
    pub(crate) fn has(self, idea: Idea) -> bool {
        self.0 & Self::of(idea).0 != 0
    }

    /// Returns their names.
    pub(crate) fn names(self) -> impl Iterator<Item = &'static str> {
        IDEAS.iter().filter(move |(_, idea)| self.has(*idea)).map(|(name, _)| *name)
    }

    fn of(idea: Idea) -> Self {
        Self(1 << idea as u32)
    }
}

impl FromIterator<Ideas> for Ideas {
    fn from_iter<T: IntoIterator<Item = Self>>(all: T) -> Self {
        Self(all.into_iter().fold(0, |bits, ideas| bits | ideas.0))
    }
}

/// The words of a game, in all languages that the suite has.
#[derive(Debug, Default)]
pub struct GameWords {
    whole: HashMap<String, Ideas>,
    beginnings: HashMap<String, Ideas>,
}

impl GameWords {
    /// Returns what a word in small letters is about.
    pub(crate) fn ideas(&self, word: &str) -> Ideas {
        let whole = self.whole.get(word).copied();
        let ends = word.char_indices().map(|(at, letter)| at + letter.len_utf8());
        let begun = ends.filter_map(|end| self.beginnings.get(&word[..end]).copied());
        whole.into_iter().chain(begun).collect()
    }

    /// Returns what all words of a text are about.
    pub(crate) fn ideas_of(&self, text: &str) -> Ideas {
        let words = tokens(text).filter(|token| token.kind == TokenKind::Word);
        words.map(|word| self.ideas(&word.text.to_lowercase())).collect()
    }

    fn add(&mut self, word: &str, idea: Idea) {
        let ideas = match word.strip_suffix('*') {
            None => self.whole.entry(word.to_string()).or_default(),
            Some(stem) => self.beginnings.entry(stem.to_string()).or_default(),
        };
        *ideas = [*ideas, Ideas::of(idea)].into_iter().collect();
    }
}

/// The words of a suite as they are written: by language, then by what they are about.
pub(super) type RawWords = BTreeMap<String, BTreeMap<String, At<String>>>;

/// Returns the words of a suite; each is in small letters, and of each idea that is written the program knows the name.
pub(super) fn check_words(file: &str, raw: &RawWords, problems: &mut Vec<Problem>) -> GameWords {
    let mut words = GameWords::default();
    for (name, written) in raw.values().flatten() {
        let Some((_, idea)) = IDEAS.iter().find(|(known, _)| known == name) else {
            let problem =
                Problem::at(file, written.place(), format!("words can be about nothing called `{name}`"));
            let known = IDEAS.iter().map(|(known, _)| *known);
            problems.push(match nearest(name, known.clone()) {
                Some(near) => problem.help(format!("did you mean `{near}`?")),
                None => problem.help(format!("write one of {}", known.collect::<Vec<_>>().join(", "))),
            });
            continue;
        };
        for word in written.value.split_whitespace() {
            let letters = word.strip_suffix('*').unwrap_or(word);
            if letters.is_empty()
                || letters.to_lowercase() != letters
                || !letters.chars().all(char::is_alphanumeric)
            {
                let message = format!("`{word}` is no word in small letters");
                problems.push(
                    Problem::at(file, written.place(), message)
                        .help("write letters only; `*` stands at an end"),
                );
            }
            words.add(word, *idea);
        }
    }
    words
}

/// The signs with which dice are drawn; each text has them one after the other, apart by blanks.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSigns {
    /// Pips that are known without a frame, too.
    pips: At<String>,
    /// Letters and digits that are pips by custom.
    letters: At<String>,
    /// Pairs of brackets that, closed at once, are one pip.
    closed: At<String>,
    /// Signs that are whole dice, from one to six.
    faces: At<String>,
    /// What may stand in the places without pips, where no place is left blank.
    fillers: At<String>,
    /// What frames are drawn with and pips never are.
    frame: At<String>,
    /// The upright sides of frames.
    bars: At<String>,
    /// Sides of two signs, each a pair.
    brackets: At<String>,
    /// The edges above and below.
    edges: At<String>,
    /// What stands at the ends of edges.
    corners: At<String>,
}

/// The signs with which dice are drawn.
#[derive(Debug, Default)]
#[allow(missing_docs, reason = "they are described where they are written")]
pub struct Signs {
    pub pips: Vec<char>,
    pub letters: Vec<char>,
    pub closed: Vec<(char, char)>,
    pub faces: Vec<char>,
    pub fillers: Vec<char>,
    pub frame: Vec<char>,
    pub bars: Vec<char>,
    pub brackets: Vec<(char, char)>,
    pub edges: Vec<char>,
    pub corners: Vec<char>,
}

/// Returns the signs of a suite.
pub(super) fn check_signs(file: &str, raw: &RawSigns, problems: &mut Vec<Problem>) -> Signs {
    let mut complain = |written: &At<String>, message: String, help: &str| {
        problems.push(Problem::at(file, written.place(), message).help(help));
    };
    let mut of_length = |written: &At<String>, length: usize, help: &str| -> Vec<Vec<char>> {
        let signs: Vec<Vec<char>> =
            written.value.split_whitespace().map(|text| text.chars().collect()).collect();
        for sign in signs.iter().filter(|sign| sign.len() != length) {
            let sign: String = sign.iter().collect();
            complain(
                written,
                format!("`{sign}` is not {}", if length == 1 { "one sign" } else { "a pair of signs" }),
                help,
            );
        }
        signs.into_iter().filter(|sign| sign.len() == length).collect()
    };
    let mut single = |written| -> Vec<char> {
        of_length(written, 1, "leave blanks between the signs").into_iter().flatten().collect()
    };
    let (pips, letters, fillers) = (single(&raw.pips), single(&raw.letters), single(&raw.fillers));
    let (frame, bars, edges) = (single(&raw.frame), single(&raw.bars), single(&raw.edges));
    let (corners, faces) = (single(&raw.corners), single(&raw.faces));
    let mut pairs = |written| -> Vec<(char, char)> {
        let pairs = of_length(written, 2, "write both signs of a pair without a blank between them");
        pairs.into_iter().map(|pair| (pair[0], pair[1])).collect()
    };
    let (closed, brackets) = (pairs(&raw.closed), pairs(&raw.brackets));
    if faces.len() != 6 {
        complain(
            &raw.faces,
            format!("there are {} signs of whole dice", faces.len()),
            "write six, from one to six",
        );
    }
    for sign in pips.iter().chain(&letters).filter(|sign| frame.contains(sign)) {
        complain(
            &raw.frame,
            format!("`{sign}` is a pip, and what never is one"),
            "take it out of `frame`, or out of the pips",
        );
    }
    Signs { pips, letters, closed, faces, fillers, frame, bars, brackets, edges, corners }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::yaml::parse;

    /// Returns what is wrong with the words of a suite, each with its line.
    fn told(yaml: &str) -> Vec<String> {
        let raw: RawWords = parse("suite.yaml", yaml).expect("well formed");
        let mut problems = Vec::new();
        check_words("suite.yaml", &raw, &mut problems);
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn words_mean_what_the_suite_says_in_every_language() {
        let yaml = "spanish: {winning: gana* gané, white: blanco}\nenglish: {winning: wins}\n";
        let raw: RawWords = parse("suite.yaml", yaml).expect("well formed");
        let words = check_words("suite.yaml", &raw, &mut Vec::new());
        for (word, is_winning) in
            [("ganaste", true), ("gané", true), ("wins", true), ("win", false), ("blancos", false)]
        {
            assert_eq!(words.ideas(word).has(Idea::Winning), is_winning, "{word}");
        }
        assert_eq!(words.ideas("blanco").names().collect::<Vec<_>>(), ["white"]);
    }

    #[test]
    fn ideas_that_are_not_known_and_words_that_are_none_are_told_with_their_place() {
        let problems = told("spanish:\n  wining: gana\n  red: Rojo\n");
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert!(
            problems.iter().any(|told| told.contains("suite.yaml:2") && told.contains("`wining`")),
            "{problems:?}"
        );
        assert!(
            problems.iter().any(|told| told.contains("suite.yaml:3") && told.contains("`Rojo`")),
            "{problems:?}"
        );
    }

    #[test]
    fn signs_that_are_pips_and_never_pips_are_told() {
        let yaml = "{pips: '* o', letters: o, closed: '() []', faces: 1 2 3 4 5 6, fillers: ., frame: '- *', bars: '|', brackets: '[] (', \
                    edges: '-', corners: +}";
        let raw: RawSigns = parse("suite.yaml", yaml).expect("well formed");
        let mut problems = Vec::new();
        check_signs("suite.yaml", &raw, &mut problems);
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told.iter().any(|told| told.contains("`(` is not a pair of signs")), "{told:?}");
        assert!(told.iter().any(|told| told.contains("`*` is a pip, and what never is one")), "{told:?}");
    }
}
