//! The disk of a browser: every file is in memory, and the page keeps those that shall be there next time. It takes the place
//! of `disk.rs`, operation by operation.

use super::faults;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

/// What is known about a path.
pub(super) struct Metadata {
    folder: bool,
    length: u64,
    written: Duration,
    number: u64,
}

/// Whoever has the page may do everything.
pub(super) struct Permissions;

impl Metadata {
    pub(super) fn is_dir(&self) -> bool {
        self.folder
    }

    pub(super) fn is_file(&self) -> bool {
        !self.folder
    }

    pub(super) fn len(&self) -> u64 {
        self.length
    }

    #[allow(clippy::unnecessary_wraps, reason = "a disk may not know it")]
    pub(super) fn modified(&self) -> io::Result<SystemTime> {
        Ok(SystemTime::UNIX_EPOCH + self.written)
    }

    #[allow(clippy::unused_self, reason = "a disk asks the file")]
    pub(super) fn permissions(&self) -> Permissions {
        Permissions
    }
}

struct File {
    bytes: Vec<u8>,
    /// Since 1970.
    written: Duration,
    /// Another one for every file and every change, so that no change is overlooked.
    number: u64,
    /// Who has it open.
    handle: u64,
    /// The page has it, or shall have it as soon as it is brought to the disk. A part is of use only while the page is open.
    kept: bool,
}

#[derive(Default)]
struct Storage {
    files: BTreeMap<PathBuf, File>,
    folders: BTreeSet<PathBuf>,
    locks: BTreeSet<PathBuf>,
    count: u64,
}

static STORAGE: LazyLock<Mutex<Storage>> = LazyLock::new(|| {
    let mut storage = Storage::default();
    for (path, bytes, written) in page::kept() {
        storage.put(path, bytes, written, true);
    }
    Mutex::new(storage)
});

fn storage() -> MutexGuard<'static, Storage> {
    STORAGE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Storage {
    fn put(&mut self, path: PathBuf, bytes: Vec<u8>, written: Duration, kept: bool) -> u64 {
        self.count += 1;
        let number = self.count;
        self.files.insert(path, File { bytes, written, number, handle: number, kept });
        number
    }

    fn is_folder(&self, path: &Path) -> bool {
        path.as_os_str().is_empty()
            || self.folders.contains(path)
            || self.files.keys().any(|file| file != path && file.starts_with(path))
    }

    fn opened(&mut self, handle: u64) -> io::Result<(&PathBuf, &mut File)> {
        let found = self.files.iter_mut().find(|(_, file)| file.handle == handle);
        found.ok_or_else(|| ErrorKind::NotFound.into())
    }
}

/// A path without detours; nothing when it leads out of what there is.
fn plain(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => plain.push(name),
            Component::ParentDir if !plain.pop() => return None,
            _ => {}
        }
    }
    Some(plain)
}

fn named(path: &Path) -> io::Result<PathBuf> {
    plain(path).ok_or_else(|| ErrorKind::NotFound.into())
}

pub(super) fn look(path: &Path) -> io::Result<Metadata> {
    faults::looking()?;
    let (path, storage) = (named(path)?, storage());
    if let Some(file) = storage.files.get(&path) {
        return Ok(Metadata { folder: false, length: file.bytes.len() as u64, written: file.written, number: file.number });
    }
    if storage.is_folder(&path) {
        return Ok(Metadata { folder: true, length: 0, written: Duration::ZERO, number: 0 });
    }
    Err(ErrorKind::NotFound.into())
}

/// The entries of a folder, sorted, each with the name of the folder before it as it was given.
pub(super) fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    faults::looking()?;
    let (plain, storage) = (named(folder)?, storage());
    if !storage.is_folder(&plain) {
        return Err(ErrorKind::NotFound.into());
    }
    let inside = storage.files.keys().chain(&storage.folders).filter_map(|path| path.strip_prefix(&plain).ok()?.iter().next());
    let names: BTreeSet<_> = inside.collect();
    Ok(names.into_iter().map(|name| folder.join(name)).collect())
}

