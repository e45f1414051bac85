//! Many submissions that were handed over together, in a folder or an archive: lists what is in it, and reads the files of one
//! submission within the limits of one.

use std::fs::File as OpenFile;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use flate2::read::MultiGzDecoder;
use tar::EntryType;
use walkdir::WalkDir;
use zip::ZipArchive;

use super::archive::{Packing, TarFile, add_tarred, add_zipped, broken, unpack};
use super::beneath::Beneath;
use super::folder::{add, file_name, not_plain};
use super::tree::{Tree, is_left_out};
use crate::cases::problem::Problem;
use crate::digest;
use crate::running::interruption;

/// The most files and folders that are listed.
const MOST_LISTED: usize = 400_000;

/// The most bytes that may come out of a packed tar archive.
const MOST_UNPACKED: u64 = 16 << 30;

/// Many submissions in one folder or archive.
#[derive(Debug)]
pub struct Bundle {
    text: String,
    packed: Packed,
    items: Vec<BundleItem>,
}

/// A file or folder in a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BundleItem {
    /// Its path in the bundle, as it is written there; nobody has reason to trust it.
    pub path: String,
    /// What it is.
    pub kind: ItemKind,
    place: ItemPlace,
}

/// What an item of a bundle is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemKind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A link, which no submission may hold.
    Link,
    /// A device or the like, which no submission may hold.
    Other,
}

/// Where the bytes of an item are.
#[derive(Debug, Clone, PartialEq, Eq)]
enum ItemPlace {
    /// At this path, where its own is not in UTF-8; else at its own.
    Path(Option<PathBuf>),
    /// In the entry of this number.
    Entry(usize),
    /// Here in the unpacked archive.
    Span { start: u64, size: u64, executable: bool },
}

#[derive(Debug)]
enum Packed {
    Folder(Beneath),
    Zip(Mutex<ZipArchive<BufReader<OpenFile>>>),
    Tar(OpenFile),
}

/// The files of one submission of a bundle, in memory and within limits.
#[derive(Debug)]
pub struct SubmissionFiles {
    pub(super) tree: Tree,
    /// SHA-256 of what was handed in: of the archive if it is nothing else, else of the files with their paths.
    pub digest: String,
}

impl Bundle {
    /// Opens the folder or archive at the path `text`, and lists what is in it. The items are sorted by their paths.
    ///
    /// # Errors
    /// What is neither a folder nor an archive, cannot be read, or holds more than 400,000 files and folders.
    pub fn open(text: &str) -> Result<Self, Problem> {
        let path = Path::new(text);
        let (packed, mut items) = match (path.is_dir(), Packing::of(&file_name(path))) {
            (true, _) => list_folder(text, path)?,
            (false, Some(Packing::Zip)) => list_zip(text, path)?,
            (false, Some(Packing::Tar)) => list_tar(text, open(text, path)?)?,
            (false, Some(Packing::TarGz)) => list_tar(text, unpacked(text, path)?)?,
            (false, None) => return Err(no_bundle(text, path)),
        };
        items.retain(|item| !item.path.split('/').any(is_left_out));
        items.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(Self { text: text.to_string(), packed, items })
    }

    /// Returns the path as the user wrote it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns everything that is in it but what no submission is made of, as folders of version control; sorted by path.
    pub fn items(&self) -> &[BundleItem] {
        &self.items
    }

    /// Returns the files of one submission, which messages call `name`: some of the items, each with its path in the submission.
    ///
    /// # Errors
    /// What is wrong with any of them; a submission is read as a whole or not at all.
    pub fn submission(
        &self,
        name: &str,
        items: &[(&BundleItem, String)],
    ) -> Result<SubmissionFiles, Problem> {
        let mut tree = Tree::new(name);
        for (item, path) in items {
            self.read(&mut tree, item, path)?;
        }
        if let Some((bytes, packing)) = only_archive(&tree) {
            let digest = digest::of_bytes(&bytes);
            return Ok(SubmissionFiles { tree: unpack(name, bytes, packing)?.without_top_folder(), digest });
        }
        let digest = digest::of_files(tree.files().map(|(path, file)| (path, &file.bytes)));
        Ok(SubmissionFiles { tree: tree.without_top_folder(), digest })
    }

    /// Returns the bytes of one file, as of a list that a platform has put beside the submissions.
    ///
    /// # Errors
    /// A file that cannot be read, or has more than 64 MiB.
    pub fn bytes(&self, item: &BundleItem) -> Result<Vec<u8>, Problem> {
        let mut tree = Tree::new(&self.text);
        self.read(&mut tree, item, "file")?;
        Ok(tree.get("file").map(|file| file.bytes.clone()).unwrap_or_default())
    }

