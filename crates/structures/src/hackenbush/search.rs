//! Depth-first search of the grounded edges: sites in the order in which they are reached, and
//! every other edge as a back edge to a site above (R. E. Tarjan, 1972). All later work is loops
//! over these lists, forwards for data from above, backwards for data from below. O(V + E), without
//! recursion. On large graphs memory latency dominates, so the data of a site is stored together.

use base::budget::{Budget, StopReason};

use super::graph::{GroundedGraph, NONE};

/// An edge outside the tree: it leads from a site back to one above it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BackEdge {
    pub low: u32,
    pub high: u32,
    pub edge: u32,
}

/// The result of a search. Sites are numbered in the order in which they are reached, starting with
/// the ground, 0; sites below a site have larger numbers.
#[derive(Debug, Default)]
pub(super) struct DepthFirstSearch {
    /// The site above; for the ground, the ground itself.
    pub parent: Vec<u32>,
    /// The tree edge to the site above; [`NONE`] for the ground.
    pub edge: Vec<u32>,
    /// The other edges, except loops.
    pub back: Vec<BackEdge>,
    /// The loops: site and edge.
    pub loops: Vec<(u32, u32)>,
}

/// A site of the graph during the search.
#[derive(Clone, Copy)]
struct SiteVisit {
    /// Its number in the search order.
    number: u32,
    /// The next link to follow, and the end of the links.
    next: u32,
    end: u32,
}

impl DepthFirstSearch {
    /// Searches the remaining edges.
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
        // The path from the ground to the current site, and the current site's data.
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
                // From above, the edge has already been visited from its lower end.
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

    /// Returns the number of sites that were reached.
    pub fn sites(&self) -> usize {
        self.parent.len()
    }
}
