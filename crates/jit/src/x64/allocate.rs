//! Assigns registers and stack slots to values. Values that are copied to each other get the same
//! location if they are never live at the same time. The most frequently used values choose first.

use std::collections::{BTreeMap, BinaryHeap};

use super::ir::{Function, Op, Terminator, Value};
use super::plan::{Plan, Range};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Location {
    Nowhere,
    Register(u8),
    Slot(u32),
}

/// Registers that hold values. `rax` and `rcx` are reserved for the code of one instruction.
const REGISTERS: [u8; 13] = [6, 7, 2, 8, 9, 10, 11, 3, 5, 14, 15, 12, 13];
const RDX: u8 = 2;

/// Maximum number of ranges of values that share a location, so that sharing takes little time.
const MAX_SHARED_RANGES: usize = 2_000;
/// Number of stack slots that are tried before a new one is made.
const TRIED_SLOTS: usize = 64;

/// The positions at which a register or slot is in use: start and end of each range.
#[derive(Default)]
pub(super) struct Occupied(BTreeMap<u32, u32>);

impl Occupied {
    fn is_free(&self, ranges: &[Range]) -> bool {
        ranges.iter().all(|(start, end)| {
            self.0
                .range(..end)
                .next_back()
                .is_none_or(|(_, other)| other <= start)
        })
    }

