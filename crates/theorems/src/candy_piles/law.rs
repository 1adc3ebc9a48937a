//! The law of candy piles. The piles, largest first, are the columns of a staircase of candies.
//! After the players have eaten i complete piles and j candies of every pile, the position is the
//! corner (i, j) of the remaining candies. A move goes one step right or up from the corner. The
//! player who steps off the staircase loses.
//!
//! The corners (i, j) and (i + 1, j + 1) of a diagonal have the same outcome if (i + 1, j + 1) is
//! on the staircase. If (i + 1, j + 1) is lost for the player to move, the opponent answers either
//! step from (i, j) by the other step, which leads to (i + 1, j + 1). If (i + 1, j + 1) is won, say
//! by a step right to a lost (i + 2, j + 1), then (i + 2, j + 1) is on the staircase, because a
//! step off the staircase never wins. By induction, (i + 1, j), which is on the diagonal of (i + 2,
//! j + 1), is lost too, so a step right wins from (i, j). So the last corner of a diagonal decides
//! the outcome of all its corners. Beyond the last corner of a diagonal are two arms: a row of r
//! more piles of one candy, and u more candies of the first pile. A step from the last corner
//! enters one of the two arms, in which each player has only one possible step. So the player who
//! enters an arm of odd length wins. Hence the player to move wins iff u or r is odd. Source:
//! AtCoder Grand Contest 002 E.

/// A move in candy piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CandyStep {
    /// Eats a largest pile.
    Largest,
    /// Eats one candy of every pile.
    One,
}

/// The measurements of a corner that decide its outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerArms {
    /// The side of the largest square of candies in the corner.
    pub side: u64,
    /// The number of candies that the square's last pile has beyond the square.
    pub up: u64,
    /// The number of piles beyond the square that are as high as the square.
    pub right: u64,
}

/// Returns the arms beyond the last corner of the diagonal after `whole` piles and `each` candies
/// of every pile were eaten, or `None` if no candy is left. The caller must sort the piles, largest
/// first. O(log piles).
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

/// Returns whether the player to move wins. If no candy is left, the opponent has eaten the last
/// one, so the player to move wins. O(log piles).
pub fn wins(piles: &[u64], whole: usize, each: u64) -> bool {
    arms(piles, whole, each).is_none_or(|arms| arms.up % 2 == 1 || arms.right % 2 == 1)
}

/// Returns the winning steps from a corner. O(log piles).
pub fn winning_steps(piles: &[u64], whole: usize, each: u64) -> impl Iterator<Item = CandyStep> {
    let open = arms(piles, whole, each).is_some();
    let largest = open && !wins(piles, whole + 1, each);
    let one = open && !wins(piles, whole, each.saturating_add(1));
    [(CandyStep::Largest, largest), (CandyStep::One, one)]
        .into_iter()
        .filter(|(_, wins)| *wins)
        .map(|(step, _)| step)
}
