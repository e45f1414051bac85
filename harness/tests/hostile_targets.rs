//! What is no program, or none of this machine, is told so, whatever it pretends to be.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod support;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use support::{harness, mark};

/// Where the number of the architecture stands in a program's file.
const MACHINE: usize = 18;

/// Returns this machine's `true`, after a change.
fn changed(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = std::fs::read("/usr/bin/true").unwrap();
    change(&mut bytes);
    bytes
}

#[test]
fn what_cannot_be_started_is_told_in_every_case() {
    let folder = tempfile::tempdir().unwrap();
    let longest = [b"#!/".as_slice(), &[b'x'; 300], b"\n"].concat();
    for (name, bytes, words) in [
        ("empty", Vec::new(), "is no program of this machine"),
        ("text", b"print('contained')\n".to_vec(), "is no program of this machine"),
        ("no interpreter", b"#!/no/such/interpreter\n".to_vec(), "does not exist"),
        ("only marks", b"#!\n".to_vec(), "is no program of this machine"),
        ("long line", longest, "is no program of this machine"),
        ("folder as interpreter", b"#!/usr\n".to_vec(), "cannot be started"),
        ("itself", b"#!itself\n".to_vec(), "cannot be started"),
        ("carriage return", b"#!/bin/sh\r\necho contained\r\n".to_vec(), "does not exist"),
        ("wrong architecture", changed(|bytes| bytes[MACHINE] ^= 0x55), "is no program of this machine"),
        ("only a head", changed(|bytes| bytes.truncate(40)), "is no program of this machine"),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        let marked = mark(&path, "little_battle", &["--case", "start/*"]);
        assert_eq!(marked.status, 1, "{name}: {}", marked.screen);
        for case in marked.results["cases"].as_array().unwrap() {
            assert_eq!(case["verdict"], "not-started", "{name}");
            let sentence = case["sentence"].as_str().unwrap();
            assert!(sentence.contains(words), "{name}: {sentence}");
        }
    }
}

/// The target is refused with these words, and nothing is run.
#[track_caller]
fn refuses(target: &Path, words: &str) {
    let reports = tempfile::tempdir().unwrap();
    let output = harness()
        .args(["--suite", "little_battle", "--target"])
        .arg(target)
        .arg("--reports")
        .arg(reports.path().join("reports"))
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains(words), "{told}");
    assert!(!reports.path().join("reports").exists());
}

#[test]
fn what_is_no_file_is_never_opened() {
    let folder = tempfile::tempdir().unwrap();
    refuses(folder.path(), "does not hold the submission");
    let pipe = folder.path().join("pipe");
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, 0o755.into(), 0).unwrap();
    refuses(&pipe, "is neither a file nor a folder");
    refuses(Path::new("/dev/zero"), "is neither a file nor a folder");
    let link = folder.path().join("link");
    std::os::unix::fs::symlink("/no/such/file", &link).unwrap();
    refuses(&link, "there is no such file");
}
