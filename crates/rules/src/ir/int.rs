//! The numbers of the rule language.

/// An integer in a position or an expression. Arithmetic that overflows is an error, and never
/// wraps.
pub type Int = i64;
