//! Statements of the second kind: every word of one automaton, the *domain*, satisfies one of
//! several clauses for some digits of the tracks that the domain lacks.
//!
//! A *row* of a node of the domain contains, for each clause, the set of product states in which
//! the clause can be. The algorithm explores the rows of each node. A row need not be explored if
//! its sets contain the sets of another row at the same node (antichains: De Wulf, Doyen, Henzinger
//! and Raskin 2006).
//!
//! The rows of a cover are a proof that can be checked without computing sets. At each row whose
//! domain node accepts, some state must be accepted. Each state of the successor row by a digit
//! must be reachable from a state of the row by this digit and some hidden digits. A few states of
//! each row suffice for the conditions of the proof, and only these states are returned.

use base::budget::{Budget, StopReason};

use crate::interner::ListInterner;
use crate::simulation::Simulation;
use crate::{Automaton, DigitWord};

mod thin;

/// Whether the domain is covered.
#[derive(Clone, Debug)]
pub enum CoverResult {
    /// The domain is covered; the rows are the proof.
    Holds(SimulationRows),
    /// The domain is not covered: a shortest word of the domain that no clause accepts.
    Fails(DigitWord),
}

impl CoverResult {
    /// Returns the rows if the domain is covered, otherwise `None`.
    pub fn rows(&self) -> Option<&SimulationRows> {
        match self {
            CoverResult::Holds(rows) => Some(rows),
            CoverResult::Fails(_) => None,
        }
    }
}

/// A product state of one clause: a node of each of its atoms. Within a letter, the hidden digits
/// between the last visible digit that was read and the next visible digit are still unread. At the
/// end of a letter, no hidden digits are unread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProductState<'a> {
    /// Index of the clause in the input.
    pub clause: usize,
    /// The nodes, in the order of the clause's atoms.
    pub nodes: &'a [u32],
}

/// The rows of a cover. The first row is the row of the start node; the list is empty if the domain
/// is empty.
#[derive(Clone, Debug, Default)]
pub struct SimulationRows {
    base: u8,
    /// The clause and the nodes of each product state, without duplicates.
    states: ListInterner,
    /// For each row, the node of the domain, followed by the ids of the states.
    rows: ListInterner,
    /// The row to which each digit leads; [`NONE`] if no accepted word of the domain continues with
    /// the digit.
    next: Vec<u32>,
    /// The derivation of the states of the first row by letters that are zero on the visible
    /// tracks. Each state is stored with the index of its predecessor.
    leading: Vec<(u32, u32)>,
}

const NONE: u32 = u32::MAX;

impl SimulationRows {
    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns whether the domain is empty, so that the cover needs no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the domain's node of a row.
    pub fn node(&self, row: usize) -> u32 {
        self.rows.get(row as u32)[0]
    }

    /// Returns the product states of a row that suffice for the proof.
    pub fn states(&self, row: usize) -> impl ExactSizeIterator<Item = ProductState<'_>> {
        self.rows.get(row as u32)[1..]
            .iter()
            .map(|&state| self.state(state))
    }

    fn state(&self, name: u32) -> ProductState<'_> {
        let list = self.states.get(name);
        ProductState {
            clause: list[0] as usize,
            nodes: &list[1..],
        }
    }

    /// Returns the row to which a digit of the domain's track leads; `None` if the domain accepts
    /// no word after this digit.
    pub fn next(&self, row: usize, digit: u8) -> Option<usize> {
        let to = self.next[row * usize::from(self.base) + usize::from(digit)];
        (to != NONE).then_some(to as usize)
    }

    /// Returns the derivation of the states of the first row. Each state has the index of its
    /// predecessor. If the index of the predecessor is the state's own index, the state is the
    /// start of its clause. Any other predecessor precedes the state in the list, and a letter that
    /// is zero on the visible tracks leads from the predecessor to the state.
    pub fn leading(&self) -> impl ExactSizeIterator<Item = (ProductState<'_>, usize)> {
        self.leading
            .iter()
            .map(|&(state, from)| (self.state(state), from as usize))
    }

    /// Returns the number of product states in all rows.
    pub fn labels(&self) -> usize {
        (0..self.len()).map(|row| self.states(row).len()).sum()
    }
}

/// Maximum number of rows of one node that are compared with a new row.
const MAX_COMPARED_ROWS: usize = 64;

