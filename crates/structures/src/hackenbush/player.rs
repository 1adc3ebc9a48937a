//! A player of complete games. After each cut, the edges no longer connected to the ground are
//! removed. When half of the edges have been removed, the graph is rebuilt from the remaining
//! edges, so the cost of a move depends only on the remaining graph. For V remaining vertices and E
//! remaining edges, registering a cut is O(V + E), and finding a winning cut O(V + E log E).

use std::sync::Arc;

use base::budget::{Budget, StopReason};
use base::text;
use base::text::Text;
use theorems::OnlinePlayer;

use super::cuts::CutAnalysis;
use super::graph::{GroundedGraph, NONE};

/// A player of Green Hackenbush.
pub struct HackenbushPlayer {
    /// The edges that remained when the graph was last rebuilt; some of them may have been cut
    /// since.
    graph: Arc<GroundedGraph>,
    /// For each edge, its number in the initial graph; the numbers are ascending.
    names: Vec<u32>,
    standing: Vec<bool>,
    left: usize,
    /// The winning cut of the current position, once the cut is computed.
    found: Option<Option<u32>>,
}

impl HackenbushPlayer {
    /// Creates a player for the position with every edge. O(V + E log E).
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn new(
        graph: Arc<GroundedGraph>,
        budget: &Budget<'_>,
    ) -> Result<HackenbushPlayer, StopReason> {
        let names = (0..graph.edges() as u32).collect();
        let standing = graph.standing(|_| true);
        let mut player = HackenbushPlayer {
            graph,
            names,
            standing,
            left: 0,
            found: None,
        };
        player.settle();
        player.prepare(budget)?;
        Ok(player)
    }

    /// Returns the number of remaining edges.
    pub fn remaining_edges(&self) -> usize {
        self.left
    }

    /// Counts the grounded edges, and rebuilds the graph if they are less than half of its edges.
    fn settle(&mut self) {
        self.found = None;
        self.left = self.standing.iter().filter(|stands| **stands).count();
        if self.left * 2 >= self.graph.edges() {
            return;
        }
        let mut sites = vec![NONE; self.graph.sites()];
        sites[0] = 0;
        let mut count = 1;
        let mut ends = Vec::with_capacity(self.left);
        let mut names = Vec::with_capacity(self.left);
        for (edge, name) in self
            .names
            .iter()
            .enumerate()
            .filter(|(edge, _)| self.standing[*edge])
        {
            let (a, b) = self.graph.ends(edge as u32);
            for site in [a, b] {
                if sites[site as usize] == NONE {
                    sites[site as usize] = count;
                    count += 1;
                }
            }
            ends.push((sites[a as usize], sites[b as usize]));
            names.push(*name);
        }
        self.graph = Arc::new(GroundedGraph::of_sites(count as usize, ends));
        self.names = names;
        self.standing = vec![true; self.left];
    }
}

impl OnlinePlayer for HackenbushPlayer {
    /// The number of an edge in the initial graph.
    type Move = u32;

    /// Computes a winning cut.
    fn prepare(&mut self, budget: &Budget<'_>) -> Result<(), StopReason> {
        if self.found.is_none() {
            let cuts = CutAnalysis::new(&self.graph, |edge| self.standing[edge as usize], budget)?;
            let cut = cuts.leaving(0, budget)?.first().copied();
            self.found = Some(cut.map(|edge| self.names[edge as usize]));
        }
        Ok(())
    }

    fn play(&mut self, made: &u32) -> Result<(), Text> {
        let place = self
            .names
            .binary_search(made)
            .ok()
            .filter(|&place| self.standing[place]);
        let place = place.ok_or_else(|| {
            text!(
                "edge {made} does not exist or was already removed",
                "编号为 {made} 的边不存在或已被删去"
            )
        })?;
        self.standing[place] = false;
        self.standing = self.graph.standing(|edge| self.standing[edge as usize]);
        self.settle();
        Ok(())
    }

    fn winning_move(&mut self) -> Option<u32> {
        self.found.expect("it is prepared")
    }

    fn any_move(&mut self) -> Option<u32> {
        let place = self.standing.iter().position(|stands| *stands)?;
        Some(self.names[place])
    }
}
