//! An undirected graph as adjacency lists. Loops are removed and parallel edges are merged, because
//! neither loops nor parallel edges change the moves of a token that never returns to a vertex.
//! Building the lists takes O(V + E) time, and 4 bytes per vertex and 8 per edge.

use base::budget::{Budget, StopReason};

/// An undirected graph; its vertices are numbered from 0.
#[derive(Clone, Debug, Default)]
pub struct UndirectedGraph {
    /// For each vertex, the start of its list of neighbours; the last entry is the end of the last
    /// list.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

impl UndirectedGraph {
    /// Creates the graph with `vertices` vertices and the given edges. O(V + E).
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget does not allow the time or memory.
    ///
    /// # Panics
    /// Panics if an edge leads to a vertex that does not exist, or the graph has 2^31 edges or
    /// more.
    pub fn new(
        vertices: usize,
        edges: &[(u32, u32)],
        budget: &Budget<'_>,
    ) -> Result<UndirectedGraph, StopReason> {
        budget.allow_growth(0, 12 * vertices as u64 + 16 * edges.len() as u64)?;
        budget.ask()?;
        let graph = UndirectedGraph::as_read(vertices, edges);
        budget.ask()?;
        Ok(graph)
    }

    /// Creates the graph without a budget, for a graph that was just read; building the lists costs
    /// no more than reading the graph.
    ///
    /// # Panics
    /// Panics like [`UndirectedGraph::new`].
    pub fn as_read(vertices: usize, edges: &[(u32, u32)]) -> UndirectedGraph {
        assert!(edges.len() < 1 << 31, "the ends are counted in 32 bits");
        let mut graph = UndirectedGraph::from_pairs(vertices, || {
            edges
                .iter()
                .flat_map(|&(a, b)| [(a, b), (b, a)])
                .filter(|(a, b)| a != b)
        });
        // Each vertex is entered in the lists of its neighbours, in the order of the vertices, so
        // every list is sorted.
        graph = UndirectedGraph::from_pairs(vertices, || {
            graph
                .vertices()
                .flat_map(|v| graph.neighbours(v).iter().map(move |&w| (w, v)))
        });
        graph.drop_repeated();
        graph
    }

    /// Builds the lists of neighbours from pairs (vertex, neighbour), in the order of the pairs.
    fn from_pairs<I: Iterator<Item = (u32, u32)>>(
        vertices: usize,
        pairs: impl Fn() -> I,
    ) -> UndirectedGraph {
        let mut ends = vec![0; vertices + 1];
        pairs().for_each(|(v, _)| ends[v as usize + 1] += 1);
        for v in 0..vertices {
            ends[v + 1] += ends[v];
        }
        let mut neighbours = vec![0; ends[vertices] as usize];
        let starts = ends.clone();
        for (v, w) in pairs() {
            let end = &mut ends[v as usize];
            neighbours[*end as usize] = w;
            *end += 1;
        }
        UndirectedGraph { starts, neighbours }
    }

    fn drop_repeated(&mut self) {
        let (mut kept, mut start) = (0, 0);
        for v in 0..self.len() {
            let end = self.starts[v + 1] as usize;
            let first = kept;
            for i in start..end {
                let neighbour = self.neighbours[i];
                if kept == first || self.neighbours[kept - 1] != neighbour {
                    self.neighbours[kept] = neighbour;
                    kept += 1;
                }
            }
            start = end;
            self.starts[v + 1] = kept as u32;
        }
        self.neighbours.truncate(kept);
    }

    /// Returns the number of vertices.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Returns whether the graph has no vertices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns every vertex.
    pub fn vertices(&self) -> impl Iterator<Item = u32> + use<> {
        0..self.len() as u32
    }

    /// Returns the neighbours of a vertex in ascending order, without duplicates and without the
    /// vertex itself.
    ///
    /// # Panics
    /// Panics if the vertex does not exist.
    #[inline]
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        let v = vertex as usize;
        &self.neighbours[self.starts[v] as usize..self.starts[v + 1] as usize]
    }

    /// Returns whether two vertices are adjacent. O(log degree).
    pub fn has_edge(&self, a: u32, b: u32) -> bool {
        self.neighbours(a).binary_search(&b).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_are_left_out_and_parallel_edges_kept_once() {
        let graph = UndirectedGraph::new(
            5,
            &[(3, 1), (1, 3), (0, 3), (2, 2), (3, 1), (1, 0)],
            &Budget::generous(),
        )
        .unwrap();
        let lists: Vec<&[u32]> = graph.vertices().map(|v| graph.neighbours(v)).collect();
        assert_eq!(lists, [&[1, 3][..], &[0, 3], &[], &[0, 1], &[]]);
        assert!(graph.has_edge(0, 1) && !graph.has_edge(2, 2));
        let none = UndirectedGraph::new(0, &[], &Budget::generous()).unwrap();
        assert!(
            none.is_empty()
                && none.vertices().next().is_none()
                && UndirectedGraph::default().is_empty()
        );
    }
}
