//! Shows what a compiler said on the terminal.

use std::io::{self, Write};

use super::visible::{DottedBlanks, show};
use crate::running::BuildFailure;

/// Writes what happened and everything that the compiler said.
///
/// # Errors
/// What the writer says.
pub fn write(out: &mut dyn Write, failure: &BuildFailure) -> io::Result<()> {
    writeln!(out, "The submission was not built: {}", show(&failure.why, DottedBlanks::AtTheEnd).text)?;
    for line in failure.output.lines() {
        // Compilers point at columns with blanks, and sources have tabs.
        let line = line.trim_end().replace('\t', "    ");
        writeln!(out, "    | {}", show(&line, DottedBlanks::AtTheEnd).text)?;
    }
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_compiler_says_cannot_command_the_terminal() {
        let failure = BuildFailure {
            why: "it cannot be compiled".into(),
            output: "a.c:1: x\x1b[2J\n\tint y\n   ^ \n".into(),
        };
        let mut text = Vec::new();
        write(&mut text, &failure).expect("written");
        let expected = "The submission was not built: it cannot be compiled\n    | a.c:1: x␛[2J\n    |     int y\n    |    ^\n\n";
        assert_eq!(String::from_utf8(text).expect("text"), expected);
    }
}
