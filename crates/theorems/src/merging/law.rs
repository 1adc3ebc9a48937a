//! The law of *plain* positions, in which every pile has one stone or is full, except for at most
//! one other pile. Let t be the number of piles minus the number of piles that hold all stones if
//! they are packed as tightly as possible. The player to move wins iff t is odd. The outcomes of
//! positions that are not plain must be searched.
//!
//! Proof: full piles have no moves and can be ignored. Besides the full piles, let one pile have g
//! < m stones, and let s piles have one stone each. Then t = 1 + s - ⌈(g + s) / m⌉. If t = 0, no
//! move is possible, because s ≥ 1 would need g > (m - 1) s. If t is odd, some pile has one stone,
//! and merging it with the pile of g lowers t by 1. If t is even, the opponent always has an answer
//! after which the position is plain and t is smaller by 2:
//!
//! - If g becomes g + 1, t is odd and the position is plain, so the argument for odd t applies (a
//!   full pile leaves g = 1).
//! - If two piles of one become a pile of 2 and g + 2 ≤ m, the opponent merges the pile of 2 with
//!   g.
//! - If two piles of one become a pile of 2 and g = m - 1, the opponent fills the pile of g with
//!   one more stone, and 2 is the new g. With g = m - 1, another pile of one exists, because s = 2
//!   would give t = 1.
//!
//! Source: HEOI 2014 (Luogu P4101), where all piles begin with one stone; the proof was written for
//! Grundy.

/// A plain position, represented by its piles that are not full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainPosition {
    /// The number of stones in the pile that neither has one stone nor is full. If every pile has
    /// one stone or is full, `other` is the size of a pile of one, or 0 if all piles are full.
    pub other: u64,
    /// The number of piles with one stone, apart from the pile `other`.
    pub ones: u64,
}

impl PlainPosition {
    /// Returns the number of merges left if the stones are packed as tightly as possible, for a cap
    /// of at least 1. O(1).
    pub fn merges(self, cap: u64) -> u64 {
        let PlainPosition { other, ones } = self;
        if other == 0 {
            return 0;
        }
        // Computes ⌈(other + ones) / cap⌉ within 64 bits, because `other` is at most the cap.
        let beyond = ones.saturating_sub(cap - other);
        ones - beyond.div_ceil(cap)
    }

    /// Creates a position in which every pile has one stone.
    pub fn ones(count: u64) -> PlainPosition {
        PlainPosition {
            other: count.min(1),
            ones: count.saturating_sub(1),
        }
    }
}

/// Returns whether the player to move wins if `count` piles have one stone each and no pile may
/// hold more than `cap`, at least 1. O(1).
pub fn wins_from_ones(count: u64, cap: u64) -> bool {
    PlainPosition::ones(count).merges(cap) % 2 == 1
}

/// Returns the plain position of piles of 1 to `cap` stones, given as (stones, number of piles).
/// Returns `None` if the position is not plain, or if it has 2^64 piles.
pub fn plain_position(
    piles: impl IntoIterator<Item = (u64, u64)>,
    cap: u64,
) -> Option<PlainPosition> {
    let (mut ones, mut other) = (0_u64, 0);
    for (stones, count) in piles
        .into_iter()
        .filter(|&(stones, count)| stones > 0 && count > 0 && stones < cap)
    {
        match (stones, count, other) {
            (1, _, _) => ones = ones.checked_add(count)?,
            (_, 1, 0) => other = stones,
            _ => return None,
        }
    }
    Some(if other == 0 {
        PlainPosition::ones(ones)
    } else {
        PlainPosition { other, ones }
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn by_definition(piles: &[u64], cap: u64, known: &mut HashMap<Vec<u64>, bool>) -> bool {
        if let Some(&wins) = known.get(piles) {
            return wins;
        }
        let pairs = (0..piles.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let mut legal = pairs.filter(|&(i, j)| piles[i] + piles[j] <= cap);
        let wins = legal.any(|(i, j)| {
            let mut left = piles.to_vec();
            left[j] += left.remove(i);
            left.sort_unstable();
            !by_definition(&left, cap, known)
        });
        known.insert(piles.to_vec(), wins);
        wins
    }

    #[test]
    fn plain_positions_by_the_definition() {
        let mut looked = 0;
        for cap in 1..=8 {
            let mut known = HashMap::new();
            for count in 0..=if cap <= 4 { 24 } else { 18 } {
                assert_eq!(
                    wins_from_ones(count, cap),
                    by_definition(&vec![1; count as usize], cap, &mut known),
                    "{count} to {cap}"
                );
            }
            for (piles, wins) in &known {
                if let Some(plain) = plain_position(piles.iter().map(|&pile| (pile, 1)), cap) {
                    assert_eq!(plain.merges(cap) % 2 == 1, *wins, "{piles:?} to {cap}");
                    looked += 1;
                }
            }
        }
        assert!(looked > 500, "{looked}");
    }

    #[test]
    fn the_greatest_numbers() {
        assert!(wins_from_ones(u64::MAX, 2) && wins_from_ones(2, u64::MAX));
        assert_eq!(wins_from_ones(u64::MAX, u64::MAX), (u64::MAX - 1) % 2 == 1);
        assert!(!wins_from_ones(0, 1) && !wins_from_ones(u64::MAX, 1));
    }
}
