//! The environment of a program, built from nothing, and where programs are found.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Where programs are looked for first, and what a candidate sees as `PATH`.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Where the library that `stdbuf` preloads stands, on the systems that are known.
const STDBUF: &[&str] = &[
    "/usr/libexec/coreutils/libstdbuf.so",
    "/usr/lib/coreutils/libstdbuf.so",
    "/usr/lib/x86_64-linux-gnu/coreutils/libstdbuf.so",
    "/usr/lib/aarch64-linux-gnu/coreutils/libstdbuf.so",
    "/usr/lib64/coreutils/libstdbuf.so",
];

/// Returns the environment of a program that runs in `folder`.
///
/// The last entries give a program at a pipe the line buffering that it has at a terminal: Python by its
/// own variable, programs on the C library by the library of `stdbuf`, where there is one.
pub(super) fn environment(folder: &Path) -> Vec<(&'static str, String)> {
    let folder = folder.display().to_string();
    let mut environment = vec![
        ("PATH", PATH.to_string()),
        ("HOME", folder.clone()),
        ("TMPDIR", folder),
        ("LANG", "C.UTF-8".to_string()),
        ("TERM", "dumb".to_string()),
        ("PYTHONDONTWRITEBYTECODE", "1".to_string()),
        ("PYTHONUNBUFFERED", "1".to_string()),
    ];
    if let Some(library) = stdbuf() {
        environment.push(("LD_PRELOAD", library.to_string()));
        environment.push(("_STDBUF_I", "L".to_string()));
        environment.push(("_STDBUF_O", "L".to_string()));
    }
    environment
}

fn stdbuf() -> Option<&'static str> {
    static LIBRARY: OnceLock<Option<&'static str>> = OnceLock::new();
    *LIBRARY.get_or_init(|| STDBUF.iter().copied().find(|path| Path::new(path).is_file()))
}

/// Returns the file that the command `name` starts: `name` itself if it is a path, else the first
/// executable of that name in the candidates' `PATH`, else in the harness's own.
pub fn find_program(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        let path = std::path::absolute(name).ok()?;
        return is_executable(&path).then_some(path);
    }
    let own = std::env::var("PATH").unwrap_or_default();
    PATH.split(':')
        .chain(own.split(':'))
        .map(|folder| Path::new(folder).join(name))
        .find(|path| path.is_absolute() && is_executable(path))
}

/// Returns whether `path` is a file that may be executed.
pub fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}
