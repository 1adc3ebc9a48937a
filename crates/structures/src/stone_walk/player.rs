//! A player of complete games: O(n log n + m) per move.

use std::sync::Arc;

use base::text;
use base::text::Text;
use theorems::OnlinePlayer;

use super::law::winning_moves;
use crate::geography::UndirectedGraph;

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
