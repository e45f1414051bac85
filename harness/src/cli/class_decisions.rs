//! `harness mistakes`, `comment`, `price` and `award` of a class: what it got wrong, and what staff decide about it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;

use super::{Status, Trouble, print};
use crate::cases::problem::Problem;
use crate::class::{
    ClassMistake, ClassState, Decider, DecisionOutcome, MistakeDecision, award_from, award_student,
    class_state, decide_about_mistake,
};
use crate::reports::awards::Decision;
use crate::reports::{count, marks, safe_line};

/// How many mistakes are told of where nobody asks for all.
const FIRST: usize = 20;

#[derive(Debug, Args)]
pub(super) struct MistakesArgs {
    /// The folder of the class
    #[arg(value_name = "RUN")]
    folder: PathBuf,
    /// Tell of all of them
    #[arg(long)]
    all: bool,
}

#[derive(Debug, Args)]
pub(super) struct CommentArgs {
    /// The folder of the class
    #[arg(value_name = "RUN")]
    folder: PathBuf,
    /// What `harness mistakes` calls the mistake, or its key
    #[arg(value_name = "KEY")]
    key: String,
    /// What to say
    #[arg(value_name = "TEXT", required_unless_present = "undo")]
    text: Option<String>,
    /// Take back what was said
    #[arg(long, conflicts_with = "text")]
    undo: bool,
    #[command(flatten)]
    decider: DeciderArgs,
}

#[derive(Debug, Args)]
pub(super) struct PriceArgs {
    /// The folder of the class
    #[arg(value_name = "RUN")]
    folder: PathBuf,
    /// What `harness mistakes` calls the mistake, or its key
    #[arg(value_name = "KEY")]
    key: String,
    /// The marks
    #[arg(value_name = "MARKS", required_unless_present = "undo", value_parser = number_of_marks)]
    marks: Option<f64>,
    /// Let it cost what it does by the suite
    #[arg(long, conflicts_with = "marks")]
    undo: bool,
    /// Why
    #[arg(long, value_name = "TEXT", default_value = "")]
    note: String,
    #[command(flatten)]
    decider: DeciderArgs,
}

#[derive(Debug, Args)]
pub(super) struct DeciderArgs {
    /// Who decides, for the list of decisions [default: your login name]
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
}

/// Of whom rows of a class are awarded.
#[derive(Debug, Args)]
pub(super) struct ClassAwardArgs {
    /// Award what a table says: who, and a column for each row, as the class's gradebook with its empty fields filled in
    #[arg(long, value_name = "FILE", conflicts_with = "rows")]
    from: Option<PathBuf>,
    /// Award rows of this student of a class, by id or name, or of a group by its submission
    #[arg(long, value_name = "WHO", conflicts_with = "from")]
    student: Option<String>,
    #[command(flatten)]
    decider: DeciderArgs,
}

impl ClassAwardArgs {
    /// Returns whether a class is meant, and not one submission.
    pub(super) fn is_meant(&self) -> bool {
        self.from.is_some() || self.student.is_some()
    }
}

impl DeciderArgs {
    fn who(&self) -> String {
        let login = || ["LOGNAME", "USER"].into_iter().find_map(|name| std::env::var(name).ok());
        let who = self.by.clone().or_else(login).filter(|name| !name.is_empty());
        who.or_else(name_of_user).unwrap_or_else(|| "unknown".to_string())
    }
}

/// Returns what the system calls the user of this process; else the number.
fn name_of_user() -> Option<String> {
    use std::os::unix::fs::MetadataExt as _;
    let number = std::fs::metadata("/proc/self").ok()?.uid().to_string();
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let mut lines = users.lines().map(|line| line.split(':').collect::<Vec<_>>());
    let found = lines.find(|fields| fields.get(2) == Some(&number.as_str()));
    Some(found.map_or(number, |fields| fields[0].to_string()))
}

fn number_of_marks(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|marks| marks.is_finite() && *marks >= 0.0);
    number.ok_or_else(|| "is no number of marks, such as 0.25".to_string())
}

