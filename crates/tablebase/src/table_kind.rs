//! The kinds of tables.

/// What a table says of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// Who wins a position that stands alone, or that nobody does.
    Outcomes,
    /// Who wins a position that stands alone, and how soon; or that nobody does.
    Remoteness,
    /// Grundy values, of games that end.
    Values,
}
