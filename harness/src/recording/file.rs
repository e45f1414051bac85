//! Recordings as JSON, schema `harness-recording/1`. Bytes are kept exactly: as text where they are
//! UTF-8, in base64 where not.

use serde::{Deserialize, Serialize};

use super::{Event, Exit, PlayedOn, Reason, Recording, What};
use crate::text::base64::{DecodeError, from_base64, to_base64};

/// The name and version of the format.
const SCHEMA: &str = "harness-recording/1";

/// Why a file is no recording.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// It is no JSON, or other JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// It was written by another version.
    #[error("it has the schema `{0}`; this program reads `{SCHEMA}`")]
    Schema(String),
    /// Its bytes are no base64.
    #[error("broken base64: {0}")]
    Base64(#[from] DecodeError),
}

/// Returns the recording as JSON, with a line break at its end.
pub fn to_json(recording: &Recording) -> String {
    serde_json::to_string_pretty(&RawRecording::new(None, recording)).expect("plain JSON") + "\n"
}

/// Returns the recording of a case as JSON in one line that names it, with a line break at its end.
pub fn to_line(case: &str, recording: &Recording) -> String {
    serde_json::to_string(&RawRecording::new(Some(case.to_string()), recording)).expect("plain JSON") + "\n"
}

/// Returns the recording that `json` holds.
///
/// # Errors
/// A text that is no recording of this version.
pub fn from_json(json: &str) -> Result<Recording, Unreadable> {
    let raw: RawRecording = serde_json::from_str(json)?;
    if raw.schema != SCHEMA {
        return Err(Unreadable::Schema(raw.schema));
    }
    let events = raw.events.into_iter().map(RawEvent::into_event).collect::<Result<_, _>>()?;
    Ok(Recording { events })
}

#[derive(Serialize, Deserialize)]
struct RawRecording {
    schema: String,
    /// Whose it is, where it stands with those of other cases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    case: Option<String>,
    events: Vec<RawEvent>,
}

impl RawRecording {
    fn new(case: Option<String>, recording: &Recording) -> Self {
        let events = recording.events.iter().map(RawEvent::from).collect();
        Self { schema: SCHEMA.to_string(), case, events }
    }
}

