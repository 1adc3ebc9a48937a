//! Fibonacci Nim: the first move may not take the complete heap, and each later move takes at most
//! twice as much as the opponent took (k-fold dynamic subtraction with k = 2). At a heap m, the
//! smallest winning take is the smallest part of the Zeckendorf representation of m. The Zeckendorf
//! representation of m is a sum of Fibonacci numbers F_2 = 1, F_3 = 2, F_4 = 3, 5, 8, …, no two of
//! which are consecutive. The Fibonacci numbers of the representation must start at F_2. If F_1 = 1
//! were also allowed, the representation would not be unique (1 = F_1, 3 = 2 + F_1, 4 = 3 + F_1 …).
//! So a heap is lost at the beginning of the game exactly when its size is a Fibonacci number. The
//! representation has O(log m) parts. Sources: E. Zeckendorf, Bull. Soc. R. Sci. Liège 41 (1972);
//! M. J. Whinihan, Fibonacci Quarterly 1 (1963).

use base::budget::{Budget, StopReason};
use dashu_int::UBig;

use crate::dynamic::{Player, TakeFactor};

/// Returns the indices i ≥ 2 of the Fibonacci numbers F_i in the Zeckendorf representation of m,
/// largest first; the list is empty for m = 0. O(log m) additions, without storing the Fibonacci
/// numbers.
pub fn zeckendorf(m: &UBig) -> Vec<usize> {
    let mut indices = Vec::new();
    descend(m, |index, _| indices.push(index));
    indices
}

/// Returns the smallest part of the Zeckendorf representation, which is the smallest winning take
/// of Fibonacci Nim; `None` for 0. O(log m) additions.
pub fn least_part(m: &UBig) -> Option<UBig> {
    let mut least = None;
    descend(m, |_, part| least = Some(part.clone()));
    least
}

/// Returns whether m ≥ 1 is a Fibonacci number, that is, a heap that is lost at the beginning of
/// the game. O(log m) additions.
pub fn is_fibonacci(m: &UBig) -> bool {
    zeckendorf(m).len() == 1
}

/// Creates a player of Fibonacci Nim for a heap that the first move must not take completely; see
/// [`Player`] for the cost.
///
/// # Errors
/// Returns the errors of [`Player::new`].
pub fn player(size: UBig, budget: &Budget<'_>) -> Result<Player, StopReason> {
    let limit = if size.is_zero() {
        UBig::ZERO
    } else {
        &size - UBig::ONE
    };
    Player::new(
        TakeFactor::new(2, 1).expect("2 is a factor"),
        size,
        limit,
        budget,
    )
}

/// Calls `found` with the index and the value of each part of the representation, largest part
/// first.
fn descend(m: &UBig, mut found: impl FnMut(usize, &UBig)) {
    // The loop steps through the pairs (F_{i+1}, F_i), from i = 1 up to the first F_{i+1} > m, then
    // down again.
    let (mut next, mut this, mut index) = (UBig::ONE, UBig::ONE, 1);
    while next <= *m {
        (next, this) = (&next + &this, next);
        index += 1;
    }
    let mut rest = m.clone();
    while index >= 2 && !rest.is_zero() {
        if this <= rest {
            rest -= &this;
            found(index, &this);
        }
        let before = next - &this;
        (next, this) = (this, before);
        index -= 1;
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::dynamic::{SchwenkNumbers, table};
    use crate::online_player::OnlinePlayer;
    use crate::referee::{random_bits, wins_every_game};

    /// Returns the sets of non-consecutive indices, starting at `from`, whose Fibonacci numbers
    /// (F_1 = F_2 = 1) have the sum m.
    fn representations(m: u32, from: usize) -> Vec<Vec<usize>> {
        let fibonacci = |index: usize| (1..index).fold((0u32, 1u32), |(a, b), _| (b, a + b)).1;
        if m == 0 {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for index in (from..).take_while(|&index| fibonacci(index) <= m) {
            for mut rest in representations(m - fibonacci(index), index + 2) {
                rest.push(index);
                all.push(rest);
            }
        }
        all
    }

    #[test]
    fn the_representation_is_the_only_one_from_the_second_index_on() {
        for m in 0..=300 {
            assert_eq!(representations(m, 2), [zeckendorf(&m.into())], "{m}");
        }
        // With F_1 = 1 in addition to F_2 = 1 the representation is not unique: 1, 3 and 4 have two
        // representations.
        for m in [1, 3, 4] {
            assert_eq!(representations(m, 1).len(), 2, "{m}");
        }
    }

    #[test]
    fn the_least_part_is_the_least_winning_take() {
        let two = TakeFactor::new(2, 1).unwrap();
        let table = table::by_walls(20_000, two, &Budget::generous()).unwrap();
        for m in 1..=20_000u32 {
            assert_eq!(least_part(&m.into()), Some(table[m as usize].into()), "{m}");
            assert_eq!(is_fibonacci(&m.into()), table[m as usize] == m, "{m}");
        }
        assert_eq!(least_part(&UBig::ZERO), None);
        let m = UBig::from(10u8).pow(999);
        let numbers = SchwenkNumbers::up_to(two, &m, &Budget::generous()).unwrap();
        assert_eq!(least_part(&m), numbers.least_take(&m));
    }

    #[test]
    fn wins_every_game_that_it_should() {
        let budget = Budget::generous();
        let start = |rng: &mut Rng| {
            let size = 2 + random_bits(rng, 12);
            let fibonacci = (0..rng.u32(3..18))
                .fold((0u64, 1u64), |(a, b), _| (b, a + b))
                .1;
            player(if rng.bool() { size } else { fibonacci }.into(), &budget).unwrap()
        };
        let reply = |rng: &mut Rng, player: &mut Player| {
            let (left, limit) = player.position();
            UBig::from(rng.u64(..)) % left.min(limit) + UBig::ONE
        };
        let first = wins_every_game(4, start, reply);
        assert!((100..900).contains(&first), "{first}");
        assert!(player(UBig::ZERO, &budget).unwrap().any_move().is_none());
    }
}
