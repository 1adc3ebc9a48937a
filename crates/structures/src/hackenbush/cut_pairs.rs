//! The cut pairs of a 2-edge-connected block: two edges are a *cut pair* if removing both
//! disconnects the block. Being the same edge or a cut pair is an equivalence relation, and the
//! edges of a class are on a common cycle. Removing all edges of a class leaves subgraphs that the
//! removed edges joined in a ring. So if one edge of a class is cut, exactly the other edges of the
//! class become bridges, one after another.
//!
//! The edges of a class are tree edges on one path down, and at most one back edge. Tree edges form
//! a cut pair if the same back edges pass over them. For a tree edge, let M be the lowest common
//! ancestor of the lower ends of the back edges that pass over it. Two tree edges with the same M
//! are on one path above M, and back edges over the upper edge also pass over the lower one. So two
//! tree edges with the same M are a cut pair exactly if the same number of back edges passes over
//! each edge. The sites M are found from the leaves up, by jumping from one site M to the next site
//! M below it. A skipped site is never visited again. O(V + E), without random numbers. (Lowest
//! points and counts as in L. Georgiadis, G. F. Italiano, E. Kosinas, Computing the
//! 4-edge-connected components of a graph in linear time, 2021.)

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
    /// For each site, the back edge from the site to the highest site above, by its index in the
    /// search; [`NONE`] if no back edge starts at the site.
    highest: Vec<u32>,
}

/// The highest sites that back edges from a site reach; the site's own number if the site has no
/// back edges.
#[derive(Clone, Copy)]
struct BackEdgeHeights {
    /// The highest site that back edges from the site itself reach.
    own: u32,
    /// The highest site that back edges from the site, or from a site below it, reach.
    reach: u32,
    /// The child from whose branch back edges lead highest.
    first: u32,
    /// The highest site that back edges from the second-best branch reach.
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

    /// Visits every class with more than one edge. `visit` gets the sites of the class's tree edges
    /// from the top down, and the search index of the class's back edge, if any.
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
            // If only one back edge passes over a tree edge, the back edge and the tree edge are a
            // cut pair.
            let only = (worth[top as usize].cover == 1)
                .then(|| self.highest[self.meeting[top as usize] as usize]);
            if path.len() > 1 || only.is_some() {
                visit(&path, only)?;
            }
        }
        Ok(())
    }
}

/// Returns the highest site of each class, and for each site the next site below it in the same
/// class. From the top down, sites with the same M appear in the order of their path, and the sites
/// of a class are consecutive.
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
