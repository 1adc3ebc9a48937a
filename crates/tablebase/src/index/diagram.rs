//! The counting diagram of conditions: one layer per slot. A node contains the data about the
//! earlier slots that the conditions still need: partial totals, and the values of later slots that
//! the earlier slots allow. The diagram is built forwards, state by state. Then paths are counted
//! backwards: states without continuation are removed, and nodes with equal rows are merged.
//! Building takes O(nodes · values), bounded by [`MAX_NODES`] and [`MAX_ENTRIES`].

use base::budget::Budget;
use base::text;
use rustc_hash::FxHashMap;

use super::conditions::{PositionConditions, TotalCondition, TotalTest};
use super::{IndexError, MAX_NODES};

/// Maximum number of entries of all rows together.
const MAX_ENTRIES: usize = 1 << 24;

/// The number that marks the absence of a node.
pub(super) const DEAD: u32 = u32::MAX;

/// A node's row: for each value of the slot, its successor in the next layer.
pub(super) type DiagramRow = Vec<u32>;

/// The layers, starting with the first slot, and the number of paths from each node to the end. The
/// first layer has one node; the last layer leads to the node 0.
pub(super) struct CountingDiagram {
    pub(super) layers: Vec<Vec<DiagramRow>>,
    pub(super) counts: Vec<Vec<u64>>,
}

/// The state of a total that satisfies its condition for all values of the later slots. The state
/// of any other total is the partial sum.
const SATISFIED: i128 = i128::MAX;

/// For each slot, the amounts that this slot and the later slots can still add to a total.
struct RemainingTotals {
    least: Vec<i128>,
    most: Vec<i128>,
}

impl RemainingTotals {
    fn new(bounded: &TotalCondition, conditions: &PositionConditions) -> RemainingTotals {
        let slots = conditions.lows.len();
        let (mut least, mut most) = (vec![0; slots + 1], vec![0; slots + 1]);
        for slot in (0..slots).rev() {
            let values = bounded.total.tables.get(&slot).map(|table| {
                let allowed = table
                    .iter()
                    .zip(&conditions.allowed[slot])
                    .filter(|(_, allowed)| **allowed);
                allowed.fold((i128::MAX, i128::MIN), |(low, high), (n, _)| {
                    (low.min((*n).into()), high.max((*n).into()))
                })
            });
            let (low, high) = values.filter(|(low, high)| low <= high).unwrap_or((0, 0));
            (least[slot], most[slot]) = (least[slot + 1] + low, most[slot + 1] + high);
        }
        RemainingTotals { least, most }
    }

    /// Returns the state of a total with this partial sum before `slot`; `None` if its condition
    /// can no longer be satisfied.
    fn reduce(&self, test: TotalTest, so_far: i128, slot: usize) -> Option<i128> {
        let (low, high) = (so_far + self.least[slot], so_far + self.most[slot]);
        match test {
            TotalTest::Between(least, most) => {
                let (least, most) = (i128::from(least), i128::from(most));
                if low > most || high < least {
                    return None;
                }
                Some(if least <= low && high <= most {
                    SATISFIED
                } else {
                    so_far
                })
            }
            TotalTest::Not(number) => {
                let number = i128::from(number);
                if low == number && high == number {
                    return None;
                }
                Some(if number < low || high < number {
                    SATISFIED
                } else {
                    so_far
                })
            }
        }
    }
}

impl CountingDiagram {
    /// Builds the diagram of the given conditions.
    pub(super) fn build(
        conditions: &PositionConditions,
        budget: &Budget<'_>,
    ) -> Result<CountingDiagram, IndexError> {
        let slots = conditions.lows.len();
        let totals: Vec<(&TotalCondition, RemainingTotals)> = conditions
            .totals
            .iter()
            .map(|bounded| (bounded, RemainingTotals::new(bounded, conditions)))
            .collect();
        let first: Option<Vec<i128>> = totals
            .iter()
            .map(|(bounded, rest)| rest.reduce(bounded.test, bounded.total.constant.into(), 0))
            .collect();
        let pairs = PairClasses::new(conditions);
        let mut states: Vec<DiagramState> = first
            .map(|totals| DiagramState {
                totals,
                pairs: Vec::new(),
            })
            .into_iter()
            .collect();
        let mut layers: Vec<Vec<DiagramRow>> = Vec::with_capacity(slots);
        let (mut nodes, mut entries) = (1, 0);
        for slot in 0..slots {
            let mut names: FxHashMap<DiagramState, u32> = FxHashMap::default();
            let mut next: Vec<DiagramState> = Vec::new();
            let mut rows = Vec::with_capacity(states.len());
            let width = conditions.allowed[slot].len();
            let mut reached = DiagramState {
                totals: vec![0; totals.len()],
                pairs: Vec::new(),
            };
            for state in &states {
                budget.steps(width)?;
                entries += width;
                if entries > MAX_ENTRIES {
                    return Err(too_large());
                }
                let mut row = vec![DEAD; width];
                for (value, entry) in row.iter_mut().enumerate() {
                    if !conditions.allowed[slot][value] || !pairs.allow(&state.pairs, slot, value) {
                        continue;
                    }
                    let known = totals
                        .iter()
                        .zip(&state.totals)
                        .zip(&mut reached.totals)
                        .all(|(((bounded, rest), &so_far), known)| {
                            let more = || {
                                bounded
                                    .total
                                    .tables
                                    .get(&slot)
                                    .map_or(0, |table| i128::from(table[value]))
                            };
                            let after = if so_far == SATISFIED {
                                Some(SATISFIED)
                            } else {
                                rest.reduce(bounded.test, so_far + more(), slot + 1)
                            };
                            *known = after.unwrap_or(SATISFIED);
                            after.is_some()
                        });
                    if !known {
                        continue;
                    }
                    pairs.after(&state.pairs, slot, value, &mut reached.pairs);
                    *entry = match names.get(&reached) {
                        Some(name) => *name,
                        None => {
                            let name = next.len() as u32;
                            nodes += 1;
                            if nodes > MAX_NODES {
                                return Err(too_large());
                            }
                            names.insert(reached.clone(), name);
                            next.push(reached.clone());
                            name
                        }
                    };
                }
                rows.push(row);
            }
            layers.push(rows);
            states = next;
        }
        CountingDiagram {
            layers,
            counts: Vec::new(),
        }
        .count_and_reduce(states.len(), budget)
    }

