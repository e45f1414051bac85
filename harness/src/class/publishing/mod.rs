//! Makes of a class in one step what students and platforms get: pages, feedback archives, and tables of grades.
//!
//! Everything goes through one outbox, which looks into each file for what is hidden and publishes all of them or none.

mod feedback;
mod grades;
mod outbox;
mod pages;
mod secrets;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::comparing::earlier_marks;
use super::doubts::{Doubt, doubts};
use super::lost_awards::lost_awards;
use super::opening::{NoClass, unusable};
use super::page_names::page_names;
use super::status::RowStatus;
use super::store::{ClassReader, StoreFault};
use super::student_row::{StudentRow, student_rows};
use crate::cases::Suite;
use crate::cases::problem::Problem;
use crate::class::naming::Platform;
use crate::reports::count;
use crate::running::Fault;
use feedback::{ClassFeedback, feedback_name, takes_archives};
use grades::{Grading, MarkedStudent};
use outbox::{NotPublished, Outbox};
use pages::{StudentPage, student_page};
use secrets::Secrets;

/// What is to be published of a class.
pub(crate) struct PublishRequest<'a> {
    /// The folder of the class.
    pub(crate) folder: &'a Path,
    /// The suite by which it was marked.
    pub(crate) suite: &'a Suite,
    /// The tables of grades to be filled.
    pub(crate) tables: &'a [PathBuf],
    /// An earlier run of the class, than which nobody's marks in the tables shall be lower.
    pub(crate) keep: Option<&'a Path>,
    /// How the assignment is called in them, if the user says so.
    pub(crate) assignment: Option<&'a str>,
}

/// What was published of a class.
#[derive(Debug)]
pub(crate) struct Published {
    /// The folder in which all of it stands.
    pub(crate) folder: PathBuf,
    /// What stands in it, a line for each kind.
    pub(crate) made: Vec<String>,
    /// What a person should know.
    pub(crate) notes: Vec<String>,
}

/// Makes the pages of all students whose submissions are marked, an archive of them for the platform that they came from, and fills tables of
/// grades. What was published before stays until all of that is there.
///
/// # Errors
/// A class that was marked by another version of the suite, tables that cannot be filled, and anything hidden that would be shown.
pub(crate) fn publish(request: &PublishRequest<'_>) -> Result<Published, NoClass> {
    let fault = |fault: StoreFault| unusable(request.folder, fault);
    let reader = Arc::new(ClassReader::open(request.folder).map_err(fault)?);
    let rows = student_rows(&reader).map_err(fault)?;
    let lost = lost_awards(&reader, &rows).map_err(fault)?;
    let platform = Platform::named(&reader.about("platform").map_err(fault)?);
    let secrets = Secrets::of(request.suite);
    let outbox = Outbox::new(request.folder, &secrets).map_err(|why| unwritten(request.folder, why))?;
    let publishing = Publishing { request, reader: &reader, rows: &rows, platform, outbox: &outbox };
    let mut published = Published { folder: PathBuf::new(), made: Vec::new(), notes: lost };
    published.notes.extend(notes(&rows));
    publishing.pages(&mut published)?;
    publishing.grades(&mut published)?;
    published.folder = outbox.publish().map_err(|why| unwritten(request.folder, why))?;
    Ok(published)
}

struct Publishing<'a> {
    request: &'a PublishRequest<'a>,
    reader: &'a Arc<ClassReader>,
    rows: &'a [StudentRow],
    platform: Platform,
    outbox: &'a Outbox<'a>,
}

