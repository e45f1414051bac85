//! Archives of pages, named so that the platform that exported the submissions hands each of them to its student.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Cursor, Write as _};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::pages::StudentPage;
use crate::class::naming::Platform;
use crate::class::student_row::StudentRow;

/// The file of a page in an archive.
const PAGE: &str = "report.html";

/// How a page goes back to a student.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FeedbackFile {
    /// Its name in the archive.
    name: String,
    /// As what the student sees it.
    shown_as: FeedbackForm,
}

/// As what a student sees what comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FeedbackForm {
    /// As a page.
    Page,
    /// As an archive, which holds the page.
    Packed,
    /// As a text.
    Text,
}

/// Returns whether a platform takes archives of feedback.
pub(super) fn takes_archives(platform: Platform) -> bool {
    matches!(platform, Platform::Moodle | Platform::Canvas)
}

/// Returns how the page goes back of a submission that the export calls `label`, or why it cannot.
///
/// Moodle reads the participant's number in the name of a folder. Canvas reads the numbers of the student and of the file that was handed
/// in, and shows what comes back under the name of that file, so that it must be something of the same kind.
fn feedback_file(platform: Platform, label: &str) -> Result<FeedbackFile, &'static str> {
    if platform == Platform::Canvas {
        return canvas(label);
    }
    let (whose, _) = label.split_once("_assignsubmission_").ok_or("its name tells no participant")?;
    let number = whose.rsplit_once('_').map_or("", |(_, number)| number);
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("its name tells no participant");
    }
    if whose.starts_with(['.', '~']) {
        return Err("Moodle passes over names that begin like this one");
    }
    let name = format!("{whose}_assignfeedback_file/{PAGE}");
    Ok(FeedbackFile { name, shown_as: FeedbackForm::Page })
}

fn canvas(label: &str) -> Result<FeedbackFile, &'static str> {
    if label.ends_with("_text.html") || label.ends_with("_link.html") {
        return Err("Canvas takes back files only, not texts and links");
    }
    let numbers =
        label.split('_').filter(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    if numbers.count() < 2 {
        return Err("its name does not tell the student and the file");
    }
    let extension = label.rsplit_once('.').map_or("", |(_, extension)| extension).to_lowercase();
    let shown_as = match extension.as_str() {
        "zip" => FeedbackForm::Packed,
        "html" | "htm" => FeedbackForm::Page,
        "tar" | "gz" | "tgz" | "jar" | "pdf" | "doc" | "docx" => {
            return Err("nothing readable can come back as such a file");
        }
        _ => FeedbackForm::Text,
    };
    Ok(FeedbackFile { name: label.to_string(), shown_as })
}

/// Returns what the archive of feedback for a platform is called.
pub(super) fn feedback_name(platform: Platform) -> String {
    format!("feedback-{}.zip", platform.to_string().to_lowercase())
}

/// The archive of feedback of a class.
pub(super) struct ClassFeedback {
    platform: Platform,
    writer: ZipWriter<File>,
    /// What several students have handed in together, as the export calls it.
    shared: BTreeSet<String>,
    packed: usize,
}

impl ClassFeedback {
    /// Begins the archive for these rows in an empty file.
    pub(super) fn new(platform: Platform, file: File, rows: &[StudentRow]) -> Self {
        let mut seen = BTreeSet::new();
        let labels = rows.iter().filter_map(|row| row.planned.labels.first());
        let shared = labels.filter(|label| !seen.insert(*label)).cloned().collect();
        Self { platform, writer: ZipWriter::new(file), shared, packed: 0 }
    }

    /// Adds the page of a student, or tells why it cannot go back this way.
    pub(super) fn add(&mut self, row: &StudentRow, page: &StudentPage) -> io::Result<Result<(), String>> {
        let label = row.planned.labels.first().map_or("", String::as_str);
        if self.shared.contains(label) {
            // The platform says who has handed it in, but not to whom of them a file would come.
            return Ok(Err("what a group handed in goes back by hand".to_string()));
        }
        let file = match feedback_file(self.platform, label) {
            Ok(file) => file,
            Err(why) => return Ok(Err(format!("not in the archive of feedback: {why}"))),
        };
        self.writer.start_file(&file.name, SimpleFileOptions::default())?;
        match file.shown_as {
            FeedbackForm::Page => self.writer.write_all(&page.html)?,
            FeedbackForm::Text => self.writer.write_all(&page.text)?,
            FeedbackForm::Packed => self.writer.write_all(&packed(&page.html)?)?,
        }
        self.packed += 1;
        Ok(Ok(()))
    }

    /// Ends the archive, and returns how many pages are in it.
    pub(super) fn finish(self) -> io::Result<usize> {
        self.writer.finish()?.sync_all()?;
        Ok(self.packed)
    }
}

/// Returns an archive that holds the page and nothing else.
fn packed(page: &[u8]) -> io::Result<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file(PAGE, SimpleFileOptions::default())?;
    writer.write_all(page)?;
    Ok(writer.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_by_which_platforms_hand_files_back() {
        for (platform, label, expected) in [
            (
                Platform::Moodle,
                "Ben Okafor_4102_assignsubmission_file",
                "Ben Okafor_4102_assignfeedback_file/report.html Page",
            ),
            (
                Platform::Moodle,
                "Ann Lee_4711_assignsubmission_file_game.py",
                "Ann Lee_4711_assignfeedback_file/report.html Page",
            ),
            (
                Platform::Moodle,
                "Participant_99_assignsubmission_file_",
                "Participant_99_assignfeedback_file/report.html Page",
            ),
            (Platform::Moodle, "Default group_assignsubmission_file_", "its name tells no participant"),
            (Platform::Moodle, "somebody.py", "its name tells no participant"),
            (
                Platform::Moodle,
                "~x_1_assignsubmission_file",
                "Moodle passes over names that begin like this one",
            ),
            (Platform::Canvas, "leeann_123_456_game.py", "leeann_123_456_game.py Text"),
            (
                Platform::Canvas,
                "leeann_LATE_123_456_my_game-2.zip",
                "leeann_LATE_123_456_my_game-2.zip Packed",
            ),
            (Platform::Canvas, "leeann_123_text.html", "Canvas takes back files only, not texts and links"),
            (Platform::Canvas, "leeann_123_456_game.tar.gz", "nothing readable can come back as such a file"),
            (Platform::Canvas, "game.py", "its name does not tell the student and the file"),
        ] {
            let found = match feedback_file(platform, label) {
                Ok(FeedbackFile { name, shown_as }) => format!("{name} {shown_as:?}"),
                Err(why) => why.to_string(),
            };
            assert_eq!(found, expected, "{label}");
        }
    }
}
