//! Makes a valid row of the mark sheet of a written one.

use super::check_files::check_files;
use super::check_globs::check_parts;
use super::check_tests::check_tests;
use super::problem::Problem;
use super::raw::{RawRow, RawSteps, TextOr};
use super::source::SuiteFiles;
use super::yaml::At;
use super::{Award, Row};
use crate::limits::Limits;

/// Returns a row of the mark sheet; what it needs of the suite is taken from `suite_files`, and unit tests get `limits`.
pub(super) fn check_row(
    file: &str,
    raw: RawRow,
    (suite_files, limits): (&SuiteFiles, Limits),
    problems: &mut Vec<Problem>,
) -> Option<Row> {
    let files = check_files(file, &raw, problems);
    let tests = check_tests(file, &raw, (suite_files, limits), problems);
    let step = check_step(file, &raw, problems);
    let RawRow { row, title, out_of, by, only_parts, award, fair_dice, .. } = raw;
    if !(out_of.value.is_finite() && out_of.value > 0.0) {
        problems.push(Problem::at(file, out_of.place(), "`out_of` must be a number of marks above 0"));
    }
    if let Some(marks) = fair_dice.as_ref().filter(|marks| !(0.0..=out_of.value).contains(&marks.value)) {
        let problem = Problem::at(file, marks.place(), "`fair_dice` must be marks from 0 to `out_of`");
        problems.push(problem.help("write how many marks of the row are lost if the dice are not fair"));
    }
    let award = match &award {
        None => Some(Award::Share),
        Some(award) => check_award(file, award, problems),
    };
    let mut globs = |written: &[At<String>]| check_parts(file, written, problems);
    let (parts, forms, lines) = (globs(&raw.parts), globs(&raw.forms), globs(&raw.lines));
    let (after, asked, displays) = (globs(&raw.after), globs(&raw.asked), globs(&raw.displays));
    Some(Row {
        name: row.value,
        title,
        out_of: out_of.value,
        by,
        parts: parts?,
        forms: forms?,
        lines: lines?,
        after: after?,
        asked: asked?,
        displays: displays?,
        only_parts,
        award: award?,
        step,
        files,
        tests,
        fair_dice: fair_dice.map(|marks| marks.value),
    })
}

/// Returns what a tutor's marks are a multiple of, if the row says it.
fn check_step(file: &str, row: &RawRow, problems: &mut Vec<Problem>) -> Option<f64> {
    let step = row.step.as_ref()?;
    if !(step.value > 0.0 && step.value <= row.out_of.value) {
        let problem = Problem::at(file, step.place(), "`step` must be a number of marks above 0");
        problems.push(problem.help("write what the marks are a multiple of, at most `out_of`"));
    }
    Some(step.value)
}

fn check_award(file: &str, award: &At<TextOr<RawSteps>>, problems: &mut Vec<Problem>) -> Option<Award> {
    match &award.value {
        TextOr::Text(word) if word == "all" => return Some(Award::All),
        TextOr::Text(word) if word == "share" => return Some(Award::Share),
        TextOr::Text(word) if word == "count" => return Some(Award::Count),
        TextOr::Other(steps) if (0.0..1.0).contains(&steps.half_above) && steps.otherwise >= 0.0 => {
            return Some(Award::Steps { half_above: steps.half_above, otherwise: steps.otherwise });
        }
        _ => {}
    }
    let problem = Problem::at(file, award.place(), "this is no way to award a row");
    problems.push(problem.help("write all, share, count, or {half_above: 0.5, else: 0}"));
    None
}
