//! Whole-number formulas such as `d + 2 * (e - 1)` over numbers that have names.

/// A formula. What does not fit 64 bits has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formula {
    /// A number as it is.
    Number(i64),
    /// The number of this name.
    Name(String),
    /// A sum.
    Plus(Box<Formula>, Box<Formula>),
    /// A difference.
    Minus(Box<Formula>, Box<Formula>),
    /// A product.
    Times(Box<Formula>, Box<Formula>),
}

/// The most marks and names in a formula, so that neither reading nor evaluating it can go too deep.
const MOST_WORDS: usize = 200;

impl Formula {
    /// Returns the formula that `text` writes down.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let words = words(text)?;
        if words.len() > MOST_WORDS {
            return Err(format!("it has more than {MOST_WORDS} numbers, names and marks"));
        }
        let mut reader = Reader { words: &words };
        let formula = reader.sum()?;
        match reader.words.first() {
            None => Ok(formula),
            Some(word) => Err(format!("`{word}` stands where `+`, `-` or `*` should")),
        }
    }

    /// Returns the value, where `number` gives the numbers by their names.
    pub(crate) fn value(&self, number: &impl Fn(&str) -> Option<i64>) -> Option<i64> {
        match self {
            Self::Number(value) => Some(*value),
            Self::Name(name) => number(name),
            Self::Plus(one, other) => one.value(number)?.checked_add(other.value(number)?),
            Self::Minus(one, other) => one.value(number)?.checked_sub(other.value(number)?),
            Self::Times(one, other) => one.value(number)?.checked_mul(other.value(number)?),
        }
    }

    /// Returns the names in it.
    pub(crate) fn names(&self) -> Vec<&str> {
        match self {
            Self::Number(_) => Vec::new(),
            Self::Name(name) => vec![name],
            Self::Plus(one, other) | Self::Minus(one, other) | Self::Times(one, other) => {
                [one.names(), other.names()].concat()
            }
        }
    }
}

/// Returns whether `text` can name a number.
pub(super) fn is_name(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && characters.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Splits a formula into numbers, names and marks.
fn words(text: &str) -> Result<Vec<&str>, String> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = match first {
            '+' | '-' | '*' | '(' | ')' => 1,
            _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ => return Err(format!("`{first}` has no meaning in it")),
        };
        words.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    Ok(words)
}

/// Reads a formula word by word.
struct Reader<'a> {
    words: &'a [&'a str],
}

impl Reader<'_> {
    fn sum(&mut self) -> Result<Formula, String> {
        let mut sum = self.product()?;
        loop {
            sum = if self.takes("+") {
                Formula::Plus(Box::new(sum), Box::new(self.product()?))
            } else if self.takes("-") {
                Formula::Minus(Box::new(sum), Box::new(self.product()?))
            } else {
                return Ok(sum);
            };
        }
    }

    fn product(&mut self) -> Result<Formula, String> {
        let mut product = self.factor()?;
        while self.takes("*") {
            product = Formula::Times(Box::new(product), Box::new(self.factor()?));
        }
        Ok(product)
    }

    fn factor(&mut self) -> Result<Formula, String> {
        if self.takes("-") {
            return Ok(Formula::Minus(Box::new(Formula::Number(0)), Box::new(self.factor()?)));
        }
        if self.takes("(") {
            let inner = self.sum()?;
            return if self.takes(")") { Ok(inner) } else { Err("`(` is not closed".to_string()) };
        }
        let Some((word, rest)) = self.words.split_first() else {
            return Err("a number or a name is missing at its end".to_string());
        };
        self.words = rest;
        match word.parse() {
            Ok(number) => Ok(Formula::Number(number)),
            Err(_) if is_name(word) => Ok(Formula::Name((*word).to_string())),
            Err(_) => Err(format!("`{word}` stands where a number or a name should")),
        }
    }

    fn takes(&mut self, word: &str) -> bool {
        let takes = self.words.first() == Some(&word);
        if takes {
            self.words = &self.words[1..];
        }
        takes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_come_before_sums_and_brackets_before_both() {
        for (text, value) in [
            ("7", Some(7)),
            ("d + 2", Some(5)),
            ("d+2*d", Some(9)),
            ("(d + 2) * d", Some(15)),
            ("10 - d - 1", Some(6)),
            ("-d * -(1 + 1)", Some(6)),
            ("9223372036854775807 + d", None),
            ("e", None),
        ] {
            let formula = Formula::parse(text).expect("well formed");
            assert_eq!(formula.value(&|name| (name == "d").then_some(3)), value, "{text}");
        }
    }

    #[test]
    fn what_is_no_formula_is_refused() {
        for (text, message) in [
            ("", "a number or a name is missing at its end"),
            ("1 +", "a number or a name is missing at its end"),
            ("1 2", "`2` stands where `+`, `-` or `*` should"),
            ("(1", "`(` is not closed"),
            ("1 / 2", "`/` has no meaning in it"),
            ("2d", "`2d` stands where a number or a name should"),
            ("99999999999999999999", "`99999999999999999999` stands where a number or a name should"),
        ] {
            assert_eq!(Formula::parse(text), Err(message.to_string()), "{text}");
        }
        assert!(Formula::parse(&"(".repeat(100_000)).is_err());
    }
}
