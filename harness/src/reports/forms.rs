//! The forms of a report: the table of formats, and writing those that were asked for.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::report::Report;
use super::store::{folder_of, write_whole};
use super::{code_quality, ctrf, github, gradescope, html, junit, markdown, prairielearn, spreadsheet, tap};
use crate::cases::problem::Problem;

/// A form of a report.
#[derive(Debug)]
pub struct Form {
    /// Its name on the command line.
    pub name: &'static str,
    /// Where it is written if the user names no path.
    pub place: DefaultPlace,
    /// For whom it is.
    pub about: &'static str,
    write: fn(&Report<'_>, &mut dyn Write) -> io::Result<()>,
}

/// Where a form is written if the user names no path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefaultPlace {
    /// Beside the results, under this name.
    Beside(&'static str),
    /// To standard output.
    Screen,
}

impl Form {
    /// Returns the report in this form.
    ///
    /// # Errors
    /// What could not be written down.
    pub(crate) fn of(&self, report: &Report<'_>) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        (self.write)(report, &mut text).map(|()| text)
    }
}

/// All forms, in the order in which they are told of.
pub const FORMS: &[Form] = &[
    Form {
        name: "json",
        place: DefaultPlace::Beside(super::store::RESULTS),
        about: "the results themselves; always written",
        write: json,
    },
    Form {
        name: "html",
        place: DefaultPlace::Beside("report.html"),
        about: "a page for a browser, in one file",
        write: html::write,
    },
    Form {
        name: "junit",
        place: DefaultPlace::Beside("junit.xml"),
        about: "JUnit XML, for services that show tests",
        write: junit::write,
    },
    Form {
        name: "markdown",
        place: DefaultPlace::Beside("report.md"),
        about: "for a comment on a pull request, or a job's summary",
        write: markdown::write,
    },
    Form {
        name: "csv",
        place: DefaultPlace::Beside("marks.csv"),
        about: "the mark sheet",
        write: spreadsheet::write,
    },
    Form {
        name: "csv-mistakes",
        place: DefaultPlace::Beside("mistakes.csv"),
        about: "the mistakes, worst first",
        write: spreadsheet::write_mistakes,
    },
    Form {
        name: "github",
        place: DefaultPlace::Screen,
        about: "annotations and the job's summary in GitHub Actions",
        write: github::write,
    },
    Form {
        name: "gradescope",
        place: DefaultPlace::Beside("gradescope.json"),
        about: "what Gradescope reads from an autograder",
        write: gradescope::write,
    },
    Form {
        name: "prairielearn",
        place: DefaultPlace::Beside("prairielearn.json"),
        about: "what PrairieLearn reads from an external grader",
        write: prairielearn::write,
    },
    Form {
        name: "codequality",
        place: DefaultPlace::Beside("gl-code-quality-report.json"),
        about: "GitLab code quality, the mistakes at their lines",
        write: code_quality::write,
    },
    Form {
        name: "ctrf",
        place: DefaultPlace::Beside("ctrf-report.json"),
        about: "Common Test Report Format, for services that show tests",
        write: ctrf::write,
    },
    Form {
        name: "tap",
        place: DefaultPlace::Beside("report.tap"),
        about: "TAP 14, the Test Anything Protocol",
        write: tap::write,
    },
];

/// Returns the form with this name.
pub(crate) fn form(name: &str) -> Option<&'static Form> {
    FORMS.iter().find(|form| form.name == name)
}

/// A form that a user asks for, and where.
#[derive(Debug, Clone)]
pub struct Request {
    form: &'static Form,
    path: Option<PathBuf>,
}

