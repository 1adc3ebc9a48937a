//! A folder as a storage backend. An object is written under a random name. The file is renamed
//! when it is complete, unless another process has already written the object. Only files with the
//! name of an object or of a half-written object are listed, read or removed. Symbolic links below
//! the folder are ignored.

use std::fs::{self, DirEntry, File, Metadata};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::store::object_name::{escape_name, is_folder, is_object};
use crate::store::{Leftovers, MANIFEST, StorageBackend, StoreError};
use base::text;

/// Prefix of the name of a half-written object. 32 hexadecimal digits and [`TEMPORARY_END`] follow.
const TEMPORARY: &str = ".grundy-object-";
const TEMPORARY_END: &str = ".part";
/// Age from which on a half-written object is assumed to belong to a dead writer.
const STALE: Duration = Duration::from_secs(3_600);
/// Maximum number of retries to write an object if another process removes its folder or its
/// half-written file meanwhile.
const ATTEMPTS: u32 = 10;

/// A storage backend that stores each object as a file in a folder.
#[derive(Clone, Debug)]
pub struct FolderBackend {
    path: PathBuf,
}

/// An entry of a folder of the store.
enum FolderEntry {
    /// An entry with the name of an object, or of a folder that may contain objects.
    Object(String),
    Folder(String),
    /// A half-written object.
    Temporary(DirEntry),
    /// The escaped name of any other entry.
    Foreign(String),
}

