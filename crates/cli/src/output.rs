//! Writing to standard output and standard error. Words and JSON pass a writer that shows hidden
//! characters, so that no text from outside moves the cursor, sets colours or reorders a line.
//! Three kinds of output do not pass it: bytes of files, lines for programs, and text that this
//! program colours itself, whose words are shown before they are coloured.

use std::io::{BufWriter, Result as Written, Write, stderr, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

use base::visible::{EscapingWriter, Notation, escape};

use crate::{ending, run};

/// Whether standard output holds JSON.
static JSON: AtomicBool = AtomicBool::new(false);

/// Sets whether standard output holds JSON, in whose strings hidden characters keep their value.
pub fn set_json(json: bool) {
    JSON.store(json, Ordering::Relaxed);
}

/// What writes an output.
pub type Writing<'w> = dyn FnMut(&mut dyn Write) -> Written<()> + 'w;

/// Writes to standard output. A reader that went away ends the program quietly; output that cannot
/// be written is an error.
pub fn put(text: &str) {
    put_by(&mut |out| out.write_all(text.as_bytes()));
}

/// Writes to standard output as [`put`] does, what is too long for one text.
pub fn put_by(write: &mut Writing<'_>) {
    let _whole = ending::writing();
    ended(taken(write));
}

/// Writes the end of the current answer to standard output, as [`put_by`] does.
pub fn answer_by(write: &mut Writing<'_>) {
    let _whole = ending::answering();
    ended(taken(write));
}

/// Writes bytes of a file to standard output.
pub fn put_bytes(bytes: &[u8]) {
    let _whole = ending::writing();
    ended(taken_bytes(&mut |out| out.write_all(bytes)));
}

/// Writes the end of the current answer to standard output: bytes of a file, or text with colours.
pub fn answer_bytes_by(write: &mut Writing<'_>) {
    let _whole = ending::answering();
    ended(taken_bytes(write));
}

/// Writes text between two colour sequences to standard output.
pub fn put_colored([before, after]: [&str; 2], text: &str) {
    let text = escape(text);
    put_bytes(format!("{before}{text}{after}").as_bytes());
}

/// Writes to a program that may not listen any more. Whether it listens is not told: what the
/// program says itself decides.
pub fn put_to_program(text: &str) {
    let _whole = ending::writing();
    taken_bytes(&mut |out| out.write_all(text.as_bytes()));
}

/// Writes a line to standard error.
pub fn say(line: &str) {
    let _ = writeln!(stderr(), "{}", escape(line));
}

fn ended(taken: bool) {
    if !taken {
        std::process::exit(0);
    }
}

/// Writes words or JSON to standard output; false if the reader has closed it. Any other error ends
/// the program.
fn taken(write: &mut Writing<'_>) -> bool {
    let notation = if JSON.load(Ordering::Relaxed) {
        Notation::Json
    } else {
        Notation::Words
    };
    taken_bytes(&mut |out| {
        // Blocks are scanned, not single cells.
        let mut out = BufWriter::with_capacity(1 << 14, EscapingWriter::new(out, notation));
        write(&mut out)?;
        out.flush()
    })
}

fn taken_bytes(write: &mut Writing<'_>) -> bool {
    let mut out = BufWriter::new(stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Ok(()) => true,
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => false,
        Err(error) => {
            let _ = writeln!(stderr(), "grundy: {error}");
            std::process::exit(run::WRONG.into());
        }
    }
}
