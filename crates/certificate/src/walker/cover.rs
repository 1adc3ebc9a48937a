//! Verifies a cover: a proof that every word that the domain accepts is accepted by some clause,
//! for some digits of the hidden tracks (the tracks that the domain lacks). A row of a cover
//! consists of a node of the domain and states, which are nodes of clauses. If the domain accepts
//! at the node of a row, a clause accepts at some state of the row. Each digit leads from a row of
//! the cover to another row. Each state of the row that a digit leads to is reached from a state of
//! the preceding row by the digit and some digits of hidden tracks. By induction on the length,
//! every word of the domain is accepted by some clause for some hidden digits. Hidden numbers may
//! be longer than the numbers of the domain: letters that are zero on the tracks of the domain may
//! lead to the states of the first row. A cover may have rows only at the ends of letters. If a
//! cover has rows only at the ends of letters, all states that the digits of a letter lead to are
//! tracked until the letter ends.

use std::collections::BTreeSet;

use base::budget::Budget;
use base::text;

use super::refuse;
use super::table::{AutomatonTable, Track};
use super::{ClauseState, CoverRows};
use crate::error::CertificateError;

/// One track of the joint letters of the domain and a clause: whether the domain has the track, and
/// whether the clause reads it.
struct TrackUse {
    visible: bool,
    read: bool,
}

/// A clause whose tracks are aligned with those of the domain.
struct AlignedClause<'a> {
    clause: &'a AutomatonTable,
    places: Vec<TrackUse>,
    /// For each digit of a letter of the domain, the index in `places` at which states wait for the
    /// digit.
    stops: Vec<usize>,
}

impl AlignedClause<'_> {
    fn new<'a>(domain: &AutomatonTable, clause: &'a AutomatonTable) -> AlignedClause<'a> {
        let tracks: BTreeSet<Track> = domain
            .tracks
            .iter()
            .chain(&clause.tracks)
            .copied()
            .collect();
        let has = |table: &AutomatonTable, track: &Track| table.tracks.binary_search(track).is_ok();
        let places: Vec<TrackUse> = tracks
            .iter()
            .map(|track| TrackUse {
                visible: has(domain, track),
                read: has(clause, track),
            })
            .collect();
        let ends = (1..)
            .zip(&places)
            .filter(|(_, place)| place.visible)
            .map(|(end, _)| end);
        let stops = [0]
            .into_iter()
            .chain(ends)
            .take(domain.tracks.len())
            .collect();
        AlignedClause {
            clause,
            places,
            stops,
        }
    }

    /// Returns the nodes that the given nodes reach over some tracks, if each track of the domain
    /// has the given digit and hidden tracks have any digits.
    fn pass(
        &self,
        mut nodes: BTreeSet<u32>,
        places: &[TrackUse],
        digit: u8,
        budget: &Budget<'_>,
    ) -> Result<BTreeSet<u32>, CertificateError> {
        for place in places.iter().filter(|place| place.read) {
            let digits = if place.visible {
                digit..digit + 1
            } else {
                0..self.clause.base
            };
            budget.steps(nodes.len() * digits.len())?;
            let to = nodes.iter().flat_map(|&node| {
                digits
                    .clone()
                    .map(move |digit| self.clause.next(node, digit))
            });
            nodes = to.filter(|&node| self.clause.is_alive(node)).collect();
        }
        Ok(nodes)
    }

    /// Returns the nodes that `digit` leads to from the given nodes, which wait for digit `phase`
    /// of a letter of the domain.
    fn after(
        &self,
        nodes: BTreeSet<u32>,
        phase: usize,
        digit: u8,
        budget: &Budget<'_>,
    ) -> Result<BTreeSet<u32>, CertificateError> {
        let end = self
            .stops
            .get(phase + 1)
            .copied()
            .unwrap_or(self.places.len());
        self.pass(nodes, &self.places[self.stops[phase]..end], digit, budget)
    }
}

