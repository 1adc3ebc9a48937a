//! Orders of unordered slots. If moves are the same in every order of the unordered slots,
//! predecessors are found from one of the orders.

use std::ops::Range;

use facts::slotwise::ResolvedMove;
use rules::ir::Int;
use rustc_hash::FxHashMap;

/// Maximum number of unordered slots, such that the number of orders of the slots is below 2^64.
const MAX_SLOTS: usize = 20;

/// The signature of a move. For each slot, the signature contains the number of the set of allowed
/// values, the old slot that the new slot reads, and the number of the table.
type MoveSignature = Vec<(usize, Option<usize>, usize)>;

/// Returns whether every permutation of these unordered slots maps the set of moves to itself. The
/// test disregards the conditions that the rules test on the sorted position before the choices of
/// a move are made. Returns false if a move has guards on several slots, or if two new slots read
/// the same old slot.
pub(crate) fn alike(made: &[ResolvedMove], slots: usize, unordered: &Range<usize>) -> bool {
    if unordered.len() > MAX_SLOTS || made.iter().any(|one| !one.guards.is_empty() || twice(one)) {
        return false;
    }
    let of_rule = |one: &ResolvedMove| made.iter().position(|other| other.standing == one.standing);
    // Exchanges of neighbors generate all permutations.
    let exchange = |slot: usize| {
        let mut old: Vec<usize> = (0..slots).collect();
        old.swap(slot - 1, slot);
        old
    };
    let exchanges: Vec<Vec<usize>> = unordered.clone().skip(1).map(exchange).collect();
    same_moves(made, &exchanges, |one| &one.own, of_rule)
}

/// Returns whether each of the given exchanges maps the set of moves to itself. An exchange is
/// given as the old slot of each new slot. Returns false if a move has guards on several slots.
pub(crate) fn preserve_moves(made: &[ResolvedMove], exchanges: &[Vec<usize>]) -> bool {
    made.iter().all(|one| one.guards.is_empty())
        && same_moves(made, exchanges, |one| &one.allowed, |_| None)
}

/// Returns whether each exchange maps the set of moves to itself. Moves are compared by the sets of
/// values that `sets_of` returns and by the numbers that `number` returns.
fn same_moves<'m>(
    made: &'m [ResolvedMove],
    exchanges: &[Vec<usize>],
    sets_of: fn(&ResolvedMove) -> &[Vec<bool>],
    number: impl Fn(&ResolvedMove) -> Option<usize>,
) -> bool {
    let (mut sets, mut tables) = (
        FxHashMap::<&[bool], usize>::default(),
        FxHashMap::<&[Int], usize>::default(),
    );
    let mut short = |one: &'m ResolvedMove| -> MoveSignature {
        let slot = |(slot, set): (usize, &'m Vec<bool>)| {
            let next = sets.len();
            let set = *sets.entry(set).or_insert(next);
            let Some(news) = &one.slots else {
                return (set, None, usize::MAX);
            };
            let next = tables.len();
            (
                set,
                news[slot].source,
                *tables.entry(&news[slot].table).or_insert(next),
            )
        };
        sets_of(one).iter().enumerate().map(slot).collect()
    };
    let mut moves = Vec::with_capacity(made.len());
    for one in made {
        moves.push((number(one), one.slots.is_some(), short(one)));
    }
    moves.sort_unstable();
    exchanges.iter().all(|old| {
        let mut new = vec![0; old.len()];
        old.iter()
            .enumerate()
            .for_each(|(slot, &from)| new[from] = slot);
        let exchanged = |short: &MoveSignature| -> MoveSignature {
            old.iter()
                .map(|&from| {
                    (
                        short[from].0,
                        short[from].1.map(|source| new[source]),
                        short[from].2,
                    )
                })
                .collect()
        };
        let mut others: Vec<_> = moves
            .iter()
            .map(|(number, leaves, short)| (*number, *leaves, exchanged(short)))
            .collect();
        others.sort_unstable();
        others == moves
    })
}

/// Returns whether two new slots of a move read the same old slot.
fn twice(made: &ResolvedMove) -> bool {
    let sources: Vec<usize> = made
        .slots
        .iter()
        .flatten()
        .filter_map(|new| new.source)
        .collect();
    sources
        .iter()
        .enumerate()
        .any(|(i, source)| sources[..i].contains(source))
}

/// Returns the number of permutations that fix sorted values, of which there are at most
/// [`MAX_SLOTS`].
#[inline]
pub(crate) fn repeats(sorted: &[u32]) -> u64 {
    let (mut product, mut alike) = (1, 1);
    for pair in sorted.windows(2) {
        alike = if pair[0] == pair[1] { alike + 1 } else { 1 };
        product *= alike;
    }
    product
}

/// Sorts a few nearly sorted values in descending order.
#[inline]
pub(crate) fn sort(values: &mut [u32]) {
    for end in 1..values.len() {
        let mut at = end;
        while at > 0 && values[at - 1] < values[at] {
            values.swap(at - 1, at);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_are_products_of_factorials() {
        for (sorted, expected) in [
            (&[][..], 1),
            (&[7], 1),
            (&[1, 2], 1),
            (&[1, 1], 2),
            (&[1, 1, 2, 3], 2),
            (&[0, 0, 4, 4, 4], 12),
        ] {
            assert_eq!(repeats(sorted), expected, "{sorted:?}");
        }
        assert_eq!(repeats(&[5; MAX_SLOTS]), (1..=MAX_SLOTS as u64).product());
    }

    #[test]
    fn values_are_sorted() {
        for n in 0..256_u32 {
            let mut values = [n % 4, n / 4 % 4, n / 16 % 4, n / 64];
            let mut expected = values;
            sort(&mut values);
            expected.sort_by(|a, b| b.cmp(a));
            assert_eq!(values, expected);
        }
    }
}