impl FolderBackend {
    /// Returns the backend for the folder `path`. The folder is created when the first object is
    /// written.
    pub fn new(path: impl Into<PathBuf>) -> FolderBackend {
        FolderBackend { path: path.into() }
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn file(&self, name: &str) -> PathBuf {
        assert!(
            name.is_empty() || is_object(name) || is_folder(name),
            "{name} is no name of an object"
        );
        if name.is_empty() {
            self.path.clone()
        } else {
            self.path.join(name)
        }
    }

    /// Returns the path of an object or of a folder of the store; `None` if it does not exist, is
    /// of another kind, or is below a symbolic link.
    fn present(
        &self,
        name: &str,
        is_kind: fn(&Metadata) -> bool,
    ) -> Result<Option<PathBuf>, StoreError> {
        let path = self.file(name);
        if name.is_empty() {
            return Ok(Some(path));
        }
        let mut here = self.path.clone();
        let mut words = name.split('/').peekable();
        while let Some(word) = words.next() {
            here.push(word);
            match fs::symlink_metadata(&here) {
                Ok(about) if words.peek().is_none() => return Ok(is_kind(&about).then_some(path)),
                Ok(about) if about.is_dir() => {}
                Ok(_) => return Ok(None),
                Err(why) if why.kind() == ErrorKind::NotFound => return Ok(None),
                Err(why) => return Err(unreadable(&here, &why)),
            }
        }
        Ok(None)
    }

    fn open_object(&self, name: &str) -> Result<Option<File>, StoreError> {
        let Some(path) = self.present(name, Metadata::is_file)? else {
            return Ok(None);
        };
        match File::open(&path) {
            Ok(file) => Ok(Some(file)),
            Err(why) if why.kind() == ErrorKind::NotFound => Ok(None),
            Err(why) => Err(unreadable(&path, &why)),
        }
    }

    /// Lists a folder of the store, or the store itself if the name is empty. Returns an empty list
    /// if the folder does not exist.
    fn entries(&self, folder: &str) -> Result<Vec<FolderEntry>, StoreError> {
        let Some(path) = self.present(folder, Metadata::is_dir)? else {
            return Ok(Vec::new());
        };
        let entries = match fs::read_dir(&path) {
            Ok(entries) => entries,
            Err(why) if why.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(why) => return Err(unreadable(&path, &why)),
        };
        let mut found = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|why| unreadable(&path, &why))?;
            let kind = match entry.file_type() {
                Ok(kind) => kind,
                Err(why) if why.kind() == ErrorKind::NotFound => continue,
                Err(why) => return Err(unreadable(&path, &why)),
            };
            let own = entry.file_name();
            let name = if folder.is_empty() {
                own.to_string_lossy().into_owned()
            } else {
                format!("{folder}/{}", own.to_string_lossy())
            };
            found.push(match own.to_str() {
                Some(_) if kind.is_file() && is_object(&name) => FolderEntry::Object(name),
                Some(_) if kind.is_dir() && is_folder(&name) => FolderEntry::Folder(name),
                Some(own) if kind.is_file() && is_temporary(own) => FolderEntry::Temporary(entry),
                _ => FolderEntry::Foreign(escape_name(&name)),
            });
        }
        Ok(found)
    }

    /// Calls `see` for every entry of a folder of the store and of the folders below it. Returns
    /// the names of all visited folders, each before its subfolders.
    fn walk(
        &self,
        folder: &str,
        see: &mut dyn FnMut(FolderEntry),
    ) -> Result<Vec<String>, StoreError> {
        let (mut open, mut folders) = (vec![folder.to_owned()], Vec::new());
        while let Some(folder) = open.pop() {
            for found in self.entries(&folder)? {
                match found {
                    FolderEntry::Folder(name) => open.push(name),
                    found => see(found),
                }
            }
            folders.push(folder);
        }
        Ok(folders)
    }

    /// Creates the folders of an object and syncs the parent of each new folder.
    fn make_folders(&self, name: &str) -> io::Result<()> {
        if !self.path.is_dir() {
            fs::create_dir_all(&self.path)?;
            self.path.parent().map_or(Ok(()), sync_folder)?;
        }
        let mut here = self.path.clone();
        for word in folder_of(name).split('/').filter(|word| !word.is_empty()) {
            let above = here.clone();
            here.push(word);
            match fs::create_dir(&here) {
                Ok(()) => sync_folder(&above)?,
                Err(why)
                    if why.kind() == ErrorKind::AlreadyExists
                        && fs::symlink_metadata(&here)?.is_dir() => {}
                Err(why) if why.kind() == ErrorKind::AlreadyExists => {
                    return Err(ErrorKind::NotADirectory.into());
                }
                Err(why) => return Err(why),
            }
        }
        Ok(())
    }

    /// Writes an object under a random name, then renames it.
    fn write_once(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let folder = path.parent().unwrap_or(&self.path);
        let (beside, mut file) = create_temporary(folder)?;
        let written = (|| {
            file.write_all(bytes)?;
            file.sync_all()?;
            match fs::hard_link(&beside, path) {
                // If the existing entry is a file, another process has already written the same
                // object.
                Err(why) if why.kind() == ErrorKind::AlreadyExists && is_regular(path) => Ok(()),
                // The file system does not support hard links.
                Err(why)
                    if why.kind() == ErrorKind::Unsupported
                        || why.kind() == ErrorKind::PermissionDenied =>
                {
                    match fs::symlink_metadata(path) {
                        Ok(about) if about.is_file() => Ok(()),
                        Ok(_) => Err(ErrorKind::AlreadyExists.into()),
                        Err(_) => fs::rename(&beside, path),
                    }
                }
                other => other,
            }
        })();
        drop(file);
        let _ = fs::remove_file(&beside);
        written.and_then(|()| sync_folder(folder))
    }
}

/// Returns the folder of an object or of a folder of the store; an empty string for the store
/// itself.
fn folder_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns whether a name is the name of a half-written object.
fn is_temporary(name: &str) -> bool {
    let digits = name
        .strip_prefix(TEMPORARY)
        .and_then(|rest| rest.strip_suffix(TEMPORARY_END));
    digits.is_some_and(|digits| {
        digits.len() == 32
            && digits
                .bytes()
                .all(|sign| matches!(sign, b'0'..=b'9' | b'a'..=b'f'))
    })
}

/// Creates a file under a new random name. The new file replaces no other file and is not created
/// through a symbolic link.
fn create_temporary(folder: &Path) -> io::Result<(PathBuf, File)> {
    loop {
        let path = folder.join(format!(
            "{TEMPORARY}{:032x}{TEMPORARY_END}",
            fastrand::u128(..)
        ));
        match File::create_new(&path) {
            Err(why) if why.kind() == ErrorKind::AlreadyExists => {}
            file => return Ok((path, file?)),
        }
    }
}

fn is_regular(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|about| about.is_file())
}

/// Syncs the entries of a folder to disk. The sync is skipped on systems and file systems that
/// cannot open or sync a folder.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(why)
            if matches!(
                why.kind(),
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded
            ) =>
        {
            Err(why)
        }
        // Another process may have removed the folder together with the object.
        _ => Ok(()),
    }
}

