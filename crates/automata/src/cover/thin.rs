//! Selection of few product states for the rows of a cover. An accepted state is retained at each
//! row where the domain accepts. Every retained state needs a predecessor in each row that leads to
//! its row; a predecessor that is already retained is preferred.
//!
//! All states that are not retained are removed. Rows that become equal are merged. Two rows are
//! also merged if one of them can replace the other.

use base::budget::{Budget, StopReason};
use rustc_hash::FxHashMap;

use super::{CoverWalk, MAX_COMPARED_ROWS, NONE, SimulationRows};
use crate::interner::ListInterner;
use crate::reverse_edges::ReverseEdges;

/// Product states of the rows, grouped by row, and whether each state is retained.
struct RetainedStates {
    begin: Vec<usize>,
    /// The clause, and the state of the clause.
    member: Vec<(u32, u32)>,
    kept: Vec<bool>,
    /// States whose predecessors are still to be found, each given by its row and its index in the
    /// row.
    open: Vec<(u32, usize)>,
}

impl RetainedStates {
    fn retain(&mut self, row: u32, place: usize) {
        if !std::mem::replace(&mut self.kept[place], true) {
            self.open.push((row, place));
        }
    }

    fn of_row(&self, row: u32) -> std::ops::Range<usize> {
        self.begin[row as usize]..self.begin[row as usize + 1]
    }
}