    /// Puts an item at `path` into the tree of a submission.
    fn read(&self, tree: &mut Tree, item: &BundleItem, path: &str) -> Result<(), Problem> {
        let admitted = tree.admit(path)?;
        match (item.kind, admitted) {
            (ItemKind::Link | ItemKind::Other, _) => Err(not_plain(tree, path, item.kind == ItemKind::Link)),
            (ItemKind::Folder, _) | (_, None) => Ok(()),
            (ItemKind::File, Some(admitted)) => match (&self.packed, &item.place) {
                (Packed::Zip(archive), ItemPlace::Entry(index)) => {
                    let mut archive = lock(archive);
                    let entry = archive.by_index(*index).map_err(|error| broken(tree, error))?;
                    add_zipped(tree, entry, admitted, path)
                }
                (Packed::Tar(file), &ItemPlace::Span { start, size, executable }) => {
                    let bytes = SpanReader { file, at: start, end: start + size };
                    add_tarred(tree, admitted, TarFile { name: path, bytes, size, executable })
                }
                (Packed::Folder(folder), ItemPlace::Path(place)) => {
                    add(tree, folder, admitted, place.as_deref().unwrap_or(Path::new(&item.path)))
                }
                _ => unreachable!("places of items are of the kind of their bundle"),
            },
        }
    }
}

/// Returns the archive that is all there is.
fn only_archive(tree: &Tree) -> Option<(Vec<u8>, Packing)> {
    let mut files = tree.files();
    let (path, file) = files.next().filter(|_| tree.files().count() == 1)?;
    Packing::of(path).map(|packing| (file.bytes.clone(), packing))
}

fn no_bundle(text: &str, path: &Path) -> Problem {
    let message = if path.exists() {
        "is neither a folder nor an archive"
    } else {
        "there is no such folder or archive"
    };
    Problem::of_file(text, message)
        .help("give what the platform exports, unpacked or as .zip, .tar, .tar.gz or .tgz")
}

fn open(text: &str, path: &Path) -> Result<OpenFile, Problem> {
    OpenFile::open(path).map_err(|error| Problem::unread(text, error))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What a reader that panicked has left is still an archive.
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn room(text: &str, listed: usize) -> Result<(), Problem> {
    if interruption::is_wanted() {
        return Err(Problem::of_file(text, "was not read to its end: somebody has ended this"));
    }
    if listed <= MOST_LISTED {
        return Ok(());
    }
    Err(Problem::of_file(text, format!("holds more than {MOST_LISTED} files and folders"))
        .help("give the folder or archive that holds the submissions and nothing else"))
}

fn list_folder(text: &str, folder: &Path) -> Result<(Packed, Vec<BundleItem>), Problem> {
    let beneath = Beneath::new(folder).map_err(|error| Problem::unread(text, error))?;
    let mut items = Vec::new();
    let wanted = |name: &std::ffi::OsStr| !name.to_str().is_some_and(is_left_out);
    let walk = WalkDir::new(folder).min_depth(1).into_iter();
    for entry in walk.filter_entry(|entry| entry.depth() == 0 || wanted(entry.file_name())) {
        room(text, items.len())?;
        // A folder that cannot be looked into is no file of anybody, but it is there.
        let (path, kind) = match &entry {
            Ok(entry) if entry.file_type().is_file() => (entry.path(), ItemKind::File),
            Ok(entry) if entry.file_type().is_dir() => (entry.path(), ItemKind::Folder),
            Ok(entry) if entry.path_is_symlink() => (entry.path(), ItemKind::Link),
            Ok(entry) => (entry.path(), ItemKind::Other),
            Err(error) => (error.path().unwrap_or(folder), ItemKind::Other),
        };
        let place = path.strip_prefix(folder).unwrap_or(path);
        let path = place.to_string_lossy().into_owned();
        let place = (place.to_str() != Some(&path)).then(|| place.to_path_buf());
        if !path.is_empty() {
            items.push(BundleItem { path, kind, place: ItemPlace::Path(place) });
        }
    }
    Ok((Packed::Folder(beneath), items))
}

fn list_zip(text: &str, path: &Path) -> Result<(Packed, Vec<BundleItem>), Problem> {
    let tree = Tree::new(text);
    let reader = BufReader::new(open(text, path)?);
    let mut archive = ZipArchive::new(reader).map_err(|error| broken(&tree, error))?;
    room(text, archive.len())?;
    let mut items = Vec::new();
    for index in 0..archive.len() {
        let entry = archive.by_index_raw(index).map_err(|error| broken(&tree, error))?;
        // Some programs do not say that names are in UTF-8, and some for Windows write their own separator.
        let path = match (std::str::from_utf8(entry.name_raw()), entry.name()) {
            (Ok(name), _) => name.replace('\\', "/"),
            (Err(_), Ok(name)) => name.replace('\\', "/"),
            (Err(_), Err(_)) => String::from_utf8_lossy(entry.name_raw()).replace('\\', "/"),
        };
        let kind = match entry.unix_mode().unwrap_or_default() & 0o170_000 {
            _ if entry.is_dir() || path.ends_with('/') => ItemKind::Folder,
            0 | 0o100_000 => ItemKind::File,
            0o040_000 => ItemKind::Folder,
            0o120_000 => ItemKind::Link,
            _ => ItemKind::Other,
        };
        items.push(BundleItem { path: trimmed(&path), kind, place: ItemPlace::Entry(index) });
    }
    Ok((Packed::Zip(Mutex::new(archive)), items))
}

/// Reads until somebody wants an end.
struct UnlessEnded<R>(R);

impl<R: Read> Read for UnlessEnded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if interruption::is_wanted() {
            return Err(std::io::Error::other("somebody has ended this"));
        }
        self.0.read(buffer)
    }
}

