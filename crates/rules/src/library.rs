//! The rule files of `games/`, compiled in.

/// File name and text of every rule file, in the order of the names.
pub static FILES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/library.rs"));
