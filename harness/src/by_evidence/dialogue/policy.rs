//! What a case's policy answers to the questions of the game.

use reference::Replies;
use reference::author::{Author, Policy};

use super::story::Asked;
use crate::cases::{Case, Typing};

/// The most rolls of one turn.
const MOST_ROLLS: usize = 100;

/// The most games that are played to see a fact for the first time, where a policy does not ask for more.
const MOST_GAMES: usize = 60;

/// A policy, and how far it has come.
pub(super) struct AnsweringPolicy {
    /// Who answers by it; nobody where a case has none.
    author: Option<Author>,
    /// How many games it has answers for, if chance does not decide.
    planned: Option<usize>,
    /// The rolls of this turn that were asked for, and the games.
    rolls: usize,
    games: usize,
}

impl AnsweringPolicy {
    /// Returns the policy of a case, before the first question.
    pub(super) fn of(case: &Case) -> Self {
        let policy = match &case.typing {
            Some(Typing::Play(policy)) => Some(policy),
            _ => None,
        };
        // How long the game lasts is decided here.
        let author = policy.map(|policy| Author::new(Policy { turns: usize::MAX, ..policy.clone() }));
        let planned = policy.and_then(|policy| policy.answers.get("play-again")).map(Vec::len);
        Self { author, planned, rolls: 0, games: 1 }
    }

    /// Returns whether a question is answered with yes; `is_done` says whether everything that the case is about has come up.
    pub(super) fn answer(&mut self, asked: Asked, is_done: impl FnOnce() -> bool) -> bool {
        let planned = self.planned.unwrap_or(1);
        match asked {
            Asked::Roll => {
                let says = self.says("roll-again");
                // In every other game beyond the policy the player rolls on, so that each fact can come up.
                let beyond = self.games.saturating_sub(planned) % 2 == 1;
                let is_yes = self.rolls < MOST_ROLLS && (says || beyond);
                self.rolls += usize::from(is_yes);
                is_yes
            }
            Asked::Play => {
                let is_last = self.planned.is_some() && self.games >= planned;
                let may_play = self.games < planned.max(MOST_GAMES);
                let is_yes = (self.says("play-again") || is_last && !is_done()) && may_play;
                if is_yes {
                    (self.rolls, self.games) = (0, self.games + 1);
                }
                is_yes
            }
        }
    }

    /// Returns whether this question is answered with yes: the case's list decides, and chance where there is none.
    fn says(&mut self, question: &'static str) -> bool {
        let accepted = ["yes", "no"].map(str::to_string).to_vec();
        let replies = Replies { accepted, ..Replies::default() };
        let answer = self.author.as_mut().and_then(|author| author.answer(question, &replies));
        answer.as_deref() == Some("yes")
    }
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
