//! Wythoff's game: take any number from one heap, or the same number from both. With heaps a ≤ b the position is P exactly when
//! a = ⌊(b - a)·φ⌋. The floors are exact: for k below the Fibonacci number F, k·F'/F (F' the next one) has the same floor as k·φ,
//! since it differs by less than 1/F and is no integer. No closed form of the Grundy values is known. O(1).

use rules::budget::{Budget, Stop};
use rules::facts::{Amounts, Facts, Take};
use rules::ir::{Game, Int};
use rules::rules::Outcome;
use rules::text;
use rules::text::Text;

use super::{ChosenMove, ClosedForm, Refusal, Theorem, choices_for, plain_takes};
use crate::value::Grundy;

pub(super) struct Wythoff;

impl Theorem for Wythoff {
    fn name(&self) -> &'static str {
        "wythoff"
    }

    fn statement(&self) -> Text {
        text!(
            "two heaps a ≤ b, from one of which or equally from both any number may be taken, are P iff a = ⌊(b - a)·φ⌋",
            "两堆 a ≤ b，可从一堆取任意多个或从两堆取同样多个：先手必败当且仅当 a = ⌊(b - a)·φ⌋"
        )
    }

    fn source(&self) -> &'static str {
        "W. A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde 7 (1907)"
    }

    fn apply(&self, game: &Game, facts: &Facts, _: &Budget<'_>) -> Result<Box<dyn ClosedForm>, Refusal> {
        let takes = plain_takes(game, facts)?;
        if game.slots.len() != 2 {
            let count = game.slots.len();
            return Err(text!("needs two heaps; a position has {count} numbers", "需要两堆；此处局面有 {count} 个数").into());
        }
        for vector in [[1, 0], [0, 1], [1, 1]] {
            if !takes.iter().any(|take| take.vector == vector && take.amounts == Amounts::All) {
                let [a, b] = vector.map(|v| if v == 1 { "k" } else { "0" });
                return Err(text!("no move takes any number k in the way ({a}, {b})", "没有一着能按 ({a}, {b}) 取走任意数目 k").into());
            }
        }
        Ok(Box::new(Heaps { lows: [game.slots[0].low, game.slots[1].low], takes: takes.to_vec() }))
    }
}

/// ⌊k·φ⌋, exact for k up to 2^64.
pub(super) fn floor_phi(k: u128) -> u128 {
    /// F(93) and F(95); the next Fibonacci number after F(95) is 2·F(95) - F(93).
    const F: [u128; 2] = {
        let (mut a, mut b) = (0u128, 1u128);
        let mut i = 0;
        while i < 93 {
            (a, b) = (b, a + b);
            i += 1;
        }
        [a, a + b]
    };
    debug_assert!(k <= 1 << 64);
    // k·F(96)/F(95), written so that the product fits in 128 bits.
    2 * k - (k * F[0]).div_ceil(F[1])
}

/// The other heap of the P-position that has a heap x. Every number but 0 occurs once among the lower and upper heaps (Rayleigh).
fn partner(x: u64) -> u128 {
    if x == 0 {
        return 0;
    }
    let x = u128::from(x);
    // ⌊(x + 1)/φ⌋ = ⌊(x + 1)·φ⌋ - (x + 1): the only j for which ⌊j·φ⌋ can be x.
    let above = floor_phi(x + 1);
    let j = above - (x + 1);
    if floor_phi(j) == x {
        return x + j;
    }
    // Else x is an upper heap ⌊j·φ⌋ + j, with j = ⌊(x + 1)/φ²⌋ = 2(x + 1) - ⌈(x + 1)·φ⌉.
    let j = 2 * (x + 1) - above - 1;
    x - j
}

struct Heaps {
    lows: [Int; 2],
    takes: Vec<Take>,
}

impl Heaps {
    /// The sizes of the heaps, each counted from its least value; below 2^64 for any two 64-bit numbers.
    fn sizes(&self, slots: &[Int]) -> [u64; 2] {
        [0, 1].map(|i| slots[i].wrapping_sub(self.lows[i]) as u64)
    }
}

impl ClosedForm for Heaps {
    fn found(&self) -> Text {
        text!("any number from either heap, or the same from both", "可从任一堆取任意多个，或从两堆取同样多个")
    }

    fn grundy(&self, _: &[Int]) -> Option<Grundy> {
        None
    }

    fn outcome(&self, slots: &[Int]) -> Outcome {
        let [a, b] = self.sizes(slots);
        if floor_phi(a.abs_diff(b).into()) == u128::from(a.min(b)) { Outcome::P } else { Outcome::N }
    }

    fn moves_to(&self, slots: &[Int], value: Grundy, _: &Budget<'_>) -> Result<Option<Vec<ChosenMove>>, Stop> {
        if value != Grundy::ZERO {
            return Ok(Some(Vec::new()));
        }
        let [a, b] = self.sizes(slots);
        let mut moves = Vec::new();
        let mut lower = |vector: [Int; 2], size: u64, target: u128| {
            if target < u128::from(size)
                && let Ok(amount) = Int::try_from(u128::from(size) - target)
            {
                moves.extend(choices_for(&self.takes, slots, &vector, amount));
            }
        };
        lower([1, 0], a, partner(b));
        lower([0, 1], b, partner(a));
        lower([1, 1], a.min(b), floor_phi(a.abs_diff(b).into()));
        Ok(Some(moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floors_agree_with_the_exact_square_root() {
        // ⌊k·φ⌋ = ⌊(k + ⌊√(5k²)⌋) / 2⌋, the naive twin, as far as 5k² fits.
        let by_root = |k: u128| (k + (5 * k * k).isqrt()) / 2;
        for k in (0..10_000).chain((0..62).flat_map(|i| [1 << i, (1 << i) - 1, (1 << i) + 1])).chain((1 << 62)..(1 << 62) + 1000) {
            assert_eq!(floor_phi(k), by_root(k), "{k}");
        }
    }

    #[test]
    fn floors_and_their_indices_share_out_the_numbers_up_to_the_last() {
        // Where 5k² does not fit: k is ⌊jφ⌋ or ⌊jφ⌋ + j for exactly one j (Rayleigh), and floors step by 1 or 2.
        for k in (u128::from(u64::MAX) - 1000..=u128::from(u64::MAX)).chain((1 << 63) - 500..(1 << 63) + 500) {
            let step = floor_phi(k + 1) - floor_phi(k);
            let near = |j: u128| j - 2..=j + 2;
            let lower = near(floor_phi(k) - k).filter(|&j| floor_phi(j) == k).count();
            let upper = near(2 * k - floor_phi(k)).filter(|&j| floor_phi(j) + j == k).count();
            assert!((1..=2).contains(&step) && lower + upper == 1, "{k}");
        }
    }

    #[test]
    fn partners_are_mutual_and_differ_by_their_index() {
        for x in (1..5000).chain([1 << 40, (1 << 61) + 12345, i64::MAX as u64 - 1, i64::MAX as u64]) {
            let y = partner(x);
            assert_ne!(y, u128::from(x));
            let (low, high) = (y.min(x.into()), y.max(x.into()));
            assert_eq!(floor_phi(high - low), low);
            if let Ok(y) = u64::try_from(y) {
                assert_eq!(partner(y), u128::from(x));
            }
        }
    }
}
