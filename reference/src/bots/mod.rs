//! Battle of the Sexes (B.O.T.S.): two players roll five dice with four faces each, nine rounds long,
//! and score each final roll in one of nine categories, each category once.
//!
//! - Every turn starts on a cleared screen with the First Interface: title, scoreboard, totals, the
//!   current player, and the prompt for the first roll ([`scoreboard`]).
//! - A player rolls up to three times. After the first and the second roll the dice may be accepted,
//!   re-rolled in whole or in part, or, in secret, replaced ([`command`]).
//! - What the dice would score is shown after every roll ([`category`], [`table`]); the category is
//!   then chosen by name, and a used one is refused.
//! - After nine rounds the higher total wins; equal totals are a tie.
//!
//! Setting `band`: the score of a Band, 30 unless the course says otherwise.

mod category;
mod command;
mod rules;
mod scoreboard;
mod table;
#[cfg(test)]
mod tests;

use crate::bends::{Bends, bent};
use crate::console::{Console, Play, Question, Replies, Throw};
use crate::setup::Setup;

use category::Category;
use command::Command;
pub(crate) use rules::BENDS;
use rules::{
    AskedEnter, BotsRules, Cheat, KeptDice, RefusedCommand, ShownAtTheEnd, ShownOptions, TiedTotals,
};
use scoreboard::{BotsPlayer, Scoreboard};
use table::Row;

/// "Each die is a tetrahedron".
const SIDES: u8 = 4;

/// "There are Five (5) dice to roll".
const ALL_DICE: [usize; 5] = [0, 1, 2, 3, 4];

/// Plays the game to its end (Problem Description 3, 4 and 8).
pub(crate) fn play(setup: &Setup, bends: Bends, console: &mut dyn Console) -> Play {
    let mut rules = bent(BENDS, bends);
    let band = setup.settings.get("band").and_then(|score| score.parse().ok()).unwrap_or(rules.band);
    rules.band = (rules.band_of)(band);
    let mut scoreboard = Scoreboard::new(rules.used);
    let mut rolls_before = 0;
    for player in (0..rules.turns).map(|turn| (rules.turn_of)(turn, rules.turns)) {
        rolls_before = take_turn(player, rolls_before, &rules, &mut scoreboard, console)?;
    }
    end(&scoreboard, &rules, console)
}

/// What was shown in a turn; only by bent rules more than the last dice count.
struct Shown {
    /// The dice whose scores were shown.
    dice: Vec<u8>,
    /// How many rolls of earlier turns are counted.
    rolls_before: usize,
    /// The number of the last roll, those of earlier turns counted.
    rolls: usize,
    /// Whether CHEAT was used.
    cheated: bool,
}

/// Program Logic (1): the First Interface on a cleared screen, then the rolls, then the category. Returns how many rolls the next
/// turn counts as made before: none, unless that rule is bent.
fn take_turn(
    player: BotsPlayer,
    rolls_before: usize,
    rules: &BotsRules,
    scoreboard: &mut Scoreboard,
    console: &mut dyn Console,
) -> Play<usize> {
    console.clear()?;
    scoreboard.show(&scoreboard::FIRST_INTERFACE, rules, console)?;
    console.about("current-player");
    console.say(&format!("{}\n========\n", (rules.announced)(player)))?;
    press_enter(rules, console)?;
    let mut shown = Shown { dice: Vec::new(), rolls_before, rolls: 0, cheated: false };
    let dice = roll_and_decide(&mut shown, rules, console)?;
    if rules.options == ShownOptions::BeforeEachCategoryToo {
        show_input_options(console)?;
    }
    if let Some(category) = choose_category(player, rules, scoreboard, console)? {
        scoreboard.enter(player, category, category.score(&dice, rules), rules);
    }
    Ok(if (rules.counts_rolls_on)(shown.cheated) { shown.rolls } else { 0 })
}

/// Program Logic (2): any line is as good as an empty one.
fn press_enter(rules: &BotsRules, console: &mut dyn Console) -> Play {
    const PROMPT: &str = "Press ENTER to roll dice.";
    console.about("roll-prompt");
    if rules.enter == AskedEnter::NotWaitedFor {
        return console.say(&format!("{PROMPT}\n"));
    }
    console.ask(&Question { name: "enter", prompt: PROMPT, replies: &|| Replies::accepting([""]) })?;
    Ok(())
}

/// Program Logic (2) to (7); returns the dice that are scored: the final ones, by bent rules all that were shown.
fn roll_and_decide(shown: &mut Shown, rules: &BotsRules, console: &mut dyn Console) -> Play<Vec<u8>> {
    let dice = decide(shown, rules, console)?;
    Ok(if rules.counts_earlier_rolls { std::mem::take(&mut shown.dice) } else { dice })
}

