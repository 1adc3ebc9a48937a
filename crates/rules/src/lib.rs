//! rules
pub mod ast;
pub mod diagnostic;
pub mod text;
