//! Who types in a case.

use crate::by_evidence;
use crate::cases::{Case, JudgedBy, Suite, Typing};
use crate::expected::{game, is_observed};
use crate::playing::Player;
use crate::running::Typist;
use crate::running::typist::ListTypist;

/// Returns who types in `case`. Somebody must play where the number of questions depends on dice that nobody knows; elsewhere
/// the lines of the transcript are typed.
pub(crate) fn typist<'a>(suite: &'a Suite, case: &'a Case) -> Box<dyn Typist + 'a> {
    if suite.judge == JudgedBy::Facts {
        return by_evidence::typist(suite, case);
    }
    match player(suite, case) {
        Some(player) => Box::new(player),
        None => Box::new(ListTypist::new(case.typed())),
    }
}

/// Returns whether the lines of the transcript are typed, whatever the program says.
pub(super) fn types_a_list(suite: &Suite, case: &Case) -> bool {
    suite.judge != JudgedBy::Facts && player(suite, case).is_none()
}

fn player<'a>(suite: &'a Suite, case: &Case) -> Option<Player<'a>> {
    let Some(Typing::Play(policy)) = &case.typing else { return None };
    let (game, setup) = game(suite, case).filter(|_| is_observed(suite, case))?;
    Some(Player::new(game, setup, policy.clone(), &suite.vocabulary))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::cases::select;
    use crate::cases::source::SuiteSource;
    use crate::recording::Exit;
    use crate::strength::simulated::{Manner, Printing, simulate};

    #[test]
    fn a_question_in_the_words_of_the_game_is_answered_as_that_question_whatever_its_signs() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases");
        let found = SuiteSource::find(Some(&folder)).expect("it is there");
        let suite = select::suite(&found, "rats").expect("it is valid");
        let case = suite.cases.iter().find(|case| case.id == "again/goodbye").expect("it is there");
        // Nobody is asked whether to give up, so that the game is over when its rules still have questions to ask.
        let game = reference::game("rats").expect("a game").bent("nobody-asked-gives-up").expect("a bend");
        let mut asked = 0;
        let mut print = |printing: Printing<'_>| {
            let text = printing.text();
            asked += text.matches("play again").count();
            text.replace("play again?", "play again:")
        };
        let mut choose = |texts: &[&str]| texts[0].to_string();
        let manner = Manner { print: &mut print, choose: &mut choose };
        let recording = simulate(&suite, case, &game, manner).expect("a suite of a game");
        assert_eq!((asked, recording.exit()), (1, Some(Exit::Status(0))));
    }
}
