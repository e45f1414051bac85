//! What a program sees of this machine's files.

use std::path::{Component, Path, PathBuf};

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

/// Folders that are never shown as a whole, nor anything above them.
const NEVER: &[&str] =
    &["/usr", "/etc", "/dev", "/proc", "/sys", "/tmp", "/home", "/root", "/var", "/run", "/nix/store"];

/// Returns whether a path is in a folder of the system, by its name and, if it is a link, by what it leads to.
pub fn is_of_the_system(path: &Path) -> bool {
    is_below_the_system(path) && path.canonicalize().is_ok_and(|canonical| is_below_the_system(&canonical))
}

fn is_below_the_system(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
        && !path.components().any(|part| part == Component::ParentDir)
}

/// Returns whether a path may be shown: it is no folder with more in it than a program or a submission.
fn may_be_shown(path: &Path) -> bool {
    let home = std::env::home_dir();
    let never = || NEVER.iter().map(Path::new).chain(home.as_deref());
    path.is_absolute()
        && path.canonicalize().is_ok_and(|canonical| !never().any(|folder| folder.starts_with(&canonical)))
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

/// Returns the files and folders that are seen beside those of the system: `asked`, and, if it does not stand there, the program.
/// None stands within another. Nothing that is written in a file decides about it.
pub(super) fn seen(program: &Path, asked: &[PathBuf]) -> Vec<PathBuf> {
    let mut seen = asked.to_vec();
    if !asked.iter().any(|place| program.starts_with(place)) {
        seen.extend(needed_for(program));
    }
    seen.retain(|path| !is_below_the_system(path) && may_be_shown(path));
    seen.sort();
    seen.dedup();
    let all = seen.clone();
    seen.retain(|path| !all.iter().any(|other| path != other && path.starts_with(other)));
    seen
}

/// A program that was installed below a folder of its own, as an interpreter is, needs all of that folder.
fn needed_for(program: &Path) -> Vec<PathBuf> {
    let canonical = program.canonicalize().unwrap_or_else(|_| program.to_path_buf());
    let paths = [program.to_path_buf(), canonical].into_iter().filter(|path| !is_below_the_system(path));
    paths.map(|path| installation(&path).unwrap_or(path)).collect()
}

/// Returns the folder below which a program was installed, together with its libraries; nothing if it stands alone.
pub fn installation(program: &Path) -> Option<PathBuf> {
    let folder = program.parent()?;
    let top = folder.parent()?;
    let is_installed = matches!(folder.file_name()?.to_str()?, "bin" | "shims")
        && (top.join("lib").is_dir() || top.join("libexec").is_dir())
        // What users install for themselves stands together, whatever it is.
        && top.file_name().is_some_and(|name| name != ".local")
        && may_be_shown(top);
    is_installed.then(|| top.to_path_buf())
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
    fn what_a_script_names_is_not_shown() {
        let folder = tempfile::tempdir().expect("a folder");
        let (script, interpreter) = (folder.path().join("a.sh"), folder.path().join("speak"));
        fs::write(&script, format!("#!{} -x\n", interpreter.display())).expect("written");
        fs::write(&interpreter, "x").expect("written");
        assert_eq!(seen(&script, &[]), [script]);
    }

    #[test]
    fn folders_above_what_is_shown_are_never_shown() {
        let asked = ["/", "/home", "/tmp", "/usr/..", "/tmp/../etc", "/var", "/nix"].map(PathBuf::from);
        assert_eq!(seen(Path::new("/bin/sh"), &asked), [""; 0].map(PathBuf::from));
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
