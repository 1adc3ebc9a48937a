//! Who wins the BOI Game from its start, by arcs of rings instead of pairs of cells: for each cell
//! of A, the cells of B's level that win for B, as a list of arcs in the cyclic order of the level
//! ([`super::arcs`]). Exact on every board; a twin of [`structures::boi::levels`].
//!
//! In the middle the cell itself: there B steps on A. A move of B takes an arc to the arc of the
//! cells from which it is reached (in the plane neighbours lead to neighbours); A's choice
//! intersects the lists of A's next cells. Two arcs intersect in at most two, and in two only where
//! together they go all around the ring. Where both starts lie at the same region of walls (or
//! outside), for example both on the border, that region cuts every ring at a place which no arc
//! crosses: then each list is ONE arc, and the cost is O(cells). In general it is O(cells + arcs);
//! no bound on the arcs is known to us but the number of pairs. Source: ours; the seed's idea of
//! arcs (Cao), which is right with lists in place of one arc.

use base::budget::{Budget, StopReason};

use super::arcs::{CLOCKWISE, rings};
use structures::boi::race::{DistanceVerdict, RaceBoard};

/// What a sweep found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SweepReport {
    /// Whether A, who moves first, wins.
    pub wins: bool,
    /// The most arcs of one list. An arc across the beginning of a ring's list counts twice.
    pub most: usize,
    /// The arcs of all lists.
    pub arcs: u64,
}

/// Places from the first to the second, both included, in order and apart.
type Arcs = Vec<(usize, usize)>;

/// Who wins from the start.
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
    // For each cell of A's level what wins for B, A to move.
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

/// For each cell of a ring its next cells further from A, which lie side by side on the next ring:
/// from which place to which. Places go on counting where the next ring begins anew.
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
        // Those nearer to A lie side by side too: what follows the last of them.
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

/// The places of a ring of `around` cells from which B reaches the list.
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

/// What two lists have in common.
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
