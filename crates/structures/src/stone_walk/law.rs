//! The law: the player to move wins iff some neighbour of the piece's vertex has fewer stones and
//! is lost with the piece on it.
//!
//! *Moving from v to such a neighbour w wins*, by always going back to w. Let the opponent go on
//! from w to x. If x has fewer stones than w had, x is won because w is lost; the vertices with
//! fewer stones than x are unchanged, so the law still holds. Otherwise the player goes back from x
//! to w, which now has one stone fewer, while x retains at least as many as w. So w has no new
//! neighbour with fewer stones, and the old ones are unchanged, because only vertices at least as
//! large as w is now have changed. So w is lost again, with one stone fewer, and w runs out of
//! stones first. *Without such a neighbour v is lost*, because the opponent has an answer: from a
//! neighbour at least as large, back to v; on a smaller one the player to move wins. The law holds
//! on every undirected graph without loops.

use crate::geography::UndirectedGraph;

/// Returns for each vertex whether the player to move wins with the piece on it. O(n log n + m).
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

/// Returns the destinations of all winning moves, in ascending order. O(n log n + m).
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
