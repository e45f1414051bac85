//! Text as it is kept: packed, because conversations repeat themselves.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

/// The most bytes that a packed text may unpack to. Recordings are cut at the limits of their cases long before.
const MOST: u64 = 1 << 30;

/// Returns a text, packed.
pub(super) fn packed(text: &str) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    let written = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
    written.expect("memory takes everything")
}

/// Returns the text that was packed.
///
/// # Errors
/// Bytes that are no packed text.
pub(super) fn unpacked(bytes: &[u8]) -> io::Result<String> {
    let mut text = String::new();
    DeflateDecoder::new(bytes).take(MOST).read_to_string(&mut text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_comes_back_and_takes_less_room() {
        let text = "Player 1, take 1 to 3: \u{1f600}\n".repeat(500);
        let bytes = packed(&text);
        assert!(bytes.len() * 20 < text.len(), "{} bytes", bytes.len());
        assert_eq!(unpacked(&bytes).expect("it was packed"), text);
        assert!(unpacked(b"\xff\xff\xff").is_err());
    }
}
