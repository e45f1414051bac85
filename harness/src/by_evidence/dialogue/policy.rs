//! What a case's policy answers to the questions of the game.

use std::collections::BTreeMap;

use reference::author::Policy;

use super::story::Asked;
use crate::cases::{Case, Typing};

/// The most rolls of one turn.
const MOST_ROLLS: usize = 100;

/// The most games that are played to see a fact for the first time, where a policy does not ask for more.
const MOST_GAMES: usize = 60;

/// A policy, and how far it has come.
pub(super) struct AnsweringPolicy<'a> {
    policy: Option<&'a Policy>,
    /// How often each question was answered.
    answered: BTreeMap<&'static str, usize>,
    /// The rolls of this turn that were asked for, and the games.
    rolls: usize,
    games: usize,
}

impl<'a> AnsweringPolicy<'a> {
    /// Returns the policy of a case, before the first question.
    pub(super) fn of(case: &'a Case) -> Self {
        let policy = match &case.typing {
            Some(Typing::Play(policy)) => Some(policy),
            _ => None,
        };
        Self { policy, answered: BTreeMap::new(), rolls: 0, games: 1 }
    }

    /// Returns whether a question is answered with yes; `is_done` says whether everything that the case is about has come up.
    pub(super) fn answer(&mut self, asked: Asked, is_done: impl FnOnce() -> bool) -> bool {
        match asked {
            Asked::Roll => {
                let (says, _) = self.says("roll-again");
                // In every other game beyond the policy the player rolls on, so that each fact can come up.
                let beyond = self.games.saturating_sub(self.planned_games()) % 2 == 1;
                let is_yes = self.rolls < MOST_ROLLS && (says || beyond);
                self.rolls += usize::from(is_yes);
                is_yes
            }
            Asked::Play => {
                let (says, last) = self.says("play-again");
                let planned = self.games < self.planned_games();
                let is_yes = (planned || self.games < MOST_GAMES) && (says || last && !is_done());
                if is_yes {
                    (self.rolls, self.games) = (0, self.games + 1);
                }
                is_yes
            }
        }
    }

    /// Returns how many games the policy has answers for.
    fn planned_games(&self) -> usize {
        self.policy.and_then(|policy| policy.answers.get("play-again")).map_or(1, Vec::len)
    }

    /// Returns whether this question is answered with yes, and whether this is the last answer. The case's list decides; where
    /// there is none, chance does.
    fn says(&mut self, name: &'static str) -> (bool, bool) {
        let count = self.answered.entry(name).or_default();
        *count += 1;
        let Some(policy) = self.policy else { return (false, false) };
        let Some(answers) = policy.answers.get(name) else {
            return (chance(policy.seed, *count as u64), false);
        };
        let answer = answers.get(*count - 1).or(answers.last());
        (answer.is_some_and(|answer| answer == "yes"), *count >= answers.len())
    }
}

fn chance(seed: u64, count: u64) -> bool {
    let mixed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(count);
    mixed.wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 63 == 0
}

#[cfg(test)]
mod tests {
    use reference::author::Style;

    use super::*;
    use crate::cases::select;
    use crate::cases::source::SuiteSource;

    /// Returns a case whose policy has one answer for each of these questions.
    fn case(questions: &[(&str, &str)]) -> Case {
        let suite = select::suite(&SuiteSource::Inside, "iec_dice").expect("it is valid");
        let mut case = suite.cases.into_iter().next().expect("there is one");
        let answers = questions
            .iter()
            .map(|(question, answer)| (question.to_string(), vec![answer.to_string()]))
            .collect();
        case.typing = Some(Typing::Play(Policy { style: Style::Legal, seed: 1, turns: 0, answers }));
        case
    }

    /// Returns how many games are played by a policy that answers `answer`, if everything has come up or not.
    fn games(answer: &str, is_done: bool) -> usize {
        let case = case(&[("play-again", answer)]);
        let mut policy = AnsweringPolicy::of(&case);
        1 + (0..1000).take_while(|_| policy.answer(Asked::Play, || is_done)).count()
    }

    #[test]
    fn a_player_leaves_when_everything_has_come_up_or_after_sixty_games() {
        assert_eq!(games("no", true), 1);
        assert_eq!(games("no", false), 60);
        assert_eq!(games("yes", true), 60);
    }

    #[test]
    fn as_many_games_are_played_as_a_policy_has_answers_for() {
        let mut case = case(&[("play-again", "yes")]);
        let Some(Typing::Play(policy)) = &mut case.typing else { panic!("it is played") };
        let answers: Vec<String> = (1..100).map(|_| "yes".to_string()).chain(["no".to_string()]).collect();
        policy.answers.insert("play-again".to_string(), answers);
        let mut policy = AnsweringPolicy::of(&case);
        assert_eq!(1 + (0..1000).take_while(|_| policy.answer(Asked::Play, || true)).count(), 100);
    }

    #[test]
    fn no_turn_has_more_than_a_hundred_rolls_again() {
        let case = case(&[("roll-again", "yes")]);
        let mut policy = AnsweringPolicy::of(&case);
        let rolls = (0..1000).take_while(|_| policy.answer(Asked::Roll, || false)).count();
        assert_eq!(rolls, 100);
    }
}
