//! SHA-256 of bytes and of files, in hexadecimal digits.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use sha2::{Digest, Sha256};

/// Returns the SHA-256 of `bytes`, as it is.
pub(crate) fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// Returns the SHA-256 of `bytes`.
pub(crate) fn of_bytes(bytes: &[u8]) -> String {
    hex(&sha256(bytes))
}

/// Returns the SHA-256 of the file at `path`, however large it is.
///
/// # Errors
/// A file that cannot be read.
pub(crate) fn of_file(path: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut file = BufReader::new(File::open(path)?);
    loop {
        let bytes = file.fill_buf()?;
        if bytes.is_empty() {
            return Ok(hex(&hash.finalize()));
        }
        hash.update(bytes);
        let read = bytes.len();
        file.consume(read);
    }
}

/// Returns the SHA-256 of files with their names.
pub(crate) fn of_files<P: AsRef<[u8]>, B: AsRef<[u8]>>(files: impl IntoIterator<Item = (P, B)>) -> String {
    let mut hash = Sha256::new();
    for (path, bytes) in files {
        for bytes in [path.as_ref(), bytes.as_ref()] {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        }
    }
    hex(&hash.finalize())
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}
