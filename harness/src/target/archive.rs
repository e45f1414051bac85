//! Reads zip and tar archives, which nobody has reason to trust.

use std::error::Error;
use std::io::Read;
use std::path::Path;

use flate2::read::MultiGzDecoder;
use tar::EntryType;
use zip::read::ZipFile;

use super::no_target::NoTarget;
use super::tree::{BYTES, ENTRIES, File, Tree};
use crate::cases::problem::Problem;

/// What is larger than this may not have been packed more than a hundredfold.
const SMALL: u64 = 1 << 20;

/// Bytes that a tar archive may have besides its files: headers and padding.
const TAR_EXTRA: u64 = ENTRIES as u64 * 4096;

/// The kinds of archives that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    Zip,
    Tar,
    TarGz,
}

impl Packing {
    /// Returns how the archive called `name` is packed; nothing if the name is not that of an archive.
    pub(super) fn of(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        let ends = |extension: &str| name.ends_with(extension);
        match () {
            () if ends(".zip") => Some(Self::Zip),
            () if ends(".tar") => Some(Self::Tar),
            () if ends(".tar.gz") || ends(".tgz") => Some(Self::TarGz),
            () => None,
        }
    }
}

/// Returns the files in the archive at `path`.
///
/// # Errors
/// An archive that is broken, beyond the limits, or holds anything but files and folders below its own.
pub(super) fn read_archive(text: &str, path: &Path, packing: Packing) -> Result<Tree, Problem> {
    let tree = Tree::new(text);
    let packed = std::fs::File::open(path).map_err(|error| tree.problem("failed to read").because(error))?;
    let packed = read_most(&tree, packed, BYTES + TAR_EXTRA)?.ok_or_else(|| tree.too_large())?;
    unpack(text, packed, packing)
}

/// Returns the files in the archive that is all there is in `tree`, as when the export of a course packs what was packed;
/// otherwise the tree as it is.
///
/// # Errors
/// What is wrong with the archive; several archives and nothing else; a third archive inside the second.
pub(super) fn unwrapped(tree: Tree) -> Result<Tree, NoTarget> {
    let archives: Vec<_> =
        tree.files().filter_map(|(path, file)| Some((path, file, Packing::of(path)?))).collect();
    let is_all = !archives.is_empty() && archives.len() == tree.files().count();
    match archives.as_slice() {
        [(path, file, packing)] if is_all => {
            let name = format!("{}: {}", tree.text(), path.escape_debug());
            let inside = unpack(&name, file.bytes.clone(), *packing)?.without_top_folder();
            let is_archive = inside.files().all(|(path, _)| Packing::of(path).is_some());
            if is_archive && inside.files().next().is_some() {
                let problem = inside.problem("holds nothing but archives");
                return Err(problem.help("unpack it, and hand in what is inside").into());
            }
            Ok(inside)
        }
        [_, _, ..] if is_all => Err(NoTarget::SeveralPrograms(
            tree.problem(format!("holds {} archives and nothing else", archives.len()))
                .help("give one of them, or a folder with what is inside"),
        )),
        _ => Ok(tree),
    }
}

/// Returns the files in the bytes of an archive, which messages call `text`.
///
/// # Errors
/// An archive that is broken, beyond the limits, or holds anything but files and folders below its own.
pub(super) fn unpack(text: &str, packed: Vec<u8>, packing: Packing) -> Result<Tree, Problem> {
    let tree = Tree::new(text);
    match packing {
        Packing::Zip => read_zip(tree, packed),
        Packing::Tar => read_tar(tree, &packed),
        Packing::TarGz => {
            let limit = (BYTES + TAR_EXTRA).min(at_most_unpacked(packed.len() as u64));
            let unpacked = read_most(&tree, MultiGzDecoder::new(&packed[..]), limit)?;
            read_tar(Tree::new(text), &unpacked.ok_or_else(|| tree.too_dense())?)
        }
    }
}

/// Returns how many bytes may come out of so many packed ones.
fn at_most_unpacked(packed: u64) -> u64 {
    packed.saturating_mul(100).max(SMALL)
}

/// Returns all bytes, or nothing if they are more than `most`.
fn read_most(tree: &Tree, from: impl Read, most: u64) -> Result<Option<Vec<u8>>, Problem> {
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes).map_err(|error| broken(tree, error))?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

/// Returns the problem that the archive of a submission cannot be read.
pub(super) fn broken(tree: &Tree, error: impl Into<Box<dyn Error + Send + Sync>>) -> Problem {
    tree.problem("the archive cannot be read")
        .because(error)
        .help("pack the submission again as .zip, .tar, .tar.gz or .tgz, without a password")
}

fn refused(tree: &Tree, path: &str, what: &str) -> Problem {
    tree.problem(format!("`{}` in it is {what}", path.escape_debug()))
        .help("pack the submission again with nothing but files and folders")
}

