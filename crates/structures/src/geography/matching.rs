//! This module computes a maximum matching of any graph, and the vertices that some maximum
//! matching misses (J. Edmonds, *Paths, trees, and flowers*, Canadian Journal of Mathematics 17,
//! 1965; the Gallai–Edmonds decomposition). After a greedy start (R. M. Karp, M. Sipser, 1981: a
//! vertex of degree 1 is matched with its neighbour), the matching is enlarged in phases. In each
//! phase, trees of alternating paths grow from all unmatched vertices at once, breadth first. An
//! odd cycle becomes one vertex by union–find. If two trees meet, the path between the roots of the
//! trees enlarges the matching at once, and both trees are inactive until the next phase. A phase
//! that finds no such path proves that the matching is maximum. For each outer vertex of that
//! phase, and for no other vertex, some maximum matching misses the vertex. The outer vertices are
//! those that an alternating path of even length reaches from a root.
//!
//! A phase takes O((V + E) log V), in practice linear time. There are at most V/2 + 1 phases; the
//! tested graphs needed a few dozen at most (`docs/theorems/geography.md`). Releasing a vertex from
//! its mate takes one search from one vertex.

use std::sync::Arc;

use base::budget::{Budget, StopReason};

use super::graph::UndirectedGraph;

/// The marker for no vertex.
const NONE: u32 = u32::MAX;

/// The label of a vertex in a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum VertexLabel {
    /// The vertex has not been reached.
    Unseen,
    /// An alternating path of even length leads to the vertex from the root of its tree.
    Outer,
    /// An alternating path of odd length leads to the vertex.
    Inner,
    /// The vertex was inner and is on an odd cycle, so it is now also outer.
    Lifted,
    /// The vertex has been removed.
    Gone,
}

/// A part of the Gallai–Edmonds decomposition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GallaiEdmondsPart {
    /// Some maximum matching misses the vertex (the set D).
    Missed,
    /// No maximum matching misses the vertex, and it has a neighbour in D (the set A).
    Border,
    /// No maximum matching misses the vertex or any of its neighbours (the set C).
    Inside,
}

/// A graph, some of whose vertices may be removed, with a maximum matching of the remaining graph.
#[derive(Clone, Debug)]
pub struct Matching {
    graph: Arc<UndirectedGraph>,
    mates: Vec<u32>,
    labels: Vec<VertexLabel>,
    /// For each vertex that the search reached: the root of the vertex's tree.
    roots: Vec<u32>,
    /// For each inner vertex: the outer vertex from which the search reached it.
    parents: Vec<u32>,
    /// For each lifted vertex: the edge that lifted it. The first end of the edge is a descendant
    /// of the vertex.
    bridges: Vec<(u32, u32)>,
    /// For each vertex: a link towards the base of the odd cycles that contain it. The base is the
    /// vertex of the odd cycles that is nearest to the root.
    bases: Vec<u32>,
    /// For each root: whether its tree was used for a path and is therefore inactive.
    resting: Vec<bool>,
    stamps: Vec<u64>,
    time: u64,
    /// Every vertex that the search reached.
    met: Vec<u32>,
    queue: Vec<u32>,
    /// Whether the labels come from a phase that found no path, and the graph has not changed
    /// since.
    settled: bool,
    phases: u32,
}

impl Matching {
    /// Computes a maximum matching of a graph without the removed vertices.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget does not allow the time or memory.
    pub fn maximum(
        graph: Arc<UndirectedGraph>,
        gone: impl Fn(u32) -> bool,
        budget: &Budget<'_>,
    ) -> Result<Matching, StopReason> {
        let mut matching = Matching::empty(graph, gone, budget)?;
        matching.greedy(budget)?;
        matching.complete(budget)?;
        Ok(matching)
    }

    /// Creates an empty matching.
    fn empty(
        graph: Arc<UndirectedGraph>,
        gone: impl Fn(u32) -> bool,
        budget: &Budget<'_>,
    ) -> Result<Matching, StopReason> {
        let n = graph.len();
        budget.allow_growth(0, 60 * n as u64)?;
        let labels = graph
            .vertices()
            .map(|v| {
                if gone(v) {
                    VertexLabel::Gone
                } else {
                    VertexLabel::Unseen
                }
            })
            .collect();
        Ok(Matching {
            mates: vec![NONE; n],
            labels,
            roots: vec![NONE; n],
            parents: vec![NONE; n],
            bridges: vec![(NONE, NONE); n],
            bases: (0..n as u32).collect(),
            resting: vec![false; n],
            stamps: vec![0; n],
            time: 0,
            met: Vec::new(),
            queue: Vec::new(),
            settled: false,
            phases: 0,
            graph,
        })
    }

