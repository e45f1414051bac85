//! The numbers in what the kernel tells of a process by name, such as `/proc/PID/status`.

/// Returns a number that stands after a name, in kibibytes, as bytes.
pub(super) fn field(text: &str, name: &str) -> u64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    line.split_whitespace().next().and_then(|word| word.parse::<u64>().ok()).unwrap_or(0) * 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_by_their_names() {
        let text = "Name:\tRssAnon: 7\nRssAnon:\t     12 kB\nThreads:\t3\n";
        assert_eq!(field(text, "RssAnon:"), 12 * 1024);
        assert_eq!(field(text, "Threads:") / 1024, 3);
        assert_eq!(field(text, "RssShmem:"), 0);
    }
}