    fn occupy(&mut self, ranges: &[Range]) {
        self.0.extend(ranges.iter().copied());
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether a value in this register is live before and after a position.
    pub fn is_live_across(&self, position: u32) -> bool {
        self.0
            .range(..position)
            .next_back()
            .is_some_and(|(_, end)| *end > position + 1)
    }
}

pub(super) struct Allocation {
    pub locations: Vec<Location>,
    pub registers: Vec<Occupied>,
    pub slots: usize,
}

/// Values that share a location.
#[derive(Clone, Default)]
struct Bundle {
    ranges: Vec<Range>,
    values: Vec<Value>,
    weight: f32,
}

impl Bundle {
    fn priority(&self) -> u64 {
        let length: u32 = self.ranges.iter().map(|(start, end)| end - start).sum();
        (self.weight * 65536.0 / (length + 40) as f32) as u64
    }
}

pub(super) fn allocate(function: &Function, plan: &Plan) -> Allocation {
    let count = plan.ranges.len();
    let mut bundles: Vec<Bundle> = (0..count)
        .map(|value| Bundle {
            ranges: plan.ranges[value].clone(),
            values: vec![value as Value],
            weight: plan.weights[value],
        })
        .collect();
    let mut of: Vec<u32> = (0..count as u32).collect();
    for (_, a, b) in copies(function, plan) {
        share(&mut bundles, &mut of, a, b);
    }
    let mut heap: BinaryHeap<(u64, u32)> = bundles
        .iter()
        .enumerate()
        .filter(|(_, bundle)| !bundle.ranges.is_empty())
        .map(|(i, bundle)| (bundle.priority(), i as u32))
        .collect();
    let mut allocation = Allocation {
        locations: vec![Location::Nowhere; count],
        registers: (0..16).map(|_| Occupied::default()).collect(),
        slots: 0,
    };
    // Divisions overwrite `rdx`.
    let divisions = divisions(function, plan);
    allocation.registers[usize::from(RDX)].occupy(&divisions);
    let mut slots: Vec<Occupied> = Vec::new();
    while let Some((_, index)) = heap.pop() {
        let bundle = std::mem::take(&mut bundles[index as usize]);
        let register = REGISTERS
            .iter()
            .find(|register| allocation.registers[**register as usize].is_free(&bundle.ranges));
        if let Some(register) = register {
            allocation.registers[*register as usize].occupy(&bundle.ranges);
            for value in &bundle.values {
                allocation.locations[*value as usize] = Location::Register(*register);
            }
            continue;
        }
        if bundle.values.len() > 1 {
            // Some of the values may fit on their own.
            for value in &bundle.values {
                let alone = Bundle {
                    ranges: plan.ranges[*value as usize].clone(),
                    values: vec![*value],
                    weight: plan.weights[*value as usize],
                };
                bundles.push(alone);
                let last = bundles.len() - 1;
                heap.push((bundles[last].priority(), last as u32));
            }
            continue;
        }
        let first = slots.len().saturating_sub(TRIED_SLOTS);
        let slot = (first..slots.len()).find(|slot| slots[*slot].is_free(&bundle.ranges));
        let slot = slot.unwrap_or_else(|| {
            slots.push(Occupied::default());
            slots.len() - 1
        });
        slots[slot].occupy(&bundle.ranges);
        for value in &bundle.values {
            allocation.locations[*value as usize] = Location::Slot(slot as u32);
        }
    }
    allocation.slots = slots.len();
    allocation
}

/// Returns the positions of the instructions that use `rdx`.
fn divisions(function: &Function, plan: &Plan) -> Vec<Range> {
    let mut ranges = Vec::new();
    for block in &function.order {
        let mut position = plan.spans[*block as usize].0 + 2;
        for value in &function.blocks[*block as usize].instructions {
            if plan.fused[*value as usize] {
                continue;
            }
            if matches!(
                function.op(*value),
                Op::Divide(_) | Op::MulHigh | Op::MulHighSigned
            ) {
                ranges.push((position, position + 2));
            }
            position += 2;
        }
    }
    ranges
}

/// Returns the pairs of values that should share a location, most frequent first.
fn copies(function: &Function, plan: &Plan) -> Vec<(f32, Value, Value)> {
    let (mut jumps, mut results) = (Vec::new(), Vec::new());
    for block in &function.order {
        let found = &function.blocks[*block as usize];
        let frequency = function.frequency(*block);
        if let Terminator::Jump(to, args) = &found.end {
            for (parameter, arg) in function.blocks[*to as usize].parameters.iter().zip(args) {
                if function.number(*arg).is_none() {
                    jumps.push((frequency, *arg, *parameter));
                }
            }
        }
        for value in &found.instructions {
            let made = &function.values[*value as usize];
            let candidates: &[usize] = match made.op {
                _ if plan.fused[*value as usize] => &[],
                op if op.is_commutative() => &[0, 1],
                Op::Sub | Op::ShiftLeft | Op::ShiftRight | Op::ShiftRightSigned | Op::Narrow => {
                    &[0]
                }
                Op::Select => &[1, 2],
                _ => &[],
            };
            for i in candidates {
                let arg = made.args[*i];
                if function.number(arg).is_none() && !plan.fused[arg as usize] {
                    results.push((frequency, arg, *value));
                }
            }
        }
    }
    let order = |list: &mut Vec<(f32, Value, Value)>| {
        list.sort_by(|a, b| b.0.total_cmp(&a.0));
    };
    order(&mut jumps);
    order(&mut results);
    jumps.extend(results);
    jumps
}

/// Merges the bundles of two values if they are never live at the same time.
fn share(bundles: &mut [Bundle], of: &mut [u32], a: Value, b: Value) {
    let (x, y) = (of[a as usize] as usize, of[b as usize] as usize);
    if x == y {
        return;
    }
    let (first, second) = (&bundles[x].ranges, &bundles[y].ranges);
    if first.len() + second.len() > MAX_SHARED_RANGES {
        return;
    }
    let mut all = Vec::with_capacity(first.len() + second.len());
    let (mut i, mut j) = (0, 0);
    while i < first.len() || j < second.len() {
        let next = match (first.get(i), second.get(j)) {
            (Some(p), Some(q)) if p.0 <= q.0 => {
                i += 1;
                *p
            }
            (Some(p), None) => {
                i += 1;
                *p
            }
            (_, Some(q)) => {
                j += 1;
                *q
            }
            (None, None) => break,
        };
        match all.last_mut() {
            Some((_, end)) if *end > next.0 => return,
            Some((_, end)) if *end == next.0 => *end = next.1,
            _ => all.push(next),
        }
    }
    let other = std::mem::take(&mut bundles[y]);
    for value in &other.values {
        of[*value as usize] = x as u32;
    }
    bundles[x].ranges = all;
    bundles[x].weight += other.weight;
    bundles[x].values.extend(other.values);
}
