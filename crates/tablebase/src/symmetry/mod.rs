//! Exchanges of slots that leave the game as it is (`symmetry` in the rules). Of the positions that
//! are one another with slots exchanged, the one of the least place stands for all: it
//! alone is filled, and who leads to another leads to it. Exchanged codes are sums of table
//! entries, a look-up a code for all exchanges at once. That the game is the same is shown of the
//! moves where they work slot by slot; else it is tested at each position that is filled: the
//! options of all its images must be its own.

mod lister;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use base::text;
use base::text::Text;
use facts::slotwise::ResolvedMove;
use facts::terms::{SlotTest, Term};
use facts::totals::{SlotRanges, Total};
use rules::ir::{Expr, Game, Int};

use super::slot_groups::{MoveSums, MoveTable, SlotGroups};
use super::slot_orders;
use super::tier::Tier;
use crate::index::PositionIndex;
pub(super) use lister::SymmetryLister;

/// The most exchanges.
const MAX_EXCHANGES: usize = 1 << 10;
/// The most table entries.
const MAX_ENTRIES: usize = 1 << 22;

/// The most places of a tier that are looked at to see where there is how much to do.
const STRETCHES: u64 = 1 << 12;
/// How many times the time and the memory of another place a position takes that is filled, about;
/// so two shares of Quixo on 4 × 4 take as long as each other.
const FILLED: u64 = 20;

/// All exchanges that those of the rules make one after the other, the one first that exchanges
/// nothing, as tables of codes.
#[derive(Debug)]
pub(super) struct SymmetryImages {
    units: SlotGroups,
    table: MoveTable,
    /// That the game is the same is shown of its rules.
    shown: bool,
    /// Where in each tier those lie that stand for others, once somebody asks.
    crowds: Vec<OnceLock<WeightIndex>>,
}

/// Where in a tier there is how much to do: of equal stretches of places the weight of all up to
/// the end of each.
#[derive(Debug)]
pub(super) struct WeightIndex {
    size: u64,
    up_to: Vec<u64>,
}

impl WeightIndex {
    /// The place before which a part of all weight lies.
    pub(super) fn part(&self, share: usize, of: usize) -> u64 {
        let all = self.up_to.last().copied().unwrap_or(0);
        let wanted = u128::from(all) * share as u128 / of.max(1) as u128;
        let stretch = self
            .up_to
            .partition_point(|up_to| u128::from(*up_to) <= wanted);
        let before = if stretch == 0 {
            0
        } else {
            self.up_to[stretch - 1]
        };
        let weight = u128::from(self.up_to.get(stretch).map_or(1, |up_to| up_to - before));
        let stretches = self.up_to.len() as u128 * weight;
        let place = u128::from(self.size)
            * (stretch as u128 * weight + wanted - u128::from(before))
            / stretches.max(1);
        (place as u64).min(self.size)
    }
}

