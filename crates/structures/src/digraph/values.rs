//! Backward induction on an acyclic graph processes the vertices in reverse topological order, so
//! that the values of all heads of a vertex are known first. The Grundy value of a vertex is the
//! mex of its heads' values, found in O(out-degree). The value of a vertex is at most its
//! out-degree, so an array of marks that is never cleared is sufficient. All values take O(V + E);
//! backward induction also computes the values of any other theory ([`theory::algebra`]). Source:
//! Zermelo (1913) for outcomes; Sprague (1935), Grundy (1939) for values.

use base::budget::{Budget, StopReason};
use theory::algebra::Algebra;

use super::DirectedGraph;

/// Returns the Grundy values of all vertices, given a topological order ([`DirectedGraph::order`]).
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn grundy(
    graph: &DirectedGraph,
    order: &[u32],
    budget: &Budget<'_>,
) -> Result<Vec<u32>, StopReason> {
    let greatest = order.iter().map(|&v| graph.degree(v)).max().unwrap_or(0) as usize;
    budget.allow_growth(0, 4 * (graph.vertices() + greatest + 1) as u64)?;
    let mut values = vec![0u32; graph.vertices()];
    // For each value, one more than the number of the last vertex that has a head of this value;
    // initially 0.
    let mut met = vec![0u32; greatest + 1];
    for &vertex in order.iter().rev() {
        let heads = graph.heads(vertex);
        budget.steps(1 + heads.len())?;
        for &head in heads {
            let value = values[head as usize] as usize;
            // A value above the out-degree does not change the mex.
            if value < heads.len() {
                met[value] = vertex + 1;
            }
        }
        let missing = met[..heads.len()].iter().position(|&by| by != vertex + 1);
        values[vertex as usize] = missing.unwrap_or(heads.len()) as u32;
    }
    Ok(values)
}

/// Returns the values of all vertices in a theory, given a topological order.
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn fold<A: Algebra>(
    graph: &DirectedGraph,
    order: &[u32],
    algebra: A,
    budget: &Budget<'_>,
) -> Result<Vec<A::Value>, StopReason> {
    budget.allow_growth(0, (size_of::<A::Value>() * graph.vertices()) as u64)?;
    let mut values = vec![algebra.of_options(&[]); graph.vertices()];
    let mut options = Vec::new();
    for &vertex in order.iter().rev() {
        budget.steps(1 + graph.degree(vertex) as usize)?;
        options.clear();
        options.extend(
            graph
                .heads(vertex)
                .iter()
                .map(|&head| values[head as usize]),
        );
        values[vertex as usize] = algebra.of_options(&options);
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use theory::algebra::GrundyAlgebra;

    use super::super::reference;
    use super::*;

    #[test]
    fn values_are_the_least_that_no_option_has() {
        let budget = Budget::generous();
        let mut rng = Rng::with_seed(3);
        for _ in 0..3000 {
            let graph = reference::random_acyclic(&mut rng, 7);
            let order = graph.order(&budget).unwrap().acyclic().unwrap();
            let values = grundy(&graph, &order, &budget).unwrap();
            let naive: Vec<u32> = (0..graph.vertices() as u32)
                .map(|v| reference::grundy(&graph, v))
                .collect();
            assert_eq!(values, naive, "{graph:?}");
            let folded = fold(&graph, &order, GrundyAlgebra, &budget).unwrap();
            assert!(
                folded
                    .iter()
                    .zip(&naive)
                    .all(|(value, &naive)| value.as_nimber() == Some(u64::from(naive)))
            );
        }
        // Long paths and high values are processed without recursion.
        let path: Vec<(u32, u32)> = (1..100_000).map(|v| (v, v - 1)).collect();
        let path = DirectedGraph::new(100_000, &path);
        let values = grundy(
            &path,
            &path.order(&budget).unwrap().acyclic().unwrap(),
            &budget,
        )
        .unwrap();
        assert!(
            values
                .iter()
                .enumerate()
                .all(|(v, &value)| value == v as u32 % 2)
        );
        let heap: Vec<(u32, u32)> = (0..300).flat_map(|v| (0..v).map(move |u| (v, u))).collect();
        let heap = DirectedGraph::new(300, &heap);
        assert_eq!(
            grundy(
                &heap,
                &heap.order(&budget).unwrap().acyclic().unwrap(),
                &budget
            )
            .unwrap(),
            (0..300).collect::<Vec<_>>()
        );
    }
}
