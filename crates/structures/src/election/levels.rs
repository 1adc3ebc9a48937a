//! The law. The level of a city is the mex of the levels of its heads. So a city has arcs to every
//! level below its own level, and no arc within its own level. A move lowers one tax, which changes
//! the nim-sum of one level as in Nim, and can set any nim-sums on all lower levels. So the player
//! to move loses iff every level has the nim-sum 0. If taxes stay below B, a power of two, the
//! value is s0 + s1 B + s2 B² + …, where s0, s1, s2, … are the nim-sums of the levels. Some move
//! leads to each smaller value, and no move leaves the value unchanged.

use std::sync::Arc;

use base::budget::{Budget, StopReason};

use crate::digraph::{self, DirectedGraph};

/// A city and its tax.
pub type CityTax = (u32, u64);

/// The levels of the cities of an acyclic graph.
#[derive(Clone, Debug)]
pub struct CityLevels {
    graph: Arc<DirectedGraph>,
    of: Vec<u32>,
    count: usize,
}

impl CityLevels {
    /// Computes the levels of a graph; `None` if it has a cycle. O(V + E).
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn new(
        graph: Arc<DirectedGraph>,
        budget: &Budget<'_>,
    ) -> Result<Option<CityLevels>, StopReason> {
        let Some(order) = graph.order(budget)?.acyclic() else {
            return Ok(None);
        };
        let of = digraph::grundy(&graph, &order, budget)?;
        let count = of.iter().max().map_or(0, |&most| most as usize + 1);
        Ok(Some(CityLevels { graph, of, count }))
    }

    /// Returns the graph.
    pub fn graph(&self) -> &DirectedGraph {
        &self.graph
    }

    /// Returns the number of levels.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the level of a city.
    pub fn level(&self, city: u32) -> usize {
        self.of[city as usize] as usize
    }

    /// Returns the nim-sum of each level, lowest level first. O(V).
    pub fn sums(&self, taxes: impl IntoIterator<Item = u64>) -> Vec<u64> {
        let mut sums = vec![0; self.count];
        for (level, tax) in self.of.iter().zip(taxes) {
            sums[*level as usize] ^= tax;
        }
        sums
    }

    /// Returns a winning move: the city whose tax is lowered, then one city for each level whose
    /// nim-sum must be corrected. Returns `None` if every nim-sum is 0. O(V + out-degree).
    pub fn winning_move(&self, taxes: &[u64], sums: &[u64]) -> Option<Vec<CityTax>> {
        let top = sums.iter().rposition(|sum| *sum != 0)?;
        let mut all = (0..taxes.len() as u32).filter(|&city| self.level(city) == top);
        let city = all
            .find(|&city| taxes[city as usize] ^ sums[top] < taxes[city as usize])
            .expect("some tax has the highest digit");
        let mut made = vec![(city, taxes[city as usize] ^ sums[top])];
        let mut left = sums[..top].to_vec();
        for &head in self.graph.heads(city) {
            if let Some(sum) = left.get_mut(self.level(head)).filter(|sum| **sum != 0) {
                made.push((head, taxes[head as usize] ^ std::mem::take(sum)));
            }
        }
        Some(made)
    }
}
