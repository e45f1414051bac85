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
