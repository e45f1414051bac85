//! Each of the ten invalid configurations causes exactly its error.

mod support;

use std::process::Command;

/// The files under the names that students must use, and what each must cause.
const FILES: [(&str, &str); 10] = [
    ("format_error_file.txt", "SyntaxError: Invalid Configuration File: format error!"),
    (
        "frame_format_error_file.txt",
        "SyntaxError: Invalid Configuration File: frame should be in format widthxheight!",
    ),
    (
        "format_out_of_range_file.txt",
        "ArithmeticError: Invalid Configuration File: width and height should range from 5 to 7!",
    ),
    ("non_integer_file.txt", "ValueError: Invalid Configuration File: * contains non integer characters!"),
    (
        "out_of_map_file.txt",
        "ArithmeticError: Invalid Configuration File: * contains a position that is out of map.",
    ),
    (
        "occupy_home_file.txt",
        "ValueError: Invalid Configuration File: The positions of home bases or the positions next to the home bases are occupied!",
    ),
    (
        "occupy_next_to_home_file.txt",
        "ValueError: Invalid Configuration File: The positions of home bases or the positions next to the home bases are occupied!",
    ),
    ("dupli_pos_in_single_line.txt", "SyntaxError: Invalid Configuration File: Duplicate position (*)!"),
    ("dupli_pos_in_multiple_lines.txt", "SyntaxError: Invalid Configuration File: Duplicate position (*)!"),
    ("odd_length_file.txt", "SyntaxError: Invalid Configuration File: * has an odd number of elements!"),
];

#[test]
fn every_invalid_file_causes_its_error() {
    for (name, expected) in FILES {
        let path = support::root().join("invalid_files").join(name);
        let output =
            Command::new(support::reference_program("little_battle")).arg(&path).output().expect("it runs");
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), &b""[..]), "{name}");
        let error = String::from_utf8(output.stderr).expect("text");
        let pattern = globset::GlobBuilder::new(expected).build().expect("a pattern").compile_matcher();
        assert!(pattern.is_match(error.trim_end()), "{name}: {error:?} instead of {expected:?}");
    }
}

#[test]
fn there_are_no_other_invalid_files() {
    let folder = std::fs::read_dir(support::root().join("invalid_files")).expect("the folder is there");
    let mut names: Vec<_> = folder.map(|entry| entry.expect("readable").file_name()).collect();
    names.retain(|name| name != "README.md");
    names.sort();
    let mut expected = FILES.map(|(name, _)| name);
    expected.sort_unstable();
    assert_eq!(names, expected);
}

/// Each file is a valid configuration with one line changed or left out, so its fault is the only one.
#[test]
fn each_fault_is_the_only_one_of_its_file() {
    let valid = ["Frame: 5x5", "Water: 0 0 4 2 1 3", "Wood: 0 2 2 4", "Food: 0 4 3 1", "Gold: 4 1 2 2"];
    let setup = reference::Setup::new(&["c"], &[("c", &valid.join("\n"))]);
    let game = reference::game("little_battle").expect("in the table");
    let ending = reference::replay::replay(game, &setup, &reference::Script::default()).ending;
    assert!(matches!(ending, reference::Ending::Asks { .. }), "{ending:?}");
    for (name, _) in FILES {
        let path = support::root().join("invalid_files").join(name);
        let text = std::fs::read_to_string(path).expect("readable");
        let lines: Vec<&str> = text.lines().collect();
        let head = lines.iter().zip(valid).take_while(|(line, valid)| *line == valid).count();
        let tail =
            lines.iter().rev().zip(valid.iter().rev()).take_while(|(line, valid)| line == valid).count();
        assert_eq!(head + tail, 4, "{name} has one line that is not as in the valid file");
        assert!((4..=5).contains(&lines.len()), "{name}");
    }
}
