//! Indices of sorted heaps, a special case of chains. All look-ups, and the test whether the heaps
//! are sorted, run in parallel, without a branch.

use rules::ir::Int;

use super::IndexStep;
use super::chain::{ChainLink, IndexChain, LinkRange};

/// Maximum number of values of a slot for which look-ups run in parallel.
const MAX_VALUES: usize = 64;

/// The index of sorted heaps: a chain in which all slots have the same range, no slot exceeds its
/// predecessor, and there are no other conditions.
#[derive(Debug)]
pub(super) struct SortedIndex {
    least: Int,
    greatest: Int,
    /// The contribution of each value of each slot.
    before: Vec<[u64; MAX_VALUES]>,
}

impl SortedIndex {
    /// Returns a chain as an index of sorted heaps; `None` if the chain does not have this form.
    pub(super) fn from_chain(chain: &IndexChain, steps: &[IndexStep]) -> Option<SortedIndex> {
        let (width, &[(least, ..)]) = (steps.first()?.width, &steps.first()?.digits[..]) else {
            return None;
        };
        let alike = steps.iter().all(|step| {
            step.width == width && matches!(step.digits[..], [(low, ..)] if low == least)
        });
        let follows =
            |(number, link): (usize, &ChainLink)| match (number / width + 1, number % width) {
                (next, _) if next == steps.len() => true,
                (next, code) => {
                    link.follow
                        == LinkRange {
                            first: (next * width) as u32,
                            count: code as u32 + 1,
                        }
                }
            };
        let whole = chain.first
            == LinkRange {
                first: 0,
                count: width as u32,
            };
        if width > MAX_VALUES
            || !(2..=8).contains(&steps.len())
            || !alike
            || !whole
            || !chain.links.iter().enumerate().all(follows)
        {
            return None;
        }
        let mut before = vec![[0; MAX_VALUES]; steps.len()];
        for (row, links) in before.iter_mut().zip(chain.links.chunks(width)) {
            row.iter_mut()
                .zip(links)
                .for_each(|(entry, link)| *entry = link.before);
        }
        Some(SortedIndex {
            least,
            greatest: least.checked_add(width as Int - 1)?,
            before,
        })
    }

    /// Returns the index of a position; `None` if the index does not include the position.
    #[inline(always)]
    pub(super) fn place(&self, slots: &[Int]) -> Option<u64> {
        match slots.len() {
            2 => self.of_slots::<2>(slots.first_chunk()?),
            3 => self.of_slots::<3>(slots.first_chunk()?),
            4 => self.of_slots::<4>(slots.first_chunk()?),
            5 => self.of_slots::<5>(slots.first_chunk()?),
            6 => self.of_slots::<6>(slots.first_chunk()?),
            7 => self.of_slots::<7>(slots.first_chunk()?),
            8 => self.of_slots::<8>(slots.first_chunk()?),
            _ => None,
        }
    }

    /// Returns the number of bytes in memory.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&self.before[..]) as u64
    }

    /// Returns the index of a position of `SLOTS` slots. No look-up waits for another look-up, nor
    /// for the test whether the slots are sorted.
    #[inline]
    fn of_slots<const SLOTS: usize>(&self, slots: &[Int; SLOTS]) -> Option<u64> {
        let before: &[[u64; MAX_VALUES]; SLOTS] = self.before.first_chunk()?;
        // The value is negative if a slot is below the minimum or exceeds its predecessor.
        // Differences of nonnegative numbers fit in 64 bits.
        let (mut wrong, mut last, mut place) = (0, self.greatest.wrapping_sub(self.least), 0_u64);
        for (slot, row) in slots.iter().zip(before) {
            let above = slot.wrapping_sub(self.least);
            wrong |= above | last.wrapping_sub(above);
            last = above;
            place = place.wrapping_add(row[above as usize % MAX_VALUES]);
        }
        (wrong >= 0).then_some(place)
    }
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;
    use rules::ir::Int;
    use rules::world::World;

    use super::super::PositionIndex;

    #[test]
    fn no_number_however_great_is_taken_for_a_position() {
        for (slots, least) in [(2, -3), (3, 5), (8, 0), (3, Int::MIN / 2)] {
            let mut world = World::empty();
            // The rules of this game state no negative bounds, so the test passes the ranges to the
            // index, as a plan does.
            world
                .load(
                    "a.game",
                    &format!("game A {{ state a[1..{slots}] in 0.. unordered move : nothing }}"),
                )
                .unwrap();
            let game = world.instantiate("A", vec![]).unwrap();
            let ranges = vec![(least, least + 19); slots];
            let index = PositionIndex::build(
                world.rules(game).game().unwrap(),
                &ranges,
                &Budget::generous(),
            )
            .unwrap();
            assert!(index.falling.is_some());
            let numbers = [
                Int::MIN,
                Int::MIN + 2,
                Int::MIN + 5,
                least - 1,
                least,
                least + 3,
                least + 5,
                least + 6,
                64 + least,
                Int::MAX - 2,
                Int::MAX,
            ];
            let (mut random, mut held) = (1_u64, 0);
            for _ in 0..20_000 {
                let mut next = |bound: usize| {
                    random = random
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    (random >> 33) as usize % bound
                };
                let few = next(2) == 0;
                let row: Vec<Int> = (0..slots)
                    .map(|_| {
                        numbers[if few {
                            4 + next(3)
                        } else {
                            next(numbers.len())
                        }]
                    })
                    .collect();
                let place = index.place_by_rows(&row);
                assert_eq!(index.place(&row), place, "{row:?} of {ranges:?}");
                held += usize::from(place.is_some());
            }
            assert!(held > 20, "{held}");
        }
    }
}
