//! Directed graphs as two arrays: the heads of all arcs, grouped by tail, and the start of each
//! group. A graph takes four bytes per vertex and four per arc, and may have any number of loops,
//! parallel arcs and isolated vertices. No function here recurses. Construction, transposition and
//! topological sorting are O(V + E).

use std::convert::Infallible;

use base::budget::{Budget, StopReason};

/// A directed graph; its vertices are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectedGraph {
    /// The arcs of vertex v are `heads[first[v]..first[v + 1]]`.
    first: Vec<u32>,
    heads: Vec<u32>,
}

/// The result of a topological sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TopologicalOrder {
    /// All vertices in an order in which every arc leads to a later one.
    Acyclic(Vec<u32>),
    /// The graph has a cycle.
    Cyclic {
        /// The vertices that no cycle leads to, in topological order.
        removed: Vec<u32>,
    },
}

impl TopologicalOrder {
    /// Returns the topological order of all vertices; `None` if the graph has a cycle.
    pub fn acyclic(self) -> Option<Vec<u32>> {
        match self {
            TopologicalOrder::Acyclic(order) => Some(order),
            TopologicalOrder::Cyclic { .. } => None,
        }
    }
}

impl DirectedGraph {
    /// Creates a graph from its arcs; its vertices are numbered from 0 to `vertices` - 1. A graph
    /// has at most 2^31 vertices and 2^32 - 1 arcs.
    pub fn new(vertices: usize, arcs: &[(u32, u32)]) -> DirectedGraph {
        let arcs = arcs.iter().copied();
        DirectedGraph::from_pairs(vertices, arcs.len(), || arcs.clone())
    }

    /// Creates a graph from pairs of vertices; the function iterates over the pairs twice.
    fn from_pairs<I: Iterator<Item = (u32, u32)>>(
        vertices: usize,
        count: usize,
        pairs: impl Fn() -> I,
    ) -> DirectedGraph {
        let mut first = vec![0u32; vertices + 1];
        for (tail, _) in pairs() {
            first[tail as usize] += 1;
        }
        let mut sum = 0;
        for place in &mut first {
            sum += *place;
            *place = sum;
        }
        // The heads of each vertex are filled in from the last to the first, so that `first`
        // finally contains the start of each group.
        let mut heads = vec![0; count];
        for (tail, head) in pairs() {
            let place = &mut first[tail as usize];
            *place -= 1;
            heads[*place as usize] = head;
        }
        DirectedGraph { first, heads }
    }

    /// Creates a graph from the heads of all arcs, grouped by tail: `ends[v]` is the total number
    /// of arcs from the vertices 0 to v.
    ///
    /// # Panics
    /// Panics if the last end is not the number of heads.
    pub fn from_rows(ends: Vec<u32>, heads: Vec<u32>) -> DirectedGraph {
        assert_eq!(ends.last().copied().unwrap_or(0) as usize, heads.len());
        let mut first = ends;
        first.insert(0, 0);
        DirectedGraph { first, heads }
    }

    /// Returns the graph without the arcs that lead from the given vertices.
    #[must_use]
    pub fn without_arcs_from(&self, vertices: &[u32]) -> DirectedGraph {
        let mut kept = vec![true; self.vertices()];
        vertices
            .iter()
            .for_each(|&vertex| kept[vertex as usize] = false);
        let tails = || (0..self.vertices() as u32).filter(|&tail| kept[tail as usize]);
        let count = tails().map(|tail| self.degree(tail) as usize).sum();
        DirectedGraph::from_pairs(self.vertices(), count, || {
            tails().flat_map(|tail| self.heads(tail).iter().map(move |&head| (tail, head)))
        })
    }

    /// Returns the number of vertices.
    pub fn vertices(&self) -> usize {
        self.first.len() - 1
    }

    /// Returns the number of arcs, including loops and every parallel arc.
    pub fn arcs(&self) -> usize {
        self.heads.len()
    }

    /// Returns the heads of the arcs from a vertex.
    #[inline]
    pub fn heads(&self, vertex: u32) -> &[u32] {
        &self.heads[self.first[vertex as usize] as usize..self.first[vertex as usize + 1] as usize]
    }

    /// Returns the number of arcs from a vertex.
    #[inline]
    pub fn degree(&self, vertex: u32) -> u32 {
        self.first[vertex as usize + 1] - self.first[vertex as usize]
    }

    /// Returns the heads of the arcs from a vertex in ascending order, without duplicates.
    pub fn options(&self, vertex: u32) -> Vec<u32> {
        let mut heads = self.heads(vertex).to_vec();
        heads.sort_unstable();
        heads.dedup();
        heads
    }

    /// Returns the number of bytes of a graph with the given numbers of vertices and arcs.
    pub fn bytes(vertices: usize, arcs: usize) -> u64 {
        4 * (vertices as u64 + 1 + arcs as u64)
    }

