//! `harness class SUBMISSIONS --suite SUITE`: marks a whole class; with `--status RUN`, tells how far that is.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;

use super::class_progress::ClassDisplay;
use super::{LeastSandbox, Status, Trouble, mark, print, tell};
use crate::cases::problem::Problem;
use crate::cases::select;
use crate::cases::source::SuiteSource;
use crate::class::naming::{Naming, Platform};
use crate::class::roster::Roster;
use crate::class::{ClassRequest, ClassState, NoClass, RowStatus, StudentRow, class_state, mark_class};
use crate::reports::{count as count_of, safe_line};
use crate::running::{Fault, default_jobs, interruption};

/// How many doubtful cases are told of here; the page of the class has all of them.
const DOUBTS: usize = 10;

/// The folder of a class where nobody names one.
const CLASSES: &str = "class";

#[derive(Debug, Args)]
pub(super) struct ClassArgs {
    /// What the platform exports: a folder or archive with the submissions
    #[arg(value_name = "SUBMISSIONS", required_unless_present = "status")]
    submissions: Option<String>,
    /// The suite by which they are marked
    #[arg(long, value_name = "SUITE", required_unless_present = "status")]
    suite: Option<String>,
    /// The folder in which everything about the class is kept [default: class/SUITE]
    #[arg(long, value_name = "RUN")]
    out: Option<PathBuf>,
    /// The course's list of students: CSV with a line of captions, as platforms export it
    #[arg(long, value_name = "FILE")]
    roster: Option<PathBuf>,
    /// How paths tell whose a file is: a regular expression with a group `student_id`, `login` or `name`, and perhaps `file_id`
    #[arg(long, value_name = "REGEX")]
    pattern: Option<String>,
    /// How many programs run at the same time [default: the number of processors]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Run every case of every submission so many times under other conditions, and tell what does not come out the same; the marks are
    /// those of the first time
    #[arg(long, value_name = "K")]
    repeat: Option<NonZeroUsize>,
    /// Refuse to run programs that are contained less than this
    #[arg(long, value_enum, value_name = "LEAST")]
    require_sandbox: Option<LeastSandbox>,
    /// Do not show how far it is
    #[arg(long)]
    quiet: bool,
    /// Tell how far the class in this folder is marked, also while it is being marked
    #[arg(long, value_name = "RUN", conflicts_with_all = ["submissions", "suite", "out", "roster", "pattern", "jobs", "repeat", "require_sandbox"])]
    status: Option<PathBuf>,
}

/// Marks a class, or tells how far that is.
pub(super) fn class(args: &ClassArgs, cases: Option<&Path>) -> Result<Status, Trouble> {
    if let Some(folder) = &args.status {
        let state = class_state(folder)?;
        print(&told(&state, folder))?;
        return Ok(status(&state));
    }
    let suites = SuiteSource::find(cases)?;
    let name = args.suite.as_deref().unwrap_or_default();
    let suite = select::suite(&suites, name)?;
    mark::refuse_unwritten(&suites, &suite, &suite.cases.iter().collect::<Vec<_>>())?;
    if suites.folder().is_none() {
        tell("note: marked by the public cases inside this program; name a folder of suites with --cases\n");
    }
    let roster = args.roster.as_deref().map(Roster::read).transpose()?;
    let naming = args.pattern.as_deref().map(Naming::by_pattern).transpose()?.unwrap_or_default();
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from(CLASSES).join(name));
    apart(&folder, args.submissions.as_deref().unwrap_or_default())?;
    mark::require(args.require_sandbox)?;
    interruption::listen(Status::Incomplete.number()).map_err(Fault::while_doing("listen to signals"))?;
    let request = ClassRequest {
        suite: &suite,
        cases: suites.folder(),
        submissions: args.submissions.as_deref().unwrap_or_default(),
        naming: &naming,
        roster: roster.as_ref(),
        folder: &folder,
        jobs: args.jobs.unwrap_or_else(default_jobs),
        times: args.repeat.unwrap_or(NonZeroUsize::MIN),
    };
    let display = ClassDisplay::new(!args.quiet);
    let marked = mark_class(&request, &|progress| display.show(progress))?;
    tell(&format!("note: {}\n", named_by(marked.platform)));
    for note in &marked.notes {
        tell(&format!("note: {}\n", safe_line(note)));
    }
    print(&told(&marked.state, &folder))?;
    match marked.fault {
        None => Ok(status(&marked.state)),
        Some(fault) if fault.is_interruption() => {
            tell("note: interrupted; the same command goes on where this one was ended\n");
            Ok(Status::Incomplete)
        }
        Some(fault) => Err(fault.into()),
    }
}

