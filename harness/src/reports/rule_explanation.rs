//! Which rules a submission breaks, by which replays that is proved, and what else was tried, as text.

use std::fmt::Write as _;

use super::explanation::{one_line, visible};
use super::numbers::count;
use crate::cases::Suite;
use crate::diagnosis::{
    BendEvidence, BendVerdict, BrokenRule, Diagnosis, Objection, TellingLine, TellingTurn, TriedBend,
};

/// Returns the broken rules with what proves them, what one run only tells of, and what was rejected, each with its reason. The rules
/// in `charged` are paid for.
pub(crate) fn text(suite: &Suite, diagnosis: &Diagnosis, charged: &[BrokenRule]) -> String {
    if diagnosis.is_given_up {
        return "the search for broken rules was given up: it would take too long\n".to_string();
    }
    let Diagnosis { broken, tried, explained_away, .. } = diagnosis;
    let (perhaps, mut rejected): (Vec<_>, Vec<_>) =
        tried.iter().partition(|tried| tried.evidence.verdict() == BendVerdict::Perhaps);
    let (missing, away): (Vec<_>, Vec<_>) =
        explained_away.iter().partition(|tried| tried.evidence.objection() == Objection::Misses);
    rejected.extend(missing);
    let mut text = section("Broken rules", broken, |rule| named(suite, rule, charged));
    text +=
        &section("Perhaps, for one run tells of it (this costs nothing)", &perhaps, |it| maybe(suite, it));
    text += &section("Tried and rejected", &rejected, |it| vec![line(suite, it, &reason(&it.evidence))]);
    let title = "Told of only as long as the broken rules above were not known";
    text += &section(title, &away, |it| vec![line(suite, it, &reproduced(&it.evidence))]);
    if broken.is_empty() { format!("no rule is named\n\n{text}") } else { text }.trim_end().to_string() + "\n"
}

/// Returns a title with lines for each of the items below it; nothing if there is none.
fn section<T>(title: &str, items: &[T], lines: impl Fn(&T) -> Vec<String>) -> String {
    let mut text = String::new();
    if items.is_empty() {
        return text;
    }
    writeln!(text, "{title}").expect("to a string");
    for line in items.iter().flat_map(lines) {
        writeln!(text, "  {}", one_line(&line)).expect("to a string");
    }
    text + "\n"
}

fn named(suite: &Suite, rule: &BrokenRule, charged: &[BrokenRule]) -> Vec<String> {
    let mut lines: Vec<String> = rule.names.iter().map(|name| with_sentence(suite, name)).collect();
    for twin in lines.iter_mut().skip(1) {
        *twin = format!("or {twin}, which says the same in these runs");
    }
    let row = rule.names.first().and_then(|name| suite.bends.get(name)).map_or("", |bend| &bend.row);
    lines.push(if charged.iter().any(|it| it.names == rule.names) {
        format!("    the row {row} pays for it")
    } else {
        "    it is not charged: a row would lose more for it than without it, or nobody knows which row"
            .to_string()
    });
    lines.push(format!("    {}", evidence(&rule.evidence)));
    lines.extend(rule.shortest.iter().flat_map(telling));
    lines
}

fn maybe(suite: &Suite, tried: &TriedBend) -> Vec<String> {
    let mut lines = vec![with_sentence(suite, &tried.name)];
    lines.extend(tried.shortest.iter().flat_map(telling));
    lines
}

fn with_sentence(suite: &Suite, name: &str) -> String {
    format!("{name}: {}", suite.bends.get(name).map_or("", |bend| bend.sentence.as_str()))
}

fn line(suite: &Suite, tried: &TriedBend, reason: &str) -> String {
    format!("{} ({reason})", with_sentence(suite, &tried.name))
}

fn evidence(evidence: &BendEvidence) -> String {
    format!("{}; {}; {}", reproduced(evidence), contradicted(evidence), explained(evidence))
}

fn reproduced(evidence: &BendEvidence) -> String {
    let told = evidence.told.len();
    let all = count(told + evidence.missed, "telling run");
    format!("the first wrong turn is reproduced in {told} of {all}")
}

fn contradicted(evidence: &BendEvidence) -> String {
    match evidence.against {
        0 => "no right run contradicts".to_string(),
        1 => "contradicted by 1 right run".to_string(),
        against => format!("contradicted by {against} right runs"),
    }
}

fn explained(evidence: &BendEvidence) -> String {
    format!("{:.0} % of what is wrong in such a run is explained", evidence.mean_gain() * 100.0)
}

/// Returns why a bend is not named, with the number that says so.
fn reason(evidence: &BendEvidence) -> String {
    match evidence.objection() {
        Objection::Misses | Objection::OneRun => reproduced(evidence),
        Objection::Contradicted => contradicted(evidence),
        Objection::ExplainsTooLittle => format!("too little: {}", explained(evidence)),
        Objection::DiceWereKept => "dice were kept that it would have thrown again".to_string(),
        Objection::Rival => "something else explains the same runs, and more".to_string(),
    }
}

