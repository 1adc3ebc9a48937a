//! This module computes the values in sums of all vertices of any graph, even with cycles. A value
//! is a nimber, or infinity with the nimbers of the heads. There is one retrograde pass for each
//! nimber m, over the vertices that have no value yet. A vertex is a *candidate* if every nimber
//! below m is among the values of its heads. A candidate gets the value m if each of its heads
//! without a value has a head that got the value m EARLIER. For a candidate that gets m, a move to
//! a head without a value is answered by a move back to value m, and each answer is nearer to the
//! end of play. So a pass is the analysis of outcomes ([`theory::retrograde`]) in which "value m"
//! counts as lost and "has a head of value m" as won. The counter of a candidate is the number of
//! its heads without a value. The candidates of the next pass are exactly the vertices that were
//! won in the current pass. Vertices that get no value in any pass are infinite. Each pass takes
//! O(V + E), and later passes take less, because vertices with values are skipped. Memory: 28 bytes
//! per vertex in addition to the graph and the transposed graph. Source: C. A. B. Smith, Graphs and
//! composite games (1966); A. S. Fraenkel, Y. Perl (1975); A. S. Fraenkel, O. Rahat (2001).

use base::budget::{Budget, StopReason};
use rules::game::Outcome;
use theory::loopy::Loopy;
use theory::retrograde::OutcomeAnalysis;

use super::DirectedGraph;

/// The marker for a vertex without a value; after all passes, the value of that vertex is infinity.
const INFINITE: u32 = u32::MAX;

/// The values of all vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopyValues {
    nimbers: Vec<u32>,
    /// For each vertex with a nimber, a counter that shows when the nimber was assigned.
    counters: Vec<u32>,
}

impl LoopyValues {
    /// Computes the values of all vertices; `turned` is the graph with its arcs reversed
    /// ([`DirectedGraph::transpose`]).
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn new(
        graph: &DirectedGraph,
        turned: &DirectedGraph,
        budget: &Budget<'_>,
    ) -> Result<LoopyValues, StopReason> {
        let count = graph.vertices();
        budget.allow_growth(0, 28 * count as u64)?;
        let mut values = LoopyValues {
            nimbers: vec![INFINITE; count],
            counters: vec![0; count],
        };
        let mut candidates: Vec<u32> = (0..count as u32).collect();
        let mut is_candidate = vec![true; count];
        // The number of arcs from each vertex to vertices without a value.
        let mut unvalued: Vec<u32> = candidates.iter().map(|&v| graph.degree(v)).collect();
        let mut analysis = OutcomeAnalysis::new(unvalued.iter().copied());
        let mut valued = 0;
        for nimber in 0.. {
            budget.steps(candidates.len())?;
            for &vertex in &candidates {
                match unvalued[vertex as usize] {
                    0 => analysis.decide(vertex, false),
                    arcs => analysis.reopen(vertex, arcs),
                }
            }
            turned.propagate(&mut analysis, budget)?;
            for vertex in candidates.drain(..) {
                if analysis.table.outcome(vertex) == Outcome::D {
                    is_candidate[vertex as usize] = false;
                    analysis.reopen(vertex, OutcomeAnalysis::NEVER_LOST);
                }
            }
            for vertex in analysis.take_decided() {
                if analysis.table.outcome(vertex) == Outcome::P {
                    values.nimbers[vertex as usize] = nimber;
                    values.counters[vertex as usize] = valued;
                    valued += 1;
                    for &tail in turned.heads(vertex) {
                        unvalued[tail as usize] -= 1;
                    }
                } else {
                    analysis.reopen(vertex, OutcomeAnalysis::NEVER_LOST);
                    if is_candidate[vertex as usize] {
                        candidates.push(vertex);
                    }
                }
            }
            if candidates.is_empty() {
                break;
            }
        }
        Ok(values)
    }

    /// Returns the nimber of a vertex; `None` if its value is infinite.
    #[inline]
    pub fn nimber(&self, vertex: u32) -> Option<u32> {
        Some(self.nimbers[vertex as usize]).filter(|&nimber| nimber != INFINITE)
    }

    /// Returns a number that decreases towards the end of play for a vertex with a nimber. After a
    /// move to a vertex that has no smaller nimber, some reply leads to a vertex of the original
    /// nimber with a smaller counter. Returns 0 if the value is infinite.
    pub fn counter(&self, vertex: u32) -> u32 {
        self.counters[vertex as usize]
    }

