//! The kinds of tables.

/// The data that a table contains for each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// The outcome of a position as a single component, including draws.
    Outcomes,
    /// The outcome of a position as a single component, including draws, and the number of moves to
    /// the end.
    Remoteness,
    /// The Grundy value of the position; the game must end.
    Values,
}
