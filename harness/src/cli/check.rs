//! `harness check FILE`: marks a student's own program by the public cases of the suite that it is for.

use std::path::{Path, PathBuf};

use clap::Args;

use super::report_args::ReportArgs;
use super::{CaseScope, RunArgs, Status, Trouble, mark, which_suite};
use crate::cases::problem::{Problem, nearest};
use crate::cases::source::SuiteSource;
use crate::reports::Audience;

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// Your program: a file, or the folder that you submit
    file: PathBuf,
    /// The assignment [default: the one that the file is for, by its name or its words]
    #[arg(long, value_name = "SUITE")]
    suite: Option<String>,
    /// Run only the cases whose ids match, such as 'move/*'
    #[arg(long, value_name = "GLOB")]
    case: Option<String>,
    #[command(flatten)]
    report: ReportArgs,
}

/// Marks the program by public cases.
pub(super) fn check(args: &CheckArgs, cases: Option<&Path>) -> Result<Status, Trouble> {
    if !args.file.exists() {
        return Err(no_file(&args.file).into());
    }
    let suite = match &args.suite {
        Some(suite) => suite.clone(),
        None => which_suite::of(&args.file, &SuiteSource::find(cases)?)?,
    };
    mark::mark(&args.as_run(suite), cases)
}

impl CheckArgs {
    fn as_run(&self, suite: String) -> RunArgs {
        RunArgs {
            target: Some(self.file.display().to_string()),
            suite: Some(suite),
            case: self.case.clone(),
            report: self.report.clone(),
            scope: CaseScope::Public,
            audience: Audience::Student,
            target_command: false,
            jobs: None,
            repeat: None,
            reports: None,
            limits: Vec::new(),
            require_sandbox: None,
            record: None,
            replay: None,
            strict: false,
            lenient: false,
        }
    }
}

/// Returns the problem that there is no such file, with the one of a similar name offered.
fn no_file(path: &Path) -> Problem {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| !name.starts_with('.'));
    names.sort();
    let problem = Problem::of_file(&path.display().to_string(), "there is no such file or folder");
    match nearest(&name, names.iter().map(String::as_str)) {
        Some(near) => problem.help(format!("did you mean `{}`?", path.with_file_name(near).display())),
        None => problem.help("write the path of your program, or of the folder that you submit"),
    }
}
