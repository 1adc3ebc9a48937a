//! Exit codes of the command.

/// A check failed.
pub const FAILED: u8 = 1;

/// The question or a file is invalid.
pub const WRONG: u8 = 2;

/// No method supports the question.
pub const UNSUPPORTED: u8 = 3;

/// A limit was reached.
pub const LIMIT: u8 = 4;

/// A bug in this program was detected.
pub const BUG: u8 = 70;

/// The user pressed Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// The wait for another share timed out. The batch system may run the command again.
pub const AGAIN: u8 = 75;
