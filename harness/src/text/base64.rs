//! Bytes written as text, in base64 (RFC 4648, with padding).

pub(crate) use base64::DecodeError;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Returns bytes as base64.
pub(crate) fn to_base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Returns the bytes that a text stands for.
///
/// # Errors
/// A text that is no base64.
pub(crate) fn from_base64(text: &str) -> Result<Vec<u8>, DecodeError> {
    STANDARD.decode(text)
}
