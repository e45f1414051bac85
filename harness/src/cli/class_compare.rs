//! `harness compare RUN-A RUN-B`: whose marks have changed between two runs of a class, and why.

use std::fmt::Write as _;
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;

use clap::Args;

use super::{Status, Trouble, print};
use crate::class::{ComparedStudent, Lowering, compare as compare_classes, write_comparison};
use crate::reports::{Audience, count as count_of, marks, safe_line, write_whole};

#[derive(Debug, Args)]
pub(super) struct CompareArgs {
    /// The folder of the class before
    #[arg(value_name = "RUN-A")]
    before: PathBuf,
    /// The folder of the class now
    #[arg(value_name = "RUN-B")]
    now: PathBuf,
    /// Let marks be lower than before; else students keep what they had
    #[arg(long)]
    lower: bool,
    /// Write a line for each student, as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

/// Compares two runs of a class.
pub(super) fn compare(args: &CompareArgs) -> Result<Status, Trouble> {
    let lowering = if args.lower { Lowering::Lowered } else { Lowering::Kept };
    let students = compare_classes(&args.before, &args.now, lowering)?;
    let changed: Vec<&ComparedStudent> = students.iter().filter(|student| student.has_changed()).collect();
    let count = |wanted: fn(f64) -> bool| changed.iter().filter(|it| it.change().is_some_and(wanted)).count();
    let (higher, lower) = (count(|change| change > 0.0), count(|change| change < 0.0));
    let what = if args.lower { "lowered" } else { "kept as before" };
    let mut text = format!(
        "{}: {higher} have higher marks now, {lower} lower ones, which are {what}\n",
        count_of(students.len(), "student")
    );
    text.extend(changed.iter().map(|student| told(student)));
    if let Some(path) = &args.csv {
        let written = write_whole(path, Audience::Staff, |out| {
            let mut out = BufWriter::new(out);
            write_comparison(&students, &mut out)?;
            out.flush()
        });
        written.map_err(Trouble::writing)?;
        let _ = writeln!(text, "written: {}", path.display());
    }
    print(&text)?;
    Ok(if changed.is_empty() { Status::Good } else { Status::NotAll })
}

fn told(student: &ComparedStudent) -> String {
    let [before, now] = student.totals.map(|total| total.map_or_else(|| "no marks".to_string(), marks));
    let statuses = student.statuses.map(|status| status.map_or("not in it", crate::class::RowStatus::name));
    let status = match statuses {
        [before, now] if before == now => String::new(),
        [before, now] => format!("; {before} > {now}"),
    };
    let who = if student.name.is_empty() || student.name == student.who {
        student.who.clone()
    } else {
        format!("{} {}", student.who, student.name)
    };
    let mut text = format!("  {}: {before} > {now}{status}\n", safe_line(&who));
    text.extend(student.reasons.iter().map(|reason| format!("      {}\n", safe_line(reason))));
    text
}
