//! Writes files, completely or not at all. The file name `-` means standard output.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;

use base::budget::StopReason;
use base::text;
use grundy::SolveError;

use crate::exit;
use crate::output::print;
use crate::replacement::FileReplacement;

/// Checks that a file can be written. Commands call this function before a long computation whose
/// result is written to the file.
pub fn expect_to_write(path: &Path) -> Result<(), SolveError> {
    if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        return Ok(());
    }
    match write_parts(path, &mut |_| Ok(Some(StopReason::Cancelled))) {
        Err(SolveError::Stopped(_)) => Ok(()),
        tried => tried,
    }
}

/// Returns true if a file name means standard output.
pub fn is_output(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes a file, completely or not at all, or writes to standard output if the name is `-`.
pub fn write_or_put(path: &Path, content: &str) -> Result<(), SolveError> {
    if is_output(path) {
        print(content);
        return Ok(());
    }
    write_whole(path, content)
}

/// Writes a file, completely or not at all.
pub fn write_whole(path: &Path, content: impl AsRef<[u8]>) -> Result<(), SolveError> {
    write_parts(path, &mut |file| {
        file.write_all(content.as_ref()).map(|()| None)
    })
}

/// Writes a file, completely or not at all: an interrupted write leaves the old file. The writer
/// can return [`StopReason`] if its work was stopped. If `path` is a link, its target is written. A
/// device or pipe is written directly. A read-only file is refused.
pub fn write_parts(
    path: &Path,
    write: &mut dyn FnMut(&mut BufWriter<&fs::File>) -> std::io::Result<Option<StopReason>>,
) -> Result<(), SolveError> {
    let written = FileReplacement::new(path).and_then(|replacement| {
        exit::unfinished(replacement.temporary());
        let mut file = BufWriter::new(replacement.file());
        let stopped = write(&mut file)?;
        file.flush()?;
        drop(file);
        if stopped.is_none() {
            replacement.finish()?;
        }
        Ok(stopped)
    });
    exit::unfinished(None);
    match written {
        Ok(None) => Ok(()),
        Ok(Some(stop)) => Err(SolveError::Stopped(stop)),
        Err(e) => {
            let file = path.display();
            Err(SolveError::Usage(text!(
                "{file} cannot be written: {e}",
                "无法写入 {file}：{e}"
            )))
        }
    }
}
