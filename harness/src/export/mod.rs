//! Packs what a marking service needs to mark submissions by a suite.

use std::collections::BTreeSet;
use std::io::{self, Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::cases::source::SuiteFiles;
use crate::cases::{Suite, TargetKind};

const SETUP: &str = include_str!("setup.sh");
const RUN: &str = include_str!("run_autograder");

/// Returns the archive of an autograder for Gradescope: this program, the files of a suite, and the two scripts
/// that Gradescope starts. The same input gives the same bytes.
///
/// # Errors
/// What the packer says.
pub fn gradescope(suite: &Suite, files: &SuiteFiles, program: &[u8]) -> io::Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let plain = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let mut add = |name: &str, mode: u32, bytes: &[u8]| {
        archive.start_file(name, plain.unix_permissions(mode))?;
        archive.write_all(bytes)
    };
    add("setup.sh", 0o755, SETUP.replace("PACKAGES", &packages(suite)).as_bytes())?;
    add("run_autograder", 0o755, RUN.replace("SUITE", &suite.name).as_bytes())?;
    add("harness", 0o755, program)?;
    for (path, bytes) in files {
        add(&format!("cases/{}/{path}", suite.name), 0o644, bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

/// Returns the packages of Debian and Ubuntu that build and start programs of the kinds that a suite names; those
/// of every kind if it names none.
fn packages(suite: &Suite) -> String {
    let named =
        suite.start.entry.iter().map(|name| TargetKind::of(name)).chain(suite.start.recipes.keys().copied());
    let named: BTreeSet<TargetKind> = named.filter(|kind| *kind != TargetKind::Executable).collect();
    let every = [TargetKind::Python, TargetKind::Java, TargetKind::C, TargetKind::Cpp];
    let kinds = if named.is_empty() { every.into() } else { named };
    let package = |kind: &TargetKind| match kind {
        TargetKind::Python => "python3",
        TargetKind::Java | TargetKind::Jar => "default-jdk-headless",
        TargetKind::C => "gcc libc6-dev",
        TargetKind::Cpp => "g++",
        TargetKind::Executable => "",
    };
    let packages: BTreeSet<&str> = kinds.iter().map(package).collect();
    packages.into_iter().collect::<Vec<_>>().join(" ")
}
