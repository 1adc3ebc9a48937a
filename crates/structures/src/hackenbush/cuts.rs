//! This module computes the values that cuts leave, and all cuts that leave a given value.
//!
//! *Within a block* of value X: if the cut edge is the only one of its class of cut pairs, the
//! block remains one block. X loses one loop and becomes X xor 1. If the class of the cut edge has
//! other edges, they become bridges. The subgraphs between the edges of the class formed a ring.
//! After the cut, the subgraphs of the ring hang as two chains from the subgraph with the *foot*:
//! the block's site nearest to the ground. The values of all chains are computed together
//! (`chains`).
//!
//! *From the ground up*: the target value of the whole position determines a target value for each
//! block. If X is to become n, then the branch over a bridge to a block Y must become X xor (Y + 1)
//! xor n. If the new value of the branch is 0, the bridge itself is cut; otherwise Y must become
//! that value minus 1. (This method carries C. L. Bouton's move of Nim up a tree.) No other cut
//! gives the target value, because the functions x xor w and x + 1 are invertible.
//!
//! Preparation takes O(V + E log E): O(V + E) and O(k log E) for each ring of k edges. After the
//! preparation, finding every cut in blocks and on bridges for one target value takes O(V + E).

use base::budget::{Budget, StopReason};

use super::chains::chains;
use super::cut_pairs::CutPairs;
use super::graph::{GroundedGraph, NONE};
use super::search::DepthFirstSearch;
use super::value::{SiteValue, site_values};

/// The effects of all cuts in a position.
pub struct CutAnalysis {
    search: DepthFirstSearch,
    worth: Vec<SiteValue>,
    /// The highest site of the block of each site.
    foot: Vec<u32>,
    /// For each tree edge, by the site below it, then for each back edge: the value of the edge's
    /// block without the edge. The entry of a bridge has no meaning.
    without: Vec<u32>,
}

impl CutAnalysis {
    /// Prepares the analysis for the remaining edges. O(V + E log E).
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn new(
        graph: &GroundedGraph,
        kept: impl Fn(u32) -> bool,
        budget: &Budget<'_>,
    ) -> Result<CutAnalysis, StopReason> {
        let search = DepthFirstSearch::new(graph, kept, budget)?;
        budget.allow_growth(0, 48 * search.sites() as u64 + 4 * search.back.len() as u64)?;
        let worth = site_values(&search);
        budget.ask()?;
        let mut foot: Vec<u32> = (0..search.sites() as u32).collect();
        for site in 1..search.sites() {
            if worth[site].cover > 0 {
                foot[site] = foot[search.parent[site] as usize];
            }
        }
        let block = |site: u32| worth[foot[site as usize] as usize].below;
        let backs = search.back.iter().map(|back| back.low);
        let mut without: Vec<u32> = (0..search.sites() as u32)
            .chain(backs)
            .map(|site| block(site) ^ 1)
            .collect();
        let pairs = CutPairs::new(&search, &worth);
        budget.ask()?;
        let mut parts = Vec::new();
        pairs.try_for_each_class(&worth, |path, back| {
            // The subgraphs of the ring except the one that contains the foot.
            parts.clear();
            parts.extend(
                path.windows(2)
                    .map(|pair| worth[pair[0] as usize].below ^ worth[pair[1] as usize].below ^ 1),
            );
            // The last subgraph of the ring contains the lower end of the back edge, but not the
            // back edge itself.
            parts.extend(
                back.iter()
                    .map(|_| worth[path[path.len() - 1] as usize].below ^ 1),
            );
            let edges = parts.len() as u32 + 1;
            let rest = parts
                .iter()
                .fold(block(path[0]) ^ (edges & 1), |rest, part| rest ^ part);
            let down = chains(&parts, budget)?;
            parts.reverse();
            let up = chains(&parts, budget)?;
            let ring = path
                .iter()
                .copied()
                .chain(back.map(|place| (search.sites() as u32) + place));
            for ((edge, down), up) in ring.zip(down).zip(up.into_iter().rev()) {
                without[edge as usize] = rest ^ down ^ up;
            }
            Ok(())
        })?;
        Ok(CutAnalysis {
            search,
            worth,
            foot,
            without,
        })
    }

    /// Returns the value of the position.
    pub fn value(&self) -> u32 {
        self.worth[0].below
    }

    /// Returns every edge whose cut leaves the given value, in no particular order. O(V + E).
    ///
    /// # Errors
    /// Returns [`StopReason`] if the budget runs out.
    pub fn leaving(&self, value: u64, budget: &Budget<'_>) -> Result<Vec<u32>, StopReason> {
        let mut found = Vec::new();
        let Some(value) = u32::try_from(value).ok().filter(|value| *value < NONE) else {
            return Ok(found);
        };
        let CutAnalysis {
            search,
            worth,
            foot,
            without,
        } = self;
        budget.steps(search.sites() + search.back.len())?;
        // For each foot, the value that the block of the foot must get; `NONE` if no cut in the
        // block gives the target value.
        let mut wanted = vec![NONE; search.sites()];
        wanted[0] = value;
        for site in 1..search.sites() {
            let block = foot[search.parent[site] as usize] as usize;
            let want = wanted[block];
            if want == NONE {
                continue;
            }
            if worth[site].cover > 0 {
                if without[site] == want {
                    found.push(search.edge[site]);
                }
                continue;
            }
            match worth[block].below ^ (worth[site].below + 1) ^ want {
                0 => found.push(search.edge[site]),
                branch => wanted[site] = branch - 1,
            }
        }
        let backs = search.back.iter().zip(&without[search.sites()..]);
        found.extend(
            backs
                .filter(|(back, left)| wanted[foot[back.low as usize] as usize] == **left)
                .map(|(back, _)| back.edge),
        );
        let loops = search
            .loops
            .iter()
            .map(|&(site, edge)| (foot[site as usize] as usize, edge));
        found.extend(
            loops
                .filter(|&(block, _)| wanted[block] == worth[block].below ^ 1)
                .map(|(_, edge)| edge),
        );
        Ok(found)
    }
}
