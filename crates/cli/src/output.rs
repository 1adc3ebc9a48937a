//! Writes to standard output and standard error. Text and JSON pass through a writer that escapes
//! hidden characters. Text from outside therefore cannot move the cursor, set colours or reorder a
//! line. Three kinds of output bypass this writer: bytes of files, lines for programs, and text
//! that this program colours itself. Coloured text is escaped before the colours are added.

use std::io::{BufWriter, Result as Written, Write, stderr, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

use base::escaping::{EscapeNotation, escape, write_escaped};

use crate::{exit, exit_code};

/// True if standard output contains JSON.
static JSON: AtomicBool = AtomicBool::new(false);

/// Sets whether standard output contains JSON. In JSON strings, hidden characters are written as
/// JSON escapes, which preserve their value.
pub fn set_json(json: bool) {
    JSON.store(json, Ordering::Relaxed);
}

/// Function that writes an output to the given writer.
pub type Writing<'w> = dyn FnMut(&mut dyn Write) -> Written<()> + 'w;

/// Writes to standard output. If the reader has closed the output, the program exits without a
/// message; any other failure is an error.
pub fn print(text: &str) {
    print_with(&mut |out| out.write_all(text.as_bytes()));
}

/// Writes output that is too long for one string to standard output, and handles failures as
/// [`print`] does.
pub fn print_with(write: &mut Writing<'_>) {
    let _whole = exit::writing();
    exit_if_closed(write_text(write));
}

/// Writes the last output of the current answer to standard output, as [`print_with`] does.
pub fn answer_by(write: &mut Writing<'_>) {
    let _whole = exit::answering();
    exit_if_closed(write_text(write));
}

/// Writes bytes of a file to standard output.
pub fn print_bytes(bytes: &[u8]) {
    let _whole = exit::writing();
    exit_if_closed(write_bytes(&mut |out| out.write_all(bytes)));
}

/// Writes the last output of the current answer to standard output: bytes of a file, or text with
/// colours.
pub fn answer_bytes_by(write: &mut Writing<'_>) {
    let _whole = exit::answering();
    exit_if_closed(write_bytes(write));
}

/// Writes text to standard output, between the two given colour sequences.
pub fn print_colored(before: &str, after: &str, text: &str) {
    let text = escape(text);
    print_bytes(format!("{before}{text}{after}").as_bytes());
}

/// Writes to a program that may have stopped reading. If the program has closed its input, no error
/// is reported, because its output decides the result.
pub fn print_to_program(text: &str) {
    let _whole = exit::writing();
    write_bytes(&mut |out| out.write_all(text.as_bytes()));
}

/// Writes a line to standard error.
pub fn print_error(line: &str) {
    let _ = writeln!(stderr(), "{}", escape(line));
}

/// Exits with an error message. No answer can be written after the message.
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

/// Writes text or JSON to standard output. Returns false if the reader has closed the output. Any
/// error other than a closed reader ends the program.
fn write_text(write: &mut Writing<'_>) -> bool {
    let notation = if JSON.load(Ordering::Relaxed) {
        EscapeNotation::Json
    } else {
        EscapeNotation::Words
    };
    write_bytes(&mut |out| write_escaped(out, notation, write))
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