/// Tells which mistakes a class made.
pub(super) fn mistakes(args: &MistakesArgs) -> Result<Status, Trouble> {
    let state = class_state(&args.folder)?;
    let all = state.mistakes();
    let shown = if args.all { all.len() } else { FIRST };
    let marked = state.rows.iter().filter(|row| row.has_marks()).count();
    let (marked, found) = (count(marked, "student"), count(all.len(), "mistake"));
    let mut text = format!("{}: {found} of {marked} that have marks\n", state.suite);
    all.iter().take(shown).for_each(|mistake| text.push_str(&told(&state, mistake)));
    if all.len() > shown {
        let _ = writeln!(
            text,
            "and {} more: harness mistakes --all {}",
            all.len() - shown,
            args.folder.display()
        );
    }
    print(&text)?;
    Ok(Status::Good)
}

fn told(state: &ClassState, mistake: &ClassMistake) -> String {
    let made = mistake.students.len();
    let each = match (marks(mistake.cheapest), marks(mistake.dearest)) {
        (least, most) if least == most => format!("{most} each"),
        (least, most) => format!("{least} to {most} each"),
    };
    let (lost, sentence) = (marks(mistake.lost), safe_line(&mistake.sentence));
    let mut text =
        format!("{}  {}, {lost} marks ({each}): {sentence}\n", mistake.short, count(made, "student"));
    let names = mistake.students.iter().take(5).map(|place| safe_line(&state.rows[*place].called()));
    let more = if made > 5 { format!(" and {} more", made - 5) } else { String::new() };
    let _ = writeln!(text, "          row {}; {}{more}", mistake.row, names.collect::<Vec<_>>().join(", "));
    if let Some(example) = mistake.examples.first() {
        let line = |name: &str, line: &Option<String>| {
            line.as_ref().map(|line| format!("; {name} `{}`", safe_line(line))).unwrap_or_default()
        };
        let (expected, actual) = (line("expected", &example.expected), line("got", &example.actual));
        let who = safe_line(&state.rows[example.student].called());
        let _ = writeln!(text, "          as {who} in {}{expected}{actual}", example.case);
    }
    if let Some(comment) = &mistake.comment {
        let _ = writeln!(text, "          comment: {}", safe_line(comment));
    }
    text
}

/// Says something to all who made a mistake.
pub(super) fn comment(args: &CommentArgs) -> Result<Status, Trouble> {
    let text = args.text.as_deref().map(str::trim);
    if text == Some("") {
        return Err(Problem::of_file("the comment", "says nothing").help("take it back with --undo").into());
    }
    let who = args.decider.who();
    let decider = Decider { who: &who, note: "" };
    let about = MistakeDecision::Comment(text);
    tell_of(&args.folder, &decide_about_mistake(&args.folder, &args.key, &about, decider)?)
}

/// Lets a mistake cost everybody the same.
pub(super) fn price(args: &PriceArgs) -> Result<Status, Trouble> {
    let who = args.decider.who();
    let decider = Decider { who: &who, note: &args.note };
    let about = MistakeDecision::Price(args.marks);
    tell_of(&args.folder, &decide_about_mistake(&args.folder, &args.key, &about, decider)?)
}

/// Awards rows of one student of a class, or of many by a table.
pub(super) fn award(
    folder: &Path,
    rows: &[Decision],
    note: Option<&str>,
    class: &ClassAwardArgs,
) -> Result<Status, Trouble> {
    let who = class.decider.who();
    let decider = Decider { who: &who, note: note.unwrap_or_default() };
    let decisions = match (&class.from, &class.student) {
        (Some(file), _) => award_from(folder, file, decider)?,
        (None, student) => award_student(folder, student.as_deref().unwrap_or_default(), rows, decider)?,
    };
    tell_of(folder, &decisions)
}

/// Tells what a decision has changed.
fn tell_of(folder: &Path, decisions: &DecisionOutcome) -> Result<Status, Trouble> {
    let mut text = "nothing is new\n".to_string();
    if decisions.new > 0 {
        let made = Some(decisions.made).filter(|made| *made > 0);
        let about = made.map(|made| format!(" about {}", count(made, "student"))).unwrap_or_default();
        let changed = count(decisions.changes.len(), "student");
        text = format!("{}{about}; the marks of {changed} changed\n", count(decisions.new, "decision"));
        for (who, before, now) in &decisions.changes {
            let _ = writeln!(text, "  {}: {} > {}", safe_line(who), marks(*before), marks(*now));
        }
        let _ = writeln!(text, "written: {0}/gradebook.csv, {0}/decisions.csv", folder.display());
    }
    print(&text)?;
    Ok(Status::Good)
}
