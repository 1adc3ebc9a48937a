//! The services of an operating system that a front end provides: a clock, and files if it has any.
//! The default methods report that there are no files, as on a web page.

use std::io::{self, BufRead, Write};
use std::path::Path;

use base::budget::StopReason;
use base::escaping::escape_line;
use base::text;
use grundy::SolveError;

/// A callback that writes the content of a file. If it returns a [`StopReason`], the file is not
/// created.
pub type Writing<'w> = &'w mut dyn FnMut(&mut dyn Write) -> io::Result<Option<StopReason>>;

/// The operating system of a front end.
pub trait RequestHost {
    /// Returns the time in seconds since an arbitrary but fixed moment.
    fn now(&self) -> f64;

    /// Returns the maximum number of threads that a query may use, whatever it requests.
    fn max_threads(&self) -> usize {
        usize::MAX
    }

    /// Writes a file, either completely or not at all.
    ///
    /// # Errors
    /// Returns a [`SolveError`] if this host has no files or the file cannot be written. Also
    /// returns the error of `write`.
    fn write(&self, file: &Path, write: Writing<'_>) -> Result<(), SolveError> {
        let _ = write;
        Err(no_files(file))
    }

    /// Writes a file like [`RequestHost::write`], but syncs the new content to disk before it
    /// replaces the old one. Used for results that must not be lost.
    ///
    /// # Errors
    /// Returns an error under the same conditions as [`RequestHost::write`].
    fn write_durably(&self, file: &Path, write: Writing<'_>) -> Result<(), SolveError> {
        let _ = write;
        Err(no_files(file))
    }

    /// Checks before long work that its result can be written to this file.
    ///
    /// # Errors
    /// Returns a [`SolveError`] if the file could not be written.
    fn expect(&self, file: &Path) -> Result<(), SolveError> {
        Err(no_files(file))
    }

    /// Opens a file; `None` if there is no such file.
    ///
    /// # Errors
    /// Returns a [`SolveError`] if this host has no files or the file cannot be opened.
    fn read(&self, file: &Path) -> Result<Option<Box<dyn BufRead>>, SolveError> {
        Err(no_files(file))
    }

    /// Writes the next part of an answer that is too long for a reply.
    ///
    /// # Errors
    /// Returns a [`SolveError`] if this host does not support such parts or writing fails.
    fn write_part(&self, part: &[u8]) -> Result<(), SolveError> {
        let _ = part;
        Err(SolveError::Unsupported(text!(
            "nothing takes values as they come here; leave the format out, and they stand in the reply",
            "此处无法逐个接收各值；去掉格式选项，各值即在答复中"
        )))
    }
}

fn no_files(file: &Path) -> SolveError {
    let shown = file.display();
    SolveError::Unsupported(text!(
        "there are no files here: {shown} is neither read nor written",
        "此处没有文件：无法读写 {shown}"
    ))
}

/// Returns the error for a file that cannot be read.
pub fn unreadable(file: &Path, why: &str) -> SolveError {
    let file = file.display().to_string();
    let file = escape_line(&file);
    SolveError::Usage(text!(
        "{file} cannot be read: {why}",
        "无法读取 {file}：{why}"
    ))
}

/// A host without files and with a constant clock, for tests and examples.
pub struct NullHost;

impl RequestHost for NullHost {
    fn now(&self) -> f64 {
        0.0
    }
}
