//! `harness export gradescope`: writes the archive of an autograder.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::{Status, Trouble, print, tell};
use crate::cases::problem::Problem;
use crate::cases::select;
use crate::cases::source::SuiteSource;
use crate::export;

/// Writes an autograder for Gradescope that marks by the suite called `name`.
pub(super) fn gradescope(
    name: &str,
    output: Option<PathBuf>,
    cases: Option<&Path>,
) -> Result<Status, Trouble> {
    let source = SuiteSource::find(cases)?;
    let suite = select::suite(&source, name)?;
    if matches!(source, SuiteSource::Inside) {
        tell(
            "note: only the public cases inside this program are packed; name a folder of suites with --cases\n",
        );
    }
    let files = source.files(&suite.name)?;
    let path = output.unwrap_or_else(|| PathBuf::from(format!("{}-gradescope.zip", suite.name)));
    let write = || -> std::io::Result<()> {
        let program = std::fs::read(std::env::current_exe()?)?;
        let archive = export::gradescope(&suite, &files, &program)?;
        std::fs::File::create(&path)?.write_all(&archive)
    };
    write().map_err(|error| {
        Problem::of_file(&path.display().to_string(), "the archive cannot be written")
            .because(error)
            .help("name another file with --output")
    })?;
    print(&format!("wrote {}\n", path.display()))?;
    Ok(Status::Good)
}
