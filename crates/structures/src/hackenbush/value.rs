//! The value of Green Hackenbush. *Fusion*: the vertices of a cycle may be made one, its edges become loops, and a loop counts 1; so
//! every part that no single edge holds together (a 2-edge-connected block) becomes one vertex with as many loops as it has edges.
//! *Colon principle*: an edge with something of value g above it is worth g + 1. What is left after fusion is a tree of bridges, read
//! from its leaves to the ground. (J. H. Conway, On Numbers and Games, chapter 13; Winning Ways, chapter 7.) O(V + E).

use rules::budget::{Budget, Stop};

use super::graph::Graph;
use super::search::Search;

/// The value of what stands on the ground, of the edges that are left. O(V + E).
///
/// # Errors
/// Where the budget ends.
pub fn value(graph: &Graph, kept: impl Fn(u32) -> bool, budget: &Budget<'_>) -> Result<u32, Stop> {
    let search = Search::new(graph, kept, budget)?;
    Ok(Values::new(&search).below[0])
}

/// What is known of each site that a search met.
pub(super) struct Values {
    /// How many edges lead from below the tree edge of a site, or from the site itself, back to above it: none at a bridge.
    pub cover: Vec<u32>,
    /// The value of what hangs from a site: its loops, the bridges below with all that they hold, and 1 for every other edge whose
    /// lower end is there or below in the same block. For the highest site of a block it is the value of the block.
    pub below: Vec<u32>,
}

impl Values {
    pub fn new(search: &Search) -> Values {
        let sites = search.sites();
        // Each edge that leads back is counted at its lower end and taken off at its upper end; sums over what lies below follow.
        let mut cover = vec![0u32; sites];
        let mut below = vec![0u32; sites];
        let mut ended = vec![0u32; sites];
        for back in &search.back {
            cover[back.low as usize] += 1;
            ended[back.high as usize] += 1;
            below[back.low as usize] ^= 1;
        }
        for &(site, _) in &search.loops {
            below[site as usize] ^= 1;
        }
        for site in (1..sites).rev() {
            cover[site] -= ended[site];
            let above = search.parent[site] as usize;
            cover[above] += cover[site];
            below[above] ^= if cover[site] == 0 { below[site] + 1 } else { below[site] ^ 1 };
        }
        Values { cover, below }
    }
}
