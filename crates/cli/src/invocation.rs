//! The arguments of the command, and the program that runs it. The Python package runs the command
//! within the interpreter, so neither can be read from the process.

use std::ffi::OsString;
use std::sync::OnceLock;

static INVOCATION: OnceLock<Invocation> = OnceLock::new();

/// The arguments of the command, and how to start the command again.
pub struct Invocation {
    /// The arguments, starting with the name of the command.
    pub arguments: Vec<OsString>,
    /// The program that runs the command, as an absolute path, followed by the arguments of the
    /// program before those of the command.
    pub program: Vec<OsString>,
}

/// Sets the invocation of this process. Only the first call of this function has an effect.
pub fn set(invocation: Invocation) {
    let _ = INVOCATION.set(invocation);
}

/// Returns the arguments of the command, starting with its name.
pub fn arguments() -> &'static [OsString] {
    INVOCATION
        .get()
        .map_or(&[], |invocation| &invocation.arguments)
}

/// Returns the program that runs the command, followed by the arguments of the program.
pub fn program() -> &'static [OsString] {
    INVOCATION
        .get()
        .map_or(&[], |invocation| &invocation.program)
}
