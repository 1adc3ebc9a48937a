//! The second kind of statement: every word of one automaton, the *domain*, satisfies one of
//! several clauses for some digits of the tracks that the domain lacks. Beside each node of the
//! domain stand the sets of product states that the clauses can be in: a *row*. A row whose sets
//! hold all of another's at the same node needs no look of its own (antichains: De Wulf, Doyen,
//! Henzinger and Raskin 2006).
//!
//! The rows are a proof that is checked without sets: at each row that the domain accepts some
//! state is accepted, and each state of the row that a digit leads to is reached by that digit, and
//! some hidden ones, from a state of the row. So few states suffice, and only those are handed out.

use base::budget::{Budget, StopReason};

use crate::interner::ListInterner;
use crate::simulation::Simulation;
use crate::{Automaton, DigitWord};

mod thin;

/// Whether the domain is covered.
#[derive(Clone, Debug)]
pub enum CoverResult {
    /// It is, by these rows.
    Holds(SimulationRows),
    /// It is not: a shortest word of the domain that no clause accepts.
    Fails(DigitWord),
}

impl CoverResult {
    /// The rows, if the domain is covered.
    pub fn rows(&self) -> Option<&SimulationRows> {
        match self {
            CoverResult::Holds(rows) => Some(rows),
            CoverResult::Fails(_) => None,
        }
    }
}

/// A product state of one clause: a node of each of its atoms. Where sets stand within a letter the
/// hidden digits between the visible one just read and the next are still to come; at a letter's
/// end none are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProductState<'a> {
    /// The place of the clause among those given.
    pub clause: usize,
    /// The nodes, in the order of the clause's atoms.
    pub nodes: &'a [u32],
}

/// The rows of a cover, the first for the start; none if the domain is empty.
#[derive(Clone, Debug, Default)]
pub struct SimulationRows {
    base: u8,
    /// The clause and the nodes of each product state, each once.
    states: ListInterner,
    /// The domain's node, then states, by their names.
    rows: ListInterner,
    /// The row that each digit leads to; [`NONE`] where the domain has no accepted future.
    next: Vec<u32>,
    /// How states of the first row come about by letters that are zero on the visible tracks: each
    /// with the place of the one before.
    leading: Vec<(u32, u32)>,
}

const NONE: u32 = u32::MAX;

impl SimulationRows {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether the domain is empty, so that nothing is to be covered.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The domain's node of a row.
    pub fn node(&self, row: usize) -> u32 {
        self.rows.get(row as u32)[0]
    }

    /// The product states of a row that suffice.
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

    /// The row that a digit of the domain's track leads to; `None` if the domain accepts nothing
    /// from there on.
    pub fn next(&self, row: usize, digit: u8) -> Option<usize> {
        let to = self.next[row * usize::from(self.base) + usize::from(digit)];
        (to != NONE).then_some(to as usize)
    }

    /// Why the states of the first row are there: each is the start of its clause, if it names its
    /// own place, or a letter that is zero on the visible tracks leads to it from the one whose
    /// place it names, which stands before it.
    pub fn leading(&self) -> impl ExactSizeIterator<Item = (ProductState<'_>, usize)> {
        self.leading
            .iter()
            .map(|&(state, from)| (self.state(state), from as usize))
    }

    /// How many product states there are in all rows.
    pub fn labels(&self) -> usize {
        (0..self.len()).map(|row| self.states(row).len()).sum()
    }
}

/// How many rows of one node are compared with a new one.
const MAX_COMPARED_ROWS: usize = 64;

/// Whether every word of the domain is accepted by one clause, the conjunction of its atoms, for
/// some digits of the tracks that the domain lacks. Hidden numbers may be longer than the domain's,
/// which then begin with zeros: leading zeros must mean nothing to the atoms. All tracks that are
/// not hidden stand in the domain, if only by [`Automaton::all`]. The rows are exponential in the
/// product states of the clauses at worst.
///
/// ```
/// use automata::{Automaton, LinearRelation, atoms, cover};
/// use base::budget::Budget;
///
/// let budget = Budget::generous();
/// // Each x is 2y or 2y + 1 for some y; not each is 2y.
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
/// If the budget ends.
///
/// # Panics
/// If the automata read digits in different bases.
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
    // A clause joins when a word needs it: most covers need few of their clauses, and each makes
    // more rows.
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

/// The simulation of clauses beside the domain.
struct CoverWalk<'a> {
    domain: &'a Automaton,
    clauses: Vec<Simulation<'a>>,
    /// The place of each clause among those given.
    places: Vec<u32>,
    /// The domain's node and a set of each clause.
    rows: ListInterner,
    next: Vec<u32>,
    /// For each clause how its start is closed.
    leading: Vec<Vec<(u32, u32)>>,
}

impl CoverWalk<'_> {
    /// Walks all rows anew; ends with a word that these clauses do not cover.
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

    /// Whether the domain accepts at a row and no clause does.
    fn lacks(&self, row: &[u32]) -> bool {
        self.domain.accepts(row[0])
            && !self
                .clauses
                .iter()
                .zip(&row[1..])
                .any(|(clause, &set)| clause.set_accepts(set))
    }
}