/// Decides whether every word of the domain is accepted by one of the clauses for some digits of
/// the tracks that the domain lacks. A clause is the conjunction of its atoms.
///
/// Hidden numbers may be longer than the numbers of the domain, which are then padded with leading
/// zeros. Because hidden numbers may be longer, all atoms must ignore leading zeros. All visible
/// tracks must occur in the domain; [`Automaton::all`] can add them. At worst the number of rows is
/// exponential in the number of product states.
///
/// ```
/// use automata::{Automaton, LinearRelation, atoms, cover};
/// use base::budget::Budget;
///
/// let budget = Budget::generous();
/// // Every x is 2y or 2y + 1 for some y, but not every x is 2y.
/// let half =
///     |rest: i128| atoms::linear(2, &[(0, 1), (1, -2)], -rest, LinearRelation::Equal, &budget);
/// let (even, odd) = (half(0)?, half(1)?);
/// let domain = Automaton::all(2, vec![0]);
/// assert!(
///     cover(&domain, &[vec![&even], vec![&odd]], &budget)?
///         .rows()
///         .is_some()
/// );
/// assert!(cover(&domain, &[vec![&even]], &budget)?.rows().is_none());
/// # Ok::<(), base::budget::StopReason>(())
/// ```
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
///
/// # Panics
/// Panics if the automata have different bases.
pub fn cover(
    domain: &Automaton,
    clauses: &[Vec<&Automaton>],
    budget: &Budget<'_>,
) -> Result<CoverResult, StopReason> {
    let base = domain.base();
    assert!(
        clauses.iter().flatten().all(|atom| atom.base() == base),
        "a domain and its clauses read digits in one base"
    );
    let mut walk = CoverWalk {
        domain,
        clauses: Vec::new(),
        places: Vec::new(),
        rows: ListInterner::default(),
        next: Vec::new(),
        leading: Vec::new(),
    };
    let mut idle: Vec<(usize, Simulation<'_>)> = clauses
        .iter()
        .map(|atoms| Simulation::new(base, atoms, domain.tracks()))
        .enumerate()
        .collect();
    // A clause is added only when a word requires the clause. Most covers need few of their
    // clauses, and each clause adds rows.
    while let Some(word) = walk.run(budget)? {
        let mut needed = None;
        for (at, (_, clause)) in idle.iter_mut().enumerate() {
            if clause.accepts_word(word.interleaved(), budget)? {
                needed = Some(at);
                break;
            }
        }
        let Some(at) = needed else {
            return Ok(CoverResult::Fails(word));
        };
        let (place, clause) = idle.remove(at);
        walk.clauses.push(clause);
        walk.places.push(place as u32);
    }
    Ok(CoverResult::Holds(walk.thinned(budget)?))
}

/// Simulation of the clauses in parallel with the domain.
struct CoverWalk<'a> {
    domain: &'a Automaton,
    clauses: Vec<Simulation<'a>>,
    /// Index of each clause in the input.
    places: Vec<u32>,
    /// The domain's node and one set for each clause.
    rows: ListInterner,
    next: Vec<u32>,
    /// For each clause, the closure of its start state.
    leading: Vec<Vec<(u32, u32)>>,
}

impl CoverWalk<'_> {
    /// Explores all rows from the start. Returns a word of the domain that no clause of the
    /// simulation accepts, if any.
    fn run(&mut self, budget: &Budget<'_>) -> Result<Option<DigitWord>, StopReason> {
        let domain = self.domain;
        let base = domain.base();
        let alive = domain.reaches(true);
        if !alive[0] {
            return Ok(None);
        }
        (self.rows, self.next, self.leading) = (ListInterner::default(), Vec::new(), Vec::new());
        let mut row = vec![0];
        for clause in &mut self.clauses {
            let (set, leading) = clause.start(budget)?;
            row.push(set);
            self.leading.push(leading);
        }
        self.rows.insert(&row, budget)?;
        let mut met = vec![(0u32, 0u8)];
        let mut of_node: Vec<Vec<u32>> = vec![Vec::new(); domain.nodes()];
        of_node[0].push(0);
        if self.lacks(&row) {
            return Ok(Some(DigitWord::of_walk(
                base,
                domain.tracks().to_vec(),
                &met,
                0,
            )));
        }
        let mut at = 0;
        while at < self.rows.len() {
            let from = self.rows.get(at as u32).to_vec();
            for digit in 0..base {
                row[0] = domain.next(from[0], digit);
                if !alive[row[0] as usize] || domain.tracks().is_empty() {
                    self.next.push(NONE);
                    continue;
                }
                for (place, clause) in self.clauses.iter_mut().enumerate() {
                    row[place + 1] = clause.after(from[place + 1], digit, budget)?;
                }
                let rows = &mut of_node[row[0] as usize];
                if let Some(&smaller) =
                    rows.iter().rev().take(MAX_COMPARED_ROWS).find(|&&smaller| {
                        let sets = &self.rows.get(smaller)[1..];
                        self.clauses
                            .iter()
                            .zip(sets)
                            .zip(&row[1..])
                            .all(|((clause, &small), &large)| clause.is_subset(small, large))
                    })
                {
                    self.next.push(smaller);
                    continue;
                }
                let (id, new) = self.rows.insert(&row, budget)?;
                self.next.push(id);
                if new {
                    rows.push(id);
                    met.push((at as u32, digit));
                    if self.lacks(&row) {
                        return Ok(Some(DigitWord::of_walk(
                            base,
                            domain.tracks().to_vec(),
                            &met,
                            id,
                        )));
                    }
                }
            }
            at += 1;
            if at.is_multiple_of(256) {
                let sets: u64 = self.clauses.iter().map(Simulation::bytes).sum();
                budget.allow_memory(
                    self.rows.bytes() + sets + (4 * u64::from(base) + 12) * self.rows.len() as u64,
                )?;
                budget.report(at as u64, None);
            }
        }
        Ok(None)
    }

    /// Returns whether, at a row, the domain accepts but no clause accepts.
    fn lacks(&self, row: &[u32]) -> bool {
        self.domain.accepts(row[0])
            && !self
                .clauses
                .iter()
                .zip(&row[1..])
                .any(|(clause, &set)| clause.set_accepts(set))
    }
}
