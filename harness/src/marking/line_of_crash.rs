//! How the author of a program finds the line at which it used memory that is not its own: by a tool of the language it is written in.

use crate::cases::TargetKind;
use crate::comparison::Detail;
use crate::judging::Judgement;
use crate::reports::judged::Judged;

/// Says of each crash of a program of this kind that tells no line how the line is found, if its language has a tool for that.
pub(super) fn tell_how_to_find_it(judged: &mut [Judged<'_>], kind: Option<TargetKind>) {
    let compiler = match kind {
        Some(TargetKind::C) => "gcc",
        Some(TargetKind::Cpp) => "g++",
        Some(TargetKind::Python | TargetKind::Java | TargetKind::Jar | TargetKind::Executable) | None => {
            return;
        }
    };
    let hint = format!("`{compiler} -g -fsanitize=address` tells the line");
    for judged in judged {
        tell(&mut judged.judgement, &hint);
    }
}

fn tell(judgement: &mut Judgement, hint: &str) {
    let Some(end) = judgement.ended_by.as_mut().filter(|end| end.is_of_memory()) else { return };
    end.hint = Some(hint.to_string());
    judgement.sentence = end.sentence().into();
    for penalised in judgement.deductions.differences_mut() {
        if let Detail::SuddenEnd(end) = &mut penalised.difference.detail {
            end.hint = Some(hint.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::cases::source::SuiteSource;
    use crate::cases::{Cause, Penalty, select};
    use crate::comparison::{Difference, EndedBy, Part, SuddenEnd};
    use crate::judging::{Deduction, Deductions, Penalised, Verdict};
    use crate::recording::Recording;

    /// Returns what is told of a program of this kind that this signal ended: in the sentence of the case, and in that of its difference.
    fn told(kind: Option<TargetKind>, signal: i32) -> [String; 2] {
        let suite = select::suite(&SuiteSource::Inside, "pizza").expect("it is valid");
        let end = SuddenEnd { by: EndedBy::Signal(signal), hint: None };
        let detail = Detail::SuddenEnd(Box::new(end.clone()));
        let difference = Difference::new(Cause::MissingOutput, Part::new("crash"), detail);
        let (row, penalty) = ("menu".to_string(), Penalty::Fails);
        let root = Penalised { number: 0, difference, row, penalty, slip: None, rule: None };
        let deductions = Deductions { all: vec![Deduction::alone(root)] };
        let outcome = (Verdict::Crashed, end.sentence().into());
        let judgement = Judgement::new(outcome, deductions, Some(0.0), BTreeSet::new());
        let judgement = Judgement { ended_by: Some(Box::new(end)), ..judgement };
        let mut judged = [Judged::new(&suite.cases[0], &Recording::default(), judgement)];
        tell_how_to_find_it(&mut judged, kind);
        let [Judged { judgement, .. }] = judged;
        let sentence = judgement.deductions.differences()[0].penalised.difference.sentence();
        [judgement.sentence.into_owned(), sentence]
    }

    #[test]
    fn a_tool_is_told_of_memory_that_is_used_wrongly_in_the_languages_that_have_it() {
        for (kind, signal, tool) in [
            (Some(TargetKind::C), 11, Some("gcc")),
            (Some(TargetKind::Cpp), 7, Some("g++")),
            (Some(TargetKind::Cpp), 8, None),
            (Some(TargetKind::Python), 11, None),
            (Some(TargetKind::Java), 11, None),
            (None, 11, None),
        ] {
            for told in told(kind, signal) {
                let end = tool.map(|tool| format!("; `{tool} -g -fsanitize=address` tells the line"));
                let is_told = end.map_or(!told.contains("fsanitize"), |end| told.ends_with(&end));
                assert!(is_told, "{kind:?} {signal}: {told}");
            }
        }
    }
}
