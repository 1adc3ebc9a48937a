//! Indices without dependent look-ups. An index is a *chain* if the contribution of a code to the
//! index, and the codes that may follow the code, do not depend on other codes. Examples of chains
//! are the indices of sorted heaps and of boxes. In a chain, no look-up waits for another look-up,
//! and a processor runs all look-ups in parallel.

use rules::ir::Int;

use super::diagram::DEAD;
use super::{IndexStep, NodeEntry};

/// The data of one code of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChainLink {
    /// The number of preceding positions that this code contributes, which does not depend on the
    /// other codes.
    pub(super) before: u64,
    pub(super) follow: LinkRange,
}

/// The consecutive range of links that may come next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LinkRange {
    pub(super) first: u32,
    pub(super) count: u32,
}

/// An index without dependent look-ups, whose steps read one slot each.
#[derive(Debug)]
pub(super) struct IndexChain {
    /// The first link of each slot.
    starts: Vec<u32>,
    /// The first link of each slot, minus the minimum of the slot.
    offsets: Vec<Int>,
    pub(super) links: Vec<ChainLink>,
    pub(super) first: LinkRange,
}

impl IndexChain {
    /// Returns the chain of the given steps; `None` if the data of a code depend on the node of the
    /// diagram.
    pub(super) fn from_steps(steps: &[IndexStep]) -> Option<IndexChain> {
        let mut chain = IndexChain {
            starts: Vec::new(),
            offsets: Vec::new(),
            links: Vec::new(),
            first: follow(steps.first()?.row(0), 0)?,
        };
        for (number, step) in steps.iter().enumerate() {
            let &[(least, ..)] = &step.digits[..] else {
                return None;
            };
            let start = u32::try_from(chain.links.len()).ok()?;
            let behind = u32::try_from(chain.links.len() + step.width).ok()?;
            chain.starts.push(start);
            chain.offsets.push(Int::from(start).checked_sub(least)?);
            for code in 0..step.width {
                let link = |entry: &NodeEntry| {
                    let follow = steps
                        .get(number + 1)
                        .map_or(Some(LinkRange::default()), |next| {
                            follow(next.row(entry.next), behind)
                        })?;
                    Some(ChainLink {
                        before: entry.before,
                        follow,
                    })
                };
                let mut met = step
                    .entries
                    .iter()
                    .skip(code)
                    .step_by(step.width)
                    .filter(|entry| entry.next != DEAD)
                    .map(link);
                // A code that no node allows is never reached.
                let one = met.next().unwrap_or(Some(ChainLink {
                    before: 0,
                    follow: LinkRange::default(),
                }))?;
                if !met.all(|other| other == Some(one)) {
                    return None;
                }
                chain.links.push(one);
            }
        }
        Some(chain)
    }

    /// Returns the index of a position; `None` if the index does not include the position.
    #[inline]
    pub(super) fn place(&self, slots: &[Int]) -> Option<u64> {
        self.along(
            self.offsets
                .iter()
                .zip(slots)
                .map(|(offset, slot)| slot.wrapping_add(*offset) as u64),
        )
    }

    /// Returns the index of the position with the given codes; `None` if the index does not include
    /// the position.
    #[inline]
    pub(super) fn place_of(&self, codes: &[u32]) -> Option<u64> {
        self.along(
            self.starts
                .iter()
                .zip(codes)
                .map(|(start, code)| u64::from(*start) + u64::from(*code)),
        )
    }

    #[inline]
    fn along(&self, numbers: impl Iterator<Item = u64>) -> Option<u64> {
        let (mut follow, mut place, mut held) = (self.first, 0, true);
        for number in numbers {
            held &= number.wrapping_sub(follow.first.into()) < follow.count.into();
            let link = self.links.get(number as usize)?;
            place += link.before;
            follow = link.follow;
        }
        held.then_some(place)
    }

    /// Returns the number of bytes in memory.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&self.links[..]) as u64
    }
}

/// Returns the links that a row of the diagram allows next. The links of the slot begin at `start`.
/// Returns `None` if a code between two allowed codes leads nowhere.
fn follow(row: &[NodeEntry], start: u32) -> Option<LinkRange> {
    let low = row.iter().position(|entry| entry.next != DEAD)?;
    let high = row.iter().rposition(|entry| entry.next != DEAD)? + 1;
    let whole = row[low..high].iter().all(|entry| entry.next != DEAD);
    whole.then_some(LinkRange {
        first: start + low as u32,
        count: (high - low) as u32,
    })
}

#[cfg(test)]
mod tests {
    use base::budget::Budget;
    use rules::ir::Int;
    use rules::world::World;

    use super::super::PositionIndex;

    /// Compares the index of a game of three slots of 20 values with the index by rows, and checks
    /// whether the index is a chain.
    fn check(state: &str, chained: bool, falling: bool) {
        let mut world = World::empty();
        let text = format!("game A {{ state {state} move : nothing }}");
        world
            .load("a.game", &text)
            .unwrap_or_else(|_| panic!("{text}"));
        let game = world.instantiate("A", vec![]).unwrap();
        let index = PositionIndex::build(
            world.rules(game).game().unwrap(),
            &[(-3, 16); 3],
            &Budget::generous(),
        )
        .unwrap();
        assert_eq!(index.chain.is_some(), chained, "{text}");
        assert_eq!(index.falling.is_some(), falling, "{text}");
        let mut held = 0;
        for number in 0..22 * 22 * 22 {
            let slots = [number / 484 - 4, number / 22 % 22 - 4, number % 22 - 4].map(Int::from);
            let place = index.place_by_rows(&slots);
            assert_eq!(index.place(&slots), place, "{slots:?} of {text}");
            let codes = slots.map(|slot| (slot + 3) as u32);
            if slots.iter().all(|slot| (-3..=16).contains(slot)) {
                assert_eq!(index.place_of(&codes), place, "{slots:?} of {text}");
            }
            held += u64::from(place.is_some());
        }
        assert_eq!(held, index.size(), "{text}");
    }

    #[test]
    fn chains_say_what_rows_say() {
        check("a[1..3] in -3..16", true, false);
        check("a[1..3] in -3..16 unordered", true, true);
        check("a[1..3] in -3..16 unordered require a[3] > 5", true, false);
        check("a[1..3] in -3..16 require a[1] <= a[2]", false, false);
        check(
            "a[1..3] in -3..16 unordered require a[2] % 3 != 1",
            false,
            false,
        );
        check(
            "a[1..3] in -3..16 require a[1] + a[2] + a[3] == 7",
            false,
            false,
        );
        check("a[1..3] in -3..16 require a[1] + a[2] < 9", true, false);
    }
}
