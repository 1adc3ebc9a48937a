//! The key of `grundy serve`, which is kept so that bookmarks work after a restart. The file is in
//! the state directory of the user, and only the user may read it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

/// Number of digits of a key.
const DIGITS: usize = 32;

/// Returns the file of the key; `None` if the user has no home directory.
fn path() -> Option<PathBuf> {
    let dirs = etcetera::choose_base_strategy().ok()?;
    let folder = dirs.state_dir().unwrap_or_else(|| dirs.data_dir());
    Some(folder.join("grundy").join("serve.key"))
}

/// Returns the kept key. Creates a key if `renew` is true, or the file of the key does not contain
/// a key that only the user may read.
///
/// # Errors
/// Returns an error if the key cannot be kept.
pub fn key(renew: bool) -> io::Result<String> {
    let path = path().ok_or(ErrorKind::NotFound)?;
    if !renew && let Ok(Some(key)) = read(&path) {
        return Ok(key);
    }
    write(&path)
}

/// Returns the key in a file; `None` if the text is not a key, or other users may read it.
fn read(path: &Path) -> io::Result<Option<String>> {
    // Opening a named pipe would wait for its writer.
    if !fs::metadata(path)?.is_file() {
        return Ok(None);
    }
    let file = File::open(path)?;
    if !is_private(&file)? {
        return Ok(None);
    }
    let mut text = String::new();
    file.take(100).read_to_string(&mut text)?;
    let key = text.trim();
    let is_key = key.len() == DIGITS && key.bytes().all(|digit| digit.is_ascii_hexdigit());
    Ok(is_key.then(|| key.to_owned()))
}

#[cfg(unix)]
fn is_private(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let found = file.metadata()?;
    Ok(found.is_file() && found.mode() & 0o077 == 0)
}

/// On Windows, other users cannot read the folder of a user.
#[cfg(not(unix))]
fn is_private(file: &File) -> io::Result<bool> {
    Ok(file.metadata()?.is_file())
}

/// Writes a new key to a file, which replaces the old file at once.
fn write(path: &Path) -> io::Result<String> {
    let random = || serve::random_name().map_err(|why| io::Error::other(why.to_string()));
    let folder = path.parent().ok_or(ErrorKind::NotFound)?;
    fs::create_dir_all(folder)?;
    let key = random()?;
    let new = folder.join(format!("serve.{}.new", random()?));
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options
        .open(&new)
        .and_then(|mut file| writeln!(file, "{key}"))
        .and_then(|()| fs::rename(&new, path));
    if written.is_err() {
        let _ = fs::remove_file(&new);
    }
    written.map(|()| key)
}
