//! This module computes tables of the smallest winning take f(m) = min{n : f(m - n) > k·n} of
//! k-fold dynamic subtraction, for all m up to S.
//!
//! The stack of walls: leaving j wins at m exactly as long as k·(m - j) < f(j). A *wall* at j
//! represents the condition k·(m - j) < f(j). A wall at j is valid for every m below j + ⌈f(j)/k⌉,
//! and invalid from j + ⌈f(j)/k⌉ on. The nearest valid wall gives the smallest take. Walls are
//! pushed on a stack in order of j. An expired wall is removed when it is at the top of the stack.
//! Each wall is removed at most once, so the table takes O(S) for any k (Cao 2008).
//!
//! Blocks: for k ≥ 1 the parts of the greedy representation of m show that f(H_j + r) = f(r) for 0
//! < r < H_{j+1} - H_j, and f(H_j) = H_j (Schwenk 1970, see [`super::schwenk_numbers`]). So each
//! new block is a copy of the beginning of the table, made at the speed of memory.

use base::budget::{Budget, StopReason};

use super::TakeFactor;

/// The value of f(0).
pub const NEVER: u32 = u32::MAX;

/// The number of entries between two clock checks.
const STRETCH: usize = 1 << 16;

/// Computes f(0..=size) by the stack of walls, with f(0) = [`NEVER`]. O(size) time, 4 bytes per
/// entry and 8 for each valid wall.
///
/// # Errors
/// Returns [`StopReason`] if the budget does not allow the time or memory.
pub fn by_walls(size: u32, k: TakeFactor, budget: &Budget<'_>) -> Result<Vec<u32>, StopReason> {
    let mut table = room(size, budget)?;
    // The maximum take after a take of 1. A wall at m expires before the next entry if f(m) is at
    // most the maximum take after a take of 1.
    let low = k.floor();
    // Walls that may still be valid: the index j of each wall, and the first m for which the wall
    // is not valid. The wall at 0 is valid forever.
    let mut walls: Vec<(u32, u32)> = Vec::new();
    let (mut at, mut falls) = (0u32, u32::MAX);
    for m in 1..=size {
        if (m as usize).is_multiple_of(STRETCH) {
            budget.ask()?;
        }
        while falls <= m {
            (at, falls) = walls
                .pop()
                .expect("the wall at 0 stands for every m below 2^32 - 1");
        }
        let take = m - at;
        table.push(take);
        if u64::from(take) > low {
            budget.make_room(&mut walls, 1, 4 * u64::from(size))?;
            walls.push((at, falls));
            (at, falls) = (
                m,
                u32::try_from(k.take_that_allows(take.into()).saturating_add(m.into()))
                    .unwrap_or(u32::MAX),
            );
        }
    }
    Ok(table)
}

/// Computes f(0..=size) by copying blocks. O(size) time at the speed of memory, 4 bytes per entry.
///
/// # Errors
/// Returns [`StopReason`] if the budget does not allow the time or memory.
pub fn by_blocks(size: u32, k: TakeFactor, budget: &Budget<'_>) -> Result<Vec<u32>, StopReason> {
    let mut table = room(size, budget)?;
    let all = size as usize + 1;
    if k.is_below_one() {
        table.resize(all, 1);
        return Ok(table);
    }
    // The losing numbers H_1, H_2, …: the step from h = H_j to the next losing number is H_i, with
    // the smallest i for which k·H_i ≥ H_j.
    let mut losing: Vec<u32> = Vec::new();
    let mut i = 0;
    let mut h = 1usize;
    while h < all {
        budget.ask()?;
        budget.make_room(&mut losing, 1, 4 * u64::from(size))?;
        table.push(h as u32);
        losing.push(h as u32);
        let least = k.take_that_allows(h as u64);
        while u64::from(losing[i]) < least {
            i += 1;
        }
        let next = h + losing[i] as usize;
        for start in (1..losing[i] as usize).step_by(STRETCH) {
            budget.steps(1)?;
            let end = (start + STRETCH)
                .min(losing[i] as usize)
                .min((all - h).max(start));
            table.extend_from_within(start..end);
        }
        h = next;
    }
    Ok(table)
}

/// Creates a table that contains only f(0) and has capacity for all entries.
fn room(size: u32, budget: &Budget<'_>) -> Result<Vec<u32>, StopReason> {
    let entries = size as usize + 1;
    budget.allow_growth(0, 4 * entries as u64)?;
    let mut table = Vec::with_capacity(entries);
    table.push(NEVER);
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::super::tests::factors;
    use super::*;

    /// Returns f(0..=size) by definition. O(size · f) for the largest value of f.
    fn by_definition(size: usize, num: u64, den: u64) -> Vec<u32> {
        let mut table = vec![NEVER];
        for m in 1..=size {
            let take = (1..=m).find(|&n| m == n || u64::from(table[m - n]) * den > num * n as u64);
            table.push(take.unwrap() as u32);
        }
        table
    }

    #[test]
    fn walls_and_blocks_agree_with_the_definition() {
        let budget = Budget::generous();
        for (num, den) in factors() {
            let k = TakeFactor::new(num as u64, den as u64).unwrap();
            let table = by_definition(2000, num as u64, den as u64);
            for size in [0, 1, 2, 3, 17, 1999, 2000] {
                assert_eq!(
                    by_walls(size, k, &budget).unwrap(),
                    table[..=size as usize],
                    "k = {num}/{den}"
                );
                assert_eq!(
                    by_blocks(size, k, &budget).unwrap(),
                    table[..=size as usize],
                    "k = {num}/{den}"
                );
            }
        }
    }

    #[test]
    fn walls_and_blocks_agree_further_out() {
        let budget = Budget::generous();
        for (num, den) in [
            (1, 1),
            (2, 1),
            (10, 1),
            (7, 3),
            (1_000_000_007, 1_000_000_006),
            (123_456, 1),
            (u64::MAX, 1),
        ] {
            let k = TakeFactor::new(num, den).unwrap();
            assert!(
                by_walls(300_000, k, &budget).unwrap() == by_blocks(300_000, k, &budget).unwrap(),
                "k = {num}/{den}"
            );
        }
    }

    #[test]
    fn the_budget_is_kept() {
        let tight = Budget::new(1000, &|| None, &|_, _| ());
        let k = TakeFactor::new(2, 1).unwrap();
        assert!(matches!(
            by_walls(1000, k, &tight),
            Err(StopReason::Memory(..))
        ));
        assert!(matches!(
            by_blocks(1000, k, &tight),
            Err(StopReason::Memory(..))
        ));
        let late = Budget::new(1 << 30, &|| Some(StopReason::Time), &|_, _| ());
        assert!(matches!(by_walls(1 << 20, k, &late), Err(StopReason::Time)));
        assert!(matches!(
            by_blocks(1 << 20, k, &late),
            Err(StopReason::Time)
        ));
    }
}
