//! Takes over what staff decide about a class: a comment on a mistake, what it costs, marks for a row. Marks follow at once, for nothing is
//! run or judged again.

use std::path::Path;
use std::sync::Arc;

use super::books::write_books;
use super::class_mistakes::{ClassMistake, class_mistakes};
use super::decided::Decided;
use super::opening::{NoClass, unusable};
use super::same_student::known_of;
use super::store::{ClassReader, ClassStore, DecisionSubject, PlannedState, StaffDecision, StoreFault};
use super::student_row::{StudentRow, student_rows};
use crate::cases::problem::Problem;
use crate::reports::awards::{Awards, Decision};
use crate::reports::marks;
use crate::running::Fault;

/// Who decides, and why.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decider<'a> {
    /// The name.
    pub(crate) who: &'a str,
    /// The reason.
    pub(crate) note: &'a str,
}

/// What somebody wants to decide about a mistake.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum MistakeDecision<'a> {
    /// To say this to all who made it; nothing takes back what was said.
    Comment(Option<&'a str>),
    /// To let it cost these marks; nothing lets it cost what it does by the suite.
    Price(Option<f64>),
}

/// Marks that somebody wants to give.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct GivenMarks {
    /// The row of the class, by its place.
    pub(super) student: usize,
    /// The row of the mark sheet, and its marks.
    pub(super) decision: Decision,
}

/// What a decision has changed.
#[derive(Debug)]
pub(crate) struct DecisionOutcome {
    /// How many decisions are new; what was so before is none.
    pub(crate) new: usize,
    /// Who has other marks than before: what the student is called, and the total before and after.
    pub(crate) changes: Vec<(String, f64, f64)>,
    /// How many students made the mistake that it is about; none for an award.
    pub(crate) made: usize,
}

/// A class that is open for decisions.
pub(super) struct OpenClass<'a> {
    folder: &'a Path,
    store: Arc<ClassStore>,
    pub(super) rows: Vec<StudentRow>,
}

/// Decides about the mistake that is called `key`: its key, or the first digits of what the list of mistakes calls it.
///
/// # Errors
/// A folder in which no class is kept, a mistake that nobody made, and a price that is more than the row is worth.
pub(crate) fn decide_about_mistake(
    folder: &Path,
    key: &str,
    about: &MistakeDecision<'_>,
    decider: Decider<'_>,
) -> Result<DecisionOutcome, NoClass> {
    let class = OpenClass::open(folder)?;
    let all = class_mistakes(&class.rows);
    let mistake = meant(folder, &all, key)?;
    let so_far = class.so_far()?;
    let pending = match about {
        MistakeDecision::Comment(text) => {
            let old = so_far.comments.get(&mistake.key).cloned();
            let subject = DecisionSubject::Comment(mistake.key.clone());
            PendingDecision { subject, old, old_note: None, new: text.map(str::to_string), note: None }
        }
        MistakeDecision::Price(price) => {
            class.check_price(mistake, *price)?;
            let old = so_far.prices.get(&mistake.key).map(ToString::to_string);
            let subject = DecisionSubject::Price(mistake.key.clone());
            PendingDecision {
                subject,
                old,
                old_note: None,
                new: price.map(|price| price.to_string()),
                note: None,
            }
        }
    };
    Ok(DecisionOutcome { made: mistake.students.len(), ..class.keep(vec![pending], decider)? })
}

/// Returns the mistake that is called so.
fn meant<'a>(folder: &Path, all: &'a [ClassMistake], key: &str) -> Result<&'a ClassMistake, Problem> {
    if let Some(found) = all.iter().find(|mistake| mistake.key == key) {
        return Ok(found);
    }
    let found: Vec<&ClassMistake> =
        all.iter().filter(|mistake| !key.is_empty() && mistake.short.starts_with(key)).collect();
    match &found[..] {
        [only] => Ok(only),
        [] => Err(Problem::of_file(key, "nobody in the class made a mistake that is called so")
            .help(format!("see `harness mistakes {}` for what they are called", folder.display()))),
        several => {
            Err(Problem::of_file(key, format!("{} mistakes begin so", several.len()))
                .help("give more digits"))
        }
    }
}

/// A decision before anybody has taken it.
#[derive(Debug)]
pub(super) struct PendingDecision {
    subject: DecisionSubject,
    /// What was so before, and what shall be so; nothing where nothing is.
    old: Option<String>,
    new: Option<String>,
    /// Why it was so, where marks that a person gave are decided about.
    old_note: Option<String>,
    /// Why, where that is another reason than that of all.
    note: Option<String>,
}

