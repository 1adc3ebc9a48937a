//! Verifies a cover by its rows. At each row that the domain accepts, some state is accepted. Each
//! state of the row that a digit leads to is reached from a state of the current row by that digit
//! and some digits of hidden tracks. By induction on the length, every word of the domain is
//! accepted by some clause for some hidden digits. Hidden numbers may be longer than those of the
//! domain: states of the first row may be reached by letters that are zero on the tracks of the
//! domain. Rows may be located only at the ends of letters. All states that the digits of a letter
//! lead to are then tracked until the letter ends.

use std::collections::BTreeSet;

use base::budget::Budget;
use base::text;

use super::refuse;
use super::table::{AutomatonTable, Track};
use super::{ClauseState, CoverRows};
use crate::error::CertificateError;

/// One place of the joint letters of the domain and a clause.
struct TrackUse {
    visible: bool,
    read: bool,
}

/// A clause whose tracks are aligned with those of the domain.
struct AlignedClause<'a> {
    clause: &'a AutomatonTable,
    places: Vec<TrackUse>,
    /// The place before which states wait for each digit of the domain.
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

    /// Returns the nodes reached over some places with this visible digit.
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

    /// Returns the nodes reached from nodes before digit `phase` of the domain's letter by this
    /// digit.
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

/// Verifies that the domain is covered, and returns the number of rows.
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
            refuse(text!("rows cover what is empty", "对空集列出了行"))
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
            "the rows of a cover do not fit its statement",
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
                    "a state of the first row rests on a later one",
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
                "a state of the first row is not reached",
                "首行的某状态不可及"
            ));
        }
    }
    if let Some(state) = rows[0].states.iter().find(|state| !leading.contains(state)) {
        let ClauseState { clause, node } = state;
        return refuse(text!(
            "state {clause}:{node} of the first row is not reached",
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
                "row {number} stands at no state of its statement",
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
                "row {number} is not covered",
                "第 {number} 行未被覆盖"
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
                "row {number} leads to more rows than there are digits",
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
    /// Steps from a node of the domain and these nodes of the clauses by each digit to the next
    /// row, or to the end of the letter.
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
                    "digit {digit} leads from row {number} to no row of its state",
                    "第 {number} 行读 {digit} 后没有到达相应的行"
                ));
            };
            if !then
                .states
                .iter()
                .all(|state| reached[state.clause as usize].contains(&state.node))
            {
                return refuse(text!(
                    "digit {digit} does not lead from row {number} to each state of the next",
                    "第 {number} 行读 {digit} 后到不了下一行的每个状态"
                ));
            }
        }
        Ok(())
    }
}
