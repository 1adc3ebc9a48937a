//! The files of the page: a fixed list, so that no path is ever looked up on the disk. A test compares it with the folders.

/// Name, type and content of each file.
pub const FILES: &[(&str, &str, &[u8])] = &[];