#[derive(Serialize, Deserialize)]
struct RawEvent {
    /// Seconds since the start, with six decimals.
    at: f64,
    #[serde(flatten)]
    what: RawWhat,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum RawWhat {
    NotStarted { reason: String },
    Output(RawBytes),
    Error(RawBytes),
    Wait,
    Typed { text: String },
    EndOfInput,
    Consumed { bytes: u64 },
    Stopped { reason: Reason },
    Withheld(RawBytes),
    Exit { status: i32 },
    Signal { number: i32 },
    PlayedOn(PlayedOn),
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum RawBytes {
    Text { text: String },
    Base64 { base64: String },
}

impl From<&Event> for RawEvent {
    fn from(event: &Event) -> Self {
        let what = match &event.what {
            What::NotStarted(reason) => RawWhat::NotStarted { reason: reason.clone() },
            What::Output(bytes) => RawWhat::Output(bytes.as_slice().into()),
            What::Error(bytes) => RawWhat::Error(bytes.as_slice().into()),
            What::Wait => RawWhat::Wait,
            What::Typed(text) => RawWhat::Typed { text: text.clone() },
            What::EndOfInput => RawWhat::EndOfInput,
            What::Consumed(bytes) => RawWhat::Consumed { bytes: *bytes },
            What::Stopped(reason) => RawWhat::Stopped { reason: *reason },
            What::Withheld(bytes) => RawWhat::Withheld(bytes.as_slice().into()),
            What::Exit(Exit::Status(status)) => RawWhat::Exit { status: *status },
            What::Exit(Exit::Signal(number)) => RawWhat::Signal { number: *number },
            What::PlayedOn(played) => RawWhat::PlayedOn(*played),
        };
        Self { at: std::time::Duration::from_micros(event.at).as_secs_f64(), what }
    }
}

impl RawEvent {
    fn into_event(self) -> Result<Event, Unreadable> {
        let what = match self.what {
            RawWhat::NotStarted { reason } => What::NotStarted(reason),
            RawWhat::Output(bytes) => What::Output(bytes.into_bytes()?),
            RawWhat::Error(bytes) => What::Error(bytes.into_bytes()?),
            RawWhat::Wait => What::Wait,
            RawWhat::Typed { text } => What::Typed(text),
            RawWhat::EndOfInput => What::EndOfInput,
            RawWhat::Consumed { bytes } => What::Consumed(bytes),
            RawWhat::Stopped { reason } => What::Stopped(reason),
            RawWhat::Withheld(bytes) => What::Withheld(bytes.into_bytes()?),
            RawWhat::Exit { status } => What::Exit(Exit::Status(status)),
            RawWhat::Signal { number } => What::Exit(Exit::Signal(number)),
            RawWhat::PlayedOn(played) => What::PlayedOn(played),
        };
        let at = std::time::Duration::try_from_secs_f64(self.at).unwrap_or_default();
        Ok(Event { at: u64::try_from(at.as_nanos().saturating_add(500) / 1000).unwrap_or(u64::MAX), what })
    }
}

impl From<&[u8]> for RawBytes {
    fn from(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::Text { text: text.to_string() },
            Err(_) => Self::Base64 { base64: to_base64(bytes) },
        }
    }
}

impl RawBytes {
    fn into_bytes(self) -> Result<Vec<u8>, Unreadable> {
        Ok(match self {
            Self::Text { text } => text.into_bytes(),
            Self::Base64 { base64 } => from_base64(&base64)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn text_is_readable_and_other_bytes_are_kept() {
        let output = |bytes: &[u8]| Event { at: 1500, what: What::Output(bytes.to_vec()) };
        let recording = Recording { events: vec![output(b"h\n"), output(b"\xff\x00")] };
        let json = to_json(&recording);
        assert!(json.contains(r#""text": "h\n""#) && json.contains(r#""base64": "/wA=""#), "{json}");
        assert!(json.contains(r#""at": 0.0015"#), "{json}");
    }

    #[test]
    fn other_files_are_refused() {
        assert!(matches!(from_json("{}"), Err(Unreadable::Json(_))));
        let newer = r#"{"schema": "harness-recording/2", "events": []}"#;
        assert!(matches!(from_json(newer), Err(Unreadable::Schema(_))));
    }

    fn what() -> impl Strategy<Value = What> {
        prop_oneof![
            any::<Vec<u8>>().prop_map(What::Output),
            any::<Vec<u8>>().prop_map(What::Error),
            any::<Vec<u8>>().prop_map(What::Withheld),
            any::<String>().prop_map(What::Typed),
            any::<String>().prop_map(What::NotStarted),
            any::<u64>().prop_map(What::Consumed),
            any::<i32>().prop_map(|status| What::Exit(Exit::Status(status))),
            any::<i32>().prop_map(|signal| What::Exit(Exit::Signal(signal))),
            any::<(u16, u16)>().prop_map(|(runs, chances)| What::PlayedOn(PlayedOn {
                runs: runs.into(),
                chances: chances.into()
            })),
            Just(What::Wait),
            Just(What::EndOfInput),
            Just(What::Stopped(Reason::WallTime)),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn a_recording_is_read_back_exactly(events in prop::collection::vec((0..3_600_000_000_u64, what()), 0..8)) {
            let events = events.into_iter().map(|(at, what)| Event { at, what }).collect();
            let recording = Recording { events };
            let line = to_line("a/case", &recording);
            prop_assert_eq!(line.find('\n'), Some(line.len() - 1));
            for text in [to_json(&recording), line] {
                let read = from_json(&text).ok();
                prop_assert_eq!(read.as_ref(), Some(&recording));
            }
        }
    }
}
