//! Reading only a part of a typed line, as `nextInt` and `nextLine`, or `>>` and `getline`, do. Only by bent rules a game does.

use crate::console::{Console, Play, Question};

/// What is read of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reads {
    /// All of it; nothing is left.
    Line,
    /// The next word; what comes after it, be it only the end of the line, is left.
    Word,
    /// The next sign that is no blank; what comes after it is left.
    Sign,
    /// The very next sign, be it the end of the line; what comes after it is left.
    AnySign,
    /// What was left of the last line, be it only its end; a line if nothing was.
    RestOfLine,
}

/// What was typed and not read yet.
#[derive(Default)]
pub(crate) struct Unread(Option<String>);

impl Unread {
    /// Leaves a word that was read for who reads next.
    pub(crate) fn put_back(&mut self, word: &str) {
        self.0 = Some(format!("{word}{}", self.0.take().unwrap_or_default()));
    }

    /// Asks a question, and waits for an answer only where nothing that can be read is left.
    pub(crate) fn ask(
        &mut self,
        reads: Reads,
        question: &Question<'_>,
        console: &mut dyn Console,
    ) -> Play<String> {
        let left = self.0.take();
        match reads {
            Reads::Line => console.ask(question),
            Reads::RestOfLine => left_or_asked(left, question, console),
            Reads::AnySign => {
                let line = left_or_asked(left, question, console)?;
                let mut signs = line.chars();
                let sign = signs.next().map(String::from);
                // Behind the last sign of a line its end is left.
                self.0 = sign.as_ref().map(|_| signs.as_str().to_string());
                Ok(sign.unwrap_or_default())
            }
            Reads::Word | Reads::Sign => {
                let left = left.filter(|left| !left.trim().is_empty());
                let mut line = left_or_asked(left, question, console)?;
                // A line without a word is passed over.
                while line.trim().is_empty() {
                    line = console.ask(&Question { prompt: "", ..*question })?;
                }
                let line = line.trim_start();
                let end = match reads {
                    Reads::Sign => line.chars().next().map(char::len_utf8),
                    _ => line.find(char::is_whitespace),
                };
                let (word, left) = line.split_at(end.unwrap_or(line.len()));
                self.0 = Some(left.to_string());
                Ok(word.to_string())
            }
        }
    }
}

/// Returns what is left, of which nobody waits for more where the question is asked; what is answered if nothing is.
fn left_or_asked(left: Option<String>, question: &Question<'_>, console: &mut dyn Console) -> Play<String> {
    let Some(left) = left else { return console.ask(question) };
    console.say(question.prompt)?;
    Ok(left)
}

#[cfg(test)]
mod tests {
    use crate::replay::replay;
    use crate::{Script, Setup, Typed, game};

    fn played(name: &str, bend: &str, typed: &[&str]) -> String {
        played_with(name, bend, &Setup::new(&[], &[]), (typed, &[]))
    }

    fn played_with(name: &str, bend: &str, setup: &Setup, (typed, faces): (&[&str], &[u8])) -> String {
        let game = game(name).and_then(|game| game.bent(bend)).expect("a bend of the game");
        let replies = typed.iter().map(|line| Typed::Line((*line).to_string())).collect();
        replay(&game, setup, &Script { replies, faces: faces.to_vec() }).to_string()
    }

    /// What a Java program says that reads the flavor by `nextInt`, the ids by `nextLine`, and whether to go on by `next`.
    #[test]
    fn what_is_left_of_a_line_is_read_by_who_reads_next() {
        let said = played("pizza", "ids-line-not-read", &["5", "3 5 7 10 12 15", "n"]);
        assert!(said.contains("ingredients: Do you want more pizzas (y/n)? <<3 5 7 10 12 15>>"), "{said}");
        let flavor = "Select a flavor: 1: Ham, 2: Sausage, 3: Bacon, 4: Beef, 5: Meatball\n";
        assert!(said.contains(flavor), "the flavor 5 was left: {said}");
        let summary = "1. Custom ()\n2. Custom (Olive, Eggplant, Cheese, Caper)\n";
        assert!(said.contains(summary), "{said}");
    }

    /// What a C program says that reads the flavor by `scanf("%d")`, the ids by `fgets`, and whether to go on by `scanf(" %c")`.
    #[test]
    fn a_sign_is_read_and_the_rest_of_its_line_left() {
        let said = played("pizza", "ids-line-not-read-answers-by-sign", &["5", "12", "n"]);
        assert!(said.contains("ingredients: Do you want more pizzas (y/n)? <<12>>"), "{said}");
        let flavor = "Select a flavor: Do you want more pizzas (y/n)? <<n>>\n";
        assert!(said.contains(flavor), "the flavor 2 was left: {said}");
        assert!(said.contains("1. Custom ()\n2. Garden Feast (Spinach, "), "{said}");
    }

    /// What a C program says that reads six ids by `scanf("%d")`, whatever is typed, and whether to go on by `scanf(" %c")`.
    #[test]
    fn ids_are_waited_for_until_something_else_comes() {
        let said = played("pizza", "six-ids-always-read", &["5", "3 1", "n"]);
        let late = "ingredients: <<3 1>>\n<<n>>\nDo you want more pizzas (y/n)? Pizza order 1's summary:\n1. Custom (Bacon, Ham, Ham, Ham, Ham, Ham)\n";
        assert!(said.contains(late), "{said}");
        let said = played("pizza", "six-ids-always-read", &["5", "1 2 3 4 5 6 7 2", "n"]);
        assert!(
            said.contains("Select a flavor: Do you want more pizzas (y/n)? <<n>>"),
            "the flavor 2 was left: {said}"
        );
    }

    /// What a C program says that reads addresses by `scanf("%s")`.
    #[test]
    fn words_are_read_one_by_one_and_lines_without_any_are_passed_over() {
        let said = played("gekitai", "addresses-end-at-blanks", &["", " A 1 ", "B2"]);
        let refused = "Player X's turn: <<>>\n<< A 1 >>\nInvalid move!\nPlayer X's turn: Invalid move!\nPlayer X's turn: <<B2>>\n";
        assert!(said.contains(refused), "{said}");
    }

    /// What a C program says that reads names by `fgets`, and answers by `scanf("%c")`.
    #[test]
    fn the_end_of_a_line_answers_the_next_question() {
        let typed = ["2", "Dave", "Jane", "no", "y"];
        let faces = [6, 5, 2, 1, 1, 2, 1, 3, 1, 4, 1, 5, 2, 3];
        let said =
            played_with("rats", "answers-are-single-signs", &Setup::new(&["1"], &[]), (&typed, &faces));
        let unasked = |throw: &str| format!("Give up the dice? \nDave rolls {throw}\n");
        let first = "Dave rolls 1-2\tturn 3 total 3\nGive up the dice? <<no>>\n\n";
        let of_the_o = unasked("1-4\tturn 12 total 12");
        let of_the_end = unasked("1-5\tturn 18 total 18");
        let second = "Dave rolls 1-3\tturn 7 total 7\n";
        assert!(
            said.contains(&[first, second, &of_the_o, &of_the_end, "Give up the dice? <<y>>\n"].concat()),
            "{said}"
        );
    }
}
