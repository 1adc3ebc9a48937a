//! Depth-first search of what stands on the ground: sites in the order in which they are met, and
//! every other edge as one that leads back to a site above (R. E. Tarjan, 1972). All later work is
//! loops over these lists, forwards for what comes from above, backwards for what comes from below.
//! O(V + E), without recursion; on large graphs the time goes by into waiting for memory, so what
//! is asked of a site lies in one place.

use base::budget::{Budget, StopReason};

use super::graph::{GroundedGraph, NONE};

/// An edge that is not in the tree: it leads from a site back to one above it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BackEdge {
    pub low: u32,
    pub high: u32,
    pub edge: u32,
}

/// What was met. Sites are numbered as they are met, from the ground, 0; what lies below a site has
/// greater numbers.
#[derive(Debug, Default)]
pub(super) struct DepthFirstSearch {
    /// The site above; for the ground the ground itself.
    pub parent: Vec<u32>,
    /// The tree edge to the site above; [`NONE`] for the ground.
    pub edge: Vec<u32>,
    /// The other edges, loops apart.
    pub back: Vec<BackEdge>,
    /// The loops: site and edge.
    pub loops: Vec<(u32, u32)>,
}

/// A site of the graph while the search goes on.
#[derive(Clone, Copy)]
struct SiteVisit {
    /// Its number among those met.
    number: u32,
    /// Where its next link is looked for, and where they end.
    next: u32,
    end: u32,
}

impl DepthFirstSearch {
    /// Searches the edges that are left.
    pub fn new(
        graph: &GroundedGraph,
        kept: impl Fn(u32) -> bool,
        budget: &Budget<'_>,
    ) -> Result<DepthFirstSearch, StopReason> {
        budget.allow_growth(0, 24 * graph.sites() as u64 + 12 * graph.edges() as u64)?;
        let mut found = DepthFirstSearch {
            parent: vec![0],
            edge: vec![NONE],
            ..DepthFirstSearch::default()
        };
        let links = graph.all_links();
        let mut visits: Vec<SiteVisit> = graph
            .parts()
            .map(|(next, end)| SiteVisit {
                number: NONE,
                next,
                end,
            })
            .collect();
        visits[0].number = 0;
        // The path from the ground to the site where the search is, and what is needed of that
        // site.
        let mut path = vec![0u32];
        let (mut here, mut above) = (0, NONE);
        let (
            SiteVisit {
                mut next, mut end, ..
            },
            mut met,
        ) = (visits[0], 1);
        loop {
            if next == end {
                path.pop();
                let Some(&site) = path.last() else { break };
                budget.tick()?;
                SiteVisit {
                    number: here,
                    next,
                    end,
                } = visits[site as usize];
                above = found.edge[here as usize];
                continue;
            }
            let (other, edge) = links[next as usize];
            next += 1;
            if edge == above || !kept(edge) {
                continue;
            }
            let there = &mut visits[other as usize];
            if there.number == NONE {
                let enter = SiteVisit {
                    number: met,
                    ..*there
                };
                there.number = met;
                visits[path[path.len() - 1] as usize].next = next;
                path.push(other);
                found.parent.push(here);
                found.edge.push(edge);
                SiteVisit {
                    number: here,
                    next,
                    end,
                } = enter;
                above = edge;
                met += 1;
            } else if there.number < here {
                // Seen from above, the edge was met before, from its lower end.
                found.back.push(BackEdge {
                    low: here,
                    high: there.number,
                    edge,
                });
            }
        }
        let loops = graph
            .loops()
            .iter()
            .map(|&(site, edge)| (visits[site as usize].number, edge));
        found.loops = loops
            .filter(|&(site, edge)| site != NONE && kept(edge))
            .collect();
        Ok(found)
    }

    /// The number of sites that were met.
    pub fn sites(&self) -> usize {
        self.parent.len()
    }
}
