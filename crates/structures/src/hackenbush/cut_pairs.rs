//! The cut pairs of a 2-edge-connected block: two edges are a *cut pair* if the block falls apart
//! without them. Being the same edge or a cut pair is an equivalence relation, and the edges of a
//! class are on a common cycle. Removing all edges of a class leaves parts that these edges join in
//! a ring. So if one edge of a class is cut, exactly the other edges of the class become bridges,
//! one after another.
//!
//! The edges of a class are tree edges on one path down, and at most one back edge. Tree edges form
//! a cut pair if the same back edges pass over them. Let M be the lowest common ancestor of the
//! lower ends of these back edges. Two tree edges with the same M are above it on one path, and
//! back edges over the upper also pass over the lower. So they are a pair exactly if equally many
//! back edges pass over both. M is found from the leaves up by jumping from one M to the next
//! below; a skipped site is never visited again. O(V + E), without random numbers. (Lowest points
//! and counts as in L. Georgiadis, G. F. Italiano, E. Kosinas, Computing the 4-edge-connected
//! components of a graph in linear time, 2021.)

use base::budget::StopReason;

use super::graph::NONE;
use super::search::DepthFirstSearch;
use super::value::SiteValue;

/// The classes with more than one edge.
pub(super) struct CutPairs {
    /// The sites whose tree edges are the highest of their class.
    tops: Vec<u32>,
    /// The next site below whose tree edge is of the same class.
    next: Vec<u32>,
    /// For each site whose tree edge is not a bridge, the site M: the lowest site such that all
    /// back edges over the tree edge start at or below it.
    meeting: Vec<u32>,
    /// For each site, the back edge from it that leads highest, by its index in the search;
    /// [`NONE`] if there is none.
    highest: Vec<u32>,
}

/// How high back edges lead from a site; a site's own number if there are none.
#[derive(Clone, Copy)]
struct BackEdgeHeights {
    /// From the site itself, and from the site or below.
    own: u32,
    reach: u32,
    /// The branch below from which they lead highest, and how high they lead from the second-best
    /// branch.
    first: u32,
    second: u32,
}

impl CutPairs {
    pub fn new(search: &DepthFirstSearch, worth: &[SiteValue]) -> CutPairs {
        let sites = search.sites();
        let mut highest = vec![NONE; sites];
        let mut heights: Vec<BackEdgeHeights> = (0..sites as u32)
            .map(|site| BackEdgeHeights {
                own: site,
                reach: site,
                first: NONE,
                second: NONE,
            })
            .collect();
        for (place, back) in search.back.iter().enumerate() {
            let low = back.low as usize;
            if back.high < heights[low].own {
                (heights[low].own, heights[low].reach, highest[low]) =
                    (back.high, back.high, place as u32);
            }
        }
        let mut meeting = vec![NONE; sites];
        for (site, &above) in search.parent.iter().enumerate().skip(1).rev() {
            let BackEdgeHeights { reach, .. } = heights[site];
            if worth[site].cover > 0 {
                let mut at = site;
                while heights[at].own >= site as u32 && heights[at].second >= site as u32 {
                    at = meeting[heights[at].first as usize] as usize;
                }
                meeting[site] = at as u32;
            }
            let BackEdgeHeights { first, second, .. } = heights[above as usize];
            let best = if first == NONE {
                NONE
            } else {
                heights[first as usize].reach
            };
            let above = &mut heights[above as usize];
            (above.first, above.second) = if reach < best {
                (site as u32, best)
            } else {
                (first, second.min(reach))
            };
            above.reach = above.reach.min(reach);
        }
        let (tops, next) = classes(&meeting, worth);
        CutPairs {
            tops,
            next,
            meeting,
            highest,
        }
    }

    /// Visits every class with more than one edge: the sites of its tree edges from the top down,
    /// and its back edge, if any, by its index in the search.
    pub fn try_for_each_class(
        &self,
        worth: &[SiteValue],
        mut visit: impl FnMut(&[u32], Option<u32>) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        let mut path = Vec::new();
        for &top in &self.tops {
            path.clear();
            let mut site = top;
            while site != NONE {
                path.push(site);
                site = self.next[site as usize];
            }
            // The only back edge over a tree edge is a cut pair with it.
            let only = (worth[top as usize].cover == 1)
                .then(|| self.highest[self.meeting[top as usize] as usize]);
            if path.len() > 1 || only.is_some() {
                visit(&path, only)?;
            }
        }
        Ok(())
    }
}

/// Returns the highest site of each class, and for each site the next one below of its class. From
/// the top down, sites with the same M appear in the order of their path, and those of a class are
/// consecutive.
fn classes(meeting: &[u32], worth: &[SiteValue]) -> (Vec<u32>, Vec<u32>) {
    let mut last = vec![NONE; meeting.len()];
    let mut next = vec![NONE; meeting.len()];
    let mut tops = Vec::new();
    for (site, &meeting) in meeting
        .iter()
        .enumerate()
        .filter(|(_, meeting)| **meeting != NONE)
    {
        let before = std::mem::replace(&mut last[meeting as usize], site as u32);
        if before != NONE && worth[before as usize].cover == worth[site].cover {
            next[before as usize] = site as u32;
        } else {
            tops.push(site as u32);
        }
    }
    (tops, next)
}