fn telling(turn: &TellingTurn) -> Vec<String> {
    let mut lines = vec![format!("    shortest: {}, turn {}", turn.case, turn.turn)];
    let demands = if turn.beside.is_empty() { "the text demands" } else { "but for this rule" };
    if !turn.beside.is_empty() {
        let are = if turn.beside.len() == 1 { "is" } else { "are" };
        lines.push(format!("      here {} {are} taken as broken already", turn.beside.join(", ")));
    }
    if turn.lines.is_empty() {
        lines.push("      the game ends there, or goes on, in another way".to_string());
    }
    for TellingLine { expected, bent, printed } in &turn.lines {
        let said = [(demands, expected), ("the bent game says", bent), ("the program said", printed)];
        for (who, line) in said {
            let line = line.as_ref().map_or("(nothing)".to_string(), |line| visible(line));
            lines.push(format!("      {who:<18}  {line}"));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::select;
    use crate::cases::source::SuiteSource;

    fn tried(suite: &Suite, at: usize, evidence: BendEvidence) -> TriedBend {
        TriedBend { name: bend_name(suite, at).to_string(), evidence, shortest: None }
    }

    fn bend_name(suite: &Suite, at: usize) -> &'static str {
        let game = crate::expected::bendable(suite).expect("its rules can be bent");
        game.bends()[at]
    }

    #[test]
    fn what_is_named_is_told_with_its_proof_and_what_is_not_with_its_reason() {
        let suite = select::suite(&SuiteSource::Inside, "gekitai").expect("it is valid");
        let line = TellingLine {
            expected: Some("X: 2".to_string()),
            bent: Some("X: 1".to_string()),
            printed: Some("X: 1".to_string()),
        };
        let turn = TellingTurn { case: "a/b".to_string(), turn: 3, beside: Vec::new(), lines: vec![line] };
        let rule = BrokenRule {
            names: [0, 1].map(|at| bend_name(&suite, at).to_string()).to_vec(),
            evidence: BendEvidence::of(4, 0, 0, 4.0),
            shortest: Some(turn),
        };
        let diagnosis = Diagnosis {
            broken: vec![rule.clone()],
            tried: vec![
                tried(&suite, 2, BendEvidence::of(1, 0, 0, 1.0)),
                tried(&suite, 3, BendEvidence::of(1, 2, 0, 0.0)),
                tried(&suite, 4, BendEvidence::of(2, 0, 5, 2.0)),
                tried(&suite, 5, BendEvidence::of(2, 0, 0, 0.5)),
            ],
            explained_away: vec![
                tried(&suite, 6, BendEvidence::of(0, 4, 0, 0.0)),
                tried(&suite, 7, BendEvidence::of(3, 0, 0, 3.0)),
            ],
            ..Diagnosis::default()
        };
        let sentence = |at: usize| with_sentence(&suite, bend_name(&suite, at));
        let row = &suite.bends[bend_name(&suite, 0)].row;
        let expected = [
            "Broken rules".to_string(),
            format!("  {}", sentence(0)),
            format!("  or {}, which says the same in these runs", sentence(1)),
            format!("      the row {row} pays for it"),
            "      the first wrong turn is reproduced in 4 of 4 telling runs; no right run contradicts; \
             100 % of what is wrong in such a run is explained"
                .to_string(),
            "      shortest: a/b, turn 3".to_string(),
            "        the text demands    X: 2".to_string(),
            "        the bent game says  X: 1".to_string(),
            "        the program said    X: 1".to_string(),
            String::new(),
            "Perhaps, for one run tells of it (this costs nothing)".to_string(),
            format!("  {}", sentence(2)),
            String::new(),
            "Tried and rejected".to_string(),
            format!("  {} (the first wrong turn is reproduced in 1 of 3 telling runs)", sentence(3)),
            format!("  {} (contradicted by 5 right runs)", sentence(4)),
            format!("  {} (too little: 25 % of what is wrong in such a run is explained)", sentence(5)),
            format!("  {} (the first wrong turn is reproduced in 0 of 4 telling runs)", sentence(6)),
            String::new(),
            "Told of only as long as the broken rules above were not known".to_string(),
            format!("  {} (the first wrong turn is reproduced in 3 of 3 telling runs)", sentence(7)),
            String::new(),
        ];
        assert_eq!(text(&suite, &diagnosis, &[rule]), expected.join("\n"));
    }

    #[test]
    fn beside_other_broken_rules_it_is_not_the_text_that_demands() {
        let line = TellingLine { expected: Some("X: 2".to_string()), bent: None, printed: None };
        let beside = vec!["one".to_string(), "other".to_string()];
        let turn = TellingTurn { case: "a/b".to_string(), turn: 3, beside, lines: vec![line] };
        assert_eq!(
            telling(&turn),
            [
                "    shortest: a/b, turn 3",
                "      here one, other are taken as broken already",
                "      but for this rule   X: 2",
                "      the bent game says  (nothing)",
                "      the program said    (nothing)",
            ]
        );
    }

    #[test]
    fn it_is_said_where_nothing_is_named() {
        let suite = select::suite(&SuiteSource::Inside, "gekitai").expect("it is valid");
        assert_eq!(text(&suite, &Diagnosis::default(), &[]), "no rule is named\n");
        let given_up = Diagnosis { is_given_up: true, ..Diagnosis::default() };
        assert!(text(&suite, &given_up, &[]).contains("was given up"));
    }
}