    /// Returns the mate of a vertex in the matching, or `None`.
    pub fn mate(&self, vertex: u32) -> Option<u32> {
        Some(self.mates[vertex as usize]).filter(|&mate| mate != NONE)
    }

    /// Returns the number of edges of the matching. O(V).
    pub fn size(&self) -> usize {
        self.mates.iter().filter(|&&mate| mate != NONE).count() / 2
    }

    /// Returns whether a vertex has not been removed.
    pub fn has(&self, vertex: u32) -> bool {
        self.labels[vertex as usize] != VertexLabel::Gone
    }

    /// Returns the remaining vertices.
    pub fn remaining(&self) -> impl Iterator<Item = u32> {
        self.graph.vertices().filter(|&v| self.has(v))
    }

    /// Returns the graph, with all its vertices.
    pub fn graph(&self) -> &UndirectedGraph {
        &self.graph
    }

    /// Returns the number of phases so far, including the one that proves that the matching is
    /// maximum.
    pub fn phases(&self) -> u32 {
        self.phases
    }

    /// Returns the Gallai–Edmonds decomposition: the part of each vertex, `None` for a removed one.
    /// Costs one phase if the graph has changed since the last phase, and otherwise O(V).
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn parts(
        &mut self,
        budget: &Budget<'_>,
    ) -> Result<Vec<Option<GallaiEdmondsPart>>, StopReason> {
        self.complete(budget)?;
        let part = |label: &VertexLabel| match label {
            VertexLabel::Outer | VertexLabel::Lifted => Some(GallaiEdmondsPart::Missed),
            VertexLabel::Inner => Some(GallaiEdmondsPart::Border),
            VertexLabel::Unseen => Some(GallaiEdmondsPart::Inside),
            VertexLabel::Gone => None,
        };
        Ok(self.labels.iter().map(part).collect())
    }

    /// Changes the matching, without making it smaller, so that the matching misses a given vertex.
    /// Returns false if every maximum matching contains the vertex. Costs one search.
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out; the matching stays maximum.
    pub fn release(&mut self, vertex: u32, budget: &Budget<'_>) -> Result<bool, StopReason> {
        let Some(mate) = self.mate(vertex) else {
            return Ok(true);
        };
        // If the graph without the vertex has an equally large matching, an alternating path that
        // enlarges the remaining matching starts at the vertex's mate.
        self.remove(vertex);
        let found = self.grow([mate].into_iter(), budget);
        self.forget();
        self.labels[vertex as usize] = VertexLabel::Unseen;
        let other = self.mate(mate).is_some();
        if !other {
            self.mates[vertex as usize] = mate;
            self.mates[mate as usize] = vertex;
        }
        found.map(|_| other)
    }

    /// Removes a vertex, and removes its edge from the matching. The remaining matching is maximum
    /// if the vertex was not matched, or if every maximum matching contains the vertex. For a
    /// matched vertex that some maximum matching misses, call [`Matching::release`] first.
    /// O(vertices reached by the last search).
    pub fn remove(&mut self, vertex: u32) {
        self.forget();
        if let Some(mate) = self.mate(vertex) {
            self.mates[mate as usize] = NONE;
            self.mates[vertex as usize] = NONE;
        }
        self.labels[vertex as usize] = VertexLabel::Gone;
    }

    /// Repeatedly matches a vertex that has only one remaining neighbour with this neighbour. If
    /// every vertex has more remaining neighbours, matches any vertex with its neighbour of minimum
    /// degree.
    fn greedy(&mut self, budget: &Budget<'_>) -> Result<(), StopReason> {
        let graph = self.graph.clone();
        let free =
            |matching: &Matching, v: u32| matching.mates[v as usize] == NONE && matching.has(v);
        let count = |v: u32| graph.neighbours(v).iter().filter(|&&w| self.has(w)).count() as u32;
        let mut degrees: Vec<u32> = graph.vertices().map(count).collect();
        let mut ones: Vec<u32> = graph
            .vertices()
            .filter(|&v| degrees[v as usize] == 1)
            .collect();
        let mut others = graph.vertices();
        while let Some(v) = ones.pop().or_else(|| others.next()) {
            budget.steps(graph.neighbours(v).len())?;
            if !free(self, v) {
                continue;
            }
            let candidates = graph
                .neighbours(v)
                .iter()
                .copied()
                .filter(|&w| free(self, w));
            let Some(w) = candidates.min_by_key(|&w| degrees[w as usize]) else {
                continue;
            };
            (self.mates[v as usize], self.mates[w as usize]) = (w, v);
            for end in [v, w] {
                budget.steps(graph.neighbours(end).len())?;
                for &x in graph.neighbours(end) {
                    degrees[x as usize] = degrees[x as usize].saturating_sub(1);
                    if degrees[x as usize] == 1 && free(self, x) {
                        ones.push(x);
                    }
                }
            }
        }
        Ok(())
    }

