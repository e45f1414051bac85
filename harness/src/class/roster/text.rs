//! The text of a table, whatever program has written it.

/// Returns the text of `bytes`: UTF-16 where they begin with its mark, else UTF-8, else Latin-1, in which every byte is a character.
pub(super) fn decoded(bytes: &[u8]) -> String {
    match bytes {
        [0xff, 0xfe, rest @ ..] => of_units(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => of_units(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_string(),
            Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
        },
    }
}

fn of_units(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|read| read.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// Returns what separates the cells: of comma, semicolon and tab the one that the first line has most of.
pub(super) fn separator(text: &str) -> u8 {
    let first = text.lines().next().unwrap_or_default();
    let count = |separator: &u8| first.bytes().filter(|byte| byte == separator).count();
    // Of two that are as frequent the comma counts, which comes last.
    [b'\t', b';', b','].into_iter().max_by_key(count).unwrap_or(b',')
}
