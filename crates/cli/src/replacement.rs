//! Atomic replacement of a user's file. The new content is written to a temporary file in the same
//! folder. The temporary file is created exclusively under a random name, locked during the write,
//! synced, and renamed to the name of the target. A reader therefore always sees a complete file.
//! If several processes write one file, the content of the process that finishes last remains.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// Prefix of the names of temporary files.
const PREFIX: &str = ".grundy-";
/// Suffix of the names of temporary files.
const SUFFIX: &str = ".part";
/// Number of random letters and digits in the name of a temporary file.
const RANDOM: usize = 16;
/// Maximum number of links that are followed to the target, the same as on Linux. A longer chain of
/// links is considered a cycle.
const MAX_LINKS: usize = 40;
/// Maximum number of attempts to create a temporary file that no other process removes.
const MAX_ATTEMPTS: usize = 16;

/// A file replacement in progress: the destination of the new content until the content is
/// complete.
pub enum FileReplacement {
    /// Writes to a temporary file, which replaces `target` when it is complete. Dropping the value
    /// removes the temporary file.
    Beside {
        /// The temporary file.
        temporary: NamedTempFile,
        /// The file that is replaced. This path is not a symbolic link.
        target: PathBuf,
    },
    /// Writes directly to a device, a pipe or another irregular file, or to the open standard
    /// output or standard error.
    Direct(File),
}