/// Returns the bytes of a packed tar archive, in a file without a name.
fn unpacked(text: &str, path: &Path) -> Result<OpenFile, Problem> {
    let tree = Tree::new(text);
    let packed = BufReader::new(open(text, path)?);
    let mut bytes = UnlessEnded(MultiGzDecoder::new(packed)).take(MOST_UNPACKED + 1);
    let mut file = tempfile::tempfile().map_err(|error| Problem::unread(text, error))?;
    let size = std::io::copy(&mut bytes, &mut file).map_err(|error| broken(&tree, error))?;
    if size > MOST_UNPACKED {
        return Err(Problem::of_file(text, format!("holds more than {} GiB", MOST_UNPACKED >> 30))
            .help("unpack it, and give the folder with the submissions"));
    }
    file.seek(SeekFrom::Start(0)).map_err(|error| Problem::unread(text, error))?;
    Ok(file)
}

fn list_tar(text: &str, file: OpenFile) -> Result<(Packed, Vec<BundleItem>), Problem> {
    let tree = Tree::new(text);
    let reader = file.try_clone().map_err(|error| Problem::unread(text, error))?;
    let mut archive = tar::Archive::new(reader);
    let mut items = Vec::new();
    for entry in archive.entries_with_seek().map_err(|error| broken(&tree, error))? {
        let entry = entry.map_err(|error| broken(&tree, error))?;
        room(text, items.len())?;
        let kind = match entry.header().entry_type() {
            EntryType::XGlobalHeader => continue,
            EntryType::Regular | EntryType::Continuous => ItemKind::File,
            EntryType::Directory => ItemKind::Folder,
            EntryType::Symlink | EntryType::Link => ItemKind::Link,
            _ => ItemKind::Other,
        };
        let executable = entry.header().mode().is_ok_and(|mode| mode & 0o111 != 0);
        let place = ItemPlace::Span { start: entry.raw_file_position(), size: entry.size(), executable };
        items.push(BundleItem { path: trimmed(&String::from_utf8_lossy(&entry.path_bytes())), kind, place });
    }
    Ok((Packed::Tar(file), items))
}

/// Returns a path without what has no meaning at its ends. What leads out stays, for messages to tell of it.
fn trimmed(path: &str) -> String {
    path.strip_prefix("./").unwrap_or(path).trim_end_matches('/').to_string()
}

/// A part of a file that several may read at the same time.
struct SpanReader<'a> {
    file: &'a OpenFile,
    at: u64,
    end: u64,
}