    /// Runs phases with trees from every unmatched vertex at once, until a phase finds no path.
    fn complete(&mut self, budget: &Budget<'_>) -> Result<(), StopReason> {
        while !self.settled {
            let roots: Vec<u32> = self
                .remaining()
                .filter(|&v| self.mates[v as usize] == NONE)
                .collect();
            self.phases += 1;
            self.settled = self.grow(roots.into_iter(), budget)? == 0;
        }
        Ok(())
    }

    /// Clears the labels of the last search.
    fn forget(&mut self) {
        self.settled = false;
        self.queue.clear();
        for v in self.met.drain(..) {
            let v = v as usize;
            self.labels[v] = VertexLabel::Unseen;
            self.bases[v] = v as u32;
            self.resting[v] = false;
        }
    }

    fn meet(&mut self, vertex: u32, label: VertexLabel, root: u32) {
        self.labels[vertex as usize] = label;
        self.roots[vertex as usize] = root;
        self.met.push(vertex);
        if label == VertexLabel::Outer {
            self.queue.push(vertex);
        }
    }

    fn rests(&self, vertex: u32) -> bool {
        self.resting[self.roots[vertex as usize] as usize]
    }

    /// Grows trees from the given vertices, breadth first, enlarges the matching along the paths
    /// found, and returns the number of paths.
    fn grow(
        &mut self,
        roots: impl Iterator<Item = u32>,
        budget: &Budget<'_>,
    ) -> Result<usize, StopReason> {
        self.forget();
        roots.for_each(|root| self.meet(root, VertexLabel::Outer, root));
        let graph = self.graph.clone();
        let (mut next, mut found) = (0, 0);
        while let Some(&x) = self.queue.get(next) {
            next += 1;
            budget.steps(graph.neighbours(x).len())?;
            if self.rests(x) {
                continue;
            }
            let root = self.roots[x as usize];
            for &y in graph.neighbours(x) {
                match self.labels[y as usize] {
                    VertexLabel::Gone | VertexLabel::Inner => {}
                    VertexLabel::Unseen => match self.mate(y) {
                        Some(mate) => {
                            self.meet(y, VertexLabel::Inner, root);
                            self.parents[y as usize] = x;
                            self.meet(mate, VertexLabel::Outer, root);
                        }
                        None => {
                            // The vertex `y` is unmatched, but is not a root.
                            self.meet(y, VertexLabel::Outer, root);
                            self.use_path(x, y);
                            self.mates[y as usize] = x;
                            found += 1;
                            break;
                        }
                    },
                    VertexLabel::Outer | VertexLabel::Lifted if self.rests(y) => {}
                    VertexLabel::Outer | VertexLabel::Lifted if self.roots[y as usize] != root => {
                        self.use_path(x, y);
                        self.use_path(y, x);
                        found += 1;
                        break;
                    }
                    VertexLabel::Outer | VertexLabel::Lifted => self.shrink(x, y),
                }
            }
        }
        Ok(found)
    }

    /// Returns the base of the odd cycles that contain a vertex.
    fn base(&mut self, mut vertex: u32) -> u32 {
        while self.bases[vertex as usize] != vertex {
            let above = self.bases[self.bases[vertex as usize] as usize];
            self.bases[vertex as usize] = above;
            vertex = above;
        }
        vertex
    }

    /// Returns the base of the next outer vertex on the path from a base to the root of its tree,
    /// or `None` if the base is the root.
    fn above(&mut self, base: u32) -> Option<u32> {
        let inner = self.mate(base)?;
        Some(self.base(self.parents[inner as usize]))
    }

