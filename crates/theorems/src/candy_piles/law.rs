//! The law of candy piles. The piles, largest first, are the columns of a staircase of candies. A
//! position is the corner (i, j) of what is left after i whole piles and j candies of every pile
//! were eaten, and a move goes one step right or up. The player who steps off the staircase loses.
//!
//! Along a diagonal, the outcome stays the same as long as (i + 1, j + 1) is still on the
//! staircase. If that corner is lost for the player to move, both steps from (i, j) can be answered
//! by the other step to it. If it is won, say by a step right to a lost (i + 2, j + 1), then that
//! corner is on the staircase. By induction, (i + 1, j) on its diagonal is lost too, so the same
//! step wins from (i, j). A step off the staircase never wins. So the last corner of the diagonal
//! decides. Beyond it are a row of r more piles of one candy and a first pile with u more candies.
//! A step enters one of these arms, in which both players can only make one step at a time, so the
//! player who enters an arm of odd length wins. Hence the player to move wins iff u or r is odd.
//! Source: AtCoder Grand Contest 002 E.

/// A move in candy piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CandyStep {
    /// Eat a largest pile.
    Largest,
    /// Eat one candy of every pile.
    One,
}

/// The measurements of a corner that decide its outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerArms {
    /// The side of the largest square of candies in the corner.
    pub side: u64,
    /// The number of candies that the square's last pile has beyond the square.
    pub up: u64,
    /// The number of piles beyond the square that are as high as it is.
    pub right: u64,
}

/// Returns the arms beyond the last corner of the diagonal after `whole` piles and `each` candies
/// of every pile were eaten, or `None` if no candy is left. The piles are sorted, largest first.
/// O(log piles).
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

/// Returns the winning steps. O(log piles).
pub fn winning_steps(piles: &[u64], whole: usize, each: u64) -> impl Iterator<Item = CandyStep> {
    let open = arms(piles, whole, each).is_some();
    let largest = open && !wins(piles, whole + 1, each);
    let one = open && !wins(piles, whole, each.saturating_add(1));
    [(CandyStep::Largest, largest), (CandyStep::One, one)]
        .into_iter()
        .filter(|(_, wins)| *wins)
        .map(|(step, _)| step)
}
