//! The command `grundy`, run within the interpreter.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the command with the given arguments and returns its exit code. `arguments` starts with the
/// name of the command, and `program` contains the words that start this program again. A process
/// can run only one command. A limit or an error of the arguments ends the process.
#[pyfunction]
pub fn run_command(py: Python<'_>, arguments: Vec<OsString>, program: Vec<OsString>) -> u8 {
    py.detach(|| cli::run(cli::Invocation { arguments, program }))
}
