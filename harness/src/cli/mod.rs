//! The command line: what may be written there, and what the exit status means.

mod check;
mod class;
mod class_compare;
mod class_decisions;
mod class_input;
mod class_parts;
mod class_progress;
mod class_publish;
mod class_slurm;
mod class_told;
mod doctor;
mod explain;
mod export;
mod lint;
mod manual;
mod mark;
mod marked;
mod play;
mod progress;
mod regen;
mod repeat;
mod report_args;
mod show;
mod status;
mod stored;
mod strength;
mod suites;
mod which_suite;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::cases::problem::Problem;
use crate::judging::Strictness;
use crate::marking::Sleepers;
use crate::reports::Audience;
use crate::reports::awards::Decision;
use crate::reports::look::Voice;
use crate::running::{default_jobs, is_contained, take_memory_in};
use check::CheckArgs;
use class::ClassArgs;
use class_compare::CompareArgs;
use class_decisions::{ClassAwardArgs, CommentArgs, MistakesArgs, PriceArgs};
use class_parts::{MarkArgs, MergeArgs, PlanArgs};
use class_publish::PublishArgs;
use report_args::ReportArgs;
pub use status::{Status, Trouble};

/// Marks console programs by holding conversations with them.
#[derive(Debug, Parser)]
#[command(version, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: RunArgs,
    /// The folder of suites [default: ./cases, else the public cases inside this program]
    #[arg(long, global = true, value_name = "DIR")]
    cases: Option<PathBuf>,
}

const AFTER_HELP: &str = "\
Exit status: 0 all passed, or nothing to change, or nothing wrong; 1 not all; 2 wrong usage or an invalid case;
3 no case selected, or parts of a class are missing; 4 an incomplete run; 5 the required sandbox is refused; 70 a fault of the harness itself.";

#[derive(Debug, Args)]
struct RunArgs {
    /// The program to mark: an executable, a source file, a jar, a folder or archive with a submission, or a
    /// command line
    #[arg(long, value_name = "TARGET")]
    target: Option<String>,
    /// Take the target as a command line, even if a file has that name
    #[arg(long, requires = "target")]
    target_command: bool,
    /// The suite by which it is marked
    #[arg(long, value_name = "SUITE")]
    suite: Option<String>,
    /// Run only the cases whose ids match, such as 'move/*'
    #[arg(long, value_name = "GLOB")]
    case: Option<String>,
    /// How many programs run at the same time [default: the number of processors, and more while some only sleep]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Run all cases so many times under other conditions, and tell which do not come out the same; the marks are those of the first time
    #[arg(long, value_name = "K", conflicts_with = "replay")]
    repeat: Option<NonZeroUsize>,
    /// Where results and recordings are written [default: reports/SUITE]
    #[arg(long, value_name = "DIR")]
    reports: Option<PathBuf>,
    /// Set a limit for every case, such as 'wall=5' or 'memory=268435456'; may be given several times
    #[arg(long = "limit", value_name = "NAME=VALUE", value_parser = crate::limits::parse)]
    limits: Vec<(String, f64)>,
    /// Refuse to mark where programs are contained less than this
    #[arg(long, value_enum, value_name = "LEAST")]
    require_sandbox: Option<LeastSandbox>,
    /// Keep the recordings in a folder, to be judged again with --replay
    #[arg(long, value_name = "DIR", conflicts_with = "replay")]
    record: Option<PathBuf>,
    /// Judge the recordings of a folder again instead of running anything
    #[arg(long, value_name = "DIR", conflicts_with = "target")]
    replay: Option<PathBuf>,
    /// Let every slip of presentation fail its case
    #[arg(long, conflicts_with = "lenient")]
    strict: bool,
    /// Let slips of presentation cost one step less than the suite says
    #[arg(long)]
    lenient: bool,
    /// Who reads the reports
    #[arg(long, value_enum, default_value_t)]
    audience: Audience,
    #[command(flatten)]
    report: ReportArgs,
    #[arg(skip)]
    scope: CaseScope,
}

/// Which cases of a suite count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum CaseScope {
    /// All that there are.
    #[default]
    All,
    /// Those that students may see; nobody is told of others.
    Public,
}

impl RunArgs {
    fn strictness(&self) -> Strictness {
        strictness(self.strict, self.lenient)
    }

    /// Returns how many programs run, or are judged, at the same time.
    fn jobs(&self) -> NonZeroUsize {
        self.jobs.unwrap_or_else(default_jobs)
    }

    /// Returns what begins while some programs only sleep: nothing, if somebody has said how many there may be.
    fn sleepers(&self) -> Sleepers {
        if self.jobs.is_some() { Sleepers::KeepTheirPlace } else { Sleepers::LetOthersRun }
    }
}

