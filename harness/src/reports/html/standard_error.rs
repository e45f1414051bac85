//! What a program says on its standard error: all of it on the page, on paper what happened and where.

use std::io;

use super::pieces::plain;
use crate::comparison::UncaughtException;
use crate::reports::markup::Markup;
use crate::text::own_folders::without_own_folders;

/// Lines that are shown of a long standard error: so many first ones, and so many last ones.
const ENDS: (usize, usize) = (6, 8);

/// What a line of a standard error tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ErrorLine {
    /// What happened.
    Message,
    /// Where in the submission's own files.
    OwnPlace,
    /// Anything else.
    Rest,
    /// Nothing: it is left out to keep the page small.
    LeftOut,
}

/// Writes a standard error; nothing if there is none.
pub(super) fn write(html: &mut Markup<'_>, output: &[u8]) -> io::Result<()> {
    let text = String::from_utf8_lossy(output);
    let lines: Vec<String> = text.lines().map(without_own_folders).collect();
    if lines.is_empty() {
        return Ok(());
    }
    let told = told(&lines);
    html.raw("<div class=\"talk error\" tabindex=\"0\" role=\"group\" aria-label=\"Standard error\"><p class=\"note\">On standard error:</p>\n<pre>\n")?;
    let mut at = 0;
    for run in told.chunk_by(|one, other| one == other) {
        let lines = &lines[at..at + run.len()];
        at += run.len();
        match run[0] {
            ErrorLine::Message => block(html, lines)?,
            ErrorLine::OwnPlace => {
                html.raw("<span class=\"own\">")?;
                block(html, lines)?;
                html.raw("</span>")?;
            }
            ErrorLine::Rest => {
                html.raw("<span class=\"rest\">")?;
                block(html, lines)?;
                html.raw("</span><span class=\"paper\">…\n</span>")?;
            }
            ErrorLine::LeftOut => html.raw("<span class=\"rest\">…\n</span>")?,
        }
    }
    html.raw("</pre></div>\n")
}

fn block(html: &mut Markup<'_>, lines: &[String]) -> io::Result<()> {
    for line in lines {
        plain(html, &line.replace('\t', "    "))?;
        html.raw("\n")?;
    }
    Ok(())
}

/// Returns what each line tells.
fn told(lines: &[String]) -> Vec<ErrorLine> {
    let exception = UncaughtException::in_output(&lines.join("\n"), &[]);
    let message = exception.as_ref().map(|exception| exception.message.as_str()).unwrap_or_default();
    let place = exception.as_ref().and_then(|exception| exception.place.as_ref());
    let names =
        place.map(|it| [format!("{}:{})", it.file, it.line), format!("{}\", line {},", it.file, it.line)]);
    let is_place = |line: &str| names.iter().flatten().any(|name| line.contains(name.as_str()));
    let is_message = |line: &&String| !message.is_empty() && line.trim_end().ends_with(message);
    let happened = lines.iter().rposition(|line| is_message(&line));
    let told = lines.iter().enumerate().map(|(at, line)| match () {
        () if Some(at) == happened => ErrorLine::Message,
        // Python shows the line of the source below its place.
        () if is_place(line)
            || at > 0 && is_place(&lines[at - 1]) && line.starts_with("    ") && !line.contains("at ") =>
        {
            ErrorLine::OwnPlace
        }
        () if at < ENDS.0 || at + ENDS.1 >= lines.len() => ErrorLine::Rest,
        () => ErrorLine::LeftOut,
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let lines: Vec<String> = text.lines().map(str::to_string).collect();
        let sign = |line: &ErrorLine| match line {
            ErrorLine::Message => '!',
            ErrorLine::OwnPlace => '#',
            ErrorLine::Rest => '.',
            ErrorLine::LeftOut => ' ',
        };
        assert_eq!(told(&lines).iter().map(sign).collect::<String>(), expected, "{text}");
    }

    #[test]
    fn what_happened_and_where_are_found_in_each_language() {
        let java = "Exception in thread \"main\" java.lang.IndexOutOfBoundsException: Index 2\n\tat java.base/java.util.ArrayList.get(ArrayList.java:427)\n\tat Rats.play(Rats.java:68)\n\tat Rats.main(Rats.java:9)\n";
        check(java, "!.#.");
        let python = "Traceback (most recent call last):\n  File \"game.py\", line 9, in <module>\n    play()\n  File \"game.py\", line 3, in play\n    x = y[2]\nIndexError: list index out of range\n";
        check(python, "...##!");
        check("segmentation fault\n", "!");
    }

    #[test]
    fn of_a_long_one_both_ends_are_shown_and_what_happened() {
        let frames = "\tat java.base/java.util.X.y(X.java:1)\n".repeat(20);
        let java =
            format!("Exception in thread \"main\" java.lang.Error: no\n{frames}\tat A.b(A.java:2)\n{frames}");
        check(&java, &format!("!.....{}#{}........", " ".repeat(15), " ".repeat(12)));
    }
}
