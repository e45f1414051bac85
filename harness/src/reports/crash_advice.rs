//! What helps a beginner to repair a crash, by the exception that ended the program.

use crate::comparison::UncaughtException;

/// What is wrong at an exception whose kind or message holds one of these signs, in Python, Java or C++.
const ADVICE: [(&[&str], &str); 7] = [
    (
        &["NumberFormatException: For input string: \"\""],
        "this text is empty: nextInt() and next() leave the end of their line, which nextLine() reads then; read whole lines only",
    ),
    (
        &["ValueError: invalid literal", "NumberFormatException", "InputMismatchException", "stoi", "stod"],
        "this text is no number: look at what is typed before you convert it, or catch the exception",
    ),
    (
        &["IndexError", "IndexOutOfBoundsException", "out_of_range"],
        "nothing stands at this index: the first one is 0, the last one is one less than the length",
    ),
    (&["KeyError", "is not in list"], "what is looked up is not there: look before you use it"),
    (&["NoneType", "NullPointerException"], "there is no value here: see where it should have come from"),
    (&["ZeroDivisionError", "/ by zero"], "the number by which it divides is 0"),
    (
        &["RecursionError", "StackOverflowError"],
        "a function calls itself again and again: to ask once more, use a loop",
    ),
];

/// Returns what helps to repair a crash; nothing where the exception is rare, or the program's own.
pub(super) fn crash_advice(exception: &UncaughtException) -> Option<&'static str> {
    let is_meant = |(signs, _): &&(&[&str], &str)| signs.iter().any(|sign| exception.message.contains(sign));
    ADVICE.iter().find(is_meant).map(|(_, advice)| *advice).filter(|_| !exception.is_its_own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(message: &str, beginning: Option<&str>) {
        let exception = UncaughtException { message: message.to_string(), place: None, is_its_own: false };
        let found = crash_advice(&exception);
        assert_eq!(found.map(|it| it.split(':').next().unwrap_or(it)), beginning, "{message}");
        let own = UncaughtException { is_its_own: true, ..exception };
        assert_eq!(crash_advice(&own), None, "{message}");
    }

    #[test]
    fn what_beginners_overlook_is_told_by_the_exception() {
        check("ValueError: invalid literal for int() with base 10: 'A1'", Some("this text is no number"));
        check("NumberFormatException: For input string: \"abc\"", Some("this text is no number"));
        check("NumberFormatException: For input string: \"\"", Some("this text is empty"));
        check("ArrayIndexOutOfBoundsException: Index 15 out of bounds", Some("nothing stands at this index"));
        check("ValueError: '' is not in list", Some("what is looked up is not there"));
        check("TypeError: 'NoneType' object is not iterable", Some("there is no value here"));
        check("ValueError: Invalid Configuration File", None);
    }
}
