//! Statements about numbers, decided: deterministic automata over digits as plain tables
//! ([`AutomatonTable`]), products of these, and rows that show that one is covered by others
//! ([`cover`]). It knows no games, makes no sets of states beyond one row, minimises nothing and
//! leaves no track out.

pub(crate) mod atoms;
pub(crate) mod cover;
pub(crate) mod numerals;
mod table;

use base::budget::Budget;
use base::text::Text;

use crate::error::CertificateError;
pub use atoms::AtomRelation;
pub use table::{AutomatonTable, Track};

/// A deterministic automaton over digits of some tracks in turn, most significant first; node 0 is
/// the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateAutomaton {
    /// The successors of each node, digit by digit.
    pub next: Vec<u32>,
    /// The nodes that accept, increasing.
    pub accepting: Vec<u32>,
}

/// The rows of a cover, the first for the start; none if the domain is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoverRows {
    /// Whether rows stand only where letters end; else before each digit.
    pub letters: bool,
    /// States of the first row and those they come from: the start of a clause names its own
    /// place, any other the place of one before it, from which a letter leads to it that is
    /// zero on the domain's tracks.
    pub leading: Vec<(ClauseState, u32)>,
    /// The rows.
    pub rows: Vec<CoverRow>,
}

/// A row of a cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverRow {
    /// The domain's node.
    pub node: u32,
    /// States that suffice.
    pub states: Vec<ClauseState>,
    /// The row that each digit leads to, or each letter in the order of digits, without those
    /// after which the domain accepts nothing.
    pub next: Vec<u32>,
}

/// A node of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClauseState {
    /// The place of the clause in its statement.
    pub clause: u32,
    /// The node.
    pub node: u32,
}

/// A statement of a proof.
#[derive(Clone, Debug)]
pub enum Statement {
    /// No digits satisfy all of these.
    None(Vec<AutomatonTable>),
    /// All that one accepts satisfies one of the others, for some digits of the tracks that it
    /// lacks.
    Cover {
        /// What is covered.
        domain: AutomatonTable,
        /// By what.
        clauses: Vec<AutomatonTable>,
    },
}

/// Called with each statement, and what would be true if it failed.
pub type StatementVisitor<'v> = &'v mut dyn FnMut(&Text, Statement) -> Result<(), CertificateError>;

/// Called with the factors, the constant and the relation to zero of a linear relation: an
/// automaton for it over greedy digits.
pub type RelationSource<'v> = &'v mut dyn FnMut(
    &[i128],
    i128,
    AtomRelation,
) -> Result<CertificateAutomaton, CertificateError>;

pub(crate) fn refuse<T>(reason: Text) -> Result<T, CertificateError> {
    Err(CertificateError::Law { reason })
}

/// Whether no digits satisfy all of some tables.
pub(crate) fn is_none(
    tables: &[AutomatonTable],
    budget: &Budget<'_>,
) -> Result<bool, CertificateError> {
    let Some(base) = tables.first().map(|table| table.base) else {
        return Ok(false);
    };
    Ok(!AutomatonTable::product(base, &tables.iter().collect::<Vec<_>>(), [], budget)?.is_alive(0))
}
