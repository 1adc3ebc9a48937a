//! This module computes the values of a chain truncated at every position, all together. A chain of
//! parts w₁, w₂, …, w_j, each joined to the previous part by an edge, has the value f₁(f₂(…
//! f_j(0))). In this formula, f_i(x) = (x xor w_i) + 1. Computing the values for all j one after
//! the other takes O(k²). Instead, the chains grow together from their ends: for i = k, …, 1, a new
//! chain enters as 0, and then f_i is applied to all chains that have entered. In every step, the
//! last bit of a chain stays equal to the last bit of the first chain, or stays different from it.
//! So two classes of chains are sufficient. f_i carries into the second bit only in the class whose
//! last bit is 1 after the xor. So each class is a smaller problem on the numbers without their
//! last bit, and every step belongs to one of the two classes. The time is O(k) for each bit, O(k
//! log(largest value)) in total, and the memory is O(k).

use base::budget::{Budget, StopReason};

/// The maximum number of remaining changes that are made individually: plain loops over arrays are
/// faster than fewer but more complex steps.
const MAX_DIRECT_CHANGES: usize = 1 << 17;

/// The marker that replaces the number of a chain in an event that applies f_i to all chains.
const STEP: u32 = u32::MAX;

/// Returns the values of the chains w₁ … w_j for j = 0, …, k; all values must be below 2^31. O(k
/// log(largest value)).
pub(super) fn chains(parts: &[u32], budget: &Budget<'_>) -> Result<Vec<u32>, StopReason> {
    // Memory for two copies of the events: a list that is split, and its halves.
    budget.allow_growth(0, 52 * parts.len() as u64)?;
    let mut numbers = vec![0; parts.len() + 1];
    let happenings = parts
        .iter()
        .enumerate()
        .rev()
        .flat_map(|(i, &part)| [(i as u32 + 1, 0), (STEP, part)])
        .collect();
    let mut waiting = vec![ChainClass {
        happenings,
        chains: parts.len(),
        ..ChainClass::default()
    }];
    while let Some(class) = waiting.pop() {
        budget.steps(class.happenings.len())?;
        if class.chains * class.happenings.len() <= MAX_DIRECT_CHANGES {
            class.settle(&mut numbers);
        } else {
            waiting.extend(class.split());
        }
    }
    Ok(numbers)
}

/// Chains that agree in their last bits, with the events for the remaining bits of their numbers,
/// in order.
#[derive(Default)]
struct ChainClass {
    /// Either a chain that enters with its number, or [`STEP`] and w: every number x becomes (x xor
    /// w) + 1.
    happenings: Vec<(u32, u32)>,
    /// The number of chains that enter.
    chains: usize,
    /// A pending xor of every number.
    pending: u32,
    /// The number of known low bits, and the final values of these bits.
    known: u32,
    bits: u32,
}

impl ChainClass {
    /// Returns the number of a chain from its remaining bits.
    fn number(&self, rest: u32) -> u32 {
        ((rest ^ self.pending) << self.known) | self.bits
    }

    /// Writes the final numbers.
    fn settle(self, numbers: &mut [u32]) {
        let mut rest = Vec::with_capacity(self.chains);
        for &(chain, x) in &self.happenings {
            match chain {
                STEP => rest
                    .iter_mut()
                    .for_each(|number| *number = (*number ^ x) + 1),
                _ => rest.push(x),
            }
        }
        let entered = self.happenings.iter().filter(|(chain, _)| *chain != STEP);
        for ((chain, _), rest) in entered.zip(rest) {
            numbers[*chain as usize] = self.number(rest);
        }
    }

    /// Splits the class in two by the next bit.
    fn split(self) -> [ChainClass; 2] {
        let mut halves = [ChainClass::default(), ChainClass::default()];
        // The current bit of the chains in the first half; the chains in the second half have the
        // other bit.
        let mut bit = 0;
        for (chain, x) in self.happenings {
            if chain == STEP {
                for half in &mut halves {
                    half.pending ^= x >> 1;
                }
                bit ^= x & 1;
                let carrying = &mut halves[usize::from(bit == 0)];
                bit ^= 1;
                if carrying.chains > 0 {
                    carrying.happenings.push((STEP, carrying.pending));
                    carrying.pending = 0;
                }
            } else {
                let half = &mut halves[usize::from(x & 1 != bit)];
                half.happenings.push((chain, (x >> 1) ^ half.pending));
                half.chains += 1;
            }
        }
        for (half, own) in halves.iter_mut().zip([bit, bit ^ 1]) {
            half.pending ^= self.pending >> 1;
            half.known = self.known + 1;
            half.bits = self.bits | ((own ^ (self.pending & 1)) << self.known);
        }
        halves
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    fn one_by_one(parts: &[u32]) -> Vec<u32> {
        let chain = |length: usize| {
            parts[..length]
                .iter()
                .rev()
                .fold(0, |x, part| (x ^ part) + 1)
        };
        (0..=parts.len()).map(chain).collect()
    }

    #[test]
    fn together_is_one_by_one() {
        let mut rng = Rng::with_seed(31);
        for round in 0..1500 {
            let bits = rng.u32(0..=20);
            let parts: Vec<u32> = (0..round % 1500)
                .map(|_| {
                    if rng.bool() {
                        0
                    } else {
                        rng.u32(..) & ((1 << bits) - 1)
                    }
                })
                .collect();
            assert_eq!(
                chains(&parts, &Budget::generous()).unwrap(),
                one_by_one(&parts),
                "{parts:?}"
            );
        }
    }
}