/// The same; returns the final dice.
fn decide(shown: &mut Shown, rules: &BotsRules, console: &mut dyn Console) -> Play<Vec<u8>> {
    let first = Throw { sides: rules.sides, before: None, rerolled: &ALL_DICE };
    let mut dice = roll(1, &first, (None, shown), rules, console)?;
    let first = dice.clone();
    let mut rolled_before = Vec::new();
    for number in 2..=rules.rolls {
        if rules.counted_rolls_end_turns && shown.rolls >= rules.rolls {
            break;
        }
        if number == 2 || rules.options != ShownOptions::WithTheFirstTable {
            show_input_options(console)?;
        }
        let mut command = ask_command(number - 1, rules, console)?;
        if rules.cheat == Cheat::AsksForACommandAgain {
            while let Some(Command::Cheat(desired)) = command {
                show_category_scores(&desired, shown, rules, console)?;
                dice = desired;
                command = ask_command(number - 1, rules, console)?;
            }
        }
        shown.cheated |= matches!(command, Some(Command::Cheat(_)));
        match command {
            Some(Command::Save) => {
                if rules.scores_after_save {
                    show_category_scores(&dice, shown, rules, console)?;
                }
                return Ok(dice);
            }
            Some(Command::Roll(positions)) => {
                // Bent rules may leave fewer than five dice.
                let mut positions = (rules.rerolled)(&positions, &rolled_before);
                rolled_before.clone_from(&positions);
                positions.retain(|position| *position < dice.len());
                if rules.kept == KeptDice::BeforeTheOthers {
                    (dice, positions) = kept_first(&dice, &positions);
                }
                if rules.enter == AskedEnter::BeforeEachRoll {
                    press_enter(rules, console)?;
                }
                let again = Throw { sides: rules.sides, before: Some(&dice), rerolled: &positions };
                dice = roll(number, &again, (Some(&first), shown), rules, console)?;
            }
            Some(Command::Cheat(desired)) => {
                let rolled = dice.clone();
                if rules.cheat != Cheat::LeavesTheDice {
                    dice = desired;
                }
                if rules.cheat == Cheat::ShowsTheDiceAsThisRoll {
                    return roll_none(number - 1, &dice, shown, rules, console);
                }
                if rules.cheat == Cheat::ShowsTheDiceAsTheLastRoll {
                    return roll_none(number, &dice, shown, rules, console);
                }
                if rules.cheat == Cheat::ShowsTheDiceAsTheNextRoll {
                    dice = roll_none(number, &dice, shown, rules, console)?;
                    continue;
                }
                if rules.cheat != Cheat::ShowsNoScores {
                    show_category_scores(&dice, shown, rules, console)?;
                }
                if rules.cheat == Cheat::WaitsForSave {
                    wait_for_save(number - 1, rules, console)?;
                }
                if rules.cheat == Cheat::OnlyShowsScores {
                    dice = rolled;
                }
                if rules.cheat != Cheat::RollsOn {
                    return Ok(dice);
                }
            }
            None if rules.refused == RefusedCommand::ShowsTheDiceAsTheNextRoll => {
                dice = roll_none(number, &dice, shown, rules, console)?;
            }
            None => {}
        }
    }
    if rules.options == ShownOptions::WithTheLastTableToo {
        show_input_options(console)?;
    }
    if rules.asks_after_last_roll {
        show_input_options(console)?;
        ask_command(rules.rolls, rules, console)?;
    }
    Ok(dice)
}

/// Asks for commands until one is SAVE; only by bent rules.
fn wait_for_save(roll: usize, rules: &BotsRules, console: &mut dyn Console) -> Play {
    while !matches!(ask_command(roll, rules, console)?, Some(Command::Save)) {
        console.about("input/refusal");
        console.say("ERROR: Invalid input.\n")?;
    }
    Ok(())
}

/// Shows dice as a roll, though none of them is rolled; only by bent rules.
fn roll_none(
    number: usize,
    dice: &[u8],
    shown: &mut Shown,
    rules: &BotsRules,
    console: &mut dyn Console,
) -> Play<Vec<u8>> {
    let none = Throw { sides: rules.sides, before: Some(dice), rerolled: &[] };
    roll(number, &none, (None, shown), rules, console)
}

/// Returns the dice, those at `positions` behind the others, and where they are then; only by bent rules.
fn kept_first(dice: &[u8], positions: &[usize]) -> (Vec<u8>, Vec<usize>) {
    let (thrown, kept): (Vec<usize>, Vec<usize>) =
        (0..dice.len()).partition(|position| positions.contains(position));
    let behind = (kept.len()..dice.len()).collect();
    (kept.into_iter().chain(thrown).map(|position| dice[position]).collect(), behind)
}