fn unreadable(path: &Path, why: &io::Error) -> StoreError {
    if why.kind() == ErrorKind::NotADirectory {
        let file = path
            .ancestors()
            .find(|path| path.is_file())
            .unwrap_or(path)
            .display();
        return StoreError::System(text!(
            "{file} is a file; expected a folder or a URL for the store",
            "{file} 是文件；存储应为文件夹或 URL"
        ));
    }
    let path = path.display();
    StoreError::System(text!(
        "{path} cannot be read: {why}",
        "无法读取 {path}：{why}"
    ))
}

fn unwritable(path: &Path, why: &io::Error) -> StoreError {
    match why.kind() {
        ErrorKind::NotADirectory => {
            let in_the_way = path
                .ancestors()
                .find(|path| fs::symlink_metadata(path).is_ok_and(|about| !about.is_dir()));
            let file = in_the_way.unwrap_or(path).display();
            return StoreError::System(text!(
                "{file} is a file or a link; expected a folder or a URL for the store",
                "{file} 是文件或链接；存储应为文件夹或 URL"
            ));
        }
        ErrorKind::AlreadyExists => {
            let path = path.display();
            return StoreError::System(text!(
                "{path} is a folder or a link, not an object of the store: move it elsewhere",
                "{path} 是文件夹或链接，不是存储的对象：请移走它"
            ));
        }
        _ => {}
    }
    let path = path.display();
    let fault = match why.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            StoreError::Full
        }
        _ => StoreError::System,
    };
    fault(text!(
        "{path} cannot be written: {why}; the objects in the store are complete: run the same command again to continue",
        "无法写入 {path}：{why}；存储中已有的内容是完整的：再次运行同一命令即可继续"
    ))
}

