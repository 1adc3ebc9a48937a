//! Depth-first search of what stands on the ground: sites in the order in which they are met, and every other edge as one that leads
//! back to a site above (R. E. Tarjan, 1972). All later work is loops over these lists, forwards for what comes from above, backwards
//! for what comes from below. O(V + E), without recursion.

use rules::budget::{Budget, Stop};

use super::graph::{Graph, NONE};

/// An edge that is not in the tree: it leads from a site back to one above it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Back {
    pub low: u32,
    pub high: u32,
    pub edge: u32,
}

/// What was met. Sites are numbered as they are met, from the ground, 0; what lies below a site has greater numbers.
#[derive(Debug, Default)]
pub(super) struct Search {
    /// The site above; for the ground the ground itself.
    pub parent: Vec<u32>,
    /// The tree edge to the site above; none for the ground.
    pub edge: Vec<u32>,
    /// The other edges, loops apart.
    pub back: Vec<Back>,
    /// The loops: site and edge.
    pub loops: Vec<(u32, u32)>,
}

impl Search {
    /// Searches the edges that are left.
    pub fn new(graph: &Graph, kept: impl Fn(u32) -> bool, budget: &Budget<'_>) -> Result<Search, Stop> {
        budget.allow_growth(0, 20 * graph.sites() as u64 + 12 * graph.edges() as u64)?;
        let mut found = Search::default();
        let mut number = vec![NONE; graph.sites()];
        let mut next = vec![0u32; graph.sites()];
        let mut sites = vec![0u32];
        number[0] = 0;
        (found.parent, found.edge) = (vec![0], vec![NONE]);
        let mut here = 0u32;
        loop {
            let site = sites[here as usize];
            let links = graph.links(site);
            let from = next[site as usize] as usize;
            budget.steps(links.len() - from)?;
            let mut down = None;
            for (i, &(other, edge)) in links.iter().enumerate().skip(from) {
                if !kept(edge) || edge == found.edge[here as usize] {
                    continue;
                }
                let there = number[other as usize];
                if there == NONE {
                    next[site as usize] = i as u32 + 1;
                    down = Some((other, edge));
                    break;
                }
                // Seen from above, the edge was met before, from its lower end.
                if there < here {
                    found.back.push(Back { low: here, high: there, edge });
                }
            }
            if let Some((other, edge)) = down {
                let fresh = sites.len() as u32;
                number[other as usize] = fresh;
                sites.push(other);
                found.parent.push(here);
                found.edge.push(edge);
                here = fresh;
            } else if here == 0 {
                break;
            } else {
                here = found.parent[here as usize];
            }
        }
        let all = 0..graph.edges() as u32;
        let loops = all.filter(|&edge| graph.ends(edge).0 == graph.ends(edge).1 && kept(edge));
        found.loops = loops.map(|edge| (number[graph.ends(edge).0 as usize], edge)).filter(|(site, _)| *site != NONE).collect();
        Ok(found)
    }

    /// How many sites were met.
    pub fn sites(&self) -> usize {
        self.parent.len()
    }
}
