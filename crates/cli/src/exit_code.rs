//! The exit codes of the command.

/// A check failed.
pub const FAILED: u8 = 1;

/// The question or a file is wrong.
pub const WRONG: u8 = 2;

/// No method answers.
pub const UNSUPPORTED: u8 = 3;

/// A limit was reached.
pub const LIMIT: u8 = 4;

/// This program is wrong.
pub const BUG: u8 = 70;

/// Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// Waited too long for another share: the job system may try again.
pub const AGAIN: u8 = 75;