    /// Returns the value of a vertex of the graph. O(d log d) for d arcs.
    pub fn value(&self, graph: &DirectedGraph, vertex: u32) -> Loopy {
        match self.nimber(vertex) {
            Some(nimber) => Loopy::Nimber(nimber.into()),
            None => Loopy::Infinite(
                graph
                    .heads(vertex)
                    .iter()
                    .filter_map(|&head| self.nimber(head))
                    .map(u64::from)
                    .collect(),
            ),
        }
    }

    /// Returns the number of vertices with a nimber, and the maximum nimber; `None` if no vertex
    /// has one.
    pub fn finite(&self) -> (usize, Option<u32>) {
        let finite = || {
            self.nimbers
                .iter()
                .copied()
                .filter(|&nimber| nimber != INFINITE)
        };
        (finite().count(), finite().max())
    }

    /// Returns the number of bytes that the values occupy.
    pub fn bytes(&self) -> u64 {
        8 * self.nimbers.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use rules::ast::PlayConvention;
    use rules::game::Outcome;
    use theory::algebra::GrundyAlgebra;

    use super::super::{fold, reference};
    use super::*;

    fn values(graph: &DirectedGraph) -> LoopyValues {
        let budget = Budget::generous();
        LoopyValues::new(graph, &graph.transpose(&budget).unwrap(), &budget).unwrap()
    }

    /// Returns the sum of two games on graphs as one graph: vertex (v, w) is v · |W| + w.
    fn product(a: &DirectedGraph, b: &DirectedGraph) -> DirectedGraph {
        let at = |v: u32, w: u32| v * b.vertices() as u32 + w;
        let mut arcs = Vec::new();
        for (v, w) in
            (0..a.vertices() as u32).flat_map(|v| (0..b.vertices() as u32).map(move |w| (v, w)))
        {
            arcs.extend(a.heads(v).iter().map(|&head| (at(v, w), at(head, w))));
            arcs.extend(b.heads(w).iter().map(|&head| (at(v, w), at(v, head))));
        }
        DirectedGraph::new(a.vertices() * b.vertices(), &arcs)
    }

    fn heap(size: u32) -> DirectedGraph {
        let arcs: Vec<(u32, u32)> = (0..=size)
            .flat_map(|n| (0..n).map(move |m| (n, m)))
            .collect();
        DirectedGraph::new(size as usize + 1, &arcs)
    }

    /// Compares outcomes computed from values with `outcomes` of the product graphs, for a token
    /// with a heap and for two tokens. Returns the number of draws.
    fn compare(graph: &DirectedGraph, outcomes: &dyn Fn(&DirectedGraph) -> Vec<Outcome>) -> usize {
        let found = values(graph);
        let of: Vec<Loopy> = (0..graph.vertices() as u32)
            .map(|v| found.value(graph, v))
            .collect();
        let greatest = (0..graph.vertices() as u32)
            .map(|v| graph.options(v).len())
            .max()
            .unwrap_or(0) as u32
            + 1;
        let heaps: Vec<Loopy> = (0..=greatest.min(5))
            .map(|n| Loopy::Nimber(n.into()))
            .collect();
        let mut drawn = 0;
        for (other, worth) in [(&heap(heaps.len() as u32 - 1), &heaps), (graph, &of)] {
            let naive = outcomes(&product(graph, other));
            for (place, outcome) in naive.into_iter().enumerate() {
                let (v, w) = (place / worth.len(), place % worth.len());
                assert_eq!(
                    Loopy::sum([&of[v], &worth[w]]).outcome(),
                    outcome,
                    "{} + {}: {graph:?}",
                    of[v],
                    worth[w]
                );
                drawn += usize::from(outcome == Outcome::D);
            }
        }
        drawn
    }

    #[test]
    fn every_graph_of_at_most_four_vertices_is_worth_what_its_sums_say() {
        let mut drawn = 0;
        for vertices in 0..=4u32 {
            for arcs in 0..1u32 << (vertices * vertices) {
                let pairs = (0..vertices * vertices)
                    .filter(|pair| arcs >> pair & 1 == 1)
                    .map(|pair| (pair / vertices, pair % vertices));
                let graph = DirectedGraph::new(vertices as usize, &pairs.collect::<Vec<_>>());
                drawn += compare(&graph, &|sum| {
                    reference::four_steps(sum, PlayConvention::Normal, &[])
                });
            }
        }
        assert!(drawn > 100_000, "{drawn}");
    }

    #[test]
    fn random_graphs_are_worth_what_their_sums_say() {
        let budget = Budget::generous();
        let mut rng = Rng::with_seed(9);
        let outcomes = |sum: &DirectedGraph| {
            let verdicts = sum
                .outcomes(
                    &sum.transpose(&budget).unwrap(),
                    sum.ends(PlayConvention::Normal, &[]),
                    None,
                    &budget,
                )
                .unwrap();
            (0..sum.vertices() as u32)
                .map(|v| verdicts.outcome(v))
                .collect()
        };
        let (mut drawn, mut high, mut infinite) = (0, 0, 0);
        for round in 0..100_000 {
            // Every second graph has few ends, so that play on it usually cycles.
            let graph = if round % 2 == 0 {
                reference::random(&mut rng, 8)
            } else {
                let vertices = rng.u32(2..=8);
                let mut arcs = Vec::new();
                for tail in rng.u32(0..3).min(vertices - 1)..vertices {
                    arcs.extend((0..rng.u32(1..=4)).map(|_| (tail, rng.u32(0..vertices))));
                }
                DirectedGraph::new(vertices as usize, &arcs)
            };
            drawn += compare(&graph, &outcomes);
            let (finite, greatest) = values(&graph).finite();
            high += usize::from(greatest >= Some(2));
            infinite += usize::from(finite < graph.vertices());
        }
        assert!(
            drawn > 500_000 && high > 5_000 && infinite > 40_000,
            "{drawn} {high} {infinite}"
        );
    }

    #[test]
    fn without_cycles_values_are_grundy_values_and_counters_fall() {
        let budget = Budget::generous();
        let mut rng = Rng::with_seed(10);
        for _ in 0..2000 {
            let graph = reference::random_acyclic(&mut rng, 9);
            let naive = fold(
                &graph,
                &graph.order(&budget).unwrap().acyclic().unwrap(),
                GrundyAlgebra,
                &budget,
            )
            .unwrap();
            let found = values(&graph);
            assert!(
                naive
                    .iter()
                    .enumerate()
                    .all(|(v, value)| value.as_nimber() == found.nimber(v as u32).map(u64::from)),
                "{graph:?}"
            );
        }
        let mut turned_back = 0;
        for _ in 0..20_000 {
            let graph = reference::random(&mut rng, 9);
            let found = values(&graph);
            for vertex in 0..graph.vertices() as u32 {
                let Some(nimber) = found.nimber(vertex) else {
                    continue;
                };
                for &head in graph
                    .heads(vertex)
                    .iter()
                    .filter(|&&head| found.nimber(head).is_none_or(|of| of >= nimber))
                {
                    turned_back += 1;
                    let back = |&&back: &&u32| {
                        found.nimber(back) == Some(nimber)
                            && found.counter(back) < found.counter(vertex)
                    };
                    assert!(
                        graph.heads(head).iter().find(back).is_some(),
                        "{vertex} to {head}: {graph:?}"
                    );
                }
            }
        }
        assert!(turned_back > 1000, "{turned_back}");
    }

    /// The reversing move must lead to a vertex that got its value EARLIER: two adjacent vertices,
    /// each with an arc to an end, get no nimber.
    #[test]
    fn a_ring_is_a_draw_and_a_tail_may_end_it() {
        let ring = [(0, 1), (1, 2), (2, 3), (3, 0)];
        let shown = |vertices, arcs: &[(u32, u32)]| {
            let graph = DirectedGraph::new(vertices, arcs);
            (0..vertices as u32)
                .map(|v| values(&graph).value(&graph, v).to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(shown(4, &ring), ["∞{}"; 4]);
        assert_eq!(
            shown(5, &[&ring[..], &[(0, 4)]].concat()),
            ["1", "0", "1", "0", "0"]
        );
        assert_eq!(
            shown(3, &[(0, 1), (1, 0), (0, 2), (1, 2)]),
            ["∞{0}", "∞{0}", "0"]
        );
        assert!(shown(0, &[]).is_empty());
    }

    #[test]
    fn a_small_budget_stops() {
        let graph = DirectedGraph::new(1 << 20, &[]);
        let stop = || None;
        let small = Budget::new(1 << 20, &stop, &|_, _| ());
        assert!(matches!(
            LoopyValues::new(&graph, &graph, &small),
            Err(StopReason::Memory(..))
        ));
        let cancelled = || Some(StopReason::Cancelled);
        let cancelled = Budget::new(1 << 30, &cancelled, &|_, _| ());
        assert_eq!(
            LoopyValues::new(&graph, &graph, &cancelled),
            Err(StopReason::Cancelled)
        );
    }
}