impl CoverWalk<'_> {
    /// Returns the rows of a valid cover, with only the states that suffice for the proof.
    pub(super) fn thinned(&mut self, budget: &Budget<'_>) -> Result<SimulationRows, StopReason> {
        let rows = self.rows.len();
        let mut kept = self.all(budget)?;
        let edges = (0u32..)
            .zip(&self.next)
            .filter(|&(_, &to)| to != NONE)
            .map(|(edge, &to)| (edge, to));
        let backward = ReverseEdges::new(rows, edges);
        for row in 0..rows as u32 {
            if self.domain.accepts(self.rows.get(row)[0]) {
                self.keep_accepted(row, &mut kept);
                self.settle(&mut kept, &backward, budget)?;
            }
        }
        self.build_rows(&kept, budget)
    }

    fn all(&self, budget: &Budget<'_>) -> Result<RetainedStates, StopReason> {
        let mut kept = RetainedStates {
            begin: vec![0],
            member: Vec::new(),
            kept: Vec::new(),
            open: Vec::new(),
        };
        for row in 0..self.rows.len() as u32 {
            for ((clause, &set), name) in self.clauses.iter().zip(&self.rows.get(row)[1..]).zip(0..)
            {
                let members = clause.members(set);
                budget.steps(members.len())?;
                budget.make_room(&mut kept.member, members.len(), 2 * self.rows.bytes())?;
                kept.member
                    .extend(members.iter().map(|&state| (name, state)));
            }
            kept.begin.push(kept.member.len());
        }
        kept.kept = vec![false; kept.member.len()];
        Ok(kept)
    }

    /// Retains an accepted state of a row, unless an accepted state of the row is already retained.
    fn keep_accepted(&self, row: u32, kept: &mut RetainedStates) {
        let accepted = |place: &usize| {
            self.clauses[kept.member[*place].0 as usize].accepts(kept.member[*place].1)
        };
        let is_there = kept
            .of_row(row)
            .any(|place| kept.kept[place] && accepted(&place));
        if !is_there && let Some(place) = kept.of_row(row).find(accepted) {
            kept.retain(row, place);
        }
    }

    /// Finds predecessors for all retained states.
    fn settle(
        &mut self,
        kept: &mut RetainedStates,
        backward: &ReverseEdges,
        budget: &Budget<'_>,
    ) -> Result<(), StopReason> {
        let base = u32::from(self.domain.base());
        while let Some((row, place)) = kept.open.pop() {
            let (clause, state) = kept.member[place];
            for &edge in backward.edges_into(row as usize) {
                let (from, digit) = (edge / base, (edge % base) as u8);
                let phase = self.domain.phase(self.rows.get(from)[0]);
                let (mut found, mut have) = (None, false);
                // Predecessors that are already retained are tried first.
                for wanted in [true, false] {
                    for place in kept.of_row(from) {
                        if have
                            || found.is_some()
                            || kept.kept[place] != wanted
                            || kept.member[place].0 != clause
                        {
                            continue;
                        }
                        budget.tick()?;
                        let clause = &mut self.clauses[clause as usize];
                        let single = clause.single(phase, kept.member[place].1, budget)?;
                        let after = clause.after(single, digit, budget)?;
                        if clause.members(after).binary_search(&state).is_ok() {
                            (have, found) = (wanted, Some(place));
                        }
                    }
                }
                if let Some(place) = found {
                    kept.retain(from, place);
                }
            }
        }
        Ok(())
    }

    /// Returns the rows with their retained states, without duplicates.
    ///
    /// The retained states of a row are sufficient on their own. So a digit may lead to any row of
    /// the node if all retained states of that row can be reached from the current row. A row that
    /// is already written is preferred, then a row with few states. Only rows that are reachable
    /// from the start are written.
    fn build_rows(
        &mut self,
        kept: &RetainedStates,
        budget: &Budget<'_>,
    ) -> Result<SimulationRows, StopReason> {
        let base = self.domain.base();
        // The retained states without duplicates, as pairs of clause and state, and the distinct
        // rows of these states.
        let (mut pairs, mut lists, mut of) =
            (ListInterner::default(), ListInterner::default(), Vec::new());
        for row in 0..self.rows.len() as u32 {
            let mut list = vec![self.rows.get(row)[0]];
            for place in kept.of_row(row).filter(|&place| kept.kept[place]) {
                let (clause, state) = kept.member[place];
                list.push(pairs.insert(&[clause, state], budget)?.0);
            }
            of.push(lists.insert(&list, budget)?.0);
        }
        let mut first = vec![u32::MAX; lists.len()];
        (0..of.len())
            .rev()
            .for_each(|row| first[of[row] as usize] = row as u32);
        let of_node = |list: u32| lists.get(list)[0] as usize;
        let mut all: Vec<Vec<u32>> = vec![Vec::new(); self.domain.nodes()];
        (0..lists.len() as u32).for_each(|list| all[of_node(list)].push(list));
        all.iter_mut()
            .for_each(|all| all.sort_by_key(|&list| lists.get(list).len()));
        let mut made = SimulationRows {
            base,
            ..SimulationRows::default()
        };
        let mut order: Vec<u32> = of.first().copied().into_iter().collect();
        let mut number: FxHashMap<u32, u32> = order.iter().map(|&list| (list, 0)).collect();
        // The written rows of each node.
        let mut there: Vec<Vec<u32>> = vec![Vec::new(); self.domain.nodes()];
        order
            .iter()
            .for_each(|&list| there[of_node(list)].push(list));
        let (mut reached, mut stamp) = (vec![0u32; pairs.len()], 0);
        let mut at = 0;
        while let Some(&list) = order.get(at) {
            at += 1;
            for digit in 0..base {
                let to = self.next
                    [first[list as usize] as usize * usize::from(base) + usize::from(digit)];
                if to == NONE {
                    made.next.push(NONE);
                    continue;
                }
                let own = of[to as usize];
                let to = match &all[of_node(own)][..] {
                    [only] => *only,
                    all => {
                        stamp += 1;
                        self.stamp_after(
                            lists.get(list),
                            digit,
                            &pairs,
                            &mut reached,
                            stamp,
                            budget,
                        )?;
                        let fits = |list: &&u32| {
                            lists.get(**list)[1..]
                                .iter()
                                .all(|&pair| reached[pair as usize] == stamp)
                        };
                        let written = there[of_node(own)]
                            .iter()
                            .take(MAX_COMPARED_ROWS)
                            .find(fits);
                        *written
                            .or_else(|| all.iter().take(MAX_COMPARED_ROWS).find(fits))
                            .unwrap_or(&own)
                    }
                };
                let new = order.len() as u32;
                let place = *number.entry(to).or_insert(new);
                if place == new {
                    order.push(to);
                    there[of_node(own)].push(to);
                }
                made.next.push(place);
            }
        }
        let name = |made: &mut SimulationRows, clause: u32, state: u32| {
            let nodes = self.clauses[clause as usize].nodes(state);
            made.states
                .insert(&[&[self.places[clause as usize]], nodes].concat(), budget)
                .map(|(name, _)| name)
        };
        for list in order {
            let mut row = vec![lists.get(list)[0]];
            for &pair in &lists.get(list)[1..] {
                row.push(name(&mut made, pairs.get(pair)[0], pairs.get(pair)[1])?);
            }
            made.rows.insert(&row, budget)?;
        }
        self.lead(kept, &mut made, name)?;
        Ok(made)
    }

    /// Marks the pairs to which a digit leads from the pairs of a row.
    fn stamp_after(
        &mut self,
        list: &[u32],
        digit: u8,
        pairs: &ListInterner,
        reached: &mut [u32],
        stamp: u32,
        budget: &Budget<'_>,
    ) -> Result<(), StopReason> {
        let phase = self.domain.phase(list[0]);
        for &pair in &list[1..] {
            let &[name, state] = pairs.get(pair) else {
                continue;
            };
            let clause = &mut self.clauses[name as usize];
            let single = clause.single(phase, state, budget)?;
            let after = clause.after(single, digit, budget)?;
            budget.steps(clause.members(after).len())?;
            for &state in clause.members(after) {
                if let Some(pair) = pairs.find(&[name, state]) {
                    reached[pair as usize] = stamp;
                }
            }
        }
        Ok(())
    }

    /// Writes the derivation of the retained states of the first row.
    fn lead(
        &self,
        kept: &RetainedStates,
        made: &mut SimulationRows,
        name: impl Fn(&mut SimulationRows, u32, u32) -> Result<u32, StopReason>,
    ) -> Result<(), StopReason> {
        for (clause, leading) in (0u32..).zip(&self.leading) {
            let mut needed = vec![false; leading.len()];
            for place in kept
                .of_row(0)
                .filter(|&place| kept.kept[place] && kept.member[place].0 == clause)
            {
                let mut at = leading
                    .iter()
                    .position(|&(state, _)| state == kept.member[place].1)
                    .unwrap_or(0);
                while !std::mem::replace(&mut needed[at], true) {
                    at = leading[at].1 as usize;
                }
            }
            let mut written = vec![0u32; leading.len()];
            for at in (0..leading.len()).filter(|&at| needed[at]) {
                written[at] = made.leading.len() as u32;
                let state = name(made, clause, leading[at].0)?;
                made.leading.push((state, written[leading[at].1 as usize]));
            }
        }
        Ok(())
    }
}