fn read_zip(mut tree: Tree, packed: Vec<u8>) -> Result<Tree, Problem> {
    let mut archive =
        zip::ZipArchive::new(std::io::Cursor::new(packed)).map_err(|error| broken(&tree, error))?;
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(|error| broken(&tree, error))?;
        // Some programs for Windows write their own separator.
        let name = entry.name().map_err(|error| broken(&tree, error))?.replace('\\', "/");
        if let Some(path) = tree.admit(&name)? {
            add_zipped(&mut tree, entry, path, &name)?;
        }
    }
    Ok(tree)
}

/// Puts an entry of a zip archive, which messages call `name`, at `path`, if it is a file.
///
/// # Errors
/// A link or the like; a file that is too large or packed too densely.
pub(super) fn add_zipped<R: Read>(
    tree: &mut Tree,
    entry: ZipFile<'_, R>,
    path: String,
    name: &str,
) -> Result<(), Problem> {
    let mode = entry.unix_mode().unwrap_or_default();
    match mode & 0o170_000 {
        0 | 0o100_000 | 0o040_000 => {}
        0o120_000 => return Err(refused(tree, name, "a link")),
        _ => return Err(refused(tree, name, "neither a file nor a folder")),
    }
    if entry.is_dir() || name.ends_with('/') {
        return Ok(());
    }
    let most = at_most_unpacked(entry.compressed_size());
    let bytes = tree.read(name, entry, most)?;
    tree.insert(path, File { bytes, executable: mode & 0o111 != 0 })
}

fn read_tar(mut tree: Tree, unpacked: &[u8]) -> Result<Tree, Problem> {
    let mut archive = tar::Archive::new(unpacked);
    let entries = archive.entries().map_err(|error| broken(&tree, error))?;
    for entry in entries {
        let entry = entry.map_err(|error| broken(&tree, error))?;
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let kind = entry.header().entry_type();
        if kind == EntryType::XGlobalHeader {
            continue;
        }
        let Some(path) = tree.admit(&name)? else { continue };
        match kind {
            EntryType::Regular | EntryType::Continuous => {}
            EntryType::Directory => continue,
            EntryType::Symlink | EntryType::Link => return Err(refused(&tree, &name, "a link")),
            _ => return Err(refused(&tree, &name, "neither a file nor a folder")),
        }
        if name.ends_with('/') {
            continue;
        }
        let executable = entry.header().mode().is_ok_and(|mode| mode & 0o111 != 0);
        let size = entry.size();
        add_tarred(&mut tree, path, TarFile { name: &name, bytes: entry, size, executable })?;
    }
    Ok(tree)
}

/// A file in a tar archive.
pub(super) struct TarFile<'a, R> {
    /// What messages call it.
    pub(super) name: &'a str,
    /// What is in it.
    pub(super) bytes: R,
    /// How many bytes the archive says that it has.
    pub(super) size: u64,
    /// Whether somebody may start it.
    pub(super) executable: bool,
}

