//! Which edges of a 2-edge-connected block fall together: two edges are a *cut pair* if the block
//! falls apart without them. Being the same edge or a cut pair is an equivalence, and a class lies
//! on a cycle: taking away all its edges leaves parts that the edges of the class join in a ring.
//! So when one edge of a class is cut, exactly the others of the class become bridges, one behind
//! the other.
//!
//! The edges of a class are tree edges on one path down, and at most one that leads back. Tree
//! edges form a cut pair when the same edges lead back over them. Let M be the lowest common
//! ancestor of the lower ends of these. Two tree edges with the same M lie above it on one path,
//! and what leads back over the upper leads back over the lower as well; so they are a pair just
//! when as many edges lead back over both. M is found from the leaves up by jumping from one M to
//! the next below; a site that was jumped over is never looked at again. O(V + E), with no random
//! numbers. (Lowest points and counts as in L. Georgiadis, G. F. Italiano, E. Kosinas,
//! Computing the 4-edge-connected components of a graph in linear time, 2021.)

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
    /// For each site off a bridge the lowest site M that all that leads back over its tree edge
    /// comes from, or from below it.
    meeting: Vec<u32>,
    /// For each site the edge from there that leads back highest, by its place in the search;
    /// [`NONE`] if no edge leads back.
    highest: Vec<u32>,
}

/// How high edges lead back from a site; a site's own number where none does.
#[derive(Clone, Copy)]
struct BackEdgeHeights {
    /// From itself, and from itself or below.
    own: u32,
    reach: u32,
    /// The branch below from which they lead highest, and how high they lead from the second of
    /// the branches.
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

    /// Every class with more than one edge: the sites of its tree edges from the top down, and its
    /// edge that leads back, if it has one, by its place in the search.
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
            // The only edge that leads back over a tree edge is a cut pair with it.
            let only = (worth[top as usize].cover == 1)
                .then(|| self.highest[self.meeting[top as usize] as usize]);
            if path.len() > 1 || only.is_some() {
                visit(&path, only)?;
            }
        }
        Ok(())
    }
}

/// The highest site of each class, and for each site the next below of its class. From the top
/// down, the sites with the same M come in the order of their path, and those of a class one after
/// the other.
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