/// Verifies that the clauses cover the domain, and returns the number of rows of the cover.
pub(crate) fn check(
    domain: &AutomatonTable,
    clauses: &[AutomatonTable],
    cover: &CoverRows,
    budget: &Budget<'_>,
) -> Result<usize, CertificateError> {
    let rows = &cover.rows;
    if !domain.is_alive(0) {
        let empty = rows.is_empty() && cover.leading.is_empty();
        return if empty {
            Ok(0)
        } else {
            refuse(text!("rows are listed for an empty set", "对空集列出了行"))
        };
    }
    let beside: Vec<AlignedClause<'_>> = clauses
        .iter()
        .map(|clause| AlignedClause::new(domain, clause))
        .collect();
    let exists = |state: &ClauseState| {
        clauses
            .get(state.clause as usize)
            .is_some_and(|clause| (state.node as usize) < clause.nodes())
    };
    let all = rows
        .iter()
        .flat_map(|row| &row.states)
        .chain(cover.leading.iter().map(|(state, _)| state));
    if domain.tracks.is_empty()
        || rows.is_empty()
        || rows[0].node != 0
        || !all.into_iter().all(exists)
    {
        return refuse(text!(
            "the rows of a cover do not match its statement",
            "覆盖的行与命题不符"
        ));
    }
    let mut leading: BTreeSet<ClauseState> = BTreeSet::new();
    for (place, (state, from)) in cover.leading.iter().enumerate() {
        budget.item(1 + place);
        budget.tick()?;
        leading.insert(*state);
        let reached = if *from as usize == place {
            state.node == 0
        } else {
            let Some((before, _)) = cover.leading[..place]
                .get(*from as usize)
                .filter(|(before, _)| before.clause == state.clause)
            else {
                return refuse(text!(
                    "a state of the first row depends on a later one",
                    "首行的某状态依赖其后的状态"
                ));
            };
            let beside = &beside[state.clause as usize];
            beside
                .pass(BTreeSet::from([before.node]), &beside.places, 0, budget)?
                .contains(&state.node)
        };
        if !reached {
            return refuse(text!(
                "a state of the first row cannot be reached",
                "首行的某状态不可及"
            ));
        }
    }
    if let Some(state) = rows[0].states.iter().find(|state| !leading.contains(state)) {
        let ClauseState { clause, node } = state;
        return refuse(text!(
            "state {clause}:{node} of the first row cannot be reached",
            "首行的状态 {clause}:{node} 不可及"
        ));
    }
    let walk = CoverStep {
        domain,
        beside: &beside,
        cover,
        budget,
    };
    for (number, row) in (1..).zip(rows) {
        budget.item(cover.leading.len() + number);
        budget.steps(clauses.len() + row.states.len() + row.next.len())?;
        if row.node as usize >= domain.nodes()
            || !domain.is_alive(row.node)
            || cover.letters && domain.phase(row.node) != 0
        {
            return refuse(text!(
                "row {number} is not at a state of its statement",
                "第 {number} 行不在命题的状态上"
            ));
        }
        if domain.accepts(row.node)
            && !row
                .states
                .iter()
                .any(|state| clauses[state.clause as usize].accepts(state.node))
        {
            return refuse(text!(
                "the state of row {number} is accepted by the domain of the statement, but by none of its clauses",
                "第 {number} 行的状态为命题的定义域所接受，却不为任何子句所接受"
            ));
        }
        let mut sets = vec![BTreeSet::new(); clauses.len()];
        for state in &row.states {
            sets[state.clause as usize].insert(state.node);
        }
        let mut next = row.next.iter();
        walk.on(number, row.node, &sets, &mut next)?;
        if next.next().is_some() {
            return refuse(text!(
                "row {number} has more successors than there are digits",
                "第 {number} 行的后续行过多"
            ));
        }
    }
    Ok(rows.len())
}

/// The step from one row to the next.
struct CoverStep<'a> {
    domain: &'a AutomatonTable,
    beside: &'a [AlignedClause<'a>],
    cover: &'a CoverRows,
    budget: &'a Budget<'a>,
}

impl CoverStep<'_> {
    /// Checks the steps by each digit from a node of the domain and the given nodes of the clauses.
    /// If rows are only at the ends of letters, the steps continue to the end of the letter.
    fn on(
        &self,
        number: usize,
        node: u32,
        sets: &[BTreeSet<u32>],
        next: &mut std::slice::Iter<'_, u32>,
    ) -> Result<(), CertificateError> {
        let phase = self.domain.phase(node);
        for digit in 0..self.domain.base {
            let to = self.domain.next(node, digit);
            if !self.domain.is_alive(to) {
                continue;
            }
            self.budget
                .steps(sets.iter().map(|set| 1 + set.len()).sum())?;
            let after = |(set, beside): (&BTreeSet<u32>, &AlignedClause<'_>)| {
                beside.after(set.clone(), phase, digit, self.budget)
            };
            let reached = sets
                .iter()
                .zip(self.beside)
                .map(after)
                .collect::<Result<Vec<_>, _>>()?;
            if self.cover.letters && self.domain.phase(to) != 0 {
                self.on(number, to, &reached, next)?;
                continue;
            }
            self.budget.tick()?;
            let Some(then) = next
                .next()
                .and_then(|&then| self.cover.rows.get(then as usize))
                .filter(|then| then.node == to)
            else {
                return refuse(text!(
                    "digit {digit} does not lead from row {number} to a row of the expected state",
                    "第 {number} 行读 {digit} 后没有到达相应的行"
                ));
            };
            if !then
                .states
                .iter()
                .all(|state| reached[state.clause as usize].contains(&state.node))
            {
                return refuse(text!(
                    "digit {digit} does not lead from row {number} to every state of the next row",
                    "第 {number} 行读 {digit} 后到不了下一行的每个状态"
                ));
            }
        }
        Ok(())
    }
}