/// What containment can be required.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum LeastSandbox {
    /// Tier T1
    Namespaces,
    /// Tier T3 or better
    Landlock,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Mark your own program by the public cases of the assignment that it is for
    Check(CheckArgs),
    /// Mark a whole class, or tell how far that is
    Class(ClassArgs),
    /// Plan a class that several machines mark: what is to be run, and all that each of them needs
    Plan(PlanArgs),
    /// Mark a part of a planned class on this machine
    Mark(MarkArgs),
    /// Merge what machines have marked of a class, and write its gradebook
    Merge(MergeArgs),
    /// Cancel what Slurm runs of a class
    Cancel {
        /// The folder of the class
        #[arg(value_name = "RUN")]
        folder: PathBuf,
    },
    /// Tell which mistakes a class made, with how many students made each and what it costs
    Mistakes(MistakesArgs),
    /// Say something to all students of a class who made a mistake
    Comment(CommentArgs),
    /// Let a mistake cost everybody in a class who made it these marks
    Price(PriceArgs),
    /// Tell whose marks have changed between two runs of a class, and why
    Compare(CompareArgs),
    /// Make of a class what students and platforms get: pages, archives of feedback, and tables of grades
    Publish(PublishArgs),
    /// List the suites
    Suites {
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// List the cases of a suite
    Cases {
        /// The suite
        suite: String,
        /// Only the cases whose ids match, such as 'move/*'
        glob: Option<String>,
        /// As JSON
        #[arg(long)]
        json: bool,
        /// Who reads it
        #[arg(long, value_enum, default_value_t)]
        audience: Audience,
    },
    /// Rewrite the expected transcripts from the reference
    Regen {
        /// Only this suite
        #[arg(long, value_name = "SUITE")]
        suite: Option<String>,
        /// Only say what would change
        #[arg(long)]
        check: bool,
    },
    /// Tell everything that is wrong with the suites
    Lint {
        /// Only this suite
        suite: Option<String>,
    },
    /// Tell which ways to get a rule wrong the cases of a suite notice
    Strength {
        /// Only this suite
        suite: Option<String>,
    },
    /// Show a case as a conversation, or list the cases of a suite
    Show {
        /// The case, as SUITE/CASE, or a suite
        #[arg(value_name = "SUITE[/CASE]")]
        case: String,
        /// Who reads it
        #[arg(long, value_enum, default_value_t)]
        audience: Audience,
    },
    /// Write reports of kept results, without running anything
    Report {
        /// The folder of results
        #[arg(value_name = "RESULTS")]
        folder: PathBuf,
        #[command(flatten)]
        report: ReportArgs,
    },
    /// Show one mistake of kept results in full: what the text says, what was said before it, and where it differs
    ShowMistake {
        /// Its number, as the list of mistakes tells it
        #[arg(value_name = "N")]
        number: usize,
        /// The folder of results [default: the one in reports/ that was written last]
        #[arg(value_name = "RESULTS")]
        folder: Option<PathBuf>,
        /// Lay it out for screen readers
        #[arg(long)]
        plain: bool,
    },
    /// Award rows that a person must award, and write the reports again
    Award {
        /// The folder of results, or of a class
        #[arg(value_name = "RESULTS")]
        folder: PathBuf,
        /// Rows and their marks; `ROW=` takes an award back
        #[arg(value_name = "ROW=MARKS", required_unless_present = "from", value_parser = Decision::parse)]
        rows: Vec<Decision>,
        /// What the student should know about it
        #[arg(long, value_name = "TEXT")]
        note: Option<String>,
        #[command(flatten)]
        class: ClassAwardArgs,
    },
    /// Pack what a marking service needs
    Export {
        #[command(subcommand)]
        service: Service,
    },
    /// Tell how well programs are contained on this machine, and what is missing
    Doctor {
        /// Run hostile programs, too, and tell which get through
        #[arg(long)]
        attack: bool,
    },
    /// Tell step by step how the verdict on a recording came about
    Explain {
        /// The case, as SUITE/CASE, with --recording; or a suite, with --replay
        #[arg(value_name = "CASE")]
        name: String,
        /// The recording of the case, as `harness` wrote it
        #[arg(long, value_name = "FILE", required_unless_present = "replay")]
        recording: Option<PathBuf>,
        /// The folder of recordings, as --record kept it: tells which rules the submission breaks, what proves it, and what else was tried
        #[arg(long, value_name = "DIR", conflicts_with = "recording")]
        replay: Option<PathBuf>,
        /// Judge as with --strict when marking
        #[arg(long, conflicts_with = "lenient")]
        strict: bool,
        /// Judge as with --lenient when marking
        #[arg(long)]
        lenient: bool,
    },
    /// Write the script by which a shell completes this command
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Write the manual page of this program, or of one of its commands
    Manual {
        /// The command
        command: Option<String>,
    },
    /// Play a reference game in the terminal
    Play {
        /// Take the arguments and files of a public case
        #[arg(long, conflicts_with = "arguments")]
        example: bool,
        /// The game; without one, all are listed with how to play them
        #[arg(required_if_eq("example", "true"))]
        game: Option<String>,
        /// The arguments that the game takes
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

#[derive(Debug, Subcommand)]
enum Service {
    /// The archive of an autograder for Gradescope: this program, the cases, and its scripts
    Gradescope {
        /// The suite by which it marks
        #[arg(long, value_name = "SUITE")]
        suite: String,
        /// Where it is written [default: SUITE-gradescope.zip]
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

/// Does what the command line of this process says and returns its exit status.
pub fn main() -> ExitCode {
    if is_contained() {
        let problem = Problem::of_file("harness", "a program that is marked has started this one");
        return Trouble::from(problem.help("a submission has to do its work by itself"))
            .report()
            .number()
            .into();
    }
    // One for each worker and one for who waits for them: where two workers share one, they mostly wait for each other.
    take_memory_in(default_jobs().get() + 1);
    let cli = Cli::parse();
    if cli.command.is_some() && (cli.run.target.is_some() || cli.run.suite.is_some()) {
        let problem =
            Problem::of_file("harness", "a program is marked, or another command is given, not both");
        let trouble = Trouble::from(problem.help("write options of a command after its name; see --help"));
        return trouble.report().number().into();
    }
    status::guarded(|| obey(&cli)).unwrap_or_else(|trouble| trouble.report().number().into())
}

/// Does what the command line says and returns the exit status.
fn obey(cli: &Cli) -> Result<ExitCode, Trouble> {
    let cases = cli.cases.as_deref();
    let status = match &cli.command {
        None => mark::mark(&cli.run, cases),
        Some(Command::Regen { suite, check }) => regen::regen(suite.as_deref(), *check, cases),
        Some(Command::Lint { suite }) => lint::lint(suite.as_deref(), cases),
        Some(Command::Strength { suite }) => strength::tell_strength(suite.as_deref(), cases),
        Some(Command::Show { case, audience }) => show::show(case, *audience, cases),
        Some(Command::Report { folder, report }) => stored::report(folder, report),
        Some(Command::ShowMistake { number, folder, plain }) => {
            let voice = if *plain { Voice::Words } else { Voice::Signs };
            stored::show_mistake(*number, folder.as_deref(), voice)
        }
        Some(Command::Award { folder, rows, note, class }) if class.is_meant() => {
            class_decisions::award(folder, rows, note.as_deref(), class)
        }
        Some(Command::Award { folder, rows, note, .. }) => {
            stored::award(folder, rows.clone(), note.as_deref())
        }
        Some(Command::Export { service: Service::Gradescope { suite, output } }) => {
            export::gradescope(suite, output.clone(), cases)
        }
        Some(Command::Doctor { attack }) => doctor::doctor(*attack),
        Some(Command::Explain { name, recording, replay, strict, lenient }) => {
            let strictness = strictness(*strict, *lenient);
            match (recording, replay) {
                (_, Some(folder)) => explain::explain_rules(name, folder, strictness, cases),
                (file, None) => {
                    let file = file.as_ref().expect("the command line asks for one of them");
                    explain::explain(name, file, strictness, cases)
                }
            }
        }
        Some(Command::Play { game, arguments, example }) => {
            return Ok(match game {
                Some(game) => play::play(game, arguments.clone(), *example, cases),
                None => play::which_game(cases),
            });
        }
        Some(Command::Check(args)) => check::check(args, cases),
        Some(Command::Class(args)) => class::class(args, cases),
        Some(Command::Plan(args)) => class_parts::plan(args, cases),
        Some(Command::Mark(args)) => class_parts::mark(args),
        Some(Command::Merge(args)) => class_parts::merge(args),
        Some(Command::Cancel { folder }) => class_slurm::cancel(folder),
        Some(Command::Mistakes(args)) => class_decisions::mistakes(args),
        Some(Command::Comment(args)) => class_decisions::comment(args),
        Some(Command::Price(args)) => class_decisions::price(args),
        Some(Command::Compare(args)) => class_compare::compare(args),
        Some(Command::Publish(args)) => class_publish::publish(args, cases),
        Some(Command::Suites { json }) => suites::suites(*json, cases),
        Some(Command::Cases { suite, glob, json, audience }) => {
            suites::cases(suite, glob.as_deref(), *json, *audience, cases)
        }
        Some(Command::Completions { shell }) => manual::completions(*shell),
        Some(Command::Manual { command }) => manual::manual(command.as_deref()),
    };
    Ok(status?.number().into())
}

fn strictness(strict: bool, lenient: bool) -> Strictness {
    match (strict, lenient) {
        (true, _) => Strictness::Strict,
        (_, true) => Strictness::Lenient,
        _ => Strictness::AsTheSuiteSays,
    }
}

/// Writes to standard output. Somebody who stops reading, as `head` does, is no trouble.
fn print(text: &str) -> Result<(), Trouble> {
    match anstream::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Trouble::writing(error)),
        _ => Ok(()),
    }
}

/// Writes to standard error, where nobody may be listening.
fn tell(text: &str) {
    let _ = anstream::stderr().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        super::Cli::command().debug_assert();
    }
}