impl SymmetryImages {
    /// Those of a game; `None` if it names none, or only the one that exchanges nothing.
    ///
    /// # Errors
    /// Why they are not used.
    pub(super) fn build(
        game: &Game,
        ranges: &[(Int, Int)],
        total: &Total,
        tiers: &[Tier],
        shown: bool,
    ) -> Result<Option<SymmetryImages>, Text> {
        let said = &game.symmetries.0;
        let Some(tier) = tiers.first() else {
            return Ok(None);
        };
        if said.iter().all(|old| old.is_sorted()) {
            return Ok(None);
        }
        // Two that are images of each other are not equal.
        if game.coins {
            return Err(text!("equal coins cancel", "相同的硬币相消"));
        }
        if tier.index.lines().is_some() {
            return Err(text!("positions lie line by line", "局面按线排列"));
        }
        let moved = |same: &dyn Fn(usize, usize) -> bool| {
            said.iter()
                .flat_map(|old| old.iter().enumerate())
                .find(|&(new, &old)| !same(new, old))
        };
        if let Some((new, &old)) = moved(&|new, old| ranges[new] == ranges[old]) {
            let ([new, old], [most, other]) = (
                [new, old].map(|slot| &game.slots[slot].name),
                [new, old].map(|slot| ranges[slot].1),
            );
            return Err(text!(
                "the table goes to {most} in `{new}`, to {other} in `{old}`",
                "表中 `{new}` 到 {most}，`{old}` 到 {other}"
            ));
        }
        if let Some((new, &old)) =
            moved(&|new, old| total.tables.get(&new) == total.tables.get(&old))
        {
            let [new, old] = [new, old].map(|slot| &game.slots[slot].name);
            return Err(text!(
                "the measure of the tiers tells `{new}` and `{old}` apart",
                "分层度量区分了 `{new}` 与 `{old}`"
            ));
        }
        let exchanges = closed(said).ok_or_else(|| {
            text!(
                "they make more than {MAX_EXCHANGES} exchanges",
                "由它们生成的交换超过 {MAX_EXCHANGES} 个"
            )
        })?;
        let units = SlotGroups::of_steps(tier.index.steps());
        if units.bits > u64::BITS {
            return Err(text!(
                "a position takes more than 64 bits",
                "一个局面超过 64 位"
            ));
        }
        if units.stride.saturating_mul(exchanges.len()) > MAX_ENTRIES {
            return Err(text!(
                "the tables of exchanged codes take more than {MAX_ENTRIES} entries",
                "交换后编码的表超过 {MAX_ENTRIES} 项"
            ));
        }
        let row = |old: &Vec<usize>| {
            let new: Vec<usize> = (0..old.len())
                .map(|slot| old.iter().position(|other| *other == slot).unwrap_or(slot))
                .collect();
            let mut row = Vec::with_capacity(units.stride);
            units.row(
                0,
                &|slot, value| Some(units.worth(new[slot], value)),
                &mut row,
            );
            (0, row)
        };
        let table = MoveTable::from_rows(&exchanges.iter().map(row).collect::<Vec<_>>());
        Ok(Some(SymmetryImages {
            units,
            table,
            shown,
            crowds: tiers.iter().map(|_| OnceLock::new()).collect(),
        }))
    }

    /// How many exchanges there are, the one among them that exchanges nothing.
    pub(super) fn number(&self) -> usize {
        self.table.bases.len()
    }

    /// Whether it is shown of the rules that the game is the same.
    pub(super) fn are_shown(&self) -> bool {
        self.shown
    }

    /// Where in a tier those lie that stand for others: they have smaller places.
    pub(super) fn crowded(&self, tier: usize, index: &PositionIndex) -> &WeightIndex {
        self.crowds[tier].get_or_init(|| {
            let size = index.size();
            let count = STRETCHES.min(size);
            let (mut turning, mut codes, mut all) =
                (ImageFinder::new(self), vec![0; self.units.list.len()], 0);
            let mut up_to = |number: u64| {
                // The middle of each stretch.
                index.codes(
                    (u128::from(size) * u128::from(2 * number + 1) / u128::from(2 * count)) as u64,
                    &mut codes,
                );
                all += if turning.is_least(&codes) { FILLED } else { 1 };
                all
            };
            WeightIndex {
                size,
                up_to: (0..count).map(&mut up_to).collect(),
            }
        })
    }

    /// Writes the codes of the position that stands for the one with these codes.
    pub(super) fn settle(&self, codes: &mut [u32]) {
        let images =
            (0..self.number()).map(|exchange| self.units.sum(&self.table, exchange, codes));
        if let Some(least) = images.min() {
            self.units.write(least, codes);
        }
    }
}

/// Whether a measure is the same whatever slots are exchanged.
pub(super) fn keeps(game: &Game, total: &Total) -> bool {
    game.symmetries.0.iter().all(|old| {
        old.iter()
            .enumerate()
            .all(|(new, old)| total.tables.get(&new) == total.tables.get(old))
    })
}

