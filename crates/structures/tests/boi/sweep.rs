//! This module computes the outcome of the BOI Game from its start, by arcs of rings instead of
//! pairs of cells. For each cell of A, the cells of B's level that win for B are a list of arcs in
//! the cyclic order of the level ([`super::arcs`]). The result is exact on every board, and is a
//! reference implementation for [`structures::boi::levels`].
//!
//! In the middle level, the list for a cell is the cell itself, because B steps onto A on that
//! cell. A move of B maps an arc to the arc of the cells from which B reaches it (in the plane,
//! neighbours lead to neighbours). A's choice intersects the lists of A's next cells. Two arcs
//! intersect in at most two arcs, and in two arcs only if the intersecting arcs together cover the
//! ring. Suppose that both starts touch the same region of walls (or the outside), for example if
//! both are on the border. A region that both starts touch cuts every ring between two cells, and
//! no arc crosses the cut. So each list is ONE arc, and the cost is O(cells). In general the cost
//! is O(cells + arcs); we know no bound on the arcs other than the number of pairs. Source: ours,
//! after the seed's idea of arcs (Cao), which is correct if lists replace single arcs.

use base::budget::{Budget, StopReason};

use super::arcs::{CLOCKWISE, rings};
use structures::boi::race::{DistanceVerdict, RaceBoard};

/// The result of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SweepReport {
    /// Whether A, who moves first, wins.
    pub wins: bool,
    /// The maximum number of arcs of one list. An arc across the start of a ring's list counts
    /// twice.
    pub most: usize,
    /// The total number of arcs in all lists.
    pub arcs: u64,
}

/// A list of arcs as disjoint ranges of indices in ascending order, both ends inclusive.
type Arcs = Vec<(usize, usize)>;

/// Computes the outcome from the start.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn sweep(race: &RaceBoard, budget: &Budget<'_>) -> Result<SweepReport, StopReason> {
    let mut swept = SweepReport {
        wins: true,
        most: 0,
        arcs: 0,
    };
    if race.verdict(race.board().start()) != DistanceVerdict::Close {
        swept.wins = race.verdict(race.board().start()) == DistanceVerdict::Won;
        return Ok(swept);
    }
    budget.allow_memory(32 * race.board().cells() as u64)?;
    let rings = rings(race);
    let mut place = vec![0; race.board().cells()];
    for ring in &rings {
        ring.iter()
            .enumerate()
            .for_each(|(k, &cell)| place[cell as usize] = k);
    }
    let (length, middle) = (rings.len() - 1, (rings.len() - 1) / 2);
    // For each cell of A's level, the cells of B's level that win for B if A is to move.
    let mut lists: Vec<Arcs> = (0..rings[middle].len()).map(|k| vec![(k, k)]).collect();
    for i in (0..middle).rev() {
        let spans = spans(race, &rings[length - i - 1], &place);
        let around = rings[length - i].len();
        let after: Vec<Arcs> = lists
            .iter()
            .map(|list| back(list, &spans, around))
            .collect();
        lists.clear();
        for &cell in &rings[i] {
            let mut list: Option<Arcs> = None;
            for next in race.board().neighbours(cell).filter(|&next| {
                race.distance_to_target(0, next) + 1 == race.distance_to_target(0, cell)
            }) {
                let other = &after[place[next as usize]];
                list = Some(list.map_or_else(|| other.clone(), |list| common(&list, other)));
            }
            let list = list.expect("from each cell of a shortest path one goes on");
            swept.most = swept.most.max(list.len());
            swept.arcs += list.len() as u64;
            budget.steps(list.len() + 1)?;
            lists.push(list);
        }
    }
    swept.wins = lists[0].is_empty();
    Ok(swept)
}

/// Returns for each cell of a ring the range of its next cells further from A, which are adjacent
/// on the next ring. Indices continue past the end if the range wraps around.
fn spans(race: &RaceBoard, ring: &[u32], place: &[usize]) -> Vec<(usize, usize)> {
    let mut spans: Vec<(usize, usize)> = Vec::with_capacity(ring.len());
    let mut last = None;
    for &cell in ring {
        let further =
            |next: u32| race.distance_to_target(0, next) + 1 == race.distance_to_target(0, cell);
        let nearer = |next: u32| {
            race.distance_to_target(1, next) + 1 == race.distance_to_target(1, cell)
                && race.distance_to_target(0, next) == race.distance_to_target(0, cell) + 1
        };
        let around = || (0..8).filter_map(|turn| race.board().neighbour(cell, CLOCKWISE[turn % 4]));
        // The neighbours nearer to A are also consecutive; the neighbours further from A follow the
        // last neighbour nearer to A.
        let mut row = around()
            .skip_while(|&next| !nearer(next))
            .skip_while(|&next| !further(next))
            .take_while(|&next| !nearer(next));
        let (mut count, mut ends) = (0, None);
        for next in row.by_ref().filter(|&next| further(next)) {
            count += 1;
            ends = Some((ends.map_or(next, |(first, _)| first), next));
        }
        let (first, end) = ends.expect("every cell before B's start has a next one");
        let from = match (spans.last(), last) {
            (Some(&(_, to)), Some(last)) => to + usize::from(first != last),
            _ => place[first as usize],
        };
        spans.push((from, from + count - 1));
        last = Some(end);
    }
    spans
}

/// Returns the indices of a ring of `around` cells from which B reaches the list.
fn back(list: &Arcs, spans: &[(usize, usize)], around: usize) -> Arcs {
    let mut arcs: Arcs = Vec::with_capacity(list.len() + 1);
    for &(from, to) in list {
        let (from, to) = (spans[from].0, spans[to].1);
        let (begin, end) = (from % around, to % around);
        if to - from + 1 >= around {
            return vec![(0, around - 1)];
        } else if begin <= end {
            arcs.push((begin, end));
        } else {
            arcs.extend([(0, end), (begin, around - 1)]);
        }
    }
    arcs.sort_unstable();
    arcs.dedup_by(|next, before| {
        let touch = next.0 <= before.1 + 1;
        if touch {
            before.1 = before.1.max(next.1);
        }
        touch
    });
    arcs
}

/// Returns the intersection of two lists.
fn common(one: &Arcs, other: &Arcs) -> Arcs {
    let mut arcs = Vec::new();
    let (mut i, mut k) = (0, 0);
    while let (Some(a), Some(b)) = (one.get(i), other.get(k)) {
        let (from, to) = (a.0.max(b.0), a.1.min(b.1));
        if from <= to {
            arcs.push((from, to));
        }
        if a.1 < b.1 { i += 1 } else { k += 1 }
    }
    arcs
}
