//! What tutors have awarded, schema `harness-awards/1`. It is kept beside the results, for a new run writes these anew.

use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Audience;
use super::results::{HARNESS, Results, RowResult};
use super::store::write_whole;
use crate::cases::problem::{Problem, nearest};
use crate::marks::round;

/// The name and version of the format.
const SCHEMA: &str = "harness-awards/1";

/// The file of awards in a folder of reports.
const AWARDS: &str = "awards.json";

/// Marks are compared up to this.
const ROUNDING: f64 = 1e-6;

/// What tutors have awarded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Awards {
    schema: String,
    awards: Vec<TutorAward>,
}

/// Marks for one row of one submission.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct TutorAward {
    target_digest: String,
    row: String,
    awarded: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// What a tutor says about a row.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// The row.
    pub row: String,
    /// The marks; nothing takes an award back.
    pub marks: Option<f64>,
    /// Why.
    pub note: Option<String>,
}

impl Decision {
    /// Returns what `ROW=MARKS` says; `ROW=` takes an award back.
    ///
    /// # Errors
    /// Another text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (row, marks) = text.rsplit_once('=').ok_or("write ROW=MARKS, such as style=0.2")?;
        let number =
            |marks: &str| marks.parse::<f64>().ok().filter(|marks| marks.is_finite() && *marks >= 0.0);
        let marks = match marks.trim() {
            "" => None,
            text => Some(number(text).ok_or_else(|| format!("`{text}` is no number of marks"))?),
        };
        Ok(Self { row: row.trim().to_string(), marks, note: None })
    }
}

impl Awards {
    /// Returns no awards.
    pub(crate) fn none() -> Self {
        Self { schema: SCHEMA.to_string(), awards: Vec::new() }
    }

    /// Returns the awards that are kept in `folder`; none if there is no file of them.
    ///
    /// # Errors
    /// A file that cannot be read, or that is another one.
    pub fn read(folder: &Path) -> Result<Self, Problem> {
        let path = folder.join(AWARDS);
        let problem = |message: &str| {
            Problem::of_file(&path.display().to_string(), message).help("move the file away, or repair it")
        };
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Self::none());
            }
            Err(error) => return Err(problem("failed to read").because(error)),
        };
        let awards: Self =
            serde_json::from_str(&text).map_err(|error| problem("holds no awards").because(error))?;
        if awards.schema != SCHEMA {
            let message = format!("has the schema `{}`; this program reads `{SCHEMA}`", awards.schema);
            return Err(problem(&message));
        }
        Ok(awards)
    }

    /// Writes the awards into `folder`.
    ///
    /// # Errors
    /// What could not be written.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let text = serde_json::to_string_pretty(self).expect("awards are plain JSON") + "\n";
        write_whole(&folder.join(AWARDS), Audience::Student, |out| out.write_all(text.as_bytes()))
    }

    /// Takes over a decision about the submission of `results`.
    ///
    /// # Errors
    /// A row that is not there or is not a tutor's, and marks that it cannot have.
    pub fn decide(&mut self, results: &Results, decision: Decision) -> Result<(), Problem> {
        let row = row(results, &decision.row)?;
        if let Some(marks) = decision.marks {
            check(row, marks)?;
        }
        let digest = &results.target_digest;
        self.awards.retain(|award| award.row != decision.row || award.target_digest != *digest);
        if let Some(awarded) = decision.marks {
            let Decision { row, note, .. } = decision;
            self.awards.push(TutorAward { target_digest: digest.clone(), row, awarded, note });
        }
        self.awards
            .sort_by(|one, other| (&one.target_digest, &one.row).cmp(&(&other.target_digest, &other.row)));
        Ok(())
    }

    /// Returns results with the awards for their submission; rows that were awarded by a tutor before and are not
    /// any more are pending. An award that its row cannot have any more is left out.
    #[must_use]
    pub fn apply(&self, mut results: Results) -> Results {
        for row in results.mark_sheet.iter_mut().filter(|row| row.by != HARNESS) {
            let award = self.awards.iter().find(|award| {
                award.target_digest == results.target_digest
                    && award.row == row.row
                    && check(row, award.awarded).is_ok()
            });
            row.by = if award.is_some() { "tutor" } else { "pending" }.to_string();
            row.awarded = award.map_or(0.0, |award| round(award.awarded));
            row.note = award.and_then(|award| award.note.clone());
        }
        let sum = |by: &str, marks: fn(&RowResult) -> f64| {
            round(results.mark_sheet.iter().filter(|row| row.by == by).map(marks).sum())
        };
        results.summary.tutor = sum("tutor", |row| row.awarded);
        results.summary.pending = sum("pending", |row| row.out_of);
        results
    }

    /// Returns whether there are awards, but none for the submission of `results`.
    pub fn are_for_others(&self, results: &Results) -> bool {
        !self.awards.is_empty()
            && self.awards.iter().all(|award| award.target_digest != results.target_digest)
    }
}

