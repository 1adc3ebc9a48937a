//! Improves a function: merges equal values, moves values out of loops, and removes what is not
//! used.

use std::collections::HashMap;

use super::ir::{BlockId, Condition, Function, Instruction, NONE, Op, Terminator, Value};
use super::simplify::{Simplest, simplest};

/// The replacements of values.
struct Replaced(Vec<Value>);

impl Replaced {
    fn find(&mut self, value: Value) -> Value {
        let mut root = value;
        while (root as usize) < self.0.len() && self.0[root as usize] != root {
            root = self.0[root as usize];
        }
        let mut at = value;
        while at != root {
            at = std::mem::replace(&mut self.0[at as usize], root);
        }
        root
    }

    fn set(&mut self, value: Value, by: Value) {
        while self.0.len() <= value as usize {
            self.0.push(self.0.len() as Value);
        }
        self.0[value as usize] = by;
    }
}

pub(super) fn improve(function: &mut Function) {
    let mut replaced = Replaced(Vec::new());
    drop_unreachable(function);
    single_parameters(function, &mut replaced);
    number_values(function, &mut replaced);
    drop_unreachable(function);
    hoist(function);
    drop_unused(function);
}

/// Returns the blocks that a block jumps to.
pub(super) fn successors(end: &Terminator) -> [Option<BlockId>; 2] {
    match end {
        Terminator::Jump(to, _) => [Some(*to), None],
        Terminator::Branch(_, a, b) => [Some(*a), Some(*b)],
        Terminator::Open | Terminator::Exit(_) => [None, None],
    }
}

fn drop_unreachable(function: &mut Function) {
    let mut reached = vec![false; function.blocks.len()];
    let mut open = vec![function.order[0]];
    reached[open[0] as usize] = true;
    while let Some(block) = open.pop() {
        for to in successors(&function.blocks[block as usize].end)
            .into_iter()
            .flatten()
        {
            if !std::mem::replace(&mut reached[to as usize], true) {
                open.push(to);
            }
        }
    }
    function.order.retain(|block| reached[*block as usize]);
}

/// Replaces parameters of loops that have only one value.
fn single_parameters(function: &mut Function, replaced: &mut Replaced) {
    for _ in 0..2 {
        // The only value of each parameter so far; `NONE` for several values.
        let mut only: HashMap<Value, Value> = HashMap::new();
        for block in &function.order {
            let Terminator::Jump(to, args) = &function.blocks[*block as usize].end else {
                continue;
            };
            for (parameter, arg) in function.blocks[*to as usize].parameters.iter().zip(args) {
                let arg = replaced.find(*arg);
                if arg != replaced.find(*parameter) {
                    let value = only.entry(*parameter).or_insert(arg);
                    if *value != arg {
                        *value = NONE;
                    }
                }
            }
        }
        let mut changed = false;
        for block in function.order.clone() {
            for parameter in function.blocks[block as usize].parameters.clone() {
                if let Some(value) = only.get(&parameter)
                    && *value != NONE
                    && replaced.find(parameter) == parameter
                    && replaced.find(*value) != parameter
                {
                    replaced.set(parameter, *value);
                    changed = true;
                }
            }
        }
        if !changed {
            return;
        }
    }
}

/// Merges equal values if one of them dominates the other.
fn number_values(function: &mut Function, replaced: &mut Replaced) {
    let spans = dominance(function);
    let mut constants: HashMap<i64, Value> = HashMap::new();
    let mut known: HashMap<Instruction, Value> = HashMap::new();
    // The blocks are in an order in which dominators come first.
    for block in function.order.clone() {
        let instructions = std::mem::take(&mut function.block(block).instructions);
        let mut kept = Vec::with_capacity(instructions.len());
        for value in instructions {
            let mut made = function.values[value as usize];
            for arg in made.args.iter_mut().take_while(|arg| **arg != NONE) {
                *arg = canonical(function, &mut constants, replaced.find(*arg));
            }
            if made.op.is_pure() {
                match simplest(function, made) {
                    Simplest::Value(other) => {
                        let other = canonical(function, &mut constants, other);
                        // Equal values: what is known of one is true of the other.
                        function.narrow[other as usize] |= function.narrow[value as usize];
                        replaced.set(value, other);
                        continue;
                    }
                    Simplest::Instruction(simpler) => made = simpler,
                }
                for arg in made.args.iter_mut().take_while(|arg| **arg != NONE) {
                    *arg = canonical(function, &mut constants, *arg);
                }
                if made.op.is_commutative()
                    && function.number(made.args[1]).is_none()
                    && made.args[0] > made.args[1]
                {
                    made.args.swap(0, 1);
                }
                if let Some(other) = known.get(&made) {
                    let (from, to) = spans[function.place[*other as usize] as usize];
                    if (from..to).contains(&spans[block as usize].0) {
                        function.narrow[*other as usize] |= function.narrow[value as usize];
                        replaced.set(value, *other);
                        continue;
                    }
                }
                known.insert(made, value);
            }
            function.narrow[value as usize] |= function.is_narrow(&made);
            function.values[value as usize] = made;
            kept.push(value);
        }
        function.block(block).instructions = kept;
        let mut end = std::mem::replace(&mut function.block(block).end, Terminator::Open);
        match &mut end {
            Terminator::Jump(_, args) => {
                for arg in args {
                    *arg = canonical(function, &mut constants, replaced.find(*arg));
                }
            }
            Terminator::Branch(condition, then, otherwise) => {
                *condition = canonical(function, &mut constants, replaced.find(*condition));
                if let Some(number) = function.number(*condition) {
                    let to = if number as u32 != 0 {
                        *then
                    } else {
                        *otherwise
                    };
                    end = Terminator::Jump(to, Vec::new());
                } else if let Instruction {
                    op: Op::Compare(Condition::NotEqual),
                    wide: false,
                    args: [value, zero, ..],
                    ..
                } = function.values[*condition as usize]
                    && function.number(zero) == Some(0)
                {
                    *condition = value;
                }
            }
            Terminator::Open | Terminator::Exit(_) => {}
        }
        function.block(block).end = end;
    }
    // The arguments of jumps back to a loop may have been replaced after the loop started.
    for block in function.order.clone() {
        if let Terminator::Jump(_, args) = &mut function.blocks[block as usize].end {
            for arg in args {
                *arg = replaced.find(*arg);
            }
        }
    }
}