impl Publishing<'_> {
    /// Makes the page of each student, and the archive that brings it to them.
    fn pages(&self, published: &mut Published) -> Result<(), NoClass> {
        let mut feedback = self.feedback()?;
        let mut pages = 0;
        for (row, name) in self.rows.iter().zip(page_names(self.rows)) {
            let Some(page) = self.page(row)? else { continue };
            let name = format!("pages/{name}/report.html");
            self.outbox.add(&name, &page.html).map_err(|why| self.refused(why))?;
            self.outbox.look_at(&name, &page.text).map_err(|why| self.refused(why))?;
            pages += 1;
            let Some(feedback) = &mut feedback else { continue };
            let added = feedback.add(row, &page).map_err(|why| unwritten(self.request.folder, why))?;
            published.notes.extend(added.err().map(|why| format!("{}: {why}", row.called())));
        }
        published.made.push(format!("pages/: {pages} pages, one for each student"));
        if let Some(feedback) = feedback {
            let packed = feedback.finish().map_err(|why| unwritten(self.request.folder, why))?;
            let (name, platform) = (feedback_name(self.platform), self.platform);
            published.made.push(format!("{name}: {packed} of them, as {platform} takes them"));
        }
        Ok(())
    }

    /// Begins the archive of feedback, if the platform takes one.
    fn feedback(&self) -> Result<Option<ClassFeedback>, NoClass> {
        if !takes_archives(self.platform) {
            return Ok(None);
        }
        let file = self.outbox.create(&feedback_name(self.platform));
        let file = file.map_err(|why| unwritten(self.request.folder, why))?;
        Ok(Some(ClassFeedback::new(self.platform, file, self.rows)))
    }

    /// Returns the page of a row, if there is a mark in it.
    fn page(&self, row: &StudentRow) -> Result<Option<StudentPage>, NoClass> {
        let fault = |fault: StoreFault| unusable(self.request.folder, fault);
        let Some(results) = row.results_with_twins(self.reader).map_err(fault)? else { return Ok(None) };
        if results.suite_digest != self.request.suite.digest {
            let name = self.request.folder.display().to_string();
            return Err(Problem::of_file(&name, "was marked by another version of the suite")
                .help("give the command that marked the class again, then publish")
                .into());
        }
        let page = student_page(self.request.suite, self.reader, row, results);
        page.map(Some).map_err(|error| Fault::while_doing("make a page")(error).into())
    }

    /// Fills the tables of grades with the marks of whoever lacks none.
    fn grades(&self, published: &mut Published) -> Result<(), NoClass> {
        let called: Vec<String> = self.rows.iter().map(StudentRow::called).collect();
        let earlier = self.earlier(published)?;
        let marked = self.rows.iter().zip(&called).zip(earlier).filter_map(|((row, who), earlier)| {
            let now = row.final_marks();
            let marks = [now, earlier].into_iter().flatten().max_by(f64::total_cmp)?;
            if now.is_none_or(|now| now < marks - 0.005) {
                let now = now.map_or("none".to_string(), crate::reports::marks);
                let kept = crate::reports::marks(marks);
                published
                    .notes
                    .push(format!("{who}: keeps {kept} in tables of grades; the marks now: {now}"));
            }
            Some(MarkedStudent { who, clues: &row.planned.clues, marks })
        });
        let students: Vec<MarkedStudent<'_>> = marked.collect();
        let suite = self.request.suite;
        let grading = Grading {
            students: &students,
            out_of: suite.rows.iter().map(|row| row.out_of).sum(),
            assignment: self.request.assignment.unwrap_or(&suite.title),
            is_named: self.request.assignment.is_some(),
        };
        for path in self.request.tables {
            let file = path.display().to_string();
            let bytes = std::fs::read(path).map_err(|error| Problem::unread(&file, error))?;
            let filled = grades::filled(&file, &bytes, grading)?;
            let mut text = Vec::new();
            filled.table.write(&mut text).map_err(Fault::while_doing("write a table of grades"))?;
            let name = format!("grades-{}.csv", filled.platform.name());
            // A table of staff's holds what staff know; it goes to nobody else.
            let folder = self.request.folder;
            let created = self.outbox.create(&name);
            let mut out = created.map_err(|error| exists(folder, (&file, &name), error))?;
            std::io::Write::write_all(&mut out, &text).map_err(|why| unwritten(folder, why))?;
            let students = count(filled.filled, "student");
            published.made.push(format!("{name}: {file} with the marks of {students}"));
            published.notes.extend(filled.notes.iter().map(|note| format!("{file}: {note}")));
        }
        Ok(())
    }

    /// Returns the marks of each row in the earlier run than which none shall be lower; nothing where there was none.
    fn earlier(&self, published: &mut Published) -> Result<Vec<Option<f64>>, NoClass> {
        let Some(before) = self.request.keep else { return Ok(vec![None; self.rows.len()]) };
        let (marks, gone) = earlier_marks(before, &self.request.suite.name, self.rows)?;
        let told = |who: String| format!("{who}: has marks in {}, and is not in this run", before.display());
        published.notes.extend(gone.into_iter().map(told));
        Ok(marks)
    }

    fn refused(&self, why: NotPublished) -> NoClass {
        match why {
            NotPublished::System(error) => unwritten(self.request.folder, error),
            hidden @ NotPublished::Hidden { .. } => {
                let name = self.request.folder.display().to_string();
                Problem::of_file(&name, "nothing is published").because(hidden)
                    .help("see what the program prints there, or what a comment says; what is hidden must not be guessed")
                    .into()
            }
        }
    }
}

/// Returns why nothing is published where the system lets nothing be written: the folder is the user's, and so is the mend.
fn unwritten(folder: &Path, error: std::io::Error) -> NoClass {
    Problem::of_file(&folder.display().to_string(), "nothing is published, as nothing can be written there")
        .because(error)
        .help("make room or give yourself the right to write there, or copy the folder to where you may write, and publish the copy")
        .into()
}

/// Returns the error of a table that cannot be written into the folder of a class; another one may have its name.
fn exists(folder: &Path, (file, name): (&str, &str), error: std::io::Error) -> NoClass {
    if error.kind() == std::io::ErrorKind::AlreadyExists {
        let problem = Problem::of_file(file, format!("another table is already written to {name}"));
        return problem.help("give one table of each platform").into();
    }
    unwritten(folder, error)
}

/// Returns what a person should look at before: what is doubtful, and whose marks are not there, or not whole.
fn notes(rows: &[StudentRow]) -> Vec<String> {
    let mut notes: Vec<String> = doubts(rows).iter().map(Doubt::sentence).collect();
    let unmarked = rows.iter().filter(|row| row.marks.is_none() && row.status != RowStatus::NotHandedIn);
    notes.extend(unmarked.map(|row| format!("{}: no page and no marks: {}", row.called(), row.status)));
    let lacks_marks = |row: &&StudentRow| row.marks.is_some() && row.final_marks().is_none();
    let pending: Vec<String> = rows.iter().filter(lacks_marks).map(StudentRow::called).collect();
    if !pending.is_empty() {
        let (number, names) = (pending.len(), pending.join(", "));
        notes.push(format!(
            "lacking marks that a person must award, and so in no table of grades: {number}: {names}"
        ));
    }
    notes
}
