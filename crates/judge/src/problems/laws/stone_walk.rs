//! The game of the problem `agc010f`: a player takes a stone from the vertex of the piece, and
//! moves the piece along an edge.
//!
//! The law: the player to move wins iff some neighbour of the piece's vertex has fewer stones and
//! is lost with the piece on that neighbour.
//!
//! *Moving from v to a lost neighbour w with fewer stones wins*: the player then always goes back
//! to w. Suppose that the opponent moves the piece from w to x. If x has fewer stones than w had, x
//! is won because w is lost. The vertices with fewer stones than x are unchanged, so the law still
//! holds. If x has at least as many stones as w had, the player goes back from x to w. Now w has
//! one stone fewer, while x retains at least as many as w. So w has no new neighbour with fewer
//! stones, and its old neighbours with fewer stones are unchanged, because every changed vertex has
//! at least as many stones as w has now. So w is lost again, with one stone fewer, and w runs out
//! of stones first. *Without a lost neighbour that has fewer stones, v is lost*, because the
//! opponent has an answer to every move. From a neighbour with at least as many stones, the
//! opponent goes back to v. A neighbour with fewer stones is won for the opponent, who is to move
//! there. The law holds on every undirected graph without loops.
//!
//! A player of complete games: O(n log n + m) per move.

use std::sync::Arc;

use base::text;
use base::text::Text;
use structures::geography::UndirectedGraph;
use theorems::OnlinePlayer;

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

/// The state of a game.
pub struct StoneWalkPlayer {
    graph: Arc<UndirectedGraph>,
    stones: Vec<i64>,
    at: u32,
}

impl StoneWalkPlayer {
    /// Creates a player for the given numbers of stones, with the piece on a vertex.
    ///
    /// # Errors
    /// Returns an error if the vertex does not exist.
    pub fn new(
        graph: Arc<UndirectedGraph>,
        stones: Vec<i64>,
        at: u32,
    ) -> Result<StoneWalkPlayer, Text> {
        if at as usize >= stones.len() {
            return Err(text!("unknown vertex {at}", "没有顶点 {at}"));
        }
        Ok(StoneWalkPlayer { graph, stones, at })
    }
}

impl OnlinePlayer for StoneWalkPlayer {
    /// The destination of the piece.
    type Move = u32;

    fn play(&mut self, &to: &u32) -> Result<(), Text> {
        let at = self.at;
        if self.stones[at as usize] == 0 {
            return Err(text!(
                "no stone is left on vertex {at}",
                "顶点 {at} 上没有石子了"
            ));
        }
        if !self.graph.has_edge(at, to) {
            return Err(text!(
                "no edge connects {at} and {to}",
                "{at} 与 {to} 之间没有边"
            ));
        }
        self.stones[at as usize] -= 1;
        self.at = to;
        Ok(())
    }

    fn winning_move(&mut self) -> Option<u32> {
        winning_moves(&self.graph, &self.stones, self.at)
            .first()
            .copied()
    }

    fn any_move(&mut self) -> Option<u32> {
        self.graph
            .neighbours(self.at)
            .first()
            .copied()
            .filter(|_| self.stones[self.at as usize] > 0)
    }
}
