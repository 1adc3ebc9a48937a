//! The value of Green Hackenbush. *THEOREM* (fusion): the vertices of a cycle may be identified,
//! its edges become loops, and a loop counts 1. So every maximal subgraph without bridges (a
//! 2-edge-connected block) becomes one vertex with as many loops as it has edges. *Colon
//! principle*: an edge that carries a graph of value g has the value g + 1. After fusion, a tree of
//! bridges remains, evaluated from its leaves to the ground. (J. H. Conway, On Numbers and Games,
//! chapter 13; Winning Ways, chapter 7.) O(V + E).

use base::budget::{Budget, StopReason};

use super::graph::GroundedGraph;
use super::search::DepthFirstSearch;

/// Returns the value of the remaining grounded edges. O(V + E).
///
/// # Errors
/// Returns [`StopReason`] if the budget runs out.
pub fn value(
    graph: &GroundedGraph,
    kept: impl Fn(u32) -> bool,
    budget: &Budget<'_>,
) -> Result<u32, StopReason> {
    let search = DepthFirstSearch::new(graph, kept, budget)?;
    Ok(site_values(&search)[0].below)
}

/// The values of a site that a search reached.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SiteValue {
    /// The number of back edges from this site, or a site below it, to a site above it; 0 if the
    /// tree edge above the site is a bridge.
    pub cover: i32,
    /// The value of the edges above the site in the drawing: its loops, the bridges below it in the
    /// search with all that they carry, and edges of its block. An edge of the block counts 1 if
    /// its lower end is the site or below the site. For the highest site of a block, this field is
    /// the value of the block.
    pub below: u32,
}

/// Returns the values of all sites, in the order of the search.
pub(super) fn site_values(search: &DepthFirstSearch) -> Vec<SiteValue> {
    let mut worth = vec![SiteValue::default(); search.sites()];
    // Each back edge is counted at its lower end and subtracted at its upper end; then each site
    // adds the counts of its descendants.
    for back in &search.back {
        let low = &mut worth[back.low as usize];
        (low.cover, low.below) = (low.cover + 1, low.below ^ 1);
        worth[back.high as usize].cover -= 1;
    }
    for &(site, _) in &search.loops {
        worth[site as usize].below ^= 1;
    }
    for (site, &above) in search.parent.iter().enumerate().skip(1).rev() {
        let SiteValue { cover, below } = worth[site];
        let above = &mut worth[above as usize];
        above.cover += cover;
        above.below ^= if cover == 0 { below + 1 } else { below ^ 1 };
    }
    worth
}