/// Up to so many bytes of a file.
pub(super) fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    faults::looking()?;
    let (path, storage) = (named(path)?, storage());
    let file = storage.files.get(&path).ok_or(ErrorKind::NotFound)?;
    let most = usize::try_from(most).unwrap_or(usize::MAX).min(file.bytes.len());
    Ok(file.bytes[..most].to_vec())
}

pub(super) fn real_path(path: &Path) -> io::Result<PathBuf> {
    look(path)?;
    named(path)
}

/// There are no links.
pub(super) fn read_link(_path: &Path) -> io::Result<Option<PathBuf>> {
    faults::looking()?;
    Ok(None)
}

pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    faults::operation()?;
    storage().folders.insert(named(path)?);
    Ok(())
}

/// From here on the page keeps the file, under its new name.
pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    faults::operation()?;
    let (from, to, mut storage) = (named(from)?, named(to)?, storage());
    let file = storage.files.get(&from).ok_or(ErrorKind::NotFound)?;
    page::keep(&to, &file.bytes, file.written)?;
    if let Some(file) = storage.files.remove(&from) {
        if file.kept {
            page::forget(&from);
        }
        storage.files.insert(to, File { kept: true, ..file });
    }
    Ok(())
}

pub(super) fn remove(path: &Path) -> io::Result<()> {
    faults::operation()?;
    let path = named(path)?;
    let file = storage().files.remove(&path).ok_or(ErrorKind::NotFound)?;
    if file.kept {
        page::forget(&path);
    }
    Ok(())
}

pub(super) fn sync_folder(_folder: &Path) -> io::Result<()> {
    faults::operation()
}

pub(super) fn identity(found: &Metadata) -> u64 {
    found.number
}

/// How long ago a file was written.
pub(super) fn age(found: &Metadata) -> Option<Duration> {
    page::now().checked_sub(found.written)
}

/// There is one process, and it has no number.
pub(super) fn process() -> u32 {
    0
}

/// A file that is open for writing, or a lock that is held.
pub(super) enum Open {
    File(u64),
    Lock(PathBuf),
}

impl Drop for Open {
    fn drop(&mut self) {
        if let Self::Lock(path) = self {
            storage().locks.remove(path);
        }
    }
}

impl Open {
    /// A file that was not there before.
    pub(super) fn new(path: &Path) -> io::Result<Self> {
        faults::operation()?;
        let (path, mut storage) = (named(path)?, storage());
        if storage.files.contains_key(&path) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        Ok(Self::File(storage.put(path, Vec::new(), page::now(), false)))
    }

    /// Something that is there; what is written comes to its end.
    pub(super) fn end_of(path: &Path) -> io::Result<Self> {
        faults::operation()?;
        let path = named(path)?;
        storage().files.get(&path).map(|file| Self::File(file.handle)).ok_or_else(|| ErrorKind::NotFound.into())
    }

    /// A lock, unless it is held already. The page sees to it that there is no other page to hold it.
    pub(super) fn locked(path: &Path) -> io::Result<Option<Self>> {
        faults::operation()?;
        let path = named(path)?;
        // Made only where it is held: one that is dropped lets go.
        let free = storage().locks.insert(path.clone());
        Ok(free.then(|| Self::Lock(path)))
    }

    /// Which file it is; a lock is none.
    fn handle(&self) -> u64 {
        match self {
            Self::File(handle) => *handle,
            Self::Lock(_) => 0,
        }
    }

    fn change(&self, what: impl FnOnce(&mut Vec<u8>)) -> io::Result<()> {
        let mut storage = storage();
        storage.count += 1;
        let number = storage.count;
        let (_, file) = storage.opened(self.handle())?;
        what(&mut file.bytes);
        file.written = page::now();
        file.number = number;
        Ok(())
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let (most, fault) = faults::writing(bytes.len());
        self.change(|file| file.extend_from_slice(&bytes[..most]))?;
        fault
    }

