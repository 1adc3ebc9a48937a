//! Depth-first search of the grounded edges (R. E. Tarjan, 1972). The search lists the sites in the
//! order in which it reaches them, and every edge outside the tree as a back edge to a site above.
//! Later functions loop over the lists of sites and edges: forwards for data from sites above, and
//! backwards for data from sites below. The search takes O(V + E) and does not recurse. On large
//! graphs memory latency dominates, so all data of a site is stored in one record.

use base::budget::{Budget, StopReason};

use super::graph::{GroundedGraph, NONE};

/// An edge outside the tree, which leads from a site back to a site above it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BackEdge {
    pub low: u32,
    pub high: u32,
    pub edge: u32,
}

/// The result of a search. Sites are numbered in the order in which the search reaches them,
/// starting with the ground, 0; sites below a site have larger numbers.
#[derive(Debug, Default)]
pub(super) struct DepthFirstSearch {
    /// For each site, the site above it; for the ground, the ground itself.
    pub parent: Vec<u32>,
    /// For each site, the tree edge to the site above; [`NONE`] for the ground.
    pub edge: Vec<u32>,
    /// The edges outside the tree, except loops.
    pub back: Vec<BackEdge>,
    /// The site and the edge of each loop.
    pub loops: Vec<(u32, u32)>,
}

/// A site of the graph during the search.
#[derive(Clone, Copy)]
struct SiteVisit {
    /// The number of the site in the search order.
    number: u32,
    /// The next link of the site to follow, and the end of its links.
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
                // An edge to a site below has already been visited from its lower end.
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
