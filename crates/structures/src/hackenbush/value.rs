//! The value of Green Hackenbush. *THEOREM*: the vertices of a cycle may be made one, its edges
//! become loops, and a loop counts 1; so every part that no single edge holds together (a
//! 2-edge-connected block) becomes one vertex with as many loops as it has edges. *Colon principle*
//! : an edge with something of value g above it is worth g + 1. What is left after fusion is a tree
//! of bridges, read from its leaves to the ground. (J. H. Conway, On Numbers and Games, chapter 13;
//! Winning Ways, chapter 7.) O(V + E).

use base::budget::{Budget, StopReason};

use super::graph::GroundedGraph;
use super::search::DepthFirstSearch;

/// The value of what stands on the ground, of the edges that are left. O(V + E).
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

/// What is known of a site that a search met.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SiteValue {
    /// How many edges lead from below the tree edge of the site, or from the site itself, back to
    /// above it: none at a bridge.
    pub cover: i32,
    /// The value of what hangs from the site: its loops, the bridges below with all that they
    /// hold, and 1 for every other edge whose lower end is there or below in the same block.
    /// For the highest site of a block it is the value of the block.
    pub below: u32,
}

/// What every site is worth, in the order of the search.
pub(super) fn site_values(search: &DepthFirstSearch) -> Vec<SiteValue> {
    let mut worth = vec![SiteValue::default(); search.sites()];
    // Each edge that leads back is counted at its lower end and taken off at its upper end; sums
    // over what lies below follow.
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
