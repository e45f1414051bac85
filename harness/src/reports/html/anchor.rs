//! Names of places on the page, the same whenever it is made anew, so that a link to one survives.

use std::fmt::Write as _;

use crate::digest;

/// Hexadecimal digits of the digest that stands for the key of a mistake.
const DIGITS: usize = 12;

/// The name of the place of cases that are not public.
pub(super) const HIDDEN: &str = "not-public";

/// Returns the name of a mistake's place, which depends on its key only.
pub(super) fn of_mistake(key: &str) -> String {
    format!("mistake/{}", &digest::of_bytes(key.as_bytes())[..DIGITS])
}

/// Returns the name of a case's place, which reads like its id.
pub(crate) fn of_case(id: &str) -> String {
    let mut name = "case/".to_string();
    for character in id.chars() {
        if character.is_ascii_alphanumeric() || "_-./".contains(character) {
            name.push(character);
        } else {
            write!(name, "~{:x}~", u32::from(character)).expect("to a string");
        }
    }
    name
}

/// Returns a link to a place of this name.
pub(super) fn link(name: &str) -> String {
    format!("#{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_needs_no_escape_in_a_link_and_stands_for_one_thing() {
        assert_eq!(of_case("recruit/a_far-1.x"), "case/recruit/a_far-1.x");
        assert_eq!(of_case("a b\"<é~"), "case/a~20~b~22~~3c~~e9~~7e~");
        assert_ne!(of_mistake("one"), of_mistake("other"));
        assert_eq!(of_mistake("one"), of_mistake("one"));
    }
}