    /// Cuts off what comes after so many bytes.
    pub(super) fn cut(&mut self, length: u64) -> io::Result<()> {
        faults::operation()?;
        self.change(|file| file.truncate(usize::try_from(length).unwrap_or(usize::MAX)))
    }

    /// Gives what was written to the page.
    pub(super) fn sync(&self) -> io::Result<()> {
        faults::syncing()?;
        let mut storage = storage();
        let (path, file) = storage.opened(self.handle())?;
        if file.kept { page::keep(path, &file.bytes, file.written) } else { Ok(()) }
    }

    #[allow(clippy::unused_self, reason = "a disk asks the file")]
    pub(super) fn permit(&self, _permissions: Permissions) -> io::Result<()> {
        faults::operation()
    }
}

/// What the page does for us.
#[cfg(target_family = "wasm")]
#[allow(unsafe_code, reason = "the page is foreign")]
mod page {
    use super::{Duration, ErrorKind, Path, PathBuf, io};

    unsafe extern "C" {
        fn triangulum_now() -> f64;
        /// How many files the page has.
        fn triangulum_files() -> usize;
        /// How long the name (0) or what it holds (1) of a file is.
        fn triangulum_length(file: usize, part: usize) -> usize;
        fn triangulum_copy(file: usize, part: usize, to: *mut u8);
        fn triangulum_written(file: usize) -> f64;
        /// 0 when it has it, anything else when there is no room.
        fn triangulum_keep(name: *const u8, name_length: usize, bytes: *const u8, length: usize, written: f64) -> u32;
        fn triangulum_forget(name: *const u8, name_length: usize);
    }

    fn since_1970(milliseconds: f64) -> Duration {
        Duration::from_millis(milliseconds.max(0.0) as u64)
    }

    pub(super) fn now() -> Duration {
        // SAFETY: the page answers with a number.
        since_1970(unsafe { triangulum_now() })
    }

    pub(super) fn kept() -> Vec<(PathBuf, Vec<u8>, Duration)> {
        let part = |file, part| {
            // SAFETY: the page writes as many bytes as it has just said.
            unsafe {
                let mut bytes = vec![0; triangulum_length(file, part)];
                triangulum_copy(file, part, bytes.as_mut_ptr());
                bytes
            }
        };
        // SAFETY: the page answers with a number.
        let files = 0..unsafe { triangulum_files() };
        let name = |file| String::from_utf8_lossy(&part(file, 0)).into_owned().into();
        // SAFETY: the same.
        files.map(|file| (name(file), part(file, 1), since_1970(unsafe { triangulum_written(file) }))).collect()
    }

    pub(super) fn keep(path: &Path, bytes: &[u8], written: Duration) -> io::Result<()> {
        let name = path.to_string_lossy();
        // SAFETY: the page only reads, and only while it is asked.
        let told = unsafe { triangulum_keep(name.as_ptr(), name.len(), bytes.as_ptr(), bytes.len(), written.as_millis() as f64) };
        if told == 0 { Ok(()) } else { Err(ErrorKind::StorageFull.into()) }
    }

    pub(super) fn forget(path: &Path) {
        let name = path.to_string_lossy();
        // SAFETY: the page only reads, and only while it is asked.
        unsafe { triangulum_forget(name.as_ptr(), name.len()) }
    }
}

/// A page made up for tests: it has a file from an earlier visit, and little room.
#[cfg(not(target_family = "wasm"))]
mod page {
    use super::{BTreeMap, Duration, ErrorKind, Mutex, MutexGuard, Path, PathBuf, PoisonError, io};

    pub(super) static ROOM: usize = 100;
    static HAS: Mutex<BTreeMap<PathBuf, Vec<u8>>> = Mutex::new(BTreeMap::new());

