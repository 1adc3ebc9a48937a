//! Writing to standard output and standard error. Words and JSON pass a writer that shows hidden
//! characters, so that no text from outside moves the cursor, sets colours or reorders a line.
//! Three kinds of output do not pass it: bytes of files, lines for programs, and text that this
//! program colours itself, whose words are shown before they are coloured.

use std::io::{BufWriter, Result as Written, Write, stderr, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

use base::escaping::{EscapeNotation, EscapingWriter, escape};

use crate::{exit, exit_code};

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
pub fn print(text: &str) {
    print_with(&mut |out| out.write_all(text.as_bytes()));
}

/// Writes to standard output as [`print`] does, what is too long for one text.
pub fn print_with(write: &mut Writing<'_>) {
    let _whole = exit::writing();
    exit_if_closed(write_text(write));
}

/// Writes the end of the current answer to standard output, as [`print_with`] does.
pub fn answer_by(write: &mut Writing<'_>) {
    let _whole = exit::answering();
    exit_if_closed(write_text(write));
}

/// Writes bytes of a file to standard output.
pub fn print_bytes(bytes: &[u8]) {
    let _whole = exit::writing();
    exit_if_closed(write_bytes(&mut |out| out.write_all(bytes)));
}

/// Writes the end of the current answer to standard output: bytes of a file, or text with colours.
pub fn answer_bytes_by(write: &mut Writing<'_>) {
    let _whole = exit::answering();
    exit_if_closed(write_bytes(write));
}

/// Writes text between two colour sequences to standard output.
pub fn print_colored(before: &str, after: &str, text: &str) {
    let text = escape(text);
    print_bytes(format!("{before}{text}{after}").as_bytes());
}

/// Writes to a program that may not listen any more. Whether it listens is not told: what the
/// program says itself decides.
pub fn print_to_program(text: &str) {
    let _whole = exit::writing();
    write_bytes(&mut |out| out.write_all(text.as_bytes()));
}

/// Writes a line to standard error.
pub fn print_error(line: &str) {
    let _ = writeln!(stderr(), "{}", escape(line));
}

/// Ends the program with an error, after which no answer may be written.
pub fn exit_with_error(message: &str) -> ! {
    let _whole = exit::answering();
    print_error(message);
    std::process::exit(exit_code::WRONG.into())
}

fn exit_if_closed(taken: bool) {
    if !taken {
        std::process::exit(0);
    }
}

/// Writes words or JSON to standard output; false if the reader has closed it. Any other error ends
/// the program.
fn write_text(write: &mut Writing<'_>) -> bool {
    let notation = if JSON.load(Ordering::Relaxed) {
        EscapeNotation::Json
    } else {
        EscapeNotation::Words
    };
    write_bytes(&mut |out| {
        // Blocks are scanned, not single cells.
        let mut out = BufWriter::with_capacity(1 << 14, EscapingWriter::new(out, notation));
        write(&mut out)?;
        out.flush()
    })
}

fn write_bytes(write: &mut Writing<'_>) -> bool {
    let mut out = BufWriter::new(stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Ok(()) => true,
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => false,
        Err(error) => {
            let _ = writeln!(stderr(), "grundy: {error}");
            std::process::exit(exit_code::WRONG.into());
        }
    }
}
