//! The law: the player to move wins iff some neighbour of the piece's vertex has fewer stones and
//! loses with the piece on it.
//!
//! *Such a neighbour w of v wins*, by always going back to w. Let the opponent go on from w to x.
//! If x has fewer stones than w had, x wins, for w loses; the vertices with fewer stones than x are
//! as they were, so the law says so still. Else I go back from x to w, which now has one stone less
//! while x keeps as many as w at least; so w has no new neighbour with fewer stones, and of the old
//! ones each is as it was, for only vertices that are no smaller than w is now have changed. So w
//! is lost again, with one stone less, and w runs out of stones first. *Without such a neighbour v
//! loses*, for the opponent has an answer: from a neighbour that is no smaller back to v, and on a
//! smaller one the player to move wins. It holds on every undirected graph without loops.

use crate::geography::UndirectedGraph;

/// For each vertex whether the player to move wins with the piece on it. O(n log n + m).
pub fn wins(graph: &UndirectedGraph, stones: &[i64]) -> Vec<bool> {
    let mut order: Vec<(i64, u32)> = stones.iter().copied().zip(0..).collect();
    order.sort_unstable();
    let mut wins = vec![false; stones.len()];
    for (count, vertex) in order {
        let loses = |&other: &u32| stones[other as usize] < count && !wins[other as usize];
        wins[vertex as usize] = graph.neighbours(vertex).iter().any(loses);
    }
    wins
}

/// Every vertex, in rising order, to which a winning move leads. O(n log n + m).
pub fn winning_moves(graph: &UndirectedGraph, stones: &[i64], at: u32) -> Vec<u32> {
    if stones[at as usize] == 0 {
        return Vec::new();
    }
    let mut left = stones.to_vec();
    left[at as usize] -= 1;
    let wins = wins(graph, &left);
    graph
        .neighbours(at)
        .iter()
        .copied()
        .filter(|&to| !wins[to as usize])
        .collect()
}
