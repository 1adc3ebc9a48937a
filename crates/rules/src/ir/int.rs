//! The numbers of the rule language.

/// A whole number in a position or an expression. Arithmetic that leaves it is an error, never
/// wrapped.
pub type Int = i64;
