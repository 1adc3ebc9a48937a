//! The services of an operating system that a front end provides: a clock, and possibly files. The
//! default methods report that the host has no files, as on a web page.

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

    /// Returns the maximum number of threads that a query may use, whatever number it requests.
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
    /// replaces the old content. This method writes results that must not be lost.
    ///
    /// # Errors
    /// Returns an error under the same conditions as [`RequestHost::write`].
    fn write_durably(&self, file: &Path, write: Writing<'_>) -> Result<(), SolveError> {
        let _ = write;
        Err(no_files(file))
    }

    /// Checks that a file can be written, before a long computation of its content.
    ///
    /// # Errors
    /// Returns a [`SolveError`] if the file could not be written.
    fn expect(&self, file: &Path) -> Result<(), SolveError> {
        Err(no_files(file))
    }

    /// Opens a file; `None` if the file does not exist.
    ///
    /// # Errors
    /// Returns a [`SolveError`] if this host has no files or the file cannot be opened.
    fn read(&self, file: &Path) -> Result<Option<Box<dyn BufRead>>, SolveError> {
        Err(no_files(file))
    }

    /// Writes the next part of an answer that is too long for a reply.
    ///
    /// # Errors
    /// Returns a [`SolveError`] if this host does not support answers in parts, or writing fails.
    fn write_part(&self, part: &[u8]) -> Result<(), SolveError> {
        let _ = part;
        Err(SolveError::Unsupported(text!(
            "values cannot be streamed here; omit the format to get them in the reply",
            "此处不能逐个输出各值；去掉格式选项，各值即在答复中"
        )))
    }
}

fn no_files(file: &Path) -> SolveError {
    let shown = file.display();
    SolveError::Unsupported(text!(
        "files are not available here; cannot read or write {shown}",
        "此处不能使用文件：无法读写 {shown}"
    ))
}

/// Returns the error for a file that cannot be read.
pub fn unreadable(file: &Path, why: &str) -> SolveError {
    let file = file.display().to_string();
    let file = escape_line(&file);
    SolveError::Usage(text!("cannot read {file}: {why}", "无法读取 {file}：{why}"))
}

/// A host without files and with a constant clock, for tests and examples.
pub struct NullHost;

impl RequestHost for NullHost {
    fn now(&self) -> f64 {
        0.0
    }
}