impl Read for SpanReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let left = usize::try_from(self.end - self.at).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.file.read_at(&mut buffer[..left], self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};
    use std::os::unix::ffi::OsStrExt as _;

    use zip::write::SimpleFileOptions;

    use super::*;

    fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            writer.start_file(*name, SimpleFileOptions::default()).expect("begun");
            writer.write_all(bytes).expect("written");
        }
        writer.finish().expect("finished").into_inner()
    }

    fn tarred(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut builder = tar::Builder::new(Vec::new());
        for (name, bytes) in files {
            let mut header = tar::Header::new_gnu();
            header.set_size(bytes.len() as u64);
            header.set_mode(0o644);
            builder.append_data(&mut header, name, *bytes).expect("appended");
        }
        builder.into_inner().expect("finished")
    }

    fn gzipped(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(bytes).expect("written");
        encoder.finish().expect("finished")
    }

    fn bundle(name: &str, bytes: &[u8]) -> Bundle {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        Bundle::open(&path.display().to_string()).expect("it can be read")
    }

    /// Returns the files of the items whose paths begin with `prefix`, each as `path=text`, or what is wrong with them.
    fn read(bundle: &Bundle, prefix: &str) -> String {
        let inside = |item: &BundleItem| item.path.strip_prefix(prefix).map(str::to_string);
        let items: Vec<_> =
            bundle.items().iter().filter_map(|item| inside(item).map(|path| (item, path))).collect();
        match bundle.submission("it", &items) {
            Ok(files) => {
                let files = files.tree.files();
                let files =
                    files.map(|(path, file)| format!("{path}={}", String::from_utf8_lossy(&file.bytes)));
                files.collect::<Vec<_>>().join(" ")
            }
            Err(problem) => problem.to_string(),
        }
    }

    #[test]
    fn one_submission_is_read_from_every_kind_of_bundle() {
        let files: [(&str, &[u8]); 3] = [("ann/a.py", b"1"), ("ann/sub/b.py", b"2"), ("ben/c.py", b"3")];
        let packed =
            [("all.zip", zipped(&files)), ("all.tar", tarred(&files)), ("all.tgz", gzipped(&tarred(&files)))];
        for (name, bytes) in packed {
            let bundle = bundle(name, &bytes);
            assert_eq!(read(&bundle, "ann/"), "a.py=1 sub/b.py=2", "{name}");
            assert_eq!(read(&bundle, "ben/"), "c.py=3", "{name}");
        }
    }

    #[test]
    fn a_folder_is_listed_with_its_links_and_its_empty_folders() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["ann/a.py", "ben/.git/config"] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, "1").expect("written");
        }
        std::os::unix::fs::symlink("/etc/passwd", folder.path().join("eve")).expect("linked");
        let bundle = Bundle::open(&folder.path().display().to_string()).expect("it can be read");
        let listed: Vec<_> =
            bundle.items().iter().map(|item| format!("{}:{:?}", item.path, item.kind)).collect();
        assert_eq!(listed, ["ann:Folder", "ann/a.py:File", "ben:Folder", "eve:Link"]);
        assert_eq!(read(&bundle, "ann/"), "a.py=1");
        assert!(read(&bundle, "e").contains("`ve` in it is a link"), "{}", read(&bundle, "e"));
    }

    #[test]
    fn names_in_another_encoding_are_read_where_they_are() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = std::ffi::OsStr::from_bytes(b"M\xfcller");
        std::fs::create_dir(folder.path().join(name)).expect("made");
        std::fs::write(folder.path().join(name).join("a.py"), "1").expect("written");
        let bundle = Bundle::open(&folder.path().display().to_string()).expect("it can be read");
        assert_eq!(read(&bundle, "M\u{fffd}ller/"), "a.py=1");
    }

    #[test]
    fn what_is_wrong_with_one_submission_is_not_the_others_fault() {
        let zeros = vec![0; 4 << 20];
        let files: [(&str, &[u8]); 5] = [
            ("ann/a.py", b"1"),
            ("bob/../../etc/x.py", b"2"),
            ("eve/bomb", &zeros),
            ("zip/in.zip", b"no archive"),
            ("\u{1f600}\u{1b}[2J/a.py", b"3"),
        ];
        let bundle = bundle("all.zip", &zipped(&files));
        assert_eq!(read(&bundle, "ann/"), "a.py=1");
        assert!(read(&bundle, "bob/").contains("leads out of the submission"));
        assert!(read(&bundle, "eve/").contains("packed more than a hundredfold"));
        assert!(read(&bundle, "zip/").contains("the archive cannot be read"));
        assert_eq!(read(&bundle, "\u{1f600}\u{1b}[2J/"), "a.py=3");
    }

    #[test]
    fn an_archive_that_is_all_there_is_is_unpacked_and_named_by_its_digest() {
        let inner = zipped(&[("game/a.py", b"1")]);
        let bundle = bundle("all.zip", &zipped(&[("ann/hand-in.zip", &inner)]));
        let items: Vec<_> = bundle.items().iter().map(|item| (item, "hand-in.zip".to_string())).collect();
        let files = bundle.submission("it", &items).expect("it can be read");
        assert_eq!(files.tree.files().map(|(path, _)| path).collect::<Vec<_>>(), ["a.py"]);
        assert_eq!(files.digest, digest::of_bytes(&inner));
    }

    #[test]
    fn what_is_no_bundle_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, words) in [
            ("none", "there is no such folder or archive"),
            ("file.py", "is neither a folder nor an archive"),
            ("broken.zip", "the archive cannot be read"),
            ("broken.tgz", "the archive cannot be read"),
        ] {
            let path = folder.path().join(name);
            if name != "none" {
                std::fs::write(&path, "no archive").expect("written");
            }
            let problem = Bundle::open(&path.display().to_string()).expect_err(name).to_string();
            assert!(problem.contains(words), "{name}: {problem}");
        }
    }
}
