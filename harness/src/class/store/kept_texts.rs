//! What is kept of one submission, for whoever only reads it.

use std::io;
use std::sync::Arc;

use super::ClassReader;
use crate::recording_store::CaseTexts;

/// The recordings of a submission, whatever they depend on.
#[derive(Debug)]
pub(in crate::class) struct KeptTexts {
    reader: Arc<ClassReader>,
    submission: String,
}

impl KeptTexts {
    /// Returns those of the submission with this digest.
    pub(in crate::class) fn new(reader: &Arc<ClassReader>, submission: &str) -> Self {
        Self { reader: Arc::clone(reader), submission: submission.to_string() }
    }
}

impl CaseTexts for KeptTexts {
    fn holds(&self, part: &str, case: &str) -> bool {
        self.reader.input(&self.submission, part, case).is_ok_and(|input| input.is_some())
    }

    fn add(&self, _part: &str, _case: &str, _text: &str) -> io::Result<()> {
        Err(io::ErrorKind::ReadOnlyFilesystem.into())
    }

    fn text(&self, part: &str, case: &str) -> io::Result<Option<String>> {
        let found = self.reader.text(&self.submission, part, case).map_err(io::Error::other)?;
        Ok(found.map(|(_, text)| text))
    }
}