impl Request {
    /// Returns what `FORMAT` or `FORMAT=PATH` asks for.
    ///
    /// # Errors
    /// A format that is not in the table, or an empty path.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, path) = match text.split_once('=') {
            Some((_, "")) => return Err("there is no path after `=`".to_string()),
            Some((name, path)) => (name, Some(PathBuf::from(path))),
            None => (text, None),
        };
        let form = form(name);
        let names: Vec<&str> = FORMS.iter().map(|form| form.name).collect();
        let form =
            form.ok_or_else(|| format!("there is no format `{name}`; there are {}", names.join(", ")))?;
        Ok(Self { form, path })
    }

    /// Returns requests for the forms that stand in `folder` under their own names.
    pub fn standing_in(folder: &Path) -> Vec<Self> {
        let stands =
            |form: &&Form| matches!(form.place, DefaultPlace::Beside(file) if folder.join(file).is_file());
        FORMS.iter().filter(stands).map(|form| Self { form, path: None }).collect()
    }

    /// Returns the form's name on the command line.
    pub fn name(&self) -> &'static str {
        self.form.name
    }

    /// Returns whether all of the form is shown to the student, whatever it says of who may see what.
    pub fn is_shown_to_students(&self) -> bool {
        self.form.name == "prairielearn"
    }

    /// Returns whether the form is written beside the results.
    pub fn is_beside(&self) -> bool {
        self.path.is_none() && self.form.place != DefaultPlace::Screen
    }

    /// Makes sure that the form can be written to the path that the user names, before anything is run.
    ///
    /// # Errors
    /// A path that cannot be written to.
    pub fn prepare(&self) -> Result<(), Problem> {
        let Some(path) = self.path.as_deref().filter(|path| !path.exists() || path.is_dir()) else {
            return Ok(());
        };
        if path.is_dir() {
            let problem = Problem::of_file(&path.display().to_string(), "this is a folder");
            return Err(problem.help(format!("name a file in it, such as --report {}=FILE", self.form.name)));
        }
        super::prepare(folder_of(path))
    }

    /// Writes the form; what stands beside the results goes into `folder`.
    ///
    /// # Errors
    /// What could not be written.
    pub fn write(&self, report: &Report<'_>, folder: &Path) -> io::Result<()> {
        let path = match (&self.path, self.form.place) {
            (Some(path), _) => path.clone(),
            (None, DefaultPlace::Beside(file)) => folder.join(file),
            (None, DefaultPlace::Screen) => {
                return anstream::stdout().write_all(&self.form.of(report)?);
            }
        };
        write_whole(&path, report.results.audience, |out| {
            let mut out = BufWriter::new(out);
            (self.form.write)(report, &mut out)?;
            out.flush()
        })
    }
}

/// Returns the names of the files in which forms stand beside the results.
pub(super) fn files() -> impl Iterator<Item = &'static str> {
    FORMS.iter().filter_map(|form| match form.place {
        DefaultPlace::Beside(file) => Some(file),
        DefaultPlace::Screen => None,
    })
}

/// Returns the text of the option's help.
pub fn help() -> String {
    let mut text =
        "Write the report in a format, beside the results or to a path; may be given more than once:"
            .to_string();
    for form in FORMS {
        write!(text, "\n- {}: {}", form.name, form.about).expect("to a string");
        if let DefaultPlace::Beside(file) = form.place {
            write!(text, " [{file}]").expect("to a string");
        }
    }
    text
}

fn json(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, report.results)?;
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_names_a_format_and_perhaps_a_path() {
        let parsed = |text| Request::parse(text).map(|request| (request.form.name, request.path));
        assert_eq!(parsed("junit"), Ok(("junit", None)));
        assert_eq!(parsed("csv=a=b.csv"), Ok(("csv", Some(PathBuf::from("a=b.csv")))));
        assert!(parsed("csv=").is_err());
        assert!(parsed("pdf").is_err_and(|error| error.contains("there are json, html, junit")));
    }

    #[test]
    fn no_two_forms_share_a_name_or_a_file() {
        for (index, form) in FORMS.iter().enumerate() {
            for other in &FORMS[..index] {
                assert_ne!(form.name, other.name);
                assert!(form.place == DefaultPlace::Screen || form.place != other.place);
            }
        }
    }
}
