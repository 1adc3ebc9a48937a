//! Chooses the values that need no instruction of their own, and computes where values are live.

use super::ir::{BlockId, Condition, Function, NONE, Op, Terminator, Value};
use super::passes::successors;

/// Maximum number of ranges of live values. Generated code is far below this limit.
const MAX_RANGES: usize = 3 << 22;

/// A range of positions, without its end. An instruction number n reads its operands at position
/// 2n and defines its value at position 2n + 1.
pub(super) type Range = (u32, u32);

pub(super) struct Plan {
    /// Whether a value is computed by the instructions that use it: a comparison by its branch, a
    /// conjunction by its comparison, and a shift by its sum.
    pub fused: Vec<bool>,
    /// The first position of each block, and the position of its terminator.
    pub spans: Vec<(u32, u32)>,
    /// The live ranges of each value in ascending order.
    pub ranges: Vec<Vec<Range>>,
    /// The number of uses of each value, weighted with their frequencies.
    pub weights: Vec<f32>,
}

impl Plan {
    /// Calls a function for each value that an instruction reads from its location.
    pub fn operands(&self, function: &Function, value: Value, read: &mut dyn FnMut(Value)) {
        for arg in function.values[value as usize].operands() {
            if self.fused[arg as usize] {
                self.operands(function, arg, read);
            } else if function.number(arg).is_none() {
                read(arg);
            }
        }
    }

    /// Like [`Self::operands`], but for a value itself.
    fn operand(&self, function: &Function, value: Value, read: &mut dyn FnMut(Value)) {
        if self.fused[value as usize] {
            self.operands(function, value, read);
        } else if function.number(value).is_none() {
            read(value);
        }
    }
}

pub(super) fn plan(function: &Function) -> Result<Plan, String> {
    let count = function.values.len();
    let mut plan = Plan {
        fused: fused(function),
        spans: vec![(0, 0); function.blocks.len()],
        ranges: vec![Vec::new(); count],
        weights: vec![0.0; count],
    };
    let mut uses: Vec<Vec<(BlockId, u32)>> = vec![Vec::new(); count];
    let mut defined = vec![0; count];
    let mut position = 0;
    for block in &function.order {
        let found = &function.blocks[*block as usize];
        let frequency = function.frequency(*block);
        let start = position;
        position += 2;
        let mut weights = std::mem::take(&mut plan.weights);
        for parameter in &found.parameters {
            defined[*parameter as usize] = start + 1;
            weights[*parameter as usize] += frequency;
        }
        for value in &found.instructions {
            if plan.fused[*value as usize] {
                continue;
            }
            test_index(function, *value)?;
            plan.operands(function, *value, &mut |arg| {
                uses[arg as usize].push((*block, position));
                weights[arg as usize] += frequency;
            });
            defined[*value as usize] = position + 1;
            weights[*value as usize] += frequency;
            position += 2;
        }
        let mut read = |arg: Value| {
            uses[arg as usize].push((*block, position));
            weights[arg as usize] += frequency;
        };
        match &found.end {
            Terminator::Jump(_, args) => {
                for arg in args {
                    plan.operand(function, *arg, &mut read);
                }
            }
            Terminator::Branch(condition, ..) => plan.operand(function, *condition, &mut read),
            Terminator::Open | Terminator::Exit(_) => {}
        }
        plan.weights = weights;
        plan.spans[*block as usize] = (start, position);
        position += 2;
    }
    live(function, &mut plan, &uses, &defined)?;
    Ok(plan)
}

/// Tests a second time that no access leaves the 32-bit addresses: the index of an access must be
/// known to have no upper half.
fn test_index(function: &Function, value: Value) -> Result<(), String> {
    let made = &function.values[value as usize];
    let accesses = matches!(made.op, Op::Load(_) | Op::Store(_));
    if accesses && !function.narrow[made.args[1] as usize] {
        return Err("an address has more than 32 bits".to_owned());
    }
    Ok(())
}