    pub(super) fn has() -> MutexGuard<'static, BTreeMap<PathBuf, Vec<u8>>> {
        HAS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn now() -> Duration {
        Duration::from_secs(1_000)
    }

    pub(super) fn kept() -> Vec<(PathBuf, Vec<u8>, Duration)> {
        vec![("home/earlier.toml".into(), b"earlier".to_vec(), Duration::from_secs(10))]
    }

    pub(super) fn keep(path: &Path, bytes: &[u8], _written: Duration) -> io::Result<()> {
        if bytes.len() > ROOM {
            return Err(ErrorKind::StorageFull.into());
        }
        has().insert(path.to_owned(), bytes.to_vec());
        Ok(())
    }

    pub(super) fn forget(path: &Path) {
        has().remove(path);
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;

    fn page_has(path: &str) -> Option<String> {
        page::has().get(Path::new(path)).map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }

    #[test]
    fn what_an_earlier_visit_left_is_there() {
        let path = Path::new("home/./sub/../earlier.toml");
        assert_eq!(read(path, 4).unwrap(), b"earl");
        let found = look(path).unwrap();
        assert!(found.is_file() && found.len() == 7 && age(&found) == Some(Duration::from_secs(990)));
        assert!(look(Path::new("home")).unwrap().is_dir());
        assert!(list(Path::new("./home")).unwrap().contains(&PathBuf::from("./home/earlier.toml")));
        assert_eq!(look(Path::new("../home")).err().unwrap().kind(), ErrorKind::NotFound);
    }

    #[test]
    fn a_part_is_kept_once_it_is_renamed_and_grows_under_its_new_name() {
        let (part, whole) = (Path::new("a/x.part"), Path::new("a/whole.txt"));
        let mut open = Open::new(part).unwrap();
        assert_eq!(Open::new(part).err().unwrap().kind(), ErrorKind::AlreadyExists);
        open.write(b"one").unwrap();
        open.sync().unwrap();
        assert_eq!(page_has("a/x.part"), None);
        rename(part, whole).unwrap();
        let before = identity(&look(whole).unwrap());
        assert_eq!(page_has("a/whole.txt").as_deref(), Some("one"));
        open.write(b" two").unwrap();
        assert_ne!(identity(&look(whole).unwrap()), before);
        assert_eq!(page_has("a/whole.txt").as_deref(), Some("one"));
        open.sync().unwrap();
        assert_eq!(page_has("a/whole.txt").as_deref(), Some("one two"));
        remove(whole).unwrap();
        assert_eq!((page_has("a/whole.txt"), look(whole).is_err()), (None, true));
    }

    #[test]
    fn a_lock_is_held_once_until_it_is_let_go() {
        let path = Path::new("c/slot.lock");
        let held = Open::locked(path).unwrap();
        assert!(held.is_some() && Open::locked(path).unwrap().is_none() && !list(Path::new("")).unwrap().contains(&"c".into()));
        drop(held);
        assert!(Open::locked(path).unwrap().is_some());
    }

    #[test]
    fn where_there_is_no_room_the_old_file_stays() {
        let (part, whole) = (Path::new("b/y.part"), Path::new("b/whole.txt"));
        Open::new(part).unwrap().write(b"small").unwrap();
        rename(part, whole).unwrap();
        Open::new(part).unwrap().write(&[b'x'; 200]).unwrap();
        assert_eq!(rename(part, whole).unwrap_err().kind(), ErrorKind::StorageFull);
        assert_eq!(read(whole, 1_000).unwrap(), b"small");
        let mut open = Open::end_of(whole).unwrap();
        open.write(&[b'x'; 200]).unwrap();
        assert_eq!(open.sync().unwrap_err().kind(), ErrorKind::StorageFull);
        open.cut(5).unwrap();
        assert_eq!((read(whole, 1_000).unwrap().as_slice(), page_has("b/whole.txt").as_deref()), (&b"small"[..], Some("small")));
    }
}
