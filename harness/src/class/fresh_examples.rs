//! What the students' copy of results shows instead of cases that are not public: fresh cases with the same mistakes.

use serde::{Deserialize, Serialize};

use crate::marks::mistake::Mistake;
use crate::reports::results::{CaseResult, Results};

/// What differs in the students' copy of results, besides what nobody shows them.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct FreshExamples {
    /// The mistakes, as the fresh cases show them.
    mistakes: Vec<Mistake>,
    /// The fresh cases.
    twins: Vec<CaseResult>,
}

impl FreshExamples {
    /// Returns those of results in which mistakes are shown by fresh cases.
    pub(super) fn of(results: &Results) -> Self {
        Self { mistakes: results.mistakes.clone(), twins: results.twins.clone() }
    }

    /// Returns them as they are kept.
    pub(super) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("plain JSON")
    }

    /// Returns results of the same submission in which these show the mistakes.
    pub(super) fn shown_in(self, results: Results) -> Results {
        Results { mistakes: self.mistakes, twins: self.twins, ..results }
    }
}