fn fused(function: &Function) -> Vec<bool> {
    let count = function.values.len();
    let (mut uses, mut tests) = (vec![0u32; count], vec![0u32; count]);
    // A comparison with a constant is repeated by each branch, because its operand takes no more
    // registers than its result.
    let is_near = |value: Value, block: BlockId| {
        let home = function.place[value as usize];
        let args = function.values[value as usize].args;
        home == block
            || (matches!(function.op(value), Op::Compare(_)) && function.number(args[1]).is_some())
    };
    // The only instruction that uses a value.
    let mut user = vec![NONE; count];
    for block in &function.order {
        let found = &function.blocks[*block as usize];
        for value in &found.instructions {
            let made = &function.values[*value as usize];
            for (i, arg) in made.operands().enumerate() {
                uses[arg as usize] += 1;
                user[arg as usize] = *value;
                if made.op == Op::Select && i == 0 && is_near(arg, *block) {
                    tests[arg as usize] += 1;
                }
            }
        }
        match &found.end {
            Terminator::Jump(_, args) => args.iter().for_each(|arg| {
                uses[*arg as usize] += 1;
                user[*arg as usize] = NONE;
            }),
            Terminator::Branch(condition, ..) => {
                uses[*condition as usize] += 1;
                tests[*condition as usize] += u32::from(is_near(*condition, *block));
            }
            Terminator::Open | Terminator::Exit(_) => {}
        }
    }
    let mut fused = vec![false; count];
    for block in &function.order {
        for value in &function.blocks[*block as usize].instructions {
            let index = *value as usize;
            let made = &function.values[index];
            match made.op {
                Op::Compare(_) => {
                    fused[index] = uses[index] == tests[index] && (1..=8).contains(&uses[index]);
                }
                Op::Add => {
                    for arg in made.operands() {
                        let shift = &function.values[arg as usize];
                        if shift.op == Op::ShiftLeft
                            && shift.wide == made.wide
                            && uses[arg as usize] == 1
                            && function.place[arg as usize] == *block
                            && function
                                .number(shift.args[1])
                                .is_some_and(|number| (1..=3).contains(&number))
                        {
                            fused[arg as usize] = true;
                            break;
                        }
                    }
                }
                _ => {}
            }
            if let Op::Compare(Condition::Equal | Condition::NotEqual) = made.op
                && function.number(made.args[1]) == Some(0)
            {
                let and = made.args[0] as usize;
                let inner = &function.values[and];
                fused[and] |= inner.op == Op::And
                    && inner.wide == made.wide
                    && uses[and] == 1
                    && user[and] == *value
                    && function.place[and] == *block;
            }
        }
    }
    fused
}

/// Computes the live ranges: from each use backwards to the definition.
fn live(
    function: &Function,
    plan: &mut Plan,
    uses: &[Vec<(BlockId, u32)>],
    defined: &[u32],
) -> Result<(), String> {
    let mut before: Vec<Vec<BlockId>> = vec![Vec::new(); function.blocks.len()];
    for block in &function.order {
        for to in successors(&function.blocks[*block as usize].end)
            .into_iter()
            .flatten()
        {
            before[to as usize].push(*block);
        }
    }
    // For each block, the last value that was found live in it, whether the value is live at its
    // start, and the end of the value's range in it.
    let mut seen = vec![(NONE, false, 0); function.blocks.len()];
    let (mut open, mut touched, mut total) = (Vec::new(), Vec::new(), 0);
    for value in 0..uses.len() as Value {
        let home = function.place[value as usize];
        if defined[value as usize] == 0 && plan.ranges[value as usize].is_empty() {
            continue;
        }
        let mut reach = |block: BlockId, end: u32, open: &mut Vec<BlockId>| {
            let found = &mut seen[block as usize];
            if found.0 != value {
                *found = (value, false, end);
                touched.push(block);
            }
            found.2 = found.2.max(end);
            if block != home && !found.1 {
                found.1 = true;
                open.push(block);
            }
        };
        reach(home, defined[value as usize] + 1, &mut open);
        for (block, position) in &uses[value as usize] {
            reach(*block, position + 1, &mut open);
        }
        while let Some(block) = open.pop() {
            for from in &before[block as usize] {
                reach(*from, plan.spans[*from as usize].1 + 2, &mut open);
            }
        }
        total += touched.len();
        if total > MAX_RANGES {
            return Err("too many values are live in too many blocks".to_owned());
        }
        let mut ranges: Vec<Range> = touched
            .drain(..)
            .map(|block| {
                let start = if block == home {
                    defined[value as usize]
                } else {
                    plan.spans[block as usize].0
                };
                (start, seen[block as usize].2)
            })
            .collect();
        ranges.sort_unstable();
        let mut merged: Vec<Range> = Vec::with_capacity(ranges.len());
        for range in ranges {
            match merged.last_mut() {
                Some(last) if last.1 >= range.0 => last.1 = last.1.max(range.1),
                _ => merged.push(range),
            }
        }
        plan.ranges[value as usize] = merged;
    }
    Ok(())
}
