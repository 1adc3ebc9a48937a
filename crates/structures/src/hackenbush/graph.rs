//! The graph of Green Hackenbush: parallel edges, loops, and a ground. All ground vertices are one
//! *site*, number 0, because a ground vertex is never removed; every other vertex is a separate
//! site. Edges are numbered in the order in which they were given. Building the adjacency lists is
//! O(V + E).

use std::collections::HashMap;

use base::text;
use base::text::Text;

/// The marker for no edge and for no site.
pub(super) const NONE: u32 = u32::MAX;

/// The maximum number of vertices, and of edges: every value then has at most 31 bits.
pub const MAX_GRAPH_SIZE: usize = 1 << 30;

/// A graph with its ground.
#[derive(Clone, Debug)]
pub struct GroundedGraph {
    /// The sites that each edge joins.
    ends: Vec<(u32, u32)>,
    /// For each site, the index at which its links start.
    first: Vec<u32>,
    /// For each site, the links to other sites, each with the other site and the edge; loops are
    /// left out.
    links: Vec<(u32, u32)>,
    /// The site and the edge of each loop.
    loops: Vec<(u32, u32)>,
}

impl GroundedGraph {
    /// Creates the graph of the given edges and ground vertices; vertices are numbered from 0 to
    /// `vertices` - 1. Without a ground, no edge is grounded. O(V + E).
    ///
    /// # Errors
    /// Returns an error if a vertex does not exist, or the graph has more vertices or edges than
    /// [`MAX_GRAPH_SIZE`].
    pub fn new(
        vertices: usize,
        edges: &[(u32, u32)],
        ground: impl IntoIterator<Item = u32>,
    ) -> Result<GroundedGraph, Text> {
        if vertices > MAX_GRAPH_SIZE || edges.len() > MAX_GRAPH_SIZE {
            return Err(text!(
                "the graph is too large: it can have at most {MAX_GRAPH_SIZE} vertices and as many edges",
                "图过大：顶点数与边数最多各为 {MAX_GRAPH_SIZE}"
            ));
        }
        let missing = |vertex: u32| {
            text!(
                "unknown vertex {vertex}: there are {vertices} vertices, numbered from 0",
                "没有顶点 {vertex}：编号从 0 起，共 {vertices} 个"
            )
        };
        let ground = ground.into_iter().map(|vertex| {
            if (vertex as usize) < vertices {
                Ok(vertex)
            } else {
                Err(missing(vertex))
            }
        });
        let ground = ground.collect::<Result<Vec<u32>, Text>>()?;
        let wrong = edges
            .iter()
            .flat_map(|&(a, b)| [a, b])
            .find(|&vertex| vertex as usize >= vertices);
        if let Some(vertex) = wrong {
            return Err(missing(vertex));
        }
        // If most vertices have no edge, the sites are stored in a map, so that these vertices take
        // no memory.
        if vertices / 8 > edges.len() + ground.len() {
            let mut sites: HashMap<u32, u32> =
                ground.into_iter().map(|vertex| (vertex, 0)).collect();
            let mut count = 1;
            let ends = edges
                .iter()
                .map(|edge| {
                    ends(edge, |vertex| {
                        *sites.entry(vertex).or_insert_with(|| next(&mut count))
                    })
                })
                .collect();
            return Ok(GroundedGraph::of_sites(count as usize, ends));
        }
        let mut sites = vec![NONE; vertices];
        ground
            .into_iter()
            .for_each(|vertex| sites[vertex as usize] = 0);
        let mut count = 1;
        sites
            .iter_mut()
            .filter(|site| **site == NONE)
            .for_each(|site| *site = next(&mut count));
        let ends = edges
            .iter()
            .map(|edge| ends(edge, |vertex| sites[vertex as usize]))
            .collect();
        Ok(GroundedGraph::of_sites(count as usize, ends))
    }

    /// Creates the graph of edges between sites, with the ground as site 0.
    pub(super) fn of_sites(sites: usize, ends: Vec<(u32, u32)>) -> GroundedGraph {
        let proper = || ends.iter().enumerate().filter(|(_, (a, b))| a != b);
        let mut first = vec![0; sites + 1];
        for (_, &(a, b)) in proper() {
            first[a as usize] += 1;
            first[b as usize] += 1;
        }
        let mut total = 0;
        for place in &mut first {
            total += *place;
            *place = total;
        }
        // Each entry begins as the end of a site's range of links, and decreases to the start of
        // the range.
        let mut links = vec![(0, 0); total as usize];
        for (edge, &(a, b)) in proper() {
            for (here, there) in [(a, b), (b, a)] {
                first[here as usize] -= 1;
                links[first[here as usize] as usize] = (there, edge as u32);
            }
        }
        let loops = ends
            .iter()
            .zip(0..)
            .filter(|((a, b), _)| a == b)
            .map(|(&(site, _), edge)| (site, edge))
            .collect();
        GroundedGraph {
            ends,
            first,
            links,
            loops,
        }
    }

    /// Returns the number of edges, including loops.
    pub fn edges(&self) -> usize {
        self.ends.len()
    }

    /// Returns the number of sites: the ground, and each vertex off the ground.
    pub fn sites(&self) -> usize {
        self.first.len() - 1
    }

    /// Returns the two sites that an edge joins.
    pub fn ends(&self, edge: u32) -> (u32, u32) {
        self.ends[edge as usize]
    }

    /// Returns the edges from a site to other sites, each with the site at its other end.
    pub fn links(&self, site: u32) -> &[(u32, u32)] {
        let site = site as usize;
        &self.links[self.first[site] as usize..self.first[site + 1] as usize]
    }

    /// Returns the links of all sites, one after the other.
    pub(super) fn all_links(&self) -> &[(u32, u32)] {
        &self.links
    }

    /// Returns the range of each site's links in the list of all links.
    pub(super) fn parts(&self) -> impl Iterator<Item = (u32, u32)> {
        self.first.windows(2).map(|pair| (pair[0], pair[1]))
    }

    /// Returns the site and the edge of each loop.
    pub fn loops(&self) -> &[(u32, u32)] {
        &self.loops
    }

    /// Returns the grounded edges: those joined to the ground by a path of edges that `kept`
    /// selects. O(V + E).
    pub fn standing(&self, kept: impl Fn(u32) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.sites()];
        reached[0] = true;
        let mut waiting = vec![0];
        while let Some(site) = waiting.pop() {
            for &(other, edge) in self.links(site) {
                if !reached[other as usize] && kept(edge) {
                    reached[other as usize] = true;
                    waiting.push(other);
                }
            }
        }
        self.ends
            .iter()
            .enumerate()
            .map(|(edge, end)| reached[end.0 as usize] && kept(edge as u32))
            .collect()
    }
}

fn ends(&(a, b): &(u32, u32), mut site: impl FnMut(u32) -> u32) -> (u32, u32) {
    (site(a), site(b))
}

fn next(count: &mut u32) -> u32 {
    *count += 1;
    *count - 1
}
