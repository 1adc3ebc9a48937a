//! The graph that Green Hackenbush is played on: any number of edges between two vertices, loops,
//! and a ground. All vertices of the ground are one *site*, number 0, since they are all what never
//! falls; every other vertex is a site of its own. Edges keep the numbers in which they were given.
//! Making the lists of neighbours is O(V + E).

use std::collections::HashMap;

use base::text;
use base::text::Text;

/// The number that stands for no edge and for no site.
pub(super) const NONE: u32 = u32::MAX;

/// The most vertices, and the most edges: every value then has at most 31 bits.
pub const MAX_GRAPH_SIZE: usize = 1 << 30;

/// A graph with its ground.
#[derive(Clone, Debug)]
pub struct GroundedGraph {
    /// The sites that each edge joins.
    ends: Vec<(u32, u32)>,
    /// Where the links of a site begin.
    first: Vec<u32>,
    /// The other site and the edge, for each site; loops are left out.
    links: Vec<(u32, u32)>,
    /// The site and the edge of each loop.
    loops: Vec<(u32, u32)>,
}

impl GroundedGraph {
    /// The graph of these edges between vertices below `vertices`, standing on the vertices of the
    /// ground; without a ground nothing stands. O(V + E).
    ///
    /// # Errors
    /// If a vertex does not exist, or there are more vertices or edges than [`MAX_GRAPH_SIZE`].
    pub fn new(
        vertices: usize,
        edges: &[(u32, u32)],
        ground: impl IntoIterator<Item = u32>,
    ) -> Result<GroundedGraph, Text> {
        if vertices > MAX_GRAPH_SIZE || edges.len() > MAX_GRAPH_SIZE {
            return Err(text!(
                "a graph may have up to {MAX_GRAPH_SIZE} vertices and edges",
                "图最多可有 {MAX_GRAPH_SIZE} 个顶点和边"
            ));
        }
        let missing = |vertex: u32| {
            text!(
                "there is no vertex {vertex}; they are counted from 0, and there are {vertices}",
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
        // Vertices without an edge take no memory where there may be very many of them.
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

    /// The graph of edges between sites, the ground being site 0.
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
        // Each place is the end of its part, and goes down to its beginning.
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

    /// The number of edges, loops included.
    pub fn edges(&self) -> usize {
        self.ends.len()
    }

    /// The number of sites: the ground, and each vertex off the ground.
    pub fn sites(&self) -> usize {
        self.first.len() - 1
    }

    /// The two sites that an edge joins.
    pub fn ends(&self, edge: u32) -> (u32, u32) {
        self.ends[edge as usize]
    }

    /// The edges from a site to others, each with the other site.
    pub fn links(&self, site: u32) -> &[(u32, u32)] {
        let site = site as usize;
        &self.links[self.first[site] as usize..self.first[site + 1] as usize]
    }

    /// The links of all sites, one after the other.
    pub(super) fn all_links(&self) -> &[(u32, u32)] {
        &self.links
    }

    /// Where in them the links of each site begin and end.
    pub(super) fn parts(&self) -> impl Iterator<Item = (u32, u32)> {
        self.first.windows(2).map(|pair| (pair[0], pair[1]))
    }

    /// The site and the edge of each loop.
    pub fn loops(&self) -> &[(u32, u32)] {
        &self.loops
    }

    /// The edges that stand on the ground, when `kept` says which are left: those that a path of
    /// edges left joins to it. O(V + E).
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

/// The next number.
fn next(count: &mut u32) -> u32 {
    *count += 1;
    *count - 1
}