fn canonical(function: &Function, constants: &mut HashMap<i64, Value>, value: Value) -> Value {
    match function.number(value) {
        Some(number) => *constants.entry(number).or_insert(value),
        None => value,
    }
}

/// Numbers the tree of dominators: a block dominates another one if its range contains the first
/// number of the other one.
fn dominance(function: &Function) -> Vec<(u32, u32)> {
    let mut children: Vec<Vec<BlockId>> = vec![Vec::new(); function.blocks.len()];
    for block in &function.order {
        let dominator = function.blocks[*block as usize].dominator;
        if *block != dominator {
            children[dominator as usize].push(*block);
        }
    }
    let mut spans = vec![(0, 0); function.blocks.len()];
    let (mut next, mut open) = (1, vec![(function.order[0], false)]);
    while let Some((block, done)) = open.pop() {
        if done {
            spans[block as usize].1 = next;
            continue;
        }
        spans[block as usize].0 = next;
        next += 1;
        open.push((block, true));
        open.extend(children[block as usize].iter().map(|child| (*child, false)));
    }
    spans
}

/// Moves values whose operands do not change in a loop before the loop.
fn hoist(function: &mut Function) {
    for block in function.order.clone() {
        if function.blocks[block as usize].cold {
            continue;
        }
        let innermost = function.blocks[block as usize].innermost;
        if innermost == 0 {
            continue;
        }
        let instructions = std::mem::take(&mut function.block(block).instructions);
        let mut kept = Vec::with_capacity(instructions.len());
        for value in instructions {
            let made = function.values[value as usize];
            let movable = match made.op {
                Op::Divide(_) => function
                    .number(made.args[1])
                    .is_some_and(|number| number != 0 && number != -1),
                Op::Compare(_) => false,
                op => op.is_pure(),
            };
            let (mut around, mut target) = (innermost, block);
            while movable
                && around != 0
                && made.operands().all(|arg| {
                    let place = function.place[arg as usize];
                    !function.contains(around, function.blocks[place as usize].innermost)
                })
            {
                target = function.loops[around as usize].before;
                around = function.loops[around as usize].parent;
            }
            if target == block {
                kept.push(value);
            } else {
                function.place[value as usize] = target;
                function.block(target).instructions.push(value);
            }
        }
        function.block(block).instructions = kept;
    }
}

/// Removes values and parameters that nothing uses.
fn drop_unused(function: &mut Function) {
    let mut incoming: HashMap<BlockId, Vec<BlockId>> = HashMap::new();
    let mut open = Vec::new();
    for block in &function.order {
        let found = &function.blocks[*block as usize];
        match &found.end {
            Terminator::Jump(to, _) => incoming.entry(*to).or_default().push(*block),
            Terminator::Branch(condition, ..) => open.push(*condition),
            Terminator::Open | Terminator::Exit(_) => {}
        }
        open.extend(
            found
                .instructions
                .iter()
                .filter(|value| function.op(**value).has_effect()),
        );
    }
    let mut used = vec![false; function.values.len()];
    // The index of each parameter in its block.
    let mut index_of = vec![0u32; function.values.len()];
    for block in &function.order {
        for (value, i) in function.blocks[*block as usize].parameters.iter().zip(0..) {
            index_of[*value as usize] = i;
        }
    }
    while let Some(value) = open.pop() {
        if std::mem::replace(&mut used[value as usize], true) {
            continue;
        }
        let made = &function.values[value as usize];
        open.extend(made.operands());
        let block = function.place[value as usize];
        if made.op == Op::Parameter && block != function.order[0] {
            let index = index_of[value as usize] as usize;
            for from in incoming.get(&block).into_iter().flatten() {
                if let Terminator::Jump(_, args) = &function.blocks[*from as usize].end {
                    open.push(args[index]);
                }
            }
        }
    }
    let parameters: HashMap<BlockId, Vec<bool>> = function
        .order
        .iter()
        .map(|block| {
            let parameters = &function.blocks[*block as usize].parameters;
            let kept = parameters.iter().map(|value| used[*value as usize]);
            (*block, kept.collect())
        })
        .collect();
    for block in function.order.clone() {
        let entry = block == function.order[0];
        let found = function.block(block);
        found.instructions.retain(|value| used[*value as usize]);
        if !entry {
            found.parameters.retain(|value| used[*value as usize]);
        }
        if let Terminator::Jump(to, args) = &mut found.end {
            let mut kept = parameters[to].iter();
            args.retain(|_| kept.next().copied().unwrap_or(false));
        }
    }
}