impl PendingDecision {
    /// Returns the decision; nothing where all of it was so before. Marks that are given again for another reason are decided anew.
    fn decided_by(self, decider: Decider<'_>) -> Option<StaffDecision> {
        let note = self.note.unwrap_or_else(|| decider.note.to_string());
        let is_another_reason = !note.is_empty() && self.old_note.is_some_and(|old| old != note);
        let (old, new) = (self.old.unwrap_or_default(), self.new.unwrap_or_default());
        let (time, who, subject) = (String::new(), decider.who.to_string(), self.subject);
        (old != new || is_another_reason).then_some(StaffDecision { time, who, subject, old, new, note })
    }
}

impl<'a> OpenClass<'a> {
    /// Opens the class in `folder`, which must be there.
    pub(super) fn open(folder: &'a Path) -> Result<Self, NoClass> {
        let fault = |fault: StoreFault| unusable(folder, fault);
        // Nothing is made where there is no class.
        drop(ClassReader::open(folder).map_err(fault)?);
        let store = ClassStore::open(folder).map_err(fault)?;
        let rows = student_rows(store.reader()).map_err(fault)?;
        Ok(Self { folder, store, rows })
    }

    /// Returns what holds before anything new is decided.
    fn so_far(&self) -> Result<Decided, NoClass> {
        let decisions = self.store.reader().decisions().map_err(|fault| unusable(self.folder, fault))?;
        Ok(Decided::after(&decisions))
    }

    /// Refuses a price above what the mistake's row is worth.
    fn check_price(&self, mistake: &ClassMistake, price: Option<f64>) -> Result<(), Problem> {
        let sheets = self.rows.iter().filter_map(|row| row.marks.as_ref());
        let row = sheets.flat_map(|marks| &marks.mark_sheet).find(|row| row.row == mistake.row);
        let Some((row, price)) = row.zip(price).filter(|(row, price)| *price > row.out_of) else {
            return Ok(());
        };
        let message = format!("the row `{}` is worth {}, not {price}", row.row, marks(row.out_of));
        Err(Problem::of_file(&mistake.short, message).help("let it cost at most what its row is worth"))
    }

    /// Returns what giving these marks changes.
    ///
    /// # Errors
    /// What is wrong with them: a problem of the student.
    pub(super) fn award(
        &self,
        GivenMarks { student, decision }: GivenMarks,
    ) -> Result<PendingDecision, NoClass> {
        let row = &self.rows[student];
        let called = row.called();
        let fault = |fault: StoreFault| unusable(self.folder, fault);
        let PlannedState::Submission(submission) = &row.planned.state else {
            return Err(nothing_to_award(&called, row).into());
        };
        let Some(results) = row.results(self.store.reader()).map_err(fault)? else {
            return Err(nothing_to_award(&called, row).into());
        };
        let Decision { row: name, marks, note } = decision.clone();
        Awards::none().decide(&results, decision).map_err(|problem| Problem {
            message: format!("{}: {}", problem.file, problem.message),
            file: called.clone(),
            ..problem
        })?;
        let held = row.awarded.get(&name);
        let (old, old_note) = (held.map(|(marks, _)| marks.to_string()), held.map(|(_, note)| note.clone()));
        let (clues, submission) = (Box::new(known_of(&row.planned)), submission.clone());
        let subject = DecisionSubject::Award { student: called, clues, submission, row: name };
        Ok(PendingDecision { subject, old, old_note, new: marks.map(|marks| marks.to_string()), note })
    }

    /// Keeps what is new of these changes, all of them or none, and writes the gradebook again.
    pub(super) fn keep(
        &self,
        changes: Vec<PendingDecision>,
        decider: Decider<'_>,
    ) -> Result<DecisionOutcome, NoClass> {
        let fault = |fault: StoreFault| unusable(self.folder, fault);
        let changes: Vec<StaffDecision> =
            changes.into_iter().filter_map(|pending| pending.decided_by(decider)).collect();
        self.store.decide(&changes).map_err(fault)?;
        let rows = student_rows(self.store.reader()).map_err(fault)?;
        write_books(self.folder, self.store.reader(), &rows)
            .map_err(Fault::while_doing("write the gradebook"))?;
        let others = self.rows.iter().zip(&rows).filter_map(|(before, after)| {
            let (before, now) = (before.total()?, after.total()?);
            ((before - now).abs() > 1e-9).then(|| (after.called(), before, now))
        });
        Ok(DecisionOutcome { new: changes.len(), changes: others.collect(), made: 0 })
    }
}

fn nothing_to_award(called: &str, row: &StudentRow) -> Problem {
    let message = format!("there is nothing that could be awarded: {}", row.status);
    Problem::of_file(called, message).help("award rows of submissions that are marked")
}
