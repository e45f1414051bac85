//! What commands that read a class read first: the suite, the course's list of students, and how names of submissions tell whose they are.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use super::{Trouble, mark, tell};
use crate::cases::problem::Problem;
use crate::cases::source::SuiteSource;
use crate::cases::{Suite, select};
use crate::class::ClassRequest;
use crate::class::naming::{Naming, Platform};
use crate::class::roster::Roster;

/// The folder of a class where nobody names one.
const CLASSES: &str = "class";

/// What the command line says of a class.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClassFiles<'a> {
    /// The export of the platform.
    pub(super) submissions: &'a str,
    /// The suite's name.
    pub(super) suite: &'a str,
    /// The folder of the class, if it is named.
    pub(super) out: Option<&'a Path>,
    /// The list of students.
    pub(super) roster: Option<&'a Path>,
    /// How paths tell whose a file is.
    pub(super) pattern: Option<&'a str>,
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
    /// Reads what the command line names, with the suites in the folder `cases`, if it is named.
    pub(super) fn read(files: ClassFiles<'a>, cases: Option<&Path>) -> Result<Self, Trouble> {
        let suites = SuiteSource::find(cases)?;
        let suite = select::suite(&suites, files.suite)?;
        mark::refuse_unwritten(&suites, &suite, &suite.cases.iter().collect::<Vec<_>>())?;
        if suites.folder().is_none() {
            tell(
                "note: marked by the public cases inside this program; name a folder of suites with --cases\n",
            );
        }
        let roster = files.roster.map(Roster::read).transpose()?;
        let naming = files.pattern.map(Naming::by_pattern).transpose()?.unwrap_or_default();
        let folder = files.out.map_or_else(|| PathBuf::from(CLASSES).join(files.suite), Path::to_path_buf);
        apart(&folder, files.submissions)?;
        Ok(Self { suites, folder, suite, roster, naming, submissions: files.submissions })
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
