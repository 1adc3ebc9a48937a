//! The law. The piles, largest first, are the columns of a staircase of candies; a position is the
//! corner (i, j) of what is left when i piles were eaten whole and j candies of every pile, and a
//! move goes one step right or up. Who steps off the staircase loses.
//!
//! Along a diagonal the winner is the same as long as (i + 1, j + 1) is still on the staircase. For
//! if that is lost for its mover, both steps from (i, j) may be followed by the other one to it. If
//! it is won by a step right, say, to a lost (i + 2, j + 1), then this is on the staircase, and
//! (i + 1, j) on its diagonal is lost too, by induction: the same step wins from (i, j). A step off
//! the staircase wins nothing. So the last corner of the diagonal decides, beyond which there are a
//! row of r more piles of one candy and a first pile of u more. Either step goes into one arm,
//! where both have one step each time to put off the end: who goes into an arm of odd length
//! wins. So the player to move wins iff u or r is odd. Source: AtCoder Grand Contest 002 E.

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CandyStep {
    /// A largest pile is eaten.
    Largest,
    /// One candy of every pile is eaten.
    One,
}

/// What the law finds of a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerArms {
    /// The side of the greatest square of candies in the corner.
    pub side: u64,
    /// The candies that its last pile has beyond it.
    pub up: u64,
    /// The piles beyond it that are as high as it is.
    pub right: u64,
}

/// The arms beyond the last corner of the diagonal, if `whole` piles were eaten and `each` candies
/// of all; `None` if no candy is left. The piles are sorted, largest first. O(log piles).
pub fn arms(piles: &[u64], whole: usize, each: u64) -> Option<CornerArms> {
    let piles = piles.get(whole..)?;
    let height = |pile: usize| piles[pile].saturating_sub(each);
    let find = |from: usize, on: &dyn Fn(usize) -> bool| {
        let (mut low, mut high) = (from, piles.len());
        while low < high {
            let middle = low.midpoint(high);
            if on(middle) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    };
    let side = find(0, &|pile| height(pile) > pile as u64);
    let last = side.checked_sub(1)?;
    let right = find(side, &|pile| height(pile) >= side as u64) - side;
    Some(CornerArms {
        side: side as u64,
        up: height(last) - side as u64,
        right: right as u64,
    })
}

/// Whether the player to move wins; where no candy is left the other one has eaten the last. O(log
/// piles).
pub fn wins(piles: &[u64], whole: usize, each: u64) -> bool {
    arms(piles, whole, each).is_none_or(|arms| arms.up % 2 == 1 || arms.right % 2 == 1)
}

/// The winning steps. O(log piles).
pub fn winning_steps(piles: &[u64], whole: usize, each: u64) -> impl Iterator<Item = CandyStep> {
    let open = arms(piles, whole, each).is_some();
    let largest = open && !wins(piles, whole + 1, each);
    let one = open && !wins(piles, whole, each.saturating_add(1));
    [(CandyStep::Largest, largest), (CandyStep::One, one)]
        .into_iter()
        .filter(|(_, wins)| *wins)
        .map(|(step, _)| step)
}