    /// Counts the paths from each node, removes nodes without paths, and merges nodes with equal
    /// rows.
    fn count_and_reduce(
        mut self,
        ends: usize,
        budget: &Budget<'_>,
    ) -> Result<CountingDiagram, IndexError> {
        // The new number of each node of the next layer, and the number of paths from each new
        // node.
        let mut became: Vec<u32> = vec![0; ends];
        let mut ways: Vec<u64> = vec![1];
        for layer in self.layers.iter_mut().rev() {
            let mut names: FxHashMap<DiagramRow, u32> = FxHashMap::default();
            let mut kept: Vec<DiagramRow> = Vec::new();
            let mut counts = Vec::new();
            let mut mine = Vec::with_capacity(layer.len());
            for mut row in std::mem::take(layer) {
                budget.steps(row.len())?;
                let mut count: u64 = 0;
                for entry in &mut row {
                    *entry = if *entry == DEAD {
                        DEAD
                    } else {
                        became[*entry as usize]
                    };
                    if *entry != DEAD {
                        count = count
                            .checked_add(ways[*entry as usize])
                            .ok_or_else(too_many)?;
                    }
                }
                if count == 0 {
                    mine.push(DEAD);
                } else if let Some(&name) = names.get(&row) {
                    mine.push(name);
                } else {
                    let name = kept.len() as u32;
                    names.insert(row.clone(), name);
                    kept.push(row);
                    counts.push(count);
                    mine.push(name);
                }
            }
            *layer = kept;
            self.counts.push(counts.clone());
            (became, ways) = (mine, counts);
        }
        self.counts.reverse();
        Ok(self)
    }
}

fn too_large() -> IndexError {
    IndexError::Declined(text!(
        "the diagram that counts the positions that satisfy `require` has more than {MAX_NODES} nodes",
        "按这些条件计数所需的结点超过 {MAX_NODES} 个"
    ))
}

fn too_many() -> IndexError {
    IndexError::Declined(text!(
        "there are more than 2^64 positions",
        "局面超过 2^64 个"
    ))
}

/// The state of the conditions between two slots.
#[derive(Clone, PartialEq, Eq, Hash)]
struct DiagramState {
    totals: Vec<i128>,
    /// For each pair of slots with one slot before and one slot after the state, the class of the
    /// value of the first slot.
    pairs: Vec<u32>,
}

/// The pairs in the order of their first slots, with classes of values that allow the same values
/// of the second slot.
struct PairClasses<'c> {
    conditions: &'c PositionConditions,
    /// For each slot, the pairs whose first slot is before this slot and whose second slot is not.
    across: Vec<Vec<(usize, usize)>>,
    /// For each pair, the class of each value of the first slot, and a representative of each
    /// class.
    classes: FxHashMap<(usize, usize), (Vec<u32>, Vec<usize>)>,
}

impl PairClasses<'_> {
    fn new(conditions: &PositionConditions) -> PairClasses<'_> {
        let slots = conditions.lows.len();
        let named = || conditions.pairs.keys().copied();
        let across = (0..=slots)
            .map(|slot| {
                named()
                    .filter(|&(first, second)| first < slot && slot <= second)
                    .collect()
            })
            .collect();
        let mut classes = FxHashMap::default();
        for (pair, relation) in &conditions.pairs {
            let mut names: FxHashMap<&[u64], u32> = FxHashMap::default();
            let mut examples = Vec::new();
            let of_value = (0..conditions.allowed[pair.0].len()).map(|value| {
                *names.entry(relation.row(value)).or_insert_with(|| {
                    examples.push(value);
                    examples.len() as u32 - 1
                })
            });
            let of_value = of_value.collect();
            classes.insert(*pair, (of_value, examples));
        }
        PairClasses {
            conditions,
            across,
            classes,
        }
    }

    /// Returns whether a slot may have a given value, given the classes of the values of earlier
    /// slots.
    fn allow(&self, known: &[u32], slot: usize, value: usize) -> bool {
        self.across[slot]
            .iter()
            .zip(known)
            .filter(|(pair, _)| pair.1 == slot)
            .all(|(pair, class)| {
                let row = self.conditions.pairs[pair].row(self.classes[pair].1[*class as usize]);
                row[value / 64] >> (value % 64) & 1 == 1
            })
    }

    /// Writes the classes of values after a slot with a given value.
    fn after(&self, known: &[u32], slot: usize, value: usize, reached: &mut Vec<u32>) {
        let old = |pair: &(usize, usize)| {
            self.across[slot]
                .iter()
                .position(|other| other == pair)
                .map(|at| known[at])
        };
        let class = |pair: &(usize, usize)| {
            if pair.0 == slot {
                self.classes[pair].0[value]
            } else {
                old(pair).unwrap_or(0)
            }
        };
        reached.clear();
        reached.extend(self.across[slot + 1].iter().map(class));
    }
}