impl StorageBackend for FolderBackend {
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(mut file) = self.open_object(name)? else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .map_err(|why| unreadable(&self.file(name), &why))?;
        Ok(Some(bytes))
    }

    fn size(&self, name: &str) -> Result<Option<u64>, StoreError> {
        let Some(path) = self.present(name, Metadata::is_file)? else {
            return Ok(None);
        };
        match fs::symlink_metadata(&path) {
            Ok(about) => Ok(Some(about.len())),
            Err(why) if why.kind() == ErrorKind::NotFound => Ok(None),
            Err(why) => Err(unreadable(&path, &why)),
        }
    }

    fn read(&self, name: &str, start: u64, length: usize) -> Result<Vec<u8>, StoreError> {
        let mut file = self
            .open_object(name)?
            .ok_or_else(|| StoreError::Missing(name.to_owned()))?;
        // A range beyond the end of the file means that the file is damaged.
        let there = file
            .metadata()
            .map_err(|why| unreadable(&self.file(name), &why))?
            .len();
        let cut = || StoreError::Damaged(name.to_owned(), text!("it is truncated", "内容被截断"));
        if start
            .checked_add(length as u64)
            .is_none_or(|end| end > there)
        {
            return Err(cut());
        }
        let mut bytes = vec![0; length];
        match file
            .seek(SeekFrom::Start(start))
            .and_then(|_| file.read_exact(&mut bytes))
        {
            Ok(()) => Ok(bytes),
            // The file was truncated after its length was read.
            Err(why) if why.kind() == ErrorKind::UnexpectedEof => Err(cut()),
            Err(why) => Err(unreadable(&self.file(name), &why)),
        }
    }

    fn read_prefix(&self, name: &str, most: usize) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(file) = self.open_object(name)? else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        file.take(most as u64)
            .read_to_end(&mut bytes)
            .map_err(|why| unreadable(&self.file(name), &why))?;
        Ok(Some(bytes))
    }

    fn occupied(&self) -> Result<Option<String>, StoreError> {
        let mut names: Vec<String> = self
            .entries("")?
            .into_iter()
            .filter_map(|found| match found {
                FolderEntry::Object(name)
                | FolderEntry::Folder(name)
                | FolderEntry::Foreign(name) => Some(name),
                FolderEntry::Temporary(_) => None,
            })
            .collect();
        names.sort_unstable();
        Ok(
            if names.iter().any(|name| name == MANIFEST) && is_regular(&self.path.join(MANIFEST)) {
                None
            } else {
                names.into_iter().next()
            },
        )
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        assert!(is_object(name), "{name} is no name of an object");
        if self.present(name, Metadata::is_file)?.is_some() {
            return Ok(());
        }
        let path = self.file(name);
        let is_there = self.present(folder_of(name), Metadata::is_dir)?.is_some();
        let made = if is_there {
            Ok(())
        } else {
            self.make_folders(name)
        };
        let mut written = made.and_then(|()| self.write_once(&path, bytes));
        // Another process that removes the last object of a folder also removes the folder,
        // possibly between creating the folder and writing the object.
        for _ in 0..ATTEMPTS {
            match &written {
                Err(why) if why.kind() == ErrorKind::NotFound => {
                    written = self
                        .make_folders(name)
                        .and_then(|()| self.write_once(&path, bytes));
                }
                _ => break,
            }
        }
        written.map_err(|why| unwritable(&path, &why))
    }

    fn list(&self, prefix: &str) -> Result<Vec<String>, StoreError> {
        let mut names = Vec::new();
        let mut see = |found| {
            if let FolderEntry::Object(name) = found {
                names.push(name);
            }
        };
        self.walk(prefix, &mut see)?;
        Ok(names)
    }

    fn foreign(&self) -> Result<Vec<String>, StoreError> {
        let mut names = Vec::new();
        let mut see = |found| {
            if let FolderEntry::Foreign(name) = found {
                names.push(name);
            }
        };
        self.walk("", &mut see)?;
        names.sort_unstable();
        Ok(names)
    }

    fn tidy(&self, prefix: &str, leftovers: Leftovers) -> Result<(), StoreError> {
        if !is_regular(&self.path.join(MANIFEST)) {
            return Ok(());
        }
        let mut half_written = Vec::new();
        let mut see = |found| {
            if let FolderEntry::Temporary(entry) = found {
                half_written.push(entry);
            }
        };
        let folders = self.walk(prefix, &mut see)?;
        // The clock of the file system is used, because the file system may be on another machine
        // with a different clock.
        let now = match leftovers {
            Leftovers::Stale if !half_written.is_empty() => self.now(),
            _ => None,
        };
        for entry in half_written {
            let is_stale = || {
                let written = entry.metadata().and_then(|about| about.modified()).ok();
                written.zip(now).is_some_and(|(written, now)| {
                    now.duration_since(written).is_ok_and(|age| age >= STALE)
                })
            };
            if leftovers == Leftovers::All || is_stale() {
                // Another process may have removed the half-written file already.
                let _ = fs::remove_file(entry.path());
            }
        }
        // Only empty folders are removed, starting with the innermost.
        folders
            .iter()
            .rev()
            .filter(|folder| !folder.is_empty())
            .for_each(|folder| drop(fs::remove_dir(self.file(folder))));
        Ok(())
    }

    fn remove(&self, name: &str) -> Result<(), StoreError> {
        assert!(is_object(name), "{name} is no name of an object");
        if !is_regular(&self.path.join(MANIFEST)) {
            let path = self.path.display();
            return Err(StoreError::System(text!(
                "{path} contains no manifest, so it is not a store, and nothing is removed from it",
                "{path} 中没有 manifest：它不是存储，不从中删除任何内容"
            )));
        }
        let Some(path) = self.present(name, Metadata::is_file)? else {
            return Ok(());
        };
        match fs::remove_file(&path) {
            Err(why) if why.kind() != ErrorKind::NotFound => Err(unwritable(&path, &why)),
            _ => {
                // The folders that have become empty are also removed. A folder to which another
                // process writes is not empty and remains.
                let mut folder = folder_of(name);
                while !folder.is_empty() && fs::remove_dir(self.file(folder)).is_ok() {
                    folder = folder_of(folder);
                }
                Ok(())
            }
        }
    }
}

impl FolderBackend {
    /// Returns the current time by the clock of the file system, which is the modification time of
    /// a new file; `None` if no file can be written.
    fn now(&self) -> Option<SystemTime> {
        let (path, file) = create_temporary(&self.path).ok()?;
        let now = file.metadata().and_then(|about| about.modified()).ok();
        let _ = fs::remove_file(path);
        now
    }
}
