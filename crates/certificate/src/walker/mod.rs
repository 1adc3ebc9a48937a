//! Decides statements about numbers. The walker uses deterministic automata over digits as plain
//! tables ([`AutomatonTable`]), their products, and rows which show that some automata cover
//! another automaton ([`cover`]). The walker contains no notion of games, builds no sets of states
//! beyond one row, and neither minimizes automata nor projects tracks away.

pub(crate) mod atoms;
pub(crate) mod cover;
pub(crate) mod numerals;
mod table;

use base::budget::Budget;
use base::text::Text;

use crate::error::CertificateError;
pub use atoms::AtomRelation;
pub use table::{AutomatonTable, Track};

/// A deterministic automaton that reads the digits of some tracks (numbers) in turn, most
/// significant first. Node 0 is the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateAutomaton {
    /// The successors of each node, digit by digit.
    pub next: Vec<u32>,
    /// The accepting nodes, in increasing order.
    pub accepting: Vec<u32>,
}

/// The rows of a cover. The first row belongs to the start. A cover has no rows if the domain
/// accepts no word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoverRows {
    /// Whether rows are located only at the ends of letters. If this is false, rows are located
    /// before each digit.
    pub letters: bool,
    /// States of the first row, each with the index of its predecessor in the list of these states.
    /// The predecessor of the start of a clause is the start itself. The predecessor of any other
    /// state is earlier in the list of states. A letter that is zero on the domain's tracks leads
    /// from the predecessor of a state to the state.
    pub leading: Vec<(ClauseState, u32)>,
    /// The rows.
    pub rows: Vec<CoverRow>,
}

/// A row of a cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverRow {
    /// The node of the domain.
    pub node: u32,
    /// States of clauses that suffice to accept every word that the domain accepts from this node.
    pub states: Vec<ClauseState>,
    /// The row that each digit (or each letter, in the order of digits) leads to. Digits after
    /// which the domain accepts nothing are omitted.
    pub next: Vec<u32>,
}

/// A state of a cover: a node of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClauseState {
    /// The index of the clause in its statement.
    pub clause: u32,
    /// The node of the clause.
    pub node: u32,
}

/// A statement of a proof.
#[derive(Clone, Debug)]
pub enum Statement {
    /// No digits satisfy all of the given tables.
    None(Vec<AutomatonTable>),
    /// Every word that the domain accepts satisfies one of the clauses, for some digits of the
    /// tracks that the domain lacks.
    Cover {
        /// The table to be covered.
        domain: AutomatonTable,
        /// The tables that cover the domain.
        clauses: Vec<AutomatonTable>,
    },
}

/// A callback that gets each statement, with a description of the fault that a failure of the
/// statement would prove.
pub type StatementVisitor<'v> = &'v mut dyn FnMut(&Text, Statement) -> Result<(), CertificateError>;

/// A callback that gets the factors, the constant and the relation of a linear form to zero. The
/// callback returns an automaton for the relation over greedy digits.
pub type RelationSource<'v> = &'v mut dyn FnMut(
    &[i128],
    i128,
    AtomRelation,
) -> Result<CertificateAutomaton, CertificateError>;

pub(crate) fn refuse<T>(reason: Text) -> Result<T, CertificateError> {
    Err(CertificateError::Law { reason })
}

/// Returns whether no digits satisfy all of the tables.
pub(crate) fn is_none(
    tables: &[AutomatonTable],
    budget: &Budget<'_>,
) -> Result<bool, CertificateError> {
    let Some(base) = tables.first().map(|table| table.base) else {
        return Ok(false);
    };
    Ok(!AutomatonTable::product(base, &tables.iter().collect::<Vec<_>>(), [], budget)?.is_alive(0))
}
