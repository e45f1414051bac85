//! What commands that read a class read first: the suite, the course's list of students, and how names of submissions tell whose they are.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;

use super::{Trouble, mark, tell};
use crate::cases::problem::Problem;
use crate::cases::source::SuiteSource;
use crate::cases::{Suite, select};
use crate::class::ClassRequest;
use crate::class::naming::{Naming, Platform};
use crate::class::roster::Roster;

/// The folder of a class where nobody names one.
const CLASSES: &str = "class";

/// What the command line says of a class beside its submissions and its suite.
#[derive(Debug, Args)]
pub(super) struct ClassFiles {
    /// The folder in which everything about the class is kept [default: class/SUITE]
    #[arg(long, value_name = "RUN")]
    out: Option<PathBuf>,
    /// The course's list of students: CSV with a line of captions, as platforms export it
    #[arg(long, value_name = "FILE")]
    roster: Option<PathBuf>,
    /// How paths tell whose a file is: a regular expression with a group `student_id`, `login` or `name`, and perhaps `file_id`
    #[arg(long, value_name = "REGEX")]
    pattern: Option<String>,
}

/// What was read of a class.
pub(super) struct ClassInput<'a> {
    /// Where suites are.
    pub(super) suites: SuiteSource,
    /// The folder of the class.
    pub(super) folder: PathBuf,
    suite: Suite,
    roster: Option<Roster>,
    naming: Naming,
    submissions: &'a str,
}

impl<'a> ClassInput<'a> {
    /// Reads what the command line names: the submissions, the suite's name, and files, with the suites in the folder `cases`, if it is named.
    pub(super) fn read(
        submissions: &'a str,
        suite: &str,
        files: &ClassFiles,
        cases: Option<&Path>,
    ) -> Result<Self, Trouble> {
        let suites = SuiteSource::find(cases)?;
        let folder = files.out.clone().unwrap_or_else(|| Path::new(CLASSES).join(suite));
        let suite = select::suite(&suites, suite)?;
        mark::refuse_unwritten(&suites, &suite, &suite.cases.iter().collect::<Vec<_>>())?;
        if suites.folder().is_none() {
            tell(
                "note: marked by the public cases inside this program; name a folder of suites with --cases\n",
            );
        }
        let roster = files.roster.as_deref().map(Roster::read).transpose()?;
        let naming = files.pattern.as_deref().map(Naming::by_pattern).transpose()?.unwrap_or_default();
        apart(&folder, submissions)?;
        Ok(Self { suites, folder, suite, roster, naming, submissions })
    }

    /// Returns the request to mark the class.
    pub(super) fn request(&self, jobs: NonZeroUsize, times: NonZeroUsize) -> ClassRequest<'_> {
        ClassRequest {
            suite: &self.suite,
            cases: self.suites.folder(),
            submissions: self.submissions,
            naming: &self.naming,
            roster: self.roster.as_ref(),
            folder: &self.folder,
            jobs,
            times,
        }
    }
}

/// Returns how names in the export were read.
pub(super) fn named_by(platform: Platform) -> String {
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