/// Whether the rules show of themselves that a game is the same with its slots exchanged: moves and
/// endings work slot by slot and are the same, and every position within ranges is one.
pub(super) fn is_proved_symmetric(
    game: &Game,
    made: &[ResolvedMove],
    ranges: &SlotRanges<'_>,
) -> bool {
    let said = &game.symmetries.0;
    let same = |condition: &Expr| {
        ranges.test(condition).is_some_and(|test| {
            said.iter()
                .all(|old| sorted(&test, None) == sorted(&test, Some(old)))
        })
    };
    game.requires.is_empty()
        && game.words.is_empty()
        && slot_orders::preserve_moves(made, said)
        && game.goals.iter().chain(&game.traps).all(same)
}

/// A test with its slots exchanged, if they are to be, and its terms in order.
fn sorted(test: &SlotTest, old: Option<&[usize]>) -> SlotTest {
    let both = |two: &[SlotTest; 2]| Box::new([sorted(&two[0], old), sorted(&two[1], old)]);
    match test {
        SlotTest::Any(terms) => {
            let became = |slot: usize| {
                old.and_then(|old| old.iter().position(|from| *from == slot))
                    .unwrap_or(slot)
            };
            let exchanged = |term: &Term| -> Term {
                term.iter()
                    .map(|(slot, values)| (became(*slot), values.clone()))
                    .collect()
            };
            let mut terms: Vec<Term> = terms.iter().map(exchanged).collect();
            terms.sort_unstable();
            SlotTest::Any(terms)
        }
        SlotTest::And(two) => SlotTest::And(both(two)),
        SlotTest::Or(two) => SlotTest::Or(both(two)),
        SlotTest::Not(one) => SlotTest::Not(Box::new(sorted(one, old))),
    }
}

/// All exchanges that some make one after the other, the one first that exchanges nothing; `None`
/// of too many. Each is sorted by the slots that it makes.
fn closed(said: &[Vec<usize>]) -> Option<Vec<Vec<usize>>> {
    let nothing: Vec<usize> = (0..said[0].len()).collect();
    let (mut all, mut known) = (vec![nothing.clone()], BTreeSet::from([nothing]));
    let mut at = 0;
    while at < all.len() {
        for old in said {
            let next: Vec<usize> = old.iter().map(|&slot| all[at][slot]).collect();
            if known.insert(next.clone()) {
                all.push(next);
            }
        }
        if all.len() > MAX_EXCHANGES {
            return None;
        }
        at += 1;
    }
    Some(all)
}

/// The images of positions that are asked for one after the other.
pub(super) struct ImageFinder<'p> {
    images: &'p SymmetryImages,
    sums: MoveSums,
}

impl<'p> ImageFinder<'p> {
    pub(super) fn new(images: &'p SymmetryImages) -> ImageFinder<'p> {
        ImageFinder {
            images,
            sums: MoveSums::new(&images.units, &images.table),
        }
    }

    /// The images of a position with these codes, itself first.
    #[inline]
    fn all(&mut self, codes: &[u32]) -> &[u64] {
        self.sums
            .sums_at(&self.images.units, &self.images.table, codes)
    }

    /// Writes the codes of the position that stands for the one with these codes; gives how many
    /// exchanges leave it as it is.
    #[inline]
    pub(super) fn canonicalize(&mut self, codes: &mut [u32]) -> u64 {
        let (least, stay) = min_image(self.all(codes));
        if let Some(least) = least {
            self.images.units.write(least, codes);
        }
        stay
    }

    /// How many exchanges leave a position with these codes as it is.
    #[inline]
    pub(super) fn stays(&mut self, codes: &[u32]) -> u64 {
        min_image(self.all(codes)).1
    }

    /// Whether a position stands for itself.
    #[inline]
    pub(super) fn is_least(&mut self, codes: &[u32]) -> bool {
        min_image(self.all(codes)).0.is_none()
    }
}

/// The least of images, if it is less than the first, and how many are the first.
#[inline]
fn min_image(images: &[u64]) -> (Option<u64>, u64) {
    let own = images[0];
    let (least, stay) = images.iter().fold((own, 0), |(least, stay), &image| {
        (least.min(image), stay + u64::from(image == own))
    });
    ((least < own).then_some(least), stay)
}
