//! Which mistakes show only after others in the same conversations, so that they may be nothing but their consequences.
//!
//! What a program does wrong changes what it does later: an army that was not defeated is still listed many turns after that. A mistake
//! is told to come after others if, in nearly all conversations that show it, one of these shows before it or in the same turn; if these
//! can change what comes later; and if that is no chance, as it would be beside a mistake that shows in every conversation.

use std::collections::{BTreeMap, BTreeSet};

use super::mistake::{Mistake, MistakeList, Precursors};
use crate::amounts::amount;
use crate::cases::{Case, Cause};
use crate::comparison::{Difference, Setting};
use crate::judging::{Judgement, Listed};
use crate::mistakes::Kind;

/// So many mistakes are named at most: more tell nobody where to begin.
const MOST: usize = 4;

/// How likely it may be that all conversations that show a mistake show another one before it by chance alone.
const BY_CHANCE: f64 = 0.05;

/// Beside a mistake that shows in more of all conversations than this, what shows late in them comes after it whatever its cause.
const COMMON: f64 = 0.5;

/// Says of each mistake of the list after which others it shows.
pub(crate) fn tell_precursors(list: &mut MistakeList, judged: &[(&Case, &Judgement)]) {
    let mut places = vec![PlaceCounts::default(); list.mistakes.len()];
    let conversations: Vec<Vec<MistakeSighting>> =
        judged.iter().zip(&list.places).map(|((_, it), of)| conversation(it, of, &mut places)).collect();
    let effects: Vec<MistakeEffect> = list
        .mistakes
        .iter()
        .zip(&places)
        .map(|(mistake, places)| MistakeEffect::of(mistake, places))
        .collect();
    let known = list.mistakes.iter().zip(effects).zip(&places);
    let traits = known.map(|((mistake, effect), places)| MistakeTraits {
        effect,
        may_follow: may_follow(mistake) && !is_from_the_start(mistake, places),
        is_of_the_end: places.of_the_end * 2 > places.all,
        is_failure: mistake.kind == Kind::Failure,
        example: example(mistake, judged),
    });
    let found = precursors(&traits.collect::<Vec<_>>(), &conversations);
    let keys: Vec<String> = list.mistakes.iter().map(|mistake| mistake.key.clone()).collect();
    for (mistake, found) in list.mistakes.iter_mut().zip(found) {
        mistake.precursors = found.map(|found| Precursors {
            mistakes: found.mistakes.iter().map(|index| keys[*index].clone()).collect(),
            after: found.after,
            of: found.of,
        });
    }
}

/// A place of a mistake in a conversation, those before it being earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct MistakeSighting {
    mistake: usize,
    /// The turn.
    turn: usize,
    /// Whether it counts as a place of the mistake, rather than of a slip that was repaired.
    counts: bool,
    /// Whether it is only something too much, which explains nothing before it.
    is_extra: bool,
    /// Whether it is only something missing, as it is in the turn in which a program crashes.
    is_missing: bool,
}

/// What the places of a mistake have in common.
#[derive(Debug, Clone, Default)]
struct PlaceCounts {
    all: usize,
    /// How many of them leave the conversation out of step.
    out_of_step: usize,
    /// How many of them are only a line too much.
    too_much: usize,
    /// How many of them are that the program ends, or goes on, where it should not.
    of_the_end: usize,
    /// How many of them are before anything is typed.
    at_the_start: usize,
}