    /// Merges the odd cycle closed by an edge between two outer vertices of one tree, unless both
    /// vertices already have the same base.
    fn shrink(&mut self, x: u32, y: u32) {
        let (a, b) = (self.base(x), self.base(y));
        if a == b {
            return;
        }
        // Two walks alternately go up from the ends of the edge until one reaches a base that the
        // other has visited: O(length of the cycle).
        self.time += 1;
        let (mut walk, mut other) = (Some(a), Some(b));
        let top = loop {
            if let Some(base) = walk {
                if self.stamps[base as usize] == self.time {
                    break base;
                }
                self.stamps[base as usize] = self.time;
                walk = self.above(base);
            }
            std::mem::swap(&mut walk, &mut other);
        };
        for (from, bridge) in [(a, (x, y)), (b, (y, x))] {
            let mut base = from;
            while base != top {
                let inner = self.mates[base as usize];
                self.labels[inner as usize] = VertexLabel::Lifted;
                self.bridges[inner as usize] = bridge;
                self.queue.push(inner);
                let above = self.base(self.parents[inner as usize]);
                self.bases[base as usize] = top;
                self.bases[inner as usize] = top;
                base = above;
            }
        }
    }

    /// Changes the matching along the even path from an outer vertex to the root of its tree, and
    /// gives the vertex a new mate. The tree of the outer vertex becomes inactive.
    fn use_path(&mut self, vertex: u32, mate: u32) {
        // The edges of the path that are not in the matching, collected before the matching is
        // changed.
        let mut edges = Vec::new();
        let root = self.roots[vertex as usize];
        let mut ways = vec![(vertex, root)];
        while let Some((mut at, end)) = ways.pop() {
            while at != end {
                let below = self.mates[at as usize];
                let (from, to) = match self.labels[at as usize] {
                    VertexLabel::Lifted => {
                        // The path down from the vertex to the bridge is the path from the bridge
                        // up to the vertex's mate.
                        let bridge = self.bridges[at as usize];
                        ways.push((bridge.0, below));
                        bridge
                    }
                    _ => (below, self.parents[below as usize]),
                };
                edges.push((from, to));
                at = to;
            }
        }
        for (a, b) in edges {
            (self.mates[a as usize], self.mates[b as usize]) = (b, a);
        }
        self.mates[vertex as usize] = mate;
        self.resting[root as usize] = true;
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    /// Returns the size of the largest matching of the remaining vertices, by exhaustive search.
    fn largest(graph: &UndirectedGraph, left: u32) -> usize {
        if left == 0 {
            return 0;
        }
        let v = left.trailing_zeros();
        let rest = left & !(1 << v);
        let mates = graph.neighbours(v).iter().filter(|&&w| rest >> w & 1 == 1);
        mates
            .map(|&w| 1 + largest(graph, rest & !(1 << w)))
            .fold(largest(graph, rest), usize::max)
    }

    /// Checks the matching by Tutte–Berge: a set A whose removal leaves |A| + k odd components
    /// proves that k vertices stay unmatched. For the set A of the Gallai–Edmonds decomposition,
    /// the odd components are the connected components of the set D.
    fn is_proved_maximum(matching: &mut Matching) {
        let parts = matching.parts(&Budget::generous()).unwrap();
        let graph = matching.graph.clone();
        let mut seen = vec![false; graph.len()];
        let (mut odd, mut border) = (0, 0);
        for v in graph.vertices() {
            if let Some(mate) = matching.mate(v) {
                assert!(graph.has_edge(v, mate) && matching.mate(mate) == Some(v));
            }
            border += usize::from(parts[v as usize] == Some(GallaiEdmondsPart::Border));
            if parts[v as usize] == Some(GallaiEdmondsPart::Missed) && !seen[v as usize] {
                let (mut size, mut stack) = (0, vec![v]);
                seen[v as usize] = true;
                while let Some(x) = stack.pop() {
                    size += 1;
                    for &y in graph.neighbours(x) {
                        assert!(
                            !matches!(parts[y as usize], Some(GallaiEdmondsPart::Inside)),
                            "D has no neighbour in C"
                        );
                        if parts[y as usize] == Some(GallaiEdmondsPart::Missed) && !seen[y as usize]
                        {
                            seen[y as usize] = true;
                            stack.push(y);
                        }
                    }
                }
                assert_eq!(size % 2, 1);
                odd += 1;
            }
        }
        let unmatched = matching
            .remaining()
            .filter(|&v| matching.mate(v).is_none())
            .count();
        assert_eq!(odd - border, unmatched);
    }

    #[test]
    fn matchings_of_small_graphs_by_trying_everything() {
        let budget = Budget::generous();
        let mut rng = Rng::with_seed(4);
        for _ in 0..4000 {
            let n = rng.usize(1..11);
            let edges: Vec<(u32, u32)> = (0..rng.usize(0..2 * n + 1))
                .map(|_| (rng.u32(..n as u32), rng.u32(..n as u32)))
                .collect();
            let graph = Arc::new(UndirectedGraph::new(n, &edges, &budget).unwrap());
            let left = rng.u32(..1 << n) | rng.u32(..1 << n);
            let mut matching =
                Matching::maximum(graph.clone(), |v| left >> v & 1 == 0, &budget).unwrap();
            let most = largest(&graph, left);
            assert_eq!(matching.size(), most, "{edges:?}");
            is_proved_maximum(&mut matching);
            // Without the greedy start, the phases find a matching of the same size.
            let mut plain =
                Matching::empty(graph.clone(), |v| left >> v & 1 == 0, &budget).unwrap();
            plain.complete(&budget).unwrap();
            assert_eq!(plain.size(), most, "{edges:?}");
            is_proved_maximum(&mut plain);
            for v in matching.remaining().collect::<Vec<_>>() {
                let missed = largest(&graph, left & !(1 << v)) == most;
                assert_eq!(
                    matching.release(v, &budget).unwrap(),
                    missed,
                    "{edges:?} {v}"
                );
                assert_eq!(
                    (matching.size(), matching.mate(v).is_none()),
                    (most, missed)
                );
                assert_eq!(
                    matching.parts(&budget).unwrap()[v as usize] == Some(GallaiEdmondsPart::Missed),
                    missed
                );
            }
        }
    }

    /// Graphs with many odd cycles: strings of triangles, grids, cacti, cliques joined by edges,
    /// sparse random graphs.
    #[test]
    fn matchings_of_larger_graphs_carry_their_proof() {
        let budget = Budget::generous();
        let mut rng = Rng::with_seed(6);
        let mut graphs: Vec<(usize, Vec<(u32, u32)>)> = Vec::new();
        for n in [10, 99, 1000] {
            let triangles = (0..n).flat_map(|i| {
                [
                    (2 * i, 2 * i + 1),
                    (2 * i + 1, 2 * i + 2),
                    (2 * i, 2 * i + 2),
                ]
            });
            graphs.push((2 * n as usize + 1, triangles.collect()));
            graphs.push((
                n as usize,
                (1..n)
                    .map(|v| (v, rng.u32(..v)))
                    .chain((1..n).map(|v| (v - 1, v)))
                    .collect(),
            ));
            for degree in [1, 2, 3, 6] {
                graphs.push((
                    n as usize,
                    (0..n * degree / 2)
                        .map(|_| (rng.u32(..n), rng.u32(..n)))
                        .collect(),
                ));
            }
            let cliques = (0..n / 5).flat_map(|c| {
                (0..5).flat_map(move |i| (0..i).map(move |j| (5 * c + i, 5 * c + j)))
            });
            graphs.push((
                n as usize,
                cliques
                    .chain((0..n / 6).map(|_| (rng.u32(..n), rng.u32(..n))))
                    .collect(),
            ));
        }
        for side in [3u32, 9, 31] {
            let cells = (0..side * side).flat_map(move |v| {
                let right = (v % side + 1 < side).then_some((v, v + 1));
                right
                    .into_iter()
                    .chain((v + side < side * side).then_some((v, v + side)))
            });
            graphs.push(((side * side) as usize, cells.collect()));
        }
        for (n, edges) in graphs {
            // Vertices are numbered at random, so that their order does not help the greedy start.
            let mut names: Vec<u32> = (0..n as u32).collect();
            rng.shuffle(&mut names);
            let edges: Vec<(u32, u32)> = edges
                .iter()
                .map(|&(a, b)| (names[a as usize], names[b as usize]))
                .collect();
            let graph = Arc::new(UndirectedGraph::new(n, &edges, &budget).unwrap());
            is_proved_maximum(&mut Matching::maximum(graph.clone(), |_| false, &budget).unwrap());
            let mut plain = Matching::empty(graph.clone(), |_| false, &budget).unwrap();
            plain.complete(&budget).unwrap();
            is_proved_maximum(&mut plain);
            let mut matching = Matching::maximum(graph, |v| v % 5 == 0, &budget).unwrap();
            is_proved_maximum(&mut matching);
            for _ in 0..20 {
                let v = rng.u32(..n as u32);
                if matching.has(v) {
                    matching.release(v, &budget).unwrap();
                    matching.remove(v);
                    is_proved_maximum(&mut matching);
                }
            }
        }
    }
}
