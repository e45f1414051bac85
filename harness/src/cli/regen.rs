//! `harness regen`: rewrites the expected transcripts, and the schemas, from what this program knows.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{Status, Trouble, print};
use crate::cases::bent_transcripts::{BENT_TRANSCRIPTS, made_from};
use crate::cases::problem::Problem;
use crate::cases::source::SuiteSource;
use crate::cases::{Case, Conversation, Reference, Suite, Typing, schema, select};
use crate::expected::from_reference;
use crate::expected::keeping::keep;
use crate::judging::unexpected_error;
use crate::reports::Audience;
use crate::reports::store::write_whole;
use crate::running::{Fault, default_jobs, in_parallel};
use crate::solution::{Solution, SolutionCommands, record_bends};
use reference::Ending;

/// Rewrites what is not as it should be, or only tells it. Nothing is written if anything is wrong.
pub(super) fn regen(name: Option<&str>, check: bool, cases: Option<&Path>) -> Result<Status, Trouble> {
    let source = SuiteSource::find(cases)?;
    let SuiteSource::Folder(folder) = &source else {
        let problem = Problem::of_file("cases", "there is no folder of suites to rewrite");
        return Err(problem.help("name it with --cases, or change to the folder that holds `cases`").into());
    };
    let names = source.wanted(name);
    let mut changes = Vec::new();
    let mut problems = Vec::new();
    for name in &names {
        let read = match select::suite(&source, name) {
            Ok(suite) => rewritten(&folder.join(name), &suite)?,
            Err(more) => Err(more),
        };
        match read {
            Ok(more) => changes.extend(more),
            Err(more) => problems.extend(more),
        }
    }
    if !problems.is_empty() {
        return Err(problems.into());
    }
    if name.is_none() {
        changes.extend(schema::schemas().map(|(file, text)| Change { path: folder.join(file), text }));
    }
    changes.retain(|change| std::fs::read_to_string(&change.path).ok().as_ref() != Some(&change.text));
    for Change { path, text } in &changes {
        let verb = if check { "would change" } else { "changed" };
        if !check {
            let file = path.display();
            replace(path, text).map_err(Fault::while_doing(format!("write `{file}`")))?;
        }
        print(&format!("{verb} {}\n", path.display()))?;
    }
    Ok(if check && !changes.is_empty() { Status::NotAll } else { Status::Good })
}

/// A file, and the text that it should have.
struct Change {
    path: PathBuf,
    text: String,
}

fn rewritten(folder: &Path, suite: &Suite) -> Result<Result<Vec<Change>, Vec<Problem>>, Fault> {
    let mut changes = Vec::new();
    let mut problems = Vec::new();
    let mut cases = Vec::new();
    for (case, conversation) in suite.cases.iter().zip(conversations(folder, suite)?) {
        let path = folder.join(case.file());
        // Lines whose holes fit what the reference says are left alone.
        let kept = conversation.map(|conversation| match case.conversation() {
            Some(transcript) => keep(&transcript, conversation),
            None => conversation,
        });
        match kept.and_then(|conversation| Ok((rewrite(&path, &conversation)?, conversation))) {
            Ok((text, conversation)) => {
                changes.push(Change { path, text });
                cases.push(Case { transcript: Some((&conversation).into()), ..case.clone() });
            }
            Err(problem) => problems.push(problem),
        }
    }
    problems.dedup();
    if problems.is_empty() {
        match bent_transcripts(folder, suite, &cases)? {
            Ok(change) => changes.extend(change),
            Err(more) => problems = more,
        }
    }
    Ok(if problems.is_empty() { Ok(changes) } else { Err(problems) })
}

/// Returns what a course's own solution says with its bends in these cases, if it has any.
fn bent_transcripts(
    folder: &Path,
    suite: &Suite,
    cases: &[Case],
) -> Result<Result<Option<Change>, Vec<Problem>>, Fault> {
    if suite.bends.is_empty() || !matches!(suite.reference, Reference::Command { .. }) {
        return Ok(Ok(None));
    }
    let file = folder.join("suite.yaml").display().to_string();
    Ok(record_bends(suite, cases, &file)?.map(|said| {
        let text = said.to_yaml(&made_from(suite, cases));
        Some(Change { path: folder.join(BENT_TRANSCRIPTS), text })
    }))
}

/// Returns what the reference says in each case, or why that cannot be the expected transcript.
fn conversations(folder: &Path, suite: &Suite) -> Result<Vec<Result<Conversation, Problem>>, Fault> {
    let name = |case: &Case| folder.join(case.file()).display().to_string();
    let Reference::Command { words, build, .. } = &suite.reference else {
        return Ok(suite.cases.iter().map(|case| from_game(&name(case), suite, case)).collect());
    };
    let suite_file = folder.join("suite.yaml").display().to_string();
    match Solution::find(SolutionCommands { run: words, build }, folder, &suite_file)? {
        Ok(solution) => {
            in_parallel(&suite.cases, default_jobs(), |case| solution.converse(case, &name(case)))
        }
        Err(problem) => Ok(suite.cases.iter().map(|_| Err(problem.clone())).collect()),
    }
}

/// Returns what a game says in a case.
fn from_game(file: &str, suite: &Suite, case: &Case) -> Result<Conversation, Problem> {
    let (conversation, ending) = from_reference(suite, case).expect("the reference is a game");
    if let Some(error) = unexpected_error(case, &ending) {
        let problem = Problem::of_file(file, format!("the reference fails here with `{error}`"));
        return Err(problem.help("write this error under the key `error`, or change the files and arguments"));
    }
    if ending == Ending::Endless {
        let problem = Problem::of_file(file, "the reference goes on printing without ever asking again");
        return Err(problem.help("end the conversation earlier, or take another seed"));
    }
    match lost_lines(file, case, &conversation) {
        Some(problem) => Err(problem),
        None => Ok(conversation),
    }
}

/// Returns the text of a case's file with another transcript.
fn rewrite(path: &Path, conversation: &Conversation) -> Result<String, Problem> {
    let file = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| Problem::unread(&file, error))?;
    let head =
        text.split_inclusive('\n').take_while(|line| !line.starts_with("transcript:")).collect::<String>();
    let newline = if head.ends_with('\n') || head.is_empty() { "" } else { "\n" };
    Ok(format!("{head}{newline}{}", conversation.to_yaml()))
}

/// A line that is never typed would vanish with the transcript.
fn lost_lines(file: &str, case: &Case, conversation: &Conversation) -> Option<Problem> {
    let due = match &case.typing {
        Some(Typing::Random(_) | Typing::Play(_)) => return None,
        Some(Typing::Lines(lines)) => lines.len(),
        None => case.typed().len(),
    };
    let typed = conversation.typed().len();
    (typed < due).then(|| {
        Problem::of_file(file, format!("the program ends after {typed} of the {due} lines that are typed"))
            .help("take the lines after that out of the case")
    })
}

/// Writes a whole file or nothing; who may use it stays as it is.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mode = path.metadata().map(|metadata| metadata.permissions());
    write_whole(path, Audience::Student, |file| file.write_all(text.as_bytes()))?;
    mode.map_or(Ok(()), |mode| std::fs::set_permissions(path, mode))
}