fn conversation(
    judgement: &Judgement,
    of: &[Option<usize>],
    places: &mut [PlaceCounts],
) -> Vec<MistakeSighting> {
    let listed = judgement.deductions.differences();
    let sighted = listed.iter().zip(of).filter_map(|(it, place)| Some((it, (*place)?)));
    let mut sighted: Vec<(&Listed<'_>, usize)> = sighted.collect();
    sighted.sort_by_key(|(it, _)| it.penalised.difference.shown_at());
    for (Listed { penalised, .. }, mistake) in &sighted {
        let place = &mut places[*mistake];
        place.all += 1;
        place.out_of_step += usize::from(leaves_the_steps(&penalised.difference));
        place.too_much += usize::from(is_too_much(&penalised.difference));
        place.of_the_end += usize::from(is_of_the_end(&penalised.difference));
        place.at_the_start += usize::from(penalised.difference.shown_at().0 <= 1);
    }
    let counts = |it: &Listed<'_>| it.penalised.slip.is_none() && it.penalised.costs();
    let turn = |it: &Listed<'_>| it.penalised.difference.shown_at().0;
    sighted
        .into_iter()
        .map(|(it, mistake)| MistakeSighting {
            mistake,
            turn: turn(it),
            counts: counts(it),
            is_extra: it.penalised.difference.cause == Cause::ExtraOutput,
            is_missing: matches!(it.penalised.difference.cause, Cause::MissingOutput | Cause::MissingPrompt),
        })
        .collect()
}

fn leaves_the_steps(difference: &Difference) -> bool {
    let is_prompt = matches!(difference.cause, Cause::ExtraPrompt | Cause::MissingPrompt);
    is_prompt
        || difference.track.is_lost()
        || matches!(
            difference.setting,
            Setting::LeftOut { .. }
                | Setting::NotAwaited { .. }
                | Setting::AfterTheEnd
                | Setting::Parting { is_answer: true, .. }
        )
}

/// Returns whether it is that the program ends, or goes on, where it should not.
fn is_of_the_end(difference: &Difference) -> bool {
    matches!(
        difference.setting,
        Setting::AfterTheEnd | Setting::EndsTooEarly | Setting::NeverReached { typed: false, .. }
    )
}

fn is_too_much(difference: &Difference) -> bool {
    difference.cause == Cause::ExtraOutput && difference.track.is_in_step()
}

/// What is known of a mistake, beside where it shows.
#[derive(Debug, Clone, Copy)]
struct MistakeTraits {
    effect: MistakeEffect,
    /// Whether it may be nothing but a consequence.
    may_follow: bool,
    /// Whether it is that the program ends, or goes on, where it should not, as it does by what it knows.
    is_of_the_end: bool,
    /// Whether the program fails, so that what is missing in the same turn follows from it.
    is_failure: bool,
    /// The conversation that shows it best, by its index.
    example: Option<usize>,
}

/// What a mistake can change of what comes after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MistakeEffect {
    /// Nothing: it is one of words or signs only.
    Nothing,
    /// What the program knows, as a score or a board.
    State,
    /// Which step of the conversation comes when, so that all that follows is out of step.
    Steps,
}

impl MistakeEffect {
    fn of(mistake: &Mistake, places: &PlaceCounts) -> Self {
        let is_never_done = mistake.kind == Kind::Wording && mistake.cause == Some(Cause::MissingOutput);
        let is_of_rules =
            mistake.kind == Kind::Behaviour && !mistake.cause.is_some_and(Cause::is_presentation);
        if places.out_of_step * 2 > places.all && is_of_rules {
            Self::Steps
        } else if (is_of_rules || is_never_done) && places.too_much * 2 <= places.all {
            Self::State
        } else {
            Self::Nothing
        }
    }
}

/// Returns the case of the best example, by its index.
fn example(mistake: &Mistake, judged: &[(&Case, &Judgement)]) -> Option<usize> {
    let id = mistake.example.as_ref()?;
    judged.iter().position(|(case, _)| case.id == *id)
}

/// Returns whether a mistake may be nothing but a consequence: one of behaviour that no broken rule explains.
fn may_follow(mistake: &Mistake) -> bool {
    matches!(mistake.kind, Kind::Behaviour | Kind::Failure) && mistake.rule.is_none()
}

/// Returns whether the program fails before anything is typed: what it prints there is no cause of that.
fn is_from_the_start(mistake: &Mistake, places: &PlaceCounts) -> bool {
    mistake.kind == Kind::Failure && places.at_the_start == places.all
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct FoundPrecursors {
    mistakes: Vec<usize>,
    after: usize,
    of: usize,
}

/// Returns for each mistake those after which it shows. None of these shows after others itself, so nothing is named in a circle.
fn precursors(
    traits: &[MistakeTraits],
    conversations: &[Vec<MistakeSighting>],
) -> Vec<Option<FoundPrecursors>> {
    let has_effect = |index: &usize| traits[*index].effect != MistakeEffect::Nothing;
    let every: Vec<usize> = (0..traits.len()).filter(has_effect).collect();
    let search = PrecursorSearch { traits, conversations, shown: shown(conversations) };
    let of = |candidates: &[usize]| -> Vec<Option<FoundPrecursors>> {
        let found = |mistake: usize| search.precursors(mistake, candidates);
        traits.iter().enumerate().map(|(index, it)| found(index).filter(|_| it.may_follow)).collect()
    };
    let first = of(&every);
    let roots: Vec<usize> = every.into_iter().filter(|index| first[*index].is_none()).collect();
    of(&roots)
}

/// Returns for each mistake the conversations that show it.
fn shown(conversations: &[Vec<MistakeSighting>]) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut shown: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (index, conversation) in conversations.iter().enumerate() {
        for sighting in conversation {
            shown.entry(sighting.mistake).or_default().insert(index);
        }
    }
    shown
}

