//! Layout of trees without crossing links. A path is a row. Any tree that is not a path hangs below
//! its centre, with each vertex above its children. The trees of a forest are side by side.

use std::collections::VecDeque;

use rules::view::GraphView;

/// A column, from the left, and a level, from the top.
pub(super) type Place = (f64, usize);

/// Returns the position of each vertex if the graph is a forest with at least one link.
/// O(vertices + links).
pub(super) fn places(graph: &GraphView) -> Option<Vec<Place>> {
    let mut near: Vec<Vec<usize>> = vec![Vec::new(); graph.nodes.len()];
    for &(a, b) in &graph.links {
        near[a].push(b);
        near[b].push(a);
    }
    if graph.directed || graph.links.is_empty() {
        return None;
    }
    let mut places: Vec<Option<Place>> = vec![None; near.len()];
    let mut column = 0.0;
    for start in 0..near.len() {
        if places[start].is_some() {
            continue;
        }
        let from_start = walk(&near, start);
        let ends: usize = from_start
            .iter()
            .map(|&(vertex, _)| near[vertex].len())
            .sum();
        if ends != 2 * (from_start.len() - 1) {
            return None;
        }
        // The last vertex of a breadth-first search from any vertex is an end of a longest path.
        let one_end = from_start.last()?.0;
        let walked = walk(&near, one_end);
        let mut above = vec![usize::MAX; near.len()];
        walked
            .iter()
            .for_each(|&(vertex, from)| above[vertex] = from);
        let mut longest = vec![walked.last()?.0];
        while *longest.last()? != one_end {
            longest.push(above[*longest.last()?]);
        }
        if longest.len() == walked.len() {
            if longest.first() > longest.last() {
                longest.reverse();
            }
            for vertex in longest {
                places[vertex] = Some((column, 0));
                column += 1.0;
            }
        } else {
            below(&near, longest[longest.len() / 2], &mut column, &mut places);
        }
    }
    places.into_iter().collect()
}

/// Returns the vertices of the component of a vertex in breadth-first order, each with its
/// predecessor.
fn walk(near: &[Vec<usize>], start: usize) -> Vec<(usize, usize)> {
    let (mut seen, mut left, mut all) = (
        vec![false; near.len()],
        VecDeque::from([(start, start)]),
        Vec::new(),
    );
    seen[start] = true;
    while let Some((vertex, from)) = left.pop_front() {
        all.push((vertex, from));
        for &next in &near[vertex] {
            if !std::mem::replace(&mut seen[next], true) {
                left.push_back((next, vertex));
            }
        }
    }
    all
}

/// Lays out a tree below its root, starting at a column. Leaves are side by side, and other
/// vertices are centred above their children.
fn below(near: &[Vec<usize>], root: usize, column: &mut f64, places: &mut [Option<Place>]) {
    // The layout visits each vertex twice: before and after its children.
    let mut left = vec![(root, root, 0, false)];
    while let Some((vertex, above, level, done)) = left.pop() {
        let hanging = near[vertex].iter().copied().filter(|&next| next != above);
        if !done {
            left.push((vertex, above, level, true));
            left.extend(hanging.rev().map(|next| (next, vertex, level + 1, false)));
            continue;
        }
        let columns: Vec<f64> = hanging
            .filter_map(|next| places[next].map(|place| place.0))
            .collect();
        let own = match (columns.first(), columns.last()) {
            (Some(first), Some(last)) => (first + last) / 2.0,
            _ => {
                *column += 1.0;
                *column - 1.0
            }
        };
        places[vertex] = Some((own, level));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::view::{GraphViewNode, VertexMark};

    fn graph(vertices: usize, links: Vec<(usize, usize)>) -> GraphView {
        let node = |name: usize| GraphViewNode {
            name: name.to_string(),
            mark: VertexMark::Plain,
        };
        GraphView {
            nodes: (0..vertices).map(node).collect(),
            links,
            colours: Vec::new(),
            directed: false,
        }
    }

    #[test]
    fn links_of_random_trees_do_not_cross() {
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..300 {
            let vertices = rng.usize(2..20);
            let cut = rng.usize(..3);
            let link = |v: usize| {
                (cut == 0 || rng.u32(..5) > 0).then(|| (rng.usize(v.saturating_sub(4)..v), v))
            };
            let links: Vec<(usize, usize)> = (1..vertices).filter_map(link).collect();
            let graph = graph(vertices, links.clone());
            let Some(places) = places(&graph) else {
                assert!(links.is_empty());
                continue;
            };
            for (one, a) in places.iter().enumerate() {
                assert!(
                    places[..one]
                        .iter()
                        .all(|b| a.1 != b.1 || (a.0 - b.0).abs() >= 1.0),
                    "{links:?}: {places:?}"
                );
            }
            // Links connect adjacent levels, or neighbours in a row. Two links between the same
            // levels do not cross, because their upper and lower ends are in the same order.
            let ends: Vec<[Place; 2]> = links
                .iter()
                .map(|&(a, b)| {
                    if places[a].1 <= places[b].1 {
                        [places[a], places[b]]
                    } else {
                        [places[b], places[a]]
                    }
                })
                .collect();
            for [a, b] in &ends {
                assert!(
                    b.1 == a.1 + 1 || a.1 == b.1 && (a.0 - b.0).abs() == 1.0,
                    "{links:?}: {places:?}"
                );
                for [c, d] in ends
                    .iter()
                    .filter(|[c, d]| a.1 == c.1 && b.1 == d.1 && a.1 < b.1)
                {
                    assert!((a.0 - c.0) * (b.0 - d.0) >= 0.0, "{links:?}: {places:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_no_tree_is_left_alone() {
        for links in [
            vec![],
            vec![(0, 0)],
            vec![(0, 1), (0, 1)],
            vec![(0, 1), (1, 2), (2, 0)],
            vec![(0, 1), (2, 3), (3, 2)],
        ] {
            assert_eq!(places(&graph(4, links.clone())), None, "{links:?}");
        }
        let arcs = GraphView {
            directed: true,
            ..graph(2, vec![(0, 1)])
        };
        assert_eq!(places(&arcs), None);
        // A path is a row, with its smaller end first; a star hangs below its centre.
        assert_eq!(
            places(&graph(3, vec![(2, 0), (0, 1)])),
            Some(vec![(1.0, 0), (0.0, 0), (2.0, 0)])
        );
        assert_eq!(
            places(&graph(4, vec![(3, 0), (3, 1), (3, 2)])),
            Some(vec![(0.0, 1), (1.0, 1), (2.0, 1), (1.0, 0)])
        );
    }
}
