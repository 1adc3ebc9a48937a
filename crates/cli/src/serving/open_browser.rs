//! Opens the page in the browser. Every user of the machine can list the arguments of a process,
//! and the link contains the key. The browser is therefore started with a file that redirects to
//! the link and that only this user can read.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Lifetime of the file that redirects to the link; a browser must have started within this time.
const STAYS: Duration = Duration::from_secs(60);

/// Folder that contains the redirecting file, while that file exists.
static FOLDER: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Opens the page in the browser.
///
/// # Errors
/// Returns an error if the file cannot be written, or no browser can be started.
pub fn open_in_browser(link: &str) -> io::Result<()> {
    let file = hand_over(link)?;
    let opened = open::that_detached(&file);
    if opened.is_err() {
        clear();
        return opened;
    }
    let _ = thread::Builder::new().stack_size(64 << 10).spawn(|| {
        thread::sleep(STAYS);
        clear();
    });
    opened
}

/// Removes the file that redirects to the link, if the file exists.
pub fn clear() {
    if let Some(folder) = FOLDER.lock().unwrap_or_else(PoisonError::into_inner).take() {
        let _ = fs::remove_dir_all(folder);
    }
}

/// Writes the file that redirects to the link, in a new folder that only this user can enter.
fn hand_over(link: &str) -> io::Result<PathBuf> {
    let folder = new_folder(&std::env::temp_dir())?;
    *FOLDER.lock().unwrap_or_else(PoisonError::into_inner) = Some(folder.clone());
    let file = folder.join("grundy.html");
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let page = format!(
        "<!doctype html><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\"><title>Grundy</title>\n\
         <meta http-equiv=\"refresh\" content=\"0; url={link}\"><a href=\"{link}\">Grundy</a>\n"
    );
    options.open(&file)?.write_all(page.as_bytes())?;
    Ok(file)
}

fn new_folder(parent: &Path) -> io::Result<PathBuf> {
    const TRIES: usize = 16;
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    for _ in 0..TRIES {
        let folder = parent.join(format!(
            "grundy-{}",
            serve::random_name().map_err(|why| io::Error::other(why.to_string()))?
        ));
        match builder.create(&folder) {
            Ok(()) => return Ok(folder),
            Err(why) if why.kind() == io::ErrorKind::AlreadyExists => {}
            Err(why) => return Err(why),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}
