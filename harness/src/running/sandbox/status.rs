//! The numbers in what the kernel tells of a process by name, such as `/proc/PID/status`.

/// Returns the number that stands after a name; 0 if there is none.
pub(super) fn number(text: &str, name: &str) -> u64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    line.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// Returns the kibibytes that stand after a name, as bytes.
pub(super) fn bytes(text: &str, name: &str) -> u64 {
    number(text, name) * 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_by_their_names() {
        let text = "Name:\tRssAnon: 7\nRssAnon:\t     12 kB\nThreads:\t3\n";
        assert_eq!(bytes(text, "RssAnon:"), 12 * 1024);
        assert_eq!(number(text, "Threads:"), 3);
        assert_eq!(bytes(text, "RssShmem:"), 0);
    }
}
