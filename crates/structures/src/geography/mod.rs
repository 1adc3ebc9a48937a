//! Undirected vertex geography: a token moves along an edge to a neighbour, and the vertex that it
//! leaves is removed. A player who cannot move loses. The player to move wins exactly when every
//! maximum matching contains the vertex under the token (A. S. Fraenkel, E. R. Scheinerman, D.
//! Ullman, *Undirected edge geography*, Theoretical Computer Science 112, 1993). The seeds describe
//! undirected vertex geography as a "game on a bipartite graph", but the graph need not be
//! bipartite. If the token has not been placed, the first player places it, and wins exactly when
//! the graph has no perfect matching. The outcomes of all vertices, or all winning moves from one
//! vertex, need a maximum matching and one more phase ([`matching`]).

pub mod graph;
pub mod matching;
mod player;
mod rules;
mod theorem;

use ::base::budget::{Budget, StopReason};

pub use graph::UndirectedGraph;
pub use matching::{GallaiEdmondsPart, Matching};
pub use player::GeographyPlayer;
pub use rules::{GeographyRules, KIND};
pub(crate) use theorem::THEOREM;

/// Returns whether the player to move wins, for the token on each vertex; `None` for a removed
/// vertex. O(V) after [`Matching::maximum`].
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn wins(matching: &mut Matching, budget: &Budget<'_>) -> Result<Vec<Option<bool>>, StopReason> {
    Ok(matching
        .parts(budget)?
        .into_iter()
        .map(|part| part.map(|part| part != GallaiEdmondsPart::Missed))
        .collect())
}

/// Returns the destinations of all winning moves, in ascending order: moves of the token, or
/// placements of it. The cost is two searches after [`Matching::maximum`].
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn winning_moves(
    mut matching: Matching,
    token: Option<u32>,
    budget: &Budget<'_>,
) -> Result<Vec<u32>, StopReason> {
    let targets: Vec<u32> = match token {
        None => matching.remaining().collect(),
        Some(vertex) => {
            if matching.release(vertex, budget)? {
                return Ok(Vec::new());
            }
            matching.remove(vertex);
            matching.graph().neighbours(vertex).to_vec()
        }
    };
    let parts = matching.parts(budget)?;
    Ok(targets
        .into_iter()
        .filter(|&v| parts[v as usize] == Some(GallaiEdmondsPart::Missed))
        .collect())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use fastrand::Rng;

    use super::*;

    /// Returns whether the player to move wins by definition, given the remaining vertices as bits,
    /// and the token on one of the remaining vertices.
    pub(super) fn mover_wins(graph: &UndirectedGraph, left: u32, token: u32) -> bool {
        let rest = left & !(1 << token);
        graph
            .neighbours(token)
            .iter()
            .any(|&w| rest >> w & 1 == 1 && !mover_wins(graph, rest, w))
    }

    pub(super) fn random(rng: &mut Rng, most: usize) -> UndirectedGraph {
        let n = rng.usize(1..=most);
        let edges: Vec<(u32, u32)> = (0..rng.usize(0..2 * n + 2))
            .map(|_| (rng.u32(..n as u32), rng.u32(..n as u32)))
            .collect();
        UndirectedGraph::new(n, &edges, &Budget::generous()).unwrap()
    }

    #[test]
    fn every_vertex_and_every_move_by_the_definition() {
        let budget = Budget::generous();
        let mut rng = Rng::with_seed(1);
        for _ in 0..4000 {
            let graph = Arc::new(random(&mut rng, 8));
            let n = graph.len();
            let left = rng.u32(..1 << n) | rng.u32(..1 << n);
            let mut matching =
                Matching::maximum(graph.clone(), |v| left >> v & 1 == 0, &budget).unwrap();
            let by_definition = |v: u32| (left >> v & 1 == 1).then(|| mover_wins(&graph, left, v));
            let expected: Vec<Option<bool>> = graph.vertices().map(by_definition).collect();
            assert_eq!(
                wins(&mut matching, &budget).unwrap(),
                expected,
                "{graph:?} {left:b}"
            );
            let losing = graph
                .vertices()
                .filter(|&v| expected[v as usize] == Some(false));
            assert_eq!(
                winning_moves(matching.clone(), None, &budget).unwrap(),
                losing.collect::<Vec<_>>()
            );
            for v in matching.remaining() {
                let rest = left & !(1 << v);
                let good = graph
                    .neighbours(v)
                    .iter()
                    .copied()
                    .filter(|&w| rest >> w & 1 == 1 && !mover_wins(&graph, rest, w));
                assert_eq!(
                    winning_moves(matching.clone(), Some(v), &budget).unwrap(),
                    good.collect::<Vec<_>>(),
                    "{graph:?} {left:b} {v}"
                );
            }
        }
    }
}
