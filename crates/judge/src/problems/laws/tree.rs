//! Rooted trees. A tree is stored as its parents and an order of its vertices in which each parent
//! comes before its descendants. No function of this module recurses, because trees may be deep.

/// The marker for no vertex.
const NONE: u32 = u32::MAX;

/// A rooted tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RootedTree {
    parent: Vec<u32>,
    order: Vec<u32>,
}

impl RootedTree {
    /// Creates the tree with the given links; its vertices are numbered from 0 to `vertices` - 1.
    /// The function takes O(n) time; if the links do not form a tree, it takes no more memory than
    /// the links.
    ///
    /// # Errors
    /// Returns the number of a link that closes a cycle, counted from 0; `None` if the links do not
    /// connect all vertices.
    pub fn new(
        vertices: usize,
        links: &[(u32, u32)],
        root: u32,
    ) -> Result<RootedTree, Option<usize>> {
        if links.len() + 1 < vertices {
            return Err(None);
        }
        if links.len() >= vertices {
            return Err(Some(first_circle(vertices, links)));
        }
        // A vertex with one remaining link is removed; the other end of the link becomes its
        // parent. For each vertex, the xor of the other ends of its remaining links is stored; if
        // one link remains, this xor is the other end of the link. On a cycle, no vertex ever has
        // only one link left.
        let mut left = vec![0_u32; vertices];
        let mut parent = vec![0_u32; vertices];
        for &(a, b) in links {
            for (here, there) in [(a, b), (b, a)] {
                left[here as usize] += 1;
                parent[here as usize] ^= there;
            }
        }
        let mut order = Vec::with_capacity(vertices);
        for start in 0..vertices as u32 {
            let mut vertex = start;
            while left[vertex as usize] == 1 && vertex != root {
                left[vertex as usize] = 0;
                order.push(vertex);
                let above = parent[vertex as usize];
                left[above as usize] -= 1;
                parent[above as usize] ^= vertex;
                vertex = above;
            }
        }
        if order.len() + 1 < vertices {
            return Err(Some(first_circle(vertices, links)));
        }
        parent[root as usize] = NONE;
        order.push(root);
        order.reverse();
        Ok(RootedTree { parent, order })
    }

    /// Creates the tree with the parent of each vertex except vertex 0, which is the root. O(n).
    ///
    /// # Errors
    /// Returns a vertex of a cycle if some vertex is not below vertex 0.
    ///
    /// # Panics
    /// Panics if a parent is not a vertex.
    pub fn from_parents(parents: &[u32]) -> Result<RootedTree, u32> {
        let parent: Vec<u32> = std::iter::once(NONE)
            .chain(parents.iter().copied())
            .collect();
        let mut below = vec![0_u32; parent.len()];
        parents.iter().for_each(|&above| below[above as usize] += 1);
        let mut order = Vec::with_capacity(parent.len());
        for start in 1..parent.len() as u32 {
            let mut vertex = start;
            while below[vertex as usize] == 0 && vertex != 0 {
                // A removed vertex is not visited again.
                below[vertex as usize] = NONE;
                order.push(vertex);
                vertex = parent[vertex as usize];
                below[vertex as usize] -= 1;
            }
        }
        if order.len() < parents.len() {
            let left = (1..)
                .find(|&vertex: &u32| below[vertex as usize] != NONE)
                .expect("a vertex was not taken off");
            // From a remaining vertex, the chain of parents leads to a cycle after at most n steps.
            let vertex = (0..parents.len()).fold(left, |vertex, _| parent[vertex as usize]);
            return Err(vertex);
        }
        order.push(0);
        order.reverse();
        Ok(RootedTree { parent, order })
    }

    /// Returns the number of vertices.
    pub fn vertices(&self) -> usize {
        self.parent.len()
    }

    /// Returns the parent of a vertex; `None` for the root.
    pub fn parent(&self, vertex: u32) -> Option<u32> {
        Some(self.parent[vertex as usize]).filter(|&above| above != NONE)
    }

    /// Returns every vertex, each before its descendants.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// Returns the ancestors of a vertex, nearest first.
    pub fn above(&self, vertex: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(self.parent(vertex), |&vertex| self.parent(vertex))
    }
}

/// Returns the first link whose ends the earlier links already connect. O(n log n); the links must
/// close a cycle.
fn first_circle(vertices: usize, links: &[(u32, u32)]) -> usize {
    let mut leader: Vec<u32> = (0..vertices as u32).collect();
    let find = |leader: &mut [u32], mut vertex: u32| {
        while leader[vertex as usize] != vertex {
            leader[vertex as usize] = leader[leader[vertex as usize] as usize];
            vertex = leader[vertex as usize];
        }
        vertex
    };
    let closes = |&(a, b): &(u32, u32)| {
        let (a, b) = (find(&mut leader, a), find(&mut leader, b));
        leader[a as usize] = b;
        a == b
    };
    links
        .iter()
        .position(closes)
        .expect("the links close a circle")
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    #[test]
    fn links_in_any_order_make_the_tree_of_their_parents() {
        let mut rng = Rng::with_seed(1);
        for _ in 0..2000 {
            let n = rng.u32(1..12);
            let mut names: Vec<u32> = (1..n).collect();
            rng.shuffle(&mut names);
            names.insert(0, 0);
            let mut parents = vec![0; n as usize - 1];
            (1..n).for_each(|v| {
                parents[names[v as usize] as usize - 1] = names[rng.u32(..v) as usize]
            });
            let tree = RootedTree::from_parents(&parents).unwrap();
            let mut links: Vec<(u32, u32)> = parents
                .iter()
                .zip(1..)
                .map(|(&a, b)| if rng.bool() { (a, b) } else { (b, a) })
                .collect();
            rng.shuffle(&mut links);
            let same = RootedTree::new(n as usize, &links, 0).unwrap();
            assert_eq!(tree.parent, same.parent);
            for tree in [&tree, &same] {
                let place = |vertex| {
                    tree.order
                        .iter()
                        .position(|&other| other == vertex)
                        .unwrap()
                };
                assert_eq!(tree.order.len(), n as usize);
                assert!((1..n).all(|vertex| place(tree.parent(vertex).unwrap()) < place(vertex)));
            }
            // A tree with any other root has the same links.
            let root = rng.u32(..n);
            let turned = RootedTree::new(n as usize, &links, root).unwrap();
            let mut again: Vec<(u32, u32)> = (0..n)
                .filter_map(|v| turned.parent(v).map(|above| (above.min(v), above.max(v))))
                .collect();
            let mut links: Vec<(u32, u32)> = links
                .into_iter()
                .map(|(a, b)| (a.min(b), a.max(b)))
                .collect();
            again.sort_unstable();
            links.sort_unstable();
            assert_eq!(again, links);
        }
    }

    #[test]
    fn what_is_no_tree() {
        assert_eq!(RootedTree::new(3, &[(0, 1)], 0), Err(None));
        for (vertices, links, circle) in [
            (3, &[(0, 1), (1, 2), (2, 0)][..], 2),
            (3, &[(0, 1), (1, 0)], 1),
            (2, &[(1, 1)], 0),
            (5, &[(0, 1), (2, 3), (3, 4), (4, 2)], 3),
            (1, &[(0, 0)], 0),
        ] {
            assert_eq!(
                RootedTree::new(vertices, links, 0),
                Err(Some(circle)),
                "{links:?}"
            );
        }
        for (parents, vertex) in [(&[2, 1][..], 1), (&[1], 1), (&[0, 1, 4, 5, 4], 5)] {
            assert_eq!(RootedTree::from_parents(parents), Err(vertex));
        }
    }
}
