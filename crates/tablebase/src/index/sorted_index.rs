//! Places of sorted heaps, the chains of which more is known: all look-ups and the test are done
//! side by side, without a branch.

use rules::ir::Int;

use super::IndexStep;
use super::chain::{ChainLink, IndexChain, LinkRange};

/// The most values of a slot whose look-ups are done side by side.
const MAX_VALUES: usize = 64;

/// A chain all of whose slots have the same values, none greater than the one before it, and
/// nothing more is asked of them: sorted heaps.
#[derive(Debug)]
pub(super) struct SortedIndex {
    least: Int,
    greatest: Int,
    /// What each value of each slot adds.
    before: Vec<[u64; MAX_VALUES]>,
}

impl SortedIndex {
    /// The chain as one of this kind, if it is.
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

    /// The place of a position; `None` if the index does not hold it.
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

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&self.before[..]) as u64
    }

    /// The place of a position of `SLOTS` slots. No look-up waits, neither for another nor for the
    /// test that the slots fall.
    #[inline]
    fn of_slots<const SLOTS: usize>(&self, slots: &[Int; SLOTS]) -> Option<u64> {
        let before: &[[u64; MAX_VALUES]; SLOTS] = self.before.first_chunk()?;
        // Negative if one of the slots is less than the least value, or greater than the one before
        // it: differences of what is not negative fit in 64 bits.
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
            // Numbers of rules are not below 0: these ranges are those of a plan.
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
