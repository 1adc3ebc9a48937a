//! A folder as a place for objects. An object is written under a name of its own and gets its last name when it is complete, unless another was first.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use archive::{Fault, Place};
use base::text;

/// How many objects this process began to write.
static WRITTEN: AtomicU64 = AtomicU64::new(0);

/// A folder of objects.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder at this path, which is made when the first object is written.
    pub fn new(path: impl Into<PathBuf>) -> Folder {
        Folder { path: path.into() }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn file(&self, name: &str) -> PathBuf {
        let is_word = |word: &str| !word.is_empty() && word.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '-');
        assert!(name.split('/').all(is_word), "{name} is no name of an object");
        self.path.join(name)
    }

    fn opened(&self, name: &str) -> Result<Option<File>, Fault> {
        let path = self.file(name);
        match File::open(&path) {
            Ok(file) => Ok(Some(file)),
            Err(why) if why.kind() == ErrorKind::NotFound => Ok(None),
            Err(why) => Err(unreadable(&path, &why)),
        }
    }
}

fn unreadable(path: &Path, why: &io::Error) -> Fault {
    if why.kind() == ErrorKind::NotADirectory {
        let file = path.ancestors().find(|path| path.is_file()).unwrap_or(path).display();
        return Fault::System(text!("{file} is a file: a store is a folder, or the URL of one", "{file} 是文件：存储应为文件夹或其 URL"));
    }
    let path = path.display();
    Fault::System(text!("{path} cannot be read: {why}", "无法读取 {path}：{why}"))
}

fn unwritable(path: &Path, why: &io::Error) -> Fault {
    if why.kind() == ErrorKind::NotADirectory {
        return unreadable(path, why);
    }
    let path = path.display();
    let fault = match why.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => Fault::Full,
        _ => Fault::System,
    };
    fault(text!(
        "{path} cannot be written: {why}; what is in the store is whole, and the same command goes on with it",
        "无法写入 {path}：{why}；存储中已有的内容是完整的，同一命令可继续"
    ))
}

impl Place for Folder {
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, Fault> {
        let Some(mut file) = self.opened(name)? else { return Ok(None) };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|why| unreadable(&self.file(name), &why))?;
        Ok(Some(bytes))
    }

    fn size(&self, name: &str) -> Result<Option<u64>, Fault> {
        let path = self.file(name);
        match fs::metadata(&path) {
            Ok(about) => Ok(Some(about.len())),
            Err(why) if why.kind() == ErrorKind::NotFound => Ok(None),
            Err(why) => Err(unreadable(&path, &why)),
        }
    }

    fn read(&self, name: &str, start: u64, length: usize) -> Result<Vec<u8>, Fault> {
        let mut file = self.opened(name)?.ok_or_else(|| Fault::Missing(name.to_owned()))?;
        // A length that no file has is that of a damaged one.
        let there = self.size(name)?.unwrap_or(0);
        if start.checked_add(length as u64).is_none_or(|end| end > there) {
            return Err(Fault::Damaged(name.to_owned(), text!("it is cut off", "内容被截断")));
        }
        let mut bytes = vec![0; length];
        file.seek(SeekFrom::Start(start)).and_then(|_| file.read_exact(&mut bytes)).map_err(|why| unreadable(&self.file(name), &why))?;
        Ok(bytes)
    }

    fn first(&self, name: &str, most: usize) -> Result<Option<Vec<u8>>, Fault> {
        let Some(file) = self.opened(name)? else { return Ok(None) };
        let mut bytes = Vec::new();
        file.take(most as u64).read_to_end(&mut bytes).map_err(|why| unreadable(&self.file(name), &why))?;
        Ok(Some(bytes))
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), Fault> {
        let path = self.file(name);
        let folder = path.parent().unwrap_or(&self.path);
        let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
        // Two machines may have processes of the same number; the address of a variable differs too, as does the time.
        let own = format!(".{}-{number}-{:x}", std::process::id(), moment());
        let beside = folder.join(own);
        let write = || -> io::Result<()> {
            let mut file = File::create_new(&beside)?;
            file.write_all(bytes)?;
            file.sync_all()?;
            drop(file);
            match fs::hard_link(&beside, &path) {
                // Another was first, and wrote the same; unless what stands there is no object.
                Err(why) if why.kind() == ErrorKind::AlreadyExists && !path.is_dir() => Ok(()),
                // A file system without such links: the last one written stays, and all are the same.
                Err(why) if why.kind() == ErrorKind::Unsupported || why.kind() == ErrorKind::PermissionDenied => fs::rename(&beside, &path),
                other => other,
            }
        };
        let mut written = write();
        // The folder may not be there yet; and who takes the last object out of it takes it away, maybe between two of these steps.
        for _ in 0..10 {
            match &written {
                Err(why) if why.kind() == ErrorKind::NotFound => written = fs::create_dir_all(folder).and_then(|()| write()),
                _ => break,
            }
        }
        let _ = fs::remove_file(&beside);
        written.map_err(|why| unwritable(&path, &why))
    }

    fn list(&self, prefix: &str) -> Result<Vec<String>, Fault> {
        let mut names = Vec::new();
        let mut open = vec![prefix.to_owned()];
        while let Some(prefix) = open.pop() {
            let path = self.file(&prefix);
            let entries = match fs::read_dir(&path) {
                Ok(entries) => entries,
                Err(why) if why.kind() == ErrorKind::NotFound => continue,
                Err(why) => return Err(unreadable(&path, &why)),
            };
            for entry in entries {
                let entry = entry.map_err(|why| unreadable(&path, &why))?;
                let Some(name) = entry.file_name().to_str().filter(|name| !name.starts_with('.')).map(|name| format!("{prefix}/{name}"))
                else {
                    continue;
                };
                match entry.file_type().map_err(|why| unreadable(&path, &why))?.is_dir() {
                    true => open.push(name),
                    false => names.push(name),
                }
            }
        }
        Ok(names)
    }

    fn tidy(&self, prefix: &str) -> Result<(), Fault> {
        let (mut open, mut folders) = (vec![if prefix.is_empty() { self.path.clone() } else { self.file(prefix) }], Vec::new());
        while let Some(folder) = open.pop() {
            folders.push(folder.clone());
            // Another may tidy up too.
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => open.push(entry.path()),
                    Ok(_) if entry.file_name().to_string_lossy().starts_with('.') => drop(fs::remove_file(entry.path())),
                    _ => {}
                }
            }
        }
        // Those that are empty, the innermost first.
        folders.iter().rev().for_each(|folder| drop(fs::remove_dir(folder)));
        Ok(())
    }

    fn remove(&self, name: &str) -> Result<(), Fault> {
        let path = self.file(name);
        match fs::remove_file(&path) {
            Err(why) if why.kind() != ErrorKind::NotFound => Err(unwritable(&path, &why)),
            _ => {
                // Folders that are empty now go too; one that another writes into stays.
                let mut folder = path.parent();
                while let Some(here) = folder.filter(|here| *here != self.path && fs::remove_dir(here).is_ok()) {
                    folder = here.parent();
                }
                Ok(())
            }
        }
    }
}

/// Nanoseconds since some moment: what tells files of one name apart.
fn moment() -> u128 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_nanos())
}