impl FileReplacement {
    /// Prepares to replace the file at `path`, or the target of a symbolic link at `path`. Removes
    /// the temporary files that killed processes have left behind for the same file.
    ///
    /// # Errors
    /// Returns the system error if the file is not writable, or if no file can be created in its
    /// folder.
    pub fn new(path: &Path) -> io::Result<FileReplacement> {
        let target = resolve_links(path)?;
        let there = match fs::metadata(&target) {
            Ok(there) => Some(there),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if let Some(there) = &there {
            if let Some(stream) = open_stream(there)? {
                return Ok(FileReplacement::Direct(stream));
            }
            if there.permissions().readonly() {
                return Err(ErrorKind::PermissionDenied.into());
            }
            if !there.is_file() {
                return OpenOptions::new()
                    .write(true)
                    .open(&target)
                    .map(FileReplacement::Direct);
            }
            // A read-only file must not be replaced, even if its folder is writable.
            OpenOptions::new().write(true).open(&target)?;
        }
        let (folder, name) = parts(&target)?;
        remove_leftovers(folder, &name);
        let temporary = create(folder, &name, there.is_some())?;
        if let Some(there) = &there {
            set_owner_and_mode(temporary.as_file(), there)?;
        }
        Ok(FileReplacement::Beside { temporary, target })
    }

    /// The temporary file.
    pub fn temporary(&self) -> Option<&Path> {
        match self {
            FileReplacement::Beside { temporary, .. } => Some(temporary.path()),
            FileReplacement::Direct(_) => None,
        }
    }

    /// Returns the file to write to.
    pub fn file(&self) -> &File {
        match self {
            FileReplacement::Beside { temporary, .. } => temporary.as_file(),
            FileReplacement::Direct(file) => file,
        }
    }

    /// Replaces the old content with the new. The content is synced to disk before the rename, and
    /// the rename is synced before this function returns.
    ///
    /// # Errors
    /// Returns the system error; the old file is then unchanged.
    pub fn finish(self) -> io::Result<()> {
        let FileReplacement::Beside { temporary, target } = self else {
            return Ok(());
        };
        temporary.as_file().sync_all()?;
        // The file stays open and locked until it is renamed.
        let _file = temporary.persist(&target).map_err(|failed| failed.error)?;
        sync_folder(parts(&target)?.0)
    }
}

/// Follows the symbolic links at the end of a path, including links to files that do not exist yet.
fn resolve_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        // The link of an open pipe below `/proc` is not a path (`pipe:[1]`), so pipes and devices
        // are opened by the given path.
        if fs::metadata(&path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
            return Ok(path);
        }
        match fs::canonicalize(&path) {
            Ok(path) => return Ok(path),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        let Ok(link) = fs::read_link(&path) else {
            return Ok(path);
        };
        path = path.parent().unwrap_or(Path::new("")).join(link);
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Splits a path into its folder and its file name.
fn parts(target: &Path) -> io::Result<(&Path, Vec<u8>)> {
    let name = target.file_name().ok_or(ErrorKind::InvalidInput)?;
    let folder = target
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    Ok((folder, name.as_encoded_bytes().to_vec()))
}

/// Returns the prefix of the names of all temporary files for a file of this name. The prefix
/// contains the hash (FNV-1a) of the name, because the name itself may already have the maximum
/// length.
fn prefix(name: &[u8]) -> String {
    let hash = name.iter().fold(0xCBF2_9CE4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    format!("{PREFIX}{hash:016x}-")
}

/// Creates a temporary file and locks it. If the target is new, the file gets the default mode of
/// the system. Otherwise only the user can read it until it gets the mode of the existing file.
fn create(folder: &Path, name: &[u8], replaces: bool) -> io::Result<NamedTempFile> {
    let prefix = prefix(name);
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM);
    #[cfg(unix)]
    if !replaces {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    #[cfg(not(unix))]
    let _ = replaces;
    for _ in 0..MAX_ATTEMPTS {
        let mut temporary = builder
            .tempfile_in(folder)
            .map_err(|error| system_error(folder, &error))?;
        // If the file system does not support locks, as on some file servers, leftover files are
        // never removed.
        let _ = temporary.as_file().lock();
        if is_there(temporary.as_file(), temporary.path()) {
            return Ok(temporary);
        }
        // Another process mistook the file for a leftover and removed it before this process locked
        // it.
        temporary.disable_cleanup(true);
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Returns the system error without the random name that `tempfile` adds. If the folder causes the
/// error, returns the system error for the folder.
fn system_error(folder: &Path, error: &io::Error) -> io::Error {
    fs::read_dir(folder).err().unwrap_or_else(|| {
        error
            .raw_os_error()
            .map_or_else(|| error.kind().into(), io::Error::from_raw_os_error)
    })
}

/// Returns true if an open file still exists under its name.
fn is_there(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let _ = path;
        file.metadata().is_ok_and(|there| there.nlink() > 0)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

/// Returns true if a file name has exactly the form that [`create`] generates with this prefix.
fn is_temporary(name: &str, prefix: &str) -> bool {
    let random = name
        .strip_prefix(prefix)
        .and_then(|rest| rest.strip_suffix(SUFFIX));
    random.is_some_and(|random| {
        random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Removes the temporary files for a file of this name that no running process has locked. Files
/// that cannot be removed are left in place.
fn remove_leftovers(folder: &Path, name: &[u8]) {
    let prefix = prefix(name);
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let is_ours = entry
            .file_name()
            .to_str()
            .is_some_and(|name| is_temporary(name, &prefix));
        if !is_ours || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let path = entry.path();
        let Ok(file) = OpenOptions::new().write(true).open(&path) else {
            continue;
        };
        if file.try_lock().is_ok() {
            // The lock is held during the removal, so a process that has just created this file
            // notices the removal.
            let _ = fs::remove_file(&path);
        }
    }
}

/// Copies the owner, group and mode of another file as far as the system permits. If the group
/// cannot be set, the mode grants the group of the new file no more rights than all other users
/// have.
#[cfg(unix)]
fn set_owner_and_mode(file: &File, of: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let own = file.metadata()?;
    let mut mode = of.mode() & 0o7777;
    if own.gid() != of.gid() && fchown(file, None, Some(of.gid())).is_err() {
        mode = mode & !0o2070 | (mode & 0o7) << 3 & mode;
    }
    if own.uid() != of.uid() && fchown(file, Some(of.uid()), None).is_err() {
        // With another owner, the set-user-ID bit would make a program run as a different user than
        // before.
        mode &= !0o4000;
    }
    file.set_permissions(fs::Permissions::from_mode(mode))
}

/// Copies the mode of another file.
#[cfg(not(unix))]
fn set_owner_and_mode(file: &File, of: &fs::Metadata) -> io::Result<()> {
    file.set_permissions(of.permissions())
}

/// Returns the standard stream (output or error) of this process that writes to the file described
/// by `there`; `None` if neither does. Writing to the open stream makes `>>` append.
#[cfg(unix)]
fn open_stream(there: &fs::Metadata) -> io::Result<Option<File>> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    for stream in [io::stdout().as_fd(), io::stderr().as_fd()] {
        let file = File::from(stream.try_clone_to_owned()?);
        let is_same = file
            .metadata()
            .is_ok_and(|open| (open.dev(), open.ino()) == (there.dev(), there.ino()));
        if is_same {
            return Ok(Some(file));
        }
    }
    Ok(None)
}

#[cfg(not(unix))]
fn open_stream(_: &fs::Metadata) -> io::Result<Option<File>> {
    Ok(None)
}

/// Syncs a folder to disk. Errors are ignored, because some file systems cannot sync a folder, and
/// the file is already complete.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix)
        && let Ok(folder) = File::open(folder)
    {
        match folder.sync_all() {
            Err(error)
                if !matches!(
                    error.kind(),
                    ErrorKind::InvalidInput | ErrorKind::Unsupported | ErrorKind::PermissionDenied
                ) =>
            {
                return Err(error);
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_names_are_temporary() {
        let prefix = prefix(b"a.table");
        assert!(is_temporary(
            &format!("{prefix}abcDEF0123456789.part"),
            &prefix
        ));
        for rest in [
            "abcDEF012345678.part",
            "abcDEF01234567890.part",
            "abcDEF01234567-9.part",
            "abcDEF0123456789.part~",
            "abcDEF0123456789",
        ] {
            assert!(!is_temporary(&format!("{prefix}{rest}"), &prefix), "{rest}");
        }
        assert!(!is_temporary("a.table.part", &prefix));
        assert!(!is_temporary(
            &format!("{}abcDEF0123456789.part", super::prefix(b"b.table")),
            &prefix
        ));
    }

    #[test]
    fn a_file_that_is_being_written_is_not_a_leftover() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.table");
        let live = FileReplacement::new(&path).unwrap();
        let left = folder
            .path()
            .join(format!("{}abcDEF0123456789.part", prefix(b"a.table")));
        fs::write(&left, "half").unwrap();
        let other = FileReplacement::new(&path).unwrap();
        assert!(!left.exists(), "no writer has locked it");
        assert!(live.temporary().unwrap().exists());
        other.finish().unwrap();
        live.finish().unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
