//! Shared foundations of all crates of Grundy. The crate contains budgets that limit a computation,
//! texts in two languages, diagnostics with locations in a source, suggestions for unknown words,
//! and escaping of hidden characters. This crate contains nothing about games.

pub mod budget;
pub mod diagnostic;
mod error;
pub mod escaping;
pub mod suggest;
pub mod text;
pub mod thread_limit;