struct PrecursorSearch<'a> {
    traits: &'a [MistakeTraits],
    conversations: &'a [Vec<MistakeSighting>],
    shown: BTreeMap<usize, BTreeSet<usize>>,
}

impl PrecursorSearch<'_> {
    /// Returns those of the candidates after which a mistake shows: of several that show before it in as many conversations the
    /// costliest. Its best example must be one of these conversations, as it is what a reader looks at.
    fn precursors(&self, mistake: usize, candidates: &[usize]) -> Option<FoundPrecursors> {
        let before = self.before(mistake, candidates);
        let mut left: Vec<usize> = before.keys().copied().collect();
        let mut named: Vec<usize> = Vec::new();
        while named.len() < MOST {
            let newly = |candidate: &usize| left.iter().filter(|it| before[*it].contains(candidate)).count();
            let best = candidates.iter().rev().max_by_key(|candidate| newly(candidate))?;
            if newly(best) == 0 {
                break;
            }
            left.retain(|conversation| !before[conversation].contains(best));
            named.push(*best);
        }
        let (of, after) = (before.len(), before.len() - left.len());
        let example_follows = self.traits[mistake].example.is_none_or(|example| !left.contains(&example));
        let is_usual = after * 10 >= of * 9 && example_follows && after > 0;
        named.sort_unstable();
        let is_effect = self.traits[mistake].is_of_the_end || !self.is_by_chance(&named, after);
        (is_usual && is_effect).then_some(FoundPrecursors { mistakes: named, after, of })
    }

    /// Returns for each conversation that shows a mistake the candidates that show before it. What is costlier may also show later in the
    /// same turn: a program says of a wrong board that the game is over, and then shows the board.
    fn before(&self, mistake: usize, candidates: &[usize]) -> BTreeMap<usize, BTreeSet<usize>> {
        let mut found = BTreeMap::new();
        for (index, conversation) in self.conversations.iter().enumerate() {
            let first = conversation.iter().position(|it| it.mistake == mistake && it.counts);
            if let Some(first) = first {
                let turn = conversation[first].turn;
                let is_costlier =
                    |it: &MistakeSighting| it.turn == turn && it.mistake < mistake && !it.is_extra;
                let follows = |it: &&MistakeSighting| {
                    self.traits[mistake].is_failure && it.turn == turn && it.is_missing
                };
                let (earlier, later) = conversation.split_at(first);
                let before = earlier.iter().chain(later.iter().filter(|it| is_costlier(it)));
                let before = before.filter(|it| !follows(it));
                let before = before.map(|sighting| sighting.mistake);
                let before = before.filter(|it| *it != mistake && candidates.contains(it)).collect();
                found.insert(index, before);
            }
        }
        found
    }

    /// Returns whether these mistakes may well show before another one in so many conversations though they have nothing to do with it:
    /// they show in so many others, too, and leave the conversation in step.
    fn is_by_chance(&self, named: &[usize], conversations: usize) -> bool {
        if named.iter().all(|mistake| self.traits[*mistake].effect == MistakeEffect::Steps) {
            return false;
        }
        let showing: BTreeSet<usize> =
            named.iter().flat_map(|mistake| &self.shown[mistake]).copied().collect();
        let share = amount(showing.len()) / amount(self.conversations.len());
        share > COMMON || share.powf(amount(conversations)) > BY_CHANCE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what is told of each mistake that shows after others. The mistakes are numbered from 1, and have the effects `-` for
    /// nothing, `s` for state, `o` for steps, `x` for steps by something too much, `m` for something missing, `f` for a crash and `e` for an end in the wrong place; conversations are parted by `|`, turns by blanks, places in a turn by commas, and in `right` more of them nothing differs.
    fn told(effects: &str, conversations: &str, right: usize) -> Vec<String> {
        let effect = |sign: char| match sign {
            's' | 'm' => MistakeEffect::State,
            'o' | 'x' => MistakeEffect::Steps,
            _ => MistakeEffect::Nothing,
        };
        let (extra, missing) = (effects.find('x'), effects.find('m'));
        let of_turn = |(turn, numbers): (usize, &str)| -> Vec<MistakeSighting> {
            let mistakes = numbers.split(',').map(|number| number.parse::<usize>().expect("a number") - 1);
            let sighting = |mistake| MistakeSighting {
                mistake,
                turn,
                counts: true,
                is_extra: extra == Some(mistake),
                is_missing: missing == Some(mistake),
            };
            mistakes.map(sighting).collect()
        };
        let conversation = |line: &str| line.split_whitespace().enumerate().flat_map(of_turn).collect();
        let mut all: Vec<Vec<MistakeSighting>> = conversations.split('|').map(conversation).collect();
        let shows = |mistake: usize| all.iter().position(|it| it.iter().any(|it| it.mistake == mistake));
        let traits = effects.chars().enumerate().map(|(index, sign)| MistakeTraits {
            effect: effect(sign),
            may_follow: true,
            is_of_the_end: sign == 'e',
            is_failure: sign == 'f',
            example: shows(index),
        });
        let traits: Vec<MistakeTraits> = traits.collect();
        all.extend(vec![Vec::new(); right]);
        let found = precursors(&traits, &all);
        let numbers = |of: &FoundPrecursors| {
            of.mistakes.iter().map(|index| (index + 1).to_string()).collect::<Vec<_>>().join(" ")
        };
        let line = |(index, it): (usize, &FoundPrecursors)| {
            format!("{} after {} in {} of {}", index + 1, numbers(it), it.after, it.of)
        };
        found.iter().enumerate().filter_map(|(index, it)| Some(line((index, it.as_ref()?)))).collect()
    }

    #[test]
    fn a_mistake_comes_after_those_that_show_before_it_in_nearly_all_conversations() {
        let table: [(&str, &str, &str, usize, &[&str]); 18] = [
            ("one before it in each", "ss", "1 2|1 2|1", 17, &["2 after 1 in 2 of 2"]),
            ("the other way round", "ss", "2 1|2 1", 18, &["1 after 2 in 2 of 2"]),
            ("in the same turn the costlier one", "ss", "2,1|1 2", 18, &["2 after 1 in 2 of 2"]),
            ("but not what is too much there", "xo", "2,1|2,1", 18, &["1 after 2 in 2 of 2"]),
            ("a crash does not come after what it lets be missing", "mf", "1,2|1,2", 18, &[]),
            ("but after what was missing earlier", "mf", "1 2|1 1,2", 18, &["2 after 1 in 2 of 2"]),
            ("now before it, now not", "ss", "1 2|2 1", 18, &[]),
            ("one of words changes nothing", "-s", "1 2|1 2", 18, &[]),
            ("in every conversation it may be chance", "ss", "1 2|1 2|1|1", 0, &[]),
            ("in most conversations it may be, too", "ss", "1 2|1 2|1 2|1 2|1 2|1 2|1 2|1 2", 4, &[]),
            (
                "unless the other one is an end in the wrong place",
                "se",
                "1 2|1 2|1|1",
                0,
                &["2 after 1 in 2 of 2"],
            ),
            ("unless it leaves the steps", "os", "1 2|1 2|1|1", 0, &["2 after 1 in 2 of 2"]),
            ("its example must come after it", "ss", "2|1 2|1 2|1 2|1 2|1 2|1 2|1 2|1 2|1 2|1 2", 90, &[]),
            (
                "nine in ten are nearly all",
                "ss",
                "1 2|1 2|1 2|1 2|1 2|1 2|1 2|1 2|1 2|2",
                90,
                &["2 after 1 in 9 of 10"],
            ),
            ("several together", "sss", "1 3|2 3|1 3", 17, &["3 after 1 2 in 3 of 3"]),
            ("no more than four", "ssssss", "1 6|2 6|3 6|4 6|5 6", 95, &[]),
            (
                "the first of a chain",
                "sss",
                "1 2 3|1 2 3|1 2",
                17,
                &["2 after 1 in 3 of 3", "3 after 1 in 2 of 2"],
            ),
            ("of two as good ones the costlier", "sss", "2 1 3|1 2 3|1|2", 16, &["3 after 1 in 2 of 2"]),
        ];
        for (what, effects, conversations, right, expected) in table {
            assert_eq!(told(effects, conversations, right), expected, "{what}");
        }
    }
}
