//! What broken rules hide: cases that no longer show what they are about, because a rule of another row is broken before it comes up.
//!
//! Such a case counts nowhere where half of the cases of its row show theirs. Where less is seen it wins if all that it would say of its
//! row is said elsewhere, and rightly: in cases of other rows, or in games that are played anew. If that never comes up in any game by the
//! broken rules, it counts nowhere, and a person decides; else it is judged by the text, or who refuses everything would be paid for what
//! nobody has seen.

use std::collections::{BTreeMap, BTreeSet};

use crate::cases::{Case, Row, Suite};
use crate::comparison::Part;
use crate::diagnosis::own_parts_due;
use crate::judging::Judgement;
use crate::reports::judged::Judged;

/// A case as the broken rules leave it.
pub(super) struct ExplainedCase<'a> {
    pub(super) judged: Judged<'a>,
    /// The case without the rules of other rows, if they hide what it is about.
    pub(super) hidden: Option<HiddenFact<'a>>,
}

/// How a case whose fact the rules of other rows hide is judged without them.
pub(super) struct HiddenFact<'a> {
    pub(super) by_the_text: Judged<'a>,
    /// Whether half of what should be said is said all the same, but nothing of what the case's row is about.
    pub(super) is_half_said: bool,
}

/// What is seen of the rows, though rules of other rows are broken.
pub(super) struct SeenFacts {
    rows: BTreeMap<String, SeenCases>,
    /// The parts that are right somewhere.
    right: BTreeSet<Part>,
}

/// How many cases of a row show what they are about.
#[derive(Default)]
struct SeenCases {
    /// They say something of what the row is about.
    said: usize,
    /// They say half of what should be said.
    half_said: usize,
    all: usize,
    /// The parts for which the row loses marks.
    wrong: BTreeSet<Part>,
    /// What games that were played anew show.
    anew: PlayedAnew,
}

/// What games show that were played anew by the broken rules.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum PlayedAnew {
    /// There are none, or something is wrong in them.
    #[default]
    Nothing,
    /// All of them are right.
    AllRight,
    /// What the row is about comes up in none that can be made up.
    NeverComesUp,
}

/// What becomes of a case.
#[derive(PartialEq, Eq)]
enum Settled {
    /// It is judged as the broken rules leave it.
    AsLeft,
    CountsNowhere,
    ByTheText,
    /// It wins if all that it would say is right elsewhere.
    AsSeenElsewhere,
}

impl SeenFacts {
    pub(super) fn of(explained: &[ExplainedCase<'_>]) -> Self {
        let mut seen = Self { rows: BTreeMap::new(), right: BTreeSet::new() };
        for ExplainedCase { judged, hidden } in explained {
            let counts = judged.judgement.share.is_some();
            let row = seen.row(&judged.case.row);
            row.said += usize::from(hidden.is_none() && counts);
            row.half_said += usize::from(hidden.as_ref().is_none_or(|hidden| hidden.is_half_said) && counts);
            row.all += 1;
            if hidden.is_none() {
                seen.add_parts(&judged.judgement, |_| true);
            }
        }
        seen
    }

    /// Adds what games that were played anew show of a row; none if what it is about comes up in none.
    pub(super) fn add(&mut self, row: &Row, played: &[Judgement]) {
        let is_right = |judgement: &Judgement| judgement.share == Some(1.0);
        self.row(&row.name).anew = match played {
            [] => PlayedAnew::NeverComesUp,
            _ if played.iter().all(is_right) => PlayedAnew::AllRight,
            _ => PlayedAnew::Nothing,
        };
        for judgement in played {
            self.add_parts(judgement, |name| name == row.name);
        }
    }

    fn add_parts(&mut self, judgement: &Judgement, counts_for: impl Fn(&str) -> bool) {
        self.right.extend(&judgement.right);
        for (part, losing) in judgement.wrong.iter() {
            for row in losing.iter().filter(|row| counts_for(row)) {
                self.row(row).wrong.insert(part);
            }
        }
    }

    fn row(&mut self, name: &str) -> &mut SeenCases {
        self.rows.entry(name.to_string()).or_default()
    }

    /// Returns the rows that would lose marks because too little is seen of them, each with the parts that nobody has seen; with none a row
    /// that is about whole games.
    pub(super) fn lacking<'s>(
        &self,
        suite: &'s Suite,
        explained: &[ExplainedCase<'_>],
    ) -> Vec<(&'s Row, BTreeSet<Part>)> {
        let mut lacking: BTreeMap<&str, BTreeSet<Part>> = BTreeMap::new();
        for it in explained.iter().filter(|it| self.settled(it) == Settled::AsSeenElsewhere) {
            let due = due(suite, it.judged.case);
            let unseen: BTreeSet<Part> =
                due.iter().filter(|part| !self.right.contains(part)).copied().collect();
            if due.is_empty() || !unseen.is_empty() {
                lacking.entry(&it.judged.case.row).or_default().extend(unseen);
            }
        }
        lacking.into_iter().filter_map(|(row, parts)| Some((suite.row(row)?, parts))).collect()
    }

    fn settled(&self, explained: &ExplainedCase<'_>) -> Settled {
        let ExplainedCase { judged, hidden } = explained;
        let Some(HiddenFact { is_half_said, .. }) = hidden else { return Settled::AsLeft };
        let seen = &self.rows[judged.case.row.as_str()];
        let is_right = judged.judgement.share == Some(1.0);
        match judged.judgement.share {
            None => Settled::AsLeft,
            Some(_) if *is_half_said && seen.said > 0 => Settled::AsLeft,
            Some(_) if !is_right => Settled::ByTheText,
            Some(_) if !is_half_said && seen.half_said * 2 >= seen.all => Settled::CountsNowhere,
            Some(_) => Settled::AsSeenElsewhere,
        }
    }

    /// Returns the cases as they count.
    pub(super) fn settle<'a>(&self, suite: &Suite, explained: Vec<ExplainedCase<'a>>) -> Vec<Judged<'a>> {
        let settle = |explained: ExplainedCase<'a>| {
            let settled = self.settled(&explained);
            let ExplainedCase { mut judged, hidden } = explained;
            let Some(HiddenFact { by_the_text, .. }) = hidden else { return judged };
            let anew = self.rows[judged.case.row.as_str()].anew;
            match settled {
                Settled::ByTheText => return by_the_text,
                Settled::AsSeenElsewhere if self.is_seen_elsewhere(suite, judged.case) => {}
                Settled::AsSeenElsewhere
                    if anew != PlayedAnew::NeverComesUp || by_the_text.judgement.share != Some(0.0) =>
                {
                    return by_the_text;
                }
                Settled::AsSeenElsewhere | Settled::CountsNowhere => judged.judgement.share = None,
                Settled::AsLeft => {}
            }
            judged
        };
        explained.into_iter().map(settle).collect()
    }

    /// Returns whether all that a case would say of its row is right elsewhere. A row that is about whole games is seen in any.
    fn is_seen_elsewhere(&self, suite: &Suite, case: &Case) -> bool {
        let due = due(suite, case);
        let is_right =
            |part: &Part| self.right.contains(part) && !self.rows[case.row.as_str()].wrong.contains(part);
        if due.is_empty() {
            self.rows[case.row.as_str()].anew == PlayedAnew::AllRight
        } else {
            due.iter().all(is_right)
        }
    }
}

/// Returns the parts in the transcript of a case that say what its row is about.
fn due(suite: &Suite, case: &Case) -> BTreeSet<Part> {
    let due = suite.row(&case.row).map(|row| own_parts_due(suite, case, row)).unwrap_or_default();
    due.into_iter().map(Part::new).collect()
}