/// Returns how names in the export were read.
fn named_by(platform: Platform) -> String {
    match platform {
        Platform::Plain => {
            "each folder, archive or file is taken for one submission, by its name".to_string()
        }
        Platform::Pattern => "whose a file is, is read by the pattern".to_string(),
        platform => format!("whose a submission is, is read from names as {platform} writes them"),
    }
}

/// Refuses a folder of the class among the submissions: the next run would take it for one.
fn apart(folder: &Path, submissions: &str) -> Result<(), Problem> {
    let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    if !whole(folder).starts_with(whole(Path::new(submissions))) {
        return Ok(());
    }
    let problem = Problem::of_file(&folder.display().to_string(), "stands among the submissions");
    Err(problem.help("name another folder with --out"))
}

/// Returns how a command ends that has come to this.
fn status(state: &ClassState) -> Status {
    let has = |wanted: fn(&StudentRow) -> bool| state.rows.iter().any(wanted);
    match () {
        () if has(|row| row.status == RowStatus::Incomplete || row.rounds_left > 0) => Status::Incomplete,
        () if has(StudentRow::needs_a_person) || !state.lost_awards.is_empty() => Status::NotAll,
        () => Status::Good,
    }
}

/// Returns what is told of a class: how many there are of each status, and whom a person should look at.
fn told(state: &ClassState, folder: &Path) -> String {
    let count = |status: RowStatus| state.rows.iter().filter(|row| row.status == status).count();
    let counts =
        RowStatus::ALL.into_iter().map(|status| (status, count(status))).filter(|(_, count)| *count > 0);
    let counts: Vec<String> = counts.map(|(status, count)| format!("{count} {status}")).collect();
    let rows = count_of(state.rows.len(), "row");
    let mut text = format!("{}: {rows}: {}\n", state.suite, counts.join(", "));
    for row in state.rows.iter().filter(|row| is_told(row)) {
        let _ = writeln!(text, "  {}", line(row));
    }
    let doubts = state.doubts();
    if doubts.is_empty() && state.rows.iter().any(StudentRow::has_marks) {
        let _ = writeln!(text, "doubtful:  no case");
    }
    if !doubts.is_empty() {
        let _ = writeln!(text, "before you publish:");
        text.extend(doubts.iter().take(DOUBTS).map(|doubt| format!("  {}\n", safe_line(doubt))));
        if doubts.len() > DOUBTS {
            let _ = writeln!(text, "  and {} more, on the page", doubts.len() - DOUBTS);
        }
    }
    if let [first, others @ ..] = &state.never_failed()[..] {
        let more = if others.is_empty() {
            String::new()
        } else {
            format!(" and {} more, on the page", others.len())
        };
        let _ = writeln!(text, "nobody fails: {}{more}", safe_line(first));
    }
    if !state.lost_awards.is_empty() {
        let _ = writeln!(text, "awarded, but about nothing that is marked now:");
        text.extend(state.lost_awards.iter().map(|lost| format!("  {}\n", safe_line(lost))));
    }
    let _ = writeln!(text, "page:      {}", state.page().display());
    let _ = writeln!(text, "gradebook: {}", state.gradebook.display());
    let _ = writeln!(text, "mistakes:  harness mistakes {}", folder.display());
    let _ = writeln!(text, "status:    harness class --status {}", folder.display());
    text
}

fn is_told(row: &StudentRow) -> bool {
    row.needs_a_person() || row.status == RowStatus::Incomplete
}

fn line(row: &StudentRow) -> String {
    let shown = |text: &dyn AsRef<str>| safe_line(text.as_ref());
    let who = row.who().iter().map(|text| shown(text)).collect::<Vec<_>>().join(" ");
    let remarks = row.remarks().iter().map(|text| shown(text)).collect::<Vec<_>>();
    [format!("{who}: {}", row.status)].into_iter().chain(remarks).collect::<Vec<_>>().join("; ")
}

impl From<NoClass> for Trouble {
    fn from(no_class: NoClass) -> Self {
        match no_class {
            NoClass::Problem(problem) => problem.into(),
            NoClass::Problems(problems) => problems.into(),
            NoClass::Fault(fault) => fault.into(),
        }
    }
}
