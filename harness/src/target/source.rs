//! Finds in the text of a source where the program begins.

/// Returns the name of the class with `public static void main`, with its package, if the Java source `text`
/// has one at its top level.
pub(super) fn java_main(text: &str) -> Option<String> {
    let words = words(text);
    let mut class = None;
    let mut depth = 0;
    for (at, word) in words.iter().enumerate() {
        match word.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            "class" | "enum" | "record" | "interface" if depth == 0 => class = words.get(at + 1),
            "main" if depth == 1 && is_java_main(&words, at) => {
                return class.map(|class| in_package(package(&words), class));
            }
            _ => {}
        }
    }
    None
}

/// Returns the name of a Java class that is in the file called `path` with this `text`.
pub(super) fn java_class(path: &str, text: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    in_package(package(&words(text)), name.strip_suffix(".java").unwrap_or(name))
}

fn in_package(package: Option<String>, class: &str) -> String {
    package.map_or(class.to_string(), |package| format!("{package}.{class}"))
}

fn package(words: &[String]) -> Option<String> {
    let start = words.iter().position(|word| word == "package")?;
    if words[..start].iter().any(|word| matches!(word.as_str(), "class" | "import" | "{")) {
        return None;
    }
    Some(words[start + 1..].iter().take_while(|word| *word != ";").map(String::as_str).collect())
}

/// Returns whether the word `main` at `at` is the name of a method `public static void main(...)`.
fn is_java_main(words: &[String], at: usize) -> bool {
    let modifiers = ["public", "static", "final", "strictfp", "synchronized"];
    let before = &words[..at];
    if words.get(at + 1).is_none_or(|word| word != "(") || before.last().is_none_or(|word| word != "void") {
        return false;
    }
    let own: Vec<&str> =
        before.iter().rev().skip(1).map(String::as_str).take_while(|word| modifiers.contains(word)).collect();
    own.contains(&"public") && own.contains(&"static")
}

/// Returns whether the C or C++ source `text` defines the function `main`.
pub(super) fn has_c_main(text: &str) -> bool {
    let words = words(text);
    words.iter().enumerate().any(|(at, word)| {
        word == "main" && words.get(at + 1).is_some_and(|word| word == "(") && begins_body(&words[at + 1..])
    })
}

/// Returns whether what follows the parentheses with which `words` begin is a function's body: a block, a type
/// after an arrow, or the parameters as they were written before C had prototypes.
fn begins_body(words: &[String]) -> bool {
    let mut depth = 0;
    for (at, word) in words.iter().enumerate() {
        match word.as_str() {
            "(" => depth += 1,
            ")" if depth == 1 => {
                let next = words.get(at + 1).map_or("", String::as_str);
                let arrow = next == "-" && words.get(at + 2).is_some_and(|word| word == ">");
                return next == "{" || arrow || next.starts_with(|letter: char| letter.is_alphabetic());
            }
            ")" => depth -= 1,
            _ => {}
        }
    }
    false
}

/// Returns the words and signs of a source in one of C's family, without comments and quoted text.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            end_of(rest, "/*", "*/")
        } else if rest.starts_with("\"\"\"") {
            end_of(rest, "\"\"\"", "\"\"\"")
        } else if letter == '"' || letter == '\'' {
            quoted(rest, letter)
        } else if is_of_a_word(letter) {
            let length = rest.find(|letter| !is_of_a_word(letter)).unwrap_or(rest.len());
            words.push(rest[..length].to_string());
            length
        } else {
            if !letter.is_whitespace() {
                words.push(letter.to_string());
            }
            letter.len_utf8()
        };
        rest = &rest[length..];
    }
    words
}

/// Returns the length of what begins with `open`, with which `text` begins, and ends with `close`.
fn end_of(text: &str, open: &str, close: &str) -> usize {
    let inside = text.get(open.len()..).unwrap_or_default();
    inside.find(close).map_or(text.len(), |end| open.len() + end + close.len())
}

fn is_of_a_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '$'
}

/// Returns the length of the quoted text with which `text` begins; it ends on its line.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            letter if letter == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_class_with_main_is_found() {
        let main = "public static void main(String[] args) { if (x) { } }";
        for (text, class) in [
            (format!("public class A {{ {main} }}"), Some("A")),
            (format!("class B {{ int x; }} class A extends B {{ void y() {{ }} {main} }}"), Some("A")),
            (
                format!("/* x */ package a.b ;\nimport c.d;\npublic final class A<T> {{ {main} }}"),
                Some("a.b.A"),
            ),
            ("class A { static final public void main(String... a) {} }".to_string(), Some("A")),
            (format!("class A {{ // {main}\n}}"), None),
            (format!("class A {{ /* {main} */ String s = \"{main}\"; char c = '\"'; }}"), None),
            ("class A { void main(String[] args) { } }".to_string(), None),
            ("class A { public static int main(String[] args) { } }".to_string(), None),
            ("class A { void f() { main(x); } }".to_string(), None),
            (format!("class A {{ String s = \"\"\"\n  }} \" {main}\"\"\"; }}"), None),
            ("class A { String s = \"open\n ".to_string(), None),
            (String::new(), None),
        ] {
            assert_eq!(java_main(&text).as_deref(), class, "{text}");
        }
    }

    #[test]
    fn a_class_is_called_as_its_file() {
        assert_eq!(java_class("src/A.java", "package x.y; class A { }"), "x.y.A");
        assert_eq!(java_class("A.java", "class A { String s = \"package x;\"; }"), "A");
    }

    #[test]
    fn the_function_main_is_found() {
        for (text, found) in [
            ("int main(void) { return 0; }", true),
            ("int main(int argc, char *argv[])\n{\n}", true),
            ("main(argc, argv) int argc; char **argv; { }", true),
            ("auto main() -> int { }", true),
            ("#define X 'a\nint main(void (*f)(int)) {", true),
            ("int main(void);", false),
            ("// int main() {}\nint x;", false),
            ("int f() { return main() - 1; }", false),
            ("int domain() { } int main_loop() { }", false),
            ("char *s = \"int main() {\";", false),
            ("main(", false),
        ] {
            assert_eq!(has_c_main(text), found, "{text}");
        }
    }
}