/// Puts a file of a tar archive at `path`.
///
/// # Errors
/// A file that is too large, or cut off.
pub(super) fn add_tarred<R: Read>(
    tree: &mut Tree,
    path: String,
    file: TarFile<'_, R>,
) -> Result<(), Problem> {
    let TarFile { name, bytes, size, executable } = file;
    let bytes = tree.read(name, bytes, u64::MAX)?;
    if bytes.len() as u64 != size {
        return Err(broken(tree, "it is cut off"));
    }
    tree.insert(path, File { bytes, executable })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::write::SimpleFileOptions;

    use super::*;

    fn unpack(name: &str, bytes: &[u8]) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        let tree = read_archive(name, &path, Packing::of(name).expect("an archive"));
        tree.map(|tree| tree.files().map(|(path, _)| path.to_string()).collect())
            .map_err(|error| error.to_string())
    }

    fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for (name, bytes) in files {
            writer.start_file(*name, SimpleFileOptions::default()).expect("begun");
            writer.write_all(bytes).expect("written");
        }
        writer.finish().expect("finished").into_inner()
    }

    fn tarred(name: &str, kind: EntryType, bytes: &[u8]) -> Vec<u8> {
        let mut builder = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_gnu();
        header.as_gnu_mut().expect("a GNU header").name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_entry_type(kind);
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        if matches!(kind, EntryType::Symlink | EntryType::Link) {
            header.set_link_name("/etc/passwd").expect("a name");
        }
        header.set_cksum();
        builder.append(&header, bytes).expect("appended");
        builder.into_inner().expect("finished")
    }

    fn gzipped(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(bytes).expect("written");
        encoder.finish().expect("finished")
    }

    #[test]
    fn files_are_read_from_every_kind_of_archive() {
        let tar = tarred("top/a.py", EntryType::Regular, b"x");
        assert_eq!(
            unpack("a.zip", &zipped(&[("top\\a.py", b"x"), ("b", b"")])),
            Ok(vec!["b".into(), "top/a.py".into()])
        );
        assert_eq!(unpack("a.TAR", &tar), Ok(vec!["top/a.py".to_string()]));
        assert_eq!(unpack("a.tar.gz", &gzipped(&tar)), Ok(vec!["top/a.py".to_string()]));
        assert_eq!(unpack("a.tgz", &gzipped(&tar)), Ok(vec!["top/a.py".to_string()]));
    }

    #[test]
    fn what_leads_out_is_refused() {
        for name in ["../evil", "a/../../evil", "/tmp/evil"] {
            let zip = unpack("a.zip", &zipped(&[(name, b"x")])).expect_err(name);
            let tar = unpack("a.tar", &tarred(name, EntryType::Regular, b"x")).expect_err(name);
            for error in [zip, tar] {
                assert!(error.contains("leads out") || error.contains("absolute"), "{error}");
            }
        }
        assert!(unpack("a.zip", &zipped(&[("..\\evil", b"x")])).is_err());
    }

    #[test]
    fn links_and_devices_are_refused() {
        for (kind, words) in [
            (EntryType::Symlink, "is a link"),
            (EntryType::Link, "is a link"),
            (EntryType::Char, "neither a file nor a folder"),
            (EntryType::Block, "neither a file nor a folder"),
            (EntryType::Fifo, "neither a file nor a folder"),
        ] {
            let error = unpack("a.tar", &tarred("a", kind, b"")).expect_err(words);
            assert!(error.contains(words), "{error}");
        }
        let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        writer.add_symlink("a", "/etc/passwd", SimpleFileOptions::default()).expect("added");
        let error = unpack("a.zip", &writer.finish().expect("finished").into_inner()).expect_err("a link");
        assert!(error.contains("is a link"), "{error}");
    }

    #[test]
    fn bombs_are_refused() {
        let zeros = vec![0; 4 << 20];
        let error = unpack("a.zip", &zipped(&[("a", &zeros)])).expect_err("a bomb");
        assert!(error.contains("hundredfold"), "{error}");
        let tar = tarred("a", EntryType::Regular, &zeros);
        let error = unpack("a.tgz", &gzipped(&tar)).expect_err("a bomb");
        assert!(error.contains("hundredfold"), "{error}");
        let names: Vec<String> = (0..=ENTRIES).map(|number| number.to_string()).collect();
        let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
        let error = unpack("a.zip", &zipped(&many)).expect_err("too many");
        assert!(error.contains("more than 2000"), "{error}");
    }

    #[test]
    fn a_small_file_may_be_packed_as_densely_as_it_can() {
        assert!(unpack("a.zip", &zipped(&[("a", &vec![0; 1 << 20])])).is_ok());
    }

    #[test]
    fn what_is_broken_is_refused() {
        let zip = zipped(&[("a", b"some text")]);
        let tar = tarred("a", EntryType::Regular, &[b'x'; 5000]);
        for (name, bytes) in [
            ("a.zip", &b"no archive"[..]),
            ("a.zip", b""),
            ("a.zip", &zip[..zip.len() / 2]),
            ("a.tar", &[b'x'; 600]),
            ("a.tar", &tar[..1024]),
            ("a.tgz", b"no archive"),
            ("a.tgz", &gzipped(&tar)[..40]),
        ] {
            let error = unpack(name, bytes).expect_err(name);
            assert!(error.contains("cannot be read") || error.contains("failed to read"), "{error}");
        }
    }

    #[test]
    fn an_archive_that_is_all_there_is_in_an_archive_is_read() {
        let inside = |files: &[(&str, &[u8])]| {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("all.zip");
            std::fs::write(&path, zipped(files)).expect("written");
            let tree = read_archive("all.zip", &path, Packing::Zip).expect("an archive");
            let paths = |tree: Tree| tree.files().map(|(path, _)| path.to_string()).collect::<Vec<_>>();
            unwrapped(tree).map(paths).map_err(|error| error.problem().expect("a problem").to_string())
        };
        let ann = zipped(&[("ann/game.py", b"print()"), ("ann/sub/more.py", b"")]);
        let tar = tarred("ben.py", EntryType::Regular, b"print()");
        assert_eq!(inside(&[("s1/ann.zip", &ann)]).expect("read"), ["game.py", "sub/more.py"]);
        assert_eq!(inside(&[("ben.tar", &tar)]).expect("read"), ["ben.py"]);
        assert_eq!(inside(&[("game.py", b""), ("old.zip", &ann)]).expect("read"), ["game.py", "old.zip"]);
        let two = inside(&[("ann.zip", &ann), ("ben.tar", &tar)]).expect_err("it is refused");
        assert!(
            two.contains("holds 2 archives and nothing else") && two.contains("give one of them"),
            "{two}"
        );
        let deep = inside(&[("out.zip", &zipped(&[("in.zip", &ann)]))]).expect_err("it is refused");
        assert!(deep.contains("out.zip: holds nothing but archives"), "{deep}");
        let broken = inside(&[("out.zip", b"no archive")]).expect_err("it is refused");
        assert!(broken.contains("all.zip: out.zip: the archive cannot be read"), "{broken}");
    }
}
