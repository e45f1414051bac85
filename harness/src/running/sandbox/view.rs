//! What a program sees of this machine's files.

use std::path::{Path, PathBuf};

/// The folders of the system, with programs, libraries and what they need.
pub(super) const SYSTEM: &[&str] =
    &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store"];

/// What programs need of `/etc`; a name with a star stands for all that begin so.
const SETTINGS: &[&str] = &[
    "alternatives",
    "ca-certificates",
    "crypto-policies",
    "java*",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "nsswitch.conf",
    "python*",
    "ssl/certs/java",
    "timezone",
];

/// The devices that a program sees.
pub(super) const DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// Returns whether a path is in a folder of the system.
fn is_of_the_system(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}

/// Returns what is seen of `/etc` below `root`, as paths that begin with `/etc`.
pub(super) fn settings(root: &Path) -> Vec<PathBuf> {
    let etc = Path::new("/etc");
    let mut found = Vec::new();
    for name in SETTINGS {
        if let Some(beginning) = name.strip_suffix('*') {
            let entries = std::fs::read_dir(root.join("etc")).into_iter().flatten().flatten();
            let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
            found.extend(names.filter(|name| name.starts_with(beginning)).map(|name| etc.join(name)));
        } else if root.join("etc").join(name).exists() {
            found.push(etc.join(name));
        }
    }
    found
}

/// Returns the files and folders that are seen beside those of the system: `asked`, the program, and the
/// interpreter that it names. None stands within another.
pub(super) fn seen(program: &Path, asked: &[PathBuf]) -> Vec<PathBuf> {
    let mut seen = asked.to_vec();
    seen.extend(needed_for(program));
    if let Some(interpreter) = interpreter(program) {
        seen.extend(needed_for(&interpreter));
    }
    seen.retain(|path| {
        path.is_absolute() && path.exists() && !is_of_the_system(path) && path.parent().is_some()
    });
    seen.sort();
    seen.dedup();
    let all = seen.clone();
    seen.retain(|path| !all.iter().any(|other| path != other && path.starts_with(other)));
    seen
}

/// A program that was installed below a folder of its own, as an interpreter is, needs all of that folder.
fn needed_for(program: &Path) -> Vec<PathBuf> {
    let canonical = program.canonicalize().unwrap_or_else(|_| program.to_path_buf());
    let paths = [program.to_path_buf(), canonical].into_iter().filter(|path| !is_of_the_system(path));
    paths.map(|path| installation(&path).unwrap_or(path)).collect()
}

fn installation(program: &Path) -> Option<PathBuf> {
    let folder = program.parent()?;
    let top = folder.parent()?;
    let is_installed = matches!(folder.file_name()?.to_str()?, "bin" | "shims")
        && (top.join("lib").is_dir() || top.join("libexec").is_dir())
        && top.parent().is_some()
        && std::env::home_dir().is_none_or(|home| home != top);
    is_installed.then(|| top.to_path_buf())
}

/// Returns the program that the first line of a script names.
fn interpreter(program: &Path) -> Option<PathBuf> {
    use std::io::Read;
    let mut start = [0; 256];
    let count = std::fs::File::open(program).ok()?.read(&mut start).ok()?;
    let line = start[..count].strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let word = std::str::from_utf8(line).ok()?.split_whitespace().next()?;
    Some(PathBuf::from(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_program_of_the_system_needs_nothing_more() {
        assert!(seen(Path::new("/bin/sh"), &[]).is_empty());
    }

    #[test]
    fn a_program_elsewhere_is_seen_but_not_its_neighbours() {
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("bin/mine");
        fs::create_dir(folder.path().join("bin")).expect("made");
        fs::write(&program, "x").expect("written");
        assert_eq!(seen(&program, &[]), [&*program]);
        fs::create_dir(folder.path().join("lib")).expect("made");
        assert_eq!(seen(&program, &[]), [folder.path()], "an installation is seen as a whole");
    }

    #[test]
    fn a_script_needs_its_interpreter() {
        let folder = tempfile::tempdir().expect("a folder");
        let (script, interpreter) = (folder.path().join("a.sh"), folder.path().join("speak"));
        fs::write(&script, format!("#!{} -x\n", interpreter.display())).expect("written");
        fs::write(&interpreter, "x").expect("written");
        assert_eq!(seen(&script, &[]), [script, interpreter]);
    }

    #[test]
    fn what_stands_in_a_folder_that_is_seen_is_seen_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let inner = folder.path().join("inner");
        fs::create_dir(&inner).expect("made");
        let asked = [inner, folder.path().to_path_buf(), PathBuf::from("/no/such/file"), PathBuf::from("/")];
        assert_eq!(seen(Path::new("/bin/sh"), &asked), [folder.path()]);
    }
}
