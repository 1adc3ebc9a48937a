//! What every crate of Grundy uses and none of them owns: budgets that bound a computation, texts
//! in two languages, diagnostics that point into a source, suggestions for words that are not
//! known, hidden characters made visible. Nothing here knows a game.

pub mod budget;
pub mod diagnostic;
mod error;
pub mod escaping;
pub mod suggest;
pub mod text;
pub mod thread_limit;
