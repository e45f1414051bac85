//! How a conversation was understood, in words: which reading was kept, and for what each number was taken.

use super::ledger::TrailStep;
use super::{HeardRun, book, own_game};
use crate::by_evidence::dialogue::{Asked, Stage, StageKind, Story};
use crate::by_evidence::read::Picture;

/// Returns the steps from what is seen in a run to what is found about its facts.
pub(crate) fn explain(run: &HeardRun<'_>) -> Vec<String> {
    let (story, ledger) = book(run.suite).judge(run, own_game(run.suite));
    let tried = ledger.tried.iter().map(|(says, wrong)| format!("reading: {says}: {wrong} wrong"));
    let mut lines: Vec<String> = tried.collect();
    if !lines.is_empty() {
        lines.push("the reading with the fewest wrong is kept; what several equally good ones disagree about is undecided".to_string());
    }
    for step in &ledger.trail {
        match step {
            TrailStep::Stage(index) => lines.extend(stage(&story, *index)),
            TrailStep::Says(says) => lines.push(format!("  {says}")),
            TrailStep::Finds(fact, found) => lines.push(format!("  {fact} {found}")),
        }
    }
    lines
}

/// Returns what is seen in a stage.
fn stage(story: &Story, index: usize) -> Vec<String> {
    let stage: &Stage = &story.stages[index];
    let kind = story.kind(index);
    let turn = stage.sheet.lines.first().map_or(0, |line| line.place.0);
    let dealt = &stage.dealt;
    let mut lines = vec![format!("turn {turn}: {}; {}", held_in(kind), asked_in(stage))];
    let pips = |dice: &[Picture]| dice.iter().map(|die| die.pips.to_string()).collect::<Vec<_>>().join(" ");
    for (whose, dice) in [("the computer's dice", &dealt.computer), ("dice after the roll", &dealt.rest)] {
        lines.extend((!dice.is_empty()).then(|| format!("  {whose}: {}", pips(dice))));
    }
    lines.extend(dealt.roll.iter().map(|roll| format!("  the player's roll: {}", roll.text())));
    lines.extend(stage.sheet.puzzles.iter().map(|puzzle| format!("  {}", puzzle.why)));
    for number in &stage.sheet.numbers {
        let ideas: Vec<&str> = number.label.unwrap_or_default().names().collect();
        let line = &stage.sheet.lines[number.line];
        let about = if ideas.is_empty() { "nothing known".to_string() } else { ideas.join(", ") };
        let (value, place, text) = (number.value, line.place.1, line.text.trim());
        lines.push(format!("  the number {value} in line {place} is about {about}: {text}"));
    }
    lines
}

/// Returns what a stage should hold, in words.
fn held_in(kind: StageKind) -> &'static str {
    match kind {
        StageKind::Opening => "the computer's rolls, and the first one of the player",
        StageKind::Roll => "another roll of the player",
        StageKind::Ending => "the end of a game",
        StageKind::Farewell => "what comes after the last game",
    }
}

/// Returns what is asked at the end of a stage, and what is answered, in words.
fn asked_in(stage: &Stage) -> String {
    let asked = match stage.asked {
        None => return "nothing is asked".to_string(),
        Some(Asked::Roll) => "whether to roll again",
        Some(Asked::Play) => "whether to play again",
    };
    let answered = stage.answered.map_or("nothing", |is_yes| if is_yes { "yes" } else { "no" });
    format!("asked {asked}, answered {answered}")
}