    /// Returns the graph with every arc reversed.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn transpose(&self, budget: &Budget<'_>) -> Result<DirectedGraph, StopReason> {
        budget.allow_growth(0, DirectedGraph::bytes(self.vertices(), self.arcs()))?;
        budget.ask()?;
        let tails = || {
            (0..self.vertices() as u32)
                .flat_map(|tail| self.heads(tail).iter().map(move |&head| (head, tail)))
        };
        let turned = DirectedGraph::from_pairs(self.vertices(), self.arcs(), tails);
        budget.ask()?;
        Ok(turned)
    }

    /// Sorts the vertices topologically: removes vertices without a predecessor until every
    /// remaining vertex has one (Kahn, 1962).
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn order(&self, budget: &Budget<'_>) -> Result<TopologicalOrder, StopReason> {
        budget.allow_growth(0, 8 * self.vertices() as u64)?;
        self.remove_sources(|steps| budget.steps(steps))
    }

    /// Returns whether the graph has a cycle. O(V + E), like reading the graph.
    pub fn has_cycle(&self) -> bool {
        let Ok(order) = self.remove_sources(|_| Ok::<_, Infallible>(()));
        matches!(order, TopologicalOrder::Cyclic { .. })
    }

    /// Implements [`DirectedGraph::order`]; it calls `spend` with the number of steps that follow.
    fn remove_sources<E>(
        &self,
        spend: impl Fn(usize) -> Result<(), E>,
    ) -> Result<TopologicalOrder, E> {
        let mut pointed = vec![0u32; self.vertices()];
        for &head in &self.heads {
            pointed[head as usize] += 1;
        }
        let mut order: Vec<u32> = Vec::with_capacity(self.vertices());
        order.extend((0..self.vertices() as u32).filter(|&v| pointed[v as usize] == 0));
        let mut next = 0;
        while let Some(&vertex) = order.get(next) {
            next += 1;
            spend(1 + self.degree(vertex) as usize)?;
            for &head in self.heads(vertex) {
                let left = &mut pointed[head as usize];
                *left -= 1;
                if *left == 0 {
                    order.push(head);
                }
            }
        }
        Ok(if order.len() == self.vertices() {
            TopologicalOrder::Acyclic(order)
        } else {
            TopologicalOrder::Cyclic { removed: order }
        })
    }

    /// Returns the vertices of a cycle, in the order of its arcs; `None` if the graph has no cycle.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn cycle(&self, budget: &Budget<'_>) -> Result<Option<Vec<u32>>, StopReason> {
        const TAKEN: u32 = u32::MAX;
        const NOBODY: u32 = u32::MAX - 1;
        let TopologicalOrder::Cyclic { removed } = self.order(budget)? else {
            return Ok(None);
        };
        // Every remaining vertex is the head of an arc from a remaining vertex, possibly of a loop.
        let mut before = vec![NOBODY; self.vertices()];
        for &vertex in &removed {
            before[vertex as usize] = TAKEN;
        }
        for tail in 0..self.vertices() as u32 {
            budget.steps(1 + self.degree(tail) as usize)?;
            if before[tail as usize] != TAKEN {
                for &head in self.heads(tail) {
                    before[head as usize] = tail;
                }
            }
        }
        let mut met = vec![false; self.vertices()];
        let mut at = before
            .iter()
            .copied()
            .find(|&tail| tail < NOBODY)
            .expect("a cycle is left");
        while !met[at as usize] {
            met[at as usize] = true;
            at = before[at as usize];
        }
        let mut cycle = vec![at];
        let mut tail = before[at as usize];
        while tail != at {
            cycle.push(tail);
            tail = before[tail as usize];
        }
        cycle.reverse();
        Ok(Some(cycle))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_orders_and_cycles() {
        let budget = Budget::generous();
        let graph = DirectedGraph::new(5, &[(1, 0), (2, 0), (2, 1), (2, 1), (3, 2)]);
        assert_eq!((graph.vertices(), graph.arcs(), graph.degree(2)), (5, 5, 3));
        assert_eq!(graph.options(2), [0, 1]);
        assert_eq!(
            graph
                .transpose(&budget)
                .unwrap()
                .transpose(&budget)
                .unwrap()
                .options(2),
            [0, 1]
        );
        assert_eq!(
            graph.order(&budget).unwrap(),
            TopologicalOrder::Acyclic(vec![3, 4, 2, 1, 0])
        );
        assert_eq!(graph.cycle(&budget).unwrap(), None);
        assert_eq!(
            DirectedGraph::from_rows(vec![0, 1, 4, 5, 5], vec![0, 0, 1, 1, 2]).options(2),
            [0, 1]
        );
        let round = DirectedGraph::new(5, &[(0, 1), (1, 2), (2, 3), (3, 1), (3, 4)]);
        assert_eq!(
            round.order(&budget).unwrap(),
            TopologicalOrder::Cyclic { removed: vec![0] }
        );
        let cycle = round.cycle(&budget).unwrap().unwrap();
        assert_eq!(cycle.len(), 3);
        assert!((0..3).all(|i| round.heads(cycle[i]).contains(&cycle[(i + 1) % 3])));
        assert_eq!(
            DirectedGraph::new(1, &[(0, 0)]).cycle(&budget).unwrap(),
            Some(vec![0])
        );
        let empty = DirectedGraph::new(0, &[]);
        assert_eq!(
            (empty.vertices(), empty.order(&budget).unwrap()),
            (0, TopologicalOrder::Acyclic(vec![]))
        );
        assert_eq!(DirectedGraph::from_rows(Vec::new(), Vec::new()), empty);
    }
}