fn row<'a>(results: &'a Results, name: &str) -> Result<&'a RowResult, Problem> {
    let rows = &results.mark_sheet;
    let Some(row) = rows.iter().find(|row| row.row == name) else {
        let problem = Problem::of_file(name, "the mark sheet has no such row");
        let names: Vec<&str> = rows.iter().map(|row| row.row.as_str()).collect();
        let help = match nearest(name, names.iter().copied()) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("its rows are {}", names.join(", ")),
        };
        return Err(problem.help(help));
    };
    if row.by == HARNESS {
        let problem = Problem::of_file(name, "this row is awarded by the harness");
        return Err(problem.help("award rows that are pending"));
    }
    Ok(row)
}

fn check(row: &RowResult, marks: f64) -> Result<(), Problem> {
    let problem = |message: String| Problem::of_file(&row.row, message);
    if marks > row.out_of + ROUNDING {
        let message = format!("this row is worth {}, not {marks}", row.out_of);
        return Err(problem(message).help("award at most what it is worth"));
    }
    let Some(step) = row.step else { return Ok(()) };
    let nearest = (marks / step).round() * step;
    if (marks - nearest).abs() > ROUNDING {
        let message = format!("this row is awarded in steps of {step}; {marks} is none");
        return Err(problem(message).help(format!("the nearest is {}", round(nearest))));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(step: Option<f64>) -> RowResult {
        RowResult {
            row: "style".to_string(),
            title: "Style".to_string(),
            awarded: 0.0,
            out_of: 3.0,
            by: "pending".to_string(),
            without_cases: false,
            step,
            note: None,
            files: Vec::new(),
            tests: Vec::new(),
            dice: Vec::new(),
        }
    }

    #[test]
    fn marks_are_between_nothing_and_the_maximum_in_steps() {
        for (step, marks, expected) in [
            (None, 3.0, None),
            (None, 0.0, None),
            (None, 3.1, Some("this row is worth 3, not 3.1")),
            (Some(0.3), 0.9, None),
            (Some(0.3), 3.0, None),
            (Some(0.3), 1.0, Some("this row is awarded in steps of 0.3; 1 is none")),
        ] {
            let message = check(&row(step), marks).err().map(|problem| problem.message);
            assert_eq!(message.as_deref(), expected, "{marks}");
        }
    }

    #[test]
    fn a_decision_is_a_row_and_marks() {
        let parsed = |text| Decision::parse(text).map(|decision| (decision.row, decision.marks));
        assert_eq!(parsed("style=0.2"), Ok(("style".to_string(), Some(0.2))));
        assert_eq!(parsed("style="), Ok(("style".to_string(), None)));
        for text in ["style", "style=much", "style=-1", "style=nan", "style=inf"] {
            assert!(parsed(text).is_err(), "{text}");
        }
    }
}