/// Program Logic (2): the roll's number, the dice combination, and its category scores. By bent rules they are those of the first roll.
fn roll(
    number: usize,
    throw: &Throw<'_>,
    (first, shown): (Option<&[u8]>, &mut Shown),
    rules: &BotsRules,
    console: &mut dyn Console,
) -> Play<Vec<u8>> {
    console.about(if number == 1 { "roll/first" } else { "roll/again" });
    let told = shown.rolls_before + (rules.roll_number)(number);
    shown.rolls = told;
    let show = |dice: &[u8]| format!("\nRoll #{told} : {:?}\n", (rules.order)(dice.to_vec()));
    let dice = (rules.order)(console.roll(throw, &show)?);
    console.about("category-scores/title");
    console.say("\n")?;
    if number <= rules.scored_rolls {
        let scored = first.filter(|_| rules.shows_first_scores_again).unwrap_or(&dice);
        show_category_scores(scored, shown, rules, console)?;
    }
    Ok(dice)
}

/// Program Logic (2), the table; adds the dice to those of the turn.
fn show_category_scores(
    dice: &[u8],
    shown: &mut Shown,
    rules: &BotsRules,
    console: &mut dyn Console,
) -> Play {
    shown.dice.extend(dice);
    let dice = if rules.counts_earlier_rolls { shown.dice.as_slice() } else { dice };
    let cells = Category::ALL
        .map(|category| (category.part(), (rules.shown_as)(category).score(dice, rules).to_string()));
    console.about("category-scores/title");
    console.say("Category Scores\n")?;
    table::draw("category-scores/frame", &[Row { name: None, cells }], console)
}

/// Program Logic (3).
fn show_input_options(console: &mut dyn Console) -> Play {
    console.about("options");
    console.say(
        "Input Options:\n  \
           SAVE           :- Accept these dice.\n  \
           ROLL           :- Re-roll ALL dice.\n  \
           ROLL d1 ... dn :- Re-roll specified dice only.\n\n",
    )
}

/// Program Logic (4) to (7) after a roll, asked until the reply is a command. Only where that rule is bent, nothing is returned.
fn ask_command(roll: usize, rules: &BotsRules, console: &mut dyn Console) -> Play<Option<Command>> {
    let question = Question { name: "command", prompt: "Input > ", replies: &command::replies };
    loop {
        console.about("input-question");
        let reply = console.ask(&question)?;
        let is_known = |command: &Command| !matches!(command, Command::Cheat(_)) || roll <= rules.cheat_until;
        let command = (rules.parse)(&reply).filter(is_known);
        if command.is_some() {
            return Ok(command);
        }
        console.about("input/refusal");
        console.say("ERROR: Invalid input.\n")?;
        if rules.options == ShownOptions::AfterRefusalsToo {
            show_input_options(console)?;
        }
        if rules.refused != RefusedCommand::AsksAgain {
            return Ok(None);
        }
    }
}

/// Program Logic (8), asked until the player names a category that he has not used. Only where that rule is bent, nothing is returned.
fn choose_category(
    player: BotsPlayer,
    rules: &BotsRules,
    scoreboard: &Scoreboard,
    console: &mut dyn Console,
) -> Play<Option<Category>> {
    let replies = || scoreboard.category_replies(player);
    let question = Question { name: "category", prompt: "Enter your desired category: ", replies: &replies };
    loop {
        console.about("category-question");
        let reply = console.ask(&question)?;
        let category = (rules.category)(&reply);
        let is_used =
            |category: Category| (rules.looked_up)(&reply, category) && scoreboard.has_used(player, category);
        let reason = match category {
            Some(category) if !is_used(category) => return Ok(Some(category)),
            Some(_) => rules.used_reason,
            None => "does not exist",
        };
        console.about("category/refusal");
        console.say(&format!("ERROR: Category '{reply}' {reason}.\n"))?;
        if !(rules.asks_for_category_again)(category.is_some()) {
            return Ok(None);
        }
    }
}

/// Program Logic (9).
fn end(scoreboard: &Scoreboard, rules: &BotsRules, console: &mut dyn Console) -> Play {
    console.clear()?;
    match rules.ending {
        ShownAtTheEnd::TitleScoreboardAndTotals => scoreboard.show(&scoreboard::ENDING, rules, console)?,
        ShownAtTheEnd::Totals => scoreboard.show_totals(&scoreboard::ENDING, rules, console)?,
        ShownAtTheEnd::TheWinnerOnly => {}
    }
    console.about("ending/winner");
    let winner = scoreboard.winner(rules);
    if let Some(player) = winner {
        console.say(&format!("{player} wins!\n"))?;
    }
    let is_told_in_vain =
        rules.tie == TiedTotals::IsToldUnlessSecondPlayerWins && winner == Some(BotsPlayer::One);
    if winner.is_none() || is_told_in_vain { console.say("It's a tie.\n") } else { Ok(()) }
}
