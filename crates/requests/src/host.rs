//! What a face brings along that has an operating system: a clock, and files where there are any. A
//! page has none, and the methods that it does not bring say so.

use std::io::{self, BufRead, Write};
use std::path::Path;

use base::budget::StopReason;
use base::escaping::escape_line;
use base::text;
use grundy::SolveError;

/// Writes a file; it may say that it was stopped, and then the file is not there.
pub type Writing<'w> = &'w mut dyn FnMut(&mut dyn Write) -> io::Result<Option<StopReason>>;

/// The operating system as a face sees it.
pub trait RequestHost {
    /// A clock, in seconds.
    fn now(&self) -> f64;

    /// The maximum number of threads that one question may use, whatever it asks for.
    fn max_threads(&self) -> usize {
        usize::MAX
    }

    /// Writes a file, whole or not at all.
    ///
    /// # Errors
    /// Where this host has no files, or the file cannot be written; also what `write` reports.
    fn write(&self, file: &Path, write: Writing<'_>) -> Result<(), SolveError> {
        let _ = write;
        Err(no_files(file))
    }

    /// As [`RequestHost::write`], but the new content lies safe before it takes the place of the
    /// old: for work that must not be lost.
    ///
    /// # Errors
    /// As for [`RequestHost::write`].
    fn write_durably(&self, file: &Path, write: Writing<'_>) -> Result<(), SolveError> {
        let _ = write;
        Err(no_files(file))
    }

    /// Tells before long work whether its result could be written to this file.
    ///
    /// # Errors
    /// Where the file could not be written.
    fn expect(&self, file: &Path) -> Result<(), SolveError> {
        Err(no_files(file))
    }

    /// Opens a file; `None` if there is no such file.
    ///
    /// # Errors
    /// Where this host has no files, or the file cannot be opened.
    fn read(&self, file: &Path) -> Result<Option<Box<dyn BufRead>>, SolveError> {
        Err(no_files(file))
    }

    /// Takes the next part of an answer that is too long for a reply.
    ///
    /// # Errors
    /// Where this host takes no such parts, or writing fails.
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

/// The error of a file that cannot be read.
pub fn unreadable(file: &Path, why: &str) -> SolveError {
    let file = file.display().to_string();
    let file = escape_line(&file);
    SolveError::Usage(text!(
        "{file} cannot be read: {why}",
        "无法读取 {file}：{why}"
    ))
}

/// A host without files whose clock stands still, for tests and examples.
pub struct NullHost;

impl RequestHost for NullHost {
    fn now(&self) -> f64 {
        0.0
    }
}
