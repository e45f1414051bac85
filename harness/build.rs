//! Puts the public part of every suite into the program: `suite.yaml`, what it provides, the public
//! cases, and the files that these name. A suite whose reference is a command stays outside.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let root = manifest.parent().expect("the workspace's folder").join("cases");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut list = String::from("const PUBLIC_FILES: &[(&str, &str, &[u8])] = &[\n");
    for suite in folders(&root) {
        for path in public_files(&suite) {
            println!("cargo:rerun-if-changed={}", path.display());
            let name = suite.file_name().expect("a suite has a name").to_string_lossy();
            let inner = path.strip_prefix(&suite).expect("a file of the suite").to_string_lossy();
            let absolute = path.to_string_lossy();
            writeln!(list, "    ({name:?}, {inner:?}, include_bytes!({absolute:?})),").expect("to a string");
        }
    }
    list.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    fs::write(out.join("public_suites.rs"), list).expect("failed to write into OUT_DIR");
}

fn folders(root: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = fs::read_dir(root)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| fs::read_to_string(path.join("suite.yaml")).is_ok_and(|text| !starts_a_command(&text)))
        .collect();
    folders.sort();
    folders
}

/// Returns whether the reference of a suite is a command of the course; nothing inside the program is started.
fn starts_a_command(suite: &str) -> bool {
    let mut lines = suite.lines().skip_while(|line| !line.starts_with("reference:"));
    let first = lines.next().unwrap_or_default();
    let rest = lines.take_while(|line| line.is_empty() || line.starts_with([' ', '#']));
    std::iter::once(first).chain(rest).any(|line| line.contains("command:"))
}

fn public_files(suite: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![suite.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the suite").flatten() {
            let path = entry.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path == suite.join("suite.yaml") || path.starts_with(suite.join("provide")) {
                found.insert(path);
            } else if path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml") {
                let text = fs::read_to_string(&path).unwrap_or_default();
                if text.lines().any(|line| line.trim_end() == "visible: public") {
                    found.extend(named_files(&text).filter_map(|name| normal(&folder.join(name))));
                    found.insert(path);
                }
            }
        }
    }
    found
}

/// Returns the paths that a case names as `path: ...` or `{path: ...}`.
fn named_files(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .take_while(|line| !line.starts_with("transcript:"))
        .filter_map(|line| line.split_once("path: "))
        .map(|(_, name)| name.trim_end_matches('}').trim().trim_matches(['"', '\'']))
}

/// Returns the path of a file that exists, without `..`.
fn normal(path: &Path) -> Option<PathBuf> {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            std::path::Component::ParentDir if normal.file_name().is_some_and(|name| name != "..") => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal.is_file().then_some(normal)
}
