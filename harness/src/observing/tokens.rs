//! Words and numbers of an output, and the places where they stand.

/// A word or a number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Token {
    /// Letters, in lower case.
    Word(String),
    /// Digits; a number beyond the range of the type is its largest value.
    Number(u32),
}

/// A token of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) token: Token,
    /// The turn, counted from 0.
    pub(super) turn: usize,
    /// The line in the turn, counted from 0.
    pub(super) line: usize,
}

/// Returns the tokens of a text. Blanks, punctuation and terminal control sequences separate them.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut reader = Reader::default();
    reader.read(text, 0);
    reader.finish().into_iter().map(|placed| placed.token).collect()
}

/// Returns the tokens of a conversation's turns.
///
/// `joined` says that the turns are cut where the program's buffer was full, which may be in the middle of a word.
pub(super) fn of_turns(turns: &[String], joined: bool) -> Vec<Placed> {
    let mut reader = Reader::default();
    for (turn, output) in turns.iter().enumerate() {
        if !joined {
            reader.end_token();
        }
        reader.read(output, turn);
    }
    reader.finish()
}

/// Reads text character by character.
#[derive(Default)]
struct Reader {
    tokens: Vec<Placed>,
    /// The token that is being read.
    open: Option<Placed>,
}

impl Reader {
    fn read(&mut self, text: &str, turn: usize) {
        let mut line = 0;
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            match character {
                '\x1b' if characters.next_if_eq(&'[').is_some() => {
                    self.end_token();
                    // The sequence ends with the first character that is no parameter.
                    while characters.next_if(|c| c.is_ascii_digit() || *c == ';' || *c == '?').is_some() {}
                    characters.next();
                }
                '0'..='9' => self.digit(character as u32 - '0' as u32, turn, line),
                _ if character.is_alphabetic() => self.letter(character, turn, line),
                _ => {
                    self.end_token();
                    line += usize::from(character == '\n');
                }
            }
        }
    }

    fn digit(&mut self, digit: u32, turn: usize, line: usize) {
        if let Some(Placed { token: Token::Number(number), .. }) = &mut self.open {
            *number = number.saturating_mul(10).saturating_add(digit);
            return;
        }
        self.end_token();
        self.open = Some(Placed { token: Token::Number(digit), turn, line });
    }

    fn letter(&mut self, letter: char, turn: usize, line: usize) {
        if let Some(Placed { token: Token::Word(word), .. }) = &mut self.open {
            word.extend(letter.to_lowercase());
            return;
        }
        self.end_token();
        self.open = Some(Placed { token: Token::Word(letter.to_lowercase().collect()), turn, line });
    }

    fn end_token(&mut self) {
        self.tokens.extend(self.open.take());
    }

    fn finish(mut self) -> Vec<Placed> {
        self.end_token();
        self.tokens
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(tokens: &[Token]) -> String {
        let one = |token: &Token| match token {
            Token::Word(word) => word.clone(),
            Token::Number(number) => number.to_string(),
        };
        tokens.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn letters_and_digits_are_split_and_the_rest_only_separates() {
        for (text, expected) in [
            ("Roll #1 : [1, 3, 22]", "roll 1 1 3 22"),
            ("1S|Trio", "1 s trio"),
            ("\x1b[2J\x1b[HDave rolls 4 - 5", "dave rolls 4 5"),
            ("-1 99999999999", "1 4294967295"),
            ("", ""),
            ("Été 007", "été 7"),
        ] {
            assert_eq!(shown(&tokens(text)), expected, "{text:?}");
        }
    }

    #[test]
    fn a_turn_ends_a_word_unless_the_output_was_cut_anywhere() {
        let turns = ["Give up".to_string(), "Dave rolls 1".to_string(), "2".to_string()];
        let tokens =
            |joined| of_turns(&turns, joined).into_iter().map(|placed| placed.token).collect::<Vec<_>>();
        assert_eq!(shown(&tokens(false)), "give up dave rolls 1 2");
        assert_eq!(shown(&tokens(true)), "give updave rolls 12");
    }

    #[test]
    fn a_token_knows_its_turn_and_its_line() {
        let turns = ["a\n\nb".to_string(), "c".to_string()];
        let places: Vec<_> =
            of_turns(&turns, false).iter().map(|placed| (placed.turn, placed.line)).collect();
        assert_eq!(places, [(0, 0), (0, 2), (1, 0)]);
    }
}
